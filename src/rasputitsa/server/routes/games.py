"""Saved games: list, begin, rename, copy, branch, throw away, bring in and out."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rasputitsa.kernel import Invalid
from rasputitsa.server import records
from rasputitsa.server.messages import Branch, ChangeGame, Duplicate, NewGame
from rasputitsa.server.routes.common import HouseOf
from rasputitsa.server.summaries import summary
from rasputitsa.server.wire import LARGEST_RECORD, read, read_bytes, reply

router = APIRouter(prefix="/games")


@router.get("")
async def listing(house: HouseOf, trash: bool = False) -> Response:
    return reply(await run_in_threadpool(house.listing, trash))


@router.post("")
async def create(house: HouseOf, request: Request) -> Response:
    return reply(summary(await house.create(await read(request, NewGame))), 201)


@router.post("/import")
async def bring(house: HouseOf, request: Request, name: str = "", play: bool = False, open: bool = False) -> Response:
    data = await read_bytes(request, LARGEST_RECORD)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Invalid(f"line {line}: not a text file (UTF-8 expected)") from None
    return reply(summary(await house.bring(text, name, play, open)), 201)


@router.get("/{id}")
async def one(house: HouseOf, id: str) -> Response:
    return reply(summary(await run_in_threadpool(house.row, id)))


@router.patch("/{id}")
async def change(house: HouseOf, request: Request, id: str) -> Response:
    return reply(summary(await house.change(id, await read(request, ChangeGame))))


@router.post("/{id}/duplicate")
async def duplicate(house: HouseOf, request: Request, id: str) -> Response:
    return reply(summary(await house.copy(id, None, (await read(request, Duplicate)).name)), 201)


@router.post("/{id}/branch")
async def branch(house: HouseOf, request: Request, id: str) -> Response:
    wanted = await read(request, Branch)
    return reply(summary(await house.copy(id, wanted, wanted.name)), 201)


@router.delete("/{id}")
async def throw_away(house: HouseOf, id: str) -> Response:
    row = await house.trash(id)
    return reply(summary(row)) if row else Response(status_code=204)


@router.post("/{id}/restore")
async def restore(house: HouseOf, id: str) -> Response:
    return reply(summary(await house.restore(id)))


@router.get("/{id}/export")
async def export(house: HouseOf, id: str, seat: str = "") -> Response:
    row = await run_in_threadpool(house.row, id)
    text = await house.export(row, seat)
    headers = {"Content-Disposition": f'attachment; filename="{records.file_name(row)}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@router.get("/{id}/dice")
async def dice(house: HouseOf, id: str) -> Response:
    row = await run_in_threadpool(house.row, id)
    return reply(await run_in_threadpool(lambda: records.dice(row, house.games.plies(row.number))))

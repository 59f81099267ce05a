"""Saved games: list, begin, rename, copy, branch, throw away, bring in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rasputitsa.kernel import Invalid
from rasputitsa.server import records
from rasputitsa.server.gate import may
from rasputitsa.server.messages import Branch, ChangeGame, DiceReport, Duplicate, NewGame, Summary
from rasputitsa.server.routes.common import GATED, HouseOf, PersonOf, Text, asks
from rasputitsa.server.summaries import summary
from rasputitsa.server.wire import LARGEST_RECORD, read, read_bytes, reply

router = APIRouter(prefix="/games", dependencies=GATED)

MOST_LISTED = 500


@router.get("")
@asks("list", gives=list[Summary])
async def listing(
    house: HouseOf,
    person: PersonOf,
    trash: bool = False,
    start: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=0, le=MOST_LISTED)] = MOST_LISTED,
) -> Response:
    found, total = await run_in_threadpool(house.listing, trash, start, count, person)
    answer = reply(found)
    answer.headers["X-Total-Count"] = str(total)
    return answer


@router.post("")
@asks("create", takes=NewGame, gives=Summary, status=201)
async def create(house: HouseOf, person: PersonOf, request: Request) -> Response:
    return reply(summary(await house.create(await read(request, NewGame), person)), 201)


@router.post("/import")
@asks("create", takes=Text, gives=Summary, status=201)
async def bring(
    house: HouseOf, person: PersonOf, request: Request, name: str = "", play: bool = False, open: bool = False
) -> Response:
    data = await read_bytes(request, LARGEST_RECORD)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Invalid(f"line {line}: not a text file (UTF-8 expected)") from None
    return reply(summary(await house.bring(text, name, play, open, person)), 201)


@router.get("/{id}")
@asks("see", gives=Summary)
async def one(house: HouseOf, id: str) -> Response:
    return reply(summary(await house.known(id)))


@router.patch("/{id}")
@asks("rename", takes=ChangeGame, gives=Summary)
async def change(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    return reply(summary(await house.change(id, await read(request, ChangeGame), person)))


@router.post("/{id}/duplicate")
@asks("copy", takes=Duplicate, gives=Summary, status=201)
async def duplicate(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, Duplicate)
    return reply(summary(await house.copy(id, None, wanted.name, person)), 201)


@router.post("/{id}/branch")
@asks("copy", takes=Branch, gives=Summary, status=201)
async def branch(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, Branch)
    return reply(summary(await house.copy(id, wanted, wanted.name, person)), 201)


@router.delete("/{id}")
@asks("delete", gives=Summary | None)
async def throw_away(house: HouseOf, id: str) -> Response:
    row = await house.trash(id)
    return reply(summary(row)) if row else Response(status_code=204)


@router.post("/{id}/restore")
@asks("delete", gives=Summary)
async def restore(house: HouseOf, id: str) -> Response:
    return reply(summary(await house.restore(id)))


@router.get("/{id}/export")
@asks("export", gives=Text)
async def export(house: HouseOf, person: PersonOf, id: str, seat: str = "") -> Response:
    row = await house.known(id)
    text = await house.export(row, seat, may(person, "export all", row))
    headers = {"Content-Disposition": f'attachment; filename="{records.file_name(row)}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@router.get("/{id}/dice")
@asks("see", gives=DiceReport)
async def dice(house: HouseOf, id: str) -> Response:
    row = await house.known(id)
    return reply(await run_in_threadpool(lambda: records.dice(row, house.games.plies(row.number))))

"""Playing and looking back, for scripts and for pages that replay; a page that plays uses the live socket."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from rasputitsa.kernel import Invalid
from rasputitsa.server import live
from rasputitsa.server.messages import Answered, Ask, Do, Frame, Frames, Hurried, LogPage, Since, UndoTo
from rasputitsa.server.routes.common import HouseOf
from rasputitsa.server.wire import read, reply
from rasputitsa.table import SeatView, Table, difference

router = APIRouter(prefix="/games/{id}")

MOST_FRAMES = 200
MOST_LOG = 2000


@router.get("/view")
async def view(house: HouseOf, id: str, seat: str, ply: int | None = None) -> Response:
    room = await house.room(id, trash=True)
    return reply(await (room.full(seat) if ply is None else room.past(seat, ply)))


@router.get("/choices")
async def choices(house: HouseOf, id: str, seat: str, handle: str | None = None) -> Response:
    return reply(await (await house.room(id)).choices(seat, handle))


@router.post("/do")
async def do(house: HouseOf, request: Request, id: str) -> Response:
    room, wanted = await house.room(id), await read(request, Do)
    return reply(await room.do(wanted.seat, wanted.do, wanted.rev))


@router.post("/undo")
async def undo(house: HouseOf, request: Request, id: str) -> Response:
    room, wanted = await house.room(id), await read(request, UndoTo)
    return reply(await room.undo(wanted.seat, wanted.to, wanted.rev))


@router.post("/ask")
async def ask(house: HouseOf, request: Request, id: str) -> Response:
    room, wanted = await house.room(id), await read(request, Ask)
    answer = await room.read(Table.ask, wanted.seat, wanted.about)
    return reply(Answered(room.table.rev, answer))


@router.post("/now")
async def now(house: HouseOf, id: str) -> Response:
    return reply(Hurried((await house.room(id)).hurry()))


@router.get("/timeline")
async def timeline(house: HouseOf, id: str, seat: str) -> Response:
    room = await house.room(id, trash=True)
    return reply(await room.read(Table.timeline, seat))


@router.get("/log")
async def log(
    house: HouseOf, id: str, seat: str, after: Annotated[int, Query(alias="from")] = 0, count: int = 200
) -> Response:
    room = await house.room(id, trash=True)
    entries = await room.read(Table.log, seat, after, max(0, after) + min(count, MOST_LOG))
    return reply(LogPage(entries, room.table.ply))


@router.get("/since")
async def since(house: HouseOf, id: str, seat: str) -> Response:
    room = await house.room(id, trash=True)
    return reply(await room.read(_since, seat))


def _since(table: Table, seat: str) -> Since:
    start = table.last_acted(seat)
    return Since(start, table.ply, table.log(seat, start))


@router.get("/frames")
async def frames(
    house: HouseOf, id: str, seat: str, first: Annotated[int, Query(alias="from")] = 0, count: int = 50
) -> Response:
    room = await house.room(id, trash=True)
    if not 0 <= count <= MOST_FRAMES:
        raise Invalid(f"at most {MOST_FRAMES} frames at a time")
    return reply(await room.read(_frames, seat, first, count))


def _frames(table: Table, seat: str, first: int, count: int) -> Frames:
    """The view at a ply and, for each ply after it, what changes."""
    start = view = table.past(seat, first)
    out = []
    for ply in range(first + 1, min(first + count, table.ply) + 1):
        after = table.past(seat, ply)
        out.append(Frame(ply, difference(view, after), table.log(seat, ply - 1, ply)))
        view = after
    return Frames(first, msgspec.convert(start, SeatView), out)


@router.websocket("/live")
async def live_socket(socket: WebSocket, id: str, seat: str = "") -> None:
    await live.serve(socket.app.state.house, socket, id, seat)

"""Playing and looking back, for scripts and for pages that replay; a page that plays uses the live socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from rasputitsa.kernel import Invalid
from rasputitsa.server import film, live, messages
from rasputitsa.server.gate import check
from rasputitsa.server.messages import (
    Answered,
    Ask,
    Choices,
    Do,
    Frame,
    Frames,
    Hurried,
    LogPage,
    Push,
    Reply,
    Since,
    UndoTo,
    UpdateMessage,
    ViewMessage,
)
from rasputitsa.server.routes.common import GATED, HouseOf, PersonOf, Webp, address_of, asks, house_of, person_of
from rasputitsa.server.wire import read, reply
from rasputitsa.table import Table, view_difference
from rasputitsa.table.story import Story
from rasputitsa.table.timeline import Timeline

router = APIRouter(prefix="/games/{id}", dependencies=GATED)

MOST_FRAMES = 200
MOST_LOG = 2000


@router.get("/view")
@asks("look", gives=ViewMessage)
async def view(house: HouseOf, id: str, seat: str, ply: int | None = None) -> Response:
    async with house.room(id, trash=True) as room:
        return reply(await (room.full(seat) if ply is None else room.past(seat, ply)))


@router.get("/choices")
@asks("ask", gives=Choices)
async def choices(house: HouseOf, id: str, seat: str, handle: str | None = None) -> Response:
    async with house.room(id) as room:
        return reply(await room.choices(seat, handle))


@router.post("/do")
@asks("do", takes=Do, gives=UpdateMessage | ViewMessage)
async def do(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, Do)
    async with house.room(id) as room:
        check(person, "do", room.known, wanted.seat)
        return reply(await room.do(wanted.seat, wanted.do, wanted.rev, wanted.key))


@router.post("/undo")
@asks("undo", takes=UndoTo, gives=UpdateMessage)
async def undo(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, UndoTo)
    async with house.room(id) as room:
        check(person, "undo", room.known, wanted.seat)
        return reply(await room.undo(wanted.seat, wanted.to, wanted.rev))


@router.post("/ask")
@asks("ask", takes=Ask, gives=Answered)
async def ask(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, Ask)
    async with house.room(id) as room:
        check(person, "ask", room.known, wanted.seat)
        answer = await room.read(Table.ask, wanted.seat, wanted.about)
        return reply(Answered(room.table.rev, answer))


@router.post("/now")
@asks("hurry", gives=Hurried)
async def now(house: HouseOf, id: str) -> Response:
    async with house.room(id) as room:
        return reply(Hurried(room.hurry()))


@router.get("/timeline")
@asks("look", gives=Timeline)
async def timeline(house: HouseOf, id: str, seat: str) -> Response:
    async with house.room(id, trash=True) as room:
        return reply(await room.read(Table.timeline, seat))


@router.get("/story")
@asks("look", gives=Story)
async def story(house: HouseOf, id: str, seat: str = "open") -> Response:
    """The course of a game that is over, or open: front, cities and losses by turn, and its turning points."""
    async with house.room(id, trash=True) as room:
        return reply(await room.read(Table.story))


@router.get("/log")
@asks("look", gives=LogPage)
async def log(
    house: HouseOf, id: str, seat: str, after: Annotated[int, Query(alias="from")] = 0, count: int = 200
) -> Response:
    async with house.room(id, trash=True) as room:
        entries = await room.read(Table.log, seat, after, max(0, after) + min(count, MOST_LOG))
        return reply(LogPage(entries, room.table.ply))


@router.get("/since")
@asks("look", gives=Since)
async def since(house: HouseOf, id: str, seat: str) -> Response:
    async with house.room(id, trash=True) as room:
        return reply(await room.read(_since, seat))


def _since(table: Table, seat: str) -> Since:
    start = table.last_turn(seat)
    return Since(start, table.ply, table.log(seat, start))


@router.get("/frames")
@asks("look", gives=Frames)
async def frames(
    house: HouseOf, id: str, seat: str, first: Annotated[int, Query(alias="from")] = 0, count: int = 50
) -> Response:
    if not 0 <= count <= MOST_FRAMES:
        raise Invalid(f"at most {MOST_FRAMES} frames at a time")
    async with house.room(id, trash=True) as room:
        return reply(await room.read(_frames, seat, first, count))


def _frames(table: Table, seat: str, first: int, count: int) -> Frames:
    """The view at a ply and, for each ply after it, what changes."""
    start = view = table.past_shown(seat, first)
    out = []
    for ply in range(first + 1, min(first + count, table.ply) + 1):
        after = table.past_shown(seat, ply)
        out.append(Frame(ply, view_difference(view, after), table.log(seat, ply - 1, ply)))
        view = after
    return Frames(first, start, out)


@router.get("/film.webp")
@asks("look", gives=Webp)
async def film_file(
    house: HouseOf,
    id: str,
    seat: str,
    first: Annotated[int, Query(alias="from")],
    last: Annotated[int, Query(alias="to")],
) -> Response:
    """A stretch of the game as that seat saw it, as an animated picture."""
    async with house.room(id, trash=True) as room:
        found = await room.read(film.scenes, seat, first, last)
        title = room.table.game.title
    data = await run_in_threadpool(film.animated, title, found)
    return Response(data, 200, {"Cache-Control": "no-store"}, "image/webp")


sockets = APIRouter(prefix="/games/{id}")


@sockets.websocket("/live")
@asks("look", takes=messages.Request, gives=Push | Reply)
async def live_socket(socket: WebSocket, id: str, seat: str = "") -> None:
    person, online = await person_of(socket), socket.app.state.online
    await live.serve(house_of(socket), person, address_of(socket), socket, id, seat, online)

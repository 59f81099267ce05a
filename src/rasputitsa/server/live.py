"""The live socket: one ordered stream of views and updates for one page, and its requests."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from rasputitsa.kernel import Invalid, RasputitsaError
from rasputitsa.server.gate import Act, Forbidden, SignIn, check
from rasputitsa.server.house import House
from rasputitsa.server.limits import TooMuch
from rasputitsa.server.messages import (
    AnswerReply,
    AskRequest,
    ChoicesReply,
    ChoicesRequest,
    DoneReply,
    DoRequest,
    HurriedReply,
    MatchMessage,
    NowRequest,
    PingRequest,
    RefusedReply,
    Reply,
    Request,
    SitRequest,
    UndoRequest,
    ViewRequest,
)
from rasputitsa.server.online import Online
from rasputitsa.server.persons import Person
from rasputitsa.server.problems import Refused, problem
from rasputitsa.server.room import Room, Watcher
from rasputitsa.server.storage.games import Missing
from rasputitsa.server.wire import LARGEST, decode
from rasputitsa.table import Table, Unstored, WrongSeat

_REQUEST = cast(type[Request], Request)
CHECK_EVERY = 15.0
"""Seconds between two looks at whether a page's person is still signed in."""
NOT_FOUND, NOT_YOURS, NONSENSE, TOO_SLOW = 4404, 4403, 4400, 1013


class Envelope(msgspec.Struct):
    """What every request has: whatever else is wrong with it can be told in a reply."""

    id: int
    op: str


ACTS: dict[str, Act] = {
    "do": "do",
    "undo": "undo",
    "choices": "ask",
    "ask": "ask",
    "sit": "look",
    "view": "look",
    "now": "hurry",
    "ping": "see",
}
"""What each request does, in the words of the gate."""


async def serve(
    house: House, person: Person, address: str, socket: WebSocket, id: str, seat: str, online: Online | None = None
) -> None:
    """One page, from its arrival to its leaving."""
    await socket.accept()
    try:
        house.limits.enter(person, address)
    except TooMuch as error:
        return await socket.close(TOO_SLOW, str(error))
    try:
        return await _serve(Page(house, person, address, Watcher(seat), online), socket, id, seat)
    finally:
        house.limits.leave(person, address)


async def _serve(page: Page, socket: WebSocket, id: str, seat: str) -> None:
    house, person = page.house, page.person
    try:
        check(person, "look", await house.known(id), seat)
        async with house.room(id) as room:
            await room.enter(page.watcher, seat)
    except (Missing, SignIn) as error:
        return await socket.close(NOT_FOUND, str(error)[:120])
    except (WrongSeat, Forbidden) as error:
        return await socket.close(NOT_YOURS, str(error)[:120])
    except RasputitsaError as error:
        return await socket.close(NONSENSE, str(error)[:120])
    tasks = [asyncio.create_task(_send(socket, page.watcher)), asyncio.create_task(page.check_person(socket))]
    try:
        await page.seen(room, True)
        await page.listen(socket, room)
    finally:
        room.leave(page.watcher)
        for task in tasks:
            task.cancel()
        await page.seen(room, False)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while (message := await watcher.queue.get()) is not None:
            await socket.send_text(message.decode())
        await socket.close(TOO_SLOW)
    except (WebSocketDisconnect, RuntimeError):
        return


class Page:
    """A page on the socket: its requests, one after the other."""

    def __init__(
        self, house: House, person: Person, address: str, watcher: Watcher, online: Online | None = None
    ) -> None:
        self.house = house
        self.person = person
        self.address = address
        self.watcher = watcher
        self.online = online

    async def seen(self, room: Room, here: bool) -> None:
        """Let the others at the table know who comes and goes."""
        if self.online is not None and self.person.id and self.person.scopes is None:
            with suppress(Unstored):
                await (self.online.came if here else self.online.left)(self.person)
            room.broadcast(MatchMessage())

    async def check_person(self, socket: WebSocket) -> None:
        """Who has been signed out elsewhere is sent away."""
        while self.online is not None:
            await asyncio.sleep(CHECK_EVERY)
            with suppress(Unstored):
                if (await socket.app.state.persons.who(socket)).id != self.person.id:
                    self.watcher.end()
                    break

    async def listen(self, socket: WebSocket, room: Room) -> None:
        while True:
            try:
                text = await socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return None
            try:
                if len(text) > LARGEST:
                    raise Invalid("too long")
                id = decode(text, Envelope).id
            except Invalid as error:
                return await socket.close(NONSENSE, str(error)[:120])
            self.watcher.send(msgspec.json.encode(await self._answer(room, id, text)))

    async def _answer(self, room: Room, id: int, text: str) -> Reply:
        """Carry out a request. Views and updates it causes go out before the reply."""
        try:
            self.house.limits.ask(self.person, self.address)
            await self.house.catch_up(room)
            return await self._carry_out(room, decode(text, _REQUEST))
        except Refused as error:
            self.watcher.send(msgspec.json.encode(error.view))
            return RefusedReply(id=id, error=problem(error.error)[0])
        except Exception as error:
            return RefusedReply(id=id, error=problem(error)[0])

    async def _carry_out(self, room: Room, request: Request) -> Reply:
        id, watcher = request.id, self.watcher
        seat = request.seat if isinstance(request, SitRequest) else watcher.seat
        check(self.person, ACTS[str(request.__struct_config__.tag)], room.known, seat)
        match request:
            case DoRequest():
                await room.do(seat, request.do, request.rev, request.key)
            case UndoRequest():
                await room.undo(seat, request.to, request.rev)
            case ChoicesRequest():
                found = await room.choices(seat, request.handle)
                return ChoicesReply(id=id, rev=found.rev, choices=found.choices, more=found.more)
            case AskRequest():
                answer = await room.read(Table.ask, seat, request.about)
                return AnswerReply(id=id, rev=room.table.rev, answer=answer)
            case SitRequest() | ViewRequest():
                await room.enter(watcher, seat)
            case NowRequest():
                return HurriedReply(id=id, rev=room.table.rev, thinking=room.hurry())
            case PingRequest():
                pass
        return DoneReply(id=id, rev=room.table.rev)

"""The live socket: one ordered stream of views and updates for one page, and its requests."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from rasputitsa.kernel import Invalid, RasputitsaError
from rasputitsa.server.house import House
from rasputitsa.server.messages import (
    AnswerReply,
    AskRequest,
    ChoicesReply,
    ChoicesRequest,
    DoneReply,
    DoRequest,
    HurriedReply,
    NowRequest,
    PingRequest,
    RefusedReply,
    Reply,
    Request,
    SitRequest,
    UndoRequest,
    ViewRequest,
)
from rasputitsa.server.problems import Refused, problem
from rasputitsa.server.room import Room, Watcher
from rasputitsa.server.storage.games import Missing
from rasputitsa.server.wire import LARGEST, decode
from rasputitsa.table import Table, WrongSeat

_REQUEST = cast(type[Request], Request)
NOT_FOUND, NOT_YOURS, NONSENSE, TOO_SLOW = 4404, 4403, 4400, 1013


class Envelope(msgspec.Struct):
    """What every request has: whatever else is wrong with it can be told in a reply."""

    id: int
    op: str


async def serve(house: House, socket: WebSocket, id: str, seat: str) -> None:
    """One page, from its arrival to its leaving."""
    await socket.accept()
    watcher = Watcher(seat)
    try:
        room = await house.room(id)
        await room.enter(watcher, seat)
    except Missing as error:
        return await socket.close(NOT_FOUND, str(error)[:120])
    except WrongSeat as error:
        return await socket.close(NOT_YOURS, str(error)[:120])
    except RasputitsaError as error:
        return await socket.close(NONSENSE, str(error)[:120])
    sender = asyncio.create_task(_send(socket, watcher))
    try:
        await _listen(socket, room, watcher)
    finally:
        room.leave(watcher)
        sender.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while (message := await watcher.queue.get()) is not None:
            await socket.send_text(message.decode())
        await socket.close(TOO_SLOW)
    except (WebSocketDisconnect, RuntimeError):
        return


async def _listen(socket: WebSocket, room: Room, watcher: Watcher) -> None:
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        try:
            if len(text) > LARGEST:
                raise Invalid("too long")
            id = decode(text, Envelope).id
        except Invalid as error:
            await socket.close(NONSENSE, str(error)[:120])
            return
        watcher.send(msgspec.json.encode(await _answer(room, watcher, id, text)))


async def _answer(room: Room, watcher: Watcher, id: int, text: str) -> Reply:
    """Carry out a request. Views and updates it causes go out before the reply."""
    try:
        return await _carry_out(room, watcher, decode(text, _REQUEST))
    except Refused as error:
        watcher.send(msgspec.json.encode(error.view))
        return RefusedReply(id=id, error=problem(error.error)[0])
    except Exception as error:
        return RefusedReply(id=id, error=problem(error)[0])


async def _carry_out(room: Room, watcher: Watcher, request: Request) -> Reply:
    id, seat = request.id, watcher.seat
    match request:
        case DoRequest():
            await room.do(seat, request.do, request.rev)
        case UndoRequest():
            await room.undo(seat, request.to, request.rev)
        case ChoicesRequest():
            found = await room.choices(seat, request.handle)
            return ChoicesReply(id=id, rev=found.rev, choices=found.choices, more=found.more)
        case AskRequest():
            answer = await room.read(Table.ask, seat, request.about)
            return AnswerReply(id=id, rev=room.table.rev, answer=answer)
        case SitRequest():
            await room.enter(watcher, request.seat)
        case ViewRequest():
            await room.enter(watcher, seat)
        case NowRequest():
            return HurriedReply(id=id, rev=room.table.rev, thinking=room.hurry())
        case PingRequest():
            pass
    return DoneReply(id=id, rev=room.table.rev)

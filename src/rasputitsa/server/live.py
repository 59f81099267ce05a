"""The live socket: one ordered stream of views and updates for one page, and its requests."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from rasputitsa.kernel import Invalid, RasputitsaError
from rasputitsa.server.house import House
from rasputitsa.server.problems import Refused, problem
from rasputitsa.server.room import Room, Watcher
from rasputitsa.server.storage.games import Missing
from rasputitsa.server.wire import LARGEST, decode
from rasputitsa.table import Table, WrongSeat

NOT_FOUND, NOT_YOURS, NONSENSE, TOO_SLOW = 4404, 4403, 4400, 1013


class Request(msgspec.Struct, kw_only=True):
    """What a page may ask; which fields count depends on `op`."""

    id: int | str
    op: str
    rev: int = -1
    do: str = ""
    to: int = -1
    handle: str | None = None
    question: str = ""
    args: dict[str, Any] = {}
    seat: str = ""


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
            request = decode(text, Request)
        except Invalid as error:
            await socket.close(NONSENSE, str(error)[:120])
            return
        await _answer(room, watcher, request)


async def _answer(room: Room, watcher: Watcher, request: Request) -> None:
    """Carry out a request. Views and updates it causes go out before the reply."""
    head = {"type": "reply", "id": request.id}
    try:
        said = await _carry_out(room, watcher, request)
        reply = {**head, "ok": True, "rev": room.table.rev, **said}
    except Exception as error:
        cause = error
        if isinstance(error, Refused):
            watcher.send(msgspec.json.encode(error.view))
            cause = error.error
        reply = {**head, "ok": False, "error": problem(cause)[0]}
    watcher.send(msgspec.json.encode(reply))


async def _carry_out(room: Room, watcher: Watcher, request: Request) -> dict[str, Any]:
    seat = watcher.seat
    match request.op:
        case "do":
            await room.do(seat, request.do, request.rev)
        case "undo":
            await room.undo(seat, request.to, request.rev)
        case "choices":
            return await choices(room, seat, request.handle)
        case "ask":
            return {"answer": await room.read(Table.ask, seat, request.question, request.args)}
        case "sit":
            await room.enter(watcher, request.seat)
        case "view":
            await room.enter(watcher, seat)
        case "now":
            return {"thinking": room.hurry()}
        case "ping":
            pass
        case _:
            raise Invalid(f"unknown op {request.op!r}")
    return {}


async def choices(room: Room, seat: str, handle: str | None) -> dict[str, Any]:
    """The actions of a handle, or all of them."""
    if handle is not None:
        return {"choices": await room.read(Table.choices, seat, handle)}
    found, more = await room.read(Table.all_choices, seat)
    return {"choices": found, "more": more} if more else {"choices": found}

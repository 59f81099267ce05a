"""Pictures of positions, drawn in a process of their own: it takes seconds, and the drawing library lets nobody else
work meanwhile. The process starts with the first picture, ends after a while without one, and ends with the server.

Run as a module it is that process: it reads a request and writes a picture, each with its length before it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import struct
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import BinaryIO

import msgspec

from rasputitsa.board.drawing.png import to_png
from rasputitsa.kernel import View
from rasputitsa.kernel.title import titles
from rasputitsa.server.boards import position

log = logging.getLogger("rasputitsa.server")
WIDTH = 900
"""Pixels across."""
PATIENCE = 80.0
"""Seconds for one picture, the start of the process included; those of a whole mail fit into a job's lease."""
IDLE = 300.0
"""Seconds after which the process ends."""
_LENGTH = struct.Struct(">I")


class Request(msgspec.Struct, frozen=True):
    title: str
    view: View
    width: int = WIDTH


class Painter:
    """Draws one picture at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._lock = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def draw(self, title: str, view: View) -> bytes:
        """The view as PNG; nothing if it cannot be drawn, which no notice should wait for."""
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await self._ask(msgspec.json.encode(Request(title, view)))
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                log.warning("a position of %s could not be drawn: %s", title, type(error).__name__)
                await self.close()
                return b""

    async def _ask(self, request: bytes) -> bytes:
        process = self._process = self._process or await _start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(_LENGTH.pack(len(request)) + request)
        await process.stdin.drain()
        (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
        picture = await process.stdout.readexactly(length)
        self._rest()
        return picture

    def _rest(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._tired)

    def _tired(self) -> None:
        """The process ends by itself when nobody can write to it any more."""
        if not self._lock.locked() and self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process = None

    async def close(self) -> None:
        process, self._process = self._process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _start() -> Process:
    path = os.pathsep.join(part for part in sys.path if part)
    command = (sys.executable, "-m", "rasputitsa.server.notice.painter")
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, env={**os.environ, "PYTHONPATH": path}
    )


def draw(request: Request) -> bytes:
    """The picture itself."""
    svg, width = position(titles()[request.title], request.view)
    return to_png(svg, request.width / width)


def main(source: BinaryIO, out: BinaryIO) -> None:
    """Until the server closes our end of the pipe."""
    with suppress(AttributeError, OSError):
        os.nice(4)
    while len(head := source.read(_LENGTH.size)) == _LENGTH.size:
        data = source.read(_LENGTH.unpack(head)[0])
        try:
            picture = draw(msgspec.json.decode(data, type=Request))
        except Exception:
            log.exception("a position could not be drawn")
            picture = b""
        out.write(_LENGTH.pack(len(picture)) + picture)
        out.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)

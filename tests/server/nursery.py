"""Servers by the hundred: each is forked from a process that has read the program already, so that there is time for
many kills."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import msgspec

from rasputitsa.server.settings import Settings

from ..table.toys import ROOT, environment

CODE = """
import os, signal, sys
import msgspec
from rasputitsa.kernel.title import titles
from rasputitsa.server import app, run
from rasputitsa.server.settings import Settings
app.start_drawing = lambda: None
{before}
titles()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if pid := os.fork():
        print(pid, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    run.serve(msgspec.json.decode(line, type=Settings))
"""


class Nursery:
    """The process that servers are forked from. `before` is run in it first: what is to be otherwise in all of them."""

    def __init__(self, before: str = "") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE.format(before=before)],
            env=environment(),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self, settings: Settings) -> int:
        """A server that is ready; its process id."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode(settings).decode() + "\n")
        self.process.stdin.flush()
        lines = [self.process.stdout.readline(), self.process.stdout.readline()]
        assert any("ready" in line for line in lines), lines
        return next(int(line) for line in lines if line.strip().isdigit())

    def close(self) -> None:
        self.process.kill()
        self.process.wait(30)


class Forked:
    """A server that can be killed and started again with the same settings."""

    def __init__(self, nursery: Nursery, settings: Settings) -> None:
        self._nursery = nursery
        self._settings = settings
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._settings.port}"

    def start(self) -> None:
        self._pid = self._nursery.start(self._settings)

    def kill(self) -> None:
        """It is gone when this returns."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
            while True:
                os.kill(self._pid, 0)
                time.sleep(0.005)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, each another one."""
    found = [socket.socket() for _ in range(count)]
    for one in found:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in found]
    for one in found:
        one.close()
    return ports

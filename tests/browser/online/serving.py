"""Server processes as `rasputitsa serve` starts them, and a line to them that can go dead."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from ...server.online.people import URL, Club
from ...table.toys import ROOT, environment

SERVE = (
    "from rasputitsa.server import app, run, settings; import os; app.start_drawing = lambda: None; "
    "run.serve(settings.read_settings(None, os.environ))"
)


class Served:
    """A server process that can be killed and started again on its port."""

    def __init__(self, database_url: str, mail_url: str = "") -> None:
        mail = {"RASPUTITSA_MAIL_URL": mail_url, "RASPUTITSA_MAIL_TLS": "none"}
        if not mail_url:
            mail = {"RASPUTITSA_WITHOUT_MAIL": "true"}
        self._settings = {
            "RASPUTITSA_DATABASE_URL": database_url,
            "RASPUTITSA_ACCOUNTS": "true",
            "RASPUTITSA_PUBLIC_URL": URL,
            **mail,
        }
        self.port = 0
        self.start()

    def start(self) -> None:
        known = environment(**self._settings, RASPUTITSA_PORT=str(self.port))
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE], env=known, cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(" ", 1)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)


@contextmanager
def served(database_url: str, mail_url: str = "") -> Iterator[Served]:
    found = Served(database_url, mail_url)
    try:
        yield found
    finally:
        found.kill()


@contextmanager
def club_at(server: Served, database_url: str) -> Iterator[Club]:
    """The people of a server process."""
    with ExitStack() as stack:
        yield Club(server.port, database_url, stack)


class Line:
    """A way to a server that can be cut, or fall silent without a word as it does for a laptop that sleeps."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._silent = threading.Event()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._silent.is_set():
                    self._open.append(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if self._silent.is_set():
                    return
                goal.sendall(data)
            goal.shutdown(socket.SHUT_WR)

    def fall_silent(self) -> None:
        """Nothing gets through, and nobody is told."""
        self._silent.set()

    def speak(self) -> None:
        """New connections get through again; the old ones stay dead."""
        self._silent.clear()

    def cut(self) -> None:
        """Close what is open."""
        for one in self._open:
            one.close()
        self._open.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()

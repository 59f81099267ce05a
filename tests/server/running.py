"""A real server for the tests: uvicorn on loopback, a real database, real HTTP."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from rasputitsa.server.app import create_app
from rasputitsa.table import merge

from ..table.toys import ROOT, environment
from . import keeping

T = TypeVar("T")


class Client(httpx.Client):
    """HTTP to the server, with the few requests that tests make over and over."""

    def __init__(self, port: int) -> None:
        super().__init__(base_url=f"http://127.0.0.1:{port}", timeout=60, event_hooks={"response": [keeping.check]})
        self.port = port

    def new(self, **wanted: Any) -> str:
        answer = self.post("/api/games", json={"title": "toy", **wanted})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def view(self, id: str, seat: str = "axis", **more: Any) -> dict[str, Any]:
        answer = self.get(f"/api/games/{id}/view", params={"seat": seat, **more})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def do(self, id: str, deed: str, seat: str = "axis", rev: int | None = None) -> httpx.Response:
        known = self.summary(id)["rev"] if rev is None else rev
        return self.post(f"/api/games/{id}/do", json={"seat": seat, "rev": known, "do": deed})

    def play(self, id: str, *deeds: str) -> None:
        """Play for whoever is asked."""
        for deed in deeds:
            answer = self.do(id, deed, self.summary(id)["to_move"])
            assert answer.status_code == 200, answer.text

    def summary(self, id: str) -> dict[str, Any]:
        return dict(self.get(f"/api/games/{id}").json())

    @contextmanager
    def live(self, id: str, seat: str = "axis") -> Iterator[Page]:
        with connect(f"ws://127.0.0.1:{self.port}/api/games/{id}/live?seat={seat}", max_size=None) as socket:
            yield Page(socket)


class Page:
    """A page on the live socket: it keeps its view by applying updates, as the browser does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.rev = self.ply = -1
        self.log: list[dict[str, Any]] = []
        self.thinking: Any = None
        self.messages: list[dict[str, Any]] = []
        self._ids = 0

    def receive(self, timeout: float = 30) -> dict[str, Any]:
        message = dict(msgspec.json.decode(self.socket.recv(timeout)))
        self.messages.append(message)
        if message["type"] == "view":
            self.view, self.log = message["view"], message["log"]
        elif message["type"] == "update":
            assert message["from"] == self.rev
            self.view = merge(self.view, message["patch"])
            self.log = [entry for entry in self.log if entry["ply"] <= message["keep"]] + message["log"]
        if message["type"] in ("view", "update"):
            self.rev, self.ply = message["rev"], message["ply"]
        if message["type"] == "thinking":
            self.thinking = message["thinking"]
        return message

    def until(self, kind: str, timeout: float = 60) -> dict[str, Any]:
        """The next message of that kind."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["type"] == kind:
                return message
        raise TimeoutError(kind)

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send a request; the reply to it."""
        self._ids += 1
        self.socket.send(msgspec.json.encode({"id": self._ids, "op": op, **fields}).decode())
        while (message := self.receive(60)).get("id") != self._ids:
            pass
        return message

    def do(self, deed: str) -> dict[str, Any]:
        return self.ask("do", rev=self.rev, do=deed)


@contextmanager
def running(database_url: str, **settings: Any) -> Iterator[Client]:
    """A server in this process, on a port of its own."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(database_url, **settings), log_level="warning"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        with Client(listener.getsockname()[1]) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(10)


@contextmanager
def process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """A server in a process of its own, as `rasputitsa play` starts it (but it draws no boards in advance), on a folder
    of saved games."""
    code = "from rasputitsa.server import app, run; app.start_drawing = lambda: None; run.play(0, False)"
    started = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(RASPUTITSA_HOME=str(folder)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    line = started.stdout.readline()
    port = int(line.split("localhost:")[1].split("/")[0])
    try:
        with Client(port) as client:
            yield started, client
    finally:
        if started.poll() is None:
            os.kill(started.pid, 9)
        started.wait(10)


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, in a thread of its own: a browser test before this one may have left a loop in ours."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()

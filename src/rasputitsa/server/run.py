"""Starting the server: at home for one machine, or for many players."""

from __future__ import annotations

import errno
import socket
import webbrowser
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from rasputitsa.kernel import RasputitsaError
from rasputitsa.server.app import create_app
from rasputitsa.server.guard import LOCAL
from rasputitsa.server.storage import home, local_url, open_engine

LOCALHOST = "127.0.0.1"


class CannotStart(RasputitsaError):
    """The server cannot start; the text says why in one line."""


def play(port: int = 1941, open_browser: bool = True) -> None:
    """The table on this machine, its saved games in the user's documents; opens the browser. Runs until stopped."""
    listener = _listen(LOCALHOST, port)
    url = local_url()
    open_engine(url).dispose()
    address = f"http://localhost:{listener.getsockname()[1]}/"
    app = create_app(url, hosts=LOCAL, home=str(home()), warm=True)

    def ready() -> None:
        print(f"Rasputitsa is ready at {address} (saved games in {home()}; Ctrl-C ends it)", flush=True)
        if open_browser:
            webbrowser.open(address)

    _run(app, listener, ready)


def serve(database_url: str, *, host: str = "0.0.0.0", port: int = 1941) -> None:
    """The same server for many players. Runs until stopped."""
    listener = _listen(host, port)
    open_engine(database_url).dispose()
    at = listener.getsockname()[1]
    _run(
        create_app(database_url, warm=True),
        listener,
        lambda: print(f"Rasputitsa is ready on {host} port {at}", flush=True),
    )


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket, or one clear line."""
    if not 0 <= port <= 65535:
        raise CannotStart(f"port {port} is no port: it lies between 1 and 65535")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"port {port} is taken by another program; choose another with --port") from None
        raise CannotStart(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _run(app: FastAPI, listener: socket.socket, ready: Callable[[], None]) -> None:
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=128 * 1024, ws_per_message_deflate=False, timeout_graceful_shutdown=2
    )
    _Server(config, ready).run([listener])

"""Starting the server: at home for one machine, or for many players."""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from rasputitsa.kernel import RasputitsaError
from rasputitsa.server import logs
from rasputitsa.server.app import create_app
from rasputitsa.server.guard import LOCAL
from rasputitsa.server.limits import Limits
from rasputitsa.server.notice.outbound import mail_server
from rasputitsa.server.notice.reach import network
from rasputitsa.server.notice.runner import NoticeSettings
from rasputitsa.server.online import AccountSettings
from rasputitsa.server.settings import Settings, is_loopback
from rasputitsa.server.storage import home, local_url, open_engine

log = logging.getLogger("rasputitsa.server")
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


def serve(settings: Settings) -> None:
    """The same server for many players. Runs until stopped."""
    check(settings)
    listener = _listen(settings.host, settings.port)
    open_engine(settings.database_url).dispose()
    logs.set_up(settings.log)
    at = listener.getsockname()[1]
    app = create_app(
        settings.database_url,
        hosts=(*LOCAL, *answers_to(settings)),
        origins=settings.origins,
        warm=True,
        reporting=True,
        thinkers=settings.thinkers,
        open_games=settings.open_games,
        limits=Limits(settings.requests, settings.sockets, settings.games),
        accounts=account_settings(settings),
        notice=notice_settings(settings),
    )
    if settings.accounts and not settings.mail_url:
        log.warning("no mail server is set (mail_url): mail is kept in the database and not sent")
    ready = lambda: print(f"Rasputitsa is ready on {settings.host} port {at}", flush=True)
    _run(app, listener, ready, settings.shutdown, settings.proxies)


def answers_to(settings: Settings) -> tuple[str, ...]:
    """The names of the server besides the local ones: those set, and the one in the address of its pages."""
    own = urlsplit(settings.public_url).hostname
    return (*settings.hosts, own) if own else settings.hosts


def account_settings(settings: Settings) -> AccountSettings | None:
    """What the settings say of accounts; None without them."""
    if not settings.accounts:
        return None
    return AccountSettings(public_url=settings.public_url, running_games=settings.running_games)


def notice_settings(settings: Settings) -> NoticeSettings | None:
    """How people hear of their games; None without accounts."""
    if not settings.accounts:
        return None
    inside = tuple(str(network(text)) for text in settings.hook_networks)
    return NoticeSettings(mail=mail_server(settings), public_url=settings.public_url, inside=inside)


def check(settings: Settings) -> None:
    """Refuse settings with which nobody should start."""
    if not settings.database_url:
        raise CannotStart("no database: set RASPUTITSA_DATABASE_URL or give --database-url")
    if settings.accounts:
        _check_accounts(settings)
    elif not is_loopback(settings.host):
        raise CannotStart(
            f"there are no accounts, so whoever reaches {settings.host} could read and delete every game: "
            "set accounts = true, or listen on 127.0.0.1 behind a proxy that lets in only those you know"
        )


def _check_accounts(settings: Settings) -> None:
    if not settings.public_url.startswith(("http://", "https://")):
        raise CannotStart("accounts need public_url, the address of the pages for links in mails: https://club.example")
    if not settings.mail_url and not settings.without_mail:
        raise CannotStart(
            "accounts need a mail server for sign-up and notices: set mail_url = smtp://user:password@host:587, or "
            "without_mail = true if you know that no mail can be sent"
        )
    notice_settings(settings)


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
            _tell_systemd()


def _tell_systemd() -> None:
    """Whoever started us as a service of the kind `notify` waits for this word."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(b"READY=1", address.replace("@", "\0", 1) if address.startswith("@") else address)


def _run(
    app: FastAPI,
    listener: socket.socket,
    ready: Callable[[], None],
    shutdown: int = 2,
    proxies: tuple[str, ...] = ("127.0.0.1",),
) -> None:
    """Until stopped; requests under way have `shutdown` seconds to end, and what is being stored is stored."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=128 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=shutdown,
        timeout_keep_alive=20,
        server_header=False,
        forwarded_allow_ips=list(proxies),
    )
    _collect_rarely()
    _Server(config, ready).run([listener])


def _collect_rarely() -> None:
    """Titles, boards and programs stay for ever: the garbage collector need not look at them again, and what comes and
    goes with a request is freed without it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)

"""The application: routes, refusals, static files, and what is opened and closed with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path

import msgspec
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa import __version__
from rasputitsa.kernel import RasputitsaError
from rasputitsa.server import openapi
from rasputitsa.server.defects import Defects
from rasputitsa.server.guard import Guard
from rasputitsa.server.house import MOST_OPEN, House
from rasputitsa.server.kept import Kept
from rasputitsa.server.limits import Limits
from rasputitsa.server.logs import Requests
from rasputitsa.server.measures import Measures, figures
from rasputitsa.server.messages import Problem, Refusal
from rasputitsa.server.notice.runner import Notice, NoticeSettings
from rasputitsa.server.online import AccountSettings, BySession, Online
from rasputitsa.server.persons import AtHome, Persons
from rasputitsa.server.problems import Refused, problem
from rasputitsa.server.routes import accounts as accounts_routes
from rasputitsa.server.routes import admin, feedback, games, lobby, match, orders, people, play, status, titles
from rasputitsa.server.routes import notice as notice_routes
from rasputitsa.server.statics import STATIC, Client
from rasputitsa.server.storage import open_engine
from rasputitsa.server.warm import start as start_drawing
from rasputitsa.server.wire import reply
from rasputitsa.table import Unstored
from rasputitsa.table.thinking import GRACE, Thinkers

ROUTERS = (
    (titles.router, "/api"),
    (games.router, "/api"),
    (play.router, "/api"),
    (orders.router, "/api"),
    (feedback.router, "/api"),
    (play.sockets, "/api"),
    (accounts_routes.router, "/api"),
    (notice_routes.router, "/api"),
    (people.router, "/api"),
    (lobby.router, "/api"),
    (match.router, "/api"),
    (admin.router, "/api"),
    (status.router, ""),
)
"""Everything that can be asked, and below which address."""
_ZIP_FROM = 4096
REPORT_EVERY = 15.0
"""Seconds between two reports of a process's figures."""


def create_app(
    database_url: str,
    *,
    hosts: tuple[str, ...] = (),
    origins: tuple[str, ...] = (),
    home: str = "",
    thinkers: int = 1,
    grace: float = GRACE,
    static: Path = STATIC,
    warm: bool = False,
    reporting: bool = False,
    persons: Persons | None = None,
    limits: Limits | None = None,
    open_games: int = MOST_OPEN,
    accounts: AccountSettings | None = None,
    hasher: PasswordHasher | None = None,
    notice: NoticeSettings | None = None,
) -> FastAPI:
    """The server on a database. `hosts` limits the names it answers to, `origins` are other addresses whose pages may
    use it; `thinkers` is the number of processes for computer players, which get `grace` seconds over their limit;
    `warm` draws the boards before anybody asks; `reporting` leaves figures for other processes; `persons` says who asks
    (at home: the one person there is); `open_games` are kept in memory; with `accounts` people sign in, their passwords
    hashed by `hasher`, and hear of their games as `notice` says (without it: not at all)."""
    knows = persons or (BySession() if accounts else AtHome())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = await run_in_threadpool(open_engine, database_url)
        house = app.state.house = House(engine, Thinkers(thinkers, grace), limits or Limits(), open_games)
        online = await run_in_threadpool(_online, house, accounts, hasher) if knows.accounts else None
        app.state.online = online
        notices = app.state.notice = Notice(house, notice or NoticeSettings()) if online else None
        if notices is not None and notice is not None:
            notices.start()
        chores = asyncio.create_task(online.run()) if online else None
        drawing = await run_in_threadpool(start_drawing) if warm else None
        reports = asyncio.create_task(_report(house, app.state.measures)) if reporting else None
        yield
        if reports is not None:
            reports.cancel()
        if drawing is not None:
            drawing.kill()
            drawing.wait()
        if chores is not None:
            chores.cancel()
        if notices is not None:
            await notices.close()
        await house.close()
        if online is not None:
            await run_in_threadpool(online.close)
        await run_in_threadpool(engine.dispose)

    app = FastAPI(title="Rasputitsa", version=__version__, lifespan=lifespan, openapi_url=None)
    app.state.home = home
    app.state.persons = knows
    app.state.measures = Measures()
    for router, prefix in ROUTERS:
        app.include_router(router, prefix=prefix)
    app.state.schema = cache(lambda: Kept.of(msgspec.json.encode(openapi.schema(ROUTERS)), "application/json"))
    app.mount("/", Client(static))
    app.add_middleware(Defects)
    app.add_middleware(GZipMiddleware, minimum_size=_ZIP_FROM)
    app.add_middleware(Guard, hosts=hosts, origins=origins)
    app.add_middleware(Requests, measures=app.state.measures)
    _handle_errors(app)
    return app


def _online(house: House, accounts: AccountSettings | None, hasher: PasswordHasher | None) -> Online:
    return Online(house, accounts or AccountSettings(), hasher)


async def _report(house: House, measures: Measures) -> None:
    while True:
        with suppress(Unstored):
            await run_in_threadpool(house.games.report, figures(house, measures))
        await asyncio.sleep(REPORT_EVERY)


def _handle_errors(app: FastAPI) -> None:
    for kind in (RasputitsaError, Refused):
        app.add_exception_handler(kind, _refuse)
    app.add_exception_handler(RequestValidationError, _bad_parameters)
    app.add_exception_handler(HTTPException, _http)


async def _refuse(request: Request, error: Exception) -> Response:
    cause = error.error if isinstance(error, Refused) else error
    said, status = problem(cause)
    return reply(Refusal(said, error.view if isinstance(error, Refused) else None), status)


async def _bad_parameters(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    where = "; ".join(f"{part['loc'][-1]}: {part['msg']}" for part in error.errors())
    return reply(Refusal(Problem("invalid", f"not a proper request: {where}")), 400)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "missing" if error.status_code == 404 else "invalid"
    text = "There is nothing here." if error.status_code == 404 else str(error.detail)
    body = msgspec.json.encode(Refusal(Problem(code, text)))
    return Response(body, error.status_code, error.headers, "application/json")

"""What can be played, and the boards it is played on."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa import __version__
from rasputitsa.board.drawing.symbols import Symbols
from rasputitsa.kernel import Title
from rasputitsa.kernel.title import titles
from rasputitsa.kernel.view import Rule
from rasputitsa.server import boards
from rasputitsa.server.kept import Kept
from rasputitsa.server.messages import About, BoardPack, TitleInfo
from rasputitsa.server.routes.common import GATED, Svg, asks
from rasputitsa.server.storage.games import Missing
from rasputitsa.server.summaries import title_info
from rasputitsa.server.wire import reply

router = APIRouter(dependencies=GATED)


def _title(name: str) -> Title:
    known = titles()
    if name not in known:
        raise Missing(f"There is no title {name!r} (there are {', '.join(known) or 'none'}).")
    return known[name]


@router.get("/about")
@asks("titles", gives=About)
async def about(request: Request) -> Response:
    return reply(About("Rasputitsa", __version__, request.app.state.home, request.app.state.online is not None))


@router.get("/openapi.json")
@asks("titles", gives=dict[str, Any])
async def schema(request: Request) -> Response:
    """This schema."""
    kept: Kept = await run_in_threadpool(request.app.state.schema)
    return kept.response(request)


@router.get("/titles")
@asks("titles", gives=list[TitleInfo])
async def all_titles() -> Response:
    return reply([title_info(title) for title in titles().values()])


@router.get("/titles/{name}/board")
@asks("titles", gives=BoardPack)
async def board(request: Request, name: str) -> Response:
    return (await run_in_threadpool(boards.board, _title(name))).response(request)


@router.get("/titles/{name}/map.svg")
@asks("titles", gives=Svg)
async def picture(request: Request, name: str, theme: str = "light") -> Response:
    return (await run_in_threadpool(boards.picture, _title(name), theme)).response(request)


@router.get("/titles/{name}/rules/{number}")
@asks("titles", gives=Rule)
async def rule(name: str, number: str) -> Response:
    return reply(boards.rule(_title(name), number))


@router.get("/symbols.json")
@asks("titles", gives=Symbols)
async def symbols(request: Request) -> Response:
    return boards.symbols().response(request)

"""Other people: finding them, their pages, reporting them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.server.accounts.messages import PersonInfo, Report
from rasputitsa.server.lobby.messages import Profile
from rasputitsa.server.routes.common import ONLINE, OnlineOf, PersonOf, asks
from rasputitsa.server.wire import read, reply

router = APIRouter(prefix="/people", dependencies=ONLINE)


@router.get("")
@asks("people", gives=list[PersonInfo])
async def people(online: OnlineOf, person: PersonOf, search: Annotated[str, Query(max_length=40)] = "") -> Response:
    return reply(await run_in_threadpool(online.profiles.search, person, search))


@router.get("/{name}")
@asks("people", gives=Profile)
async def profile(online: OnlineOf, person: PersonOf, name: str) -> Response:
    return reply(await run_in_threadpool(online.profiles.one, person, name))


@router.post("/{name}/report")
@asks("report", takes=Report, status=204)
async def report(online: OnlineOf, person: PersonOf, request: Request, name: str) -> Response:
    wanted = await read(request, Report)
    await run_in_threadpool(online.profiles.report, person, name, wanted)
    return Response(status_code=204)

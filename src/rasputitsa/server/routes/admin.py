"""For those who run the server: reports, closing accounts, handing over seats, and the log of all that."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.server.lobby.messages import AnswerReport, Close, Deed, HandOver, Member, ReportLine, SeatLine
from rasputitsa.server.messages import Summary
from rasputitsa.server.routes.common import ONLINE, HouseOf, OnlineOf, PersonOf, asks
from rasputitsa.server.summaries import summary
from rasputitsa.server.wire import read, reply

router = APIRouter(prefix="/admin", dependencies=ONLINE)


@router.get("/reports")
@asks("govern", gives=list[ReportLine])
async def reports(online: OnlineOf) -> Response:
    return reply(await run_in_threadpool(online.governing.reports))


@router.post("/reports/{number}")
@asks("govern", takes=AnswerReport, status=204)
async def answer_report(online: OnlineOf, person: PersonOf, request: Request, number: int) -> Response:
    wanted = await read(request, AnswerReport)
    await run_in_threadpool(online.governing.answer, person, number, wanted)
    return Response(status_code=204)


@router.get("/people")
@asks("govern", gives=list[Member])
async def members(online: OnlineOf, search: Annotated[str, Query(max_length=40)] = "") -> Response:
    return reply(await run_in_threadpool(online.governing.members, search))


@router.get("/people/{name}/seats")
@asks("govern", gives=list[SeatLine])
async def seats(online: OnlineOf, name: str) -> Response:
    return reply(await run_in_threadpool(online.governing.seats, name))


@router.post("/people/{name}/close")
@asks("govern", takes=Close, status=204)
async def close(online: OnlineOf, person: PersonOf, request: Request, name: str) -> Response:
    wanted = await read(request, Close)
    await run_in_threadpool(online.governing.close, person, name, wanted)
    return Response(status_code=204)


@router.post("/games/{id}/seat")
@asks("govern", takes=HandOver, gives=Summary)
async def hand_over(online: OnlineOf, house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, HandOver)
    await run_in_threadpool(online.governing.hand_over, person, id, wanted)
    await house.refresh(id)
    return reply(summary(await house.known(id)))


@router.get("/log")
@asks("govern", gives=list[Deed])
async def log(online: OnlineOf) -> Response:
    return reply(await run_in_threadpool(online.governing.log))

"""For those who look after the server: does it live, is it ready, and its figures."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rasputitsa.server.measures import written
from rasputitsa.server.routes.common import GATED, HouseOf, Text, asks
from rasputitsa.table import Unstored

router = APIRouter(dependencies=GATED)


@router.get("/health")
@asks("health", gives=Text)
async def health() -> Response:
    """The process answers."""
    return PlainTextResponse("alive\n")


@router.get("/ready")
@asks("health", gives=Text)
async def ready(house: HouseOf) -> Response:
    """The database can be read."""
    try:
        await run_in_threadpool(house.games.count)
    except Unstored:
        return PlainTextResponse("the database cannot be read\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
@asks("measure", gives=Text)
async def metrics(house: HouseOf, request: Request) -> Response:
    """All processes of the database in one answer, in the form that Prometheus reads."""
    text = await run_in_threadpool(written, house, request.app.state.measures)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

"""The lobby: offers, one's own games, games to watch."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.server.lobby.messages import MyGame, NewOffer, NextGame, Offer
from rasputitsa.server.messages import Summary
from rasputitsa.server.routes.common import ONLINE, OnlineOf, PersonOf, asks
from rasputitsa.server.summaries import summary
from rasputitsa.server.wire import read, reply

router = APIRouter(prefix="/lobby", dependencies=ONLINE)


@router.get("/offers")
@asks("lobby", gives=list[Offer])
async def offers(online: OnlineOf, person: PersonOf) -> Response:
    return reply(await run_in_threadpool(online.offers.listing, person))


@router.post("/offers")
@asks("offer", takes=NewOffer, gives=Offer, status=201)
async def make_offer(online: OnlineOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, NewOffer)
    return reply(await run_in_threadpool(online.offers.make, person, wanted), 201)


@router.get("/offers/{key}")
@asks("lobby", gives=Offer)
async def offer(online: OnlineOf, person: PersonOf, key: str) -> Response:
    return reply(await run_in_threadpool(online.offers.one, person, key))


@router.post("/offers/{key}/join")
@asks("offer", gives=Summary, status=201)
async def join(online: OnlineOf, person: PersonOf, key: str) -> Response:
    return reply(summary(await online.offers.join(person, key)), 201)


@router.delete("/offers/{key}")
@asks("offer", status=204)
async def withdraw(online: OnlineOf, person: PersonOf, key: str) -> Response:
    await run_in_threadpool(online.offers.withdraw, person, key)
    return Response(status_code=204)


@router.get("/games")
@asks("lobby", gives=list[MyGame])
async def games(online: OnlineOf, person: PersonOf, over: bool = False) -> Response:
    return reply(await run_in_threadpool(online.matches.mine, person, over))


@router.get("/watch")
@asks("lobby", gives=list[Summary])
async def watch(online: OnlineOf) -> Response:
    return reply(await run_in_threadpool(online.matches.watch))


@router.get("/next")
@asks("lobby", gives=NextGame)
async def next_game(online: OnlineOf, person: PersonOf, after: Annotated[str, Query(max_length=16)] = "") -> Response:
    return reply(await run_in_threadpool(online.matches.next, person, after))

"""Standing orders: what a seat answers while its owner is away (kernel/standing.py). Nobody else sees them."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.kernel import Title
from rasputitsa.kernel.standing import reactions, standing
from rasputitsa.server.gate import check
from rasputitsa.server.messages import GivenOrder, GiveOrders, ReactionInfo, ReactionReply, StandingOrders
from rasputitsa.server.routes.common import GATED, HouseOf, PersonOf, asks
from rasputitsa.server.wire import read, reply
from rasputitsa.table import Table

router = APIRouter(prefix="/games/{id}", dependencies=GATED)


@router.get("/orders")
@asks("do", gives=StandingOrders)
async def orders(house: HouseOf, id: str, seat: str) -> Response:
    async with house.room(id) as room:
        return reply(await room.read(_orders, seat))


@router.put("/orders")
@asks("do", takes=GiveOrders, gives=StandingOrders)
async def give_orders(house: HouseOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, GiveOrders)
    async with house.room(id) as room:
        check(person, "do", room.known, wanted.seat)
        await house.order(room, wanted)
        return reply(await room.read(_orders, wanted.seat))


def _orders(table: Table, seat: str) -> StandingOrders:
    given = [GivenOrder(order, table.why_void(seat, order)) for order in table.standing_orders(seat)]
    title = table.game.title
    return StandingOrders(table.history.now.turn, _reactions(title), given, list(standing(title).usual))


def _reactions(title: Title) -> list[ReactionInfo]:
    return [
        ReactionInfo(r.ask, r.label, r.rule, [ReactionReply(a.id, a.label) for a in r.replies], r.odds, r.units)
        for r in reactions(title).values()
    ]

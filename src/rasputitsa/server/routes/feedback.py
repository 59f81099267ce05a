"""F10: a player's report reaches whoever runs the server."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa import __version__
from rasputitsa.server.gate import may
from rasputitsa.server.messages import Feedback, Reported
from rasputitsa.server.online import Online
from rasputitsa.server.routes.common import GATED, HouseOf, PersonOf, asks
from rasputitsa.server.storage.feedback import keep
from rasputitsa.server.wire import LARGEST_REPORT, read, reply
from rasputitsa.table import Table

router = APIRouter(prefix="/games/{id}", dependencies=GATED)


@router.post("/report")
@asks("look", takes=Feedback, gives=Reported, status=201)
async def report(house: HouseOf, person: PersonOf, request: Request, id: str, seat: str) -> Response:
    """Words, the record as that seat may read it, what it sees, and a picture."""
    said = await read(request, Feedback, LARGEST_REPORT)
    row = await house.known(id)
    record = await house.export(row, seat, may(person, "export all", row))
    async with house.room(id, trash=True) as room:
        view = await room.read(Table.view, seat)
    data = {
        "version": __version__,
        "game": id,
        "seat": seat,
        "email": said.email,
        "ply": said.ply,
        "page": said.page,
        "record": record,
        "view": view,
        "picture": said.picture,
    }
    text = f"{said.text}\n\n{msgspec.json.encode(data).decode()}"
    online: Online | None = request.app.state.online
    link = f"{online.settings.public_url}/#/admin" if online else ""
    number = await run_in_threadpool(keep, house.games.engine, person.id[:16], id, text, link)
    return reply(Reported(number), 201)

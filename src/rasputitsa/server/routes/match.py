"""At the table of a game between people: its terms and clock, resigning, draws, take-backs, talk and notes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.server.lobby.messages import Chat, ChatLine, Claim, Draw, Match, Note, NoteText, Resign, Say, TakeBack
from rasputitsa.server.routes.common import ONLINE, OnlineOf, PersonOf, asks
from rasputitsa.server.wire import read, reply

router = APIRouter(prefix="/games/{id}", dependencies=ONLINE)


@router.get("/match")
@asks("match", gives=Match)
async def match(online: OnlineOf, person: PersonOf, id: str) -> Response:
    return reply(await run_in_threadpool(online.matches.one, person, id))


@router.post("/resign")
@asks("treat", takes=Resign, gives=Match)
async def resign(online: OnlineOf, person: PersonOf, request: Request, id: str) -> Response:
    return reply(await online.treaties.resign(person, id, await read(request, Resign)))


@router.post("/draw")
@asks("treat", takes=Draw, gives=Match)
async def draw(online: OnlineOf, person: PersonOf, request: Request, id: str) -> Response:
    return reply(await online.treaties.draw(person, id, await read(request, Draw)))


@router.post("/take-back")
@asks("treat", takes=TakeBack, gives=Match)
async def take_back(online: OnlineOf, person: PersonOf, request: Request, id: str) -> Response:
    return reply(await online.treaties.take_back(person, id, await read(request, TakeBack)))


@router.post("/claim")
@asks("treat", takes=Claim, gives=Match)
async def claim(online: OnlineOf, person: PersonOf, request: Request, id: str) -> Response:
    return reply(await online.treaties.claim(person, id, await read(request, Claim)))


@router.post("/remind")
@asks("treat", gives=Match)
async def remind(online: OnlineOf, person: PersonOf, id: str) -> Response:
    return reply(await online.treaties.remind(person, id))


@router.get("/chat")
@asks("hear", gives=Chat)
async def chat(online: OnlineOf, id: str, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    return reply(await run_in_threadpool(online.talk.said, id, after))


@router.post("/chat")
@asks("talk", takes=Say, gives=ChatLine, status=201)
async def say(online: OnlineOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, Say)
    line = await run_in_threadpool(online.talk.say, person, id, wanted.text)
    online.house.tell(id)
    return reply(line, 201)


@router.get("/notes")
@asks("note", gives=NoteText)
async def note(online: OnlineOf, person: PersonOf, id: str) -> Response:
    return reply(await run_in_threadpool(online.talk.note, person, id))


@router.put("/notes")
@asks("note", takes=Note, gives=NoteText)
async def write_note(online: OnlineOf, person: PersonOf, request: Request, id: str) -> Response:
    wanted = await read(request, Note)
    return reply(await run_in_threadpool(online.talk.write, person, id, wanted.text))

"""People: signing up, logging in, one's own account, devices and tokens."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.doors import Visitor
from rasputitsa.server.accounts.messages import (
    Account,
    AskReset,
    ChangeAccount,
    ChangeEmail,
    ChangePassword,
    Confirm,
    ConfirmEmail,
    DeleteAccount,
    Device,
    LogIn,
    NewToken,
    Reset,
    Sent,
    SignUp,
    TokenInfo,
    TokenMade,
)
from rasputitsa.server.accounts.rows import AccountRow
from rasputitsa.server.online import COOKIE, Online
from rasputitsa.server.routes.common import ONLINE, OnlineOf, PersonOf, address_of, asks
from rasputitsa.server.wire import read, reply

router = APIRouter(prefix="/account", dependencies=ONLINE)

MONTHS = 180 * 24 * 60 * 60
"""Seconds a browser keeps the cookie; the server forgets a device that does not come for half of that."""


def _visitor(request: Request) -> Visitor:
    return Visitor(address_of(request), request.headers.get("user-agent", ""))


def _signed_in(online: Online, request: Request, came: tuple[AccountRow, str], status: int = 200) -> Response:
    account, secret = came
    answer = reply(rows.shown(account), status)
    secure = online.settings.secure or request.url.scheme == "https"
    answer.set_cookie(COOKIE, secret, max_age=MONTHS, secure=secure, httponly=True, samesite="strict")
    return answer


def _signed_out() -> Response:
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer


# -- coming in ------------------------------------------------------------------------------------------------


@router.post("/sign-up")
@asks("enter", takes=SignUp, gives=Sent, status=202)
async def sign_up(online: OnlineOf, request: Request) -> Response:
    wanted = await read(request, SignUp)
    return reply(await run_in_threadpool(online.doors.sign_up, wanted, _visitor(request)), 202)


@router.post("/confirm")
@asks("enter", takes=Confirm, gives=Account, status=201)
async def confirm(online: OnlineOf, request: Request) -> Response:
    came = await online.doors.confirm(await read(request, Confirm), _visitor(request))
    return _signed_in(online, request, came, 201)


@router.post("/log-in")
@asks("enter", takes=LogIn, gives=Account)
async def log_in(online: OnlineOf, request: Request) -> Response:
    return _signed_in(online, request, await online.doors.log_in(await read(request, LogIn), _visitor(request)))


@router.post("/log-out")
@asks("enter", status=204)
async def log_out(online: OnlineOf, person: PersonOf) -> Response:
    if person.session:
        await run_in_threadpool(online.sessions.sign_out, person, person.session)
    return _signed_out()


@router.post("/reset")
@asks("enter", takes=AskReset, gives=Sent, status=202)
async def ask_reset(online: OnlineOf, request: Request) -> Response:
    wanted = await read(request, AskReset)
    return reply(await run_in_threadpool(online.doors.ask_reset, wanted, _visitor(request)), 202)


@router.post("/reset/confirm")
@asks("enter", takes=Reset, gives=Account)
async def reset(online: OnlineOf, request: Request) -> Response:
    return _signed_in(online, request, await online.doors.reset(await read(request, Reset), _visitor(request)))


@router.post("/email/confirm")
@asks("enter", takes=ConfirmEmail, gives=Account)
async def confirm_email(online: OnlineOf, request: Request) -> Response:
    wanted = await read(request, ConfirmEmail)
    return reply(rows.shown(await run_in_threadpool(online.doors.confirm_email, wanted.token)))


# -- one's own account ----------------------------------------------------------------------------------------


@router.get("")
@asks("account", gives=Account)
async def account(online: OnlineOf, person: PersonOf) -> Response:
    return reply(rows.shown(await run_in_threadpool(online.own.account, person)))


@router.patch("")
@asks("account", takes=ChangeAccount, gives=Account)
async def change(online: OnlineOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, ChangeAccount)
    return reply(rows.shown(await run_in_threadpool(online.own.change, person, wanted)))


@router.post("/password")
@asks("account", takes=ChangePassword, gives=Account)
async def change_password(online: OnlineOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, ChangePassword)
    return reply(rows.shown(await online.doors.change_password(person, wanted, _visitor(request))))


@router.post("/email")
@asks("account", takes=ChangeEmail, gives=Sent, status=202)
async def change_email(online: OnlineOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, ChangeEmail)
    return reply(await online.doors.change_email(person, wanted, _visitor(request)), 202)


@router.get("/export")
@asks("account", gives=dict[str, Any])
async def export(online: OnlineOf, person: PersonOf) -> Response:
    answer = reply(await run_in_threadpool(online.leaving.export, person))
    answer.headers["Content-Disposition"] = 'attachment; filename="rasputitsa-account.json"'
    return answer


@router.post("/delete")
@asks("account", takes=DeleteAccount, status=204)
async def delete(online: OnlineOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, DeleteAccount)
    await online.doors.own(person, wanted.password, _visitor(request))
    for id in await run_in_threadpool(online.leaving.own_games, person):
        if await online.house.trash(id) is not None:
            await online.house.trash(id)
    for id in await run_in_threadpool(online.leaving.leave, person):
        await online.house.refresh(id)
        online.house.tell(id)
    return _signed_out()


# -- devices and tokens ---------------------------------------------------------------------------------------


@router.get("/devices")
@asks("account", gives=list[Device])
async def devices(online: OnlineOf, person: PersonOf) -> Response:
    return reply(await run_in_threadpool(online.sessions.devices, person))


@router.delete("/devices/{key}")
@asks("account", status=204)
async def sign_out(online: OnlineOf, person: PersonOf, key: str) -> Response:
    await run_in_threadpool(online.sessions.sign_out, person, key)
    return Response(status_code=204)


@router.get("/tokens")
@asks("account", gives=list[TokenInfo])
async def tokens(online: OnlineOf, person: PersonOf) -> Response:
    return reply(await run_in_threadpool(online.sessions.tokens, person))


@router.post("/tokens")
@asks("account", takes=NewToken, gives=TokenMade, status=201)
async def make_token(online: OnlineOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, NewToken)
    return reply(await run_in_threadpool(online.sessions.make_token, person, wanted), 201)


@router.delete("/tokens/{key}")
@asks("account", status=204)
async def drop_token(online: OnlineOf, person: PersonOf, key: str) -> Response:
    await run_in_threadpool(online.sessions.drop_token, person, key)
    return Response(status_code=204)


# -- blocks ---------------------------------------------------------------------------------------------------


@router.get("/blocks")
@asks("account", gives=list[str])
async def blocks(online: OnlineOf, person: PersonOf) -> Response:
    return reply(await run_in_threadpool(online.own.blocks, person))


@router.put("/blocks/{name}")
@asks("account", status=204)
async def block(online: OnlineOf, person: PersonOf, name: str) -> Response:
    await run_in_threadpool(online.own.block, person, name)
    return Response(status_code=204)


@router.delete("/blocks/{name}")
@asks("account", status=204)
async def unblock(online: OnlineOf, person: PersonOf, name: str) -> Response:
    await run_in_threadpool(online.own.unblock, person, name)
    return Response(status_code=204)

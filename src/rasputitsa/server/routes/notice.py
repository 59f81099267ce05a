"""Notices: webhooks, pushes, and the link in a mail that stops them."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rasputitsa.server.notice.messages import NewPush, NewWebhook, Pushes, PushInfo, WebhookInfo, WebhookMade
from rasputitsa.server.routes.common import ONLINE, Html, PersonOf, SubscriptionsOf, asks
from rasputitsa.server.wire import read, reply

router = APIRouter(dependencies=ONLINE)

_CSP = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Rasputitsa</title><body style='font:17px/1.5 Georgia,serif;max-width:34em;margin:4em auto;padding:0 1em'>"
    "{body}</body></html>"
)
_BUTTON = '<form method="post"><button style="font:inherit;padding:.4em 1em">No more of these mails</button></form>'


def _page(body: str) -> Response:
    headers = {"Content-Security-Policy": _CSP, "Cache-Control": "no-store"}
    return HTMLResponse(_PAGE.format(body=body), headers=headers)


@router.get("/unsubscribe/{token}")
@asks("enter", gives=Html)
async def ask_unsubscribe(subscriptions: SubscriptionsOf, token: str) -> Response:
    """A page with a button: whatever looks at the links of a mail changes nothing."""
    what = await run_in_threadpool(subscriptions.subject, token)
    return _page(f"<p>You get mails about {escape(what)}.</p>{_BUTTON}")


@router.post("/unsubscribe/{token}")
@asks("enter", gives=Html)
async def unsubscribe(subscriptions: SubscriptionsOf, token: str) -> Response:
    """One click (RFC 8058), without signing in."""
    what = await run_in_threadpool(subscriptions.unsubscribe, token)
    return _page(
        f"<p>Done: no more mails about {escape(what)}.</p><p>You can switch them on again in your account.</p>"
    )


@router.get("/account/webhooks")
@asks("account", gives=list[WebhookInfo])
async def webhooks(subscriptions: SubscriptionsOf, person: PersonOf) -> Response:
    return reply(await run_in_threadpool(subscriptions.webhooks, person.id))


@router.post("/account/webhooks")
@asks("account", takes=NewWebhook, gives=WebhookMade, status=201)
async def add_webhook(subscriptions: SubscriptionsOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, NewWebhook)
    return reply(await run_in_threadpool(subscriptions.add_webhook, person.id, wanted.url), 201)


@router.delete("/account/webhooks/{key}")
@asks("account", status=204)
async def remove_webhook(subscriptions: SubscriptionsOf, person: PersonOf, key: str) -> Response:
    await run_in_threadpool(subscriptions.remove_webhook, person.id, key)
    return Response(status_code=204)


@router.get("/account/push")
@asks("account", gives=Pushes)
async def pushes(subscriptions: SubscriptionsOf, person: PersonOf) -> Response:
    return reply(await run_in_threadpool(subscriptions.browsers, person.id))


@router.post("/account/push")
@asks("account", takes=NewPush, gives=PushInfo, status=201)
async def add_push(subscriptions: SubscriptionsOf, person: PersonOf, request: Request) -> Response:
    wanted = await read(request, NewPush)
    return reply(await run_in_threadpool(subscriptions.add_browser, person.id, wanted), 201)


@router.delete("/account/push/{key}")
@asks("account", status=204)
async def remove_push(subscriptions: SubscriptionsOf, person: PersonOf, key: str) -> Response:
    await run_in_threadpool(subscriptions.remove_browser, person.id, key)
    return Response(status_code=204)

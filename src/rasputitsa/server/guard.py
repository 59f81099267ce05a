"""At the door: which names this server answers to, whose pages may use it, and what its own pages may do.

Browsers let any page send requests to any server, localhost too. They say where a page comes from (Origin,
Sec-Fetch-Site) and which name was used (Host); checking them keeps strangers' pages out without tokens. The headers of
every answer keep our own page from loading or sending anything elsewhere, should a text ever be taken for code.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rasputitsa.server.messages import Problem, Refusal

LOCAL = ("localhost", "127.0.0.1", "::1")
CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""No script but our own files; style attributes only, because the drawn maps carry some."""
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = (), origins: tuple[str, ...] = ()) -> None:
        """`hosts` are the only names this server answers to; none means any. Pages of `origins` may use it besides its
        own."""
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        why = self._why_not(Headers(scope=scope), scope.get("method", "GET"))
        if why and scope["type"] == "websocket":
            await receive()
            return await send({"type": "websocket.close", "code": 4403, "reason": why})
        if why:
            body = msgspec.json.encode(Refusal(Problem("origin", why)))
            return await Response(body, 403, media_type="application/json")(scope, receive, _safe(send))
        return await self._app(scope, receive, _safe(send))

    def _why_not(self, headers: Headers, method: str) -> str:
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._hosts and (_name(host) not in self._hosts):
            return "This server does not answer to that name."
        if origin in self._origins:
            return ""
        if origin is not None and origin != "null" and _netloc(origin) != host:
            return "A page of another site may not use this server."
        if method not in SAFE and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return "A page of another site may not use this server."
        return "A page without an origin may not use this server." if origin == "null" else ""


def _safe(send: Send) -> Send:
    """Sends with the headers that every answer carries."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""

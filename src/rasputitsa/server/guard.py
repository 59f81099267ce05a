"""At the door: pages of other sites may not use this server, and a local table answers only to local names.

Browsers let any page send requests to localhost. They say where a page comes from (Origin) and which name was used
(Host); checking both keeps strangers' pages out without accounts or tokens.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from rasputitsa.server.messages import Problem, Refusal

LOCAL = ("localhost", "127.0.0.1", "::1")


class Guard:
    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = ()) -> None:
        """`hosts` are the only names this server answers to; none means any."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            why = self._why_not(Headers(scope=scope))
            if why:
                body = msgspec.json.encode(Refusal(Problem("origin", why)))
                if scope["type"] == "websocket":
                    await receive()
                    return await send({"type": "websocket.close", "code": 4403, "reason": why})
                return await Response(body, 403, media_type="application/json")(scope, receive, send)
        return await self._app(scope, receive, send)

    def _why_not(self, headers: Headers) -> str:
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._hosts and (_name(host) not in self._hosts):
            return "This server answers only to local names."
        if origin is not None and origin != "null" and urlsplit(origin).netloc != host:
            return "A page of another site may not use this server."
        return "A page without an origin may not use this server." if origin == "null" else ""


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""

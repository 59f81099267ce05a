"""The server's log: one line per request that was refused or failed and per event, with an id for each request; as
text, or as JSON for machines. Bodies, cookies and addresses of databases are never in it."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from typing import Literal

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rasputitsa.server.measures import Measures

log = logging.getLogger("rasputitsa.server")
request_id: ContextVar[str] = ContextVar("request_id", default="")
_ID = re.compile(r"[A-Za-z0-9_-]{6,64}")


class Requests:
    """Gives each request an id (a proxy may have given it one), counts it, and logs it."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self._app = app
        self._measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        given = Headers(scope=scope).get("x-request-id", "")
        id = given if _ID.fullmatch(given) else secrets.token_hex(8)
        token, began, status = request_id.set(id), time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = id
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            if scope["type"] == "http":
                seconds = time.perf_counter() - began
                self._measures.answered(status, seconds)
                path = scope["path"]
                log.log(_level(path, status), "%s %s %d %.1f ms", scope["method"], path, status, seconds * 1e3)
            request_id.reset(token)


def _level(path: str, status: int) -> int:
    """A proxy asks every few seconds whether we are well: that is written down when we are not."""
    if status >= 500:
        return logging.WARNING
    return logging.DEBUG if path in ("/health", "/ready") else logging.INFO


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        id = request_id.get()
        return f"{super().format(record)}{f' [{id}]' if id else ''}"


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        if id := request_id.get():
            line["request"] = id
        return msgspec.json.encode(line).decode()


def set_up(form: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Write the log to standard error in that form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text("%(asctime)s %(levelname)s %(message)s"))
    root = logging.getLogger("rasputitsa")
    root.handlers, root.propagate = [handler], False
    root.setLevel(level)

"""Requests and replies: JSON read strictly, within limits, and written fast."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from rasputitsa.kernel import Invalid
from rasputitsa.server.problems import TooLarge

LARGEST = 64 * 1024
LARGEST_RECORD = 8 * 1024 * 1024
LARGEST_REPORT = 3 * 1024 * 1024

B = TypeVar("B")


def decode(data: bytes | str, kind: type[B]) -> B:
    """A body of that kind, or Invalid with what is wrong and where."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Invalid(f"not a proper request: {error}") from None


async def read_bytes(request: Request, limit: int = LARGEST) -> bytes:
    """The body, as long as it is not too long; never reads more than the limit."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise TooLarge(f"the request is longer than {limit} bytes")
        parts.append(part)
    return b"".join(parts)


async def read(request: Request, kind: type[B], limit: int = LARGEST) -> B:
    """The body, of the kind that the route says it takes."""
    assert kind is request.scope["endpoint"].terms.takes
    data = await read_bytes(request, limit)
    return decode(data or b"{}", kind)


def reply(value: Any, status: int = 200) -> Response:
    data = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(data, status, {"Cache-Control": "no-store"}, "application/json")

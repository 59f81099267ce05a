"""Webhooks: what is sent, how it is signed, and when one is switched off."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import Connection, func, update

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.storage.notice import webhooks

DAY = 24 * 60 * 60 * 1000
FAILURES = 10
"""A webhook is switched off when it has failed so often in a row, over a day or longer."""


def signature(secret: str, at: int, body: bytes) -> str:
    """HMAC-SHA256 over the second it was sent at, a dot, and the body: whoever has the secret can check both."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def headers(secret: str, key: str, at: int, body: bytes) -> dict[str, str]:
    """`at` in milliseconds. The id is the same when something is sent again."""
    seconds = at // 1000
    return {
        "Content-Type": "application/json",
        "X-Rasputitsa-Id": hashlib.sha256(key.encode()).hexdigest()[:32],
        "X-Rasputitsa-Timestamp": str(seconds),
        "X-Rasputitsa-Signature": f"v1={signature(secret, seconds, body)}",
    }


def reached(connection: Connection, id: str) -> None:
    connection.execute(update(webhooks).where(webhooks.c.id == id).values(failures=0, failing=None))


def missed(connection: Connection, post: Post, id: str, why: str, at: int, *, gone: bool = False) -> bool:
    """Note a failure; whether the webhook was switched off by it; its owner gets a notice."""
    counted = {"failures": webhooks.c.failures + 1, "failing": func.coalesce(webhooks.c.failing, at)}
    columns = (webhooks.c.account, webhooks.c.failures, webhooks.c.failing)
    noted = update(webhooks).where(webhooks.c.id == id).values(**counted).returning(*columns)
    row = connection.execute(noted).first()
    if row is None or not (gone or (row.failures >= FAILURES and at - row.failing >= DAY)):
        return False
    connection.execute(update(webhooks).where(webhooks.c.id == id).values(off=why))
    post.enqueue(connection, "hook-off", f"hook-off {id}", {"person": row.account, "hook": id})
    return True

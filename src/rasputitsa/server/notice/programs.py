"""Webhooks and browsers: one job for each of them, beside the mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.notice.people import Recipient


def tell_programs(connection: Connection, post: Post, who: Recipient, key: str, data: Mapping[str, Any]) -> int:
    """Leave a job for each webhook and each browser of a person, once for each cause; how many."""
    hooks = [post.enqueue(connection, "hook", f"{key} hook {id}", {**data, "hook": id}) for id in who.hooks]
    browsers = [post.enqueue(connection, "push", f"{key} push {id}", {**data, "push": id}) for id in who.pushes]
    return sum(hooks) + sum(browsers)

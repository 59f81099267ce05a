"""The out-tray: what is to be told to somebody, put there in the transaction of its cause.

A job is there if and only if its cause is stored, and the same key is one job however often it is asked for. Whoever
runs the jobs (server/notice) takes them from the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.server.storage.online import jobs, moment

Kind = Literal[
    "confirm", "known", "reset", "email", "email-changed", "report",
    "offer", "joined", "remind", "over", "draw", "take-back", "chat", "closed",
]  # fmt: skip
"""Those of the first line have `to` (an address) and `link`; the others `person` and `game` or `offer`."""


class Post:
    """What goes out."""

    def enqueue(
        self, connection: Connection, kind: str, key: str, data: Mapping[str, Any], due: int | None = None
    ) -> bool:
        """Leave a job, at once or `due` later (milliseconds since 1970); whether it is a new one."""
        at = moment(connection)
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        row = insert(jobs).values(
            kind=kind,
            key=key,
            data=msgspec.json.encode(data).decode(),
            created=at,
            due=at if due is None else due,
            tries=0,
            failed="",
        )
        fresh = row.on_conflict_do_nothing(index_elements=["key"]).returning(jobs.c.number)
        return connection.execute(fresh).first() is not None

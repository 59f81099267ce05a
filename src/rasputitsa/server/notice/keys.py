"""What the processes of one database keep secret together, and what is signed with it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.kernel import Invalid
from rasputitsa.server.storage.online import keys


def kept(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """The secret of that name, made by whoever asks first."""
    found = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar()
    if found is None:
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        fresh = insert(keys).values(name=name, value=make())
        connection.execute(fresh.on_conflict_do_nothing(index_elements=["name"]))
        found = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar_one()
    return str(found)


def unsubscribe_key(connection: Connection) -> str:
    return kept(connection, "unsubscribe", lambda: secrets.token_urlsafe(48))


def unsubscribe_token(key: str, account: str, what: str) -> str:
    """For a link that switches one kind of mail off for one account, whoever opens it, as long as there is one."""
    return str(URLSafeSerializer(key, salt="rasputitsa unsubscribe").dumps([account, what]))


def read_unsubscribe(key: str, token: str) -> tuple[str, str]:
    """The account and the kind of mail that a link is for."""
    try:
        account, what = URLSafeSerializer(key, salt="rasputitsa unsubscribe").loads(token)
    except (BadSignature, ValueError):
        raise Invalid("This link is not one of ours, or it was not copied in full.") from None
    return str(account), str(what)

"""Signed links: whoever has one got the mail it was in. The key is the database's, so that every process knows it."""

from __future__ import annotations

import hashlib
import secrets

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.kernel import Invalid
from rasputitsa.server.storage.online import keys

HOUR = 3600
GONE = "This link is too old, or it was used before. Ask for another."


def link_key(connection: Connection) -> str:
    """The key that signs links, made by whoever comes first."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    fresh = insert(keys).values(name="links", value=secrets.token_urlsafe(48))
    connection.execute(fresh.on_conflict_do_nothing(index_elements=["name"]))
    return str(connection.execute(select(keys.c.value).where(keys.c.name == "links")).scalar_one())


class Links:
    """Of one server. `purpose` keeps a link for one thing from being used for another."""

    def __init__(self, key: str, public_url: str) -> None:
        self._key = key
        self._public_url = public_url.rstrip("/")

    def page(self, path: str) -> str:
        """The address of a page of the client."""
        return f"{self._public_url}/#/{path}"

    def signed(self, purpose: str, *words: str) -> str:
        return self._signer(purpose).dumps(list(words))

    def read(self, purpose: str, token: str, hours: int) -> list[str]:
        """What a link says, or a refusal."""
        try:
            words = self._signer(purpose).loads(token, max_age=hours * HOUR)
        except BadSignature:
            raise Invalid(GONE) from None
        return [str(word) for word in words]

    def _signer(self, purpose: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._key, salt=f"rasputitsa {purpose}")


def fingerprint(secret: str) -> str:
    """By which one sees that something secret is still the same."""
    return hashlib.sha256(secret.encode()).hexdigest()[:24]

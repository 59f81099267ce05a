"""Devices that are signed in, and tokens for programs: whoever carries the secret of one is its person."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts.messages import Device, NewToken, TokenInfo, TokenMade
from rasputitsa.server.accounts.rows import told
from rasputitsa.server.persons import NOBODY, Person
from rasputitsa.server.storage.games import new_id
from rasputitsa.server.storage.online import accounts, moment, sessions, tokens
from rasputitsa.server.storage.transactions import Transactions

DAY = 24 * 60 * 60 * 1000
LASTS = 90 * DAY
"""A device that did not ask for so long is signed out."""
NOTED = 5 * 60 * 1000
"""Uses closer together than this are not stored."""
MOST_DEVICES, MOST_TOKENS = 50, 50
PREFIX = "rasputitsa-"
"""How a token begins, so that one found somewhere is known for what it is."""


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Sessions(Transactions):
    # -- who asks ---------------------------------------------------------------------------------------------

    def of_cookie(self, secret: str) -> Person:
        """The person of a device."""
        wanted = select(sessions.c.id, sessions.c.used, *_PERSON).join(accounts).where(sessions.c.key == digest(secret))
        with self.reading() as connection:
            row, now = connection.execute(wanted).one_or_none(), moment(connection)
        if row is None or row.closed is not None or now - row.used > LASTS:
            return NOBODY
        if now - row.used > NOTED:
            self._use(row.id, row.account, now)
        return Person(row.account, row.nickname, row.admin, session=row.id)

    def of_token(self, secret: str) -> Person:
        """The person of a program; never an admin."""
        wanted = select(tokens.c.id, tokens.c.used, tokens.c.scopes, *_PERSON).join(accounts)
        with self.reading() as connection:
            row = connection.execute(wanted.where(tokens.c.key == digest(secret))).one_or_none()
            now = moment(connection)
        if row is None or row.closed is not None:
            return NOBODY
        if row.used is None or now - row.used > NOTED:
            with self.writing() as connection:
                connection.execute(update(tokens).where(tokens.c.id == row.id).values(used=now))
        return Person(row.account, row.nickname, scopes=tuple(row.scopes.split()))

    def _use(self, id: str, account: str, now: int) -> None:
        with self.writing() as connection:
            connection.execute(update(sessions).where(sessions.c.id == id).values(used=now))
            connection.execute(update(accounts).where(accounts.c.id == account).values(seen=now))

    # -- devices ----------------------------------------------------------------------------------------------

    def devices(self, person: Person) -> list[Device]:
        wanted = select(sessions).where(sessions.c.account == person.id).order_by(sessions.c.used.desc())
        with self.reading() as connection:
            rows = connection.execute(wanted).all()
        return [Device(r.id, r.device, told(r.created), told(r.used), r.id == person.session) for r in rows]

    def sign_out(self, person: Person, key: str) -> None:
        """A device of the person's own, or all `others` but the one that asks."""
        which = sessions.c.id != person.session if key == "others" else sessions.c.id == key
        with self.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.account == person.id, which))

    # -- tokens -----------------------------------------------------------------------------------------------

    def tokens(self, person: Person) -> list[TokenInfo]:
        wanted = select(tokens).where(tokens.c.account == person.id).order_by(tokens.c.created.desc())
        with self.reading() as connection:
            rows = connection.execute(wanted).all()
        return [
            TokenInfo(r.id, r.name, r.scopes.split(), told(r.created), told(r.used) if r.used else None) for r in rows
        ]

    def make_token(self, person: Person, wanted: NewToken) -> TokenMade:
        if len(self.tokens(person)) >= MOST_TOKENS:
            raise Invalid(f"at most {MOST_TOKENS} tokens; delete one first")
        secret, id, scopes = PREFIX + secrets.token_urlsafe(32), new_id(), sorted(set(wanted.scopes))
        with self.writing() as connection:
            now = moment(connection)
            row = {"id": id, "key": digest(secret), "account": person.id, "name": wanted.name, "created": now}
            connection.execute(insert(tokens).values(**row, scopes=" ".join(scopes)))
        return TokenMade(TokenInfo(id, wanted.name, scopes, told(now), None), secret)

    def drop_token(self, person: Person, key: str) -> None:
        with self.writing() as connection:
            connection.execute(delete(tokens).where(tokens.c.account == person.id, tokens.c.id == key))


_PERSON = (accounts.c.id.label("account"), accounts.c.nickname, accounts.c.admin, accounts.c.closed)


def sign_in(connection: Connection, account: str, device: str) -> str:
    """A new device; the secret of its cookie."""
    secret, now = secrets.token_urlsafe(32), moment(connection)
    row = {"id": new_id(), "key": digest(secret), "account": account, "device": device[:200]}
    connection.execute(insert(sessions).values(**row, created=now, used=now))
    oldest = select(sessions.c.id).where(sessions.c.account == account).order_by(sessions.c.used.desc())
    too_many = connection.execute(oldest.offset(MOST_DEVICES)).scalars().all()
    connection.execute(delete(sessions).where(sessions.c.id.in_(too_many) | (sessions.c.used < now - LASTS)))
    return secret


def sign_out_all(connection: Connection, account: str, but: str = "") -> None:
    """All devices of an account, but one."""
    connection.execute(delete(sessions).where(sessions.c.account == account, sessions.c.id != but))

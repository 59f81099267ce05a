"""Where a person wants to be told: webhooks, browsers, and what he has had enough of."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, update

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts.messages import Notices
from rasputitsa.server.accounts.rows import told
from rasputitsa.server.notice import push
from rasputitsa.server.notice.keys import kept, read_unsubscribe, unsubscribe_key
from rasputitsa.server.notice.messages import NewPush, Pushes, PushInfo, WebhookInfo, WebhookMade
from rasputitsa.server.notice.reach import Reach
from rasputitsa.server.storage.games import new_id
from rasputitsa.server.storage.notice import pushes, webhooks
from rasputitsa.server.storage.online import accounts, moment
from rasputitsa.server.storage.transactions import Transactions

MOST = 10
"""Webhooks, and browsers, of one person."""
SUBJECTS = {
    "turn": "that it is your turn",
    "reminders": "reminders",
    "over": "that a game is over",
    "chat": "what your opponents write to you",
    "offers": "games that you are offered",
}
"""What one can have enough of, in words."""


class Subscriptions(Transactions):
    def __init__(self, engine: Engine, reach: Reach) -> None:
        super().__init__(engine)
        self._reach = reach

    # -- webhooks ---------------------------------------------------------------------------------------------

    def webhooks(self, person: str) -> list[WebhookInfo]:
        with self.reading() as connection:
            return [_webhook(row) for row in _own(connection, webhooks, person)]

    def add_webhook(self, person: str, url: str) -> WebhookMade:
        self._reach.check(url)
        secret = secrets.token_urlsafe(32)
        with self.writing() as connection:
            _check_room(connection, webhooks, person)
            row = {"id": new_id(), "account": person, "url": url, "secret": secret, "created": moment(connection)}
            connection.execute(insert(webhooks).values(**row, failures=0, off=""))
            (made,) = [hook for hook in _own(connection, webhooks, person) if hook.id == row["id"]]
        return WebhookMade(_webhook(made), secret)

    def remove_webhook(self, person: str, id: str) -> None:
        self._remove(webhooks, person, id)

    # -- browsers ---------------------------------------------------------------------------------------------

    def browsers(self, person: str) -> Pushes:
        if not push.available():
            return Pushes("", [])
        with self.writing() as connection:
            key = push.public_key(kept(connection, "vapid", push.new_key))
            return Pushes(key, [_browser(row) for row in _own(connection, pushes, person)])

    def add_browser(self, person: str, wanted: NewPush) -> PushInfo:
        """A browser that subscribes again takes the place of what it was before, whoever used it then."""
        if not push.available():
            raise Invalid("This server sends no pushes.")
        self._reach.check(wanted.endpoint)
        push.check(push.Subscription(wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth))
        key = hashlib.sha256(wanted.endpoint.encode()).hexdigest()
        with self.writing() as connection:
            connection.execute(delete(pushes).where(pushes.c.key == key))
            _check_room(connection, pushes, person)
            row = {
                "id": new_id(),
                "account": person,
                "key": key,
                "endpoint": wanted.endpoint,
                "p256dh": wanted.keys.p256dh,
                "auth": wanted.keys.auth,
                "device": wanted.device,
                "created": moment(connection),
            }
            connection.execute(insert(pushes).values(**row))
            (made,) = [found for found in _own(connection, pushes, person) if found.id == row["id"]]
        return _browser(made)

    def remove_browser(self, person: str, id: str) -> None:
        self._remove(pushes, person, id)

    def _remove(self, table: Table, person: str, id: str) -> None:
        with self.writing() as connection:
            connection.execute(delete(table).where(table.c.account == person, table.c.id == id))

    # -- enough -----------------------------------------------------------------------------------------------

    def subject(self, token: str) -> str:
        """What a link in a mail unsubscribes from, in words."""
        with self.writing() as connection:
            _, what = read_unsubscribe(unsubscribe_key(connection), token)
        return SUBJECTS.get(what, what)

    def unsubscribe(self, token: str) -> str:
        """Do it; what it was, in words."""
        with self.writing() as connection:
            person, what = read_unsubscribe(unsubscribe_key(connection), token)
            row = connection.execute(
                select(accounts.c.notices).where(accounts.c.id == person).with_for_update()
            ).scalar()
            if row is not None and what in SUBJECTS:
                notices = msgspec.json.decode(row or "{}", type=Notices)
                changed = msgspec.structs.replace(notices, **{what: False})
                text = msgspec.json.encode(changed).decode()
                connection.execute(update(accounts).where(accounts.c.id == person).values(notices=text))
        return SUBJECTS.get(what, what)


def _own(connection: Connection, table: Table, person: str) -> list[Any]:
    wanted = select(table).where(table.c.account == person).order_by(table.c.created, table.c.id)
    return list(connection.execute(wanted))


def _check_room(connection: Connection, table: Table, person: str) -> None:
    wanted = select(func.count()).select_from(table).where(table.c.account == person)
    if connection.execute(wanted).scalar_one() >= MOST:
        raise Invalid(f"You have {MOST} of them already; remove one first.")


def _webhook(row: Any) -> WebhookInfo:
    return WebhookInfo(row.id, row.url, told(row.created), row.failures, row.off)


def _browser(row: Any) -> PushInfo:
    return PushInfo(row.id, row.endpoint, row.device, told(row.created))

"""Accounts as they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, select, update

from rasputitsa.server.accounts.messages import Account, Holiday, Notices, Shows
from rasputitsa.server.accounts.names import nickname_key
from rasputitsa.server.storage.games import Missing
from rasputitsa.server.storage.online import accounts

LEFT = "(left)"
"""The nickname of everybody whose account is deleted."""
_JSON: dict[str, Any] = {"notices": Notices, "shows": Shows, "holidays": list[Holiday]}


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """See the table `accounts`."""

    id: str
    nickname: str
    nickname_key: str
    email: str
    email_key: str
    password: str
    confirmed: int
    admin: bool
    zone: str
    locale: str
    notices: Notices
    shows: Shows
    holidays: list[Holiday]
    mail_off: str
    created: int
    seen: int
    closed: int | None

    @property
    def deleted(self) -> bool:
        return not self.email


def told(moment: int) -> str:
    """A stored time as it is sent."""
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def find(connection: Connection, *where: ColumnElement[bool], lock: bool = False) -> AccountRow | None:
    wanted = select(accounts).where(*where)
    row = connection.execute(wanted.with_for_update() if lock else wanted).mappings().one_or_none()
    return _read(dict(row)) if row else None


def by_id(connection: Connection, id: str, lock: bool = False) -> AccountRow:
    row = find(connection, accounts.c.id == id, lock=lock)
    if row is None:
        raise Missing("There is no such account.")
    return row


def by_name(connection: Connection, name: str) -> AccountRow:
    """The one of that nickname, however it is written."""
    row = find(connection, accounts.c.nickname_key == nickname_key(name))
    if row is None:
        raise Missing(f"There is nobody called {name[:40]!r}.")
    return row


def by_ids(connection: Connection, ids: Iterable[str]) -> dict[str, AccountRow]:
    wanted = select(accounts).where(accounts.c.id.in_(set(ids)))
    return {row["id"]: _read(dict(row)) for row in connection.execute(wanted).mappings()}


def change(connection: Connection, id: str, **fields: Any) -> None:
    fields |= {name: text(fields[name]) for name in _JSON if name in fields}
    connection.execute(update(accounts).where(accounts.c.id == id).values(**fields))


def shown(row: AccountRow) -> Account:
    """One's own account."""
    return Account(
        id=row.id,
        nickname=row.nickname,
        email=row.email,
        admin=row.admin,
        zone=row.zone,
        locale=row.locale,
        notices=row.notices,
        shows=row.shows,
        holidays=row.holidays,
        mail_off=row.mail_off,
        created=told(row.created),
    )


def _read(values: dict[str, Any]) -> AccountRow:
    for name, kind in _JSON.items():
        values[name] = msgspec.json.decode(values[name], type=kind)
    return AccountRow(**values)

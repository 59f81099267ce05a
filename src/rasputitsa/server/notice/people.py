"""To whom one writes, and what they want to be written about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import Connection, Table, select

from rasputitsa.server.accounts.messages import Notices
from rasputitsa.server.storage.notice import pushes, webhooks
from rasputitsa.server.storage.online import accounts


class Recipient(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with an account, as far as notices go. `hooks` and `pushes` are the ids of those that are on."""

    id: str
    nickname: str
    email: str
    zone: str
    notices: Notices
    mail_off: str
    closed: bool
    hooks: list[str] = []
    pushes: list[str] = []

    @property
    def writable(self) -> bool:
        """May a mail be sent to him?"""
        return bool(self.email) and not self.mail_off and not self.closed

    def local(self, moment: int) -> datetime:
        """A moment on his own clock."""
        return utc(moment).astimezone(_zone(self.zone))

    def time(self, moment: int) -> str:
        """As one writes it: Monday 6 July, 14:05."""
        at = self.local(moment)
        return f"{at:%A} {at.day} {at:%B}, {at:%H:%M}"


def utc(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC)


def recipients(connection: Connection, ids: Iterable[str]) -> dict[str, Recipient]:
    """Those of the accounts that there are."""
    wanted = list(ids)
    if not wanted:
        return {}
    hooks = _owned(connection, webhooks, wanted)
    browsers = _owned(connection, pushes, wanted)
    found = connection.execute(select(accounts).where(accounts.c.id.in_(wanted))).mappings()
    return {
        row["id"]: Recipient(
            id=row["id"],
            nickname=row["nickname"],
            email=row["email"],
            zone=row["zone"],
            notices=msgspec.json.decode(row["notices"] or "{}", type=Notices),
            mail_off=row["mail_off"],
            closed=row["closed"] is not None,
            hooks=hooks[row["id"]],
            pushes=browsers[row["id"]],
        )
        for row in found
    }


def recipient(connection: Connection, id: str) -> Recipient | None:
    return recipients(connection, [id]).get(id)


def nicknames(connection: Connection, ids: Iterable[str]) -> dict[str, str]:
    found = connection.execute(select(accounts.c.id, accounts.c.nickname).where(accounts.c.id.in_(list(ids))))
    return {row.id: row.nickname for row in found}


def _owned(connection: Connection, table: Table, people: list[str]) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    columns = table.c
    wanted = select(columns.account, columns.id).where(columns.account.in_(people)).order_by(columns.id)
    if "off" in columns:
        wanted = wanted.where(columns.off == "")
    for account, id in connection.execute(wanted):
        found[account].append(id)
    return found


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC

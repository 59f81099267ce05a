"""One's own account: name, times, what one is written about and what one shows; whom one has blocked."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.doors import check_nickname
from rasputitsa.server.accounts.messages import ChangeAccount, Holiday
from rasputitsa.server.accounts.names import locale, nickname, nickname_key, zone
from rasputitsa.server.accounts.rows import AccountRow
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.online import accounts, blocks, moment
from rasputitsa.server.storage.transactions import Transactions

HOLIDAYS = 60
"""Days of holidays that may be entered at a time."""


class Own(Transactions):
    def account(self, person: Person) -> AccountRow:
        with self.reading() as connection:
            return rows.by_id(connection, person.id)

    def change(self, person: Person, wanted: ChangeAccount) -> AccountRow:
        with self.writing() as connection:
            row = rows.by_id(connection, person.id, lock=True)
            fields = _fields(row, wanted, moment(connection))
            if "nickname" in fields:
                check_nickname(connection, fields["nickname"], person.id)
            if fields:
                rows.change(connection, person.id, **fields)
            return rows.by_id(connection, person.id)

    # -- blocks -----------------------------------------------------------------------------------------------

    def blocks(self, person: Person) -> list[str]:
        """The nicknames of those the person has blocked."""
        wanted = select(accounts.c.nickname).join(blocks, blocks.c.other == accounts.c.id)
        with self.reading() as connection:
            found = connection.execute(wanted.where(blocks.c.account == person.id).order_by(accounts.c.nickname))
            return list(found.scalars())

    def block(self, person: Person, name: str) -> None:
        with self.writing() as connection:
            other = rows.by_name(connection, name)
            if other.id == person.id:
                raise Invalid("one cannot block oneself")
            insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            row = insert(blocks).values(account=person.id, other=other.id, at=moment(connection))
            connection.execute(row.on_conflict_do_nothing())

    def unblock(self, person: Person, name: str) -> None:
        with self.writing() as connection:
            other = rows.by_name(connection, name)
            connection.execute(delete(blocks).where(blocks.c.account == person.id, blocks.c.other == other.id))


def blocked(connection: Connection, one: str, other: str) -> bool:
    """Is there a block between two people, of either?"""
    pair = (blocks.c.account == one) & (blocks.c.other == other) | (blocks.c.account == other) & (blocks.c.other == one)
    return connection.execute(select(blocks.c.at).where(pair)).first() is not None


def around(connection: Connection, person: str) -> set[str]:
    """Everybody with whom there is a block."""
    wanted = select(blocks.c.account, blocks.c.other)
    pairs = connection.execute(wanted.where((blocks.c.account == person) | (blocks.c.other == person))).all()
    return {id for pair in pairs for id in pair} - {person}


def _fields(row: AccountRow, wanted: ChangeAccount, now: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if wanted.nickname is not None:
        name = nickname(wanted.nickname)
        fields |= {"nickname": name, "nickname_key": nickname_key(name)}
    if wanted.zone is not None:
        fields["zone"] = zone(wanted.zone)
    if wanted.locale is not None:
        fields["locale"] = locale(wanted.locale)
    if wanted.holidays is not None:
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(row.zone)).date()
        fields["holidays"] = _holidays(row.holidays, wanted.holidays, today)
    fields |= {name: value for name in ("notices", "shows") if (value := getattr(wanted, name)) is not None}
    return fields


def _holidays(before: list[Holiday], wanted: list[Holiday], today: date) -> list[Holiday]:
    """A clock that has begun to run out is not stopped afterwards: new holidays begin tomorrow at the earliest, and
    one that has begun is only cut short."""
    for holiday in wanted:
        start, until = _day(holiday.start), _day(holiday.until)
        if until < start:
            raise Invalid(f"a holiday that begins on {holiday.start} does not end on {holiday.until}")
        if start <= today and not any(old.start == holiday.start and until <= _day(old.until) for old in before):
            raise Invalid("a holiday begins tomorrow at the earliest")
    ahead = [(max(_day(holiday.start), today), _day(holiday.until)) for holiday in wanted]
    days = sum(max(0, (until - start).days + 1) for start, until in ahead)
    if days > HOLIDAYS:
        raise Invalid(f"at most {HOLIDAYS} days of holidays can be entered at a time; these are {days}")
    return sorted(wanted, key=lambda holiday: holiday.start)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Invalid(f"{text!r} is no day") from None

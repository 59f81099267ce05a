"""Who is here: has a page open or asked for something within the last minute, in whichever process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from rasputitsa.server.persons import Person
from rasputitsa.server.storage.online import moment, presence
from rasputitsa.server.storage.transactions import Transactions

LASTS = 60.0
"""Seconds for which one is here after a request."""
REFRESH = 20.0
"""Seconds between two notes of who is here."""


class Presence(Transactions):
    """Of one process, which is known by its tag."""

    def __init__(self, store: Transactions, tag: str) -> None:
        super().__init__(store.engine)
        self._tag = tag
        self._pages: Counter[str] = Counter()
        self._asked: dict[str, float] = {}
        self._noted: dict[str, float] = {}

    def asked(self, person: Person) -> bool:
        """A request of a page; whether it is time to note it."""
        if not person.id or person.home or person.scopes is not None:
            return False
        self._asked[person.id] = time.monotonic()
        return self._asked[person.id] - self._noted.get(person.id, -REFRESH) >= REFRESH

    def enter(self, person: Person) -> None:
        self._pages[person.id] += 1

    def leave(self, person: Person) -> None:
        self._pages[person.id] -= 1

    def note(self, person: str) -> None:
        """Let the other processes know that somebody is here."""
        self._noted[person] = time.monotonic()
        insert = postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert
        try:
            with self.engine.begin() as connection:
                row = insert(presence).values(account=person, tag=self._tag, at=moment(connection))
                again = row.on_conflict_do_update(index_elements=["account", "tag"], set_={"at": row.excluded.at})
                connection.execute(again)
        except IntegrityError:
            """The account is gone."""

    def forget(self, person: str) -> None:
        """The last page of somebody was closed."""
        if self._pages[person] <= 0:
            self._noted.pop(person, None)
            with self.writing() as connection:
                connection.execute(delete(presence).where(presence.c.account == person, presence.c.tag == self._tag))

    def refresh(self) -> None:
        """Note everybody who has a page open; forget those who left without a word."""
        now = time.monotonic()
        self._asked = {person: at for person, at in self._asked.items() if now - at < LASTS}
        self._noted = {person: at for person, at in self._noted.items() if now - at < LASTS}
        self._pages = +self._pages
        for person in list(self._pages):
            self.note(person)
        with self.writing() as connection:
            connection.execute(delete(presence).where(presence.c.at < moment(connection) - 2 * int(LASTS * 1000)))


def here(connection: Connection, people: Iterable[str]) -> set[str]:
    """Those of them who are here."""
    since = moment(connection) - int(LASTS * 1000)
    wanted = select(presence.c.account).where(presence.c.account.in_(set(people)), presence.c.at >= since)
    return set(connection.execute(wanted).scalars())

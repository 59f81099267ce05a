"""Everything that is kept of a person, to take along; and leaving for good."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, delete, select, update

from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.messages import Notices, Shows
from rasputitsa.server.accounts.rows import told
from rasputitsa.server.lobby.offers import close_all
from rasputitsa.server.lobby.rows import match_of, side_of
from rasputitsa.server.lobby.treaties import Treaties
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import takes_part
from rasputitsa.server.storage.notice import pushes, webhooks
from rasputitsa.server.storage.online import (
    accounts,
    blocks,
    chat,
    jobs,
    matches,
    moment,
    notes,
    offers,
    presence,
    ratings,
    reports,
    results,
    sessions,
    tokens,
)
from rasputitsa.server.storage.schema import games
from rasputitsa.server.storage.transactions import Transactions

SECRET = {"password", "key", "email_key", "nickname_key", "secret", "p256dh", "auth"}
"""Columns that are shown to nobody."""
_MOMENTS = {"created", "seen", "used", "at", "closed", "confirmed", "handled"}
_OWN: tuple[tuple[str, Table, str], ...] = (
    ("devices", sessions, "account"),
    ("tokens", tokens, "account"),
    ("offers", offers, "owner"),
    ("results", results, "account"),
    ("ratings", ratings, "account"),
    ("chat", chat, "account"),
    ("notes", notes, "account"),
    ("blocks", blocks, "account"),
    ("reports", reports, "by"),
    ("webhooks", webhooks, "account"),
    ("browsers", pushes, "account"),
)
"""What belongs to a person, and by which column."""
_ERASED: tuple[tuple[Table, str], ...] = (
    (sessions, "account"),
    (tokens, "account"),
    (ratings, "account"),
    (chat, "account"),
    (notes, "account"),
    (blocks, "account"),
    (blocks, "other"),
    (presence, "account"),
    (offers, "owner"),
    (webhooks, "account"),
    (pushes, "account"),
)


class Leaving(Transactions):
    def __init__(self, store: Transactions, treaties: Treaties) -> None:
        super().__init__(store.engine)
        self._treaties = treaties

    def export(self, person: Person) -> dict[str, Any]:
        """All that is kept of the person, in words and figures."""
        played = select(games.c.id, games.c.name, games.c.title, games.c.scenario, games.c.created)
        with self.reading() as connection:
            account = connection.execute(select(accounts).where(accounts.c.id == person.id)).mappings().one()
            found = {"account": _plain(dict(account))}
            mine = connection.execute(played.where(takes_part(person.id))).mappings()
            return {
                **found,
                "games": [_plain(dict(row)) for row in mine],
                **{name: _all(connection, table, column, person.id) for name, table, column in _OWN},
            }

    def leave(self, person: Person) -> list[str]:
        """Resign what runs, erase what names the person; the games that were resigned."""
        with self.writing() as connection:
            rows.by_id(connection, person.id, lock=True)
            running = select(matches.c.game).join(games, games.c.id == matches.c.game)
            running = running.where(matches.c.settled.is_(None), takes_part(person.id)).order_by(games.c.number)
            ended = list(connection.execute(running).scalars())
            for id in ended:
                game, match = match_of(connection, id, lock=True)
                if not game.over:
                    self._treaties.resigned(connection, game, match, side_of(game, person.id))
            self._erase(connection, person.id)
        return ended

    def own_games(self, person: Person) -> list[str]:
        """The games that nobody else has a part in."""
        own = games.c.people.contains(f'"owner":"{person.id}"', autoescape=True)
        alone = games.c.id.not_in(select(matches.c.game))
        with self.reading() as connection:
            return list(connection.execute(select(games.c.id).where(own, alone)).scalars())

    def _erase(self, connection: Connection, id: str) -> None:
        """The row stays, emptied: games and results of others point at it."""
        row = rows.by_id(connection, id)
        close_all(connection, id)
        for table, column in _ERASED:
            connection.execute(delete(table).where(table.c[column] == id))
        for words in (f'"{id}"', f'"{row.email}"'):
            connection.execute(delete(jobs).where(jobs.c.data.contains(words, autoescape=True)))
        connection.execute(update(reports).where(reports.c.by == id).values(by=""))
        rows.change(
            connection,
            id,
            nickname=rows.LEFT,
            nickname_key=f"left {id}",
            email="",
            email_key=f"left {id}",
            password="",
            admin=False,
            zone="UTC",
            locale="en",
            notices=Notices(),
            shows=Shows(presence="nobody", results="nobody", ratings="nobody", games="nobody"),
            holidays=[],
            mail_off="",
            closed=moment(connection),
        )


def _all(connection: Connection, table: Table, column: str, id: str) -> list[dict[str, Any]]:
    return [_plain(dict(row)) for row in connection.execute(select(table).where(table.c[column] == id)).mappings()]


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as a person reads it: no secrets, times in words."""
    shown = {str(name): value for name, value in row.items() if name not in SECRET}
    return {
        name: told(value) if name in _MOMENTS and isinstance(value, int) else value for name, value in shown.items()
    }

"""What players tell those who run the server: their words, the game as they see it, a picture of it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Engine, insert, select

from rasputitsa.server.storage.online import moment, reports

FEEDBACK = "the server"
"""`about` of a report that is not about another player."""


class Told(msgspec.Struct, frozen=True):
    """A report as it is kept."""

    number: int
    by: str
    game: str
    text: str


def keep(engine: Engine, by: str, game: str, text: str) -> int:
    """Store a report for whoever runs the server; its number."""
    with engine.begin() as connection:
        row = {"by": by, "about": FEEDBACK, "game": game, "text": text, "at": moment(connection), "answer": ""}
        done = connection.execute(insert(reports).values(**row))
        return int(done.inserted_primary_key[0]) if done.inserted_primary_key else 0


def kept(engine: Engine) -> list[Told]:
    """All of them, oldest first."""
    wanted = select(reports.c.number, reports.c.by, reports.c.game, reports.c.text).where(reports.c.about == FEEDBACK)
    with engine.connect() as connection:
        return [Told(*row) for row in connection.execute(wanted.order_by(reports.c.number))]

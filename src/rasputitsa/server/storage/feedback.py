"""What players tell those who run the server: their words, the game as they see it, a picture of it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, Engine, insert, select

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.storage.online import accounts, moment, reports

FEEDBACK = "the server"
"""`about` of a report that is not about another player."""


class Told(msgspec.Struct, frozen=True):
    """A report as it is kept."""

    number: int
    by: str
    game: str
    text: str


def keep(engine: Engine, by: str, game: str, text: str, link: str = "") -> int:
    """Store a report for whoever runs the server; its number. With a link to the page where reports are read, those
    who run it get a mail, too."""
    with engine.begin() as connection:
        row = {"by": by, "about": FEEDBACK, "game": game, "text": text, "at": moment(connection), "answer": ""}
        done = connection.execute(insert(reports).values(**row).returning(reports.c.number))
        number = int(done.scalar_one())
        if link:
            _write(connection, number, link)
        return number


def _write(connection: Connection, number: int, link: str) -> None:
    """A mail to everybody who runs the server."""
    wanted = select(accounts.c.id, accounts.c.email).where(accounts.c.admin, accounts.c.mail_off == "")
    for person, email in connection.execute(wanted).all():
        Post().enqueue(connection, "report", f"report {number} {person}", {"to": email, "link": link})


def kept(engine: Engine) -> list[Told]:
    """All of them, oldest first."""
    wanted = select(reports.c.number, reports.c.by, reports.c.game, reports.c.text).where(reports.c.about == FEEDBACK)
    with engine.connect() as connection:
        return [Told(*row) for row in connection.execute(wanted.order_by(reports.c.number))]

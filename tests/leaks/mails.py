"""What a mail to a seat says of its game: the words, as text and as HTML, and the picture as it is drawn."""

from __future__ import annotations

from typing import Any

from rasputitsa.server.accounts.messages import Notices
from rasputitsa.server.boards import position
from rasputitsa.server.notice import words
from rasputitsa.server.notice.letters import Letter, html_of, text_of
from rasputitsa.server.notice.people import Recipient
from rasputitsa.server.notice.reports import Report, question, seen
from rasputitsa.table import Table

ANNA = Recipient(
    id="a", nickname="Anna", email="anna@example.org", zone="UTC", notices=Notices(), mail_off="", closed=False
)


def mailed(table: Table, seat: str) -> Any:
    """A mail that it is the seat's turn, and its picture before it is made a PNG."""
    found = seen(table, seat)
    told = Report(
        game="g", name="Sunday", title="", scenario="", side=seat, turn="", question=question(found.view, seat),
        story=found.story, left_out=found.left_out, picture=b"?",
    )  # fmt: skip
    subject, blocks = words.turn(ANNA, [words.Table(report=told, opponent="Boris", since=0, link="")])
    letter = Letter(to=ANNA.email, subject=subject, blocks=blocks)
    picture, _ = position(table.game.title, found.view)
    return [subject, text_of(letter), html_of(letter, "key"), picture]

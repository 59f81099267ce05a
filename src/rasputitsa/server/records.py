"""Games as record files: what is exported, and whether its dice were true."""

from __future__ import annotations

import re
from base64 import b64encode

from rasputitsa.kernel import Record, commitment
from rasputitsa.kernel import title as title_named
from rasputitsa.kernel.record import FIRST_LINE
from rasputitsa.server.messages import DiceReport
from rasputitsa.server.storage.games import GameRow
from rasputitsa.table import Ply, Table, verify
from rasputitsa.table.dice import remarks
from rasputitsa.table.seats import PUBLIC

_BREAKS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]+")


def one_line(text: str) -> str:
    """The text without control characters and whatever else begins a new line."""
    return _BREAKS.sub(" ", text).strip()


def record_text(row: GameRow, plies: list[Ply]) -> str:
    """The game as a record file; its dice's commitment, and their seed when it is over, are remarks."""
    game = title_named(row.title).prepare(row.scenario, row.edition, row.options)
    words = [f"name {one_line(row.name)}"]
    if row.seed:
        words += remarks(row.seed, row.dice_since, row.over, row.undone)
    lines = (f"{n} {ply.side}: {ply.deed}{f'  # {ply.note}' if ply.note else ''}" for n, ply in enumerate(plies, 1))
    head = [FIRST_LINE, f"rules {row.rules}", *game.header(), *(f"# {word}" for word in words)]
    kept = [f"@{n} {b64encode(ply.position).decode()}" for n, ply in enumerate(plies, 1) if ply.position]
    return "\n".join([*head, *lines, *(kept if len(kept) == len(plies) else [])]) + "\n"


def seat_text(row: GameRow, table: Table, seat: str) -> str:
    """The game so far in the words that a seat may read, or without one in those that both may. Not for replay."""
    table.check_seat(seat or PUBLIC)
    remarked = remarks(row.seed, row.dice_since, False) if row.seed else []
    notes = [f"name {one_line(row.name)}", *remarked, f"as {seat or 'an onlooker'} sees it; not for replay"]
    head = [FIRST_LINE, f"rules {row.rules}", *table.game.header(), *(f"# {note}" for note in notes)]
    words = [heard.words[seat or PUBLIC] for heard in table.history.heard]
    lines = [f"{n} {ply.side}: {text}" for n, (ply, text) in enumerate(zip(table.history.plies, words), 1)]
    return "\n".join([*head, *lines]) + "\n"


def file_name(row: GameRow) -> str:
    """A file name any system takes."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", row.name).strip("-").lower()
    return f"{row.title}-{plain or row.id}.rec"


def dice(row: GameRow, plies: list[Ply]) -> DiceReport:
    """What may be said of the dice; when the game is over, whether every outcome follows from the seed."""
    promise = commitment(row.seed) if row.seed else ""
    if not row.seed:
        return DiceReport(promise, row.dice_since, None, None, "This record does not tell its seed.")
    if not row.over and not row.seats.replay:
        return DiceReport(promise, row.dice_since, None, None, "The seed is shown when the game is over.")
    verdict = verify(Record.from_text(record_text(row, plies)), row.seed, row.dice_since, row.undone)
    return DiceReport(promise, row.dice_since, row.seed, verdict.ok, f"Checked: {verdict.text}.")

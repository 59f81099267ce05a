"""The rule books as lists of lines: `<title folder>.tsv`, or `<title folder>_<edition>.tsv` where a title has several.

Kinds of line: `rule` (wants code and a test), `ui` (wants a test that drives the page), `heading` and `info` (nothing).
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from rasputitsa.kernel.errors import Invalid

KINDS = ("rule", "ui", "heading", "info")


class Line(msgspec.Struct, frozen=True):
    """One paragraph of a rule book."""

    id: str
    title: str
    kind: str


class Book(msgspec.Struct, frozen=True):
    """A rule book: its name as the ledger prints it ("no-retreat-board"), its lines by number."""

    name: str
    lines: dict[str, Line]

    def of_kind(self, kind: str) -> list[Line]:
        return [line for line in self.lines.values() if line.kind == kind]


@cache
def books() -> dict[str, Book]:
    """All rule books, by name."""
    files = sorted(f.name for f in resources.files(__package__).iterdir() if f.name.endswith(".tsv"))
    return {book.name: book for book in (read_book(name) for name in files)}


def read_book(file: str) -> Book:
    """Read one tsv file of this folder; a malformed line is named."""
    rows = (resources.files(__package__) / file).read_text(encoding="utf-8").splitlines()
    lines: dict[str, Line] = {}
    for number, row in enumerate(rows[1:], 2):
        cells = row.split("\t")
        if len(cells) != 3 or cells[2] not in KINDS or cells[0] in lines:
            raise Invalid(f"{file}, line {number}: should be a new number, a title and one of {', '.join(KINDS)}")
        lines[cells[0]] = Line(*cells)
    return Book(file.removesuffix(".tsv").replace("_", "-"), lines)


def default_book(folder: str) -> str | None:
    """The book that a title's folder means when none is named: its own, or the board edition's."""
    name = folder.replace("_", "-")
    return next((found for found in (name, f"{name}-board") if found in books()), None)


def edition_book(folder: str, word: str) -> str | None:
    """The book that a word before a number means in a title's folder: "digital" in no_retreat."""
    name = f"{folder.replace('_', '-')}-{word}"
    return name if name in books() else None

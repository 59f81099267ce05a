"""Rulings: the rows of docs/rulings.md and docs/rulings-<title>.md, by the rule numbers they name.

A page of its own belongs to the title in its name; on the common page a heading names the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rasputitsa.ledger.trace import NUMBER

_ROW = re.compile(r"\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|")


class Ruling(msgspec.Struct, frozen=True):
    """One decision: its number on the page, the rules it is about, the question and what was decided."""

    title: str
    number: str
    rules: tuple[str, ...]
    question: str
    decision: str
    file: Path
    line: int

    def about(self, book: str, rule: str) -> bool:
        """Does it speak of that rule? A title may have several books; a number stands in one of them."""
        return rule in self.rules and (book == self.title or book.startswith(f"{self.title}-"))


def rulings(root: Path) -> list[Ruling]:
    """All rulings under a source tree."""
    return [ruling for file in sorted((root / "docs").glob("rulings*.md")) for ruling in _page(file)]


def _page(file: Path) -> Iterator[Ruling]:
    title = file.stem.partition("-")[2]
    for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if text.startswith("## "):
            title = _slug(text)
        elif match := _ROW.match(text):
            number, rules, question, decision = match.groups()
            if named := tuple(re.findall(rf"(?<![\w.]){NUMBER}(?![\w.])", rules)):
                yield Ruling(title, number, named, question, decision, file, line)


def _slug(heading: str) -> str:
    """The title that a heading names: "## No Retreat!" is no-retreat."""
    return "-".join(re.findall(r"[a-z0-9]+", heading.lower()))

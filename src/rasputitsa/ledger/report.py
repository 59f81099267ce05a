"""The account: each line of a rule book with the places in code and tests that name it."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

import rasputitsa
from rasputitsa.kernel.errors import Invalid
from rasputitsa.ledger.books import Book, Line, books
from rasputitsa.ledger.rulings import Ruling, rulings
from rasputitsa.ledger.trace import Mention, in_code, in_tests

NEAREST = 4


class Account(msgspec.Struct, frozen=True):
    """What code and tests say about one line."""

    line: Line
    code: list[Mention]
    tests: list[Mention]

    @property
    def missing(self) -> str:
        """What it still wants: "code", "test", "code and test", or nothing."""
        wants = [
            word
            for word, found, kinds in (("code", self.code, ("rule",)), ("test", self.tests, ("rule", "ui")))
            if self.line.kind in kinds and not found
        ]
        return " and ".join(wants)


class Ledger(msgspec.Struct, frozen=True):
    """The accounts of every book, and the mentions that fit no line (a typing error somewhere)."""

    accounts: dict[str, list[Account]]
    strays: list[Mention]


class Answer(msgspec.Struct, frozen=True):
    """All there is about one rule of one book."""

    book: str
    account: Account
    rulings: list[Ruling]


def answers(root: Path, rule: str, only: str | None = None) -> list[Answer]:
    """What code, tests and rulings say about a rule, in every book that has its number, or in one."""
    here = {name: book for name, book in books().items() if only in (None, name)}
    if not any(rule in book.lines for book in here.values()):
        raise _unknown(rule, here)
    ledger, decided = account(root), rulings(root)
    return [
        Answer(name, entry, [ruling for ruling in decided if ruling.about(name, rule)])
        for name in here
        for entry in ledger.accounts[name]
        if entry.line.id == rule
    ]


def _unknown(rule: str, here: dict[str, Book]) -> Invalid:
    known = dict.fromkeys(number for book in here.values() for number in book.lines)
    near = get_close_matches(rule, known, n=NEAREST, cutoff=0.5)
    where = f"the rule book {next(iter(here))}" if len(here) == 1 else "any rule book"
    hint = f"; the nearest are {', '.join(near)}" if near else ""
    return Invalid(f"there is no rule {rule!r} in {where}{hint}")


def checkout() -> Path:
    """The folder of the source tree this package runs from: the tests are beside it, not in the installed package."""
    package = Path(rasputitsa.__file__).resolve().parent
    for root in (package.parent.parent, Path.cwd()):
        if (root / "tests").is_dir() and (root / "src" / "rasputitsa").is_dir():
            return root
    raise Invalid("the ledger reads the tests, which are not installed: run it in a checkout of the project")


def account(root: Path) -> Ledger:
    """Read code and tests under a source tree and hold them against the books."""
    titles = sorted(p for p in (root / "src" / "rasputitsa" / "titles").iterdir() if p.is_dir())
    code = [mention for folder in titles for mention in in_code(folder)]
    tests = in_tests(root / "tests")
    accounts = {book.name: _book_accounts(book, code, tests) for book in books().values()}
    return Ledger(accounts, [mention for mention in [*code, *tests] if not mention.known])


def _book_accounts(book: Book, code: list[Mention], tests: list[Mention]) -> list[Account]:
    def of(mentions: list[Mention], line: Line) -> list[Mention]:
        return [m for m in mentions if m.book == book.name and m.rule == line.id]

    return [Account(line, of(code, line), of(tests, line)) for line in book.lines.values()]


def summary(ledger: Ledger) -> dict[str, Any]:
    """The figures that `rasputitsa ledger --json` prints."""
    return {name: _figures(accounts) for name, accounts in ledger.accounts.items()}


def _figures(accounts: list[Account]) -> dict[str, Any]:
    rules = [a for a in accounts if a.line.kind == "rule"]
    ui = [a for a in accounts if a.line.kind == "ui"]
    return {
        "rules": len(rules),
        "code": sum(bool(a.code) for a in rules),
        "tests": sum(bool(a.tests) for a in rules),
        "missing": [a.line.id for a in rules if a.missing],
        "ui": {
            "lines": len(ui),
            "tests": sum(bool(a.tests) for a in ui),
            "missing": [a.line.id for a in ui if a.missing],
        },
    }

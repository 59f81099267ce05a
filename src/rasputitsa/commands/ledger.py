"""`rasputitsa ledger`: the table rule -> code -> test."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rasputitsa.commands.common import print_json
from rasputitsa.kernel.errors import unknown
from rasputitsa.ledger import Account, Ledger, account, checkout, summary
from rasputitsa.ledger.trace import Mention

SHOWN = 2


def show(as_json: bool, book: str | None, missing_only: bool) -> None:
    root = checkout()
    ledger = account(root)
    if book is not None and book not in ledger.accounts:
        raise unknown("rule book", book, ledger.accounts)
    if as_json:
        figures = summary(ledger)
        print_json({book: figures[book]} if book else figures)
    else:
        _show_tables(ledger, root, [book] if book else list(ledger.accounts), missing_only)
    for stray in ledger.strays:
        where = f"{stray.file.relative_to(root)}:{stray.line}"
        print(f"{where}: {stray.name} names {stray.rule}, which no rule book has", file=sys.stderr)


def _show_tables(ledger: Ledger, root: Path, names: list[str], missing_only: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    figures = summary(ledger)
    for name in names:
        table = Table(title=name, title_justify="left")
        for column in ("rule", "title", "code", "tests", "missing"):
            table.add_column(column, overflow="fold")
        for entry in ledger.accounts[name]:
            if entry.line.kind in ("rule", "ui") and (entry.missing or not missing_only):
                table.add_row(*_row(entry, root))
        console.print(table)
        console.print(_totals(name, figures[name]))


def _totals(name: str, counts: dict[str, Any]) -> str:
    ui = counts["ui"]
    rules = f"{name}: {counts['rules']} rules, {counts['code']} in code, {counts['tests']} with tests"
    return f"{rules}; {ui['tests']} of {ui['lines']} interface lines with tests\n" if ui["lines"] else f"{rules}\n"


def _row(entry: Account, root: Path) -> tuple[str, ...]:
    code, tests = _places(entry.code, root / "src" / "rasputitsa" / "titles"), _places(entry.tests, root / "tests")
    return entry.line.id, entry.line.title, code, tests, entry.missing


def _places(mentions: Iterable[Mention], base: Path) -> str:
    found = [f"{m.file.relative_to(base)}:{m.line} {m.name}" for m in mentions]
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return "\n".join(found[:SHOWN] + more)

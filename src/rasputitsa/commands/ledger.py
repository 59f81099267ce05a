"""`rasputitsa ledger`: the table rule -> code -> test, or all about one rule."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rasputitsa.commands.common import print_json
from rasputitsa.kernel.errors import unknown
from rasputitsa.ledger import Account, Answer, Ledger, account, answers, books, checkout, summary
from rasputitsa.ledger.trace import Mention

SHOWN = 2


def show(rule: str | None, book: str | None, missing_only: bool, as_json: bool) -> None:
    if book is not None and book not in books():
        raise unknown("rule book", book, books())
    if rule is not None:
        _show_rule(rule, book, as_json)
    else:
        _show_ledger(book, missing_only, as_json)


def _show_rule(rule: str, book: str | None, as_json: bool) -> None:
    """One rule: where it is in the code, which tests hold it, what was decided about it."""
    root = checkout()
    found = answers(root, rule, book)
    if as_json:
        print_json([_facts(answer, root) for answer in found])
    else:
        print("\n\n".join(_paragraph(_facts(answer, root)) for answer in found))


def _facts(answer: Answer, root: Path) -> dict[str, Any]:
    line = answer.account.line
    return {
        "book": answer.book,
        "rule": line.id,
        "title": line.title,
        "kind": line.kind,
        "code": [_where(mention, root) for mention in answer.account.code],
        "tests": [_where(mention, root) for mention in answer.account.tests],
        "rulings": [
            {"number": r.number, "question": r.question, "decision": r.decision, **_place(r.file, r.line, root)}
            for r in answer.rulings
        ],
    }


def _where(mention: Mention, root: Path) -> dict[str, Any]:
    return {"name": mention.name, **_place(mention.file, mention.line, root)}


def _place(file: Path, line: int, root: Path) -> dict[str, Any]:
    return {"file": str(file.relative_to(root)), "line": line}


def _paragraph(facts: dict[str, Any]) -> str:
    lines = [f"{facts['rule']} {facts['title']} ({facts['book']}, {facts['kind']})"]
    for name in ("code", "tests"):
        lines.append(f"  {name}" if facts[name] else f"  {name}: none")
        lines += [f"    {found['file']}:{found['line']} {found['name']}" for found in facts[name]]
    for ruling in facts["rulings"]:
        lines.append(f"  ruling {ruling['number']}, {ruling['file']}:{ruling['line']}")
        lines += [f"    {ruling['question']}", f"    {ruling['decision']}"]
    return "\n".join(lines)


def _show_ledger(book: str | None, missing_only: bool, as_json: bool) -> None:
    root = checkout()
    ledger = account(root)
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

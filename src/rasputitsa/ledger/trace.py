"""Finding rule numbers in source files without running them: docstrings of the titles, `@rule` tags of the tests.

In code the numbers stand first in a docstring: "8.5.3 No infiltration: ...", "8.5.1, 8.5.2 ...", and with the edition
before numbers of another book: "digital B.3 ...", "10.5, digital B.7 ...". Numbers with their edition may also stand
further on: "... (digital S.1: oil fields too)", "... digital 1.1 B.13". A module may carry its chapter in brackets:
"[8.0] Movement".
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rasputitsa.ledger.books import books, default_book, edition_book

_PARTS = r"(?:\.\d+[a-z]?)+"
NUMBER = rf"(?:\d+|[A-Z]\d*){_PARTS}"
"""8.5.3, 7.5.1a, 7.5.1c.2, B.3, V02.3."""
_ITEM = re.compile(rf"\[?(?:([a-z]+) )?({NUMBER})(?!\w|\.\w)\]?(?:, | and |)")
_LATER = re.compile(rf"\b([a-z]+) (?:\d\.\d )?((?:[A-Z]\d*{_PARTS}(?:, | and )?)+)")
BESIDE = ("board", "chronicle", "component_checks", "invariants", "rulebook", "view")
"""Modules of a title that hold no rules of their own."""
_Named = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Mention(msgspec.Struct, frozen=True):
    """A rule number found in a file: the book it belongs to ("" when none is meant), where, in which definition."""

    book: str
    rule: str
    file: Path
    line: int
    name: str

    @property
    def known(self) -> bool:
        return self.book in books() and self.rule in books()[self.book].lines


def rule_numbers(docstring: str) -> list[tuple[str, str]]:
    """The (edition word, number) pairs a docstring starts with (the word holds until the list ends), then those that
    stand further on with their edition."""
    found: list[tuple[str, str]] = []
    word, at = "", 0
    while match := _ITEM.match(docstring, at):
        word = match[1] or word
        found.append((word, match[2]))
        at = match.end()
        if not match[0].endswith((", ", " and ")):
            break
    for word, numbers in _LATER.findall(docstring):
        found += [(word, number) for number in re.findall(NUMBER, numbers) if (word, number) not in found]
    return found


def in_code(folder: Path) -> list[Mention]:
    """The rules that a title's docstrings name: first the rules themselves, then what shows and checks them, then the
    computer's brain."""
    files = sorted(folder.rglob("*.py"), key=lambda file: (_rank(file.relative_to(folder)), file))
    return [mention for file in files for mention in _docstrings(folder.name, file)]


def _rank(file: Path) -> int:
    return 2 if "brain" in file.parts else file.stem in BESIDE


def _docstrings(folder: str, file: Path) -> Iterator[Mention]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if isinstance(node, _Named):
            name = file.stem if isinstance(node, ast.Module) else node.name
            line = 1 if isinstance(node, ast.Module) else node.lineno
            for word, number in rule_numbers(ast.get_docstring(node) or ""):
                book = edition_book(folder, word) if word else default_book(folder)
                if book:
                    yield Mention(book, number, file, line, name)


def in_tests(tests: Path) -> list[Mention]:
    """The rules that the tests are tagged with. A test that is always skipped holds nothing."""
    return [mention for file in sorted(tests.rglob("test_*.py")) for mention in _tags(tests, file)]


def _tags(tests: Path, file: Path) -> Iterator[Mention]:
    folder = file.relative_to(tests).parts[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test"):
            continue
        if any(_word(decorator) == "skip" for decorator in node.decorator_list):
            continue
        for tag in node.decorator_list:
            if isinstance(tag, ast.Call) and _word(tag) == "rule":
                book = _keyword(tag, "book") or default_book(folder) or ""
                for number in (a.value for a in tag.args if isinstance(a, ast.Constant)):
                    yield Mention(book, str(number), file, node.lineno, node.name)


def _word(decorator: ast.expr) -> str:
    """The last word of a decorator: `rule(...)`, `testing.rule(...)`, `pytest.mark.skip`."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")


def _keyword(call: ast.Call, name: str) -> str | None:
    values = [k.value.value for k in call.keywords if k.arg == name and isinstance(k.value, ast.Constant)]
    return str(values[0]) if values else None

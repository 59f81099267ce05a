"""For tests: the tag that ties a test to the rule it holds, and titles that are listed for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rasputitsa.kernel.title import Title, titles

F = TypeVar("F", bound=Callable[..., Any])


def rule(*numbers: str, book: str = "") -> Callable[[F], F]:
    """`@rule("8.5.3")`: this test would fail if rule 8.5.3 were broken. The book is the test folder's own unless
    named (`book="no-retreat-digital"`). `rasputitsa ledger` reads the tags."""

    def tag(test: F) -> F:
        test.rules = (book, numbers)  # type: ignore[attr-defined]
        return test

    return tag


@contextmanager
def listed(title: Title) -> Iterator[Title]:
    """The title among those that are installed, in this process and the processes forked from it."""
    known = titles()
    before = known.get(title.name)
    known[title.name] = title
    try:
        yield title
    finally:
        if before is None:
            del known[title.name]
        else:
            known[title.name] = before

"""For tests: the tag that ties a test to the rule it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(*numbers: str, book: str = "") -> Callable[[F], F]:
    """`@rule("8.5.3")`: this test would fail if rule 8.5.3 were broken. The book is the test folder's own unless
    named (`book="no-retreat-digital"`). `rasputitsa ledger` reads the tags."""

    def tag(test: F) -> F:
        test.rules = (book, numbers)  # type: ignore[attr-defined]
        return test

    return tag

"""What can be wrong, and the errors for it: bad input, an illegal action, an ambiguous one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not possible: the rule that forbids it and a sentence for the person who tried."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class RasputitsaError(Exception):
    """Base of all errors that are somebody's mistake and not a defect of the program."""


class Invalid(RasputitsaError):
    """Text or data that means nothing here: a malformed record, an unknown unit, a bad option."""


class Ambiguous(RasputitsaError):
    """Text that could mean several things."""


class Illegal(RasputitsaError):
    """An action that the rules refuse in this position."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def unknown(kind: str, name: str, known: Iterable[str]) -> Invalid:
    """The error for a name that does not exist, with the nearest one that does."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1)
    hint = (
        f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names[:12])}{' ...' if len(names) > 12 else ''}"
    )
    return Invalid(f"unknown {kind} {name!r}; {hint}")

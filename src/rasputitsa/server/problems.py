"""Refusals as the client gets them: a code, a sentence, the rule, and the fresh view where that helps."""

from __future__ import annotations

import logging

from rasputitsa.kernel import Illegal, RasputitsaError
from rasputitsa.server.gate import Forbidden, SignIn
from rasputitsa.server.limits import TooMuch
from rasputitsa.server.messages import Problem, ViewMessage
from rasputitsa.server.storage.games import Missing
from rasputitsa.table import NoUndo, Overtaken, Stale, Unstored, WrongSeat

log = logging.getLogger("rasputitsa.server")


class TooLarge(RasputitsaError):
    """More than we are willing to read."""


class Trashed(RasputitsaError):
    """The game is in the trash."""


class Conflict(RasputitsaError):
    """Not any more, or not yet: things stand otherwise."""


class Refused(Exception):
    """A refusal that comes with the fresh view."""

    def __init__(self, error: Exception, view: ViewMessage) -> None:
        super().__init__(str(error))
        self.error = error
        self.view = view


_CODES: tuple[tuple[type[Exception], str, int], ...] = (
    (Illegal, "illegal", 409),
    (SignIn, "sign-in", 401),
    (TooMuch, "much", 429),
    (Forbidden, "forbidden", 403),
    (WrongSeat, "seat", 403),
    (Stale, "stale", 409),
    (Overtaken, "stale", 409),
    (NoUndo, "undo", 409),
    (Trashed, "trash", 409),
    (Conflict, "conflict", 409),
    (Missing, "missing", 404),
    (TooLarge, "large", 413),
    (Unstored, "storage", 507),
    (RasputitsaError, "invalid", 400),
)


LONGEST = 600
"""Characters of a refusal: whatever somebody sent is not sent back in full."""


def _brief(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 60]} ... {text[-50:]}"


def problem(error: Exception) -> tuple[Problem, int]:
    """What to tell of an error, and its HTTP status."""
    for kind, code, status in _CODES:
        if isinstance(error, kind):
            if isinstance(error, Illegal):
                return Problem(code, error.refusal.text, error.refusal.rule), status
            return Problem(code, _brief(str(error))), status
    log.error("a defect", exc_info=error)
    text = f"A fault in the program ({type(error).__name__}); nothing was changed and the game goes on."
    return Problem("defect", text), 500

"""Recruit and officer: the title's candidates, with hand-set or tuned weights. They look no further than the position
before them, and answer at once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rasputitsa.kernel import Action, title
from rasputitsa.players.brain import Brain, Proposal, brain_of
from rasputitsa.players.seat import Deadline, Seat
from rasputitsa.players.weights import Book, read_book


class ScriptPlayer:
    """Plays what the best candidate proposes."""

    def __init__(
        self, brain: Brain[Any], side: str, *, book: Book, seed: int | str | None = None, style: str = ""
    ) -> None:
        self.brain = brain
        self.book = book
        self.style = style
        self.book.at(side, style=style)
        self.why = ""
        """The reason for the last action, in words."""
        self._rng = random.Random(seed)

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        chosen = self.propose(seat)
        self.why = chosen.reason()
        return chosen.action

    def propose(self, seat: Seat) -> Proposal:
        state = seat.imagine(self._rng)
        return self.brain.decide(self.brain.mind(state, seat.side, self.book, self._rng, style=self.style))


def recruit(
    name: str, side: str, *, seed: int | str | None = None, setting: str = "", brain: Brain[Any] | None = None
) -> ScriptPlayer:
    """The script with weights set by hand; the setting is a style."""
    mind = brain or brain_of(title(name))
    return ScriptPlayer(mind, side, book=mind.book("recruit"), seed=seed, style=setting)


def officer(
    name: str, side: str, *, seed: int | str | None = None, setting: str = "", brain: Brain[Any] | None = None
) -> ScriptPlayer:
    """The script with weights tuned by self-play; the setting is a style."""
    mind = brain or brain_of(title(name))
    return ScriptPlayer(mind, side, book=mind.book("officer"), seed=seed, style=setting)


def script(
    name: str, side: str, *, seed: int | str | None = None, setting: str = "", brain: Brain[Any] | None = None
) -> ScriptPlayer:
    """The script with weights from a file of one's own."""
    return ScriptPlayer(brain or brain_of(title(name)), side, book=read_book(Path(setting)), seed=seed)

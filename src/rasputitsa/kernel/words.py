"""A position in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rasputitsa.kernel.state import State


def one_line(s: State) -> str:
    """The game, the turn, who is to decide, the score."""
    try:
        words = [f"turn {s.banner().turn}", standing(s), score(s)]
    except (AttributeError, IndexError):
        words = ["not set up yet"]
    return f"<{s.game.title.name} {s.game.scenario}: {', '.join(word for word in words if word)}>"


def standing(s: State) -> str:
    """Who is to decide, or how the game ended."""
    outcome = s.outcome()
    if outcome is None:
        return f"{s.side} to decide"
    return f"{outcome.winner} won: {outcome.reason}" if outcome.winner else f"drawn: {outcome.reason}"


def score(s: State) -> str:
    """The figures of the banner."""
    return ", ".join(" ".join(filter(None, (t.side, t.label, t.value))) for t in s.banner().tracks)

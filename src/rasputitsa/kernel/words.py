"""A position in a few words, and the words that all titles share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rasputitsa.kernel.state import State


def count(number: int, one: str, many: str = "") -> str:
    """ "1 hex", "2 hexes", "no hexes"."""
    many = many or f"{one}s"
    return f"1 {one}" if number == 1 else f"{number or 'no'} {many}"


def lower_first(text: str) -> str:
    """As it stands within a sentence: "the Axis"."""
    return text[:1].lower() + text[1:]


def waiting(side: str) -> str:
    """The prompt of those who are not asked."""
    return f"The {side.capitalize()} player decides."


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

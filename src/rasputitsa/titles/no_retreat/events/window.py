"""[5.3] Moments of play: a side is asked for an event when it holds one for the moment."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.state import NoRetreatState


def open_window(s: NoRetreatState, timing: str, side: int) -> None:
    """5.3.1 A side may play an event of this timing now, if it holds one that can be played."""

"""The usual shapes of choices: an action that names one unit, place or card, which is clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rasputitsa.kernel import Action, Choice, Handle
from rasputitsa.titles.no_retreat.state import NoRetreatState


class _Clicked(Choice[NoRetreatState]):
    kind: ClassVar[str]

    def things(self, s: NoRetreatState) -> Iterable[int]:
        """The units, places or cards to show as clickable; `why_not` decides about each."""
        raise NotImplementedError

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [(self.kind, thing) for thing in self.things(s)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        if handle[0] != self.kind:
            return ()
        make: Any = self.action
        action: Action = make(handle[1])
        return (action,) if self.why_not(s, action) is None else ()


class UnitChoice(_Clicked):
    """An action that names a unit."""

    kind = "piece"


class PlaceChoice(_Clicked):
    """An action that names a place."""

    kind = "place"


class CardChoice(_Clicked):
    """An action that names a card."""

    kind = "card"

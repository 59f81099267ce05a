"""Answers that are one hex or one unit out of a set, and questions that answer themselves when only one is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Choice, Handle, Question, Refusal
from rasputitsa.titles.stalins_war.actions.events import EndEvent
from rasputitsa.titles.stalins_war.mapboard import PLACE_NAMES
from rasputitsa.titles.stalins_war.state import SIDES, Position


class AtHex(Choice[Position]):
    """The answer begins with a hex."""

    def hexes(self, s: Position) -> int:
        """The hexes to begin with; some may turn out to have no answer."""
        raise NotImplementedError

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", at) for at in bits(self.known_hexes(s))]

    def known_hexes(self, s: Position) -> int:
        """The hexes, found once for a position."""
        found = s.memo.get(self)
        if found is None:
            found = s.memo[self] = self.hexes(s)
        return int(found)


class HexChoice(AtHex):
    """The answer is a hex: an action with the field `at`, and `hexes` are those to choose from."""

    def of(self, s: Position, handle: Handle) -> Iterable[Action]:
        kind, at = handle
        return (self.action(at),) if kind == "place" and self.known_hexes(s) >> at & 1 else ()

    def why_not(self, s: Position, action: Any) -> Refusal | None:
        if self.known_hexes(s) >> action.at & 1:
            return None
        return Refusal(self.rule, f"{PLACE_NAMES[action.at]} is not among the hexes to choose from.")


class UnitChoice(Choice[Position]):
    """The answer is a unit: an action with the field `unit`."""

    def units(self, s: Position) -> int:
        """The units to choose from."""
        raise NotImplementedError

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(self.known_units(s))]

    def known_units(self, s: Position) -> int:
        """The units, found once for a position."""
        found = s.memo.get(self)
        if found is None:
            found = s.memo[self] = self.units(s)
        return int(found)

    def of(self, s: Position, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        return (self.action(unit),) if kind == "piece" and self.known_units(s) >> unit & 1 else ()

    def why_not(self, s: Position, action: Any) -> Refusal | None:
        if self.known_units(s) >> action.unit & 1:
            return None
        return Refusal(self.rule, f"{s.name(action.unit)} is not among the units to choose from.")


class PlacingChoice(UnitChoice):
    """The answer is a unit and a hex for it: an action with the fields `unit` and `at`."""

    def hexes(self, s: Position, unit: int) -> int:
        """The hexes for one of the units."""
        raise NotImplementedError

    def of(self, s: Position, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or not self.known_units(s) >> unit & 1:
            return ()
        return [self.action(unit, at) for at in bits(self.hexes(s, unit))]

    def why_not(self, s: Position, action: Any) -> Refusal | None:
        refusal = super().why_not(s, action)
        if refusal or self.hexes(s, action.unit) >> action.at & 1:
            return refusal
        return Refusal(self.rule, f"{s.name(action.unit)} may not be placed in {PLACE_NAMES[action.at]}.")


class GoingChoice(UnitChoice):
    """The answer is a unit on the map and where it goes: an action with the fields `unit`, `frm` and `to`."""

    def hexes(self, s: Position, unit: int) -> int:
        """The hexes where one of the units may go."""
        raise NotImplementedError

    def of(self, s: Position, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or not self.known_units(s) >> unit & 1:
            return ()
        return [self.action(unit, s.place[unit], to) for to in bits(self.hexes(s, unit))]

    def why_not(self, s: Position, action: Any) -> Refusal | None:
        refusal = super().why_not(s, action)
        if refusal:
            return refusal
        if s.place[action.unit] == action.frm and self.hexes(s, action.unit) >> action.to & 1:
            return None
        return Refusal(self.rule, f"{s.name(action.unit)} cannot go to {PLACE_NAMES[action.to]}.")


class NoMore(Choice[Position]):
    """What an event allows may be left undone."""

    action = EndEvent
    label = "No more of this event"

    def do(self, s: Position, action: EndEvent) -> None:
        s.pop()


class EventQuestion(Question[Position]):
    """A question of an event. It is asked only if there are two answers; a single one is given by itself, and without
    any the question is over."""

    def player(self, s: Position) -> int:
        """The side that answers."""
        return s.active

    def side(self, s: Position) -> str | None:
        return SIDES[self.player(s)] if len(self.first_answers(s)) > 1 else None

    def first_answers(self, s: Position) -> list[Action]:
        """Two answers, or as many as there are: enough to tell whether to ask."""
        return list(islice((action for handle in self.handles(s) for action in self.of(s, handle)), 2))

    def advance(self, s: Position) -> None:
        answers = self.first_answers(s)
        if answers:
            self.apply(s, answers[0])
        else:
            self.over(s)

    def over(self, s: Position) -> None:
        """Nothing is left to choose."""
        s.pop()

"""[T.2, T.8] Movement: one piece forward, or none."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.kernel import SIDES, Action, Choice, Handle, Question, Refusal
from toy.actions import Move, Stay
from toy.battle import start_battle
from toy.components import FORWARD, OWNER, PIECES, PLACES
from toy.state import ToyState


def refusal(s: ToyState, unit: int, to: int) -> Refusal | None:
    """T.2, T.8 Forward, within its pace, never past or onto another piece of its side, nor past an enemy."""
    side = OWNER[unit]
    if s.at[unit] < 0:
        return Refusal("T.6", f"{PIECES[unit]} has been removed.")
    steps = (to - s.at[unit]) * FORWARD[side]
    if not 1 <= steps <= s.game.profile.pace:
        return Refusal("T.2", f"{PIECES[unit]} cannot go from {PLACES[s.at[unit]]} to {PLACES[to]}.")
    if s.standing(to, side):
        return Refusal("T.2", f"{PLACES[to]} is taken by a friendly piece.")
    between = range(s.at[unit] + FORWARD[side], to, FORWARD[side])
    if any(place in between for place in s.at):
        return Refusal("T.8", "No piece moves past another.")
    return None


def places_for(s: ToyState, unit: int) -> list[int]:
    """Where a piece could go if it were to move now."""
    return [to for to in range(len(PLACES)) if refusal(s, unit, to) is None]


class MovePiece(Choice[ToyState]):
    """T.2 One piece goes forward; meeting an enemy is a battle."""

    action = Move

    def handles(self, s: ToyState) -> Sequence[Handle]:
        return [("piece", unit) for unit in s.units(s.active)]

    def of(self, s: ToyState, handle: Handle) -> Sequence[Action]:
        kind, unit = handle
        if kind != "piece" or unit not in s.units(s.active):
            return []
        return [Move(unit, s.at[unit], to) for to in places_for(s, unit)]

    def why_not(self, s: ToyState, action: Move) -> Refusal | None:
        if OWNER[action.unit] != s.active:
            return Refusal("T.2", f"{PIECES[action.unit]} is not yours to move.")
        if action.frm != s.at[action.unit]:
            return Refusal("T.2", f"{PIECES[action.unit]} is not in {PLACES[action.frm]}.")
        return refusal(s, action.unit, action.to)

    def do(self, s: ToyState, action: Move) -> None:
        enemies = s.standing(action.to, 1 - s.active)
        s.at[action.unit] = action.to
        end_turn(s)
        if enemies:
            start_battle(s, action.unit, enemies[0])


class StayPut(Choice[ToyState]):
    """T.2 It may also stay."""

    action = Stay
    label = "Stay"

    def do(self, s: ToyState, action: Stay) -> None:
        end_turn(s)


def end_turn(s: ToyState) -> None:
    """T.2 The other side is next; a turn is over when both have moved."""
    s.pop()
    s.active = 1 - s.active
    s.turn += s.active == 0


class Turn(Question[ToyState]):
    """T.2 The active side moves one piece forward, or stays."""

    rule = "T.2"
    choices = (MovePiece, StayPut)

    def side(self, s: ToyState) -> str | None:
        return SIDES[s.active]

    def prompt(self, s: ToyState) -> str:
        return "Move a piece forward, or stay."


STEPS = (Turn,)

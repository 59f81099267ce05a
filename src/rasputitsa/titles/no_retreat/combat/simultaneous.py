"""digital X.1 Module: simultaneous battles. All battles are supported first, then all dice are rolled, then the results
are applied one after the other in the order the phasing side chooses; counterattacks are fought as they come up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Action, ActionView, Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.no_retreat.actions.combat import Attack
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.combat import context
from rasputitsa.titles.no_retreat.combat.allocate import plan
from rasputitsa.titles.no_retreat.combat.battle import APPLY, ROLL, Fight, begin
from rasputitsa.titles.no_retreat.state import NoRetreatState


class Supporting(Step[NoRetreatState]):
    """digital X.1 Every battle is prepared: terrain, support, events; then every die is rolled. Frame: how many battles
    are left to roll for, once all are prepared."""

    rule = "X.1"

    def advance(self, s: NoRetreatState) -> None:
        first = next(iter(plan(s).units), -1)
        if first >= 0:
            begin(s, plan(s).of(first), plan(s).units[first])
            s.goto(0, ROLL)
            return
        left = s.frame[1] if s.frame[1:] else len(s.pending)
        if left == 0:
            s.pop()
            return
        s.goto(left - 1)
        context.take_up(s, s.pending[0][0])
        s.push(Fight, ROLL, APPLY)


def resolve(s: NoRetreatState, first: int) -> None:
    """digital X.1 The result of a battle that was put aside is applied."""
    context.take_up(s, first)
    s.push(Fight, APPLY, -1)


def prepared(s: NoRetreatState) -> dict[int, Attack]:
    """digital X.1 The battles that were put aside, by their first hex."""
    return {row[0]: Attack(*context.hexes_and_units(row)) for row in s.pending}


class ApplyNext(Choice[NoRetreatState]):
    """digital X.1 The result of this battle is applied next."""

    action = Attack

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("place", first) for first in prepared(s)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        found = prepared(s).get(handle[1]) if handle[0] == "place" else None
        return [found] if found else []

    def why_not(self, s: NoRetreatState, action: Attack) -> Refusal | None:
        fine = action in prepared(s).values()
        return None if fine else Refusal("X.1", "Choose the battle whose result is applied next.")

    def do(self, s: NoRetreatState, action: Attack) -> None:
        resolve(s, action.hexes[0])

    def show(self, s: NoRetreatState, action: Attack, shown: ActionView) -> None:
        shown.clicks = [s.click(("place", action.hexes[0]))]


class SimultaneousBattles(Question[NoRetreatState]):
    """digital X.1 The results are applied in the order the phasing side chooses."""

    rule = "X.1"
    choices = (ApplyNext,)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if len(s.pending) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        if s.pending:
            resolve(s, s.pending[0][0])
        else:
            s.pop()

    def prompt(self, s: NoRetreatState) -> str:
        return "Choose the battle whose result is applied next."


STEPS = (Supporting, SimultaneousBattles)

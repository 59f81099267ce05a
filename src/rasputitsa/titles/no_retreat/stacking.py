"""[8.4] Stacking: how many units may stand in a place, and what becomes of those that are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import eq

from rasputitsa.kernel import Action, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat.actions.movement import Discard
from rasputitsa.titles.no_retreat.codes import AXIS, DESTROYED, SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.components import begun, in_effect
from rasputitsa.titles.no_retreat.state import NoRetreatState


def limit(s: NoRetreatState, side: int, tank: bool, fort: bool) -> int:
    """8.4.1, 8.4.1.1, 8.4.1.2, 8.4.1.3, 13.5.3 How many units a side may stack: the Axis two; the Soviets one, from
    their player turn 11 a tank with any other unit but a fort, from 1945 any two. `tank` and `fort`: are there such
    units among them?"""
    limits = s.game.tables.limits
    if side == AXIS:
        return limits.axis_stacking
    if in_effect("any-two-stacking", s.turn):
        return limits.soviet_stacking_1945
    if tank and not fort and begun("tank-stacking", s.turn, SIDES[s.phasing]):
        return limits.soviet_stacking_tanks
    return limits.soviet_stacking


def stacking_limit(s: NoRetreatState, units: Sequence[int], side: int) -> int:
    """8.4.1 The limit for these units together."""
    game, full = s.game, s.full
    tank = any(game.armor[full[u]][u] for u in units)
    fort = any(game.fort[full[u]][u] for u in units)
    return limit(s, side, tank, fort)


def overstacked(s: NoRetreatState, place: int, side: int) -> int:
    """8.4.1, 8.4.2, 8.6.2 How many units too many stand in a place."""
    units = [u for u in s.units_at(place) if s.game.stacks(u)]
    return max(0, len(units) - stacking_limit(s, units, side)) if len(units) > 1 else 0


def fits(s: NoRetreatState, unit: int, place: int, *, without: int = -1, beside: Sequence[int] = ()) -> bool:
    """8.4.1, 8.4.2 Could this unit stand there within the stacking limit, once `without` is gone and the units `beside`
    it have come?"""
    game, side = s.game, s.game.side_of[unit]
    if not game.stacks(unit) or not (beside or s.occupied[side] >> place & 1):
        return True
    here = {unit, *beside, *(u for u in s.units_at(place) if u != without)}
    units = [u for u in here if game.stacks(u)]
    return len(units) <= stacking_limit(s, units, side)


def with_room(s: NoRetreatState, unit: int, places: int) -> int:
    """8.4.1, 8.4.2 The places among these where the unit does not overstack."""
    game, side = s.game, s.game.side_of[unit]
    if not places & s.occupied[side] or not game.stacks(unit):
        return places
    once, twice, tanks, forts = crowd(s, side)
    tank, fort = game.armor[s.full[unit]][unit], game.fort[s.full[unit]][unit]
    room = ~once
    for with_tank, with_fort, there in (
        (False, False, once & ~(tanks | forts)),
        (True, False, tanks & ~forts),
        (False, True, forts & ~tanks),
        (True, True, tanks & forts),
    ):
        if limit(s, side, tank or with_tank, fort or with_fort) > 1:
            room |= there & ~twice
    return places & room


def crowd(s: NoRetreatState, side: int) -> tuple[int, int, int, int]:
    """8.4.2 The places where a side has a unit that counts for stacking, those where it has two or more, and where
    tanks and forts are among them. Worked out once per position."""
    found: tuple[int, int, int, int] | None = s.memo.get(("crowd", side))
    if found is None:
        game, place, full = s.game, s.place, s.full
        once = twice = tanks = forts = 0
        for u in s.on_map(side):
            if game.stacks(u):
                bit = 1 << place[u]
                twice |= once & bit
                once |= bit
                tanks |= bit * game.armor[full[u]][u]
                forts |= bit * game.fort[full[u]][u]
        found = s.memo["crowd", side] = once, twice, tanks, forts
    return found


def capacity(s: NoRetreatState, side: int, units: Sequence[int], places: int) -> int:
    """8.4.1 How many of these units find room in as many empty `places`: as many in each as any may, and where only
    tanks make a second one possible, one more for each tank."""
    plain = limit(s, side, tank=False, fort=False)
    more = limit(s, side, tank=True, fort=False) - plain
    tanks = sum(s.game.armor[s.full[u]][u] for u in units) if more else 0
    return places * plain + min(places * more, tanks)


# -- [8.4.3] too many ----------------------------------------------------------------------------------------------


def excess(s: NoRetreatState) -> tuple[int, int] | None:
    """8.4.3, 8.4.4 The first side and place with too many units, the phasing side's first. Worked out once per
    position."""
    if "excess" not in s.memo:
        s.memo["excess"] = _find_excess(s)
    found: tuple[int, int] | None = s.memo["excess"]
    return found


def _find_excess(s: NoRetreatState) -> tuple[int, int] | None:
    for side in (s.phasing, 1 - s.phasing):
        first, end = s.game.span[side]
        at = [p for p in s.place[first:end] if p >= 0]
        if len(at) == s.occupied[side].bit_count():
            continue
        least = limit(s, side, tank=False, fort=True)
        ordered = sorted(at)
        if not any(map(eq, ordered, ordered[least:])):
            continue
        for where, count in Counter(at).items():
            if count > least and overstacked(s, where, side):
                return side, where
    return None


class RemoveUnit(Choice[NoRetreatState]):
    """8.4.3, 8.4.3.3 An overstacked unit leaves the map: to the Shattered Units Box; forts and unsupplied ones to the
    Destroyed one."""

    action = Discard

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        found = excess(s)
        return [("piece", u) for u in s.units_at(found[1]) if s.game.stacks(u)] if found else []

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Discard(handle[1], s.place[handle[1]])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Discard) -> Refusal | None:
        if action in self.of(s, ("piece", action.unit)):
            return None
        return Refusal("8.4.3", f"{s.game.names[action.unit]} is not overstacked there.")

    def do(self, s: NoRetreatState, action: Discard) -> None:
        unit = action.unit
        s.say("8.4.3", "{} is overstacked", s.game.names[unit], at=[s.game.place_id(action.at)])
        if s.marks[unit] & UNSUPPLIED or s.game.fort[s.full[unit]][unit]:
            elimination.eliminate(s, unit, DESTROYED)
        else:
            elimination.shatter(s, unit)


class Overstacking(Question[NoRetreatState]):
    """8.4.3, 8.4.3.1, digital K.1 At the end of any phase or battle the owner removes excess units of his choice. The
    phasing side settles its hexes first."""

    rule = "8.4.3"
    choices = (RemoveUnit,)

    def side(self, s: NoRetreatState) -> str | None:
        found = excess(s)
        return SIDES[found[0]] if found else None

    def prompt(self, s: NoRetreatState) -> str:
        found = excess(s)
        return f"Too many units in {s.game.place_name(found[1])}: choose one to remove." if found else ""


STEPS = (Overstacking,)

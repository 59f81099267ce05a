"""[7.0] Events of the Organization Phase: replacements, improvements, reinforcements before their time, works,
disorder."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Refusal
from rasputitsa.titles.no_retreat import components, stacking
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.events import Brings, Fortifies, Improves, Rebuilds, Upsets
from rasputitsa.titles.no_retreat.codes import AXIS, BOXES, DISORGANIZED, FLIPPED, REMOVED, TRACK, UNSUPPLIED, WORKS
from rasputitsa.titles.no_retreat.events.happening import Deed, K, Now, Pick, carries_out
from rasputitsa.titles.no_retreat.events.supply import near
from rasputitsa.titles.no_retreat.organization import arrivals, flip, places
from rasputitsa.titles.no_retreat.state import NoRetreatState

BOX = {name: number for number, name in BOXES.items()}


def native(s: NoRetreatState, side: int, unit: int) -> bool:
    """What events call the units of a side: the Axis ones help Germans only."""
    return side != AXIS or s.game.data[unit].nation == "german"


@carries_out(kinds.Replace)
class Replace(Pick[kinds.Replace]):
    """7.9, 7.9.1, 7.6, 7.9.1.1, digital O.7.1 Replacements for no cards, by the usual rules of placement; `any_turn`
    lifts the ban of turns 1 to 4."""

    rule = "7.9"
    none = "No unit in the box could be replaced now."
    ask = "{}: choose a unit to be replaced, and where."

    def count(self, effect: kinds.Replace) -> int:
        return effect.units

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Replace) -> Refusal | None:
        if not (effect.any_turn or arrivals.may_replace(s, now.side)):
            return Refusal("7.9.1", "The Axis cannot replace units on this turn.")
        return super().why_not(s, now, effect)

    def _units(self, s: NoRetreatState, now: Now, effect: kinds.Replace) -> list[int]:
        lost = [u for box in effect.boxes for u in s.in_box(BOX[box], now.side) if native(s, now.side, u)]
        types = s.game.type
        return [u for u in lost if effect.type is None or types[arrivals.replacement_side(s, u)][u] == effect.type]

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Replace) -> Iterator[Action]:
        for unit in self._units(s, now, effect):
            yield from (Brings(now.event, unit, to) for to in bits(places.places_for(s, unit)))
            yield from (Rebuilds(now.event, unit, cadre) for cadre in places.cadres_for(s, unit))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Replace, action: Brings | Rebuilds) -> None:
        if isinstance(action, Brings):
            arrivals.replace(s, action.unit, action.place, ready=effect.ready)
        else:
            arrivals.replace(s, action.unit, s.place[action.cadre], action.cadre)


class _Flip(Pick[K]):
    """7.1, 7.2 Friendly units turn to their strong side for no cards."""

    rule = "7.1"
    none = "No unit of yours with an overland supply path could be improved."
    ask = "{}: choose a unit to be improved."

    def choose(self, s: NoRetreatState, now: Now, effect: K, action: Improves) -> None:
        flip.flip(s, action.unit, True)
        s.unmark(action.unit, FLIPPED)


@carries_out(kinds.Improve)
class Improve(_Flip[kinds.Improve]):
    """7.1, 7.3, 7.9.1 Improvements for no cards; `any_turn`: the Axis also before turn 5 and after turn 23."""

    def count(self, effect: kinds.Improve) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Improve) -> Iterator[Action]:
        return (
            Improves(now.event, u)
            for u in s.on_map(now.side)
            if native(s, now.side, u)
            and (effect.type is None or s.game.type[1][u] == effect.type)
            and flip.why_not_improve(s, u, free=True, any_turn=effect.any_turn) is None
        )


@carries_out(kinds.Upgrade)
class Upgrade(_Flip[kinds.Upgrade]):
    """7.2, 7.2.0 One more free Soviet upgrade, from turn 6 on."""

    rule = "7.2"

    def count(self, effect: kinds.Upgrade) -> int:
        return effect.units

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Upgrade) -> Refusal | None:
        if not components.in_effect("education", s.turn):
            return Refusal("7.2", "Soviet units are upgraded from turn 6 on.")
        return super().why_not(s, now, effect)

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Upgrade) -> Iterator[Action]:
        units = s.on_map(now.side)
        return (Improves(now.event, u) for u in units if flip.why_not_upgrade(s, u, by_event=True) is None)


@carries_out(kinds.Reorganize)
class Reorganize(Deed[kinds.Reorganize]):
    """7.10 All friendly Disorganized markers come off."""

    def _units(self, s: NoRetreatState, side: int) -> list[int]:
        return [u for u in s.on_map(side) if s.marks[u] & DISORGANIZED]

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Reorganize) -> Refusal | None:
        return None if self._units(s, now.side) else Refusal("7.10", "No unit of yours is disorganized.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Reorganize) -> None:
        for unit in self._units(s, now.side):
            s.unmark(unit, DISORGANIZED)


@carries_out(kinds.Early)
class Early(Pick[kinds.Early]):
    """7.8 Friendly units of these families on the Turn Track, due within `turns` turns, arrive now."""

    rule = "7.8"
    none = "No such unit is due soon, or there is no place for it."
    ask = "{}: choose a unit that arrives now, and where."

    def count(self, effect: kinds.Early) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Early) -> Iterator[Action]:
        units = [
            u
            for u in s.in_box(TRACK, now.side)
            if s.game.data[u].kind in effect.kinds
            and s.game.data[u].option is None
            and s.turn < s.arrives[u] <= s.turn + effect.turns
        ]
        return (Brings(now.event, u, to) for u in units for to in bits(places.places_for(s, u)))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Early, action: Brings) -> None:
        arrivals.reinforce(s, action.unit, action.place)


@carries_out(kinds.Raise)
class Raise(Pick[kinds.Raise]):
    """14.1, 14.11 Units that were removed for good come back: Volkssturm on its own city, a Festung on any Greater
    German one, if the Axis controls it and there is room."""

    rule = "14.1"
    none = "No such unit has been lost, or its city is not yours or full."
    ask = "{}: choose the unit that is raised again, and where."

    def count(self, effect: kinds.Raise) -> int:
        return effect.units

    def _places(self, s: NoRetreatState, unit: int) -> int:
        game, side = s.game, s.game.side_of[unit]
        home = game.home[unit]
        cities = 1 << home if home >= 0 else game.cities & game.germany
        return stacking.with_room(s, unit, cities & s.controls(side) & ~s.occupied[1 - side])

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Raise) -> Iterator[Action]:
        units = [u for u in s.in_box(REMOVED, now.side) if s.game.data[u].kind == effect.family]
        return (Brings(now.event, u, to) for u in units for to in bits(self._places(s, u)))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Raise, action: Brings) -> None:
        s.full[action.unit] = 1
        arrivals.arrive(s, action.unit, action.place, disorganized=False)


@carries_out(kinds.Works)
class Works(Pick[kinds.Works]):
    """14.13 The Defensive Works marker goes on a hex with a friendly supplied unit. There is one marker for both
    sides."""

    rule = "14.13"
    none = "You have no supplied unit on the map."
    ask = "{}: choose a hex to be fortified."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Works) -> Iterator[Action]:
        fed = sum({1 << s.place[u] for u in s.on_map(now.side) if not s.marks[u] & UNSUPPLIED})
        return (Fortifies(now.event, hex_) for hex_ in bits(fed) if (WORKS, hex_, now.side) not in s.works)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Works, action: Fortifies) -> None:
        s.works = [w for w in s.works if w[0] != WORKS]
        s.works.append((WORKS, action.place, now.side))
        s.say("14.13", "Defensive Works in {}", s.game.place_name(action.place), at=[s.game.place_id(action.place)])


@carries_out(kinds.Disorganize)
class Disorganize(Pick[kinds.Disorganize]):
    """10.1.1, 11.2 Disorganized markers on enemy units; they come off at the end of the enemy's next player turn, or
    for a card (7.10)."""

    rule = "10.1.1"
    none = "No enemy unit is in reach of it."
    ask = "{}: choose an enemy unit to be disorganized."

    def count(self, effect: kinds.Disorganize) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Disorganize) -> Iterator[Action]:
        within = near(s, now.side, effect.near) if effect.near else -1
        if effect.ussr:
            within &= s.game.ussr
        units = [u for u in s.on_map(1 - now.side) if within >> s.place[u] & 1 and not s.marks[u] & DISORGANIZED]
        return (Upsets(now.event, u) for u in units)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Disorganize, action: Upsets) -> None:
        s.mark(action.unit, DISORGANIZED)
        at = [s.game.place_id(s.place[action.unit])]
        s.say("10.1.1", "{} is disorganized", s.game.names[action.unit], at=at)


@carries_out(kinds.ExtraCost)
class ExtraCost(Deed[kinds.ExtraCost]):
    """7.9 The replacement just announced costs more; the enemy pays, or takes it back."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.ExtraCost) -> None:
        s.surcharge += effect.cards


STEPS = ()

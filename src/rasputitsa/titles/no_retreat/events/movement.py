"""[8.0], [9.0] Events about movement and rail: farther, freer, slower; trains, landings and evacuations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Refusal
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat import movement, rail
from rasputitsa.titles.no_retreat.actions.events import Brings, Evacuates, Hastens, Leads, Slows
from rasputitsa.titles.no_retreat.codes import AXIS, GHOST, HASTE, HASTENED, MOVED, NO_RAIL, RAIL, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import mods
from rasputitsa.titles.no_retreat.control import oil_is_lost
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, Pick, carries_out
from rasputitsa.titles.no_retreat.movement import bonus_move
from rasputitsa.titles.no_retreat.state import NoRetreatState


def of_type(s: NoRetreatState, unit: int, wanted: str | None) -> bool:
    """Is the unit of a type, as it stands now?"""
    return wanted is None or s.game.type[s.full[unit]][unit] == wanted


def runners(s: NoRetreatState, side: int, wanted: str | None) -> Iterator[int]:
    """5.3.4, 6.5.5, 5.3.4.1 Friendly units that may still move and have had no movement event in this player turn: of
    that type, German ones only for the Axis."""
    return (
        u
        for u in s.on_map(side)
        if not s.marks[u] & HASTENED
        and of_type(s, u, wanted)
        and movement.may_move(s, u)
        and (side != AXIS or s.game.data[u].nation == "german")
    )


def quicken(s: NoRetreatState, side: int, unit: int, points: int) -> None:
    """5.3.4 A unit has more points in this phase, also if it is under way; no second movement event for it."""
    lasting.note(s, HASTE, side, points, unit)
    s.mark(unit, HASTENED)
    if unit == s.mover:
        s.mover_left += points


@carries_out(kinds.MoveBonus)
class MoveBonus(Pick[kinds.MoveBonus]):
    """5.3.4, 8.1 More MPs for friendly supplied units, `units` of them or all, added after the weather limit."""

    rule = "5.3.4"
    none = "No unit of yours could make use of it."
    ask = "{}: choose a unit that goes farther."

    def count(self, effect: kinds.MoveBonus) -> int:
        return effect.units

    def _units(self, s: NoRetreatState, now: Now, effect: kinds.MoveBonus) -> Iterator[int]:
        return (u for u in runners(s, now.side, effect.type) if not s.marks[u] & UNSUPPLIED)

    def options(self, s: NoRetreatState, now: Now, effect: kinds.MoveBonus) -> Iterator[Action]:
        return (Hastens(now.event, unit) for unit in self._units(s, now, effect))

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.MoveBonus) -> None:
        if effect.units:
            super().happen(s, now, effect)
            return
        for unit in list(self._units(s, now, effect)):
            quicken(s, now.side, unit, effect.mp)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.MoveBonus, action: Hastens) -> None:
        quicken(s, now.side, action.unit, effect.mp)


@carries_out(kinds.IgnoreZoc)
class IgnoreZoc(Pick[kinds.IgnoreZoc]):
    """5.3.4, 8.5 Friendly units move in this phase as if there were no EZOCs: no stop, no cost to leave, no
    infiltration rule."""

    rule = "5.3.4"
    none = "No unit of yours could make use of it."
    ask = "{}: choose the unit it leads through the enemy's lines."

    def count(self, effect: kinds.IgnoreZoc) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.IgnoreZoc) -> Iterator[Action]:
        return (Leads(now.event, unit) for unit in runners(s, now.side, effect.type))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.IgnoreZoc, action: Leads) -> None:
        lasting.note(s, GHOST, now.side, action.unit)
        s.mark(action.unit, HASTENED)


@carries_out(kinds.Slow)
class Slow(Pick[kinds.Slow]):
    """8.1 Enemy units have fewer MPs in this phase, 1 at the least."""

    rule = "8.1"
    none = "There is no enemy unit that moves."
    ask = "{}: choose an enemy unit that is slowed."

    def count(self, effect: kinds.Slow) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Slow) -> Iterator[Action]:
        game = s.game
        units = [u for u in s.on_map(1 - now.side) if game.move[s.full[u]][u] > 0 and not bonus_move(s, u)]
        return (Slows(now.event, unit) for unit in units)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Slow, action: Slows) -> None:
        lasting.note(s, HASTE, now.side, -effect.mp, action.unit)


@carries_out(kinds.Rail)
class MoreRail(Deed[kinds.Rail]):
    """9.1 More units entrain for no cards; capacity, and the disruption of turns 1 and 2, stay as they are."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Rail) -> Refusal | None:
        if rail.disrupted(s) and now.side == AXIS:
            return Refusal("9.1.3", "The railways are disrupted on turns 1 and 2.")
        if len(rail.may_detrain(s, now.side)) >= rail.CAPACITY:
            return Refusal("9.1.2", "Three units are in the Rail Movement Box already.")
        return None

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Rail) -> None:
        s.free_entrains += effect.units


@carries_out(kinds.BlockRail)
class BlockRail(Deed[kinds.BlockRail]):
    """9.1, 14.12.1 The enemy entrains nobody in this player turn, nor puts a unit in Strategic Reserve."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.BlockRail) -> None:
        lasting.note(s, NO_RAIL, now.side)


@carries_out(kinds.Detrain)
class Detrain(Pick[kinds.Detrain]):
    """9.2, 16.0.1 Units in the player's Rail Movement Box come on the map now; in his Movement Phase they move no
    more."""

    rule = "9.2"
    none = "No unit of yours could detrain now."
    ask = "{}: choose a unit and where it detrains."

    def count(self, effect: kinds.Detrain) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Detrain) -> Iterator[Action]:
        units = rail.may_detrain(s, now.side)
        places = bits(rail.detrain_places(s, now.side)) if units else []
        return (Brings(now.event, unit, to) for unit in units for to in places)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Detrain, action: Brings) -> None:
        rail.detrain(s, action.unit, action.place)
        if now.moment == "movement":
            s.mark(action.unit, MOVED)


def coast(s: NoRetreatState, seas: Sequence[str]) -> int:
    """6.2 The coastal hexes of these seas."""
    found = 0
    for sea in seas:
        found |= s.game.coasts.get(sea, 0)
    return found


@carries_out(kinds.Land)
class Land(Pick[kinds.Land]):
    """9.2 A unit in the player's Rail Movement Box lands on a coast: no unit there, no enemy-controlled city, no
    EZOC."""

    rule = "9.2"
    none = "No unit of yours could land now."
    ask = "{}: choose a unit and where it lands."

    def count(self, effect: kinds.Land) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Land) -> Iterator[Action]:
        enemy = 1 - now.side
        barred = s.occupied[0] | s.occupied[1] | s.zoc[enemy] | (s.controls(enemy) & s.game.cities)
        places = bits(coast(s, effect.seas) & s.game.playable & ~barred)
        return (Brings(now.event, unit, to) for unit in rail.may_detrain(s, now.side) for to in places)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Land, action: Brings) -> None:
        rail.detrain(s, action.unit, action.place)


@carries_out(kinds.Evacuate)
class Evacuate(Pick[kinds.Evacuate]):
    """9.1 Friendly mobile units on a coast that have not moved go to the Rail Movement Box, supplied or not, within its
    capacity."""

    rule = "9.1.2"
    none = "No unit of yours on that coast could be evacuated."
    ask = "{}: choose a unit to be evacuated."

    def count(self, effect: kinds.Evacuate) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Evacuate) -> Iterator[Action]:
        if len(rail.may_detrain(s, now.side)) >= rail.CAPACITY:
            return iter(())
        shore, moves = coast(s, effect.seas), s.game.move
        units = [u for u in s.on_map(now.side) if shore >> s.place[u] & 1 and not s.marks[u] & MOVED]
        return (Evacuates(now.event, unit) for unit in units if moves[s.full[unit]][unit] > 0)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Evacuate, action: Evacuates) -> None:
        unit = action.unit
        s.say("9.1", "{} is evacuated", s.game.names[unit], at=[s.game.place_id(s.place[unit])])
        s.unmark(unit, UNSUPPLIED)
        if unit == s.mover:
            s.mover, s.mover_left = -1, 0
        s.put(unit, RAIL)


@carries_out(kinds.Fuel)
class Fuel(Deed[kinds.Fuel]):
    """13.5 Until the end of the Combat Phase German armor has both its bonuses although Ploesti is lost."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Fuel) -> Refusal | None:
        return None if oil_is_lost(s) else Refusal("13.5", "Your armor lacks no fuel.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Fuel) -> None:
        mods.add_phase(s, mods.FUEL, now.side)


STEPS = ()

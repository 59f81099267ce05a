"""[6.0] Supply: which units can trace a path, by which source, and what being unsupplied does."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rasputitsa.board.floods import flood, flood_steps, open_ground
from rasputitsa.board.topology import bits
from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.codes import AXIS, FED, SCORCHED, SOVIET, UNSUPPLIED
from rasputitsa.titles.no_retreat.components import tables
from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.state import NoRetreatState

SUPPLY_PATH = tables().limits.supply_path
"""6.1 How many hexes a unit's supply path may have."""


class Lines(NamedTuple):
    """All that the supply lines of a side depend on: what was worked out is good as long as this is the same, and what
    moves behind the front does not change it."""

    game: NoRetreatGame
    side: int
    ground: int
    axis_held: int
    scorched: int


def lines(s: NoRetreatState, side: int) -> Lines:
    found: Lines | None = s.memo.get(("lines", side))
    if found is None:
        found = Lines(s.game, side, passable(s, side), s.axis_held, scorched(s, side))
        s.memo["lines", side] = found
    return found


def passable(s: NoRetreatState, side: int) -> int:
    """6.3, 8.5.4, 6.3.1, 6.3.2, 6.3.3, digital S.1.1 A supply path runs not through enemy units, enemy-controlled
    cities, Finland or the Balkans, nor an enemy zone of control unless a friendly unit stands in the hex. Lakes do not
    block it."""
    game, enemy = s.game, 1 - side
    theirs = game.cities & (~s.axis_held if side == AXIS else s.axis_held)
    ground = game.supply_net.places & ~(game.areas | theirs)
    return open_ground(ground, enemies=s.occupied[enemy], zone=s.zoc[enemy], friends=s.occupied[side])


def scorched(s: NoRetreatState, side: int) -> int:
    """14.13 The city that Scorched Earth keeps from supplying this side, as a mask."""
    works = s.works
    return sum(1 << at for kind, at, harmed in works if kind == SCORCHED and harmed == side) if works else 0


def supplied_cities(s: NoRetreatState, side: int) -> int:
    """6.1 The friendly cities with a supply path to a friendly map edge."""
    found: int | None = s.memo.get(("cities", side))
    if found is None:
        found = s.memo["cities", side] = _supplied_cities(lines(s, side))
    return found


def overland(s: NoRetreatState, side: int, steps: int = SUPPLY_PATH) -> int:
    """6.1 The places with an overland supply path of at most `steps` hexes; a unit in a supplied city needs none."""
    found: int | None = s.memo.get(("overland", side, steps))
    if found is None:
        path, cities = _overland(lines(s, side), steps)
        found = s.memo["overland", side, steps] = path | cities & s.occupied[side]
    return found


@lru_cache(maxsize=4096)
def _supplied_cities(at: Lines) -> int:
    """6.1, 6.1.1, 6.1.5 A city's path may have any length, westward only for the Axis, eastward only for the Soviets
    (digital S.1: oil fields trace too). Not a scorched one's (14.13)."""
    game = at.game
    rails = game.rail_nets[1 - at.side]
    served = flood(rails, game.edges[at.side], at.ground)
    stations = game.vp_hexes if game.profile.oil_supplies else game.cities
    stations &= (at.axis_held if at.side == AXIS else ~at.axis_held) & ~at.scorched
    return stations & (served | game.edges[at.side] | rails.spread(served))


@lru_cache(maxsize=4096)
def _overland(at: Lines, steps: int) -> tuple[int, int]:
    """6.1, 6.1.2, 6.1.3, 6.1.4 Four hexes or fewer to a friendly supplied city or a friendly map edge, and these
    cities. A unit in an area may trace out of it, but no path runs through it (8.6, 8.7)."""
    net, cities = at.game.supply_net, _supplied_cities(at)
    near = flood_steps(net, cities | at.game.edges[at.side], at.ground, steps - 1)
    return near | net.spread(near) & (at.ground | at.game.areas), cities


def traceable(s: NoRetreatState, side: int) -> int:
    """6.1, 6.3, 7.6, 9.2, 12.1 The places from which a side could trace an overland path, whether or not a friendly
    unit stands there: an enemy zone of control blocks a path that enters a hex, not one that begins in it."""
    near = overland(s, side, SUPPLY_PATH - 1) & ~s.game.areas
    return supplied_cities(s, side) | overland(s, side) | s.game.supply_net.spread(near)


def by_sea(s: NoRetreatState, side: int) -> int:
    """6.2, 6.2.3, 6.2.4, digital S.2, V02.4 Coastal hexes whose sea supplies this side: the Black Sea both, the Caspian
    the Soviets, the Baltic the Axis and, while Leningrad is theirs and supplied, the Soviets. The Sea of Azov supplies
    nobody."""
    coasts = s.game.coasts
    seas = coasts.get("black", 0)
    if side == AXIS:
        return seas | coasts.get("baltic", 0)
    seas |= coasts.get("caspian", 0)
    return seas | coasts.get("baltic", 0) if supplied_cities(s, SOVIET) >> s.game.leningrad & 1 else seas


def by_neighbour(s: NoRetreatState, side: int) -> int:
    """6.2, 6.2.1, 16.0.4, digital S.3 Places next to a friendly unit that has an overland path. Such supply goes no
    further."""
    return s.game.supply_net.spread(overland(s, side) & s.occupied[side])


def at_home(s: NoRetreatState, unit: int) -> bool:
    """6.2, 6.2.5 The Finnish unit is always in supply in Finland, the Yugoslav ones in the Balkans."""
    nation, place = s.game.data[unit].nation, s.place[unit]
    return (nation == "finnish" and place == s.game.finland) or (
        nation == "yugoslav" and bool(s.game.balkans >> place & 1)
    )


def supplied(s: NoRetreatState, side: int) -> int:
    """All places where a unit of this side is in supply by any source but its own country."""
    found: int | None = s.memo.get(("supplied", side))
    if found is None:
        found = s.memo["supplied", side] = overland(s, side) | by_sea(s, side) | by_neighbour(s, side)
    return found


def in_supply(s: NoRetreatState, unit: int) -> bool:
    """6.1, 6.2 Could this unit trace supply now, by whatever source, an event included?"""
    return bool(supplied(s, s.game.side_of[unit]) >> s.place[unit] & 1) or at_home(s, unit) or relieved(s, unit)


def units_in_supply(s: NoRetreatState, side: int) -> list[int]:
    """6.1, 6.2 The units of a side on the map that are `in_supply`."""
    fed, place = supplied(s, side), s.place
    return [u for u in s.on_map(side) if fed >> place[u] & 1 or in_supply(s, u)]


def relieved(s: NoRetreatState, unit: int) -> bool:
    """6.5.5 Does an event keep this unit in supply for the player turn?"""
    return bool(s.effects) and any(e[0] == FED and e[3] == unit for e in s.effects)


def has_overland(s: NoRetreatState, unit: int) -> bool:
    """6.1, 6.2.2 Could this unit trace an overland path now?"""
    return s.place[unit] >= 0 and bool(overland(s, s.game.side_of[unit]) >> s.place[unit] & 1)


def unsupplied_units(s: NoRetreatState, side: int) -> list[int]:
    """6.1, 6.2 The units of a side on the map that cannot trace supply now."""
    if not s.occupied[side] & ~overland(s, side):
        return []
    fed = supplied(s, side)
    if not s.occupied[side] & ~fed:
        return []
    return [u for u in s.on_map(side) if not fed >> s.place[u] & 1 and not at_home(s, u)]


def check_side(s: NoRetreatState, side: int) -> None:
    """6.4, 6.5, digital S.4.2 Mark the units of one side that cannot trace supply; their zones of control are gone at
    once (6.5.3)."""
    s.memo.clear()
    lost = unsupplied_units(s, side)
    for unit in lost:
        s.say("6.4", "{} is unsupplied", s.game.names[unit], at=[s.game.place_id(s.place[unit])])
    if (lost or s.any_unsupplied()) and lost != [u for u in s.on_map(side) if s.marks[u] & UNSUPPLIED]:
        for unit in s.on_map(side):
            s.unmark(unit, UNSUPPLIED)
        for unit in lost:
            s.mark(unit, UNSUPPLIED)
        s.rezone(side)
        s.memo.clear()


class SupplyCheckPhase(Step[NoRetreatState]):
    """6.0, 6.0.1 Both sides are checked, the phasing side first: what it loses no longer blocks the other."""

    rule = "6.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        check_side(s, s.phasing)
        check_side(s, 1 - s.phasing)


def sources(s: NoRetreatState, side: int) -> list[int]:
    """The supply sources of a side that work now: cities and map-edge hexes, for the overlay."""
    return list(bits(supplied_cities(s, side) | (s.game.edges[side] & passable(s, side))))


STEPS = (SupplyCheckPhase,)

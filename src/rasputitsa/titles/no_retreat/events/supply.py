"""[6.0] Events about supply: relief from the air, encirclements that end, scorched cities."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat.actions.events import Burns, Supplies, Takes
from rasputitsa.titles.no_retreat.codes import FED, SCORCHED, SURRENDERED, UNSUPPLIED
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.events.happening import Now, Pick, carries_out
from rasputitsa.titles.no_retreat.state import NoRetreatState


def cut_off(s: NoRetreatState, side: int) -> list[int]:
    """6.4 The units of a side with Unsupplied markers."""
    return [u for u in s.on_map(side) if s.marks[u] & UNSUPPLIED]


def near(s: NoRetreatState, side: int, hexes: int) -> int:
    """The places within `hexes` hexes of a unit of a side."""
    found = 0
    for place in bits(s.occupied[side]):
        found |= s.game.topology.disk(place, hexes)
    return found


@carries_out(kinds.Resupply)
class Resupply(Pick[kinds.Resupply]):
    """6.4, 6.5.3 The Unsupplied markers come off all friendly units in `hexes` hexes; they count as supplied until the
    end of this player turn, and their zones of control are back."""

    rule = "6.4"
    none = "No unit of yours that it could help is unsupplied."
    ask = "{}: choose a hex with unsupplied units."

    def count(self, effect: kinds.Resupply) -> int:
        return effect.hexes

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Resupply) -> Iterator[Action]:
        places = dict.fromkeys(s.place[u] for u in cut_off(s, now.side))
        cities = s.game.cities
        return (Supplies(now.event, p) for p in places if effect.where != "city" or cities >> p & 1)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Resupply, action: Supplies) -> None:
        for unit in s.units_at(action.place):
            s.unmark(unit, UNSUPPLIED)
            lasting.note(s, FED, now.side, unit)
        s.rezone(now.side)
        s.say("6.4", "{} is supplied", s.game.place_name(action.place), at=[s.game.place_id(action.place)])


@carries_out(kinds.EliminateUnsupplied)
class EliminateUnsupplied(Pick[kinds.EliminateUnsupplied]):
    """11.1 Enemy units with Unsupplied markers in a friendly zone of control are eliminated as in the Removal Phase."""

    rule = "11.1"
    none = "No unsupplied enemy lies in your zone of control."
    ask = "{}: choose an unsupplied enemy."

    def count(self, effect: kinds.EliminateUnsupplied) -> int:
        return effect.units

    def options(self, s: NoRetreatState, now: Now, effect: kinds.EliminateUnsupplied) -> Iterator[Action]:
        zone = s.zoc[now.side]
        return (Takes(now.event, u) for u in cut_off(s, 1 - now.side) if zone >> s.place[u] & 1)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.EliminateUnsupplied, action: Takes) -> None:
        elimination.eliminate(s, action.unit, SURRENDERED)


@carries_out(kinds.Scorch)
class Scorch(Pick[kinds.Scorch]):
    """6.1, 14.13 The Scorched Earth marker goes on an enemy-controlled city near a friendly unit: through the next
    enemy player turn it supplies nobody, and nobody detrains or is placed there. There is one marker."""

    rule = "14.13"
    none = "No enemy city lies near enough to your units."
    ask = "{}: choose the city to be laid waste."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Scorch) -> Iterator[Action]:
        cities = s.controls(1 - now.side) & s.game.cities & near(s, now.side, effect.near)
        if effect.ussr:
            cities &= s.game.ussr
        return (Burns(now.event, city) for city in bits(cities))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Scorch, action: Burns) -> None:
        s.works = [w for w in s.works if w[0] != SCORCHED]
        s.works.append((SCORCHED, action.place, 1 - now.side))
        s.say("14.13", "{} is scorched", s.game.place_name(action.place), at=[s.game.place_id(action.place)])


STEPS = ()

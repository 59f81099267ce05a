"""[11.2.1] Step 4: on which table and column each side fires, every shift with its cause and rule."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import Shift as ShiftView
from rasputitsa.titles.stalins_war import weather
from rasputitsa.titles.stalins_war.combat import conditions, forces, ground, mobile_defense
from rasputitsa.titles.stalins_war.combat_odds import Fire
from rasputitsa.titles.stalins_war.component_types import TableName
from rasputitsa.titles.stalins_war.components import CARDS, SHIFTS, TURNS
from rasputitsa.titles.stalins_war.effect_kinds import Shift
from rasputitsa.titles.stalins_war.mapboard import EAST
from rasputitsa.titles.stalins_war.roster import LCU, PANZER, TAGS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SIDES, SOVIET, Position

PANZER_STACK = 3
"""11.2.1 step 4: three panzer corps of one stack fire on the LCU table."""


def table(s: Position, side: int) -> TableName:
    """11.2.1.3 Step 4: the LCU table for a force with an LCU, or with three panzer corps of one stack (SW-46)."""
    units = forces.force(s, side)
    return "lcu" if units & LCU or _panzer_stack(s, units) else "scu"


def _panzer_stack(s: Position, units: int) -> bool:
    places = [s.place[unit] for unit in bits(units & PANZER)]
    return any(places.count(place) >= PANZER_STACK for place in places)


def fire(s: Position, side: int) -> Fire:
    """How a side fires in the combat under way."""
    total = sum(shift.columns for shift in shifts(s, side))
    return Fire(forces.strength(s, side), table(s, side), total)


def shifts(s: Position, side: int) -> list[ShiftView]:
    """11.2.1.5, 13.3.5 Step 4: all columns that the fire of a side moves; they add up."""
    found = []
    if forces.attacks(s, side):
        found += ground.hex_shifts(s)
        river = ground.river_shift(s)
        found += [river] if river else []
    return found + _rule_shifts(s, side) + _card_shifts(s, side)


def _rule_shifts(s: Position, side: int) -> list[ShiftView]:
    """The shifts of the rules outside terrain."""
    ids = [
        "oos" if forces.any_out(s, side) else "",
        f"mobile-defense-{SIDES[side]}" if mobile_defense.applies(s) else "",
        "winter-1942" if side == AXIS and weather.axis_freezes(s) else "",
        "shock" if side == SOVIET and _shock(s) else "",
        "paulus" if side == AXIS and _paulus(s) else "",
    ]
    causes = {
        "oos": "Units out of supply",
        "mobile-defense-axis": "German Mobile Defense",
        "mobile-defense-soviet": "German Mobile Defense",
        "winter-1942": "Winter 1942",
        "shock": "Shock armies in winter 1942",
        "paulus": "East of the Paulus Line",
    }
    return [
        ShiftView(columns=SHIFTS[id_].columns, cause=causes[id_], rule=SHIFTS[id_].rule.partition(" ")[0])
        for id_ in ids
        if id_
    ]


def _shock(s: Position) -> bool:
    """15.1.2.2, C.10 In winter 1942 Soviet attacks with a shock army fire one column to the right, Winter Uniforms or
    not."""
    return s.active == SOVIET and weather.winter_1942(s) and bool(s.attackers & TAGS["shock"])


def _paulus(s: Position) -> bool:
    """11.2.1.4 Step 4: Axis attacks over the Paulus Line on turns 1 to 4, if all attackers are in full supply
    (SW-47)."""
    return (
        s.active == AXIS
        and TURNS[s.turn].paulus_effects
        and bool(EAST >> s.target & 1)
        and all(s.supply[unit] == FULL for unit in bits(s.attackers))
    )


def _card_shifts(s: Position, side: int) -> list[ShiftView]:
    """The shifts of cards and events in force."""
    return [
        ShiftView(columns=effect.columns, cause=CARDS[record[0]].name, rule="7.5.5a")
        for effect, record in conditions.active(s, Shift)
        if effect.side == SIDES[side] and conditions.fits(s, effect.when, side, _chosen(record))
    ]


def _chosen(record: tuple[int, ...]) -> int:
    return record[conditions.CHOSEN] if len(record) > conditions.CHOSEN else -1

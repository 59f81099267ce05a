"""[14.1] Rail movement, [14.7] sea transport, [14.8] seaborne and [14.9] airborne operations: the long ways of the
optional rules, in a Pass or a Strategic Impulse."""

from __future__ import annotations

from typing import Final

from rasputitsa.board.floods import component
from rasputitsa.titles.kiev41.components import AXIS, FULL, INFANTRY, LUFTLANDE, MARINE, SOVIET
from rasputitsa.titles.kiev41.control import enter, full_control, held, leave
from rasputitsa.titles.kiev41.mapboard import AZOV_COAST, BLACK_COAST, GREEN, LAND, TOPOLOGY
from rasputitsa.titles.kiev41.movement import passable, room
from rasputitsa.titles.kiev41.state import PASS, STRATEGIC_MOVE, Kiev
from rasputitsa.titles.kiev41.supply import azov_sea, black_sea, open_ports

AIRBORNE_RANGE: Final = 3


def rail_ends(s: Kiev, b: int) -> int:
    """14.1, 14.1.1, 14.1.2, 14.1.3, 14.3.2 Any distance from, across and to friendly uncontested areas; not over the
    Kerch Strait. 14.3: tanks and motorized troops enter no red area by rail either."""
    if not s.game.profile.rail or s.impulse not in (PASS, STRATEGIC_MOVE):
        return 0
    here = 1 << s.place[b]
    friendly = full_control(s, s.active)
    if not friendly & here:
        return 0
    return room(s, b, component(LAND, s.place[b], friendly & passable(s, b) | here) & ~here)


def sea_ends(s: Kiev, b: int) -> int:
    """14.7, 14.7.1, 14.7.2 Soviet infantry between fully controlled ports of controlled seas."""
    if not s.game.profile.sea_transport or s.active != SOVIET or s.impulse not in (PASS, STRATEGIC_MOVE):
        return 0
    ports = open_ports(s) & full_control(s, SOVIET)
    area = s.place[b]
    if not INFANTRY >> b & 1 or not ports >> area & 1:
        return 0
    return room(s, b, ports & ~(1 << area))


def landing_areas(s: Kiev, b: int) -> int:
    """14.8, 14.8.1 In a Strategic Impulse the Marine at full strength goes from an uncontested port of a controlled sea
    to any enemy-controlled coastal area of a controlled sea."""
    if not s.game.profile.seaborne or b != MARINE or s.impulse != STRATEGIC_MOVE:
        return 0
    if s.strength[b] < FULL[b] or not (open_ports(s) & full_control(s, SOVIET)) >> s.place[b] & 1:
        return 0
    return room(s, b, seas(s) & held(s, AXIS))


def seas(s: Kiev) -> int:
    """2.1.1 The coasts of the seas the Soviets control."""
    if not black_sea(s):
        return 0
    return BLACK_COAST | AZOV_COAST if azov_sea(s) else BLACK_COAST


def drop_areas(s: Kiev, b: int) -> int:
    """14.9, 14.9.1 In a Strategic Impulse the Luftlande at full strength goes from an uncontested area to an
    enemy-controlled green area in an air range of 3."""
    if not s.game.profile.airborne or b != LUFTLANDE or s.impulse != STRATEGIC_MOVE:
        return 0
    area = s.place[b]
    if s.strength[b] < FULL[b] or not full_control(s, AXIS) >> area & 1:
        return 0
    return room(s, b, TOPOLOGY.disk(area, AIRBORNE_RANGE) & GREEN & held(s, SOVIET))


def travel(s: Kiev, b: int, to: int) -> None:
    """14.1, 14.7-14.9 A block leaves one area and appears in another."""
    leave(s, b)
    s.revealed &= ~(1 << b)
    enter(s, b, to)

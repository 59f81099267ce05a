"""[7.7] to [7.9] Which units come: shattered ones that recover, reinforcements, lost ones that cards replace."""

from __future__ import annotations

from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat import victory_points as points
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    DESTROYED,
    DISORGANIZED,
    PLACED,
    REMOVED,
    SHATTERED,
    SOVIET,
    SURRENDERED,
    TRACK,
    WAITING,
)
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.control import notice_border, opened
from rasputitsa.titles.no_retreat.payment import payable
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import two_steps

# -- which units come --------------------------------------------------------------------------------------------


def comes(s: NoRetreatState, unit: int) -> bool:
    """7.7, 7.8, 13.5 Is this unit one of the `comers`?"""
    at = s.place[unit]
    if at == SHATTERED:
        return not s.marks[unit] & PLACED
    return s.arrives[unit] <= s.turn if at == TRACK else at == WAITING and opened(s, str(s.game.data[unit].arrival))


def comers(s: NoRetreatState, side: int) -> list[int]:
    """7.7, 7.8, 13.5 The units that return or arrive for free in this step: shattered ones, and those whose turn has
    come."""
    arrives, marks, turn = s.arrives, s.marks, s.turn
    units = [u for u in s.in_box(SHATTERED, side) if not marks[u] & PLACED]
    units += [u for u in s.in_box(TRACK, side) if arrives[u] <= turn]
    if s.invaded or s.oil_lost or s.warsaw_lost:
        units += [u for u in s.in_box(WAITING, side) if opened(s, str(s.game.data[u].arrival))]
    return units


def price(s: NoRetreatState, unit: int) -> int:
    """7.9 What a lost unit costs from the box it is in."""
    return price_from(s, unit, s.place[unit])


def price_from(s: NoRetreatState, unit: int, box: int) -> int:
    """7.9, 7.9.3, 14.7 One card from the Destroyed Units Box (two for a Shock army, red or brown), two from the
    Surrendered one."""
    costs = s.game.tables.costs
    if box == SURRENDERED:
        return costs.replace_surrendered
    return costs.replace_destroyed_shock if s.game.data[unit].full.shock else costs.replace_destroyed


def may_replace(s: NoRetreatState, side: int) -> bool:
    """7.9.1, 13.5.13, digital O.7, V02.8 The Axis replaces nobody before turn 5 (digital 1.1: nor after turn 23; in 0.2
    there is no ban)."""
    profile = s.game.profile
    if side == SOVIET or not profile.axis_ban:
        return True
    return not in_effect("no-axis-replacements", s.turn) and s.turn <= profile.axis_rebuild_ends


def replaceable(s: NoRetreatState, side: int) -> list[int]:
    """7.9 The lost units a side could pay for now."""
    left = payable(s, side)
    if left <= 0 or not may_replace(s, side):
        return []
    lost = [*s.in_box(DESTROYED, side), *s.in_box(SURRENDERED, side)]
    return [u for u in lost if price(s, u) <= left and not s.marks[u] & PLACED]


def recallable(s: NoRetreatState, side: int) -> list[int]:
    """13.5, 13.5.12 From turn 23 on SS Panzer, withdrawn on turn 18, may come back at full strength for 2 VPs."""
    cost = s.game.tables.victory.ss_panzer_return
    if side != AXIS or not in_effect("ss-panzer-return", s.turn) or not points.may_pay(s, AXIS, cost):
        return []
    return [u for u in s.in_box(REMOVED, AXIS) if u in s.game.ss_panzer]


# -- what happens -------------------------------------------------------------------------------------------------


def arrive(s: NoRetreatState, unit: int, to: int, disorganized: bool) -> None:
    """7.6, 7.7, 7.6.1, 7.7.1 A unit comes on the map at no MP cost; recovered and replaced ones are Disorganized."""
    s.marks[unit] = PLACED | (DISORGANIZED if disorganized else 0)
    s.put(unit, to)
    notice_border(s, unit, (to,))
    s.say("7.6", "{} is placed", s.game.names[unit], at=[s.game.place_id(to)])


def reinforce(s: NoRetreatState, unit: int, to: int) -> None:
    """7.8, 13.5, 13.5.1 A reinforcement is ready to fight. Sevastopol Front arrives as a fort when it is set up in its
    city on turn 3; Yugoslav units arrive on their fort side."""
    data = s.game.data[unit]
    forted = in_effect("sevastopol-fort", s.turn) and s.game.convertible[unit] and to == s.game.home[unit]
    if forted or (data.nation == "yugoslav" and s.place[unit] == WAITING):
        s.full[unit] = 1
    arrive(s, unit, to, disorganized=False)


def replacement_side(s: NoRetreatState, unit: int) -> int:
    """7.9.2, 7.2.2, 7.3, 7.3.1 Two-step units come back reduced; before turn 17 a Soviet Front, still brittle, on the
    side it was lost on."""
    return 0 if two_steps(s.game, unit, s.turn) else s.full[unit]


def replace(s: NoRetreatState, unit: int, to: int, cadre: int = -1, *, ready: bool = False) -> None:
    """7.9, 14.9.4 A lost unit is back, Disorganized unless it was rebuilt around a cadre (or an event makes it
    ready)."""
    s.full[unit] = replacement_side(s, unit)
    come_back(s, unit, to, cadre, ready=ready)


def come_back(s: NoRetreatState, unit: int, to: int, cadre: int, *, ready: bool = False) -> None:
    """7.7, 14.9.4, 14.9.4.1 A unit takes its place; the cadre it was rebuilt around goes to the turn track."""
    if cadre >= 0:
        elimination.exile(s, cadre)
    arrive(s, unit, to, disorganized=cadre < 0 and not ready)


def recall(s: NoRetreatState, unit: int, to: int) -> None:
    """13.5 SS Panzer is back at full strength, for VPs."""
    points.pay(s, AXIS, s.game.tables.victory.ss_panzer_return, "13.5", f"{s.game.names[unit]} returns")
    s.full[unit] = 1
    arrive(s, unit, to, disorganized=False)

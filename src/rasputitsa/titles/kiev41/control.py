"""[2.5] Area control, [2.6] Kiev privilege, [2.7] Fortress Sevastopol: which side holds what, and what follows when it
changes."""

from __future__ import annotations

from rasputitsa.titles.kiev41.components import AXIS, BUDYONNY, OF_SIDE, SIDE, SOVIET, THE_SIDES
from rasputitsa.titles.kiev41.mapboard import ELIMINATED, KIEV, ODESSA, PLACE_NAMES, POOL, SEVASTOPOL, TOPOLOGY, VICTORY
from rasputitsa.titles.kiev41.state import BASE, BATUMI, SUNK, Kiev
from rasputitsa.titles.kiev41.victory import check_victory

EVERYWHERE = TOPOLOGY.everywhere


def held(s: Kiev, side: int) -> int:
    """2.5 The areas a side controls, contested or not."""
    return s.control if side == AXIS else EVERYWHERE & ~s.control


def controls(s: Kiev, area: int, side: int) -> bool:
    """2.5 Does the side control the area?"""
    return (s.control >> area & 1) == (side == AXIS)


def contested(s: Kiev) -> int:
    """2.5 The areas with units of both players. A line always belongs to the side that controls the area, so an enemy
    block in a controlled area means that both are there."""
    return s.control & s.at[SOVIET] | s.at[AXIS] & ~s.control


def full_control(s: Kiev, side: int) -> int:
    """2.5 Full Control: controlled and uncontested."""
    return s.control & ~s.at[SOVIET] if side == AXIS else EVERYWHERE & ~(s.control | s.at[AXIS])


def enemies(s: Kiev, side: int) -> int:
    """2.5.6 The areas that contain enemy units, blocks or Defensive Lines."""
    return s.at[SOVIET] | s.lines & ~s.control if side == AXIS else s.at[AXIS] | s.lines & s.control


def enter(s: Kiev, b: int, area: int) -> None:
    """2.5 A block comes into an area and controls it if no enemy unit is there; it need not stop to do so."""
    s.put(b, area)
    claim(s, area, SIDE[b])


def claim(s: Kiev, area: int, side: int) -> None:
    """2.5, 2.5.2 The side has come through an area: it is now its own, unless an enemy unit holds it."""
    if not controls(s, area, side) and not enemies(s, side) >> area & 1:
        take(s, area, side)


def leave(s: Kiev, b: int) -> None:
    """2.5.3, 2.5.4 A block goes from its area: if nothing is left to hold it against the enemy there, control
    passes."""
    area, side = s.place[b], SIDE[b]
    s.lift(b)
    if not s.here[area] & OF_SIDE[side]:
        uncontested(s, area, side)


def uncontested(s: Kiev, area: int, gone: int) -> None:
    """2.5, 10.16, 2.5.4, 2.5.6 One side has no more blocks in an area: the other takes it, unless a line still stands
    there; and where nobody is engaged any more blocks are concealed."""
    stay = s.here[area]
    if controls(s, area, gone):
        if s.lines >> area & 1 or not stay:
            return
        take(s, area, 1 - gone)
    s.revealed &= ~(stay & ~s.activated & ~s.blitzers)


def remove_line(s: Kiev, area: int) -> None:
    """4.1, 10.15.3 A Defensive Line is destroyed or disbanded; it can be rebuilt."""
    side = AXIS if s.control >> area & 1 else SOVIET
    s.lines &= ~(1 << area)
    s.cut_lines &= ~(1 << area)
    if not s.here[area] & OF_SIDE[side]:
        uncontested(s, area, side)


def take(s: Kiev, area: int, side: int) -> None:
    """2.5, 2.4.4.2.1 Control of an area passes, with what hangs on it: Kiev, Sevastopol, the game."""
    s.control ^= 1 << area
    s.say("2.5", "{} take {}", THE_SIDES[side], PLACE_NAMES[area], at=[TOPOLOGY.ids[area]])
    if area == KIEV and side == AXIS:
        lose_budyonny(s)
    if area == SEVASTOPOL:
        move_fleets(s, side)
    if VICTORY >> area & 1 or area == ODESSA:
        check_victory(s)


def lose_budyonny(s: Kiev) -> None:
    """2.6, 10.6, 2.6.3, 2.6.4, 10.6.2 When the Axis controls Kiev, Budyonny is eliminated for good, wherever he is."""
    if s.place[BUDYONNY] != ELIMINATED:
        s.say("2.6", "Kiev has fallen: Marshal Budyonny is eliminated")
        remove(s, BUDYONNY, ELIMINATED)


def move_fleets(s: Kiev, side: int) -> None:
    """2.7, 10.2.1, 10.2.1.6 Without Sevastopol the fleets are evacuated to Batumi; with it they come back to base."""
    for f in range(len(s.fleets)):
        if s.fleets[f] != SUNK:
            s.fleets[f] = BATUMI if side == AXIS else BASE


def remove(s: Kiev, b: int, to: int) -> None:
    """2.6.3 Take a block off the map and clear what was marked on it. If Kiev falls with Budyonny, he is gone for good
    (2.6)."""
    bit = 1 << b
    s.isolated &= ~bit
    s.activated &= ~bit
    s.blitzers &= ~bit
    s.crossed &= ~bit
    s.revealed &= ~bit
    if s.on_map & bit:
        leave(s, b)
    if s.place[b] != ELIMINATED:
        s.place[b] = to


def destroy(s: Kiev, b: int) -> None:
    """10.15.3, 9.4, 10.15.3.1 A block destroyed in combat: Soviets go to the Reinforcement Pool, the Axis lose theirs
    for good."""
    remove(s, b, ELIMINATED if SIDE[b] == AXIS else POOL)


def surrender(s: Kiev, b: int) -> None:
    """9.4 A block that attrition destroys is permanently eliminated."""
    remove(s, b, ELIMINATED)

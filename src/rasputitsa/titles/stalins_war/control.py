"""[3.0] Hex control, and all that happens when a unit enters a hex: VP, fortresses, Festungs, trenches, bans, lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.components import BOARD, CARD, SIDES
from rasputitsa.titles.stalins_war.effect_kinds import Allow
from rasputitsa.titles.stalins_war.mapboard import (
    EAST,
    FORTRESSES,
    KEPT,
    PLACE_IDS,
    PLACE_NAMES,
    VP_HEXES,
    ZONES,
    hexes,
)
from rasputitsa.titles.stalins_war.roster import SIDE_OF
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, SOVIET, Position


def enter(s: Position, unit: int, place: int, retreating: bool = False) -> None:
    """3.0.6, 5.1.3.3, 10.3.2, 16.3.3 A unit enters a hex, in passing or to stay, by movement, advance, exploitation,
    retreat or from the sea."""
    side, bit = SIDE_OF[unit], 1 << place
    if not bit & (_EVENTFUL[side] | s.trenches[1 - side] | s.festungs):
        return
    take(s, side, place)
    if (FORTRESSES[1 - side] | (s.built if side == AXIS else 0)) & bit & ~s.razed:
        raze(s, place)
    if s.trenches[1 - side] & bit:
        """10.3.2 A trench goes when the enemy occupies its hex."""
        s.trenches[1 - side] &= ~bit
        s.memo.clear()
    if side == SOVIET:
        if s.festungs & bit:
            """16.3.3 A Festung goes when a Soviet unit enters."""
            s.festungs &= ~bit
            s.forget_zones(AXIS)
            s.forget_zones(SOVIET)
    elif s.supply[unit] == FULL and EAST & bit and not retreating:
        """5.1.3, SW-10 A supplied Axis unit has gone east of the Paulus Line; being thrown back there is no such
        deed."""
        s.crossed_paulus = 1


def matters(s: Position, side: int) -> int:
    """The hexes where something happens when a unit of this side enters them."""
    held = ~s.axis_held if side == AXIS else s.axis_held
    found = KEPT & held | s.trenches[1 - side]
    if side == SOVIET:
        return found | s.festungs
    return found | not_to_attack(s) | (0 if s.crossed_paulus else EAST)


def enter_all(s: Position, unit: int, path: Iterable[int]) -> None:
    """A unit enters one hex after the other."""
    for place in path:
        enter(s, unit, place)


def stay(s: Position, unit: int, place: int) -> None:
    """16.1.5, 16.1.5.1 A supplied Soviet unit that stays in a hex takes an Inactive Partisan off."""
    if SIDE_OF[unit] == SOVIET and s.lurking >> place & 1 and s.supply[unit] != OUT:
        s.lurking &= ~(1 << place)
        s.say("16.1.5", "The partisans in {} leave the map", PLACE_NAMES[place])


def take(s: Position, side: int, place: int) -> None:
    """3.0.6, 5.1.1 Control passes to a side at once; a VP hex changes the VP level."""
    bit = 1 << place
    if side == AXIS:
        lift_bans(s, place)
    if not KEPT & bit or s.controls(side, place):
        return
    s.axis_held ^= bit
    s.memo.clear()
    s.trenches[1 - side] &= ~bit
    s.say("3.0", "{} is now {}", PLACE_NAMES[place], SIDES[side].title(), at=[PLACE_IDS[place]])
    if VP_HEXES & bit:
        s.raise_vp(1 if side == AXIS else -1, "5.1.1")


def raze(s: Position, place: int) -> None:
    """16.2.2, 16.2.2.1 An enemy unit destroys the fortress it enters; the hex is a city from now on."""
    s.razed |= 1 << place
    s.forget_zones(AXIS)
    s.forget_zones(SOVIET)
    s.say("16.2.2", "The fortress of {} is destroyed", PLACE_NAMES[place], at=[PLACE_IDS[place]])


def banned_hexes(number: int) -> int:
    """11.1.9 The hexes that the Axis may not attack before the event of `BOARD.ban[number]`."""
    ban = BOARD.ban[number]
    return hexes(*ban.hexes) | (ZONES[ban.zone] if ban.zone else 0)


_BANS = tuple(
    (banned_hexes(number), next(e.what for e in CARD[ban.card].effects if isinstance(e, Allow)))
    for number, ban in enumerate(BOARD.ban)
)
"""11.1.9 Hexes the Axis may not attack, and the permission it needs for them."""
_EVER_BANNED = mask_of(place for mask, _ in _BANS for place in bits(mask))
_EVENTFUL = (KEPT | _EVER_BANNED | EAST, KEPT)
"""By side: the hexes where something may happen when its units enter, trenches and Festungs apart. Fortresses are among
those whose control is kept (16.2.3: a new one stands in a town or city)."""


def lift_bans(s: Position, place: int) -> None:
    """11.1.9, 11.1.9.4 Once one of the restricted hexes is entered, or gained by attrition, the whole ban ends
    (SW-70)."""
    if not _EVER_BANNED >> place & 1:
        return
    for mask, permission in _BANS:
        if mask >> place & 1 and not effects.allowed(s, permission):
            effects.allow(s, permission)
            s.say("11.1.9", "The ban on attacks on {} is lifted", PLACE_NAMES[place])


def not_to_attack(s: Position) -> int:
    """11.1.9 The hexes the Axis may not attack yet."""
    return _banned_with(s.allowed)


@lru_cache(maxsize=1 << 8)
def _banned_with(permissions: int) -> int:
    """Found once for each set of permissions."""
    return sum_of(mask for mask, needed in _BANS if not permissions & effects.bit_of(needed))


def sum_of(masks: Iterable[int]) -> int:
    """The union of sets of hexes."""
    out = 0
    for mask in masks:
        out |= mask
    return out

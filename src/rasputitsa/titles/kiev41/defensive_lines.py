"""[4.1] Defensive Lines: how many are left, where one may be built, which may be disbanded."""

from __future__ import annotations

from rasputitsa.kernel.errors import Refusal
from rasputitsa.titles.kiev41.components import BLOCKS, COMBAT, MAX_LINES, MINIMUM
from rasputitsa.titles.kiev41.control import full_control, held
from rasputitsa.titles.kiev41.mapboard import PLACE_IDS, PLACE_NAMES, STAGING
from rasputitsa.titles.kiev41.state import Kiev


def lines_left(s: Kiev, side: int) -> int:
    """4.1, 4.1.1 Defensive Lines not on the map."""
    return MAX_LINES[side] - (s.lines & held(s, side)).bit_count()


def may_dig(s: Kiev, b: int) -> bool:
    """4.1, 10.9, 2.9.2, 4.1.4 A combat block above minimum strength may be reduced to build a line in a friendly
    uncontested area that has none, if a line is left; not in a staging area."""
    area = s.place[b]
    return (
        bool(COMBAT >> b & 1)
        and s.strength[b] > MINIMUM[b]
        and not (s.lines | STAGING) >> area & 1
        and bool(full_control(s, s.active) >> area & 1)
        and lines_left(s, s.active) > 0
    )


def why_not_dig(s: Kiev, b: int, at: int) -> Refusal | None:
    """4.1 Why a block cannot build a Defensive Line."""
    if at == s.place[b] and may_dig(s, b):
        return None
    name = BLOCKS[b].name
    if not COMBAT >> b & 1:
        return Refusal("4.1", f"{name} is no combat block: it builds no lines.")
    if at != s.place[b]:
        return Refusal("4.1", f"{name} is not in {PLACE_NAMES[at]}.")
    if s.strength[b] == MINIMUM[b]:
        return Refusal("4.1", f"{name} is at minimum strength: a block cannot be destroyed to build a line.")
    if s.lines >> s.place[b] & 1:
        return Refusal("4.1", "There is a line already.")
    if lines_left(s, s.active) <= 0:
        return Refusal("4.1", "No Defensive Line is left; disband one first.")
    return Refusal("4.1", "Lines are built in controlled uncontested areas only, not in staging areas.")


def build_line(s: Kiev, b: int, at: int) -> None:
    """4.1 The block is reduced, and the line stands."""
    s.strength[b] -= 1
    s.lines |= 1 << at
    s.say("4.1", "A line is built in {}", PLACE_NAMES[at], at=[PLACE_IDS[at]])


def disbandable(s: Kiev) -> int:
    """4.1 The active player's lines that are not isolated."""
    return s.lines & held(s, s.active) & ~s.cut_lines


def why_not_disband(s: Kiev, at: int) -> Refusal | None:
    """4.1, 9.1 Why a line cannot be disbanded."""
    if disbandable(s) >> at & 1:
        return None
    if s.cut_lines & s.lines & held(s, s.active) & 1 << at:
        return Refusal("9.1", f"The line in {PLACE_NAMES[at]} is isolated and may not be disbanded.")
    return Refusal("4.1", f"You have no line in {PLACE_NAMES[at]}.")

"""[1.6] Fog of war: what a side may know of the enemy's blocks, what it reads of his actions, and positions that could
be the true one."""

from __future__ import annotations

import random
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.step import CHANCE
from rasputitsa.titles.kiev41.actions import (
    LEXICON,
    Blitz,
    Choose,
    Deploy,
    Dig,
    Drawn,
    Drop,
    Land,
    Move,
    Rail,
    Regenerate,
    Replace,
    SetUp,
    Ship,
    TakeHit,
)
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    GUDERIAN,
    HUNGARIAN,
    LEADERS,
    LW_HQS,
    OF_SIDE,
    RUMANIAN,
    SIDE,
    SIDES,
    N,
)
from rasputitsa.titles.kiev41.mapboard import AREAS, ASIDE, ELIMINATED, HAND, LATER, PLACE_IDS, POOL
from rasputitsa.titles.kiev41.setup import SettingUp
from rasputitsa.titles.kiev41.state import NOBODY, Kiev

FACELESS: Final = (
    *(Move, Rail, Ship, Land, Drop, Blitz, Dig),
    *(Regenerate, Replace, Choose, Drawn, Deploy, SetUp, TakeHit),
)
"""The deeds of blocks that the enemy sees being done, without seeing by whom."""

LINE_PIECE: Final = 300
"""A Defensive Line is this piece in a view, plus its area."""
_BACKS: Final = 1000
_MOST_BACKS: Final = 128


def back_of(area: int, number: int) -> int:
    """A hidden block as a piece in a view: its area and a running number, which says nothing about it."""
    return _BACKS + area * _MOST_BACKS + number


def hidden_from(s: Kiev, viewer: int) -> int:
    """1.6 The enemy blocks whose face a player cannot see: concealed on the map, in the pool, just drawn. Leaders and
    Guderian are known by their box, eliminated blocks lie open, and which come later is printed on them (5.1)."""
    out = 0
    for b in bits(OF_SIDE[1 - viewer] & ~s.revealed & ~LEADERS & ~(1 << GUDERIAN)):
        place = s.place[b]
        if place < AREAS or place in (POOL, HAND, ASIDE):
            out |= 1 << b
    return out


def sees_face(s: Kiev, b: int, viewer: str) -> bool:
    """1.6, 1.6.1 May the viewer see what is on a block?"""
    if viewer == "open" or SIDES[SIDE[b]] == viewer:
        return True
    if s.revealed >> b & 1 or s.place[b] == ELIMINATED:
        return True
    return s.place[b] == LATER and not setting_up(s)


def setting_up(s: Kiev) -> bool:
    """Are blocks still being drawn for the set-up? Those that wait for it must not be seen, or what was drawn would be
    known by what is gone."""
    return bool(s.stack) and s.stack[-1][0] == SettingUp.id


def reveals(s: Kiev, action: Action) -> bool:
    """1.6 Would the action show its player an enemy block? A showdown may begin by itself when the last support is
    given, and Budyonny is found wherever he was when Kiev falls."""
    if s.side == CHANCE or s.step.reveals(s, action):
        return True
    viewer = SIDES.index(s.side or "")
    after = s.copy()
    after.apply(action)
    return bool(hidden_from(s, viewer) & ~hidden_from(after, viewer))


def describe(s: Kiev, action: Action, viewer: str) -> str:
    """An action as it is written, for a viewer: the enemy's blocks have no names unless they lie open."""
    if not faceless(s, action, viewer):
        return str(action)
    text = type(action).form.replace("{block:piece}", "a block")
    for field in ("at", "frm", "to"):
        if hasattr(action, field):
            text = text.replace(f"{{{field}:place}}", PLACE_IDS[getattr(action, field)])
    return text


def faceless(s: Kiev, action: Action, viewer: str) -> bool:
    """1.6 Does it name a block that the viewer may not know?"""
    if not isinstance(action, FACELESS) or viewer in ("open", s.side):
        return False
    b = action.block
    seen = isinstance(action, TakeHit) and bool(s.revealed >> b & 1)
    return not seen and not (s.side == CHANCE and SIDES[SIDE[b]] == viewer)


def words(s: Kiev, action: Action, viewer: str) -> str:
    """The same as a player says it."""
    return LEXICON.words(action, {"block": "a block"} if faceless(s, action, viewer) else None)


def imagine(s: Kiev, side: str, rng: random.Random) -> Kiev:
    """A position that could be the true one for all that side sees: the enemy's hidden blocks change places with one
    another and have any strength. What shows from behind (place, cubes, how many) stays."""
    viewer = SIDES.index(side)
    hidden = bits(hidden_from(s, viewer))
    new = s.copy()
    for b in bits(LEADERS & OF_SIDE[1 - viewer] & ~s.revealed | 1 << GUDERIAN & OF_SIDE[1 - viewer] & ~s.revealed):
        new.strength[b] = rng.choice(BLOCKS[b].steps)
    _deal(s, new, hidden, _shuffled(s, hidden, rng))
    for b in hidden:
        new.strength[b] = rng.choice(BLOCKS[b].steps) if new.place[b] < AREAS else 0
    return new


def _shuffled(s: Kiev, hidden: tuple[int, ...], rng: random.Random) -> list[int]:
    """Who stands where each hidden block stood: random swaps that leave a possible position."""
    who = list(hidden)
    for i in range(len(who)):
        j = int(rng.random() * len(who))
        who[i], who[j] = who[j], who[i]
        if not (_possible(s, hidden, who, i) and _possible(s, hidden, who, j)):
            who[i], who[j] = who[j], who[i]
    return who


def _possible(s: Kiev, hidden: tuple[int, ...], who: list[int], i: int) -> bool:
    """1.4 No Hungarian beside a Rumanian; and a Fliegerkorps is on the map exactly if its bombers are."""
    b, place = who[i], s.place[hidden[i]]
    if LW_HQS >> b & 1 and (place < AREAS) != bool(s.on_map >> b & 1):
        return False
    foes = RUMANIAN if HUNGARIAN >> b & 1 else HUNGARIAN if RUMANIAN >> b & 1 else 0
    if not foes or place >= AREAS:
        return True
    mates = {who[k] for k, old in enumerate(hidden) if s.place[old] == place}
    mates |= {other for other in bits(s.here[place]) if other not in hidden}
    return not any(foes >> mate & 1 for mate in mates)


def _deal(s: Kiev, new: Kiev, hidden: tuple[int, ...], who: list[int]) -> None:
    """Give each hidden block the place of another with all that is marked there."""
    for b in hidden:
        if s.on_map >> b & 1:
            new.lift(b)
    moved = sum(1 << b for b in hidden)
    for field in ("isolated", "commanded", "crossed", "blitzers"):
        marks = getattr(s, field)
        dealt = sum(1 << b for old, b in zip(hidden, who) if marks >> old & 1)
        setattr(new, field, marks & ~moved | dealt)
    for old, b in zip(hidden, who):
        if s.on_map >> old & 1:
            new.put(b, s.place[old])
        else:
            new.place[b] = s.place[old]
        if s.moving == old:
            new.moving = b
    assert new.moving == NOBODY or new.moving < N

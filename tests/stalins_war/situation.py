"""Small situations for rule tests: only the units named are on the map, at the moment asked for.

    s = situation(axis={"6th Army": "1724", "48 Pz Corps": "1724 -1"}, soviet={"West Front": "1825"})
    act(s, "6th Army 1724-1824")
    assert refused(s, "6th Army 1724-1825") == "10.1.6"

A unit stands at full strength unless " -n" (steps lost) follows its place; a place is a hex number, the name of a
town, or a box ("eliminated", "other-fronts"). Control is that of the start, plus `axis_holds` / `soviet_holds`. Both
sides have their supply checked, so that zones of control are what they would be.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from rasputitsa.kernel import CHANCE, Action
from rasputitsa.titles.stalins_war import TITLE, ops_round, supply
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.mapboard import HEX, MAP, PLACE_IDS
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.sequence import ActionPhase, ActionRound, Turn, begin_round
from rasputitsa.titles.stalins_war.state import (
    BOXES,
    DISCARDED,
    HAND,
    OPS,
    POOL,
    SIDES,
    UNLIMITED,
    Position,
)

_BOX = {name: number for number, name in BOXES.items()}


def unit(name: str) -> int:
    """The number of a unit by its name."""
    return TITLE.lexicon.names["piece"].find(name)


def card(name: str) -> int:
    """The number of a card by its id ("axis-07") or its name ("Axis 7 Taifun")."""
    return CARD_NUMBER[name] if name in CARD_NUMBER else TITLE.lexicon.names["card"].find(name)


def place(name: str) -> int:
    """The hex of a number ("2722") or a name ("Moscow")."""
    return MAP.named[name] if name in MAP.named else HEX[name]


def put(s: Position, name: str, where: str) -> None:
    """Put a unit in a hex or box: "1724", "Kiev", "1724 -1" with a step lost, "eliminated"."""
    at, _, lost = where.partition(" -")
    s.put(unit(name), _BOX[at] if at in _BOX else place(at))
    s.lost[unit(name)] = int(lost or 0)


def situation(
    *,
    scenario: str = "campaign",
    edition: str = "living",
    turn: int = 2,
    round: int = 1,
    side: str = "axis",
    ops: int = 4,
    axis: Mapping[str, str] | None = None,
    soviet: Mapping[str, str] | None = None,
    axis_holds: Iterable[str] = (),
    soviet_holds: Iterable[str] = (),
    axis_hand: Iterable[str] = (),
    soviet_hand: Iterable[str] = (),
    moment: str = "movement",
    **options: Any,
) -> Position:
    """A position with just these units. `moment`: "movement" in an OPS round with `ops` points, "action" when the side
    chooses its action, "nothing" with an empty stack."""
    s = TITLE.setup(TITLE.prepare(scenario, edition, options))
    assert isinstance(s, Position)
    s.stack.clear()
    s.turn, s.round, s.active = turn, round, SIDES.index(side)
    for number in range(N):
        if s.place[number] != POOL:
            s.put(number, POOL)
    for names in (axis or {}, soviet or {}):
        for name, where in names.items():
            put(s, name, where)
    for names_held, to_axis in ((axis_holds, True), (soviet_holds, False)):
        for name in names_held:
            bit = 1 << place(name)
            s.axis_held = s.axis_held | bit if to_axis else s.axis_held & ~bit
    for number in range(2):
        for held in s.hand(number):
            s.card[held] = DISCARDED
    for name in (*axis_hand, *soviet_hand):
        s.card[card(name)] = HAND
    settle_supply(s)
    _moment(s, moment, ops)
    s.settle()
    return s


def settle_supply(s: Position) -> None:
    """Both sides' supply is found until it no longer changes (zones and supply depend on each other)."""
    for _ in range(3):
        for number in range(2):
            supply.check(s, number)


def _moment(s: Position, moment: str, ops: int) -> None:
    if moment == "nothing":
        return
    s.push(Turn, 2)
    s.push(ActionPhase, 1 - s.active)
    s.push(ActionRound, 2)
    begin_round(s)
    if moment == "movement":
        s.kind = OPS
        ops_round.begin(s, ops, UNLIMITED)
    elif moment == "action":
        s.goto(1)
    else:
        raise ValueError(moment)


# -- orders ---------------------------------------------------------------------------------------------------------


def act(s: Position, *orders: str) -> None:
    """Orders in the words of the records; dice are orders too."""
    for order in orders:
        s.apply(TITLE.lexicon.parse(order))


def refused(s: Position, order: str) -> str:
    """The rule that forbids an order; "" if it is allowed."""
    refusal = s.why_not(TITLE.lexicon.parse(order))
    return refusal.rule if refusal else ""


def can(s: Position, order: str) -> bool:
    """Is the order among the legal actions?"""
    wanted = TITLE.lexicon.parse(order)
    legal = wanted in s.legal()
    assert legal == (s.why_not(wanted) is None), f"legal() and why_not() disagree on {order}"
    return legal


def choices(s: Position, kind: type[Action] | None = None) -> list[str]:
    """The legal actions in words, of one kind if given."""
    return [str(a) for a in s.legal() if kind is None or isinstance(a, kind)]


def chance(s: Position, rng: random.Random | None = None) -> None:
    """Let all dice that are due fall."""
    rng = rng or random.Random(1941)
    while s.side == CHANCE:
        s.apply(s.sample(rng))


def at(s: Position, name: str) -> str:
    """Where a unit is: a hex number or the name of a box."""
    where = s.place[unit(name)]
    return PLACE_IDS[where] if where >= 0 else BOXES[where]


def hexes(mask: int) -> set[str]:
    """A set of hexes as their numbers."""
    return {PLACE_IDS[p] for p in range(len(PLACE_IDS)) if mask >> p & 1}

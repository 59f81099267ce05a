"""Small situations for the rule tests: an empty board, a few blocks, and orders in the words of the records."""

from __future__ import annotations

import random
from collections.abc import Iterable

from rasputitsa.kernel import CHANCE, Refusal
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.actions import LEXICON
from rasputitsa.titles.kiev41.components import FLEETS, FULL, NUMBER, OF_SIDE, SIDE, SIDES
from rasputitsa.titles.kiev41.mapboard import (
    AREA,
    AXIS_START,
    ELIMINATED,
    LATER,
    MOSCOW,
    PLACE_IDS,
    POOL,
    RASTENBURG,
    ROAD,
    ROAD_END,
    TOPOLOGY,
)
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.state import BASE, READY, Kiev
from rasputitsa.titles.kiev41.weather import WEATHER

EVERY_OPTION = dict.fromkeys(
    ("rail", "agility", "afv", "sea_supply", "blizzard", "sea_transport", "seaborne", "airborne"), True
)


def options_to(name: str) -> dict[str, bool]:
    """The optional rules up to and including this one, in the order of chapter 14."""
    names = list(EVERY_OPTION)
    return dict.fromkeys(names[: names.index(name) + 1], True)


def new(scenario: str = "campaign", seed: int = 1941, **options: object) -> Kiev:
    """A game after its set-up."""
    s = TITLE.new(scenario, **options)  # type: ignore[arg-type]
    assert isinstance(s, Kiev)
    rng = random.Random(seed)
    while s.side == CHANCE:
        s.apply(s.sample(rng))
    return s


def empty(scenario: str = "campaign", front: str = "", **options: object) -> Kiev:
    """A board without blocks and lines: they wait outside the game, in no pool. Control is that of the scenario's
    start, or of another one's front ("river": the Axis has come to the Dnieper)."""
    s = new(scenario, **options)
    for b in range(len(s.place)):
        if s.on_map >> b & 1:
            s.lift(b)
        if s.place[b] not in (RASTENBURG, MOSCOW) and not ROAD <= s.place[b] <= ROAD_END:
            s.place[b] = LATER
    s.lines = s.cut_lines = s.isolated = 0
    s.fleets[:] = bytes([BASE, BASE])
    s.bombers[:] = bytes([READY] * 8)
    if front:
        s.control = AXIS_START[front]
    return s


def put(s: Kiev, where: str, *blocks: str) -> None:
    """Stand blocks in an area: "3Pz" at full strength, "3Pz:2" at two steps. The side takes control."""
    area = AREA[where]
    s.memo.clear()
    for text in blocks:
        name, _, steps = text.partition(":")
        b = NUMBER[name]
        if s.on_map >> b & 1:
            s.lift(b)
        s.strength[b] = int(steps) if steps else FULL[b]
        enemy = s.here[area] & OF_SIDE[1 - SIDE[b]]
        s.put(b, area)
        if not enemy and not s.lines >> area & 1:
            control(s, SIDES[SIDE[b]], where)


def pool(s: Kiev, *blocks: str) -> None:
    """Put blocks into their Reinforcement Pool."""
    for name in blocks:
        if s.on_map >> NUMBER[name] & 1:
            s.lift(NUMBER[name])
        s.place[NUMBER[name]] = POOL


def control(s: Kiev, side: str, areas: str) -> None:
    """Give areas to a side: "7 20 21-24"."""
    mask = TOPOLOGY.mask(_areas(areas))
    s.memo.clear()
    s.control = s.control | mask if side == "axis" else s.control & ~mask


def _areas(text: str) -> Iterable[str]:
    for word in text.split():
        first, _, last = word.partition("-")
        yield from (str(n) for n in range(int(first), int(last) + 1)) if last else (first,)


def line(s: Kiev, *areas: str) -> None:
    """Build Defensive Lines for whoever controls the areas."""
    s.memo.clear()
    for area in areas:
        s.lines |= 1 << AREA[area]


def fleet(s: Kiev, name: str, where: str) -> None:
    s.fleets[[f.id for f in FLEETS].index(name)] = AREA[where]


def weather(s: Kiev, name: str) -> None:
    s.weather = WEATHER.index(name)


def impulse(s: Kiev, side: str) -> Kiev:
    """Begin an impulse of a side; it is asked what to do."""
    s.active = SIDES.index(side)
    s.passes = 0
    s.stack[:] = [(Turn.id, 4), (Impulse.id, 0)]
    s.settle()
    return s


def do(s: Kiev, *orders: str) -> Kiev:
    """Play orders one after the other; dice are orders too ("2 hits", "die 4")."""
    for order in orders:
        assert s.side is not None, f"the game is over before {order!r}"
        s.apply(LEXICON.parse(order), by=s.side)
    return s


def refused(s: Kiev, order: str) -> Refusal:
    """The refusal of an order; fails if it is accepted, or refused and listed as legal."""
    action = LEXICON.parse(order)
    refusal = s.why_not(action, by=s.side)
    assert refusal is not None, f"{order!r} was accepted"
    assert action not in s.legal()
    return refusal


def legal(s: Kiev) -> set[str]:
    return {str(action) for action in s.legal()}


def may(s: Kiev, order: str) -> bool:
    """Is the order legal? The list of legal actions and `why_not` must agree."""
    action = LEXICON.parse(order)
    listed = action in s.legal()
    assert listed == (s.why_not(action, by=s.side) is None), order
    return listed


def strength(s: Kiev, block: str) -> int:
    return s.strength[NUMBER[block]]


def at(s: Kiev, block: str) -> str:
    """Where a block is: an area or box by name, or "pool", "eliminated" ..."""
    place = s.place[NUMBER[block]]
    names = {POOL: "pool", ELIMINATED: "eliminated"}
    return names.get(place) or (PLACE_IDS[place] if place < len(PLACE_IDS) else str(place))


def controller(s: Kiev, area: str) -> str:
    return "axis" if s.control >> AREA[area] & 1 else "soviet"


def revealed(s: Kiev, block: str) -> bool:
    return bool(s.revealed >> NUMBER[block] & 1)


def isolated(s: Kiev, block: str) -> bool:
    return bool(s.isolated >> NUMBER[block] & 1)


def has_line(s: Kiev, area: str) -> bool:
    return bool(s.lines >> AREA[area] & 1)


def dice_to_roll(s: Kiev) -> tuple[int, ...]:
    """The single, double and triple fire dice about to be rolled."""
    assert s.step.name == "HitRoll", s.step.name
    return s.frame[1:]


def go_to(s: Kiev, *steps: str) -> Kiev:
    """Say "done" until one of these questions is asked, or the dice are to be rolled."""
    for _ in range(12):
        if s.step.name in (*steps, "HitRoll"):
            assert s.step.name in steps or "HitRoll" in steps or not steps, f"{s.step.name} instead of {steps}"
            return s
        do(s, "done")
    raise AssertionError(f"{steps} is never asked")


def tactical(s: Kiev, side: str, *hqs: str) -> Kiev:
    """Begin a Tactical Impulse with these HQs ("Kleist in 36") and end the activation."""
    do(impulse(s, side), *(f"activate {hq}" for hq in hqs))
    return do(s, "done") if s.step.name == "Activation" else s


def battle(s: Kiev, side: str, where: str) -> Kiev:
    """A battle in an area where both sides stand, as if it were newly contested, up to the first dice or question."""
    s.initiative = SIDES.index(side)
    do(impulse(s, side), "strategic impulse")
    s.contested_before &= ~(1 << AREA[where])
    go_to(s, "HitRoll", "Combat", "Losses", "NavalAir", "AntiAir")
    return do(s, f"battle in {where}") if s.step.name == "Combat" else s

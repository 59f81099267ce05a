"""Small situations for rule tests: only the units named are on the map, at the phase asked for.

    s = situation(turn=4, weather="snow", axis={"9th Army": "1512"}, soviet={"West Front": "1513 full"})

A unit stands on its usual side unless " full" or " reduced" follows its place; a place may be a box name ("rail").
Control of cities is the scenario's (Greater Germany Axis, the USSR Soviet) plus `axis_holds` / `soviet_holds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rasputitsa.kernel import Action
from rasputitsa.titles.no_retreat import TITLE, sequence, stacking
from rasputitsa.titles.no_retreat.actions.movement import Move
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, BOXES, DRAW_PILE, GONE, OUT, SIDES, UNSUPPLIED, WEATHERS
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.payment import Pay
from rasputitsa.titles.no_retreat.state import NoRetreatState


def unit(s: NoRetreatState, name: str) -> int:
    """The number of a unit by its name or id."""
    return s.game.unit[name] if name in s.game.unit else TITLE.lexicon.names["piece"].find(name)


def place(name: str) -> int:
    """The place of an id ("1409") or a name ("Moscow")."""
    return MAP.named[name] if name in MAP.named else MAP.topology.index[name]


def situation(
    *,
    scenario: str = "campaign",
    edition: str = "board",
    turn: int = 2,
    side: str = "axis",
    phase: str | None = "movement",
    weather: str = "clear",
    axis: Mapping[str, str] | None = None,
    soviet: Mapping[str, str] | None = None,
    axis_holds: Iterable[str] = (),
    soviet_holds: Iterable[str] = (),
    axis_hand: Iterable[str] = (),
    soviet_hand: Iterable[str] = (),
    unsupplied: Iterable[str] = (),
    supports: tuple[int, int] = (0, 0),
    **options: Any,
) -> NoRetreatState:
    """A position with just these units, at the start of a phase (or, with phase=None, with an empty stack)."""
    s = TITLE.setup(TITLE.prepare(scenario, edition, options))
    s.stack.clear()
    s.turn, s.weather, s.supports = turn, WEATHERS.index(weather), list(supports)
    s.sky[turn] = min(s.weather, 2)
    s.initiative = int(turn >= 12)
    for u in s.game.units:
        s.put(u, OUT)
    for names in (axis or {}, soviet or {}):
        for name, where in names.items():
            put(s, name, where)
    for held, to_axis in ((axis_holds, True), (soviet_holds, False)):
        for name in held:
            bit = 1 << place(name)
            s.axis_held = s.axis_held | bit if to_axis else s.axis_held & ~bit
    deal(s, "axis", axis_hand)
    deal(s, "soviet", soviet_hand)
    for name in unsupplied:
        s.mark(unit(s, name), UNSUPPLIED)
    for number in (0, 1):
        s.rezone(number)
    if phase is not None:
        begin(s, side, phase)
    return s


def put(s: NoRetreatState, name: str, where: str) -> None:
    u = unit(s, name)
    spot, _, face = where.partition(" ")
    if face:
        s.full[u] = face == "full"
    boxes = {box: code for code, box in BOXES.items()}
    s.put(u, boxes[spot] if spot in boxes else place(spot))


def deal(s: NoRetreatState, side: str, cards: Iterable[str]) -> None:
    """Give a side the cards on which it finds these events (by event id), or, for "*", any card from the pile."""
    from rasputitsa.titles.no_retreat.deck import CARDS

    number = SIDES.index(side)
    for wanted in cards:
        free = [c for c in s.game.deck_of[number] if s.card[c] in (DRAW_PILE, GONE) or s.card[c] == 5]
        found = [c for c in free if wanted == "*" or wanted in CARDS[c].events[number]]
        assert found, f"no card with {wanted!r} for {side}"
        s.card[found[0]] = AXIS_HAND + number


def begin(s: NoRetreatState, side: str, phase: str) -> None:
    """Start a phase of a side's player turn."""
    numbers = {p.side: i for i, p in enumerate(s.game.phases) if p.id == phase}
    number = numbers.get(SIDES.index(side), numbers.get(-1, -1))
    assert number >= 0, f"no phase {phase!r} of {side}"
    found = s.game.phases[number]
    s.stack.clear()
    s.phasing = SIDES.index(side)
    sequence.start_player_turn(s, s.phasing)
    s.phase = number
    s.push(sequence.GameTurn, number + 1)
    s.push(stacking.Overstacking)
    for step in reversed(found.steps):
        s.push(step)
    s.settle()


def do(s: NoRetreatState, *deeds: str) -> None:
    """Play actions given by their text."""
    for deed in deeds:
        s.apply(TITLE.lexicon.parse(deed))


def read(deed: str) -> Action:
    return TITLE.lexicon.parse(deed)


def refused(s: NoRetreatState, deed: str) -> str:
    """The rule that forbids a deed ("" when it is legal)."""
    refusal = s.why_not(read(deed))
    return refusal.rule if refusal else ""


def where(s: NoRetreatState, name: str) -> str:
    """The place or box of a unit."""
    at = s.place[unit(s, name)]
    return s.game.place_id(at) if at >= 0 else BOXES[at]


def reach(s: NoRetreatState, name: str) -> set[str]:
    """The ids of all places a unit may move to now."""
    return {s.game.place_id(a.to) for a in s.legal(("piece", unit(s, name))) if isinstance(a, Move)}


COINS = {
    "axis": ("hedgehogs", "siege-artillery", "soviet-snafu", "hold-at-all-costs"),
    "soviet": ("heroes", "no-mercy", "not-a-step-back", "georgy-zhukov"),
}
"""Battle events: cards that are good for nothing but payment outside a battle."""


def coins(side: str, count: int) -> tuple[str, ...]:
    """A hand of cards to pay with."""
    return COINS[side][:count]


def pay(s: NoRetreatState) -> int:
    """Pay what is asked, with whatever card comes first; how many cards it took."""
    paid = 0
    while s.stack and isinstance(s.step, Pay):
        s.apply(s.legal()[0])
        paid += 1
    return paid


def deeds(s: NoRetreatState) -> set[str]:
    """Every legal action as text."""
    return {str(action) for action in s.legal()}


def marked(s: NoRetreatState, name: str, mark: int) -> bool:
    return bool(s.marks[unit(s, name)] & mark)


def is_full(s: NoRetreatState, name: str) -> bool:
    return bool(s.full[unit(s, name)])

"""What the shapes of the component data cannot say: counts, references, provenance.

The board and the set-up are in ``board_checks``, tables and computed cases in ``table_checks``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rasputitsa.titles.stalins_war import board_checks, components, table_checks
from rasputitsa.titles.stalins_war.component_types import LEVELS, Card, FromCard, FromExchange, FromLoss, Turn, Unit
from rasputitsa.titles.stalins_war.effect_kinds import (
    CancelCards,
    Exchange,
    FetchCard,
    Landing,
    Place,
    RemoveUnit,
    Shift,
)

LARGE_COUNTERS = 88
SMALL_COUNTERS = 280
"""2.0 Counters in the box, markers among them."""
DECKS = {"blitz": range(1, 26), "total-war": range(26, 56)}
"""2.3.1 The numbers of the two decks of a side."""
LAST_TURN = 18
FOUR_STEPS = ((5, 5, 3, False), (4, 4, 3, True), (3, 3, 3, True), (2, 2, 3, True))
"""14.1.6 The German armies of four steps."""
LABELS = frozenset({"id", "note", "text", "history", "reminders", "src", "rules", "setup_from", "era"})
"""Keys that name or explain; every other value needs a provenance."""
ALL_ROUND = frozenset({"axis-40", "axis-50", "soviet-16", "soviet-25"})
"""7.5.5b Firemen, Sleighride, Sturmovik, Uranus."""


def problems() -> list[str]:
    """Every problem of the component data, in sentences."""
    return [
        *counters(),
        *units(),
        *cards(),
        *arrivals(),
        *turns(),
        *table_checks.problems(),
        *board_checks.problems(),
        *provenance(),
    ]


def doubles(names: Iterable[str], what: str) -> Iterator[str]:
    """Names that occur more than once."""
    return (f"{what} {name!r} occurs {count} times" for name, count in Counter(names).items() if count > 1)


# --- counters ---


def counters() -> Iterator[str]:
    """The box holds 88 large and 280 small counters, and every id is there once."""
    yield from doubles((unit.id for unit in components.UNITS), "unit id")
    yield from doubles((f"{unit.nation} {unit.name}" for unit in components.UNITS), "unit name")
    yield from doubles((card.id for card in components.CARDS), "card id")
    for size, marker_size, wanted in (("LCU", "large", LARGE_COUNTERS), ("SCU", "small", SMALL_COUNTERS)):
        found = sum(unit.counters for unit in components.UNITS if unit.size == size)
        found += sum(marker.count for marker in components.MARKERS.values() if marker.size == marker_size)
        if found != wanted:
            yield f"{found} {marker_size} counters instead of {wanted}"


def units() -> Iterator[str]:
    """Each unit makes sense by itself."""
    for unit in components.UNITS:
        yield from (f"unit {unit.id}: {problem}" for problem in one_unit(unit))


def one_unit(unit: Unit) -> Iterator[str]:
    """What contradicts itself, or the rules about its kind, on one unit."""
    yield from _steps(unit)
    tags = set(unit.tags)
    if unit.zoc != (unit.size == "LCU" or bool(tags & {"panzer", "mech", "tank", "guard-army"})):
        yield "its Zone of Control does not follow 8.1"
    if unit.exploits != bool(tags & {"panzer", "tank", "guard-cavalry"}):
        yield "its exploitation does not follow 12.1.1"
    rebuilt = any(step.rebuild for step in unit.steps)
    if rebuilt != (unit.replacement is not None):
        yield "replacement points go with a step that can be rebuilt, and only there"
    if unit.replacement and unit.replacement.points != _points_of(unit):
        yield f"is rebuilt with {unit.replacement.points} points instead of {_points_of(unit)} (14.1.7)"
    if unit.replacement and unit.replacement.halves != (2 if unit.size == "LCU" else 1):
        yield "the price of a step does not follow 14.1.3"
    if tags & {"bunker", "fortified-zone", "stalin"} and (unit.steps[0].attack or unit.steps[0].move or unit.zoc):
        yield "should have no attack, no movement and no Zone of Control"


def _steps(unit: Unit) -> Iterator[str]:
    pairs = zip(unit.steps, unit.steps[1:], strict=False)
    if any(weak.attack > strong.attack or weak.defense > strong.defense for strong, weak in pairs):
        yield "a step is stronger than the one before it"
    if unit.counters != (2 if len(unit.steps) > 2 else 1):
        yield f"{len(unit.steps)} steps on {unit.counters} counters"
    values = tuple((step.attack, step.defense, step.move, step.rebuild) for step in unit.steps)
    if len(values) == 4 and values != FOUR_STEPS:
        yield "an army of four steps is 5-3*, 4-3, 3-3, 2-3 (14.1.6)"


def _points_of(unit: Unit) -> str:
    if unit.side == "soviet":
        return "SU"
    return "PZ" if "panzer" in unit.tags else "GE" if unit.nation == "german" else "AX"


# --- cards ---


def cards() -> Iterator[str]:
    """The decks are complete and each card makes sense; no two cards of a side do the same."""
    for side in components.SIDES:
        for deck, numbers in DECKS.items():
            found = [card.number for card in components.CARDS if card.side == side and card.deck == deck]
            if found != list(numbers):
                yield f"the {side} {deck} deck has not the cards {numbers[0]} to {numbers[-1]} in order"
    seen: dict[str, str] = {}
    for card in components.CARDS:
        yield from (f"card {card.id}: {problem}" for problem in one_card(card))
        key = repr((card.side, card.effects, card.when))
        if key in seen:
            yield f"cards {seen[key]} and {card.id} do the same"
        seen[key] = card.id
    marked = {card.id for card in components.CARDS if card.all_round}
    if marked != ALL_ROUND:
        yield f"cards that act all round: {sorted(marked)} instead of {sorted(ALL_ROUND)} (7.5.5b)"


def one_card(card: Card) -> Iterator[str]:
    """What contradicts itself on one card."""
    first, last = card.turns
    if card.id != f"{card.side}-{card.number:02}":
        yield "its id does not follow from side and number"
    if not 1 <= card.ops <= 4:
        yield f"{card.ops} OPS"
    kinds = {kind for kind in ("GE", "PZ", "AX", "SU") if getattr(card.rp, kind)}
    if not kinds or not kinds <= ({"SU"} if card.side == "soviet" else {"GE", "PZ", "AX"}):
        yield f"replacement points of {sorted(kinds)}"
    if not 1 <= first <= last <= LAST_TURN:
        yield f"turns {first} to {last}"
    if card.deck == "total-war" and first < 7:
        yield "no card of the Total War deck can be in play before turn 7"
    if card.reinforcement != ("Reinforcements" in card.name) or (card.reinforcement and first < 2):
        yield "a Reinforcement card has the word in its name and is not for turn 1 (7.5.2a, 4.4.1)"
    if card.combat != (card.when is not None):
        yield "`when` goes with a combat card, and only there"
    if (card.all_round or card.once_per_turn) and not card.combat:
        yield "acts on a combat and is no combat card"
    if card.once_per_turn != ("Once a turn." in card.text):
        yield "text and once_per_turn disagree"
    if not card.effects:
        yield "has no effect"
    yield from _references(card)


def _references(card: Card) -> Iterator[str]:
    """Cards and units that an event names are there, and come in time."""
    for needed in card.requires:
        other = components.CARD.get(needed)
        if other is None or other.side != card.side:
            yield f"needs the event {needed!r}, which its side does not have"
        elif other.turns[0] > card.turns[0]:
            yield f"needs {other.name}, which comes later"
    for effect in card.effects:
        yield from (f"no card {name!r}" for name in _cards_named(effect) if name not in components.CARD)
        yield from (f"no unit {name!r}" for name in _units_named(effect) if name not in components.UNIT)
        if isinstance(effect, Shift) and not effect.columns:
            yield "shifts by no column"


def _cards_named(effect: object) -> tuple[str, ...]:
    if isinstance(effect, Place):
        return (effect.reduced_unless,) if effect.reduced_unless else ()
    if isinstance(effect, CancelCards):
        return effect.cards
    return (effect.card,) if isinstance(effect, FetchCard) else ()


def _units_named(effect: object) -> tuple[str, ...]:
    if isinstance(effect, Place):
        return (*effect.units, *effect.reduced)
    if isinstance(effect, Exchange):
        return effect.new
    return (effect.unit,) if isinstance(effect, RemoveUnit | Landing) else ()


def arrivals() -> Iterator[str]:
    """Every unit comes into the game once, by the card it names."""
    brought = Counter(unit for card in components.CARDS for unit in card.units)
    for unit in components.UNITS:
        by_card = isinstance(unit.entry, FromCard | FromExchange)
        if brought[unit.id] != int(by_card):
            yield f"unit {unit.id} is brought by {brought[unit.id]} cards"
        elif isinstance(unit.entry, FromCard | FromExchange) and unit.id not in _units_of(unit.entry.card):
            yield f"unit {unit.id} names {unit.entry.card}, which does not bring it"
        if isinstance(unit.entry, FromLoss) and unit.entry.unit not in components.UNIT:
            yield f"unit {unit.id} replaces {unit.entry.unit!r}, which is not there"
    for card in components.CARDS:
        for effect in card.effects:
            if isinstance(effect, Exchange):
                yield from (f"{card.id}: {name} is not exchanged for a {effect.old}" for name in _mismatched(effect))


def _units_of(card: str) -> tuple[str, ...]:
    return components.CARD[card].units if card in components.CARD else ()


def _mismatched(effect: Exchange) -> Iterator[str]:
    for name in effect.new:
        unit = components.UNIT.get(name)
        if unit and not (isinstance(unit.entry, FromExchange) and unit.entry.old == effect.old):
            yield name


# --- turn track ---


def turns() -> Iterator[str]:
    """Eighteen turns in order, each by the rules about its season."""
    if list(components.TURNS) != list(range(1, LAST_TURN + 1)):
        yield f"the turn track does not run from 1 to {LAST_TURN}"
    for turn in components.TURNS.values():
        yield from (f"turn {turn.turn}: {problem}" for problem in one_turn(turn))


def one_turn(turn: Turn) -> Iterator[str]:
    """What contradicts the rules about a turn."""
    number, season = turn.turn, turn.season
    wanted: dict[str, object] = {
        "rounds": 1 if number == 1 else 5,
        "rasputitsa_rounds": {"Spring": (1, 2), "Fall": (1,)}.get(season, ()),
        "winter_1942": number == 4,
        "mobile_defense": number <= 9 and season != "Winter",
        "paulus_effects": number <= 4,
        "axis_rp_cards": 0 if number == 1 else 2 if number in (5, 9) else 1,
        "soviet_rp_cards": 0 if number == 1 else 2,
        "axis_reinforcement_cards": min(number - 1, 1),
        "soviet_reinforcement_cards": 0 if number == 1 else 2 if number == 2 else 1,
        "soviet_free_rp": 3 if number in (2, 3) else 0,
        "axis_banked": min(number - 1, 1),
        "soviet_cards_drawn": {1: (1, 2), 3: (3,), 4: (4,), 5: (5,), 6: (6,)}.get(number, ()),
        "htc_vp_loss": season in ("Spring", "Summer") and number < LAST_TURN,
        "total_war_possible": number >= 6,
        "axis_min_hand": 0 if number >= 16 else 4,
    }
    for field, value in wanted.items():
        if getattr(turn, field) != value:
            yield f"{field} is {getattr(turn, field)} instead of {value}"
    if ("axis-holds" in turn.checks) != (number == LAST_TURN):
        yield "the Axis holds out at the end of the last turn, and only there (5.1.4)"
    if not turn.reminders:
        yield "no reminders"


# --- provenance ---


def provenance() -> Iterator[str]:
    """Every value says where it comes from, and no entry speaks of a value that is not there."""
    for name, thing in sourced():
        values = set(paths(msgspec.to_builtins(thing)))
        entries = [key for level in LEVELS for key in getattr(thing.src, level)]
        yield from (f"{name}: no provenance for {path}" for path in sorted(values) if thing.src.of(path) is None)
        yield from doubles(entries, f"{name}: provenance entry")
        known = {"*", *thing.__struct_fields__, *(part for path in values for part in _above(path))}
        yield from (f"{name}: provenance of {key!r}, which it does not have" for key in entries if key not in known)


def sourced() -> Iterator[tuple[str, Any]]:
    """Everything that carries a ``src``, with a name for it."""
    yield from ((f"unit {unit.id}", unit) for unit in components.UNITS)
    yield from ((f"marker {marker.id}", marker) for marker in components.MARKERS.values())
    yield from ((f"card {card.id}", card) for card in components.CARDS)
    yield from ((f"turn {turn.turn}", turn) for turn in components.TURNS.values())
    yield from ((f"scenario {scenario.id}", scenario) for scenario in components.SCENARIOS.values())
    for file, sheet in (("table", components.TABLES), ("board", components.BOARD)):
        for key in sheet.__struct_fields__:
            part = getattr(sheet, key)
            rows = part if isinstance(part, tuple) else (part,)
            yield from ((f"{file} {key} {number}", row) for number, row in enumerate(rows))


def paths(value: Any, above: str = "") -> Iterator[str]:
    """The values of a table as dotted paths; a list of plain values is one value, what is absent needs no source."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if above or key not in LABELS:
                yield from paths(inner, f"{above}.{key}".lstrip("."))
    elif isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        for number, inner in enumerate(value):
            yield from paths(inner, f"{above}.{number}")
    elif value is not None:
        yield above


def _above(path: str) -> Iterator[str]:
    """The path and every path above it."""
    while path:
        yield path
        path = path.rpartition(".")[0]

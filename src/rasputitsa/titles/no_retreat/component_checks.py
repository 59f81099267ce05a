"""What the shapes of the component data cannot say: counts, references, provenance. Set-ups are in ``setup_checks``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rasputitsa.board.maps import hex_map
from rasputitsa.kernel import Title
from rasputitsa.titles.no_retreat import components, setup_checks
from rasputitsa.titles.no_retreat.component_types import LEVELS, BoardCard, DigitalCard, Event, Unit
from rasputitsa.titles.no_retreat.effect_types import Side, Vp

BOX_LIMIT = 88
"""1.0 Square counters in the box, markers among them."""
LABELS = frozenset({"id", "side", "nation", "kind", "note", "text", "src", "letter", "setup_from"})
"""Keys that name or explain; every other value needs a provenance."""
ARRIVALS = ("start", "GG", "Oil", "Warsaw")


def problems(title: Title) -> list[str]:
    """Every problem of the component data, in sentences."""
    return [*units(), *turns(), *tables(), *cards(), *provenance(), *setup_checks.problems(title)]


def doubles(names: Iterable[str], what: str) -> Iterator[str]:
    """Names that occur more than once."""
    return (f"{what} {name!r} occurs {count} times" for name, count in Counter(names).items() if count > 1)


# --- counters ---


def units() -> Iterator[str]:
    """Ids and names are unique, the box holds them all, and each counter makes sense."""
    yield from doubles((unit.id for unit in components.units()), "unit id")
    yield from doubles((unit.name for unit in components.units()), "unit name")
    if len(components.units()) > BOX_LIMIT:
        yield f"{len(components.units())} counters, and the box holds {BOX_LIMIT}"
    for unit in components.units():
        yield from (f"unit {unit.id}: {problem}" for problem in one_unit(unit))


def one_unit(unit: Unit) -> Iterator[str]:
    """What contradicts itself on one counter."""
    known = hex_map(components.PACKAGE).topology.index
    places = [unit.namesake, *(unit.placement.areas if unit.placement else ())]
    yield from (f"no place {place!r} on the map" for place in places if place and place not in known)
    if isinstance(unit.arrival, str) and unit.arrival not in ARRIVALS and not unit.option:
        yield f"unknown arrival {unit.arrival!r}"
    if isinstance(unit.arrival, int) and unit.arrival not in components.turns():
        yield f"arrives on turn {unit.arrival}, which the track does not have"
    if (unit.option is None) != (unit.option_turn is None):
        yield "option_turn goes with an optional unit, and only there"
    if (unit.eliminated == "returns") != (unit.returns is not None):
        yield "`returns` goes with eliminated = 'returns', and only there"
    for face in filter(None, (unit.full, unit.reduced)):
        if face.paren and face.move:
            yield "a strength in parentheses does not move"
    if unit.reduced and unit.reduced.strength > unit.full.strength:
        yield "the reduced side is the stronger one"


# --- turn track and tables ---


def turns() -> Iterator[str]:
    """Turns 1 to 28 in order, effects within them."""
    last = components.tables().victory.last_turn
    if list(components.turns()) != list(range(1, last + 1)):
        yield f"the turn track does not run from 1 to {last}"
    for effect in components.turn_effects().values():
        if not 1 <= effect.first <= effect.last <= last:
            yield f"effect {effect.name}: turns {effect.first} to {effect.last}"
    names = {box.name for box in components.floating_boxes()}
    yield from (f"no floating box {name!r}" for name in ARRIVALS[1:] if name not in names)


def tables() -> Iterator[str]:
    """Both combat tables have six rows as wide as the header; terrain and weather are complete."""
    combat = components.tables().combat
    for side, rows in (("axis", combat.axis), ("soviet", combat.soviet)):
        if len(rows) != 6 or any(len(row) != len(combat.columns) for row in rows):
            yield f"the {side} combat table is not 6 by {len(combat.columns)}"
    chart = {terrain.name for terrain in components.tables().terrain}
    board = hex_map(components.PACKAGE)
    used = {name for place, name in enumerate(board.terrain) if board.playable >> place & 1}
    yield from (f"terrain {name!r} is not on the chart" for name in sorted(used - chart - {""}))
    weather = [effect.name for effect in components.tables().weather]
    if weather != ["clear", "mud", "snow", "long-winter"]:
        yield f"weather table: {weather}"


# --- cards ---


def cards() -> Iterator[str]:
    """5.0, digital C.1: the decks have their sizes, and no two events of a side are the same but for the name."""
    board = components.board_cards()
    yield from deck_size("board", (card for card in board if not (card.joins_1945 or card.joker)), 41)
    yield from deck_size("board, 1945", (card for card in board if card.joins_1945), 13)
    yield from deck_size("board, Joker", (card for card in board if card.joker), 1)
    for side in ("axis", "soviet"):
        deck = components.digital_cards(msgspec.convert(side, Side))
        yield from deck_size(f"digital {side}", (card for card in deck if not card.joins_1945), 45)
        yield from deck_size(f"digital {side}, leaving", (card for card in deck if card.leaves_1945), 15)
        yield from deck_size(f"digital {side}, 1945", (card for card in deck if card.joins_1945), 10)
    yield from references()
    yield from twins()


def deck_size(name: str, deck: Iterable[BoardCard | DigitalCard], size: int) -> Iterator[str]:
    """A deck has its size and no number twice."""
    numbers = [card.number for card in deck]
    if len(numbers) != size:
        yield f"{name}: {len(numbers)} cards instead of {size}"
    yield from doubles(map(str, numbers), f"{name}: card")


def references() -> Iterator[str]:
    """Cards name events of the right side, every event is on a card, and events name hexes of the map."""
    events = components.events()
    on_cards: set[str] = set()
    for side in ("axis", "soviet"):
        own = msgspec.convert(side, Side)
        for card in all_cards(own):
            for name in card.events(own):
                on_cards.add(name)
                if name not in events:
                    yield f"card {card.number} names the event {name!r}, which is not there"
                elif events[name].side not in (side, "none"):
                    yield f"card {card.number}: {name} is no {side} event"
    yield from (f"event {name} is on no card" for name in events if name not in on_cards)
    known = hex_map(components.PACKAGE).topology.index
    for event in events.values():
        hexes = (place for effect in event.effects if isinstance(effect, Vp) for place in effect.hold)
        yield from (f"event {event.id}: no place {place!r}" for place in hexes if place not in known)
        if not event.effects:
            yield f"event {event.id} has no effect"


def all_cards(side: Side) -> list[BoardCard | DigitalCard]:
    """The cards a side may ever hold, in any edition."""
    return [*components.board_cards(), *components.digital_cards(side)]


def twins() -> Iterator[str]:
    """Events of one side that differ only in name."""
    seen: dict[tuple[object, ...], Event] = {}
    for event in components.events().values():
        if event.id.startswith("joker-"):
            continue
        key = (event.side, repr(event.effects), event.timing, event.mark, event.cost)
        if key in seen:
            yield f"events {seen[key].id} and {event.id} differ only in name"
        seen[key] = event


# --- provenance ---


def provenance() -> Iterator[str]:
    """Every value says where it comes from, and no entry speaks of a value that is not there."""
    for name, thing in sourced():
        values = set(paths(msgspec.to_builtins(thing)))
        entries = [key for level in LEVELS for key in getattr(thing.src, level)]
        yield from (f"{name}: no provenance for {path}" for path in sorted(values) if thing.src.of(path) is None)
        yield from doubles(entries, f"{name}: provenance entry")
        covered = {"*", *values, *(path.rpartition(".")[0] for path in values)}
        yield from (f"{name}: provenance of {key!r}, which it does not have" for key in entries if key not in covered)


def sourced() -> Iterator[tuple[str, Any]]:
    """Everything that carries a ``src``, with a name for it."""
    sheet = components.tables()
    yield from ((f"unit {unit.id}", unit) for unit in components.units())
    yield from ((f"turn {turn.turn}", turn) for turn in components.turns().values())
    yield from ((f"effect {effect.name}", effect) for effect in components.turn_effects().values())
    yield from ((f"box {box.name}", box) for box in components.floating_boxes())
    yield from ((f"table {name}", getattr(sheet, name)) for name in ("combat", "victory", "cards", "costs", "limits"))
    for name in ("terrain", "feature", "weather"):
        yield from ((f"{name} {row.name}", row) for row in getattr(sheet, name))
    yield from ((f"event {event.id}", event) for event in components.events().values())
    for card in (*all_cards("axis"), *components.digital_cards("soviet")):
        yield f"card {card.number}", card
    yield from ((f"scenario {scenario.id}", scenario) for scenario in components.scenarios())


def paths(value: dict[str, Any], above: str = "") -> Iterator[str]:
    """The values of a table as dotted paths, one level of tables deep; what is absent needs no source."""
    for key, inner in value.items():
        if (key in LABELS and not above) or inner is None:
            continue
        if inner_tables(inner) and not above:
            for table in inner_tables(inner):
                yield from paths(table, f"{key}.")
        else:
            yield above + key


def inner_tables(value: object) -> list[dict[str, Any]]:
    """The tables a value is made of: itself, or those of its list."""
    rows = value if isinstance(value, list | tuple) else [value]
    return [row for row in rows if isinstance(row, dict)]

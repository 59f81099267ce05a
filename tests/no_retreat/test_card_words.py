"""A card does what its words say: numbers, units, places, results and turns in the text of each event are those of its
effects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.component_types import Event
from rasputitsa.titles.no_retreat.deck import CARDS, EVENTS
from rasputitsa.titles.no_retreat.game import MAP

NUMBERS = {
    0: (),
    1: ("1", "one", "a", "an", "the", "this", "your", "each"),
    2: ("2", "two", "twice", "double"),
    3: ("3", "three"),
    4: ("4", "four"),
    5: ("5", "five"),
}
ALL = {"units": ("every",), "near": ("in the ussr",)}
"""What an effect without a number says instead."""
ANY_TIME = 28
"""As many turns as there are: no number is written."""


def says(event: Event, *phrases: str) -> bool:
    """Does the text hold one of these, as whole words?"""
    return any(re.search(rf"(?<!\w){re.escape(phrase.lower())}(?!\w)", event.text.lower()) for phrase in phrases)


def named(event: Event, field: str, value: int) -> bool:
    """Is this number in the text, in figures or words?"""
    if value == 0:
        return field not in ALL or says(event, *ALL[field])
    if field == "turns" and value == ANY_TIME:
        return not says(event, "next")
    if field == "count" and value > 1:
        return sum(says(event, MAP.names[p]) for p in range(MAP.topology.n) if MAP.names[p]) == value
    return says(event, *NUMBERS.get(abs(value), (str(abs(value)),)))


def fields() -> Iterator[tuple[Event, str, Any]]:
    """Every field of every effect, with its event."""
    return (
        (event, field, getattr(x, field)) for event in EVENTS for x in event.effects for field in x.__struct_fields__
    )


@rule("5.3.1")
def test_the_words_of_an_event_name_its_numbers():
    for event, field, value in fields():
        if isinstance(value, int) and not isinstance(value, bool):
            assert named(event, field, value), (event.id, field, value)


@rule("5.3.1", "5.4")
def test_the_words_of_an_event_name_its_turns_and_its_price():
    for event in EVENTS:
        limits = [turn for turn in (event.first, event.last) if turn is not None]
        assert [f"{turn}" for turn in limits] == re.findall(r"\(turn (\d+)\)", event.text), event.id
        assert event.cost == says(event, "Discard another card"), event.id


NO_EFFECT = {"NE": "no effect"}
CODES = ("NE", "EX", "CB", "CA", "DR", "DS", "DD")


def becomes(event: Event) -> dict[str, str]:
    """The results that change, as the text has them."""
    found = {}
    for clause in event.text.rstrip(".").replace("whatever it is,", "whatever").split(","):
        before, word, after = clause.partition("becomes")
        if word:
            (to,) = (code for code in CODES if NO_EFFECT.get(code, code) in after)
            was = [code for code in CODES if NO_EFFECT.get(code, code) in before]
            found |= dict.fromkeys(was or ["*"], to)
    return found


def holds(event: Event) -> set[str]:
    """The hexes that the text names."""
    if says(event, "Axis Objective"):
        return {MAP.topology.ids[p] for p in range(MAP.topology.n) if MAP.objectives["axis"] >> p & 1}
    return {MAP.topology.ids[p] for p in range(MAP.topology.n) if MAP.names[p] and says(event, MAP.names[p])}


def features(event: Event) -> set[str]:
    if says(event, "Terrain gives"):
        return {"hex", "river", "crossing", "objective"}
    words = {"Rivers": "river", "sea crossings": "crossing", "Cities": "city", "Objectives": "objective"}
    return {feature for word, feature in words.items() if says(event, word)}


def kind_of_unit(event: Event) -> str | None:
    return "armor" if says(event, "armor unit") else "infantry" if says(event, "infantry unit") else None


READ: dict[str, Any] = {
    "type": kind_of_unit,
    "nation": lambda e: "german" if says(e, "German unit") else None,
    "where": lambda e: "city" if says(e, "city") else None,
    "phase": lambda e: says(e, "In this Combat Phase all"),
    "take": lambda e: says(e, "into your hand"),
    "requires": lambda e: "armor" if says(e, "armor unit attacking") else None,
    "any_turn": lambda e: says(e, "on any turn"),
    "what": lambda e: {w for w, t in (("armor", "Armor Bonus"), ("support", "support marker")) if says(e, t)},
    "ussr": lambda e: says(e, "USSR"),
    "hold": holds,
    "features": features,
    "results": becomes,
    "result": lambda e: next(code for code in CODES if says(e, f"is {code}")),
    "kinds": lambda e: {"ally"} if says(e, "Axis Allied unit") else {"front"},
    "family": lambda e: "volkssturm" if says(e, "Volkssturm") else "fortress",
    "seas": lambda e: {sea for sea in ("black", "baltic", "caspian") if says(e, f"{sea} sea", f"{sea} coastal")},
    "boxes": lambda e: {box for box in ("destroyed", "surrendered", "shattered", "removed") if says(e, box)},
    "ready": lambda e: says(e, "not Disorganized"),
    "weather": lambda e: "snow" if says(e, "Snow turn") else None,
    "turn": lambda e: "current-or-next" if says(e, "of this turn") else "next",
    "to": lambda e: next(
        to
        for to, words in (
            ("snow", "will be Snow"),
            ("mud", "will be Mud"),
            ("die", "roll a die"),
            ("other", "is turned over"),
            ("shattered", "Shattered Units Box"),
        )
        if says(e, words)
    ),
}
"""What an effect's field is by the words of its event."""


@rule("5.3.1")
def test_the_words_of_an_event_name_its_units_places_and_results():
    for event, field, value in fields():
        if isinstance(value, bool) or not isinstance(value, int):
            found = set(value) if isinstance(value, tuple) else value
            assert READ[field](event) == found, (event.id, field)


@rule("14.14.2")
def test_an_event_that_happens_when_it_is_drawn_draws_another_card():
    for event in EVENTS:
        assert event.mandatory == event.text.lower().endswith("draw another card.")


@rule("5.3", "5.5")
def test_every_event_of_the_board_deck_has_a_card_of_its_own_and_is_in_its_sides_digital_deck():
    board = [card for card in CARDS if card.name[0] == "B"]
    known = components.events()
    for side, letter in enumerate("AS"):
        on_board = [e for card in board for e in card.events[side]]
        digital = [e for card in CARDS if card.name[0] == letter for e in card.events[side]]
        assert len(on_board) == len(set(on_board)) and len(on_board) == len(board)
        for e in (*on_board, *digital):
            both = any(e in card.events[0] and e in card.events[1] for card in board)
            assert known[e].side == ("none" if both else ("axis", "soviet")[side])
        assert {len(card.events[1 - side]) for card in CARDS if card.name[0] == letter} == {0}
        count = Counter(digital)
        assert max(count.values()) == 2 and all(count[e] == 1 for e in count if not twice(e, side, letter))
    assert {event.id for event in EVENTS} == {e for card in CARDS for side in (0, 1) for e in card.events[side]}


def twice(event: str, side: int, letter: str) -> bool:
    """C.1 A digital card with two events has one that another card of the deck offers alone."""
    cards = [card.events[side] for card in CARDS if card.name[0] == letter and event in card.events[side]]
    return sorted(len(events) for events in cards) == [1, 2]


@rule("5.5")
def test_a_digital_card_leaves_or_joins_in_1945_like_the_board_card_of_its_first_event():
    board = [card for card in CARDS if card.name[0] == "B"]
    fate = {e: (card.leaves_1945, card.joins_1945) for card in board for side in card.events for e in side}
    for card in CARDS:
        first = next(e for side in card.events for e in side)
        assert fate.get(first, (card.leaves_1945, card.joins_1945)) == (card.leaves_1945, card.joins_1945)
        assert not (card.leaves_1945 and card.joins_1945)

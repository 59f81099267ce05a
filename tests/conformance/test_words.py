"""What a player reads is written for a player: no plural of one, no ids of the program, places by their names.

Random games of every title are played for a while; everything that is said on the way is looked at: prompts, buttons,
choices with their previews, the log as either side reads it, refusals, and the board's own texts.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rasputitsa.kernel import CHANCE, Action, Dice, RasputitsaError, Record, State, Title, titles

from .cases import Case, settings

DECISIONS = 100
"""The length of each game."""
SEEN = 2
"""The number of things that may be clicked, and of refusals, looked at in each position."""
IDS = {
    *("id", "do", "at", "clicks", "handles", "path", "covers", "commands", "rule", "side", "owner", "kind", "symbol"),
    *("nation", "fire", "pips", "band", "phase", "step", "ground", "table", "decline", "single", "marks", "aims"),
    *("lines", "winner", "active", "initiative", "role", "control", "supplied", "only", "help", "title", "pieces"),
}
"""Fields of a view that name things for the program."""
ENGLISH = {
    "anti-air",
    "first-fire",
    "one-hex",
    "two-step",
    "two-sided",
    "second-front",
    "over-stacked",
    "full-strength",
}
"""Words with a hyphen that are no ids."""
WRONG = {
    "a plural of one": re.compile(r"(?<![\d.:/-])\b1 (?!is\b|has\b|loses\b)(?:more |fast |free )?[a-z]+(?<!s)s\b"),
    "none as a figure": re.compile(r"(?<![\d.:+-])\b0 (?!OPS)[a-z]{3,}"),
    "an id": re.compile(r"(?<![\w.-])[a-z]+(?:-[a-z]+)+\b|\b[a-z]+_[a-z]+\b"),
    "a word of the program": re.compile(r"\b(?:ply|done|axis|soviet)\b"),
    "a gap": re.compile(r" [.,;]|\(\)|[{}]"),
}


def texts(found: Any) -> Iterator[str]:
    """Every text in what is sent, but for ids."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for key, value in found.items():
            if key not in IDS:
                yield from texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from texts(value)


def faults(title: Title, text: str) -> list[str]:
    """What a player would stumble over."""
    found = [(name, match[0]) for name, pattern in WRONG.items() if (match := pattern.search(text))]
    named = {place.id: place.name for place in title.board().places if place.name and len(place.id) == 4}
    found += [
        ("a number", f"{number}, not {named[number]}") for number in re.findall(r"\b\d{4}\b", text) if number in named
    ]
    return [f"{name} ({what}): {text}" for name, what in found if what not in ENGLISH]


def said(state: State, earlier: list[Action], rng: random.Random) -> Iterator[str]:
    """What the side that is asked may read now."""
    view = state.view(str(state.side))
    yield from texts(msgspec.to_builtins(view))
    for handle in rng.sample(view.handles, min(SEEN, len(view.handles))):
        yield from texts(msgspec.to_builtins(state.show(state.unclick(handle))))
    for action in rng.sample(earlier, min(SEEN, len(earlier))):
        refusal = state.why_not(action)
        yield refusal.text if refusal else ""
    yield from why_not(state, rng.choice(view.pieces).id, rng.choice(state.game.title.board().places).id)


def why_not(state: State, piece: int, place: str) -> Iterator[str]:
    """Why a piece cannot go somewhere."""
    try:
        answer = state.ask(str(state.side), "why_not", {"piece": piece, "place": place})
        yield from texts(msgspec.to_builtins(answer))
    except RasputitsaError as error:
        yield str(error)


def heard(state: State, action: Action) -> Iterator[str]:
    """What either side reads in the log of an action, which is done."""
    if state.side == CHANCE or state.game.title.lexicon.slots(action):
        yield from (state.words(action, side) for side in state.game.title.sides)
    state.ear = lines = []
    state.apply(action)
    state.ear = None
    yield from texts(msgspec.to_builtins(lines))


def everything(case: Case, seed: int) -> Iterator[str]:
    """All that is said in a random game."""
    state, rng, dice = Record(case.game).state, random.Random(seed), Dice(seed)
    earlier: list[Action] = []
    for _ in range(DECISIONS):
        while state.side == CHANCE and not state.over:
            yield from heard(state, dice.roll(state))
        if state.over:
            return
        yield from said(state, earlier, rng)
        earlier.append(state.sample(rng))
        yield from heard(state, earlier[-1])


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.name)
def test_the_boards_texts_are_for_players(title: Title) -> None:
    board = {key: value for key, value in msgspec.to_builtins(title.board()).items() if key != "rules"}
    assert [fault for text in texts(board) for fault in faults(title, text)] == []


@pytest.mark.parametrize("case", list(settings()), ids=str)
def test_what_is_said_in_a_game_is_for_players(case: Case) -> None:
    title = titles()[case.title]
    assert sorted({fault for text in set(everything(case, 1941)) for fault in faults(title, text)}) == []

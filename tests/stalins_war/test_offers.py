"""Every question of a round on small boards: exactly what is allowed is offered, and nothing else can be clicked."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rasputitsa.kernel import BUTTON, CHANCE, Action
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.actions.combat import MarkPair
from rasputitsa.titles.stalins_war.combat.exploitation import Exploiting
from rasputitsa.titles.stalins_war.components import CARD
from rasputitsa.titles.stalins_war.state import FULL, Position

from .combat import event, hold, marked
from .offers import wrong_offers
from .situation import act, place, put, situation, unit

GERMANS = (
    {"4th Army": "2122", "24 Pz Corps": "2122", "47 Pz Corps": "2122", "43 Corps": "2122"}
    | {"46 Pz Corps": "2121", "48 Pz Corps": "2121", "9th Army": "2121", "57 Pz Corps": "2022 -1"}
)  # fmt: skip
SOVIETS = (
    {"West Front": "2222", "13R Army": "2222", "20R Army": "2222 -1", "6M Corps": "2222"}
    | {"4T Army": "2322", "Central Front": "2322", "22R Army": "2422", "Stalin": "Moscow"}
)  # fmt: skip
QUESTIONS = 24
"""So many are answered."""
OFTEN = 2
"""So often each kind of question is looked at."""
GIVING_UP = ("End", "Keep", "Launch", "Fall", "Await")
"""How the names of answers begin that end something: others come first."""


def armed(turn: int, side: str) -> Position:
    """Two armies face to face, hexes marked, all combat cards of the time in hand."""
    s = situation(turn=turn, ops=9, side=side, axis=GERMANS, soviet=SOVIETS, axis_holds=["2022"])
    s.lend_lease = 1
    for name in (*GERMANS, *SOVIETS):
        s.set_supply(unit(name), FULL)
    hold(s, *(c.id for c in CARD.values() if c.combat and c.turns[0] <= turn <= c.turns[1] and not c.requires))
    marked(s, *(("2122", "2121") if side == "axis" else ("2222",)))
    return s


def answer(s: Position, rng: random.Random) -> Action:
    """A random answer, rather one that goes on than one that ends the question."""
    tries = [s.sample(rng) for _ in range(4)]
    return next((a for a in tries if not type(a).__name__.startswith(GIVING_UP)), tries[0])


SHORT_CUTS = (
    "ForOps",
    "ForRps",
    "AsEvent",
    "ByRail",
    "BySea",
    "Dig",
    "DigDeep",
    "MoveTogether",
    "JoinUnit",
    "JoinStack",
    "Pair",
    "RegainStep",
    "RebuildUnit",
)
"""Choices whose clicks may lead nowhere: to find out takes as long as to list the answers."""


def idle_clicks(s: Position) -> list[str]:
    """What a choice offers to click and what has no answer."""
    choices = [choice for choice in getattr(s.step, "answers", ()) if type(choice).__name__ not in SHORT_CUTS]
    clicks = ((choice, handle) for choice in choices for handle in choice.handles(s) if handle != BUTTON)
    return [f"{type(choice).__name__} {handle}" for choice, handle in clicks if not list(choice.of(s, handle))]


def walk(s: Position, seed: int, questions: int = QUESTIONS, until: str = "") -> Counter[str]:
    """Answer at random, until another question is asked; what is wrong with any question on the way fails the test.
    Returns what was asked."""
    rng, often = random.Random(seed), Counter[str]()
    for _ in range(questions):
        if s.side is None or s.step.name == until:
            break
        if s.side != CHANCE:
            often[s.step.name] += 1
            if often[s.step.name] <= OFTEN:
                assert wrong_offers(s) == [] and idle_clicks(s) == []
        s.apply(answer(s, rng) if s.side != CHANCE else s.sample(rng))
    return often


@rule("11.1.1", "11.3.2", "11.4.1", "11.5.1", "7.5.5a")
@pytest.mark.parametrize(
    ("turn", "side", "seed"),
    [(2, "axis", 0), (2, "soviet", 2), (6, "soviet", 1), (8, "axis", 0), (8, "soviet", 2), (12, "axis", 3)],
)
def test_every_question_of_a_combat_offers_what_it_allows_and_nothing_else(turn: int, side: str, seed: int) -> None:
    asked = walk(armed(turn, side), seed, until="ChooseAction")
    assert {"Attacks", "Designating", "CardWindow"} <= set(asked)


@rule("12.1.4", "9.1.4")
def test_units_exploit_and_are_given_up_only_where_they_may() -> None:
    s = situation(turn=8, axis=GERMANS, soviet={"22R Army": "2425"}, axis_holds=["2022"])
    s.blitz = 1 << place("2122") | 1 << place("2121")
    put(s, "14 Pz Corps", "2122")
    put(s, "39 Pz Corps", "2122")
    s.push(Exploiting)
    s.settle()
    assert wrong_offers(s) == []
    act(s, "end exploitation")
    assert s.step.name == "Crowding" and wrong_offers(s) == []


@rule("7.3.5", "C.2")
@pytest.mark.parametrize("zhukov", [False, True])
def test_hexes_are_marked_for_combat_only_where_they_may(zhukov: bool) -> None:
    s = situation(
        turn=6, side="soviet", ops=3, axis=GERMANS, soviet={**SOVIETS, "62R Army": "2123", "21R Army": "2223"}
    )
    if zhukov:
        event(s, "soviet-09")
    act(s, "end movement")
    pairs = [a for a in s.legal() if isinstance(a, MarkPair)]
    assert bool(pairs) == zhukov and wrong_offers(s) == []
    s.apply(pairs[0] if zhukov else s.legal()[0])
    assert wrong_offers(s) == []


@rule("10.1", "10.2.1", "10.3.1", "16.1.2", "16.3.2")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_units_move_travel_and_dig_only_where_they_may(side: str) -> None:
    s = situation(turn=12, side=side, ops=3, axis=GERMANS, soviet=SOVIETS, axis_holds=["2022"], deep_trenches=True)
    for what in ("trenches-axis", "trenches-soviet", "festungs", "partisans"):
        effects.allow(s, what)
    s.lurking = 1 << place("2021")
    s.trenches[:] = [1 << place("2122"), 1 << place("2322")]
    s.memo.clear()
    assert wrong_offers(s) == []


@rule("14.1.2", "10.3.2", "16.1.5", "7.6.2")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_question_at_the_end_of_a_turn_offers_what_it_allows(seed: int) -> None:
    s = situation(turn=6, round=5, side="soviet", axis=GERMANS, soviet=SOVIETS, axis_holds=["2022"], moment="action")
    put(s, "18th Army", "eliminated")
    put(s, "41 Pz Corps", "eliminated")
    put(s, "Reserve Front", "eliminated")
    put(s, "21R Army", "eliminated")
    s.rp[:] = [3] * len(s.rp)
    s.trenches[:] = [1 << place("2122"), 1 << place("2322")]
    s.lurking = 1 << place("2021")
    hold(s, "axis-08", "axis-16", "soviet-14", "soviet-09")
    act(s, next(str(a) for a in s.legal() if type(a).__name__ == "Rest"))
    asked = walk(s, seed, 40, until="Movement")
    assert {"Replacements", "Discards", "Cleaning"} <= set(asked), asked

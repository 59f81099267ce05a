"""The conformance suite tries every kind of question, and notices what is wrong with the answers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rasputitsa.kernel import Invalid, Reach, Supply
from rasputitsa.kernel.conformance import check_game
from rasputitsa.kernel.interview import ANSWERS, Interview

from .toy import TOY, ToyState


def problems() -> list[str]:
    return [p for seed in range(5) for p in check_game(TOY, "line", "first", {}, seed, every=1)]


def refuse(*args: Any) -> Any:
    raise Invalid("not here")


def test_every_kind_of_question_is_asked_and_answered():
    interview = Interview(random.Random(1))
    state = TOY.new(open_cards=True)
    for deed in ("Red 2 B-C", "stay"):
        state.apply(TOY.lexicon.parse(deed))
    for _ in range(20):
        assert interview.problems(state) == []
    assert set(interview.asked) == set(ANSWERS)
    assert all(interview.answered[kind] for kind in ANSWERS) and interview.silent() == []


@pytest.mark.parametrize(("hook", "kind"), [("supply", "supply"), ("reach", "reach"), ("taking", "why_not")])
def test_a_title_that_never_answers_is_noticed(hook: str, kind: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(TOY), hook, refuse)
    assert any(f"ever answered: {kind}" in p for p in problems())


def test_a_question_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(TOY), "reach", lambda *args: {}["x"])
    assert any("reach" in p and "KeyError" in p for p in problems())


def test_an_answer_of_the_wrong_shape_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(TOY), "supply", lambda *args: Reach(costs={}))
    assert any("is answered with" in p for p in problems())


def test_an_answer_that_leaks_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def supply(self: object, s: ToyState, viewer: str, side: str) -> Supply:
        return Supply(sources=[str(card) for card in s.hand], supplied=[], pieces_out=[])

    monkeypatch.setattr(type(TOY), "supply", supply)
    assert any("supply" in p and "leaks" in p for p in problems())


def test_asking_that_changes_the_position_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def reach(self: object, s: ToyState, viewer: str, piece: int) -> Reach:
        s.bonus += 1
        return Reach(costs={})

    monkeypatch.setattr(type(TOY), "reach", reach)
    assert any("asking changed the state" in p for p in problems())

"""Stalin's War: whole turns of the campaign through the page, one by mouse and one by keyboard: cards in all their
uses, movement, attacks, losses, advance, replacements, supply, the end of the turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel import titles
from rasputitsa.kernel.state import State

from ..server.running import Client
from .conftest import Opener
from .counting import clicks, count_clicks
from .driving import Screen
from .situations import imported
from .turns import Turn, by_keys, by_mouse, record_up_to

pytestmark = pytest.mark.skipif("stalins-war" not in titles(), reason="Stalin's War is not installed")


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice every time: what is asked depends on them."""
    monkeypatch.setattr("rasputitsa.server.house.new_seed", lambda: "a whole turn")


PLAN = {1: "for OPS", 2: "as event", 3: "for RPs", 4: "for OPS", 5: "0 OPS round without movement"}
"""What a side does in the five rounds of a turn."""
MOVES = 2
"""People who are in a hurry move so many units and stacks in a round."""


class Person:
    """He spends his cards by a plan, moves a few units, and lets whole stacks fight and advance."""

    def __init__(self, side: str, plan: dict[int, str]) -> None:
        self.side, self.plan = side, plan
        self.moves: Counter[tuple[int, str]] = Counter()

    def __call__(self, state: State, advice: str) -> str:
        answer = getattr(self, state.step.name, None)
        return answer(state, advice) or advice if answer else advice

    def ChooseAction(self, state: State, advice: str) -> str | None:
        if state.side != self.side:
            return None
        use = self.plan[state.round]
        fitting = [str(action) for action in state.legal() if str(action).endswith(use)]
        return advice if advice in fitting else next(iter(fitting), None)

    def Movement(self, state: State, advice: str) -> str | None:
        self.moves[state.round, state.side] += 1
        return "end movement" if self.moves[state.round, state.side] > MOVES else None

    def Designating(self, state: State, advice: str) -> str | None:
        return together(state, advice, "joins the attack", r"all in \w+ join the attack")

    def Advancing(self, state: State, advice: str) -> str | None:
        return together(state, advice, "advances", r"all in \w+ advance")


def together(state: State, advice: str, alone: str, all_of_them: str) -> str | None:
    """A whole stack instead of one unit, where there is one."""
    stacks = [str(action) for action in state.legal() if re.fullmatch(all_of_them, str(action))]
    return next(iter(stacks), None) if advice.endswith(alone) else None


def up_to(turn: int, side: str) -> str:
    """The side's first round of that turn."""
    return record_up_to(
        "stalins-war", "campaign", lambda s: (s.turn, s.side, s.step.name) == (turn, side, "ChooseAction")
    )


def deeds(turn: Turn, *steps: str) -> str:
    """What was done where these steps asked."""
    return "\n".join(deed for step, deed in turn.done if step in steps)


def assert_whole_turn(turn: Turn) -> None:
    """Every round was played by the plan, and every part of a turn was asked for."""
    played = [deed for step, deed in turn.done if step == "ChooseAction"]
    assert len(played) == len(PLAN) and all(deed.endswith(use) for deed, use in zip(played, PLAN.values(), strict=True))
    for step in ("Movement", "Marking", "Attacks", "Designating", "Replacements"):
        assert deeds(turn, step), f"{step} was not asked"
    assert deeds(turn, "Losses", "Advancing"), "no attack led to anything"


def pictures(table: Screen, *steps: str) -> Callable[[State], None]:
    """Take a picture the first time each of these steps asks."""
    left = set(steps)

    def look(state: State) -> None:
        if state.step.name in left:
            left.remove(state.step.name)
            table.picture(state.step.name)

    return look


def test_an_axis_turn_by_mouse(screen: Opener, client: Client) -> None:
    """Summer 1941."""
    game = imported(client, up_to(2, "axis"), "A turn by mouse", play=True, open=True)
    table = screen(game)
    count_clicks(table)
    turn = Turn(table, client, game, "axis", by_mouse, Person("axis", PLAN))
    end = turn.play(lambda state: state.turn > 2, pictures(table, "ChooseAction", "Attacks", "Replacements"))
    assert not end.over and end.turn == 3
    expect(table.page.locator(".banner")).to_contain_text("Fall 1941")
    assert_whole_turn(turn)
    assert "all in" in deeds(turn, "Designating", "Advancing")
    assert clicks(table) <= 2.5 * len(turn.done), f"{clicks(table)} clicks for {len(turn.done)} actions"


def test_a_soviet_turn_by_keyboard(screen: Opener, client: Client) -> None:
    """Winter 1941: the Soviets attack."""
    game = imported(client, up_to(4, "soviet"), "A turn by keyboard", play=True, open=True)
    table = screen(game)
    count_clicks(table)
    turn = Turn(table, client, game, "soviet", by_keys, Person("soviet", PLAN))
    end = turn.play(lambda state: state.turn > 4, pictures(table, "Attacks"))
    assert not end.over and end.turn == 5
    assert clicks(table) == 0, "no mouse"
    assert_whole_turn(turn)

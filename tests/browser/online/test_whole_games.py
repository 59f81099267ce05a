"""A whole short scenario of each title, between two browsers, to its end: the page of the side that decides plays on a
socket of its own, and both tables follow."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ...server.online.people import Club
from .conftest import Sitter
from .matches import PLAY, SHORT, begun, to_move, two
from .windows import Window

MOST = 1000
"""Hand-overs after which a game would be endless."""


def play_on(screen: Window, game: str, side: str, dice: int) -> int:
    """The side's page plays until the other side is to decide; the dice it goes on with."""
    done, dice = screen.page.evaluate(PLAY, [game, side, dice, 400])
    assert done > 0, f"{side} was to decide and could do nothing"
    return int(dice)


def play_out(game: str, screens: dict[str, Window]) -> None:
    dice, hands = 1941, screens["axis"].hands
    for _ in range(MOST):
        if hands.summary(game)["over"]:
            return
        side = to_move(hands, game)
        dice = play_on(screens[side], game, side, dice)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("title", list(SHORT))
@rule("N.1", book="no-retreat-digital")
def test_a_short_scenario_to_its_end(house: Club, sits: Sitter, title: str) -> None:
    axis, soviet = two(house, f"Axis-{title}", f"Soviet-{title}")
    game = begun(axis, soviet, title=title)
    screens = {"axis": sits(house, axis), "soviet": sits(house, soviet)}
    for screen in screens.values():
        screen.open(game)
    play_out(game, screens)
    winner = axis.summary(game)["result"]["winner"]
    for screen in screens.values():
        screen.read_verdict()
        panel = screen.players()
        expect(panel).to_contain_text("by the rules")
        expect(panel.locator(".winner")).to_contain_text(f"{winner.capitalize()} won" if winner else "No winner")
        expect(panel.get_by_role("button", name="Rematch")).to_be_visible()

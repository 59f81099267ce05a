"""How many clicks a player needs: whole turns as they are played, counted, with the same actions in the record."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .counting import clicks, count_clicks, played
from .driving import Screen
from .situations import choices, do, no_retreat, prompt

MOVES = (
    ("1507", ("17th Army",), "1508"),
    ("1608", ("6th Army", "1st Panzer"), "1509"),
    ("1708", ("4th Army", "2nd Panzer"), "1709"),
    ("1908", ("9th Army",), "1909"),
    ("2010", ("16th Army",), "2011"),
    ("2010", ("3rd Panzer",), "1810"),
    ("2109", ("18th Army", "4th Panzer"), "2010"),
)
ATTACKS = (
    ("1409", (("1508",), ("1509", "6th Army", "1st Panzer"))),
    ("1809", (("1909",), ("1709", "4th Army", "2nd Panzer"))),
    ("2110", (("2011",), ("2010", "18th Army", "4th Panzer"))),
)
"""The hexes attacked, and those attacked from: of a stack all units."""
TURN = """\
17th Army 1507-1508
6th Army 1608-1509
1st Panzer 1608-1509
4th Army 1708-1709
2nd Panzer 1708-1709
9th Army 1908-1909
16th Army 2010-2011
3rd Panzer 2010-1810
18th Army 2109-2010
4th Panzer 2109-2010
end movement
target 1409
target 1809
target 2110
no more targets
17th Army joins the attack on 1409
6th Army joins the attack on 1409
1st Panzer joins the attack on 1409
commit a support marker
1st Panzer advances to 1409
no more advances
9th Army joins the attack on 1809
4th Army joins the attack on 1809
2nd Panzer joins the attack on 1809
attack 1809: 2nd Panzer, 4th Army, 9th Army
commit a support marker
2nd Panzer advances to 1809
no more advances
16th Army joins the attack on 2110
18th Army joins the attack on 2110
4th Panzer joins the attack on 2110
commit a support marker
4th Panzer advances to 2110
no more advances""".splitlines()
"""What the record holds of it, however it was clicked."""
IMPULSE = """\
activate 11AOK in 79
done
11Inf 62-63
30Inf 79-80
done
11AOK shells 80
battle in 63
done""".splitlines()


BEFORE = {"turn": 78, "impulse": 16}
"""Clicks that the same deeds took before stacks were taken whole and battles had a panel."""


def test_the_first_turn_of_barbarossa(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Clicks", open=True)
    table = screen(game)
    before = len(played(client, game, "axis"))
    count_clicks(table)
    for start, units, place in MOVES:
        take(table, start, units)
        table.doing(lambda place=place: table.click_place(place))
        for unit in units:
            table.stands_at(unit, place)
    table.doing(lambda: table.press("End movement"))
    for place, _ in ATTACKS:
        table.doing(lambda place=place: table.click_place(place))
    table.doing(lambda: table.press("No more targets"))
    for place, stacks in ATTACKS:
        attack(table, game, place, stacks)
    assert played(client, game, "axis", before) == TURN
    assert clicks(table) <= 0.62 * BEFORE["turn"]


def take(table: Screen, start: str, units: tuple[str, ...]) -> None:
    """A unit, or all units of a hex."""
    if len(units) > 1:
        table.double_click(start)
        expect(table.page.locator(".piece.selected")).to_have_count(len(units))
    else:
        table.click_piece(units[0])


def attack(table: Screen, game: str, place: str, stacks: tuple[tuple[str, ...], ...]) -> None:
    """A click for every attacker and one to begin, unless the last that can join does so by itself; one for the die."""
    began = clicks(table)
    for start, *stack in stacks:
        table.doing(lambda start=start, stack=stack: (table.double_click if stack else table.click_place)(start))
    expect(table.page.locator("[data-begin], [data-do='commit a support marker']").first).to_be_visible()
    if table.page.locator("[data-begin]").count():
        table.doing(lambda: table.press("Begin"))
    table.doing(lambda: table.press("Commit Blitz!"))
    assert clicks(table) - began <= 5
    the_enemy(table, game)
    if "Advance" in prompt(table.client, game):
        table.select(stacks[-1][-1])
        table.doing(lambda: table.click_place(place))
    if "Advance" in prompt(table.client, game):
        table.doing(lambda: table.press("No more advances"))


def the_enemy(table: Screen, game: str) -> None:
    """The Soviets do the first thing they can; their clicks are not counted."""
    while table.client.summary(game)["to_move"] == "soviet" and table.client.summary(game)["phase"].startswith("axis"):
        table.doing(lambda: do(table.client, game, choices(table.client, game)[0]["do"]))


def test_an_impulse_of_kiev_with_two_battles(screen: Opener, client: Client) -> None:
    options = {"setup": "historical"}
    game = client.new(title="kiev41", scenario="preludes", options=options, open=True, seed="kiev", name="Clicks")
    table = screen(game)
    count_clicks(table)
    click_block(table, "11AOK")
    table.doing(lambda: table.click_place("79"))
    table.doing(lambda: table.press("End the activation"))
    for unit, place in (("11Inf", "63"), ("30Inf", "80")):
        click_block(table, unit)
        table.doing(lambda place=place: table.click_place(place))
    table.doing(lambda: table.press("End the Command Segment"))
    expect(table.piece("11AOK")).to_have_class(re.compile("selected"))
    table.doing(lambda: table.click_place("80"))
    table.doing(lambda: table.press("Begin"))
    table.doing(lambda: table.press("End the impulse"))
    assert played(client, game, "axis")[: len(IMPULSE)] == IMPULSE
    assert clicks(table) <= 0.7 * BEFORE["impulse"]


def click_block(table: Screen, name: str) -> None:
    table.at(table.sought(table.piece(name)))

"""Stalin's War: cards with their uses, Combat markers, an attack with both fires, advance, exploitation, free movement
of whole stacks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel import titles

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .test_first_picture import HIDDEN

pytestmark = pytest.mark.skipif("stalins-war" not in titles(), reason="Stalin's War is not installed")

BIALYSTOK, SUWALKI, LUBLIN, LENINGRAD = "1721", "1720", "1622", "2517"

READY = ".pieces .stripe.ready"
"""The stripe of units that may still act."""


def campaign(client: Client, **more: object) -> str:
    return client.new(title="stalins-war", scenario="campaign", seed="1", open=True, **more)


def dealt(client: Client, **more: object) -> str:
    """The first hands are dealt: the Axis has its only round of turn 1."""
    game = campaign(client, **more)
    assert client.do(game, "decline", "open").status_code == 200
    return game


def moving(client: Client, **more: object) -> str:
    """The Soviet round of turn 1: its units move."""
    game = dealt(client, **more)
    for deed in ("0 OPS round", "end movement"):
        assert client.do(game, deed, "open").status_code == 200
    deed = next(
        c["do"] for c in client.get(f"/api/games/{game}/choices?seat=open").json()["choices"] if "OPS" in c["do"]
    )
    assert client.do(game, deed, "open").status_code == 200
    return game


def committed(table: Screen, deed: str | re.Pattern[str]) -> None:
    """Press a button, and say yes if odds are shown first."""
    table.press(deed)
    say_yes(table)


def say_yes(table: Screen) -> None:
    table.settle()
    yes = table.page.locator("[data-confirm]")
    if yes.count():
        table.doing(yes.click)


def test_the_first_card_is_chosen_from_cards_that_are_shown(screen: Opener, client: Client) -> None:
    table = screen(campaign(client, name="First card"))
    table.asks("Choose a card for your first hand")
    cards = table.page.get_by_role("region", name="Cards").locator(".card")
    expect(cards).to_have_count(20)
    expect(cards.first.locator(".card-figures")).to_contain_text("OPS")
    table.picture("cards")
    table.doing(lambda: table.press("Take card 8*"))
    table.asks("play a card for OPS")


def test_a_card_shows_its_uses_and_why_one_is_closed(screen: Opener, client: Client) -> None:
    table = screen(dealt(client, name="Hand"))
    guderian = table.page.locator(".card", has_text="Guderian")
    expect(guderian.locator(".closed").first).to_contain_text("No replacement action on turn 1. (4.4.1)")
    expect(guderian.locator("[data-use=ops]")).to_have_text("OPS 2")
    table.doing(guderian.locator("[data-use=ops]").click)
    expect(table.page.locator(".banner [data-track=ops]")).to_contain_text("2")


def test_an_axis_round_by_mouse(screen: Opener, client: Client) -> None:
    game = dealt(client, name="Barbarossa by mouse")
    table = screen(game)
    page = table.page
    table.doing(page.locator(".card", has_text="Hedgehogs").locator("[data-use=ops]").click)
    table.asks("Move your units: 4 OPS")
    expect(page.locator(READY)).to_have_count(0)  # nobody moves on turn 1 (4.4.2)
    table.doing(lambda: table.press("End movement"))

    for place in (LUBLIN, SUWALKI):
        table.doing(lambda place=place: table.click_place(place))
    expect(page.locator("[data-place-mark=combat]")).to_have_count(2)
    expect(page.locator(".banner [data-track=ops]")).to_contain_text("2")
    table.doing(lambda: table.press("No more Combat markers"))

    # The attack: both fires stand in the odds, each with its table and shifts.
    table.asks("Choose a hex to attack")
    page.mouse.move(*table.sought(BIALYSTOK))
    odds = page.locator(".confirm .odds")
    expect(odds.locator(".fire")).to_have_count(2)
    expect(odds.locator(".fire.side-axis")).to_contain_text("LCU table")
    expect(odds.locator(".odds-figures")).to_have_count(0)
    table.picture("1-odds")
    table.click_place(BIALYSTOK)
    table.asks("Name the units that attack Bialystok")
    table.double_click(LUBLIN)
    expect(page.locator(".lines .attack")).to_have_count(1)
    table.picture("2-stack")
    committed(table, "Attack")

    # Cards, losses, advance, Blitz marker: what is asked is answered where it is shown.
    taken = answer_until(table, "Choose a hex to attack|Exploit with")
    assert {"loses a step", "advances"} <= taken
    table.picture("3-advanced")
    table.doing(lambda: table.press("No more attacks"))

    # A panzer corps exploits from the Blitz marker.
    table.asks("Exploit with units")
    corps = str(page.locator(".pieces .piece[data-drag]").first.get_attribute("data-piece"))
    take(table, corps)
    target = str(page.locator("[data-target]").first.get_attribute("data-target"))
    table.picture("4-exploit")
    table.doing(lambda: table.click_place(target))
    expect(page.locator(f".pieces [data-piece='{corps}']")).to_have_attribute("data-at", target)
    table.doing(lambda: table.press("End exploitation"))
    expect(page.locator(".prompt .who")).to_have_text("Soviet")


def answer_until(table: Screen, words: str) -> set[str]:
    """Answer with the first unit that is marked, or the first button; what was done, without the names."""
    done: set[str] = set()
    for _ in range(30):
        table.settle()
        if re.search(words, table.page.locator(".prompt .what").inner_text()):
            return done
        blitz = table.page.locator(".answers").get_by_role("button", name="Place a Blitz marker")
        marked = table.page.locator(".pieces .piece[data-drag]")
        if blitz.count():
            table.doing(blitz.first.click)
        elif marked.count():
            done.add(act_with(table, str(marked.first.get_attribute("data-piece"))))
        else:
            table.doing(table.page.locator(".answers button, .offers button").last.click)
    raise AssertionError("the combat does not end")


def take(table: Screen, piece: str) -> None:
    """Select a unit by its stack."""
    table.click_place(str(table.page.locator(f".pieces [data-piece='{piece}']").get_attribute("data-at")))
    unit = table.page.locator(f".tray [data-unit='{piece}']")
    if unit.get_attribute("aria-pressed") != "true":
        unit.click()


def act_with(table: Screen, piece: str) -> str:
    """Take a unit by its stack and do the first thing it may do: in the tray, or by a click on a marked hex."""
    page = table.page
    take(table, piece)
    offered = page.locator(".tray-actions button")
    expect(offered.or_(page.locator("[data-target]")).first).to_be_attached()
    if not offered.count():
        target = str(page.locator("[data-target]").first.get_attribute("data-target"))
        table.doing(lambda: table.click_place(target))
        return "goes"
    deed = str(offered.first.get_attribute("data-do"))
    table.doing(offered.first.click)
    return re.sub(r".*(loses a step|advances).*", r"\1", deed)


def test_a_whole_stack_moves_with_three_clicks(screen: Opener, client: Client) -> None:
    """A double click takes the stack, a third click sends it."""
    table = screen(moving(client, name="Stack"))
    page = table.page
    stack = page.locator(f".pieces [data-at='{LENINGRAD}']")
    number, ready = stack.count(), page.locator(READY).count()
    assert number > 1
    table.double_click(LENINGRAD)
    expect(page.get_by_role("button", name="The whole stack")).to_have_attribute("aria-pressed", "true")
    target = str(page.locator("[data-target]").first.get_attribute("data-target"))
    table.doing(lambda: table.click_place(target))
    expect(page.locator(f".pieces [data-at='{target}']")).to_have_count(number)
    expect(stack).to_have_count(0)
    expect(page.locator(READY)).to_have_count(ready - number)
    table.picture("moved")


def test_a_soviet_round_by_keyboard(screen: Opener, client: Client) -> None:
    table = screen(moving(client, name="Soviet keys"))
    page = table.page

    def choose(words: str) -> None:
        table.keys("/")
        page.get_by_role("combobox").fill(words)
        expect(page.get_by_role("option").first).to_contain_text(re.compile(words, re.IGNORECASE))
        table.keys("Enter")

    # The first place is Leningrad: its stack goes together, and "next unit" leaves it out from then on.
    table.asks("Move your units")
    ready = page.locator(READY).count()
    table.keys("n")
    expect(page.locator(".cursor")).to_have_attribute("data-cursor", LENINGRAD)
    table.keys("Enter", ".")
    table.doing(lambda: table.keys("Enter"))
    assert page.locator(READY).count() < ready - 1
    table.keys("n")
    expect(page.locator(".cursor")).not_to_have_attribute("data-cursor", LENINGRAD)
    table.keys("Enter")
    expect(page.locator("[data-target]").first).to_be_attached()
    table.picture("next-unit")
    table.keys("Escape")

    # One Combat marker, and the rest of the OPS is left.
    table.doing(lambda: choose("end movement"))
    table.asks("Place Combat markers: 3 OPS")
    table.keys("n")
    table.doing(lambda: table.keys("Enter"))
    table.asks("Place Combat markers: 2 OPS")
    table.doing(lambda: choose("no more combat markers"))
    if "Choose a hex to attack" in page.locator(".prompt .what").inner_text():
        table.doing(lambda: choose("no more attacks"))
    expect(page.locator(".banner [data-track=ops]")).to_have_count(0)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_front_is_in_the_first_picture(screen: Opener, client: Client, size: str) -> None:
    table = screen(campaign(client, name="First look"), size=size)
    if size == "phone":
        table.press("Close Cards")
    table.picture("start")
    assert table.page.evaluate(HIDDEN, "soviet") == []

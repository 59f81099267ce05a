"""Lines of the digital rule book that are about the screen, each true to its words."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from rasputitsa.kernel.record import Record
from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import View

from ..server.running import Client
from .conftest import Opener
from .situations import do, imported, no_retreat, record_where


@rule("U.2", book="no-retreat-digital")
def test_u2_a_click_on_a_stack_shows_it_at_the_bottom_and_the_unit_picked_there_acts(
    screen: Opener, client: Client
) -> None:
    table = screen(no_retreat(client, name="U.2", open=True))
    table.click_place("1608")
    tray = table.page.get_by_role("region", name=re.compile("^Units in"))
    expect(tray.locator("[data-unit]")).to_have_count(2)
    tray.get_by_role("button", name=re.compile("^1st Panzer")).click()
    expect(table.piece("1st Panzer")).to_have_class(re.compile("selected"))
    table.doing(lambda: table.click_place("1609"))
    table.stands_at("1st Panzer", "1609")
    table.stands_at("6th Army", "1608")


@rule("C.6", book="no-retreat-digital")
def test_c6_beside_a_card_stands_why_it_cannot_be_played_and_what_can_be_is_underlined(
    screen: Opener, client: Client
) -> None:
    def both(view: View) -> bool:
        cards = [c for h in view.hands for c in h.cards or []]
        return any(c.playable for c in cards) and any(c.why for c in cards)

    table = screen(imported(client, record_where("no-retreat", both), "C.6", play=True))
    table.sit()
    if not table.page.get_by_role("region", name="Cards", exact=True).count():
        table.press(re.compile("^Cards"))
    for card in table.page.locator(".card.cannot").all():
        expect(card.locator(".card-why, .closed small").first).not_to_be_empty()
    event = table.page.locator(".card.may h4.playable").first
    assert "underline" in event.evaluate("(e) => getComputedStyle(e).textDecorationLine")


@rule("C.8", book="no-retreat-digital")
def test_c8_lasting_effects_stand_beside_the_map_and_a_click_explains_each(screen: Opener, client: Client) -> None:
    record = record_where("no-retreat", lambda view: len(view.effects) > 1)
    table = screen(imported(client, record, "C.8", play=True))
    table.sit()
    buttons = table.page.get_by_role("list", name="Lasting effects").get_by_role("button")
    for button in buttons.all():
        button.click()
        expect(table.page.locator(".effect-text p")).to_have_count(1)
        expect(table.page.locator(".effect-text p")).not_to_be_empty()


@rule("V.1", book="no-retreat-digital")
def test_v1_the_stripe_is_above_before_a_move_and_below_after_it_hexes_are_marked_and_units_dragged(
    screen: Opener, client: Client
) -> None:
    table = screen(no_retreat(client, name="V.1", open=True))
    expect(table.piece("17th Army").locator(".stripe.ready")).to_have_count(1)
    table.click_piece("17th Army")
    expect(table.page.locator("[data-target='1508']")).to_be_attached()
    table.drag("17th Army", "1508")
    table.stands_at("17th Army", "1508")
    table.drag("9th Army", "1907")
    table.stands_at("9th Army", "1907")
    expect(table.piece("17th Army").locator(".stripe.done")).to_have_count(1)


@rule("B.2", book="no-retreat-digital")
def test_b2_a_target_is_picked_then_its_attackers_and_a_double_click_takes_a_stack(
    screen: Opener, client: Client
) -> None:
    game = no_retreat(client, name="B.2", open=True)
    do(client, game, "end movement", "target 1809", "target 2110", "no more targets")
    table = screen(game)
    table.click_place("2110")
    expect(table.page.locator(".aim.chosen")).to_have_text(re.compile("2110|Siauliai|.+"))
    table.click_place("1809")
    table.doing(lambda: table.double_click("1708"))
    expect(table.page.locator(".line.attack")).to_have_count(1)
    table.asks("Add units to the attack on 1809")


@rule("B.5", book="no-retreat-digital")
def test_b5_a_first_target_is_picked_and_the_only_unit_that_can_act_is_selected(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="B.5", open=True)
    do(client, game, "end movement", "target 1809", "no more targets")
    table = screen(game)
    expect(table.page.locator(".battle-panel h2")).to_have_text("West Front at 1809")
    table.doing(lambda: table.click_piece("9th Army"))
    expect(table.page.locator(".line.attack")).to_have_count(1)


@rule("B.5", book="no-retreat-digital")
def test_b5_a_single_possibility_is_allotted_and_stays_taken_back(screen: Opener, client: Client) -> None:
    """The record has the same action as if the player had clicked it."""
    record = record_where("no-retreat", lambda view: bool(view.prompt and view.prompt.single), edition="digital-1.1")
    prompt = Record.from_text(record).state.view("open").prompt
    assert prompt and prompt.single not in record
    game = imported(client, record, "B.5 alone", play=True, open=True)
    table = screen(game)
    expect(table.page.locator(".table")).not_to_have_attribute("data-rev", "0")
    expect(table.page.locator(".line.attack").first).to_be_attached()
    table.settle()
    assert prompt.single in client.get(f"/api/games/{game}/export", params={"seat": "open"}).text
    rev = table.page.locator(".table").get_attribute("data-rev")
    table.page.locator("[data-undo-last]").click()
    expect(table.page.locator(".table")).not_to_have_attribute("data-rev", str(rev))
    table.settle()
    assert prompt.single not in client.get(f"/api/games/{game}/export", params={"seat": "open"}).text

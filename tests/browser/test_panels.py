"""What lies about the map: banner, drawer, calendar, victory, boxes, cards, effects, supply, rules, log."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import View

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import do, imported, no_retreat, record_where


@pytest.fixture
def table(screen: Opener, client: Client) -> Screen:
    return screen(no_retreat(client, name="Panels", open=True))


@rule("P.2", book="no-retreat-digital")
def test_a_drawer_under_the_banner_shows_the_sequence_of_play_and_where_we_are(table: Screen) -> None:
    table.page.locator(".chip.phase").click()
    drawer = table.page.get_by_role("region", name="Sequence of play")
    expect(drawer.locator("li.here")).to_contain_text("Movement")
    expect(drawer.locator("li.here")).to_have_attribute("aria-current", "step")
    expect(drawer.locator("li")).not_to_have_count(1)
    table.picture("drawer")
    table.page.locator(".chip.phase").click()
    expect(drawer).to_have_count(0)


@rule("P.3", book="no-retreat-digital")
def test_the_calendar_shows_turns_weather_supports_events_and_the_last_turn(table: Screen) -> None:
    table.page.locator(".chip.turn").click()
    calendar = table.page.get_by_role("dialog", name="Calendar")
    expect(calendar.locator(".calendar-turn.now")).to_contain_text("June 1941")
    expect(calendar.locator(".supports").first).to_contain_text("Axis 3")
    expect(calendar.locator(".second-front").first).to_be_visible()
    expect(calendar.locator(".arrivals").first).to_be_visible()
    expect(calendar.locator(".calendar-turn.last")).to_contain_text("Last turn")
    table.picture("calendar")
    table.keys("Escape")
    expect(calendar).to_have_count(0)


@rule("P.5", book="no-retreat-digital")
def test_vps_stand_beside_the_side_with_the_initiative_in_its_colour(table: Screen) -> None:
    vps = table.page.locator("[data-track='vp']")
    expect(vps).to_have_class(re.compile(r"side-axis.*lead"))
    expect(vps.locator("strong")).to_have_text(re.compile(r"\d+"))
    expect(table.page.locator(".chip.initiative")).to_contain_text("Axis")


def test_the_victory_screen_tells_what_is_needed(table: Screen) -> None:
    table.press("Victory")
    shown = table.page.get_by_role("dialog", name="Victory")
    expect(shown.locator(".facts div").first).to_be_visible()
    expect(shown).to_contain_text("turn 5")
    table.picture("victory")


@rule("L.2", book="no-retreat-digital")
def test_the_off_map_boxes_show_who_is_in_them(table: Screen) -> None:
    table.press("Off-map")
    boxes = table.page.get_by_role("region", name="Off the map", exact=True)
    for name in ("Shattered", "Destroyed", "Surrendered"):
        expect(boxes.get_by_role("heading", name=re.compile(name)).first).to_be_visible()
    expect(boxes.locator(".box-piece").first).to_be_visible()
    boxes.locator(".box-piece").first.click()
    expect(table.page.get_by_role("region", name="Information", exact=True)).to_contain_text("Strength")
    table.picture("boxes")


@rule("C.6", book="no-retreat-digital")
def test_a_card_that_cannot_be_played_says_why_playable_events_are_underlined(screen: Opener, client: Client) -> None:
    def both(view: View) -> bool:
        cards = [c for h in view.hands for c in h.cards or []]
        return any(c.playable for c in cards) and any(c.why for c in cards)

    table = screen(imported(client, record_where("no-retreat", both), "Hands", play=True))
    page = table.page
    table.sit()
    table.spot("1608")
    if not page.get_by_role("region", name="Cards", exact=True).count():
        table.press(re.compile("^Cards"))
    expect(page.locator(".card.cannot .card-why").first).to_be_visible()
    expect(page.locator(".card.may").first).to_be_visible()
    expect(page.locator(".card.may h4.playable")).not_to_have_count(0)
    expect(page.locator(".card.cannot h4.playable")).to_have_count(0)


@rule("C.8", book="no-retreat-digital")
def test_lasting_effects_stand_at_the_side_with_an_explanation(screen: Opener, client: Client) -> None:
    record = record_where("no-retreat", lambda view: bool(view.effects))
    table = screen(imported(client, record, "Effects", play=True))
    table.sit()
    effects = table.page.get_by_role("list", name="Lasting effects")
    effects.get_by_role("button").first.click()
    expect(effects.locator(".effect-text p").first).not_to_be_empty()


@rule("S.5", book="no-retreat-digital")
def test_out_of_supply_counters_carry_a_warning_and_endangered_ones_a_triangle(screen: Opener, client: Client) -> None:
    def on_map(view: View, mark: str) -> bool:
        return any(mark in p.marks and not p.at.startswith("box:") for p in view.pieces)

    for mark in ("unsupplied", "in_danger"):
        record = record_where("no-retreat", lambda view, mark=mark: on_map(view, mark))
        table = screen(imported(client, record, mark, play=True))
        table.sit()
        expect(table.page.locator(f".pieces [data-mark='{mark}']").first).to_be_attached()
        table.picture(mark)


def test_the_supply_layer_shows_either_side_and_who_would_be_out_now(table: Screen) -> None:
    for side in ("Axis", "Soviet"):
        table.press("Supply")
        legend = table.page.get_by_role("complementary", name="Supply")
        expect(legend).to_contain_text(f"Supply of the {side}")
        expect(legend).to_contain_text(re.compile("out of supply", re.IGNORECASE))
        expect(table.page.locator(".supply .fed").first).to_be_attached()
        expect(table.page.locator(".supply .source").first).to_be_attached()
        table.picture(f"supply-{side}")
    table.press("Supply")
    expect(table.page.locator(".supply")).to_have_count(0)


def test_the_reach_of_an_enemy_unit_can_be_seen(table: Screen) -> None:
    table.whole_map()
    table.ask_about(table.figures("West Front"))
    table.press("Show its reach")
    expect(table.page.locator(".reach").first).to_be_visible()
    table.picture("reach")


def test_log_lines_point_at_the_map_and_name_their_rule(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Lines", open=True)
    do(client, game, "end movement", "target 1809")
    table = screen(game)
    table.press("Log")
    line = table.page.locator(".log-line", has_text="will attack 1809")
    expect(line.locator(".rule-link")).to_have_text("§10.1.1")
    line.get_by_role("button").first.click()
    expect(table.page.locator(".flash")).to_have_count(1)


@rule("B.10", book="no-retreat-digital")
def test_the_odds_of_a_battle_under_way_are_shown_on_selecting_one_of_its_units(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Odds under way", open=True)
    do(client, game, "end movement", "target 1809", "no more targets")
    do(client, game, "2nd Panzer joins the attack on 1809", "4th Army joins the attack on 1809")
    table = screen(game)
    expect(table.page.locator(".battle-panel .odds").first).to_contain_text("Axis table")
    table.click_piece("4th Army")
    expect(table.page.locator(".battle-odds")).to_contain_text(re.compile(r"\d:\d"))
    table.picture("odds")


@rule("G.4", book="no-retreat-digital")
def test_the_rules_can_be_read_and_searched_in_the_game(screen: Opener, client: Client) -> None:
    for title in ("kiev41", "no-retreat"):
        table = screen(client.new(title=title, name=f"Book of {title}", open=True))
        table.press("Rules")
        rules = table.page.get_by_role("region", name="Rules", exact=True)
        expect(rules.locator(".rule").first).to_be_visible()
        rules.get_by_role("searchbox").fill("supply")
        expect(rules.locator(".rule").first).to_contain_text(re.compile("suppl", re.IGNORECASE))


def test_a_long_log_can_be_read_to_its_beginning(screen: Opener, client: Client) -> None:
    record = record_where("kiev41", lambda view: view.banner.turn >= 2, plies=900)
    game = imported(client, record, "A long war", play=True)
    assert client.summary(game)["ply"] > 210
    table = screen(game)
    table.sit()
    table.press("Log")
    entries = table.page.locator(".log-entry")
    expect(entries).to_have_count(200)
    while table.page.get_by_role("button", name="Earlier").count():
        before = entries.count()
        table.press("Earlier")
        expect(entries).not_to_have_count(before)
    expect(entries.first).to_have_attribute("data-ply", "1")

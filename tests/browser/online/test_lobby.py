"""The lobby: games for anyone, for a nickname, by a link, as a rematch; what is played is shown before one joins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ...server.online.people import Club, club
from ..test_accessibility import faults
from .conftest import Sitter
from .matches import begun, member, offered, two
from .windows import Window, log_in


def offer_dialog(screen: Window) -> None:
    screen.press("Offer a game")
    expect(screen.page.get_by_role("dialog", name="Offer a game")).to_be_visible()


@rule("N.3", book="no-retreat-digital")
def test_a_game_for_anyone_shows_options_before_joining_and_in_the_game(house: Club, sits: Sitter) -> None:
    anna, boris = two(house, "Anna", "Boris")
    hers, his = sits(house, anna), sits(house, boris)
    hers.games()
    offer_dialog(hers)
    dialog = hers.page.get_by_role("dialog", name="Offer a game")
    dialog.get_by_role("radio", name=re.compile("^No Retreat")).check()
    dialog.get_by_role("radio", name=re.compile("Citadel")).check()
    dialog.get_by_role("radio", name="Soviet", exact=True).check()
    dialog.get_by_label(re.compile("Time for each turn")).select_option("5")
    dialog.get_by_text("Optional rules").click()
    option = dialog.locator(".options .switch").first
    label = option.locator("strong").inner_text()
    option.get_by_role("checkbox").check()
    dialog.get_by_label("A word to go with it").fill("A quick one before supper")
    hers.picture("dialog")
    dialog.get_by_role("button", name="Offer the game").click()
    expect(hers.page.locator(".tile.invitation").filter(has_text="You, for anyone")).to_be_visible()
    his.games()
    card = his.page.locator(".tile.invitation").filter(has_text="A quick one before supper")
    expect(card).to_contain_text("Anna")
    expect(card).to_contain_text("You would play Axis")
    expect(card).to_contain_text("5 days for each turn")
    expect(card).to_contain_text(label)
    his.picture("lobby")
    card.get_by_role("button", name="Join").click()
    his.page.locator(".piece").first.wait_for()
    panel = his.players()
    expect(panel).to_contain_text(label)
    expect(panel).to_contain_text("5 days for each turn")
    expect(hers.page.locator(".tile", has_text="against Boris")).to_be_visible()
    hers.picture("begun")


@rule("N.3", book="no-retreat-digital")
def test_a_game_for_a_nickname_is_seen_by_that_person_alone(house: Club, sits: Sitter) -> None:
    clara, dimitri = two(house, "Clara", "Dimitri")
    other = member(house, "Emil")
    hers, his, third = sits(house, clara), sits(house, dimitri), sits(house, other)
    hers.games()
    offer_dialog(hers)
    dialog = hers.page.get_by_role("dialog", name="Offer a game")
    dialog.get_by_role("radio", name=re.compile("One person")).check()
    dialog.get_by_role("combobox", name="Nickname").fill("Dimitri")
    dialog.get_by_role("button", name="Offer the game").click()
    expect(hers.page.get_by_text("You, for Dimitri")).to_be_visible()
    third.games()
    his.games()
    card = his.page.locator(".tile.invitation.for-me")
    expect(card).to_contain_text("Clara")
    card.get_by_role("button", name="Decline").click()
    expect(card).to_have_count(0)
    expect(third.page.locator(".tile.invitation").filter(has_text="Clara")).to_have_count(0)


@rule("N.3", book="no-retreat-digital")
def test_a_link_leads_a_friend_through_logging_in_to_the_game(house: Club, sits: Sitter) -> None:
    fedor, galina = two(house, "Fedor", "Galina")
    his = sits(house, fedor)
    his.games()
    offer_dialog(his)
    dialog = his.page.get_by_role("dialog", name="Offer a game")
    dialog.get_by_role("radio", name=re.compile("Whoever has the link")).check()
    dialog.get_by_role("button", name="Offer the game").click()
    link = his.page.get_by_role("dialog", name="Your link").get_by_label("Link to this offer").input_value()
    hers = sits(house)
    hers.visit(f"join/{link.rpartition('/')[2]}")
    log_in(hers, "Galina")
    expect(hers.page.get_by_role("heading", name="A game for you")).to_be_visible()
    hers.picture("join")
    hers.press("Join")
    hers.page.locator(".piece").first.wait_for()
    hers.hands = galina
    expect(hers.players()).to_contain_text("Fedor")


@rule("N.3", book="no-retreat-digital")
def test_after_a_game_a_rematch_exchanges_the_sides(house: Club, sits: Sitter) -> None:
    hanna, igor = two(house, "Hanna", "Igor")
    game = begun(hanna, igor)
    hers, his = sits(house, hanna), sits(house, igor)
    hers.open(game)
    his.open(game)
    his.players().get_by_role("button", name="Resign").click()
    his.press("Yes, resign")
    for screen in (his, hers):
        screen.read_verdict()
        expect(screen.players()).to_contain_text("by resignation")
    hers.press("Rematch, sides exchanged")
    expect(hers.players()).to_contain_text("A rematch is offered")
    his.games()
    card = his.page.locator(".tile.invitation.for-me")
    expect(card).to_contain_text("You would play Axis")
    expect(card).to_contain_text("Rematch")
    card.get_by_role("button", name="Join").click()
    his.page.locator(".piece").first.wait_for()
    expect(his.players()).to_contain_text("Hanna")


@rule("N.2", book="no-retreat-digital")
def test_more_games_than_allowed_are_refused_in_words(sits: Sitter, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("small")
    with club(f"sqlite:///{folder / 'games.db'}", running_games=1) as small:
        person = small.member("Jana")
        offered(person)
        screen = sits(small, person)
        screen.games()
        offer_dialog(screen)
        screen.press("Offer the game")
        screen.fault("1")
        screen.picture("refused")
        screen.page.context.close()


def test_a_profile_shows_results_ratings_and_head_to_head(house: Club, sits: Sitter) -> None:
    karl, lena = two(house, "Karl", "Lena")
    game = begun(karl, lena)
    karl.ok("POST", f"/games/{game}/resign", seat="axis")
    screen = sits(house, lena)
    screen.visit("person/Karl")
    expect(screen.page.locator(".head-to-head")).to_contain_text("1 won")
    expect(screen.page.locator(".results")).to_contain_text("lost")
    expect(screen.page.locator(".ratings li")).to_have_count(1)
    screen.picture("profile")
    assert faults(screen) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_lobby_and_offer_have_no_serious_fault(house: Club, sits: Sitter, dark: bool) -> None:
    one, other = two(house, f"Mila{dark}", f"Nils{dark}")
    begun(one, other)
    offered(other, words="Anybody?", options={})
    screen = sits(house, one, dark=dark)
    screen.games()
    expect(screen.page.locator(".tile.invitation").first).to_be_visible()
    screen.page.wait_for_function("document.querySelectorAll('.tile-picture.position').length > 0")
    assert faults(screen) == []
    screen.picture("home")
    offer_dialog(screen)
    assert faults(screen) == []

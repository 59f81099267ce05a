"""At the table with somebody else: his turn read-only and live, green dot, next game, proposals, chat, spectators."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule
from rasputitsa.server.storage.online import accounts
from rasputitsa.server.storage.schema import games

from ...server.online.people import Club, Somebody
from ..test_accessibility import faults
from .conftest import Sitter
from .matches import act, begun, first_choice, member, to_move, two, until_turn_of
from .windows import Window


def pair(house: Club, one: str, other: str, **wishes: object) -> tuple[str, dict[str, Somebody]]:
    axis, soviet = two(house, one, other)
    return begun(axis, soviet, **wishes), {"axis": axis, "soviet": soviet}


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


@rule("N.1", "N.4", book="no-retreat-digital")
def test_in_the_opponents_turn_one_looks_on_and_sees_it_live(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Axel", "Sonja")
    side = to_move(players["axis"], game)
    active, idle = sits(house, players[side]), sits(house, players[other(side)])
    active.open(game)
    idle.open(game)
    expect(idle.page.locator(".waiting-for")).to_contain_text("is to decide")
    expect(idle.page.locator(".prompt .answers")).to_have_count(0)
    assert idle.page.evaluate("document.querySelectorAll('.piece.acts, .place.can').length") == 0
    idle.picture("read-only")
    refused = players[other(side)].do(game, first_choice(players[side], game, side), other(side))
    assert refused.status_code >= 400
    before = idle.page.locator(".table").get_attribute("data-rev")
    active.doing(lambda: play_first(active))
    expect(idle.page.locator(".table")).not_to_have_attribute("data-rev", str(before))


@rule("N.4", book="no-retreat-digital")
def test_the_film_of_a_step_gives_way_while_the_opponent_thinks_about_the_next(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Arvid", "Semjon", title="kiev41")
    side = to_move(players["axis"], game)
    idle = sits(house, players[other(side)], motion=True)
    idle.open(game)
    expect(idle.page.locator(".waiting-for")).to_be_visible()
    act(players[side], game, side)
    assert to_move(players["axis"], game) == side
    film = idle.page.get_by_role("region", name="Film", exact=True)
    expect(film).to_be_visible()
    expect(film).to_have_count(0)
    expect(idle.page.locator(".prompt")).to_contain_text("decides")


def play_first(screen: Window) -> None:
    """The first of all choices, from the list."""
    screen.keys("/")
    screen.page.get_by_role("listbox", name="Choices").get_by_role("option").first.click()


@rule("N.1", book="no-retreat-digital")
def test_a_page_can_neither_sit_on_the_other_seat_nor_choose_the_dice(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Arno", "Sina")
    screen = sits(house, players["axis"])
    screen.open(game)
    refused = screen.page.evaluate(
        """async (game) => (await fetch(`api/games/${game}/view?seat=soviet`)).status""", game
    )
    assert refused == 403
    made = screen.page.evaluate(
        """async () => (await fetch('api/games', {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify({title: 'no-retreat', seed: '1'})})).status"""
    )
    assert made == 403


@rule("N.5", book="no-retreat-digital")
def test_the_client_notices_the_move_by_itself_and_f5_checks_at_once(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Arthur", "Stepan")
    side = to_move(players["axis"], game)
    waits = sits(house, players[other(side)])
    waits.open(game)
    until_turn_of(game, players, other(side))
    expect(waits.page.locator(".toast")).to_contain_text("It is your turn")
    expect(waits.page.locator(".waiting-for")).to_have_count(0)
    expect(waits.page.locator(".prompt.mine")).to_be_visible()
    expect(waits.page).to_have_title(re.compile(r"^\(!\)"))
    waits.picture("your-turn")
    rev = players[side].summary(game)["rev"]
    waits.page.reload()
    waits.page.locator(".piece").first.wait_for()
    expect(waits.page.locator(".table")).to_have_attribute("data-rev", str(rev))


@rule("N.7", book="no-retreat-digital")
def test_next_game_leads_to_the_next_that_waits(house: Club, sits: Sitter) -> None:
    axis, soviet = two(house, "Adele", "Serge")
    games = [begun(axis, soviet) for _ in range(2)]
    players = {"axis": axis, "soviet": soviet}
    for game in games:
        until_turn_of(game, players, "axis")
    screen = sits(house, axis)
    screen.games()
    expect(screen.page.get_by_text("2 wait for you")).to_be_visible()
    expect(screen.page.locator(".tile.waits")).to_have_count(2)
    screen.open(games[0])
    screen.press(re.compile("^Next game"))
    expect(screen.page).to_have_url(re.compile(games[1]))
    screen.page.locator(".piece").first.wait_for()
    screen.picture("next")


@rule("N.9", book="no-retreat-digital")
def test_a_green_dot_shows_that_the_other_is_here(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Albert", "Svetlana")
    his, hers = sits(house, players["axis"]), sits(house, players["soviet"])
    his.open(game)
    line = his.page.locator(".players-button .player-line", has_text="Svetlana")
    hers.open(game)
    expect(line.get_by_role("img", name="online")).to_be_visible()
    his.picture("dot")
    his.games()
    expect(his.tile(game).get_by_role("img", name="online")).to_be_visible()


@rule("N.8", book="no-retreat-digital")
def test_a_gentle_reminder_goes_out_once_a_week_from_the_tile(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Achim", "Sascha")
    side = to_move(players["axis"], game)
    week = 7 * 24 * 3600 * 1000
    house.run(
        games.update()
        .where(games.c.id == game)
        .values(turn_since=games.c.turn_since - week, updated=games.c.updated - week)
    )
    screen = sits(house, players[other(side)])
    screen.games()
    screen.tile(game).get_by_role("button", name="Remind").click()
    expect(screen.page.locator(".toast")).to_contain_text("reminder")
    expect(screen.tile(game).get_by_role("button", name="Remind")).to_have_count(0)
    assert [job for job in house.jobs("remind") if job["game"] == game]


def test_chat_reaches_the_other_and_notes_do_not(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Agnes", "Simon")
    hers, his = sits(house, players["axis"]), sits(house, players["soviet"])
    hers.open(game)
    his.open(game)
    panel = hers.players()
    panel.get_by_role("textbox", name="Write to your opponent").fill("Good luck!")
    panel.get_by_role("button", name="Send").click()
    expect(his.page.locator(".players-button .badge")).to_have_text("1")
    expect(his.players()).to_contain_text("Good luck!")
    notes = panel.get_by_label(re.compile("^My notes"))
    notes.fill("Feint in the south")
    expect(panel.get_by_text("Saved.")).to_be_visible()
    hers.page.reload()
    hers.page.locator(".piece").first.wait_for()
    expect(hers.players().get_by_label(re.compile("^My notes"))).to_have_value("Feint in the south")
    expect(his.players().get_by_label(re.compile("^My notes"))).to_have_value("")
    hers.picture("panel")


def test_a_draw_is_offered_and_accepted(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Astrid", "Slava")
    hers, his = sits(house, players["axis"]), sits(house, players["soviet"])
    hers.open(game)
    his.open(game)
    hers.players().get_by_role("button", name="Offer a draw").click()
    expect(his.page.get_by_text("Astrid offers a draw.")).to_be_visible()
    his.picture("offered")
    his.press("Accept")
    for screen in (his, hers):
        screen.read_verdict()
    expect(his.players()).to_contain_text("by agreement")
    expect(hers.players()).to_contain_text("by agreement")
    expect(hers.players()).to_contain_text("No winner")


def test_a_step_is_taken_back_when_the_other_agrees(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Alma", "Sergej")
    side = to_move(players["axis"], game)
    asks, agrees = sits(house, players[side]), sits(house, players[other(side)])
    act(players[side], game, side)
    asks.open(game)
    agrees.open(game)
    ply = players[side].summary(game)["ply"]
    asks.players().locator(".take-back").get_by_role("button", name="Ask").click()
    expect(agrees.page.get_by_text("asks to take back")).to_be_visible()
    agrees.press("Accept")
    expect(agrees.page.get_by_text("asks to take back")).to_have_count(0)
    assert players[side].summary(game)["ply"] < ply


def test_somebody_who_watches_sees_what_both_know_and_decides_nothing(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Alwin", "Stanislav")
    screen = sits(house, member(house, "Wanda"))
    screen.games()
    screen.tile(game).get_by_role("button", name="Watch").click()
    screen.page.locator(".piece").first.wait_for()
    expect(screen.page.locator(".waiting-for")).to_contain_text("You watch")
    expect(screen.page.locator(".prompt .answers")).to_have_count(0)
    expect(screen.page.locator(".card")).to_have_count(0)
    expect(screen.players().get_by_role("textbox")).to_have_count(0)
    before = screen.page.locator(".table").get_attribute("data-rev")
    side = to_move(players["axis"], game)
    act(players[side], game, side)
    expect(screen.page.locator(".table")).not_to_have_attribute("data-rev", str(before))
    screen.picture("watching")


def test_that_mail_bounces_is_told_at_the_table(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Amelie", "Sergius")
    house.run(accounts.update().where(accounts.c.nickname == "Sergius").values(mail_off="The address does not exist."))
    screen = sits(house, players["axis"])
    screen.open(game)
    expect(screen.players()).to_contain_text("Mail to Sergius bounces")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_panel_has_no_serious_fault(house: Club, sits: Sitter, dark: bool) -> None:
    game, players = pair(house, f"Aria{dark}", f"Sven{dark}")
    players["soviet"].ok("POST", f"/games/{game}/chat", 201, text="Hello")
    players["soviet"].ok("POST", f"/games/{game}/draw", seat="soviet", do="offer")
    screen = sits(house, players["axis"], dark=dark)
    screen.open(game)
    expect(screen.players()).to_contain_text("Hello")
    assert faults(screen) == []
    screen.picture("panel")


def test_on_a_phone_the_panel_is_a_sheet(house: Club, sits: Sitter) -> None:
    game, players = pair(house, "Arne", "Silja")
    screen = sits(house, players["axis"], size="phone")
    screen.games()
    screen.picture("home")
    screen.open(game)
    expect(screen.players()).to_contain_text("Silja")
    screen.picture("panel")


def test_a_game_that_ended_is_among_the_ended_and_offers_a_rematch_not_a_game_of_ones_own(
    house: Club, sits: Sitter
) -> None:
    game, players = pair(house, "Albin", "Svetozar")
    screen = sits(house, players["axis"])
    screen.open(game)
    players["soviet"].ok("POST", f"/games/{game}/resign", seat="soviet")
    verdict = screen.page.get_by_role("dialog", name="Victory")
    expect(verdict.get_by_role("button", name="Rematch, sides exchanged")).to_be_visible()
    expect(verdict.get_by_role("button", name="Play again")).to_have_count(0)
    screen.picture("victory")
    verdict.get_by_role("button", name="My games").click()
    expect(screen.page.get_by_role("heading", name="Games on my own")).to_be_visible()
    expect(screen.page.get_by_text("None yet: against the computer, or two at one screen.")).to_be_visible()
    expect(screen.tile(game)).to_have_count(0)
    screen.press("Ended games")
    expect(screen.tile(game)).to_be_visible()

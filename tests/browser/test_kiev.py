"""Kiev '41 alone against the computer: blocks, fog of war, thinking."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client, running
from ..table.toys import installed_toy
from .conftest import Opener
from .driving import open_screen


def new_kiev(client: Client, **more: object) -> str:
    seats = {"axis": "human", "soviet": "computer:random"}
    options = {"setup": "historical"}
    return client.new(title="kiev41", scenario="preludes", options=options, seats=seats, seconds=5, **more)


@rule("G.5", book="no-retreat-digital")
def test_a_solo_turn_against_the_computer(screen: Opener, client: Client) -> None:
    game = new_kiev(client, name="July against the computer", seed="kiev")
    table = screen(game)
    page = table.page
    table.asks("Your impulse")
    table.picture("1-start")

    # What a headquarters could do lies in the tray; this time the whole front is commanded.
    table.keys("n", "Enter")
    expect(page.locator(".tray-actions button").first).to_contain_text(re.compile("activate", re.IGNORECASE))
    table.doing(lambda: table.press(re.compile("Strategic Impulse: command")))
    table.asks(re.compile("Command"))

    # Command a block: select it, see where it may go, send it there.
    table.keys("n", "Enter")
    unit = page.locator(".piece.selected")
    expect(page.locator("[data-target]").first).to_be_attached()
    start, piece = unit.get_attribute("data-at"), unit.get_attribute("data-piece")
    table.keys(".")
    table.picture("2-command")
    # It would go into an area with enemies: the odds are shown before anybody goes.
    expect(page.locator(".odds").first).to_contain_text("concealed blocks")
    table.picture("3-odds")
    table.doing(lambda: table.keys("Enter"))
    expect(page.locator(f".pieces [data-piece='{piece}']")).not_to_have_attribute("data-at", str(start))

    # To the end of the impulse; then the computer plays its own and asks us again.
    for _ in range(40):
        if client.summary(game)["to_move"] == "soviet" or page.locator(".log-entry.side-soviet").count():
            break
        buttons = page.locator(".answers button:not(:disabled)")
        if buttons.count():
            table.doing(buttons.last.click)
        else:
            table.keys("n", "Enter")
            table.doing(lambda: page.locator(".tray-actions button").first.click())
        if any(entry["side"] == "soviet" for entry in client.view(game, "axis")["log"]):
            break
    table.press("Log")
    expect(page.locator(".log-entry.side-soviet").first).to_be_visible()
    expect(page.locator(".prompt .who")).to_have_text("Axis")
    table.picture("4-after-the-computer")


def test_the_enemys_blocks_are_blank_and_ours_show_their_strength(screen: Opener, client: Client) -> None:
    game = new_kiev(client, name="Fog")
    table = screen(game)
    ours = table.page.locator(".piece.owner-axis .block.standing [data-pips]")
    assert ours.count() > 20
    hidden = [
        piece
        for piece in client.view(game, "axis")["view"]["pieces"].values()
        if (piece["owner"], piece.get("kind")) == ("soviet", "block") and not piece.get("face")
    ]
    enemy = table.page.locator(".piece.owner-soviet .block.standing:not(:has([data-pips]))")
    assert len(hidden) > 20
    expect(enemy).to_have_count(len(hidden))
    assert enemy.locator("text").count() == 0
    table.ask_about(enemy.first)
    expect(table.page.get_by_role("region", name="Information", exact=True)).to_contain_text("Nothing is known")


def test_the_computer_can_be_hurried(browser: Browser, tmp_path: Path) -> None:
    """A computer that thinks is shown with its time, and a button that stays where it is makes it play at once."""
    with installed_toy(), running(f"sqlite:///{tmp_path / 'games.db'}", grace=0.5) as client:
        seats = {"axis": "computer:thinker", "soviet": "human"}
        game = client.new(title="kiev41", scenario="preludes", seats=seats, seconds=600, name="A slow thinker")
        table = open_screen(browser, client, "test_the_computer_can_be_hurried")
        table.open(game)
        thinking = table.page.locator(".thinking")
        expect(thinking.get_by_role("status")).to_have_text("Axis thinks")
        button, report = thinking.get_by_role("button", name="Move now"), thinking.locator(".report")
        stood, said = button.bounding_box(), report.inner_text()
        expect(report).not_to_have_text(said)
        assert button.bounding_box() == stood
        table.picture("thinking")
        table.doing(button.click)
        assert table.faults == []
        table.page.context.close()


def test_an_hq_shows_its_range_and_the_blocks_it_commands(screen: Opener, client: Client) -> None:
    table = screen(new_kiev(client, name="Range"))
    page = table.page
    for _ in range(12):
        table.keys("n", "Enter")
        if page.locator("[data-covers]").count():
            break
        table.keys("Escape")
    expect(page.locator("[data-covers]").first).to_be_attached()
    expect(page.locator(".piece .commanded").first).to_be_attached()
    table.picture("range")


def test_how_to_win_is_one_sentence(screen: Opener, client: Client) -> None:
    table = screen(new_kiev(client, name="How to win"))
    table.press("Victory")
    mine = table.page.get_by_role("dialog", name="Victory").locator(".how").first
    expect(mine).to_have_text(
        "You win if your side takes Kiev, Odessa or Dnepropetrovsk, or holds all seven Victory Areas at any time."
    )
    table.picture("victory")


def test_what_is_left_to_command_and_to_support_stands_in_the_prompt(screen: Opener, client: Client) -> None:
    table = screen(new_kiev(client, name="Left", seed="kiev"))
    table.doing(lambda: table.press(re.compile("Strategic Impulse: command")))
    table.asks(re.compile(r"Command up to \d+ more blocks"))

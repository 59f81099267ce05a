"""Looking back: import a record, step, play, jump, branch; what happened while one was away."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import choices, do, imported, no_retreat, record_where, short_game


def finished() -> str:
    """A whole random game of No Retreat, with its end."""
    return record_where("no-retreat", lambda view: view.banner.turn >= 3, plies=600)


def test_a_record_is_opened_from_a_file_and_replayed(screen: Opener, tmp_path: Path) -> None:
    file = tmp_path / "somebody.txt"
    file.write_text(finished(), encoding="utf-8")
    home = screen()
    page = home.page
    page.get_by_label("Record file").set_input_files(file)
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_be_visible()
    slider = bar.get_by_role("slider")
    expect(slider).to_have_value("0")
    home.press("One step on")
    expect(slider).to_have_value("1")
    home.press("One step back")
    expect(slider).to_have_value("0")
    home.press("Next battle")
    expect(slider).not_to_have_value("0")
    first = int(slider.input_value())
    home.press("Next battle")
    assert int(slider.input_value()) > first
    expect(bar.locator(".tick-battle").first).to_be_attached()
    assert bar.locator(".tick-turn").count() >= 2
    home.picture("battle")
    bar.get_by_role("combobox", name="Go to").select_option(index=3)
    bar.get_by_role("combobox", name="Speed").select_option("10")
    before = int(slider.input_value())
    home.press(re.compile("^Play$"))
    expect(slider).not_to_have_value(str(before))
    home.press("Pause")
    home.press("To the end")
    expect(bar.locator(".replay-where")).to_contain_text(re.compile("Turn [23]"))
    home.press("Log")
    expect(page.locator(".log-entry").first).to_be_visible()


def test_a_branch_starts_a_new_game_from_the_point_one_looks_at(screen: Opener, client: Client) -> None:
    game = imported(client, finished(), "To branch from")
    table = screen(game)
    bar = table.page.get_by_role("region", name="Replay")
    bar.get_by_role("slider").fill("12")
    expect(bar.locator(".replay-count")).to_contain_text("12 /")
    table.press("What if")
    dialog = table.page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_label("Name").fill("What if")
    dialog.get_by_role("button", name="Start").click()
    table.sit()
    made = next(one for one in client.get("/api/games").json() if one["parent"])
    assert (made["name"], made["ply"], made["parent"]) == ("What if", 12, {"id": game, "ply": 12})
    expect(table.page.locator(".prompt .what")).to_be_visible()


def test_a_game_under_way_can_be_looked_back_upon_and_gone_on_with(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Under way", open=True)
    do(client, game, "6th Army 1608-1609")
    table = screen(game)
    table.press("Replay")
    table.press("One step back")
    table.stands_at("6th Army", "1608")
    expect(table.page.locator(".prompt")).to_have_count(0)
    table.press("Back to the game")
    table.stands_at("6th Army", "1609")
    table.asks("Move your units")


def test_what_happened_since_one_was_away_is_told(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Long absence", seed="1")
    do(client, game, "6th Army 1608-1609", "end movement", "no more targets")
    for _ in range(30):
        if client.summary(game)["to_move"] == "soviet":
            break
        do(client, game, choices(client, game)[-1]["do"])
    table = screen(game)
    table.sit_down("Soviet")
    table.press(re.compile("^Away"))
    panel = table.page.get_by_role("region", name="Since your last turn", exact=True)
    expect(panel).to_contain_text("6th Army to 1609")
    table.picture("away")


def test_the_dice_are_promised_at_the_start(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Promised", open=True)
    table = screen(game)
    table.page.get_by_title("About this game").click()
    table.press("Dice")
    expect(table.page.get_by_role("dialog", name="Dice")).to_contain_text(client.summary(game)["commitment"])


def test_the_dice_are_proved_at_the_end(screen: Opener, client: Client) -> None:
    seed, deeds = short_game("no-retreat")
    game = client.new(title="no-retreat", name="Proved", open=True, seed=seed)
    for rev, deed in enumerate(deeds, client.summary(game)["rev"]):
        client.do(game, deed, "open", rev)
    assert client.summary(game)["over"]
    table = screen(game)
    verdict = table.page.get_by_role("dialog", name="Victory")
    expect(verdict.locator(".winner")).to_contain_text(re.compile("victory|draw"))
    table.picture("verdict")
    table.press("Check the dice")
    expect(table.page.get_by_role("dialog", name="Dice")).to_contain_text("every roll follows from the seed")

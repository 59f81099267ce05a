"""The other side's turn: a film that can be stopped, hurried and skipped, then a digest; shared as a link, a file."""

from __future__ import annotations

import io
import re

from PIL import Image
from playwright.sync_api import Locator, expect

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import choices, discard_all, imported, record_where


def against_the_computer(client: Client) -> str:
    """Barbarossa with the computer as the Soviets, whose turn begins when the Axis has declined everything."""
    game = client.new(title="no-retreat", name="Film", seats={"axis": "human", "soviet": "computer:recruit"}, seed="3")
    discard_all(client, game)
    return game


def digest(table: Screen) -> Locator:
    return table.page.get_by_role("region", name="What happened")


def film(table: Screen) -> Locator:
    return table.page.get_by_role("region", name="Film")


def pass_on(client: Client, game: str) -> bool:
    """The Axis player takes the last of his choices; False when his second turn has come."""
    if client.summary(game)["to_move"] == "axis":
        banner = client.view(game, "axis")["view"]["banner"]
        if (banner["turn"], banner["active"]) == (2, "axis"):
            return False
        client.do(game, choices(client, game)[-1]["do"], "axis")
    return True


def let_the_soviets_play(table: Screen, client: Client, game: str) -> None:
    for _ in range(1200):
        if not pass_on(client, game):
            return
        table.page.wait_for_timeout(50)
    raise AssertionError("the Axis is never asked again")


def test_the_computers_turn_is_a_film_and_then_a_digest(screen: Opener, client: Client) -> None:
    game = against_the_computer(client)
    table = screen(game, motion=True)
    for _ in range(600):
        if film(table).is_visible():
            break
        pass_on(client, game)
        table.page.wait_for_timeout(50)
    film(table).get_by_role("button", name="Pause").click()
    expect(film(table).get_by_role("button", name="Go on")).to_be_visible()
    let_the_soviets_play(table, client, game)
    expect(film(table).get_by_role("progressbar", name="Film played")).to_be_visible()
    expect(table.page.locator(".prompt .what")).to_have_count(0)
    film(table).get_by_role("combobox", name="Speed of the film").select_option("fast")
    film(table).get_by_role("button", name="Go on").click()
    expect(table.page.locator(".arrow").first).to_be_attached()
    film(table).get_by_role("button", name="Skip").click()
    expect(digest(table)).to_contain_text(re.compile("Soviet (lost|cut off|reduced|pressed|took)|Axis lost|reason"))
    expect(table.page.locator(".arrow").first).to_be_attached()
    table.picture("digest")
    digest(table).get_by_role("button", name="Again").click()
    expect(film(table)).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(digest(table)).to_be_visible()
    digest(table).get_by_role("button", name="Read").click()
    expect(digest(table)).to_have_count(0)
    expect(table.page.locator(".arrow").first).to_be_attached()


def test_who_wants_no_motion_gets_the_digest_alone(screen: Opener, client: Client) -> None:
    game = against_the_computer(client)
    table = screen(game)
    let_the_soviets_play(table, client, game)
    expect(digest(table)).to_be_visible()
    expect(film(table)).to_have_count(0)
    expect(table.page.locator("[aria-live]").filter(has_text="What happened")).to_have_count(1)


def test_a_film_is_shared_as_a_link_and_kept_as_a_file(screen: Opener, client: Client) -> None:
    game = imported(client, record_where("no-retreat", lambda view: view.banner.turn >= 2, plies=600), "Shared")
    table = screen()
    table.title = "no-retreat"
    table.page.goto(f"{table.base}#/game/{game}/film/20/50/open")
    expect(digest(table)).to_be_visible()
    link = digest(table).get_by_role("link", name="File").get_attribute("href")
    made = client.get(f"/{link}", timeout=120)
    assert made.status_code == 200 and made.headers["content-type"] == "image/webp"
    picture = Image.open(io.BytesIO(made.content))
    assert picture.is_animated and picture.n_frames > 5

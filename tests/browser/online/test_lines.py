"""What a page survives without a reload: a lost connection, a sleeping laptop, a restarted server; two server processes
on one database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rasputitsa.kernel.testing import rule

from ...server.online.people import Club
from ...server.postgres import Postgres, postgres
from .conftest import Sitter
from .matches import act, begun, member, to_move, two, until_turn_of
from .serving import Line, club_at, served
from .windows import Window, window_of


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as found:
        yield found


def stays(screen: Window) -> None:
    """Mark the page, so that a reload would be seen."""
    screen.page.evaluate("window.here = true")


def stayed(screen: Window) -> bool:
    return bool(screen.page.evaluate("window.here === true"))


def open_through(screen: Window, line: Line, game: str) -> None:
    screen.title = screen.client.summary(game)["title"]
    screen.page.goto(f"http://127.0.0.1:{line.port}/#/game/{game}")
    screen.page.locator(".piece").first.wait_for()
    screen.settle()


@rule("N.5", book="no-retreat-digital")
def test_a_line_that_breaks_or_falls_silent_is_mended_without_a_reload(browser: Browser, house: Club) -> None:
    axis, soviet = two(house, "Lasse", "Lara")
    game = begun(axis, soviet)
    side = to_move(axis, game)
    active, idle = (axis, soviet) if side == "axis" else (soviet, axis)
    with closing(Line(house.port)) as line:
        screen = window_of(browser, house, idle, "test_lines")
        open_through(screen, line, game)
        stays(screen)
        line.cut()
        act(active, game, side)
        expect(screen.page.locator(".table")).to_have_attribute("data-rev", str(active.summary(game)["rev"]))
        expect(screen.page.locator(".link-lost")).to_have_count(0)
        line.fall_silent()
        act(active, game, side)
        screen.page.evaluate("window.dispatchEvent(new Event('focus'))")
        expect(screen.page.locator(".link-lost")).to_be_visible()
        screen.picture("lost")
        line.speak()
        expect(screen.page.locator(".table")).to_have_attribute("data-rev", str(active.summary(game)["rev"]))
        assert stayed(screen) and screen.faults == []
        screen.page.context.close()


@rule("N.5", book="no-retreat-digital")
def test_a_server_that_is_killed_and_started_again_is_found_again(sits: Sitter, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with served(url) as server, club_at(server, url) as house:
        axis, soviet = two(house, "Max", "Mascha")
        game = begun(axis, soviet)
        players = {"axis": axis, "soviet": soviet}
        for person in players.values():
            person.headers["connection"] = "close"
        until_turn_of(game, players, "axis")
        his, hers = sits(house, axis), sits(house, soviet)
        his.open(game)
        hers.open(game)
        hers.games()
        stays(his)
        stays(hers)
        server.kill()
        expect(his.page.locator(".link-lost")).to_be_visible()
        server.start()
        expect(his.page.locator(".link-lost")).to_have_count(0)
        act(axis, game, "axis")
        expect(his.page.locator(".table")).to_have_attribute("data-rev", str(axis.summary(game)["rev"]))
        expect(hers.tile(game)).to_be_visible()
        assert stayed(his) and stayed(hers)
        for one in (his, hers):
            one.page.context.close()


@rule("N.1", "N.4", "N.9", book="no-retreat-digital")
def test_two_people_on_two_server_processes_see_each_other_live(sits: Sitter, database: Postgres) -> None:
    with (
        served(database.url) as one,
        served(database.url) as other,
        club_at(one, database.url) as here,
        club_at(other, database.url) as there,
    ):
        axis, soviet = member(here, "Otto"), member(there, "Oxana")
        game = begun(axis, soviet)
        players = {"axis": axis, "soviet": soviet}
        until_turn_of(game, players, "axis")
        his, hers = sits(here, axis), sits(there, soviet)
        his.open(game)
        hers.open(game)
        expect(hers.page.locator(".waiting-for")).to_contain_text("Otto")
        expect(hers.page.locator(".waiting-for").get_by_role("img", name="online")).to_be_visible()
        act(axis, game, "axis")
        rev = str(axis.summary(game)["rev"])
        expect(his.page.locator(".table")).to_have_attribute("data-rev", rev)
        expect(hers.page.locator(".table")).to_have_attribute("data-rev", rev)
        his.players().get_by_role("textbox", name="Write to your opponent").fill("From the other process")
        his.press("Send")
        expect(hers.players()).to_contain_text("From the other process")
        for screen in (his, hers):
            screen.page.context.close()

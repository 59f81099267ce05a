"""Lines of the digital rule book about the screen, each held to its words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import View

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import choices, do, imported, no_retreat, record_where

BOXES = ("Rail Movement", "Shattered", "Destroyed", "Surrendered", "Cadres available", "Removed")


def boxes(table: Screen) -> Locator:
    """The off-map view, which opens by itself where units are placed."""
    shown = table.page.get_by_role("region", name="Off the map", exact=True)
    if not shown.is_visible():
        table.press("Off-map")
    expect(shown).to_be_visible()
    return shown


@rule("L.2", book="no-retreat-digital")
def test_l_2_the_off_map_view_has_all_six_boxes_of_both_sides_with_the_units_in_them(
    screen: Opener, client: Client
) -> None:
    def losses(view: View) -> bool:
        return any(re.search("destroyed|surrendered", piece.at) for piece in view.pieces)

    record = record_where("no-retreat", losses, plies=1500)
    game = imported(client, record, "Losses", play=True, open=True)
    table = screen(game)
    shown = boxes(table)
    pieces = client.view(game, "open")["view"]["pieces"].values()
    for side in ("axis", "soviet"):
        for name in ("rail", "shattered", "destroyed", "surrendered", "cadres", "removed"):
            box = shown.locator(f"[data-box='box:{side}:{name}']")
            inside = [piece for piece in pieces if piece["at"] == f"box:{side}:{name}"]
            expect(box).to_be_attached()
            expect(box.locator(".box-piece")).to_have_count(len(inside))
    for name in BOXES:
        expect(shown.get_by_role("heading", name=re.compile(name)).first).to_be_attached()


@rule("L.2", book="no-retreat-digital")
def test_l_2_a_unit_to_be_placed_is_picked_in_its_box(screen: Opener, client: Client) -> None:
    def placing(view: View) -> bool:
        boxed = {f"piece:{piece.id}" for piece in view.pieces if piece.at.startswith("box:")}
        return bool(boxed & set(view.handles))

    table = screen(imported(client, record_where("no-retreat", placing, plies=1500), "Placing", play=True, open=True))
    boxes(table)
    unit = table.page.locator(".box-piece.can").first
    number, rev = unit.get_attribute("data-unit"), table.page.locator(".table").get_attribute("data-rev")
    unit.click()
    table.page.wait_for_function(
        """([unit, rev]) => document.querySelector(`.box-piece[data-unit="${unit}"][aria-pressed="true"]`)
            || document.querySelector('.table').dataset.rev !== rev || document.querySelector('.targets *')""",
        arg=[number, rev],
    )


@rule("B.10", book="no-retreat-digital")
@pytest.mark.parametrize("place", ["1708", "1809"])
def test_b_10_final_odds_show_on_any_unit_of_the_battle(screen: Opener, client: Client, place: str) -> None:
    game = no_retreat(client, name="Odds and cards", open=True)
    do(client, game, "end movement", "target 1809", "no more targets", "2nd Panzer joins the attack on 1809")
    found = [choice["do"] for choice in choices(client, game)]
    do(client, game, next(deed for deed in found if deed.startswith("attack 1809")))
    battle = client.view(game, "open")["view"]["battle"]
    table = screen(game)
    table.click_place(place)
    expect(table.page.locator(".battle-odds")).to_contain_text(battle["fires"][0]["final"])


@rule("G.2", book="no-retreat-digital")
def test_g_2_f10_sends_the_report_to_whoever_runs_the_server(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Told", open=True))
    table.keys("F10")
    dialog = table.page.get_by_role("dialog", name="Report a problem")
    expect(dialog.get_by_role("button", name="Send the report")).to_be_disabled()
    dialog.get_by_label("What happened").fill("The 6th Army should be blue.")
    dialog.get_by_label("Your mail address").fill("player@example.org")
    expect(dialog.get_by_role("img", name="The map as you see it")).to_be_visible()
    dialog.get_by_role("button", name="Send the report").click()
    expect(table.page.locator(".toast")).to_contain_text(re.compile(r"Report \d+ is with whoever runs this server"))

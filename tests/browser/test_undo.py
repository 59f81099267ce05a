"""Undo: how far, and why no further."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client
from .conftest import Opener
from .situations import choices, do, no_retreat, prompt


@rule("V.2", book="no-retreat-digital")
def test_the_last_move_and_all_moves_can_be_taken_back(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Moves taken back")
    do(client, game, "6th Army 1608-1609", "17th Army 1507-1508", "9th Army 1908-1907")
    table = screen(game)
    table.sit_down("Axis")
    table.press("More to undo")
    menu = table.page.get_by_role("menu", name="Undo")
    expect(menu.locator("[data-undo='action']")).to_contain_text("9th Army to 1907")
    expect(menu.locator("[data-undo='phase']")).to_contain_text("3 actions, back to before “6th Army to 1609”")
    table.picture("menu")
    table.keys("Escape")
    table.doing(lambda: table.press("Undo: 9th Army to 1907"))
    table.stands_at("9th Army", "1908")
    table.stands_at("17th Army", "1508")
    table.press("More to undo")
    menu.locator("[data-undo='phase']").click()
    table.stands_at("17th Army", "1507")
    table.stands_at("6th Army", "1608")


def test_undo_stops_at_the_last_reveal_and_says_why(screen: Opener, client: Client) -> None:
    game = no_retreat(client, seed="table 1", name="Back to the die")
    deeds = ["end movement", "target 1809", "no more targets"]
    deeds += [f"{unit} joins the attack on 1809" for unit in ("2nd Panzer", "4th Army", "9th Army")]
    do(client, game, *deeds, "commit a support marker")
    table = screen(game)
    table.sit_down("Soviet" if client.summary(game)["to_move"] == "soviet" else "Axis")
    table.press("Undo")
    expect(table.page.locator(".undo .popover")).to_contain_text(re.compile("has been seen"))
    expect(table.page.locator("[data-undo]")).to_have_count(0)
    table.picture("why")


@rule("O.4", book="no-retreat-digital")
def test_the_whole_organization_phase_can_be_undone(screen: Opener, client: Client) -> None:
    """Every deed of the phase is taken back by one press, as far as nothing was revealed."""
    game = no_retreat(client, name="Organization taken back", open=True)
    for _ in range(80):
        if client.summary(game)["phase"] == "soviet-organization":
            break
        options = [a["do"] for a in choices(client, game)]
        plain = [d for d in options if d.startswith(("end", "no ", "leave"))]
        do(client, game, (plain or options)[0])
    assert client.summary(game)["phase"] == "soviet-organization", prompt(client, game)
    start = client.summary(game)["ply"]
    deed = next(a["do"] for a in choices(client, game) if not a["do"].startswith("end"))
    do(client, game, deed)
    table = screen(game)
    expect(table.page.locator(".chip.phase")).to_contain_text("Organization")
    table.press("More to undo")
    table.doing(table.page.locator("[data-undo='phase']").click)
    expect(table.page.locator(".chip.phase")).to_contain_text("Organization")
    assert client.summary(game)["ply"] <= start

"""Without a mouse: keys, visible focus, and what a screen reader hears."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import do, no_retreat


def test_a_move_and_an_attack_with_the_keyboard_alone(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Keys only", open=True))
    page = table.page
    heard = page.locator("#spoken")
    table.keys("n")
    expect(page.locator(".cursor")).to_have_count(1)
    expect(heard).to_contain_text("may act")
    table.keys("Enter")
    expect(heard).to_contain_text("selected")
    start = page.locator(".piece.selected").get_attribute("data-at")
    unit = page.locator(".piece.selected").get_attribute("data-piece")
    table.keys(".")
    expect(heard).to_contain_text("reachable for")
    table.picture("1-cursor")
    table.keys("Enter")
    expect(page.locator(f".pieces [data-piece='{unit}']")).not_to_have_attribute("data-at", str(start))
    table.keys("u")
    expect(page.locator(f".pieces [data-piece='{unit}']")).to_have_attribute("data-at", str(start))

    # The end of the phase from the list of all choices.
    table.keys("/")
    page.get_by_role("combobox").fill("end movement")
    expect(page.get_by_role("option").first).to_contain_text(re.compile("end movement", re.IGNORECASE))
    table.picture("2-choices")
    table.doing(lambda: table.keys("Enter"))
    table.asks("Declare the hexes you will attack")

    # An attack: next hex that may be attacked, its odds, yes.
    table.keys("n")
    expect(page.locator(".confirm .odds").first).to_be_visible()
    table.picture("3-odds")
    table.keys("Enter")
    table.asks(re.compile(r"\(1 of"))
    expect(heard).to_contain_text("will attack")


def test_arrow_keys_walk_over_the_map_and_tell_what_is_there(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Walking", open=True))
    page = table.page
    table.keys("n")
    first = page.locator(".cursor").get_attribute("data-cursor")
    table.keys("ArrowRight")
    second = page.locator(".cursor").get_attribute("data-cursor")
    assert second == str(int(str(first)) + 1)
    table.keys("ArrowLeft")
    expect(page.locator(".cursor")).to_have_attribute("data-cursor", str(first))
    expect(page.locator("#map")).to_be_focused()
    table.keys("i")
    expect(page.get_by_role("region", name="Information", exact=True)).to_contain_text(str(first))


def test_enter_again_takes_the_next_unit_of_the_stack(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Stacks", open=True))
    table.whole_map()
    table.click_place("1708")
    first = table.page.locator(".piece.selected").get_attribute("data-piece")
    table.keys("Enter")
    second = table.page.locator(f".piece.selected:not([data-piece='{first}'])")
    expect(second).to_have_attribute("data-at", "1708")


def test_every_control_can_be_reached_with_tab_and_shows_it(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Tabbing", open=True))
    seen: set[str] = set()
    for _ in range(40):
        table.keys("Tab")
        name, outline = table.page.evaluate(
            """() => {
                const at = document.activeElement
                const name = at === document.body ? '' : at.getAttribute('aria-label') || at.textContent.trim()
                return [name, getComputedStyle(at).outlineStyle]
            }"""
        )
        if name:
            seen.add(name)
            assert outline == "solid", f"{name} has the focus and does not show it"
    for wanted in ("Saved games", "End movement", "All choices", "Log", "Supply", "Rules", "Replay", "Zoom in"):
        assert any(name.startswith(wanted) for name in seen), f"{wanted} was not reached: {sorted(seen)}"


def test_a_whole_phase_from_the_list_of_choices(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="List only", open=True)
    do(client, game, "end movement")
    table = screen(game)

    def choose(words: str) -> None:
        table.keys("/")
        table.page.get_by_role("combobox").fill(words)
        expect(table.page.get_by_role("option").first).to_contain_text(re.compile(words, re.IGNORECASE))
        table.keys("Enter")

    choose("target 1809")
    table.asks("(1 of")
    table.doing(lambda: choose("no more targets"))
    table.asks("Choose a unit")

"""What a person does at the screen: look at the map, click, drag, press keys, hand over, take pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from ..server.running import Client
from .situations import EVENT

ROOT = Path(__file__).parent.parent.parent
PICTURES = Path(__file__).parent / "screenshots"
SIZES = {"desk": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
SETTLED = "!document.querySelector('.table') || document.querySelector('.table[data-settled]')"
LESSONS = "cards select go info undo"

Spot = tuple[float, float]


def open_screen(
    browser: Browser,
    client: Client,
    test: str,
    *,
    size: str = "desk",
    dark: bool = False,
    lessons: bool = False,
    motion: bool = False,
) -> Screen:
    """A fresh browser window, as somebody has it who knows the first steps already; without `motion` nothing glides and
    no film plays."""
    width, height = SIZES[size]
    touch = size != "desk"
    context = browser.new_context(
        bypass_csp=True,  # waiting for a function evaluates text; test_csp.py looks at the policy itself
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if motion else "reduce",
    )
    if not lessons:
        context.add_init_script(f"localStorage.setItem('rasputitsa.learned', '{LESSONS}')")
    return Screen(context.new_page(), client, test, touch)


@cache
def geometry(client: Client, title: str) -> dict[str, Any]:
    return dict(client.get(f"/api/titles/{title}/board").json()["geometry"]["places"])


class Screen:
    """One browser window."""

    def __init__(self, page: Page, client: Client, test: str, touch: bool) -> None:
        self.page = page
        self.client = client
        self.test = re.sub(r"\W+", "-", test).strip("-")
        self.touch = touch
        self.faults: list[str] = []
        self.title = ""
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    # -- going places -----------------------------------------------------------------------------------------

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.client.port}/"

    def home(self) -> None:
        self.page.goto(self.base)
        expect(self.page.get_by_role("heading", name="Saved games")).to_be_visible()

    def open(self, game: str, replay: str = "") -> None:
        self.title = self.client.summary(game)["title"]
        self.page.goto(f"{self.base}#/game/{game}{replay}")
        self.page.locator(".piece, .hand-over").first.wait_for()
        self.settle()

    def settle(self) -> None:
        """The map is at rest, fonts and picture are loaded and no answer is awaited; the page itself says so."""
        self.page.wait_for_function(SETTLED)

    def picture(self, name: str) -> None:
        """A picture for people to look at."""
        PICTURES.mkdir(exist_ok=True)
        self.settle()
        self.page.screenshot(path=PICTURES / f"{self.test}-{name}.png", timeout=180_000)

    # -- looking ----------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    def asks(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".prompt .what")).to_contain_text(words)

    def piece(self, name: str) -> Locator:
        """A unit on the map, by the name printed on it."""
        return self.page.locator(".pieces .piece", has=self.page.locator("text.name", has_text=re.compile(f"^{name}$")))

    def stands_at(self, name: str, place: str) -> None:
        expect(self.piece(name)).to_have_attribute("data-at", place)

    def spot(self, place: str) -> Spot:
        """Where on the page a place lies, once the map has come to rest."""
        at = geometry(self.client, self.title)[place]
        self.settle()
        a, e, f = self.page.evaluate(
            """() => {
                const t = new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform)
                const box = document.querySelector('.viewport').getBoundingClientRect()
                return [t.a, t.e + box.left, t.f + box.top]
            }"""
        )
        return a * at["x"] + e, a * at["y"] + f

    def middle(self, found: Locator) -> Spot:
        """The middle of something on the page, once the map has come to rest."""
        self.settle()
        box = found.bounding_box()
        assert box, "it is not on the screen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def over_the_map(self, spot: Spot) -> bool:
        """Does a point of the page show the map, and not a bar or a panel?"""
        return bool(self.page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.viewport')", spot))

    def sought(self, what: str | Locator) -> Spot:
        """A place, by its id, or a thing on the map, scrolled with the keys until nothing lies over it."""
        box = self.page.locator(".viewport").bounding_box()
        assert box, "there is no map"
        for _ in range(60):
            spot = self.spot(what) if isinstance(what, str) else self.middle(what)
            if self.over_the_map(spot):
                return spot
            dx = (spot[0] - box["x"]) / box["width"] - 0.5
            dy = (spot[1] - box["y"]) / box["height"] - 0.5
            self.keys(("d" if dx > 0 else "a") if abs(dx) > abs(dy) else ("s" if dy > 0 else "w"))
        raise AssertionError(f"{what} cannot be brought into sight")

    # -- doing ------------------------------------------------------------------------------------------------

    def at(self, spot: Spot) -> None:
        """Click or tap a point of the page."""
        if self.touch:
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot)

    def click_place(self, place: str) -> None:
        """Click a place; where units lie on it, its figure in the corner: a click on a unit means the unit."""
        self.sought(place)
        figure = self.page.locator(f"[data-go='{place}'] rect")
        self.at(self.sought(figure) if figure.count() else self.spot(place))

    def double_click(self, place: str) -> None:
        """Take the whole stack of a place."""
        self.page.mouse.dblclick(*self.sought(place))

    def figures(self, name: str) -> Locator:
        """The part of a unit on the map that shows even when others lie on it."""
        return self.piece(name).locator(".figures").first

    def click_piece(self, name: str) -> None:
        self.at(self.sought(self.figures(name)))

    def ask_about(self, what: str | Locator) -> None:
        """The right mouse button: what is there to know of a place or a thing on the map?"""
        self.page.mouse.click(*self.sought(what), button="right")

    def select(self, name: str) -> None:
        """Open the stack a unit is in and pick the unit at the bottom of the screen."""
        found = self.piece(name)
        self.click_place(str(found.get_attribute("data-at")))
        unit = self.page.locator(f".tray [data-unit='{found.get_attribute('data-piece')}']")
        self.settle()
        if unit.get_attribute("aria-pressed") != "true":
            unit.tap() if self.touch else unit.click()
        expect(unit).to_have_attribute("aria-pressed", "true")

    def press(self, name: str | re.Pattern[str]) -> None:
        """A button, by its words."""
        self.settle()
        button = self.page.get_by_role("button", name=name, exact=isinstance(name, str)).first
        if self.touch:
            button.tap()
        else:
            button.click()

    def doing(self, deed: Callable[[], object]) -> None:
        """Do something that changes the game, wait for the change, and decline offers to play an event."""
        table = self.page.locator(".table")
        for one in (deed, *[lambda: self.press("No event")] * 4):
            rev = table.get_attribute("data-rev")
            one()
            expect(table).not_to_have_attribute("data-rev", str(rev))
            self.settle()
            if not self.offered_event():
                return

    def offered_event(self) -> bool:
        """Is this player asked to play an event?"""
        asked = self.page.locator(".prompt .what").inner_text().startswith(EVENT)
        return asked and self.page.get_by_role("button", name="No event").count() > 0

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.settle()
            self.page.keyboard.press(key)

    def whole_map(self) -> None:
        self.press("Whole map")

    def drag(self, name: str, place: str) -> None:
        """Take a unit with the mouse and let it go over a place."""
        mouse = self.page.mouse
        self.sought(place)
        mouse.move(*self.sought(self.figures(name)))
        mouse.down()
        x, y = self.spot(place)
        mouse.move(x - 4, y - 4, steps=6)
        mouse.move(x, y)
        mouse.up()

    def sit_down(self, side: str) -> None:
        """The hand-over screen: the other player sits down."""
        self.press(re.compile(f"I am the {side} player"))
        self.page.locator(".piece").first.wait_for()
        self.settle()

    def sit(self) -> None:
        """Whoever is asked sits down."""
        self.sit_down(r"\w+")

    def hand_over(self, side: str) -> None:
        self.press(re.compile(f"Hand over to the {side} player"))
        expect(self.page.locator(".hand-over")).to_be_visible()
        expect(self.page.locator(".piece, .card")).to_have_count(0)
        self.sit_down(side)

    def discard(self, count: int) -> None:
        """Give up cards from the open hand."""
        for _ in range(count):
            before = self.page.locator(".card").count()
            self.press(re.compile("^(Discard|Pay with) card"))
            expect(self.page.locator(".card")).not_to_have_count(before)

"""A person at a browser window of his own, signed in or not."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from rasputitsa.server.online import COOKIE

from ...server.online.people import PASSWORD, Club, Somebody
from ..driving import Screen, open_screen


class Window(Screen):
    """A browser window on a server with accounts. `hands` is another device of the same person, for what a test does
    not do with the mouse."""

    hands: Somebody

    def visit(self, address: str = "") -> None:
        """A page of the client, by what stands after the # of its address."""
        self.page.goto(f"{self.base}#/{address}")

    def games(self) -> None:
        """The page of somebody who has signed in."""
        self.visit()
        expect(self.page.get_by_role("heading", name="My games")).to_be_visible()

    def tile(self, game: str) -> Locator:
        return self.page.locator(f"[data-game='{game}']")

    def field(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)

    def section(self, name: str) -> Locator:
        """A part of a page, opened. What is still loading above it may move it away from under a click."""
        part = self.page.locator("details.section", has=self.page.get_by_role("heading", name=name, exact=True))
        while part.get_attribute("open") is None:
            part.locator("summary").click()
        return part

    def fault(self, words: str) -> None:
        """The page says what is wrong."""
        expect(self.page.locator(".warning[role=alert]").first).to_contain_text(words)

    def sign_in(self, browser: Somebody) -> None:
        """Let this window be the browser of somebody who is signed in."""
        self.page.context.add_cookies([{"name": COOKIE, "value": browser.cookies[COOKIE], "url": self.base}])

    def read_verdict(self) -> None:
        """The game is over: the page shows how, and one closes that."""
        expect(self.page.get_by_role("dialog", name="Victory")).to_be_visible()
        self.picture("victory")
        self.keys("Escape")

    def players(self) -> Locator:
        """The panel about the two who play, opened."""
        panel = self.page.get_by_role("region", name="Players", exact=True)
        if panel.count() == 0:
            self.page.locator(".players-button").click()
        return panel


def window(browser: Browser, club: Club, test: str, **wishes: object) -> Window:
    """A window of somebody who has not signed in."""
    visitor = club.visitor()
    visitor.headers["connection"] = "close"
    screen = open_screen(browser, visitor, test, **wishes)  # type: ignore[arg-type]
    found = Window(screen.page, visitor, test, screen.touch)
    found.hands = visitor
    return found


def window_of(browser: Browser, club: Club, person: Somebody, test: str, **wishes: object) -> Window:
    """A window of a member, signed in."""
    found = window(browser, club, f"{test}-{person.name}", **wishes)
    person.headers["connection"] = "close"
    found.client = found.hands = person
    found.sign_in(person)
    return found


def log_in(screen: Window, name: str, password: str = PASSWORD) -> None:
    screen.field("E-mail address", f"{name.lower()}@example.org")
    screen.field("Password", password)
    screen.press("Log in")

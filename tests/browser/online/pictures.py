"""The pictures of docs/by-mail.md, made anew: `python -m tests.browser.online.pictures`.

Four people, a few games under way, a real mail server: what one sees on the first page, before joining, at the table,
and in the mail.
"""

from __future__ import annotations

import base64
import random
import shutil
import tempfile
import time
from email.message import EmailMessage
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from ...server.notice.post_office import Mailbox, html, post_office, text
from ...server.online.people import Club, Somebody
from ..conftest import ARGUMENTS
from ..driving import ROOT
from .matches import begun, offered, to_move
from .serving import club_at, served
from .test_mail import member_by_mail, wait_on
from .windows import Window, window_of

FOLDER = ROOT / "docs/pictures"


def stroll(game: str, players: dict[str, Somebody], steps: int, ends: str) -> None:
    """Both play at random for so long, and then until that side is to decide."""
    dice = random.Random(game)
    for step in range(steps + 300):
        side = to_move(players["axis"], game)
        if step >= steps and side == ends:
            return
        choices = players[side].ok("GET", f"/games/{game}/choices", seat=side)["choices"]
        assert players[side].do(game, dice.choice(choices)["do"], side).status_code == 200


def keep(screen: Window, name: str) -> None:
    screen.settle()
    screen.page.screenshot(path=FOLDER / f"by-mail-{name}.png")


def first_page(screen: Window) -> None:
    screen.games()
    screen.page.wait_for_function("document.querySelectorAll('.tile-picture.position').length >= 3")
    keep(screen, "home")


def lobby(screen: Window) -> None:
    screen.games()
    card = screen.page.locator(".tile.invitation").first
    card.wait_for()
    card.scroll_into_view_if_needed()
    keep(screen, "lobby")


def table(screen: Window, game: str) -> None:
    screen.open(game)
    screen.players()
    keep(screen, "table")


def mail(browser: Browser, found: EmailMessage) -> None:
    """The mail as a mail program shows it."""
    page = html(found)
    for part in found.walk():
        if part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_payload(decode=True)).decode()  # type: ignore[arg-type]
            name = str(part["Content-ID"]).strip("<>")
            page = page.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
    screen = browser.new_page(viewport={"width": 760, "height": 900})
    screen.set_content(page)
    screen.screenshot(path=FOLDER / "by-mail-mail.png")
    screen.close()


def newest(box: Mailbox, address: str) -> EmailMessage:
    """The mail about the turn, once it has come; it tells what happened."""
    while True:
        pictured = [one for one in box.to(address) if any(p.get_content_maintype() == "image" for p in one.walk())]
        found = [one for one in pictured if "plays with you" not in text(one)]
        if found:
            return found[-1]
        time.sleep(0.5)


def club_life(house: Club, box: Mailbox) -> tuple[dict[str, Somebody], list[str]]:
    names = ("Anna", "Boris", "Clara", "Dmitri")
    people = {name: member_by_mail(house, box, name) for name in names}
    anna, boris, clara, dmitri = people.values()
    games = [begun(anna, boris), begun(dmitri, anna, title="stalins-war"), begun(anna, clara, title="kiev41")]
    seats = [{"axis": anna, "soviet": boris}, {"axis": dmitri, "soviet": anna}, {"axis": anna, "soviet": clara}]
    for game, players, ends in zip(games, seats, ("axis", "axis", "axis"), strict=True):
        stroll(game, players, 60, ends)
    offered(dmitri, title="kiev41", words="Weekends only, but then a whole turn", terms={"days": 7})
    offered(clara, title="no-retreat", side="", to="Anna", words="You owe me one")
    boris.ok("POST", f"/games/{games[0]}/chat", 201, text="That hurt. Kharkov again?")
    anna.ok("POST", f"/games/{games[0]}/chat", 201, text="Wait and see")
    return people, games


def main() -> None:
    chromium = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        post_office() as (box, office),
        served(f"sqlite:///{Path(folder) / 'games.db'}", f"smtp://127.0.0.1:{office.port}") as server,
        club_at(server, f"sqlite:///{Path(folder) / 'games.db'}") as house,
        sync_playwright() as playwright,
    ):
        people, games = club_life(house, box)
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        boris = window_of(browser, house, people["Boris"], "pictures")
        boris.open(games[0])
        anna = window_of(browser, house, people["Anna"], "pictures")
        first_page(anna)
        lobby(anna)
        table(anna, games[0])
        wait_on(house, games[0], 45)
        mail(browser, newest(box, "anna@example.org"))
        browser.close()


if __name__ == "__main__":
    main()

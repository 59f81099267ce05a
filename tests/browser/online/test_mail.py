"""Mail that leads back to the page: sign-up, one's turn after half an hour, the gentle reminder. A real server process,
a real mail server on loopback."""

from __future__ import annotations

import re
import time
from email.message import EmailMessage
from pathlib import Path

from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule
from rasputitsa.server.storage.schema import games

from ...server.notice.post_office import Mailbox, html, post_office, text
from ...server.online.people import PASSWORD, URL, Club, Somebody
from .conftest import Sitter
from .matches import begun, to_move
from .serving import club_at, served

MINUTE = 60_000


def mail_to(box: Mailbox, address: str, words: str) -> EmailMessage:
    """The mail with these words in it, as soon as it has come."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        found = [mail for mail in box.to(address) if words in f"{mail['Subject']}\n{text(mail)}"]
        if found:
            return found[-1]
        time.sleep(0.2)
    raise AssertionError(f"no mail with {words!r} to {address}: {[mail['Subject'] for mail in box.mails]}")


def page_in(mail: EmailMessage, page: str) -> str:
    """What stands after the # of the link to such a page."""
    found = re.search(rf"{re.escape(URL)}/#/({page}/\S+)", text(mail))
    assert found, text(mail)
    return found[1]


def member_by_mail(house: Club, box: Mailbox, name: str) -> Somebody:
    """Somebody who signed up with the link of a mail: what was sent is no longer in the out-tray."""
    browser, address = house.visitor(name), f"{name.lower()}@example.org"
    browser.ok("POST", "/account/sign-up", 202, email=address)
    token = page_in(mail_to(box, address, "/#/confirm/"), "confirm").rpartition("/")[2]
    browser.ok("POST", "/account/confirm", 201, token=token, nickname=name, password=PASSWORD)
    return browser


def wait_on(house: Club, game: str, minutes: int) -> None:
    """Let the side to move have waited that long."""
    past = minutes * MINUTE
    moved = {"turn_since": games.c.turn_since - past, "updated": games.c.updated - past}
    house.run(games.update().where(games.c.id == game).values(**moved))


@rule("N.2", "N.6", "N.8", book="no-retreat-digital")
def test_mails_bring_somebody_in_and_back_to_the_game(sits: Sitter, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with (
        post_office() as (box, office),
        served(url, f"smtp://127.0.0.1:{office.port}") as server,
        club_at(server, url) as house,
    ):
        hers = sits(house)
        hers.visit("sign-up")
        hers.field("E-mail address", "vera@example.org")
        hers.press("Send me the link")
        hers.visit(page_in(mail_to(box, "vera@example.org", "/#/confirm/"), "confirm"))
        hers.field("Nickname", "Vera")
        hers.field("Password", PASSWORD)
        hers.press("Create my account")
        expect(hers.page.get_by_role("heading", name="My games")).to_be_visible()
        vera, viktor = house.log_in("vera"), member_by_mail(house, box, "Viktor")
        game = begun(vera, viktor)
        side = to_move(vera, game)
        address = "vera@example.org" if side == "axis" else "viktor@example.org"
        assert not [mail for mail in box.to(address) if "Your turn" in str(mail["Subject"])]
        wait_on(house, game, 31)
        turn = mail_to(box, address, f"/#/game/{game}")
        assert [part for part in turn.walk() if part.get_content_maintype() == "image"]
        assert "cid:" in html(turn)
        hers.visit(page_in(turn, "game"))
        hers.page.locator(".piece").first.wait_for()
        wait_on(house, game, 8 * 24 * 60)
        waits = sits(house, viktor if side == "axis" else vera)
        waits.games()
        before = len(box.to(address))
        waits.tile(game).get_by_role("button", name="Remind").click()
        expect(waits.page.locator(".toast")).to_contain_text("reminder")
        end = time.monotonic() + 120
        while len(box.to(address)) == before and time.monotonic() < end:
            time.sleep(0.2)
        assert len(box.to(address)) > before
        for screen in (hers, waits):
            screen.page.context.close()

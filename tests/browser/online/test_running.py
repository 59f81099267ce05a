"""What goes wrong between people, and what those do about it who run the server; and what a person lets himself be told
by."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from rasputitsa.server.lobby.clock import DAY
from rasputitsa.server.storage.online import guesses, matches
from rasputitsa.server.storage.schema import games

from ...server.online.people import Club
from .conftest import Sitter
from .matches import begun, member, to_move, two

SUBSCRIBE = """PushManager.prototype.subscribe = async () => ({
    toJSON: () => ({ endpoint: 'https://push.example.org/one', keys: { p256dh: '%s', auth: '%s' } })
})"""
"""The browser's maker has a server of his own for pushes, which no test asks."""


def _keys() -> tuple[str, ...]:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return tuple(urlsafe_b64encode(data).rstrip(b"=").decode() for data in (raw, b"sixteen bytes ok"))


def test_a_browser_is_switched_on_for_messages_and_off_again(house: Club, sits: Sitter) -> None:
    screen = sits(house, member(house, "Pusha"))
    screen.page.add_init_script(SUBSCRIBE % _keys())
    screen.page.add_init_script("Notification.requestPermission = async () => window.allowed ?? 'denied'")
    screen.visit("account")
    part = screen.section("Messages on the screen")
    part.get_by_role("button", name="Tell me in this browser").click()
    expect(part.get_by_role("alert")).to_contain_text("does not allow messages")
    screen.page.evaluate("window.allowed = 'granted'")
    part.get_by_role("button", name="Tell me in this browser").click()
    expect(part.locator(".lines li strong")).to_have_text("Chrome on Linux")
    part.scroll_into_view_if_needed()
    screen.picture("on")
    assert len(screen.hands.ok("GET", "/account/push")["browsers"]) == 1
    part.get_by_role("button", name="Remove").click()
    expect(part.locator(".lines li")).to_have_count(0)
    assert screen.hands.ok("GET", "/account/push")["browsers"] == []


def test_a_webhook_is_added_with_its_secret_and_removed(house: Club, sits: Sitter) -> None:
    screen = sits(house, member(house, "Hooka"))
    screen.visit("account")
    part = screen.section("Webhooks")
    part.get_by_label("Address", exact=True).fill("http://127.0.0.1/inner")
    part.get_by_role("button", name="Add").click()
    expect(part.get_by_role("alert")).to_be_visible()
    part.get_by_label("Address", exact=True).fill("https://hooks.example.org/ring")
    part.get_by_role("button", name="Add").click()
    expect(part.locator(".lines li")).to_contain_text("https://hooks.example.org/ring")
    expect(part.get_by_role("status").locator("code")).not_to_be_empty()
    part.scroll_into_view_if_needed()
    screen.picture("added")
    part.get_by_role("button", name="Remove").click()
    expect(part.locator(".lines li")).to_have_count(0)


def test_a_person_is_blocked_and_reported_and_the_admin_acts(house: Club, sits: Sitter) -> None:
    victim, rude = two(house, "Vera", "Grub")
    heir = member(house, "Nasled")
    house.run(guesses.delete())
    boss = house.member("Boss", admin=True)
    game = begun(victim, rude)
    screen = sits(house, victim)
    screen.visit("person/Grub")
    screen.page.get_by_role("button", name="Block", exact=True).click()
    expect(screen.page.get_by_role("button", name="Unblock")).to_be_visible()
    screen.page.get_by_role("button", name="Report …").click()
    screen.field("What happened", "He called my panzers names.")
    screen.press("Send the report")
    expect(screen.page.get_by_role("status").filter(has_text="Sent to those")).to_be_visible()
    screen.picture("reported")
    rude.no("POST", "/lobby/offers", "invalid", title="no-retreat", scenario="citadel", side="axis", to="Vera")

    desk = sits(house, boss)
    desk.visit("admin")
    report = desk.page.locator("article.report", has_text="panzers")
    expect(report).to_contain_text("Vera")
    desk.picture("reports")
    report.get_by_label("Answer").fill("He was told.")
    report.get_by_role("button", name="Close the report").click()
    expect(report).to_contain_text("Handled")

    report.get_by_role("button", name="Look up Grub").click()
    one = desk.section("People").locator("[data-member]")
    expect(one).to_have_count(1)
    one.get_by_role("button", name="Games").click()
    expect(one).to_contain_text("Grub plays the Soviet side against Vera")
    one.get_by_role("button", name="Hand over …").click()
    one.get_by_label("To the nickname").fill("Nasled")
    one.get_by_label("Why", exact=True).fill("Rude")
    desk.picture("hand-over")
    one.get_by_role("button", name="Yes, hand it over").click()
    expect(one).to_contain_text("Grub has no running game")
    assert heir.ok("GET", f"/games/{game}/match")["seats"] == ["soviet"]

    one.get_by_role("button", name="Close …").click()
    one.get_by_label("Why", exact=True).fill("Rude again")
    desk.picture("close")
    one.get_by_role("button", name="Yes, close the account of Grub").click()
    expect(one).to_contain_text("This account is closed.")
    expect(one.get_by_role("button", name="Close …")).to_have_count(0)
    lines = desk.section("What was done").locator(".lines li")
    expect(lines.filter(has_text="Rude again")).to_be_visible()
    lines.first.scroll_into_view_if_needed()
    desk.picture("log")
    desk.visit("person/Grub")
    expect(desk.page.get_by_text("This account is closed.")).to_be_visible()


def test_an_account_is_closed_only_after_the_question_whether_it_should_be(house: Club, sits: Sitter) -> None:
    spared = member(house, "Poshchada")
    house.run(guesses.delete())
    desk = sits(house, house.member("Chef", admin=True))
    desk.visit("admin")
    part = desk.section("People")
    part.get_by_label("Nickname begins with").fill("posh")
    one = part.locator("[data-member=Poshchada]")
    expect(part.locator("[data-member]")).to_have_count(1)
    one.get_by_role("button", name="Close …").click()
    expect(one.locator(".warning")).to_contain_text("This cannot be undone")
    one.get_by_role("button", name="No, leave it").click()
    expect(one.locator("form")).to_have_count(0)
    assert spared.ok("GET", "/account")["nickname"] == "Poshchada"


def test_no_game_is_offered_where_one_has_blocked_the_other(house: Club, sits: Sitter) -> None:
    shy, loud = two(house, "Tikhon", "Gromov")
    screen, other = sits(house, shy), sits(house, loud)
    offer = lambda window: window.page.get_by_role("button", name="Offer a game")
    screen.visit("person/Gromov")
    expect(offer(screen)).to_be_visible()
    screen.page.get_by_role("button", name="Block", exact=True).click()
    expect(screen.page.get_by_text("You have blocked Gromov")).to_be_visible()
    expect(offer(screen)).to_have_count(0)
    other.visit("person/Tikhon")
    expect(other.page.get_by_text("Tikhon takes no offers from you.")).to_be_visible()
    expect(offer(other)).to_have_count(0)


def test_the_game_of_one_who_vanished_is_claimed(house: Club, sits: Sitter) -> None:
    here, gone = two(house, "Stoik", "Propal")
    game = begun(gone, here)
    assert to_move(here, game) == "axis"
    back = 31 * DAY
    then = {"turn_since": games.c.turn_since - back, "updated": games.c.updated - back}
    house.run(games.update().where(games.c.id == game).values(**then))
    house.run(matches.update().where(matches.c.game == game).values(reminders=2, reminded=matches.c.begun - back // 2))
    screen = sits(house, here)
    screen.visit(f"game/{game}")
    panel = screen.players()
    expect(panel.get_by_role("button", name="Claim the game")).to_be_visible()
    screen.picture("claimable")
    panel.get_by_role("button", name="Claim the game").click()
    panel.get_by_role("button", name="Yes, claim the game").click()
    screen.read_verdict()
    assert here.ok("GET", f"/games/{game}/match")["how"] == "claimed"

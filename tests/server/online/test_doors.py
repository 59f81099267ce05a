"""Signing up, logging in, forgotten passwords, devices and tokens."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import msgspec
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts import names
from rasputitsa.server.accounts.guesses import address_key
from rasputitsa.server.accounts.passwords import Passwords
from rasputitsa.server.online import COOKIE, AccountSettings
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.online import accounts, guesses, jobs, sessions, tokens

from ..running import awaited, running
from .people import PASSWORD, QUICK, Club, Somebody, club

WRONG = {"email": "ivan@example.org", "password": "not that one"}


def test_signing_up_confirming_and_logging_in(either: Club):
    browser = either.visitor()
    browser.no("GET", "/account", "sign-in")
    browser.ok("POST", "/account/sign-up", 202, email=" Ivan@Example.org ")
    token = either.link("confirm", "Ivan@Example.org")
    answer = browser.post(
        "/api/account/confirm",
        json={"token": token, "nickname": "Ivan", "password": PASSWORD, "zone": "Europe/Berlin", "locale": "de"},
    )
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    account = browser.ok("GET", "/account")
    assert (account["nickname"], account["zone"], account["admin"]) == ("Ivan", "Europe/Berlin", False)
    browser.ok("POST", "/account/log-out", 204)
    browser.no("GET", "/account", "sign-in")
    browser.ok("POST", "/account/log-in", email="IVAN@example.ORG", password=PASSWORD)
    assert browser.ok("GET", "/account") == account


def test_a_link_is_for_one_use_and_for_one_thing(here: Club):
    here.member("Ivan")
    token = here.link("confirm", "ivan@example.org")
    other = here.visitor()
    assert "used before" in other.no(
        "POST", "/account/confirm", "invalid", token=token, nickname="Another", password=PASSWORD
    )
    other.no("POST", "/account/reset/confirm", "invalid", token=token, password=PASSWORD)
    other.no("POST", "/account/email/confirm", "invalid", token=token)
    other.no("POST", "/account/confirm", "invalid", token=token[:-2], nickname="Another", password=PASSWORD)


def test_passwords_are_argon2_and_no_secret_is_stored_as_it_is(here: Club):
    ivan = here.member("Ivan")
    made = ivan.ok("POST", "/account/tokens", 201, name="bot", scopes=["read"])
    assert here.value(select(accounts.c.password)).startswith("$argon2id$")
    assert here.value(select(sessions.c.key)) != ivan.cookies[COOKIE]
    assert here.value(select(tokens.c.key)) not in made["token"]


def test_nobody_learns_from_an_answer_whether_an_address_has_an_account(here: Club):
    here.member("Ivan")
    browser = here.visitor()
    for path in ("sign-up", "reset"):
        answers = [
            browser.post(f"/api/account/{path}", json={"email": f"{name}@example.org"}) for name in ("ivan", "nobody")
        ]
        assert len({(answer.status_code, answer.content) for answer in answers}) == 1
    answers = [
        browser.post("/api/account/log-in", json={"email": f"{name}@example.org", "password": "wrong"})
        for name in ("ivan", "nobody")
    ]
    assert {answer.status_code for answer in answers} == {400}
    assert answers[0].content == answers[1].content
    assert [job["kind"] for job in here.jobs()] == ["confirm", "known", "confirm", "reset"]


def test_nor_from_the_time_it_takes():
    """The same work for an address without an account: counted, not measured."""
    worked = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            worked.append(hash)
            return super().verify(hash, password)

    passwords = Passwords(Counting(time_cost=1, memory_cost=64, parallelism=1))
    stored = awaited(passwords.hashed("right"))
    found = [awaited(passwords.fits(word, hash)) for word, hash in (("right", stored), ("wrong", stored), ("x", ""))]
    passwords.close()
    assert found == [True, False, False]
    assert len(worked) == 3 and worked[2].split("$")[:4] == stored.split("$")[:4]


def test_guessing_is_slowed_by_account_and_by_address(either: Club):
    either.member("Ivan")
    browser = either.visitor()
    codes = [browser.post("/api/account/log-in", json=WRONG).status_code for _ in range(13)]
    assert codes[:10] == [400] * 10 and 429 in codes[10:]
    assert "Wait" in browser.no("POST", "/account/log-in", "much", **{**WRONG, "password": PASSWORD})
    either.run(guesses.update().values(at=guesses.c.at - 20 * 60 * 1000))
    browser.ok("POST", "/account/log-in", email="ivan@example.org", password=PASSWORD)
    assert either.value(select(guesses.c.count).where(guesses.c.key == address_key("127.0.0.1"))) == 10


def test_many_guesses_at_once_are_as_many(either: Club):
    either.member("Ivan")
    with ThreadPoolExecutor(8) as threads:
        guess = lambda _: either.visitor().post("/api/account/log-in", json=WRONG).status_code
        codes = list(threads.map(guess, range(24)))
    assert codes.count(400) <= 12 and codes.count(400) + codes.count(429) == 24


def test_guesses_count_over_all_processes(address):
    with club(address) as one, club(address) as other:
        one.member("Ivan")
        for server in (one, other):
            browser = server.visitor()
            assert [browser.post("/api/account/log-in", json=WRONG).status_code for _ in range(5)] == [400] * 5
        codes = [other.visitor().post("/api/account/log-in", json=WRONG).status_code for _ in range(3)]
    assert 429 in codes


def test_one_ipv6_network_is_one_address():
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff") != address_key("2001:db8:1::1")
    assert address_key("10.0.0.1") != address_key("10.0.0.2")


def test_a_forgotten_password(either: Club):
    ivan, phone = either.member("Ivan"), either.log_in("Ivan")
    other = either.visitor()
    other.ok("POST", "/account/reset", 202, email="ivan@example.org")
    token = either.link("reset", "ivan@example.org")
    other.ok("POST", "/account/reset/confirm", token=token, password="quite another one")
    assert other.ok("GET", "/account")["nickname"] == "Ivan"
    for device in (ivan, phone):
        device.no("GET", "/account", "sign-in")
    either.visitor().no("POST", "/account/reset/confirm", "invalid", token=token, password="and another one")
    either.visitor().no("POST", "/account/log-in", "invalid", email="ivan@example.org", password=PASSWORD)


def test_one_mail_in_ten_minutes_however_often_it_is_asked_for(here: Club):
    browser = here.visitor()
    for _ in range(3):
        browser.ok("POST", "/account/sign-up", 202, email="ivan@example.org")
    assert len(here.jobs("confirm")) in (1, 2)


def test_changing_the_password_signs_out_the_other_devices(here: Club):
    ivan, phone = here.member("Ivan"), here.log_in("Ivan")
    ivan.no("POST", "/account/password", "invalid", password="wrong one", new="quite another one")
    ivan.ok("POST", "/account/password", password=PASSWORD, new="quite another one")
    assert ivan.ok("GET", "/account")["nickname"] == "Ivan"
    phone.no("GET", "/account", "sign-in")


def test_changing_the_address(here: Club):
    here.member("Olga")
    ivan = here.member("Ivan")
    ivan.no("POST", "/account/email", "invalid", password="wrong one", email="new@example.org")
    ivan.ok("POST", "/account/email", 202, password=PASSWORD, email="olga@example.org")
    assert here.jobs("known")[-1]["to"] == "olga@example.org"
    here.run(accounts.update().values(mail_off="It bounced."))
    ivan.ok("POST", "/account/email", 202, password=PASSWORD, email="new@example.org")
    token = here.link("email", "new@example.org")
    changed = here.visitor().ok("POST", "/account/email/confirm", token=token)
    assert (changed["email"], changed["mail_off"]) == ("new@example.org", "")
    assert here.jobs("email-changed") == [{"kind": "email-changed", "to": "ivan@example.org"}]
    ivan.no("POST", "/account/email/confirm", "invalid", token=token)


def test_devices_are_listed_and_signed_out(here: Club):
    ivan, phone, tablet = here.member("Ivan"), here.log_in("Ivan"), here.log_in("Ivan")
    devices = ivan.ok("GET", "/account/devices")
    assert len(devices) == 3 and sum(device["this"] for device in devices) == 1
    (mine,) = [device["id"] for device in phone.ok("GET", "/account/devices") if device["this"]]
    here.member("Olga").ok("DELETE", f"/account/devices/{mine}", 204)
    assert phone.ok("GET", "/account")["nickname"] == "Ivan"
    ivan.ok("DELETE", f"/account/devices/{mine}", 204)
    phone.no("GET", "/account", "sign-in")
    ivan.ok("DELETE", "/account/devices/others", 204)
    tablet.no("GET", "/account", "sign-in")
    assert len(ivan.ok("GET", "/account/devices")) == 1


def test_a_device_that_did_not_come_for_long_is_signed_out(here: Club):
    ivan = here.member("Ivan")
    here.run(sessions.update().values(used=sessions.c.used - 91 * 24 * 60 * 60 * 1000))
    ivan.no("GET", "/account", "sign-in")


def test_a_token_does_what_its_scopes_say_and_never_touches_the_account(here: Club):
    ivan = here.member("Ivan", admin=True)
    bots = {}
    for scope in ("read", "play"):
        made = ivan.ok("POST", "/account/tokens", 201, name=scope, scopes=[scope])
        bots[scope] = here.visitor()
        bots[scope].headers["authorization"] = f"Bearer {made['token']}"
    assert bots["read"].ok("GET", "/games") == []
    assert "token" in bots["read"].no("POST", "/games", "forbidden", title="toy")
    bots["play"].no("GET", "/games", "forbidden")
    bots["play"].ok("POST", "/games", 201, title="toy")
    for bot in bots.values():
        bot.no("GET", "/account", "forbidden")
        bot.no("DELETE", "/account/devices/others", "forbidden")
        bot.no("GET", "/account/tokens", "forbidden")
        assert bot.get("/metrics").status_code == 403
    listed = ivan.ok("GET", "/account/tokens")
    assert {token["name"] for token in listed} == {"read", "play"} and all(token["used"] for token in listed)
    for token in listed:
        ivan.ok("DELETE", f"/account/tokens/{token['id']}", 204)
    bots["read"].no("GET", "/games", "sign-in")


def test_a_nickname_is_taken_once_however_it_is_written(here: Club):
    here.member("Ivan")
    olga = here.member("Olga")
    for name in ("ivan", "I-van", "Ivan_", "\uff29\uff36\uff21\uff2e"):
        assert "somebody else" in olga.no("PATCH", "/account", "invalid", nickname=name)
    assert olga.ok("PATCH", "/account", nickname="Olga II")["nickname"] == "Olga II"


@pytest.mark.parametrize("name", ["a", "Iv\u0430n", "<b>", "a\x00b", "___", "x" * 31, "a\u202eb"])
def test_odd_nicknames_are_refused(name):
    with pytest.raises(Invalid):
        names.nickname(name)


@pytest.mark.parametrize("text", ["x", "@x.org", "a@", "a b@x.org", "a@b@x.org", "a@x.org\nBcc: b@x.org", "<a@x.org>"])
def test_odd_addresses_are_refused(text):
    with pytest.raises(Invalid):
        names.address(text)


def test_addresses_that_are_the_same():
    key = lambda text: names.address_key(names.address(text))
    assert key("Ivan@BÜCHER.example") == key("ivan@xn--bcher-kva.example")


def test_the_account_is_changed(here: Club):
    ivan = here.member("Ivan")
    holidays = [{"from": "2199-07-01", "until": "2199-07-10"}]
    changed = ivan.ok(
        "PATCH", "/account", zone="Asia/Tokyo", locale="ja", notices={"turn_minutes": 60}, holidays=holidays
    )
    assert (changed["zone"], changed["notices"]["turn_minutes"], changed["holidays"]) == ("Asia/Tokyo", 60, holidays)
    assert ivan.ok("PATCH", "/account", shows={"presence": "nobody"})["shows"]["presence"] == "nobody"
    ivan.no("PATCH", "/account", "invalid", zone="Mars/Olympus")
    ivan.no("PATCH", "/account", "invalid", locale="../..")
    for start, until in (("2000-01-01", "2000-01-02"), ("2199-02-30", "2199-03-01"), ("2199-07-02", "2199-07-01")):
        ivan.no("PATCH", "/account", "invalid", holidays=[{"from": start, "until": until}])
    assert "at most" in ivan.no(
        "PATCH", "/account", "invalid", holidays=[{"from": "2199-01-01", "until": "2199-12-31"}]
    )


def test_at_home_there_is_none_of_this(client):
    somebody = Somebody(client.port)
    assert client.get("/api/about").json()["accounts"] is False
    somebody.no("GET", "/account", "missing")
    somebody.no("POST", "/account/log-in", "missing", email="a@b.c", password="x")
    somebody.close()


def test_with_accounts_the_server_says_so(here: Club):
    assert here.visitor().ok("GET", "/about")["accounts"] is True


def test_the_cookie_is_for_https_where_the_pages_are(tmp_path):
    settings = AccountSettings(public_url="https://club.example")
    with running(f"sqlite:///{tmp_path / 'games.db'}", accounts=settings, hasher=QUICK) as client:
        client.post("/api/account/sign-up", json={"email": "ivan@example.org"})
        engine = open_engine(f"sqlite:///{tmp_path / 'games.db'}")
        with engine.begin() as connection:
            link = msgspec.json.decode(connection.execute(select(jobs.c.data)).scalar_one())["link"]
        engine.dispose()
        wanted = {"token": link.rpartition("/")[2], "nickname": "Ivan", "password": PASSWORD}
        cookie = client.post("/api/account/confirm", json=wanted).headers["set-cookie"]
    assert link.startswith("https://club.example/#/confirm/") and "; secure" in cookie.lower()

"""Webhooks and pushes, against endpoints of our own on loopback."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import socket
from base64 import urlsafe_b64encode
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from rasputitsa.kernel import Invalid
from rasputitsa.server.notice import hooks, queue
from rasputitsa.server.notice.messages import NewPush, PushKeys
from rasputitsa.server.notice.reach import Reach, Unreachable

from ..running import awaited
from .club import DAY, HOUR, Club, in_club
from .post_office import doorbell, text

INSIDE = Reach(["127.0.0.0/8"])


def test_a_webhook_is_told_at_once_and_can_check_who_speaks(url, office):
    _, server = office
    with doorbell() as bell:

        async def scene(club: Club) -> None:
            club.person("anna"), club.person("boris")
            made = club.notice.subscriptions.add_webhook("anna", bell.url)
            id = await club.game("anna", "boris", name="Sunday")
            await club.tell()
            await club.tell()
            ((headers, body),) = bell.rings
            said = msgspec.json.decode(body)
            assert (said["event"], said["game"], said["text"]) == ("turn", id, "Your turn: Sunday, against Boris")
            signed = f"{headers['x-rasputitsa-timestamp']}.".encode() + body
            expected = hmac.new(made.secret.encode(), signed, hashlib.sha256).hexdigest()
            assert headers["x-rasputitsa-signature"] == f"v1={expected}"

        in_club(url, server, scene)


def test_a_webhook_that_answered_late_is_not_told_again(url, office, monkeypatch):
    """The lease ended meanwhile and another process has the job: it is done all the same."""
    _, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        club.notice.subscriptions.add_webhook("anna", "https://hooks.example.org/ring")
        await club.game("anna", "boris")

        async def late(*_: Any) -> int:
            club.ahead += queue.LEASE + 1000
            assert len(await asyncio.to_thread(club.notice.queue.take, 1)) == 1
            return 200

        monkeypatch.setattr(Reach, "post", late)
        await club.notice.look()
        await club.notice.work()
        await asyncio.wait(club.notice._busy)
        assert club.jobs(kind="hook")[0].done

    in_club(url, server, scene)


def test_other_events_reach_webhooks_too_even_of_those_who_want_no_mail(url, office):
    box, server = office
    with doorbell() as bell:

        async def scene(club: Club) -> None:
            club.person("anna", over=False), club.person("boris")
            club.notice.subscriptions.add_webhook("anna", bell.url)
            id = await club.game("boris", "anna", name="Sunday")
            club.leave("over", f"over:{id}", person="anna", game=id)
            await club.tell()
            assert [msgspec.json.decode(body)["event"] for _, body in bell.rings] == ["over"]
            assert box.mails == []

        in_club(url, server, scene)


def test_a_webhook_that_fails_for_a_day_is_switched_off_and_its_owner_is_told(url, office):
    box, server = office
    with doorbell() as bell:
        bell.status = 500

        async def scene(club: Club) -> None:
            club.person("anna", turn=False, reminders=False), club.person("boris")
            club.notice.subscriptions.add_webhook("anna", bell.url)
            await club.game("anna", "boris")
            for hour in range(40):
                club.ahead = hour * HOUR
                await club.tell()
            (hook,) = club.notice.subscriptions.webhooks("anna")
            assert "500" in hook.off and hook.failures >= hooks.FAILURES
            rings = len(bell.rings)
            assert rings == hook.failures
            await club.game("anna", "boris")
            await club.tell()
            assert len(bell.rings) == rings

        in_club(url, server, scene)
    (mail,) = box.mails
    assert "switched off" in mail["Subject"] and bell.url in text(mail)


def test_a_webhook_that_works_again_is_forgiven(url, office):
    _, server = office
    with doorbell() as bell:
        bell.status = 503

        async def scene(club: Club) -> None:
            club.person("anna"), club.person("boris")
            club.notice.subscriptions.add_webhook("anna", bell.url)
            await club.game("anna", "boris")
            await club.tell()
            assert club.notice.subscriptions.webhooks("anna")[0].failures == 1
            bell.status = 204
            club.ahead = queue.PAUSES[0] * 1000 + 1000
            await club.tell()
            assert club.notice.subscriptions.webhooks("anna")[0].failures == 0
            ids = {headers["x-rasputitsa-id"] for headers, _ in bell.rings}
            assert len(bell.rings) == 2 and len(ids) == 1

        in_club(url, server, scene)


def test_gone_switches_a_webhook_off_at_once(url, office):
    _, server = office
    with doorbell() as bell:
        bell.status = 410

        async def scene(club: Club) -> None:
            club.person("anna"), club.person("boris")
            club.notice.subscriptions.add_webhook("anna", bell.url)
            await club.game("anna", "boris")
            await club.tell()
            assert club.notice.subscriptions.webhooks("anna")[0].off

        in_club(url, server, scene)


# -- safe addresses -----------------------------------------------------------------------------------------------

INNER = [
    "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
    "::1", "::ffff:10.0.0.1", "fe80::1", "fd00::1", "64:ff9b::a00:1", "2002:a00:1::1", "::",
]  # fmt: skip


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name stand for these addresses."""

    async def found(loop: Any, host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", found)


def reached(reach: Reach, url: str) -> str:
    return awaited(reach.resolve(reach.check(url)))


@pytest.mark.parametrize("address", INNER)
def test_no_inner_address_is_reached(monkeypatch, address):
    resolving(monkeypatch, address)
    with pytest.raises(Unreachable, match="no public address"):
        reached(Reach(), "https://trap.example/")


def test_one_inner_address_among_public_ones_is_enough_to_refuse(monkeypatch):
    resolving(monkeypatch, "93.184.216.34", "10.0.0.1")
    with pytest.raises(Unreachable):
        reached(Reach(), "https://trap.example/")


def test_a_public_address_is_reached(monkeypatch):
    resolving(monkeypatch, "93.184.216.34")
    assert reached(Reach(), "https://fine.example/x") == "93.184.216.34"


def test_the_connection_goes_to_the_address_that_was_looked_at(monkeypatch):
    """A name that stands for something else a moment later leads nowhere else."""
    with doorbell() as bell:
        asked = []

        async def found(loop: Any, host: str, port: int, **_: Any) -> list[Any]:
            asked.append(host)
            address = "127.0.0.1" if host in ("rebind.example", "127.0.0.1") else "10.0.0.1"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

        monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", found)
        url = bell.url.replace("127.0.0.1", "rebind.example")
        assert awaited(INSIDE.post(url, {}, b"{}")) == 200
        assert asked.count("rebind.example") == 1
        ((headers, _),) = bell.rings
        assert headers["host"].startswith("rebind.example:")


def test_a_redirect_is_not_followed():
    with doorbell() as bell, doorbell() as inner:
        bell.status, bell.where = 302, inner.url
        assert awaited(INSIDE.post(bell.url, {}, b"{}")) == 302
        assert inner.rings == []


@pytest.mark.parametrize(
    "bad",
    [
        "http://plain.example/", "ftp://x.example/", "https://", "https://user:pass@x.example/", "https://x.example:25/",
        "https://x.example/a b", "https://x.example/\r\nX: y", "javascript:alert(1)", "https://exämple.org/",
        "https://x.example:99999/", "https://[::1",
    ],
)  # fmt: skip
def test_addresses_that_nobody_should_be_sent_to_are_refused(bad):
    with pytest.raises(Invalid):
        Reach().check(bad)


# -- pushes -------------------------------------------------------------------------------------------------------


class Browser:
    """A browser that subscribed and can read what is sent to it."""

    def __init__(self, endpoint: str) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.wanted = NewPush(endpoint=endpoint, keys=PushKeys(_text(point), _text(self.secret)), device="Firefox")

    def read(self, body: bytes) -> Any:
        return msgspec.json.decode(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def test_a_browser_is_told_in_a_way_that_only_it_can_read(url, office):
    _, server = office
    with doorbell() as bell:
        browser = Browser(bell.url)

        async def scene(club: Club) -> None:
            club.person("anna"), club.person("boris")
            club.notice.subscriptions.add_browser("anna", browser.wanted)
            key = club.notice.subscriptions.browsers("anna").key
            id = await club.game("anna", "boris", name="Sunday")
            await club.tell()
            ((headers, body),) = bell.rings
            said = browser.read(body)
            assert said["text"] == "Your turn: Sunday, against Boris" and said["link"].endswith(f"/#/game/{id}")
            assert b"Sunday" not in body and headers["content-encoding"] == "aes128gcm"
            assert headers["authorization"].endswith(f"k={key}")
            assert Vapid02.verify(headers["authorization"])

        in_club(url, server, scene)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_unsubscribed_is_forgotten(url, office, status):
    _, server = office
    with doorbell() as bell:
        bell.status = status

        async def scene(club: Club) -> None:
            club.person("anna"), club.person("boris")
            club.notice.subscriptions.add_browser("anna", Browser(bell.url).wanted)
            await club.game("anna", "boris")
            await club.tell()
            assert club.notice.subscriptions.browsers("anna").browsers == []

        in_club(url, server, scene)


def test_a_push_that_cannot_be_delivered_is_tried_again(url, office):
    _, server = office
    with doorbell() as bell:
        bell.status = 503

        async def scene(club: Club) -> None:
            club.person("anna"), club.person("boris")
            club.notice.subscriptions.add_browser("anna", Browser(bell.url).wanted)
            await club.game("anna", "boris")
            await club.tell()
            bell.status = 201
            club.ahead = DAY // 24
            await club.tell()
            assert len(bell.rings) == 2
            assert all(job.done for job in club.jobs(kind="push"))

        in_club(url, server, scene)


def test_a_browser_belongs_to_whoever_subscribed_last(url, office):
    _, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        browser = Browser("http://127.0.0.1:9999/x")
        club.notice.subscriptions.add_browser("anna", browser.wanted)
        club.notice.subscriptions.add_browser("boris", browser.wanted)
        assert club.notice.subscriptions.browsers("anna").browsers == []
        (mine,) = club.notice.subscriptions.browsers("boris").browsers
        club.notice.subscriptions.remove_browser("anna", mine.id)
        assert len(club.notice.subscriptions.browsers("boris").browsers) == 1

    in_club(url, server, scene)


def test_keys_that_are_none_are_refused(url):
    async def scene(club: Club) -> None:
        club.person("anna")
        wanted = NewPush(endpoint="http://127.0.0.1:9999/x", keys=PushKeys("abc", "def"))
        with pytest.raises(Invalid):
            club.notice.subscriptions.add_browser("anna", wanted)

    in_club(url, None, scene)

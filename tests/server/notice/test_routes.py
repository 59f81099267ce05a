"""Over HTTP: unsubscribing without signing in, webhooks and pushes of one's own, and the mail of a real sign-up."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import msgspec
import pytest

from rasputitsa.server.accounts.messages import Notices
from rasputitsa.server.notice.runner import NoticeSettings
from rasputitsa.server.online import AccountSettings

from ..online.people import PASSWORD, QUICK, URL
from ..running import Client, running
from .club import Club, in_club
from .post_office import Mailbox, post_office, text


@pytest.fixture
def served(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Client, Mailbox]]:
    """A server with accounts and mail."""
    monkeypatch.setattr("rasputitsa.server.notice.runner.POLL", 0.05)
    with post_office() as (box, server):
        settings = NoticeSettings(mail=server, public_url=URL, inside=("127.0.0.0/8",))
        with running(url, accounts=AccountSettings(public_url=URL), hasher=QUICK, notice=settings) as client:
            yield client, box


def _wait(box: Mailbox, count: int) -> None:
    end = time.monotonic() + 60
    while len(box.mails) < count:
        assert time.monotonic() < end, "no mail came"
        time.sleep(0.05)


def sign_up(client: Client, box: Mailbox, name: str = "anna") -> None:
    """By the link of a real mail."""
    before = len(box.mails)
    client.post("/api/account/sign-up", json={"email": f"{name}@example.org"})
    _wait(box, before + 1)
    token = re.search(r"#/confirm/(\S+)", text(box.mails[-1]))
    assert token
    body = {"token": token[1], "nickname": name.capitalize(), "password": PASSWORD}
    assert client.post("/api/account/confirm", json=body).status_code == 201


def test_one_signs_up_by_mail_and_stops_mails_with_one_click(served, url):
    client, box = served
    sign_up(client, box)
    id = client.get("/api/account").json()["id"]

    async def scene(club: Club) -> None:
        club.person("boris")
        game = await club.game(id, "boris")
        club.leave("joined", "joined:1", person=id, game=game)

    in_club(url, None, scene)
    _wait(box, 2)
    link = box.mails[1]["List-Unsubscribe"].strip("<>")
    path = link.removeprefix(URL)
    with Client(client.port) as stranger:
        page = stranger.get(path)
        assert "<form" in page.text and "form-action 'self'" in page.headers["content-security-policy"]
        assert client.get("/api/account").json()["notices"]["offers"] is True, "looking changes nothing"
        answer = stranger.post(path, content="List-Unsubscribe=One-Click")
        assert answer.status_code == 200 and "Done" in answer.text
        assert stranger.post(path[:-3] + "abc").status_code == 400
    assert client.get("/api/account").json()["notices"] == _off("offers")


def _off(name: str) -> dict[str, object]:
    return msgspec.to_builtins(Notices()) | {name: False}


def test_one_s_own_webhooks(served):
    client, box = served
    sign_up(client, box)
    made = client.post("/api/account/webhooks", json={"url": "https://hooks.example/x"})
    assert made.status_code == 201 and len(made.json()["secret"]) > 30
    (listed,) = client.get("/api/account/webhooks").json()
    assert listed == made.json()["info"] and "secret" not in listed
    assert client.post("/api/account/webhooks", json={"url": "https://x.example:22/"}).status_code == 400
    assert client.delete(f"/api/account/webhooks/{listed['id']}").status_code == 204
    assert client.get("/api/account/webhooks").json() == []
    for _ in range(10):
        client.post("/api/account/webhooks", json={"url": "https://hooks.example/x"})
    assert "remove one" in client.post("/api/account/webhooks", json={"url": "https://hooks.example/x"}).text


def test_pushes_and_their_key(served):
    client, box = served
    sign_up(client, box)
    state = client.get("/api/account/push").json()
    assert len(state["key"]) == 87 and state["browsers"] == []
    assert client.get("/api/account/push").json()["key"] == state["key"]


def test_at_home_there_is_nothing_of_it(client):
    for path in ("/api/account/webhooks", "/api/account/push", "/api/unsubscribe/x"):
        assert client.get(path).status_code in (403, 404)

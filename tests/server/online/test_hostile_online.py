"""Whatever people send who mean no good, signed in or running the server: a refusal, never a fault."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import pytest

from rasputitsa.server.online import COOKIE

from ..hostile import FILLED, Sender, Tally
from .people import Club

REQUESTS = 600
AWAY = ("/log-out", "/devices/{key}", "/delete")
"""What would sign the sender out."""


class Member(Sender):
    """Somebody who is signed in."""

    def __init__(self, club: Club, secret: str, games: list[str], keys: list[str], seed: int, tally: Tally) -> None:
        schema = club.visitor().get("/api/openapi.json").json()
        super().__init__(schema, club.port, games, random.Random(seed), tally)
        self.operations = [one for one in self.operations if not one[1].endswith(AWAY)]
        self.secret = secret
        self.keys = keys

    def _ask(self, method: str, where: str, body: bytes, headers: dict[str, str]) -> int:
        where = where.replace("{key}", self.rng.choice(self.keys))
        return super()._ask(method, where, body, {"Cookie": f"{COOKIE}={self.secret}"} | headers)


@pytest.mark.parametrize("name", ["Ivan", "Boss"])
def test_members_who_mean_no_good(either: Club, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(FILLED, "name", ["toy", "ivan", "Olga", "boss"])
    people: dict[str, Any] = {one: either.member(one, admin=one == "Boss") for one in ("Ivan", "Olga", "Boss")}
    games = [either.game(people["Ivan"], people["Olga"]), either.game(people["Olga"], people["Ivan"])]
    keys = [people["Olga"].ok("POST", "/lobby/offers", 201, title="toy")["id"], "nothing", "%00", "'"]
    tally = Tally()
    sender = Member(either, people[name].cookies[COOKIE], [*games, people["Ivan"].new()], keys, 1, tally)
    for _ in range(REQUESTS):
        sender.request()
    assert tally.defects == []
    assert tally.answers[200] > 20 and tally.answers[400] > 20


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\u2028", "\U0001f600" * 500, "\u202e<script>"])
def test_odd_words_are_kept_or_refused(either: Club, text: str):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id = either.game(ivan, olga)
    for method, path, field in (("POST", "chat", "text"), ("PUT", "notes", "text")):
        answer = ivan.request(method, f"/api/games/{id}/{path}", json={field: text})
        assert answer.status_code in (200, 201, 400)
    for said in olga.ok("GET", f"/games/{id}/chat")["lines"]:
        assert said["text"] == text
    assert ivan.post("/api/lobby/offers", json={"title": "toy", "words": text}).status_code in (201, 400)
    assert ivan.get("/api/people", params={"search": text}).status_code in (200, 400)
    assert ivan.get(f"/api/lobby/offers/{quote(text[:3])}").status_code in (400, 404)

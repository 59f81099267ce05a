"""Whatever people send who mean no good, signed in or running the server: a refusal, never a fault."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import pytest

from rasputitsa.server.online import COOKIE

from ..hostile import FILLED, Tally
from .members import NAMES, Member
from .people import Club

REQUESTS = 600


@pytest.mark.parametrize("name", ["Ivan", "Boss"])
def test_members_who_mean_no_good(either: Club, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(FILLED, "name", NAMES)
    people: dict[str, Any] = {one: either.member(one, admin=one == "Boss") for one in ("Ivan", "Olga", "Boss")}
    games = [either.game(people["Ivan"], people["Olga"]), either.game(people["Olga"], people["Ivan"])]
    keys = [people["Olga"].ok("POST", "/lobby/offers", 201, title="toy")["id"], "nothing", "%00", "'"]
    tally = Tally()
    sender = Member(
        either.port, people[name].cookies[COOKIE], [*games, people["Ivan"].new()], keys, random.Random(1), tally
    )
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

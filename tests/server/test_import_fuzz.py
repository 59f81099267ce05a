"""Whatever file somebody brings, it is read or refused in a line, never a fault."""

from __future__ import annotations

import random

import pytest

PIECES = [
    "rasputitsa record 1", "rules 1", "rules \u00b2", "rules " + "9" * 5000, "title toy", "title nothing",
    "scenario line", "edition first", "option open_cards=true", "option open_cards=" + "9" * 5000, "1 axis: stay",
    "2 soviet: stay",
    "1 chance: die 6", "1 chance: die \u0664", "1 chance: die " + "9" * 5000, "9" * 5000 + " axis: stay",
    "\u0661 axis: stay", "# dice seed x", "# dice since \u00b2", "# dice since " + "9" * 5000, "# dice undone {",
    '# dice undone {"0": {"a": 9999999999999999999999}}', "# dice undone [[[[", "@1 ", "@1 AAAA", "@1 \u00e9", "@x",
    "@" + "9" * 5000,
    "\u2028", "\x85", "\x00", "# name a\u2028b", "x" * 100_000, "1 axis: " + "Red 2 B-C " * 5000, "rules 0",
]  # fmt: skip


def fuzzed(seed: int) -> str:
    """A record with pieces put in, left out and cut."""
    rng = random.Random(seed)
    head = ["rasputitsa record 1", "rules 1", "title toy", "option open_cards=true", "1 axis: stay", "2 soviet: stay"]
    for _ in range(rng.randint(1, 4)):
        how, at = rng.random(), rng.randrange(len(head) + 1)
        if how < 0.6:
            head.insert(at, rng.choice(PIECES))
        elif head:
            at %= len(head)
            head[at] = head[at][: rng.randrange(len(head[at]) + 1)] + rng.choice(["", "\u00b2", "-1", "=", "\ufeff"])
    return rng.choice(["\n", "\r\n", "\u2028"]).join(head)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_odd_records_are_read_or_refused_in_a_line(client, first):
    for seed in range(first, first + 100):
        play = ["false", "true"][seed % 2]
        answer = client.post("/api/games/import", params={"play": play}, content=fuzzed(seed).encode())
        assert answer.status_code in (201, 400), (seed, answer.text)
        if answer.status_code == 201:
            id = answer.json()["id"]
            assert client.get(f"/api/games/{id}/dice").status_code == 200, seed
            assert client.get(f"/api/games/{id}/export").status_code == 200, seed
        assert len(answer.content) < 3000, seed


def test_a_name_with_line_separators_makes_no_new_line_in_the_record(client):
    id = client.new(open=True, name="One\u2028title two\u2029x\x85y\x0bz")
    text = client.get(f"/api/games/{id}/export").text
    assert "# name One title two x y z" in text.splitlines()
    assert client.post("/api/games/import", content=text.encode()).status_code == 201

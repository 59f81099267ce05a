"""Games brought to the point where a test begins, over the server's own door."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rasputitsa.kernel import Dice, title
from rasputitsa.kernel.record import Record
from rasputitsa.kernel.view import View

from ..server.running import Client

EVENT = "Play an event?"


def choices(client: Client, game: str) -> list[dict[str, Any]]:
    """What the side that is asked may do."""
    seat = seat_of(client, game)
    return list(client.get(f"/api/games/{game}/choices", params={"seat": seat}).json()["choices"])


def seat_of(client: Client, game: str) -> str:
    summary = client.summary(game)
    return "open" if summary["open"] else str(summary["to_move"])


def do(client: Client, game: str, *deeds: str) -> None:
    """Play these deeds for whoever is asked; offers to play an event are declined on the way."""
    for deed in deeds:
        decline_events(client, game)
        answer = client.do(game, deed, seat_of(client, game))
        assert answer.status_code == 200, f"{deed}: {answer.json()['error']}"
    decline_events(client, game)


def decline_events(client: Client, game: str) -> None:
    while prompt(client, game).startswith(EVENT):
        assert client.do(game, "no event", seat_of(client, game)).status_code == 200


def prompt(client: Client, game: str) -> str:
    asked = client.view(game, seat_of(client, game))["view"].get("prompt") or {}
    return str(asked.get("text", ""))


def discard_all(client: Client, game: str) -> None:
    """The opening discards of No Retreat."""
    while "iscard" in prompt(client, game):
        do(client, game, choices(client, game)[0]["do"])


def no_retreat(client: Client, *, name: str = "", seed: str = "", open: bool = False) -> str:
    """Barbarossa, the opening discards done: the Axis moves. An open game without a wish for the dice is a copy."""
    if open and not seed:
        copy = client.post(f"/api/games/{_opened(client)}/duplicate", json={"name": name})
        return str(copy.json()["id"])
    game = client.new(title="no-retreat", seed=seed or "1", name=name, open=open)
    discard_all(client, game)
    return game


@cache
def _opened(client: Client) -> str:
    return no_retreat(client, seed="1", name="Barbarossa", open=True)


def seed_where(deeds: Sequence[str], wanted: str, most: int = 60) -> str:
    """A seed with which these deeds lead to a question with such words: dice are fixed by the seed. Played in this
    process, on the same dice as the server's."""
    for number in range(most):
        record, dice = Record(title("no-retreat").prepare(None, None, {})), Dice(f"table {number}")
        left = list(deeds)
        while left or record.state.side == "chance":
            state = record.state
            if state.side == "chance":
                record.apply(dice.roll(state))
                continue
            text = state.step.prompt(state)
            if "iscard" in text:
                record.apply(state.legal()[0])
            else:
                record.apply(title("no-retreat").lexicon.parse("no event" if text.startswith(EVENT) else left.pop(0)))
        if wanted in record.state.step.prompt(record.state):
            return f"table {number}"
    raise AssertionError("no seed leads there")


def record_where(name: str, wanted: Callable[[View], bool], *, seeds: int = 40, plies: int = 400, **setup: Any) -> str:
    """The record of a random game that has just come to a position with such a view."""
    for seed in range(seeds):
        record = Record(title(name).prepare(setup.get("scenario"), setup.get("edition"), setup.get("options", {})))
        rng, dice = random.Random(seed), Dice(seed)
        while not record.state.over and len(record) < plies:
            state = record.state
            chance = state.side == "chance"
            record.apply(dice.roll(state) if chance else state.sample(rng))
            side = record.state.side
            if side and side != "chance" and wanted(record.state.view(side)):
                return record.text()
    raise AssertionError("no random game came to such a position")


def short_game(name: str) -> tuple[str, list[str]]:
    """A seed, and what the two sides do in a random game with its dice: the shortest of a few."""
    return min((_random_game(name, f"short {n}") for n in range(8)), key=lambda found: len(found[1]))


def _random_game(name: str, seed: str) -> tuple[str, list[str]]:
    record, rng, dice = Record(title(name).prepare(None, None, {})), random.Random(seed), Dice(seed)
    while not record.state.over:
        state = record.state
        record.apply(dice.roll(state) if state.side == "chance" else state.sample(rng))
    return seed, [str(entry.action) for entry in record.entries if entry.side != "chance"]


def imported(client: Client, record: str, name: str, *, play: bool = False, open: bool = False) -> str:
    answer = client.post(
        "/api/games/import",
        params={"name": name, "play": play, "open": open},
        content=record,
        headers={"content-type": "text/plain"},
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])

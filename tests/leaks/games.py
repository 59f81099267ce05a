"""Random games at a real table, looked at from both seats."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import msgspec

from rasputitsa.kernel import Dice, titles
from rasputitsa.table import History, Memory, Seats, Table, read_seats
from rasputitsa.table.seats import PUBLIC

from ..conformance.cases import Case
from . import checks
from .looking import Leak, Names, plain

UNDO_EVERY = 3
"""Something is taken back each time this many looks have passed."""
POOL = 60
ALLOWED = {
    "kiev41": (
        ("draw", "box:bombers", "the bombers of a Fliegerkorps lie open, so they tell when it arrives"),
        ("log", "is activated in", "10.1 an activated HQ is revealed, be it only until the impulse ends by itself"),
    ),
}
"""What looks like a leak and is none, or is looked at by a test of its own: kind, part of its text, why."""


def between_people(case: Case) -> Case:
    """The case as two people play it at two screens."""
    options = titles()[case.title].between_people(dict(case.options))
    return msgspec.structs.replace(case, options=tuple(sorted(options.items())))


def seats(case: Case) -> Seats:
    """Two people, each of whom sees only one side."""
    return read_seats(case.game.title, {})


class Watched:
    """A game under way and what was found in it."""

    def __init__(self, case: Case, seed: int) -> None:
        self.table = Table(History(case.game, Dice(str(seed))), seats(case), Memory())
        self.table.start()
        title = self.table.game.title
        self.sides = title.sides
        self.seats = (*title.sides, PUBLIC)
        self.names = Names(title, self.table.history.state.view("open"))
        self.rng = random.Random(seed)
        self.deeds: list[str] = []
        self.shown: dict[str, dict[int, Any]] = defaultdict(dict)
        self.leaks: list[Leak] = []
        for side in self.seats:
            self.leaks += checks.hidden_draws(case.game, self.table.seats, side, str(seed))
            self._listen(side, 0)

    def play(self, look: bool) -> None:
        """One decision, with the checks that belong to it; the expensive ones if asked to look closely."""
        table = self.table
        seat, start = table.history.state.side or "", table.ply
        deed = str(table.history.state.copy().sample(self.rng))
        if look:
            for side in self.sides:
                self.leaks += checks.hidden_positions(table, side, self.deeds, f"{side} {start}")
            self.leaks += checks.hidden_from_onlookers(table, self.deeds, f"onlooker {start}")
        for side in self.seats:
            self.shown[side][start] = plain(table.view(side)) if look else None
        table.do(seat, deed, table.rev)
        for side in self.seats:
            self._listen(side, start)
            if look:
                self.leaks += checks.hidden_outcomes(table, side, start, deed, f"{side} {start}")
                self.leaks += checks.hidden_decisions(table, side, start, f"{side} {start}")
        self.leaks += checks.way_back(table, seat, start + 1)
        if len(self.deeds) < POOL or self.rng.random() < 0.1:
            self.deeds = [*self.deeds[-POOL + 1 :], deed]

    def _listen(self, side: str, start: int) -> None:
        for ply in range(start + 1, self.table.ply + 1):
            self.leaks += checks.words(self.table, self.names, side, ply)

    def take_back(self, seat: str) -> None:
        """The seat takes back its last action, if it may."""
        options, _ = self.table.undo_options(seat)
        if options:
            self.table.undo(seat, options[0].to, self.table.rev)
            for side in self.seats:
                self.leaks += checks.after_undo(self.table, side, self.shown[side])


def leaks_of(case: Case, seed: int, every: int = 10, most: int | None = None) -> list[Leak]:
    """The leaks of one random game, looked at closely every `every` decisions, to its end or to a number of them."""
    game = Watched(between_people(case), seed)
    table, decisions = game.table, 0
    while not table.over and decisions < (most or game.table.game.title.decision_cap):
        seat, look = table.history.state.side or "", decisions % every == 0
        game.play(look)
        decisions += 1
        if look and decisions // every % UNDO_EVERY == 0:
            game.take_back(seat)
    for side in game.seats:
        game.leaks += checks.timeline(table, side)
    allowed = ALLOWED.get(case.title, ())
    return [
        leak for leak in game.leaks if not any(leak.kind == kind and part in leak.text for kind, part, _ in allowed)
    ]

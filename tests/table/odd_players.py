"""Computer players that misbehave, for the tests; tests/table/plugin registers them."""

from __future__ import annotations

import os
import random
import time
from itertools import count
from typing import Any

from rasputitsa.kernel import Action
from rasputitsa.players import Deadline, Info, Seat

from ..kernel.toy import Die, Move, Stay


class Sleeper:
    """Sleeps through its deadline."""

    def __init__(self, title: str, side: str, **settings: Any) -> None: ...

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        time.sleep(60)
        return Stay()


class Crasher(Sleeper):
    """Takes its process down."""

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        os._exit(3)


class Cheat(Sleeper):
    """Plays chance's part."""

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        return Die(6)


class Thinker(Sleeper):
    """Uses all its time, reports, and stops when somebody says: move now."""

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        for number in count():
            if deadline.passed():
                break
            seat.report(0.5, "h" + "m" * (number % 40))
            time.sleep(0.01)
        return seat.sample(random.Random(1))


class Scribe(Sleeper):
    """Stays at first and moves when its notes say that it has stayed."""

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        stayed = seat.notes.get("stayed", False)
        seat.notes["stayed"] = True
        return Move(1, 1, 2) if stayed else Stay()


def _info(name: str, factory: str, *titles: str) -> Info:
    return Info(name=name, label=name.title(), help="", factory=f"tests.table.odd_players:{factory}", titles=titles)


SLEEPER = _info("sleeper", "Sleeper", "toy")
CRASHER = _info("crasher", "Crasher", "toy")
CHEAT = _info("cheat", "Cheat", "toy")
THINKER = _info("thinker", "Thinker")
SCRIBE = _info("scribe", "Scribe", "toy")

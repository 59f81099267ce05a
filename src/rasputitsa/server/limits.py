"""How much one person or address may ask: requests a minute, open pages, games."""

from __future__ import annotations

import time
from collections import Counter

from rasputitsa.kernel import RasputitsaError
from rasputitsa.server.persons import Person

MINUTE = 60.0


class TooMuch(RasputitsaError):
    """More than one may ask for in that time."""


class Limits:
    """Each person has a bucket of requests that fills again evenly, and a number of open pages. The one person of a
    table at home is not limited."""

    def __init__(self, requests: int = 1200, sockets: int = 100, games: int = 2000) -> None:
        self.requests = requests
        self.sockets = sockets
        self.games = games
        self._buckets: dict[str, tuple[float, float]] = {}
        self._pages: Counter[str] = Counter()

    def ask(self, person: Person, address: str) -> None:
        """One more request."""
        if person.home:
            return
        who, now = person.id or address, time.monotonic()
        left, then = self._buckets.get(who, (float(self.requests), now))
        left = min(self.requests, left + (now - then) * self.requests / MINUTE)
        if left < 1:
            raise TooMuch(f"Too many requests: at most {self.requests} a minute.")
        self._buckets[who] = (left - 1, now)
        if len(self._buckets) > 100_000:
            self._forget(now)

    def enter(self, person: Person, address: str) -> None:
        """One more open page; `leave` takes it back."""
        who = person.id or address
        if not person.home and self._pages[who] >= self.sockets:
            raise TooMuch(f"Too many open pages: at most {self.sockets}.")
        self._pages[who] += 1

    def leave(self, person: Person, address: str) -> None:
        who = person.id or address
        self._pages[who] -= 1
        if not self._pages[who]:
            del self._pages[who]

    def begin_game(self, person: Person, games: int) -> None:
        """One more game, beside those the person has."""
        if not person.home and games >= self.games:
            raise TooMuch(f"You have {games} games; throw some away before you begin another.")

    def _forget(self, now: float) -> None:
        """Full buckets need not be kept."""
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if now - bucket[1] < MINUTE}

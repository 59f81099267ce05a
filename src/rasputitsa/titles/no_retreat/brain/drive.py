"""Where the war is to be carried next: how much a place is worth as a step towards the enemy's cities. A city draws
units the more the fewer turns of marching it is away, and the less the more of them are on their way already."""

from __future__ import annotations

from functools import lru_cache

from rasputitsa.board.floods import layers
from rasputitsa.board.topology import bits
from rasputitsa.titles.no_retreat import movement
from rasputitsa.titles.no_retreat.brain import worth
from rasputitsa.titles.no_retreat.brain.outlook import next_weather
from rasputitsa.titles.no_retreat.brain.sense import NRMind, weights_at
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState

FADING = 0.5
"""What is left of a city's pull a turn's march farther away."""
CROWDED = 0.25
"""What is left of it when enough are on their way."""
FAR = 40


@lru_cache(maxsize=64)
def distances(city: int, allowed: int) -> tuple[int, ...]:
    """By place: how many hexes it is from a city."""
    away = [FAR] * MAP.topology.n
    for distance, mask in enumerate(layers(MAP.topology.everything, 1 << city, allowed)):
        for place in bits(mask):
            away[place] = distance
    return tuple(away)


@lru_cache(maxsize=16)
def fading(speed: int) -> tuple[float, ...]:
    """By distance: what is left of a pull for units of a speed."""
    return tuple(FADING ** (distance / max(1, speed)) for distance in range(FAR + 1))


class Drive:
    """The pull of the enemy's cities on one side."""

    def __init__(self, mind: NRMind, s: NoRetreatState, side: int) -> None:
        self.s = s
        self.weather = next_weather(s, side)
        prizes = s.controls(1 - side) & (s.game.germany if s.in_1945 and side else -1)
        self.pulls: list[tuple[tuple[int, ...], float]] = []
        """Each city's distances and pull."""
        self.needs: list[float] = []
        """The strength that is wanted before each city."""
        for city in bits(prizes):
            w = weights_at(mind, city)
            defence = sum(s.strength(u) for u in s.units_at(city))
            pull = worth.hex_worth(s, city, w) * w["drive"]
            self.pulls.append((distances(city, s.game.playable), pull))
            self.needs.append(3.0 + 2.0 * defence)
        self.shares = [1.0] * len(self.pulls)

    def worth(self, unit: int, place: int) -> float:
        """What a place is worth to a unit for being nearer to a city."""
        return max(self._each(unit, place), default=0.0)

    def _each(self, unit: int, place: int) -> list[float]:
        s = self.s
        left = fading(movement.allowance_in(s, unit, self.weather))
        return [share * pull * left[away[place]] for (away, pull), share in zip(self.pulls, self.shares, strict=True)]

    def assign(self, unit: int, place: int) -> None:
        """A unit goes there: the city it is meant for needs others less."""
        each = self._each(unit, place)
        if each:
            best = max(range(len(each)), key=each.__getitem__)
            met = min(1.0, self.s.strength(unit) / self.needs[best])
            self.shares[best] = max(CROWDED, self.shares[best] - met)


def drive_of(mind: NRMind, side: int) -> Drive:
    """The pull on a side as things stand."""
    found: Drive | None = mind.facts.get(("drive", side))
    if found is None:
        found = mind.facts["drive", side] = Drive(mind, mind.s, side)
    return found

"""What the guns of an HQ or the bombers of a Fliegerkorps would do for the battles at hand and those intended."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41.battle import attackers
from rasputitsa.titles.kiev41.brain.battles import group_value, prize_of
from rasputitsa.titles.kiev41.brain.orders import Ambitions, ambitions, dreams
from rasputitsa.titles.kiev41.brain.sense import KievMind
from rasputitsa.titles.kiev41.brain.staff import Staff
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.headquarters import in_command


class Fire:
    """The battles of this impulse, and what more hits are worth in each."""

    def __init__(self, mind: KievMind) -> None:
        self.mind = mind
        self.s = mind.s
        found: Ambitions = mind.once(ambitions)
        self.staff: Staff = mind.once(dreams)
        self.groups = dict(found.groups)
        self.areas = contested(self.s)
        for area in self.groups:
            self.areas |= 1 << area
        self.goals = self.staff.wanted & self.staff.view.blocks
        """The goals that are held: what bombers are for."""
        self._known: dict[tuple[int, bool, float], float] = {}
        self._support: dict[int, tuple[float, float, float]] = {}

    def gain(self, area: int, hits: float, certain: bool) -> float:
        """What more hits are worth in an area: alone, or as their share of all that could come. Is it certain
        that only blocks under command attack, or may others be commanded yet?"""
        key = (area, certain, hits)
        if key not in self._known:
            self._known[key] = self._gain(area, hits, certain)
        return self._known[key]

    def _gain(self, area: int, hits: float, certain: bool) -> float:
        s = self.s
        blocks = attackers(s, area) if contested(s) >> area & 1 else 0
        crossing = s.crossed & blocks
        for b in self.groups.get(area, ()):
            if not certain or in_command(s, b):
                blocks |= 1 << b
                crossing |= 1 << b if self.staff.wet(b, area) else 0
        if not blocks:
            return 0.0
        if area not in self._support:
            now = self.staff.support(area, firm=True)
            self._support[area] = (prize_of(s, area, self.staff.opening(area)), now, now + self.staff.promised(area))
        prize, now, together = self._support[area]

        def worth(support: float) -> float:
            return group_value(s, area, blocks, crossing, support, s.active, self.mind.w, prize)

        base = worth(now)
        alone = worth(now + hits) - base
        if together - now <= hits:
            return max(0.0, alone)
        part = (worth(together) - base) * hits / (together - now)
        return max(0.0, alone, self.mind.w["salvo"] * part)

    def best(self, areas: int, hits: float, certain: bool = False) -> float:
        """The most that hits may bring in one of these areas."""
        return max((self.gain(area, hits, certain) for area in bits(areas & self.areas)), default=0.0)


def fire(mind: KievMind) -> Fire:
    """The battles of this impulse."""
    return Fire(mind)

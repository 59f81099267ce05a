"""The movement part of an OPS round: units go to where they attack from, the others to their posts; what is left of the
OPS goes into trenches, partisans, Festungs and railways."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.stalins_war import movement
from rasputitsa.titles.stalins_war.actions.events import BuildFestung, RaisePartisans
from rasputitsa.titles.stalins_war.actions.movement import EndMovement, Entrain, Entrench, Move
from rasputitsa.titles.stalins_war.brain.agenda import planned, remember
from rasputitsa.titles.stalins_war.brain.battles import Battle, Muster
from rasputitsa.titles.stalins_war.brain.core import BRAIN
from rasputitsa.titles.stalins_war.brain.posts import post
from rasputitsa.titles.stalins_war.brain.sense import Look, StalinMind, cut_off, look
from rasputitsa.titles.stalins_war.mapboard import PLACE_NAMES
from rasputitsa.titles.stalins_war.ops import banked
from rasputitsa.titles.stalins_war.ops_round import Movement, OpsRound
from rasputitsa.titles.stalins_war.roster import MECHANIZED, STALIN, ZOC
from rasputitsa.titles.stalins_war.state import Position
from rasputitsa.titles.stalins_war.strategic import ByRail

Order = tuple[Action, str]
FIRM = 9.0
"""The score of an order that was thought of before."""
PINCER = 2
"""A unit farther than this from every enemy cuts nobody off."""


@BRAIN.candidate(Movement)
def march(mind: StalinMind) -> Iterator[Proposal]:
    """The orders of the round, thought of once."""
    found = planned(mind)
    if found is None:
        remember(mind, mind.s, Orders(mind).all())
        found = planned(mind)
    action, why = found or (EndMovement(), "Nothing more to move")
    yield Proposal(FIRM, action, "{}", (why,))


def attacks_to_come(mind: StalinMind, points: int) -> list[Battle]:
    """The attacks that could be made in this round with these OPS, movement before them included."""
    seen: Look = mind.once(look)
    return Muster(seen, reach(mind.s, seen)).plan(points, mind.w["attack"])


def reach(s: Position, seen: Look) -> dict[int, int]:
    """By unit that may attack: where it stands, and where it could go."""
    found = {}
    for unit in s.on_map(seen.side):
        if (s.arrived | s.strategic) >> unit & 1:
            continue
        found[unit] = 1 << s.place[unit]
        if movement.may_move(s, unit) is None:
            found[unit] |= movement.destinations(s, unit)
    return found


class Orders:
    """The moves of a round, one after the other, played on a copy of the position."""

    def __init__(self, mind: StalinMind) -> None:
        self.mind, self.w = mind, mind.w
        self.s = mind.s.copy()
        self.look: Look = mind.once(look)
        self.found: list[Order] = []
        fights = bool(next((frame[2] for frame in reversed(self.s.stack) if frame[0] == OpsRound.id), 0))
        self.points = self.s.ops + banked(self.s)
        self.battles = attacks_to_come(mind, self.points) if fights else []
        self.spare = self.points - sum(battle.cost for battle in self.battles)

    def all(self) -> list[Order]:
        self._attackers()
        self._posts()
        self._works()
        self._do(EndMovement(), "All units are where they should be")
        return self.found

    def _do(self, action: Action, why: str) -> bool:
        if self.s.why_not(action) is not None:
            return False
        self.s.apply(action)
        self.found.append((action, why))
        return True

    def _attackers(self) -> None:
        """The units of the attacks that are planned go to where they attack from; those that are there stay."""
        for battle in self.battles:
            for unit, place in battle.force.items():
                if self.s.place[unit] != place:
                    why = f"{self.s.name(unit)} goes to attack {PLACE_NAMES[battle.target]}"
                    self._do(Move(unit, self.s.place[unit], place), why)

    def _posts(self) -> None:
        """Each other unit goes to the best post it can reach, those with most to gain first."""
        busy = {unit for battle in self.battles for unit in battle.force}
        gains = []
        for unit in self.s.on_map(self.look.side):
            if unit not in busy and unit != STALIN:
                gain, _ = self._best(unit)
                gains.append((gain, unit))
        for gain, unit in sorted(gains, reverse=True):
            if gain <= 0:
                return
            now, to = self._best(unit)
            if now > 0:
                leaving = movement.price(self.s, 1 << unit, self.s.place[unit])
                if self._do(Move(unit, self.s.place[unit], to), f"{self.s.name(unit)} takes post in {PLACE_NAMES[to]}"):
                    self.spare -= leaving

    def _best(self, unit: int) -> tuple[float, int]:
        """How much better the best post in reach is than where the unit stands, and where that is."""
        s, w = self.s, self.w
        here = s.place[unit]
        if movement.may_move(s, unit) is not None:
            return 0.0, here
        leaving = movement.price(s, 1 << unit, here)
        if leaving > self.spare:
            return 0.0, here
        margin = w["stir"] + w["leave"] * leaving
        value = self._worth(unit, here) + margin
        best, to = max((self._worth(unit, at), at) for at in (here, *bits(movement.destinations(s, unit))))
        return (best - value, to) if to != here else (0.0, here)

    def _worth(self, unit: int, at: int) -> float:
        """The post itself, and the enemies whose supply a mobile unit would cut there."""
        value = post(self.look, self.s, unit, at)
        if (MECHANIZED & ZOC) >> unit & 1 and self.look.supplied(unit, at) and self.look.enemies_within(at, PINCER):
            value += self.w["pocket"] * (cut_off(self.s, unit, at) if at != self.s.place[unit] else 0)
        return value

    # -- what else OPS are good for -------------------------------------------------------------------------------

    def _works(self) -> None:
        """OPS that no attack needs."""
        while self.spare > 0:
            options = [found for found in (self._by_rail(), self._trench(), self._special()) if found]
            if not options:
                return
            _, action, why = max(options, key=lambda found: found[0])
            if not self._do(action, why) or self.s.frame[0] != Movement.id:
                return
            self.spare -= 1

    def _by_rail(self) -> tuple[float, Action, str] | None:
        """A unit far from the front goes there by rail."""
        rail = ByRail()
        best: tuple[float, Action, str] | None = None
        for handle in rail.handles(self.s):
            unit = handle[1]
            here = post(self.look, self.s, unit, self.s.place[unit]) + self.w["rail"]
            for action in rail.of(self.s, handle):
                assert isinstance(action, Entrain)
                gain = post(self.look, self.s, unit, action.to) - here
                if gain > (best[0] if best else 0.0):
                    best = gain, action, f"{self.s.name(unit)} goes by rail to {PLACE_NAMES[action.to]}"
        return best

    def _trench(self) -> tuple[float, Action, str] | None:
        """An LCU digs in where the enemy is near and the hex is worth it."""
        found = [
            (self.w["trench"] * (1.0 + self.look.keeps.get(action.at, 0.0)), action)
            for action in self.s.legal()
            if isinstance(action, Entrench) and self.look.threat[action.at] > 0
        ]
        if not found:
            return None
        value, action = max(found, key=lambda pair: (pair[0], -pair[1].at))
        return value, action, f"A trench in {PLACE_NAMES[action.at]}"

    def _special(self) -> tuple[float, Action, str] | None:
        """Partisans in the enemy's rear, Festungs in hexes that must be held."""
        found: list[tuple[float, Action, str]] = []
        for action in self.s.legal():
            if isinstance(action, RaisePartisans):
                value = self.w["partisans"] * (1.0 + self.look.goals.get(action.at, 0.0) + self.look.pull(action.at))
                found.append((value, action, f"Partisans in {PLACE_NAMES[action.at]}"))
            elif isinstance(action, BuildFestung) and self.look.threat[action.at] > self.w["siege"]:
                value = self.w["festung"] * self.look.keeps.get(action.at, 0.0)
                found.append((value, action, f"{PLACE_NAMES[action.at]} is held to the last"))
        return max(found, key=lambda option: option[0], default=None)

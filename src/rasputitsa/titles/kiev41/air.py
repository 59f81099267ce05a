"""10.13.2 Naval-air battles and 10.13.4 anti-air fire: bombers against fleets, guns against bombers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
from rasputitsa.titles.kiev41.actions import Abort, Done, Downed, Intercept
from rasputitsa.titles.kiev41.areas import SEVASTOPOL, TOPOLOGY
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    BOMBER_HQ,
    FIRE,
    FIRE_CLASS,
    FLEET_PIECE,
    FLEETS,
    FLIEGERKORPS,
    OF_SIDE,
    SOVIET,
)
from rasputitsa.titles.kiev41.control import controls
from rasputitsa.titles.kiev41.dice import Dice, add, roll
from rasputitsa.titles.kiev41.state import AT_SEA, BASE, BATUMI, SHOT_DOWN, SPENT, SUNK, Kiev
from rasputitsa.titles.kiev41.weather import hq_strength


def bombers_at(s: Kiev, where: int) -> list[int]:
    """The bombers over an area, or at sea against a fleet."""
    return [i for i, place in enumerate(s.bombers) if place == where]


def corps_at(s: Kiev, where: int) -> list[int]:
    """The Fliegerkorps that have a bomber there."""
    present = {BOMBER_HQ[i] for i in bombers_at(s, where)}
    return [hq for hq in FLIEGERKORPS if hq in present]


def first_of(s: Kiev, hq: int, where: int) -> int:
    """One bomber of a Fliegerkorps there: they are all alike."""
    return next(i for i in bombers_at(s, where) if BOMBER_HQ[i] == hq)


def fleets_at(s: Kiev, area: int) -> list[int]:
    return [f for f in range(2) if s.fleets[f] == area]


def fleet_dice(s: Kiev, fleets: Iterable[int]) -> Dice:
    """10.2.1 Full strength: BB one die TF, CA two dice DF; damaged: one die DF each. Weather does not matter (8.0)."""
    dice = [0, 0, 0]
    for f in fleets:
        guns = FLEETS[f].damaged if s.damage[f] else FLEETS[f].full
        add(dice, FIRE_CLASS[guns.fire], guns.dice)
    return dice[0], dice[1], dice[2]


def bomber_dice(s: Kiev, bombers: Iterable[int]) -> Dice:
    """10.11.1 Each bomber rolls as many dice as its LW HQ is strong, with double fire."""
    return 0, sum(hq_strength(s, BOMBER_HQ[i]) for i in bombers), 0


def anti_air_dice(s: Kiev, area: int) -> Dice:
    """10.13.4 One die for every Soviet block and line, by its colour; weather does not matter; exhausted HQs have
    none."""
    dice = [s.lines >> area & 1 and int(controls(s, area, SOVIET)), 0, 0]
    for b in bits(s.here[area] & OF_SIDE[SOVIET]):
        add(dice, FIRE[b], s.strength[b] > 0)
    return dice[0], dice[1], dice[2]


def send_home(s: Kiev, f: int) -> None:
    """10.2.1 A fleet returns to its staging area, or to Batumi while Sevastopol is lost."""
    if s.fleets[f] != SUNK:
        s.fleets[f] = BASE if controls(s, SEVASTOPOL, SOVIET) else BATUMI


def damage_fleet(s: Kiev, f: int, hits: int) -> None:
    """10.2.1 Each side of a fleet has one shield: two hits damage a full fleet, two more sink it."""
    s.damage[f] = min(2, s.damage[f] + hits // 2)
    if s.damage[f] == 2:
        s.fleets[f] = SUNK
        s.say("10.2.1", "The {} is sunk", FLEETS[f].name)


class NavalAir(Step[Kiev]):
    """10.13.2 A. Each committed fleet must be engaged by at least one bomber; the fleet fires first, the bombers that
    are left return fire, and none of them takes part in the ground combat. Frame: area, stage, fleet."""

    rule = "10.13.2"

    ASSIGN, FIRE, SHOTS, RETURN, DAMAGE = range(5)

    def unengaged(self, s: Kiev) -> list[int]:
        return [f for f in fleets_at(s, s.frame[1]) if not bombers_at(s, AT_SEA + f)]

    def options(self, s: Kiev) -> list[Action]:
        """At least one bomber for each fleet first; then more if the Axis likes."""
        area = s.frame[1]
        free = self.unengaged(s)
        targets = free or fleets_at(s, area)
        out: list[Action] = [Intercept(hq, FLEET_PIECE + f) for hq in corps_at(s, area) for f in targets]
        return out if free else [*out, Done()]

    def side(self, s: Kiev) -> str | None:
        return "axis" if s.frame[2] == self.ASSIGN and len(self.options(s)) > 1 else None

    def advance(self, s: Kiev) -> None:
        _, area, stage, f = s.frame
        if stage == self.ASSIGN:
            self.assign(s, self.options(s)[0])
        elif f == 2:
            s.pop()
        elif stage == self.FIRE:
            self.fire(s, area, f)
        elif stage == self.SHOTS:
            s.goto(area, self.RETURN, f)
            s.push(AntiAir, s.hits, AT_SEA + f)
        elif stage == self.RETURN:
            s.goto(area, self.DAMAGE, f)
            roll(s, bomber_dice(s, bombers_at(s, AT_SEA + f)))
        else:
            self.leave(s, area, f)

    def assign(self, s: Kiev, action: Action) -> None:
        area = s.frame[1]
        if isinstance(action, Intercept):
            s.bombers[first_of(s, action.hq, area)] = AT_SEA + action.fleet - FLEET_PIECE
            if corps_at(s, area):
                return
        s.goto(area, self.FIRE, 0)

    def fire(self, s: Kiev, area: int, f: int) -> None:
        if bombers_at(s, AT_SEA + f):
            s.goto(area, self.SHOTS, f)
            roll(s, fleet_dice(s, [f]))
        else:
            s.goto(area, self.FIRE, f + 1)

    def leave(self, s: Kiev, area: int, f: int) -> None:
        """10.13.2 Fleets and bombers that met go home."""
        damage_fleet(s, f, s.hits)
        send_home(s, f)
        for i in bombers_at(s, AT_SEA + f):
            s.bombers[i] = SPENT
        s.goto(area, self.FIRE, f + 1)

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [*(("piece", hq) for hq in corps_at(s, s.frame[1])), BUTTON]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        options = self.options(s)
        if handle == BUTTON:
            return [a for a in options if isinstance(a, Done)]
        return [a for a in options if isinstance(a, Intercept) and handle == ("piece", a.hq)]

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if action in self.options(s):
            return None
        return Refusal("10.13.2", "Each Soviet fleet in the battle must be engaged by at least one bomber.")

    def apply(self, s: Kiev, action: Action) -> None:
        self.assign(s, action)

    def prompt(self, s: Kiev) -> str:
        return f"Which bombers engage the fleets off {TOPOLOGY.ids[s.frame[1]]}?"


class AntiAir(Step[Kiev]):
    """10.13.4, 10.13.2 Hits on bombers: each aborts one; two destroy one. The Axis player chooses, but no hit is wasted
    while a bomber can take it. Frame: hits, where the bombers are."""

    rule = "10.13.4"

    def options(self, s: Kiev) -> list[Action]:
        _, hits, where = s.frame
        bombers = len(bombers_at(s, where))
        if not hits or not bombers:
            return []
        corps = corps_at(s, where)
        aborts: list[Action] = [Abort(hq) for hq in corps] if hits - 1 <= 2 * (bombers - 1) else []
        return aborts + [Downed(hq) for hq in corps if hits >= 2]

    def side(self, s: Kiev) -> str | None:
        return "axis" if len(self.options(s)) > 1 else None

    def advance(self, s: Kiev) -> None:
        options = self.options(s)
        if options:
            self.apply(s, options[0])
        else:
            s.pop()

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in corps_at(s, s.frame[2])]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return [a for a in self.options(s) if isinstance(a, Abort | Downed) and handle == ("piece", a.hq)]

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if action in self.options(s):
            return None
        return Refusal("10.13.4", "Every anti-air hit aborts a bomber, or two of them destroy one.")

    def apply(self, s: Kiev, action: Action) -> None:
        assert isinstance(action, Abort | Downed)
        _, hits, where = s.frame
        down = isinstance(action, Downed)
        s.bombers[first_of(s, action.hq, where)] = SHOT_DOWN if down else SPENT
        s.say("10.13.4", "A bomber of {} {}", BLOCKS[action.hq].name, "is destroyed" if down else "aborts")
        s.goto(hits - (2 if down else 1), where)

    def prompt(self, s: Kiev) -> str:
        return f"{s.frame[1]} anti-air hits: abort a bomber for one, or lose one for two."

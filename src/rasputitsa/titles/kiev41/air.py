"""[10.2.1] Fleets, [10.11.1] bombers, [10.13.2] naval-air battles, [10.13.4] anti-air fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice, Question
from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.actions import Abort, Done, Downed, Intercept
from rasputitsa.titles.kiev41.components import (
    AXIS,
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
from rasputitsa.titles.kiev41.firepower import Dice, add, roll
from rasputitsa.titles.kiev41.mapboard import PLACE_NAMES, SEVASTOPOL
from rasputitsa.titles.kiev41.report import fired
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
    return [f for f in range(len(FLEETS)) if s.fleets[f] == area]


def fleet_dice(s: Kiev, fleets: Iterable[int]) -> Dice:
    """10.2.1, 8.0.5, 10.2.1.1, 10.2.1.7 Full strength: BB one die TF, CA two dice DF; damaged: one die DF each. Weather
    does not matter (8.0)."""
    dice = [0, 0, 0]
    for f in fleets:
        guns = FLEETS[f].damaged if s.damage[f] else FLEETS[f].full
        add(dice, FIRE_CLASS[guns.fire], guns.dice)
    return dice[0], dice[1], dice[2]


def bomber_dice(s: Kiev, bombers: Iterable[int]) -> Dice:
    """10.11.1, 10.11.1.1 Each bomber rolls as many dice as its LW HQ is strong, with double fire."""
    return 0, sum(hq_strength(s, BOMBER_HQ[i]) for i in bombers), 0


def anti_air_dice(s: Kiev, area: int, known: int = -1) -> Dice:
    """10.13.4, 10.5.3, 10.13.4.1 One die for every Soviet block (or every one that is known) and line, by its colour;
    weather does not matter; exhausted HQs have none."""
    dice = [s.lines >> area & 1 and int(controls(s, area, SOVIET)), 0, 0]
    for b in bits(s.here[area] & OF_SIDE[SOVIET] & known):
        add(dice, FIRE[b], s.strength[b] > 0)
    return dice[0], dice[1], dice[2]


def send_home(s: Kiev, f: int) -> None:
    """10.2.1 A fleet returns to its staging area, or to Batumi while Sevastopol is lost."""
    if s.fleets[f] != SUNK:
        s.fleets[f] = BASE if controls(s, SEVASTOPOL, SOVIET) else BATUMI


def damage_fleet(s: Kiev, f: int, hits: int) -> None:
    """10.2.1, 10.2.1.2 Each side of a fleet has one shield: two hits damage a full fleet, two more sink it."""
    s.damage[f] = min(2, s.damage[f] + hits // 2)
    if s.damage[f] == 2:
        s.fleets[f] = SUNK
        s.say("10.2.1", "The {} is sunk", FLEETS[f].name)


def unengaged(s: Kiev, area: int) -> list[int]:
    """10.13.2, 10.13.2.1 The fleets in a battle that no bomber has engaged yet."""
    return [f for f in fleets_at(s, area) if not bombers_at(s, AT_SEA + f)]


class EngageFleet(Choice[Kiev]):
    """10.13.2 A bomber engages a fleet: each fleet needs one first; then more if the Axis likes."""

    action = Intercept

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in corps_at(s, s.frame[1])]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, hq = handle
        area = s.frame[1]
        if kind != "piece" or hq not in corps_at(s, area):
            return ()
        return [Intercept(hq, FLEET_PIECE + f) for f in unengaged(s, area) or fleets_at(s, area)]

    def why_not(self, s: Kiev, action: Intercept) -> Refusal | None:
        if action in self.of(s, ("piece", action.hq)):
            return None
        return Refusal("10.13.2", "Each Soviet fleet in the battle must be engaged by at least one bomber.")

    def do(self, s: Kiev, action: Intercept) -> None:
        area = s.frame[1]
        s.bombers[first_of(s, action.hq, area)] = AT_SEA + action.fleet - FLEET_PIECE
        if not corps_at(s, area):
            s.goto(area, NavalAir.FIRE, 0)


class EnoughBombers(Choice[Kiev]):
    """10.13.2 The other bombers strike the ground."""

    action = Done
    label = "The others strike the ground"

    def why_not(self, s: Kiev, action: Done) -> Refusal | None:
        if unengaged(s, s.frame[1]):
            return Refusal("10.13.2", "Each Soviet fleet in the battle must be engaged by at least one bomber.")
        return None

    def do(self, s: Kiev, action: Done) -> None:
        s.goto(s.frame[1], NavalAir.FIRE, 0)


class NavalAir(Question[Kiev]):
    """10.13.2, 10.13.2.1, 10.13.2.2, 10.13.2.3 A. Each committed fleet must be engaged by at least one bomber; the
    fleet fires first, the bombers that are left return fire, and none of them takes part in the ground combat. Frame:
    area, stage, fleet."""

    rule = "10.13.2"
    choices = (EngageFleet, EnoughBombers)

    ASSIGN, FIRE, SHOTS, RETURN, DAMAGE = range(5)

    def side(self, s: Kiev) -> str | None:
        return "axis" if s.frame[2] == self.ASSIGN and len(self.legal(s)) > 1 else None

    def advance(self, s: Kiev) -> None:
        _, area, stage, f = s.frame
        if stage == self.ASSIGN:
            self.apply(s, self.legal(s)[0])
        elif f == len(FLEETS):
            s.pop()
        elif stage == self.FIRE:
            self.fire(s, area, f)
        elif stage == self.SHOTS:
            fired(s, area, SOVIET, "fleet fire at the bombers", fleet_dice(s, [f]), absorbs=False)
            s.goto(area, self.RETURN, f)
            s.push(AntiAir, s.hits, AT_SEA + f)
        elif stage == self.RETURN:
            s.goto(area, self.DAMAGE, f)
            roll(s, bomber_dice(s, bombers_at(s, AT_SEA + f)))
        else:
            self.leave(s, area, f)

    def fire(self, s: Kiev, area: int, f: int) -> None:
        if bombers_at(s, AT_SEA + f):
            s.goto(area, self.SHOTS, f)
            roll(s, fleet_dice(s, [f]))
        else:
            s.goto(area, self.FIRE, f + 1)

    def leave(self, s: Kiev, area: int, f: int) -> None:
        """10.13.2 Fleets and bombers that met go home."""
        fired(s, area, AXIS, "bombers at the fleet", bomber_dice(s, bombers_at(s, AT_SEA + f)), absorbs=False)
        damage_fleet(s, f, s.hits)
        send_home(s, f)
        for i in bombers_at(s, AT_SEA + f):
            s.bombers[i] = SPENT
        s.goto(area, self.FIRE, f + 1)

    def prompt(self, s: Kiev) -> str:
        return f"Which bombers engage the fleets off {PLACE_NAMES[s.frame[1]]}?"


# -- 10.13.4 anti-air fire ----------------------------------------------------------------------------------------


class BomberHit(Choice[Kiev]):
    """10.13.4 A bomber takes one hit and aborts, or two and is destroyed."""

    hits: ClassVar[int]
    goes: ClassVar[int]
    fate: ClassVar[str]

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in corps_at(s, s.frame[2])] if self.offered(s) else ()

    def offered(self, s: Kiev) -> bool:
        """Are there enough hits for it?"""
        return s.frame[1] >= self.hits

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return (self.action(handle[1]),) if handle in self.handles(s) else ()

    def why_not(self, s: Kiev, action: Any) -> Refusal | None:
        if ("piece", action.hq) in self.handles(s):
            return None
        return Refusal("10.13.4", "Every anti-air hit aborts a bomber, or two of them destroy one.")

    def do(self, s: Kiev, action: Any) -> None:
        _, hits, where = s.frame
        s.bombers[first_of(s, action.hq, where)] = self.goes
        s.say("10.13.4", "A bomber of {} {}", BLOCKS[action.hq].name, self.fate)
        s.goto(hits - self.hits, where)


class AbortBomber(BomberHit):
    """10.13.4, 10.13.4.3 One hit: a bomber goes home; but no hit is wasted while a bomber can take it."""

    action = Abort
    hits, goes, fate = 1, SPENT, "aborts"

    def offered(self, s: Kiev) -> bool:
        _, hits, where = s.frame
        return super().offered(s) and hits - 1 <= 2 * (len(bombers_at(s, where)) - 1)


class LoseBomber(BomberHit):
    """10.13.4, 10.13.4.3 Two hits: a bomber is destroyed until the Final Phase."""

    action = Downed
    hits, goes, fate = 2, SHOT_DOWN, "is destroyed"


class AntiAir(Question[Kiev]):
    """10.13.4, 10.13.2, 10.13.4.2 Hits on bombers: each aborts one; two destroy one. The Axis player chooses. Frame:
    hits, where the bombers are."""

    rule = "10.13.4"
    choices = (AbortBomber, LoseBomber)

    def side(self, s: Kiev) -> str | None:
        return "axis" if len(self.legal(s)) > 1 else None

    def advance(self, s: Kiev) -> None:
        options = self.legal(s)
        if options:
            self.apply(s, options[0])
        else:
            s.pop()

    def prompt(self, s: Kiev) -> str:
        return f"{count(s.frame[1], 'anti-air hit')}: abort a bomber for one, or lose one for two."

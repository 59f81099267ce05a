"""Whole battles of random positions: who rolls what and when, and which hits are asked for, as the slow reader
(naive.py) expects it."""

from __future__ import annotations

import random
from collections.abc import Callable

from rasputitsa.kernel import Action
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.actions import Abort, Done, Downed, Hits, Intercept, TakeHit
from rasputitsa.titles.kiev41.battle import Battle
from rasputitsa.titles.kiev41.components import BLOCKS, BOMBER_HQ, FLEETS, FLIEGERKORPS, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.impulses import ChooseImpulse
from rasputitsa.titles.kiev41.mapboard import AREAS, TERRAIN
from rasputitsa.titles.kiev41.state import AT_SEA, BASE, BATUMI, READY, SHOT_DOWN, SPENT, SUNK, Kiev
from tests.kiev41 import naive
from tests.kiev41.naive import KIND, members, positions
from tests.kiev41.situation import dice_to_roll

Rolled = tuple[int, ...]
Stage = Callable[[Kiev, int], Rolled]
FLEET = len(BLOCKS)


def handful(dice: list[tuple[int, int]]) -> Rolled:
    return tuple(sum(number for fire, number in dice if fire == wanted) for wanted in (1, 2, 3))


def bombers(s: Kiev, where: int) -> list[int]:
    return [i for i, place in enumerate(s.bombers) if place == where]


def fleets(s: Kiev, area: int) -> list[int]:
    return [f for f, place in enumerate(s.fleets) if place == area]


def able(s: Kiev, area: int) -> set[int]:
    return naive.standing(s, area, s.active) - members(s.isolated)


# -- 10.13 the dice of each stage ---------------------------------------------------------------------------------


def ship(s: Kiev, f: int) -> tuple[int, int]:
    guns = FLEETS[f].damaged if s.damage[f] else FLEETS[f].full
    return naive.CLASS[guns.fire], guns.dice


def fleet_guns(s: Kiev, area: int) -> Rolled:
    return handful([ship(s, f) for f in fleets(s, area)] if s.weather != naive.BLIZZARD else [])


def artillery(s: Kiev, area: int) -> Rolled:
    hqs = [hq for hq, at in zip(s.guns[::2], s.guns[1::2], strict=True) if at == area]
    return handful([(naive.CLASS[BLOCKS[hq].fire], naive.command_strength(s, hq)) for hq in hqs])


def flak(s: Kiev, area: int) -> Rolled:
    fire = [(naive.CLASS[BLOCKS[b].fire], int(s.strength[b] > 0)) for b in naive.standing(s, area, SOVIET)]
    return handful([*fire, (1, naive.has_line(s, area, SOVIET))] if bombers(s, area) else [])


def bombs(s: Kiev, where: int) -> Rolled:
    return handful([(2, naive.command_strength(s, BOMBER_HQ[i])) for i in bombers(s, where)])


def firepower(s: Kiev, b: int, area: int) -> int:
    better = s.game.profile.agility and KIND[b] == "mountain" and TERRAIN[area] in ("yellow", "red")
    return naive.CLASS[BLOCKS[b].fire] + better


def attack(s: Kiev, area: int) -> Rolled:
    dice = []
    for b in able(s, area):
        number = naive.attacking_strength(s, b)
        dice.append((firepower(s, b, area), min(1, number) if s.crossed >> b & 1 else number))
    return handful(dice)


def defence(s: Kiev, area: int) -> Rolled:
    enemy = 1 - s.active
    dice = [(firepower(s, b, area), naive.defending_strength(s, b)) for b in naive.standing(s, area, enemy)]
    return handful([*dice, (1, naive.has_line(s, area, enemy))])


def is_tank_attack(s: Kiev, area: int) -> bool:
    enemy = 1 - s.active
    town = naive.holds(s, area, enemy) and area in naive.AREAS_OF["cities"]
    if s.weather != naive.SUNNY or TERRAIN[area] != "green" or town or naive.has_line(s, area, enemy):
        return False
    dry = any(KIND[b] == "tank" for b in able(s, area) - members(s.crossed))
    return dry and not any(KIND[b] == "tank" for b in naive.standing(s, area, enemy))


# -- 10.13.2, 10.13.4 the questions -------------------------------------------------------------------------------


def corps(s: Kiev, where: int) -> list[int]:
    return [hq for hq in FLIEGERKORPS if any(BOMBER_HQ[i] == hq for i in bombers(s, where))]


def interceptions(s: Kiev, area: int) -> set[Action]:
    free = [f for f in fleets(s, area) if not bombers(s, AT_SEA + f)]
    out: set[Action] = {Intercept(hq, FLEET + f) for hq in corps(s, area) for f in free or fleets(s, area)}
    return out if free else out | {Done()}


def hit_bombers(s: Kiev, hits: int, where: int) -> set[Action]:
    most = 2 * (len(bombers(s, where)) - 1)
    aborted = {Abort(hq) for hq in corps(s, where) if hits and hits - 1 <= most}
    return aborted | {Downed(hq) for hq in corps(s, where) if hits >= 2}


class Watch:
    """A battle that is followed: which stages are over."""

    def __init__(self, s: Kiev, area: int, rng: random.Random) -> None:
        self.s, self.area, self.rng = s, area, rng
        self.stages: list[Stage] = [fleet_guns, artillery, flak, bombs]
        self.at_sea = [f for f in fleets(s, area) for _ in (0, 1)] if bombers(s, area) else []
        """Each fleet fires at the bombers that engage it, and they fire back."""
        self.ground = False

    def fought_out(self) -> bool:
        s, area = self.s, self.area
        return not naive.has_units(s, area, 1 - s.active) or not able(s, area)

    def next_dice(self) -> Rolled:
        s = self.s
        while self.at_sea:
            f = self.at_sea.pop(0)
            fires = len(self.at_sea) % 2
            engaged = bombers(s, AT_SEA + f)
            dice = handful([ship(s, f)] if fires and engaged else []) if fires else bombs(s, AT_SEA + f)
            if any(dice):
                return dice
        while not self.fought_out():
            if not self.stages and self.ground:
                break
            if not self.stages:
                self.ground = True
                self.stages = [attack, defence] if is_tank_attack(s, self.area) else [defence, attack]
            dice = self.stages.pop(0)(s, self.area)
            if any(dice):
                return dice
        return ()

    def imaginable(self) -> set[Action]:
        """What might be said at such a question."""
        name = self.s.step.name
        if name == "NavalAir":
            return {Done()} | {Intercept(hq, FLEET + f) for hq in FLIEGERKORPS for f in range(len(FLEETS))}
        if name == "AntiAir":
            return {kind(hq) for hq in FLIEGERKORPS for kind in (Abort, Downed)}
        return {TakeHit(b) for b in range(len(BLOCKS))}

    def answer(self) -> Action:
        s, name = self.s, self.s.step.name
        if name == "HitRoll":
            dice = dice_to_roll(s)
            assert dice == self.next_dice()
            return Hits(self.rng.choice((0, 1, 2, sum(dice))) % (sum(dice) + 1))
        legal = set(s.legal())
        for action in self.imaginable():
            assert (s.why_not(action) is None) == (action in legal), action
        if name == "NavalAir":
            assert (s.side, legal) == ("axis", interceptions(s, self.area))
        elif name == "AntiAir":
            assert (s.side, legal) == ("axis", hit_bombers(s, *s.frame[1:]))
        else:
            assert name == "Losses"
            assert all(isinstance(action, TakeHit) and SIDES[SIDE[action.block]] == s.side for action in legal)
        assert len(legal) > 1
        return self.rng.choice(sorted(legal, key=str))


def fight(before: Kiev, area: int, rng: random.Random) -> None:
    s = before.copy()
    if s.active == SOVIET:
        s.bombers[:] = bytes([READY] * len(s.bombers))
    elif rng.random() < 0.7:
        for i in range(len(s.bombers)):
            s.bombers[i] = area if rng.random() < 0.4 else s.bombers[i]
    if rng.random() < 0.5:
        s.fleets[:] = bytes(area if place != SUNK and rng.random() < 0.7 else place for place in s.fleets)
    s.stack[:] = [(ChooseImpulse.id,), (Battle.id, area, 0, 0)]
    s.dab = s.hits = 7
    s.memo.clear()
    watch = Watch(s, area, rng)
    s.settle()
    while not s.over and s.step.name != "ChooseImpulse":
        s.apply(watch.answer())
    if not s.over:
        assert watch.next_dice() == ()
        assert s.fought == before.fought | 1 << area
        assert not fleets(s, area)
        assert all(place in (BASE, BATUMI, SUNK) or place < AREAS for place in s.fleets)
        assert all(place in (READY, SPENT, SHOT_DOWN) or place < AREAS for place in s.bombers)
        assert not bombers(s, area)


@rule("10.13", "10.13.2", "10.13.3", "10.13.4", "10.13.5", "10.13.6", "10.13.6.2", "10.14", "10.16")
def test_who_rolls_what_and_when_in_battles_everywhere() -> None:
    rng = random.Random("battles")
    fought = 0
    for s in positions():
        for area in sorted(naive.read(s).contested):
            if able(s, area):
                fight(s, area, rng)
                fought += 1
    assert fought > 100


@rule("10.13.1", "10.14")
def test_the_showdown_lays_both_sides_open_and_counts_what_is_absorbed() -> None:
    for before in positions()[::2]:
        for area in naive.read(before).contested:
            s = before.copy()
            if not able(s, area) or bombers(s, area) or fleets(s, area) or artillery(s, area) != (0, 0, 0):
                continue
            s.stack[:] = [(ChooseImpulse.id,), (Battle.id, area, 0, 0)]
            s.settle()
            enemy = 1 - s.active
            held = naive.holds(before, area, enemy)
            bonus = {"yellow": 1, "red": 2}.get(TERRAIN[area], 0) + naive.has_line(before, area, enemy)
            bonus += 2 if held and TERRAIN[area] == "victory" else held and area in naive.AREAS_OF["cities"]
            if s.step.name == "HitRoll":
                assert s.revealed == before.revealed | before.here[area]
                assert s.dab == min(3, bonus)

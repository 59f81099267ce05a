"""Support, the order of battles, blitz, and who takes the hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Abort, Bomb, Done, Downed, Fight, Intercept, Recall, Sail, Shell, TakeHit
from rasputitsa.titles.kiev41.actions import Blitz as BlitzAction
from rasputitsa.titles.kiev41.air import AntiAir, NavalAir
from rasputitsa.titles.kiev41.battle import attackers, batteries
from rasputitsa.titles.kiev41.blitz import BlitzMoves, blitz_areas, may_blitz
from rasputitsa.titles.kiev41.brain.battles import group_value, prize_of, prospect
from rasputitsa.titles.kiev41.brain.core import BRAIN
from rasputitsa.titles.kiev41.brain.sense import (
    KievMind,
    Outlook,
    bombs_of,
    cut_off,
    guns_of,
    look,
    own_force,
    worth_of,
)
from rasputitsa.titles.kiev41.brain.staff import Staff
from rasputitsa.titles.kiev41.combat import Combat, battles, new_battles
from rasputitsa.titles.kiev41.components import BLOCKS, BOMBER_HQ, FIRE, FLEET_PIECE, HQS, LW_HQS, SOVIET
from rasputitsa.titles.kiev41.headquarters import unexhausted
from rasputitsa.titles.kiev41.losses import Losses
from rasputitsa.titles.kiev41.mapboard import AREAS, BLACK_COAST, ODESSA, PLACE_IDS, SEVASTOPOL
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.support import Support, at_sea, bombed, recalled, sails, shelled, too_many_fleets
from rasputitsa.titles.kiev41.weather import hq_strength

SURVIVE: Final = 0.8
"""How many of the bombers get through."""


def committed(s: Kiev, area: int) -> float:
    """Hits to expect from guns and bombs already committed to an area."""
    guns = sum(guns_of(s, hq) for hq in batteries(s, area))
    return guns + sum(bomb_of(s, BOMBER_HQ[i]) for i, place in enumerate(s.bombers) if place == area)


def battle_value(mind: KievMind, area: int, more: float = 0.0) -> float:
    """What fighting in an area is worth with what is committed, and some hits more."""
    s = mind.s
    blocks = attackers(s, area)
    prize = prize_of(s, area, mind.w["cut"] * cut_off(s, s.active, 1 << area))
    return group_value(s, area, blocks, s.crossed & blocks, committed(s, area) + more, s.active, mind.w, prize)


@BRAIN.candidate(Support)
def support(mind: KievMind) -> Iterable[Proposal]:
    """10.4, 10.11, 10.2.1 Each gun, bomber and ship where it helps most."""
    s, blitz = mind.s, mind.s.frame[1]
    if not (too_many_fleets(s) and not blitz):
        yield Proposal(0.0, Done(), "to battle")
    lift = Lift(mind)
    for hq in bits(s.activated & ~LW_HQS):
        for area in bits(shelled(s, hq, blitz)):
            gain = lift.share(area, guns_of(s, hq))
            yield Proposal(0.2 + gain, Shell(hq, area), "{} shells {}", (BLOCKS[hq].id, PLACE_IDS[area]))
    if blitz:
        return
    for hq in bits(s.activated & LW_HQS):
        for area in bits(bombed(s, hq)):
            gain = lift.share(area, bomb_of(s, hq))
            yield Proposal(0.1 + gain, Bomb(hq, area), "{} bombs {}", (BLOCKS[hq].id, PLACE_IDS[area]))
    yield from fleets(mind)


def bomb_of(s: Kiev, hq: int) -> float:
    """Hits to expect from one bomber of a Fliegerkorps, some of which will be driven off."""
    return SURVIVE * bombs_of(s, hq)


class Lift:
    """What support does for a battle: a little may be lost on the ramparts where much of it breaks them."""

    def __init__(self, mind: KievMind) -> None:
        s = mind.s
        self.mind = mind
        self.ready: dict[int, float] = {}
        """All the hits that could still be committed to each area."""
        for hq in bits(s.activated & ~LW_HQS):
            self._add(shelled(s, hq, s.frame[1]), guns_of(s, hq))
        for hq in bits(s.activated & LW_HQS if not s.frame[1] else 0):
            flown = sum(place < AREAS and BOMBER_HQ[i] == hq for i, place in enumerate(s.bombers))
            self._add(bombed(s, hq), bomb_of(s, hq) * max(0, hq_strength(s, hq) - flown))

    def _add(self, areas: int, hits: float) -> None:
        for area in bits(areas):
            self.ready[area] = self.ready.get(area, 0.0) + hits

    def share(self, area: int, hits: float) -> float:
        """What some hits more are worth: by themselves, or as their part of all that could come."""
        now = battle_value(self.mind, area)
        together = self.ready.get(area, 0.0)
        alone = battle_value(self.mind, area, hits) - now
        if together <= hits or not self.mind.w["salvo"]:
            return alone
        part = (battle_value(self.mind, area, together) - now) * hits / together
        return max(alone, self.mind.w["salvo"] * part)


def fleets(mind: KievMind) -> Iterable[Proposal]:
    """10.2.1 Ships go where the Soviets fight on the coast, or where they are threatened."""
    s = mind.s
    if s.active != SOVIET:
        return
    view: Outlook = mind.once(look)
    for f in range(2):
        for area in bits(sails(s, f)):
            worth = coast_need(s, view, area) - (coast_need(s, view, s.fleets[f]) if s.fleets[f] < AREAS else 0.0)
            yield Proposal(worth - 0.5, Sail(FLEET_PIECE + f, area), "the fleet helps {}", (PLACE_IDS[area],))
        if recalled(s, f):
            spare = at_sea(s) > unexhausted(s)
            need = coast_need(s, view, s.fleets[f])
            yield Proposal((2.0 if spare else -1.0) - need, Recall(FLEET_PIECE + f), "the fleet goes home")


def coast_need(s: Kiev, view: Outlook, area: int) -> float:
    """How much a coast needs ships."""
    if not BLACK_COAST >> area & 1 or not s.at[SOVIET] >> area & 1:
        return 0.0
    near = view.to_foe[area]
    worth = 2.0 if area in (ODESSA, SEVASTOPOL) else 1.0
    return worth * (2.0 if near == 0 else 1.0 if near == 1 else 0.0)


@BRAIN.candidate(Combat)
def combat(mind: KievMind) -> Iterable[Proposal]:
    """10.12 The best battle first; old engagements only if it pays."""
    s = mind.s
    new = new_battles(s)
    for area in bits(battles(s, s.frame[1])):
        worth = battle_value(mind, area)
        yield Proposal(worth + (50.0 if new >> area & 1 else 0.0), Fight(area), "battle in {}", (PLACE_IDS[area],))
    if not new:
        yield Proposal(mind.w["fight"], Done(), "no battle that pays")


@BRAIN.candidate(BlitzMoves)
def blitz(mind: KievMind) -> Iterable[Proposal]:
    """10.17 On into the gap, or against what is weak."""
    s, w = mind.s, mind.w
    view: Outlook = mind.once(look)
    yield Proposal(w["stir"], Done(), "no further")
    ready = may_blitz(s)
    staff = Staff(mind, ready)
    for b in bits(ready):
        now = staff.standing(b, s.place[b])
        for area in bits(blitz_areas(s, b)):
            action = BlitzAction(b, s.place[b], area)
            if view.foes >> area & 1:
                seen = prospect(s, area, own_force(s, 1 << b, True), 0.0, s.active)
                worth = w["kill"] * seen.damage - w["loss"] * seen.loss - 1.0
                worth += w["take"] * worth_of(s, area) * seen.clears
            else:
                taken = 1 << area & ~view.own
                worth = staff.standing(b, area) - now + (w["cut"] * cut_off(s, s.active, taken) if taken else 0.0)
            yield Proposal(worth, action, "{} blitzes on to {}", (BLOCKS[b].id, PLACE_IDS[area]))


@BRAIN.candidate(Losses)
def losses(mind: KievMind) -> Iterable[Proposal]:
    """10.15.1 Among equals the cheapest block: weak fire before strong, HQs last."""
    for action in mind.s.legal():
        assert isinstance(action, TakeHit)
        b = action.block
        price = FIRE[b] + (4 if HQS >> b & 1 else 0)
        yield Proposal(-price, action, "{} can bear it best", (BLOCKS[b].id,))


@BRAIN.candidate(AntiAir)
def anti_air(mind: KievMind) -> Iterable[Proposal]:
    """10.13.4 Bombers of the weaker Fliegerkorps abort; none is lost that need not be."""
    s = mind.s
    for action in s.legal():
        assert isinstance(action, Abort | Downed)
        worth = -float(s.strength[action.hq]) - (3.0 if isinstance(action, Downed) else 0.0)
        yield Proposal(worth, action, "a bomber of {} turns back", (BLOCKS[action.hq].id,))


@BRAIN.candidate(NavalAir)
def naval_air(mind: KievMind) -> Iterable[Proposal]:
    """10.13.2 One bomber for each fleet, of the weaker Fliegerkorps; the others for the ground."""
    s = mind.s
    for action in s.legal():
        if isinstance(action, Intercept):
            yield Proposal(-float(s.strength[action.hq]), action, "{} takes on the fleet", (BLOCKS[action.hq].id,))
        else:
            yield Proposal(5.0, action, "the others strike the ground")

"""Support, the order of battles, blitz, and who takes the hits."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Abort, Bomb, Done, Downed, Fight, Intercept, Recall, Sail, Shell, TakeHit
from rasputitsa.titles.kiev41.actions import Blitz as BlitzAction
from rasputitsa.titles.kiev41.air import AntiAir, NavalAir
from rasputitsa.titles.kiev41.areas import AREAS, BLACK_COAST, ODESSA, PLACE_IDS, SEVASTOPOL
from rasputitsa.titles.kiev41.blitz import BlitzMoves, blitz_areas, may_blitz
from rasputitsa.titles.kiev41.brain import BRAIN
from rasputitsa.titles.kiev41.brain.battles import group_value, prize_of, prospect
from rasputitsa.titles.kiev41.brain.orders import Staff
from rasputitsa.titles.kiev41.brain.sense import KievMind, Outlook, cut_off, look, own_force, worth_of
from rasputitsa.titles.kiev41.combat import Combat, attackers, new_battles
from rasputitsa.titles.kiev41.components import BLOCKS, FIRE, FLEET_PIECE, HQS, LW_HQS, SOVIET
from rasputitsa.titles.kiev41.losses import Losses
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.support import Support, at_sea, bombed, recalled, sails, shelled, too_many_fleets
from rasputitsa.titles.kiev41.tactical import unexhausted
from rasputitsa.titles.kiev41.weather import hq_strength


def committed(s: Kiev, area: int) -> float:
    """Hits to expect from guns and bombs already committed to an area."""
    guns = sum(hq_strength(s, hq) * FIRE[hq] / 6 for hq, at in zip(s.guns[::2], s.guns[1::2]) if at == area)
    bombs = sum(1 for place in s.bombers if place == area)
    return guns + 0.8 * bombs


def battle_value(mind: KievMind, area: int, more: float = 0.0) -> float:
    """What fighting in an area is worth with what is committed, and so many hits more."""
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
    for hq in bits(s.activated & ~LW_HQS):
        for area in bits(shelled(s, hq, blitz)):
            gain = battle_value(mind, area, hq_strength(s, hq) * FIRE[hq] / 6) - battle_value(mind, area)
            yield Proposal(0.2 + gain, Shell(hq, area), "{} shells {}", (BLOCKS[hq].id, PLACE_IDS[area]))
    if blitz:
        return
    for hq in bits(s.activated & LW_HQS):
        for area in bits(bombed(s, hq)):
            gain = battle_value(mind, area, hq_strength(s, hq) / 3 * 0.8) - battle_value(mind, area)
            yield Proposal(0.1 + gain, Bomb(hq, area), "{} bombs {}", (BLOCKS[hq].id, PLACE_IDS[area]))
    yield from fleets(mind)


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
    s, step = mind.s, mind.s.step
    assert isinstance(step, Combat)
    new = new_battles(s)
    for area in bits(step.choices(s)):
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

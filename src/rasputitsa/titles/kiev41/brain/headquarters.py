"""Which HQs to activate and where: what each could set in motion, what its guns and bombers are good for, its price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Activate
from rasputitsa.titles.kiev41.brain.fighting import battle_value, bomb_of
from rasputitsa.titles.kiev41.brain.fire import Fire, fire
from rasputitsa.titles.kiev41.brain.orders import ambitions
from rasputitsa.titles.kiev41.brain.plan import ARMY, plan, ways
from rasputitsa.titles.kiev41.brain.sense import KievMind, Outlook, goals, guns_of, look
from rasputitsa.titles.kiev41.brain.staff import BATTERIES
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBER_HQ,
    COMBAT,
    COMMANDS,
    GUDERIAN,
    HQS,
    LW_HQS,
    OF_SIDE,
    TACTICAL_HQS,
)
from rasputitsa.titles.kiev41.control import contested, full_control
from rasputitsa.titles.kiev41.headquarters import in_command, may_activate, reveal_areas, tactical_range
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.mapboard import ADJACENT, AREAS, PLACE_IDS, TOPOLOGY, distance
from rasputitsa.titles.kiev41.movement import own_blocks
from rasputitsa.titles.kiev41.state import READY, Kiev
from rasputitsa.titles.kiev41.supply import orange_disc, yellow_disc
from rasputitsa.titles.kiev41.weather import OCTOBER, hq_strength

IN_RANGE: Final = 3
"""A Fliegerkorps this near to a goal need not come nearer."""


def postings(mind: KievMind) -> Iterable[Proposal]:
    """What each HQ could set in motion from the best place it can be revealed in."""
    s = mind.s
    wishes = mind.once(ambitions).wishes
    view: Outlook = mind.once(look)
    friendly = full_control(s, s.active)
    served = {b for b in wishes if s.activated and in_command(s, b)}
    for hq in bits(may_activate(s)):
        if hq == GUDERIAN:
            yield guderian(mind)
        elif LW_HQS >> hq & 1:
            yield from fliegerkorps(mind, hq, wishes)
        elif s.strength[hq] or last_month(s):
            yield posting(mind, hq, wishes, served, friendly, view)


def last_month(s: Kiev) -> bool:
    """Is there no month to come in which HQs could be used? Then an exhausted one may be spent (10.5)."""
    return s.turn >= s.game.data.last_turn


def posting(
    mind: KievMind, hq: int, wishes: dict[int, float], served: set[int], friendly: int, view: Outlook
) -> Proposal:
    """The best area for one HQ: many blocks with much to do in range, guns near the enemy, not in harm's way."""
    s, w = mind.s, mind.w
    best, where, gain = -99.0, s.place[hq], 0.0
    strength = hq_strength(s, hq)
    fights: int = mind.once(ambitions).targets
    wanted = goals(s, s.active)
    shelled = under_fire(s)
    way = mind.once(ways).get(hq, view.to_goal)
    here = s.place[hq]
    army = [s.place[b] for b in bits(ARMY[hq] & s.on_map & ~s.isolated)]
    for area in bits(reveal_areas(s, hq)):
        reached = own_blocks(s, s.active, tactical_range(area, strength, friendly | 1 << area)) & COMMANDS[hq]
        reached |= s.here[area] & OF_SIDE[s.active]
        worth = sum(wishes[b] for b in bits(reached) if b in wishes and b not in served)
        near = ADJACENT[area]
        worth += w["guns"] * strength * (bool(near & fights) + 2 * bool(near & fights & wanted & ~shelled))
        if w["aim"]:
            worth += w["aim"] * mind.once(fire).best(near, guns_of(s, hq))
        guards = (s.here[area] & OF_SIDE[s.active] & COMBAT).bit_count()
        worth -= w["hq_risk"] * view.threat[area] * (2.0 if not guards else 1.0 if guards == 1 else 0.3)
        if not view.fed >> area & 1:
            worth -= 5.0
        onward = 0.0
        if view.attacks():
            onward = w["hq_pull"] * (way[here] - way[area]) - w["army"] * army_distance(army, area)
        if worth + onward > best:
            best, where, gain = worth + onward, area, worth
    return Proposal(
        gain - price_of(mind, hq), Activate(hq, where), "{} commands from {}", (BLOCKS[hq].id, PLACE_IDS[where])
    )


def under_fire(s: Kiev) -> int:
    """The areas next to as many activated HQs as may be counted on: they need no further guns."""
    near = [ADJACENT[s.place[hq]] for hq in bits(s.activated & TACTICAL_HQS & s.on_map)]
    return mask_of(a for a in range(AREAS) if sum(areas >> a & 1 for areas in near) >= BATTERIES)


def army_distance(army: list[int], area: int) -> float:
    """How far away the blocks of an army are, in areas."""
    return sum(distance(area, place) for place in army) / len(army) if army else 0.0


def price_of(mind: KievMind, hq: int) -> float:
    """What a step of an HQ is worth: the last one more than others, little when any impulse may be the last (S.3)."""
    s = mind.s
    if s.game.scenario == "pocket" and s.turn == OCTOBER:
        return 0.2 * mind.w["activation"]
    kept = mind.w["spread"] * mind.once(another_round) if s.activated and TACTICAL_HQS >> hq & 1 else 0.0
    return kept + mind.w["activation"] * (1.0 if s.strength[hq] > 2 else mind.w["last_step"])


def another_round(mind: KievMind) -> float:
    """10.12 What another impulse would bring in the battles that go on."""
    return sum(max(0.0, battle_value(mind, area)) for area in bits(contested(mind.s)))


def in_plenty(mind: KievMind) -> bool:
    """7.2.2 Are there fewer steps to restore than points to come, or is this the last month?"""
    s = mind.s
    if last_month(s):
        return True
    tired = sum(_tiredness(s.strength[hq]) for hq in bits(HQS & OF_SIDE[s.active] & s.on_map))
    return tired < logistics_value(s, s.active)


def _tiredness(strength: int) -> int:
    """Steps an HQ has spent."""
    return min(3, 4 - strength)


def guderian(mind: KievMind) -> Proposal:
    """10.10 Guderian drives on while there is a disc to flip and strength to spare."""
    s, w = mind.s, mind.w
    place = s.place[GUDERIAN]
    worth = w["guderian"] * hq_strength(s, GUDERIAN) / 4 if yellow_disc(s) or orange_disc(s) else -9.0
    if s.strength[GUDERIAN] <= 2 and not s.activated:
        worth -= 1.0
    return Proposal(worth - w["activation"], Activate(GUDERIAN, place), "Guderian drives on")


def fliegerkorps(mind: KievMind, hq: int, wishes: dict[int, float]) -> Iterable[Proposal]:
    """10.11 Bombers, where battles are likely within their range."""
    s, w = mind.s, mind.w
    if READY not in s.bombers or not s.strength[hq]:
        return
    strength = hq_strength(s, hq)
    fights: int = mind.once(ambitions).targets & _front(mind, wishes)
    wanted = goals(s, AXIS)
    view: Outlook = mind.once(look)
    here = s.place[hq]
    aim: Fire | None = mind.once(fire) if w["aim"] else None
    ready = sum(place == READY and BOMBER_HQ[i] == hq for i, place in enumerate(s.bombers))

    goal = mind.once(plan).goal.get(hq) if w["plan"] else None
    near_to = wanted if goal is None else 1 << goal

    def onward(area: int) -> float:
        return w["air_pull"] * (way_to(near_to, here) - way_to(near_to, area))

    def work(area: int) -> float:
        near = TOPOLOGY.disk(area, strength)
        if aim is not None:
            return w["aim"] * aim.best(near & aim.goals, bomb_of(s, hq) * min(ready, strength), certain=True)
        field = min(3, (near & fights).bit_count() + 2 * (near & fights & wanted).bit_count())
        bombs = w["bombs"] * field + (w["air_siege"] if near & fights & wanted else 0.0)
        return bombs * strength * strength / 6 + onward(area)

    def choice(area: int) -> float:
        way = onward(area) if aim is not None else 0.0
        return work(area) + way - 0.2 * (area != here) - w["hq_risk"] * view.threat[area]

    best = max(bits(reveal_areas(s, hq)), key=choice, default=here)
    price = price_of(mind, hq) * (w["air_cost"] if s.strength[hq] > 2 else 1.0)
    yield Proposal(work(best) - price, Activate(hq, best), "{} flies from {}", (BLOCKS[hq].id, PLACE_IDS[best]))


def way_to(wanted: int, area: int) -> int:
    """How many areas away the nearest goal is; within bombing range it is near enough."""
    return max(IN_RANGE, min((distance(area, goal) for goal in bits(wanted)), default=IN_RANGE))


def _front(mind: KievMind, wishes: dict[int, float]) -> int:
    """The areas next to blocks under command that would like to do something."""
    s = mind.s
    out = 0
    for b in wishes:
        if s.place[b] < AREAS and in_command(s, b):
            out |= ADJACENT[s.place[b]] | 1 << s.place[b]
    return out

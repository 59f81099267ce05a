"""What to do with an impulse: which HQs to activate and where, whether to spend the disc, when to pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Activate, Done, Exploit, Pass, StrategicMove, StrategicReinforcements
from rasputitsa.titles.kiev41.areas import ADJACENT, AREAS, NIZHYN, PLACE_IDS, TOPOLOGY, TULA, distance
from rasputitsa.titles.kiev41.brain import BRAIN
from rasputitsa.titles.kiev41.brain.orders import ambitions
from rasputitsa.titles.kiev41.brain.sense import KievMind, Outlook, goals, look
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, COMBAT, COMMANDS, FAST, GUDERIAN, LW_HQS, OF_SIDE
from rasputitsa.titles.kiev41.control import full_control
from rasputitsa.titles.kiev41.impulses import ChooseImpulse, Exploitation, may_spend_disc
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.movement import own_blocks
from rasputitsa.titles.kiev41.reinforcements import pool
from rasputitsa.titles.kiev41.state import READY
from rasputitsa.titles.kiev41.tactical import Activation, in_command, may_activate, reveal_areas, tactical_range
from rasputitsa.titles.kiev41.weather import bad_weather, hq_strength

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
        elif s.strength[hq]:
            yield posting(mind, hq, wishes, served, friendly, view)


def posting(
    mind: KievMind, hq: int, wishes: dict[int, float], served: set[int], friendly: int, view: Outlook
) -> Proposal:
    """The best area for one HQ: many blocks with much to do in range, guns near the enemy, not in harm's way."""
    s, w = mind.s, mind.w
    best, where = -99.0, s.place[hq]
    strength = hq_strength(s, hq)
    fights: int = mind.once(ambitions).targets
    wanted = goals(s, s.active)
    for area in bits(reveal_areas(s, hq)):
        reached = own_blocks(s, s.active, tactical_range(area, strength, friendly | 1 << area)) & COMMANDS[hq]
        reached |= s.here[area] & OF_SIDE[s.active]
        worth = sum(wishes[b] for b in bits(reached) if b in wishes and b not in served)
        worth += w["guns"] * strength * (bool(ADJACENT[area] & fights) + 2 * bool(ADJACENT[area] & fights & wanted))
        guards = (s.here[area] & OF_SIDE[s.active] & COMBAT).bit_count()
        worth -= w["hq_risk"] * view.threat[area] * (2.0 if not guards else 1.0 if guards == 1 else 0.3)
        if view.attacks():
            worth -= w["hq_pull"] * view.to_goal[area]
        if not view.fed >> area & 1:
            worth -= 5.0
        if worth > best:
            best, where = worth, area
    price = w["activation"] * (1.0 if s.strength[hq] > 2 else w["last_step"])
    return Proposal(best - price, Activate(hq, where), "{} commands from {}", (BLOCKS[hq].id, PLACE_IDS[where]))


def guderian(mind: KievMind) -> Proposal:
    """10.10 Guderian drives on while there is a disc to flip and strength to spare."""
    s, w = mind.s, mind.w
    place = s.place[GUDERIAN]
    worth = w["guderian"] * hq_strength(s, GUDERIAN) / 4 if place < NIZHYN or place < TULA else -9.0
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

    def work(area: int) -> float:
        near = TOPOLOGY.disk(area, strength)
        field = min(3, (near & fights).bit_count() + 2 * (near & fights & wanted).bit_count())
        bombs = w["bombs"] * field + (w["air_siege"] if near & fights & wanted else 0.0)
        return bombs * strength * strength / 6 + w["air_pull"] * (way_to(wanted, here) - way_to(wanted, area))

    def choice(area: int) -> float:
        return work(area) - 0.2 * (area != here) - w["hq_risk"] * view.threat[area]

    best = max(bits(reveal_areas(s, hq)), key=choice, default=here)
    price = w["activation"] * (w["air_cost"] if s.strength[hq] > 2 else w["last_step"])
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


@BRAIN.candidate(ChooseImpulse)
def impulse(mind: KievMind) -> Iterable[Proposal]:
    """3.0 The best HQ to begin with, the disc, or a pass."""
    s, w = mind.s, mind.w
    for proposal in postings(mind):
        if proposal.action.block not in (GUDERIAN,) or s.strength[GUDERIAN] > 2:  # type: ignore[attr-defined]
            yield proposal
    starving = (s.isolated & OF_SIDE[1 - s.active] & s.on_map).bit_count()
    yield Proposal(w["pass"] - w["patience"] * min(starving, 6), Pass(), "nothing is worth an HQ")
    if may_spend_disc(s) and may_afford_disc(mind):
        yield from disc(mind)


def may_afford_disc(mind: KievMind) -> bool:
    """The disc goes to the enemy: about once a turn is enough, or the two would hand it to and fro for ever."""
    s = mind.s
    return s.game.disc_once or s.disc_uses[s.active] < s.turn


def disc(mind: KievMind) -> Iterable[Proposal]:
    """11.0 Reinforcements when many are waiting; else a general move."""
    s, w = mind.s, mind.w
    waiting = min(len(pool(s, s.active)), logistics_value(s, s.active))
    yield Proposal(w["call"] * waiting - w["disc"], StrategicReinforcements(), "{} blocks are waiting", (waiting,))
    wishes: dict[int, float] = mind.once(ambitions).wishes
    best = sorted(wishes.values(), reverse=True)[: logistics_value(s, s.active)]
    yield Proposal(w["general"] * sum(best) - w["disc"], StrategicMove(), "a general move")


@BRAIN.candidate(Activation)
def activation(mind: KievMind) -> Iterable[Proposal]:
    """10.1 More HQs while they add enough."""
    yield from postings(mind)
    yield Proposal(0.0, Done(), "enough HQs")


@BRAIN.candidate(Exploitation)
def exploitation(mind: KievMind) -> Iterable[Proposal]:
    """10.19 When fast blocks have far to go and nothing better is to be done with the disc."""
    s, w = mind.s, mind.w
    yield Proposal(0.0, Done(), "the disc is kept")
    if not may_afford_disc(mind) or bad_weather(s):
        return
    fast = (s.on_map & OF_SIDE[s.active] & FAST & ~s.isolated).bit_count()
    waiting = min(len(pool(s, s.active)), logistics_value(s, s.active))
    worth = w["exploit"] * fast - w["call"] * waiting
    yield Proposal(worth - w["disc"], Exploit(), "fast blocks drive on")

"""What to do with an impulse: activate HQs, spend the disc, or pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Done, Exploit, Move, Pass, StrategicMove, StrategicReinforcements
from rasputitsa.titles.kiev41.brain.core import BRAIN
from rasputitsa.titles.kiev41.brain.headquarters import another_round, in_plenty, last_month, postings
from rasputitsa.titles.kiev41.brain.orders import ambitions
from rasputitsa.titles.kiev41.brain.sense import KievMind
from rasputitsa.titles.kiev41.brain.staff import Staff
from rasputitsa.titles.kiev41.command import may_exploit
from rasputitsa.titles.kiev41.components import GUDERIAN, OF_SIDE
from rasputitsa.titles.kiev41.headquarters import Activation
from rasputitsa.titles.kiev41.impulses import ChooseImpulse, Exploitation, may_spend_disc
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.reinforcements import pool
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.victory import winner_now
from rasputitsa.titles.kiev41.weather import bad_weather

LAST_GIFT: Final = 0.1
"""What a block is worth that the enemy calls in the last month, compared to one before."""


@BRAIN.candidate(ChooseImpulse)
def impulse(mind: KievMind) -> Iterable[Proposal]:
    """3.0 The best HQ to begin with, the disc, or a pass."""
    s, w = mind.s, mind.w
    for proposal in postings(mind):
        if proposal.action.block != GUDERIAN or s.strength[GUDERIAN] > 2 or w["round"]:  # type: ignore[attr-defined]
            yield proposal
    starving = (s.isolated & OF_SIDE[1 - s.active] & s.on_map).bit_count()
    go_on = w["patience"] * min(starving, 6) + (w["go_on"] if mind.once(in_plenty) else 0.0)
    if w["round"]:
        go_on += w["round"] * mind.once(another_round)
    yield Proposal(w["pass"] - go_on + w["finish"] * verdict(s), Pass(), "nothing is worth an HQ")
    if may_spend_disc(s) and may_afford_disc(mind):
        yield from disc(mind)


def verdict(s: Kiev) -> int:
    """12.0 In the last month a pass after the enemy's ends the game: 1 if that wins it. -1 if the game would be lost:
    then not even the first pass is good, for the enemy would end it."""
    if not last_month(s):
        return 0
    if winner_now(s) != s.active:
        return -1
    return 1 if s.passes else 0


def may_afford_disc(mind: KievMind) -> bool:
    """The disc goes to the enemy: about once a turn is enough, or the two would hand it to and fro for ever."""
    s = mind.s
    return s.game.data.disc_once or s.disc_uses[s.active] < s.turn


def disc(mind: KievMind) -> Iterable[Proposal]:
    """11.0 Reinforcements when many are waiting; else a general move."""
    s, w = mind.s, mind.w
    waiting = min(len(pool(s, s.active)), logistics_value(s, s.active))
    price = w["disc"] + w["gift"] * gift(s)
    yield Proposal(w["call"] * waiting - price, StrategicReinforcements(), "{} blocks are waiting", (waiting,))
    wishes: dict[int, float] = mind.once(ambitions).wishes
    best = sorted(wishes.values(), reverse=True)[: logistics_value(s, s.active)]
    yield Proposal(w["general"] * sum(best) - price, StrategicMove(), "a general move")


def gift(s: Kiev) -> int:
    """How many blocks the enemy could call with the disc."""
    enemy = 1 - s.active
    if s.game.data.disc_once and s.disc_uses[enemy]:
        return 0
    return min(len(pool(s, enemy)), logistics_value(s, enemy))


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
    waiting = min(len(pool(s, s.active)), logistics_value(s, s.active))
    worth = w["exploit"] * drive(mind) - w["call"] * waiting
    price = w["disc"] + w["gift"] * gift(s) * (LAST_GIFT if last_month(s) else 1.0)
    yield Proposal(worth - price, Exploit(), "fast blocks drive on")


def drive(mind: KievMind) -> float:
    """10.19 What an Exploitation Move would bring: by the plan how much nearer the goals come, else how many move."""
    s = mind.s
    fast = s.on_map & OF_SIDE[s.active] & may_exploit(s) & ~s.isolated
    if not mind.w["plan"]:
        return float(fast.bit_count())
    gains: dict[int, float] = {}
    for idea in Staff(mind, fast, engage=False).ideas():
        if isinstance(idea.action, Move):
            gains[idea.action.block] = max(idea.gain, gains.get(idea.action.block, 0.0))
    return sum(sorted(gains.values(), reverse=True)[: logistics_value(s, s.active)])

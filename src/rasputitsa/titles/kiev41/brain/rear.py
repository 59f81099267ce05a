"""The Logistics Phase: leaders, HQs, replacements, reinforcements and where they arrive."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Call, Choose, Deploy, Done, Lead, Pause, Regenerate, Replace
from rasputitsa.titles.kiev41.brain.core import BRAIN
from rasputitsa.titles.kiev41.brain.sense import KievMind, Outlook, look
from rasputitsa.titles.kiev41.components import (
    BLITZ_HQS,
    BLOCKS,
    FIRE,
    FULL,
    GUDERIAN,
    HQS,
    LEADER,
    LW_HQS,
    SIDES,
    TANKS,
)
from rasputitsa.titles.kiev41.logistics import Logistics, Regeneration, Replacements
from rasputitsa.titles.kiev41.mapboard import AREAS, CITIES, PLACE_IDS, SOVIET_STAGING, VICTORY
from rasputitsa.titles.kiev41.reinforcements import Deployment, Drawing, Reinforcements


@BRAIN.candidate(Logistics)
def logistics(mind: KievMind) -> Iterable[Proposal]:
    """7.0 The leader works as long as he has strength to give; exhausted he may rest while little is needed."""
    s = mind.s
    leader = LEADER[SIDES.index(mind.side)]
    tired = s.strength[leader] == 0 and s.turn < 5
    yield Proposal(1.0, Lead(), "the army needs everything")
    yield Proposal(mind.w["rest"] if tired else 0.0, Pause(), "the leader must rest")


@BRAIN.candidate(Regeneration)
def regeneration(mind: KievMind) -> Iterable[Proposal]:
    """7.2.2 The weakest HQs first, those with most to command before others."""
    s = mind.s
    yield Proposal(0.0, Done(), "all HQs are well")
    for action in s.legal():
        if isinstance(action, Regenerate):
            hq = action.block
            worth = 5.0 - s.strength[hq] + (1.0 if BLITZ_HQS >> hq & 1 else 0.0)
            worth -= 0.7 - mind.w["lw_first"] if LW_HQS >> hq & 1 else 0.9 if hq == GUDERIAN else 0.0
            yield Proposal(worth, action, "{} recovers", (BLOCKS[hq].id,))


@BRAIN.candidate(Replacements)
def replacements(mind: KievMind) -> Iterable[Proposal]:
    """7.2.2 Steps where the fighting is, good blocks before poor ones."""
    s = mind.s
    view: Outlook = mind.once(look)
    yield Proposal(0.0, Done(), "no more points to spend")
    for action in s.legal():
        if isinstance(action, Replace):
            b = action.block
            near = max(0, 4 - view.to_foe[s.place[b]])
            worth = 1.0 + near + (FULL[b] - s.strength[b]) * 0.5 + 0.2 * FIRE[b]
            if VICTORY >> s.place[b] & 1 and near:
                worth += mind.w["refit"]
            yield Proposal(worth, action, "{} is brought up to strength", (BLOCKS[b].id,))


@BRAIN.candidate(Reinforcements)
def reinforcements(mind: KievMind) -> Iterable[Proposal]:
    """5.0 As many as there are."""
    for action in mind.s.legal():
        assert isinstance(action, Call)
        yield Proposal(float(action.number), action, "everybody to the front")


@BRAIN.candidate(Drawing)
def drawing(mind: KievMind) -> Iterable[Proposal]:
    """2.6 The best block in the pool: an HQ, then tanks and armies."""
    for action in mind.s.legal():
        assert isinstance(action, Choose)
        b = action.block
        worth = FULL[b] + FIRE[b] + (4.0 if HQS >> b & 1 else 1.0 if TANKS >> b & 1 else 0.0)
        yield Proposal(worth, action, "{} is wanted most", (BLOCKS[b].id,))


@BRAIN.candidate(Deployment)
def deployment(mind: KievMind) -> Iterable[Proposal]:
    """5.0 Towns that are threatened first, the near ones; never where a block would be trapped."""
    s, w = mind.s, mind.w
    view: Outlook = mind.once(look)
    for action in s.legal():
        assert isinstance(action, Deploy)
        area = action.at
        if area >= AREAS:
            continue
        near = view.to_foe[area]
        worth = 0.0
        if SOVIET_STAGING >> area & 1:
            worth = 0.5
        elif HQS >> action.block & 1:
            worth = 2.0 if 2 <= near <= 4 else 1.0 if near > 4 else -1.0
        elif near <= 4:
            worth = (4.0 if VICTORY >> area & 1 else 2.0 if CITIES >> area & 1 else 0.0) - 0.3 * near
            worth -= w["risk"] * max(0.0, view.threat[area] - 3.0)
        yield Proposal(worth, action, "{} arrives in {}", (BLOCKS[action.block].id, PLACE_IDS[area]))

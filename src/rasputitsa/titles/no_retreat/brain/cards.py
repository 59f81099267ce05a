"""What cards and their events are worth to keep, before it is known where they could be played."""

from __future__ import annotations

from functools import cache

from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.cards import KEEP
from rasputitsa.titles.no_retreat.codes import AXIS_HAND
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS
from rasputitsa.titles.no_retreat.events.play import why_not_mark
from rasputitsa.titles.no_retreat.state import NoRetreatState

USUAL = 0.15
"""What an effect that is not listed is usually worth."""
WORTH: dict[type[kinds.Kind], float] = {
    kinds.Shift: 0.3,
    kinds.Multiply: 0.4,
    kinds.Strength: 0.25,
    kinds.FixResult: 0.5,
    kinds.Reroll: 0.35,
    kinds.Convert: 0.35,
    kinds.FlipFort: 0.3,
    kinds.Contest: 0.2,
    kinds.Withdraw: 0.25,
    kinds.Support: 0.4,
    kinds.LimitTargets: 0.5,
    kinds.Advance: 0.25,
    kinds.AdvanceLimit: 0.35,
    kinds.MoveBonus: 0.35,
    kinds.IgnoreZoc: 0.4,
    kinds.Slow: 0.2,
    kinds.Resupply: 0.6,
    kinds.EliminateUnsupplied: 1.0,
    kinds.Save: 0.4,
    kinds.Replace: 0.6,
    kinds.Improve: 0.5,
    kinds.Upgrade: 0.4,
    kinds.Reorganize: 0.3,
    kinds.Works: 0.25,
    kinds.Disorganize: 0.3,
    kinds.ExtraCost: 0.2,
    kinds.Draw: 0.6,
    kinds.RevealHand: 0.1,
    kinds.DiscardEnemy: 0.35,
    kinds.DrawPenalty: 0.35,
    kinds.TakeDiscard: 0.4,
    kinds.PlayDiscard: 0.3,
    kinds.Cancel: 0.4,
    kinds.Vp: 1.0,
    kinds.CancelSuddenDeath: 0.5,
    kinds.CancelRedEvent: 0.7,
    kinds.MajorOffensive: -1.0,
}
SEEN = (
    kinds.Shift,
    kinds.Multiply,
    kinds.Strength,
    kinds.FixResult,
    kinds.Reroll,
    kinds.Convert,
    kinds.IgnoreTerrain,
    kinds.FlipFort,
    kinds.Absorb,
    kinds.Void,
    kinds.Support,
    kinds.Resupply,
    kinds.EliminateUnsupplied,
    kinds.Save,
    kinds.Replace,
    kinds.Improve,
    kinds.Reorganize,
    kinds.Disorganize,
    kinds.Draw,
    kinds.DiscardEnemy,
    kinds.TakeDiscard,
    kinds.Vp,
)
"""Effects whose worth shows in the position as soon as they have happened."""


@cache
def event_worth(event: int) -> float:
    """What an event is worth as a rule."""
    return sum(WORTH.get(type(effect), USUAL) for effect in EVENTS[event].effects) - 0.3 * EVENTS[event].cost


@cache
def hidden_worth(event: int) -> float:
    """What an event is worth beyond what shows at once."""
    return sum(WORTH.get(type(e), USUAL) for e in EVENTS[event].effects if not isinstance(e, SEEN))


def surplus(s: NoRetreatState, side: int) -> int:
    """Cards that would only be discarded when the side's next turn begins: two are kept (5.1), and after the
    Organization Phase there is nothing left to pay for."""
    paid = s.phasing != side or s.game.phases[s.phase].id in ("movement", "combat", "removal", "detraining")
    return max(0, s.card.count(AXIS_HAND + side) - KEEP) if paid else 0


def worth_of(s: NoRetreatState, card: int, side: int) -> float:
    """A card in the hand of a side: by the best of its events, if the side with the Initiative allows it."""
    best = 0.0
    for name in CARDS[card].events[side]:
        event = EVENT[name]
        if why_not_mark(s, side, event) is None:
            best = max(best, event_worth(event))
    return best

"""[5.0] Events in answer to the enemy's: what was just played does not happen."""

from __future__ import annotations

from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat import piles
from rasputitsa.titles.no_retreat.deck import EVENTS, JOKER
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, carries_out, put_away
from rasputitsa.titles.no_retreat.state import NoRetreatState


@carries_out(kinds.Cancel)
class Cancel(Deed[kinds.Cancel]):
    """5.0 The event just played does not happen; its card is discarded, or taken. A cancel may itself be cancelled:
    then the event below it happens after all."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Cancel) -> None:
        own = s.stack.pop()
        _, event, side, card, borrowed, *_ = s.stack.pop()
        s.stack.append(own)
        s.say("5.0", "{} is cancelled", EVENTS[event].name)
        if effect.take and card != JOKER:
            piles.pick_up(s, now.side, card, seen=True)
        else:
            put_away(s, side, card, borrowed)


STEPS = ()

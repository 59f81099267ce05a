"""[12.0] Events about victory points, Sudden Death, the second front, and the great offensive with its price."""

from __future__ import annotations

from rasputitsa.kernel import Refusal
from rasputitsa.titles.no_retreat import cards, second_front, victory
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.codes import OFFENSIVE
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, carries_out
from rasputitsa.titles.no_retreat.second_front import red_event
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import event_vps, score


@carries_out(kinds.Vp)
class ScoreVp(Deed[kinds.Vp]):
    """12.7, 12.7.4 Event VPs, within the limit of six, while holding enough of these hexes, supplied."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Vp) -> Refusal | None:
        wanted = s.game.topology.mask(effect.hold)
        if victory.secured(s, now.side, wanted) < effect.count:
            names = ", ".join(s.game.place_name(s.game.topology.index[hex_]) for hex_ in effect.hold)
            which = "all" if effect.count == len(effect.hold) else "one"
            return Refusal("12.7", f"You do not hold {which} of these, in supply: {names}.")
        if event_vps(s, now.side) >= s.game.event_limit:
            return Refusal("12.7.4", f"You have all {s.game.event_limit} event VPs already.")
        return None

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Vp) -> None:
        score(s, now.side, effect.points, "12.7", now.name)


@carries_out(kinds.CancelSuddenDeath)
class CancelSuddenDeath(Deed[kinds.CancelSuddenDeath]):
    """12.2, 14.13 The next Sudden Death check, of either side, is not made."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.CancelSuddenDeath) -> None:
        victory.cancel_sudden_death(s, now.side)


@carries_out(kinds.CancelRedEvent)
class CancelRedEvent(Deed[kinds.CancelRedEvent]):
    """13.4 This turn's second-front event gives no VP and costs the Axis no card."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.CancelRedEvent) -> Refusal | None:
        return None if red_event(s) else Refusal("13.4", "There is no second-front event on this turn.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.CancelRedEvent) -> None:
        second_front.cancel_red_event(s, now.side)


@carries_out(kinds.MajorOffensive)
class MajorOffensive(Deed[kinds.MajorOffensive]):
    """12.7 Cards now, for the promise of many attacks in this turn's Combat Phase (see `offensive`)."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.MajorOffensive) -> None:
        lasting.note(s, OFFENSIVE, now.side, effect.targets, effect.penalty)
        s.push(cards.Drawing, now.side, effect.draw)


STEPS = ()

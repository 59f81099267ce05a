"""[7.5.1] Playing a card as an event: whether it may be, and what it does, effect by effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rasputitsa.kernel import Refusal, Step
from rasputitsa.titles.stalins_war import effect_kinds as kinds
from rasputitsa.titles.stalins_war import effects, fortresses, ops_round, partisans, surrender
from rasputitsa.titles.stalins_war.cards import owner
from rasputitsa.titles.stalins_war.component_types import Condition
from rasputitsa.titles.stalins_war.components import CARD, CARDS
from rasputitsa.titles.stalins_war.events import arrivals, lasting, marches, other_fronts, picks, scoring
from rasputitsa.titles.stalins_war.mapboard import BERLIN, HEX, ROW, USIR, within
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, OF_SIDE
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, UNLIMITED, Position
from rasputitsa.titles.stalins_war.weather import rasputitsa

RP_EVENTS: Final = 1
"""7.4.3 Axis events with RPs in a turn."""


# -- may it be played -----------------------------------------------------------------------------------------------


def playable(s: Position, side: int, card: int) -> Refusal | None:
    """7.5.1b, 3.0.2, 3.0.3, 7.4.3.2, SW-74 None if the side may play the card as the event of its round: an
    event without effect may be played, one whose prerequisite or condition is not met may not."""
    printed = CARDS[card]
    first, last = printed.turns
    if "round" not in printed.timing:
        return Refusal("7.5.5a", f"{printed.name} is used in combat only.")
    if not first <= s.turn <= last:
        return Refusal("7.5.1a", f"{printed.name} may be played on turns {first} to {last}.")
    for needed in printed.requires:
        if not effects.played(s, needed):
            return Refusal("3.0", f"{printed.name} may be played only after {CARD[needed].name}.")
    if printed.rp_event and s.rp_events >= RP_EVENTS:
        return Refusal("7.4.3", "An event with replacement points has been played in this turn already.")
    for condition in printed.conditions:
        text, holds = CONDITIONS[condition]
        if not holds(s):
            return Refusal("7.5.1a", text)
    return None


CONDITIONS: Final[dict[Condition, tuple[str, Callable[[Position], bool]]]] = {
    "rounds-2-to-5": ("Not in the first round of a turn.", lambda s: s.round > 1),
    "no-rasputitsa": ("Not in a round of rasputitsa.", lambda s: not rasputitsa(s)),
    "soviet-unit-advanced-last-round": (
        "No Soviet unit advanced or exploited in the round just ended.",
        lambda s: bool(s.advanced_before & OF_SIDE[SOVIET]),
    ),
    "axis-attacked-last-round": (
        "The Axis did not attack in the round just ended.",
        lambda s: bool(s.fought_before & OF_SIDE[AXIS]),
    ),
    "usir-not-soviet": ("The USIR is Soviet-controlled.", lambda s: s.controls(AXIS, USIR)),
    "berlin-without-soviet-units": (
        "There are Soviet units in Berlin.",
        lambda s: not s.occupied[SOVIET] >> BERLIN & 1,
    ),
    "hungary-in-the-war": ("Hungary has surrendered.", lambda s: not surrender.has_surrendered(s, HUNGARIAN)),
}
"""What must hold for a card to be played as an event at all, with the words of the refusal."""


# -- what it does ---------------------------------------------------------------------------------------------------


def play(s: Position, side: int, card: int) -> None:
    """7.5.1a Carry out the effects of a card in their order; an OPS round that it makes comes after them."""
    for number, effect in enumerate(CARDS[card].effects):
        if isinstance(effect, kinds.Ops):
            grant(s, card, number, effect)
        elif isinstance(effect, kinds.MoveAll):
            ops_round.begin(s, 0, fight=effect.combat)
    s.push(EventEffects, card, 0)


def grant(s: Position, card: int, number: int, effect: kinds.Ops) -> None:
    """7.2.5, 15.1.1, 15.1.1.2 The round is an OPS round with the points of the event: not in rasputitsa, and only on
    the turns the event names."""
    first, last = effect.turns
    if rasputitsa(s) or not first <= s.turn <= last:
        return
    ops_round.begin(s, effect.points, zone(effect))
    if effect.must:
        effects.begin(s, card, number, "round")


def zone(effect: kinds.Ops) -> int:
    """The hexes where the points of an event may be spent."""
    if effect.rows_from is not None:
        return sum(1 << place for place, row in enumerate(ROW) if row >= effect.rows_from)
    if effect.within is not None and effect.of is not None:
        return within(HEX[effect.of], effect.within)
    return UNLIMITED


class EventEffects(Step[Position]):
    """7.5.1a The effects of a card, one after the other. Frame: the card, the number of the next effect."""

    rule = "7.5.1a"

    def advance(self, s: Position) -> None:
        _, card, number = s.frame
        acting = acting_effects(card)
        if number == len(acting):
            s.pop()
            return
        s.goto(card, number + 1)
        place, effect = acting[number]
        HANDLERS[type(effect)](s, card, place, effect)


def acting_effects(card: int) -> list[tuple[int, kinds.Kind]]:
    """The effects of the event with their numbers; Luftwaffe Support, which is a combat card too, is only laid face
    up."""
    numbered: list[tuple[int, kinds.Kind]] = list(enumerate(CARDS[card].effects))
    return [pair for pair in numbered if isinstance(pair[1], kinds.LayFaceUp)] or numbered


def nothing(s: Position, card: int, number: int, effect: Any) -> None:
    """It was done when the card was played: an OPS round (`play`), a second card (`action_round`)."""


def _place(s: Position, card: int, number: int, effect: kinds.Place) -> None:
    arrivals.place(s, owner(card), effect)


def _exchange(s: Position, card: int, number: int, effect: kinds.Exchange) -> None:
    arrivals.exchange(s, effect)


def _send_away(s: Position, card: int, number: int, effect: kinds.SendAway) -> None:
    s.push(other_fronts.Sending, card, number, 0)


def _bring_back(s: Position, card: int, number: int, effect: kinds.BringBack) -> None:
    s.push(other_fronts.Recalling, effect.max_units)


def _move_all(s: Position, card: int, number: int, effect: kinds.MoveAll) -> None:
    """Soviet 11 acts on the movement of the round."""
    effects.begin(s, card, number, "round")


def _shift(s: Position, card: int, number: int, effect: kinds.Shift) -> None:
    if effect.choose:
        s.push(picks.Defending, card, number)
    else:
        lasting.begin(s, card, number, effect)


def _loss(s: Position, card: int, number: int, effect: kinds.Loss) -> None:
    picks.lasting_loss(s, card, number)


def _restore(s: Position, card: int, number: int, effect: kinds.Restore) -> None:
    s.push(picks.Refitting, card, number, effect.max_units)


def _trenches(s: Position, card: int, number: int, effect: kinds.PlaceTrenches) -> None:
    s.push(picks.PlacingTrenches, card, number, effect.most)


def _supply(s: Position, card: int, number: int, effect: kinds.Supply) -> None:
    if effect.who == "one-hex":
        s.push(picks.Feeding, card, number)
    else:
        lasting.begin(s, card, number, effect)


def _fortress(s: Position, card: int, number: int, effect: kinds.BuildFortress) -> None:
    s.push(fortresses.Fortifying)


def _festung(s: Position, card: int, number: int, effect: kinds.PlaceFestung) -> None:
    s.push(fortresses.PlacingFestungs, effect.most)


def _place_partisans(s: Position, card: int, number: int, effect: kinds.PlacePartisans) -> None:
    if effect.active:
        for _ in range(effect.count):
            partisans.place_active(s, effect.where)
    else:
        s.push(partisans.PlacingPartisans, effect.count)


def _activate(s: Position, card: int, number: int, effect: kinds.ActivatePartisans) -> None:
    if effect.count is None:
        partisans.activate_all(s)
    else:
        s.push(partisans.Activating, effect.count)


def _sweep(s: Position, card: int, number: int, effect: kinds.RemovePartisans) -> None:
    s.push(partisans.Sweeping, effect.most, effect.within)


def _shift_units(s: Position, card: int, number: int, effect: kinds.ShiftUnits) -> None:
    s.push(marches.Shifting, card, number, 0)


def _raid(s: Position, card: int, number: int, effect: kinds.Raid) -> None:
    s.push(marches.Raiding, card, number, 0)


def _landing(s: Position, card: int, number: int, effect: kinds.Landing) -> None:
    s.push(marches.Landing, card, number)


def _evacuation(s: Position, card: int, number: int, effect: kinds.NavalEvacuation) -> None:
    s.push(marches.Evacuating, card, number)


HANDLERS: Final[dict[type[kinds.Kind], Callable[[Position, int, int, Any], None]]] = {
    kinds.Place: _place,
    kinds.Exchange: _exchange,
    kinds.RemoveUnit: lasting.remove_unit,
    kinds.RemoveNation: lasting.remove_nation,
    kinds.Restore: _restore,
    kinds.SendAway: _send_away,
    kinds.BringBack: _bring_back,
    kinds.Surrender: lasting.begin,
    kinds.Allow: lasting.begin,
    kinds.Forbid: lasting.begin,
    kinds.EndVpLoss: lasting.begin,
    kinds.CancelWinter: lasting.begin,
    kinds.CancelArchangel: lasting.cancel_archangel,
    kinds.Ops: nothing,
    kinds.MoveAll: _move_all,
    kinds.Bank: lasting.bank,
    kinds.Rp: lasting.rp,
    kinds.Vp: scoring.begin,
    kinds.Hand: lasting.hand,
    kinds.SecondCard: nothing,
    kinds.FetchCard: lasting.begin,
    kinds.Look: lasting.look,
    kinds.LayFaceUp: lasting.lay_face_up,
    kinds.Shift: _shift,
    kinds.Loss: _loss,
    kinds.Ignore: lasting.begin,
    kinds.NoRetreat: lasting.begin,
    kinds.PairedAttack: lasting.begin,
    kinds.SecondAttack: lasting.begin,
    kinds.BlitzLimit: lasting.begin,
    kinds.Exploit: lasting.begin,
    kinds.PlaceTrenches: _trenches,
    kinds.BuildFortress: _fortress,
    kinds.PlaceFestung: _festung,
    kinds.PlacePartisans: _place_partisans,
    kinds.ActivatePartisans: _activate,
    kinds.RemovePartisans: _sweep,
    kinds.ShiftUnits: _shift_units,
    kinds.Raid: _raid,
    kinds.Landing: _landing,
    kinds.NavalEvacuation: _evacuation,
    kinds.Supply: _supply,
}
"""What each kind of effect does when its card is played as an event. The kinds that are missing act in combat only."""

STEPS = (
    EventEffects,
    *arrivals.STEPS,
    *other_fronts.STEPS,
    *marches.STEPS,
    *picks.STEPS,
    *fortresses.STEPS,
    *partisans.STEPS,
)

"""[7.10] The Reorganization Step (digital O.1: with entraining, and payment at its end)."""

from __future__ import annotations

from rasputitsa.kernel import Action, ActionView, Refusal, Step
from rasputitsa.titles.no_retreat import ch05_cards as cards
from rasputitsa.titles.no_retreat import ch05a_piles as piles
from rasputitsa.titles.no_retreat import ch09_rail as rail
from rasputitsa.titles.no_retreat import components, fate
from rasputitsa.titles.no_retreat.ch07_step import OrganizationStep
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.state import DISORGANIZED, PLACED, SIDES, NoRetreatState


class Reorganize(Action, frozen=True):
    """A Disorganized marker comes off for a card."""

    form = "reorganize {unit:piece}"
    unit: int


class Absorb(Action, frozen=True):
    """A replacement takes in the cadre it shares its hex with, and is ready."""

    form = "{unit:piece} absorbs {cadre:piece}"
    unit: int
    cadre: int


class EndOrganization(Action, frozen=True):
    form = "end organization"


def reorganize_price(s: NoRetreatState) -> int:
    """7.10, 15.5 A card for each marker; with Faster Reorganization a marked card pays for a second one (the credit in
    the step's frame)."""
    return 0 if s.frame[1:] == (1,) else s.game.tables.costs.reorganize


def why_not_reorganize(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.10 Own Disorganized units, for a card each."""
    name = s.game.names[unit]
    if s.game.side_of[unit] != s.phasing or s.place[unit] < 0 or not s.marks[unit] & DISORGANIZED:
        return Refusal("7.10", f"{name} is not a disorganized unit of yours.")
    if reorganize_price(s) > s.payable(s.phasing):
        return Refusal("7.10", "You have no card left to pay with.")
    return None


def cadres_beside(s: NoRetreatState, unit: int) -> list[int]:
    """digital O.3 The cadres in the hex of a unit placed in this phase and still disorganized (1.1: they may be taken
    in)."""
    fresh = PLACED | DISORGANIZED
    if not s.game.profile.cadre_reorganizes or s.place[unit] < 0 or s.marks[unit] & fresh != fresh:
        return []
    return [u for u in s.units_at(s.place[unit]) if s.game.cadre[u] and u != unit]


def why_not_entrain(s: NoRetreatState, unit: int) -> Refusal | None:
    """digital O.1, digital O.5 In the digital editions units entrain now, not in the Movement Phase."""
    if not s.game.profile.organization_entrains:
        return Refusal("9.1", "Units entrain in the Movement Phase.")
    if s.game.side_of[unit] != s.phasing or s.place[unit] < 0:
        return Refusal("9.1", f"{s.game.names[unit]} is not yours on the map.")
    return rail.why_not_entrain(s, unit)


class ReorganizationStep(OrganizationStep):
    """7.10 The last step of the Organization Phase. Frame: a marker to be removed for free (15.5)."""

    rule = "7.10"
    End = EndOrganization

    def candidates(self, s: NoRetreatState) -> list[int]:
        units = s.on_map(s.phasing)
        return units if s.game.profile.organization_entrains else [u for u in units if s.marks[u] & DISORGANIZED]

    def deeds(self, s: NoRetreatState, unit: int) -> list[Action]:
        found: list[Action] = [Absorb(unit, c) for c in cadres_beside(s, unit)]
        if s.marks[unit] & DISORGANIZED and why_not_reorganize(s, unit) is None:
            found.append(Reorganize(unit))
        if s.game.profile.organization_entrains and why_not_entrain(s, unit) is None:
            found.append(rail.Entrain(unit))
        return found

    def why_not_deed(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Reorganize):
            return why_not_reorganize(s, action.unit)
        if isinstance(action, rail.Entrain):
            return why_not_entrain(s, action.unit)
        if isinstance(action, Absorb):
            mine = s.game.side_of[action.unit] == s.phasing and action.cadre in cadres_beside(s, action.unit)
            return None if mine else Refusal("O.3", "Only a unit just placed takes in a cadre in its hex.")
        return Refusal("7.10", "It is the Reorganization Step.")

    def do(self, s: NoRetreatState, action: Action) -> None:
        if isinstance(action, Reorganize):
            self._reorganize(s, action.unit)
        elif isinstance(action, Absorb):
            fate.exile(s, action.cadre)
            ready(s, action.unit)
        elif isinstance(action, rail.Entrain):
            rail.entrain(s, action.unit)

    def _reorganize(self, s: NoRetreatState, unit: int) -> None:
        price = reorganize_price(s)
        s.goto(0)
        ready(s, unit)
        if price and s.game.profile.faster_reorganization:
            s.push(PayReorganization, s.phasing, price)
        else:
            s.charge(s.phasing, price)

    def prompt(self, s: NoRetreatState) -> str:
        if s.game.profile.organization_entrains:
            return "Reorganize units and entrain."
        return "One more unit may be reorganized for that card." if s.frame[1:] == (1,) else "Reorganize units."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, Reorganize):
            shown.label, shown.preview["pays"] = "Reorganize", reorganize_price(s)
        elif isinstance(action, rail.Entrain):
            shown.label, shown.preview["pays"] = "Entrain", rail.entrain_price(s)
        elif isinstance(action, EndOrganization):
            shown.label = "End organization"
        return shown


def ready(s: NoRetreatState, unit: int) -> None:
    s.unmark(unit, DISORGANIZED)
    s.say("7.10", "{} is reorganized", s.game.names[unit], at=[s.game.place_id(s.place[unit])])


def is_marked(s: NoRetreatState, card: int, side: int) -> bool:
    """15.5 Does the side's own event on the card bear the mark of the side that has the Initiative?"""
    events = components.events()
    return any(events[e].mark == SIDES[s.initiative] for e in CARDS[card].events[side])


class PayReorganization(cards.Pay):
    """15.5 Faster Reorganization: a card whose own event bears the Initiative side's mark pays for two markers."""

    rule = "15.5"

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, cards.Toss)
        piles.discard(s, action.card)
        side = s.frame[1]
        s.pop()
        if is_marked(s, action.card, side):
            s.goto(1)


class OrganizationEnds(Step[NoRetreatState]):
    """7.0 digital O.1 The phase is over; in the digital editions everything ordered is paid for now."""

    rule = "7.0"

    def advance(self, s: NoRetreatState) -> None:
        s.unmark_all(PLACED)
        owed, s.owed = s.owed, 0
        s.pop()
        if owed:
            s.push(cards.Pay, s.phasing, owed)


STEPS = (ReorganizationStep, PayReorganization, OrganizationEnds)
ACTIONS = (Reorganize, Absorb, EndOrganization)

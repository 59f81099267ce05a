"""[7.10] The Reorganization Step (digital O.1: with entraining, and payment at its end)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Action, ActionView, Choice, Handle, Refusal, Step
from rasputitsa.titles.no_retreat import components, elimination, rail
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.actions.movement import Entrain
from rasputitsa.titles.no_retreat.actions.organization import Absorb, EndOrganization, Reorganize
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, PLACED, SIDES
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.events.window import EVENT_CHOICES
from rasputitsa.titles.no_retreat.organization.step import OrganizationStep
from rasputitsa.titles.no_retreat.payment import Pay, PayWith, charge, payable
from rasputitsa.titles.no_retreat.piles import discard
from rasputitsa.titles.no_retreat.state import NoRetreatState


def reorganize_price(s: NoRetreatState) -> int:
    """7.10, 15.5 A card for each marker; with Faster Reorganization a marked card pays for a second one (the credit in
    the step's frame)."""
    return 0 if s.frame[1:] == (1,) else s.game.tables.costs.reorganize


def why_not_reorganize(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.10 Disorganized units of the phasing side, for a card each."""
    name = s.game.names[unit]
    if s.game.side_of[unit] != s.phasing or s.place[unit] < 0 or not s.marks[unit] & DISORGANIZED:
        return Refusal("7.10", f"{name} is not a disorganized unit of yours.")
    if reorganize_price(s) > payable(s, s.phasing):
        return Refusal("7.10", "You have no card left to pay with.")
    return None


def cadres_beside(s: NoRetreatState, unit: int) -> list[int]:
    """digital O.3, O.3.2, V02.10 The cadres in the hex of a unit placed in this phase and still disorganized (1.1: they
    may be taken in)."""
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


def candidates(s: NoRetreatState) -> list[int]:
    """7.10, digital O.5 The disorganized units of the phasing side; all of them where units entrain now."""
    units = s.on_map(s.phasing)
    return units if s.game.profile.organization_entrains else [u for u in units if s.marks[u] & DISORGANIZED]


def ready(s: NoRetreatState, unit: int) -> None:
    s.unmark(unit, DISORGANIZED)
    s.say("7.10", "{} is reorganized", s.game.names[unit], at=[s.game.place_id(s.place[unit])])


def is_marked(s: NoRetreatState, card: int, side: int) -> bool:
    """15.5, 15.5.1 Does the side's event on the card bear the mark of the side that has the Initiative?"""
    events = components.events()
    return any(events[e].mark == SIDES[s.initiative] for e in CARDS[card].events[side])


# -- the step -----------------------------------------------------------------------------------------------------


class AbsorbCadre(Choice[NoRetreatState]):
    """digital O.3 A replacement takes in the cadre it shares its hex with, and is ready."""

    action = Absorb

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in candidates(s)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or s.game.side_of[unit] != s.phasing:
            return ()
        return [Absorb(unit, cadre) for cadre in cadres_beside(s, unit)]

    def why_not(self, s: NoRetreatState, action: Absorb) -> Refusal | None:
        mine = s.game.side_of[action.unit] == s.phasing and action.cadre in cadres_beside(s, action.unit)
        return None if mine else Refusal("O.3", "Only a unit just placed takes in a cadre in its hex.")

    def do(self, s: NoRetreatState, action: Absorb) -> None:
        elimination.exile(s, action.cadre)
        ready(s, action.unit)


class ReorganizeUnit(UnitChoice):
    """7.10 A Disorganized marker comes off for a card."""

    action = Reorganize
    label = "Reorganize"

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return candidates(s)

    def why_not(self, s: NoRetreatState, action: Reorganize) -> Refusal | None:
        return why_not_reorganize(s, action.unit)

    def do(self, s: NoRetreatState, action: Reorganize) -> None:
        price = reorganize_price(s)
        s.goto(0)
        ready(s, action.unit)
        if price and s.game.profile.faster_reorganization:
            s.push(PayReorganization, s.phasing, price)
        else:
            charge(s, s.phasing, price)

    def show(self, s: NoRetreatState, action: Reorganize, shown: ActionView) -> None:
        shown.preview["pays"] = reorganize_price(s)


class EntrainInOrganization(rail.EntrainUnit):
    """digital O.1, digital O.5 In the digital editions units entrain now."""

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return candidates(s)

    def why_not(self, s: NoRetreatState, action: Entrain) -> Refusal | None:
        return why_not_entrain(s, action.unit)


class EndOrganizationPhase(Choice[NoRetreatState]):
    """7.0 The step may be ended at any time."""

    action = EndOrganization
    label = "End organization"

    def do(self, s: NoRetreatState, action: EndOrganization) -> None:
        s.pop()


class ReorganizationStep(OrganizationStep):
    """7.10 The last step of the Organization Phase. Frame: a marker to be removed for free (15.5)."""

    rule = "7.10"
    choices = (AbsorbCadre, ReorganizeUnit, EntrainInOrganization, *EVENT_CHOICES, EndOrganizationPhase)

    def candidates(self, s: NoRetreatState) -> list[int]:
        return candidates(s)

    def prompt(self, s: NoRetreatState) -> str:
        if s.game.profile.organization_entrains:
            return "Reorganize units and entrain."
        return "One more unit may be reorganized for that card." if s.frame[1:] == (1,) else "Reorganize units."


class PayForTwo(PayWith):
    """15.5 A card that bears the mark pays for a second marker."""

    def do(self, s: NoRetreatState, action: Toss) -> None:
        discard(s, action.card)
        side = s.frame[1]
        s.pop()
        if is_marked(s, action.card, side):
            s.goto(1)


class PayReorganization(Pay):
    """15.5 Faster Reorganization: a card whose event bears the mark of the side with the Initiative pays for two
    markers."""

    rule = "15.5"
    choices = (PayForTwo,)


class OrganizationEnds(Step[NoRetreatState]):
    """7.0 digital O.1 The phase is over; in the digital editions everything ordered is paid for now."""

    rule = "7.0"

    def advance(self, s: NoRetreatState) -> None:
        s.unmark_all(PLACED)
        owed, s.owed = s.owed, 0
        s.pop()
        if owed:
            s.push(Pay, s.phasing, owed)


STEPS = (ReorganizationStep, PayReorganization, OrganizationEnds)

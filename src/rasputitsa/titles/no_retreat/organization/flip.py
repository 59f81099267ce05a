"""[7.1] to [7.5] The Flip Step: improvements, free Soviet upgrades, fortress conversion and its reversion."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.kernel import ActionView, Choice, Refusal
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.actions.organization import EndFlips, Fortify, Improve, Revert, Upgrade
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import AXIS, FLIPPED, SOVIET, UNSUPPLIED
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.events.window import EVENT_CHOICES
from rasputitsa.titles.no_retreat.organization.step import OrganizationStep
from rasputitsa.titles.no_retreat.payment import charge, payable
from rasputitsa.titles.no_retreat.state import NoRetreatState

# -- what it costs, and which units may ---------------------------------------------------------------------------


def free_upgrades(s: NoRetreatState) -> int:
    """7.2, 7.2.0, 7.2.1, 13.5.7 digital O.2 One free Soviet upgrade a turn from turn 6 on (Education; in the digital
    editions until turn 17), a second one from turn 13 to 17 (Experience)."""
    if s.phasing == AXIS or s.turn > s.game.profile.education_ends:
        return 0
    return in_effect("education", s.turn) + in_effect("experience", s.turn)


def improve_price(s: NoRetreatState, unit: int) -> int:
    """7.1, 14.5, 7.1.2, digital V02.3 to 14.7 Two cards for a German unit, one for SS units and Soviet ones, two for a
    Shock army."""
    costs, data = s.game.tables.costs, s.game.data[unit]
    if data.side == "axis":
        ss = any(trait.startswith("ss-") for trait in data.traits)
        return costs.improve_ss if ss and s.game.profile.ss_improve_cheaply else costs.improve_axis
    return costs.improve_shock if data.full.shock else costs.improve_soviet


def fortify_price(s: NoRetreatState, unit: int) -> int:
    """7.5, 7.5.2 digital U.4 One card; in the digital editions two outside the city the unit is named after."""
    costs, home = s.game.tables.costs, s.game.home[unit]
    away = home >= 0 and s.place[unit] != home
    return costs.fortify_away_digital if away and s.game.profile.fort_away_costs_more else costs.fortify


def _why_not_flip(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.0, 7.1.1 The units that may be turned over at all: those of the phasing side on the map, once a step."""
    name = s.game.names[unit]
    if s.game.side_of[unit] != s.phasing or s.place[unit] < 0:
        return Refusal("7.0", f"{name} is not yours on the map.")
    if s.marks[unit] & FLIPPED:
        return Refusal("7.0", f"{name} has been turned over in this step already.")
    if not s.game.two_sided[unit]:
        return Refusal("7.4", f"{name} has only one side.")
    return None


def _why_not_strengthen(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.0, 6.5.1 Only a reduced unit with an overland supply path and no Unsupplied marker is improved or upgraded."""
    refusal = _why_not_flip(s, unit)
    if refusal:
        return refusal
    name = s.game.names[unit]
    if s.full[unit]:
        return Refusal("7.1", f"{name} is at full strength.")
    if s.marks[unit] & UNSUPPLIED:
        return Refusal("6.5.1", f"{name} is unsupplied.")
    if not supply.has_overland(s, unit):
        return Refusal("7.0", f"{name} has no overland supply path.")
    return _why_not_here(s, unit)


def _why_not_here(s: NoRetreatState, unit: int) -> Refusal | None:
    """14.8, digital U.5 Yugoslav units turn over only in the Balkans."""
    if s.game.data[unit].nation == "yugoslav" and not s.game.balkans >> s.place[unit] & 1:
        return Refusal("14.8", f"{s.game.names[unit]} can be turned over only in the Balkans.")
    return None


def _why_not_pay(s: NoRetreatState, price: int, rule: str) -> Refusal | None:
    if price > payable(s, s.phasing):
        return Refusal(rule, f"That costs {price} card{'s' * (price > 1)}, more than you have left.")
    return None


def why_not_improve(s: NoRetreatState, unit: int, *, free: bool = False, any_turn: bool = False) -> Refusal | None:
    """7.1, 7.3, 7.9.1 digital O.7 Two-step units on their reduced side: Axis ones on turns 5 to 23, Soviet ones from
    turn 17 on. Regional units are fortified instead (7.5). Events may do it for `free`, and on `any_turn` for the
    Axis."""
    side, name = s.game.side_of[unit], s.game.names[unit]
    if side == AXIS and s.game.profile.axis_ban and not (any_turn or in_effect("axis-improvements", s.turn)):
        return Refusal("7.9.1" if s.turn < 5 else "13.5", "The Axis improves units on turns 5 to 23 only.")
    if side == SOVIET and s.turn < s.game.robust_turn:
        return Refusal("7.1", "Soviet units have one step before turn 17 and cannot be improved.")
    if s.game.convertible[unit]:
        return Refusal("7.5", f"{name} is fortified, not improved.")
    refusal = _why_not_strengthen(s, unit)
    return refusal or (None if free else _why_not_pay(s, improve_price(s, unit), "7.1"))


def why_not_upgrade(s: NoRetreatState, unit: int, *, by_event: bool = False) -> Refusal | None:
    """7.2, 7.2.3, 7.2.4 An upgrade turns a Soviet unit with an overland path to its stronger side, while free ones are
    left (or an event gives one)."""
    if s.game.side_of[unit] != SOVIET or not (by_event or s.free_upgrades > 0):
        return Refusal("7.2", "You have no free upgrade left.")
    return _why_not_strengthen(s, unit)


def why_not_fortify(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.5, 14.1, digital U.4.1 digital U.4 Regional units become forts from turn 3 on, whatever their supply, for a
    card."""
    name = s.game.names[unit]
    refusal = _why_not_flip(s, unit)
    if refusal:
        return refusal
    if not s.game.convertible[unit]:
        return Refusal("7.5", f"{name} is no regional unit.")
    if not in_effect("soviet-fortifying", s.turn):
        return Refusal("13.5", "Regional units are fortified from turn 3 on.")
    if s.full[unit]:
        return Refusal("7.5", f"{name} is a fort already.")
    return _why_not_here(s, unit) or _why_not_pay(s, fortify_price(s, unit), "7.5")


def why_not_revert(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.5, 14.1, 7.5.1 A fort may become a regional unit again: no reward, no penalty."""
    refusal = _why_not_flip(s, unit)
    if refusal:
        return refusal
    if not (s.game.convertible[unit] and s.full[unit]):
        return Refusal("7.5", f"{s.game.names[unit]} is no fort that could revert.")
    return _why_not_here(s, unit)


# -- the step -----------------------------------------------------------------------------------------------------


def flip(s: NoRetreatState, unit: int, full: bool) -> None:
    """7.1, 7.2 The counter is turned over, once in this step."""
    s.turn_over(unit, full)
    s.mark(unit, FLIPPED)
    at = [s.game.place_id(s.place[unit])]
    s.say("7.1", "{} turns to its {} side", s.game.names[unit], "strong" if full else "weak", at=at)


def candidates(s: NoRetreatState) -> list[int]:
    """Two-sided units of the phasing side on the map that could be turned over, by what is cheap to see."""
    two, full, fort, marks, place = s.game.two_sided, s.full, s.game.convertible, s.marks, s.place
    pays = payable(s, s.phasing) > 0 and (s.phasing == AXIS or s.turn >= s.game.robust_turn)
    others = pays or s.free_upgrades > 0
    units = s.game.units_of[s.phasing]
    return [
        u
        for u in units
        if place[u] >= 0 and two[u] and not marks[u] & FLIPPED and (fort[u] or (others and not full[u]))
    ]


class FlipChoice(UnitChoice):
    """7.0 A unit is turned over."""

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return candidates(s)


class ImproveUnit(FlipChoice):
    """7.1 A reduced unit is paid back to full strength."""

    action = Improve
    label = "Improve"

    def why_not(self, s: NoRetreatState, action: Improve) -> Refusal | None:
        return why_not_improve(s, action.unit)

    def do(self, s: NoRetreatState, action: Improve) -> None:
        price = improve_price(s, action.unit)
        flip(s, action.unit, True)
        charge(s, s.phasing, price)

    def show(self, s: NoRetreatState, action: Improve, shown: ActionView) -> None:
        shown.preview["pays"] = improve_price(s, action.unit)


class UpgradeUnit(FlipChoice):
    """7.2 A Soviet unit turns to its red side for free."""

    action = Upgrade

    def why_not(self, s: NoRetreatState, action: Upgrade) -> Refusal | None:
        return why_not_upgrade(s, action.unit)

    def do(self, s: NoRetreatState, action: Upgrade) -> None:
        s.free_upgrades -= 1
        flip(s, action.unit, True)

    def show(self, s: NoRetreatState, action: Upgrade, shown: ActionView) -> None:
        shown.label = f"Upgrade ({s.free_upgrades} left)"


class FortifyUnit(FlipChoice):
    """7.5 A regional unit becomes a fort for a card."""

    action = Fortify
    label = "Fortify"

    def why_not(self, s: NoRetreatState, action: Fortify) -> Refusal | None:
        return why_not_fortify(s, action.unit)

    def do(self, s: NoRetreatState, action: Fortify) -> None:
        price = fortify_price(s, action.unit)
        flip(s, action.unit, True)
        charge(s, s.phasing, price)

    def show(self, s: NoRetreatState, action: Fortify, shown: ActionView) -> None:
        shown.preview["pays"] = fortify_price(s, action.unit)


class RevertFort(FlipChoice):
    """7.5 A fort becomes a regional unit again."""

    action = Revert
    label = "Revert"

    def why_not(self, s: NoRetreatState, action: Revert) -> Refusal | None:
        return why_not_revert(s, action.unit)

    def do(self, s: NoRetreatState, action: Revert) -> None:
        flip(s, action.unit, False)


class EndFlipStep(Choice[NoRetreatState]):
    """7.0 The step may be ended at any time."""

    action = EndFlips
    label = "Go on to placement"

    def do(self, s: NoRetreatState, action: EndFlips) -> None:
        end_flips(s)


def end_flips(s: NoRetreatState) -> None:
    """7.0, 7.2 What was turned over may be again next turn; free upgrades that were not used are lost."""
    s.unmark_all(FLIPPED)
    s.free_upgrades = 0
    s.pop()


class FlipStep(OrganizationStep):
    """7.0 The first step of the Organization Phase: units are improved, upgraded, fortified or reverted."""

    rule = "7.0"
    choices = (ImproveUnit, UpgradeUnit, FortifyUnit, RevertFort, *EVENT_CHOICES, EndFlipStep)

    def candidates(self, s: NoRetreatState) -> list[int]:
        return candidates(s)

    def advance(self, s: NoRetreatState) -> None:
        end_flips(s)

    def prompt(self, s: NoRetreatState) -> str:
        left = f" ({s.free_upgrades} free)" if s.free_upgrades > 0 else ""
        return f"Improve, upgrade or fortify units{left}."


STEPS = (FlipStep,)

"""[7.1] to [7.5] The Flip Step: improvements, free Soviet upgrades, fortress conversion and its reversion."""

from __future__ import annotations

from collections.abc import Callable

from rasputitsa.kernel import Action, ActionView, Refusal
from rasputitsa.titles.no_retreat import ch06_supply as supply
from rasputitsa.titles.no_retreat.ch07_step import OrganizationStep
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.state import AXIS, FLIPPED, SOVIET, UNSUPPLIED, NoRetreatState


class Improve(Action, frozen=True):
    """A reduced unit is paid back to full strength."""

    form = "improve {unit:piece}"
    unit: int


class Upgrade(Action, frozen=True):
    """A Soviet unit turns to its red side for free."""

    form = "upgrade {unit:piece}"
    unit: int


class Fortify(Action, frozen=True):
    """A regional unit becomes a fort for a card."""

    form = "fortify {unit:piece}"
    unit: int


class Revert(Action, frozen=True):
    """A fort becomes a regional unit again."""

    form = "revert {unit:piece}"
    unit: int


class EndFlips(Action, frozen=True):
    form = "end flips"


# -- what it costs and who may ------------------------------------------------------------------------------------


def free_upgrades(s: NoRetreatState) -> int:
    """7.2, 7.2.0, 7.2.1 digital O.2 One free Soviet upgrade a turn from turn 6 on (Education; in the digital editions
    until turn 17), a second one from turn 13 to 17 (Experience)."""
    if s.phasing == AXIS or s.turn > s.game.profile.education_ends:
        return 0
    return in_effect("education", s.turn) + in_effect("experience", s.turn)


def improve_price(s: NoRetreatState, unit: int) -> int:
    """7.1, 14.5 to 14.7 Two cards for a German unit, one for SS units and Soviet ones, two for a Shock army."""
    costs, data = s.game.tables.costs, s.game.data[unit]
    if data.side == "axis":
        ss = any(trait.startswith("ss-") for trait in data.traits)
        return s.game.profile.ss_improve_cost if ss else costs.improve_axis
    return costs.improve_shock if data.full.shock else costs.improve_soviet


def fortify_price(s: NoRetreatState, unit: int) -> int:
    """7.5 digital U.4 One card; in the digital editions two outside the city the unit is named after."""
    home = s.game.home[unit]
    return s.game.profile.fort_cost_away if home >= 0 and s.place[unit] != home else s.game.tables.costs.fortify


def _why_not_flip(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.0 The units that may be turned over at all: own ones on the map, once a step."""
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
    if price > s.payable(s.phasing):
        return Refusal(rule, f"That costs {price} card{'s' * (price > 1)}, more than you have left.")
    return None


def why_not_improve(s: NoRetreatState, unit: int, *, free: bool = False, any_turn: bool = False) -> Refusal | None:
    """7.1, 7.3, 7.9.1 digital O.7 Two-step units on their reduced side: Axis ones on turns 5 to 23, Soviet ones from
    turn 17 on. Regional units are fortified instead (7.5). Events may do it for `free`, and on `any_turn` for the
    Axis."""
    side, name = s.game.side_of[unit], s.game.names[unit]
    if side == AXIS and not (any_turn or in_effect("axis-improvements", s.turn)):
        return Refusal("7.9.1" if s.turn < 5 else "13.5", "The Axis improves units on turns 5 to 23 only.")
    if side == SOVIET and s.turn < s.game.robust_turn:
        return Refusal("7.1", "Soviet units have one step before turn 17 and cannot be improved.")
    if s.game.convertible[unit]:
        return Refusal("7.5", f"{name} is fortified, not improved.")
    refusal = _why_not_strengthen(s, unit)
    return refusal or (None if free else _why_not_pay(s, improve_price(s, unit), "7.1"))


def why_not_upgrade(s: NoRetreatState, unit: int, *, by_event: bool = False) -> Refusal | None:
    """7.2 An upgrade turns a Soviet unit with an overland path to its stronger side, while free ones are left (or an
    event gives one)."""
    if s.game.side_of[unit] != SOVIET or not (by_event or s.free_upgrades > 0):
        return Refusal("7.2", "You have no free upgrade left.")
    return _why_not_strengthen(s, unit)


def why_not_fortify(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.5, 14.1 digital U.4 Regional units become forts from turn 3 on, whatever their supply, for a card."""
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
    """7.5, 14.1 A fort may become a regional unit again: no reward, no penalty."""
    refusal = _why_not_flip(s, unit)
    if refusal:
        return refusal
    if not (s.game.convertible[unit] and s.full[unit]):
        return Refusal("7.5", f"{s.game.names[unit]} is no fort that could revert.")
    return _why_not_here(s, unit)


# -- the step -----------------------------------------------------------------------------------------------------

Flip = Improve | Upgrade | Fortify | Revert
CHECKS: dict[type[Action], Callable[[NoRetreatState, int], Refusal | None]] = {
    Improve: why_not_improve,
    Upgrade: why_not_upgrade,
    Fortify: why_not_fortify,
    Revert: why_not_revert,
}
PRICES = {Improve: improve_price, Fortify: fortify_price}


def flip(s: NoRetreatState, unit: int, full: bool) -> None:
    """7.1, 7.2 The counter is turned over, once in this step."""
    s.turn_over(unit, full)
    s.mark(unit, FLIPPED)
    at = [s.game.place_id(s.place[unit])]
    s.say("7.1", "{} turns to its {} side", s.game.names[unit], "strong" if full else "weak", at=at)


def candidates(s: NoRetreatState) -> list[int]:
    """Two-sided units of the phasing side on the map that could be turned over, by what is cheap to see."""
    two, full, fort, marks, place = s.game.two_sided, s.full, s.game.convertible, s.marks, s.place
    pays = s.payable(s.phasing) > 0 and (s.phasing == AXIS or s.turn >= s.game.robust_turn)
    others = pays or s.free_upgrades > 0
    units = s.game.units_of[s.phasing]
    return [
        u
        for u in units
        if place[u] >= 0 and two[u] and not marks[u] & FLIPPED and (fort[u] or (others and not full[u]))
    ]


def kinds(s: NoRetreatState, unit: int) -> tuple[type[Flip], ...]:
    """7.1, 7.2, 7.5 How a unit might be turned over, by what is printed on it and the side that shows."""
    if not s.game.convertible[unit]:
        return (Improve,) if s.phasing == AXIS else (Improve, Upgrade)
    return (Revert,) if s.full[unit] else (Upgrade, Fortify)


class FlipStep(OrganizationStep):
    """7.0 The first step of the Organization Phase: units are improved, upgraded, fortified or reverted."""

    rule = "7.0"
    End = EndFlips

    def advance(self, s: NoRetreatState) -> None:
        s.unmark_all(FLIPPED)
        s.free_upgrades = 0
        s.pop()

    def candidates(self, s: NoRetreatState) -> list[int]:
        return candidates(s)

    def deeds(self, s: NoRetreatState, unit: int) -> list[Action]:
        return [kind(unit) for kind in kinds(s, unit) if CHECKS[kind](s, unit) is None]

    def why_not_deed(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Flip):
            return CHECKS[type(action)](s, action.unit)
        return Refusal("7.0", "It is the Flip Step.")

    def do(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Flip)
        price = PRICES[type(action)](s, action.unit) if type(action) in PRICES else 0
        s.free_upgrades -= isinstance(action, Upgrade)
        flip(s, action.unit, not isinstance(action, Revert))
        s.charge(s.phasing, price)

    def prompt(self, s: NoRetreatState) -> str:
        left = f" ({s.free_upgrades} free)" if s.free_upgrades > 0 else ""
        return f"Improve, upgrade or fortify units{left}."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, Upgrade):
            shown.label = f"Upgrade ({s.free_upgrades} left)"
        elif isinstance(action, Flip):
            shown.label = type(action).__name__
        elif isinstance(action, EndFlips):
            shown.label = "Go on to placement"
        if isinstance(action, Improve | Fortify):
            shown.preview["pays"] = PRICES[type(action)](s, action.unit)
        return shown


STEPS = (FlipStep,)
ACTIONS = (Improve, Upgrade, Fortify, Revert, EndFlips)

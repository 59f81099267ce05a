"""[11.3.5] Steps that cards add or take back: before the columns are found, and once the winner is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.titles.stalins_war import roster
from rasputitsa.titles.stalins_war.actions.combat import TakeBack
from rasputitsa.titles.stalins_war.combat import conditions, forces, losses
from rasputitsa.titles.stalins_war.components import SIDES
from rasputitsa.titles.stalins_war.effect_kinds import Loss, PairedAttack, ReturnUnit
from rasputitsa.titles.stalins_war.effect_words import Chooser, Group
from rasputitsa.titles.stalins_war.roster import OF_SIDE, SCU, SIDE_OF, STRONG_SOUTHWEST, WEAK_SOUTHWEST
from rasputitsa.titles.stalins_war.state import AXIS, POOL, SOVIET, Position

Due = tuple[int, int, int, int, bool]
"""Steps to lose: side, how many, who chooses, the units that may lose them, does the card name them?"""


# -- more losses ----------------------------------------------------------------------------------------------------


def before_columns(s: Position) -> list[Due]:
    """Axis 37: steps lost before the columns are found."""
    return [due for effect in _losses(s) if effect.when == "before-columns" for due in _dues(s, effect)]


def after_winner(s: Position) -> list[Due]:
    """11.3.5, 11.2.1.8, C.2 Steps lost once the winner is known, and the extra step of a Zhukov attack."""
    moments = {"winner-known", "attack-won" if s.victor == s.active else "attack-not-won"}
    found = [due for effect in _losses(s) if effect.when in moments and effect.delta > 0 for due in _dues(s, effect)]
    if s.paired:
        found += [
            (s.active, effect.extra_loss, _chooser(effect.chooser, s.active), losses.ANYBODY, False)
            for effect, _ in conditions.active(s, PairedAttack)
        ]
    return found


def saved(s: Position, side: int) -> int:
    """11.3.5, SW-73 How many lost steps cards give back to a side once the winner is known."""
    return sum(-effect.delta for effect in _losses(s) if effect.delta < 0 and effect.side == SIDES[side])


def _losses(s: Position) -> Iterator[Loss]:
    """The effects on losses in force; one with a chosen hex (Axis 14) acts there only."""
    for effect, record in conditions.active(s, Loss):
        chosen = record[conditions.CHOSEN :]
        if not chosen or chosen[0] == s.target:
            yield effect


def _dues(s: Position, effect: Loss) -> list[Due]:
    """The steps an effect costs each side; where it acts on both, its group is Soviet and the other one German."""
    groups: list[tuple[int, Group | None]] = [(SOVIET, effect.group), (AXIS, effect.enemy_group)]
    if effect.side != "both":
        groups = [(SIDES.index(effect.side), effect.group)]
    return [
        (side, effect.delta, _chooser(effect.chooser, side), _among(s, group), group is not None)
        for side, group in groups
    ]


def _among(s: Position, group: Group | None) -> int:
    return losses.ANYBODY if group is None else conditions.group(s, group)


def _chooser(chooser: Chooser, side: int) -> int:
    """C.5 Who picks the unit that loses: its owner, or the side the card names."""
    return side if chooser == "owner" else SIDES.index(chooser)


def demand(s: Position, dues: list[Due]) -> None:
    """The steps are lost, those of the defender first."""
    for side, number, chooser, among, named in sorted(dues, key=lambda due: due[0] != s.active):
        losses.demand(s, side, number, chooser, among, named)


# -- steps that come back -------------------------------------------------------------------------------------------


def savable(s: Position, side: int) -> int:
    """SW-73 The units of a side that have lost a step in this combat, eliminated ones included."""
    return s.hit & OF_SIDE[side] & (forces.force(s, side) | _fallen(s))


def returning(s: Position) -> int:
    """C.8 Axis 11: if the losses took the last SCU step of the hex, the SCUs of which one comes back."""
    found = 0
    for effect, _ in conditions.active(s, ReturnUnit):
        if not s.defenders & SCU:
            found |= _fallen(s) & s.hit & conditions.group(s, effect.group)
    return found


def _fallen(s: Position) -> int:
    return mask_of(unit for unit, _, _ in s.fallen)


def take_back(s: Position, unit: int) -> None:
    """A lost step is taken back; an eliminated unit stands on its weakest step where it fell."""
    s.hit &= ~(1 << unit)
    s.steps_lost[SIDE_OF[unit]] -= 1
    if _fallen(s) >> unit & 1:
        revive(s, unit)
    else:
        s.lost[unit] -= 1
    s.say("11.3.5", "{} takes a step back", s.name(unit))


def revive(s: Position, unit: int) -> None:
    place, status = next((place, status) for fallen, place, status in s.fallen if fallen == unit)
    s.fallen = [record for record in s.fallen if record[0] != unit]
    s.put(unit, place)
    s.lost[unit], s.due[unit] = roster.STEPS[unit] - 1, 0
    s.set_supply(unit, status)
    if SIDE_OF[unit] == s.active:
        s.attackers |= 1 << unit
    else:
        s.defenders |= 1 << unit
    if unit == STRONG_SOUTHWEST:
        s.put(WEAK_SOUTHWEST, POOL)


class Restore(Choice[Position]):
    """SW-73 The owner picks the unit that takes a step back."""

    action = TakeBack

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(open_to(s))]

    def of(self, s: Position, handle: Handle) -> Iterable[TakeBack]:
        kind, unit = handle
        return (TakeBack(unit),) if kind == "piece" and open_to(s) >> unit & 1 else ()

    def why_not(self, s: Position, action: TakeBack) -> Refusal | None:
        if open_to(s) >> action.unit & 1:
            return None
        return Refusal("11.3.5", f"{s.name(action.unit)} has no step to take back.")

    def do(self, s: Position, action: TakeBack) -> None:
        _, side, number, among = s.frame
        s.goto(side, number - 1, among)
        take_back(s, action.unit)


def open_to(s: Position) -> int:
    """The units that may take a step back in the question under way."""
    _, side, _, among = s.frame
    return savable(s, side) & among


class TakingBack(Question[Position]):
    """11.3.5 Steps are taken back once the winner is known. Frame: side, how many, the units that may."""

    rule = "11.3.5"
    choices = (Restore,)

    def side(self, s: Position) -> str | None:
        return SIDES[s.frame[1]] if s.frame[2] and open_to(s).bit_count() > 1 else None

    def advance(self, s: Position) -> None:
        units = open_to(s) if s.frame[2] else 0
        if units:
            Restore().do(s, TakeBack(bits(units)[0]))
        else:
            s.pop()

    def prompt(self, s: Position) -> str:
        return "Choose the unit that takes a step back."


STEPS = (TakingBack,)

"""[7.5.5b] What defenders may do before fire in every attack of a round: bring a reserve (Axis 40), fall back (Axis
50)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.floods import flood_steps
from rasputitsa.board.topology import bits
from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.stalins_war import stacking, supply
from rasputitsa.titles.stalins_war.actions.combat import AwaitAttack, Evade, KeepReserves, SendReserve
from rasputitsa.titles.stalins_war.combat import card_window, conditions, forces, preview, retreats
from rasputitsa.titles.stalins_war.effect_kinds import Evade as EvadeEffect
from rasputitsa.titles.stalins_war.effect_kinds import Reserve
from rasputitsa.titles.stalins_war.effect_words import Where
from rasputitsa.titles.stalins_war.mapboard import LAND, PLACE_NAMES, PLAYABLE
from rasputitsa.titles.stalins_war.roster import OF_SIDE
from rasputitsa.titles.stalins_war.state import FULL, SIDES, Position

# -- a reserve joins the defense ------------------------------------------------------------------------------------


def reserves(s: Position) -> int:
    """Axis 40: the units that may join the defense: within range, not through enemies, from no hex attacked in this
    round, within stacking, and where the card says."""
    found = 0
    for effect, _ in conditions.active(s, Reserve):
        near = flood_steps(LAND, 1 << s.target, PLAYABLE & ~s.occupied[s.active], effect.range) & ~s.attacked
        for unit in bits(conditions.group(s, effect.group) & OF_SIDE[1 - s.active]):
            place = s.place[unit]
            if place >= 0 and near >> place & 1 and _stands(s, unit, effect.where) and stacking.fits(s, unit, s.target):
                found |= 1 << unit
    return found


def _stands(s: Position, unit: int, where: tuple[Where, ...]) -> bool:
    """Is the unit where a card asks it to be?"""
    if "no-festung" in where and s.festungs >> s.place[unit] & 1:
        return False
    return "full-supply" not in where or supply.status(s, unit) == FULL


class Send(Choice[Position]):
    """Axis 40: one panzer corps goes into the attacked hex; strengths are counted anew."""

    action = SendReserve

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(reserves(s))]

    def of(self, s: Position, handle: Handle) -> Iterable[SendReserve]:
        kind, unit = handle
        return (SendReserve(unit),) if kind == "piece" and reserves(s) >> unit & 1 else ()

    def why_not(self, s: Position, action: SendReserve) -> Refusal | None:
        if reserves(s) >> action.unit & 1:
            return None
        return Refusal("7.5.5b", f"{s.name(action.unit)} cannot join this defense.")

    def do(self, s: Position, action: SendReserve) -> None:
        s.pop()
        send(s, action.unit)

    def show(self, s: Position, action: SendReserve, shown: ActionView) -> None:
        then = s.copy()
        send(then, action.unit)
        shown.preview["odds"] = preview.odds_of(then)


def send(s: Position, unit: int) -> None:
    s.put(unit, s.target)
    s.set_supply(unit, FULL)
    s.defenders |= 1 << unit
    s.say("7.5.5b", "{} joins the defense of {}", s.name(unit), PLACE_NAMES[s.target])


class SendNone(Choice[Position]):
    action = KeepReserves
    label = "Send no reserve"

    def do(self, s: Position, action: KeepReserves) -> None:
        s.pop()


class Reserves(Question[Position]):
    """7.5.5b Axis 40 acts on every attack of the round."""

    rule = "7.5.5b"
    choices = (Send, SendNone)

    def side(self, s: Position) -> str | None:
        return SIDES[1 - s.active] if reserves(s) else None

    def prompt(self, s: Position) -> str:
        return f"Send a reserve to {PLACE_NAMES[s.target]}, or none."


# -- falling back before fire ---------------------------------------------------------------------------------------


def evasion(s: Position) -> int:
    """Axis 50: how many hexes the defenders may fall back before fire; 0 if they may not."""
    units = forces.holders(s)
    for effect, _ in conditions.active(s, EvadeEffect):
        able = [u for u in bits(units & conditions.group(s, effect.group)) if s.supply[u] == FULL]
        if able and not ("no-festung" in effect.where and s.festungs >> s.target & 1):
            return effect.hexes
    return 0


class EvadeNow(Choice[Position]):
    """C.13 Axis 50: all defenders fall back by the retreat rules; the attack is cancelled, nobody advances."""

    action = Evade
    label = "Fall back before the attack"

    def do(self, s: Position, action: Evade) -> None:
        hexes = evasion(s)
        s.pop()
        s.victor = card_window.CANCELLED
        s.say("7.5.5b", "The defenders of {} fall back before the attack", PLACE_NAMES[s.target])
        s.push(retreats.Retreats, hexes)


class Await(Choice[Position]):
    action = AwaitAttack
    label = "Stand and fight"

    def do(self, s: Position, action: AwaitAttack) -> None:
        s.pop()


class Evasion(Question[Position]):
    """7.5.5b Axis 50 acts on every attack of the round."""

    rule = "7.5.5b"
    choices = (EvadeNow, Await)

    def side(self, s: Position) -> str | None:
        return SIDES[1 - s.active] if evasion(s) else None

    def prompt(self, s: Position) -> str:
        return f"Fall back from {PLACE_NAMES[s.target]} before the attack, or fight?"


STEPS = (Reserves, Evasion)

"""[14.0] Replacements: RPs rebuild steps on the map and units in the boxes; automatic RPs (4.5.2, 21.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.titles.stalins_war import entry, roster
from rasputitsa.titles.stalins_war.actions.rounds import EndReplacements, NamePoint, Rebuild, Replace
from rasputitsa.titles.stalins_war.components import TURNS, UNITS
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, PLACE_NAMES, USIR
from rasputitsa.titles.stalins_war.roster import (
    GROUPS,
    HUNGARIAN,
    NATION_OF,
    PANZER,
    REBUILDS,
    SIDE_OF,
)
from rasputitsa.titles.stalins_war.state import (
    AX,
    AX_HUNGARIAN,
    AXIS,
    ELIMINATED,
    GE,
    GE_HOME,
    OTHER_FRONTS,
    OUT,
    PZ,
    RP_KINDS,
    SIDES,
    SOVIET,
    SU,
    SU_MOBILE,
    Position,
)

HALVES = 2
FREE_RPS_A_TURN = 3
"""21.0 Automatic RPs a turn at most."""
FIRST_FREE_TURN = 2
KINDS = {"GE": GE, "PZ": PZ, "AX": AX, "SU": SU}


# -- automatic points -----------------------------------------------------------------------------------------------


def automatic(s: Position, side: int) -> int:
    """4.5.2, 4.5.2.1, 21.0, 21.0.1 The automatic RPs of a side on this turn: three for the Soviets on turns 2 and 3,
    changed by the bid; three a turn at most, from turn 2 on."""
    own = sum(turn.soviet_free_rp for turn in TURNS.values()) if s.game.profile.free_rps else 0
    soviet = own + s.game.profile.bid
    total = max(0, soviet if side == SOVIET else -soviet)
    given = FREE_RPS_A_TURN * (s.turn - FIRST_FREE_TURN)
    return max(0, min(FREE_RPS_A_TURN, total - given)) if s.turn >= FIRST_FREE_TURN else 0


# -- what a step costs ----------------------------------------------------------------------------------------------


def pools(unit: int, at_home: bool) -> tuple[int, ...]:
    """14.1.7 The kinds of points a unit may be rebuilt with, those that others cannot use first."""
    replacement = UNITS[unit].replacement
    if replacement is None:
        return ()
    kind = KINDS[replacement.points]
    if kind == GE and at_home:
        return (GE_HOME, GE)
    if kind == AX and NATION_OF[unit] == HUNGARIAN:
        return (AX_HUNGARIAN, AX)
    if kind == SU and GROUPS["mobile"] >> unit & 1:
        return (SU_MOBILE, SU)
    return (kind,)


def affordable(s: Position, unit: int, at_home: bool) -> bool:
    return sum(s.rp[kind] for kind in pools(unit, at_home)) >= cost(unit)


def cost(unit: int) -> int:
    """14.1.3 Half points for a step: two for an LCU, one for an SCU."""
    replacement = UNITS[unit].replacement
    return replacement.halves if replacement else 0


def pay(s: Position, unit: int, at_home: bool) -> None:
    owed = cost(unit)
    for kind in pools(unit, at_home):
        paid = min(owed, s.rp[kind])
        s.rp[kind] -= paid
        owed -= paid


def at_home(place: int) -> bool:
    """Axis 44: is the hex in Germany?"""
    return place >= 0 and bool(COUNTRY["germany"] >> place & 1)


# -- who may be replaced --------------------------------------------------------------------------------------------


def why_no_step(s: Position, unit: int, side: int) -> Refusal | None:
    """14.1.2, 14.1.2.1, 14.1.6, 14.2.2 May the unit regain a step where it is?"""
    name = s.name(unit)
    if SIDE_OF[unit] != side or not (s.place[unit] >= 0 or s.place[unit] == OTHER_FRONTS):
        return Refusal("14.1.2", f"{name} is neither on the map nor in the Other Fronts box.")
    if not s.lost[unit]:
        return Refusal("14.1.2", f"{name} is at full strength.")
    if not REBUILDS[unit][s.lost[unit] - 1]:
        return Refusal("14.1.6", f"This step of {name} can never be replaced.")
    if s.place[unit] >= 0 and s.supply[unit] == OUT:
        return Refusal("14.1.2", f"{name} is out of supply.")
    return _why_no_points(s, unit, at_home(s.place[unit]))


def _why_no_points(s: Position, unit: int, home: bool) -> Refusal | None:
    if PANZER >> unit & 1 and not s.controls(AXIS, USIR):
        return Refusal("14.2.2", "No panzer replacements while the USIR is Soviet-controlled.")
    if not pools(unit, home):
        return Refusal("14.1.6", f"{s.name(unit)} can never be rebuilt.")
    if not affordable(s, unit, home):
        return Refusal("14.1.3", f"There are no points left for {s.name(unit)}.")
    return None


class RegainStep(Choice[Position]):
    """14.1.2 A step of a unit on the map or in the Other Fronts box is replaced."""

    action = Replace
    rule = "14.1.2"

    def handles(self, s: Position) -> Sequence[Handle]:
        side = s.frame[1]
        units = [*s.on_map(side), *s.in_box(OTHER_FRONTS, side)]
        return [("piece", unit) for unit in units if s.lost[unit]]

    def of(self, s: Position, handle: Handle) -> Iterable[Replace]:
        kind, unit = handle
        return (Replace(unit),) if kind == "piece" and why_no_step(s, unit, s.frame[1]) is None else ()

    def why_not(self, s: Position, action: Replace) -> Refusal | None:
        return why_no_step(s, action.unit, s.frame[1])

    def do(self, s: Position, action: Replace) -> None:
        pay(s, action.unit, at_home(s.place[action.unit]))
        s.lost[action.unit] -= 1
        s.say("14.1.2", "{} regains a step", s.name(action.unit))


class RebuildUnit(Choice[Position]):
    """14.1.4 A unit of the Eliminated box comes back on its weakest step, placed like a reinforcement (SW-59)."""

    action = Rebuild
    rule = "14.1.4"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in s.in_box(ELIMINATED, s.frame[1]) if pools(unit, True)]

    def of(self, s: Position, handle: Handle) -> Iterable[Rebuild]:
        kind, unit = handle
        if kind != "piece" or SIDE_OF[unit] != s.frame[1] or s.place[unit] != ELIMINATED:
            return ()
        places = entry.hexes(s, unit)
        return [Rebuild(unit, at) for at in bits(places) if _why_no_points(s, unit, at_home(at)) is None]

    def why_not(self, s: Position, action: Rebuild) -> Refusal | None:
        unit = action.unit
        if SIDE_OF[unit] != s.frame[1] or s.place[unit] != ELIMINATED:
            return Refusal("14.1.2", "The unit is not in your Eliminated Units box.")
        if not entry.hexes(s, unit) >> action.at & 1:
            return Refusal("7.5.2c", f"{s.name(unit)} may not be placed in {PLACE_NAMES[action.at]}.")
        return _why_no_points(s, unit, at_home(action.at))

    def do(self, s: Position, action: Rebuild) -> None:
        pay(s, action.unit, at_home(action.at))
        s.lost[action.unit] = roster.STEPS[action.unit] - 1
        entry.arrive(s, action.unit, action.at)
        s.say("14.1.4", "{} is rebuilt in {}", s.name(action.unit), PLACE_NAMES[action.at])


class NoMore(Choice[Position]):
    """14.1.5 Points that are not spent are lost."""

    action = EndReplacements
    label = "End replacements"

    def do(self, s: Position, action: EndReplacements) -> None:
        end(s, s.frame[1])
        s.pop()


def end(s: Position, side: int) -> None:
    """14.1.5, SW-60 Unspent points are lost, halves too."""
    for kind in (SU, SU_MOBILE) if side == SOVIET else (GE, PZ, AX, GE_HOME, AX_HUNGARIAN):
        s.rp[kind] = 0


class Replacements(Question[Position]):
    """6.0.2, 14.1.1 A side spends its replacement points. Frame: the side."""

    rule = "14.1.1"
    choices = (RegainStep, RebuildUnit, NoMore)

    def side(self, s: Position) -> str | None:
        if s.turn == 1 or not self._points(s):
            return None
        return SIDES[s.frame[1]]

    def _points(self, s: Position) -> list[tuple[int, int]]:
        """The kinds of points of the side, each with the half points that are left."""
        kinds = (SU, SU_MOBILE) if s.frame[1] == SOVIET else (GE, PZ, AX, GE_HOME, AX_HUNGARIAN)
        return [(kind, s.rp[kind]) for kind in kinds if s.rp[kind]]

    def prompt(self, s: Position) -> str:
        left = (f"{halves / 2:g} {RP_KINDS[kind]}" for kind, halves in self._points(s))
        return f"Spend your replacement points: {', '.join(left)} left."


class Name(Choice[Position]):
    """21.0 The Axis names GE, PZ or AX for an automatic point (SW-67)."""

    action = NamePoint
    rule = "21.0"

    def of(self, s: Position, handle: Handle) -> Iterable[NamePoint]:
        return [NamePoint(kind) for kind in (GE, PZ, AX)] if handle[0] == "button" else ()

    def why_not(self, s: Position, action: NamePoint) -> Refusal | None:
        return None if action.kind in (GE, PZ, AX) else Refusal("21.0", "GE, PZ or AX.")

    def do(self, s: Position, action: NamePoint) -> None:
        s.rp[action.kind] += HALVES
        s.goto(s.frame[1] - 1)


class AutomaticPoints(Question[Position]):
    """21.0 The Axis receives automatic points by the bid. Frame: how many."""

    rule = "21.0"
    choices = (Name,)

    def side(self, s: Position) -> str | None:
        return SIDES[AXIS] if s.frame[1] else None

    def prompt(self, s: Position) -> str:
        return "Name the kind of an automatic replacement point."


STEPS = (Replacements, AutomaticPoints)

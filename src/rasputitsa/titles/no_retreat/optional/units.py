"""[15.1], [15.2], [15.8] Optional units: Abteilungen, Fortified Fronts and Rezervy, and how they come into play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.no_retreat import elimination, supply
from rasputitsa.titles.no_retreat import victory_points as points
from rasputitsa.titles.no_retreat.actions.optional import Detach
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    DESTROYED,
    OUT,
    PLACED,
    RAIL,
    SHATTERED,
    SIDES,
    SOVIET,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.stacking import with_room
from rasputitsa.titles.no_retreat.state import NoRetreatState

ABTEILUNGEN = ("abteilung-hollidt", "abteilung-fretter-pico")
MECHANIZED = ("abteilung-kempf",)
FORTIFIED = ("1st-fortified-front", "2nd-fortified-front")
RULES = {ABTEILUNGEN: "15.1", MECHANIZED: "15.1", FORTIFIED: "15.2"}


def parts(s: NoRetreatState, unit: int) -> tuple[str, ...]:
    """15.1, 15.2 What a unit can be split into: a full German 4-4 army into two Abteilungen, a full panzer army gives a
    step for the mechanized one, a Soviet 4-3 Front becomes two Fortified Fronts."""
    game, profile = s.game, s.game.profile
    face, data = game.faces[s.full[unit]][unit], game.data[unit]
    if data.side == "axis":
        if not (profile.abteilung and data.nation == "german" and data.kind == "army" and s.full[unit]):
            return ()
        if face.type == "armor":
            return () if profile.digital else MECHANIZED
        return ABTEILUNGEN if (face.type, face.strength, face.move) == ("infantry", 4, 4) else ()
    front = data.kind == "front" and (face.type, face.strength, face.move) == ("infantry", 4, 3)
    return FORTIFIED if profile.fortified_front and front else ()


def vp_price(s: NoRetreatState, side: int) -> int:
    """digital X.3, digital X.4 In the digital editions a split costs a VP."""
    victory = s.game.tables.victory
    cost = victory.abteilung_digital if side == AXIS else victory.fortified_front_digital
    return cost if s.game.profile.digital else 0


def why_not_split(s: NoRetreatState, unit: int) -> Refusal | None:
    """15.1, 15.2 Once a game, from turn 8 (Axis) or 5 (Soviets) on: a supplied unit that stands alone (the digital
    Abteilung may be stacked), with room for what it is split into."""
    game, name = s.game, s.game.names[unit]
    kin = parts(s, unit)
    if game.side_of[unit] != s.phasing or s.place[unit] < 0 or not kin:
        return Refusal("15.1", f"{name} cannot be split.")
    rule = RULES[kin]
    first = game.unit[kin[0]]
    if s.place[first] != OUT or s.turn < (game.data[first].option_turn or 0):
        return Refusal(rule, "That is done once a game, from the turn of its rule on.")
    if s.marks[unit] & UNSUPPLIED or not supply.in_supply(s, unit):
        return Refusal(rule, f"{name} is not in supply.")
    if len(s.units_at(s.place[unit])) > 1 and not (game.profile.digital and s.phasing == AXIS):
        return Refusal(rule, f"{name} is stacked.")
    if not points.may_pay(s, s.phasing, vp_price(s, s.phasing)):
        return Refusal("12.7.4", "You cannot pay the victory point.")
    if kin is FORTIFIED and not game.profile.digital and not beside(s, first, s.place[unit]):
        return Refusal(rule, "There is no room for the second Fortified Front.")
    return None


def splittable(s: NoRetreatState) -> list[int]:
    """The units the phasing side may split now."""
    profile = s.game.profile
    if not (profile.abteilung if s.phasing == AXIS else profile.fortified_front):
        return []
    return [u for u in s.on_map(s.phasing) if why_not_split(s, u) is None]


def split(s: NoRetreatState, unit: int) -> None:
    """15.1, 15.2, 15.1.1 The unit leaves the game (a panzer army only loses a step) and its parts form in its hex or
    beside it."""
    kin, origin = parts(s, unit), s.place[unit]
    s.say(RULES[kin], "{} is split", s.game.names[unit], at=[s.game.place_id(origin)])
    if kin is MECHANIZED:
        s.turn_over(unit, False)
    else:
        elimination.remove(s, unit)
    if s.game.profile.digital:
        _split_digital(s, kin)
        return
    for name in reversed(kin):
        s.push(Detaching, s.game.unit[name], origin)


def _split_digital(s: NoRetreatState, kin: Sequence[str]) -> None:
    """digital X.4, X.3.1, X.4.1 For a VP: the parts wait in the Shattered Units Box for the next Organization Phase,
    the Abteilungen reduced; Abteilung Kempf lies in the Surrendered one."""
    points.pay(s, s.phasing, vp_price(s, s.phasing), "X.3" if s.phasing == AXIS else "X.4", "an army is split")
    for name in kin:
        unit = s.game.unit[name]
        s.full[unit] = int(not s.game.two_sided[unit])
        s.send(unit, SHATTERED)
        s.mark(unit, PLACED)
    if s.phasing == AXIS:
        kempf = s.game.unit[MECHANIZED[0]]
        s.send(kempf, SURRENDERED)
        s.mark(kempf, PLACED)


def beside(s: NoRetreatState, unit: int, origin: int) -> int:
    """15.1, 15.2 The hexes next to the old unit's where a part may form: no EZOC, no enemy, and room."""
    game, enemy = s.game, 1 - s.game.side_of[unit]
    near = game.move_net.adjacent[origin] & ~(game.areas | s.zoc[enemy] | s.occupied[enemy] | s.controls(enemy))
    return with_room(s, unit, near)


def form_places(s: NoRetreatState, unit: int, origin: int) -> int:
    """15.1, 15.2, 15.1.2 The old hex, even in an EZOC, or one beside it."""
    return with_room(s, unit, 1 << origin) | beside(s, unit, origin)


def form(s: NoRetreatState, unit: int, to: int) -> None:
    """15.1, 15.2 A part takes its place."""
    s.pop()
    s.put(unit, to)
    s.say("15.1", "{} is formed", s.game.names[unit], at=[s.game.place_id(to)])


class FormUnit(Choice[NoRetreatState]):
    """15.1, 15.2 One of the smaller units forms in the old hex or beside it."""

    action = Detach

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        _, unit, origin = s.frame
        return [("place", to) for to in bits(form_places(s, unit, origin))]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, to = handle
        _, unit, origin = s.frame
        return [Detach(unit, to)] if kind == "place" and form_places(s, unit, origin) >> to & 1 else []

    def why_not(self, s: NoRetreatState, action: Detach) -> Refusal | None:
        _, unit, origin = s.frame
        if action.unit != unit:
            return Refusal("15.1", f"{s.game.names[unit]} has to be placed first.")
        if not form_places(s, unit, origin) >> action.to & 1:
            return Refusal("15.1", "It forms in the old hex or beside it, not in an enemy zone of control.")
        return None

    def do(self, s: NoRetreatState, action: Detach) -> None:
        form(s, action.unit, action.to)


class Detaching(Question[NoRetreatState]):
    """15.1, 15.2 The owner chooses where a part forms. Frame: the part, the hex of the old unit."""

    rule = "15.1"
    choices = (FormUnit,)

    def side(self, s: NoRetreatState) -> str | None:
        _, unit, origin = s.frame
        return SIDES[s.game.side_of[unit]] if form_places(s, unit, origin).bit_count() > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        _, unit, origin = s.frame
        form(s, unit, bits(form_places(s, unit, origin))[0])

    def prompt(self, s: NoRetreatState) -> str:
        return f"Where does {s.game.names[s.frame[1]]} form?"


def bring(s: NoRetreatState) -> None:
    """15.8, 15.9 In the Soviet Organization Phase: Rezervy appears in the Destroyed Units Box from turn 5 on, the
    Paratroop marker in the Rail Movement Box from turn 4 on and whenever it is due again."""
    if s.phasing != SOVIET:
        return
    for name, wanted, box in (
        ("rezervy", s.game.profile.rezervy, DESTROYED),
        ("paratroop", s.game.profile.paratroops, RAIL),
    ):
        unit = s.game.unit[name]
        first = s.place[unit] == OUT and s.turn >= (s.game.data[unit].option_turn or 0)
        if wanted and (first or (s.place[unit] == TRACK and s.arrives[unit] <= s.turn)):
            s.send(unit, box)


class LoneReserve(Step[NoRetreatState]):
    """15.8, 15.8.1 At the end of a Movement Phase Rezervy without a unit to back goes to the Destroyed Units Box."""

    rule = "15.8"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        unit = s.game.unit["rezervy"]
        if s.place[unit] >= 0 and len(s.units_at(s.place[unit])) == 1:
            elimination.eliminate(s, unit, DESTROYED)


STEPS = (Detaching, LoneReserve)

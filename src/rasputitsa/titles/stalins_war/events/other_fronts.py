"""[3.0.7] The Other Fronts box: German units that Soviet events send away, and how they come back."""

from __future__ import annotations

from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war import effect_kinds, effects, entry, supply
from rasputitsa.titles.stalins_war.actions.events import Recall, SendAway
from rasputitsa.titles.stalins_war.choices import EventQuestion, UnitChoice
from rasputitsa.titles.stalins_war.components import SIDES
from rasputitsa.titles.stalins_war.events.arrivals import REDUCED, WHERE, Placing
from rasputitsa.titles.stalins_war.roster import GROUPS, REBUILDS, TAGS
from rasputitsa.titles.stalins_war.state import ARRIVING, AXIS, FULL, OTHER_FRONTS, Position

NEVER: Final = TAGS["no-move"]
"""Units that cannot leave: the Bunker."""


# -- sent away ------------------------------------------------------------------------------------------------------

KINDS = {"panzer": "a panzer corps", "german-army": "a German army", "german-scu": "a German SCU"}
"""3.0.7 The groups that events send away, as a player says them."""


def leaving(s: Position, effect: effect_kinds.SendAway, number: int) -> int:
    """The units of a group that may be sent: from the map, from those in full supply as long as there are any, those
    of `first` before others; never out of a Festung (16.3.4, SW-78)."""
    group = GROUPS[effect.groups[number]] & ~NEVER
    found = sum(1 << u for u in bits(group) if s.place[u] >= 0 and not s.festungs >> s.place[u] & 1)
    fed = sum(1 << u for u in bits(found) if supply.status(s, u) == FULL)
    found = fed or found
    return found & GROUPS[effect.first] or found if effect.first else found


def due(s: Position, effect: effect_kinds.SendAway) -> int:
    """The turn on which the units come back; 0 if only a card brings them."""
    if effect.returns is not None:
        return s.turn + effect.returns
    return effect.returns_turn or 0


def _sending(s: Position) -> tuple[effect_kinds.SendAway, int]:
    """The effect under way and the number of the group that is next."""
    return effects.under_way(s, effect_kinds.SendAway), s.frame[3]


class Send(UnitChoice):
    """3.0.7 A unit goes to the Other Fronts box with the steps it has."""

    action = SendAway
    rule = "3.0"

    def units(self, s: Position) -> int:
        return leaving(s, *_sending(s))

    def do(self, s: Position, action: SendAway) -> None:
        effect, group = _sending(s)
        _, card, number, _ = s.frame
        s.due[action.unit] = due(s, effect)
        s.put(action.unit, OTHER_FRONTS)
        s.say("3.0", "{} leaves for other fronts", s.name(action.unit))
        if effect.reduced:
            effects.begin(s, card, number, "game", action.unit)
        _next(s, group)


def _next(s: Position, group: int) -> None:
    _, card, number, _ = s.frame
    if group + 1 < len(_sending(s)[0].groups):
        s.goto(card, number, group + 1)
    else:
        s.pop()


class Sending(EventQuestion):
    """3.0.7 The Axis player chooses the units that leave, one of each group. Frame: card, number of the effect, number
    of the group."""

    rule = "3.0"
    choices = (Send,)

    def player(self, s: Position) -> int:
        chooser = _sending(s)[0].chooser
        return AXIS if chooser == "owner" else SIDES.index(chooser)

    def over(self, s: Position) -> None:
        _next(s, _sending(s)[1])

    def prompt(self, s: Position) -> str:
        effect, group = _sending(s)
        return f"Choose a unit for the Other Fronts box: {KINDS[effect.groups[group]]}."


# -- back again -----------------------------------------------------------------------------------------------------


def returning(s: Position) -> None:
    """3.0.7 At the start of a turn the units that are due come back as German reinforcements, reduced if their event
    says so."""
    units = [unit for unit in s.in_box(OTHER_FRONTS, AXIS) if s.due[unit] and s.due[unit] <= s.turn]
    for unit in units:
        come_back(s, unit)
        weakened = [record for _, record in effects.active(s, effect_kinds.SendAway) if record[3] == unit]
        if weakened:
            s.lost[unit] = max(s.lost[unit], REDUCED)
            s.effects = [record for record in s.effects if record not in weakened]
    if units:
        s.push(Placing, AXIS, WHERE.index("reinforcement"))


def come_back(s: Position, unit: int) -> None:
    s.due[unit] = 0
    s.put(unit, ARRIVING)


def recallable(s: Position) -> int:
    """Axis 48: the units of the Other Fronts box that could be placed now."""
    return sum(1 << unit for unit in s.in_box(OTHER_FRONTS, AXIS) if entry.hexes(s, unit))


class RecallUnit(UnitChoice):
    """14.1.2 A unit comes back, on the highest step that can be rebuilt."""

    action = Recall
    rule = "3.0"

    def units(self, s: Position) -> int:
        return recallable(s) if s.frame[1] else 0

    def do(self, s: Position, action: Recall) -> None:
        s.goto(s.frame[1] - 1)
        come_back(s, action.unit)
        steps = [step for step, rebuilt in enumerate(REBUILDS[action.unit]) if rebuilt]
        s.lost[action.unit] = min([s.lost[action.unit], *steps])


class Recalling(EventQuestion):
    """Axis 48 brings units back from the Other Fronts box. Frame: how many are left."""

    rule = "3.0"
    choices = (RecallUnit,)

    def side(self, s: Position) -> str | None:
        return super().side(s) if recallable(s).bit_count() > s.frame[1] else None

    def over(self, s: Position) -> None:
        s.pop()
        s.push(Placing, AXIS, WHERE.index("reinforcement"))

    def prompt(self, s: Position) -> str:
        return f"Choose the units that come back from other fronts: {s.frame[1]} left."


STEPS = (Sending, Recalling)

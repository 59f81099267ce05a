"""[10.7] What a combat result does, hex by hex, with the conversions of forts (10.7.4) and Volkssturm (14.11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Question, Refusal
from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat.actions.combat import BlowMarker
from rasputitsa.titles.no_retreat.choices import PlaceChoice
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.combat import context, losses, mods, retreat
from rasputitsa.titles.no_retreat.combat.declare import blow_limit, white
from rasputitsa.titles.no_retreat.combat.odds import CB, DD, DR, DS, EX
from rasputitsa.titles.no_retreat.state import NoRetreatState


def apply(s: NoRetreatState) -> None:
    """10.7, digital B.11 NE and CA change nothing by themselves (10.7.2 comes later)."""
    if s.result == CB:
        s.push(PlaceBlow)
    elif s.result == EX:
        exchange(s, -1)
    elif s.result in (DR, DS, DD):
        beat(s)


def exchange(s: NoRetreatState, where: int) -> None:
    """10.7, 10.7.1.1, 10.7.7 EX: both sides lose one step, the attacker first; an event may spare a side. `where`
    limits the defender's."""
    for side in (1 - s.attacker, s.attacker):
        spared = sum(b for kind, a, b in s.battle_mods if kind == mods.ABSORB and a == side)
        if spared < 1:
            s.push(losses.Losses, side, 1, EX, where if side != s.attacker else -1)


# -- forts --------------------------------------------------------------------------------------------------------


def has_fort(s: NoRetreatState, hex_: int) -> bool:
    """10.7.4, 14.1 Is a Fortified unit in the hex, taking part or not?"""
    game, full = s.game, s.full
    return any(game.type[full[u]][u] == "fort" for u in s.units_at(hex_))


def volkssturm(s: NoRetreatState, hex_: int) -> list[int]:
    return [u for u in s.units_at(hex_) if s.game.data[u].kind == "volkssturm"]


def holds(s: NoRetreatState, hex_: int) -> bool:
    """10.7.4, 14.11, 10.7.4.1 Nobody retreats from a hex with a fort, nor by a DR from one with Volkssturm."""
    return has_fort(s, hex_) or (s.result == DR and bool(volkssturm(s, hex_)))


def beat(s: NoRetreatState) -> None:
    """10.7, 10.7.4 DR, DS, DD: units in hexes without a fort retreat, are shattered, lose steps; in a hex with a fort a
    DR does nothing, a DS is an EX, and a DD takes its steps without a retreat."""
    held = [h for h in s.fields if holds(s, h)]
    left = [h for h in s.fields if h not in held]
    s.vacated = left + (held if s.result == DD else [])
    doomed = [u for u in s.defenders if s.place[u] in held] if s.result == DD else []
    retreat.order(s, left)
    if held and s.result == DS:
        mask = sum(1 << h for h in held)
        exchange(s, mask)
    elif held and s.result == DR:
        spend_volkssturm(s, held)
    for unit in doomed:
        losses.lose_step(s, unit, DD)


def spend_volkssturm(s: NoRetreatState, hexes: Sequence[int]) -> None:
    """14.11, 14.11.1, digital U.6 Volkssturm that has turned a DR into no effect is out of the game."""
    for hex_ in hexes:
        for unit in volkssturm(s, hex_):
            s.say("14.11", "{} holds and is spent", s.game.names[unit], at=[s.game.place_id(hex_)])
            elimination.remove(s, unit)


# -- [10.7.3] the CB result ---------------------------------------------------------------------------------------


def marker_hexes(s: NoRetreatState) -> list[int]:
    """10.7.3 The hexes of the phasing side in this battle where the marker may go: with a unit that is not white,
    without a marker yet, and while the side has a marker left."""
    waiting = sum(not s.struck >> h & 1 for h in s.targets)
    if len(s.next_blows) + waiting >= blow_limit(s, s.phasing):
        return []
    hexes = dict.fromkeys(s.place[u] for u in context.fighters(s, s.phasing))
    return [h for h in hexes if h not in s.next_blows and not all(white(s, u) for u in s.units_at(h))]


class PutMarker(PlaceChoice):
    """10.7.3 The Counterblow marker goes on this hex."""

    action = BlowMarker

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return marker_hexes(s)

    def why_not(self, s: NoRetreatState, action: BlowMarker) -> Refusal | None:
        fine = action.hex in marker_hexes(s)
        return None if fine else Refusal("10.7.3", "The marker goes on a hex of yours in this battle.")

    def do(self, s: NoRetreatState, action: BlowMarker) -> None:
        s.pop()
        place_blow(s, action.hex)


class PlaceBlow(Question[NoRetreatState]):
    """10.7.3, 10.7.3.1, 10.7.9, digital B.11, B.11.1 CB: the phasing side puts a Counterblow marker on one of its own
    hexes in the battle, also when the result came in a counterattack. The hex must be attacked in the enemy's next
    Combat Phase."""

    rule = "10.7.3"
    choices = (PutMarker,)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if len(marker_hexes(s)) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        hexes = marker_hexes(s)
        s.pop()
        if hexes:
            place_blow(s, hexes[0])

    def prompt(self, s: NoRetreatState) -> str:
        return "Put the Counterblow marker on one of your hexes in this battle."


def place_blow(s: NoRetreatState, hex_: int) -> None:
    s.next_blows.append(hex_)
    s.say("10.7.3", "A counterblow from {} will follow", s.game.place_name(hex_), at=[s.game.place_id(hex_)])


STEPS = (PlaceBlow,)

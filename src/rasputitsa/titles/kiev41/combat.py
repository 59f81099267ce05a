"""[10.12] Combat: which battles are fought, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice
from rasputitsa.kernel.step import BUTTON, Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Done, Fight
from rasputitsa.titles.kiev41.battle import Battle, attackers
from rasputitsa.titles.kiev41.components import SIDES
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.mapboard import PLACE_NAMES, TOPOLOGY
from rasputitsa.titles.kiev41.odds import battle_odds
from rasputitsa.titles.kiev41.segment import Segment
from rasputitsa.titles.kiev41.state import Kiev


def new_battles(s: Kiev) -> int:
    """10.12, 10.12.1 Newly contested areas: there a battle is mandatory."""
    return contested(s) & ~s.contested_before & ~s.fought


def old_battles(s: Kiev) -> int:
    """10.12, 10.12.1 Areas contested before the impulse, where the attacker may fight if a block of his can attack."""
    out = 0
    for area in bits(contested(s) & s.contested_before & ~s.fought):
        if attackers(s, area):
            out |= 1 << area
    return out


def battles(s: Kiev, blitz: int) -> int:
    """10.12, 10.17 The areas where the active player may fight; in the Blitz Segment only new engagements."""
    return new_battles(s) | (0 if blitz else old_battles(s))


class FightBattle(Choice[Kiev]):
    """10.12 The battle that is fought next."""

    action = Fight

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("place", area) for area in bits(battles(s, s.frame[1]))]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, area = handle
        return (Fight(area),) if kind == "place" and battles(s, s.frame[1]) >> area & 1 else ()

    def why_not(self, s: Kiev, action: Fight) -> Refusal | None:
        area = action.at
        if battles(s, s.frame[1]) >> area & 1:
            return None
        name = PLACE_NAMES[area] if area < TOPOLOGY.n else "a box"
        if s.fought >> area & 1:
            return Refusal("10.16", f"Battles last one round: {name} has had its own.")
        if contested(s) >> area & 1:
            return Refusal("10.12", f"No block of yours in {name} may attack: all are isolated.")
        return Refusal("10.12", f"{name} is not contested: a battle needs units of both players.")

    def do(self, s: Kiev, action: Fight) -> None:
        s.push(Battle, action.at, 0, 0)

    def show(self, s: Kiev, action: Fight, shown: ActionView) -> None:
        shown.preview["odds"] = battle_odds(s, SIDES[s.active], action.at)

    def reveals(self, s: Kiev, action: Fight) -> bool:
        return True


class EndCombat(Choice[Kiev]):
    """10.12 New engagements must be fought first."""

    action = Done
    label = "End the Combat Segment"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return () if new_battles(s) else (BUTTON,)

    def why_not(self, s: Kiev, action: Done) -> Refusal | None:
        new = new_battles(s)
        names = ", ".join(PLACE_NAMES[a] for a in bits(new))
        return Refusal("10.12", f"A battle is mandatory in newly contested areas: {names}.") if new else None

    def do(self, s: Kiev, action: Done) -> None:
        s.pop()


class Combat(Segment):
    """10.12, 10.12.3 The attacker chooses the order of the battles; new engagements must be fought, old ones may.
    Frame: 1 in the Blitz Segment, where only new ones are fought."""

    rule = "10.12"
    choices = (FightBattle, EndCombat)

    def side(self, s: Kiev) -> str | None:
        """Nobody is asked where there is no battle, or only one that must be fought."""
        found = battles(s, s.frame[1])
        forced = not found or (found.bit_count() == 1 and found == new_battles(s))
        return None if forced else SIDES[s.active]

    def advance(self, s: Kiev) -> None:
        found = battles(s, s.frame[1])
        if found:
            s.push(Battle, bits(found)[0], 0, 0)
        else:
            s.pop()

    def prompt(self, s: Kiev) -> str:
        return "Choose a battle" + ("." if new_battles(s) else ", or end the Combat Segment.")

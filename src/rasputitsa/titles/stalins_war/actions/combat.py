"""The actions of combat and exploitation, in the order of 11.2.1."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Action

# -- [7.3.5, 11.1] markers and attacks ------------------------------------------------------------------------------


class MarkCombat(Action, frozen=True):
    """7.3.5 A Combat marker is placed for 1 OPS."""

    form = "combat marker in {at:place}"
    at: int


class MarkPair(Action, frozen=True):
    """Soviet 9: two adjacent hexes are activated together for one attack."""

    form = "paired combat marker in {first:place} and {second:place}"
    first: int
    second: int


class EndMarking(Action, frozen=True):
    form = "end combat markers"


class AttackHex(Action, frozen=True):
    """11.2.1 step 1: the hex that is attacked."""

    form = "attack {at:place}"
    at: int


class Join(Action, frozen=True):
    """11.2.1 step 1: a unit attacks."""

    form = "{unit:piece} joins the attack"
    unit: int


class JoinAll(Action, frozen=True):
    """11.2.1 step 1: all units of a hex that can attack together do so."""

    form = "all in {at:place} join the attack"
    at: int


class Launch(Action, frozen=True):
    """11.2.1 step 1: attackers and hex are named."""

    form = "launch the attack"


class EndAttacks(Action, frozen=True):
    form = "end attacks"


# -- [11.2.1] steps 3 to 5 ------------------------------------------------------------------------------------------


class UseCard(Action, frozen=True):
    """11.2.1 step 3: a combat card is played or, if it lies face up, used again."""

    form = "{card:card} in combat"
    card: int


class EndCards(Action, frozen=True):
    form = "no more combat cards"


class SendReserve(Action, frozen=True):
    """Axis 40: a panzer corps joins the defense."""

    form = "{unit:piece} joins the defense"
    unit: int


class KeepReserves(Action, frozen=True):
    form = "send no reserve"


class Evade(Action, frozen=True):
    """Axis 50: the defenders fall back before fire."""

    form = "fall back before the attack"


class AwaitAttack(Action, frozen=True):
    form = "await the attack"


class CombatDice(Action, frozen=True):
    """11.2.1 step 5: the dice of both sides."""

    form = "combat dice {attack:int} and {defend:int}"
    attack: int
    defend: int


# -- [11.3, 11.4] losses and retreats -------------------------------------------------------------------------------


class LoseStep(Action, frozen=True):
    """11.3.2 A unit loses a step."""

    form = "{unit:piece} loses a step"
    unit: int


class TakeBack(Action, frozen=True):
    """A card takes a lost step back."""

    form = "{unit:piece} takes a step back"
    unit: int


class StandFast(Action, frozen=True):
    """11.4.3 No Retreat, for one more step of this unit."""

    form = "no retreat: {unit:piece} loses a step"
    unit: int


class FallBack(Action, frozen=True):
    """11.4.1 The defenders retreat."""

    form = "retreat"


class RetreatTo(Action, frozen=True):
    """11.4.4 A beaten unit ends its retreat in this hex."""

    form = "{unit:piece} retreats to {to:place}"
    unit: int
    to: int


# -- [11.5, 12.0] advance and exploitation --------------------------------------------------------------------------


class Advance(Action, frozen=True):
    """11.5.1 A victorious unit enters the vacated hex."""

    form = "{unit:piece} advances"
    unit: int


class AdvanceAll(Action, frozen=True):
    """11.5.1 All victorious units of a hex enter the vacated hex, as far as there is room."""

    form = "all in {at:place} advance"
    at: int


class PlaceBlitz(Action, frozen=True):
    """11.5.2 A Blitz marker in the vacated hex."""

    form = "place a Blitz marker"


class EndAdvance(Action, frozen=True):
    form = "end advance"


class Exploit(Action, frozen=True):
    """12.2 A unit exploits to this hex."""

    form = "{unit:piece} exploits to {to:place}"
    unit: int
    to: int


class EndExploitation(Action, frozen=True):
    form = "end exploitation"


class GiveUp(Action, frozen=True):
    """9.1.4 A unit too many in its hex after exploitation is eliminated."""

    form = "{unit:piece} is given up"
    unit: int


ACTIONS: Final[tuple[type[Action], ...]] = (
    *(MarkCombat, MarkPair, EndMarking, AttackHex, Join, JoinAll, Launch, EndAttacks),
    *(UseCard, EndCards, SendReserve, KeepReserves, Evade, AwaitAttack, CombatDice),
    *(LoseStep, TakeBack, StandFast, FallBack, RetreatTo),
    *(Advance, AdvanceAll, PlaceBlitz, EndAdvance, Exploit, EndExploitation, GiveUp),
)

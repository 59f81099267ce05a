"""What a round is for: a card for OPS, for RPs or as an event, or no card at all; and which cards to keep."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.kernel.action import Action
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.stalins_war import replacements
from rasputitsa.titles.stalins_war.action_round import HALVES, AsEvent, ChooseAction, ForRps, ops_of
from rasputitsa.titles.stalins_war.actions.rounds import (
    Choose,
    Decline,
    Discard,
    Keep,
    PlayEvent,
    PlayOps,
    PlayRp,
    Rest,
    Swap,
    ZeroOps,
)
from rasputitsa.titles.stalins_war.brain.battles import Battle
from rasputitsa.titles.stalins_war.brain.core import BRAIN
from rasputitsa.titles.stalins_war.brain.moving import attacks_to_come
from rasputitsa.titles.stalins_war.brain.sense import StalinMind
from rasputitsa.titles.stalins_war.component_types import Card
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER
from rasputitsa.titles.stalins_war.effect_kinds import (
    Allow,
    Bank,
    EndVpLoss,
    Exchange,
    Hand,
    MoveAll,
    Ops,
    Place,
    Rp,
    SecondCard,
    SendAway,
)
from rasputitsa.titles.stalins_war.hand import Discards, Fetch
from rasputitsa.titles.stalins_war.roster import ATTACK, DEFENSE, LCU, OF_SIDE, N
from rasputitsa.titles.stalins_war.setup import BoughtCard, FreeCard
from rasputitsa.titles.stalins_war.state import AX, ELIMINATED, GE, PZ, SU
from rasputitsa.titles.stalins_war.weather import rasputitsa

MOST_OPS = 8
"""As many OPS as a round ever has, Banked ones included."""
NEVER = -99.0


# -- what can be done with a round ----------------------------------------------------------------------------------


def prospects(mind: StalinMind) -> list[Battle]:
    """The attacks of this round if there were OPS for all of them."""
    return attacks_to_come(mind, MOST_OPS)


def ops_value(mind: StalinMind, points: int) -> float:
    """What OPS are worth now: the attacks they pay for, and movement, which even a round without OPS allows."""
    if rasputitsa(mind.s):
        return 0.0
    left, value = points + mind.s.banked[mind.me], mind.w["march"]
    for battle in mind.once(prospects):
        if battle.cost <= left:
            left -= battle.cost
            value += battle.value
    return value + mind.w["spare_ops"] * min(left, 2)


def needs(mind: StalinMind) -> dict[int, float]:
    """By kind of RP: the half points that could be spent now."""
    s = mind.s
    found = dict.fromkeys((GE, PZ, AX, SU), 0.0)
    for unit in range(N):
        if not OF_SIDE[mind.me] >> unit & 1:
            continue
        pools = replacements.pools(unit, False)
        if not pools or pools[-1] not in found:
            continue
        if s.place[unit] == ELIMINATED:
            found[pools[-1]] += 2 * replacements.cost(unit)
        elif s.place[unit] >= 0 and s.lost[unit]:
            found[pools[-1]] += replacements.cost(unit)
    return found


def rp_value(mind: StalinMind, card: int) -> float:
    """What the RPs of a card are worth: those that units can use."""
    need: dict[int, float] = mind.once(needs)
    points = CARDS[card].rp
    given = ((GE, points.GE), (PZ, points.PZ), (AX, points.AX), (SU, points.SU))
    useful = sum(min(HALVES * number, max(0.0, need[kind] - mind.s.rp[kind])) for kind, number in given)
    return mind.w["rp"] * useful / HALVES


def event_value(mind: StalinMind, card: int) -> float:
    """What an event is worth, by the kinds of its effects."""
    w, printed = mind.w, CARDS[card]
    if printed.combat:
        return w["lay_up"]
    value = w["event"]
    for effect in printed.effects:
        if isinstance(effect, Place | Exchange):
            value += w["reinforcement"] * units_worth(printed) * (1.0 if isinstance(effect, Place) else 0.6)
        elif isinstance(effect, Ops):
            value += granted_value(mind, effect)
        elif isinstance(effect, Rp):
            value += w["rp"] * (effect.points.GE + effect.points.PZ + effect.points.AX + effect.points.SU) * 0.7
        elif isinstance(effect, Bank):
            value += w["spare_ops"] * effect.points
        elif isinstance(effect, SendAway):
            value += w["send_away"] * len(effect.groups)
        elif isinstance(effect, Allow):
            value += w["permission"]
        elif isinstance(effect, EndVpLoss):
            value += w["key_event"]
        elif isinstance(effect, Hand):
            value += w["key_event"] / 2 if printed.id == INDUSTRY else w["hand"] * abs(effect.delta)
        elif isinstance(effect, SecondCard):
            value += w["second_card"]
        elif isinstance(effect, MoveAll):
            value -= w["withdraw"]
    return value


def granted_value(mind: StalinMind, effect: Ops) -> float:
    """What the OPS of an event are worth: nothing on other turns than its own, less if they are bound to a region."""
    first, last = effect.turns
    if not first <= mind.s.turn <= last:
        return 0.0
    bound = effect.rows_from is not None or effect.within is not None
    return ops_value(mind, effect.points) * (mind.w["bound_ops"] if bound else 1.0)


INDUSTRY = "soviet-08"
"""22.0 Industrial Evacuation: two hexes in the tournament, and cards later."""


def units_worth(printed: Card) -> float:
    """The strength of the units a card brings."""
    numbers = [NUMBER[name] for name in printed.units]
    return sum((ATTACK[u][0] + DEFENSE[u][0]) * (1.5 if LCU >> u & 1 else 1.0) for u in numbers)


# -- the questions --------------------------------------------------------------------------------------------------


@BRAIN.candidate(ChooseAction)
def choose(mind: StalinMind) -> Iterator[Proposal]:
    """The best use of the best card: what it gives now, less a part of what the card could give otherwise."""
    s, w = mind.s, mind.w
    rps, events = ForRps(), AsEvent()
    for card in s.hand(mind.me):
        uses: list[tuple[float, Action, str]] = []
        if not rasputitsa(s):
            uses.append((ops_value(mind, ops_of(s, card)), PlayOps(card), "for OPS"))
        if rps.why_not(s, PlayRp(card)) is None:
            uses.append((rp_value(mind, card), PlayRp(card), "for replacements"))
        if events.why_not(s, PlayEvent(card)) is None:
            uses.append((event_value(mind, card), PlayEvent(card), "as event"))
        kept = keep_value(mind, card)
        for value, action, how in uses:
            other = max((v for v, a, _ in uses if a is not action), default=0.0)
            regret = w["regret"] * other + (0.0 if isinstance(action, PlayEvent) else kept)
            yield Proposal(value - regret, action, "{} {}: worth {:.1f}", (CARDS[card].name, how, value))
        yield Proposal(w["swap"] - kept - CARDS[card].ops, Swap(card), "{} is of no use", (CARDS[card].name,))
    banked = ops_value(mind, 0)
    yield Proposal(banked - w["no_card"], ZeroOps(), "the units move without a card")
    yield Proposal(w["rest"], Rest(), "nothing to do")


def keep_value(mind: StalinMind, card: int) -> float:
    """What a card is worth in the hand: combat cards for combats, events that are not due yet."""
    s, w, printed = mind.s, mind.w, CARDS[card]
    first, last = printed.turns
    if s.turn > last:
        return 0.0
    if printed.combat:
        return w["keep_combat"] * printed.ops
    if printed.removed and (printed.reinforcement or important(printed)):
        return w["keep_event"] * (1.0 if s.turn + 1 >= first else 0.3)
    return 0.0


def important(printed: Card) -> bool:
    """An event that a player waits for: permissions to attack, the command, the evacuation of industry."""
    return any(isinstance(effect, Allow | EndVpLoss | Hand | SendAway | Place) for effect in printed.effects)


@BRAIN.candidate(Discards)
def discard(mind: StalinMind) -> Iterator[Proposal]:
    """Cards whose time is over go, and small ones, so that better ones come."""
    s, w = mind.s, mind.w
    for card in s.hand(mind.me):
        printed = CARDS[card]
        dead = s.turn >= printed.turns[1] and printed.ops <= w["dead_ops"]
        weak = printed.ops <= 1 and not printed.combat and not important(printed)
        score = 1.0 if dead or weak else -printed.ops - keep_value(mind, card)
        yield Proposal(score, Discard(card), "{} is of no more use", (printed.name,))
    yield Proposal(0.0, Keep(), "the rest is kept")


@BRAIN.candidate(FreeCard)
def first_card(mind: StalinMind) -> Iterator[Proposal]:
    """The card for the first hand that is worth most: OPS, or an event that matters."""
    for action in mind.s.legal():
        if isinstance(action, Choose):
            printed = CARDS[action.card]
            value = printed.ops + (mind.w["key_event"] if printed.id == INDUSTRY else 0.0)
            yield Proposal(value, action, "{}", (printed.name,))


@BRAIN.candidate(BoughtCard, Fetch)
def taken_card(mind: StalinMind) -> Iterator[Proposal]:
    """No VP is given up for a card; a card that an event offers is taken."""
    yield Proposal(0.0, Decline(), "no card is worth a VP")
    if mind.s.step.name == Fetch.__name__:
        for action in mind.s.legal():
            if isinstance(action, Choose):
                yield Proposal(1.0, action, "{}", (CARDS[action.card].name,))

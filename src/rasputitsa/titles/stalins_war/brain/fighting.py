"""Combat: markers, attacks, cards, losses, retreats, advance and exploitation."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.stalins_war import supply
from rasputitsa.titles.stalins_war.actions.combat import (
    Advance,
    AttackHex,
    AwaitAttack,
    EndAdvance,
    EndAttacks,
    EndCards,
    EndExploitation,
    EndMarking,
    Evade,
    Exploit,
    FallBack,
    Join,
    KeepReserves,
    Launch,
    LoseStep,
    MarkCombat,
    PlaceBlitz,
    RetreatTo,
    SendReserve,
    StandFast,
    TakeBack,
    UseCard,
)
from rasputitsa.titles.stalins_war.brain.battles import Battle, Muster, combat_value, marked, standing, step_worth
from rasputitsa.titles.stalins_war.brain.core import BRAIN
from rasputitsa.titles.stalins_war.brain.posts import post
from rasputitsa.titles.stalins_war.brain.sense import Look, StalinMind, hungry, look
from rasputitsa.titles.stalins_war.combat import eligibility
from rasputitsa.titles.stalins_war.combat.advance import Advancing
from rasputitsa.titles.stalins_war.combat.attacks import Attacks, Designating, Marking
from rasputitsa.titles.stalins_war.combat.blitz import capable
from rasputitsa.titles.stalins_war.combat.card_losses import TakingBack
from rasputitsa.titles.stalins_war.combat.card_window import CardWindow, usable, use
from rasputitsa.titles.stalins_war.combat.exploitation import Exploiting, dash, exploiting, ways
from rasputitsa.titles.stalins_war.combat.losses import Losses
from rasputitsa.titles.stalins_war.combat.reserves import Evasion, Reserves, send
from rasputitsa.titles.stalins_war.combat.retreats import Retreats, Standing
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.effect_kinds import Ignore, Shift
from rasputitsa.titles.stalins_war.mapboard import KEPT, PLACE_NAMES
from rasputitsa.titles.stalins_war.ops import banked
from rasputitsa.titles.stalins_war.roster import ATTACK, DEFENSE, NATION_OF, OF_SIDE, REBUILDS
from rasputitsa.titles.stalins_war.state import FACE_UP, Position

# -- which attacks --------------------------------------------------------------------------------------------------


def attacks(mind: StalinMind) -> list[Battle]:
    """The attacks worth an OPS from where the units stand."""
    s, seen = mind.s, mind.once(look)
    return Muster(seen, standing(s, mind.me)).plan(s.ops + banked(s), mind.w["attack"])


@BRAIN.candidate(Marking)
def mark(mind: StalinMind) -> Iterator[Proposal]:
    """The hexes of the best attacks, as long as there are OPS."""
    for battle in mind.once(attacks):
        for place in bits(battle.hexes & ~mind.s.combat):
            yield Proposal(battle.value, MarkCombat(place), "to attack {}", (PLACE_NAMES[battle.target],))
    yield Proposal(0.0, EndMarking(), "no attack is worth it")
    if eligibility.owed_targets(mind.s):
        yield from (Proposal(-1.0, a) for a in mind.s.legal() if isinstance(a, MarkCombat))


@BRAIN.candidate(Attacks)
def attack(mind: StalinMind) -> Iterator[Proposal]:
    """The best attack first; those from marked hexes cost nothing more."""
    s, seen = mind.s, mind.once(look)
    muster = Muster(seen, marked(s, mind.me))
    for battle in muster.plan(0, mind.w["attack_now"]):
        why = "{} is attacked: worth {:.1f}"
        yield Proposal(battle.value, AttackHex(battle.target), why, (PLACE_NAMES[battle.target], battle.value))
    yield Proposal(-90.0, EndAttacks(), "no attack promises enough")
    for target in bits(eligibility.possible_targets(s) & eligibility.owed_targets(s)):
        yield Proposal(-99.0, AttackHex(target), "the event demands it")


def force(mind: StalinMind) -> int:
    """The units that should attack the hex chosen."""
    s, seen = mind.s, mind.once(look)
    free = marked(s, mind.me)
    battle = Muster(seen, free).best(s.target, set(free))
    return sum(1 << unit for unit in battle.force) if battle else eligibility.all_that_join(s, 0, s.target)


@BRAIN.candidate(Designating)
def designate(mind: StalinMind) -> Iterator[Proposal]:
    """The units of the attack, one by one."""
    for unit in bits(mind.once(force) & ~mind.s.attackers):
        yield Proposal(2.0, Join(unit), "{} attacks", (mind.s.name(unit),))
    yield Proposal(1.0, Launch(), "all attackers are named")
    yield from (Proposal(0.0, action) for action in mind.s.legal() if not mind.s.attackers)


# -- cards and reserves ---------------------------------------------------------------------------------------------


def worth_now(mind: StalinMind, s: Position) -> float:
    """What the combat under way is worth to the side that decides."""
    seen: Look = mind.once(look)
    value = combat_value(seen, s)
    return value if s.active == mind.me else -value


@BRAIN.candidate(CardWindow)
def combat_cards(mind: StalinMind) -> Iterator[Proposal]:
    """A card is played for what it changes, if that is more than the card is worth."""
    s, now = mind.s, worth_now(mind, mind.s)
    yield Proposal(0.0, EndCards(), "no card is worth it")
    for card in usable(s, mind.me):
        then = s.copy()
        use(then, card)
        gain = worth_now(mind, then) - now
        price = 0.0 if s.card[card] == FACE_UP else mind.w["combat_card"] * CARDS[card].ops
        bonus = mind.w["subtle_card"] if _subtle(card) else 0.0
        yield Proposal(gain + bonus - price, UseCard(card), "{}: worth {:.1f}", (CARDS[card].name, gain))


def _subtle(card: int) -> bool:
    """Does the card something that the odds do not show?"""
    return not all(isinstance(effect, Shift | Ignore) for effect in CARDS[card].effects)


@BRAIN.candidate(Reserves)
def reserve(mind: StalinMind) -> Iterator[Proposal]:
    now = worth_now(mind, mind.s)
    yield Proposal(mind.w["reserve"], KeepReserves(), "the reserve stays")
    for action in mind.s.legal():
        if isinstance(action, SendReserve):
            then = mind.s.copy()
            send(then, action.unit)
            yield Proposal(worth_now(mind, then) - now, action, "{} helps", (mind.s.name(action.unit),))


@BRAIN.candidate(Evasion)
def evade(mind: StalinMind) -> Iterator[Proposal]:
    """Fall back if the attack would cost more than the hex is worth."""
    seen: Look = mind.once(look)
    yield Proposal(worth_now(mind, mind.s), AwaitAttack(), "the defenders stand")
    yield Proposal(-mind.w["ground"] - mind.w["take"] * seen.worth.get(mind.s.target, 0.0), Evade(), "they fall back")


# -- losses and retreats --------------------------------------------------------------------------------------------


def next_step(s: Position, unit: int) -> float:
    """What it costs to lose the present step of a unit: its strength, more if the unit goes with it or the step can
    never be rebuilt."""
    lost = s.lost[unit]
    last = s.steps_left(unit) == 1
    left = 0 if last else ATTACK[unit][lost + 1] + DEFENSE[unit][lost + 1]
    cost = ATTACK[unit][lost] + DEFENSE[unit][lost] - left
    return cost + (2.0 if last else 0.0) + (0.0 if REBUILDS[unit][lost] else 1.0)


@BRAIN.candidate(Losses)
def lose(mind: StalinMind) -> Iterator[Proposal]:
    """The cheapest step of one's own units, the most expensive one of the enemy's."""
    for action in mind.s.legal():
        if isinstance(action, LoseStep):
            own = OF_SIDE[mind.me] >> action.unit & 1
            cost = next_step(mind.s, action.unit)
            yield Proposal(-cost if own else cost, action, "{} loses a step", (mind.s.name(action.unit),))


@BRAIN.candidate(TakingBack)
def take_back(mind: StalinMind) -> Iterator[Proposal]:
    for action in mind.s.legal():
        if isinstance(action, TakeBack):
            yield Proposal(step_worth(mind.s, action.unit), action, "{} recovers", (mind.s.name(action.unit),))


@BRAIN.candidate(Standing)
def stand(mind: StalinMind) -> Iterator[Proposal]:
    """A step is paid for hexes that must be held."""
    s, seen = mind.s, mind.once(look)
    yield Proposal(0.0, FallBack(), "the hex is not worth a step")
    worth = mind.w["stand"] * seen.keeps.get(s.target, 0.0) + mind.w["stand_anywhere"]
    for action in s.legal():
        if isinstance(action, StandFast):
            yield Proposal(worth - next_step(s, action.unit), action, "{} is held", (PLACE_NAMES[s.target],))


@BRAIN.candidate(Retreats)
def retreat(mind: StalinMind) -> Iterator[Proposal]:
    """To the best post."""
    seen: Look = mind.once(look)
    for action in mind.s.legal():
        if isinstance(action, RetreatTo):
            value = post(seen, mind.s, action.unit, action.to)
            yield Proposal(value, action, "back to {}", (PLACE_NAMES[action.to],))


# -- advance and exploitation ---------------------------------------------------------------------------------------


@BRAIN.candidate(Advancing)
def advance(mind: StalinMind) -> Iterator[Proposal]:
    """Forward, unless the hex left behind is worth more; units that may exploit go first, then comes the marker."""
    s, w = mind.s, mind.w
    seen: Look = mind.once(look)
    yield Proposal(9.0, PlaceBlitz(), "the way is open")
    yield Proposal(0.0, EndAdvance(), "far enough")
    for action in s.legal():
        if isinstance(action, Advance):
            gain = post(seen, s, action.unit, s.target) - post(seen, s, action.unit, s.place[action.unit])
            first = not s.stack_at(s.target) & OF_SIDE[mind.me]
            gain += w["advance"] + (w["take"] * seen.worth.get(s.target, 0.0) if first else 0.0)
            gain += w["spearhead"] if capable(s, action.unit) and not s.spearhead else 0.0
            yield Proposal(gain, action, "{} follows", (s.name(action.unit),))


@BRAIN.candidate(Exploiting)
def exploit(mind: StalinMind) -> Iterator[Proposal]:
    """Where a unit takes hexes from the enemy, cuts his supply, or comes nearer to a goal, and is fed itself."""
    s, seen = mind.s, mind.once(look)
    yield Proposal(0.0, EndExploitation(), "far enough")
    starving = hungry(s, 1 - mind.me)
    for unit in exploiting(s):
        here = post(seen, s, unit, s.place[unit]) + mind.w["stir"]
        for to, path in ways(s, unit).items():
            then = s.copy()
            dash(then, unit, path)
            prizes = sum(seen.goals.get(place, 0.0) for place in path if KEPT >> place & 1)
            cut = hungry(then, 1 - mind.me) - starving
            fed = supply.full_supply(then, NATION_OF[unit]) >> to & 1
            value = mind.w["take"] * prizes + mind.w["cut"] * cut + post(seen, s, unit, to) - here
            value -= 0.0 if fed else mind.w["lost_supply"]
            value -= mind.w["back"] if seen.pull(to) < seen.pull(s.place[unit]) and not prizes and cut <= 0 else 0.0
            yield Proposal(value, Exploit(unit, to), "{} to {}", (s.name(unit), PLACE_NAMES[to]))

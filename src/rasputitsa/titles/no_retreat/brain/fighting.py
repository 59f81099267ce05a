"""Candidates for the Combat Phase: targets, counterblows, who attacks, support, losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.no_retreat.actions.combat import (
    Advance,
    BlowMarker,
    CadreIn,
    Commit,
    Counterattack,
    Counterblow,
    EndAdvance,
    EndAllocation,
    EndCounterblows,
    EndTargets,
    Ground,
    Join,
    NoCadre,
    NoCounterattack,
    RetreatTo,
    StepLoss,
    Target,
    Withhold,
)
from rasputitsa.titles.no_retreat.actions.movement import Discard
from rasputitsa.titles.no_retreat.brain import attacks, battles, cards, worth
from rasputitsa.titles.no_retreat.brain.attacks import Assault
from rasputitsa.titles.no_retreat.brain.core import BRAIN
from rasputitsa.titles.no_retreat.brain.posts import post_score, where
from rasputitsa.titles.no_retreat.brain.sense import NRMind, weights_at
from rasputitsa.titles.no_retreat.combat import battle as fight
from rasputitsa.titles.no_retreat.combat import odds, results
from rasputitsa.titles.no_retreat.combat.advance import AdvanceStep
from rasputitsa.titles.no_retreat.combat.advance import ways as advance_ways
from rasputitsa.titles.no_retreat.combat.allocate import plan, why_not_close, why_not_join
from rasputitsa.titles.no_retreat.combat.battles import AllocatedBattles, Allocation, Battles, attack_on, joins
from rasputitsa.titles.no_retreat.combat.declare import Counterblows, VoluntaryAttacks, defenders_of, possible_blows
from rasputitsa.titles.no_retreat.combat.losses import CadreStep, Losses
from rasputitsa.titles.no_retreat.combat.retreat import Retreats
from rasputitsa.titles.no_retreat.combat.retreat import ways as retreat_ways
from rasputitsa.titles.no_retreat.stacking import Overstacking, fits

# -- targets and counterblows -------------------------------------------------------------------------------------


def odds_label(mind: NRMind, assault: Assault) -> str:
    """The odds of an attack in words, for a reason."""
    s = mind.s
    b = odds.Battle(s.phasing, assault.units, defenders_of(s, assault.target), [assault.target])
    return odds.COLUMNS.label(odds.reckon(s, b).final)


@BRAIN.candidate(VoluntaryAttacks)
def attack_what_pays(mind: NRMind) -> Iterator[Proposal]:
    """Declare the attacks of the best scheme, then no more."""
    s = mind.s
    for assault in attacks.scheme(mind):
        if assault.target not in s.targets and assault.target not in s.blows:
            name, label = where(s, assault.target), odds_label(mind, assault)
            yield Proposal(1.0 + assault.value, Target(assault.target), "attack on {} at {}", (name, label))
    yield Proposal(0.0, EndTargets(), "no other attack pays")


@BRAIN.candidate(Counterblows)
def strike_where_he_is_weak(mind: NRMind) -> Iterator[Proposal]:
    """Make the enemy attack where that hurts him, or draws his units from a better attack."""
    s, w = mind.s, mind.w
    yield Proposal(0.0, EndCounterblows(), "no counterblow is worth a card")
    declared = [h for h in (*s.targets, *s.blows) if not s.struck >> h & 1]
    before = _enemy_prospect(mind, declared)
    free = s.free_blows or cards.surplus(s, 1 - s.phasing)
    price = 0.0 if free else w["card"] * w["blow_card"]
    for hex_ in bits(possible_blows(s)):
        s.blows.append(hex_)
        gain = before - _enemy_prospect(mind, [*declared, hex_])
        s.blows.pop()
        yield Proposal(
            gain - price - w["blow"], Counterblow(hex_), "counterblow from {}: upsets his attacks", (where(s, hex_),)
        )


def _enemy_prospect(mind: NRMind, declared: list[int]) -> float:
    """What the phasing side can hope for from the attacks it must make."""
    s = mind.s
    made = attacks.allot(mind, s, s.phasing, declared, [], 0, 0)
    return sum(a.value for a in made)


# -- putting battles together -------------------------------------------------------------------------------------


@BRAIN.candidate(Battles)
def put_the_battle_together(mind: NRMind) -> Iterator[Proposal]:
    """Bring the units of the scheme into the battle, the best battle first, then begin it."""
    s = mind.s
    p = plan(s)
    first = next(iter(p.units), -1)
    scheme = attacks.scheme(mind)
    if first < 0:
        for rank, assault in enumerate(scheme):
            for unit in assault.units:
                if why_not_join(s, unit, assault.target) is None:
                    yield Proposal(100.0 - rank, Join(unit, assault.target), "the best of the attacks")
    else:
        wanted = next((a.units for a in scheme if a.target == first), ())
        for unit in wanted:
            if s.allocated[unit] < 0 and why_not_join(s, unit, first) is None:
                yield Proposal(50.0, Join(unit, first), "adds to the odds")
        if why_not_close(s, first) is None:
            yield Proposal(10.0, attack_on(s, first), "the attack is ready")
    for unit in p.free:
        for action in joins(s, unit):
            yield Proposal(-s.strength(unit), action, "somebody has to attack it")


@BRAIN.candidate(Allocation)
def allocate_attackers(mind: NRMind) -> Iterator[Proposal]:
    """Digital editions: all attackers are allocated first, as the scheme says."""
    s = mind.s
    for assault in attacks.scheme(mind):
        for unit in assault.units:
            if s.allocated[unit] < 0 and why_not_join(s, unit, assault.target) is None:
                yield Proposal(10.0 + assault.value, Join(unit, assault.target), "as planned")
    yield Proposal(1.0, EndAllocation(), "all are allocated")
    for unit in plan(s).free:
        for action in joins(s, unit):
            yield Proposal(-s.strength(unit), action, "somebody has to attack it")


@BRAIN.candidate(AllocatedBattles)
def best_battle_first(mind: NRMind) -> Iterator[Proposal]:
    s = mind.s
    for first in plan(s).units:
        action = attack_on(s, first)
        b = odds.Battle(s.phasing, action.units, [u for h in action.hexes for u in defenders_of(s, h)], action.hexes)
        yield Proposal(battles.value(s, b, weights_at(mind, first)), action, "the best of the attacks")


# -- in the battle ------------------------------------------------------------------------------------------------


@BRAIN.candidate(fight.Commitment)
def commit_support(mind: NRMind) -> Iterator[Proposal]:
    """A marker goes where it helps most: here if this battle is among the best for those that are left."""
    s, w = mind.s, mind.w
    b = odds.under_way(s)
    gain = battles.value(s, b._replace(support=True), w) - battles.value(s, b, w)
    markers = s.supports[s.attacker]
    rivals = sorted((a.backed - a.value for a in attacks.scheme(mind)), reverse=True) if not s.round else []
    bar = rivals[markers - 1] if len(rivals) >= markers else w["support"]
    yield Proposal(gain, Commit(), "worth more here than elsewhere")
    yield Proposal(max(bar, w["support"]), Withhold(), "kept for a better use")


@BRAIN.candidate(fight.ChooseGround)
def choose_ground(mind: NRMind) -> Iterator[Proposal]:
    s = mind.s
    b = odds.under_way(s)
    for hex_ in s.fields:
        yield Proposal(-odds.ground_worth(s, b, hex_), Ground(hex_), "the better ground")


@BRAIN.candidate(fight.CounterattackStep)
def counterattack(mind: NRMind) -> Iterator[Proposal]:
    """Hit back when it pays."""
    s, w = mind.s, mind.w
    yield Proposal(battles.value(s, fight.countered(s), w), Counterattack(), "the counterattack pays")
    yield Proposal(w["counterattack"], NoCounterattack(), "better leave it at that")


@BRAIN.candidate(Losses)
def cheapest_loss(mind: NRMind) -> Iterator[Proposal]:
    """The loss is taken where it costs least."""
    s, w = mind.s, mind.w
    for action in s.legal():
        assert isinstance(action, StepLoss)
        yield Proposal(-worth.loss_of_step(s, action.unit, w), action, "the cheapest loss")


@BRAIN.candidate(CadreStep)
def cadre(mind: NRMind) -> Iterator[Proposal]:
    """A cadre holds the hex, unless it would only be lost there."""
    s = mind.s
    for action in s.legal():
        if isinstance(action, CadreIn):
            w = weights_at(mind, action.hex)
            yield Proposal(w["cadre"] + worth.hex_worth(s, action.hex, w), action, "keeps the hole closed")
        else:
            yield Proposal(0.0, NoCadre(), "kept for another place")


@BRAIN.candidate(results.PlaceBlow)
def counterblow_marker(mind: NRMind) -> Iterator[Proposal]:
    """On the hex that stands best without its terrain."""
    s = mind.s
    for hex_ in results.marker_hexes(s):
        strength = sum(s.strength(u) for u in s.units_at(hex_))
        yield Proposal(strength - 3.0 * s.game.shift[hex_], BlowMarker(hex_), "the strongest hex")


# -- after it -----------------------------------------------------------------------------------------------------


@BRAIN.candidate(Retreats)
def retreat(mind: NRMind) -> Iterator[Proposal]:
    s = mind.s
    for unit in s.retreating:
        for to, path in retreat_ways(s, unit).items():
            yield Proposal(post_score(mind, unit, to), RetreatTo(unit, path), "the safest way back")


@BRAIN.candidate(AdvanceStep)
def advance(mind: NRMind) -> Iterator[Proposal]:
    """Advance where it takes something, cuts somebody off, or stands better than here."""
    s = mind.s
    prizes = s.controls(1 - s.attacker)
    yield Proposal(0.0, EndAdvance(), "nothing is gained by going on")
    for unit in s.advancing:
        stay = post_score(mind, unit, s.place[unit])
        for to, path in advance_ways(s, unit).items():
            if not fits(s, unit, to):
                continue
            w = weights_at(mind, to)
            taken = sum(worth.hex_worth(s, p, w) for p in path[:-1] if prizes >> p & 1)
            gain = post_score(mind, unit, to) - stay + taken + w["advance"]
            yield Proposal(gain, Advance(unit, path), "{}", (_what_for(mind, unit, to, prizes),))


def _what_for(mind: NRMind, unit: int, to: int, prizes: int) -> str:
    return f"takes {where(mind.s, to)}" if prizes >> to & 1 else f"presses on to {where(mind.s, to)}"


@BRAIN.candidate(Overstacking)
def overstacked(mind: NRMind) -> Iterator[Proposal]:
    s, w = mind.s, mind.w
    for action in s.legal():
        assert isinstance(action, Discard)
        yield Proposal(-worth.unit_worth(s, action.unit, w), action, "the one least missed")

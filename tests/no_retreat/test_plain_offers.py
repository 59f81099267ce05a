"""Every question offers what it allows, and asks only where there is something to decide: tried on random positions
with all deeds that its words could mean, for the questions that random games seldom come to as well."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

import pytest

from rasputitsa.kernel import Action
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import (
    cards,
    movement,
    payment,
    rail,
    stacking,
    strategic_reserve,
)
from rasputitsa.titles.no_retreat.actions import combat as fight
from rasputitsa.titles.no_retreat.actions import movement as go
from rasputitsa.titles.no_retreat.actions import optional as extra
from rasputitsa.titles.no_retreat.actions import organization as order
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.codes import CADRES, DESTROYED, OUT, PLACED, RAIL, SHATTERED
from rasputitsa.titles.no_retreat.combat import advance, allocate, battle, battles, context, declare, losses, results
from rasputitsa.titles.no_retreat.combat import odds as reckoning
from rasputitsa.titles.no_retreat.combat import retreat as back
from rasputitsa.titles.no_retreat.combat import simultaneous as at_once
from rasputitsa.titles.no_retreat.optional import initiative, local_support, partisans, units
from rasputitsa.titles.no_retreat.organization import flip, placement, places, reorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .positions import EDITIONS, LAND, army, at, open_to, positions, side_of
from .test_plain_battle import declared
from .test_plain_results import fights

Deeds = Iterable[Action]
Offer = tuple[NoRetreatState, type, tuple[int, ...], Deeds]


def everyone(s: NoRetreatState) -> range:
    return range(len(s.place))


def mixed(count: int, seed: int, **how: object) -> Iterator[tuple[NoRetreatState, random.Random]]:
    """Positions with cards in both hands and some units in the boxes."""
    rng = random.Random(seed)
    for s in positions(count, seed=seed, **how):
        for side in (0, 1):
            for card in rng.sample(list(s.game.deck_of[side]), 3):
                s.card[card] = 1 + side
            for u in rng.sample(army(s, side), 4):
                s.put(u, rng.choice((RAIL, SHATTERED, DESTROYED)))
        s.memo.clear()
        yield s, rng


def flips(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(6, seed):
        s.free_upgrades = rng.randint(0, 1)
        deeds = (order.Improve, order.Upgrade, order.Fortify, order.Revert)
        yield s, flip.FlipStep, (), [make(u) for make in deeds for u in everyone(s)] + [order.EndFlips()]


def placements(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(6, seed):
        boxed = [u for u in everyone(s) if s.place[u] < 0]
        some = rng.sample(boxed, 12) + rng.sample(army(s, s.phasing), 2)
        fields = [p for p in LAND if places.usual_places(s, s.phasing, True) >> p & 1 or rng.random() < 0.05]
        cadres = [u for u in army(s, s.phasing) if s.game.data[u].kind == "cadre"][:3]
        tries: list[Action] = [order.Place(u, p) for u in some for p in fields]
        tries += [order.Rebuild(u, c) for u in some for c in cadres] + [order.EndPlacement()]
        tries += [order.Recall(u, p) for u in boxed if "ss-panzer" in s.game.data[u].traits for p in fields]
        yield s, placement.PlacementStep, (), tries


def reorganizations(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(9, seed, dense=0.9):
        s.phase = next(i for i, p in enumerate(s.game.phases) if p.id == "organization" and p.side == s.phasing)
        for u in army(s, s.phasing):
            s.marks[u] |= PLACED * (rng.random() < 0.3)
            if s.game.data[u].kind == "cadre":
                s.put(u, rng.choice([s.place[x] for x in army(s, s.phasing)]))
        tries: list[Action] = [order.Reorganize(u) for u in everyone(s)] + [go.Entrain(u) for u in everyone(s)]
        cadres = [u for u in everyone(s) if s.game.data[u].kind == "cadre"]
        tries += [order.Absorb(u, c) for u in everyone(s) for c in cadres] + [order.EndOrganization()]
        yield s, reorganization.ReorganizationStep, (), tries


def movements(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(6, seed):
        some = rng.sample(army(s, s.phasing), 4) + rng.sample(army(s, 1 - s.phasing), 1)
        tries: list[Action] = [go.Move(u, s.place[u], p) for u in some for p in LAND]
        tries += [go.Entrain(u) for u in everyone(s)] + [go.EndMovement()]
        yield s, movement.MovementPhase, (), tries


def trains(seed: int) -> Iterator[Offer]:
    for s, _ in mixed(6, seed):
        boxed = [u for u in everyone(s) if s.place[u] == RAIL]
        yield s, rail.DetrainingPhase, (), [go.Detrain(u, p) for u in boxed for p in LAND] + [go.EndDetraining()]


def reserves(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(9, seed):
        s.phasing = 0
        boxed = [u for u in everyone(s) if s.place[u] == RAIL]
        soviet = [u for u in boxed if side_of(s, u)]
        s.reserve = soviet[0] if soviet and rng.random() < 0.8 else -1
        tries: list[Action] = [go.Detrain(u, p) for u in boxed for p in LAND]
        yield s, strategic_reserve.ReserveReturns, (), [*tries, go.LeaveReserve()]


def held(seed: int) -> Iterator[Offer]:
    for s, _ in mixed(6, seed, turn=9):
        yield s, strategic_reserve.StrategicReserve, (), [*(go.Hold(u) for u in everyone(s)), go.LeaveReserve()]


def crowds(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(6, seed):
        for u in rng.sample(army(s, 0) + army(s, 1), 6):
            s.put(u, rng.choice([s.place[x] for x in army(s, side_of(s, u))]))
        s.memo.clear()
        yield s, stacking.Overstacking, (), [go.Discard(u, p) for u in everyone(s) for p in {s.place[u]} if p >= 0]


def hands(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(6, seed):
        tries = [Toss(card) for card in range(len(s.card))]
        yield s.copy(), cards.DiscardStep, (), tries
        yield s, payment.Pay, (rng.randint(0, 1), rng.randint(0, 2)), tries


def extras(seed: int) -> Iterator[Offer]:
    chosen = {"local_support": True, "paratroops": True, "abteilung": True, "fortified_front": True}
    for s, rng in mixed(8, seed, editions=("board", "digital-1.1"), **chosen):
        s.put(s.game.paratroop, rng.choice((RAIL, RAIL, OUT)))
        soviet = s.copy()
        soviet.phasing = 1
        yield soviet, partisans.Partisans, (), [*(extra.Strike(u) for u in everyone(s)), extra.NoStrike()]
        yield s.copy(), local_support.LocalSupport, (), [*(extra.Support(u) for u in everyone(s)), extra.NoSupport()]
        part = s.game.unit["abteilung-hollidt"]
        origin = rng.choice([s.place[u] for u in army(s, 0)])
        yield s, units.Detaching, (part, origin), [extra.Detach(u, p) for u in (part, part + 1) for p in LAND]


def stakes(seed: int) -> Iterator[Offer]:
    for s, rng in mixed(8, seed, editions=("board",), variable_initiative=True):
        s.star_turn, s.event_vp = s.turn + rng.randint(-1, 1), rng.choice((0, -6, 6))
        yield s, initiative.InitiativeStakes, (), [extra.Stake(), extra.Keep()]


def declarations(seed: int) -> Iterator[Offer]:
    for s, rng in declared(9, seed, EDITIONS):
        s.card[0], s.free_blows = 2 - s.phasing, rng.randint(0, 1)
        wanted: list[Action] = [fight.Target(p) for p in LAND]
        yield s.copy(), declare.VoluntaryAttacks, (), [*wanted, fight.EndTargets()]
        blows: list[Action] = [fight.Counterblow(p) for p in LAND]
        yield s, declare.Counterblows, (1,), [*blows, fight.EndCounterblows()]


def joinings(seed: int) -> Iterator[Offer]:
    for s, rng in declared(9, seed, EDITIONS):
        for _ in range(rng.randint(0, 3)):
            moves = [(u, h) for u in army(s, s.phasing) for h in allocate.candidates(s, u)]
            moves = [(u, h) for u, h in moves if allocate.why_not_join(s, u, h) is None]
            if moves:
                allocate.join(s, *rng.choice(moves))
                s.memo.clear()
        p = allocate.plan(s)
        tries: list[Action] = [fight.Join(u, h) for u in everyone(s) for h in (*s.targets, *s.blows)]
        begun: list[Action] = [fight.Attack(tuple(p.of(f)), tuple(us)) for f, us in p.units.items()]
        wrong = [fight.Attack(tuple(p.of(f)), tuple(us[1:])) for f, us in p.units.items()]
        board = s.game.edition == "board"
        end: list[Action] = [] if board else [fight.EndAllocation()]
        step = battles.Battles if board else battles.Allocation
        yield s.copy(), step, (), [*tries, *(begun if board else []), *end]
        yield s, battles.AllocatedBattles, (), [*begun, *wrong]


def grounds(seed: int) -> Iterator[Offer]:
    for s, rng in fights(10, seed):
        yield s.copy(), battle.ChooseGround, (), [fight.Ground(p) for p in LAND]
        s.supports = [1, 1]
        yield s.copy(), battle.Commitment, (), [fight.Commit(), fight.Withhold()]
        yield s.copy(), battle.CounterattackStep, (), [fight.Counterattack(), fight.NoCounterattack()]
        s.phasing = rng.randint(0, 1)
        yield s, results.PlaceBlow, (), [fight.BlowMarker(p) for p in LAND]


def beaten(seed: int) -> Iterator[Offer]:
    for s, rng in fights(12, seed):
        s.result = reckoning.DR
        side = rng.randint(0, 1)
        yield s.copy(), losses.Losses, (side, 1, reckoning.EX, -1), [fight.StepLoss(u) for u in everyone(s)]
        lost = rng.choice(s.defenders or army(s, 0))
        cadres = [u for u in everyone(s) if s.place[u] == CADRES] + [lost]
        into: list[Action] = [fight.CadreIn(u, p) for u in cadres for p in (*s.fields, s.place[lost])]
        yield s.copy(), losses.CadreStep, (lost, s.fields[0]), [*into, fight.NoCadre()]
        s.retreating = list(s.defenders)
        runs = [(u, back.possible(s, u)) for u in s.defenders]
        ways = [(u, path) for u, r in runs if r for p in LAND if r.ends >> p & 1 for path in r.paths(p)]
        yield s.copy(), back.Retreats, (), [fight.RetreatTo(u, path) for u, path in ways]
        for u in s.defenders:
            s.put(u, OUT)
        s.vacated = [h for h in s.fields if not at(s, h)]
        near = [u for u in army(s, s.attacker) if any(h in open_to(s.place[u]) for h in s.vacated)]
        s.advancing = near[1:]
        steps = [(h,) for h in s.vacated] + [(h, p) for h in s.vacated for p in open_to(h)]
        on: list[Action] = [fight.Advance(u, path) for u in near for path in steps]
        on += [fight.Advance(u, path) for u in near for path in advance.ways(s, u).values()]
        yield s, advance.AdvanceStep, (), [*on, fight.EndAdvance()]


def pending(seed: int) -> Iterator[Offer]:
    for s, rng in fights(10, seed):
        s.phasing, s.pending = s.attacker, []
        for _ in range(2):
            foes = rng.sample(army(s, 1 - s.attacker), 2)
            s.fields = list(dict.fromkeys(s.place[u] for u in foes))
            s.attackers, s.defenders = rng.sample(army(s, s.attacker), 2), foes
            if s.fields[0] not in {row[0] for row in s.pending}:
                context.put_aside(s)
        both = [context.hexes_and_units(row) for row in s.pending]
        tries: list[Action] = [fight.Attack(*pair) for pair in both]
        yield s, at_once.SimultaneousBattles, (), [*tries, *(fight.Attack(hexes, us[1:]) for hexes, us in both)]


@pytest.mark.parametrize(
    "offers",
    [
        flips, placements, reorganizations, movements, trains, reserves, held, crowds, hands, extras, stakes,
        declarations, joinings, grounds, beaten, pending,
    ],
    ids=lambda offers: offers.__name__,
)  # fmt: skip
@rule("4.0")
def test_a_question_offers_what_it_allows(offers: Callable[[int], Iterator[Offer]]):
    asked, steps, found = set(), set(), set()
    for s, step, numbers, tries in offers(191):
        s.memo.clear()
        s.stack.clear()
        if step is battle.CounterattackStep:
            s.push(battle.Fight, len(battle.STAGES) - 1, -1)
        s.push(step, *numbers)
        s.side = s.step.side(s)
        steps.add(step)
        if s.side is None:
            continue
        asked.add(step)
        legal = set(s.legal())
        allowed = {action for action in tries if s.why_not(action) is None}
        kinds = {type(action) for action in tries}
        offered = {action for action in legal if type(action) in kinds}
        listed = set(tries)
        assert allowed == offered & listed
        assert {action for handle in s.handles() for action in s.legal(of=handle)} == legal
        found |= {type(action) for action in allowed}
        for handle in s.handles()[:2]:
            assert {shown.do for shown in s.show(handle)} == {str(action) for action in s.legal(of=handle)}
    assert asked == steps and found


@rule("X.1", book="no-retreat-digital")
def test_the_last_battle_put_aside_needs_no_choice_whatever_its_ground():
    for s, _ in fights(6, 192, editions=("digital-1.1",)):
        s.phasing, s.pending = s.attacker, []
        foes = [u for u in army(s, 1 - s.attacker) if s.place[u] != s.fields[0]][:1]
        s.fields, s.defenders = [s.fields[0], s.place[foes[0]]], [*at(s, s.fields[0]), *foes]
        s.ground, whole = s.fields[1], list(s.fields)
        context.put_aside(s)
        s.stack.clear()
        s.push(at_once.SimultaneousBattles)
        assert s.step.side(s) is None
        s.step.advance(s)
        assert (s.fields, s.pending) == (whole, []) and s.step.id == battle.Fight.id

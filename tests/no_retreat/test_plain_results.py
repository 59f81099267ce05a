"""Joining attacks, results, retreats and advances after them: what is refused and what becomes of the units, held
against a plain reading on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.actions.combat import Advance, RetreatTo, StepLoss
from rasputitsa.titles.no_retreat.codes import CADRES, FOUGHT, OUT, REMOVED, SHATTERED, TRACK
from rasputitsa.titles.no_retreat.combat import advance, allocate, battle, context, losses, mods, odds, results, retreat
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .positions import CITIES, EDITIONS, OIL, army, at, face, holds, open_to, positions, side_of
from .test_plain_battle import declared, fits
from .test_refusals import check

NE, EX, CB, CA, DR, DS, DD = range(7)


# -- [10.3] who may join which attack -------------------------------------------------------------------------------


class Groups:
    """The attacks as they were put together: by each hex the hexes and the units of its battle."""

    def __init__(self, s: NoRetreatState) -> None:
        self.s = s
        first = dict(s.joint)
        self.waiting = [h for h in (*s.targets, *s.blows) if not s.struck >> h & 1]
        self.battle = {h: first.get(h, h) for h in self.waiting}
        self.units: dict[int, list[int]] = {}
        for u in army(s, s.phasing):
            own = self.hexes(s.allocated[u]) if s.allocated[u] >= 0 and not s.marks[u] & FOUGHT else []
            if own and all(h in open_to(s.place[u]) for h in own):
                self.units.setdefault(s.allocated[u], []).append(u)

    def hexes(self, first: int) -> list[int]:
        return [h for h in self.waiting if self.battle[h] == first]

    def all_fit(self, units: Iterable[int], hexes: Iterable[int]) -> bool:
        return all(fits(self.s, u, h) for u in units for h in list(hexes))

    def idle(self) -> list[int]:
        """Units that may still begin an attack; in 1.1 not beside a stack mate who attacks already."""
        s = self.s
        busy = {s.place[u] for units in self.units.values() for u in units}
        busy = busy if s.game.edition == "digital-1.1" else set()
        free = [u for u in army(s, s.phasing) if s.allocated[u] < 0 and not s.marks[u] & FOUGHT]
        return [u for u in free if s.place[u] not in busy]

    def stranded(self) -> int:
        """10.3.1 How many hexes can get no attacker any more: on the board each by itself, in the digital editions
        with an attacker for every Target."""
        s, idle = self.s, self.idle()
        empty = [h for h in self.waiting if self.battle[h] not in self.units]
        board = s.game.edition == "board"
        stacks = s.game.edition == "digital-1.1"

        def takers(h: int) -> set[int]:
            found = {s.place[u] if stacks else u for u in idle if fits(s, u, h)}
            for first, units in self.units.items():
                second = not board and h in s.targets and any(x in s.targets for x in self.hexes(first))
                if not second and self.all_fit(units, [h]):
                    found.add(-1 - first)
            return found

        def most(targets: list[int], used: frozenset[int]) -> int:
            if not targets:
                return 0
            head, *rest = targets
            tries = [most(rest, used)] + [1 + most(rest, used | {x}) for x in takers(head) - used]
            return max(tries)

        alone = [h for h in empty if board or h in s.blows]
        targets = [h for h in empty if h not in alone]
        return sum(not takers(h) for h in alone) + len(targets) - most(targets, frozenset())


def joinings(count: int, seed: int) -> Iterator[NoRetreatState]:
    """Positions in which some attacks have been put together."""
    for s, rng in declared(count, seed, EDITIONS):
        for _ in range(rng.randint(0, 4)):
            moves = [(u, h) for u in army(s, s.phasing) for h in allocate.candidates(s, u)]
            moves = [(u, h) for u, h in moves if allocate.why_not_join(s, u, h) is None]
            if moves:
                allocate.join(s, *rng.choice(moves))
                s.memo.clear()
        if s.targets and rng.random() < 0.2:
            s.struck |= 1 << rng.choice(s.targets)
        attackers = [u for u in army(s, s.phasing) if s.allocated[u] >= 0]
        if attackers and rng.random() < 0.2:
            s.put(rng.choice(attackers), rng.choice([s.place[u] for u in army(s, s.phasing)]))
        s.memo.clear()
        yield s


@rule("10.2", "10.3", "10.3.1", "10.3.2", "10.3.3", "10.3.4", "10.1.1")
def test_joining_an_attack_is_refused_for_the_first_reason():
    for s in joinings(30, 141):
        g, board = Groups(s), s.game.edition == "board"
        stranded = g.stranded()
        for u in army(s, 0) + army(s, 1):
            mine, new = s.allocated[u], s.allocated[u] < 0
            for h in {*s.targets, *s.blows}:
                open_ = h in g.waiting
                first = g.battle[h] if open_ else -1
                hexes, units = g.hexes(first), g.units.get(first, [])
                own = [] if new else g.hexes(mine)
                other = new and board and g.units and first not in g.units
                near = open_to(s.place[u])
                bad = next((x for x in hexes if x not in near or (x in s.targets and not fits(s, u, x))), -1)
                far = new and bad >= 0 and bad not in near
                weak = new and bad in near
                apart = new and u not in g.idle() and all(s.place[x] != s.place[u] for x in units)
                two = not new and not board and sum(x in s.targets for x in {*own, *hexes}) > 1
                cross = not new and mine in g.units
                cross = cross and not (g.all_fit(g.units[mine], hexes) and g.all_fit(units, own))
                refusal = allocate.why_not_join(s, u, h)
                wrong = (
                    (side_of(s, u) != s.phasing, "10.3", "cannot attack"),
                    (s.marks[u] & FOUGHT, "10.3.4", "already in this phase"),
                    (not open_, "10.1", "not declared"),
                    (other, "10.2", "first"),
                    (far, "10.3.3", "is not adjacent to"),
                    (weak, "10.1.1", "only answers"),
                    (apart, "B.3", "its stack"),
                    (not new and first == mine, "10.3.4", "in this attack already"),
                    (not new and mine not in g.units, "10.3.3", "any more"),
                    (two, "B.4", "one Target"),
                    (cross, "10.3.3", "all these hexes"),
                )
                late = False
                if not any(holds for holds, _, _ in wrong):
                    after = s.copy()
                    allocate.join(after, u, h)
                    late = Groups(after).stranded() > stranded
                check(refusal, *wrong, (late, "10.3.1", "is needed"))


@rule("10.3.1", "10.3.2")
def test_a_battle_is_begun_when_no_hex_depends_on_its_attackers_alone():
    for s in joinings(24, 142):
        g = Groups(s)
        assert allocate.stranded(s, allocate.plan(s)) == g.stranded()
        for first, units in g.units.items():
            empty = [h for h in g.waiting if g.battle[h] not in g.units]
            second = any(x in s.targets for x in g.hexes(first)) and s.game.edition != "board"
            must = [
                h
                for h in empty
                if not any(fits(s, u, h) for u in g.idle())
                and g.all_fit(units, [h])
                and not (second and h in s.targets)
            ]
            check(allocate.why_not_close(s, first), (bool(must), "10.3.1", "must be attacked too"))
            for h in g.waiting:
                fit = g.all_fit(units, [h]) and not (second and h in s.targets)
                assert allocate.takes(s, allocate.plan(s), first, h) == fit
            shown = allocate.battle(s, first)
            assert (set(shown.attackers), set(shown.fields)) == (set(units), set(g.hexes(first)))


# -- [10.7] results -------------------------------------------------------------------------------------------------


def fights(count: int, seed: int, **how: object) -> Iterator[tuple[NoRetreatState, random.Random]]:
    """Random battles of one or two hexes whose defenders are all, or all but some, of the units there."""
    rng = random.Random(seed)
    for s in positions(count, seed=seed, dense=0.9, **how):
        s.attacker = rng.randint(0, 1)
        foes = army(s, 1 - s.attacker)
        special = [u for u in foes if face(s, u).type == "fort" or s.game.data[u].kind == "volkssturm"]
        wanted = rng.sample(special if special and rng.random() < 0.5 else foes, 1) + rng.sample(foes, 1)
        s.fields = list(dict.fromkeys(s.place[u] for u in wanted))[: rng.randint(1, 2)]
        s.defenders = [u for h in s.fields for u in at(s, h) if rng.random() < 0.85]
        s.attackers = rng.sample(army(s, s.attacker), 2)
        for u in army(s, 0) + army(s, 1):
            if s.game.data[u].kind == "cadre" and rng.random() < 0.5:
                s.put(u, CADRES)
        s.defenders, s.attackers = ([u for u in us if s.place[u] >= 0] for us in (s.defenders, s.attackers))
        s.memo.clear()
        yield s, rng


def pushed(s: NoRetreatState, step: type) -> list[tuple[int, ...]]:
    """The numbers of the steps of a kind on the stack, the next one first."""
    return [frame[1:] for frame in reversed(s.stack) if frame[0] == step.id]


@rule("10.7", "10.7.1.1", "10.7.4", "10.7.7", "14.11")
def test_a_result_does_what_the_list_of_results_says():
    for s, rng in fights(21, 143):
        for result in range(7):
            new = s.copy()
            new.result = result
            spared = rng.choice((None, 0, 1))
            new.battle_mods = [] if spared is None else [(mods.ABSORB, spared, 1)]
            held = [
                h
                for h in s.fields
                if any(face(s, u).type == "fort" for u in at(s, h))
                or (result == DR and any(s.game.data[u].kind == "volkssturm" for u in at(s, h)))
            ]
            results.apply(new)
            due = [side for side in (s.attacker, 1 - s.attacker) if side != spared]
            mask = sum(1 << h for h in held)
            if result == EX:
                assert pushed(new, losses.Losses) == [(side, 1, EX, -1) for side in due]
            elif result == DS and held:
                wanted = [(side, 1, EX, -1 if side == s.attacker else mask) for side in due]
                assert pushed(new, losses.Losses) == wanted
            else:
                assert pushed(new, losses.Losses) == []
            assert len(pushed(new, results.PlaceBlow)) == (result == CB)
            beaten = result in (DR, DS, DD)
            left = [h for h in s.fields if h not in held]
            assert sorted(new.vacated) == sorted((left + (held if result == DD else [])) if beaten else [])
            spent = (
                {u for h in held for u in at(s, h) if s.game.data[u].kind == "volkssturm"} if result == DR else set()
            )
            assert {u for u in range(len(s.place)) if new.place[u] == REMOVED and s.place[u] in held} >= spent
            for h in held:
                for u in at(s, h):
                    hit = result == DD and u in s.defenders
                    same = new.place[u] == s.place[u] and new.full[u] == s.full[u]
                    assert same == (not hit and u not in spent)


@rule("10.7", "10.7.2", "10.7.5", "10.7.6", "14.9.2")
def test_beaten_units_go_back_shatter_or_fall():
    for s, _ in fights(21, 144):
        for s.result in (DR, DS, DD):
            new = s.copy()
            beaten = [u for h in s.fields for u in at(s, h)]
            able = {u for u in beaten if retreat.possible(s, u)}
            retreat.order(new, s.fields)
            for u in beaten:
                cadre, fights_, gone = s.game.data[u].kind == "cadre", u in s.defenders, "lost"
                dies = cadre and s.game.edition != "digital-0.2"
                box = TRACK if dies else SHATTERED
                if not fights_:
                    gone = box if s.game.edition == "digital-1.1" else "retreats"
                elif s.result == DS:
                    gone = box if u in able else "lost"
                elif s.result == DR or losses.steps(s, u) == 2 or losses.cadre_for(s, u) >= 0:
                    gone = "retreats"
                assert (u in new.retreating) == (gone == "retreats")
                assert (new.place[u] == s.place[u]) == (gone == "retreats")
                if isinstance(gone, int):
                    assert new.place[u] == gone
                assert any(u == x for x, *_ in new.fallen) == (gone == "lost")
            assert bool(pushed(new, retreat.Retreats)) == bool(new.retreating)


@rule("10.7.5", "12.7.1")
def test_who_goes_back_takes_the_cities_it_passes_and_after_a_dd_loses_a_step_there():
    for s, rng in fights(24, 145):
        s.retreating = [u for u in s.defenders if retreat.ways(s, u)]
        for u in s.retreating:
            for path in list(retreat.ways(s, u).values())[:3]:
                new = s.copy()
                side, end = side_of(s, u), path[-1]
                new.result, foe = rng.choice((DR, DD)), {p for p in (*CITIES, *OIL) if not holds(s, side, p)}
                retreat.go_back(new, u, path)
                passed = path if s.game.edition == "board" else (end,)
                assert {p for p in foe if holds(new, side, p)} == foe.intersection(passed)
                assert u not in new.retreating and len(new.retreating) == len(s.retreating) - 1
                full = len([x for x in {u, *at(s, end)} if s.game.data[x].id != "rezervy"])
                crowded = full > (2 if side == 0 or s.turn >= 23 else 1) and side == 0
                if crowded:
                    assert (new.place[u] != end) == (
                        s.game.edition == "digital-1.1" or (new.result == DD and losses.steps(s, u) == 1)
                    )
                elif side == 0:
                    hit = new.result == DD
                    if losses.steps(s, u) == 2:
                        assert new.place[u] == end and new.full[u] == (not hit)
                    else:
                        assert (new.place[u] == end) == (not hit)


# -- refusals -------------------------------------------------------------------------------------------------------


@rule("10.7.5")
def test_a_retreat_is_refused_for_the_first_reason():
    choice = retreat.RetreatUnit()
    for s, rng in fights(18, 146):
        s.result = DR
        s.retreating = [u for u in s.defenders if rng.random() < 0.8]
        for u in (*s.defenders, *s.attackers):
            good = list(retreat.ways(s, u).values())
            found = retreat.possible(s, u)
            ends = [p for p in range(found.ends.bit_length()) if found.ends >> p & 1] if found else []
            paths = [path for end in ends for path in found.paths(end)][:12] if found else []
            away = {path[-1] for path in good}
            kind = "B.12" if s.game.edition != "board" else "10.7.5"
            for path in (*good[:3], *paths, (), (s.place[u],)):
                check(
                    choice.why_not(s, RetreatTo(u, path)),
                    (u not in s.retreating, "10.7.5", "does not have to"),
                    (path not in good and path in paths and path[-1] not in away, kind, "towards supply"),
                    (path not in good, "10.7.5", "cannot retreat there"),
                )


@rule("10.8", "10.8.1")
def test_an_advance_is_refused_for_the_first_reason():
    choice = advance.AdvanceUnit()
    for s, rng in fights(20, 147):
        for u in s.defenders:
            s.put(u, OUT)
        s.vacated = [h for h in s.fields if not at(s, h)]
        near = [u for u in army(s, s.attacker) if any(h in open_to(s.place[u]) for h in s.vacated)]
        s.advancing = [u for u in near if rng.random() < 0.8]
        for u in near:
            ways = list(advance.ways(s, u).values())
            most = advance.limit(s, u)
            long = tuple(s.vacated[:1]) + tuple(range(most))
            across = tuple(s.vacated[:1]) + (s.place[s.attackers[0]] if s.attackers else 0,) * (most - 1)
            for path in (*ways[:4], (), (s.place[u],), long, across):
                bad = path not in ways
                check(
                    choice.why_not(s, Advance(u, path)),
                    (u not in s.advancing, "10.8", "cannot advance after"),
                    (bad and (not path or path[0] not in s.vacated), "10.8.1", "The first hex"),
                    (bad and len(path) > most, "10.8.1", f"{most} hexes at most"),
                    (bad, "10.8.1", "cannot advance that way"),
                )


@rule("10.7.1", "14.1", "14.5", "14.6")
def test_a_loss_is_refused_for_the_first_reason():
    choice = losses.TakeLoss()
    for s, rng in fights(24, 148):
        side, cause = rng.randint(0, 1), rng.choice((EX, DD))
        where = rng.choice((-1, 1 << s.fields[0]))
        s.push(losses.Losses, side, rng.choice((1, 1, 0)), cause, where)
        due = losses.due(s)
        mine = [u for u in (s.attackers if side == s.attacker else s.defenders) if s.place[u] >= 0]
        forced, why = losses.obliged(s, side, cause, mine)
        assert bool(due) <= bool(s.frame[2])
        for u in (*s.attackers, *s.defenders, *army(s, side)[:3]):
            bad = u not in due
            check(
                choice.why_not(s, StepLoss(u)),
                (bad and u in mine and bool(forced), why, "must take this loss"),
                (bad and u in mine, why, "Not in that hex"),
                (bad, "10.7.1", "did not fight here"),
            )


# -- [10.5] the stages of a battle ----------------------------------------------------------------------------------


@rule("10.5", "5.0", "10.6.4")
def test_an_event_that_settles_a_battle_leaves_no_die_to_be_rolled():
    notes = ([], [(mods.RESULT, DS, 0)], [(mods.CONTEST, 0, 0)], [(mods.WITHDRAW, 0, 0)], [(mods.SHIFT, 1, 0)])
    for number, (s, _) in enumerate(fights(20, 149)):
        s.battle_mods = [*notes[number % 5], *notes[(number * 2 + 1) % 5]]
        settled = [note for note in s.battle_mods if note[0] in (mods.RESULT, mods.CONTEST, mods.WITHDRAW)]
        below = odds.reckon(s, odds.under_way(s)).final < 0
        s.stack.clear()
        s.push(battle.Fight, battle.ROLL + 1, -1)
        battle.settle_odds(s)
        stage = next(frame[1] for frame in s.stack if frame[0] == battle.Fight.id)
        assert (stage == battle.APPLY) == bool(settled or below)
        assert len(pushed(s, battle.RollStep)) == (not settled and not below)
        kind = settled[-1][0] if settled else -1
        assert len(pushed(s, battle.ContestStep)) == (kind == mods.CONTEST)
        assert ((mods.ADVANCE_LIMIT, 1, 0) in s.battle_mods) == (kind == mods.WITHDRAW)
        if settled or below:
            wanted = {mods.RESULT: DS, mods.CONTEST: NE, mods.WITHDRAW: DR}
            assert s.result == wanted.get(kind, CA)


@rule("10.7.1", "10.7.2", "5.3")
def test_after_the_result_come_further_losses_and_the_answer_to_a_ca():
    for s, rng in fights(12, 150):
        more = rng.choice((0, 1, 2))
        s.battle_mods = [(mods.EXTRA_LOSSES, more, 0), (mods.SHIFT, 3, 0)] if more else [(mods.SHIFT, 3, 0)]
        s.stack.clear()
        battle.extra_losses(s)
        wanted = [(side, more, losses.BY_EVENT, -1) for side in (s.attacker, 1 - s.attacker)] if more else []
        assert pushed(s, losses.Losses) == wanted
        for s.result in range(7):
            gone = s.copy()
            lost = rng.choice(("none", "attackers", "defenders"))
            for u in {"none": [], "attackers": s.attackers, "defenders": s.defenders}[lost]:
                gone.put(u, OUT)
            gone.stack.clear()
            battle.answer(gone)
            both = bool(context.fighters(gone, 0)) and bool(context.fighters(gone, 1))
            assert len(pushed(gone, battle.CounterattackStep)) == (s.result == CA and both)


@rule("10.5", "5.3")
def test_in_a_contest_the_lower_roll_loses_a_step():
    for edition in EDITIONS:
        s = next(positions(1, seed=3, editions=(edition,)))
        for s.attacker in (0, 1):
            for first in range(1, 7):
                for second in range(1, 7):
                    s.stack.clear()
                    s.push(battle.ContestStep, 0)
                    for die in (first, second):
                        s.step.apply(s, battle.BattleDie(die))
                    loser = s.attacker if first < second else 1 - s.attacker
                    wanted = [(loser, 1, losses.BY_EVENT, -1)] if first != second else []
                    assert pushed(s, losses.Losses) == wanted

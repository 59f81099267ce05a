"""[10.3, 11.3.6, 13.3.8, 14.0, 18.0] What becomes of every unit that is lost, what a step costs, what a die builds and
what the bank receives, case by case and in plain steps."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import banked, effects, entry, fate, replacements, sequence, trenches
from rasputitsa.titles.stalins_war.actions.movement import TrenchDie
from rasputitsa.titles.stalins_war.actions.rounds import Abandon, Disband, Rebuild, Replace
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER, TURNS, UNITS
from rasputitsa.titles.stalins_war.effect_kinds import CancelArchangel
from rasputitsa.titles.stalins_war.mapboard import ARCHANGEL, ASTRAKHAN, MOSCOW, PLAYABLE
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import (
    AX,
    AX_HUNGARIAN,
    AXIS,
    ELIMINATED,
    FULL,
    GE,
    GE_HOME,
    OUT,
    PZ,
    REMOVED,
    SOVIET,
    SU,
    SU_MOBILE,
    TRACK,
    Position,
)

from .by_the_book import is_, large, side_of
from .situation import place, situation
from .test_plain_events import effects_of

KINDS = {"GE": GE, "PZ": PZ, "AX": AX, "SU": SU}
HERE, THERE = "1721", "2926"


def standing(unit: int) -> Position:
    s = situation(moment="nothing", turn=9)
    s.put(unit, place(HERE if side_of(unit) == AXIS else THERE))
    return s


# -- losses ---------------------------------------------------------------------------------------------------------


@rule("11.3.2", "11.3.6", "11.3.6.1", "11.3.6.2", "13.3.8", "13.3.8.1", "14.2.1", "16.1.6.2", "2.2.1.1")
@pytest.mark.parametrize("starved", [False, True])
def test_every_unit_that_loses_steps_goes_where_the_book_says(starved: bool) -> None:
    strong, weak = NUMBER["su-southwest-front"], NUMBER["su-southwest-front-weak"]
    for unit in range(N):
        steps = UNITS[unit].steps
        never = not any(step.rebuild for step in steps)
        for lost in range(len(steps)):
            s = standing(unit)
            s.lost[unit], s.supply[unit] = lost, OUT if starved else FULL
            dies = lost + 1 == len(steps)
            assert fate.lose_step(s, unit, starved=starved) == dies
            if not dies:
                assert s.lost[unit] == lost + 1 and s.place[unit] >= 0
                continue
            track = starved and side_of(unit) == AXIS and large(unit) and not never
            gone = never or is_(unit, "partisan") or unit == strong
            assert s.place[unit] == (REMOVED if gone else TRACK if track else ELIMINATED), UNITS[unit].name
            assert (s.due[unit], s.lost[unit], s.supply[unit]) == (12 if track else 0, 0, FULL)
            assert unit != strong or s.place[weak] == ELIMINATED
            s.turn = 11
            fate.return_from_track(s)
            assert not track or s.place[unit] == TRACK
            s.turn = 12
            fate.return_from_track(s)
            assert not track or (s.place[unit], s.due[unit]) == (ELIMINATED, 0)


# -- replacements ---------------------------------------------------------------------------------------------------


def purse(unit: int, home: bool) -> list[int]:
    """14.1.7 The kinds of points that pay for a unit, those that others cannot use first."""
    data = UNITS[unit].replacement
    assert data is not None
    kind = KINDS[data.points]
    if kind == GE and home:
        return [GE_HOME, GE]
    if UNITS[unit].nation == "hungarian":
        return [AX_HUNGARIAN, AX]
    mobile = any(is_(unit, tag) for tag in ("tank", "guard-tank", "mech", "guard-cavalry"))
    return [SU_MOBILE, SU] if mobile else [kind]


def paid(rp: list[int], unit: int, home: bool) -> list[int]:
    """What is left of the half points."""
    left, owed = rp[:], 2 if large(unit) else 1
    for kind in purse(unit, home):
        some = min(owed, left[kind])
        left[kind] -= some
        owed -= some
    assert not owed
    return left


@rule("14.1.2", "14.1.3", "14.1.4", "14.1.7")
@pytest.mark.parametrize("rp", [[2] * 7, [4, 4, 4, 4, 1, 1, 1], [2, 2, 2, 2, 0, 0, 0]])
def test_a_step_is_paid_with_points_that_others_cannot_use_first(rp: list[int]) -> None:
    for unit in range(N):
        steps, data = UNITS[unit].steps, UNITS[unit].replacement
        assert replacements.cost(unit) == (0 if data is None else 2 if large(unit) else 1)
        if data is None:
            continue
        for hex_, home in (("1721", False), ("Berlin", True)):
            s = situation(moment="nothing", turn=9)
            s.put(unit, place(hex_))
            s.rp, s.lost[unit] = rp[:], len(steps) - 1
            if len(steps) > 1:
                s.push(replacements.Replacements, side_of(unit))
                replacements.RegainStep().do(s, Replace(unit))
                assert s.rp == paid(rp, unit, home) and s.lost[unit] == len(steps) - 2
            s = situation(moment="nothing", turn=9)
            s.put(unit, ELIMINATED)
            s.rp = rp[:]
            s.push(replacements.Replacements, side_of(unit))
            replacements.RebuildUnit().do(s, Rebuild(unit, place(hex_)))
            assert (s.place[unit], s.lost[unit], s.rp) == (place(hex_), len(steps) - 1, paid(rp, unit, home))


@rule("4.5.1", "4.5.1.2")
def test_a_unit_that_arrives_is_supplied_and_fights_in_no_attack_of_the_round() -> None:
    s = situation(moment="nothing", turn=9)
    for unit in (0, 1, NUMBER["su-stalin"]):
        s.supply[unit], s.due[unit] = OUT, 4
        entry.arrive(s, unit, place("Minsk"))
        assert (s.place[unit], s.supply[unit], s.due[unit]) == (place("Minsk"), FULL, 0)
    assert s.arrived == 3 | 1 << NUMBER["su-stalin"]


# -- trenches -------------------------------------------------------------------------------------------------------


@rule("10.3.1", "23.1.3")
@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_builds_a_trench_with_one_to_three(face: int, deep: bool) -> None:
    first, second = bits(PLAYABLE)[50:52]
    for side in (AXIS, SOVIET):
        s = situation(moment="nothing", turn=9, side=("axis", "soviet")[side])
        s.digging, s.deep = 1 << first | 1 << second, 1 << second | (1 << first if deep else 0)
        trenches.TrenchDice().apply(s, TrenchDie(first, face))
        assert (s.digging, s.deep) == (1 << second, 1 << second)
        built = 1 << first if deep or face <= 3 else 0
        assert (s.trenches[side], s.trenches[1 - side]) == (built, 0)
        assert [action.at for action, _ in trenches.TrenchDice().outcomes(s)] == [second] * 6


@rule("10.3.2", "16.1.5")
def test_trenches_and_partisans_are_taken_off_one_by_one() -> None:
    first, second = bits(PLAYABLE)[50:52]
    both = 1 << first | 1 << second
    for side in (AXIS, SOVIET):
        s = situation(moment="nothing", turn=9)
        s.trenches, s.lurking = [both, both], both
        s.push(sequence.Cleaning, side)
        sequence.AbandonTrench().do(s, Abandon(first))
        sequence.DisbandPartisans().do(s, Disband(second))
        assert s.trenches[side] == 1 << second and s.trenches[1 - side] == both and s.lurking == 1 << first


# -- the bank -------------------------------------------------------------------------------------------------------


@rule("18.2.1", "18.2.2", "18.3.1", "18.3.2", "18.3.3", "18.3.3.1", "16.4.7")
@pytest.mark.parametrize("turn", [5, 9, 14])
def test_the_bank_receives_what_the_book_says(turn: int) -> None:
    card, number = effects_of(CancelArchangel)[0]
    for lease, stalin, north, south, convoy in product((False, True), (False, True), (0, 1), (0, 1), (0, 1, 2)):
        s = situation(moment="nothing", turn=turn)
        s.put(NUMBER["su-stalin"], MOSCOW if stalin else place("2926"))
        if lease:
            effects.allow(s, "banked-lend-lease")
        s.axis_held = s.axis_held & ~(1 << ARCHANGEL | 1 << ASTRAKHAN)
        s.axis_held |= (0 if north else 1 << ARCHANGEL) | (0 if south else 1 << ASTRAKHAN)
        if convoy:
            effects.begin(s, card, number, "game", turn - convoy)
        s.banked = [1, 1]
        banked.receive(s)
        sunk = convoy and turn <= turn - convoy + convoy_turns()
        points = (2 * (north and not sunk) + south) if lease and stalin else 0
        assert (s.banked, s.lend_lease) == ([1 + TURNS[turn].axis_banked, 1 + points], points)


def convoy_turns() -> int:
    card, number = effects_of(CancelArchangel)[0]
    effect = CARDS[card].effects[number]
    assert isinstance(effect, CancelArchangel)
    return effect.turns

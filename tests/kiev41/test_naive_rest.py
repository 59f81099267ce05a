"""Fog, logistics, victory, weather and the turn of the impulses, against a plain reading of the book over random
positions or every case there is."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE, hidden, logistics, sequence, victory, weather
from rasputitsa.titles.kiev41.actions import LEXICON, Regenerate, Replace
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, GUDERIAN, NUMBER, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.impulses import ChooseImpulse, exploitation_weather, may_spend_disc
from rasputitsa.titles.kiev41.logistics import Regeneration, Replacements
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS, ASIDE, ELIMINATED, HAND, LATER, POOL, TERRAIN
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.state import (
    BASE,
    BATUMI,
    NOBODY,
    PASS,
    READY,
    SHOT_DOWN,
    SPENT,
    STRATEGIC_MOVE,
    STRATEGIC_REINFORCE,
    SUNK,
    TACTICAL,
    Kiev,
)
from tests.kiev41 import naive
from tests.kiev41.naive import KIND, mask, members, positions
from tests.kiev41.situation import empty, new

EVERY = range(len(BLOCKS))
SCENARIOS = ("campaign", "preludes", "river", "pocket", "snow")


# -- 1.6 fog of war -----------------------------------------------------------------------------------------------


def foggy() -> list[Kiev]:
    """Positions in which some blocks off the map have just been drawn, or wait to go back."""
    out = []
    for position in positions():
        s = position.copy()
        for b in EVERY:
            if s.place[b] == POOL and b % 5 < 2:
                s.place[b] = HAND if b % 5 else ASIDE
        out.append(s)
    return out


def is_secret(s: Kiev, b: int, viewer: int) -> bool:
    if SIDE[b] == viewer or s.revealed >> b & 1 or KIND[b] == "leader" or b == GUDERIAN:
        return False
    return s.place[b] < AREAS or s.place[b] in (POOL, HAND, ASIDE)


@rule("1.6", "1.6.1", "5.1")
def test_whose_face_is_hidden_from_whom() -> None:
    for s in foggy():
        for viewer in (AXIS, SOVIET):
            assert hidden.hidden_from(s, viewer) == mask(b for b in EVERY if is_secret(s, b, viewer))
            for b in EVERY:
                open_ = SIDE[b] == viewer or s.revealed >> b & 1 or s.place[b] in (ELIMINATED, LATER)
                assert hidden.sees_face(s, b, SIDES[viewer]) == bool(open_)
                assert hidden.sees_face(s, b, "open")


def crowd(s: Kiev, side: int, marks: str = "") -> Counter[int]:
    """How many blocks of a side are in each place, of all or of those with a mark."""
    wanted = [b for b in EVERY if SIDE[b] == side and (not marks or getattr(s, marks) >> b & 1)]
    return Counter(s.place[b] for b in wanted)


@rule("1.6", "1.4")
def test_an_imagined_position_differs_only_in_what_a_side_cannot_see() -> None:
    rng = random.Random("imagine")
    changed: Counter[str] = Counter()
    for s in foggy()[::2]:
        for viewer in (AXIS, SOVIET):
            new_ = hidden.imagine(s, SIDES[viewer], rng)
            secret = {b for b in EVERY if is_secret(s, b, viewer)}
            for b in set(EVERY) - secret:
                assert new_.place[b] == s.place[b]
                guessed = SIDE[b] != viewer and not s.revealed >> b & 1 and (KIND[b] == "leader" or b == GUDERIAN)
                assert new_.strength[b] == s.strength[b] or (guessed and new_.strength[b] in BLOCKS[b].steps)
                changed[KIND[b]] += new_.strength[b] != s.strength[b]
            for b in secret:
                on_map = new_.place[b] < AREAS
                assert new_.strength[b] in (BLOCKS[b].steps if on_map else (0,))
                assert KIND[b] != "lw_hq" or on_map == (s.place[b] < AREAS)
                changed["place"] += new_.place[b] != s.place[b]
                changed["strength"] += new_.strength[b] != s.strength[b]
            for marks in ("", "isolated", "commanded", "crossed", "blitzers"):
                assert crowd(new_, 1 - viewer, marks) == crowd(s, 1 - viewer, marks)
                assert crowd(new_, viewer, marks) == crowd(s, viewer, marks)
            for area in range(AREAS):
                nations = {BLOCKS[b].nation for b in naive.standing(new_, area)}
                assert not {"hungarian", "rumanian"} <= nations
                assert new_.here[area] == mask(b for b in EVERY if new_.place[b] == area)
            assert new_.revealed == s.revealed
            if s.moving != NOBODY:
                assert new_.place[new_.moving] == s.place[s.moving]
                assert s.moving in secret or new_.moving == s.moving
    assert changed["place"] > 300
    assert changed["strength"] > 300
    assert changed["leader"] > 3
    assert changed["hq"] > 0, "Guderian"


@rule("1.6")
@pytest.mark.parametrize(
    ("order", "read"),
    [
        ("3Pz 36-37", "a block 36-37"),
        ("3Pz builds a line in 36", "a block builds a line in 36"),
        ("3Pz arrives in Axis", "a block arrives in Axis"),
        ("regenerate Kleist", "regenerate a block"),
        ("3Pz takes a hit", "a block takes a hit"),
        ("22LL drops 36-38", "a block drops 36-38"),
        ("activate Kleist in 36", "activate Kleist in 36"),
        ("battle in 37", "battle in 37"),
    ],
)
def test_what_each_side_reads_of_an_order_of_the_axis(order: str, read: str) -> None:
    s = empty(front="river")
    s.side = "axis"
    action = LEXICON.parse(order)
    assert hidden.describe(s, action, "axis") == order
    assert hidden.describe(s, action, "open") == order
    assert hidden.describe(s, action, "soviet") == read


@rule("1.6")
def test_what_each_side_reads_of_a_draw_and_of_a_hit_on_an_open_block() -> None:
    s = empty(front="river")
    s.side = "chance"
    drawn = LEXICON.parse("3Pz is drawn")
    assert hidden.describe(s, drawn, "axis") == "3Pz is drawn"
    assert hidden.describe(s, drawn, "soviet") == "a block is drawn"
    s.side = "axis"
    s.revealed = 1 << NUMBER["3Pz"]
    assert hidden.describe(s, LEXICON.parse("3Pz takes a hit"), "soviet") == "3Pz takes a hit"
    assert hidden.describe(s, LEXICON.parse("14Pz takes a hit"), "soviet") == "a block takes a hit"
    assert hidden.describe(s, LEXICON.parse("3Pz 36-37"), "soviet") == "a block 36-37"


# -- 7.0 logistics ------------------------------------------------------------------------------------------------


def value(s: Kiev, side: int) -> int:
    """7.2.1."""
    leader = NUMBER["Hitler" if side == AXIS else "Stalin"]
    hqs = [b for b in EVERY if "hq" in KIND[b] and SIDE[b] == side and (s.place[b] < AREAS or b == GUDERIAN)]
    points = s.strength[leader] + sum(s.strength[b] > 0 for b in hqs)
    points += sum(TERRAIN[area] == "victory" and naive.holds(s, area, side) for area in range(AREAS))
    dead = [b for b in EVERY if SIDE[b] != side and s.place[b] == ELIMINATED]
    sunk = s.fleets.count(SUNK) if side == AXIS else 0
    points += (len(dead) + sunk) // 10
    if side == SOVIET:
        points += sum(any(a in naive.supply_sources(s, SOVIET) for a in naive.AREAS_OF[f"soviet_{c}"]) for c in DISCS)
        points += naive.rules_black_sea(s) + naive.rules_azov_sea(s)
    halved = s.weather == naive.RAIN or (side == AXIS and s.weather != naive.SUNNY)
    return naive.part(points, 2) if halved else points


DISCS = ("yellow", "orange")


@rule("7.2.1", "7.2.1.1", "7.2.1.2", "7.2.1.3", "7.2.1.4", "14.5.2")
def test_the_logistics_value_of_every_position() -> None:
    rng = random.Random("graves")
    for position in positions():
        s = position.copy()
        for b in EVERY:
            if s.place[b] in (POOL, LATER) and rng.random() < 0.7:
                s.place[b] = ELIMINATED
        for side in (AXIS, SOVIET):
            assert logistics.logistics_value(s, side) == value(s, side)


@rule("7.2.2", "7.2.2.1", "7.2.2.2", "7.2.2.4", "9.1")
def test_who_gets_a_step_and_why_others_do_not() -> None:
    for number, position in enumerate(positions()):
        s = position.copy()
        for side, points in product((AXIS, SOVIET), (0, 1, 2, 9)):
            if points != number % 3 and points != 9:
                continue
            for step, action in ((Regeneration, Regenerate), (Replacements, Replace)):
                s.stack[:] = [(Turn.id, 4), (step.id, side, points)]
                for b in EVERY:
                    price = 1 if step is Regeneration else naive.CLASS[BLOCKS[b].fire]
                    fits = ("hq" in KIND[b]) if step is Regeneration else KIND[b] not in ("hq", "lw_hq", "leader")
                    there = s.place[b] < AREAS or (b == GUDERIAN and step is Regeneration)
                    free = there and (not s.isolated >> b & 1 or b == GUDERIAN)
                    tired = s.strength[b] < BLOCKS[b].steps[0]
                    wanted = SIDE[b] == side and fits and free and tired and price <= points
                    refusal = s.why_not(action(b))
                    assert (refusal is None) == wanted
                    assert (action(b) in s.legal(("piece", b))) == wanted
                    if refusal is not None:
                        isolated = SIDE[b] == side and tired and price <= points
                        assert refusal.rule == ("9.1" if isolated else "7.2.2")


# -- 2.4.4 victory ------------------------------------------------------------------------------------------------


@rule("2.4.4.2", "S.1.1", "S.2.5", "S.3.5", "S.4.6")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_wins_with_every_number_of_victory_areas_and_what_the_goals_say(scenario: str) -> None:
    s = new(scenario)
    towns = [area for area in range(AREAS) if TERRAIN[area] == "victory"]
    needs = {"pocket": 6, "preludes": 99}.get(scenario, 4)
    for number in range(len(towns) + 1):
        s.control = mask(towns[:number])
        assert (victory.victory_points(s, AXIS), victory.victory_points(s, SOVIET)) == (number, 7 - number)
        assert victory.winner_now(s) == (AXIS if number >= needs else SOVIET)
        goals = [(goal.side, goal.have, goal.need) for goal in victory.goals(s)]
        assert goals[-2:] == [("axis", number, 7), ("soviet", 7 - number, 7)]
        if scenario == "preludes":
            fallen = sum(s.control >> AREA[name] & 1 for name in ("4", "108", "55"))
            assert goals[0] == ("axis", fallen, 1)
            assert [goal.rule for goal in victory.goals(s)] == ["S.1", "S.1", "2.4.4.2", "2.4.4.2"]
        else:
            assert goals[:2] == [("axis", number, needs), ("soviet", 7 - number, 8 - needs)]


# -- 8.1 the weather ----------------------------------------------------------------------------------------------


@rule("8.1", "8.1.1", "8.1.3", "8.1.4", "14.5.1")
def test_what_the_weather_check_does_in_every_case() -> None:
    for blizzard in (False, True):
        base = empty("campaign", "", blizzard=blizzard)
        cases = product(range(1, 7), (AXIS, SOVIET), range(3), range(3), range(6))
        for turn, active, impulses, now, forecast in cases:
            s = base.copy()
            s.turn, s.active, s.axis_impulses, s.weather, s.forecast = turn, active, impulses, now, forecast
            s.stack[:] = [(Turn.id, 4), (Impulse.id, 1)]
            weather.weather_check(s)
            rolls = s.step.name == "WeatherDie"
            counted = active == AXIS and turn >= 4
            assert s.axis_impulses == impulses + counted
            storm = counted and turn == 6 and blizzard
            open_ = counted and not storm and now != naive.SNOW and impulses > 0
            assert rolls == (open_ and forecast < 5)
            after = naive.BLIZZARD if storm else naive.SNOW if open_ and forecast == 5 else now
            assert s.weather == after
            assert s.forecast == (1 if rolls and forecast == 0 else forecast)
            s.weather = now
            weather.december(s)
            assert s.weather == (naive.SNOW if turn == 6 else now)


@rule("8.1.2", "8.1.5")
def test_what_the_weather_die_does_in_every_case() -> None:
    base = empty()
    for now, forecast, face in product((naive.SUNNY, naive.RAIN), range(1, 5), range(1, 7)):
        s = base.copy()
        s.weather, s.forecast = now, forecast
        s.stack[:] = [(ChooseImpulse.id,), (weather.WeatherDie.id,)]
        s.settle()
        s.apply(LEXICON.parse(f"die {face}"))
        turned = face <= forecast
        assert s.weather == (1 - now if turned else now)
        assert s.forecast == (forecast if turned else forecast + 1)


# -- 6.0 the impulse ----------------------------------------------------------------------------------------------


@rule("6.0", "3.0.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_begins_with_nothing_marked_and_nothing_done(scenario: str) -> None:
    s = TITLE.new(scenario)
    assert isinstance(s, Kiev)
    marks = ("revealed", "activated", "commanded", "crossed", "blitzers", "contested_before", "fought", "used_cities")
    counts = ("passes", "impulse", "commands", "points", "axis_impulses", "sailed", "dab", "hits", "mp")
    assert [getattr(s, name) for name in (*marks, *counts)] == [0] * 17
    assert (s.disc_uses, s.guns, list(s.damage), s.moving) == ([0, 0], [], [0, 0], NOBODY)
    if scenario != "pocket":
        assert (s.isolated, s.cut_lines) == (0, 0)


@rule("6.0")
def test_an_impulse_begins_with_a_clean_sheet() -> None:
    for position in positions()[::4]:
        s = position.copy()
        s.turn = 1
        sequence.bad_weather_check(s)
        done = (s.impulse, s.commands, s.commanded, s.crossed, s.blitzers, s.fought, s.sailed, s.guns)
        assert done == (0, 0, 0, 0, 0, 0, 0, [])


@rule("6.0", "10.18", "10.17", "10.15.3")
def test_what_the_deactivation_segment_does() -> None:
    for before in positions():
        s = before.copy()
        sequence.deactivation_segment(s)
        assert (s.activated, s.blitzers, s.guns) == (0, 0, [])
        assert list(s.bombers) == [SPENT if place < AREAS else place for place in before.bombers]
        for b in members(before.activated):
            lower = [step for step in BLOCKS[b].steps if step < before.strength[b]]
            if lower:
                assert (s.place[b], s.strength[b]) == (before.place[b], lower[0])
            else:
                assert s.place[b] == (ELIMINATED if SIDE[b] == AXIS else POOL)
            assert not s.revealed >> b & 1
        for b in members(before.revealed) - members(before.activated):
            gone = [x for x in members(before.activated) if s.place[x] != before.place[x]]
            if before.place[b] not in {before.place[x] for x in gone}:
                assert s.revealed >> b & 1 == (not before.blitzers >> b & 1)


@rule("3.0.1", "11.0.4", "12.0", "10.13.4")
def test_what_the_end_of_an_impulse_does() -> None:
    for before, kind in product(positions()[::2], (TACTICAL, STRATEGIC_MOVE, STRATEGIC_REINFORCE, PASS)):
        s = before.copy()
        s.impulse, s.passes = kind, 1
        s.stack[:] = [(Turn.id, 4), (Impulse.id, 14)]
        sequence.end_impulse(s)
        assert s.stack == [(Turn.id, 4)]
        assert s.passes == (2 if kind == PASS else 0)
        strategic = kind in (STRATEGIC_MOVE, STRATEGIC_REINFORCE)
        assert s.initiative == (1 - s.active if strategic else before.initiative)
        assert s.disc_uses == [int(strategic and side == s.active) for side in (AXIS, SOVIET)]
        assert list(s.bombers) == [READY if place == SPENT else place for place in before.bombers]
        home = BASE if naive.holds(s, naive.SEVASTOPOL, SOVIET) else BATUMI
        back = kind == PASS and s.active == SOVIET
        assert list(s.fleets) == [home if back and place < AREAS else place for place in before.fleets]


@rule("10.19.4", "3.2.1", "S.1.2", "13.0")
def test_when_the_disc_may_be_spent_and_what_the_final_phase_does() -> None:
    for scenario, number in product(SCENARIOS, range(16)):
        s = new(scenario)
        s.active, s.initiative, s.weather = number % 2, number // 2 % 2, number // 4
        s.disc_uses = [number // 8, (number + 1) % 2]
        once = scenario != "campaign" and s.disc_uses[s.active]
        assert may_spend_disc(s) == (s.initiative == s.active and not once)
        wet = s.weather != naive.SUNNY if s.active == AXIS else s.weather == naive.RAIN
        assert exploitation_weather(s) == (not wet)
    for before in positions()[::4]:
        s = before.copy()
        s.stack[:] = [(Turn.id, 4)]
        sequence.final_phase(s)
        assert list(s.bombers) == [READY if place == SHOT_DOWN else place for place in before.bombers]
        assert s.turn == before.turn + (before.turn < 6)
        assert s.decided == (before.turn == 6)


@rule("10.10", "10.10.2", "2.2")
def test_guderian_goes_one_box_for_every_hit_and_no_further_than_the_last() -> None:
    for start, hits in product(range(10), range(5)):
        s = empty()
        s.place[GUDERIAN], s.hits = AREAS + start, hits
        s.ear = []
        sequence.guderian_advances(s)
        after = min(9, start + hits)
        assert s.place[GUDERIAN] == AREAS + after
        said = [line.text for line in s.ear if "flipped" in line.text]
        boxes = {naive.NIZHYN - AREAS: "yellow", naive.TULA - AREAS: "orange"}
        assert [name for box, name in boxes.items() if start < box <= after] == [text.split()[1] for text in said]

"""3.0 Basic definitions and 4.0 units."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.battle import attack_dice, defence_dice
from rasputitsa.titles.kiev41.component_checks import check_components
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    COMBAT,
    COMMANDS,
    FAST,
    FIRE,
    INFANTRY,
    LW_HQS,
    MOVEMENT,
    NUMBER,
    OF_SIDE,
    SOVIET,
    TACTICAL_HQS,
    TANKS,
    higher,
    lower,
    source,
)
from rasputitsa.titles.kiev41.defensive_lines import lines_left
from rasputitsa.titles.kiev41.firepower import hit_table
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.weather import halved
from tests.kiev41.situation import (
    at,
    battle,
    control,
    controller,
    dice_to_roll,
    do,
    empty,
    go_to,
    has_line,
    impulse,
    isolated,
    legal,
    line,
    may,
    put,
    refused,
    strength,
    tactical,
)


@rule("3.0")
def test_an_impulse_is_tactical_strategic_or_a_pass_and_then_the_other_player_plays() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "38", "SWFront")
    impulse(s, "axis")
    kinds = {order.split()[0] for order in legal(s)}
    assert kinds == {"activate", "Kleist", "strategic", "pass"}, "Kleist may go to his post by a way of his choice"
    do(s, "pass", "done")
    assert s.side == "soviet"
    assert s.step.name == "ChooseImpulse"


@rule("3.0", "12.0", "3.0.1")
def test_two_consecutive_passes_end_the_turn_and_a_pass_answered_by_an_impulse_does_not() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "38", "SWFront")
    do(impulse(s, "axis"), "pass", "done", "activate SWFront in 38", "done")
    assert s.turn == 1
    do(s, "pass", "done", "pass", "done")
    assert s.turn == 2
    assert s.step.name == "Logistics"


@rule("3.1")
@pytest.mark.parametrize(("number", "half"), [(7, 3), (1, 1), (4, 2), (0, 0)])
def test_fractions_are_rounded_down_but_not_below_one(number: int, half: int) -> None:
    assert halved(number) == half


@rule("3.2", "3.2.1", "6.0", "3.2.1.1", "3.2.1.2")
def test_the_player_with_the_initiative_plays_first_and_the_other_decides_logistics_first() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "38", "SWFront")
    s.initiative = 1
    do(impulse(s, "axis"), "pass", "done", "pass", "done")
    assert s.turn == 2
    assert (s.side, s.step.name) == ("axis", "Logistics")
    do(s, "logistics pause")
    assert (s.side, s.step.name) == ("soviet", "Logistics")
    do(s, "logistics pause")
    assert (s.side, s.step.name) == ("soviet", "ChooseImpulse")


@rule("3.2", "3.2.1", "11.0.4")
def test_only_the_holder_of_the_disc_spends_it_and_then_it_goes_over() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "38", "SWFront")
    impulse(s, "soviet")
    assert refused(s, "strategic impulse").rule == "11.0"
    do(impulse(s, "axis"), "strategic impulse", "done")
    assert s.initiative == SOVIET
    assert may(s, "strategic impulse")


@rule("3.2.1", "S.1", "S.2", "S.3", "S.4", "S.1.2", "S.2.6", "S.3.6", "S.4.7")
@pytest.mark.parametrize("scenario", ["preludes", "river", "pocket", "snow"])
def test_in_the_short_scenarios_each_player_uses_the_disc_once(scenario: str) -> None:
    s = empty(scenario)
    put(s, "36", "Kleist")
    put(s, "12", "SWFront")
    s.initiative, s.disc_uses = AXIS, [1, 0]
    impulse(s, "axis")
    assert refused(s, "strategic impulse").rule == "3.2.1"
    s = empty("campaign")
    s.disc_uses = [1, 0]
    impulse(s, "axis")
    assert may(s, "strategic impulse")


def test_the_blocks_are_as_many_as_the_rule_book_says() -> None:
    assert check_components() == []


def test_every_invented_value_of_a_block_is_marked_as_ours() -> None:
    assert source(BLOCKS[NUMBER["3Pz"]], "name") == "rule"
    assert source(BLOCKS[NUMBER["48Pz"]], "name") == "ours"
    assert source(BLOCKS[NUMBER["3Pz"]], "fire") == "ours"
    assert source(BLOCKS[NUMBER["Timoshenko"]], "fire") == "rule"


@rule("4.1", "4.1.3")
def test_a_combat_block_gives_a_step_for_a_line() -> None:
    s = empty()
    put(s, "38", "37A")
    do(impulse(s, "soviet"), "pass", "37A builds a line in 38")
    assert has_line(s, "38")
    assert strength(s, "37A") == 3
    assert lines_left(s, SOVIET) == 19


@rule("4.1", "4.1.4")
def test_who_may_not_build_a_line_and_where() -> None:
    s = empty(front="river")
    s.initiative = 1
    put(s, "38", "37A", "38A:1", "SWFront")
    put(s, "S1", "57A")
    put(s, "22", "40A", "21A")
    line(s, "22")
    put(s, "21", "26A")
    put(s, "21", "3Pz")
    do(impulse(s, "soviet"), "strategic impulse")
    for order, why in (
        ("SWFront builds a line in 38", "no combat block"),
        ("38A builds a line in 38", "minimum strength"),
        ("57A builds a line in S1", "staging areas"),
        ("40A builds a line in 22", "a line already"),
        ("26A builds a line in 21", "uncontested"),
    ):
        refusal = refused(s, order)
        assert refusal.rule == "4.1"
        assert why in refusal.text
    do(s, "37A builds a line in 38")


@rule("4.1", "4.1.3")
def test_a_block_either_moves_or_builds() -> None:
    s = empty()
    s.initiative = 1
    put(s, "38", "37A", "5Cav")
    do(impulse(s, "soviet"), "strategic impulse", "37A builds a line in 38")
    assert refused(s, "37A 38-39").rule == "10.8"
    do(s, "5Cav 38-39")
    assert refused(s, "5Cav builds a line in 39").rule == "10.8"


@rule("4.1", "4.1.1", "4.1.2")
def test_lines_are_limited_and_may_be_disbanded_when_in_supply() -> None:
    s = empty()
    s.initiative = 1
    twenty = [str(area) for area in (*range(5, 14), *range(20, 25), 26, 27, 37, 39, 40, 41)]
    line(s, *twenty)
    put(s, "38", "37A")
    impulse(s, "soviet")
    assert may(s, "disband the line in 41")
    do(s, "strategic impulse")
    assert "No Defensive Line is left" in refused(s, "37A builds a line in 38").text
    do(impulse(s, "soviet"), "disband the line in 41", "strategic impulse", "37A builds a line in 38")
    assert has_line(s, "38")
    assert not has_line(s, "41")


@rule("4.1", "9.1")
def test_an_isolated_line_may_not_be_disbanded() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = 157
    line(s, "5", "37")
    put(s, "5", "5A")
    impulse(s, "soviet")
    assert may(s, "disband the line in 37")
    assert refused(s, "disband the line in 5").rule == "9.1"


@rule("4.1", "10.15", "4.1.5", "4.1.6")
def test_a_line_fires_one_single_die_absorbs_a_hit_and_dies_before_any_block() -> None:
    s = empty(front="river")
    put(s, "21", "38A:2")
    line(s, "21")
    put(s, "21", "29Inf")
    battle(s, "axis", "21")
    assert dice_to_roll(s) == (3, 0, 0)
    do(s, "0 hits", "2 hits")
    assert not has_line(s, "21")
    assert strength(s, "38A") == 2


@rule("4.1", "4.1.7")
def test_a_line_protects_nobody_when_its_owner_attacks() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "21", "38A")
    line(s, "21")
    put(s, "21", "29Inf")
    battle(s, "soviet", "21")
    assert dice_to_roll(s) == (0, 4, 0), "the defender fires first"
    do(s, "2 hits")
    assert strength(s, "38A") == 2
    assert has_line(s, "21")
    assert dice_to_roll(s) == (2, 0, 0), "and the line does not attack"


@rule("4.2", "1.6.1")
def test_a_block_shows_name_type_strength_firepower_and_speed() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz:3")
    face = next(p.face for p in s.view("axis").pieces if p.id == NUMBER["3Pz"])
    assert face is not None
    assert (face.name, face.symbol, face.strength, face.fire, face.move, face.band) == (
        "3Pz",
        "armor",
        "3",
        "tf",
        "5",
        "red",
    )


@rule("4.2")
def test_german_corps_have_four_dots_divisions_two_and_minor_allies_three() -> None:
    steps = {b.id: b.steps[0] for b in BLOCKS}
    assert (steps["29Inf"], steps["60Mot"], steps["Fast"], steps["Rum1"]) == (4, 2, 3, 3)
    assert (steps["6A"], steps["9C"], steps["KhG"]) == (4, 3, 2)


@rule("4.2.1", "10.9.1")
def test_fast_blocks_have_five_mp_slow_ones_three_and_leaders_none() -> None:
    for name in ("3Pz", "60Mot", "LAHSS", "Fast", "RumCav", "2Cav", "2Tk", "Kleist", "Budyonny", "Timoshenko"):
        assert MOVEMENT[NUMBER[name]] == 5
    for name in ("29Inf", "49Mtn", "97J", "22LL", "M", "2Abn", "6AOK", "SFront", "4FK"):
        assert MOVEMENT[NUMBER[name]] == 3
    assert MOVEMENT[NUMBER["Hitler"]] == MOVEMENT[NUMBER["Stalin"]] == 0


@rule("4.2.2")
def test_single_fire_hits_on_six_double_on_five_triple_on_four() -> None:
    for fire, weights in ((1, [5, 1]), (2, [4, 2]), (3, [3, 3])):
        dice = tuple(int(k == fire) for k in (1, 2, 3))
        assert [w for _, w in hit_table(dice)] == weights  # type: ignore[arg-type]
    mixed = hit_table((1, 1, 0))
    assert [(str(a), w) for a, w in mixed] == [("0 hits", 20), ("1 hits", 14), ("2 hits", 2)]


@rule("4.2.2")
def test_hqs_have_double_fire_timoshenko_triple_and_the_luftwaffe_none() -> None:
    assert FIRE[NUMBER["Kleist"]] == FIRE[NUMBER["SFront"]] == 2
    assert FIRE[NUMBER["Timoshenko"]] == 3
    assert FIRE[NUMBER["4FK"]] == FIRE[NUMBER["5FK"]] == 0


@rule("4.2.3")
def test_strength_is_the_number_of_dice_and_an_exhausted_hq_has_none() -> None:
    s = empty(front="river")
    put(s, "21", "38A:3", "SFront:0")
    put(s, "21", "29Inf:2", "6AOK:3")
    s.active = AXIS
    assert attack_dice(s, AREA["21"]) == (0, 5, 0)
    assert defence_dice(s, AREA["21"]) == (3, 0, 0)


@rule("4.2.3.1")
def test_a_hit_takes_a_step_and_destroys_at_minimum_strength() -> None:
    assert [lower(NUMBER["3Pz"], n) for n in (4, 3, 2, 1)] == [3, 2, 1, -1]
    assert [lower(NUMBER["Kleist"], n) for n in (4, 3, 2, 0)] == [3, 2, 0, -1]
    assert [higher(NUMBER["Kleist"], n) for n in (0, 2, 3, 4)] == [2, 3, 4, 4]


@rule("4.2.4")
def test_leaders_do_not_move_are_not_isolated_and_are_never_lost() -> None:
    s = empty()
    put(s, "38", "SWFront")
    do(impulse(s, "soviet"), "pass")
    assert refused(s, "Stalin Moscow-38").rule == "10.8"
    assert not isolated(s, "Stalin")
    s.strength[NUMBER["Stalin"]] = 0
    s.initiative = 0
    do(impulse(s, "axis"), "pass", "pass", "done", "activate the leader")
    while s.step.name != "Logistics":
        do(s, "done" if s.step.name != "Reinforcements" else "draw 0 blocks")
    assert at(s, "Stalin") == "Moscow"
    assert strength(s, "Stalin") == 0


@rule("4.2.5", "4.2.5.2")
def test_infantry_is_slow_and_all_other_combat_blocks_are_fast() -> None:
    assert INFANTRY & FAST == 0
    assert INFANTRY | FAST & COMBAT == COMBAT
    for name in ("LAHSS", "Fast", "RumCav"):
        assert TANKS >> NUMBER[name] & 1, "light tanks are tanks for all effects"


@rule("4.2.6", "10.2", "4.2.6.1")
def test_seven_tactical_hqs_a_side_two_luftwaffe_hqs_and_who_commands_whom() -> None:
    assert (TACTICAL_HQS & OF_SIDE[AXIS]).bit_count() == 7
    assert (TACTICAL_HQS & OF_SIDE[SOVIET]).bit_count() == 7
    assert LW_HQS.bit_count() == 2
    kleist = COMMANDS[NUMBER["Kleist"]]
    assert kleist >> NUMBER["3Pz"] & 1
    assert kleist >> NUMBER["97J"] & 1, "white blocks obey any HQ"
    assert not kleist >> NUMBER["17Inf"] & 1
    assert not kleist >> NUMBER["M"] & 1
    assert COMMANDS[NUMBER["4FK"]] == 0


@rule("4.2.6", "10.11", "4.2.6.2")
def test_a_luftwaffe_hq_builds_no_line_and_commands_nobody() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "52", "4FK", "14Pz:1", "17Inf")
    s.strength[NUMBER["Kleist"]] = 2
    tactical(s, "axis", "Kleist in 36", "4FK in 52")
    assert may(s, "14Pz 52-34"), "Kleist commands it two areas away"
    assert refused(s, "17Inf 52-34").rule == "10.3", "the Fliegerkorps beside it does not"
    assert refused(s, "4FK builds a line in 52").rule == "10.1"


@rule("4.1")
def test_a_lone_line_is_attacked_like_a_block() -> None:
    s = empty(front="river")
    line(s, "21")
    put(s, "36", "Kleist", "3Pz")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-21")
    go_to(s, "HitRoll", "Support")
    do(s, "done") if s.step.name == "Support" else None
    assert dice_to_roll(s) == (1, 0, 0)
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 0, 4), "it went round by 37 and engaged over dry land"
    control(s, "soviet", "21")
    do(s, "1 hits")
    assert has_line(s, "21"), "the line's own bonus took it"
    assert controller(s, "21") == "soviet"

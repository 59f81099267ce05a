"""10.12 to 10.16: battles, their sequence, absorbing and taking hits."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.battle import attack_dice, tank_attack
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.losses import absorb_bonus
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.state import BASE, READY, SHOT_DOWN, SPENT, SUNK, Kiev
from tests.kiev41.situation import (
    at,
    battle,
    control,
    controller,
    dice_to_roll,
    do,
    empty,
    fleet,
    go_to,
    has_line,
    impulse,
    legal,
    line,
    may,
    put,
    refused,
    revealed,
    strength,
    tactical,
    weather,
)


@rule("10.12", "10.12.1")
def test_a_new_engagement_must_be_fought_and_an_old_one_may() -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    put(s, "37", "4Inf")
    put(s, "21", "37A")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-21", "done")
    assert s.step.name == "Combat"
    assert legal(s) == {"battle in 21", "battle in 37"}, "the attacker chooses the order"
    assert refused(s, "done").rule == "10.12"
    do(s, "battle in 21", "0 hits", "0 hits")
    assert legal(s) == {"battle in 37", "done"}
    assert refused(s, "battle in 21").rule == "10.16"
    do(s, "done")
    assert s.active == SOVIET


@rule("10.12")
def test_isolated_blocks_do_not_attack() -> None:
    s = empty()
    put(s, "39", "37A")
    put(s, "39", "3Pz")
    put(s, "Axis", "Kleist")
    do(impulse(s, "axis"), "strategic impulse", "done")
    assert s.active == SOVIET, "no battle is offered"


@rule("10.12", "10.12.2")
def test_nothing_fights_where_there_is_nobody_to_fight() -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    put(s, "37", "4Inf")
    do(impulse(s, "axis"), "strategic impulse", "done")
    assert "not contested" in refused(s, "battle in 36").text


@rule("10.12", "10.13.1", "10.12.3")
def test_blocks_of_other_battles_stay_hidden_until_their_battle_begins() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz", "14Pz", "Kleist")
    put(s, "21", "37A")
    put(s, "37", "38A")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-21", "14Pz 36-37")
    go_to(s, "Combat")
    do(s, "battle in 21")
    assert revealed(s, "37A")
    assert revealed(s, "3Pz")
    assert not revealed(s, "38A")
    assert not revealed(s, "14Pz")


@rule("10.13")
def test_the_combat_sequence_fleet_artillery_anti_air_airstrike_ground() -> None:
    s = empty(front="river")
    put(s, "101", "11AOK:3", "4FK:2")
    put(s, "108", "Co", "3Abn")
    line(s, "108")
    put(s, "108", "30Inf")
    fleet(s, "CA", "108")
    s.damage[1] = 1
    go_to(tactical(s, "axis", "11AOK in 101", "4FK in 101"), "Support")
    do(s, "11AOK shells 108", "4FK bombs 108", "4FK bombs 108")
    go_to(s, "Combat")
    do(s, "battle in 108", "done")
    rolls = []
    for _ in range(7):
        rolls.append(dice_to_roll(s))
        do(s, "0 hits")
    assert rolls == [
        (0, 1, 0),  # the damaged cruisers' anti-air
        (0, 2, 0),  # the bomber that engaged them
        (0, 3, 0),  # artillery
        (2, 1, 0),  # anti-air of an army, an airborne corps and a line
        (0, 2, 0),  # the other bomber
        (5, 3, 0),  # the defenders
        (0, 4, 0),  # the attackers
    ]


@rule("10.13.1", "1.6.1")
def test_showdown_reveals_both_sides() -> None:
    s = empty(front="river")
    put(s, "21", "38A")
    put(s, "21", "29Inf")
    battle(s, "axis", "21")
    assert revealed(s, "38A")
    assert revealed(s, "29Inf")


def naval_battle(bombers: dict[str, int], ships: tuple[str, ...] = ("BB", "CA")) -> Kiev:
    """Odessa with fleets, attacked with bombers of both Fliegerkorps (4 and 3 stars); the Battle has just begun."""
    s = empty(front="river")
    put(s, "101", "11AOK", "4FK", "5FK:3")
    put(s, "108", "Co")
    put(s, "108", "30Inf")
    for ship in ships:
        fleet(s, ship, "108")
    go_to(tactical(s, "axis", "11AOK in 101", "4FK in 101", "5FK in 101"), "Support")
    for hq, number in bombers.items():
        do(s, *[f"{hq} bombs 108"] * number)
    go_to(s, "Combat")
    return do(s, "battle in 108")


@rule("10.13.2", "10.13.2.1")
def test_each_fleet_must_be_engaged_by_at_least_one_bomber() -> None:
    s = naval_battle({"4FK": 2, "5FK": 1})
    assert s.step.name == "NavalAir"
    assert refused(s, "done").rule == "10.13.2"
    do(s, "4FK engages BB")
    assert legal(s) == {"4FK engages CA", "5FK engages CA"}
    do(s, "5FK engages CA")
    assert may(s, "done")
    assert may(s, "4FK engages BB"), "more than one if the Axis likes"


@rule("10.13.2", "10.2.1", "10.13.2.2")
def test_the_fleet_fires_first_and_a_bomber_that_is_hit_does_not_fire() -> None:
    s = naval_battle({"4FK": 1, "5FK": 1})
    do(s, "4FK engages BB")
    assert dice_to_roll(s) == (0, 0, 1), "the battleship's anti-air"
    do(s, "1 hits")
    assert SPENT in s.bombers
    assert dice_to_roll(s) == (0, 2, 0), "the cruisers': the aborted bomber did not fire at the battleship"
    do(s, "2 hits")
    assert s.bombers[4] == SHOT_DOWN, "two hits destroy"
    assert s.damage[0] == s.damage[1] == 0
    assert (s.fleets[0], s.fleets[1]) == (BASE, BASE), "the fleets go home and do not support the ground"
    assert dice_to_roll(s) == (4, 0, 0), "no bombers are left: straight to the ground combat"


@rule("10.2.1", "10.13.2", "10.2.1.2")
@pytest.mark.parametrize(("hits", "damage"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_two_bomber_hits_damage_a_fleet_and_two_more_sink_it(hits: int, damage: int) -> None:
    s = naval_battle({"4FK": 1}, ("BB",))
    assert dice_to_roll(s) == (0, 0, 1), "one bomber and one fleet: nothing to choose"
    do(s, "0 hits", f"{hits} hits")
    assert s.damage[0] == damage
    assert (s.fleets[0] == SUNK) == (damage == 2)


@rule("10.13.2")
def test_with_fewer_bombers_than_fleets_the_unengaged_one_uses_its_guns() -> None:
    s = naval_battle({"4FK": 1})
    do(s, "4FK engages BB", "0 hits", "0 hits")
    assert dice_to_roll(s) == (0, 2, 0)
    do(s, "1 hits")
    assert strength(s, "30Inf") == 3


@rule("10.13.2", "10.2.1", "10.2.1.7")
def test_without_bombers_fleets_fire_on_attackers_or_defenders() -> None:
    s = empty(front="river")
    put(s, "108", "Co")
    put(s, "108", "30Inf")
    fleet(s, "BB", "108")
    battle(s, "axis", "108")
    assert dice_to_roll(s) == (0, 0, 1)
    do(s, "1 hits")
    assert strength(s, "30Inf") == 3, "attackers absorb nothing"
    assert s.fleets[0] == AREA["108"]
    do(s, "0 hits", "0 hits")
    assert s.fleets[0] == BASE, "after the battle the fleet goes home"
    s = empty(front="river")
    put(s, "109", "M")
    put(s, "109", "Rum1")
    fleet(s, "CA", "109")
    battle(s, "soviet", "109")
    do(s, "2 hits")
    assert strength(s, "Rum1") == 1


@rule("10.13.3")
def test_artillery_rolls_as_many_dice_as_the_hq_is_strong() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:3")
    put(s, "54", "17AOK:2")
    put(s, "37", "38A")
    put(s, "37", "3Pz")
    go_to(tactical(s, "axis", "Kleist in 36", "17AOK in 54"), "Support")
    do(s, "Kleist shells 37", "17AOK shells 37")
    go_to(s, "Combat")
    do(s, "battle in 37")
    assert dice_to_roll(s) == (0, 5, 0)
    weather(s, "rain")


@rule("10.13.4", "10.5.3", "10.13.4.1")
def test_every_soviet_block_and_line_fires_one_die_at_bombers_but_exhausted_hqs_do_not() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK", "4FK")
    put(s, "37", "38A:1", "24Tk", "SWFront:0", "SFront:3")
    line(s, "37")
    put(s, "37", "4Inf")
    go_to(tactical(s, "axis", "17AOK in 54", "4FK in 54"), "Support")
    do(s, "4FK bombs 37")
    go_to(s, "Combat")
    do(s, "battle in 37")
    assert dice_to_roll(s) == (2, 2, 0)


def under_fire(hits: int, four: int = 2, five: int = 2) -> Kiev:
    """Bombers over Kremenchug have just been hit so many times."""
    s = empty(front="river")
    put(s, "54", "17AOK", "4FK", "5FK")
    put(s, "37", "38A", "37A", "40A", "21A")
    put(s, "37", "4Inf")
    go_to(tactical(s, "axis", "17AOK in 54", "4FK in 54", "5FK in 54"), "Support")
    do(s, *["4FK bombs 37"] * four, *["5FK bombs 37"] * five)
    go_to(s, "Combat")
    return do(s, "battle in 37", f"{hits} hits")


@rule("10.13.4", "10.13.4.2")
def test_two_hits_are_two_aborts_or_one_bomber_destroyed_as_the_axis_likes() -> None:
    s = under_fire(2)
    assert legal(s) == {
        "a bomber of 4FK aborts",
        "a bomber of 5FK aborts",
        "a bomber of 4FK is destroyed",
        "a bomber of 5FK is destroyed",
    }
    do(s, "a bomber of 5FK is destroyed")
    assert dice_to_roll(s) == (0, 12, 0), "three bombers of four dice strike"
    s = under_fire(2)
    do(s, "a bomber of 5FK aborts", "a bomber of 5FK aborts")
    assert dice_to_roll(s) == (0, 8, 0)


@rule("10.13.4")
def test_no_hit_is_wasted_while_a_bomber_can_take_it() -> None:
    s = under_fire(2, four=1, five=0)
    assert s.bombers[0] == SHOT_DOWN, "a single bomber hit twice has no choice"
    s = under_fire(3, four=2, five=0)
    do(s, "a bomber of 4FK aborts")
    assert sorted(s.bombers[:4])[-2:] == [SPENT, SHOT_DOWN]


@rule("10.13.4", "10.15.3", "13.0", "10.13.4.3")
def test_aborted_bombers_return_next_impulse_and_destroyed_ones_next_turn() -> None:
    s = under_fire(3)
    do(s, "a bomber of 4FK is destroyed", "a bomber of 5FK aborts", "0 hits", "0 hits", "0 hits")
    go_to(s, "Exploitation")
    do(s, "done")
    assert sorted(s.bombers) == [READY] * 7 + [SHOT_DOWN]
    do(s, "pass", "done", "pass", "done")
    assert s.turn == 2
    assert list(s.bombers) == [READY] * 8


@rule("10.13.5", "10.11.1")
def test_each_bomber_left_rolls_its_hqs_strength_in_double_fire() -> None:
    s = under_fire(0)
    assert dice_to_roll(s) == (0, 16, 0)
    do(s, "4 hits")
    assert [strength(s, name) for name in ("38A", "37A", "40A", "21A")] == [3, 3, 3, 3]


@rule("10.13.6")
def test_the_defender_rolls_first_and_survivors_answer() -> None:
    s = empty(front="river")
    put(s, "21", "38A:2")
    put(s, "21", "29Inf:2")
    battle(s, "axis", "21")
    assert dice_to_roll(s) == (2, 0, 0)
    do(s, "1 hits")
    assert dice_to_roll(s) == (0, 1, 0)


@rule("10.13.6.1")
def test_a_block_over_a_river_rolls_one_die_in_a_new_engagement_only() -> None:
    s = empty(front="river")
    put(s, "35", "29Inf", "Kleist")
    put(s, "20", "5A:1")
    do(tactical(s, "axis", "Kleist in 35"), "29Inf 35-20", "done")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 1, 0)
    do(s, "0 hits")
    go_to(s, "Exploitation")
    do(s, "done", "pass")
    s.active = AXIS
    impulse(s, "axis")
    assert attack_dice(s, AREA["20"]) == (0, 4, 0), "the next impulse it fights with all it has"


@rule("10.13.6.1", "10.13.6.1.2")
def test_guns_and_bombs_do_not_mind_the_river() -> None:
    s = empty(front="river")
    put(s, "35", "29Inf", "Kleist", "4FK")
    put(s, "20", "5A:1")
    do(tactical(s, "axis", "Kleist in 35", "4FK in 35"), "29Inf 35-20")
    do(s, "Kleist shells 20", "4FK bombs 20", "done")
    assert dice_to_roll(s) == (0, 4, 0)
    do(s, "0 hits", "0 hits")
    assert dice_to_roll(s) == (0, 4, 0)


def tanks(where: str = "21", *, tank: str = "3Pz", defenders: tuple[str, ...] = ("38A",)) -> Kiev:
    s = empty(front="river")
    put(s, where, *defenders)
    put(s, where, tank)
    s.active = AXIS
    return s


@rule("10.13.6.2")
def test_under_tank_attack_the_attacker_rolls_first() -> None:
    s = tanks()
    assert tank_attack(s, AREA["21"])
    battle(s, "axis", "21")
    assert dice_to_roll(s) == (0, 0, 4)
    do(s, "2 hits")
    assert dice_to_roll(s) == (2, 0, 0)


@rule("10.13.6.2", "10.13.6.2.1")
def test_each_condition_of_a_tank_attack() -> None:
    s = tanks()
    weather(s, "rain")
    assert not tank_attack(s, AREA["21"])
    assert not tank_attack(tanks("20"), AREA["20"]), "not in a yellow area"
    s = tanks()
    line(s, "21")
    assert not tank_attack(s, AREA["21"]), "a line"
    assert not tank_attack(tanks("38"), AREA["38"]), "a city"
    assert not tank_attack(tanks(tank="60Mot"), AREA["21"]), "motorized infantry is no tank"
    assert not tank_attack(tanks(defenders=("38A", "24Tk:1")), AREA["21"]), "a tank to meet it"
    s = tanks()
    s.crossed = 1 << NUMBER["3Pz"]
    assert not tank_attack(s, AREA["21"]), "all tanks came over the river"
    put(s, "21", "14Pz")
    assert tank_attack(s, AREA["21"]), "one came dry"


@rule("10.14", "2.3", "10.14.1")
def test_bonuses_add_up_to_three_at_most() -> None:
    s = empty()
    line(s, "108", "4", "2", "20")
    assert absorb_bonus(s, AREA["108"], SOVIET) == 3, "rough, city, line"
    assert absorb_bonus(s, AREA["4"], SOVIET) == 3, "victory area and line"
    assert absorb_bonus(s, AREA["2"], SOVIET) == 3, "swamp and line"
    assert absorb_bonus(s, AREA["20"], SOVIET) == 2


@rule("10.14", "10.14.2")
def test_without_control_only_terrain_absorbs() -> None:
    s = empty()
    assert absorb_bonus(s, AREA["4"], AXIS) == 0
    assert absorb_bonus(s, AREA["108"], AXIS) == 1
    assert absorb_bonus(s, AREA["2"], AXIS) == 2


@rule("10.14", "10.14.3")
def test_the_bonus_is_counted_once_a_battle_against_all_hits() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK")
    put(s, "55", "7C")
    put(s, "55", "4Inf")
    go_to(tactical(s, "axis", "17AOK in 54"), "Support")
    do(s, "17AOK shells 55")
    go_to(s, "Combat")
    do(s, "battle in 55", "1 hits")
    assert s.dab == 1
    do(s, "0 hits", "2 hits")
    assert strength(s, "7C") == 2, "one hit was left to absorb"


@rule("10.15", "10.14")
def test_the_attacker_absorbs_nothing_even_in_rough_terrain() -> None:
    s = empty(front="river")
    put(s, "20", "5A")
    put(s, "20", "29Inf")
    battle(s, "axis", "20")
    do(s, "2 hits")
    assert strength(s, "29Inf") == 2


@rule("10.15", "4.1.7", "4.1.6")
def test_the_line_goes_before_any_block() -> None:
    s = empty(front="river")
    put(s, "21", "38A:2", "37A:2")
    line(s, "21")
    put(s, "21", "29Inf")
    battle(s, "axis", "21")
    do(s, "0 hits", "3 hits")
    assert not has_line(s, "21")
    assert s.step.name == "Losses"
    assert s.side == "soviet"
    assert legal(s) == {"38A takes a hit", "37A takes a hit"}
    do(s, "37A takes a hit")
    assert (strength(s, "38A"), strength(s, "37A")) == (2, 1)


@rule("10.15.1")
def test_the_strongest_block_is_hit_until_it_is_not() -> None:
    s = empty(front="river")
    put(s, "21", "38A", "37A:2", "5Cav:2")
    put(s, "21", "3Pz", "14Pz")
    battle(s, "axis", "21")
    do(s, "3 hits")
    assert strength(s, "38A") == 2, "two hits bring it down to the others"
    assert s.step.name == "Losses"
    assert refused(s, "3Pz takes a hit").rule == "10.15"
    do(s, "5Cav takes a hit")
    assert [strength(s, name) for name in ("38A", "37A", "5Cav")] == [2, 2, 1]


@rule("10.15.1")
def test_a_weaker_block_cannot_take_the_hit() -> None:
    s = empty(front="river")
    put(s, "21", "38A:3", "37A:3", "5Cav:1")
    put(s, "21", "3Pz")
    battle(s, "axis", "21")
    do(s, "1 hits")
    assert refused(s, "5Cav takes a hit").rule == "10.15.1"


@rule("10.15.1")
def test_no_question_is_asked_when_all_equals_are_hit() -> None:
    s = empty(front="river")
    put(s, "21", "38A:3", "37A:3")
    put(s, "21", "3Pz")
    battle(s, "axis", "21")
    do(s, "2 hits")
    assert (strength(s, "38A"), strength(s, "37A")) == (2, 2)


@rule("10.15.2")
def test_excess_hits_are_lost() -> None:
    s = empty(front="river")
    put(s, "21", "38A:1")
    put(s, "21", "3Pz")
    battle(s, "axis", "21")
    do(s, "4 hits")
    assert at(s, "38A") == "pool"
    assert strength(s, "3Pz") == 4


@rule("10.15.3", "10.15.3.1")
def test_destroyed_soviets_go_to_the_pool_and_axis_blocks_out_of_the_game() -> None:
    s = empty(front="river")
    put(s, "21", "38A:1")
    put(s, "21", "29Inf:1")
    battle(s, "axis", "21")
    do(s, "1 hits")
    assert at(s, "29Inf") == "eliminated"
    s = empty(front="river")
    put(s, "21", "38A:1")
    put(s, "21", "29Inf:1")
    battle(s, "axis", "21")
    do(s, "0 hits", "1 hits")
    assert at(s, "38A") == "pool"


@rule("10.15.3", "2.6.3")
def test_a_marshal_destroyed_as_the_last_defender_of_kiev_does_not_come_back() -> None:
    s = empty(front="river")
    put(s, "4", "Budyonny:2")
    put(s, "4", "44Inf")
    battle(s, "axis", "4")
    do(s, "0 hits", "4 hits")
    assert controller(s, "4") == "axis"
    assert at(s, "Budyonny") == "eliminated"


@rule("10.15.3")
def test_a_marshal_destroyed_while_kiev_holds_may_come_back() -> None:
    s = empty(front="river")
    put(s, "37", "Budyonny:0")
    put(s, "37", "3Pz")
    battle(s, "axis", "37")
    do(s, "1 hits")
    assert at(s, "Budyonny") == "pool"


@rule("10.16", "10.16.2")
def test_one_round_only_and_who_conceals() -> None:
    s = empty(front="river")
    put(s, "21", "38A")
    put(s, "21", "29Inf")
    battle(s, "axis", "21")
    do(s, "0 hits", "0 hits")
    assert s.active == SOVIET
    assert not revealed(s, "38A"), "the Soviets control the area"
    assert revealed(s, "29Inf")
    s = empty(front="river")
    put(s, "21", "38A:1")
    put(s, "21", "29Inf")
    battle(s, "axis", "21")
    do(s, "0 hits", "1 hits")
    assert not revealed(s, "29Inf"), "the victor conceals"
    assert controller(s, "21") == "axis"


@rule("10.16")
def test_a_block_that_leaves_a_contested_area_or_is_left_alone_is_concealed() -> None:
    s = empty(front="river")
    put(s, "21", "38A")
    put(s, "21", "29Inf")
    s.revealed |= 1 << NUMBER["29Inf"]
    control(s, "soviet", "21")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic impulse", "38A 21-22")
    assert not revealed(s, "29Inf")
    assert controller(s, "21") == "axis"

"""[10.5], [10.6] Strengths, odds columns and their shifts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.combat import mods, odds
from rasputitsa.titles.no_retreat.combat.odds import COLUMNS, column

from .combat import IDLE, asked, attack, decide_support, declare, field, join, launch, reckoned, roll, said, shifts
from .situation import do, place, unit


def labels(attack: int, defend: int, shift: int = 0) -> tuple[str, str]:
    initial, final = column(attack, defend, shift)
    return COLUMNS.label(initial), COLUMNS.label(final)


# -- [10.5] columns -----------------------------------------------------------------------------------------------


@rule("10.5.3")
@rule("10.5")
@pytest.mark.parametrize(
    ("attack", "defend", "expected"),
    [(12, 9, "1:1"), (14, 9, "3:2"), (12, 3, "4:1"), (4, 5, "1:2"), (5, 4, "1:1"), (15, 3, "5:1"), (2, 7, "<1:3")],
)
def test_the_ratio_is_rounded_down_to_a_column(attack, defend, expected):
    """12 to 9 and 14 to 9 are the rule book's example."""
    assert labels(attack, defend)[0] == expected


@rule("10.5.4")
@rule("10.5")
def test_only_the_net_shift_counts():
    """The rule book's example: 2:1 with three shifts right and one left is 4:1."""
    assert labels(2, 1, 3 - 1) == ("2:1", "4:1")


@rule("10.6.4.3")
@rule("10.6.4")
def test_odds_end_at_six_to_one_before_and_after_shifting():
    """The rule book's example: 24 to 2 in a city is 6:1, shifted to 5:1."""
    assert labels(24, 2, -1) == ("6:1", "5:1")
    assert labels(10, 2, 4) == ("5:1", "6:1")


@rule("B.8.2", book="no-retreat-digital")
@rule("10.6.4.2")
@rule("10.6.4")
def test_below_one_to_three_there_is_no_column_and_no_shift_brings_one_back():
    assert labels(1, 4, 3) == ("<1:3", "<1:3")
    assert labels(1, 3, -1) == ("1:3", "<1:3")


@rule("10.6.4.1")
@rule("10.6.4", "10.7.2")
def test_an_attack_below_one_to_three_is_a_counterattack_without_a_die():
    s = field(axis={"3rd Rumanian": "1214"}, soviet={"West Front": "1215 full"})
    attack(s, "1215", "3rd Rumanian")
    assert asked(s) == "CounterattackStep" and s.side == "soviet"


@rule("B.7", "B.11", book="no-retreat-digital")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_every_die_and_column_reads_as_the_table_says(side):
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    number = ("axis", "soviet").index(side)
    rows = getattr(components.tables().combat, side)
    for final in range(9):
        found = odds.Reckoning(1, 1, final, final, [], number)
        for die in range(1, 7):
            assert odds.RESULTS[odds.result_of(s, number, found, die)] == rows[die - 1][final]


@rule("10.5")
def test_the_chances_are_exact():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215"})
    found = odds.reckon(s, odds.Battle(0, [unit(s, "9th Army")], [unit(s, "West Front")], [place("1215")]))
    chances = odds.chances(s, 0, found)
    assert chances == {
        "CA": Fraction(1, 6),
        "NE": Fraction(1, 6),
        "CB": Fraction(1, 6),
        "EX": Fraction(1, 6),
        "DR": Fraction(1, 3),
    }


@rule("X.8", book="no-retreat-digital")
def test_a_balancing_option_adds_to_the_die_within_one_to_six():
    s = field(axis_die=1, axis={"9th Army": "1214"}, soviet={"West Front": "1215"})
    assert [odds.rolled(s, 0, die) for die in (1, 5, 6)] == [2, 6, 6]
    assert [odds.rolled(s, 1, die) for die in (1, 6)] == [1, 6]
    assert "CA" not in reckoned(s, "1215", "9th Army").results, "the worst die counts as a 2"


# -- [10.6.1] terrain ---------------------------------------------------------------------------------------------


@rule("10.6.1.3")
@rule("10.6.1", "10.6", "13.1", "16.0")
def test_the_example_of_combat_at_stalingrad():
    """12 to 3 in the snow: a Shock! marker right, city and Objective left, the frozen river nothing: 3:1."""
    s = field(
        turn=10,
        weather="snow",
        side="soviet",
        axis={"6th Army": "Stalingrad reduced"},
        soviet={"Bryansk Front": "722 full", "Kalinin Front": "821 full"},
        supports=(0, 1),
    )
    found = reckoned(s, "721", "Bryansk Front", "Kalinin Front", support=True)
    assert (found.attack, found.defend, found.initial, found.final) == (12, 3, "4:1", "3:1")
    assert shifts(found) == {"Shock!": 1, "city": -1, "Objective": -1}
    assert found.table == "soviet"


@rule("10.6.1.1", "13.1.4")
@rule("10.6.1", "13.1")
@pytest.mark.parametrize(("weather", "river"), [("clear", -1), ("mud", -1), ("snow", None), ("long-winter", None)])
def test_a_river_counts_if_all_attack_across_it_and_it_is_not_frozen(weather, river):
    s = field(
        turn=10,
        weather=weather,
        side="soviet",
        axis={"6th Army": "Stalingrad"},
        soviet={"West Front": "722", "Kalinin Front": "821", "South Front": "822"},
    )
    assert shifts(reckoned(s, "721", "West Front", "Kalinin Front")).get("river") == river
    assert "river" not in shifts(reckoned(s, "721", "West Front", "South Front")), "one comes over land"


@rule("10.6.1")
@pytest.mark.parametrize(
    ("hex_", "beside", "expected"),
    [
        ("1215", "1214", {}),
        ("1412", "1411", {"forest": -1}),
        ("1512", "1413", {"swamp": -1}),
        ("Kharkov", "1216", {"city": -1}),
        ("514", "515", {"sea crossing": -2}),
    ],
)
def test_the_terrain_of_the_defender_shifts_to_the_left(hex_, beside, expected):
    s = field(axis={"9th Army": beside}, soviet={"South Front": hex_})
    assert shifts(reckoned(s, s.game.place_id(place(hex_)), "9th Army")) == expected


@rule("M.8", "B.8", book="no-retreat-digital")
def test_mountains_are_worth_two_columns():
    s = field(side="soviet", axis={"9th Army": "117"}, soviet={"South Front": "118"})
    assert shifts(reckoned(s, "117", "South Front")) == {"mountain": -2}


@rule("10.6.1.2")
@rule("10.6.1")
def test_the_defender_chooses_the_hex_whose_terrain_counts():
    """9th Army attacks Kharkov and the open hex beside it at once."""
    s = field(axis={"9th Army": "1115"}, soviet={"South Front": "1216", "West Front": "Kharkov"})
    declare(s, "1216", "1116")
    join(s, "1216", "9th Army")
    assert asked(s) == "ChooseGround" and s.side == "soviet"
    do(s, "terrain of 1116 counts")
    assert said(s, "4 to 7 is 1:2; city -1: 1:3")


@rule("10.6.1")
def test_no_question_is_asked_when_the_hexes_are_alike():
    s = field(axis={"9th Army": "1115"}, soviet={"South Front": "1216", "West Front": "1215"})
    declare(s, "1216", "1215")
    join(s, "1216", "9th Army")
    assert len(s.fields) == 2
    assert asked(s) == "RollStep"


@rule("10.1.2.3")
@rule("10.1.2", "10.7.3")
def test_a_counterblow_hex_has_no_terrain_but_the_weather_counts():
    s = field(
        turn=10,
        weather="snow",
        axis={"9th Army": "1115"},
        soviet={"South Front": "Kharkov"},
        soviet_hand=[IDLE],
    )
    assert shifts(reckoned(s, "1116", "9th Army")) == {"city": -1, "snow": -1}
    s.blows = [place("Kharkov")]
    assert shifts(reckoned(s, "1116", "9th Army")) == {"snow": -1}


@rule("14.13")
def test_defensive_works_shift_one_column_but_not_in_a_counterblow():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.works = [(0, place("1215"), 1)]
    assert shifts(reckoned(s, "1215", "9th Army")) == {"Defensive Works": -1}
    s.blows = [place("1215")]
    assert shifts(reckoned(s, "1215", "9th Army")) == {}


# -- weather ------------------------------------------------------------------------------------------------------


@rule("13.1", "13.5")
@pytest.mark.parametrize(
    ("turn", "weather", "shift", "table"),
    [
        (4, "snow", -1, "soviet"),
        (5, "snow", -2, "soviet"),
        (5, "long-winter", -2, "soviet"),
        (11, "long-winter", -1, "soviet"),
        (6, "mud", None, "axis"),
        (2, "clear", None, "axis"),
    ],
)
def test_winter_shifts_axis_attacks_and_takes_the_axis_its_table(turn, weather, shift, table):
    s = field(turn=turn, weather=weather, axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    found = reckoned(s, "1215", "9th Army")
    assert shifts(found).get(weather.replace("-", " ")) == shift
    assert found.table == table


@rule("13.1.2")
@rule("13.1")
def test_winter_does_not_shift_soviet_attacks_nor_attacks_outside_the_ussr_nor_finns():
    s = field(turn=10, weather="snow", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    assert shifts(reckoned(s, "1214", "South Front")) == {}
    s = field(turn=22, weather="snow", axis={"9th Army": "1705"}, soviet={"South Front": "1706"})
    assert not s.game.ussr >> place("1706") & 1
    assert "snow" not in shifts(reckoned(s, "1706", "9th Army"))
    s = field(turn=10, weather="snow", axis={"Finnish": "finland"}, soviet={"South Front": "2518"})
    s.blows = [place("2518")]
    assert shifts(reckoned(s, "2518", "Finnish")) == {}


@rule("13.1")
def test_an_event_may_spare_the_axis_the_winter_shift_but_not_the_soviet_table():
    s = field(turn=10, weather="snow", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    mods.add_phase(s, mods.NO_WEATHER, 0)
    found = reckoned(s, "1215", "9th Army")
    assert shifts(found) == {} and found.table == "soviet"


# -- supply -------------------------------------------------------------------------------------------------------


@rule("6.5.4")
def test_unsupplied_defenders_give_the_attacker_two_columns():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, unsupplied=["South Front"])
    assert shifts(reckoned(s, "1215", "9th Army")) == {"unsupplied defenders": 2}


@rule("6.5.4.2")
@rule("6.5.4")
def test_attacking_unsupplied_costs_nothing_but_the_armor_bonus():
    s = field(axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"}, unsupplied=["2nd Panzer"])
    assert shifts(reckoned(s, "1215", "2nd Panzer")) == {}


@rule("6.5.4")
def test_against_two_hexes_both_must_hold_unsupplied_defenders():
    s = field(
        axis={"9th Army": "1115"}, soviet={"South Front": "1215", "West Front": "1216"}, unsupplied=["South Front"]
    )
    assert shifts(reckoned(s, ["1215", "1216"], "9th Army")) == {}


# -- [10.6.2] support ---------------------------------------------------------------------------------------------


@rule("10.6.2", "13.3")
def test_the_attacker_decides_on_support_before_the_die():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, supports=(2, 0))
    declare(s, "1215")
    assert asked(s) == "Commitment" and s.side == "axis"
    do(s, "commit a support marker")
    assert s.supports == [1, 0]
    assert said(s, "4 to 3 is 1:1; Blitz! +1: 3:2"), "one column to the right"
    assert asked(s) == "RollStep", "only one marker a battle"


@rule("10.6.2", "13.1")
@pytest.mark.parametrize(("turn", "snowed", "columns"), [(4, 4, 2), (5, 4, 1), (5, 5, 2), (10, 4, 1), (7, 0, 1)])
def test_on_the_first_snow_turn_a_shock_marker_is_worth_two_columns(turn, snowed, columns):
    s = field(turn=turn, side="soviet", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.snowed = snowed
    assert shifts(reckoned(s, "1214", "South Front", support=True)) == {"Shock!": columns}


@rule("10.6.2.3")
@rule("10.6.2")
def test_blitz_markers_are_never_worth_two():
    s = field(turn=4, axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.snowed = 4
    assert shifts(reckoned(s, "1215", "9th Army", support=True)) == {"Blitz!": 1}


@rule("V02.14", book="no-retreat-digital")
@rule("B.8", "E.1", book="no-retreat-digital")
@pytest.mark.parametrize(
    ("edition", "turn", "columns"),
    [("digital-1.1", 4, 2), ("digital-1.1", 5, 2), ("digital-1.1", 6, 1), ("digital-0.2", 4, 1), ("digital-0.2", 5, 1)],
)
def test_the_digital_editions_count_shock_markers_by_the_turn(edition, turn, columns):
    s = field(edition=edition, turn=turn, side="soviet", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.snowed = 4
    assert shifts(reckoned(s, "1214", "South Front", support=True)) == {"Shock!": columns}


@rule("10.6.2.2")
@rule("10.6.2")
def test_no_support_for_an_attack_of_unsupplied_units_only():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, supports=(1, 0), unsupplied=["9th Army"])
    declare(s, "1215")
    assert asked(s) == "RollStep", "the die is due at once"
    s = field(
        axis={"9th Army": "1214", "6th Army": "1114"},
        soviet={"South Front": "1215"},
        supports=(1, 0),
        unsupplied=["9th Army"],
    )
    declare(s, "1215")
    join(s, "1215", "9th Army", "6th Army")
    assert asked(s) == "Commitment", "one supplied unit is enough"


# -- [10.6.3] armor -----------------------------------------------------------------------------------------------


@rule("10.6.3", "14.3")
@pytest.mark.parametrize(
    ("weather", "bonus"), [("clear", True), ("snow", True), ("mud", False), ("long-winter", False)]
)
def test_armor_has_its_bonus_on_clear_and_snow_turns(weather, bonus):
    s = field(turn=10, weather=weather, axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"})
    assert ("armor" in shifts(reckoned(s, "1215", "2nd Panzer"))) is (weather in ("clear", "snow"))


@rule("10.6.3")
def test_the_armor_bonus_counts_once():
    s = field(axis={"2nd Panzer": "1214", "1st Panzer": "1114"}, soviet={"South Front": "1215"})
    assert shifts(reckoned(s, "1215", "2nd Panzer", "1st Panzer")) == {"armor": 1}


@rule("10.6.3.1")
@rule("10.6.3", "14.4")
def test_no_armor_bonus_against_armor_or_mechanized_infantry():
    s = field(axis={"2nd Panzer": "1214"}, soviet={"Bryansk Front": "1215"})
    assert shifts(reckoned(s, "1215", "2nd Panzer")) == {}, "Bryansk Front is mechanized"
    s = field(axis={"2nd Panzer": "1214"}, soviet={"Bryansk Front": "1215 full"})
    assert shifts(reckoned(s, "1215", "2nd Panzer")) == {}, "and its red side a tank army"


@rule("M.8.3", book="no-retreat-digital")
@rule("10.6.3")
def test_no_armor_bonus_outside_clear_terrain_but_in_an_oil_field():
    s = field(axis={"2nd Panzer": "1411"}, soviet={"South Front": "1412"})
    assert "armor" not in shifts(reckoned(s, "1412", "2nd Panzer"))
    s = field(side="soviet", turn=20, axis={"9th Army": "807"}, soviet={"Bryansk Front": "808 full"})
    assert s.game.terrain[place("807")] == "oil"
    assert "armor" in shifts(reckoned(s, "807", "Bryansk Front"))


@rule("10.6.3")
def test_defending_armor_has_no_bonus():
    s = field(side="soviet", axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"})
    assert shifts(reckoned(s, "1214", "South Front")) == {}


@rule("13.5")
def test_without_the_rumanian_oil_german_armor_loses_its_bonus_from_the_next_turn():
    s = field(turn=20, axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"})
    s.oil_lost = 20
    assert "armor" in shifts(reckoned(s, "1215", "2nd Panzer"))
    s.oil_lost = 19
    assert "armor" not in shifts(reckoned(s, "1215", "2nd Panzer"))
    mods.add_phase(s, mods.FUEL, 0)
    assert "armor" in shifts(reckoned(s, "1215", "2nd Panzer")), "a fuel reserve helps out"


@rule("13.5")
def test_soviet_armor_needs_no_rumanian_oil():
    s = field(turn=20, side="soviet", axis={"9th Army": "1214"}, soviet={"Bryansk Front": "1215 full"})
    s.oil_lost = 19
    assert "armor" in shifts(reckoned(s, "1214", "Bryansk Front"))


# -- special units ------------------------------------------------------------------------------------------------


@rule("14.5")
@pytest.mark.parametrize("face", ["full", "reduced"])
def test_ss_panzer_has_the_armor_bonus_in_mud_in_swamps_against_armor_and_without_oil(face):
    s = field(turn=18, weather="mud", axis={"SS Panzer": f"1511 {face}"}, soviet={"Bryansk Front": "1512 full"})
    s.oil_lost = 15
    assert shifts(reckoned(s, "1512", "SS Panzer"))["armor"] == 1


@rule("14.5", "6.5.4")
def test_ss_panzer_has_the_armor_bonus_even_unsupplied():
    s = field(turn=14, axis={"SS Panzer": "1214"}, soviet={"South Front": "1215"}, unsupplied=["SS Panzer"])
    assert shifts(reckoned(s, "1215", "SS Panzer")) == {"armor": 1}


@rule("14.6")
def test_ss_panzergrenadiers_are_worth_a_column_in_defence_only():
    s = field(turn=18, side="soviet", axis={"SS Panzergrenadier": "1214"}, soviet={"South Front": "1215"})
    assert shifts(reckoned(s, "1214", "South Front")) == {"SS Panzergrenadier": -1}
    assert shifts(reckoned(s, "1215", "SS Panzergrenadier")) == {}


@rule("14.7.1")
@rule("14.7")
def test_a_shock_unit_is_worth_a_column_in_attack_on_its_red_side():
    s = field(turn=18, side="soviet", axis={"2nd Panzer": "1412"}, soviet={"Southwest Front": "1411 full"})
    assert shifts(reckoned(s, "1412", "Southwest Front")) == {"forest": -1, "Shock army": 1}
    s = field(turn=18, side="soviet", axis={"2nd Panzer": "1412"}, soviet={"Southwest Front": "1411 reduced"})
    assert shifts(reckoned(s, "1412", "Southwest Front")) == {"forest": -1}


@rule("14.7")
def test_two_shock_units_are_worth_a_column_each():
    fronts = {"Southwest Front": "1215 full", "Voronezh Front": "1114 full"}
    s = field(turn=18, side="soviet", axis={"9th Army": "1214"}, soviet=fronts)
    assert shifts(reckoned(s, "1214", *fronts)) == {"Shock army": 2}


@rule("15.3", "15.3.3")
@pytest.mark.parametrize(("turn", "axis", "soviet"), [(10, 2, 1), (11, 1, 2)])
def test_local_support_adds_to_its_unit(turn, axis, soviet):
    s = field(turn=turn, axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, local_support=True)
    s.local_support = [unit(s, "9th Army"), unit(s, "South Front")]
    found = reckoned(s, "1215", "9th Army")
    assert (found.attack, found.defend) == (4 + axis, 3 + soviet)


@rule("X.2", book="no-retreat-digital")
def test_local_air_support_follows_the_initiative():
    s = field(
        edition="digital-1.1", turn=11, axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, local_support=True
    )
    s.local_support = [unit(s, "9th Army"), unit(s, "South Front")]
    found = reckoned(s, "1215", "9th Army")
    assert (found.attack, found.defend) == (4 + 2, 3 + 1), "the Axis has the Initiative through turn 11"


# -- [10.7.2] counterattacks --------------------------------------------------------------------------------------


@rule("10.6.3.2", "10.7.2.4")
@rule("10.7.2")
def test_a_counterattack_has_no_terrain_shifts_but_terrain_still_stops_armor():
    s = field(
        turn=12, side="soviet", axis={"2nd Panzer": "1216", "9th Army": "1314"}, soviet={"South Front": "Kharkov"}
    )
    assert shifts(reckoned(s, "1116", "2nd Panzer", counterattack=True)) == {}, "no city, no armor bonus in a city"
    s = field(turn=12, side="soviet", axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"})
    assert shifts(reckoned(s, "1215", "2nd Panzer", counterattack=True)) == {"armor": 1}


@rule("6.5.4")
def test_an_unsupplied_unit_defends_badly_against_a_counterattack_too():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, unsupplied=["9th Army"])
    assert shifts(reckoned(s, "1214", "South Front", counterattack=True)) == {"unsupplied defenders": 2}


# -- the question "odds" ------------------------------------------------------------------------------------------


@rule("10.5")
def test_the_odds_of_any_battle_that_could_be_declared_are_answered():
    s = field(axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"})
    found = s.ask("axis", "odds", {"attackers": [unit(s, "2nd Panzer")], "targets": ["1215"], "support": True})
    assert (found.attack, found.defend, found.initial, found.final) == (7, 3, "2:1", "4:1")
    assert [(shift.columns, shift.cause, shift.rule) for shift in found.shifts] == [
        (1, "Blitz!", "10.6.2"),
        (1, "armor", "10.6.3"),
    ]
    assert found.results == pytest.approx({"EX": 1 / 6, "DR": 1 / 3, "DS": 1 / 3, "DD": 1 / 6})


@rule("10.5")
@pytest.mark.parametrize(
    ("attackers", "targets", "word"),
    [
        ([], ["1215"], "at least one"),
        (["9th Army"], ["1216"], "no enemy"),
        (["9th Army"], ["1218"], "not adjacent"),
        (["9th Army", "South Front"], ["1215"], "not on the map with"),
        (["1st Kampfgruppe"], ["1215"], "own will"),
        (["9th Army"], ["9999"], "unknown place"),
        ("9th Army", ["1215"], "cannot be read"),
        ([999], ["1215"], "unknown piece"),
    ],
)
def test_odds_of_what_cannot_be_declared_are_refused(attackers, targets, word):
    s = field(
        axis={"9th Army": "1214", "1st Kampfgruppe": "1214"}, soviet={"South Front": "1215", "West Front": "1218"}
    )
    units = [unit(s, a) if isinstance(a, str) else a for a in attackers] if isinstance(attackers, list) else attackers
    with pytest.raises(Invalid, match=word):
        s.ask("axis", "odds", {"attackers": units, "targets": targets})


@rule("10.5")
def test_the_preview_of_an_action_is_the_battle_that_follows():
    """What the client was shown is what the log says of the battle."""
    s = field(axis={"2nd Panzer": "1214", "9th Army": "1114"}, soviet={"South Front": "1215"})
    declare(s, "1215")
    shown = s.show(("piece", unit(s, "2nd Panzer")))[0].preview["odds"]
    assert (shown.attack, shown.defend, shown.final) == (7, 3, "3:1")
    join(s, "1215", "2nd Panzer")
    launch(s)
    decide_support(s)
    assert said(s, "7 to 3 is 2:1; armor +1: 3:1")
    roll(s, 1)

"""[11.2.1] Steps 2 and 4: strengths, tables, columns and every shift with its cause."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war.combat import columns, forces, mobile_defense
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET

from .combat import change, clash, event, shifts, shown, used
from .situation import place, unit

PANZERS = {"39 Pz Corps": "1721", "57 Pz Corps": "1721"}
ARMY = {"9th Army": "1721", **PANZERS}


@rule("11.2.1")
def test_strengths_of_each_side_are_added_up():
    s = clash("1821", ARMY, {"West Front": "1821", "13R Army": "1821 -1"})
    assert (forces.strength(s, AXIS), forces.strength(s, SOVIET)) == (11, 4)
    assert (shown(s, "axis").final, shown(s, "soviet").final) == ("11-12", "4")


@rule("11.2.1", "11.2.1.3")
def test_an_lcu_fires_on_the_lcu_table_even_when_reduced():
    s = clash("1821", {"9th Army": "1721 -3"}, {"13R Army": "1821"})
    assert (columns.table(s, AXIS), columns.table(s, SOVIET)) == ("lcu", "scu")


@rule("11.2.1.3")
def test_three_panzer_corps_of_one_stack_fire_on_the_lcu_table():
    """SW-46"""
    assert columns.table(clash("1821", PANZERS, {"13R Army": "1821"}), AXIS) == "scu"
    three = {**PANZERS, "47 Pz Corps": "1721"}
    assert columns.table(clash("1821", three, {"13R Army": "1821"}), AXIS) == "lcu"
    apart = {**PANZERS, "47 Pz Corps": "1820"}
    assert columns.table(clash("1821", apart, {"13R Army": "1821"}), AXIS) == "scu"


@rule("11.2.1.3")
def test_three_panzer_corps_defend_on_the_lcu_table_too():
    s = clash("1721", {**PANZERS, "47 Pz Corps": "1721"}, {"West Front": "1821"}, side="soviet")
    assert columns.table(s, AXIS) == "lcu"


@rule("11.2.1", "11.2.1.5")
@pytest.mark.parametrize(
    ("target", "start", "expected"),
    [
        ("1921", "1821", {"Forest": -1}),
        ("1823", "1723", {"Swamp": -1}),
        ("1627", "1626", {"Rough": -1}),
        ("1526", "1626", {"Mountain": -2}),
        ("1624", "1623", {"City": -1}),
        ("1724", "1723", {}),
    ],
)
def test_terrain_and_cities_shift_the_attacker_to_the_left(target, start, expected):
    s = clash(target, {"9th Army": start}, {"13R Army": target})
    assert shifts(s, "axis") == expected
    assert shifts(s, "soviet") == {}


@rule("11.2.1", "16.2.1", "16.2.2")
def test_a_fortress_counts_instead_of_its_city_for_its_owner_and_while_it_stands():
    s = clash("2031", {"11th Army": "2030"}, {"Maritime Army": "2031"}, turn=5)
    assert shifts(s, "axis")["Fortress"] == -2 and "City" not in shifts(s, "axis")
    change(s, razed=1 << place("2031"))
    assert shifts(s, "axis")["City"] == -1 and "Fortress" not in shifts(s, "axis")
    foreign = clash("2031", {"11th Army": "2031"}, {"Maritime Army": "2030"}, side="soviet", turn=5)
    assert "Fortress" not in shifts(foreign, "soviet")


@rule("11.2.1", "16.3.5")
def test_trench_and_festung_add_to_the_shift_of_the_hex():
    s = clash("1624", {"9th Army": "1624"}, {"Don Front": "1623"}, side="soviet", turn=14)
    bit = 1 << place("1624")
    change(s, festungs=bit, trenches=[bit, 0])
    assert shifts(s, "soviet") == {"City": -1, "Festung": -1, "Trench": -1}


@rule("11.2.1")
def test_a_river_counts_only_if_every_attacker_crosses_one():
    over = {"9th Army": "1820", "39 Pz Corps": "1821"}
    assert shifts(clash("1920", over, {"13R Army": "1920"}), "axis") == {"All attack over a river": -1}
    beside = {**over, "57 Pz Corps": "1919"}
    assert shifts(clash("1920", beside, {"13R Army": "1920"}), "axis") == {}


@rule("11.2.1")
def test_of_several_river_hexsides_the_smallest_shift_counts():
    major = clash("2123", {"9th Army": "2023"}, {"13R Army": "2123"})
    assert shifts(major, "axis") == {"All attack over a major river": -2}
    both = clash("2223", {"9th Army": "2222"}, {"13R Army": "2223"})
    assert shifts(both, "axis") == {"All attack over a major river": -2}
    mixed = clash("2122", {"9th Army": "2123", "39 Pz Corps": "2022"}, {"13R Army": "2122"})
    assert shifts(mixed, "axis") == {"All attack over a river": -1}


@rule("11.2.1")
def test_the_strait_shifts_like_a_major_river():
    s = clash("2331", {"11th Army": "2231"}, {"13R Army": "2331"}, turn=6)
    assert shifts(s, "axis")["All attack over a strait"] == -2


@rule("13.3.5", "11.2.1")
def test_units_out_of_supply_shift_their_side_one_column():
    s = clash("1821", ARMY, {"West Front": "1821"})
    s.set_supply(unit("39 Pz Corps"), OUT)
    assert shifts(s, "axis") == {"Units out of supply": -1}
    s.set_supply(unit("West Front"), OUT)
    assert shifts(s, "soviet") == {"Units out of supply": -1}


@rule("13.2.4", "13.2.3")
def test_fortress_supply_is_supply_in_defense_but_not_in_attack():
    """SW-83"""
    s = clash("1821", ARMY, {"West Front": "1821"})
    s.set_supply(unit("9th Army"), FORTRESS)
    s.set_supply(unit("West Front"), FORTRESS)
    assert shifts(s, "axis") == {"Units out of supply": -1}
    assert shifts(s, "soviet") == {}


@rule("11.2.1.4")
def test_axis_attacks_over_the_paulus_line_lose_a_column_on_turns_1_to_4():
    for turn in (1, 4, 5):
        s = clash("2225", {"9th Army": "2125"}, {"13R Army": "2225"}, turn=turn)
        found = shifts(s, "axis").get("East of the Paulus Line", 0)
        assert found == (-1 if turn < 5 else 0), turn
    assert "East of the Paulus Line" not in shifts(clash("2223", {"9th Army": "2123"}, {"13R Army": "2223"}), "axis")


@rule("11.2.1.4")
def test_the_paulus_shift_gives_way_to_the_supply_shift():
    """SW-47"""
    s = clash("2225", {"9th Army": "2125", "39 Pz Corps": "2125"}, {"13R Army": "2225"})
    s.set_supply(unit("39 Pz Corps"), OUT)
    assert shifts(s, "axis") == {"Units out of supply": -1}


@rule("11.2.1.5", "11.2.1")
def test_all_shifts_add_up_and_stop_at_the_last_column():
    s = clash("1823", {"9th Army": "1722 -3"}, {"13R Army": "1823"})
    assert shifts(s, "axis") == {"Swamp": -1, "All attack over a river": -1}
    assert (shown(s, "axis").initial, shown(s, "axis").final) == ("2", "1")
    change(s, trenches=[0, 1 << place("1823")])
    assert shown(s, "axis").final == "1"


# -- [20.0] mobile defense ------------------------------------------------------------------------------------------


def defended(turn: int, axis: dict[str, str] | None = None):
    axis = axis or {"9th Army": "1821", "39 Pz Corps": "1821"}
    return clash("1821", axis, {"Don Front": "1822"}, side="soviet", turn=turn)


@rule("20.1.1")
def test_an_army_and_a_panzer_corps_defend_mobile_on_turns_1_to_9_but_not_in_winter():
    for turn in range(1, 19):
        expected = turn <= 9 and TURNS[turn].season != "Winter"
        assert mobile_defense.applies(defended(turn)) == expected, turn
    s = defended(5)
    assert shifts(s, "axis") == {"German Mobile Defense": 1}
    assert shifts(s, "soviet") == {"German Mobile Defense": -1}


@rule("20.1.1")
def test_mobile_defense_needs_both_an_army_and_a_panzer_corps_in_defense():
    assert not mobile_defense.applies(defended(5, {"9th Army": "1821"}))
    assert not mobile_defense.applies(defended(5, {"39 Pz Corps": "1821"}))
    assert not mobile_defense.applies(defended(5, {"RO 3rd Army": "1821", "39 Pz Corps": "1821"}))
    assert not mobile_defense.applies(clash("1821", ARMY, {"13R Army": "1821"}))


@rule("20.1.1")
def test_an_armee_abteilung_defends_mobile_as_an_army():
    """SW-66"""
    assert mobile_defense.applies(defended(9, {"ABT. Kempf": "1821", "39 Pz Corps": "1821"}))


# -- [15.1.2] winter 1942 -------------------------------------------------------------------------------------------


@rule("15.1.2", "15.1.2.1")
def test_in_winter_1942_all_axis_fire_moves_a_column_to_the_left():
    assert shifts(clash("1821", ARMY, {"13R Army": "1821"}, turn=4), "axis") == {"Winter 1942": -1}
    assert shifts(defended(4), "axis") == {"Winter 1942": -1}
    assert shifts(clash("1821", ARMY, {"13R Army": "1821"}, turn=8), "axis") == {}


@rule("15.1.2", "15.1.2.1")
def test_in_winter_1942_axis_defenders_have_no_benefit_of_terrain_but_trenches():
    """SW-61"""
    s = clash("2322", {"9th Army": "2322"}, {"Don Front": "2423"}, side="soviet", turn=4)
    assert shifts(s, "soviet") == {}
    change(s, trenches=[1 << place("2322"), 0])
    assert shifts(s, "soviet") == {"Trench": -1}
    event(s, "axis-19")
    assert shifts(s, "soviet") == {"City": -1, "Trench": -1, "All attack over a river": -1}


@rule("15.1.2", "15.1.2.2", "C.10")
def test_shock_armies_attack_a_column_better_in_winter_1942_winter_uniforms_or_not():
    forces_ = {"1S Army": "1822", "Don Front": "1822"}
    s = clash("1821", {"9th Army": "1821"}, forces_, side="soviet", turn=4)
    assert shifts(s, "soviet") == {"Shock armies in winter 1942": 1}
    event(s, "axis-19")
    assert shifts(s, "soviet") == {"Shock armies in winter 1942": 1}
    assert shifts(s, "axis") == {}
    assert shifts(clash("1821", {"9th Army": "1821"}, forces_, side="soviet", turn=5), "soviet") == {}
    without = clash("1821", {"9th Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=4)
    assert shifts(without, "soviet") == {}


# -- shifts of combat cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "side", "columns_"),
    [("axis-10", "axis", 1), ("axis-15", "axis", 1)],
)
@rule("7.5.5a")
def test_cards_shift_axis_attacks(name, side, columns_):
    s = clash("1821", ARMY, {"13R Army": "1821"})
    used(s, name)
    assert sum(shifts(s, side).values()) == columns_


@rule("7.5.5a")
def test_kleist_ignores_rivers_but_not_major_ones():
    s = clash("1920", {"39 Pz Corps": "1821", "57 Pz Corps": "1821"}, {"13R Army": "1920"})
    used(s, "axis-15")
    assert shifts(s, "axis") == {"Kleist": 1}
    major = clash("2123", {"39 Pz Corps": "2023", "57 Pz Corps": "2023"}, {"13R Army": "2123"})
    used(major, "axis-15")
    assert shifts(major, "axis") == {"All attack over a major river": -2, "Kleist": 1}


@rule("7.5.5a")
def test_stukas_take_back_one_column_of_the_hex_but_none_of_a_river():
    s = clash("1627", {"9th Army": "1726"}, {"13R Army": "1627"})
    used(s, "axis-24")
    assert sum(shifts(s, "axis").values()) == -1
    clear = clash("1920", {"9th Army": "1820"}, {"13R Army": "1920"})
    used(clear, "axis-24")
    assert shifts(clear, "axis") == {"All attack over a river": -1}
    double = clash("1526", {"9th Army": "1626"}, {"13R Army": "1526"})
    used(double, "axis-24")
    assert sum(shifts(double, "axis").values()) == -1


@rule("7.5.5a")
def test_brandenburgers_bridge_major_rivers_too():
    s = clash("2123", {"39 Pz Corps": "2023"}, {"13R Army": "2123"})
    used(s, "axis-25")
    assert shifts(s, "axis") == {}


@rule("C.9", "7.5.5a")
def test_dora_makes_a_city_of_a_fortress_and_leaves_the_trench():
    s = clash("2031", {"11th Army": "2030"}, {"Maritime Army": "2031"}, turn=5)
    change(s, trenches=[0, 1 << place("2031")])
    used(s, "axis-13")
    assert shifts(s, "axis") == {"Rough": -1, "City": -1, "Trench": -1}


@rule("7.5.5a")
def test_model_and_heinrici_shift_soviet_attacks_on_their_hexes():
    s = defended(12)
    used(s, "axis-38")
    assert shifts(s, "axis") == {"Model": 1} and shifts(s, "soviet") == {}
    s = defended(12)
    change(s, trenches=[1 << place("1821"), 0])
    used(s, "axis-39")
    assert shifts(s, "soviet") == {"Trench": -1, "Heinrici": -2} and shifts(s, "axis") == {}


@rule("7.5.5a")
def test_soviet_cards_shift_fire():
    s = clash("1821", ARMY, {"West Front": "1821"})
    used(s, "soviet-14")
    assert shifts(s, "axis") == {"KV-I": -1}
    s = clash("1821", ARMY, {"6M Corps": "1821"})
    used(s, "soviet-19")
    assert shifts(s, "soviet") == {"T-34": 1}
    s = clash("1821", {"9th Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=10)
    used(s, "soviet-16", "soviet-44")
    assert shifts(s, "soviet") == {"Sturmovik": 1} and shifts(s, "axis") == {"Katyusha": -1}


@rule("7.5.5a", "7.5.5b.3")
def test_uranus_shifts_more_against_minor_countries_and_ends_mobile_defense():
    s = defended(7)
    used(s, "soviet-25")
    assert shifts(s, "soviet") == {"Operation Uranus": 1} and shifts(s, "axis") == {}
    minor = defended(7, {"RO 3rd Army": "1821"})
    used(minor, "soviet-25")
    assert sum(shift.columns for shift in columns.shifts(minor, SOVIET)) == 2


@rule("7.5.5a")
def test_little_saturn_god_of_war_and_rokossovsky():
    s = clash("1821", {"RO 3rd Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=8)
    used(s, "soviet-39")
    assert shifts(s, "soviet") == {"Little Saturn": 2}
    s = clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=10)
    change(s, trenches=[1 << place("1921"), 0])
    used(s, "soviet-46")
    assert shifts(s, "soviet") == {"Forest": -1}
    used(s, "soviet-47")
    assert shifts(s, "soviet") == {}


# -- shifts of events that last -------------------------------------------------------------------------------------


@rule("7.5.1a")
def test_nordlicht_helps_attacks_on_leningrad_with_an_army():
    s = clash("Leningrad", {"18th Army": "2418"}, {"Leningrad Front": "Leningrad"}, turn=5)
    before = sum(shifts(s, "axis").values())
    event(s, "axis-06")
    assert sum(shifts(s, "axis").values()) == before + 1
    other = clash("1821", ARMY, {"13R Army": "1821"}, turn=5)
    event(other, "axis-06")
    assert shifts(other, "axis") == {}


@rule("7.5.1a")
def test_operation_mars_shifts_attacks_on_the_chosen_hex_only():
    s = clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=6)
    event(s, "axis-14", place("1921"))
    assert shifts(s, "soviet") == {"Forest": -1, "Operation Mars": -2}
    s = clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=6)
    event(s, "axis-14", place("1821"))
    assert shifts(s, "soviet") == {"Forest": -1}


@rule("7.5.1a")
def test_events_of_offensives_shift_the_attacks_they_name():
    s = clash("1821", ARMY, {"5G Army": "1821"}, turn=9)
    event(s, "axis-34")
    assert shifts(s, "axis") == {"Zitadelle": 1}
    s = clash("1821", {"2SS Pz Corps": "1721"}, {"5G Army": "1821"}, turn=17)
    event(s, "axis-53")
    assert shifts(s, "axis") == {"Spring Awakening": 1}
    s = clash("1821", {"RO 3rd Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=13)
    event(s, "soviet-41")
    assert shifts(s, "soviet") == {"Jassy-Kishinev": 1}
    s = clash("2123", {"9th Army": "2123"}, {"Don Front": "2122"}, side="soviet", turn=11)
    event(s, "soviet-51")
    assert shifts(s, "soviet") == {}


@rule("7.5.1a", "C.12")
def test_counterstrokes_shift_attacks_on_units_that_have_just_advanced_or_attacked():
    s = clash("1821", ARMY, {"5T Army": "1821"}, turn=8)
    event(s, "axis-33")
    assert shifts(s, "axis") == {}
    change(s, advanced_before=1 << unit("5T Army"))
    assert shifts(s, "axis") == {"Backhand Blow": 2}
    s = clash("1821", {"9th Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=10)
    event(s, "soviet-40")
    assert shifts(s, "soviet") == {}
    change(s, fought_before=1 << unit("9th Army"))
    assert shifts(s, "soviet") == {"Kutuzov and Rumyantsev": 1}


@rule("13.3.4")
def test_units_all_out_of_supply_have_no_benefit_of_an_all_round_card():
    s = clash("1821", {"9th Army": "1821"}, {"Don Front": "1822", "1G Army": "1822"}, side="soviet", turn=10)
    used(s, "soviet-16")
    s.set_supply(unit("Don Front"), OUT)
    assert shifts(s, "soviet") == {"Units out of supply": -1, "Sturmovik": 1}
    s.set_supply(unit("1G Army"), OUT)
    assert shifts(s, "soviet") == {"Units out of supply": -1}
    assert s.supply[unit("9th Army")] == FULL


@rule("11.2.1")
def test_cards_for_rivers_do_nothing_about_the_strait():
    """SW-94"""
    s = clash("2331", {"11th Army": "2231"}, {"13R Army": "2331"}, turn=6)
    event(s, "soviet-51")
    assert shifts(s, "axis")["All attack over a strait"] == -2

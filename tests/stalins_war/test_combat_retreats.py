"""[11.4] Retreats: how far, the No Retreat option, where to."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war.actions.combat import RetreatTo, StandFast
from rasputitsa.titles.stalins_war.combat import fire, ground, retreats
from rasputitsa.titles.stalins_war.combat_odds import Loss
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, SOVIET

from .combat import attack, change, clash, event, throw, used
from .situation import act, at, can, choices, hexes, place, put, situation, unit

ARMY = {"9th Army": "1721", "39 Pz Corps": "1721", "57 Pz Corps": "1721"}


def beaten(s, attacker: int, defender: int):
    """The clash is won by the attacker with these numbers, and retreats are due."""
    fire.inflict(s, Loss(attacker, False), Loss(defender, False))
    s.victor = s.active
    s.retreat = retreats.length(s)
    return s


def ends(s, name: str, far: int = 1) -> set[str]:
    s.memo.clear()
    return hexes(retreats.ends(s, unit(name), far))


# -- how far --------------------------------------------------------------------------------------------------------


@rule("11.4.2")
@pytest.mark.parametrize(("attacker", "defender", "expected"), [(1, 1, 1), (2, 1, 1), (2, 0, 2), (4, 1, 2)])
def test_the_difference_of_the_loss_numbers_sets_the_length(attacker, defender, expected):
    assert beaten(clash("1821", ARMY, {"West Front": "1821"}), attacker, defender).retreat == expected


@rule("11.4.1")
def test_defenders_retreat_if_the_attacker_wins_and_only_then():
    s = situation(axis=ARMY, soviet={"West Front": "1821", "13R Army": "1821"})
    attack(s, "1821", *ARMY)
    throw(s, "1", "0")
    act(s, "13R Army loses a step")
    assert s.step.name == "Retreats" and s.side == "soviet"
    s = situation(axis=ARMY, soviet={"West Front": "1821", "13R Army": "1821"})
    attack(s, "1821", *ARMY)
    throw(s, "1", "2")
    act(s, "13R Army loses a step", "39 Pz Corps loses a step", "9th Army loses a step")
    assert at(s, "West Front") == "1821" and s.target < 0


@rule("11.4.1")
def test_retreating_units_may_go_to_different_hexes():
    s = situation(axis=ARMY, soviet={"West Front": "1821", "13R Army": "1821"})
    attack(s, "1821", *ARMY)
    throw(s, "1", "0")
    act(s, "13R Army loses a step", "West Front retreats to 1921", "13R Army retreats to 1920")
    assert (at(s, "West Front"), at(s, "13R Army")) == ("1921", "1920")
    assert s.retreated == 1 << unit("West Front") | 1 << unit("13R Army")


@rule("11.4.7")
def test_attackers_never_retreat():
    s = situation(axis={"43 Corps": "1721"}, soviet={"West Front": "1821"})
    attack(s, "1821", "43 Corps")
    throw(s, "0", "1")
    assert at(s, "43 Corps") == "1721" and s.target < 0


# -- [11.4.3] No Retreat --------------------------------------------------------------------------------------------


@rule("11.4.3")
@pytest.mark.parametrize(
    ("target", "start", "expected"),
    [
        *(("1921", "1821", True), ("1823", "1723", True), ("1627", "1626", True), ("1526", "1626", True)),
        *(("1821", "1721", False), ("1624", "1623", False), ("2517", "2418", True)),
    ],
)
def test_woods_swamps_rough_mountains_and_fortresses_give_the_no_retreat_option(target, start, expected):
    s = beaten(clash(target, {"9th Army": start}, {"13R Army": target}), 1, 0)
    assert retreats.may_stand(s) == expected


@rule("11.4.3")
def test_a_trench_gives_the_no_retreat_option():
    s = beaten(clash("1821", ARMY, {"13R Army": "1821"}), 1, 0)
    change(s, trenches=[0, 1 << place("1821")])
    assert retreats.may_stand(s)


@rule("11.4.3")
def test_one_more_step_of_any_unit_cancels_a_retreat_of_any_length():
    s = situation(axis={"9th Army": "1821", "39 Pz Corps": "1821"}, soviet={"West Front": "1921", "13R Army": "1921"})
    attack(s, "1921", "9th Army", "39 Pz Corps")
    throw(s, "2", "0")
    assert s.step.name == "Standing" and s.retreat == 2
    assert choices(s, StandFast) == [f"no retreat: {n} loses a step" for n in ("West Front", "13R Army")]
    act(s, "no retreat: West Front loses a step")
    assert at(s, "West Front") == "eliminated" and at(s, "13R Army") == "1921" and s.target < 0


@rule("11.4.3")
def test_the_defender_may_retreat_instead():
    s = situation(axis={"9th Army": "1821", "39 Pz Corps": "1821"}, soviet={"West Front": "1921", "13R Army": "1921"})
    attack(s, "1921", "9th Army", "39 Pz Corps")
    throw(s, "1", "0")
    act(s, "13R Army loses a step", "retreat")
    assert s.step.name == "Retreats"


@rule("11.4.3", "11.4.3.1")
def test_a_defending_step_must_remain_after_no_retreat():
    s = beaten(clash("1921", {"9th Army": "1821"}, {"28R Corps": "1921"}), 1, 0)
    assert not retreats.may_stand(s)


@rule("11.4.3", "16.4.1")
def test_any_step_that_remains_will_do_for_no_retreat():
    """SW-50"""
    s = beaten(clash("1921", {"9th Army": "1821"}, {"28R Corps": "1921", "Stalin": "1921"}), 1, 0)
    assert retreats.may_stand(s)


@rule("15.1.2.1", "11.4.3")
def test_in_winter_1942_woods_do_not_let_axis_units_stand_but_a_trench_does():
    """SW-61"""
    s = beaten(clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=4), 1, 0)
    assert not retreats.may_stand(s)
    change(s, trenches=[1 << place("1921"), 0])
    assert retreats.may_stand(s)


@rule("7.5.1a", "11.4.3")
def test_events_open_and_close_the_no_retreat_option():
    s = beaten(clash("1821", {"9th Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=13), 1, 0)
    event(s, "axis-18")
    assert retreats.may_stand(s), "Hitler Takes Command"
    event(s, "soviet-38")
    assert not retreats.may_stand(s), "Operation Bagration"
    other = beaten(clash("1821", {"43 Corps": "1821"}, {"Don Front": "1822"}, side="soviet", turn=13), 1, 0)
    event(other, "axis-18")
    assert not retreats.may_stand(other), "armies only"


@rule("7.5.1a", "11.4.3")
def test_the_bunker_lets_units_in_berlin_stand_while_it_is_there():
    s = beaten(
        clash("Berlin", {"43 Corps": "Berlin", "Bunker": "Berlin"}, {"1GT Army": "1318"}, side="soviet", turn=17), 1, 0
    )
    event(s, "axis-47")
    assert retreats.may_stand(s)
    s.put(unit("Bunker"), place("1217"))
    assert not retreats.may_stand(s)


@rule("C.9", "11.4.3")
def test_dora_takes_the_no_retreat_option_of_a_fortress():
    s = beaten(clash("2517", {"18th Army": "2418"}, {"Leningrad Front": "2517"}, turn=5), 1, 0)
    assert retreats.may_stand(s)
    used(s, "axis-13")
    assert not retreats.may_stand(s)


@rule("7.5.5a", "11.4.2")
def test_konev_and_model_set_the_length_of_a_retreat():
    s = clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=10)
    used(s, "soviet-49")
    assert beaten(s, 1, 1).retreat == 2 and not retreats.may_stand(s)
    s = clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=10)
    used(s, "axis-38")
    assert beaten(s, 3, 0).retreat == 1 and retreats.may_stand(s)


@rule("11.4.2")
def test_konev_overrules_model():
    """SW-95"""
    s = clash("1921", {"9th Army": "1921"}, {"Don Front": "1922"}, side="soviet", turn=10)
    used(s, "soviet-49", "axis-38")
    assert beaten(s, 1, 1).retreat == 2


# -- Festungs, Stalin, immobile units -------------------------------------------------------------------------------


@rule("11.4.1", "11.4.1.1", "16.3.5")
def test_units_in_a_festung_ignore_retreats_without_loss():
    s = situation(axis={"9th Army": "1821"}, soviet={"1st Belorussian Front": "1822"}, side="soviet", turn=14)
    change(s, festungs=1 << place("1821"))
    attack(s, "1821", "1st Belorussian Front")
    throw(s, "2", "0")
    assert at(s, "9th Army") == "1821" and s.lost[unit("9th Army")] == 2


@rule("16.4.3", "16.4.1")
def test_stalin_stays_while_the_others_retreat_and_falls_when_the_axis_enters():
    """SW-81"""
    s = situation(axis={"9th Army": "1721"}, soviet={"13R Army": "1821", "Stalin": "1821"}, turn=5)
    attack(s, "1821", "9th Army")
    throw(s, "1", "0")
    act(s, "13R Army retreats to 1921")
    assert at(s, "Stalin") == "1821" and can(s, "9th Army advances")
    act(s, "9th Army advances")
    assert at(s, "Stalin") == "removed" and at(s, "9th Army") == "1821"


@rule("16.4.3")
def test_stalin_stays_alive_if_nobody_advances():
    """SW-81"""
    s = situation(axis={"9th Army": "1721"}, soviet={"13R Army": "1821", "Stalin": "1821"}, turn=5)
    attack(s, "1821", "9th Army")
    throw(s, "1", "0")
    act(s, "13R Army retreats to 1921", "end advance")
    assert at(s, "Stalin") == "1821"


@rule("11.4.6")
def test_units_without_movement_are_eliminated_when_they_must_retreat():
    s = situation(axis={"9th Army": "1721"}, soviet={"13R Army": "1821", "Luga FZ": "1821"}, turn=5)
    attack(s, "1821", "9th Army")
    throw(s, "1", "0")
    act(s, "13R Army loses a step", "13R Army retreats to 1921")
    assert at(s, "Luga FZ") == "removed"


# -- [11.4.4] where to ----------------------------------------------------------------------------------------------


@rule("11.4.4", "11.4.4.1")
def test_no_retreat_into_enemies_or_their_zones_without_a_friend():
    s = beaten(clash("1821", {"9th Army": "1721"}, {"13R Army": "1821"}), 1, 0)
    assert ends(s, "13R Army") == {"1921", "1920", "1820"}
    put(s, "28R Corps", "1822")
    assert ends(s, "13R Army") == {"1822", "1921", "1920", "1820"}, "a friend negates the zone"
    put(s, "43 Corps", "1920")
    assert ends(s, "13R Army") == {"1822", "1921", "1820"}


@rule("11.4.4.1")
def test_no_retreat_into_an_enemy_fortress_or_festung():
    s = beaten(clash("1720", {"9th Army": "1721"}, {"13R Army": "1720"}), 1, 0)
    assert "1719" not in ends(s, "13R Army"), "Konigsberg"
    s = beaten(clash("1821", {"9th Army": "1721"}, {"13R Army": "1821"}), 1, 0)
    change(s, festungs=1 << place("1921"))
    assert ends(s, "13R Army") == {"1920", "1820"}


@rule("11.4.4.1")
def test_no_retreat_over_the_sea():
    s = beaten(clash("1829", {"9th Army": "1728"}, {"Maritime Army": "1829"}), 1, 0)
    assert ends(s, "Maritime Army") <= {"1828", "1928", "1929"} and ends(s, "Maritime Army")


@rule("11.4.4.1", "11.4.4.2", "11.4.4")
def test_a_retreat_of_two_hexes_ends_two_hexes_away():
    s = beaten(clash("1821", {"9th Army": "1721"}, {"13R Army": "1821"}), 2, 0)
    found = ends(s, "13R Army", 2)
    assert found and found.isdisjoint({"1821", "1920", "1921", "1822", "1820"})
    assert {"2021", "2022"} <= found


@rule("11.4.4.3", "11.4.4")
def test_no_retreat_ends_over_stacked_but_it_may_pass():
    s = beaten(clash("1821", {"9th Army": "1721", "43 Corps": "1820"}, {"West Front": "1821"}), 1, 0)
    put(s, "Reserve Front", "1921")
    assert ends(s, "West Front") == {"1920"}
    assert "2022" in ends(s, "West Front", 2), "through the full hex or beside it"
    put(s, "22M Corps", "1920")
    for name in ("7M Corps", "10M Corps", "12M Corps"):
        put(s, name, "1920")
    assert ends(s, "West Front") == set()
    assert ends(s, "West Front", 2)


@rule("11.4.4.3")
def test_the_owner_picks_who_finds_room_and_who_dies():
    s = situation(
        axis={**ARMY, "43 Corps": "1820"},
        soviet={
            "13R Army": "1821",
            "21R Army": "1821",
            **dict.fromkeys(("7M Corps", "10M Corps", "12M Corps"), "1921"),
            **dict.fromkeys(("3M Corps", "4M Corps", "5M Corps", "8M Corps"), "1920"),
        },
    )
    attack(s, "1821", *ARMY)
    throw(s, "1", "0")
    act(s, "13R Army loses a step")
    assert choices(s, RetreatTo) == ["13R Army retreats to 1921", "21R Army retreats to 1921"]
    act(s, "13R Army retreats to 1921")
    assert at(s, "21R Army") == "eliminated"


@rule("11.4.4.6", "11.4.4", "13.3.8")
def test_units_that_cannot_retreat_are_lost_as_if_out_of_supply():
    ring = {"West Front": "1822", "13R Army": "1721", "21R Army": "1720", "22R Army": "1820", "6M Corps": "1920"}
    s = situation(axis={"9th Army": "1821"}, soviet={**ring, "Don Front": "1921"}, side="soviet", turn=5)
    attack(s, "1821", "Don Front")
    throw(s, "1", "0")
    assert at(s, "9th Army") == "track" and s.due[unit("9th Army")] == 8


@rule("11.4.4.4")
def test_enemy_cities_are_avoided_if_possible():
    s = beaten(clash("2121", {"9th Army": "2120"}, {"13R Army": "2121"}, axis_holds=["Minsk"]), 1, 0)
    assert "2022" not in ends(s, "13R Army")
    for name, where in (("43 Corps", "2222"), ("34 Corps", "2221"), ("53 Corps", "2122")):
        put(s, name, where)
    put(s, "2 Corps", "2021")
    assert ends(s, "13R Army") == {"2022"}, "an empty city if nothing else is left"


@rule("11.4.4.4")
def test_a_retreat_ends_in_supply_if_possible():
    """SW-51"""
    axis = {"9th Army": "1721", "4th Army": "2020", "6th Army": "1918"}
    s = beaten(clash("1821", axis, {"13R Army": "1821"}), 1, 0)
    assert {hex_ for path in retreats.paths(s, unit("13R Army"), 1) for hex_ in hexes(1 << path[-1])} == {
        "1820",
        "1921",
    }
    assert ends(s, "13R Army") == {"1921"}, "1820 is cut off"


@rule("11.4.4.4", "16.1.4")
def test_axis_units_avoid_inactive_partisans_and_stop_on_them_if_they_must():
    s = beaten(clash("1821", {"9th Army": "1821"}, {"West Front": "1822"}, side="soviet"), 1, 0)
    assert ends(s, "9th Army") == {"1720", "1820", "1920"}
    change(s, lurking=1 << place("1820"))
    assert ends(s, "9th Army") == {"1720", "1920"}
    put(s, "28R Corps", "1920")
    change(s, lurking=1 << place("1820") | 1 << place("1720"))
    assert ends(s, "9th Army", 2) == {"1720", "1820"}, "a retreat of two hexes stops there"


@rule("11.4.4.5", "3.0")
def test_only_the_hex_where_the_retreat_ends_changes_control():
    s = beaten(clash("1821", {"9th Army": "1720"}, {"13R Army": "1821"}, axis_holds=["Bialystok", "Brest"]), 2, 0)
    retreats.go_back(s, unit("13R Army"), place("1722"))
    assert s.controls(SOVIET, place("Brest")) and s.controls(AXIS, place("Bialystok"))


@rule("4.4.3", "4.4.4", "19.1.1", "19.1.1.2")
def test_no_retreat_into_a_country_that_is_closed():
    """SW-16"""
    s = beaten(clash("1625", {"HU 3rd Army": "1625"}, {"South Front": "1725"}, side="soviet", turn=1), 1, 0)
    assert "1525" not in ends(s, "HU 3rd Army"), "Hungary on turn 1"
    s = beaten(clash("1628", {"HU 3rd Army": "1628"}, {"South Front": "1728"}, side="soviet", turn=5), 1, 0)
    assert ends(s, "HU 3rd Army") == set(), "no Hungarian unit in Romania"


# -- [11.4.5] units that have retreated already ---------------------------------------------------------------------


@rule("11.4.5", "11.1.4")
def test_units_that_retreated_into_the_hex_add_nothing_and_are_swept_away_by_any_loss_number():
    s = situation(axis={"9th Army": "1721"}, soviet={"13R Army": "1821", "West Front": "1821"})
    change(s, retreated=1 << unit("West Front"))
    attack(s, "1821", "9th Army")
    assert s.defenders == 1 << unit("13R Army") and s.bystanders == 1 << unit("West Front")
    throw(s, "1*", "1*")
    assert at(s, "West Front") == "eliminated" and s.lost[unit("13R Army")] == 1


@rule("11.4.5")
def test_without_a_loss_number_they_stay():
    s = situation(axis={"43 Corps": "1721"}, soviet={"13R Army": "1821", "West Front": "1821"})
    change(s, retreated=1 << unit("West Front"))
    attack(s, "1821", "43 Corps")
    throw(s, "0", "0")
    assert at(s, "West Front") == "1821"


@rule("11.4.5")
def test_nobody_fires_for_a_hex_with_beaten_units_only():
    """SW-93"""
    s = situation(axis={"9th Army": "1721"}, soviet={"West Front": "1821"})
    change(s, retreated=1 << unit("West Front"))
    attack(s, "1821", "9th Army")
    assert all(fire.result(s, SOVIET, die).number == 0 for die in fire.FACES)


@rule("5.1.3")
def test_being_thrown_back_over_the_paulus_line_is_no_move_east():
    """SW-10"""
    s = beaten(clash("2223", {"9th Army": "2223"}, {"Don Front": "2123"}, side="soviet"), 1, 0)
    s.set_supply(unit("9th Army"), FULL)
    retreats.go_back(s, unit("9th Army"), place("2224"))
    assert not s.crossed_paulus and s.supply[unit("9th Army")] != OUT and not ground.frozen(s)


@rule("11.4.3", "16.4.3")
def test_nobody_advances_on_stalin_when_the_retreat_was_cancelled():
    s = situation(axis={"9th Army": "1822"}, soviet={"28R Corps": "1921", "Stalin": "1921"}, turn=5)
    attack(s, "1921", "9th Army")
    throw(s, "1*", "0")
    assert at(s, "28R Corps") == "eliminated" and at(s, "Stalin") == "1921" and s.step.name == "Advancing"
    s = situation(axis={"9th Army": "1822"}, soviet={"28R Corps": "1921", "5R Corps": "1921", "Stalin": "1921"}, turn=5)
    attack(s, "1921", "9th Army")
    throw(s, "1*", "0")
    act(s, "28R Corps loses a step", "no retreat: 5R Corps loses a step")
    assert at(s, "Stalin") == "1921" and s.target < 0, "he has stood, and the hex is not vacated"

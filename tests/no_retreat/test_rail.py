"""[9.0] Rail movement."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import rail

from .situation import begin, do, place, refused, situation, unit, where


@rule("9.0", "9.1")
def test_one_supplied_unit_a_turn_entrains_for_free_in_lieu_of_moving():
    s = situation(turn=3, axis={"9th Army": "1708", "4th Army": "1608"})
    do(s, "entrain 9th Army")
    assert where(s, "9th Army") == "rail"
    assert s.side == "axis" and s.step.name == "MovementPhase", "nothing to pay"
    moved = situation(turn=3, axis={"9th Army": "1708", "4th Army": "1608"})
    do(moved, "9th Army 1708-1707", "4th Army 1608-1607")
    assert refused(moved, "entrain 9th Army") == "9.1"


@rule("9.1.5")
@rule("9.1")
def test_a_unit_in_a_surrounded_port_may_be_evacuated():
    s = situation(turn=3, side="soviet", soviet={"South Front": "811"}, axis={"11th Army": "911", "6th Army": "810"})
    assert refused(s, "entrain South Front") == ""


@rule("9.1", "6.5.2")
def test_what_keeps_a_unit_from_entraining_is_the_unsupplied_marker_not_its_path_of_the_moment():
    s = situation(turn=3, axis={"9th Army": "1720"}, unsupplied=["9th Army"])
    assert refused(s, "entrain 9th Army") == "6.5.2"
    s = situation(turn=3, axis={"9th Army": "1720"})
    assert refused(s, "entrain 9th Army") == "", "cut off since the check, but not marked"


@rule("9.0")
def test_forts_do_not_entrain():
    s = situation(turn=3, side="soviet", soviet={"Moscow Front": "1718 full"})
    assert refused(s, "entrain Moscow Front") != ""


@rule("9.1.1", "5.4")
def test_a_further_rail_move_costs_a_card_of_ones_choice():
    s = situation(turn=3, axis={"9th Army": "1708", "4th Army": "1608"}, axis_hand=["*", "*"])
    do(s, "entrain 9th Army", "entrain 4th Army")
    assert s.step.name == "Pay" and len(s.legal()) == 2
    card = s.hand(0)[0]
    s.apply(s.legal(("card", card))[0])
    assert where(s, "4th Army") == "rail" and s.discards == [card] and len(s.hand(0)) == 1


@rule("9.1.1")
def test_without_a_card_there_is_no_further_rail_move():
    s = situation(turn=3, axis={"9th Army": "1708", "4th Army": "1608"})
    do(s, "entrain 9th Army")
    assert refused(s, "entrain 4th Army") == "9.1.1"


@rule("9.1.2")
def test_three_units_at_most_are_in_the_rail_box():
    units = {"9th Army": "rail", "4th Army": "rail", "6th Army": "rail", "17th Army": "1708"}
    assert refused(situation(turn=3, axis=units), "entrain 17th Army") == "9.1.2"


@rule("O.5.2", book="no-retreat-digital")
@rule("9.1.3.1")
@rule("9.1.3", "13.5")
def test_on_turns_1_and_2_the_axis_has_no_rail_moves_and_the_soviets_only_the_free_one():
    axis = situation(turn=2, axis={"9th Army": "1708"})
    assert refused(axis, "entrain 9th Army") == "9.1.3"
    s = situation(turn=2, side="soviet", soviet={"West Front": "1718", "Reserve Front": "1918"}, soviet_hand=["*", "*"])
    do(s, "entrain West Front")
    assert refused(s, "entrain Reserve Front") == "9.1.3"


# -- [9.2] detraining -----------------------------------------------------------------------------------------------


def detraining(**kw):
    kw.setdefault("turn", 3)
    kw.setdefault("side", "soviet")
    return situation(phase="detraining", **kw)


@rule("9.2.3")
@rule("9.2")
def test_detraining_within_three_hexes_of_a_supplied_city_or_the_edge():
    s = detraining(soviet={"West Front": "rail"})
    assert refused(s, "detrain West Front at 1715") == ""
    assert refused(s, "detrain West Front at 1712") == "", "three hexes from Smolensk, Minsk and Kiev"
    far = detraining(soviet={"West Front": "rail"}, axis_holds=["Tula", "Voronezh", "Moscow", "Smolensk", "Kharkov"])
    assert refused(far, "detrain West Front at 1417") == "9.2"


@rule("9.2")
def test_no_detraining_in_an_enemy_zone_of_control_except_in_a_city():
    s = detraining(soviet={"West Front": "rail", "South Front": "1816"}, axis={"9th Army": "1615"})
    assert refused(s, "detrain West Front at 1614") == "9.2"
    assert refused(s, "detrain West Front at 1715") == "", "Smolensk itself, although the enemy is next to it"


@rule("9.2")
@rule("O.5", book="no-retreat-digital")
def test_no_detraining_in_or_next_to_an_enemy_city_nor_in_a_city_taken_this_turn():
    s = detraining(soviet={"West Front": "rail"}, axis_holds=["Smolensk"])
    assert refused(s, "detrain West Front at 1715") == "9.2"
    assert refused(s, "detrain West Front at 1716") == "9.2"
    taken = detraining(soviet={"West Front": "rail"})
    taken.captured = 1 << place("Smolensk")
    taken.memo.clear()
    assert refused(taken, "detrain West Front at 1715") == "9.2"
    assert refused(taken, "detrain West Front at 1716") == ""


@rule("9.2.6")
@rule("9.2")
def test_units_may_stay_in_the_box():
    s = detraining(soviet={"West Front": "rail", "South Front": "rail"})
    do(s, "detrain West Front at 1718", "end detraining")
    assert (where(s, "West Front"), where(s, "South Front")) == ("1718", "rail")


@rule("9.2")
def test_with_an_empty_box_nothing_is_asked():
    s = situation(turn=3, side="soviet", soviet={"West Front": "1718"}, phase=None)
    assert not rail.may_detrain(s, 1)
    begin(s, "soviet", "detraining")
    assert s.step.name != "DetrainingPhase"
    assert unit(s, "West Front") not in s.in_box(-5, 1)

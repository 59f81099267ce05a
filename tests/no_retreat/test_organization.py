"""Chapter 7: the Organization Phase, its flips, placements and reorganization."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.actions.movement import Entrain
from rasputitsa.titles.no_retreat.actions.organization import Place
from rasputitsa.titles.no_retreat.codes import DISORGANIZED
from rasputitsa.titles.no_retreat.organization.placement import PlacementStep
from rasputitsa.titles.no_retreat.organization.reorganization import ReorganizationStep
from rasputitsa.titles.no_retreat.payment import payable
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

from .situation import begin, coins, deeds, do, is_full, marked, pay, place, read, refused, situation, unit, where


def organization(side: str = "axis", turn: int = 6, cards: int = 4, **kwargs: object) -> NoRetreatState:
    """An Organization Phase with cards to pay with."""
    hand = {f"{side}_hand": coins(side, cards)}
    return situation(turn=turn, side=side, phase="organization", **hand, **kwargs)  # type: ignore[arg-type]


def places_of(s: NoRetreatState, name: str) -> set[str]:
    return {s.game.place_id(a.to) for a in s.legal(("piece", unit(s, name))) if isinstance(a, Place)}


# -- the flip step ------------------------------------------------------------------------------------------------


@rule("7.0")
def test_flips_come_before_placement_and_reorganization_last():
    s = organization(axis={"6th Army": "Warsaw reduced", "9th Army": "shattered"})
    assert "improve 6th Army" in deeds(s)
    assert not any(deed.startswith("place") for deed in deeds(s))
    do(s, "end flips")
    assert isinstance(s.step, PlacementStep)
    do(s, "place 9th Army at 2204")
    assert isinstance(s.step, ReorganizationStep)
    assert refused(s, "improve 6th Army") == "7.10"


@rule("7.1")
@pytest.mark.parametrize(
    ("name", "price"), [("6th Army", 2), ("1st Panzer", 2), ("SS Panzer", 1), ("SS Panzergrenadier", 1)]
)
def test_the_axis_improves_a_unit_for_two_cards_and_ss_for_one(name: str, price: int):
    s = organization(turn=17, axis={name: "Warsaw reduced"})
    do(s, f"improve {name}")
    assert is_full(s, name)
    assert pay(s) == price


@rule("7.1")
def test_improving_needs_the_cards_to_pay():
    s = organization(cards=1, axis={"6th Army": "Warsaw reduced", "9th Army": "shattered"})
    assert "improve 6th Army" not in deeds(s)
    s = organization(cards=2, axis={"6th Army": "Warsaw reduced", "9th Army": "shattered"})
    assert "improve 6th Army" in deeds(s)


@rule("7.1")
def test_units_at_full_strength_are_not_improved():
    s = organization(axis={"6th Army": "Warsaw", "9th Army": "Warsaw reduced"})
    assert refused(s, "improve 6th Army") == "7.1"


@rule("7.1", "7.3")
@pytest.mark.parametrize(("turn", "legal"), [(16, False), (17, True)])
def test_the_soviets_improve_units_for_a_card_from_turn_17_on(turn: int, legal: bool):
    s = organization("soviet", turn, soviet={"West Front": "Moscow", "Reserve Front": "Gorki"})
    s.free_upgrades = 1
    assert (refused(s, "improve West Front") == "") is legal
    if legal:
        do(s, "improve West Front")
        assert pay(s) == 1


@rule("7.0", "6.5.1")
def test_only_units_with_an_overland_path_and_no_unsupplied_marker_are_strengthened():
    reduced = {"6th Army": "Sevastopol reduced", "9th Army": "Warsaw reduced", "4th Army": "Berlin reduced"}
    s = organization(axis=reduced, axis_holds=["Sevastopol"], soviet={"South Front": "613"}, unsupplied=["4th Army"])
    assert refused(s, "improve 6th Army") == "7.0"
    assert refused(s, "improve 4th Army") == "6.5.1"
    assert refused(s, "improve 9th Army") == ""


@rule("13.5.7")
@rule("7.2", "7.2.0", "7.2.1")
@pytest.mark.parametrize(("turn", "free"), [(5, 0), (6, 1), (12, 1), (13, 2), (17, 2), (18, 1), (28, 1)])
def test_free_upgrades_grow_with_the_war(turn: int, free: int):
    fronts = {"West Front": "Moscow", "Reserve Front": "Gorki", "South Front": "Tula"}
    s = organization("soviet", turn, cards=0, soviet=fronts)
    done = 0
    while any(deed.startswith("upgrade") for deed in (deeds(s) if s.side == "soviet" else ())):
        do(s, next(deed for deed in sorted(deeds(s)) if deed.startswith("upgrade")))
        done += 1
    assert done == free


@rule("O.2", book="no-retreat-digital")
@pytest.mark.parametrize(("turn", "free"), [(6, 1), (13, 2), (17, 2), (18, 0)])
def test_in_the_digital_editions_education_ends_with_turn_17_and_the_button_counts(turn: int, free: int):
    fronts = {"West Front": "Moscow", "Reserve Front": "Gorki", "South Front": "Tula"}
    s = organization("soviet", turn, cards=0, soviet=fronts, edition="digital-1.1")
    assert s.free_upgrades == free
    shown = s.show(("piece", unit(s, "West Front"))) if free else []
    assert [a.label for a in shown] == ([f"Upgrade ({free} left)"] if free else [])


@rule("7.2")
def test_an_upgrade_turns_a_front_to_its_red_side_for_no_card():
    s = organization("soviet", 6, soviet={"Southwest Front": "Moscow"})
    do(s, "upgrade Southwest Front")
    assert is_full(s, "Southwest Front")
    assert payable(s, 1) == 4


@rule("7.3.2")
@rule("7.2.2")
def test_an_upgraded_front_has_one_step_until_turn_17():
    s = situation(turn=16, soviet={"West Front": "Moscow full"})
    assert steps(s, unit(s, "West Front")) == 1
    s.turn = 17
    assert steps(s, unit(s, "West Front")) == 2


@rule("7.4")
def test_cadres_and_most_allies_have_one_step_and_cannot_be_improved():
    s = organization(axis={"1st Kampfgruppe": "Warsaw", "2nd Hungarian": "Budapest", "6th Army": "Lublin reduced"})
    assert [steps(s, unit(s, n)) for n in ("1st Kampfgruppe", "2nd Hungarian")] == [1, 1]
    assert refused(s, "improve 2nd Hungarian") == "7.4"


@rule("7.5.2")
@rule("7.5", "14.1")
def test_a_regional_unit_becomes_a_fort_for_a_card_whatever_its_supply():
    s = organization("soviet", 3, soviet={"Leningrad Front": "2412"}, unsupplied=["Leningrad Front"])
    do(s, "fortify Leningrad Front")
    assert pay(s) == 1
    assert s.strength(unit(s, "Leningrad Front")) == 5
    assert steps(s, unit(s, "Leningrad Front")) == 2


@rule("7.5")
def test_fortifying_starts_on_turn_3_and_is_for_regional_units_only():
    s = organization("soviet", 2, soviet={"Leningrad Front": "Leningrad", "Moscow Front": "Moscow full"})
    assert refused(s, "fortify Leningrad Front") == "13.5"
    s = organization("soviet", 3, soviet={"West Front": "Leningrad", "Moscow Front": "Moscow"})
    assert refused(s, "fortify West Front") == "7.5"


@rule("7.5.1")
@rule("7.5", "14.1")
def test_a_fort_reverts_for_nothing():
    s = organization("soviet", 3, soviet={"Leningrad Front": "Leningrad full"})
    do(s, "revert Leningrad Front")
    assert not is_full(s, "Leningrad Front")
    assert payable(s, 1) == 4


def test_a_counter_is_turned_over_once_in_a_step():
    s = organization("soviet", 6, soviet={"Leningrad Front": "Leningrad full", "West Front": "Moscow"})
    do(s, "revert Leningrad Front")
    assert refused(s, "fortify Leningrad Front") == "7.0"


@rule("U.4.1", book="no-retreat-digital")
@rule("U.4", book="no-retreat-digital")
@pytest.mark.parametrize(("at", "price"), [("Leningrad", 1), ("Moscow", 2)])
def test_digital_forts_cost_two_cards_away_from_their_city(at: str, price: int):
    s = organization("soviet", 6, soviet={"Leningrad Front": at}, edition="digital-1.1")
    do(s, "fortify Leningrad Front")
    assert pay(s) == price


@rule("7.5")
def test_only_forts_revert():
    s = organization(
        "soviet", soviet={"West Front": "Moscow full", "Leningrad Front": "Leningrad", "South Front": "Tula"}
    )
    assert refused(s, "revert West Front") == "7.5"
    assert refused(s, "revert Leningrad Front") == "7.5"


@rule("7.1.1")
def test_nobody_turns_over_the_enemy_or_what_is_not_on_the_map():
    s = organization("soviet", soviet={"West Front": "Moscow", "South Front": "destroyed"}, axis={"6th Army": "1608"})
    assert refused(s, "improve 6th Army") != ""
    assert refused(s, "revert 6th Army") == "7.0"
    assert refused(s, "upgrade South Front") == "7.0"


# -- where units are placed ---------------------------------------------------------------------------------------


@rule("7.6.2")
@rule("7.6")
def test_axis_reinforcements_arrive_in_supplied_cities_of_greater_germany_only():
    s = organization(axis={"2nd Army": "track"}, axis_holds=["Minsk"], soviet={"West Front": "1807"})
    found = places_of(s, "2nd Army")
    assert {"2204", "1603"} <= found
    assert "1812" not in found, "Minsk lies in the USSR"
    assert "1808" not in found, "Warsaw is in an enemy zone of control"
    assert "2201" not in found, "the map edge is for recovering units"


@rule("7.6.2", "7.6.5")
@rule("7.6", "7.7")
def test_recovering_axis_units_may_come_to_a_city_in_the_ussr_or_to_the_west_edge():
    s = organization(axis={"2nd Army": "shattered"}, axis_holds=["Minsk"])
    assert {"1812", "2201", "2204"} <= places_of(s, "2nd Army")


@rule("7.6")
def test_soviet_units_arrive_in_supplied_cities_even_in_an_ezoc_or_on_the_map_edge():
    s = organization("soviet", soviet={"Kalinin Front": "track"}, axis={"9th Army": "1717", "4th Army": "1421"})
    found = places_of(s, "Kalinin Front")
    assert "1718" in found, "Moscow, although a German army stands next to it"
    assert "1922" in found
    assert "1422" not in found, "an edge hex in an enemy zone of control"


@rule("7.6.3")
@rule("7.6")
def test_recovering_soviet_units_may_come_to_a_city_in_greater_germany_but_not_in_an_ezoc():
    held = ["Warsaw", "Lublin"]
    enemies = {"9th Army": "1607"}
    s = organization("soviet", soviet={"West Front": "shattered"}, soviet_holds=held, axis=enemies)
    assert "1808" in places_of(s, "West Front")
    assert "1608" not in places_of(s, "West Front")
    s = organization("soviet", soviet={"West Front": "track"}, soviet_holds=held, axis=enemies)
    assert "1808" not in places_of(s, "West Front")


@rule("7.6")
def test_a_city_without_a_supply_path_takes_no_units():
    s = organization("soviet", soviet={"West Front": "track"}, axis={"9th Army": "1717"}, axis_holds=["Minsk"])
    assert "512" in places_of(s, "West Front")
    cut = {"6th Army": "613", "11th Army": "514"}
    s = organization("soviet", soviet={"West Front": "track"}, axis=cut)
    assert "512" not in places_of(s, "West Front")


@rule("7.6")
def test_units_are_placed_only_where_they_may_stack():
    s = organization("soviet", 5, soviet={"West Front": "track", "South Front": "Moscow"})
    assert refused(s, "place West Front at 1718") == "8.4.1"


@rule("7.6", "8.4.1")
@pytest.mark.parametrize(("turn", "legal"), [(10, False), (11, True)])
def test_from_turn_11_on_a_tank_army_is_placed_beside_another_unit(turn: int, legal: bool):
    soviet = {"Bryansk Front": "shattered full", "West Front": "Moscow full", "Leningrad Front": "Leningrad full"}
    s = organization("soviet", turn, soviet=soviet, cards=0)
    do(s, "end flips")
    assert ("1718" in places_of(s, "Bryansk Front")) is legal
    assert "2417" not in places_of(s, "Bryansk Front"), "never beside a fort"


@rule("O.3", book="no-retreat-digital")
def test_digital_units_may_be_placed_next_to_a_city_but_never_in_an_ezoc():
    s = organization(
        "soviet", cards=0, soviet={"Kalinin Front": "track"}, axis={"9th Army": "1717"}, edition="digital-1.1"
    )
    found = places_of(s, "Kalinin Front")
    assert "1718" not in found, "Moscow is in an enemy zone of control"
    assert {"1518", "1519"} <= found, "Tula and the hex beside it"


# -- recovery, reinforcements, replacements ------------------------------------------------------------------------


@rule("7.7")
def test_shattered_units_return_for_free_disorganized_and_on_the_side_they_left_on():
    s = organization(cards=0, axis={"6th Army": "shattered full", "9th Army": "shattered reduced"})
    do(s, "place 6th Army at 2204", "place 9th Army at 1603")
    assert is_full(s, "6th Army")
    assert not is_full(s, "9th Army")
    assert s.marks[unit(s, "6th Army")] & DISORGANIZED


@rule("7.7")
def test_all_shattered_units_must_return_while_there_is_a_place():
    s = organization(cards=0, axis={"6th Army": "shattered", "9th Army": "shattered"})
    do(s, "place 6th Army at 2204")
    assert refused(s, "end placement") == "7.7"


@rule("7.8")
def test_reinforcements_come_on_their_turn_ready_to_fight():
    s = situation(turn=9, phase=None, side="soviet", soviet={"Don Front": "track", "Kursk Front": "track"})
    s.arrives[unit(s, "Don Front")], s.arrives[unit(s, "Kursk Front")] = 9, 12
    begin(s, "soviet", "organization")
    assert refused(s, "place Kursk Front at 1718") == "7.8"
    do(s, "place Don Front at 1718")
    assert where(s, "Don Front") == "1718"
    assert not marked(s, "Don Front", DISORGANIZED)


@rule("7.9")
@pytest.mark.parametrize(("box", "price"), [("destroyed", 1), ("surrendered", 2)])
def test_a_replacement_costs_one_card_and_two_from_the_surrendered_box(box: str, price: int):
    s = organization("soviet", soviet={"West Front": box})
    do(s, "place West Front at 1718")
    assert pay(s) == price
    assert marked(s, "West Front", DISORGANIZED)


@rule("7.9", "14.7")
def test_a_destroyed_shock_army_costs_two_cards():
    s = organization("soviet", soviet={"Southwest Front": "destroyed full", "West Front": "destroyed"})
    do(s, "place Southwest Front at 1718")
    assert pay(s) == 2


@rule("7.9")
def test_no_more_replacements_than_the_hand_can_pay():
    s = organization("soviet", cards=1, soviet={"West Front": "surrendered", "South Front": "destroyed"})
    assert refused(s, "place West Front at 1718") == "7.9"
    do(s, "place South Front at 1718")
    pay(s)
    assert payable(s, 1) == 0
    assert "place West Front" not in str(deeds(s) if s.side else "")


@rule("7.9.1")
@pytest.mark.parametrize(("turn", "refusal"), [(4, "7.9.1"), (5, "")])
def test_the_axis_replaces_and_improves_nobody_before_turn_5(turn: int, refusal: str):
    s = organization(turn=turn, axis={"6th Army": "destroyed", "9th Army": "shattered", "4th Army": "Warsaw reduced"})
    assert (refused(s, "improve 4th Army") if turn == 5 else "7.9.1") == refusal
    if turn == 5:
        do(s, "end flips")
    assert refused(s, "place 6th Army at 2204") == refusal


@rule("7.9.2")
def test_replaced_german_armies_come_back_reduced():
    s = organization(axis={"6th Army": "destroyed full"})
    do(s, "place 6th Army at 2204")
    assert not is_full(s, "6th Army")


@rule("7.2.2.1", "7.3.1")
@rule("7.9.2", "7.2.2", "7.3")
@pytest.mark.parametrize(("turn", "red"), [(16, True), (17, False)])
def test_a_red_front_lost_comes_back_red_until_turn_17_and_then_brown(turn: int, red: bool):
    s = organization("soviet", turn, soviet={"West Front": "destroyed full"})
    do(s, "place West Front at 1718")
    assert is_full(s, "West Front") is red


@rule("O.7", book="no-retreat-digital")
@pytest.mark.parametrize(("turn", "refusal"), [(4, "7.9.1"), (23, ""), (24, "7.9.1")])
def test_digital_axis_replacements_run_from_turn_5_to_23(turn: int, refusal: str):
    units = {"6th Army": "destroyed", "9th Army": "shattered"}
    s = organization(turn=turn, axis=units, edition="digital-1.1")
    assert refused(s, "place 6th Army at 2204") == refusal


def test_a_price_raised_by_the_enemy_is_paid_or_the_replacement_taken_back():
    for answer, box in (("pay the higher price", "1718"), ("take the replacement back", "destroyed")):
        s = organization("soviet", soviet={"West Front": "destroyed", "South Front": "destroyed"})
        s.surcharge = 1
        do(s, "place West Front at 1718", answer)
        assert pay(s) == (2 if box == "1718" else 0)
        assert where(s, "West Front") == box
        assert s.surcharge == 0
        assert refused(s, "place South Front at 1518") == "", "only the announced one was dearer"
    assert refused(s, "place West Front at 1718") == "7.9", "who takes it back does not announce it again"


# -- reorganization -----------------------------------------------------------------------------------------------


@rule("7.10")
def test_a_disorganized_marker_comes_off_for_a_card():
    s = organization("soviet", cards=1, soviet={"West Front": "shattered", "South Front": "shattered"})
    do(s, "place West Front at 1718", "place South Front at 1518", "reorganize West Front")
    assert pay(s) == 1
    assert not marked(s, "West Front", DISORGANIZED)
    assert marked(s, "South Front", DISORGANIZED)
    assert s.game.phases[s.phase].id == "movement", "the hand is empty, so nothing more is asked"


# -- the digital order ----------------------------------------------------------------------------------------------


@rule("O.1.1", book="no-retreat-digital")
@rule("O.1", book="no-retreat-digital")
def test_digital_orders_are_paid_at_the_end_and_never_exceed_the_hand():
    units = {"West Front": "destroyed", "South Front": "destroyed", "Reserve Front": "destroyed"}
    s = organization("soviet", cards=2, soviet=units, edition="digital-1.1")
    do(s, "place West Front at 1718", "place South Front at 1518")
    assert len(s.hand(1)) == 2, "nothing is paid yet"
    assert payable(s, 1) == 0
    assert refused(s, "reorganize West Front") == "7.10"
    do(s, "entrain West Front")
    assert pay(s) == 2, "nothing is left to order"
    assert s.owed == 0


@rule("O.1", "O.5", book="no-retreat-digital")
def test_digital_units_entrain_in_the_organization_phase_only():
    fronts = {"West Front": "Moscow", "South Front": "Tula", "Reserve Front": "Gorki"}
    s = organization("soviet", 5, cards=1, soviet=fronts, edition="digital-1.1")
    do(s, "entrain West Front", "entrain South Front")
    assert [where(s, name) for name in ("West Front", "South Front")] == ["rail", "rail"]
    assert pay(s) == 1, "the second one costs a card"
    s = situation(turn=6, side="soviet", soviet={"West Front": "Moscow"}, edition="digital-1.1")
    assert s.why_not(read("entrain West Front")).rule == "O.5"
    s = situation(turn=6, side="soviet", soviet={"West Front": "Moscow"})
    assert Entrain(unit(s, "West Front")) in s.legal()


def test_nothing_is_asked_when_nothing_can_be_organized():
    s = organization(cards=0, axis={"6th Army": "Warsaw"})
    assert s.phase == next(i for i, p in enumerate(s.game.phases) if p.id == "movement" and p.side == 0)
    assert place("Warsaw") == s.place[unit(s, "6th Army")]

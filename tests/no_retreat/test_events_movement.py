"""[8.0], [9.0] The events of movement and rail, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import movement
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.movement import bonus_move

from .combat import asked, legal
from .events import event, give, play, why_not
from .situation import begin, do, marked, reach, refused, situation, unit, where


def points(s, name: str) -> int:
    """The movement points a unit has in this phase."""
    return movement.allowance(s, unit(s, name))


# -- farther ------------------------------------------------------------------------------------------------------


@event("panzerblitz", "race-for-berlin", "american-trucks", "forced-march")
@rule("5.3.1", "5.3.4")
@pytest.mark.parametrize(
    ("id_", "edition", "side", "turn", "more", "helped", "other"),
    [
        ("panzerblitz", "board", "axis", 2, 2, "1st Panzer", "9th Army"),
        ("race-for-berlin", "board", "soviet", 24, 2, "Bryansk Front", "West Front"),
        ("american-trucks", "board", "soviet", 24, 1, "West Front", "Bryansk Front"),
        ("forced-march", "digital-1.1", "axis", 2, 1, "9th Army", "1st Panzer"),
    ],
)
def test_every_supplied_unit_of_a_type_goes_farther(id_, edition, side, turn, more, helped, other):
    s = situation(
        edition=edition,
        turn=turn,
        side=side,
        axis={"1st Panzer": "1110", "9th Army": "1109"},
        soviet={"Bryansk Front": "1620 full", "West Front": "1619 full"},
        **{f"{side}_hand": [id_]},
    )
    before = points(s, helped), points(s, other)
    play(s, id_)
    assert (points(s, helped), points(s, other)) == (before[0] + more, before[1])


@rule("5.3.1", "6.5.5")
def test_unsupplied_units_and_allies_have_no_panzerblitz():
    s = situation(axis={"1st Panzer": "1110"}, axis_hand=["panzerblitz"], unsupplied=["1st Panzer"])
    assert why_not(s, "panzerblitz") == "No unit of yours could make use of it."


@rule("8.2", "5.3.2")
def test_the_bonus_comes_on_top_of_the_weather_limit():
    s = situation(weather="mud", axis={"1st Panzer": "1110"}, axis_hand=["panzerblitz"])
    assert points(s, "1st Panzer") == 3
    play(s, "panzerblitz")
    assert points(s, "1st Panzer") == 5


@event("surprise-attack")
@rule("5.3.1", "5.3.4")
def test_a_surprise_attack_hastens_three_units_of_the_players_choice():
    fronts = {"West Front": "1619", "South Front": "1620", "Central Front": "1621", "Kalinin Front": "1518"}
    s = situation(side="soviet", soviet=fronts, soviet_hand=["surprise-attack"])
    play(s, "surprise-attack")
    assert s.side == "soviet" and len(legal(s)) == 4 and not any("enough" in deed for deed in legal(s))
    do(s, "Surprise Attack hastens West Front", "Surprise Attack hastens South Front")
    assert "enough of Surprise Attack" in legal(s)
    do(s, "Surprise Attack hastens Kalinin Front")
    assert asked(s) == "MovementPhase"
    assert [points(s, name) for name in fronts] == [5, 5, 3, 5]


@rule("5.3.4")
def test_each_unit_has_one_movement_event_a_player_turn():
    s = situation(
        edition="digital-1.1",
        axis={"9th Army": "1110", "6th Army": "1109"},
        axis_hand=["forced-march", "walther-wenck"],
        turn=24,
    )
    play(s, "forced-march")
    assert why_not(s, "walther-wenck") == "No unit of yours could make use of it."
    begin(s, "axis", "movement")
    assert points(s, "9th Army") == 4 and why_not(s, "walther-wenck") == "", "a new player turn"


@rule("5.3.4", "5.3.1")
def test_a_unit_under_way_goes_on_with_its_bonus_and_one_that_has_moved_gets_none():
    s = situation(axis={"1st Panzer": "1110", "2nd Panzer": "1111"}, axis_hand=["panzerblitz"])
    do(s, "1st Panzer 1110-1010", "2nd Panzer 1111-1112")
    left = s.mover_left
    play(s, "panzerblitz")
    assert s.mover == unit(s, "2nd Panzer") and s.mover_left == left + 2
    assert bonus_move(s, unit(s, "1st Panzer")) == 0


@event("walther-wenck", "cavalry-raid")
@rule("5.3.1", "8.5")
@pytest.mark.parametrize(
    ("id_", "side", "turn", "runner", "others"),
    [
        ("cavalry-raid", "soviet", 2, "West Front", ("Bryansk Front",)),
        ("walther-wenck", "axis", 24, "9th Army", ("4th Rumanian",)),
    ],
)
def test_a_unit_slips_through_zones_of_control(id_, side, turn, runner, others):
    """From 1215 next to the enemy straight to 1115, in his zone too, and on."""
    enemy = {"axis": {"6th Army": "1114"}} if side == "soviet" else {"soviet": {"South Front": "1114"}}
    own = {side: {runner: "1215", others[0]: "1315"}}
    s = situation(side=side, turn=turn, **own, **enemy, **{f"{side}_hand": [id_]})
    assert "1015" not in reach(s, runner)
    play(s, id_)
    assert asked(s) == "MovementPhase", "there is only one unit it could lead"
    assert {"1115", "1015"} <= reach(s, runner)
    do(s, f"{runner} 1215-1115")
    assert s.mover == unit(s, runner) and "1016" in reach(s, runner), "no zone of control stops it"


# -- slower -------------------------------------------------------------------------------------------------------


@event("interdiction", "minefields")
@rule("5.3.1", "8.1")
@pytest.mark.parametrize(("id_", "side"), [("interdiction", "soviet"), ("minefields", "axis")])
def test_two_enemy_units_are_slowed_before_they_move(id_, side):
    other = "axis" if side == "soviet" else "soviet"
    s = situation(
        edition="digital-1.1",
        side=side,
        axis={"1st Panzer": "1110", "9th Army": "1109", "4th Rumanian": "1108"},
        soviet={"West Front": "1619", "South Front": "1620", "Bryansk Front": "1621"},
        **{f"{other}_hand": [id_]},
    )
    assert s.side == other
    names = ("1st Panzer", "4th Rumanian") if side == "axis" else ("West Front", "South Front")
    before = [points(s, name) for name in names]
    play(s, id_)
    verb = "Interdiction" if id_ == "interdiction" else "Minefields"
    do(s, f"{verb} slows {names[0]}", f"{verb} slows {names[1]}")
    assert asked(s) == "MovementPhase" and s.side == side
    assert [points(s, name) for name in names] == [max(1, before[0] - 2), max(1, before[1] - 2)]


# -- rail ---------------------------------------------------------------------------------------------------------


@event("railway-pioneers")
@rule("5.3.1", "9.1.1")
def test_railway_pioneers_entrain_two_more_units_for_no_cards():
    armies = {"9th Army": "1108", "6th Army": "1208", "4th Army": "1308"}
    s = situation(turn=3, axis=armies, axis_hand=["railway-pioneers"])
    play(s, "railway-pioneers")
    do(s, "entrain 9th Army", "entrain 6th Army", "entrain 4th Army")
    assert {where(s, name) for name in armies} == {"rail"} and s.hand(0) == ()


@event("rail-priority", "railway-pioneers")
@rule("O.5", book="no-retreat-digital")
@pytest.mark.parametrize(("id_", "side"), [("rail-priority", "soviet"), ("railway-pioneers", "axis")])
def test_digital_rail_events_belong_to_the_organization_phase(id_, side):
    fronts = {"West Front": "1619", "South Front": "1620", "Central Front": "1621"}
    armies = {"9th Army": "1108", "6th Army": "1208", "4th Army": "1308"}
    how = {"edition": "digital-1.1", "turn": 3, "side": side, "axis": armies, "soviet": fronts, f"{side}_hand": [id_]}
    s = situation(phase="movement", **how)
    assert why_not(s, id_).endswith("is played in your Organization Phase.")
    s = situation(phase="organization", **how)
    play(s, id_)
    while asked(s) != "ReorganizationStep":
        s.apply(s.legal()[-1])
    names = fronts if side == "soviet" else armies
    do(s, *(f"entrain {name}" for name in names))
    assert {where(s, name) for name in names} == {"rail"} and s.owed == 0


@rule("9.1.3", "5.3.1")
def test_no_pioneer_repairs_the_railways_of_turns_1_and_2():
    s = situation(turn=2, axis={"9th Army": "1108"}, axis_hand=["railway-pioneers"])
    assert why_not(s, "railway-pioneers") == "The railways are disrupted on turns 1 and 2."


@event("brandenburgers", "rail-war")
@rule("5.3.1", "9.1")
@pytest.mark.parametrize(
    ("id_", "side", "name"), [("brandenburgers", "soviet", "West Front"), ("rail-war", "axis", "9th Army")]
)
def test_cut_railways_take_nobody(id_, side, name):
    other = "axis" if side == "soviet" else "soviet"
    armies = {"axis": {"9th Army": "1108"}, "soviet": {"West Front": "1620"}}
    s = situation(turn=4, side=side, **armies, **{f"{other}_hand": [id_]})
    assert s.side == other
    play(s, id_)
    assert s.side == side and refused(s, f"entrain {name}") == "9.1"
    do(s, "end movement")
    assert asked(s) != "StrategicReserve", "nor is there a Strategic Reserve (14.12)"


@event("brandenburgers")
@rule("O.5", book="no-retreat-digital")
def test_digital_railways_are_cut_before_the_organization_phase():
    s = situation(
        edition="digital-1.1",
        turn=4,
        side="soviet",
        phase="organization",
        soviet={"West Front": "1620"},
        axis_hand=["brandenburgers"],
    )
    assert s.side == "axis"
    play(s, "brandenburgers")
    assert asked(s) != "ReorganizationStep", "nobody can entrain, so nothing is asked"


@event("maskirovka")
@rule("5.3.1", "9.2", "16.0")
def test_maskirovka_brings_an_entrained_unit_on_the_map_when_the_enemy_has_moved():
    """As in the example of play: in the Axis Movement Phase, once all moves are made."""
    s = situation(axis={"9th Army": "1110"}, soviet={"Reserve Front": "rail"}, soviet_hand=["maskirovka"])
    do(s, "end movement")
    assert s.side == "soviet"
    play(s, "maskirovka")
    do(s, "Maskirovka brings Reserve Front to 1718")
    assert where(s, "Reserve Front") == "1718" and s.reserve == -1


@event("maskirovka")
@rule("5.3.1")
def test_in_the_own_movement_phase_a_unit_so_detrained_moves_no_more():
    s = situation(side="soviet", soviet={"Reserve Front": "rail", "West Front": "1620"}, soviet_hand=["maskirovka"])
    play(s, "maskirovka")
    do(s, "Maskirovka brings Reserve Front to 1718")
    assert where(s, "Reserve Front") == "1718" and reach(s, "Reserve Front") == set()
    s = situation(side="soviet", soviet={"West Front": "1620"}, soviet_hand=["maskirovka"])
    assert why_not(s, "maskirovka") == "No unit of yours could detrain now."


# -- ships --------------------------------------------------------------------------------------------------------


@event("black-sea-fleet")
@rule("5.3.1")
def test_the_black_sea_fleet_lands_a_unit_on_a_free_coast():
    """Not where a unit is (512), not in an enemy zone of control (812, 811), not in an enemy city (Odessa, 811)."""
    s = situation(
        side="soviet",
        phase="detraining",
        axis={"11th Army": "912"},
        axis_holds=["Odessa"],
        soviet={"West Front": "rail", "Sevastopol Front": "512"},
        soviet_hand=["black-sea-fleet"],
    )
    play(s, "black-sea-fleet")
    spots = {s.game.place_id(action.place) for action in s.legal()}
    assert "513" in spots and not spots & {"512", "811", "812", "2212"}
    do(s, "Black Sea Fleet brings West Front to 513")
    assert where(s, "West Front") == "513"


@event("baltic-evacuation")
@rule("5.3.1", "9.1.2")
def test_the_baltic_evacuation_takes_two_units_off_the_coast_supplied_or_not():
    s = situation(
        turn=24,
        axis={"16th Army": "2310", "18th Army": "2311", "9th Army": "2213"},
        unsupplied=["16th Army"],
        axis_hand=["baltic-evacuation"],
    )
    play(s, "baltic-evacuation")
    assert legal(s) == {"Baltic Evacuation evacuates 16th Army", "Baltic Evacuation evacuates 18th Army"}
    do(s, "Baltic Evacuation evacuates 16th Army", "Baltic Evacuation evacuates 18th Army")
    assert (where(s, "16th Army"), where(s, "18th Army"), where(s, "9th Army")) == ("rail", "rail", "2213")
    assert not marked(s, "16th Army", 1)


@rule("9.1.2")
def test_the_evacuation_stops_when_the_box_is_full():
    full = {"6th Army": "rail", "4th Army": "rail"}
    s = situation(turn=24, axis={"16th Army": "2310", "18th Army": "2311", **full}, axis_hand=["baltic-evacuation"])
    play(s, "baltic-evacuation")
    do(s, "Baltic Evacuation evacuates 16th Army")
    assert where(s, "18th Army") == "2311" and asked(s) == "MovementPhase"


# -- fuel ---------------------------------------------------------------------------------------------------------


@event("fuel-reserve")
@rule("5.3.1", "13.5")
def test_a_fuel_reserve_gives_german_armor_its_bonuses_back():
    s = situation(turn=24, axis={"1st Panzer": "1214"}, soviet={"South Front": "1215"}, axis_hand=["fuel-reserve"])
    assert why_not(s, "fuel-reserve") == "Your armor lacks no fuel."
    s.oil_lost = 20
    panzer = unit(s, "1st Panzer")
    assert not odds.has_fuel(s, panzer)
    play(s, "fuel-reserve")
    assert odds.has_fuel(s, panzer)
    do(s, "end movement")
    assert asked(s) == "VoluntaryAttacks" and odds.has_fuel(s, panzer), "in the Combat Phase of this turn"
    do(s, "no more targets")
    assert not s.phase_mods


@rule("5.3")
def test_cards_are_clicked_beside_units_in_the_movement_phase():
    s = situation(axis={"1st Panzer": "1110"})
    give(s, "axis", "panzerblitz")
    (card,) = s.hand(0)
    assert ("card", card) in s.handles()
    (shown,) = s.show(("card", card))
    assert shown.do == "play Panzerblitz!" and shown.clicks == [f"card:{card}"]

"""[10.1] Declaring all battles."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import mods
from rasputitsa.titles.no_retreat.combat.declare import possible_blows, possible_targets, target_limit

from .combat import IDLE, allowed, asked, attack, declare, field, join, launch, legal, roll, said, start
from .situation import do, place, refused, where

RING = ("1216", "1315", "1314", "1214", "1114", "1115")
"""The hexes round 1215, all clear."""


@rule("10.0", "10.1")
def test_any_enemy_next_to_a_unit_may_be_a_target_and_nobody_else():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215", "West Front": "1217"})
    assert legal(s) == {"target 1215", "no more targets"}
    assert refused(s, "target 1217") == "10.3.3"
    assert refused(s, "target 1213") == "10.1"


@rule("10.1")
def test_an_attack_across_a_lake_cannot_be_declared():
    leningrad = {"Leningrad Front": "2417"}
    assert possible_targets(field(phase=None, axis={"9th Army": "2418"}, soviet=leningrad)) == 0
    assert possible_targets(field(phase=None, axis={"9th Army": "2317"}, soviet=leningrad)) == 1 << place("2417")


@rule("10.1")
def test_five_target_markers_and_no_more():
    axis = {"9th Army": "1215", "2nd Panzer": "1213"}
    fronts = ("South Front", "West Front", "Northwest Front", "Reserve Front", "Central Front", "Kalinin Front")
    s = field(axis=axis, soviet=dict(zip(fronts, RING, strict=True)))
    for hex_ in RING[:5]:
        do(s, f"target {hex_}")
    assert s.targets == [place(h) for h in RING[:5]]
    assert asked(s) != "VoluntaryAttacks", "the sixth hex cannot be declared any more"


@rule("10.1", "13.1", "13.5")
@pytest.mark.parametrize(
    ("turn", "weather", "side", "limit"),
    [
        (4, "snow", "axis", 5),
        (11, "long-winter", "axis", 3),
        (11, "long-winter", "soviet", 5),
        (19, "clear", "axis", 5),
        (20, "clear", "axis", 3),
        (25, "clear", "axis", 3),
        (26, "clear", "axis", 1),
        (26, "clear", "soviet", 5),
    ],
)
def test_long_winter_and_the_late_war_leave_the_axis_fewer_target_markers(turn, weather, side, limit):
    s = field(turn=turn, weather=weather, side=side, axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    assert target_limit(s) == limit


@rule("13.5")
def test_with_one_target_marker_the_second_target_is_refused():
    s = field(turn=26, axis={"9th Army": "1214"}, soviet={"South Front": "1215", "West Front": "1114"})
    do(s, "target 1215")
    assert s.targets == [place("1215")] and asked(s) != "VoluntaryAttacks"


@rule("10.1")
def test_events_limit_the_targets_or_add_to_them_up_to_five():
    s = field(turn=26, axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    mods.add_phase(s, mods.EXTRA_TARGETS, 0, 2)
    assert target_limit(s) == 3
    mods.add_phase(s, mods.EXTRA_TARGETS, 0, 9)
    assert target_limit(s) == 5
    mods.add_phase(s, mods.LIMIT_TARGETS, 0, 2)
    assert target_limit(s) == 2


@rule("10.1.1")
def test_disorganized_units_do_not_attack_of_their_own_will():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, disorganized=["9th Army"])
    assert asked(s) != "VoluntaryAttacks"
    s = field(
        axis={"9th Army": "1214", "6th Army": "1013"},
        soviet={"South Front": "1215", "West Front": "1014"},
        disorganized=["9th Army"],
    )
    assert refused(s, "target 1215") == "10.1.1"


@rule("10.1.1", "14.1", "14.9")
def test_forts_and_cadres_do_not_attack_of_their_own_will():
    s = field(
        side="soviet",
        soviet={"Moscow Front": "1215 full", "Ostatky": "1115", "South Front": "1013"},
        axis={"9th Army": "1114", "6th Army": "1014"},
    )
    assert legal(s) == {"target 1014", "no more targets"}
    assert refused(s, "target 1114") == "10.1.1"


# -- [10.1.2] counterblows ----------------------------------------------------------------------------------------


def blow_situation(**how):
    how = {
        "axis": {"9th Army": "1214", "6th Army": "1314"},
        "soviet": {"South Front": "1215", "West Front": "1315"},
        "soviet_hand": [IDLE],
        **how,
    }
    return field(**how)


@rule("10.1.2", "5.4")
def test_a_counterblow_costs_a_card_and_the_hex_must_be_attacked():
    s = blow_situation()
    do(s, "no more targets")
    assert s.side == "soviet" and allowed(s, "counterblow from 1215")
    do(s, "counterblow from 1215")
    assert asked(s) == "Pay"
    s.apply(s.legal()[0])
    assert s.hand(1) == () and s.blows == [place("1215")]
    assert s.side == "axis" and asked(s) == "Battles", "without a card there is no second counterblow"
    assert {a for a in legal(s) if "joins" in a} == {
        "9th Army joins the attack on 1215",
        "6th Army joins the attack on 1215",
    }


@rule("10.1.2")
def test_without_a_card_there_is_no_counterblow():
    s = blow_situation(soviet_hand=[])
    do(s, "no more targets")
    assert asked(s) != "Counterblows" and s.blows == []


@rule("10.1.2")
def test_an_events_counterblow_costs_nothing():
    s = blow_situation(soviet_hand=[])
    s.free_blows = 1
    do(s, "no more targets", "counterblow from 1315")
    assert s.blows == s.fields == [place("1315")] and s.free_blows == 0, "the only attacker there is has begun"


@rule("10.1.2")
def test_a_target_hex_gives_no_counterblow():
    s = blow_situation()
    do(s, "target 1215", "no more targets")
    assert refused(s, "counterblow from 1215") == "10.1.2"


@rule("10.1.2")
def test_a_hex_with_white_units_only_gives_no_counterblow():
    s = blow_situation(soviet={"Moscow Front": "1215 full", "West Front": "1315"})
    do(s, "no more targets")
    assert refused(s, "counterblow from 1215") == "10.1.2"
    assert allowed(s, "counterblow from 1315")


@rule("10.1.2")
def test_a_hex_that_no_enemy_is_next_to_gives_no_counterblow():
    s = blow_situation(soviet={"South Front": "1215", "West Front": "1218"})
    do(s, "no more targets")
    assert refused(s, "counterblow from 1218") == "10.1.2"


@rule("10.1.2.2")
@rule("10.1.2")
def test_white_units_take_no_part_in_a_counterblow_but_retreat_with_the_rest():
    s = field(
        side="soviet",
        axis={"6th Army": "1215", "1st Kampfgruppe": "1215"},
        soviet={"South Front": "1216", "West Front": "1315"},
        axis_hand=["fedor-von-bock"],
    )
    do(s, "no more targets", "counterblow from 1215")
    s.apply(s.legal()[0])
    attack(s, "1215", "South Front", "West Front")
    assert [s.game.names[u] for u in s.defenders] == ["6th Army"]
    roll(s, 5)  # 7 to 4 is 3:2 on the Soviet table: EX
    assert where(s, "1st Kampfgruppe") == "1215", "no loss for the cadre"


@rule("10.1.2", "10.7.3")
def test_disorganized_and_white_units_answer_a_counterblow():
    s = blow_situation(axis={"9th Army": "1214", "1st Kampfgruppe": "1314"}, disorganized=["9th Army"])
    assert s.side == "soviet", "nothing may be declared, but the other side may strike"
    do(s, "counterblow from 1215")
    s.apply(s.legal()[0])
    assert legal(s) == {"9th Army joins the attack on 1215", "1st Kampfgruppe joins the attack on 1215"}


@rule("10.1.2", "10.1")
def test_markers_left_by_a_cb_result_count_among_the_five():
    s = blow_situation(soviet_hand=[IDLE, "za-rodinu"])
    do(s, "no more targets")
    s.blows = [place(h) for h in ("1718", "1719", "1720", "1721")]
    s.memo.clear()
    do(s, "counterblow from 1215")
    s.apply(s.legal()[0])
    assert asked(s) != "Counterblows"
    assert len(s.blows) == 5


@rule("10.1", "13.1", "13.5", "13.5.8", "10.1.2")
@pytest.mark.parametrize(
    ("turn", "weather", "more"), [(26, "clear", False), (11, "long-winter", True), (5, "clear", True)]
)
def test_fewer_markers_mean_fewer_counterblows(turn, weather, more):
    s = counterblow_twice("board", turn, weather)
    assert allowed(s, "counterblow from 1114") == more


@rule("10.1", "13.1.5")
def test_in_a_long_winter_the_axis_gives_three_counterblows_and_the_soviets_five():
    s = field(turn=11, weather="long-winter", side="soviet", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.blows = [place("1415"), place("1416"), place("1417")]
    assert not possible_blows(s, free=True)
    s = field(turn=11, weather="long-winter", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.blows = [place("1415"), place("1416"), place("1417")]
    assert possible_blows(s, free=True)


@rule("B.1", book="no-retreat-digital")
def test_in_the_digital_editions_fewer_targets_are_not_fewer_counterblows():
    s = counterblow_twice("digital-1.1", 26, "clear")
    assert allowed(s, "counterblow from 1114")


def counterblow_twice(edition: str, turn: int, weather: str):
    """The Axis has given one Counterblow and holds a card for another."""
    s = field(
        edition=edition,
        turn=turn,
        weather=weather,
        side="soviet",
        axis={"9th Army": "1214", "6th Army": "1114"},
        soviet={"South Front": "1215"},
        axis_hand=["fedor-von-bock", "das-vaterland"],
    )
    do(s, "no more targets", "counterblow from 1214")
    s.apply(s.legal()[0])
    return s


# -- markers of the turn before (10.7) ----------------------------------------------------------------------------


@rule("10.7", "10.7.3")
def test_a_counterblow_from_the_turn_before_must_be_attacked_if_anyone_is_adjacent():
    s = field(phase=None, side="soviet", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.blows = [place("1214")]
    start(s, "soviet")
    assert s.attackers == [s.game.unit["south"]], "the only battle there is begins by itself"


@rule("10.7.8")
@rule("10.7")
def test_a_counterblow_that_everyone_moved_away_from_has_no_effect():
    s = field(phase=None, axis={"9th Army": "1214"}, soviet={"South Front": "1217"})
    s.blows = [place("1214")]
    start(s, "soviet")
    assert s.blows == [] and said(s, "Nobody answers the counterblow")


@rule("10.1")
def test_a_hex_with_a_counterblow_marker_takes_no_target_marker():
    s = field(
        phase=None,
        axis={"9th Army": "1214", "6th Army": "1114"},
        soviet={"South Front": "1215", "West Front": "1115"},
    )
    s.blows = [place("1214")]
    start(s, "soviet")
    assert refused(s, "target 1214") == "10.1"
    declare(s, "1114")
    join(s, "1114", "West Front")
    launch(s)
    assert s.fields == [place("1114")]

"""[10.1], [10.8] The events on a whole Combat Phase, on counterblows and on advances, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.events.window import open_window

from .combat import DR, asked, attack, field, given, legal, reckoned, said, shifts, start
from .events import event, is_discarded, play
from .situation import do, refused, unit, where

FIVE = {
    "South Front": "1215",
    "West Front": "1216",
    "Central Front": "1314",
    "Kalinin Front": "1113",
    "Don Front": "1015",
}


def won(**how):
    """9th Army has beaten South Front out of 1215; before the advance."""
    s = field(**{"axis": {"9th Army": "1214"}, "soviet": {"South Front": "1215"}, **how})
    while asked(s) == "EventWindow":
        do(s, "no event")
    attack(s, "1215", "9th Army")
    drive_back(s)
    return s


def drive_back(s) -> None:
    """The die says DR, and the beaten units go."""
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])


def farthest(s, name: str) -> int:
    """How many hexes a unit may advance."""
    return max(len(action.path) for action in s.legal(("piece", unit(s, name))))


# -- the phase ----------------------------------------------------------------------------------------------------


@event("fliegerkorps", "shturmovik", "air-supremacy")
@rule("5.3.1", "10.6.2")
@pytest.mark.parametrize(
    ("id_", "side", "turn", "more"),
    [("fliegerkorps", "axis", 2, 1), ("shturmovik", "soviet", 2, 1), ("air-supremacy", "soviet", 24, 2)],
)
def test_air_forces_bring_more_support_markers(id_, side, turn, more):
    s = field(
        turn=turn, side=side, axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, **{f"{side}_hand": [id_]}
    )
    assert s.side == side
    play(s, id_)
    assert s.supports[0 if side == "axis" else 1] == more


@event("soviet-logistic-problems", "broken-roads")
@rule("5.3.1", "10.1")
@pytest.mark.parametrize(
    ("id_", "edition", "side", "turn", "limit"),
    [
        ("soviet-logistic-problems", "board", "soviet", 14, 3),
        ("broken-roads", "digital-1.1", "axis", 2, 4),
    ],
)
def test_the_enemy_may_place_fewer_target_markers(id_, edition, side, turn, limit):
    """6th Army stands among five Fronts; every hex next to an attacker of the other side would be a target."""
    axis = {"9th Army": "1214", "6th Army": "1115", "17th Army": "1114", "4th Army": "1315", "11th Army": "1112"}
    other = "axis" if side == "soviet" else "soviet"
    s = field(edition=edition, turn=turn, side=side, axis=axis, soviet=FIVE, **{f"{other}_hand": [id_]})
    assert s.side == other
    play(s, id_)
    while asked(s) == "VoluntaryAttacks" and len(s.legal()) > 1:
        s.apply(s.legal()[0])
    assert len(s.targets) == limit


@event("spring-awakening")
@rule("5.3.1", "13.5")
def test_spring_awakening_gives_two_more_targets_and_a_marker():
    """From turn 26 the Axis has one Target marker."""
    s = field(turn=26, axis={"6th Army": "1214"}, soviet=FIVE, axis_hand=["spring-awakening"])
    play(s, "spring-awakening")
    assert s.supports[0] == 1
    while asked(s) == "VoluntaryAttacks" and len(s.legal()) > 1:
        s.apply(s.legal()[0])
    assert len(s.targets) == 3


@event("spring-awakening")
def test_spring_awakening_is_no_use_to_a_side_with_all_its_markers():
    s = field(turn=8, axis={"6th Army": "1214"}, soviet=FIVE, axis_hand=["spring-awakening"])
    assert asked(s) == "VoluntaryAttacks"


@event("winter-equipment")
@rule("5.3.1", "13.1")
def test_winter_equipment_spares_axis_attacks_the_shift_for_snow():
    s = field(turn=10, weather="snow", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    assert shifts(reckoned(s, "1215", "9th Army")) == {"snow": -1}
    s = field(
        turn=10,
        weather="snow",
        axis={"9th Army": "1214"},
        soviet={"South Front": "1215"},
        axis_hand=["winter-equipment"],
    )
    play(s, "winter-equipment")
    found = reckoned(s, "1215", "9th Army")
    assert shifts(found) == {} and found.table == "soviet", "the table to be used does not change"
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, axis_hand=["winter-equipment"])
    assert asked(s) == "VoluntaryAttacks", "in summer it is not asked for"


@event("na-berlin")
@rule("5.3.1", "10.8")
def test_na_berlin_lengthens_every_advance_of_the_phase():
    fronts = {"West Front": "1215 full"}
    s = field(turn=14, side="soviet", axis={"9th Army": "1214"}, soviet=fronts, soviet_hand=["na-berlin"])
    play(s, "na-berlin")
    attack(s, "1214", "West Front")
    drive_back(s)
    assert farthest(s, "West Front") == 3, "two hexes and one"


@event("major-offensive")
@rule("5.3.1", "12.7")
@pytest.mark.parametrize("attacks", [4, 3])
def test_a_major_offensive_must_attack_four_hexes_or_costs_two_points(attacks):
    """The card costs another and draws three; the reckoning comes at the end of the Combat Phase."""
    armies = {"6th Army": "1214", "9th Army": "1216", "4th Army": "1314", "17th Army": "1114"}
    fronts = {"West Front": "1215", "South Front": "1315"}
    s = field(turn=14, phase=None, axis=armies, soviet=fronts, soviet_hand=["major-offensive", "heroes"])
    s.phasing = 1
    open_window(s, "card", 1)
    s.settle()
    play(s, "major-offensive")
    do(s, "discard B03 Paul von Kleist / Heroes of the Soviet Union")
    for _ in range(3):
        assert s.side == "chance"
        s.apply(s.legal()[0])
    assert len(s.hand(1)) == 3 and is_discarded(s, "major-offensive")
    promise = s.effects[:]
    start(s, "soviet")
    s.effects = promise
    while asked(s) == "EventWindow":
        do(s, "no event")
    for hex_ in ("1214", "1216", "1314", "1114")[:attacks]:
        do(s, f"target {hex_}")
    while s.game.phases[s.phase].id == "combat":
        s.apply(s.legal()[-1])
    assert said(s, "The Axis score 2 VPs: too few hexes were attacked in the great offensive: 3") is (attacks == 3)


# -- counterblows -------------------------------------------------------------------------------------------------


@event("spoiling-attack", "nikolai-vatutin")
@rule("5.3.1", "10.1.2")
@pytest.mark.parametrize(("id_", "side", "free"), [("spoiling-attack", "soviet", 1), ("nikolai-vatutin", "axis", 2)])
def test_counterblow_markers_for_no_card(id_, side, free):
    other = "axis" if side == "soviet" else "soviet"
    s = field(
        side=side,
        axis={"9th Army": "1214", "6th Army": "1114", "4th Army": "1115"},
        soviet={"South Front": "1215", "West Front": "1314", "Central Front": "1216"},
        **{f"{other}_hand": [id_]},
    )
    do(s, "no more targets")
    assert s.side == other
    play(s, id_)
    assert s.hand(0 if other == "axis" else 1) == () and s.free_blows == free
    blows = 0
    while asked(s) == "Counterblows":
        s.apply(s.legal()[0])
        blows += 1
    assert blows == free and len(s.blows) == free


@event("spoiling-attack")
def test_a_free_counterblow_needs_a_hex_that_could_give_one():
    s = field(side="soviet", axis={"9th Army": "1214"}, soviet={"South Front": "1216"}, axis_hand=["spoiling-attack"])
    assert asked(s) != "EventWindow", "no enemy is near"


@event("operational-reserves", "panzer-reserve")
@rule("5.3.1", "10.1.2")
@pytest.mark.parametrize(
    ("id_", "edition", "turn", "mover", "farthest_", "idle"),
    [
        ("operational-reserves", "board", 2, "6th Army", 3, "9th Army"),
        ("panzer-reserve", "digital-1.1", 14, "1st Panzer", 4, "6th Army"),
    ],
)
def test_a_reserve_moves_up_in_the_enemys_counterblows_step(id_, edition, turn, mover, farthest_, idle):
    """9th Army is in a Target hex and stays; the reserve may join it."""
    axis = {"9th Army": "1214", "6th Army": "1110", "1st Panzer": "1009"}
    s = field(edition=edition, turn=turn, side="soviet", axis=axis, soviet={"South Front": "1215"}, axis_hand=[id_])
    do(s, "target 1214")
    if asked(s) == "VoluntaryAttacks":
        do(s, "no more targets")
    assert s.side == "axis"
    play(s, id_)
    movers = {action.unit for action in s.legal()}
    assert unit(s, mover) in movers and unit(s, idle) not in movers
    found = [action for action in s.legal() if action.unit == unit(s, mover)]
    away = s.game.topology.distance
    assert max(away(action.frm, action.to) for action in found) == farthest_
    s.apply(found[-1])
    assert s.place[unit(s, mover)] == found[-1].to


@event("operational-reserves")
@rule("5.3.1")
def test_a_reserve_must_be_in_supply_and_obeys_zones_of_control():
    axis = {"9th Army": "1214", "6th Army": "1114"}
    s = field(side="soviet", axis=axis, soviet={"South Front": "1215"}, axis_hand=["operational-reserves"])
    do(s, "target 1214")
    if asked(s) == "VoluntaryAttacks":
        do(s, "no more targets")
    play(s, "operational-reserves")
    assert refused(s, "6th Army 1114-1314") == "8.1", "not from one zone of control into another"
    assert refused(s, "6th Army 1114-1214") == "", "unless a friend is there"
    do(s, "6th Army 1114-1214")
    assert where(s, "6th Army") == "1214"
    hand = {"axis_hand": ["operational-reserves"], "unsupplied": ["6th Army"]}
    s = field(side="soviet", axis=axis, soviet={"South Front": "1215"}, **hand)
    do(s, "target 1214")
    assert asked(s) != "EventWindow"


# -- advances -----------------------------------------------------------------------------------------------------


@rule("5.0.3")
@event("general-staff", "rasputitsa")
@rule("5.0", "5.3.1", "10.8")
def test_general_staff_then_rasputitsa_leaves_one_hex_of_advance():
    """The rule book's example: +1 hex, then the limit of one hex; played in that order one hex is left."""
    s = won(axis_hand=["general-staff"])
    assert s.side == "axis"
    play(s, "general-staff")
    assert farthest(s, "9th Army") == 3
    s = won(soviet_hand=["rasputitsa"])
    assert s.side == "soviet"
    play(s, "rasputitsa")
    assert farthest(s, "9th Army") == 1


@rule("5.0.4")
@rule("5.0")
def test_the_side_with_the_initiative_plays_first_or_waits_for_the_other():
    """The rule book's example: with General Staff first one hex is left, with Rasputitsa first there are two."""
    hands = {"edition": "digital-1.1", "axis_hand": ["general-staff"], "soviet_hand": ["rasputitsa"]}
    s = won(**hands)
    assert s.side == "axis" and legal(s) == {"play General Staff", "no event", "wait for the enemy's event"}
    do(s, "play General Staff", "play Rasputitsa")
    assert farthest(s, "9th Army") == 1
    s = won(**hands)
    do(s, "wait for the enemy's event", "play Rasputitsa", "play General Staff")
    assert farthest(s, "9th Army") == 2


@rule("5.0")
def test_who_waited_in_vain_is_asked_again_and_who_passed_is_asked_if_the_other_plays():
    hands = {"edition": "digital-1.1", "axis_hand": ["general-staff"], "soviet_hand": ["rasputitsa"]}
    s = won(**hands)
    do(s, "wait for the enemy's event", "no event")
    assert s.side == "axis" and legal(s) == {"play General Staff", "no event"}
    do(s, "play General Staff")
    assert s.side == "soviet", "now the Soviets know what they have to answer"
    s = won(**hands)
    do(s, "no event", "no event")
    assert asked(s) == "AdvanceStep"
    s = won(**hands)
    do(s, "no event", "play Rasputitsa")
    assert s.side == "axis" and "play General Staff" in legal(s)


@event("bridgehead", "konstantin-rokossovsky")
@rule("5.3.1", "10.8")
@pytest.mark.parametrize("id_", ["bridgehead", "konstantin-rokossovsky"])
def test_an_event_of_the_attack_lengthens_the_advance_after_it(id_):
    s = field(turn=14, side="soviet", axis={"9th Army": "1214"}, soviet={"West Front": "1215 full"}, soviet_hand=[id_])
    attack(s, "1214", "West Front")
    play(s, id_)
    drive_back(s)
    assert farthest(s, "West Front") == 3


@event("ski-battalions", "deep-raid")
@rule("5.3.1", "10.8.1")
@pytest.mark.parametrize(
    ("id_", "edition", "side"), [("ski-battalions", "board", "soviet"), ("deep-raid", "digital-1.1", "axis")]
)
def test_terrain_does_not_stop_the_advance(id_, edition, side):
    """1414 is a forest: it would end the advance."""
    victor, loser = ("West Front", "9th Army") if side == "soviet" else ("9th Army", "West Front")
    axis, soviet = ("1414", "1415 full") if side == "soviet" else ("1415", "1414")
    how = {"edition": edition, "side": side, "axis": {"9th Army": axis}, "soviet": {"West Front": soviet}}
    how["weather"] = "snow" if side == "soviet" else "clear"
    for hand, expected in (((), 1), ((id_,), 2)):
        s = field(**how, **{f"{side}_hand": hand})
        attack(s, "1414", victor)
        drive_back(s)
        if hand:
            play(s, id_)
        assert farthest(s, victor) == expected
    assert where(s, loser) != "1414"


@rule("5.3.1")
@pytest.mark.parametrize(("weather", "asks"), [("clear", False), ("snow", True)])
def test_ski_battalions_ski_in_snow_only(weather, asks):
    s = field(turn=8, side="soviet", weather=weather, axis={"9th Army": "1414"}, soviet={"West Front": "1415 full"},
              soviet_hand=["ski-battalions"])  # fmt: skip
    attack(s, "1414", "West Front")
    drive_back(s)
    assert (asked(s) == "BothWindow") is asks

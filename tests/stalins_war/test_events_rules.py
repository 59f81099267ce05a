"""[7.5.1, 7.5.2] Events in general: when they may be played, where reinforcements enter, what becomes of the card."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, entry
from rasputitsa.titles.stalins_war.actions.rounds import PlayEvent
from rasputitsa.titles.stalins_war.components import CARD, CARDS
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.lexicon import CARD_NAMES
from rasputitsa.titles.stalins_war.state import (
    AX,
    AXIS,
    DISCARDED,
    EVENT,
    GE,
    GONE,
    MOBILIZATION,
    OPS,
    PZ,
    REINFORCEMENT,
    RP,
    SIDES,
    SOVIET,
    SU,
)

from .events import event, finish, held, order, play, where, why_no_event
from .situation import act, at, can, choices, place, refused, unit

ALL = [card.id for card in CARDS]

# The cards as they are meant to be, in the order of their numbers: Axis, then Soviet. Changed data must show here.
OPS_OF = (
    "32334234231313242242233114333232442213232332311322223223334342432433132332222314434433333242434322223232233334"
)
ASTERISKS = (
    "*********..***.*****.**.**********......*******.*..**..********.****.*.*..***********************........*****"
)
AXIS_RPS = """
    211 112 212 211 311 111 211 311 111 210 100 120 101 210 111 321 110 210 321 111 111 201 220 110 100 431 321 320 320
    212 320 310 330 331 220 220 200 311 310 230 310 311 230 400 321 201 210 330 211 310 220 212 221 211 310"""
SOVIET_RPS = "3334342432433132332222314434433333242434322223232233334"
TURNS_OF = """
    2-18 2-18 5-18 3-18 5-18 1-18 1-18 1-18 1-18 1-18 1-18 2-18 1-18 5-9 1-18 1-18 2-8 1-18 1-2 1-18 1-18 3-8 1-18 1-9
    1-18 7-18 7-18 10-18 12-18 12-18 14-18 16-18 7-18 9-10 7-18 10-18 13-18 7-18 12-18 7-18 12-18 10-18 7-18 15-18 7-18
    15-18 16-18 7-18 7-18 7-18 7-18 12-16 16-18 7-18 8-18
    2-18 2-18 2-18 2-18 2-18 2-18 1-18 1-18 1-18 1-18 1-18 3-18 1-18 1-8 1-18 3-18 4-18 1-18 1-18 1-18 1-18 1-18 1-18
    1-18 6-18 7-18 8-18 9-18 10-18 10-18 12-18 13-18 15-18 10-18 10-18 13-18 15-16 13-18 7-18 10-18 13-18 14-18 9-18
    7-18 12-18 8-18 8-18 8-18 8-18 10-18 10-18 10-18 8-18 7-18 16-18"""


# -- every card for OPS and for RPs ---------------------------------------------------------------------------------


@rule("7.3.1", "7.5.1c", "2.3.2")
@pytest.mark.parametrize("name", ALL)
def test_every_card_gives_its_ops_and_stays_in_the_game(name: str) -> None:
    s = held(name, turn=6, played=False)
    act(s, f"{CARD_NAMES[CARD_NUMBER[name]]} for OPS")
    assert (s.kind, s.ops, s.step.name) == (OPS, int(OPS_OF[CARD_NUMBER[name]]), "Movement")
    assert where(s, name) == DISCARDED and not s.has_played(CARD_NUMBER[name]) and not s.effects


@rule("7.4.1", "7.5.1c", "2.3.2")
@pytest.mark.parametrize("name", ALL)
def test_every_card_gives_its_rps_and_stays_in_the_game(name: str) -> None:
    s = held(name, turn=6, played=False)
    act(s, f"{CARD_NAMES[CARD_NUMBER[name]]} for RPs")
    number = CARD[name].number - 1
    points = AXIS_RPS.split()[number] + "0" if CARD[name].side == "axis" else "000" + SOVIET_RPS[number]
    assert [s.rp[kind] for kind in (GE, PZ, AX, SU)] == [2 * int(n) for n in points]
    side = SIDES.index(CARD[name].side)
    assert s.before[side] == RP and where(s, name) == DISCARDED and not s.has_played(CARD_NUMBER[name])


# -- 7.5.1 ----------------------------------------------------------------------------------------------------------

EVENTS = [name for name in ALL if "round" in CARD[name].timing]


@rule("7.5.1a", "7.5.1c")
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_on_an_empty_map_is_played_to_its_end(name: str) -> None:
    """7.5.1b It may be played even if little or nothing happens; an asterisk takes it out of the game."""
    s = held(name)
    s.advanced_before = s.fought_before = -1
    finish(play(s, name))
    assert s.step.name in ("ChooseAction", "Movement") and not s.check()
    assert s.has_played(CARD_NUMBER[name])
    if name != "axis-10":
        assert where(s, name) == (GONE if ASTERISKS[CARD_NUMBER[name]] == "*" else DISCARDED)


@rule("7.5.1a")
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_for_the_turns_on_its_card(name: str) -> None:
    first, last = map(int, TURNS_OF.split()[CARD_NUMBER[name]].split("-"))
    for turn, allowed in ((first - 1, False), (first, True), (last, True), (last + 1, False)):
        if 2 <= turn <= 18:
            s = held(name, turn=turn)
            s.advanced_before = s.fought_before = -1
            assert (why_no_event(s, name) == "") == allowed, turn


@rule("7.5.1a")
def test_no_unit_moves_in_an_event_that_does_not_say_so() -> None:
    s = event("soviet-13", soviet={"West Front": "2722"})
    assert s.active == AXIS and not s.moved


@rule("7.5.1b", "3.0.3")
def test_an_event_without_effect_may_be_played_but_not_one_without_its_prerequisite() -> None:
    s = event("axis-21")
    assert where(s, "axis-21") == DISCARDED and s.active == SOVIET
    s = held("soviet-43", played=False)
    assert why_no_event(s, "soviet-43") == "3.0"
    assert order("soviet-43") not in choices(s, PlayEvent)


@rule("7.5.1", "7.3.2")
def test_an_event_resets_the_consecutive_count_even_if_it_grants_ops() -> None:
    for name in ("axis-07", "axis-18"):
        s = held(name, turn=6)
        s.count[AXIS] = 3
        play(s, name)
        assert s.count[AXIS] == 0


@rule("7.5.1", "7.3.2", "15.1.1")
def test_an_event_in_the_mud_leaves_the_count() -> None:
    s = held("axis-18", turn=5, round=1)
    s.count[AXIS] = 3
    play(s, "axis-18")
    assert s.count[AXIS] == 3


@rule("7.2.5", "18.1.1")
def test_an_event_that_grants_ops_is_an_ops_round_with_banked_ops_and_the_full_points() -> None:
    s = held("soviet-51", soviet={"West Front": "2427", "13R Army": "2722"}, axis={"9th Army": "2426"})
    s.count[SOVIET], s.banked[SOVIET] = 3, 1
    play(s, "soviet-51")
    assert s.kind == EVENT and (s.ops, s.banked[SOVIET]) == (3, 1) and can(s, "13R Army 2722-2720 by rail")
    act(s, "13R Army 2722-2720 by rail", "West Front 2427-2527")
    assert s.ops == 1


@rule("15.1.1", "15.1.1.2")
@pytest.mark.parametrize("name", [n for n in EVENTS if any(isinstance(e, playing.kinds.Ops) for e in CARD[n].effects)])
def test_no_event_gives_ops_in_the_mud(name: str) -> None:
    turn = next(t for t in (5, 9, 13, 17) if CARD[name].turns[0] <= t <= CARD[name].turns[1])
    s = held(name, turn=turn, round=2)
    s.advanced_before = s.fought_before = -1
    if "no-rasputitsa" in CARD[name].conditions:
        assert why_no_event(s, name) == "7.5.1a"
    else:
        finish(play(s, name))
        assert s.step.name == "ChooseAction" and s.ops == 0


# -- 7.5.2 ----------------------------------------------------------------------------------------------------------


@rule("7.5.2a")
def test_one_reinforcement_card_a_turn_and_none_on_turn_1() -> None:
    s = held("axis-01")
    s.reinforcements[AXIS] = 1
    assert why_no_event(s, "axis-01") == "7.5.2a"
    assert why_no_event(held("axis-01", turn=1, round=1), "axis-01") == "4.4.1"
    s = finish(event("axis-01", turn=6))
    assert s.reinforcements[AXIS] == 1 and s.before[AXIS] == REINFORCEMENT


@rule("7.5.2b")
def test_reinforcements_that_cannot_be_placed_are_removed_for_good() -> None:
    axis = dict.fromkeys(("RO 3rd Army", "RO 6 Corps", "RO 2 Corps"), "1429")
    s = event("axis-02", axis=axis)
    assert s.step.name == "Placing"
    act(s, "RO Cav Corps arrives in 1429")
    finish(s)
    assert at(s, "RO Mtn Corps") == "removed" == at(s, "IT CSIR") and at(s, "HU Mobile Corps") in ("1123", "1224")


@rule("7.5.2b", "7.5.2c")
def test_nothing_that_can_be_placed_may_be_left_out() -> None:
    s = event("axis-01")
    assert "no more of this event" not in choices(s)


@rule("7.5.2c", "7.5.2c.1")
def test_axis_units_enter_no_city_that_is_cut_off_or_soviet() -> None:
    ring = {"1GT Army": "1618", "2GT Army": "1718", "3GT Army": "1720", "5GT Army": "1820"}
    s = held("axis-32", soviet={**ring, "4GT Army": "1620"}, soviet_holds=("Danzig", "Libau", "Memel", "Stettin"))
    play(s, "axis-32")
    assert refused(s, "12th Army arrives in 1619") == "7.5.2c", "Danzig is Soviet"
    assert refused(s, "12th Army arrives in 1719") == "7.5.2c", "Konigsberg is cut off"
    assert can(s, "12th Army arrives in 1218")
    assert refused(s, "12th Army arrives in 1217") == "7.5.2c", "no city"
    assert refused(s, "12th Army arrives in 1123") == "7.5.2c", "Hungary"


@rule("7.5.2c.2", "7.5.2c")
def test_soviet_units_enter_in_towns_but_not_in_the_first_printing() -> None:
    town = "2621"
    assert can(event("soviet-05"), f"51R Army arrives in {town}")
    assert refused(event("soviet-05", edition="printed"), f"51R Army arrives in {town}") == "7.5.2c"
    assert can(event("soviet-05", edition="printed"), "51R Army arrives in 2722")


@rule("7.5.2c")
def test_supply_of_the_entry_city_is_looked_at_when_the_unit_is_placed() -> None:
    axis = {"9th Army": "2620", "4th Army": "2720", "6th Army": "2723", "17th Army": "2822"}
    s = event("soviet-05", axis={**axis, "2nd Army": "2622"})
    assert not entry.hexes(s, unit("51R Army")) >> place("Moscow") & 1
    assert refused(s, "51R Army arrives in 2722") == "7.5.2c" and can(s, "51R Army arrives in 2830")


@rule("4.5.1", "4.5.1.2", "4.5.1.3")
def test_mobilized_units_are_placed_first_then_move_but_do_not_attack() -> None:
    s = event("soviet-01", turn=2, axis={"9th Army": "2321"}, soviet={"West Front": "2519"})
    assert s.step.name == "Placing" and s.kind == MOBILIZATION
    act(s, "Bryansk Front arrives in 2424")
    finish(s)
    assert (s.step.name, s.ops) == ("Movement", 3) and can(s, "Bryansk Front 2424-2423")
    assert s.arrived >> unit("Bryansk Front") & 1
    assert CARD["soviet-01"].ops == 3 and effects.played(s, "soviet-01")


@rule("C.1")
def test_the_guard_cavalry_of_card_3_are_1gc_2gc_and_3gc() -> None:
    s = event("soviet-03", turn=3)
    assert {c.partition(" arrives")[0] for c in choices(s)} >= {"1GC Corps", "2GC Corps", "3GC Corps"}


@rule("C.11")
def test_axis_card_26_brings_three_units() -> None:
    s = event("axis-26")
    assert {c.partition(" arrives")[0] for c in choices(s)} == {"ABT. Kempf", "2SS Pz Corps", "11 Corps"}


@rule("7.4.3.2", "7.4.3")
def test_one_event_with_rps_a_turn_beside_the_rp_card() -> None:
    s = held("axis-22", turn=6, hand=("axis-16",))
    s.rp_cards[AXIS] = 1
    play(s, "axis-22")
    assert s.rp[GE] == 6 and (s.rp_events, s.rp_cards[AXIS]) == (1, 1)


def test_panzer_refit_is_no_event_with_rps() -> None:
    s = held("axis-12", axis={"46 Pz Corps": "1622 -1"})
    s.rp_events = 1
    play(s, "axis-12")
    assert s.rp_events == 1 and not s.lost[unit("46 Pz Corps")]


@rule("15.1.1", "15.1.1.2")
def test_events_that_move_units_without_ops_are_played_in_the_mud() -> None:
    s = event("soviet-48", turn=9, round=1, soviet={"West Front": "2722"})
    act(s, "shift West Front 2722-2720")
    assert at(s, "West Front") == "2720"
    s = event("soviet-18", turn=9, round=1, soviet={"1GC Corps": "2722"})
    assert can(s, "raid 1GC Corps 2722-2720")


@rule("4.5.1", "4.5.1.3")
@pytest.mark.parametrize(("name", "ops"), [("soviet-01", 3), ("soviet-04", 4)])
def test_any_reinforcement_card_of_turn_2_gives_its_printed_ops_and_leaves_the_count(name: str, ops: int) -> None:
    s = held(name, turn=2)
    s.count[SOVIET] = 2
    finish(play(s, name))
    assert (s.ops, s.count[SOVIET], s.kind) == (ops, 2, MOBILIZATION)


# -- how long effects last ------------------------------------------------------------------------------------------


@rule("7.5.1a")
@pytest.mark.parametrize(
    ("name", "permission"),
    [
        ("axis-06", "attack-leningrad"),
        ("axis-07", "attack-moscow-gorki"),
        ("axis-08", "attack-stalingrad-caucasus"),
        ("axis-16", "trenches-axis"),
        ("axis-41", "festungs"),
        ("soviet-07", "siberians"),
        ("soviet-13", "banked-lend-lease"),
        ("soviet-21", "partisans"),
        ("soviet-23", "trenches-soviet"),
        ("soviet-53", "guard-army-exploitation"),
    ],
)
def test_what_an_event_allows_is_allowed_for_good(name: str, permission: effects.Permission) -> None:
    s = held(name)
    assert not effects.allowed(s, permission)
    finish(play(s, name))
    effects.end(s, "round")
    effects.end(s, "turn")
    assert effects.allowed(s, permission)


@rule("7.5.1a")
@pytest.mark.parametrize(
    ("name", "after_round", "after_turn"),
    [
        ("axis-07", {"Allow"}, {"Allow"}),
        ("axis-23", set(), set()),
        ("axis-33", set(), set()),
        ("axis-47", {"NoRetreat"}, {"NoRetreat"}),
        ("axis-52", {"Surrender"}, {"Surrender"}),
        ("axis-53", set(), set()),
        ("soviet-09", {"PairedAttack"}, set()),
        ("soviet-10", {"Supply"}, {"Supply"}),
        ("soviet-18", {"Supply"}, set()),
        ("soviet-38", set(), set()),
        ("soviet-40", set(), set()),
        ("soviet-41", {"Surrender"}, set()),
        ("soviet-51", set(), set()),
        ("soviet-55", set(), set()),
    ],
)
def test_effects_end_with_the_round_with_the_turn_or_never(
    name: str, after_round: set[str], after_turn: set[str]
) -> None:
    s = held(name)
    s.advanced_before = s.fought_before = -1
    finish(play(s, name))
    effects.end(s, "round")
    assert {type(effects.of(record)).__name__ for record in s.effects} == after_round
    effects.end(s, "turn")
    assert {type(effects.of(record)).__name__ for record in s.effects} == after_turn

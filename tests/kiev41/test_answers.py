"""What `ask` answers: odds, supply, reach, why not. Exact, and from what the viewer may know alone."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel import CHANCE, Invalid
from rasputitsa.kernel.ask import Reach, Supply, WhyNot
from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import Fire, Odds
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.components import BOMBER_PIECE, FLEET_PIECE, NUMBER, OF_SIDE, SIDES
from rasputitsa.titles.kiev41.control import enemies
from rasputitsa.titles.kiev41.hidden import LINE_PIECE, back_of
from rasputitsa.titles.kiev41.mapboard import ADJACENT, AREA, PLACE_IDS
from rasputitsa.titles.kiev41.state import Kiev
from tests.kiev41.situation import (
    control,
    do,
    empty,
    fleet,
    go_to,
    impulse,
    line,
    new,
    options_to,
    pool,
    put,
    tactical,
    weather,
)


def reveal(s: Kiev, *blocks: str) -> None:
    for name in blocks:
        s.revealed |= 1 << NUMBER[name]


def odds(s: Kiev, where: str, *attackers: str, viewer: str = "axis", support: bool = False) -> Odds:
    pieces = [NUMBER[name] for name in attackers]
    found = s.ask(viewer, "odds", {"attackers": pieces, "targets": [where], "support": support})
    assert isinstance(found, Odds)
    return found


def supply(s: Kiev, viewer: str, side: str) -> Supply:
    found = s.ask(viewer, "supply", {"side": side})
    assert isinstance(found, Supply)
    return found


def reach(s: Kiev, viewer: str, block: str) -> dict[str, int]:
    found = s.ask(viewer, "reach", {"piece": NUMBER[block]})
    assert isinstance(found, Reach)
    return found.costs


def why_not(s: Kiev, viewer: str, piece: int, place: str = "") -> WhyNot:
    found = s.ask(viewer, "why_not", {"piece": piece, "place": place})
    assert isinstance(found, WhyNot)
    return found


def ground(found: Odds, side: str) -> Fire:
    return next(fire for fire in found.fires if fire.side == side and fire.label == "Ground combat")


# -- odds -----------------------------------------------------------------------------------------------------------


@rule("4.2.2", "10.13.6")
def test_two_dice_of_triple_fire_hit_once_in_half_the_cases() -> None:
    """Triple fire hits on 4, 5 and 6: 1/4, 1/2, 1/4 for two dice. 37A rolls four that hit on a 6: none of them does in
    625 of 1296 cases."""
    s = empty(front="river")
    put(s, "36", "3Pz:2")
    put(s, "54", "37A")
    reveal(s, "37A")
    impulse(s, "axis")
    found = odds(s, "54", "3Pz")
    assert ground(found, "axis").strength == "2 dice hitting on 4 or more"
    assert ground(found, "axis").results == {"0": 0.25, "1": 0.5, "2": 0.25}
    assert found.results == {"0": 0.25, "1": 0.5, "2": 0.25}
    assert ground(found, "soviet").results["0"] == pytest.approx(625 / 1296)
    assert (found.attack, found.defend, found.final) == (2, 4, "1.0 hits to 0.7 hits")


@rule("10.13.6.1")
def test_a_block_that_comes_over_a_river_rolls_one_die_in_the_odds_too() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    put(s, "37", "37A")
    put(s, "21", "26A")
    impulse(s, "axis")
    found = ground(odds(s, "37", "29Inf"), "axis")
    assert [(shift.columns, shift.rule) for shift in found.shifts] == [(-3, "10.13.6.1")]
    assert found.results == {"0": pytest.approx(2 / 3), "1": pytest.approx(1 / 3)}


@rule("8.0")
def test_snow_takes_half_the_dice_of_an_axis_attack() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    put(s, "54", "37A")
    weather(s, "snow")
    impulse(s, "axis")
    found = ground(odds(s, "54", "29Inf"), "axis")
    assert [(shift.columns, shift.cause, shift.rule) for shift in found.shifts] == [(-2, "snow", "8.0")]
    assert found.results["2"] == pytest.approx(1 / 9)


@rule("10.14")
def test_the_odds_say_what_the_defender_absorbs_and_why() -> None:
    s = empty(front="river")
    put(s, "19", "3Pz")
    put(s, "4", "37A")
    line(s, "4")
    impulse(s, "axis")
    shifts = odds(s, "4", "3Pz").shifts
    assert [(shift.columns, shift.rule) for shift in shifts] == [(-1, "4.1"), (-2, "2.4.4")]


@rule("10.13.6.2")
def test_in_a_tank_attack_the_attacker_fires_first_if_no_tank_is_known_to_meet_it() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    put(s, "54", "37A")
    impulse(s, "axis")
    concealed = odds(s, "54", "3Pz")
    assert [fire.side for fire in concealed.fires] == ["soviet", "axis"]
    assert concealed.shifts[-1].rule == "10.13.6.2" and "if no tank" in concealed.shifts[-1].cause
    reveal(s, "37A")
    assert [fire.side for fire in odds(s, "54", "3Pz").fires] == ["axis", "soviet"]


@rule("1.6")
def test_of_concealed_blocks_only_their_number_is_reckoned_with() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    put(s, "54", "37A", "5Cav")
    line(s, "54")
    impulse(s, "axis")
    fire = ground(odds(s, "54", "3Pz"), "soviet")
    assert fire.strength == "2 concealed blocks, 1 die hitting on 6"
    assert fire.results == {}
    assert ground(odds(s, "54", "3Pz", viewer="open"), "soviet").results


@rule("10.4", "10.11", "10.13.4")
def test_the_odds_count_the_support_that_could_be_committed() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz", "Kleist:2", "4FK:2")
    put(s, "54", "37A")
    reveal(s, "37A")
    tactical(s, "axis", "Kleist in 36", "4FK in 36")
    found = odds(s, "54", "3Pz", support=True)
    assert [fire.label for fire in found.fires] == [
        "Artillery Fire",
        "Anti-air fire",
        "Airstrike",
        "Ground combat",
        "Ground combat",
    ]
    assert found.fires[0].strength == "2 dice hitting on 5 or more"
    assert found.fires[2].strength == "4 dice hitting on 5 or more", "two bombers of strength two"
    assert found.attack == 2 + 4 + 4, "anti-air fire hits no block"
    assert [fire.label for fire in odds(s, "54", "3Pz").fires] == ["Ground combat", "Ground combat"]


@rule("10.13.2")
def test_a_fleet_that_no_bomber_engages_adds_its_guns_to_the_odds() -> None:
    s = empty(front="river")
    put(s, "107", "29Inf")
    put(s, "108", "37A")
    fleet(s, "BB", "108")
    impulse(s, "axis")
    found = odds(s, "108", "29Inf")
    assert found.fires[0].label == "Fleet gunfire"
    assert found.fires[0].results == {"0": 0.5, "1": 0.5}


@rule("10.12", "10.9")
def test_previews_of_moves_and_battles_carry_the_same_odds() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz", "29Inf", "Kleist")
    put(s, "54", "37A")
    put(s, "53", "17Inf")
    put(s, "70", "5Cav")
    control(s, "axis", "69 70 71 86")
    tactical(s, "axis", "Kleist in 36")
    shown = {view.do: view.preview for view in s.show(("piece", NUMBER["3Pz"]))}
    assert shown["3Pz 36-54"]["odds"] == odds(s, "54", "3Pz")
    assert shown["3Pz 36-54"]["cost"] == 1
    assert "odds" not in shown["3Pz 36-35"]
    do(s, "3Pz 36-54")
    joined = {view.do: view.preview for view in s.show(("piece", NUMBER["29Inf"]))}["29Inf 36-54"]["odds"]
    assert joined.attack == 8, "both blocks attack"
    go_to(s, "Support")
    (shell,) = s.show(("piece", NUMBER["Kleist"]))
    assert shell.preview["odds"].fires[0].label == "Artillery Fire"


def test_odds_of_nonsense_are_refused_with_what_is_wrong() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    put(s, "54", "37A")
    impulse(s, "axis")
    for attackers, targets, words in (
        ([NUMBER["3Pz"]], ["35"], "no enemy"),
        ([NUMBER["3Pz"]], ["nowhere"], "one area"),
        ([], ["54"], "at least one attacker"),
        ([NUMBER["37A"]], ["36"], "face"),
        ([NUMBER["29Inf"]], ["54"], "not on the map"),
        ([9999], ["54"], "face"),
    ):
        with pytest.raises(Invalid, match=words):
            s.ask("axis", "odds", {"attackers": attackers, "targets": targets})
    put(s, "12", "29Inf")
    with pytest.raises(Invalid, match="cannot reach"):
        odds(s, "54", "29Inf")


# -- supply ---------------------------------------------------------------------------------------------------------


@rule("9.1", "9.2")
def test_supply_names_areas_sources_and_whoever_would_be_isolated() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    put(s, "54", "37A")
    put(s, "7", "26A")
    control(s, "axis", "53 55 70 71 37 38 72 56")
    line(s, "54")
    impulse(s, "axis")
    mine = supply(s, "soviet", "soviet")
    assert "7" in mine.sources and "7" in mine.supplied and "54" not in mine.supplied
    assert mine.pieces_out == [NUMBER["37A"], LINE_PIECE + AREA["54"]]
    theirs = supply(s, "axis", "soviet")
    assert theirs.pieces_out == [back_of(AREA["54"], 0), LINE_PIECE + AREA["54"]], "a back without a name"
    assert set(theirs.pieces_out) <= {piece.id for piece in s.view("axis").pieces}
    assert supply(s, "axis", "axis").pieces_out == []


@rule("1.6", "9.1")
def test_the_order_of_what_is_out_of_supply_tells_no_concealed_block() -> None:
    """Two blocks lie in the area, one of them shown: which is the other one must not be seen from their order."""
    orders = []
    for concealed in ("26A", "38A"):
        s = empty(front="river")
        put(s, "36", "3Pz")
        put(s, "54", "37A", concealed)
        s.revealed |= 1 << NUMBER["37A"]
        control(s, "axis", "53 55 70 71 37 38 72 56")
        impulse(s, "axis")
        orders.append(supply(s, "axis", "soviet").pieces_out)
    assert orders[0] == orders[1] and len(orders[0]) == 2


@rule("2.1")
def test_a_source_in_enemy_hands_is_none() -> None:
    s = empty(front="river")
    assert "7" in supply(s, "axis", "soviet").sources
    control(s, "axis", "7")
    assert "7" not in supply(s, "axis", "soviet").sources


# -- reach ----------------------------------------------------------------------------------------------------------


@rule("2.8", "10.9")
def test_reach_gives_the_points_to_every_area() -> None:
    """Slow blocks have three points: green areas cost one, yellow two; disengaging one more."""
    s = empty(front="river")
    put(s, "36", "29Inf")
    impulse(s, "axis")
    costs = reach(s, "axis", "29Inf")
    assert (costs["35"], costs["21"], costs["20"], costs["34"]) == (1, 1, 3, 2)
    assert "36" not in costs and max(costs.values()) == 3
    put(s, "36", "37A")
    assert reach(s, "axis", "29Inf")["35"] == 2, "one point more for disengaging"


@rule("9.1", "12.0")
def test_isolated_blocks_reach_nothing_and_in_a_pass_no_enemy_is_reached() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    put(s, "54", "37A")
    impulse(s, "axis")
    assert reach(s, "axis", "29Inf")["54"] == 1
    do(s, "pass")
    assert "54" not in reach(s, "axis", "29Inf")
    s.isolated |= 1 << NUMBER["29Inf"]
    assert reach(s, "axis", "29Inf") == {}


def test_the_reach_of_a_concealed_enemy_is_nobodys_business() -> None:
    s = empty(front="river")
    put(s, "54", "37A")
    impulse(s, "axis")
    with pytest.raises(Invalid, match="face"):
        reach(s, "axis", "37A")
    reveal(s, "37A")
    assert reach(s, "axis", "37A")["37"] == 1


# -- why not --------------------------------------------------------------------------------------------------------


@rule("10.3", "2.9", "10.9")
def test_a_refused_click_says_why_and_by_which_rule() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz", "Kleist:2")
    put(s, "35", "29Inf", "17Inf", "55Inf", "4Mtn")
    put(s, "108", "Rum4")
    tactical(s, "axis", "Kleist in 36")
    tank = NUMBER["3Pz"]
    assert why_not(s, "axis", tank, "52").possible
    assert why_not(s, "axis", tank, "35").rule == "2.9"
    assert why_not(s, "axis", tank, "S1").rule == "2.4.5"
    assert why_not(s, "axis", NUMBER["Rum4"], "107").rule == "10.3"
    assert why_not(s, "axis", NUMBER["Rum4"]).rule == "10.3"
    assert why_not(s, "axis", NUMBER["Kleist"]).rule == "10.1"
    assert why_not(s, "axis", tank).possible
    assert not why_not(s, "soviet", tank, "52").possible
    assert not why_not(s, "axis", back_of(AREA["54"], 0), "52").possible


@rule("10.1")
def test_before_the_impulse_taking_a_block_somewhere_is_an_activation() -> None:
    s = impulse(new(), "axis")
    tank, kleist = NUMBER["3Pz"], NUMBER["Kleist"]
    assert why_not(s, "axis", tank, "36").text.endswith("is no HQ.")
    assert why_not(s, "axis", kleist).possible
    assert TITLE.taking(s, "axis", kleist, "36").__class__.__name__ == "Activate"


@rule("5.0", "10.4", "10.11", "10.2.1", "10.12", "10.15", "7.2.2")
def test_each_question_has_its_own_way_of_taking_a_piece_somewhere() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz", "Kleist", "4FK")
    put(s, "54", "37A", "26A")
    put(s, "53", "29Inf")
    put(s, "70", "38A")
    tactical(s, "axis", "Kleist in 36", "4FK in 36")
    do(s, "3Pz 36-54", "29Inf 53-70")
    go_to(s, "Support")
    assert str(TITLE.taking(s, "axis", NUMBER["Kleist"], "54")) == "Kleist shells 54"
    assert str(TITLE.taking(s, "axis", BOMBER_PIECE, "54")) == "4FK bombs 54"
    assert why_not(s, "axis", NUMBER["Kleist"], "7").rule == "10.4"
    assert why_not(s, "axis", FLEET_PIECE, "108").rule == "10.2.1"
    go_to(s, "Combat")
    assert str(TITLE.taking(s, "axis", NUMBER["3Pz"], "54")) == "battle in 54"
    do(s, "battle in 54")
    assert not why_not(s, "axis", NUMBER["3Pz"], "54").possible, "the dice decide"


@rule("5.0")
def test_a_reinforcement_is_taken_to_where_it_arrives() -> None:
    s = empty(front="river")
    pool(s, "37A")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 1 blocks")
    assert str(TITLE.taking(s, "soviet", NUMBER["37A"], "S1")) == "37A arrives in S1"
    assert why_not(s, "soviet", NUMBER["37A"], "36").rule == "5.0"
    assert why_not(s, "soviet", NUMBER["37A"]).possible


def test_when_the_game_is_over_nothing_is_possible_and_nothing_breaks() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    s.win(0, "over", "2.4.4.2")
    s.settle()
    assert why_not(s, "axis", NUMBER["3Pz"], "35").text == "The game is over."
    assert why_not(s, "axis", NUMBER["3Pz"]).text == "The game is over."
    assert reach(s, "axis", "3Pz")["35"] == 1


# -- nothing that is hidden -----------------------------------------------------------------------------------------


def everything(s: Kiev, viewer: str) -> list[object]:
    """All the answers a viewer can get about a position: equal for positions that look the same to him."""
    me = SIDES.index(viewer)
    found: list[object] = [supply(s, viewer, side) for side in SIDES]
    seen = [b for b in range(len(s.place)) if OF_SIDE[me] >> b & 1 or s.revealed >> b & 1]
    for b in seen:
        found.append(s.ask(viewer, "reach", {"piece": b}))
        found.append([why_not(s, viewer, b, place) for place in ("", "36", "54")])
        for area in bits(enemies(s, me) & ADJACENT[s.place[b]] if s.on_map >> b & 1 else 0):
            try:
                asked = {"attackers": [b], "targets": [PLACE_IDS[area]], "support": True}
                found.append(s.ask(viewer, "odds", asked))
            except Invalid as error:
                found.append(str(error))
    if s.side == viewer:
        found += [s.show(handle) for handle in s.handles()]
    return found


@rule("1.6")
@pytest.mark.parametrize("scenario", ["campaign", "river", "snow"])
def test_no_answer_and_no_preview_depends_on_what_stands_on_concealed_blocks(scenario: str) -> None:
    rng = random.Random(1941)
    s = new(scenario, **(options_to("agility") if scenario == "campaign" else {}))
    compared = odds_seen = 0
    for number in range(120):
        if s.over:
            break
        if s.side != CHANCE and number % 6 == 0:
            for viewer in SIDES:
                other = s.imagine(viewer, rng)
                mine = everything(s, viewer)
                assert mine == everything(other, viewer)
                compared += other.text() != s.text()
                odds_seen += any(isinstance(answer, Odds) for answer in mine)
        s.apply(s.sample(rng))
    assert compared > 10 and odds_seen

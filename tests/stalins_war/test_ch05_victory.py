"""[5.0, 19.3, 22.0, 24.0] Victory, surrender, the tournament, the VP loss until Hitler Takes Command."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, effects, surrender, victory
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.mapboard import LAND, OIL, VP_HEXES
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, ROMANIAN
from rasputitsa.titles.stalins_war.sequence import (
    after_action_phase,
    begin_round,
    end_of_turn,
    end_round,
    vp_by_events,
)
from rasputitsa.titles.stalins_war.state import AXIS, Position

from .situation import at, card, place, situation

CITIES_OF_TURN_4 = ["2722", "2517", "2530"]
SOVIET_GOALS = ["1218", "1123", "1224", "1429", "1719"]


def ended(turn: int, vp: int = 10, crossed: int = 1, **more: object) -> Position:
    """A position whose victory conditions have been looked at for the end of a turn."""
    held = {"axis_holds": ["2022"], **more}
    s = situation(moment="nothing", turn=turn, **held)  # type: ignore[arg-type]
    s.vp, s.crossed_paulus = vp, crossed
    victory.end_of_turn(s)
    return s


def result(s: Position) -> tuple[str | None, str] | None:
    outcome = s.outcome()
    return (outcome.winner, outcome.rule) if outcome else None


# -- automatic victories --------------------------------------------------------------------------------------------


@rule("4.1.2", "5.1.1")
def test_the_level_starts_at_seven_the_axis_vp_hexes() -> None:
    s = TITLE.new("campaign")
    assert s.vp == 7 == (VP_HEXES & s.axis_held).bit_count()


@rule("5.1.2", "5.1.2.1")
@pytest.mark.parametrize(("vp", "won"), [(19, None), (20, ("axis", "5.1.2")), (22, ("axis", "5.1.2"))])
def test_the_axis_wins_with_20_vps(vp: int, won: tuple[str, str] | None) -> None:
    assert result(ended(6, vp)) == won


@rule("5.1.3", "5.1.3.1")
@pytest.mark.parametrize(("vp", "won"), [(1, None), (0, ("soviet", "5.1.3")), (-1, ("soviet", "5.1.3"))])
def test_the_soviets_win_with_no_vps(vp: int, won: tuple[str, str] | None) -> None:
    assert result(ended(13, vp)) == won


@rule("5.1.2", "5.1.2.2")
def test_the_axis_wins_with_all_oil_in_two_turns_running() -> None:
    """SW-11: control is enough."""
    s = ended(6, axis_holds=["2022", "2433", "2835", "3138"])
    assert s.axis_held & OIL == OIL and s.oil_turns == 1 and result(s) is None
    victory.end_of_turn(s)
    assert result(s) == ("axis", "5.1.2")


@rule("5.1.2.2")
def test_a_turn_without_all_oil_begins_the_count_anew() -> None:
    s = ended(6, axis_holds=["2022", "2433", "2835", "3138"])
    s.axis_held &= ~(1 << place("3138"))
    victory.end_of_turn(s)
    s.axis_held |= 1 << place("3138")
    victory.end_of_turn(s)
    assert s.oil_turns == 1 and result(s) is None


@rule("5.1.2", "5.1.2.3")
@pytest.mark.parametrize(
    ("held", "won"),
    [
        (["2722", "2517", "2530"], True),
        (["2722", "2517", "2031"], True),
        (["2722", "2517"], False),
        (["2722", "2530", "2031"], False),
        (["2517", "2530", "2031"], False),
    ],
)
def test_the_axis_wins_on_turn_4_with_moscow_leningrad_and_the_south(held: list[str], won: bool) -> None:
    assert (result(ended(4, axis_holds=held)) == ("axis", "5.1.2")) == won
    assert result(ended(5, axis_holds=held)) is None


@rule("5.1.2", "5.1.2.4")
def test_the_axis_wins_on_turn_8_with_four_cities_and_baku_cut_off() -> None:
    cities = ["2722", "2517", "2830", "2031"]
    assert result(ended(8, axis_holds=cities)) is None
    assert result(ended(8, axis_holds=[*cities, "3032", "2935"])) == ("axis", "5.1.2")
    assert result(ended(8, axis_holds=[*cities[1:], "3032", "2935"])) is None
    assert result(ended(7, axis_holds=[*cities, "3032", "2935"])) is None


@rule("5.1.3", "5.1.3.2")
def test_the_soviets_win_with_five_cities_at_the_end_of_their_round() -> None:
    s = situation(moment="nothing", turn=17, side="soviet", soviet_holds=SOVIET_GOALS)
    begin_round(s)
    end_round(s)
    assert result(s) == ("soviet", "5.1.3")
    for missing in SOVIET_GOALS:
        t = situation(moment="nothing", turn=17, soviet_holds=[h for h in SOVIET_GOALS if h != missing])
        victory.end_of_soviet_round(t)
        assert result(t) is None


@rule("5.1.3.2")
def test_the_five_cities_are_not_looked_at_after_an_axis_round() -> None:
    s = situation(moment="nothing", turn=17, side="axis", soviet_holds=SOVIET_GOALS)
    begin_round(s)
    end_round(s)
    assert result(s) is None


@rule("5.1.3", "5.1.3.3")
def test_the_soviets_win_on_turn_4_if_nobody_has_crossed_the_paulus_line() -> None:
    assert result(ended(4, crossed=0)) == ("soviet", "5.1.3")
    assert result(ended(4, crossed=1)) is None and result(ended(3, crossed=0)) is None


@rule("5.1.3", "5.1.3.4")
@pytest.mark.parametrize(("turn", "won"), [(1, False), (2, True), (12, True), (13, False)])
def test_the_soviets_win_with_all_their_vp_hexes_on_turns_2_to_12(turn: int, won: bool) -> None:
    s = ended(turn, axis_holds=[])
    assert (result(s) == ("soviet", "5.1.3")) == won
    assert result(ended(turn, axis_holds=["2018"])) is None


@rule("5.1.3", "5.1.3.5")
@pytest.mark.parametrize(
    ("turn", "vp", "edition", "won"),
    [(10, 9, "living", True), (10, 10, "living", False), (11, 9, "living", False), (10, 9, "printed", False)],
)
def test_the_soviets_win_on_turn_10_at_nine_vps(turn: int, vp: int, edition: str, won: bool) -> None:
    """SW-5: the fifth of "four ways" counts too."""
    assert (result(ended(turn, vp, edition=edition)) == ("soviet", "5.1.3")) == won


@rule("5.1.4", "5.1.4.1")
def test_the_axis_wins_when_the_action_phase_of_turn_18_ends() -> None:
    """SW-69: nothing of the End of Turn Phase happens any more."""
    s = situation(moment="nothing", turn=18)
    s.vp = 0
    after_action_phase(s)
    assert result(s) == ("axis", "5.1.4")
    t = situation(moment="nothing", turn=17)
    after_action_phase(t)
    assert result(t) is None


@rule("5.1.4")
def test_every_check_of_the_turn_track_is_a_rule() -> None:
    assert {check for turn in TURNS.values() for check in turn.checks} <= set(victory.CHECKS)


# -- the tournament -------------------------------------------------------------------------------------------------


SOVIET_VP = [
    "Riga",
    "Minsk",
    "Smolensk",
    "Kiev",
    "Odessa",
    "Kharkov",
    "Sevastopol",
    "Rostov",
    "Voronezh",
    "Maikop",
    "Leningrad",
    "Moscow",
    "Stalingrad",
]
SOVIET_VP += ["Grozny", "Gorki", "Baku"]


@rule("5.1.5", "22.0")
@pytest.mark.parametrize(("held", "winner"), [(9, "axis"), (8, "soviet")])
def test_the_tournament_ends_with_turn_8(held: int, winner: str) -> None:
    order = [h for h in SOVIET_VP if h not in ("2722", "2517", "2830", "2031")]
    s = ended(8, scenario="tournament", axis_holds=order[:held])
    assert result(s) == (winner, "22.0")
    assert result(ended(7, scenario="tournament", axis_holds=order[:held])) is None


@rule("22.0", "22.0.1")
@pytest.mark.parametrize(
    ("cards", "count"), [([], 5), (["soviet-08"], 3), (["axis-18"], 7), (["soviet-08", "axis-18"], 5)]
)
def test_two_events_count_in_the_tournament(cards: list[str], count: int) -> None:
    s = situation(moment="nothing", turn=8, scenario="tournament", axis_holds=SOVIET_VP[:5])
    s.played = sum(1 << card(c) for c in cards)
    assert victory.tournament_count(s) == count


@rule("5.1.5")
def test_the_campaign_does_not_end_with_turn_8() -> None:
    assert result(ended(8, axis_holds=SOVIET_VP[:9])) is None


# -- the end of a turn ----------------------------------------------------------------------------------------------


@rule("24.0.1")
@pytest.mark.parametrize(("turn", "loss"), [(1, 0), (2, 1), (3, 0), (4, 0), (5, 1), (6, 1), (7, 0)])
def test_a_vp_is_lost_each_spring_and_summer_until_hitler_takes_command(turn: int, loss: int) -> None:
    """SW-13: not on turn 1."""
    s = situation(moment="nothing", turn=turn)
    s.vp = 10
    vp_by_events(s)
    assert s.vp == 10 - loss
    s.played = 1 << card("axis-18")
    vp_by_events(s)
    assert s.vp == 10 - loss


@rule("5.1", "24.0.1")
def test_losses_by_events_come_before_victory() -> None:
    """SW-12"""
    s = situation(moment="nothing", turn=6, axis_holds=["2022"])
    s.vp, s.crossed_paulus = 1, 1
    end_of_turn(s)
    assert result(s) == ("soviet", "5.1.3")


# -- surrender ------------------------------------------------------------------------------------------------------


@rule("19.3.1")
def test_a_minor_country_surrenders_when_its_capital_is_occupied_at_the_end_of_a_turn() -> None:
    """SW-65: control is not enough."""
    s = situation(
        moment="nothing",
        turn=14,
        axis={"RO 3rd Army": "1628", "RO Mtn Corps": "eliminated", "HU 3rd Army": "1123"},
        soviet_holds=["1429"],
    )
    surrender.end_of_turn(s)
    assert not s.surrendered
    s.put(TITLE.lexicon.names["piece"].find("13R Army"), place("1429"))
    surrender.end_of_turn(s)
    assert surrender.has_surrendered(s, ROMANIAN) and not surrender.has_surrendered(s, HUNGARIAN)
    names = ("RO 3rd Army", "RO Mtn Corps", "RO 2 Corps", "HU 3rd Army")
    assert [at(s, name) for name in names] == ["removed", "removed", "removed", "1123"]


@rule("19.3.1")
def test_after_margarethe_hungary_needs_both_halves_of_budapest() -> None:
    s = situation(moment="nothing", turn=15, soviet={"13R Army": "1123"}, soviet_holds=["1123", "1224"])
    effects.begin(s, card("axis-52"), 0, "game")
    surrender.end_of_turn(s)
    assert not s.surrendered
    s.put(TITLE.lexicon.names["piece"].find("20R Army"), place("1224"))
    surrender.end_of_turn(s)
    assert surrender.has_surrendered(s, HUNGARIAN)


@rule("19.3.1")
def test_after_jassy_kishinev_control_of_ploesti_is_enough() -> None:
    s = situation(moment="nothing", turn=14, soviet_holds=["1428"])
    effects.begin(s, card("soviet-41"), 2, "turn")
    surrender.end_of_turn(s)
    assert surrender.has_surrendered(s, ROMANIAN)


@rule("5.1.2.4")
def test_baku_is_cut_off_when_astrakhan_cannot_trace_to_the_east() -> None:
    s = situation(moment="nothing", turn=8, axis_holds=["2722", "2517", "2830", "2031", "2935"])
    s.crossed_paulus, s.vp = 1, 12
    s.trenches[AXIS] = LAND.adjacent[place("3032")]
    s.memo.clear()
    victory.end_of_turn(s)
    assert result(s) == ("axis", "5.1.2")

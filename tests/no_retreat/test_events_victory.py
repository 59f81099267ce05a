"""[12.0], [14.14] The events of victory points and weather, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.codes import CLEAR, LONG_WINTER, MUD, SNOW
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.second_front import red_event
from rasputitsa.titles.no_retreat.victory import check_sudden_death

from .events import card_of, event, is_discarded, offered, play, why_not
from .situation import begin, situation


def asked_for(timing: str, side: str, id_: str, **how):
    """A side holding one event is asked for it at its moment."""
    number = ("axis", "soviet").index(side)
    s = situation(**{"phase": None, f"{side}_hand": [id_], **how})
    s.phasing = number
    open_window(s, timing, number)
    s.settle()
    return s


# -- points -------------------------------------------------------------------------------------------------------


@event("newsreel-triumph", "wunderwaffen", "red-square-parade", "yalta")
@rule("5.3.1", "12.7", "12.7.4")
@pytest.mark.parametrize(
    ("id_", "side", "turn", "held", "lost"),
    [
        ("newsreel-triumph", "axis", 8, {"axis_holds": ["Sevastopol"], "axis": {"11th Army": "512"}}, {}),
        ("wunderwaffen", "axis", 24, {}, {"soviet_holds": ["Berlin"]}),
        ("red-square-parade", "soviet", 8, {}, {"axis_holds": ["Stalingrad"]}),
        ("yalta", "soviet", 24, {"soviet_holds": ["Warsaw", "Minsk"], "soviet": {"West Front": "1809"}}, {}),
    ],
)
def test_an_event_scores_a_point_while_its_hexes_are_held_and_supplied(id_, side, turn, held, lost):
    s = asked_for("card", side, id_, turn=turn, **held)
    play(s, id_)
    assert s.event_vp == (1 if side == "axis" else -1)
    s = asked_for("card", side, id_, turn=turn, **lost)
    assert not offered(s, id_) and s.event_vp == 0


@rule("12.7.4", "5.3.1")
def test_no_event_scores_beyond_six_points():
    s = situation(phase=None, turn=24, axis_hand=["wunderwaffen"])
    s.event_vp = 6
    open_window(s, "card", 0)
    s.settle()
    assert not s.stack
    s.event_vp = 5
    open_window(s, "card", 0)
    s.settle()
    play(s, "wunderwaffen")
    assert s.event_vp == 6


@event("total-war", "evacuated-industry")
@rule("5.3.1", "12.2")
@pytest.mark.parametrize(("id_", "side", "turn"), [("total-war", "axis", 15), ("evacuated-industry", "soviet", 6)])
def test_the_next_sudden_death_check_is_not_made(id_, side, turn):
    """The side with the Initiative has far more than its number."""
    leader = 1 if side == "axis" else 0
    for played in (False, True):
        s = asked_for("card", side, id_, turn=turn)
        s.axis_held = s.game.vp_hexes if leader == 0 else 0
        if played:
            play(s, id_)
        check_sudden_death(s, leader)
        assert (s.winner == leader) is not played
    check_sudden_death(s, leader)
    assert s.winner == leader, "only the next check"


@event("africa-waits")
@rule("5.3.1", "13.4")
def test_africa_waits_calls_off_this_turns_second_front():
    how = {"edition": "digital-1.1", "turn": 10, "axis_hand": ["africa-waits"]}
    s = situation(phase="victory", **how)
    assert red_event(s) and s.side == "axis"
    play(s, "africa-waits")
    assert s.event_vp == 0 and red_event(s) == ""
    s = situation(phase="victory", edition="digital-1.1", turn=10)
    assert s.event_vp == -1
    s = situation(phase=None, **{**how, "turn": 9})
    open_window(s, "victory", 0)
    s.settle()
    assert not s.stack, "no second-front event on turn 9"


@event("africa-waits")
@rule("5.2.1")
def test_a_second_front_called_off_costs_the_axis_no_card():
    s = situation(phase="victory", edition="digital-1.1", turn=10, axis_hand=["africa-waits"])
    play(s, "africa-waits")
    while s.side == "chance":
        s.apply(s.legal()[0])
    assert s.step.name != "TwoFrontWar"
    assert why_not(s, "africa-waits") == "You do not hold Africa Waits."


# -- weather ------------------------------------------------------------------------------------------------------


def weather_drawn(id_: str, turn: int, **how):
    """The Axis draws a weather card in its Card Phase."""
    s = situation(turn=turn, phase=None, **how)
    begin(s, "axis", "card")
    card = card_of(s, id_)
    s.apply(next(action for action in s.legal() if action.card == card))
    return s


@event("general-winter", "general-mud")
@rule("14.14", "14.14.2", "5.3.1")
@pytest.mark.parametrize(
    ("id_", "turn", "next_"), [("general-winter", 5, SNOW), ("general-mud", 3, MUD), ("general-winter", 6, CLEAR)]
)
def test_a_weather_card_changes_the_next_turn_if_its_weather_is_variable(id_, turn, next_):
    """Turn 6 is printed Mud and turn 4 Snow, both variable; turn 7 is Clear and fixed."""
    s = weather_drawn(id_, turn)
    assert s.sky[turn + 1] == next_
    assert is_discarded(s, id_) and s.hand(0) == () and s.frame[2] == 4, "another card is drawn for it"


@event("fickle-weather")
@rule("14.14", "5.3.1")
@pytest.mark.parametrize(("die", "sky"), [(1, SNOW), (2, SNOW), (3, SNOW), (4, MUD), (5, MUD), (6, MUD)])
def test_fickle_weather_rolls_for_the_next_turn(die, sky):
    s = weather_drawn("fickle-weather", 3)
    assert s.side == "chance" and [str(a) for a in s.legal()] == [f"weather die {n}" for n in range(1, 7)]
    s.apply(s.legal()[die - 1])
    assert s.sky[4] == sky and s.step.name == "Drawing"


@event("unseasonal-weather")
@rule("14.14", "14.14.3", "5.3.1")
@pytest.mark.parametrize(
    ("turn", "weather", "changed", "sky"), [(4, "snow", 4, MUD), (3, "mud", 3, CLEAR), (5, "snow", 6, SNOW)]
)
def test_unseasonal_weather_changes_this_turn_or_the_next(turn, weather, changed, sky):
    s = weather_drawn("unseasonal-weather", turn, weather=weather)
    assert s.sky[changed] == sky
    if changed == turn:
        assert s.weather == sky, "its effects hold at once"


@rule("13.1", "14.14.3")
def test_the_first_snow_is_put_off_when_a_card_turns_it_to_mud():
    s = weather_drawn("unseasonal-weather", 4, weather="snow")
    assert s.snowed == 0
    s = situation(turn=4, weather="snow", phase=None)
    s.snowed = 4
    begin(s, "axis", "card")
    s.apply(next(a for a in s.legal() if a.card == card_of(s, "unseasonal-weather")))
    assert s.snowed == 0 and s.weather == MUD


@rule("13.1", "14.14.3")
def test_a_second_snow_turn_made_by_a_card_is_a_long_winter():
    s = weather_drawn("general-winter", 5, weather="snow")
    from rasputitsa.titles.no_retreat.turn_events import begin_turn

    begin_turn(s)
    assert s.turn == 6 and s.weather == LONG_WINTER


@rule("15.4", "14.14.2")
def test_without_variable_weather_a_weather_card_is_only_replaced():
    s = weather_drawn("general-winter", 5, variable_weather=False)
    assert s.sky[6] == MUD and is_discarded(s, "general-winter") and s.frame[2] == 4


@rule("14.14.2")
def test_weather_cannot_be_cancelled():
    """The Soviets hold a card that cancels Axis events and are not asked."""
    s = weather_drawn("general-winter", 5, soviet_hand=["hitlers-meddling"])
    assert s.side == "chance" and s.step.name == "Drawing"


@rule("5.3.1", "13.4")
@pytest.mark.parametrize(("turn", "plays"), [(10, True), (14, False), (19, False)])
def test_africa_waits_until_the_end_in_africa_and_calls_off_no_d_day(turn, plays):
    from rasputitsa.titles.no_retreat.deck import EVENT
    from rasputitsa.titles.no_retreat.events.play import why_not_event

    s = situation(edition="digital-1.1", turn=turn, phase=None, axis_hand=["africa-waits"])
    assert (why_not_event(s, 0, "victory", EVENT["africa-waits"]) is None) is plays


@rule("5.3.3", "5.5")
def test_no_event_of_a_card_that_stays_in_1945_needs_the_axis_initiative():
    from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS

    dead = [
        EVENTS[EVENT[e]].name
        for card in CARDS
        if not card.leaves_1945
        for side in card.events
        for e in side
        if EVENTS[EVENT[e]].mark == "axis"
    ]
    assert dead == []

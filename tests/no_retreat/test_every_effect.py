"""Effects of events whose numbers are tried on both sides of their limit."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.actions.events import Brings
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES
from rasputitsa.titles.no_retreat.combat import retreat
from rasputitsa.titles.no_retreat.deck import EVENT, EVENTS
from rasputitsa.titles.no_retreat.events.happening import Now, why_not_effects

from .events import event, play
from .situation import begin, place, situation, unit


@event("scorched-earth", "lost-bridges")
@rule("14.13")
@pytest.mark.parametrize("far", [1, 2, 3])
@pytest.mark.parametrize("name", ["scorched-earth", "lost-bridges"])
def test_a_city_is_scorched_within_two_hexes_of_a_unit(name: str, far: int):
    side = SIDES.index(EVENTS[EVENT[name]].side)
    s = situation(turn=14, phase=None)
    s.axis_held = s.game.germany & s.game.vp_hexes | (1 << place("Kiev") if side else 0)
    if side == AXIS:
        s.axis_held = s.game.vp_hexes & ~(1 << place("Kiev"))
    hexes = s.game.topology.ring(place("Kiev"), far) & s.game.playable
    s.put(unit(s, ("9th Army", "West Front")[side]), hexes.bit_length() - 1)
    s.memo.clear()
    refusal = why_not_effects(s, Now(EVENT[name], side, "detraining"))
    assert (refusal is None) == (far <= 2)


@rule("10.7.5")
def test_a_retreat_is_two_hexes_long():
    s = situation(turn=14, phase=None, axis={"9th Army": "1413"}, soviet={"West Front": "1414"})
    army = unit(s, "9th Army")
    ways = retreat.ways(s, army)
    assert ways and {len(path) for path in ways.values()} == {2}
    assert {s.game.topology.distance(place("1413"), end) for end in ways} == {2}


@event("siberian-reserves", "allied-contingents")
@rule("5.3.1", "7.8")
@pytest.mark.parametrize(
    ("name", "side", "due"),
    [
        ("siberian-reserves", "soviet", ("Volkhov Front", "Crimean Front")),
        ("allied-contingents", "axis", ("2nd Hungarian", "8th Italian")),
    ],
)
def test_an_event_brings_one_unit_before_its_turn(name: str, side: str, due: tuple[str, str]):
    s = situation(turn=3, side=side, phase=None, **{side: dict.fromkeys(due, "track"), f"{side}_hand": [name]})
    for who in due:
        s.arrives[unit(s, who)] = 4
    begin(s, side, "organization")
    play(s, name)
    s.apply(s.legal()[0])
    assert sum(s.place[unit(s, who)] >= 0 for who in due) == 1
    assert not any(isinstance(action, Brings) for action in s.legal())

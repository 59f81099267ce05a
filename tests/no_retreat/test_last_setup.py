"""[3.0] How every scenario begins: nothing has happened yet but what its set-up says."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, components
from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET, TRACK, WAITING
from rasputitsa.titles.no_retreat.control import opened
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.state import NoRetreatState

SCENARIOS = [scenario.id for scenario in components.scenarios()]
EDITIONS = ("board", "digital-1.1", "digital-0.2")
SOVIET_CAMPAIGNS = ("saturn", "bagration")
"""The scenarios that begin with the Soviet player turn."""


def begun(scenario: str, edition: str = "board", **options: bool) -> NoRetreatState:
    return TITLE.setup(TITLE.prepare(scenario, edition, options))


@rule("3.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_the_start_nothing_has_happened_yet(scenario: str, edition: str) -> None:
    s = begun(scenario, edition)
    nobody = [-1] * len(s.place)
    assert s.marks == bytes(len(s.place)) and s.allocated == nobody and s.local_support == [-1, -1]
    assert (s.mover, s.mover_left, s.reserve) == (-1, 0, -1)
    assert (s.captured, s.struck, s.free_blows, s.owed, s.surcharge) == (0, 0, 0, 0, 0)
    assert (s.free_upgrades, s.free_entrains) == (0, 0)
    assert s.draw_debt == s.toss_debt == [0, 0]
    assert not any((s.works, s.discards, s.played, s.effects, s.targets, s.blows, s.next_blows, s.joint))
    assert not any((s.phase_mods, s.pending, s.attackers, s.defenders, s.fields, s.retreating, s.fallen))
    assert not any((s.vacated, s.advancing, s.battle_events, s.battle_mods))
    assert (s.round, s.ground, s.committed, s.die, s.result) == (0, -1, 0, 0, 0)
    assert s.warsaw_lost == 0 and s.joker == -1


@rule("3.0", "13.1", "13.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_turn_has_the_weather_and_the_markers_of_its_box(scenario: str) -> None:
    s = begun(scenario)
    first = {"barbarossa": 1, "campaign": 1, "saturn": 10, "citadel": 14, "bagration": 19, "na-berlin": 23}
    box = components.turns()[first.get(scenario, 7)]
    assert s.turn == box.turn and s.supports == [box.blitz, box.shock]
    assert s.phasing == (SOVIET if scenario in SOVIET_CAMPAIGNS else AXIS)
    assert s.game.phases[s.phase].side == s.phasing == s.game.first_side
    assert s.game.phases[s.phase].id == ("victory" if s.game.profile.victory_each_turn and s.phasing else "card")
    assert s.weather == {1: 0, 7: 0, 10: 2, 14: 0, 19: 0, 23: 3}[s.turn]
    assert s.initiative == (AXIS if s.turn < 12 else SOVIET)
    assert bool(s.snowed) == (s.turn > 5), "the winter of 1941 is still to come, or over"
    assert s.high_tide == (23 if s.turn >= 12 else 0) and s.star_turn == 12


@rule("3.0", "13.5")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_the_war_of_1945_begins_with_its_boxes_open(scenario: str) -> None:
    s = begun(scenario)
    late = scenario == "na-berlin"
    assert s.in_1945 == late
    assert (opened(s, "GG"), opened(s, "Oil"), opened(s, "Warsaw")) == (late, late, False)
    assert (bool(s.invaded), bool(s.oil_lost)) == (late, late)


@rule("3.0", "13.5")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_is_where_its_scenario_or_its_counter_puts_it(scenario: str) -> None:
    s = begun(scenario)
    on_map = {entry.unit: entry for entry in components.placed(s.game.setup)}
    boxes = s.game.setup.boxes
    named = {"destroyed": -3, "surrendered": -4, "shattered": -2, "cadre": -6, "removed": -7, "rail": -5}
    boxed = {text.partition(":")[0]: code for box, code in named.items() for text in getattr(boxes, box)}
    due = {text.partition(":")[0]: int(turn) for turn, names in boxes.track.items() for text in names}
    for u, data in enumerate(s.game.data):
        if data.id in on_map:
            entry = on_map[data.id]
            assert s.game.place_id(s.place[u]) == entry.place and bool(s.full[u]) == (entry.face == "full")
        elif data.id in due:
            assert (s.place[u], s.arrives[u]) == (TRACK, due[data.id])
        elif data.id in boxed:
            assert s.place[u] == boxed[data.id]
        elif data.option is not None:
            assert s.place[u] == -1
        elif isinstance(data.arrival, int):
            assert (s.place[u], s.arrives[u]) == (TRACK, data.arrival)
        else:
            assert s.place[u] == (-1 if data.arrival == "start" else WAITING)
        if data.id not in on_map:
            assert bool(s.full[u]) == (data.usual_face == "full")


@rule("3.0", "12.7.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cities_are_held_on_their_side_of_the_border_but_for_those_the_scenario_names(scenario: str) -> None:
    s = begun(scenario)
    index, control = s.game.topology.index, s.game.setup.control
    for p in s.game.topology.places:
        if not s.game.vp_hexes >> p & 1:
            assert not s.axis_held >> p & 1
            continue
        axis = bool(s.game.germany >> p & 1)
        axis = True if p in {index[name] for name in control.axis} else axis
        axis = False if p in {index[name] for name in control.soviet} else axis
        assert bool(s.axis_held >> p & 1) == axis


@rule("5.0", "5.5", "5.5.3")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", ["campaign", "bagration", "na-berlin"])
def test_green_cards_wait_for_1945_and_red_barred_ones_are_gone_by_then(scenario: str, edition: str) -> None:
    s = begun(scenario, edition)
    pile, gone, waiting = 0, 4, 5
    late = scenario == "na-berlin"
    used = {card for deck in s.game.deck_of for card in deck}
    for number, card in enumerate(CARDS):
        if number not in used:
            assert s.card[number] == gone
        elif card.joins_1945:
            assert s.card[number] == (pile if late else waiting)
        else:
            assert s.card[number] == (gone if late and card.leaves_1945 else pile)


@rule("15.7.2")
@pytest.mark.parametrize(("scenario", "side"), [("campaign", AXIS), ("saturn", AXIS), ("bagration", SOVIET)])
def test_the_joker_begins_with_the_side_that_has_the_initiative(scenario: str, side: int) -> None:
    assert begun(scenario, joker=True).joker == side


@rule("3.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_axis_draws_its_opening_hand_before_the_soviets(scenario: str) -> None:
    s = begun(scenario)
    hands = s.game.setup.hands
    rows = [tuple(frame[1:]) for frame in s.stack]
    assert rows == [
        (s.phase,),
        (SOVIET, hands.soviet.discard),
        (SOVIET, hands.soviet.draw),
        (AXIS, hands.axis.discard),
        (AXIS, hands.axis.draw),
    ]

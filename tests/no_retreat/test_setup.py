"""[3.0] Set-up and [4.0] sequence of play."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import CHANCE, Dice, Invalid, run_chance
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE

from .situation import refused, situation, unit, where


def begun(scenario: str = "barbarossa", edition: str = "board"):
    s = TITLE.new(scenario, edition=edition)
    dice = Dice(1)
    while s.side == CHANCE or s.step.name == "OpeningDiscard":
        run_chance(s, dice) if s.side == CHANCE else s.apply(s.legal()[0])
    return s


@rule("3.0")
def test_barbarossa_puts_the_army_groups_on_the_border_and_the_fronts_behind_it():
    s = begun()
    assert where(s, "4th Panzer") == "2109"
    assert where(s, "Central Front") == s.game.place_id(s.game.topology.index["1312"])
    assert all(s.game.germany >> s.place[u] & 1 or s.place[u] == s.game.finland for u in s.on_map(0))
    assert all(s.game.ussr >> s.place[u] & 1 for u in s.on_map(1))


@rule("3.0")
def test_units_with_a_reinforcement_number_wait_on_the_turn_track():
    s = begun()
    assert where(s, "2nd Army") == "track"
    assert s.arrives[unit(s, "2nd Army")] == 2


@rule("3.0")
def test_the_axis_draws_six_cards_before_play_and_discards_two():
    s = TITLE.new("barbarossa")
    run_chance(s, Dice(1))
    assert (s.side, len(s.hand(0)), len(s.hand(1))) == ("axis", 6, 0)
    replaced = len(s.discards)
    s.apply(s.legal()[0])
    s.apply(s.legal()[0])
    assert (len(s.hand(0)), len(s.discards) - replaced) == (4, 2), "weather cards were replaced before"


@rule("3.0")
def test_the_group_in_rumania_does_not_move_in_the_first_turn():
    s = begun()
    assert s.step.name == "MovementPhase"
    assert refused(s, "11th Army 1009-1008") == "3.0"
    assert refused(s, "6th Army 1608-1609") == ""


@rule("3.0")
def test_cities_belong_to_the_side_of_the_border_they_lie_on():
    s = begun()
    assert s.axis_held == s.game.vp_hexes & s.game.germany
    assert (s.axis_held.bit_count(), s.controls(1).bit_count()) == (12, 22)


@rule("4.0")
def test_a_player_turn_runs_through_its_seven_phases_in_order():
    s = TITLE.new("campaign")
    axis = [p.id for p in s.game.phases if p.side == 0]
    soviet = [p.id for p in s.game.phases if p.side == 1]
    assert axis == ["card", "supply", "organization", "movement", "combat", "removal", "detraining"] == soviet


@rule("4.0")
def test_after_both_player_turns_a_new_game_turn_begins():
    s = begun("campaign")
    assert (s.turn, s.phasing) == (1, 0)
    dice, seen = Dice(2), set()
    while s.turn == 1:
        seen.add((s.phasing, s.game.phases[s.phase].id))
        s.apply(dice.roll(s) if s.side == CHANCE else s.legal()[-1])
    assert {(0, "movement"), (1, "movement"), (1, "card")} <= seen
    assert (0, "card") not in seen, "the first Axis turn has no card phase"


@rule("4.0")
def test_nobody_acts_out_of_turn():
    s = begun()
    refusal = s.why_not(s.legal()[0], by="soviet")
    assert refusal is not None and "axis" in refusal.text


@pytest.mark.parametrize(
    ("scenario", "edition", "options", "complaint"),
    [
        ("barbarosa", "board", {}, "did you mean 'barbarossa'"),
        ("campaign", "digital", {}, "unknown edition"),
        ("campaign", "board", {"jokers": True}, "did you mean 'joker'"),
        ("campaign", "digital-1.1", {"joker": True}, "not in the digital-1.1 edition"),
        ("campaign", "board", {"simultaneous": "yes"}, "not in the board edition"),
        ("barbarossa", "board", {"go_on": True}, "does not go with scenario barbarossa"),
        ("campaign", "board", {"axis_die": 3}, "not one of -1, 0, 1"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(scenario, edition, options, complaint):
    with pytest.raises(Invalid, match=complaint):
        TITLE.new(scenario, edition=edition, **options)


@rule("8.4.2")
def test_only_units_count_for_stacking():
    s = situation(axis={"9th Army": "1708", "4th Army": "1708"}, phase="movement")
    s.mark(unit(s, "9th Army"), 2)
    s.targets = [s.place[unit(s, "9th Army")]]
    s.apply(s.legal()[-1])
    assert where(s, "9th Army") == where(s, "4th Army") == "1708"

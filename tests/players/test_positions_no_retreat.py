"""Positions of No Retreat! with a known answer, which every rank finds. Each states a situation and what a good player
would see at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rasputitsa import players
from rasputitsa.kernel import CHANCE
from rasputitsa.players import Deadline, Seat
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.brain.outlook import Outlook
from rasputitsa.titles.no_retreat.codes import DISORGANIZED
from rasputitsa.titles.no_retreat.state import NoRetreatState

from ..no_retreat.combat import attack
from ..no_retreat.situation import coins, is_full, place, situation, unit, where

NAMES = ["officer", "general"]


def choose(s: NoRetreatState, name: str = "officer") -> str:
    """What a player does here."""
    side = s.side or ""
    return str(players.make(name, "no-retreat", side, seed=1).choose(Seat(s, side), Deadline()))


def play(s: NoRetreatState, until: Callable[[NoRetreatState], bool], name: str = "officer") -> NoRetreatState:
    """Let a player go on for both sides until something has happened, or a turn has passed."""
    rng = random.Random(7)
    start = (s.turn, s.phasing)
    seats = {side: players.make(name, "no-retreat", side, seed=1) for side in ("axis", "soviet")}
    notes: dict[str, dict[str, Any]] = {side: {} for side in seats}
    for _ in range(300):
        if s.side is None or until(s) or (s.turn, s.phasing) != start:
            break
        if s.side == CHANCE:
            s.apply(s.sample(rng))
        else:
            s.apply(seats[s.side].choose(Seat(s, s.side, notes=notes[s.side]), Deadline()))
    return s


def open_to_the_enemy(s: NoRetreatState, side: int, city: str) -> bool:
    """Could the enemy walk into a city in his next turn?"""
    return bool(Outlook(s, side, lambda place: {}).open_cities() >> place(city) & 1)


def moved(s: NoRetreatState) -> bool:
    """Is the Movement Phase over?"""
    return s.game.phases[s.phase].id not in ("movement",)


@pytest.fixture(params=NAMES)
def player(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# -- movement -----------------------------------------------------------------------------------------------------


def test_it_walks_into_an_empty_city(player: str):
    s = situation(axis={"2nd Panzer": "1709", "4th Army": "1708"}, soviet={"Moscow Front": "1718"})
    play(s, moved, player)
    assert s.axis_held >> place("Minsk") & 1


def test_it_keeps_a_garrison_in_a_city_the_enemy_could_walk_into(player: str):
    s = situation(
        side="soviet",
        axis={"2nd Panzer": "1713", "3rd Panzer": "1713", "9th Army": "1812"},
        axis_holds=["Minsk"],
        soviet={"Moscow Front": "1715"},
    )
    play(s, moved, player)
    assert not open_to_the_enemy(s, 1, "Smolensk")


def test_it_comes_back_to_the_last_city_before_the_enemy_does(player: str):
    s = situation(
        side="soviet",
        turn=3,
        axis={"4th Panzer": "2214", "18th Army": "2213"},
        axis_holds=["Riga"],
        soviet={"Leningrad Front": "2318", "Northwest Front": "2518"},
    )
    play(s, moved, player)
    assert s.occupied[1] >> place("Leningrad") & 1


def test_it_does_not_leave_the_oil_to_a_raid(player: str):
    s = situation(
        turn=3,
        axis={"11th Army": "807", "17th Army": "1312", "1st Panzer": "1311"},
        axis_holds=["Kiev"],
        soviet={"South Front": "909", "Central Front": "1314"},
    )
    play(s, moved, player)
    assert not open_to_the_enemy(s, 0, "Ploesti")


def test_a_unit_cut_off_goes_back_into_supply(player: str):
    s = situation(
        axis={"3rd Panzer": "1616", "4th Army": "1812", "9th Army": "1811"},
        axis_holds=["Minsk"],
        soviet={"West Front": "1717", "Reserve Front": "1615"},
        unsupplied=["3rd Panzer"],
    )
    play(s, moved, player)
    assert supply.in_supply(s, unit(s, "3rd Panzer"))


def test_it_does_not_move_a_unit_out_of_supply_for_nothing(player: str):
    s = situation(
        turn=8, axis={"6th Army": "914", "4th Panzer": "914"}, axis_holds=["Dnepropetrovsk"],
        soviet={"Stalingrad Front": "721", "Don Front": "1123"},
    )  # fmt: skip
    play(s, moved, player)
    assert all(supply.in_supply(s, u) for u in s.on_map(0))


def test_it_closes_the_pocket(player: str):
    s = situation(
        axis={"2nd Panzer": "1610", "3rd Panzer": "1911", "9th Army": "1809", "4th Army": "1709"},
        soviet={"West Front": "1810", "Moscow Front": "1718"},
    )
    play(s, moved, player)
    s.memo.clear()
    assert unit(s, "West Front") in supply.unsupplied_units(s, 1)


def test_it_sends_a_unit_from_the_rear_by_the_free_railway(player: str):
    s = situation(
        side="soviet",
        turn=8,
        axis={"1st Panzer": "1115", "6th Army": "1115"},
        axis_holds=["Kharkov"],
        soviet={"Karelian Front": "2521", "Southwest Front": "1117", "South Front": "1017"},
    )
    play(s, lambda s: where(s, "Karelian Front") == "rail", player)
    assert where(s, "Karelian Front") == "rail"


def test_it_detrains_a_unit_near_the_front_and_not_on_the_map_edge(player: str):
    s = situation(
        side="soviet",
        turn=8,
        phase="detraining",
        axis={"1st Panzer": "1116", "6th Army": "1116"},
        axis_holds=["Kharkov"],
        soviet={"Karelian Front": "rail", "Southwest Front": "1118"},
    )
    play(s, lambda s: s.place[unit(s, "Karelian Front")] >= 0, player)
    at = s.place[unit(s, "Karelian Front")]
    assert (s.game.topology.distance(at, place("1116")) or 0) <= 5


# -- attacks ------------------------------------------------------------------------------------------------------


def test_it_attacks_a_lone_unit_at_six_to_one(player: str):
    s = situation(
        phase="combat", axis={"1st Panzer": "1311", "2nd Panzer": "1412"}, soviet={"Moscow Front": "1312"}
    )  # fmt: skip
    assert choose(s, player) == "target 1312"


def test_it_does_not_attack_one_to_two_across_a_river(player: str):
    s = situation(
        side="soviet",
        phase="combat",
        axis={"1st Panzer": "1312", "6th Army": "1312"},
        axis_holds=["Kiev"],
        soviet={"South Front": "1313"},
    )
    assert choose(s, player) == "no more targets"


def test_it_attacks_the_unsupplied_first(player: str):
    s = situation(
        phase="combat",
        axis={"1st Panzer": "1511", "2nd Army": "1511"},
        soviet={"West Front": "1512", "Central Front": "1411"},
        unsupplied=["West Front"],
    )
    assert choose(s, player) == "target 1512"


def test_it_does_not_attack_a_fort_at_poor_odds(player: str):
    s = situation(
        turn=6, phase="combat", weather="mud", axis={"18th Army": "2316"}, soviet={"Leningrad Front": "2417 full"}
    )  # fmt: skip
    assert choose(s, player) == "no more targets"


def test_it_commits_support_where_it_tips_the_scales(player: str):
    line = {"2nd Army": "1410", "4th Army": "1610", "9th Army": "1710", "6th Army": "1311"}
    s = situation(
        phase="combat",
        axis={"1st Panzer": "1511", "2nd Panzer": "1511"} | line,
        soviet={"West Front": "1512"},
        supports=(1, 0),
    )
    play(s, lambda s: s.step.name == "Commitment", player)
    assert s.step.name == "Commitment"
    assert choose(s, player) == "commit a support marker"


def test_it_counterattacks_when_far_stronger(player: str):
    s = situation(
        side="soviet", phase="combat", axis={"1st Panzer": "1311", "2nd Panzer": "1311"}, soviet={"South Front": "1312"}
    )
    attack(s, "1311")
    assert choose(s, player) == "counterattack"


def test_it_leaves_a_strong_attacker_alone(player: str):
    s = situation(phase="combat", axis={"1st Panzer": "1311 reduced"}, soviet={"South Front": "1312"})
    attack(s, "1312", die=1)
    assert s.step.name == "CounterattackStep"
    assert choose(s, player) == "no counterattack"


def test_it_takes_the_loss_with_the_unit_that_matters_less(player: str):
    s = situation(
        phase="combat",
        axis={"1st Panzer": "1311", "3rd Rumanian": "1311"},
        soviet={"South Front": "1312"},
    )
    attack(s, "1312", "1st Panzer", "3rd Rumanian", die=3)
    assert s.step.name == "Losses"
    assert choose(s, player) == "3rd Rumanian loses a step"


def test_it_advances_into_the_city_it_has_won(player: str):
    s = situation(
        phase="combat", axis={"1st Panzer": "1311", "2nd Panzer": "1412"}, soviet={"Moscow Front": "1312"}
    )  # fmt: skip
    attack(s, "1312", "1st Panzer", "2nd Panzer", die=6)
    play(s, lambda s: s.game.phases[s.phase].id != "combat", player)
    assert s.axis_held >> place("Kiev") & 1
    assert s.occupied[0] >> place("Kiev") & 1


def test_it_retreats_towards_its_own_and_not_into_a_trap(player: str):
    s = situation(
        phase="combat",
        axis={"1st Panzer": "1510", "2nd Panzer": "1510", "6th Army": "1610"},
        soviet={"West Front": "1511", "Central Front": "1613"},
    )
    attack(s, "1511", "1st Panzer", "2nd Panzer", die=2)
    play(s, lambda s: s.game.phases[s.phase].id != "combat", player)
    assert s.place[unit(s, "West Front")] >= 0
    assert supply.in_supply(s, unit(s, "West Front"))


# -- organization and cards ---------------------------------------------------------------------------------------


def test_it_pays_a_card_to_bring_a_lost_front_back(player: str):
    s = situation(
        side="soviet",
        phase="organization",
        axis={"2nd Panzer": "1713"},
        soviet={"West Front": "destroyed", "Moscow Front": "1715"},
        soviet_hand=coins("soviet", 2),
    )
    play(s, lambda s: s.place[unit(s, "West Front")] >= 0, player)
    assert s.place[unit(s, "West Front")] >= 0


def test_it_prefers_the_destroyed_to_the_surrendered_who_cost_twice(player: str):
    s = situation(
        side="soviet",
        phase="organization",
        axis={"2nd Panzer": "1713"},
        soviet={"West Front": "destroyed", "Reserve Front": "surrendered", "Moscow Front": "1715"},
        soviet_hand=coins("soviet", 2),
    )
    play(s, lambda s: s.place[unit(s, "West Front")] >= 0 or s.place[unit(s, "Reserve Front")] >= 0, player)
    assert s.place[unit(s, "West Front")] >= 0


def test_it_brings_a_unit_in_where_the_enemy_is(player: str):
    s = situation(
        side="soviet",
        phase="organization",
        axis={"2nd Panzer": "1713", "3rd Panzer": "1713"},
        soviet={"West Front": "shattered", "Moscow Front": "1715"},
    )
    play(s, lambda s: s.place[unit(s, "West Front")] >= 0, player)
    at = s.place[unit(s, "West Front")]
    assert (s.game.topology.distance(at, place("1713")) or 0) <= 7


def test_it_takes_its_free_upgrade(player: str):
    s = situation(
        side="soviet",
        turn=7,
        phase="organization",
        axis={"2nd Panzer": "1713"},
        soviet={"West Front": "1718", "Crimean Front": "1618"},
    )
    play(s, lambda s: s.game.phases[s.phase].id != "organization", player)
    assert is_full(s, "West Front") or is_full(s, "Crimean Front")


def test_it_fortifies_leningrad_when_the_enemy_is_at_the_gates(player: str):
    s = situation(
        side="soviet",
        turn=4,
        phase="organization",
        axis={"4th Panzer": "2316", "18th Army": "2316"},
        axis_holds=["Riga"],
        soviet={"Leningrad Front": "2417"},
        soviet_hand=coins("soviet", 2),
    )
    play(s, lambda s: s.game.phases[s.phase].id != "organization", player)
    assert is_full(s, "Leningrad Front")


def test_it_keeps_the_better_card(player: str):
    s = situation(
        side="axis",
        turn=3,
        phase="card",
        axis={"2nd Panzer": "1713"},
        soviet={"Moscow Front": "1715"},
        axis_hand=["heinz-guderian", "erich-von-manstein", "soviet-logistic-problems"],
    )
    assert "Soviet Logistic Problems" in choose(s, player)


def test_it_reads_the_marks_of_a_disorganized_unit(player: str):
    """A disorganized unit cannot attack: the plan does without it."""
    s = situation(axis={"2nd Panzer": "1709", "4th Army": "1708"}, soviet={"West Front": "1809"})
    s.mark(unit(s, "2nd Panzer"), DISORGANIZED)
    play(s, lambda s: s.game.phases[s.phase].id == "removal", player)
    assert s.place[unit(s, "West Front")] == place("1809")


def test_it_takes_the_die_back_when_the_roll_was_bad(player: str):
    s = situation(
        phase="combat",
        axis={"1st Panzer": "1311", "2nd Panzer": "1412"},
        soviet={"Southwest Front": "1312"},
        axis_hand=["paul-von-kleist"],
    )
    attack(s, "1312", "1st Panzer", "2nd Panzer", die=1)
    assert choose(s, player) == "play Paul von Kleist"


def test_it_says_why(player: str):
    s = situation(axis={"2nd Panzer": "1709", "4th Army": "1708"}, soviet={"Moscow Front": "1718"})
    made = players.make(player, "no-retreat", "axis", seed=1)
    made.choose(Seat(s, "axis"), Deadline())
    assert "Minsk" in str(getattr(made, "why", ""))

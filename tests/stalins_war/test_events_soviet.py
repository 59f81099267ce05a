"""[7.5] Each Soviet card as an event, and the position it leaves. Combat cards are played in test_combat_cards."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import banked, effects, hand
from rasputitsa.titles.stalins_war.combat import attacks
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.sequence import end_round
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    DRAW,
    FULL,
    GONE,
    HAND,
    OUT,
    SOVIET,
    SU,
    SU_MOBILE,
    UNLIMITED,
)
from rasputitsa.titles.stalins_war.supply import status

from .events import event, finish, held, play, where, why_no_event
from .situation import act, at, can, card, choices, hexes, refused, unit

BRINGS = {
    "soviet-01": ("Bryansk Front", "16R Army", "19R Army", "24R Army", "38R Army"),
    "soviet-02": ("Kalinin Front", "29R Army", "30R Army", "34R Army", "37R Army"),
    "soviet-03": ("Volkhov Front", "1GC Corps", "2GC Corps", "3GC Corps", "49R Army", "50R Army"),
    "soviet-04": ("North Caucasus Front", "Voronezh Front", "62R Army", "64R Army"),
    "soviet-05": ("51R Army", "57R Army", "60R Army", "63R Army", "66R Army"),
    "soviet-06": ("Don Front", "1G Army", "13M Corps", "4GC Corps", "3T Army", "5T Army"),
    "soviet-12": ("1S Army", "2S Army", "3S Army", "4S Army", "10R Army", "61R Army"),
    "soviet-26": ("2G Army", "3G Army", "5S Army", "1T Army", "2T Army"),
}


# -- reinforcements -------------------------------------------------------------------------------------------------


@rule("7.5.2c", "7.5.2c.2", "7.5.2c.4", "7.5.3")
@pytest.mark.parametrize("name", BRINGS)
def test_soviet_reinforcements_arrive_in_towns_and_cities_in_full_supply(name: str) -> None:
    s = finish(event(name, turn=7))
    for arrived in BRINGS[name]:
        assert s.place[unit(arrived)] >= 0 and status(s, unit(arrived)) == FULL, arrived
        assert s.lost[unit(arrived)] == (arrived in ("3T Army", "5T Army")), arrived
    assert len(s.on_map(SOVIET)) == len(BRINGS[name]) and where(s, name) == GONE and s.active == AXIS


@rule("7.5.3")
def test_tank_armies_come_at_full_strength_after_industrial_evacuation() -> None:
    s = held("soviet-06")
    s.played |= 1 << card("soviet-08")
    finish(play(s, "soviet-06"))
    assert not s.lost[unit("3T Army")] and not s.lost[unit("5T Army")]


@rule("7.5.2a", "3.0.3")
def test_siberians_need_sorge_and_are_no_reinforcement_card() -> None:
    assert why_no_event(held("soviet-12", played=False), "soviet-12") == "3.0"
    s = held("soviet-12")
    s.reinforcements[SOVIET] = 1
    finish(play(s, "soviet-12"))
    assert s.place[unit("1S Army")] >= 0 and s.reinforcements[SOVIET] == 1


EXCHANGES = {
    "soviet-27": (("4G Army", "5G Army", "6G Army", "7G Army"), ("13R Army", "20R Army", "21R Army", "22R Army")),
    "soviet-29": (
        ("1st Ukrainian Front", "2nd Ukrainian Front", "3rd Ukrainian Front", "4th Ukrainian Front"),
        ("West Front", "South Front", "Reserve Front", "Central Front"),
    ),
    "soviet-30": (
        ("1st Belorussian Front", "1st Baltic Front", "2nd Baltic Front"),
        ("West Front", "Don Front", "Bryansk Front"),
    ),
    "soviet-31": (
        ("2nd Belorussian Front", "3rd Belorussian Front", "3rd Baltic Front"),
        ("Kalinin Front", "Voronezh Front", "Leningrad Front"),
    ),
    "soviet-32": (("1GT Army", "2GT Army", "6GT Army"), ("1T Army", "3T Army", "5T Army")),
}


@rule("7.5.2c.3", "7.5.2c.4", "7.5.2c.5")
@pytest.mark.parametrize("name", EXCHANGES)
def test_total_war_units_take_the_hexes_of_old_units_at_full_strength(name: str) -> None:
    new, old = EXCHANGES[name]
    towns = ("2722", "2724", "2626", "2621")
    s = event(name, soviet={unit: f"{hex_id} -1" for unit, hex_id in zip(old, towns, strict=False)})
    for one, other in zip(new, old, strict=True):
        if s.step.name == "Exchanging":
            act(s, f"{one} takes the place of {other}")
    finish(s)
    assert [at(s, unit_name) for unit_name in old] == ["removed"] * len(old)
    assert [(at(s, n), s.lost[unit(n)]) for n in new] == [(hex_id, 0) for hex_id in towns[: len(new)]]
    assert where(s, name) == GONE


def test_belorussians_come_with_cavalry_and_the_last_fronts_with_a_tank_army() -> None:
    s = finish(event("soviet-30"))
    assert at(s, "1st Belorussian Front") == "removed" and s.place[unit("5GC Corps")] >= 0 <= s.place[unit("6GC Corps")]
    s = finish(event("soviet-31"))
    assert s.place[unit("6T Army")] >= 0 <= s.place[unit("7GC Corps")]


@rule("7.5.2c.5")
def test_a_tank_army_of_the_same_card_may_become_a_guard_tank_army() -> None:
    s = event("soviet-28", soviet={"13R Army": "2722", "20R Army": "2722", "21R Army": "2722"})
    act(s, "4T Army arrives in 2621")
    act(s, *(f"{new} takes the place of {old}" for new, old in (("8G Army", "20R Army"), ("10G Army", "13R Army"))))
    assert at(s, "11G Army") == "2722"
    assert choices(s) == ["3GT Army takes the place of 4T Army", "5GT Army takes the place of 4T Army"]
    act(s, "5GT Army takes the place of 4T Army")
    assert (at(s, "5GT Army"), at(s, "4T Army"), at(s, "3GT Army")) == ("2621", "removed", "removed")


def test_the_last_exchanges_need_no_choice_with_one_partner_each() -> None:
    s = event("soviet-33", soviet={"2T Army": "2722 -1", "24R Army": "2621"})
    assert (at(s, "4GT Army"), at(s, "9G Army")) == ("2722", "2621") and s.active == AXIS


@rule("7.5.2b", "7.5.2c")
def test_new_units_without_a_partner_in_full_supply_are_removed() -> None:
    s = event("soviet-33", axis={"9th Army": "1721"}, soviet={"2T Army": "1218"}, soviet_holds=("Berlin",))
    assert s.supply[unit("2T Army")] == OUT
    assert (at(s, "4GT Army"), at(s, "9G Army"), at(s, "2T Army")) == ("removed", "removed", "1218")


def test_only_rifle_armies_become_guard_armies_unless_the_switch_allows_any_army() -> None:
    army = {"1S Army": "2722", "24R Army": "2621", "1GC Corps": "2621", "1G Army": "2621", "Maritime Army": "2031"}
    s = event("soviet-27", soviet=army)
    assert at(s, "24R Army") == "2621" and {c.rpartition(" of ")[2] for c in choices(s)} == {"24R Army"}
    s = event("soviet-27", soviet=army, guard_exchange=True)
    assert {c.rpartition(" of ")[2] for c in choices(s)} == {"24R Army", "1S Army", "Maritime Army"}


# -- cards, hands and points ----------------------------------------------------------------------------------------


def test_sorge_lets_the_soviets_take_siberians_in_the_draw_phase_of_turn_3() -> None:
    s = event("soviet-07", turn=2)
    s.card[CARD_NUMBER["soviet-12"]] = DRAW
    assert hand.fetched(s) == []
    s.turn = 3
    assert hand.fetched(s) == [card("soviet-12")]
    s.push(hand.Fetch)
    s.settle()
    act(s, "take Soviet 12 Siberians")
    assert where(s, "soviet-12") == HAND and hand.fetched(s) == [] and where(s, "soviet-07") == GONE


@rule("7.6.1")
def test_industrial_evacuation_costs_a_card_for_four_turns_and_then_gives_one() -> None:
    s = event("soviet-08", turn=2)
    sizes = {}
    for turn in range(1, 18):
        s.turn = turn
        sizes[turn + 1] = hand.by_events(s, SOVIET)
    assert sizes == {2: 0, **dict.fromkeys(range(3, 7), -1), **dict.fromkeys(range(7, 19), 1)}
    assert hand.by_events(s, AXIS) == 0


@rule("18.3.2", "18.3.3")
def test_lend_lease_gives_banked_ops_from_the_next_turn_on() -> None:
    s = held("soviet-13", turn=2, soviet={"Stalin": "2722"})
    assert banked.lend_lease(s) == 0
    play(s, "soviet-13")
    assert s.banked[SOVIET] == 0 and s.lend_lease == 0
    s.turn = 3
    banked.receive(s)
    assert s.banked[SOVIET] == 3 == s.lend_lease


@rule("18.3.4", "18.3.4.1", "16.4.7")
def test_stavka_banks_three_ops_at_once_with_stalin_in_moscow() -> None:
    s = event("soviet-15", soviet={"Stalin": "2722"})
    assert (s.banked[SOVIET], s.lend_lease, where(s, "soviet-15")) == (3, 0, GONE)
    s = event("soviet-15", soviet={"Stalin": "3124"})
    assert s.banked[SOVIET] == 0 and where(s, "soviet-15") == GONE


@rule("7.4.2")
def test_tankograd_records_points_for_mobile_units_and_is_no_rp_card() -> None:
    s = event("soviet-54")
    assert (s.rp[SU_MOBILE], s.rp[SU], s.rp_cards[SOVIET]) == (10, 0, 0)
    assert why_no_event(held("soviet-54", played=False), "soviet-54") == "3.0"


@rule("10.3.3", "7.4.1")
def test_peoples_militia_allows_trenches_places_two_with_fronts_and_records_two_rps() -> None:
    fronts = {"West Front": "2722", "Kalinin Front": "2621", "Bryansk Front": "2424"}
    s = event("soviet-23", soviet={**fronts, "13R Army": "2721", "South Front": "1218"}, axis={"9th Army": "1721"})
    assert refused(s, "place a trench in 2721") == "10.3.3", "no front"
    assert refused(s, "place a trench in 1218") == "10.3.3", "out of supply"
    act(s, "place a trench in 2722", "place a trench in 2424")
    assert hexes(s.trenches[SOVIET]) == {"2722", "2424"} and s.rp[SU] == 4 and s.rp_cards[SOVIET] == 0
    assert effects.allowed(s, "trenches-soviet") and not effects.allowed(s, "trenches-axis")


# -- OPS and offensives ---------------------------------------------------------------------------------------------


@rule("11.1.3")
def test_zhukov_gives_an_ops_and_pairs_of_hexes_for_the_turn() -> None:
    s = event("soviet-09", axis={"9th Army": "2422"}, soviet={"West Front": "2522", "Kalinin Front": "2421"})
    assert (s.step.name, s.ops, s.ops_zone) == ("Movement", 1, UNLIMITED) and attacks.pair_cost(s) == 1
    end_round(s)
    assert attacks.pair_cost(s) == 1
    effects.end(s, "turn")
    assert attacks.pair_cost(s) is None and where(s, "soviet-09") == DISCARDED


@rule("15.1.1")
def test_zhukov_in_the_mud_gives_no_ops() -> None:
    s = event("soviet-09", turn=5, round=1, soviet={"West Front": "2522"})
    assert s.ops == 0 and s.active == AXIS


@rule("7.3.3", "8.3", "18.1.1")
def test_strategic_withdrawal_frees_units_in_zones_and_forbids_new_ones_combat_and_banked_ops() -> None:
    soviet = {"West Front": "2427", "20R Army": "2722", "Bryansk Front": "2628"}
    s = held("soviet-11", axis={"9th Army": "2426"}, soviet=soviet)
    s.banked[SOVIET] = 2
    play(s, "soviet-11")
    assert (s.step.name, s.ops) == ("Movement", 0)
    assert can(s, "West Front 2427-2729"), "one movement point more out of an enemy zone"
    assert refused(s, "West Front 2427-2730") == "10.1.4", "and no more than one"
    assert refused(s, "Bryansk Front 2628-2526") == "7.5.1a", "a new enemy zone"
    assert refused(s, "Bryansk Front 2628-2731") == "10.1.4", "no more movement points outside zones"
    assert refused(s, "20R Army 2722-2721 by rail") == "7.3.1", "no OPS are granted"
    act(s, "West Front 2427-2729", "end movement")
    assert s.active == AXIS and s.banked[SOVIET] == 2 and where(s, "soviet-11") == GONE and not s.effects
    assert why_no_event(held("soviet-11", turn=5, round=2), "soviet-11") == "7.5.1a"

"""Orders that are refused: each by the reason that comes first, and none brings the game down."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.actions import Activate, Move
from rasputitsa.titles.kiev41.components import NUMBER, SOVIET
from rasputitsa.titles.kiev41.headquarters import any_activation
from tests.kiev41.situation import Kiev, control, do, empty, fleet, impulse, pool, put, refused, tactical


def ready() -> Kiev:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "108", "Co")
    fleet(s, "BB", "108")
    return impulse(s, "axis")


@rule("10.1")
def test_a_fleet_is_no_hq_and_no_block() -> None:
    s = ready()
    refusal = refused(s, "activate BB in 108")
    assert (refusal.rule, refusal.text) == ("10.1", "This is no HQ.")


@rule("10.5", "10.5.2", "10.11")
@pytest.mark.parametrize("corps", ["4FK", "5FK"])
def test_an_exhausted_fliegerkorps_is_refused_as_exhausted_after_a_tactical_hq(corps: str) -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "17AOK")
    put(s, "35", f"{corps}:0")
    do(impulse(s, "axis"), "activate Kleist in 36")
    refusal = refused(s, f"activate {corps} in 35")
    assert refusal.rule == "10.5" and "exhausted" in refusal.text


@rule("10.10")
def test_guderian_goes_nowhere_but_where_he_is() -> None:
    s = ready()
    refusal = refused(s, "activate Guderian in 20")
    assert refusal.rule == "10.1" and "cannot reach" in refusal.text


@rule("5.0", "11.0")
def test_without_the_disc_the_pool_is_not_asked() -> None:
    """An empty pool is a reason only for a side that could call."""
    s = empty(front="river")
    s.initiative = SOVIET
    put(s, "36", "3Pz")
    without = refused(impulse(s, "axis"), "strategic reinforcements")
    assert without.rule != "5.0"
    pool(s, "34Inf")
    assert refused(impulse(s, "axis"), "strategic reinforcements") == without
    s.initiative = 1 - SOVIET
    s.place[NUMBER["34Inf"]] = s.place[NUMBER["42Inf"]]
    assert refused(impulse(s, "axis"), "strategic reinforcements").rule == "5.0"


@rule("10.8")
def test_an_enemy_s_block_is_not_refused_for_moving() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "21", "37A", "38A")
    tactical(s, "axis", "Kleist in 36")
    assert "not yours" in refused(s, "37A builds a line in 21").text


@rule("10.1", "10.1.2")
def test_a_random_hq_is_activated_or_sent_on_its_way() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    control(s, "soviet", "21 22 37")
    impulse(s, "axis")
    rng = random.Random("ways")
    found = [any_activation(s, NUMBER["Kleist"], rng) for _ in range(400)]
    assert {type(action) for action in found} == {Activate, Move}
    assert all(s.why_not(action, by="axis") is None for action in found if action is not None)

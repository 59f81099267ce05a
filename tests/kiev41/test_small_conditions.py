"""Single conditions, each with the situation in which it counts."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.actions import Blitz, Done, Fight, Hits, TakeHit
from rasputitsa.titles.kiev41.air import BOMBER_HQ, AbortBomber, AntiAir, EnoughBombers, NavalAir, damage_fleet
from rasputitsa.titles.kiev41.battle import Battle, attack_dice, second_hits
from rasputitsa.titles.kiev41.blitz import BlitzBlock
from rasputitsa.titles.kiev41.combat import Combat, FightBattle
from rasputitsa.titles.kiev41.command import candidates
from rasputitsa.titles.kiev41.components import AXIS, GUDERIAN, NUMBER, SOVIET
from rasputitsa.titles.kiev41.control import uncontested
from rasputitsa.titles.kiev41.firepower import HitRoll
from rasputitsa.titles.kiev41.hidden import faceless
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS
from rasputitsa.titles.kiev41.movement import own_blocks
from rasputitsa.titles.kiev41.sequence import guderian_advances
from rasputitsa.titles.kiev41.standing import STANDING
from rasputitsa.titles.kiev41.state import AT_SEA, SUNK
from rasputitsa.titles.kiev41.support import BombArea, Support
from rasputitsa.titles.kiev41.transport import landing_areas
from tests.kiev41.situation import control, do, empty, fleet, impulse, new, pool, put, refused


@rule("1.6")
@pytest.mark.parametrize(("shown", "nameless"), [("", True), ("37A", True), ("2Cav", False)])
def test_a_hit_names_its_block_only_if_that_block_lies_open(shown: str, nameless: bool) -> None:
    """Another block that lies open does not help."""
    s = empty(front="river")
    put(s, "37", "37A", "2Cav")
    assert NUMBER["2Cav"] < NUMBER["37A"]
    s.revealed = 1 << NUMBER[shown] if shown else 0
    impulse(s, "soviet")
    assert faceless(s, TakeHit(NUMBER["2Cav"]), "axis") == nameless


@rule("10.10")
@pytest.mark.parametrize("rolled", [True, False])
def test_guderians_dice_are_told_when_he_was_activated(rolled: bool) -> None:
    s = empty(front="river")
    s.activated, s.hits, s.ear = rolled << GUDERIAN, 0, []
    guderian_advances(s)
    assert any("for Guderian:" in line.text for line in s.ear) == rolled


@rule("10.2.1", "10.2.1.2")
@pytest.mark.parametrize(("before", "hits", "damage"), [(0, 6, 2), (1, 4, 2), (1, 1, 1), (0, 3, 1)])
def test_more_hits_than_a_fleet_can_take_sink_it_just_as_well(before: int, hits: int, damage: int) -> None:
    s = empty(front="river")
    fleet(s, "BB", "108")
    s.damage[0] = before
    damage_fleet(s, 0, hits)
    assert (s.damage[0], s.fleets[0] == SUNK) == (damage, damage == 2)


@rule("10.13.4", "10.13.4.3")
@pytest.mark.parametrize(("hits", "aborts"), [(2, True), (3, True), (4, False)])
def test_a_bomber_aborts_while_the_other_can_take_the_rest(hits: int, aborts: bool) -> None:
    s = empty(front="river")
    put(s, "54", "4FK")
    s.active = AXIS
    s.bombers[0] = s.bombers[1] = AREA["37"]
    assert BOMBER_HQ[0] == BOMBER_HQ[1] == NUMBER["4FK"]
    s.push(AntiAir, hits, AREA["37"])
    assert AbortBomber().offered(s) == aborts


@rule("10.13.2")
def test_bombers_and_fleets_fight_in_the_area_of_the_battle() -> None:
    s = empty(front="river")
    put(s, "101", "4FK")
    put(s, "108", "Co")
    fleet(s, "BB", "108")
    s.active = AXIS
    s.bombers[0], s.bombers[1] = AT_SEA, AREA["108"]
    s.push(NavalAir, AREA["108"], NavalAir.ASSIGN, 0)
    EnoughBombers().do(s, Done())
    assert s.frame[1:] == (AREA["108"], NavalAir.FIRE, 0)


@rule("14.8")
@pytest.mark.parametrize("seaborne", [True, False])
def test_the_marine_lands_only_by_the_optional_rule(seaborne: bool) -> None:
    s = empty(front="snow", seaborne=seaborne)
    control(s, "soviet", "FS 144 145")
    s.initiative = SOVIET
    put(s, "145", "M")
    do(impulse(s, "soviet"), "strategic impulse")
    assert bool(landing_areas(s, NUMBER["M"])) == seaborne
    if not seaborne:
        assert refused(s, "M lands 145-119").rule == "14.8"


def test_what_may_be_ordered_by_a_list_of_units() -> None:
    """Losses and steps fall on units that one can name beforehand; for the other reactions there is nothing to name."""
    by_units = {reaction.ask for reaction in STANDING.reactions if "units" in reaction.ways}
    assert by_units == {"Losses", "Regeneration", "Replacements"}


@rule("1.6", "10.13.6")
def test_only_known_blocks_count_among_the_known_dice() -> None:
    s = empty(front="river")
    put(s, "37", "37A")
    put(s, "37", "29Inf", "3Pz")
    s.active = AXIS
    infantry, panzer = (attack_dice(s, AREA["37"], 1 << NUMBER[name]) for name in ("29Inf", "3Pz"))
    assert tuple(map(sum, zip(infantry, panzer, strict=True))) == attack_dice(s, AREA["37"])
    assert sum(infantry) and sum(panzer)


@rule("10.13", "10.16")
def test_the_fire_in_return_is_told_as_the_last_of_the_battle() -> None:
    s = empty(front="river")
    put(s, "37", "37A")
    put(s, "37", "3Pz")
    s.active = AXIS
    s.push(Battle, AREA["37"], 0, AXIS)
    s.hits, s.ear = 0, []
    second_hits(s, AREA["37"])
    (board,) = (line.battle for line in s.ear if line.battle is not None)
    assert "one round" in board.next


@rule("10.17.3")
def test_a_blitz_begins_where_the_block_stands() -> None:
    s = empty(front="river")
    put(s, "21", "3Pz")
    put(s, "36", "Kleist")
    s.active, s.activated = AXIS, 1 << NUMBER["Kleist"]
    s.blitzers = 1 << NUMBER["3Pz"]
    control(s, "soviet", "22")
    here, there = (Blitz(NUMBER["3Pz"], AREA[frm], AREA["22"]) for frm in ("21", "36"))
    assert BlitzBlock().why_not(s, here) is None
    assert BlitzBlock().why_not(s, there) is not None


@rule("10.12")
@pytest.mark.parametrize(
    ("where", "words"), [(AREA["37"], "Kremenchug - Globino is not contested"), (AREAS, "a box is not contested")]
)
def test_a_battle_that_cannot_be_is_refused_by_its_name(where: int, words: str) -> None:
    s = empty(front="river")
    s.active = AXIS
    s.push(Combat, 0)
    refusal = FightBattle().why_not(s, Fight(where))
    assert refusal is not None and refusal.text.startswith(words)


@rule("10.13.1")
def test_to_begin_a_battle_shows_blocks() -> None:
    """So there is no way back before it by one side alone."""
    assert FightBattle().reveals(empty(), Fight(AREA["37"])) is True


@rule("10.2", "2.5")
def test_an_activated_hq_stays_revealed_when_nobody_is_engaged_any_more() -> None:
    s = empty(front="river")
    put(s, "37", "Kleist", "3Pz")
    s.active, s.activated = AXIS, 1 << NUMBER["Kleist"]
    s.revealed = s.here[AREA["37"]]
    uncontested(s, AREA["37"], SOVIET)
    assert s.revealed == 1 << NUMBER["Kleist"]


@rule("4.2.2")
def test_a_roll_may_give_every_number_of_hits() -> None:
    s = empty(front="river")
    s.push(HitRoll, 1, 2, 0)
    found = dict(HitRoll().outcomes(s))
    assert {hits.number for hits in found} == {0, 1, 2, 3}
    assert sum(found.values()) == 6**3 and found[Hits(3)] == 1 * 2 * 2


@rule("9.1.3")
def test_only_blocks_on_the_map_may_be_commanded() -> None:
    s = empty(front="river")
    pool(s, "34Inf")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "strategic impulse")
    assert candidates(s) & (1 << NUMBER["34Inf"] | 1 << NUMBER["3Pz"]) == 1 << NUMBER["3Pz"]


@rule("10.17", "10.2.2")
def test_only_blocks_that_stand_there_are_among_the_blocks_of_an_area() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "37", "37A")
    here = 1 << AREA["36"] | 1 << AREA["37"]
    assert own_blocks(s, AXIS, here) == 1 << NUMBER["Kleist"] | 1 << NUMBER["3Pz"]
    assert own_blocks(s, SOVIET, here) == 1 << NUMBER["37A"]


@rule("10.11", "10.17")
@pytest.mark.parametrize("blitz", [0, 1])
def test_bombers_do_not_support_a_blitz(blitz: int) -> None:
    s = empty(front="river")
    put(s, "54", "4FK")
    put(s, "37", "37A")
    put(s, "37", "3Pz")
    s.active, s.activated = AXIS, 1 << NUMBER["4FK"]
    s.push(Support, blitz)
    s.memo["battlefields"] = 1 << AREA["37"]
    assert len(list(BombArea().of(s, ("piece", NUMBER["4FK"])))) == 1 - blitz


@rule("6.0", "12.0")
def test_one_pass_does_not_end_a_turn() -> None:
    """Not even the first impulse of a turn that followed two passes."""
    s = new()
    first = s.turn
    do(s, "pass", "done", "pass", "done")
    while s.step.name != "ChooseImpulse":
        s.apply(s.legal()[-1])
    assert s.turn == first + 1
    begins = s.side
    do(s, "pass", "done")
    assert s.turn == first + 1 and s.side != begins

"""Positions of Kiev '41 with a known answer, which the computer finds. Each states a situation and what a good player
would see at once."""

from __future__ import annotations

import random

import pytest

from rasputitsa import players
from rasputitsa.board.topology import bits
from rasputitsa.kernel import CHANCE, Action
from rasputitsa.players import Deadline, Seat
from rasputitsa.titles.kiev41.actions import Done, Fight
from rasputitsa.titles.kiev41.components import COMBAT, NUMBER, OF_SIDE
from rasputitsa.titles.kiev41.logistics import Regeneration, Replacements
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.sequence import Turn
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import supplied

from .situation import (
    at,
    control,
    controller,
    do,
    empty,
    impulse,
    line,
    pool,
    put,
    tactical,
    weather,
)

AXIS, SOVIET = range(2)


@pytest.fixture(params=["officer", "general:n64"])
def player(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def choose(s: Kiev, name: str) -> str:
    """What a player does here."""
    side = s.side or ""
    return str(players.make(name, "kiev41", side, seed=1).choose(Seat(s, side), Deadline()))


def play(s: Kiev, name: str) -> list[str]:
    """Let a player go on for both sides until the impulse is over; what it ordered."""
    rng, start, orders = random.Random(7), (s.turn, s.active), []
    seats = {side: players.make(name, "kiev41", side, seed=1) for side in ("axis", "soviet")}
    notes: dict[str, dict[str, object]] = {"axis": {}, "soviet": {}}
    for _ in range(200):
        if s.side is None or (s.turn, s.active) != start:
            break
        if s.side == CHANCE:
            s.apply(s.sample(rng))
        else:
            action = seats[s.side].choose(Seat(s, s.side, notes=notes[s.side]), Deadline())
            orders.append(str(action))
            s.apply(action)
    return orders


def garrison(s: Kiev, area: str, side: int) -> int:
    """How many combat blocks of a side are in an area."""
    return (s.here[AREA[area]] & OF_SIDE[side] & COMBAT).bit_count()


def fed(s: Kiev, block: str) -> bool:
    side = AXIS if OF_SIDE[AXIS] >> NUMBER[block] & 1 else SOVIET
    return bool(supplied(s, side) >> s.place[NUMBER[block]] & 1)


def dnieper(**options: object) -> Kiev:
    """An empty board with the front of August, and an army for each side far from everything else."""
    return empty("campaign", front="river", **options)


# -- pockets and supply -------------------------------------------------------------------------------------------


def test_it_closes_the_pocket(player: str):
    """A pocket with one way out at 22: the panzers take it."""
    s = dnieper()
    control(s, "axis", "6 7 8 20 23 24 37 38")
    control(s, "soviet", "21 22")
    control(s, "axis", "9")
    put(s, "21", "5A", "6A")
    put(s, "36", "Kleist")
    put(s, "37", "3Pz", "14Pz")
    put(s, "7", "48Pz")
    put(s, "20", "44Inf")
    put(s, "25", "37A")
    play(impulse(s, "axis"), player)
    assert not fed(s, "5A") or s.here[AREA["21"]] & OF_SIDE[SOVIET] == 0


def test_it_leaves_the_pocket_while_there_is_a_way_out(player: str):
    s = dnieper()
    control(s, "axis", "5 6 20 21 37 38 24 9")
    put(s, "7", "5A:2", "SWFront")
    put(s, "6", "3Pz", "14Pz")
    put(s, "21", "48Pz", "44Inf", "17Inf")
    put(s, "37", "55Inf", "Kleist")
    put(s, "25", "37A")
    play(impulse(s, "soviet"), player)
    assert at(s, "5A") not in ("7", "22")


def test_it_brings_a_spearhead_back_into_supply(player: str):
    """3Pz stands alone beyond a single Soviet block that has come back behind it."""
    s = dnieper()
    control(s, "axis", "21 22 37")
    put(s, "23", "3Pz")
    put(s, "22", "4Tk:1")
    put(s, "37", "Kleist", "14Pz", "48Pz", "29Inf")
    put(s, "36", "44Inf")
    put(s, "25", "37A")
    control(s, "soviet", "38 8 7 24 9")
    play(impulse(s, "axis"), player)
    assert fed(s, "3Pz")


def test_it_does_not_move_out_of_supply_for_nothing(player: str):
    s = dnieper()
    put(s, "36", "Kleist", "3Pz", "14Pz")
    put(s, "35", "44Inf")
    put(s, "37", "5A", "6A")
    put(s, "21", "12A", "26A")
    put(s, "25", "37A")
    play(impulse(s, "axis"), player)
    own = bits(s.on_map & OF_SIDE[AXIS])
    assert all(supplied(s, AXIS) >> s.place[b] & 1 for b in own)


def test_it_goes_on_while_a_pocket_starves(player: str):
    """A turn ends with two passes, and starving ends with the turn: better a small impulse than a pass."""
    s = dnieper()
    control(s, "axis", "5 6 7 20 21 22 19 3")
    put(s, "4", "5A", "6A")
    put(s, "5", "12A")
    put(s, "6", "3Pz", "44Inf")
    put(s, "20", "17Inf", "55Inf")
    put(s, "19", "29Inf", "6AOK")
    put(s, "3", "101J")
    put(s, "25", "37A", "38A")
    do(impulse(s, "soviet"), "pass", "done")
    assert choose(s, player) != "pass"


# -- attacks ------------------------------------------------------------------------------------------------------


def test_it_does_not_attack_across_a_river_at_bad_odds(player: str):
    s = dnieper()
    put(s, "36", "17AOK:2", "101J")
    put(s, "21", "5A", "6A", "12A")
    line(s, "21")
    put(s, "25", "37A")
    play(impulse(s, "axis"), player)
    assert at(s, "101J") != "21"


def test_it_takes_a_victory_area_that_only_a_line_guards(player: str):
    s = dnieper()
    line(s, "55", "25")
    put(s, "54", "17AOK", "52Inf", "4Inf")
    put(s, "25", "37A", "12A")
    put(s, "94", "38A")
    play(impulse(s, "axis"), player)
    assert "55" in (at(s, "52Inf"), at(s, "4Inf"))


def test_it_walks_into_an_empty_victory_area(player: str):
    s = dnieper()
    put(s, "56", "17AOK", "52Inf", "4Inf")
    put(s, "39", "3Pz")
    put(s, "36", "44Inf")
    control(s, "axis", "37 38 39 56 24")
    put(s, "94", "38A")
    play(impulse(s, "axis"), player)
    assert controller(s, "25") == "axis" or controller(s, "55") == "axis"


def test_it_lets_the_starving_starve(player: str):
    """9.4 Who starves is lost for good: the guns are kept for others."""
    s = dnieper()
    control(s, "axis", "5 6 7 20 21 22")
    put(s, "6", "5A:1", "6A:1")
    put(s, "20", "44Inf", "17Inf")
    put(s, "21", "29Inf", "Kleist", "3Pz")
    put(s, "7", "55Inf")
    put(s, "25", "37A")
    do(impulse(s, "soviet"), "pass", "done")
    orders = play(s, player)
    assert "battle in 6" not in orders


def test_bombers_go_where_the_victory_area_is(player: str):
    s = dnieper()
    put(s, "55", "5A", "6A")
    put(s, "72", "48C:1")
    put(s, "71", "Kleist", "3Pz", "14Pz", "29Inf")
    put(s, "54", "4FK", "44Inf", "17Inf")
    put(s, "25", "37A")
    tactical(s, "axis", "Kleist in 71", "4FK in 54")
    orders = play(s, player)
    assert sum(order == "4FK bombs 55" for order in orders) >= 2


def test_the_winter_counterblow_finds_the_weak_place(player: str):
    s = dnieper()
    s.turn = 6
    control(s, "axis", "4 5 6 7 8 9 10 20-25 36-41 54-58 71-76 87-94")
    weather(s, "snow")
    put(s, "94", "LAHSS:1")
    put(s, "133", "Timoshenko", "2Tk", "18Tk", "57A")
    put(s, "77", "10A", "9A")
    put(s, "56", "44Inf", "17Inf")
    play(impulse(s, "soviet"), player)
    assert (s.here[AREA["94"]] & OF_SIDE[SOVIET]) or controller(s, "94") == "soviet"


# -- holding ------------------------------------------------------------------------------------------------------


def test_it_garrisons_the_last_victory_area(player: str):
    """Panzers four areas from an empty Kharkov; 67C is the only one who can be there."""
    s = dnieper()
    control(s, "axis", "20-22 36 37")
    put(s, "37", "Kleist", "3Pz", "14Pz", "48Pz")
    put(s, "26", "67C", "KFront")
    play(impulse(s, "soviet"), player)
    assert garrison(s, "25", SOVIET) == 1


def test_the_last_guard_of_a_victory_area_stays(player: str):
    s = dnieper()
    control(s, "axis", "20-24 36-39")
    put(s, "38", "Kleist", "3Pz", "14Pz")
    put(s, "25", "67C", "KFront")
    put(s, "26", "2Abn")
    play(impulse(s, "soviet"), player)
    assert garrison(s, "25", SOVIET) >= 1


def test_a_reinforcement_arrives_in_the_threatened_victory_area(player: str):
    s = dnieper()
    control(s, "axis", "20-24 36-39")
    put(s, "38", "Kleist", "3Pz", "14Pz")
    put(s, "25", "67C")
    put(s, "12", "KFront")
    put(s, "55", "12A", "26A")
    pool(s, "37A")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 1 blocks")
    while s.side == CHANCE:
        s.apply(s.sample(random.Random(1)))
    while s.step.name == "Drawing":
        do(s, choose(s, player))
    assert choose(s, player) == "37A arrives in 25"


def test_replacements_go_to_the_front_and_not_to_the_rear(player: str):
    s = dnieper()
    put(s, "25", "37A:2")
    put(s, "148", "64C:1")
    put(s, "24", "3Pz", "Kleist")
    s.stack[:] = [(Turn.id, 4), (Replacements.id, SOVIET, 6)]
    assert choose(s, player) == "replace 37A"


def test_tired_headquarters_recover_before_fresh_ones(player: str):
    s = dnieper()
    put(s, "36", "Kleist:2", "6AOK:3")
    put(s, "37", "5A")
    s.stack[:] = [(Turn.id, 4), (Regeneration.id, AXIS, 6)]
    assert choose(s, player) == "regenerate Kleist"


# -- headquarters, ships, impulses --------------------------------------------------------------------------------


def test_an_hq_is_posted_where_its_tanks_are_in_range(player: str):
    s = dnieper()
    control(s, "axis", "21 37")
    put(s, "52", "Kleist")
    put(s, "37", "3Pz", "14Pz", "48Pz")
    put(s, "22", "5A:1")
    put(s, "38", "6A:1")
    put(s, "25", "37A")
    orders = play(impulse(s, "axis"), player)
    assert any(order.startswith("activate Kleist") for order in orders)
    assert any(order.split()[0] in ("3Pz", "14Pz", "48Pz") for order in orders)


def test_no_hq_is_posted_alone_beside_the_enemy(player: str):
    s = dnieper()
    put(s, "52", "17AOK")
    put(s, "53", "52Inf", "4Inf")
    put(s, "37", "2Tk", "18Tk", "25Tk")
    put(s, "25", "37A")
    play(impulse(s, "axis"), player)
    place = s.here[s.place[NUMBER["17AOK"]]] & COMBAT
    assert place or AREA["36"] != s.place[NUMBER["17AOK"]]


def test_it_passes_when_nothing_is_worth_an_hq(player: str):
    s = dnieper()
    put(s, "4", "5A", "6A")
    put(s, "25", "37A", "38A")
    put(s, "55", "12A", "26A")
    line(s, "4", "25", "55")
    put(s, "12", "SWFront:2")
    put(s, "32", "44Inf", "17Inf", "29Inf", "55Inf")
    s.initiative = AXIS
    assert choose(impulse(s, "soviet"), player) == "pass"


def december(holder: str, german: str) -> Kiev:
    """The last month: one side holds six Victory Areas of seven, and the Axis has just passed. A German corps stands
    near, or too far away to be worth an HQ."""
    s = dnieper()
    s.turn = 6
    weather(s, "snow")
    control(s, holder, "4 25 55 94 148 FS")
    put(s, "24", "KFront", "37A")
    put(s, german, "55Inf")
    impulse(s, "soviet").passes = 1
    return s


def test_the_pass_that_wins_the_game_is_played(player: str):
    assert choose(december("soviet", "9"), player) == "pass"


def test_nobody_passes_into_defeat(player: str):
    assert choose(december("axis", "32"), player) != "pass"


def test_the_disc_brings_reinforcements_when_many_wait(player: str):
    s = dnieper()
    put(s, "4", "5A")
    put(s, "25", "37A", "KFront")
    put(s, "55", "12A")
    put(s, "36", "Kleist", "3Pz", "14Pz", "48Pz")
    pool(s, "38A", "26A", "6A", "57A", "10A", "9A", "18A", "40A", "21A", "61A", "2C", "24C")
    s.initiative = SOVIET
    assert choose(impulse(s, "soviet"), player) == "strategic reinforcements"


def test_ships_sail_to_the_coast_that_is_attacked(player: str):
    s = dnieper()
    put(s, "108", "SFront", "3Abn")
    put(s, "101", "54Inf", "11AOK", "30Inf")
    put(s, "25", "37A")
    tactical(s, "soviet", "SFront in 108")
    orders = play(s, player)
    assert any("sails to 108" in order for order in orders)


def test_guderian_drives_on_while_he_is_strong(player: str):
    s = dnieper()
    put(s, "36", "Kleist", "3Pz", "14Pz")
    put(s, "37", "5A")
    put(s, "25", "37A")
    orders = play(impulse(s, "axis"), player)
    assert any(order.startswith("activate Guderian") for order in orders)


# -- losses -------------------------------------------------------------------------------------------------------


def test_the_poorer_block_takes_the_hit(player: str):
    """10.15.1 Of two blocks of equal strength the one with the weaker fire."""
    s = dnieper()
    put(s, "37", "5A:3", "2Tk")
    put(s, "36", "Kleist", "3Pz", "14Pz")
    put(s, "25", "37A")
    tactical(s, "axis", "Kleist in 36")
    do(s, "3Pz 36-37", "14Pz 36-37", "done")
    assert hit(s, "Losses", "soviet", player) == "5A takes a hit"


def test_two_hits_on_bombers_are_two_aborts(player: str):
    """10.13.4 An aborted bomber flies again next impulse, a destroyed one next turn."""
    s = dnieper()
    put(s, "108", "SFront", "3Abn")
    put(s, "101", "54Inf", "11AOK", "4FK")
    tactical(s, "axis", "11AOK in 101", "4FK in 101")
    do(s, "54Inf 101-108", "4FK bombs 108", "4FK bombs 108", "4FK bombs 108", "done")
    assert "abort" in hit(s, "AntiAir", "axis", player)


def hit(s: Kiev, question: str, side: str, name: str) -> str:
    """What a player answers to this question, when the dice have brought it about."""
    for seed in range(40):
        trial, rng = s.copy(), random.Random(seed)
        for _ in range(25):
            if trial.side is None or (trial.step.name == question and trial.side == side):
                break
            trial.apply(trial.sample(rng) if trial.side == CHANCE else _next(trial))
        if trial.step.name == question and trial.side == side:
            return choose(trial, name)
    raise AssertionError(f"{question} is never asked")


def _next(s: Kiev) -> Action:
    """Go on to the battle."""
    fights = [action for action in s.legal() if isinstance(action, Fight)]
    return fights[0] if fights else s.legal()[-1] if s.step.name != "Support" else Done()

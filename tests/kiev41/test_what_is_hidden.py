"""1.6 What the enemy cannot see of blocks, condition by condition: faces, deeds, ways back and imagined positions."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.actions import LEXICON, Drawn, Fight, Move
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    GUDERIAN,
    HUNGARIAN,
    LEADERS,
    NUMBER,
    OF_SIDE,
    RUMANIAN,
    SOVIET,
)
from rasputitsa.titles.kiev41.hidden import (
    back_of,
    faceless,
    hidden_from,
    reveals,
    sees_face,
    setting_up,
)
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS, ELIMINATED, HAND, LATER, POOL
from tests.kiev41.situation import control, do, empty, go_to, impulse, new, pool, put, tactical


@rule("1.6")
def test_concealed_blocks_on_the_map_and_in_the_pool_are_hidden_and_no_others() -> None:
    s = empty(front="river")
    put(s, "37", "37A", "38A")
    pool(s, "40A")
    s.place[NUMBER["21A"]] = HAND
    s.place[NUMBER["5A"]] = ELIMINATED
    s.revealed = 1 << NUMBER["38A"]
    hidden = {BLOCKS[b].id for b in range(len(BLOCKS)) if hidden_from(s, AXIS) >> b & 1}
    assert hidden == {"37A", "40A", "21A"}
    assert hidden_from(s, SOVIET) & (LEADERS | 1 << GUDERIAN) == 0


@rule("1.6", "5.1")
def test_guderian_and_the_leaders_are_known_by_their_box() -> None:
    """Wherever they are, and in the first box of the road as well."""
    s = empty(front="river")
    s.revealed = 0
    for s.place[GUDERIAN] in (AREAS, AREAS + 1, POOL):
        assert not hidden_from(s, SOVIET) >> GUDERIAN & 1
    for b in range(len(BLOCKS)):
        if LEADERS >> b & 1:
            s.place[b] = POOL
    assert not hidden_from(s, AXIS) & LEADERS and not hidden_from(s, SOVIET) & LEADERS


@rule("1.6", "5.1")
def test_the_blocks_that_come_later_are_known_once_the_game_has_begun() -> None:
    """While blocks are drawn for the set-up they all wait, and what is missing would tell what was drawn."""
    s = TITLE.new("river")
    assert setting_up(s)
    waiting = [b for b in range(len(BLOCKS)) if s.place[b] == LATER and OF_SIDE[SOVIET] >> b & 1]
    assert waiting and not any(sees_face(s, b, "axis") for b in waiting)
    begun = new("river")
    assert not setting_up(begun)
    later = [b for b in range(len(BLOCKS)) if begun.place[b] == LATER and OF_SIDE[SOVIET] >> b & 1]
    assert later and all(sees_face(begun, b, "axis") for b in later)
    begun.stack.clear()
    assert not setting_up(begun)


@rule("1.6")
@pytest.mark.parametrize(("viewer", "hides"), [("axis", True), ("soviet", False), ("open", False)])
def test_a_drawn_block_has_no_name_for_the_enemy(viewer: str, hides: bool) -> None:
    s = empty()
    s.initiative = SOVIET
    pool(s, "37A", "38A", "1Cav")
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 2 blocks")
    assert s.side == "chance"
    assert faceless(s, Drawn(NUMBER["37A"]), viewer) == hides


@rule("1.6")
def test_on_a_side_s_own_turn_the_enemy_sees_its_deeds_without_names() -> None:
    s = impulse(empty(front="river"), "soviet")
    move = Move(NUMBER["37A"], AREA["37"], AREA["22"])
    assert faceless(s, move, "axis") and not faceless(s, move, "soviet")
    # A block of the viewer's own that acts on the enemy's turn: only chance names it to him.
    assert faceless(s, Move(NUMBER["3Pz"], AREA["36"], AREA["22"]), "axis")


# -- what shows something: no way back ------------------------------------------------------------------------------


@rule("1.6", "10.13.1")
def test_a_battle_shows_the_enemy_s_blocks_and_a_quiet_move_does_not() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "37", "38A")
    put(s, "22", "37A")
    control(s, "soviet", "6 7 20 21 22 23 37")
    tactical(s, "axis", "Kleist in 36")
    into, aside = (LEXICON.parse(f"3Pz 36-{to}") for to in ("37", "21"))
    assert s.why_not(aside, by="axis") is None and not reveals(s, aside)
    s.apply(into)
    go_to(s, "Support")
    assert s.step.name == "Support"
    assert reveals(s, LEXICON.parse("done")), "the only battle begins by itself, and its blocks are shown"


@rule("1.6", "10.12")
def test_to_choose_a_battle_shows_its_blocks() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz", "29Inf")
    put(s, "37", "38A")
    put(s, "21", "37A")
    control(s, "soviet", "6 7 20 21 22 23 37")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-21")
    s.commands = 9
    go_to(s, "Support")
    put(s, "37", "34Inf")
    do(s, "done")
    assert s.step.name == "Combat"
    assert s.step.reveals(s, Fight(AREA["37"])) and reveals(s, Fight(AREA["37"]))


@rule("1.6")
def test_chance_shows_what_it_brings() -> None:
    s = empty()
    s.initiative = SOVIET
    pool(s, "37A", "38A", "1Cav")
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 2 blocks")
    assert s.side == "chance" and reveals(s, Drawn(NUMBER["37A"]))


# -- imagined positions ---------------------------------------------------------------------------------------------


@rule("1.4", "1.6")
def test_no_hungarian_is_imagined_beside_a_rumanian() -> None:
    """Two stacks, one of a Hungarian and a German, one of Rumanians of which one lies open."""
    s = empty(front="river")
    hungarian = next(b for b in range(len(BLOCKS)) if HUNGARIAN >> b & 1)
    rumanians = [b for b in range(len(BLOCKS)) if RUMANIAN >> b & 1][:2]
    put(s, "36", BLOCKS[hungarian].id, "29Inf")
    put(s, "54", *(BLOCKS[b].id for b in rumanians))
    put(s, "20", "3Pz", "34Inf")
    s.revealed = 1 << rumanians[0]
    rng = random.Random("allies")
    where: dict[str, set[int]] = {"hungarian": set(), "rumanian": set(), "3Pz": set()}
    for _ in range(150):
        other = s.imagine("soviet", rng)
        for area in range(AREAS):
            assert not (other.here[area] & HUNGARIAN and other.here[area] & RUMANIAN)
        where["hungarian"].add(other.place[hungarian])
        where["rumanian"].add(other.place[rumanians[1]])
        where["3Pz"].add(other.place[NUMBER["3Pz"]])
    a, b, c = (AREA[name] for name in ("36", "54", "20"))
    assert where == {"hungarian": {a, c}, "rumanian": {a, b, c}, "3Pz": {a, b, c}}


@rule("1.6")
def test_backs_of_different_areas_and_numbers_are_different_pieces_and_no_blocks_or_lines() -> None:
    backs = [back_of(area, number) for area in (0, 1, AREAS - 1) for number in (0, 1, 127)]
    assert len(set(backs)) == len(backs) and min(backs) > 300 + AREAS


@rule("1.4", "1.6")
def test_a_german_is_imagined_beside_a_hungarian() -> None:
    """The Hungarian cannot go where a Rumanian lies open, so the Germans change places beside him."""
    s = empty(front="river")
    hungarian = next(b for b in range(len(BLOCKS)) if HUNGARIAN >> b & 1)
    rumanian = next(b for b in range(len(BLOCKS)) if RUMANIAN >> b & 1)
    put(s, "36", BLOCKS[hungarian].id, "29Inf")
    put(s, "20", "3Pz", BLOCKS[rumanian].id)
    s.revealed = 1 << rumanian
    rng = random.Random("beside")
    found = [s.imagine("soviet", rng) for _ in range(40)]
    assert {other.place[hungarian] for other in found} == {AREA["36"]}
    assert {other.place[NUMBER["3Pz"]] for other in found} == {AREA["36"], AREA["20"]}

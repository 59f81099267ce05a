"""The battle board and the faces of blocks: every throw shown is one that gives just those hits."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import BattleReport, LogLine
from rasputitsa.titles.kiev41 import battle as fighting
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, MOVEMENT, NUMBER, SIDE, SOVIET
from rasputitsa.titles.kiev41.faces import face
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.report import faces, fired, names
from rasputitsa.titles.kiev41.state import Kiev
from tests.kiev41.situation import empty, line, put


@rule("4.2.2")
def test_a_handful_of_dice_in_words() -> None:
    assert names((1, 0, 2)) == "1 die hitting on 6, 2 dice hitting on 4 or more"
    assert names((0, 3, 0)) == "3 dice hitting on 5 or more"


@rule("4.2.2")
def test_every_throw_shown_has_just_its_hits() -> None:
    for dice in product(range(3), repeat=3):
        kinds = [1] * dice[0] + [2] * dice[1] + [3] * dice[2]
        for hits, seed in product(range(len(kinds) + 1), ("a", "b", "c")):
            shown, hit = faces(dice, hits, seed)
            assert (len(shown), len(hit), sum(hit)) == (len(kinds), len(kinds), hits)
            assert all(1 <= number <= 6 for number in shown)
            assert [number > 6 - kind for number, kind in zip(shown, kinds, strict=True)] == hit
            assert faces(dice, hits, seed) == (shown, hit)


@rule("4.2.2")
def test_dice_of_all_faces_are_shown() -> None:
    thrown = [faces((1, 1, 1), hits, f"{hits} {seed}") for hits in range(4) for seed in range(60)]
    for die, kind in enumerate((1, 2, 3)):
        hit = {shown[die] for shown, hits in thrown if hits[die]}
        missed = {shown[die] for shown, hits in thrown if not hits[die]}
        assert hit == set(range(7 - kind, 7))
        assert missed == set(range(1, 7 - kind))


@rule("4.2.2")
def test_an_unlikely_throw_is_given_to_the_best_dice() -> None:
    _, hit = faces((20, 0, 1), 20, "luck")
    assert hit == [False] + [True] * 20


def fight(s: Kiev) -> None:
    put(s, "37", "38A:3", "9Tk:2")
    line(s, "37")
    put(s, "37", "29Inf:4")
    s.active, s.turn = AXIS, 2


def told(s: Kiev, side: int, label: str, **how: bool) -> tuple[LogLine, BattleReport]:
    s.ear = []
    fired(s, AREA["37"], side, label, (2, 1, 0), **how)
    assert s.ear[0].battle is not None
    return s.ear[0], s.ear[0].battle


@rule("10.13", "10.14")
@pytest.mark.parametrize(
    ("side", "hits", "absorbs", "text"),
    [
        (AXIS, 0, True, "no hit"),
        (AXIS, 1, True, "1 hit on the Soviet side, 1 absorbed"),
        (AXIS, 3, True, "3 hits on the Soviet side, 2 absorbed"),
        (AXIS, 3, False, "3 hits on the Soviet side"),
        (SOVIET, 2, True, "2 hits on the Axis side"),
    ],
)
def test_what_a_throw_did(side: int, hits: int, absorbs: bool, text: str) -> None:
    s = empty(front="river")
    fight(s)
    s.hits, s.dab = hits, 2
    heard, board = told(s, side, "ground combat", absorbs=absorbs)
    fire = board.fires[0]
    assert (fire.text, fire.result, sum(fire.hits), len(fire.dice)) == (text, str(hits), hits, 3)
    assert fire.side == ("axis", "soviet")[side]
    assert heard.at == board.at == ["37"]
    assert board.next == f"{('The Soviets', 'The Axis')[side]} take the hits, and the next to fire follows."
    assert "one round" in told(s, side, "ground combat", last=True)[1].next
    assert board.id == "2-0-37"
    assert [(x.side, x.role) for x in board.sides] == [("axis", "attacker"), ("soviet", "defender")]
    units = [[(unit.name, unit.strength) for unit in x.units] for x in board.sides]
    assert [len(x) for x in units] == [1, 3], "the line belongs to the defender"
    assert units[1][-1] == ("Defensive Line", "1 die")


@rule("10.13")
def test_nothing_is_told_without_dice_or_a_listener() -> None:
    s = empty(front="river")
    fight(s)
    s.ear = []
    fired(s, AREA["37"], AXIS, "artillery fire", (0, 0, 0))
    assert s.ear == []
    s.ear = None
    fired(s, AREA["37"], AXIS, "artillery fire", (1, 0, 0))
    assert s.ear is None


@rule("10.13.1")
def test_a_battle_is_shown_once_both_sides_lie_open() -> None:
    s = empty(front="river")
    fight(s)
    s.stack.append((fighting.Battle.id, AREA["37"], 0, 0))
    s.fought = 1 << AREA["38"] | 1 << AREA["36"]
    assert fighting.under_way(s) is None
    s.fought = 1 << AREA["37"]
    shown = fighting.under_way(s)
    assert shown is not None
    assert shown.at == ["37"]
    s.stack.pop()
    assert fighting.under_way(s) is None


@rule("4.2", "4.2.3")
def test_every_face_shows_what_is_printed() -> None:
    for b, block in enumerate(BLOCKS):
        stars = block.type in ("leader", "hq", "lw_hq")
        for steps in block.steps:
            shown = face(b, steps)
            assert (shown.strength, shown.steps, shown.max_steps) == (str(steps), steps, block.steps[0])
            assert shown.pips == ("heart" if stars and not steps else "stars" if stars else "dots")
            assert shown.move == (str(MOVEMENT[b]) if MOVEMENT[b] else "")
            assert shown.nation == (block.nation or ("german" if SIDE[b] == AXIS else "soviet"))
            assert shown.band == ("" if block.color == "none" else block.color)
        hidden = face(b, -1)
        assert (hidden.strength, hidden.steps) == ("", 0)
        text = " ".join(shown.text)
        assert ("Blitz HQ" in text) == block.blitz
        assert ("Commands all" in text) == (block.color == "any")
        assert ("any Tactical HQ" in text) == (block.color == "white")
        assert ("Remnant" in text) == block.remnant
        assert ("September" in text, "November" in text) == (block.mark == "S", block.mark == "N")


@rule("4.2")
def test_leaders_have_no_movement_and_hqs_have() -> None:
    assert face(NUMBER["Hitler"], 4).move == ""
    assert face(NUMBER["Kleist"], 4).move == "5"

"""1.0 Sides, fog of war, weather at a glance."""

from __future__ import annotations

import random

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.record import Record
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.actions import LEXICON
from rasputitsa.titles.kiev41.components import BLOCKS, NUMBER, SIDE
from tests.kiev41.situation import do, empty, go_to, impulse, line, may, new, pool, put, refused, revealed, tactical


@rule("1.4", "1.4.1")
def test_hungarians_and_rumanians_never_stack_together() -> None:
    s = empty(front="river")
    put(s, "35", "Fast", "29Inf")
    put(s, "34", "Rum4", "17Inf")
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "17Inf 34-35")
    assert refused(s, "Rum4 34-35").rule == "1.4"
    assert refused(s, "Fast 35-34").rule == "1.4"


@rule("1.4", "1.4.2")
def test_rumanian_artillery_does_not_support_the_hungarians() -> None:
    s = empty(front="river")
    put(s, "54", "3RumHQ", "17AOK")
    put(s, "37", "37A")
    put(s, "37", "Fast")
    go_to(do(impulse(s, "axis"), "activate 3RumHQ in 54", "activate 17AOK in 54"), "Support")
    assert may(s, "17AOK shells 37")
    assert refused(s, "3RumHQ shells 37").rule == "10.4"


@rule("1.6")
def test_a_side_sees_its_own_faces_and_only_the_backs_of_the_enemy() -> None:
    s = new()
    for piece in s.view("axis").pieces:
        if piece.owner == "axis":
            assert piece.face is not None or piece.kind == "line"
        elif piece.kind == "block" and not piece.at.startswith("box:"):
            assert piece.face is None
            assert piece.id >= 1000


@rule("1.6")
def test_an_enemy_block_has_no_name_in_what_a_side_is_sent() -> None:
    s = new()
    words = str(s.view("axis")).replace("'", " ").replace(",", " ").split()
    hidden = {BLOCKS[b].id for b in range(len(BLOCKS)) if SIDE[b] == 1 and s.on_map >> b & 1}
    names = {id_ for id_ in hidden if len(id_) > 2}
    assert not names & set(words)


@rule("1.6")
def test_the_record_a_player_reads_names_no_hidden_block_of_the_enemy() -> None:
    record = Record(TITLE.prepare("campaign", None, {}))
    rng = random.Random(4)
    for _ in range(400):
        if record.state.over:
            break
        record.apply(record.state.sample(rng))
    for viewer in ("axis", "soviet"):
        for entry, told in zip(record.entries, record.text_for(viewer).splitlines()[-len(record) :], strict=True):
            block = getattr(entry.action, "block", None)
            if (
                block is None
                or block >= len(BLOCKS)
                or type(entry.action).__name__ in ("Activate", "LostBefore", "TakeHit")
            ):
                continue
            mine = ("axis", "soviet")[SIDE[block]] == viewer
            assert (f" {BLOCKS[block].id} " in f" {told} ") == mine, told


@rule("1.6.1")
def test_blocks_are_revealed_in_battle_and_concealed_after_it() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "35", "29Inf:1")
    put(s, "20", "5A")
    do(tactical(s, "axis", "Kleist in 36"), "29Inf 35-20", "done")
    assert revealed(s, "5A")
    assert revealed(s, "29Inf")
    assert not revealed(s, "3Pz")
    faces = {p.face.name for p in s.view("axis").pieces if p.face and p.owner == "soviet"}
    assert "5A" in faces
    do(s, "0 hits", "0 hits")
    assert not revealed(s, "5A"), "the player who controls a contested area conceals"
    assert revealed(s, "29Inf"), "the other player's blocks remain visible"


@rule("1.6.1")
def test_an_activated_hq_lies_open_until_it_is_deactivated() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "35", "3Pz")
    tactical(s, "axis", "Kleist in 36")
    assert revealed(s, "Kleist")
    go_to(s, "Exploitation")
    assert not revealed(s, "Kleist")


@rule("1.6")
def test_a_hidden_block_keeps_no_identity_when_it_moves() -> None:
    s = empty(front="river")
    put(s, "37", "37A", "38A")
    do(impulse(s, "soviet"), "pass")
    before = {p.id for p in s.view("axis").pieces if p.at == "37" and p.kind == "block"}
    told = s.describe(LEXICON.parse("37A 37-38"), "axis")
    do(s, "37A 37-38")
    left = {p.id for p in s.view("axis").pieces if p.at == "37" and p.kind == "block"}
    assert told == "a block 37-38"
    assert left < before
    assert min(before) in left, "the ids count the blocks that are left, whoever moved"


@rule("1.6")
def test_what_the_enemy_is_dealt_and_restores_stays_his_secret() -> None:
    s = empty()
    pool(s, "37A", "38A")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 2 blocks")
    assert s.side == CHANCE
    assert s.describe(LEXICON.parse("37A is drawn"), "axis") == "a block is drawn"
    assert s.describe(LEXICON.parse("37A is drawn"), "soviet") == "37A is drawn"
    assert s.describe(LEXICON.parse("regenerate SFront"), "axis") == "regenerate a block"


@rule("1.6")
def test_an_imagined_position_looks_the_same_and_still_obeys_the_rules() -> None:
    s = new()
    rng = random.Random(7)
    for _ in range(20):
        other = s.imagine("soviet", rng)
        assert other.view("soviet") == s.view("soviet")
        assert other.check() == []
    assert any(s.imagine("soviet", rng).place != s.place for _ in range(3)), "hidden blocks change places"


@rule("1.7", "8.1.1")
def test_the_weather_is_sunny_until_the_second_axis_impulse_of_october() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "38", "SWFront")
    for turn in (1, 2, 3):
        s.turn = turn
        impulse(s, "axis")
        assert s.side == "axis"
    s.turn = 4
    impulse(s, "axis")
    assert s.side == "axis", "no die in the first Axis impulse of October"
    impulse(s, "soviet")
    assert s.side == "soviet", "nor in a Soviet one"
    impulse(s, "axis")
    assert s.side == CHANCE
    assert s.step.name == "WeatherDie"


@rule("1.6")
def test_lines_and_control_are_open_to_both() -> None:
    s = empty(front="river")
    put(s, "37", "37A")
    line(s, "37")
    lines = [p for p in s.view("axis").pieces if p.kind == "line"]
    assert [(p.at, p.owner) for p in lines] == [("37", "soviet")]
    assert NUMBER["37A"] not in {p.id for p in s.view("axis").pieces}

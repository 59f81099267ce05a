"""A position prints: one line, a board in text, a picture in a notebook."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

from rasputitsa.kernel import CHANCE, Dice, Invalid, Record, State, run_chance, title
from toy import TITLE


def opening(name: str) -> State:
    state = title(name).new()
    run_chance(state, Dice("mud"))
    return state


def test_a_state_says_in_one_line_what_is_going_on():
    assert repr(TITLE.new(open_cards=True)) == "<toy line: turn 1, axis to decide>"
    assert "axis VP" in repr(opening("no-retreat"))


def test_a_finished_game_says_who_won():
    state = TITLE.new(open_cards=True)
    state.win(0, "broke through", "T.3")
    state.settle()
    assert repr(state) == "<toy line: turn 1, axis won: broke through>"


def test_a_state_that_is_being_set_up_can_still_be_looked_at():
    game = title("no-retreat").prepare(None, None, {})
    assert repr(game.title.state_class(game)) == "<no-retreat barbarossa: not set up yet>"


def test_a_hex_board_prints_as_rows_of_hexes_from_north_to_south():
    rows = str(opening("no-retreat")).splitlines()
    assert rows[0] == "No Retreat! The Russian Front: barbarossa (board)"
    assert rows[1].startswith("Turn 1 of 5, June 1941") and "VP" in rows[2]
    at = {
        name: next((r, row.index(name)) for r, row in enumerate(rows) if name in row) for name in ("Ber", "Gor", "Sev")
    }
    assert at["Ber"][0] < at["Gor"][0] < at["Sev"][0] and at["Ber"][1] < at["Sev"][1] < at["Gor"][1]
    assert any("A4+" in row for row in rows), "a stack with a piece of strength 4 on top"


def test_an_area_board_prints_as_a_list_of_areas_with_what_stands_there():
    rows = str(opening("kiev41")).splitlines()
    assert any(row.startswith("4 Kiev (soviet): S4 SWFront, ") for row in rows)


def test_a_board_without_a_map_prints_its_places():
    assert str(TITLE.new(open_cards=True)).splitlines()[3:] == [
        "A: A Red 1",
        "B: A Red 2",
        "D: S Blue 2",
        "E: S Blue 1",
    ]


def test_a_notebook_shows_the_drawn_map():
    picture = opening("no-retreat")._repr_svg_()
    assert picture is not None and picture.startswith("<svg") and "4th Panzer" in picture
    assert TITLE.new()._repr_svg_() is None


def test_a_list_of_actions_prints_one_a_line_and_is_a_table_in_a_notebook():
    actions = TITLE.new(open_cards=True).legal()
    assert str(actions) == "Red 2 B-C\nstay"
    assert actions == list(actions) and "<td>Move</td><td>Red 2 B-C</td>" in actions._repr_html_()


def test_a_drawn_position_saves_itself(tmp_path: Path):
    picture = opening("kiev41").draw("axis", "dark")
    assert picture.save(tmp_path / "board.svg").read_text(encoding="utf-8") == picture
    assert picture.save(tmp_path / "board.png", zoom=0.2).read_bytes().startswith(b"\x89PNG")
    assert picture._repr_svg_() == picture and repr(picture).startswith("<picture")
    with pytest.raises(Invalid, match="svg or"):
        picture.save(tmp_path / "board.gif")


def test_what_cannot_be_drawn_says_why():
    with pytest.raises(Invalid, match="theme"):
        opening("kiev41").draw(theme="sepia")
    with pytest.raises(Invalid, match="side"):
        opening("kiev41").draw("both")
    with pytest.raises(Invalid, match="no map"):
        TITLE.new().draw()


def test_a_side_sees_only_what_it_may_in_its_picture():
    state = opening("kiev41")
    assert "SWFront" in state.draw("soviet") and "SWFront" not in state.draw("axis")


def test_titles_print_draw_and_pickle():
    kiev = title("kiev41")
    assert repr(kiev) == "<kiev41: Kiev '41>" and "campaign" in str(kiev)
    assert pickle.loads(pickle.dumps(kiev)) is kiev
    bare = kiev._repr_svg_()
    assert bare is not None and bare.startswith("<svg") and "SWFront" not in bare
    assert TITLE._repr_svg_() is None


def test_records_print_draw_and_pickle():
    record = Record(title("no-retreat").prepare("barbarossa", None, {}))
    while record.state.side == CHANCE:
        record.apply(record.state.sample(random.Random(7)))
    record.apply(record.state.legal()[0])
    again = pickle.loads(pickle.dumps(record))
    assert again.entries == record.entries and again.state == record.state
    assert repr(record) == f"<record of no-retreat barbarossa, board: {len(record)} actions>"
    assert str(record).splitlines()[-1].startswith(f"{len(record)} axis: ")
    assert "4th Panzer" in (record._repr_svg_() or "")

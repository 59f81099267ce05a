"""`rasputitsa odds` answers as the combat tables of the rule book do, for every column, die and shift."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rasputitsa.cli import run
from rasputitsa.commands import odds
from rasputitsa.kernel.testing import rule


def work_out(table: str, attack: int, defend: int, shift: int) -> dict[str, Any]:
    return odds.work_out("no-retreat", {"table": table, "attack": attack, "defend": defend, "shift": shift})


COLUMNS = ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1"]
TABLES = {
    "axis": """
        CA CA CA NE NE CB EX DR DR
        CA CA NE NE CB EX DR DR DS
        CA NE CB CB EX DR DR DS DS
        NE CB EX EX DR DR DS DS DD
        CB DR DR DR DR DS DS DD DD
        DR DR DR DR DS DD DD DD DD""",
    "soviet": """
        CA CA CA CA NE CB EX EX EX
        CA CA CA NE CB EX EX EX DR
        CA CA NE CB EX EX DR DR DR
        CA NE CB EX EX DR DR DR DS
        NE CB EX EX DR DR DS DS DD
        CB DR DR DR DR DS DS DD DD""",
}
ROWS = {side: [line.split() for line in table.split("\n")[1:]] for side, table in TABLES.items()}


@pytest.mark.parametrize("side", ["axis", "soviet"])
@rule("10.5", book="no-retreat-board")
def test_every_column_die_and_shift_is_as_printed(side: str):
    for at, label in enumerate(COLUMNS):
        attack, defend = map(int, label.split(":"))
        for shift in range(-10, 11):
            found = work_out(side, attack, defend, shift)
            to = min(at + shift, 8)
            assert (found["initial"], found["final"]) == (label, COLUMNS[to] if to >= 0 else "<1:3")
            expected = [row[to] if to >= 0 else "CA" for row in ROWS[side]]
            assert found["results"] == {str(die): result for die, result in enumerate(expected, 1)}
            assert found["probability"] == {r: float(Fraction(expected.count(r), 6)) for r in dict.fromkeys(expected)}


@pytest.mark.parametrize(
    ("attack", "defend", "shift", "initial", "final"),
    [
        (12, 9, 0, "1:1", "1:1"),
        (14, 9, 0, "3:2", "3:2"),
        (24, 2, -1, "6:1", "5:1"),
        (4, 5, 0, "1:2", "1:2"),
        (1, 4, 0, "<1:3", "<1:3"),
    ],
)
def test_the_rule_books_odds_examples_come_out(attack: int, defend: int, shift: int, initial: str, final: str):
    found = work_out("soviet", attack, defend, shift)
    assert (found["initial"], found["final"]) == (initial, final)


@rule("10.6.4", book="no-retreat-board")
def test_odds_below_the_table_are_a_counterattack_that_no_shift_saves():
    found = work_out("axis", 1, 4, 3)
    assert found["final"] == "<1:3" and set(found["results"].values()) == {"CA"}


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]):
    args = "odds no-retreat --table axis --attack 15 --defend 3 --shift 0 --json"
    assert run(args.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["initial", "final", "results", "probability"]
    assert found["final"] == "5:1" and found["results"]["3"] == "DS"


@rule("11.2.1", book="stalins-war")
def test_stalins_war_prints_both_sides_and_who_wins(capsys: pytest.CaptureFixture[str]):
    args = "odds stalins-war --attack 5 --attack-table lcu --defend 3 --defend-table scu --defend-shift -1 --json"
    assert run(args.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["attacker"]["column"] == "5-6" and found["defender"]["column"] == "2"
    inflicted = [sum(found[side]["loss_number"].values()) for side in ("attacker", "defender")]
    assert inflicted == pytest.approx([1, 1]) and sum(found["winner"].values()) == pytest.approx(1)
    beats = sum(
        p * q
        for number, p in found["attacker"]["loss_number"].items()
        for other, q in found["defender"]["loss_number"].items()
        if int(number) > int(other)
    )
    assert found["winner"]["attacker"] == pytest.approx(beats)


@pytest.mark.parametrize(
    "args",
    [
        "stalins-war --attack 3 --attack-table army --defend 1 --defend-table scu",
        "stalins-war --attack -1 --attack-table lcu --defend 1 --defend-table scu",
        "stalins-war --attack 3 --defend 1",
        "kiev41 --table axis --attack 3 --defend 1",
        "no-retreat --table german --attack 3 --defend 1",
        "no-retreat --table axis --attack 0 --defend 1",
        "no-retreat --table axis --attack 3 --defend -1",
        "no-retreat --attack 3 --defend 1",
        "no-retreat --table axis --attack 3 --defend 1 --attack-shift 1",
        "no-retreat --table axis --attack 3",
        "no-retreat --table axis --attack three --defend 1",
    ],
)
def test_a_battle_that_cannot_be_is_refused(args: str, capsys: pytest.CaptureFixture[str]):
    assert run(["odds", *args.split(), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1

"""The ledger: rule numbers are found in docstrings and test tags, and held against the rule books."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rasputitsa.cli import run
from rasputitsa.kernel import Invalid
from rasputitsa.ledger import account, answers, books, checkout, summary
from rasputitsa.ledger.books import default_book
from rasputitsa.ledger.trace import rule_numbers


@pytest.mark.parametrize(
    ("docstring", "numbers"),
    [
        ("8.5.3 No infiltration: from EZOC to EZOC only onto a friend.", [("", "8.5.3")]),
        ("8.5.1, 8.5.2 Stopping and leaving.", [("", "8.5.1"), ("", "8.5.2")]),
        ("6.1 and 6.2: sources.", [("", "6.1"), ("", "6.2")]),
        ("digital B.3, B.4 Stacks attack together.", [("digital", "B.3"), ("digital", "B.4")]),
        ("10.5, digital B.7 Two tables.", [("", "10.5"), ("digital", "B.7")]),
        ("[8.0] Movement: a module.", [("", "8.0")]),
        ("7.5.1a, 7.5.1b Reinforcements.", [("", "7.5.1a"), ("", "7.5.1b")]),
        ("7.5.1c.2 Exploitation.", [("", "7.5.1c.2")]),
        ("digital V02.3, V11.1 Versions.", [("digital", "V02.3"), ("digital", "V11.1")]),
        ("8.4 Stacking (digital V02.3: none).", [("", "8.4"), ("digital", "V02.3")]),
        ("7.5.2c.1, 7.5.5b An exception of a paragraph with a letter.", [("", "7.5.2c.1"), ("", "7.5.5b")]),
        ("1.5ths of something.", []),
        ("6.1 Sources (digital S.1: oil fields too).", [("", "6.1"), ("digital", "S.1")]),
        ("10.7 Results. As digital 1.1 B.13, B.14 has it.", [("", "10.7"), ("digital", "B.13"), ("digital", "B.14")]),
        ("S.1 Les Preludes.", [("", "S.1")]),
        ("Rule 8.5.3 is elsewhere.", []),
        ("4 hexes at most.", []),
        ("", []),
    ],
)
def test_rule_numbers_stand_first_in_a_docstring(docstring: str, numbers: list[tuple[str, str]]):
    assert rule_numbers(docstring) == numbers


def test_the_rule_books_have_the_lines_they_should():
    counts = {name: (len(b.of_kind("rule")), len(b.of_kind("ui"))) for name, b in books().items()}
    assert counts == {
        "kiev41": (334, 0),
        "no-retreat-board": (364, 0),
        "no-retreat-digital": (118, 34),
        "stalins-war": (347, 0),
    }


def test_a_title_folder_means_its_own_book():
    assert [default_book(f) for f in ("no_retreat", "kiev41", "stalins_war", "browser")] == [
        "no-retreat-board",
        "kiev41",
        "stalins-war",
        None,
    ]


CODE = '''
def may_enter():
    """8.5.3 No infiltration."""

class Attack:
    """10.1, digital B.3 Declaring."""

def typing_error():
    """99.9 There is no such rule."""
'''
TESTS = """
@rule("8.5.3")
def test_no_infiltration(): ...

@rule("B.3", book="no-retreat-digital")
def test_stacks_attack_together(): ...

@pytest.mark.skip
@rule("10.1")
def test_that_never_runs(): ...

@rule("9.0")
def helper(): ...
"""
BRAIN = '''
def slips_through():
    """8.5.3 A way between two zones."""
'''
RULINGS = """# Rulings

## No Retreat!

| no. | rule | question | decision | reason | test |
|---|---|---|---|---|---|
| NR-1 | 8.5.3, B.3 | May it? | No. | So it is. | `test` |
| NR-2 | 8.5 | Another? | Yes. | So it is. | `test` |
"""
UI_TESTS = """
@rule("M.1", book="no-retreat-digital")
async def test_scrolling(page): ...
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small source tree with rules in code and tests."""
    for name, text in {
        "src/rasputitsa/titles/no_retreat/movement.py": CODE,
        "src/rasputitsa/titles/no_retreat/brain/a_way.py": BRAIN,
        "docs/rulings.md": RULINGS,
        "tests/no_retreat/test_movement.py": TESTS,
        "tests/browser/test_map.py": UI_TESTS,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_rule_is_missing_unless_it_has_both_code_and_a_test(tree: Path):
    board = summary(account(tree))["no-retreat-board"]
    assert (board["rules"], board["code"], board["tests"]) == (364, 2, 1)
    assert "8.5.3" not in board["missing"] and {"10.1", "9.0"} <= set(board["missing"])
    assert len(board["missing"]) == 363


def test_another_edition_and_the_interface_are_counted_in_their_book(tree: Path):
    digital = summary(account(tree))["no-retreat-digital"]
    assert (digital["code"], digital["tests"], digital["ui"]["lines"], digital["ui"]["tests"]) == (1, 1, 34, 1)
    assert "B.3" not in digital["missing"] and "M.1" not in digital["ui"]["missing"]
    assert list(digital) == ["rules", "code", "tests", "missing", "ui"]


def test_a_number_that_no_rule_book_has_is_told(tree: Path):
    assert [(m.rule, m.name) for m in account(tree).strays] == [("99.9", "typing_error")]


def test_no_number_in_this_project_is_a_typing_error():
    assert [f"{m.file.name}:{m.line} {m.rule}" for m in account(checkout()).strays] == []


def test_the_command_prints_the_figures_of_every_book(capsys: pytest.CaptureFixture[str]):
    assert run(["ledger", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(books())


def test_the_table_shows_each_rule_with_its_title(capsys: pytest.CaptureFixture[str]):
    assert run(["ledger", "--book", "no-retreat-board"]) == 0
    out = capsys.readouterr().out
    assert "8.5.3" in out and "No Infiltration" in out and "364 rules" in out


def test_outside_a_checkout_the_ledger_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("rasputitsa.__file__", str(tmp_path / "site-packages" / "rasputitsa" / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    assert run(["ledger"]) == 2
    assert "checkout" in capsys.readouterr().err


def test_one_rule_is_answered_with_its_code_tests_and_rulings_the_rules_before_the_brain(tree: Path):
    (found,) = answers(tree, "8.5.3", "no-retreat-board")
    assert [mention.name for mention in found.account.code] == ["may_enter", "slips_through"]
    assert [mention.name for mention in found.account.tests] == ["test_no_infiltration"]
    assert [(r.number, r.question, r.decision) for r in found.rulings] == [("NR-1", "May it?", "No.")]


def test_a_ruling_counts_for_every_book_of_its_title(tree: Path):
    (found,) = answers(tree, "B.3")
    assert found.book == "no-retreat-digital" and [r.number for r in found.rulings] == ["NR-1"]


def test_a_number_in_several_books_is_answered_from_each(tree: Path):
    assert [found.book for found in answers(tree, "8.1")] == ["kiev41", "no-retreat-board", "stalins-war"]


def test_an_unknown_number_names_the_nearest(tree: Path):
    with pytest.raises(Invalid, match=r"no rule '8.5.33' in the rule book no-retreat-board; the nearest are 8.5.3"):
        answers(tree, "8.5.33", "no-retreat-board")


def test_the_command_answers_for_one_rule(capsys: pytest.CaptureFixture[str]):
    assert run(["ledger", "10.13", "--book", "kiev41"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("10.13 ") and "src/rasputitsa/titles/kiev41/" in out and "tests/kiev41/" in out
    assert "ruling 4, docs/rulings-kiev41.md:" in out
    assert run(["ledger", "10.13", "--json"]) == 0
    assert {entry["book"] for entry in json.loads(capsys.readouterr().out)} >= {"kiev41"}


@pytest.mark.parametrize("args", [["99.9"], ["8.1", "--book", "chess"]])
def test_what_the_ledger_does_not_know_is_one_clear_line(args: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(["ledger", *args]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1

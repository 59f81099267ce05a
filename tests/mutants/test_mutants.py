"""The mutants command on a small title of its own: what its tests hold dies, what they do not hold lives."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from . import code, data, judging
from .__main__ import run
from .judging import Verdict
from .mutant import Mutant
from .report import equivalents, is_equivalent, report
from .subject import Subject, title, titles

RULES = '''
import tomllib
from pathlib import Path

TABLE = tomllib.loads((Path(__file__).parent / "data" / "table.toml").read_text())


def may_enter(points: int) -> bool:
    """8.1 A unit enters if it can pay."""
    return points >= TABLE["cost"]


def stacking(kind: str) -> int:
    """8.2 How many may stand together."""
    return 2 if kind == TABLE["kind"][0] else 1


def march(points: int) -> int:
    """8.3 Hexes until the points are spent."""
    hexes = 0
    while points:
        points -= 1
        hexes += 1
    return hexes


def untested(points: int) -> bool:
    """8.4 Nobody looks at this."""
    return points > 3
'''
TABLE = """
name = "a label"
cost = 2
kind = ["tank", "infantry"]
unread = true
recorded = 5
"""
TESTS = """
from toy.rules import march, may_enter, stacking

def test_a_unit_enters_with_just_enough():
    assert may_enter(2) and not may_enter(1)

def test_only_tanks_stack():
    assert [stacking(kind) for kind in ("tank", "infantry", "tank")] == [2, 1, 2]

def test_a_march():
    assert march(3) == 3
"""
COPY = """
from toy.rules import TABLE

def test_the_table_is_a_copy_of_itself():
    assert TABLE["unread"] is True
"""
PLAYED = """
from toy.rules import TABLE

def test_a_recorded_game_of_toy():
    assert TABLE["recorded"] == 5
"""


@pytest.fixture
def toy(tmp_path: Path) -> Subject:
    files = {
        "src/toy/__init__.py": "",
        "src/toy/rules.py": RULES,
        "src/toy/data/table.toml": TABLE,
        "tests/toy/test_rules.py": TESTS,
        "tests/toy/test_components.py": COPY,
        "tests/played/test_toy_recorded.py": PLAYED,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return Subject(
        name="toy",
        root=tmp_path,
        folder="src/toy",
        package="toy",
        tests="tests/toy",
        played=("tests/played/test_toy_recorded.py",),
        left_out={"keys": {"name": "a label"}, "tests": {"test_components*": "a copy"}},
    )


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "PATIENCE", 1.5)


def judged(subject: Subject, part: str, known: str = "") -> dict[str, Verdict]:
    """The verdicts of a run by what was changed."""
    listed = subject.root / "equivalent"
    listed.mkdir(exist_ok=True)
    (listed / f"{subject.name}.toml").write_text(known)
    found = run(subject, (part,), "1", None, 1, subject.root / "results", listed)
    return {mutant.key.split(maxsplit=2)[2]: verdict for mutant, verdict in found}


def test_a_value_lives_unless_a_test_of_behaviour_fails(toy: Subject):
    before = toy.fingerprint()
    found = {change.partition(":")[0]: verdict.how for change, verdict in judged(toy, "data").items()}
    assert found == {"cost": "test", "kind[0]": "test", "kind[1]": "alive", "unread": "alive", "recorded": "played"}
    assert toy.fingerprint() == before
    text = (toy.root / "results" / "report.md").read_text()
    assert "`data table.toml unread: True -> False`" in text and "kind[0]" not in text


def test_a_field_that_no_rule_reads_is_found(toy: Subject):
    found = {change.partition(":")[0]: verdict.how for change, verdict in judged(toy, "fields").items()}
    assert found == {"cost": "test", "kind.[]": "test", "unread": "alive", "recorded": "played"}


def test_code_is_judged_by_the_tests_that_reach_it_and_not_twice(toy: Subject, monkeypatch: pytest.MonkeyPatch):
    known = '[[equivalent]]\nmutant = "code rules.py march: return*"\nreason = "none"\n'
    found = judged(toy, "code", known)
    assert found["may_enter: points >= TABLE['cost'] -> points > TABLE['cost']"].how == "test"
    assert found["may_enter: points >= TABLE['cost'] -> points > TABLE['cost']"].tried == 1
    assert found["march: 1 -> 2"].how == "time" and found["march: 1 -> 2 #2"].how == "test"
    untested = [verdict for change, verdict in found.items() if change.startswith("untested")]
    assert {(verdict.how, verdict.tried) for verdict in untested} == {("alive", 0)}
    monkeypatch.setattr("tests.mutants.__main__.Worker", None)
    assert judged(toy, "code", known) == found


def test_a_new_test_is_tried_on_what_lives_and_a_death_stands_without_it(toy: Subject):
    before = judged(toy, "data")
    (toy.root / "tests/toy/test_more.py").write_text(COPY)
    after = judged(toy, "data")
    assert {change for change in before if after[change] != before[change]} == {
        change for change, verdict in before.items() if not verdict.dead
    }
    assert after["unread: True -> False"].how == "test"


def test_a_death_does_not_outlive_the_test_that_saw_it(toy: Subject):
    judged(toy, "data")
    tests = toy.root / "tests/toy/test_rules.py"
    tests.write_text(tests.read_text().replace("may_enter(2) and not may_enter(1)", "may_enter(9)"))
    found = {change.partition(":")[0]: verdict.how for change, verdict in judged(toy, "data").items()}
    assert (found["cost"], found["kind[0]"]) == ("alive", "test")


def changes(source: str) -> set[tuple[str, str]]:
    found = code.mutants("rules.py", dedent(source))
    for mutant in found:
        ast.parse(mutant.text())
    return {(mutant.old, mutant.new) for mutant in found}


def test_conditions_are_dropped_negated_and_moved_by_one():
    found = changes(
        """
        def may(a: int, b: int) -> bool:
            if a < 3 and not b:
                return False
            return True
        """
    )
    assert found == {
        ("a < 3", "a <= 3"),
        ("3", "4"),
        ("a < 3 and (not b)", "a < 3"),
        ("a < 3 and (not b)", "not b"),
        ("a < 3 and (not b)", "not (a < 3 and (not b))"),
        ("not b", "b"),
        ("False", "True"),
        ("True", "False"),
    }


def test_a_refusal_is_dropped_but_its_words_are_not_changed():
    found = changes(
        """
        def why_not(s) -> Refusal | None:
            s.say("8.1", "Three: {}", 3)
            return Refusal("8.1", f"Only {2 + 2}.")
        """
    )
    assert found == {("Refusal('8.1', f'Only {2 + 2}.')", "None")}


def test_what_is_shown_and_declared_is_not_changed():
    found = changes(
        """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import x
        class Step:
            id: int
            def prompt(self, s) -> int:
                return 3
        """
    )
    assert found == set()


def test_a_mutation_names_its_rule_and_its_lines():
    source = 'def f(a: int) -> int:\n    """8.5.3 A rule."""\n    return max(\n        a,\n        7,\n    )\n'
    mutant = next(m for m in code.mutants("rules.py", source) if m.old == "7")
    assert mutant.rules == ("8.5.3",) and mutant.line == 5 and mutant.lines == (3, 5)
    assert mutant.diff == ("        7,", "        8,")


def test_each_word_of_a_list_is_a_value_and_choices_are_those_of_the_field():
    text = '[[line]]\nput = "a b"\n[[line]]\nput = "c"\n'
    found = data.mutants("x.toml", text, {}, "1")
    assert [(m.where, m.old) for m in found] == [("line[0].put", "a"), ("line[0].put", "b"), ("line[1].put", "c")]
    assert all(m.new in {"a", "b", "c"} - {m.old} for m in found)


def test_the_choices_of_a_field_do_not_only_change_places():
    (found,) = data.fields("x.toml", 'frozen = ["a", "b", "c"]\n', {}, "1")
    assert data.tomllib.loads(found.text()) == {"frozen": ["a", "a", "a"]}


def test_a_label_that_stands_for_a_fact_is_taken_away():
    (found,) = data.mutants("x.json", '{"city": "Krivoi Rog"}', {"presence": {"city": ""}}, "1")
    assert found.text() == "{}"


def test_data_is_written_as_it_is_read():
    text = 'a = 1\n[b]\n"1 2" = [{ c = "é\\"", d = [true, -1.5] }]\n'
    document = data.tomllib.loads(text)
    assert data.tomllib.loads(data.write("x.toml", document)) == document


def test_the_known_equivalents_are_found_by_their_name():
    mutant = Mutant(part="data", file="a/units.toml", where="unit[1st].move", old="3", new="4", text=str)
    assert is_equivalent(mutant, {"data units.toml unit[1st].*": "why"})
    assert not is_equivalent(mutant, {"data units.toml unit[2nd].*": "why"})


def test_an_equivalent_may_stand_for_many(tmp_path: Path):
    lines = ["[[equivalent]]", 'mutant = "data map.json hexes[{}].side: *"', 'each = "12 34"', 'reason = "why"']
    (tmp_path / "toy.toml").write_text("\n".join(lines), encoding="utf-8")
    known = equivalents("toy", tmp_path)
    assert known == {"data map.json hexes[12].side: *": "why", "data map.json hexes[34].side: *": "why"}
    mutant = Mutant(part="data", file="a/map.json", where="hexes[34].side", old="a", new="b", text=str)
    assert is_equivalent(mutant, known)


def test_the_report_counts_what_dies_only_in_a_recorded_game_apart():
    mutant = Mutant(part="code", file="a/rules.py", where="f", old="3", new="4", text=str, line=7, diff=("x 3", "x 4"))
    text = report("toy", "1", [(mutant, Verdict(key=mutant.key, how="played", tried=2))], 0)
    assert "| it dies only in a recorded game | 1 | 100.0 % |" in text and "a/rules.py:7" in text and "-x 3" in text


@pytest.mark.parametrize("name", titles())
def test_every_title_has_rules_and_tests_to_judge_them(name: str):
    subject = title(name)
    assert subject.modules() and subject.data_files() and subject.behaviour_files()
    assert not any("/brain/" in module for module in subject.modules())

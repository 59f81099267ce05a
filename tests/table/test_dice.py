"""Dice that anyone can check."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Invalid, Record, commitment
from rasputitsa.table import verify, verify_text
from rasputitsa.table.dice import Claim, new_seed, read_remarks, remarks

from .toys import play, toy_table


def finished(seed: str = "secret") -> str:
    """A finished game's record with its remarks."""
    table = toy_table(seed=seed)
    play(table, "Red 2 B-C", "Blue 2 D-C", "no card")
    while not table.over:
        play(table, "stay")
    lines = [f"{n} {ply.side}: {ply.deed}" for n, ply in enumerate(table.history.plies, 1)]
    head = ["rasputitsa record 1", *table.game.header(), *(f"# {r}" for r in remarks(seed, 0, True))]
    return "\n".join([*head, *lines]) + "\n"


def test_a_finished_record_proves_its_dice():
    verdict = verify_text(finished())
    assert verdict.ok and verdict.checked == 3 and verdict.wrong is None


def test_a_die_that_was_changed_is_found_with_its_ply():
    text = finished()
    line = next(line for line in text.splitlines() if ": die " in line)
    face = int(line[-1])
    forged = text.replace(line, line[:-1] + str(face % 6 + 1))
    record = Record.from_text(forged)
    verdict = verify(record, "secret")
    assert not verdict.ok and verdict.wrong == int(line.split()[0]) and f"gives die {face}" in verdict.text


def test_a_seed_that_was_not_committed_to_is_found():
    text = finished().replace("dice seed secret", "dice seed another")
    assert not verify_text(text).ok


def test_outcomes_before_the_branch_point_are_not_this_seeds():
    record = Record.from_text(finished())
    assert not verify(record, "other").ok
    assert verify(record, "other", since=len(record)).ok


def test_the_seed_is_told_only_when_the_game_is_over():
    assert remarks("secret", 0, False) == [f"dice sha256 {commitment('secret')}"]
    assert read_remarks("# dice seed x\n# dice since 4\n").seed == "x"
    with pytest.raises(Invalid, match="no seed"):
        verify_text("rasputitsa record 1\ntitle toy\n")


def test_seeds_are_not_repeated():
    assert len({new_seed() for _ in range(100)}) == 100


def test_dice_that_were_undone_are_passed_over_and_proved_all_the_same():
    table = play(toy_table(seed="secret", open=True), "Red 2 B-C", "Blue 2 D-C", "no card")
    table.undo("open", 4, table.rev)
    play(table, "no card")
    while not table.over:
        play(table, "stay")
    lines = [f"{n} {ply.side}: {ply.deed}" for n, ply in enumerate(table.history.plies, 1)]
    words = remarks("secret", 0, True, table.history.undone)
    head = ["rasputitsa record 1", *table.game.header(), *(f"# {word}" for word in words)]
    assert verify_text("\n".join([*head, *lines])).ok
    silent = [line for line in head if "undone" not in line]
    changed = verify_text("\n".join([*silent, *lines]))
    assert changed.checked and "undone" in "".join(words)


@pytest.mark.parametrize(
    "line", ["since \u00b2", "since " + "9" * 5000, "undone {", 'undone {"1": {"a": -1}}', "undone 7"]
)
def test_odd_dice_lines_are_passed_over(line):
    assert read_remarks(f"# dice {line}") == Claim()

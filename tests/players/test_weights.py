"""Weights as data: common ones, a side's, a period's, styles; files that are wrong are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.weights import Book, read_book

TEXT = """\
# hand-set
# for a test

[weights]
attack = 1.0
hold = 2.0

[weights.axis]
attack = 3.0

[weights.axis.winter]
attack = 0.5

[styles.bold]
attack = 2.0
"""


@pytest.fixture
def book(tmp_path: Path) -> Book:
    file = tmp_path / "weights.toml"
    file.write_text(TEXT, encoding="utf-8")
    return read_book(file)


def test_a_later_table_changes_only_what_it_names(book: Book):
    assert book.at("soviet", "winter") == {"attack": 1.0, "hold": 2.0}
    assert book.at("axis") == {"attack": 3.0, "hold": 2.0}
    assert book.at("axis", "winter") == {"attack": 0.5, "hold": 2.0}


def test_a_style_multiplies_what_the_side_would_do_anyway(book: Book):
    assert book.at("axis", "winter", "bold")["attack"] == 1.0


def test_a_book_written_and_read_again_is_the_same(book: Book, tmp_path: Path):
    again = tmp_path / "again.toml"
    again.write_text(book.toml(), encoding="utf-8")
    read = read_book(again)
    assert (read.tables, read.styles, read.about) == (book.tables, book.styles, "hand-set\nfor a test")


def test_changing_a_table_leaves_the_first_book_as_it_was(book: Book):
    changed = book.changed(("soviet",), {"hold": 9.0})
    assert changed.at("soviet")["hold"] == 9.0
    assert book.at("soviet")["hold"] == 2.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[weights]\na = 1.0\n[weights.axis]\nb = 1.0\n", "'b'"),
        ("[weights]\na = 1.0\n[styles.s]\nc = 1.0\n", "'c'"),
        ("[weights\n", "weights.toml"),
        ("[weights]\na = 'much'\n", "weights.toml"),
    ],
)
def test_a_wrong_file_is_refused_by_name(tmp_path: Path, text: str, told: str):
    file = tmp_path / "weights.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Invalid, match=told):
        read_book(file)


def test_an_unknown_style_is_told_with_its_nearest(book: Book):
    with pytest.raises(Invalid, match="bold"):
        book.at("axis", "", "bolt")

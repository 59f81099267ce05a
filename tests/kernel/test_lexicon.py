"""The text of actions: what a stranger sends is read or refused, and never takes long."""

from __future__ import annotations

import time

import pytest

from rasputitsa.kernel import Action, Invalid, Lexicon, Names


class Attack(Action):
    form = "attack {hexes:place+}: {units:piece+}"
    hexes: tuple[int, ...]
    units: tuple[int, ...]


class Pay(Action):
    form = "pay {cards:int+} now"
    cards: tuple[int, ...]


class Move(Action):
    form = "{unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class Stack(Action):
    form = "stack {frm:place}-{to:place}"
    frm: int
    to: int


class Take(Action):
    form = "take {number:int} hits"
    number: int


LEXICON = Lexicon(
    [Attack, Pay, Move, Stack, Take],
    {"place": Names("place", ["a", "aa", "a b"]), "piece": Names("piece", ["1st", "1st Panzer", "2nd"])},
    {"place": ["Minsk", "aa", "Kiev"]},
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("attack a: 1st", Attack((0,), (0,))),
        ("attack a b, aa: 1st Panzer, 2nd", Attack((2, 1), (1, 2))),
        ("attack a,aa: 1st", Attack((0, 1), (0,))),
        ("pay 3,4, 5 now", Pay((3, 4, 5))),
    ],
)
def test_lists_are_separated_by_commas(text: str, action: Action):
    assert LEXICON.parse(text) == action
    assert LEXICON.parse(str(action)) == action


@pytest.mark.parametrize("text", ["attack a aa: 1st", "pay 3 4 now", "pay now", "pay " + "9" * 5000 + " now"])
def test_what_fits_no_form_is_refused(text: str):
    with pytest.raises(Invalid):
        LEXICON.parse(text)


@pytest.mark.parametrize("text", ["attack " + "a" * 2000, "attack " + "a, " * 500 + "!", "pay " + "1, " * 500 + "x"])
def test_no_text_takes_long_to_refuse(text: str):
    started = time.perf_counter()
    with pytest.raises(Invalid):
        LEXICON.parse(text)
    assert time.perf_counter() - started < 10


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Move(2, 1, 0), "2nd to Minsk"),
        (Move(1, 0, 1), "1st Panzer to aa"),
        (Stack(0, 2), "Stack from Minsk to Kiev"),
        (Attack((0, 1), (2,)), "Attack Minsk, aa: 2nd"),
        (Take(1), "Take 1 hit"),
        (Take(2), "Take 2 hits"),
        (Take(0), "Take no hits"),
    ],
)
def test_a_player_says_where_a_move_leads_names_places_and_knows_the_singular(action: Action, words: str):
    assert LEXICON.words(action) == words


def test_what_a_reader_may_not_know_is_spoken_of_in_other_words():
    assert LEXICON.words(Move(2, 1, 0), {"unit": "a block"}) == "A block to Minsk"

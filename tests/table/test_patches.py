"""Differences between views: applied one after the other they give the full view."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.table import difference, merge

from .toys import toy_table

KEYS = st.sampled_from(["a", "b", "piece:12", "1409"])
LEAVES = st.one_of(st.integers(-2, 2), st.text(max_size=2), st.lists(st.integers(0, 2), max_size=2))
OBJECTS = st.recursive(
    st.dictionaries(KEYS, LEAVES, max_size=4), lambda inner: st.dictionaries(KEYS, inner | LEAVES, max_size=4)
)


@given(OBJECTS, OBJECTS)
def test_a_patch_makes_the_new_of_the_old(old, new):
    assert merge(old, difference(old, new)) == new


@given(OBJECTS)
def test_nothing_changed_is_nothing_to_send(view):
    assert difference(view, view) == {}


@pytest.mark.parametrize("seed", range(8))
def test_patches_of_a_whole_game_add_up_to_each_full_view(seed):
    table = toy_table(open=True, seed=str(seed))
    rng = random.Random(seed)
    held = {seat: table.view(seat) for seat in ("axis", "soviet", "open")}
    while not table.over:
        before = {seat: table.view(seat) for seat in held}
        if table.ply > 6 and rng.random() < 0.2:
            table.undo("open", table.undo_options("open")[0][0].to, table.rev)
        else:
            table.do("open", str(table.history.state.sample(rng)), table.rev)
        for seat in held:
            sent = msgspec.json.decode(msgspec.json.encode(difference(before[seat], table.view(seat))))
            held[seat] = merge(held[seat], sent)
            assert held[seat] == table.view(seat)


def test_a_move_sends_only_what_it_changes():
    table = toy_table(options={"open_cards": True})
    before = table.view("soviet")
    table.do("axis", "Red 2 B-C", table.rev)
    patch = difference(before, table.view("soviet"))
    assert patch["pieces"] == {"1": {"at": "C"}}

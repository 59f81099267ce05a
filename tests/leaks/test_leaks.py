"""What a seat is sent while a game is played says nothing that it may not know: a short look at every title."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rasputitsa.kernel import Action, Title, View, titles
from rasputitsa.kernel.ask import Supply
from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import Effect

from ..conformance.cases import Case, settings, with_options
from ..kernel.toy import TOY, ToyState
from . import checks, positions
from .games import between_people, leaks_of, seats
from .looking import Leak, Names, glance

DECISIONS = 100
EVERY = 20


def cases() -> Iterator[Case]:
    """The first scenario of each edition: without optional rules, and with all of them."""
    seen = set()
    for case in settings():
        if (case.title, case.edition) not in seen:
            seen.add((case.title, case.edition))
            yield case
    everything: dict[tuple[str, str], Case] = {}
    for case in sorted(with_options(), key=lambda case: len(case.options)):
        everything[case.title, case.edition] = case
    yield from everything.values()


@pytest.mark.parametrize("title", titles())
def test_nothing_hidden_is_sent_to_a_seat(title: str):
    here = [case for case in cases() if case.title == title]
    found = [(case, leak) for case in here for leak in leaks_of(case, 1, EVERY, DECISIONS)]
    assert [f"{case}: {leak}" for case, leak in found] == []


def draws_told(case: Case, games: int = 1) -> list[Leak]:
    """What the opening draws tell the Soviets, over some games."""
    seeds = map(str, range(games))
    return [leak for seed in seeds for leak in checks.hidden_draws(case.game, seats(case), "soviet", seed)]


def test_the_replay_of_a_set_up_tells_nothing_of_the_draws():
    assert draws_told(Case("kiev41", "river", "book")) == []


def test_there_is_no_way_back_past_a_showdown():
    table, deed = positions.last_support_before_a_battle_at_sea()
    table.do("axis", deed, table.rev)
    assert glance(table.history.state.view("axis")).on_map - glance(table.history.at(0).view("axis")).on_map
    assert checks.way_back(table, "axis", 1) == []


def test_there_is_no_way_back_past_the_fall_of_kiev():
    table, deed = positions.fall_of_kiev()
    table.do("axis", deed, table.rev)
    assert checks.way_back(table, "axis", 1) == []


@rule("5.0", book="no-retreat-board")
def test_who_is_asked_tells_nothing_of_a_hand():
    case = Case("no-retreat", "saturn", "digital-1.1")
    assert draws_told(between_people(case), games=12) == []
    assert draws_told(case, games=12), "asked only when it holds one, a side shows that it does"


def test_the_die_of_sevastopol_names_no_concealed_block():
    table, deed = positions.die_of_sevastopol()
    names = Names(table.game.title, table.history.state.view("open"))
    table.do("soviet", deed, table.rev)
    assert table.history.plies[1].deed == "die 1"
    assert [leak for ply in range(1, table.ply + 1) for leak in checks.words(table, names, "axis", ply)] == []


# -- the checks themselves can fail -------------------------------------------------------------------------------


def open_view(toy: Title, s: ToyState, side: str) -> View:
    view = seen(toy, s, "open")
    view.side = side
    return view


def open_words(toy: Title, s: ToyState, action: Action, viewer: str) -> str:
    return str(action)


def talkative_supply(toy: Title, s: ToyState, viewer: str, side: str) -> Supply:
    return Supply(sources=[], supplied=[], pieces_out=list(s.hand))


def vanishing_card(toy: Title, s: ToyState, side: str) -> View:
    """The cards that are not dealt yet lie open."""
    view = seen(toy, s, side)
    view.effects = [Effect(id=str(card), label="", text="") for card in range(3) if card not in s.hand]
    return view


seen = type(TOY).view
HOLES = {
    "view": ("view", open_view),
    "log": ("describe", open_words),
    "supply": ("supply", talkative_supply),
    "set-up": ("view", vanishing_card),
}


@pytest.mark.parametrize("kind", HOLES)
def test_a_title_with_a_hole_is_found_out(kind: str, monkeypatch: pytest.MonkeyPatch):
    name, hole = HOLES[kind]
    monkeypatch.setattr(type(TOY), name, hole)
    monkeypatch.setitem(titles(), "toy", TOY)
    assert kind in {leak.kind for seed in range(3) for leak in leaks_of(Case("toy", "line", "first"), seed, 1)}


def test_a_title_without_a_hole_is_clean(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(titles(), "toy", TOY)
    assert leaks_of(Case("toy", "line", "first"), 1, 1) == []

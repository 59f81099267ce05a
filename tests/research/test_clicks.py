"""The action space: stable numbers, every action within reach, nothing cut."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Action, Invalid, State, title, titles
from rasputitsa.research.clicks import Clicks, vocabulary
from tests.research.positions import CASES, played


def reached(state: State, path: list[int] | None = None) -> set[Action]:
    """Every action that some sequence of clicks leads to."""
    found: set[Action] = set()
    clicks = Clicks(vocabulary(state.game.title), state)
    for number in path or []:
        clicks.click(number)
    for number in list(clicks.options):
        again = Clicks(clicks.words, state)
        for before in path or []:
            again.click(before)
        action = again.click(number)
        if action is not None:
            found.add(action)
        elif number in again.made:
            found |= reached(state, [*(path or []), number])
    return found


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_clicks_reach_every_legal_action_and_no_other(name: str, scenario: str):
    for state in played(name, scenario, every=9):
        legal = state.legal()
        if len(legal) < 400:
            assert reached(state) == set(legal)


@pytest.mark.parametrize("name", titles())
def test_every_number_of_a_title_has_one_meaning(name: str):
    words = vocabulary(title(name))
    assert len(set(words.labels)) == words.size
    assert words.size < 1500


def test_a_piece_has_the_same_number_in_every_position():
    found = title("no-retreat")
    words = vocabulary(found)
    panzer = words.first["piece"] + found.lexicon.names["piece"].find("2nd Panzer")
    assert words.labels[panzer] == "piece:2nd Panzer"
    offered = [panzer in Clicks(words, state).options for state in played("no-retreat", "fall-blau", every=1)]
    assert any(offered)
    assert not all(offered)


def test_what_the_remaining_actions_have_in_common_is_not_asked():
    """A move names its piece, where it stands and where it goes: two clicks."""
    words = vocabulary(title("no-retreat"))
    for state in played("no-retreat", "fall-blau", every=1):
        for handle in state.handles():
            moves = state.legal(handle)
            if len(moves) > 1 and handle[0] == "piece" and {type(move).__name__ for move in moves} == {"Move"}:
                clicks = Clicks(words, state)
                assert clicks.click(words.handles[handle]) is None
                assert len(clicks.options) == len(moves)
                assert clicks.click(clicks.options[0]) in moves
                return
    pytest.fail("nobody moved")


def test_a_number_beyond_the_action_space_is_an_error_that_names_it():
    words = vocabulary(title("kiev41"))
    with pytest.raises(Invalid, match=r"piece 4711 is beyond the action space: kiev41 has \d+"):
        words.number("piece", 4711)


def test_clicking_what_cannot_be_clicked_says_what_can():
    state = next(played("kiev41", "snow", every=3))
    clicks = Clicks(vocabulary(state.game.title), state)
    wrong = next(number for number in range(clicks.words.size) if number not in clicks.options)
    with pytest.raises(Invalid, match="cannot be clicked now"):
        clicks.click(wrong)

"""The rules of the toy, one situation and one expectation each; then all checks that any title passes."""

from __future__ import annotations

import pytest

from rasputitsa.arena.selfplay import Match, play
from rasputitsa.kernel import CHANCE, DRAWN
from rasputitsa.kernel.conformance import check_game
from rasputitsa.kernel.testing import rule
from toy import TITLE
from toy.actions import Die, Move
from toy.components import CARDS, OFF, PIECES, PLACES
from toy.state import ToyState


def position(turn: int = 1, edition: str = "first", pace: int = 1, hand: str = "", **at: str) -> ToyState:
    """A position with open cards, the Axis to move: `position(Red_1="C", Blue_2="D")`; other pieces are removed. `hand`
    is the card the Soviets hold."""
    s = TITLE.new("line", edition, open_cards=True, pace=pace)
    assert isinstance(s, ToyState)
    where = {name.replace("_", " "): PLACES.index(place) for name, place in at.items()}
    s.at = [where.get(name, OFF) for name in PIECES]
    s.turn = turn
    s.hand[1] = CARDS.index(hand) if hand else OFF
    s.settle()
    return s


def do(s: ToyState, *deeds: str) -> ToyState:
    for deed in deeds:
        s.apply(TITLE.lexicon.parse(deed))
    return s


@rule("T.2")
def test_a_piece_goes_one_place_forward():
    s = position(Red_1="B", Blue_1="E")
    assert [str(action) for action in s.legal()] == ["Red 1 B-C", "stay"]


@rule("T.2")
def test_two_friendly_pieces_never_share_a_place():
    s = position(Red_1="A", Red_2="B", Blue_1="E")
    refusal = s.why_not(Move(0, 0, 1))
    assert refusal is not None and refusal.rule == "T.2"


@rule("T.3")
def test_the_far_end_wins():
    s = do(position(Red_1="D", Blue_1="C"), "Red 1 D-E")
    outcome = s.outcome()
    assert outcome is not None and (outcome.winner, outcome.rule) == ("axis", "T.3")


@rule("T.4")
def test_after_the_last_turn_nobody_has_won():
    s = do(position(turn=6, Red_1="A", Blue_1="E"), "stay", "stay")
    assert s.over and s.winner == DRAWN


@rule("T.5")
def test_the_defender_is_asked_for_its_card_before_the_die():
    s = do(position(Red_1="C", Blue_1="D", hand="strong"), "Red 1 C-D")
    assert s.side == "soviet" and [str(action) for action in s.legal()] == ["play strong", "no card"]


@rule("T.5")
def test_a_defender_without_a_card_is_not_asked():
    assert do(position(Red_1="C", Blue_1="D"), "Red 1 C-D").side == CHANCE


@rule("T.6")
@pytest.mark.parametrize(("edition", "face", "falls"), [("first", 3, 0), ("first", 4, 2), ("second", 4, 0)])
def test_the_die_decides(edition: str, face: int, falls: int):
    s = position(edition=edition, Red_1="C", Red_2="A", Blue_1="D", Blue_2="E")
    do(s, "Red 1 C-D").apply(Die(face))
    assert [unit for unit, place in enumerate(s.at) if place == OFF] == [falls]


@rule("T.5", "T.6")
def test_the_strong_card_takes_two_off_the_die():
    s = do(position(Red_1="C", Red_2="A", Blue_1="D", hand="strong"), "Red 1 C-D", "play strong", "die 5")
    assert s.at[0] == OFF


@rule("T.8")
def test_at_a_quick_pace_a_piece_goes_two_places_but_past_nobody():
    free, blocked = (position(edition="second", pace=2, Red_1="A", Blue_1=place) for place in "EB")
    assert [str(action) for action in free.legal()] == ["Red 1 A-B", "Red 1 A-C", "stay"]
    assert [str(action) for action in blocked.legal()] == ["Red 1 A-B", "stay"]


@rule("T.9")
def test_with_open_cards_nothing_is_dealt():
    assert TITLE.new().side == CHANCE and TITLE.new(open_cards=True).side == "axis"


def test_odds_are_those_of_the_die():
    s = position(Red_1="C", Blue_1="D")
    assert s.ask("axis", "odds", {"attackers": [0], "targets": ["D"]}).results["defender removed"] == 0.5


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("scenario", "edition", "options"),
    [
        ("line", "first", {}),
        ("line", "first", {"open_cards": True}),
        ("late", "second", {}),
        ("line", "second", {"open_cards": True, "pace": 2}),
    ],
)
def test_random_games_keep_the_contract(scenario: str, edition: str, options: dict[str, int], seed: int):
    assert check_game(TITLE, scenario, edition, options, seed, every=1) == []


def test_the_data_is_sound():
    assert TITLE.check_data() == []


def test_computer_players_finish_a_game():
    sides = {"axis": "officer", "soviet": "recruit"}
    match = Match(title="toy", scenario="line", edition="first", options={}, players=sides, seed="1", chronicle=True)
    played = play(match, 1)
    assert not played.error and played.winner and played.story["turns"]

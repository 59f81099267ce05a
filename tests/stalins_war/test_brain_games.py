"""The recruit plays whole games, quickly and by the rules, and does not look into the enemy's hand."""

from __future__ import annotations

import random
import time

import pytest

from rasputitsa import players
from rasputitsa.kernel.chronicle import WarDiary, chronicler
from rasputitsa.kernel.title import titles
from rasputitsa.titles.stalins_war import TITLE
from rasputitsa.titles.stalins_war.hidden import unseen
from rasputitsa.titles.stalins_war.state import SIDES

from .recruits import choice, course
from .situation import chance

BOTH = dict.fromkeys(SIDES, "recruit")


@pytest.mark.parametrize("side", SIDES)
def test_it_beats_random_play_in_the_tournament(side: str):
    *_, last = course("tournament", {**dict.fromkeys(SIDES, "random"), side: "recruit"}, 4, 20_000)
    outcome = last.outcome()
    assert outcome is not None and outcome.winner == side


@pytest.mark.parametrize("scenario", ["tournament", "blau", "zitadelle", "bagration"])
def test_it_finds_a_legal_answer_to_every_question(scenario: str):
    assert len(list(course(scenario, BOTH, 2, 150))) == 151


@pytest.mark.parametrize("scenario", ["tournament", "zitadelle"])
def test_the_cards_in_the_enemy_hand_do_not_change_what_it_does(scenario: str):
    rng = random.Random(5)
    swapped = 0
    for s in list(course(scenario, BOTH, 5, 120))[:-1:15]:
        side = s.side or ""
        assert len(unseen(s, SIDES.index(side))) > 10
        other = s.imagine(side, rng)
        swapped += other.text() != s.text()
        assert choice(s) == choice(other)
    assert swapped >= 5


def test_a_round_takes_less_than_half_a_second():
    """The bound is for both sides of a round together, on a slow machine."""
    list(course("zitadelle", BOTH, 1, 5))
    started = time.process_time()
    positions = list(course("zitadelle", BOTH, 1, 300))
    rounds = len({(s.turn, s.round) for s in positions})
    assert rounds > 3
    assert (time.process_time() - started) / rounds < 1.0


def test_the_recruit_is_offered_and_ranks_without_weights_are_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(titles(), TITLE.name, TITLE)
    assert "recruit" in players.names(TITLE.name)
    assert not {"officer", "general"} & set(players.names(TITLE.name))


def test_the_chronicle_follows_a_game():
    start = TITLE.new("blau")
    chance(start)
    diary = chronicler(TITLE)(start)
    assert isinstance(diary, WarDiary)
    *_, last = course("blau", BOTH, 3, 250, [diary])
    told = diary.told(last)
    assert told["turns"]["6"]["vp:axis"] > 0 and told["turns"]["6"]["front:north"] > 0
    assert told["losses"]["soviet"]["steps"] > 0 and told["cards"]["axis"]["OPS"] > 0 and told["moves"] > 0

"""The replay's time line."""

from __future__ import annotations

from ..kernel.toy import PLACES, Move, Roll, Turn
from .toys import play, toy_table

OPEN_CARDS = {"open_cards": True}


def test_turns_and_phases_cover_every_ply():
    table = play(toy_table(options=OPEN_CARDS), "Red 2 B-C", "stay", "stay", "stay", "stay")
    line = table.timeline("axis")
    assert line.plies == 5
    assert [(t.turn, t.start, t.end) for t in line.turns] == [(1, 0, 2), (2, 2, 4), (3, 4, 5)]
    assert [(p.phase, p.start, p.end) for p in line.phases] == [("turn", 0, 2), ("turn", 2, 4), ("turn", 4, 5)]


def test_battles_are_listed_by_the_ply_of_their_die(monkeypatch):
    monkeypatch.setattr(Roll, "is_battle", lambda self, s: True)
    table = play(toy_table(options=OPEN_CARDS), "Red 2 B-C", "Blue 2 D-C")
    battles = table.timeline("axis").battles
    assert [battle.ply for battle in battles] == [3]
    assert battles[0].label.startswith("Die ")


def test_several_dice_at_the_same_place_are_one_battle_named_after_what_began_it(monkeypatch):
    monkeypatch.setattr(Roll, "is_battle", lambda self, s: True)
    honest = Turn.apply

    def told(self, s, action):
        honest(self, s, action)
        if isinstance(action, Move) and len(s.stack) > 1:
            s.push(Roll, *s.stack[-2][1:])
            s.say("T.5", "battle in {}", PLACES[action.to], at=[PLACES[action.to]])

    monkeypatch.setattr(Turn, "apply", told)
    table = play(toy_table(options=OPEN_CARDS), "Red 2 B-C", "Blue 2 D-C")
    assert [ply.battle for ply in table.history.plies] == [False, False, True, True]
    assert [(b.ply, b.label, b.at) for b in table.timeline("axis").battles] == [(3, "battle in C", ["C"])]


def test_an_empty_game_has_an_empty_time_line():
    line = toy_table(options=OPEN_CARDS).timeline("axis")
    assert (line.plies, line.turns, line.phases, line.battles) == (0, [], [], [])

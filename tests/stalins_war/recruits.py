"""Recruits at the table: what they choose in a position, and games of theirs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rasputitsa.kernel import CHANCE, Action, Dice
from rasputitsa.kernel.chronicle import WarDiary
from rasputitsa.players import Deadline, Player, Seat
from rasputitsa.players.brain import Mind
from rasputitsa.players.randomly import RandomPlayer
from rasputitsa.players.scripted import ScriptPlayer
from rasputitsa.titles.stalins_war import TITLE
from rasputitsa.titles.stalins_war.brain import BRAIN
from rasputitsa.titles.stalins_war.state import Position


def recruit(side: str, seed: int = 1) -> ScriptPlayer:
    return ScriptPlayer(BRAIN, side, book=BRAIN.book("recruit"), seed=seed)


def mind(s: Position, side: str) -> Mind[Position]:
    """What candidates of a side are asked with."""
    return BRAIN.mind(s, side, BRAIN.book("recruit"), random.Random(1))


def chosen(s: Position, seed: int = 1) -> Action:
    """What a recruit does here."""
    side = s.side or ""
    return recruit(side, seed).choose(Seat(s, side), Deadline())


def choice(s: Position, seed: int = 1) -> str:
    return str(chosen(s, seed))


def through(s: Position, *steps: str) -> list[str]:
    """Let recruits of both sides go on while one of these questions is asked; dice fall as they like."""
    rng, done = random.Random(3), []
    while s.side is not None and (s.side == CHANCE or s.step.name in steps):
        action = s.sample(rng) if s.side == CHANCE else chosen(s)
        done.append(str(action))
        s.apply(action)
    return done


def course(
    scenario: str, seats: dict[str, str], seed: int, decisions: int, diary: list[WarDiary] | None = None
) -> Iterator[Position]:
    """The positions of a game at which somebody decides, and the last one. `seats`: "recruit" or "random" by side; a
    diary is told of every action."""
    s = TITLE.new(scenario)
    assert isinstance(s, Position)
    dice = Dice(seed)
    at: dict[str, Player] = {}
    for side, name in seats.items():
        at[side] = recruit(side, seed) if name == "recruit" else RandomPlayer("stalins-war", side, seed=seed)
    for _ in range(decisions):
        while s.side == CHANCE:
            s.apply(dice.roll(s))
        if s.side is None:
            break
        yield s.copy()
        action = at[s.side].choose(Seat(s, s.side), Deadline())
        for chronicle in diary or ():
            chronicle.before(s, s.side, action)
        s.apply(action, by=s.side)
    yield s

"""One game between computer players, from a seed: the same seed plays the same game on any machine."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from rasputitsa import players
from rasputitsa.kernel import CHANCE, Action, Dice, Record, State, title
from rasputitsa.kernel.chronicle import Chronicle, chronicler
from rasputitsa.kernel.errors import Invalid
from rasputitsa.kernel.record import FIRST_LINE
from rasputitsa.kernel.title import Game, Value
from rasputitsa.players.brain import brain_of, has_brain
from rasputitsa.players.staff import staff_of

Chooser = Callable[[State], Action]
Deed = tuple[str, Action]


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, by whom, from which seed. Plain data, so that it travels to worker processes."""

    title: str
    scenario: str
    edition: str
    options: dict[str, Value]
    players: dict[str, str]
    seed: str
    keep_records: bool = False
    chronicle: bool = False
    """Write down what happened, for reports and pictures."""
    period: str = ""
    """If named, the game is stopped and judged where this period of the war ends."""

    def game(self) -> Game:
        """The game that is played, prepared."""
        return title(self.title).prepare(self.scenario, self.edition, self.options)

    def exchanged(self) -> Match:
        """The same match with the players on each other's side. Equal numbers have equal dice."""
        sides, names = list(self.players), list(self.players.values())
        return msgspec.structs.replace(self, players=dict(zip(sides, reversed(names), strict=True)))


Task = tuple[Match, int]
"""A game to be played: the match, and the number of the game in it."""
Batch = list[Task]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How one game went. `winner` is a side or "draw"; `error` is empty unless the game had to be given up."""

    number: int
    decisions: int
    turn: int
    cpu_seconds: float
    players: dict[str, str] = {}
    winner: str = ""
    reason: str = ""
    error: str = ""
    fault: str = ""
    """The side whose player failed, when that was the error."""
    margin: float = 0.0
    """How far ahead the first side was at the end, as the title's brain sees it."""
    worth: float | None = None
    """What the game was to the first side, from -1 for lost to 1 for won, or where it was stopped, its chance as the
    general would judge it; None if it ended before the period it was to be judged after."""
    turn_seconds: dict[str, float] = {}
    """The longest turn of each side, in seconds of thinking."""
    story: dict[str, Any] = {}
    record: str = ""

    def facts(self) -> Played:
        """What depends on the seed alone: equal on every machine."""
        return msgspec.structs.replace(self, cpu_seconds=0.0, turn_seconds={})


class Course:
    """A game while it is played."""

    def __init__(self, match: Match, number: int) -> None:
        self.game = match.game()
        self.state = Record(self.game).state
        self.seed = f"{match.seed}/{number}"
        self.deeds: list[Deed] = []
        self.story: Chronicle | None = chronicler(self.game.title)(self.state) if match.chronicle else None
        self.thought: dict[tuple[str, int], float] = {}
        self.brain = brain_of(self.game.title) if has_brain(self.game.title) else None
        self.period, self.reached = match.period, not match.period
        self.asked = ""
        """The side whose player is thinking, or has just spoken; empty otherwise."""

    def play_out(self, choosers: dict[str, Chooser], dice: Dice) -> None:
        """Play until the game is over or the period it is judged after, or until the title's cap of decisions, which no
        game should reach."""
        state = self.state
        cap = self.game.title.decision_cap
        decisions = 0
        while (side := state.side) is not None and not self.passed():
            if side == CHANCE:
                action = dice.roll(state)
            elif decisions < cap:
                action = self._ask(side, choosers[side])
                decisions += 1
            else:
                raise Invalid(f"no end after {cap} decisions")
            if self.story is not None:
                self.story.before(state, side, action)
            state.apply(action, by=side)
            self.asked = ""
            self.deeds.append((side, action))

    def passed(self) -> bool:
        """Is the period over after which the game is judged?"""
        if not self.period or self.brain is None:
            return False
        now = self.brain.period(self.state) == self.period
        self.reached = self.reached or now
        return self.reached and not now

    def worth(self) -> float | None:
        """What the game is to the first side where it stands, if the title has a general to judge it."""
        if self.brain is None or not self.reached or not self.brain.has_book("officer"):
            return None
        return staff_of(self.brain).worth(self.state, self.game.title.sides[0])

    def _ask(self, side: str, choose: Chooser) -> Action:
        key = (side, getattr(self.state, "turn", 0))
        self.asked = side
        started = time.perf_counter()
        action = choose(self.state)
        self.thought[key] = self.thought.get(key, 0.0) + time.perf_counter() - started
        return action

    def longest(self) -> dict[str, float]:
        """The longest turn of each side in seconds."""
        sides = self.game.title.sides
        return {s: round(max((t for (who, _), t in self.thought.items() if who == s), default=0.0), 7) for s in sides}


@cache
def rest_the_collector() -> None:
    """Rules, maps and cards are loaded for good: the garbage collector need not walk over them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def play(match: Match, number: int) -> Played:
    """Play game `number` of a match. What goes wrong in it is reported in the result and stops no other game."""
    course = Course(match, number)
    rest_the_collector()
    seats: dict[str, players.Player] = {}
    error = ""
    started = time.process_time()
    try:
        for side in course.game.title.sides:
            seats[side] = players.make(match.players[side], match.title, side, seed=f"{course.seed}/{side}")
        course.play_out({side: chooser_of(player, side) for side, player in seats.items()}, Dice(course.seed))
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    spent = time.process_time() - started
    for player in seats.values():
        close = getattr(player, "close", None)
        if close is not None:
            close()
    return _played(course, match, number, spent, error)


def play_batch(batch: Batch) -> list[Played]:
    """Play the games of a batch, one after the other."""
    return [play(match, number) for match, number in batch]


def _played(course: Course, match: Match, number: int, spent: float, error: str) -> Played:
    state = course.state
    outcome = None if error else state.outcome()
    if not error and outcome is None and not course.passed():
        error = "the game is over without an outcome"
    return Played(
        number=number,
        players=match.players,
        decisions=sum(side != CHANCE for side, _ in course.deeds),
        turn=state.banner().turn,
        cpu_seconds=spent,
        winner=(outcome.winner or "draw") if outcome else "",
        reason=outcome.reason if outcome else "",
        error=error and f"game {number}: {error}",
        fault=course.asked if error else "",
        margin=_margin(course) if not error else 0.0,
        worth=course.worth() if not error else None,
        turn_seconds=course.longest(),
        story=course.story.told(state) if course.story else {},
        record=_text(course) if match.keep_records else "",
    )


def _margin(course: Course) -> float:
    return course.brain.margin(course.state, course.game.title.sides[0]) if course.brain else 0.0


def _text(course: Course) -> str:
    """The game as a record file."""
    lines = [f"{ply} {side}: {action}" for ply, (side, action) in enumerate(course.deeds, 1)]
    return "\n".join([FIRST_LINE, *course.game.header(), f"# dice from seed {course.seed}", *lines]) + "\n"


def chooser_of(player: players.Player, side: str) -> Chooser:
    """How a player decides for a side, with all the time it wants and one notebook for the game."""
    whenever = players.Deadline()
    notes: dict[str, Any] = {}
    seats: dict[int, tuple[State, players.Seat]] = {}

    def choose(state: State) -> Action:
        found = seats.get(id(state))
        if found is None:
            seats.clear()
            found = seats[id(state)] = (state, players.Seat(state, side, notes=notes))
        return player.choose(found[1], whenever)

    return choose


def chooser(name: str, game: Game, side: str, seed: str) -> Chooser:
    """How a player of that name decides."""
    return chooser_of(players.make(name, game.title.name, side, seed=f"{seed}/{side}"), side)


def check_players(match: Match) -> None:
    """Refuse a match whose players do not exist, before anything is played."""
    game = match.game()
    for side in game.title.sides:
        if side not in match.players:
            raise Invalid(f"no player is named for {side}")
        players.make(match.players[side], game.title.name, side)

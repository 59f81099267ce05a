"""One game between computer players, from a seed: the same seed plays the same game on any machine."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from rasputitsa import players
from rasputitsa.kernel import CHANCE, Action, Dice, Record, State, title
from rasputitsa.kernel.errors import Invalid
from rasputitsa.kernel.record import FIRST_LINE
from rasputitsa.kernel.title import Game, Value

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

    def game(self) -> Game:
        return title(self.title).prepare(self.scenario, self.edition, self.options)


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How one game went. `winner` is a side or "draw"; `error` is empty unless the game had to be given up."""

    number: int
    decisions: int
    turn: int
    cpu_seconds: float
    winner: str = ""
    reason: str = ""
    error: str = ""
    record: str = ""


def play(match: Match, number: int) -> Played:
    """Play game `number` of a match. What goes wrong in it is told in the result and stops no other game."""
    game = match.game()
    seed = f"{match.seed}/{number}"
    state = Record(game).state
    deeds: list[Deed] = []
    error = ""
    started = time.process_time()
    try:
        choosers = {side: chooser(match.players[side], game, side, seed) for side in game.title.sides}
        _play_out(state, choosers, Dice(seed), deeds)
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    spent = time.process_time() - started
    return _played(state, number, deeds, spent, error, _text(game, seed, deeds) if match.keep_records else "")


def _play_out(state: State, choosers: dict[str, Chooser], dice: Dice, deeds: list[Deed]) -> None:
    """Play until the game is over, or until the title's cap of decisions, which no game should reach."""
    cap = state.game.title.decision_cap
    decisions = 0
    while (side := state.side) is not None:
        if side == CHANCE:
            action = dice.roll(state)
        elif decisions < cap:
            action = choosers[side](state)
            decisions += 1
        else:
            raise Invalid(f"no end after {cap} decisions")
        state.apply(action, by=side)
        deeds.append((side, action))


def _played(state: State, number: int, deeds: list[Deed], spent: float, error: str, record: str) -> Played:
    outcome = None if error else state.outcome()
    if not error and outcome is None:
        error = "the game is over without an outcome"
    return Played(
        number=number,
        decisions=sum(side != CHANCE for side, _ in deeds),
        turn=state.banner().turn,
        cpu_seconds=spent,
        winner=(outcome.winner or "draw") if outcome else "",
        reason=outcome.reason if outcome else "",
        error=error and f"game {number}: {error}",
        record=record,
    )


def _text(game: Game, seed: str, deeds: list[Deed]) -> str:
    """The game as a record file."""
    lines = [f"{ply} {side}: {action}" for ply, (side, action) in enumerate(deeds, 1)]
    return "\n".join([FIRST_LINE, *game.header(), f"# dice from seed {seed}", *lines]) + "\n"


def chooser(name: str, game: Game, side: str, seed: str) -> Chooser:
    """How a player of that name decides, with all the time it wants."""
    player = players.make(name, game.title.name, side, seed=f"{seed}/{side}")
    whenever = players.Deadline()
    return lambda state: player.choose(players.Seat(state, side), whenever)


def check_players(match: Match) -> None:
    """Refuse a match whose players do not exist, before anything is played."""
    game = match.game()
    for side in game.title.sides:
        if side not in match.players:
            raise Invalid(f"no player is named for {side}")
        chooser(match.players[side], game, side, match.seed)

"""`rasputitsa replay` and `rasputitsa perft`: going through a game that was played, and through all that could be."""

from __future__ import annotations

from pathlib import Path

from rasputitsa.commands.common import print_json, progress, read_record
from rasputitsa.kernel import Game, Record, State
from rasputitsa.kernel.conformance import perft, replays
from rasputitsa.kernel.errors import Invalid


def replay(file: Path, to: int | None, verify: bool) -> None:
    """Check a record action by action; print it and where it ends, or with `verify` one line that all is well."""
    if to is not None and to < 0:
        raise Invalid(f"there is no ply {to}")
    record = read_record(file, to)
    if verify:
        problems = _verify(record)
        if problems:
            raise Invalid(f"{file}: {problems[0]}")
        print(f"{file}: {len(record)} actions verified. {_standing(record.state)}")
        return
    print("\n".join([*record.game.header(), *record.lines(), _standing(record.state)]))


def _verify(record: Record) -> list[str]:
    """Invariants after every action, and the record written and read again."""
    state = record.start()
    for ply, entry in enumerate(record.entries, 1):
        state.apply(entry.action, by=entry.side)
        if problems := state.check():
            return [f"ply {ply}: {problem}" for problem in problems]
    return replays(record)


def _standing(state: State) -> str:
    """Where the game stands, in one line."""
    outcome = state.outcome()
    if state.over and outcome:
        winner = f"{outcome.winner} wins" if outcome.winner else "a draw"
        return f"Over: {winner}, {outcome.reason} ({outcome.rule})."
    banner = state.banner()
    return f"Turn {banner.turn} of {banner.last_turn}, {banner.date}: {state.side} to decide."


def count_positions(game: Game, depth: int, as_json: bool) -> None:
    """Print the number of positions that many actions away."""
    if depth < 0:
        raise Invalid("the depth cannot be negative")
    root = Record(game).state
    actions = root.legal() if depth > 1 else []
    total = 0 if actions else perft(root, depth)
    with progress("perft", len(actions)) as tick:
        for action in actions:
            child = root.copy()
            child.apply(action)
            total += perft(child, depth - 1)
            tick()
    if as_json:
        print_json({"title": game.title.name, "scenario": game.scenario, "depth": depth, "positions": total})
    else:
        print(total)

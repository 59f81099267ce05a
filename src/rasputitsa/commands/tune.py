"""`rasputitsa tune`: better weights for a computer player, with the proof that they are better."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rasputitsa.arena.selfplay import Match
from rasputitsa.arena.tune import Plan, Step, load, prove, tune
from rasputitsa.commands.common import print_json, write_whole
from rasputitsa.kernel import Game
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.players.brain import Brain, brain_of


def run(
    game: Game,
    side: str,
    period: str,
    names: list[str],
    pool: list[str],
    base: Path | None,
    output: Path,
    generations: int,
    population: int,
    games: int,
    proof: int,
    seed: str,
    workers: int,
    runner: str,
    as_json: bool,
) -> bool:
    """Tune, prove, write the file; true when the proof shows that the new weights are better."""
    brain = brain_of(game.title)
    old = load(base, brain.book("officer"))
    plan = Plan(
        match=Match(
            title=game.title.name,
            scenario=game.scenario,
            edition=game.edition,
            options=game.options,
            players=dict.fromkeys(game.title.sides, ""),
            seed=seed,
        ),
        side=side,
        period=period,
        names=_names(brain, names),
        pool=tuple(pool),
        generations=generations,
        population=population,
        games=games,
        workers=workers,
        runner=runner,
    )
    if side not in game.title.sides:
        raise unknown("side", side, game.title.sides)
    if period and period not in brain.periods:
        raise unknown("period", period, brain.periods)
    if not output.parent.is_dir():
        raise Invalid(f"{output}: there is no folder {output.parent}")
    new = tune(plan, old, _tell)
    found = prove(plan, old, new, proof)
    note = (
        f"{side}{' ' + period if period else ''}, {game.scenario} ({game.edition}), against {', '.join(pool)}: "
        f"margin {found.before:.2f} -> {found.after:.2f} (error {found.error:.2f}), "
        f"won {found.wins_before} -> {found.wins_after} of {found.games}"
    )
    new.about = f"{new.about}\n{note}".strip()
    write_whole(output, new.toml().encode())
    if as_json:
        print_json({"better": found.better, "proof": found, "file": str(output)})
    else:
        print(note)
        print(f"{'better' if found.better else 'not shown to be better'}; written to {output}")
    return found.better


def _names(brain: Brain[Any], wanted: list[str]) -> tuple[str, ...]:
    known = brain.book("recruit").names
    for name in wanted:
        if name not in known:
            raise unknown("weight", name, known)
    return tuple(wanted) or brain.tunable


def _tell(step: Step) -> None:
    print(
        f"generation {step.generation}: best {step.best:+.2f}, mean {step.mean:+.2f}, spread {step.sigma:.3f}",
        file=sys.stderr,
        flush=True,
    )

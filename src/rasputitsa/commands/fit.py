"""`rasputitsa fit`: what the general's judgement of a position should be, from self-play."""

from __future__ import annotations

from pathlib import Path

from rasputitsa.arena.fit import fit, general_file, sample
from rasputitsa.commands.common import print_json, progress, write_whole
from rasputitsa.kernel import Game
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.brain import brain_of
from rasputitsa.players.staff import staff_of


def run(game: Game, rank: str, games: int, seed: str, output: Path, as_json: bool) -> None:
    """Sample games, fit the features, write the general's file."""
    if not output.parent.is_dir():
        raise Invalid(f"{output}: there is no folder {output.parent}")
    with progress(f"{game.title.name} {game.scenario}", games) as tick:
        samples = sample(game, rank, games, seed, tick)
    found = fit(samples)
    note = (
        f"[evaluation] was fitted to {games} games of {game.scenario} ({game.edition}), {rank} on both sides, "
        f"seed {seed}: {found.positions}\npositions, each beside who won; "
        f"correlation in games left out of the fit: {found.correlation:.2f}."
    )
    about = f"What the general of {game.title.label} has beside the officer's weights.\n{note}"
    staff = staff_of(brain_of(game.title))
    write_whole(output, general_file(about, staff.book.styles, found.weights).encode())
    if as_json:
        print_json(found)
        return
    for name, weight in found.weights.items():
        print(f"  {name:16} {weight:+.3f}")
    print(f"  {found.positions} positions, correlation {found.correlation:.2f}; written to {output}")

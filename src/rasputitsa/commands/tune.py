"""`rasputitsa tune`: better weights for a computer player, with the proof that they are better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rasputitsa.arena.selfplay import Match
from rasputitsa.arena.tune import Changes, Plan, Proof, Slope, changed, prove, sample, slopes, step, telling
from rasputitsa.commands.common import print_json, progress, write_whole
from rasputitsa.kernel import Game
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.players.brain import brain_of
from rasputitsa.players.weights import Book, read_book

TOLD = 8
"""This many weights of a side are shown, those that matter most."""


def run(
    game: Game,
    sides: list[str],
    period: str,
    names: list[str],
    base: Path | None,
    output: Path,
    pairs: int,
    spread: float,
    proof: int,
    seed: str,
    workers: int,
    runner: str,
    as_json: bool,
) -> bool:
    """Tune, prove, write the file; true when the proof shows that some side's new weights are better."""
    brain = brain_of(game.title)
    old = brain.book("officer") if base is None else read_book(base)
    plan = Plan(
        match=Match(
            title=game.title.name,
            scenario=game.scenario,
            edition=game.edition,
            options=game.options,
            players=dict.fromkeys(game.title.sides, ""),
            seed=seed,
            period=period,
        ),
        names={side: _names(old, side, period, names) for side in _sides(game, sides)},
        pairs=pairs,
        spread=spread,
        workers=workers,
        runner=runner,
    )
    if period and period not in brain.periods:
        raise unknown("period", period, brain.periods)
    if not output.parent.is_dir():
        raise Invalid(f"{output}: there is no folder {output.parent}")
    label = f"{game.title.name} {game.scenario}"
    with progress(label, 2 * pairs) as tick:
        found = slopes(plan, sample(plan, old, tick))
    changes = step(found)
    with progress(f"{label}, proof", proof * (1 + sum(map(bool, changes.values())))) as tick:
        proofs = prove(plan, old, changes, proof, tick)
    kept: Changes = {p.side: changes[p.side] for p in proofs if p.better}
    new = changed(old, plan, kept)
    new.about = "\n".join([old.about, *(_note(plan, p) for p in proofs if p.better)]).strip()
    write_whole(output, new.toml().encode())
    if as_json:
        print_json({"slopes": found, "changes": changes, "proofs": proofs, "file": str(output)})
    else:
        _tell(found, changes, proofs)
        print(f"{'better weights' if kept else 'nothing shown to be better; the old weights'} written to {output}")
    return bool(kept)


def _sides(game: Game, wanted: Sequence[str]) -> Sequence[str]:
    for side in wanted:
        if side not in game.title.sides:
            raise unknown("side", side, game.title.sides)
    return wanted or game.title.sides


def _names(book: Book, side: str, period: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """The weights asked for, or all; one that is zero stays zero."""
    for name in wanted:
        if name not in book.names:
            raise unknown("weight", name, book.names)
    now = book.at(side, period)
    return tuple(name for name in wanted or book.names if now[name])


def _note(plan: Plan, proof: Proof) -> str:
    """What the file says of how its weights came about."""
    when = f" {plan.match.period}" if plan.match.period else ""
    return (
        f"{proof.side}{when}: tuned on {plan.pairs} pairs of {plan.match.scenario}, seed {plan.match.seed}; "
        f"chance {proof.gain:+.2f} (error {proof.error:.2f}) in {proof.games} fresh games"
    )


def _tell(found: Mapping[str, Sequence[Slope]], changes: Changes, proofs: Sequence[Proof]) -> None:
    for side, its in found.items():
        if its:
            print(f"{side}: weights tell {telling(its):.2f} times what chance would show")
        for s in sorted(its, key=lambda s: -abs(s.slope))[:TOLD]:
            change = changes[side].get(s.name, 0.0)
            print(f"  {s.name:16} {s.slope:+.3f} (error {s.error:.3f})  changed by {change:+.2f}")
    for p in proofs:
        verdict = "better" if p.better else "not shown to be better"
        print(f"{p.side}: {p.gain:+.3f} (error {p.error:.3f}) in {p.games} fresh games: {verdict}")

"""`rasputitsa tournament`: players against each other in pairs of games, and how strong that shows them to be."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from rasputitsa.arena import pictures
from rasputitsa.arena.rating import Sprt
from rasputitsa.arena.store import Spec, Store, write_whole
from rasputitsa.arena.tournament import Tournament
from rasputitsa.commands.common import print_json, progress
from rasputitsa.kernel import Game
from rasputitsa.kernel.errors import Invalid

TOLD = 5


def tournament(
    game: Game,
    entrants: list[str],
    pairs: int,
    seed: str,
    workers: int,
    runner: str,
    sprt: str | None,
    folder: Path | None,
    ladder: bool,
    limit: float | None,
    as_json: bool,
) -> bool:
    """Play, print the standings, leave data and pictures in the folder; true when no game went wrong or overtime."""
    test = read_sprt(sprt) if sprt is not None else None
    spec = Spec(
        title=game.title.name,
        scenario=game.scenario,
        edition=game.edition,
        options=game.options,
        entrants=entrants,
        seed=seed,
        ladder=ladder,
    )
    t = Tournament(spec, Store(folder, spec) if folder else None, chronicle=folder is not None)
    todo = t.todo(1, pairs)
    with progress(f"{spec.title} {spec.scenario}", len(todo)) as tick:
        if test is None:
            t.play(todo, workers, runner, tick)
            verdict = ""
        else:
            verdict = t.play_until_decided(pairs, test, workers, runner, tick)
    figures = t.standings()
    if test is not None:
        scores = next(iter(t.scores().values()))
        figures["sprt"] = {"low": test.low, "high": test.high, "llr": round(test.llr(scores), 3), "verdict": verdict}
    _leave(t, figures, folder)
    _print(figures, as_json)
    in_time = limit is None or _tell_overtime(t, limit)
    return _tell_errors(t) and in_time


def read_sprt(text: str) -> Sprt:
    """`low,high` in Elo points."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise Invalid(f"--sprt takes two Elo differences, for instance 0,30; not {text!r}") from None
    if low >= high:
        raise Invalid("--sprt: the first Elo difference is the smaller one")
    return Sprt(low=low, high=high)


def _leave(t: Tournament, figures: dict[str, Any], folder: Path | None) -> None:
    if folder is not None and t.rows:
        write_whole(folder / "standings.json", msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
        pictures.save(folder / "pictures", pictures.of_tournament(t))


def _print(figures: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    spec: Spec = figures["spec"]
    print(f"{spec.title} {spec.scenario} ({spec.edition}), {figures['games']} games, seed {spec.seed}")
    for rung in figures["ladder"]:
        print(f"  {rung.player:24} {rung.elo:+7.0f}  [{rung.low:+.0f}, {rung.high:+.0f}]  {rung.games} games")
    for line in figures["meetings"]:
        a, b = line["players"]
        print(
            f"  {a} v {b}: {line['wins'][0]} to {line['wins'][1]} of {line['games']}, "
            f"won {line['win_rate']:.1%} [{line['win_rate_low']:.1%}, {line['win_rate_high']:.1%}]; "
            f"pairs {' '.join(str(n) for n in line['five'])}, "
            f"Elo {line['elo']:+.0f} [{line['elo_low']:+.0f}, {line['elo_high']:+.0f}]"
        )
        longest = ", ".join(f"{name} {t:.2f} s" for name, t in line["longest_turn_seconds"].items())
        print(f"    longest turn: {longest}")
    for side, found in figures["sides"].items():
        print(f"  {side:8} won {found['wins']:4}  {found['share']:.1%} [{found['low']:.1%}, {found['high']:.1%}]")
    if "sprt" in figures:
        sprt = figures["sprt"]
        print(f"  SPRT({sprt['low']:g}, {sprt['high']:g}): LLR {sprt['llr']:.2f}, {sprt['verdict'] or 'undecided'}")


def _tell_overtime(t: Tournament, limit: float) -> bool:
    late = t.overtime(limit)
    for row in late[:TOLD]:
        spent = ", ".join(f"{row.players[side]} {seconds:.1f} s" for side, seconds in row.turn_seconds.items())
        print(f"game {row.number}: a turn took longer than {limit:g} s: {spent}", file=sys.stderr)
    return not late


def _tell_errors(t: Tournament) -> bool:
    errors = [f"{' v '.join(row.players.values())}: {row.error}" for row in t.rows if row.error]
    for error in errors[:TOLD]:
        print(error, file=sys.stderr)
    return not errors

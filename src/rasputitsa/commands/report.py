"""`rasputitsa report`: balance and course of the war over many games, with flags that fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from rasputitsa.arena import pictures
from rasputitsa.arena.report import balance, war
from rasputitsa.arena.runner import play_all
from rasputitsa.arena.selfplay import Match, Played, check_players
from rasputitsa.arena.store import read_rows, write_whole
from rasputitsa.commands.common import make_folder, print_json, progress
from rasputitsa.kernel import Game
from rasputitsa.kernel.chronicle import chronicler
from rasputitsa.kernel.errors import Invalid


def report(
    game: Game,
    players: dict[str, str],
    games: int,
    seed: str,
    workers: int,
    runner: str,
    source: Path | None,
    folder: Path | None,
    as_json: bool,
) -> bool:
    """Play (or read) games, print the report; true when no flag fails."""
    rows = _read(source) if source else _play(game, players, games, seed, workers, runner)
    history = chronicler(game.title).history
    figures = {"players": players, "balance": balance(rows, game.title.sides), "war": war(rows, history)}
    if folder is not None:
        make_folder(folder)
        write_whole(folder / "report.json", msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
        note = f"{game.title.name}, {game.scenario} ({game.edition}), {len(rows)} games"
        pictures.save(folder, pictures.of_games(rows, game.title.sides, note, history))
    if as_json:
        print_json(figures)
    else:
        _print(figures)
    return all(flag.ok for flag in figures["war"]["flags"])


def _read(source: Path) -> list[Played]:
    files = sorted(source.glob("batch-*.jsonl"))
    if not files:
        raise Invalid(f"{source} holds no results of a tournament")
    return [row for file in files for row in read_rows(file)]


def _play(game: Game, players: dict[str, str], games: int, seed: str, workers: int, runner: str) -> list[Played]:
    match = Match(
        title=game.title.name,
        scenario=game.scenario,
        edition=game.edition,
        options=game.options,
        players=players,
        seed=seed,
        chronicle=True,
    )
    check_players(match)
    rows: list[Played] = []
    with progress(f"{game.title.name} {game.scenario}", games) as tick:
        for batch in play_all([(match, number) for number in range(1, games + 1)], workers, runner):
            rows += batch
            tick(len(batch))
    return rows


def _print(figures: dict[str, Any]) -> None:
    found = figures["balance"]
    print(f"{found['games']} games, {', '.join(f'{side} {name}' for side, name in figures['players'].items())}")
    for side, share in found["sides"].items():
        print(f"  {side:8} {share['wins']:4}  {share['share']:.1%} [{share['low']:.1%}, {share['high']:.1%}]")
    for line in found["how"]:
        print(f"    {line['games']:4}  {line['winner']}: {line['how']}")
    print(f"  ends on turn: {', '.join(f'{turn} ({n})' for turn, n in found['turns'].items())}")
    _print_war(figures["war"])


def _print_war(found: dict[str, Any]) -> None:
    for name in ("front", "vp", "units", "pocket"):
        for key, by_turn in found[name].items():
            values = " ".join(f"{value:5.1f}" for value in by_turn.values())
            print(f"  {name + ' ' + key:14} {values}")
    for name in ("losses", "cards", "attacks"):
        for side, counts in found[name].items():
            print(f"  {name + ' ' + side:14} {', '.join(f'{k} {v}' for k, v in counts.items())}")
    for city in found["cities"]:
        mark = " " if city.inside else "!"
        print(
            f"  {mark} {city.name:16} {city.taker:7} turn {city.history:2}  games {city.low}-{city.median}-{city.high}"
        )
    for flag in found["flags"]:
        print(f"  {'ok  ' if flag.ok else 'FLAG'} {flag.name:16} {flag.measured} (bound {flag.bound}): {flag.text}")

"""`rasputitsa selfplay`: computer players against each other, many times, and what came of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rasputitsa.arena.runner import report, run
from rasputitsa.arena.selfplay import Match, Played, check_players
from rasputitsa.commands.common import make_folder, print_json, progress, write_whole
from rasputitsa.kernel import Game

TOLD = 5


def selfplay(
    game: Game, players: dict[str, str], games: int, seed: str, workers: int, records: Path | None, as_json: bool
) -> bool:
    """Play the match, print the figures; true when no game went wrong."""
    match = Match(
        title=game.title.name,
        scenario=game.scenario,
        edition=game.edition,
        options=game.options,
        players=players,
        seed=seed,
        keep_records=records is not None,
    )
    check_players(match)
    if records is not None:
        make_folder(records)
    with progress(f"{game.title.name} {game.scenario}", games) as tick:
        played = run(match, games, workers, tick)
    if records is not None:
        _keep(records, match, played)
    _print(report(played, game.title.sides), match, as_json)
    errors = [p.error for p in played if p.error]
    for error in errors[:TOLD]:
        print(error, file=sys.stderr)
    return not errors


def _keep(folder: Path, match: Match, played: list[Played]) -> None:
    width = len(str(len(played)))
    for game in played:
        name = f"{match.title}-{match.scenario}-{match.seed}-{game.number:0{width}}.rec"
        write_whole(folder / name.replace("/", "_"), game.record.encode())


def _print(figures: dict[str, Any], match: Match, as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    players = ", ".join(f"{side} {name}" for side, name in match.players.items())
    print(f"{match.title} {match.scenario} ({match.edition}), {players}, seed {match.seed}")
    for side, reasons in figures["wins"].items():
        how = "; ".join(f"{reason} {count}" for reason, count in reasons.items())
        print(f"  {side:8} {sum(reasons.values()):5}  {how}")
    print(
        f"  {figures['games']} games of {figures['mean_decisions']} decisions and {figures['mean_turns']} turns; "
        f"{figures['decisions_per_cpu_second']:.0f} decisions and {figures['games_per_cpu_second']:.2f} games "
        f"per CPU-second; {figures['errors']} errors"
    )

"""`rasputitsa handovers`: how often a game goes from one player to the other, without and with standing orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rasputitsa.arena.handovers import Counted
from rasputitsa.arena.handovers import count as count_one
from rasputitsa.arena.selfplay import Match, check_players
from rasputitsa.commands.common import print_json, progress
from rasputitsa.kernel import Game


def count(game: Game, players: dict[str, str], games: int, seed: str, as_json: bool) -> None:
    """Play the games twice and print the figures."""
    match = Match(
        title=game.title.name,
        scenario=game.scenario,
        edition=game.edition,
        options=game.options,
        players=players,
        seed=seed,
    )
    check_players(match)
    found: dict[str, Any] = {}
    with progress(f"{game.title.name} {game.scenario}", 2 * games) as tick:
        for name, ordered in (("without", False), ("with", True)):
            counted = []
            for number in range(1, games + 1):
                counted.append(count_one(match, number, ordered=ordered))
                tick()
            found[name] = _summary(counted)
    if as_json:
        print_json({"title": game.title.name, "games": games, **found})
    else:
        print("\n".join(_lines(found, games)))


def _summary(counted: Sequence[Counted]) -> dict[str, Any]:
    """Averages of a game."""
    number = len(counted)
    asked = sum((game.asked for game in counted), start=Counter[str]())
    return {
        "handovers": sum(game.handovers for game in counted) / number,
        "prescribed": sum(game.prescribed for game in counted) / number,
        "beyond": sum(game.beyond for game in counted) / number,
        "asked": {kind: times / number for kind, times in asked.most_common()},
    }


def _lines(found: dict[str, Any], games: int) -> list[str]:
    lines = [f"hand-overs in a game, average of {games}", f"{'':28}{'without':>9}{'with':>9}  standing orders"]
    for row in ("handovers", "prescribed", "beyond"):
        lines.append(f"{row:28}" + "".join(f"{found[name][row]:9.1f}" for name in ("without", "with")))
    for kind in found["without"]["asked"]:
        figures = (found[name]["asked"].get(kind, 0.0) for name in ("without", "with"))
        lines.append(f"  {kind:26}" + "".join(f"{figure:9.1f}" for figure in figures))
    return lines

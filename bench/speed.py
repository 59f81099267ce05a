"""Random play through the command line, in fresh processes, as ratios to python-chess run just before and just after.

Every run is a process of its own with a seed of its own: no game was seen before, so that no cache knows the answers.
Machines are noisy: a run counts as its ratio to the chess around it, and the median of several runs is what is printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from statistics import fmean, median
from typing import NamedTuple

GAMES = 3
"""The first run of a scenario plays this many games, to see how many fill the time; its figures are not used."""


class Run(NamedTuple):
    """One run of a scenario, or of python-chess: per CPU-second."""

    decisions: float
    games: float


class Speed(NamedTuple):
    """Several runs of a scenario."""

    runs: list[Run]
    length: float
    """Decisions in a game, on average."""
    ratios: list[float]
    """Of each run: its decisions per CPU-second by those of python-chess around it."""

    @property
    def decisions(self) -> float:
        return median(run.decisions for run in self.runs)

    @property
    def games(self) -> float:
        return median(run.games for run in self.runs)

    @property
    def ratio(self) -> float:
        return median(self.ratios)


def speed(title: str, scenario: str, seconds: float, runs: int, seed: str) -> Speed:
    """Play a scenario `runs` times for this many CPU-seconds each, with python-chess before, between and after."""
    first = selfplay(title, scenario, GAMES, f"{seed}/first")
    games = max(1, round(seconds * first["games_per_cpu_second"]))
    chess, found, length = [chess_moves(1.0, f"{seed}/0")], [], []
    for number in range(1, runs + 1):
        figures = selfplay(title, scenario, games, f"{seed}/{number}")
        found.append(_run(figures))
        length.append(figures["mean_decisions"])
        chess.append(chess_moves(1.0, f"{seed}/{number}"))
    around = [fmean((a.decisions, b.decisions)) for a, b in pairwise(chess)]
    return Speed(found, fmean(length), [run.decisions / moves for run, moves in zip(found, around, strict=True)])


def selfplay(title: str, scenario: str, games: int, seed: str) -> dict[str, float]:
    """What `rasputitsa selfplay --json` prints."""
    players = ["--axis", "random", "--soviet", "random"]
    what = ["--scenario", scenario, "--games", str(games), "--seed", seed, "--json"]
    found = _figures(["-m", "rasputitsa", "selfplay", title, *players, *what])
    if found["errors"]:
        raise SystemExit(f"{title} {scenario}: {found['errors']:.0f} games went wrong")
    return found


def chess_moves(seconds: float, seed: str) -> Run:
    """python-chess for this many CPU-seconds."""
    return _run(_figures(["-m", "bench.chess_moves", str(seconds), seed]))


def _run(figures: dict[str, float]) -> Run:
    return Run(figures["decisions_per_cpu_second"], figures["games_per_cpu_second"])


def _figures(args: list[str]) -> dict[str, float]:
    done = subprocess.run([sys.executable, *args], capture_output=True, text=True)
    if done.returncode:
        missing = "No module named 'chess'" in done.stderr
        hint = "python-chess is missing: `make install`, or pip install chess" if missing else done.stderr.strip()
        raise SystemExit(hint)
    found: dict[str, float] = json.loads(done.stdout)
    return found

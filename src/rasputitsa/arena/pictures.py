"""The results of many games as pictures: win rates, ladder, length, victory points and the front line over time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rasputitsa.arena import charts, rating
from rasputitsa.arena.charts import COLOURS, SIDE_COLOURS, Bar, Line
from rasputitsa.arena.selfplay import Played
from rasputitsa.arena.store import write_whole
from rasputitsa.arena.tournament import Tournament
from rasputitsa.board.drawing.png import to_png

History = Mapping[str, Mapping[str, int]]
"""By side: the turns in which it took cities in the war."""


def of_tournament(t: Tournament) -> dict[str, str]:
    """All pictures of a tournament, by name."""
    note = f"{t.spec.title}, {t.spec.scenario} ({t.spec.edition}), {len(t.rows)} games, seed {t.spec.seed}"
    return {"win-rates": win_rates(t, note), "ladder": ladder(t, note), **of_games(t.rows, t.sides, note)}


def of_games(rows: Sequence[Played], sides: Sequence[str], note: str, history: History | None = None) -> dict[str, str]:
    """The pictures that need no ratings; with the dates of history, cities beside them."""
    found = {"sides": side_shares(rows, sides, note), "length": lengths(rows, sides, note)}
    for name, heading, unit in (("vp", "Victory points", "points"), ("front", "The front line", "columns east")):
        curves = over_turns(rows, name)
        if curves:
            found[name] = charts.lines(heading, f"{note}; mean and 10 to 90 %", curves, "turn", unit)
    if history and any(row.story for row in rows):
        found["cities"] = cities_held(rows, sides[0], history, note)
    return found


def cities_held(rows: Sequence[Played], side: str, history: History, note: str) -> str:
    """How many cities a side has won and not lost again when a turn begins, in the games and in history."""
    told = [row for row in rows if row.story]
    last = max(row.turn for row in told)
    by_turn = {
        turn: [float(net_cities(row.story.get("cities", ()), side, turn)) for row in told if row.turn >= turn]
        for turn in range(1, last + 1)
    }
    dates = [(turn, taker, city) for taker, taken in history.items() for city, turn in taken.items()]
    real = [(float(turn), float(net_cities(dates, side, turn))) for turn in range(1, last + 1)]
    curves = [_curve("games", by_turn, 0), Line("history", real, (), COLOURS[3])]
    heading = f"Cities won by the {side.capitalize()}, less those lost"
    return charts.lines(heading, f"{note}; mean and 10 to 90 %", curves, "turn", "cities")


def net_cities(taken: Iterable[Sequence[Any]], side: str, turn: int) -> int:
    """Cities taken by a side before a turn, less those the enemy took."""
    return sum(1 if taker == side else -1 for when, taker, _ in taken if when < turn)


def win_rates(t: Tournament, note: str) -> str:
    bars = []
    for (a, b), scores in t.scores().items():
        s = rating.standing(scores)
        bars.append(Bar(f"{a} v {b}", s.score, s.score_low, s.score_high))
    return charts.intervals("Scores in pairs", note, bars, (0.0, 1.0))


def ladder(t: Tournament, note: str) -> str:
    anchor = "random" if "random" in t.spec.entrants else t.spec.entrants[0]
    rungs = rating.ladder(t.scores(), anchor)
    bars = [Bar(r.player, r.elo, r.low, r.high, f"{r.elo:+.0f}", COLOURS[2]) for r in rungs]
    low, high = min(r.low for r in rungs), max(r.high for r in rungs)
    return charts.intervals("Elo ladder", f"{note}; {anchor} = 0", bars, (low - 20, high + 20), "{:.0f}")


def side_shares(rows: Sequence[Played], sides: Sequence[str], note: str) -> str:
    finished = [row for row in rows if not row.error]
    bars = []
    for side in (*sides, "draw"):
        won = sum(row.winner == side for row in finished)
        low, high = rating.wilson(won, len(finished))
        bars.append(Bar(side, won / max(1, len(finished)), low, high, colour=SIDE_COLOURS.get(side, COLOURS[0])))
    return charts.intervals("Who wins", note, bars, (0.0, 1.0))


def lengths(rows: Sequence[Played], sides: Sequence[str], note: str) -> str:
    turns = sorted({row.turn for row in rows if not row.error})
    stacks = {
        str(turn): {
            side: float(n)
            for side in (*sides, "draw")
            if (n := sum(row.turn == turn and row.winner == side for row in rows))
        }
        for turn in turns
    }
    return charts.columns("When games end", note, stacks, "last turn")


def over_turns(rows: Iterable[Played], name: str) -> list[Line]:
    """The curves of everything whose name is `name` or begins with `name:` in the games' stories."""
    values: dict[str, dict[int, list[float]]] = {}
    for row in rows:
        for turn, page in row.story.get("turns", {}).items():
            for key, value in page.items():
                if (key == name or key.startswith(f"{name}:")) and isinstance(value, int | float):
                    values.setdefault(key, {}).setdefault(int(turn), []).append(float(value))
    return [_curve(key, by_turn, number) for number, (key, by_turn) in enumerate(sorted(values.items()))]


def _curve(key: str, by_turn: dict[int, list[float]], number: int) -> Line:
    label = key.partition(":")[2] or key
    points, band = [], []
    for turn, found in sorted(by_turn.items()):
        found.sort()
        points.append((float(turn), sum(found) / len(found)))
        band.append((float(turn), found[len(found) // 10], found[-1 - len(found) // 10]))
    return Line(label, points, band, SIDE_COLOURS.get(label, COLOURS[number % len(COLOURS)]))


def save(folder: Path, pictures: dict[str, str]) -> list[Path]:
    """Write pictures as SVG and PNG; return what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, svg in pictures.items():
        for file, content in ((f"{name}.svg", svg.encode()), (f"{name}.png", to_png(svg, 2.0))):
            write_whole(folder / file, content)
            written.append(folder / file)
    return written

"""The balance report and the war report: who wins, how and when between equal players, and does it look like the war?

Elo does not show nonsense: two strong players may freeze the front, hoard their cards or attack without hope. Each flag
below is a check that can fail; `rasputitsa report` ends with exit code 1 if one does.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import msgspec

from rasputitsa.arena.selfplay import Played
from rasputitsa.arena.tournament import side_wins

NEVER = 99
HOPELESS = ("<1:3", "1:3")
"""Odds columns below 1:2."""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """Something to look at: what was measured, the bound, and whether it holds."""

    name: str
    measured: float
    bound: float
    ok: bool
    text: str


class City(msgspec.Struct, frozen=True, kw_only=True):
    """When a city fell: in history, and in the games (10, 50 and 90 % of them by that turn; 99 is never)."""

    name: str
    taker: str
    history: int
    low: int
    median: int
    high: int
    inside: bool


def balance(rows: Sequence[Played], sides: Sequence[str]) -> dict[str, Any]:
    """Who wins, how, and when."""
    finished = [row for row in rows if not row.error]
    ends = Counter((row.winner, _how(row.reason)) for row in finished)
    return {
        "games": len(finished),
        "sides": side_wins(rows, sides),
        "how": [{"winner": who, "how": how, "games": n} for (who, how), n in ends.most_common()],
        "turns": dict(sorted(Counter(row.turn for row in finished).items())),
    }


def _how(reason: str) -> str:
    """A reason without its figures."""
    return reason.partition(":")[0]


def war(rows: Sequence[Played], history: dict[str, dict[str, int]]) -> dict[str, Any]:
    """The course of the war over many games."""
    told = [row for row in rows if row.story]
    return {
        "front": curve(told, "front:"),
        "vp": curve(told, "vp:"),
        "units": curve(told, "units:"),
        "pocket": curve(told, "pocket:"),
        "losses": _means(told, "losses"),
        "attacks": _sums(told, "attacks"),
        "cards": _means(told, "cards"),
        "cities": [city for taker, dates in history.items() for city in cities(told, taker, dates)],
        "flags": flags(told),
    }


def curve(rows: Sequence[Played], prefix: str) -> dict[str, dict[str, float]]:
    """Means by turn of everything whose name begins so."""
    values: dict[str, dict[int, list[float]]] = {}
    for row in rows:
        for turn, page in row.story["turns"].items():
            for key, value in page.items():
                if key.startswith(prefix):
                    values.setdefault(key.removeprefix(prefix), {}).setdefault(int(turn), []).append(float(value))
    return {
        name: {str(turn): round(fmean(found), 2) for turn, found in sorted(by.items())} for name, by in values.items()
    }


def _sums(rows: Sequence[Played], what: str) -> dict[str, dict[str, int]]:
    totals: dict[str, Counter[str]] = {}
    for row in rows:
        for side, found in row.story.get(what, {}).items():
            totals.setdefault(side, Counter()).update(found)
    return {side: dict(total.most_common()) for side, total in totals.items()}


def _means(rows: Sequence[Played], what: str) -> dict[str, dict[str, float]]:
    games = max(1, len(rows))
    return {side: {k: round(n / games, 2) for k, n in t.items()} for side, t in _sums(rows, what).items()}


def cities(rows: Sequence[Played], taker: str, dates: dict[str, int]) -> list[City]:
    """For each city of history the turns in which it fell; games that were over before it could are left out."""
    found = []
    for name, date in dates.items():
        turns = sorted(_taken(row, name, taker) for row in rows if row.turn >= date or _taken(row, name, taker) < NEVER)
        if turns:
            low, median, high = (turns[int(q * (len(turns) - 1))] for q in (0.1, 0.5, 0.9))
            inside = low <= date <= high
            found.append(City(name=name, taker=taker, history=date, low=low, median=median, high=high, inside=inside))
    return found


def _taken(row: Played, name: str, taker: str) -> int:
    return next((turn for turn, who, city in row.story.get("cities", ()) if who == taker and city == name), NEVER)


# -- flags --------------------------------------------------------------------------------------------------------


def flags(rows: Sequence[Played]) -> list[Flag]:
    """Front frozen, runaway, cards hoarded, reserves idle, hopeless attacks, moves out of supply."""
    if not rows:
        return []
    found = [_frozen(rows), _runaway(rows), _hoarding(rows), _idle(rows), _hopeless(rows), _astray(rows)]
    return [flag for flag in found if flag is not None]


def _fronts(row: Played) -> list[tuple[int, bool, float]]:
    """By turn: is it clear, and where the front is on the whole."""
    pages = sorted((int(turn), page) for turn, page in row.story["turns"].items())
    found = []
    for turn, page in pages:
        columns = [value for key, value in page.items() if key.startswith("front:")]
        if columns:
            found.append((turn, bool(page.get("clear")), fmean(columns)))
    return found


def _frozen(rows: Sequence[Played]) -> Flag:
    """The share of clear turns in which the front did not move by half a hex on average."""
    still = clear = 0
    for row in rows:
        fronts = _fronts(row)
        for (_, _, before), (_, fair, after) in itertools.pairwise(fronts):
            clear += fair
            still += fair and abs(after - before) < 0.15
    share = still / clear if clear else 0.0
    text = "clear turns in which the front did not move"
    return Flag(name="frozen front", measured=round(share, 3), bound=0.6, ok=share <= 0.6, text=text)


def _runaway(rows: Sequence[Played]) -> Flag:
    """The share of games in which the front has left the middle of the map by half time."""
    out = 0
    for row in rows:
        fronts = _fronts(row)
        if fronts:
            first, middle = fronts[0][2], fronts[len(fronts) // 2][2]
            out += abs(middle - first) > 9.0
    share = out / len(rows)
    text = "games whose front had moved more than nine hexes by half time"
    return Flag(name="runaway", measured=round(share, 3), bound=0.2, ok=share <= 0.2, text=text)


def _hoarding(rows: Sequence[Played]) -> Flag | None:
    """Cards in hand at the end of a turn, on average; nothing in a title without cards."""
    held = [
        float(value)
        for row in rows
        for page in row.story["turns"].values()
        for key, value in page.items()
        if key.startswith("hand:")
    ]
    if not held:
        return None
    mean = fmean(held)
    return Flag(name="hoarding", measured=round(mean, 2), bound=5.0, ok=mean <= 5.0, text="cards held at a turn's end")


def _idle(rows: Sequence[Played]) -> Flag:
    idle = sum(row.story.get("idle", 0) for row in rows)
    present = sum(row.story.get("present", 0) for row in rows)
    share = idle / present if present else 0.0
    text = "units in reserve for more than three turns"
    return Flag(name="idle reserves", measured=round(share, 3), bound=0.15, ok=share <= 0.15, text=text)


def _hopeless(rows: Sequence[Played]) -> Flag:
    found = _sums(rows, "attacks")
    total = sum(n for side in found.values() for n in side.values())
    poor = sum(n for side in found.values() for label, n in side.items() if label in HOPELESS)
    share = poor / total if total else 0.0
    return Flag(name="hopeless attacks", measured=round(share, 3), bound=0.05, ok=share <= 0.05, text="under 1:2")


def _astray(rows: Sequence[Played]) -> Flag:
    moves = sum(row.story.get("moves", 0) for row in rows)
    astray = sum(row.story.get("astray", 0) for row in rows)
    share = astray / moves if moves else 0.0
    text = "moves that end out of supply"
    return Flag(name="out of supply", measured=round(share, 3), bound=0.1, ok=share <= 0.1, text=text)

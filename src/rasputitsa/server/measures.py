"""What the server did, as figures that can be added up over all processes of one database.

Each process writes its figures into the database every few seconds; whichever process is asked adds them up, its own
newest ones included, so that one answer speaks for all.
"""

from __future__ import annotations

import resource
import time
from collections import Counter

from rasputitsa.server.house import House

STALE = 60_000
"""Milliseconds after which the figures of a process that ended are left out."""
HELP = {
    "requests": "HTTP requests answered",
    "refused": "requests refused (4xx)",
    "defects": "requests that failed (5xx)",
    "seconds": "seconds spent on HTTP requests",
    "stored": "actions stored",
    "transactions": "transactions of the writer",
    "waiting": "actions waiting to be stored",
    "open_games": "games in memory",
    "pages": "open live sockets",
    "cpu_seconds": "processor time used",
    "memory_bytes": "largest memory used",
    "processes": "server processes",
}
GAUGES = ("waiting", "open_games", "pages", "memory_bytes", "processes")


class Measures:
    """The figures of this process that are counted as requests come."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0

    def answered(self, status: int, seconds: float) -> None:
        self.counts["requests"] += 1
        self.seconds += seconds
        if status >= 500:
            self.counts["defects"] += 1
        elif status >= 400:
            self.counts["refused"] += 1


def figures(house: House, measures: Measures) -> dict[str, float]:
    """The figures of this process now."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    writer = house.games.writer
    return {
        "requests": measures.counts["requests"],
        "refused": measures.counts["refused"],
        "defects": measures.counts["defects"],
        "seconds": measures.seconds,
        "stored": writer.stored,
        "transactions": writer.transactions,
        "waiting": writer.waiting,
        "open_games": house.open_games,
        "pages": house.pages,
        "cpu_seconds": used.ru_utime + used.ru_stime,
        "memory_bytes": used.ru_maxrss * 1024,
        "processes": 1,
    }


def written(house: House, measures: Measures) -> str:
    """The figures of all processes as Prometheus reads them."""
    house.games.report(figures(house, measures))
    found = house.games.reports(int(time.time() * 1000) - STALE)
    total = {name: sum(process.get(name, 0.0) for process in found) for name in HELP}
    lines = []
    for name, help in HELP.items():
        kind = "gauge" if name in GAUGES else "counter"
        full = f"rasputitsa_{name}" if kind == "gauge" else f"rasputitsa_{name}_total"
        lines += [f"# HELP {full} {help}", f"# TYPE {full} {kind}", f"{full} {total[name]:.10g}"]
    return "\n".join(lines) + "\n"

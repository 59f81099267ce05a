"""Print the benchmark: random play as a ratio to python-chess run in the same minute, then the cost of operations."""

from __future__ import annotations

import argparse
import secrets

from rich.console import Console
from rich.table import Table

from bench.costs import costs
from bench.peers import PEERS
from bench.research import research_table
from bench.speed import Speed, speed
from rasputitsa.kernel import Title, titles

WIDTH = 118


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    options.add_argument("--title", choices=sorted(titles()), action="append", help="only this title")
    options.add_argument("--seconds", type=float, default=3.0, help="CPU-seconds of each run")
    options.add_argument("--runs", type=int, default=3, help="runs of each scenario; the median is printed")
    options.add_argument("--first", action="store_true", help="only the first scenario of each title")
    options.add_argument("--seed", default="", help="play the games of an earlier benchmark; new ones if left out")
    asked = options.parse_args()
    seed = asked.seed or secrets.token_hex(4)
    chosen = [titles()[name] for name in asked.title or titles()]
    console = Console(highlight=False)
    console.width = max(console.width, WIDTH)
    console.print(speed_table(chosen, asked.seconds, asked.runs, asked.first, seed))
    console.print(peer_table())
    console.print(cost_table(chosen))
    console.print(research_table(asked.seconds))


def speed_table(chosen: list[Title], seconds: float, runs: int, first: bool, seed: str) -> Table:
    """Random play: what counts is the ratio."""
    table = Table(title=f"Random play of fresh games, per CPU-second; seed {seed}", title_justify="left")
    table.add_column("", no_wrap=True)
    for column in ("ratio to python-chess", "from", "to", "decisions", "games", "decisions a game"):
        table.add_column(column, justify="right", no_wrap=True)
    for title in chosen:
        for scenario in title.scenarios[: 1 if first else None]:
            found = speed(title.name, scenario.name, seconds, runs, seed)
            table.add_row(f"{title.name} {scenario.name}", *_figures(found))
    return table


def _figures(found: Speed) -> tuple[str, ...]:
    ratios = f"{found.ratio:.2f}", f"{min(found.ratios):.2f}", f"{max(found.ratios):.2f}"
    return *ratios, f"{found.decisions:,.0f}", f"{found.games:.2f}", f"{found.length:,.0f}"


def peer_table() -> Table:
    title = "Peers as they were measured once, per CPU-second"
    table = Table("peer", "random decisions", "random games", "", title=title, title_justify="left")
    for peer in PEERS:
        table.add_row(peer.name, _span(peer.decisions), _span(peer.games), peer.note)
    return table


def _span(span: tuple[float, float]) -> str:
    low, high = span
    return f"{low:,.0f}-{high:,.0f}"


def cost_table(chosen: list[Title]) -> Table:
    """Microseconds per operation on each title's first scenario."""
    table = Table(title="Cost of one operation, microseconds", title_justify="left")
    table.add_column("")
    for title in chosen:
        table.add_column(f"{title.name} {title.scenarios[0].name}", justify="right")
    found = [costs(title, title.scenarios[0].name) for title in chosen]
    for name in found[0]:
        table.add_row(name, *(f"{cost[name]:,.1f}" for cost in found))
    return table


if __name__ == "__main__":
    main()

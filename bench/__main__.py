"""Print the benchmark: speed of random play beside the peers, then the cost of single operations."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from bench.measure import Speed, costs, speed
from bench.peers import PEERS, middle
from bench.slices import movement_speed
from rasputitsa.kernel import Title, titles

WIDTH = 118


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    options.add_argument("--title", choices=sorted(titles()), action="append", help="only this title")
    options.add_argument("--seconds", type=float, default=3.0, help="CPU-seconds of random play for each scenario")
    asked = options.parse_args()
    chosen = [titles()[name] for name in asked.title or titles()]
    console = Console(highlight=False)
    console.width = max(console.width, WIDTH)
    console.print(peer_table())
    console.print(speed_table(chosen, asked.seconds))
    console.print(cost_table(chosen))


def peer_table() -> Table:
    table = Table("peer", "random decisions", "random games", "", title="Peers, per CPU-second", title_justify="left")
    for peer in PEERS:
        table.add_row(f"{peer.name} ({peer.short})", _span(peer.decisions), _span(peer.games), peer.note)
    return table


def speed_table(chosen: list[Title], seconds: float) -> Table:
    """Random play of every scenario; then, for each peer, how many times as many decisions and games."""
    table = Table(title="Random play, per CPU-second; times each peer: decisions, games", title_justify="left")
    table.add_column("", no_wrap=True)
    for column in ("decisions", "games", "length", *(f"x {peer.short}" for peer in PEERS)):
        table.add_column(column, justify="right", no_wrap=True)
    for title in chosen:
        for scenario in title.scenarios:
            found = speed(title, scenario.name, seconds)
            table.add_row(f"{title.name} {scenario.name}", *_figures(found), *_ratios(found))
        if title.name == "no-retreat":
            found = movement_speed(seconds)
            table.add_row("no-retreat movement only", *_figures(found), *_ratios(found))
    return table


def _figures(found: Speed) -> tuple[str, ...]:
    return f"{found.decisions:,.0f}", f"{found.games_per_second:.2f}", f"{found.length:,.0f}"


def _ratios(found: Speed) -> list[str]:
    return [
        f"{found.decisions / middle(peer.decisions):.1f}, {found.games_per_second / middle(peer.games):.1f}"
        for peer in PEERS
    ]


def _span(span: tuple[float, float]) -> str:
    low, high = span
    return f"{low:,.0f}" if low == high else f"{low:,.0f}-{high:,.0f}"


def cost_table(chosen: list[Title]) -> Table:
    """Microseconds per operation on each title's first scenario."""
    table = Table(title="Cost of one operation, microseconds", title_justify="left")
    table.add_column("")
    for title in chosen:
        table.add_column(f"{title.name} {title.scenarios[0].name}", justify="right")
    found = [costs(title, title.scenarios[0].name) for title in chosen]
    for name in dict.fromkeys(name for cost in found for name in cost):
        table.add_row(name, *(f"{cost[name]:,.1f}" if name in cost else "" for cost in found))
    return table


if __name__ == "__main__":
    main()

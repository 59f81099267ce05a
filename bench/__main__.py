"""Print the benchmark: speed of random play beside the peers, then the cost of single operations."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from bench.measure import Speed, costs, speed
from bench.peers import PEERS, middle
from rasputitsa.kernel import Title, titles


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    options.add_argument("--title", choices=sorted(titles()), action="append", help="only this title")
    options.add_argument("--seconds", type=float, default=3.0, help="CPU-seconds of random play for each scenario")
    asked = options.parse_args()
    chosen = [titles()[name] for name in asked.title or titles()]
    console = Console(highlight=False)
    console.print(speed_table(chosen, asked.seconds))
    console.print(cost_table(chosen))


def speed_table(chosen: list[Title], seconds: float) -> Table:
    """Every scenario, then the peers; ratios (decisions / games) are to the middle of each peer's span."""
    table = Table(title="Random play, per CPU-second", title_justify="left")
    for column in ("", "decisions", "games", "decisions a game", *(f"x {peer.name}" for peer in PEERS)):
        table.add_column(column, justify="right" if column else "left")
    for title in chosen:
        for scenario in title.scenarios:
            found = speed(title, scenario.name, seconds)
            table.add_row(f"{title.name} {scenario.name}", *_figures(found), *_ratios(found))
        table.add_section()
    for peer in PEERS:
        table.add_row(peer.name, _span(peer.decisions), _span(peer.games), peer.note)
    return table


def _figures(found: Speed) -> tuple[str, ...]:
    return f"{found.decisions:,.0f}", f"{found.games_per_second:.2f}", f"{found.length:,.0f}"


def _ratios(found: Speed) -> list[str]:
    return [
        f"{found.decisions / middle(peer.decisions):.2f} / {found.games_per_second / middle(peer.games):.2f}"
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

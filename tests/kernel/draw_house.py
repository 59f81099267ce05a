"""Draws docs/pictures/house.svg from the rules that hold the direction of imports:
`python -m tests.kernel.draw_house`."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from tests.kernel.imports import MAY_IMPORT

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "house.svg"
WIDE, HIGH = 178, 62
ROOMS = {
    "web": (2, 0, "the browser client", "draws views, holds no rules"),
    "cli": (5, 0, "cli, commands", "what is typed, what is done"),
    "server": (2, 1, "server", "HTTP, WebSocket, storage"),
    "research": (4, 4, "research", "PettingZoo, OpenSpiel"),
    "ledger": (5, 4, "ledger", "rule, code, tests, rulings"),
    "table": (1, 2, "table", "seats, dice, undo, journal"),
    "brain": (4, 2, "titles/*/brain", "how the computer plays it"),
    "arena": (3, 2, "arena", "tournaments, tuning, reports"),
    "titles": (4, 3, "titles", "the rules, by subject"),
    "players": (1, 3, "players", "seats for the computer"),
    "board": (2, 4, "board", "hexes, areas, odds, drawing"),
    "kernel": (2, 5, "kernel", "states, actions, chance, views"),
}
"""Column, floor, name and a few words."""


def uses() -> dict[str, set[str]]:
    """Who uses whom; the command line is one room, and the client talks to the server."""
    found = {name: set(others) for name, others in MAY_IMPORT.items() if name not in ("cli", "commands")}
    found["cli"] = set(MAY_IMPORT["commands"])
    return found | {"web": {"server"}}


def plain(links: dict[str, set[str]]) -> set[tuple[str, str]]:
    """The links that do not follow from others."""

    def reached(start: str) -> set[str]:
        return {far for near in links[start] for far in (near, *reached(near))}

    return {(a, b) for a in links for b in links[a] if not any(b in reached(c) for c in links[a] - {b})}


def corner(room: str) -> tuple[float, float]:
    column, floor, *_ = ROOMS[room]
    return 20 + (column - 1) * (WIDE + 32), 20 + floor * (HIGH + 42)


def arrow(a: str, b: str) -> str:
    (ax, ay), (bx, by) = corner(a), corner(b)
    lean = max(-60.0, min(60.0, (bx - ax) / 4))
    x1, y1, x2, y2 = ax + WIDE / 2 + lean, ay + HIGH, bx + WIDE / 2 - lean, by
    if ay == by:
        x1, y1, x2, y2 = (ax if ax > bx else ax + WIDE), ay + HIGH / 2, (bx + WIDE if ax > bx else bx), by + HIGH / 2
    return f'<path class="link" d="M{x1:.0f} {y1:.0f} L{x2:.0f} {y2:.0f}" marker-end="url(#tip)"/>'


def box(room: str) -> str:
    x, y = corner(room)
    _, _, name, words = ROOMS[room]
    middle = x + WIDE / 2
    return (
        f'<g><rect x="{x:.0f}" y="{y:.0f}" width="{WIDE}" height="{HIGH}" rx="8"/>'
        f'<text class="name" x="{middle:.0f}" y="{y + 26:.0f}">{escape(name)}</text>'
        f'<text class="words" x="{middle:.0f}" y="{y + 46:.0f}">{escape(words)}</text></g>'
    )


STYLE = """
rect{fill:#fbf7ec;stroke:#6b5b3e;stroke-width:1.5}
text{text-anchor:middle;font-family:sans-serif;fill:#2d2618}
.name{font-size:16px;font-weight:bold}.words{font-size:11.5px}
.link{stroke:#8a7a58;stroke-width:1.6;fill:none}
"""


def picture() -> str:
    width = 20 + max(corner(room)[0] for room in ROOMS) + WIDE
    height = 20 + max(corner(room)[1] for room in ROOMS) + HIGH
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">'
    defs = f'<style>{STYLE}</style><defs>{tip}<path d="M0 0L8 4L0 8z" fill="#8a7a58"/></marker></defs>'
    ground = '<rect width="100%" height="100%" style="fill:#efe8d6;stroke:none"/>'
    links = "\n".join(arrow(a, b) for a, b in sorted(plain(uses())))
    rooms = "\n".join(box(room) for room in ROOMS)
    return f"{head}{defs}\n{ground}\n{links}\n{rooms}\n</svg>\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")

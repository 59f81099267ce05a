"""Clicks counted by the page itself: every press of a button of the mouse, a drag once and a double click twice."""

from __future__ import annotations

from ..server.running import Client
from .driving import Screen

COUNT = "window.presses = 0; addEventListener('pointerdown', () => (window.presses += 1), true)"


def count_clicks(table: Screen) -> None:
    """Count from now on."""
    table.page.evaluate(COUNT)


def clicks(table: Screen) -> int:
    return int(table.page.evaluate("window.presses"))


def played(client: Client, game: str, side: str, after: int = 0) -> list[str]:
    """What the record holds of a side's actions after a ply."""
    lines = client.get(f"/api/games/{game}/export", params={"seat": "open"}).text.splitlines()
    deeds = [line.split(": ", 1) for line in lines if ": " in line]
    return [deed for who, deed in deeds if who.split()[-1] == side][after:]

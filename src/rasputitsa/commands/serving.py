"""`rasputitsa play` and `rasputitsa serve`: the table in the browser, for one machine or for many players."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.bots import announce, announced
from rasputitsa.server import run


def offer(bots: Sequence[str]) -> None:
    """Programs as opponents, each given as NAME=COMMAND."""
    found = announced()
    for bot in bots:
        name, equals, command = bot.partition("=")
        if not equals or not name.strip() or not command.strip():
            raise Invalid(f"--bot {bot!r} should read name=command")
        found[name.strip()] = command.strip()
    announce(found)


def play(port: int, browser: bool) -> None:
    run.play(port, browser)


def serve(database_url: str, host: str, port: int) -> None:
    run.serve(database_url, host=host, port=port)

"""`rasputitsa play` and `rasputitsa serve`: the table in the browser, for one machine or for many players."""

from __future__ import annotations

from rasputitsa.server import run


def play(port: int, browser: bool) -> None:
    run.play(port, browser)


def serve(database_url: str, host: str, port: int) -> None:
    run.serve(database_url, host=host, port=port)

"""`rasputitsa play` and `rasputitsa serve`: the table in the browser, for one machine or for many players."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.bots import announce, announced
from rasputitsa.server import run
from rasputitsa.server.lobby.governing import admins, make_admin
from rasputitsa.server.notice.returned import LARGEST, take_back
from rasputitsa.server.settings import read_settings, shown
from rasputitsa.server.storage import local_url, open_engine
from rasputitsa.server.storage.backup import bring_back, save
from rasputitsa.server.storage.database import move


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


def serve(config: Path | None, check: bool, **given: Any) -> None:
    """Serve, or with `check` only print the settings and whether one could start with them."""
    settings = read_settings(config, os.environ, **given)
    if not check:
        return run.serve(settings)
    print("\n".join(shown(settings)))
    run.check(settings)
    open_engine(settings.database_url).dispose()
    return print("The server can start with these settings.")


def backup(config: Path | None, database_url: str | None, file: Path) -> None:
    print(f"{save(_engine(config, database_url), file)} games saved in {file}")


def restore(config: Path | None, database_url: str | None, file: Path) -> None:
    print(f"{bring_back(_engine(config, database_url), file)} games brought back from {file}")


def admin(config: Path | None, database_url: str | None, act: str, nickname: str) -> None:
    """Make somebody an admin, or no longer one, or list them."""
    if act not in ("make", "unmake", "list") or (not nickname) != (act == "list"):
        raise Invalid("write: admin make NICKNAME, admin unmake NICKNAME or admin list")
    engine = _engine(config, database_url)
    try:
        with engine.begin() as connection:
            if act != "list":
                name = make_admin(connection, nickname, act == "make")
                return print(f"{name} {'runs this server now' if act == 'make' else 'no longer runs this server'}")
            return print("\n".join(admins(connection)) or "nobody")
    finally:
        engine.dispose()


def returned(config: Path | None, database_url: str | None) -> None:
    """A mail that came back, as the mail server hands it over."""
    text = sys.stdin.buffer.read(LARGEST + 1)
    engine = _engine(config, database_url)
    try:
        print(take_back(engine, text))
    finally:
        engine.dispose()


def migrate(config: Path | None, database_url: str | None, to: str) -> None:
    print(f"the tables are at version {move(_url(config, database_url), to)}")


def _engine(config: Path | None, database_url: str | None) -> Engine:
    return open_engine(_url(config, database_url))


def _url(config: Path | None, database_url: str | None) -> str:
    return read_settings(config, os.environ, database_url=database_url).database_url or local_url()

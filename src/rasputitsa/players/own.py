"""A player of one's own from a Python file, without a package around it.

    rasputitsa selfplay kiev41 --axis python:my_player.py:MyPlayer --soviet recruit --games 10

The class is called with the title's name, the side and `seed=`, as every player's factory is (docs/players.md). Only
files named on the command line or from Python are ever run: a page in the browser cannot name one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from rasputitsa.kernel import Invalid
from rasputitsa.players import files


def own_player(title: str, side: str, *, seed: int | str | None = None, setting: str = "") -> Any:
    """The player that "FILE:Class" names."""
    file, colon, name = setting.rpartition(":")
    if not colon or not file or not name.isidentifier():
        raise Invalid(f"python:{setting}: this should read python:FILE:Class")
    path = files.found(file)
    kind = _kind(path, name, path.stat().st_mtime_ns)
    try:
        player = kind(title, side, seed=seed)
    except Exception as error:
        raise Invalid(f"{path.name}: {name}(title, side, seed=...) failed: {type(error).__name__}: {error}") from None
    if not callable(getattr(player, "choose", None)):
        raise Invalid(f"{path.name}: {name} is no player, it has no choose(seat, deadline)")
    return player


@cache
def _kind(path: Path, name: str, changed: int) -> Callable[..., Any]:
    """The class, read once, and again when the file has changed."""
    kind: Any = getattr(files.run(path, "player"), name, None)
    if not isinstance(kind, type):
        raise Invalid(f"{path.name} has no class {name}")
    return kind

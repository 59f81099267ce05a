"""Computer players, found by name.

    >>> from rasputitsa import players
    >>> "random" in players.names("no-retreat")
    True

A player is an object with `choose(seat, deadline) -> Action`; see docs/players.md. It registers itself with one line
in `_KNOWN`, or from another package through the entry point group "rasputitsa.players".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

import msgspec

from rasputitsa.kernel import Action
from rasputitsa.kernel.errors import unknown
from rasputitsa.players.seat import Deadline, Seat

__all__ = ["Deadline", "Info", "Player", "Seat", "infos", "make", "names"]


class Player(Protocol):
    """Anything that decides. One object may serve many games: it keeps no memory from one decision to the next."""

    def choose(self, seat: Seat, deadline: Deadline) -> Action: ...


class Info(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the new-game dialog lists it. `titles` is empty when it plays them all."""

    name: str
    label: str
    help: str
    factory: str
    """module:callable; called with title name, side, seed= and whatever else was asked for."""
    titles: tuple[str, ...] = ()


_KNOWN = (
    Info(
        name="random",
        label="Random",
        help="Plays any legal action. Good for finding one's way about a title, no opponent.",
        factory="rasputitsa.players.randomly:RandomPlayer",
    ),
)


@cache
def _infos() -> dict[str, Info]:
    found = [point.load() for point in entry_points(group="rasputitsa.players")]
    return {info.name: info for info in (*_KNOWN, *cast(list[Info], found))}


def infos(title: str) -> list[Info]:
    """The players that can play a title."""
    return [info for info in _infos().values() if not info.titles or title in info.titles]


def names(title: str) -> list[str]:
    """The names of the players that can play a title."""
    return [info.name for info in infos(title)]


def make(name: str, title: str, side: str, *, seed: int | str | None = None, **settings: Any) -> Player:
    """A player of that name for one side of a title. Equal seeds play alike."""
    known = {info.name: info for info in infos(title)}
    if name not in known:
        raise unknown("player", name, known)
    module, _, attribute = known[name].factory.partition(":")
    factory = cast(Callable[..., Player], getattr(import_module(module), attribute))
    return factory(title, side, seed=seed, **settings)

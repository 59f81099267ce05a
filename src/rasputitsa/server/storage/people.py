"""Who takes part in a stored game."""

from __future__ import annotations

import msgspec


class People(msgspec.Struct, frozen=True, omit_defaults=True):
    """Persons by their ids. At home nobody is named: whoever holds the browser holds the seats."""

    owner: str = ""
    seats: dict[str, str] = {}
    """The person on each side's chair."""
    watchers: tuple[str, ...] = ()
    """Those who may watch."""
    public: bool = False
    """Anybody may watch."""

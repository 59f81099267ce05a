"""The rules in our own words, from ``data/rules.toml``."""

from __future__ import annotations

from functools import cache

from rasputitsa.titles.no_retreat.components import read


@cache
def rules() -> dict[str, tuple[str, str]]:
    """The rules in our own words: number to title and text."""
    return read("rules.toml", dict[str, tuple[str, str]])

"""The rules in our own words, by number, for the client's rule panel: data/rules.toml."""

from __future__ import annotations

from typing import Final

from rasputitsa.titles.stalins_war.components import read

RULES: Final[dict[str, tuple[str, str]]] = read("rules.toml", dict[str, tuple[str, str]])
"""Rule number to title and text."""

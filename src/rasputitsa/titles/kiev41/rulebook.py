"""The rules in our own words, by number, for the client's rule panel: data/rules.toml."""

from __future__ import annotations

from typing import Final

from rasputitsa.titles.kiev41.components import read_toml

RULES: Final[dict[str, tuple[str, str]]] = read_toml("rules.toml", dict[str, tuple[str, str]])
"""Rule number to title and text."""

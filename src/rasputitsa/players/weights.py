"""Weights: the numbers a script decides by, as data, by side and period of the war, with styles on top.

    [weights]              # everybody's
    hold_city = 3.0
    [weights.axis]         # this side's
    [weights.axis.winter]  # this side's in one period of the war
    [styles.bold]          # factors on top of all that
    attack = 1.4

A later table only names what it changes. `rasputitsa tune` writes such files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count
from math import log
from pathlib import Path
from typing import Any

from rasputitsa.kernel.errors import Invalid, unknown

Weights = Mapping[str, float]
_SERIAL = count(1)
VARIATION = "variation "
"""Begins the name of a style that somebody made up in a game: it is described by what it changes most."""
TOLD = 4


class Book:
    """One file of weights."""

    def __init__(self, weights: Mapping[str, Any], styles: Mapping[str, Mapping[str, float]], about: str = "") -> None:
        self.about = about
        self.serial = next(_SERIAL)
        """Tells books apart while the program runs."""
        self.tables: dict[tuple[str, ...], dict[str, float]] = {}
        _collect((), weights, self.tables)
        self.styles = {name: {k: float(v) for k, v in factors.items()} for name, factors in styles.items()}
        self._check()
        self._found: dict[tuple[str, str, str], dict[str, float]] = {}

    def _check(self) -> None:
        """A weight that only a later table names is a slip of the pen."""
        known = self.tables.get((), {})
        for where, table in (*self.tables.items(), *((("styles", n), t) for n, t in self.styles.items())):
            for name in table:
                if name not in known:
                    raise Invalid(f"weight {name!r} in [{'.'.join(where)}] is not among the common weights")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.tables.get((), {}))

    def at(self, side: str, period: str = "", style: str = "") -> dict[str, float]:
        """The weights of a side in a period, played in a style."""
        key = (side, period, style)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._resolve(*key)
        return found

    def _resolve(self, side: str, period: str, style: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for where in ((), (side,), (side, period)):
            found |= self.tables.get(where, {})
        if style:
            if style not in self.styles:
                raise unknown("style", style, self.styles)
            for name, factor in self.styles[style].items():
                found[name] *= factor
        return found

    def changed(self, where: tuple[str, ...], values: Mapping[str, float]) -> Book:
        """The same book with some weights of one table replaced."""
        new = Book({}, {}, self.about)
        new.tables = {k: dict(t) for k, t in self.tables.items()}
        new.tables.setdefault(where, {}).update(values)
        new.styles = self.styles
        return new

    def styled(self, styles: Mapping[str, Mapping[str, float]]) -> Book:
        """The same weights with other styles."""
        new = Book({}, {}, self.about)
        new.tables = self.tables
        new.styles = {name: {k: float(v) for k, v in factors.items()} for name, factors in styles.items()}
        new._check()
        return new

    def about_style(self, style: str) -> str:
        """A style in words: its name, or what a variation changes most."""
        if not style.startswith(VARIATION):
            return style
        most = sorted(self.styles[style].items(), key=lambda change: -abs(log(change[1])))[:TOLD]
        more, less = ([name for name, factor in most if (factor > 1.0) is up] for up in (True, False))
        return ", ".join(f"{word} {' and '.join(names)}" for word, names in (("more", more), ("less", less)) if names)

    def toml(self) -> str:
        """The book as a file."""
        lines = [f"# {line}".rstrip() for line in self.about.splitlines()]
        for where, table in self.tables.items():
            lines += ["", f"[{'.'.join(('weights', *where))}]", *_rows(table)]
        for name, factors in self.styles.items():
            lines += ["", f"[styles.{name}]", *_rows(factors)]
        return "\n".join(lines).strip() + "\n"


def _rows(table: Mapping[str, float]) -> Iterable[str]:
    return (f"{name} = {value:.4g}" if value % 1 else f"{name} = {value:.1f}" for name, value in table.items())


def _collect(where: tuple[str, ...], table: Mapping[str, Any], into: dict[tuple[str, ...], dict[str, float]]) -> None:
    into[where] = {k: float(v) for k, v in table.items() if not isinstance(v, Mapping)}
    for name, inner in table.items():
        if isinstance(inner, Mapping):
            _collect((*where, name), inner, into)


def read_book(file: Path | Traversable) -> Book:
    """A file of weights; errors name the file."""
    try:
        text = file.read_text(encoding="utf-8")
        data = tomllib.loads(text)
        about = "\n".join(line[1:].strip() for line in _first_remarks(text))
        return Book(data.get("weights", {}), data.get("styles", {}), about)
    except (OSError, tomllib.TOMLDecodeError, ValueError, TypeError, AttributeError, Invalid) as error:
        raise Invalid(f"{file}: {error}") from None


def _first_remarks(text: str) -> Iterable[str]:
    for line in text.splitlines():
        if not line.startswith("#"):
            return
        yield line


@cache
def book_of(package: str, name: str) -> Book:
    """The weights of a player by the name of his rank, beside the title's code: data/players/<name>.toml."""
    return read_book(_file(package, name))


@cache
def has_book(package: str, name: str) -> bool:
    """Are there weights for this rank?"""
    return _file(package, name).is_file()


def _file(package: str, name: str) -> Traversable:
    return files(package).joinpath("data", "players", f"{name}.toml")

"""One small change to one file of a title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A change, and where it is. `key` names it in results and among the equivalents: it holds no line number, so that
    it stays the same when something else in the file changes."""

    part: str
    """fields, data or code."""
    file: str
    """Relative to the root of the sources."""
    where: str
    """A function, or the path of a value."""
    old: str
    new: str
    text: Callable[[], str]
    """The whole file with the change made."""
    diff: tuple[str, str] = ("", "")
    """The lines of source before and after; empty for data, where `old` and `new` say it all."""
    line: int = 0
    lines: tuple[int, ...] = ()
    """Lines whose execution reaches the change; none: whatever loads the file reaches it."""
    field: str = ""
    """The field a value belongs to: its path without numbers and names."""
    rules: tuple[str, ...] = ()
    """The rule numbers that the function's docstring names."""
    nth: int = 0
    """Tells apart equal changes in one place."""

    @property
    def key(self) -> str:
        name = self.file.rpartition("/")[2]
        again = f" #{self.nth + 1}" if self.nth else ""
        return f"{self.part} {name} {self.where}: {self.old} -> {self.new}{again}"


def told_apart(mutants: Iterable[Mutant]) -> list[Mutant]:
    """The mutants with a key of its own for each."""
    seen: Counter[str] = Counter()
    out = []
    for mutant in mutants:
        out.append(msgspec.structs.replace(mutant, nth=seen[mutant.key]))
        seen[mutant.key] += 1
    return out

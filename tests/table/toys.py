"""The sample title as an installed one: found by entry points here, in worker processes and in server processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rasputitsa import players
from rasputitsa.kernel import Dice
from rasputitsa.kernel.title import Value, titles
from rasputitsa.table import History, Memory, Table, read_seats
from toy import TITLE as TOY

PLUGIN = Path(__file__).parent / "plugin"
ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "examples" / "toy" / "src"


@contextmanager
def installed_toy() -> Iterator[None]:
    """The toy and the odd players among the installed titles and players."""
    sys.path.insert(0, str(PLUGIN))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(PLUGIN))
        _forget()


def _forget() -> None:
    titles.cache_clear()
    players._infos.cache_clear()


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that knows the toy, and runs the sources that are tested."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (PLUGIN, ROOT, SAMPLE, ROOT / "src"))), **more}


def toy_table(
    axis: str = "human",
    soviet: str = "human",
    *,
    open: bool = False,
    seed: str = "s",
    options: dict[str, Value] | None = None,
) -> Table:
    """A toy game about to begin, dealt unless the option says otherwise."""
    seats = read_seats(TOY, {"axis": axis, "soviet": soviet}, open=open)
    table = Table(History(TOY.prepare("line", "first", options or {}), Dice(seed)), seats, Memory())
    table.start()
    return table


def play(table: Table, *deeds: str) -> Table:
    """Play for whichever side is asked."""
    for deed in deeds:
        table.do(table.history.state.side or "", deed, table.rev)
    return table

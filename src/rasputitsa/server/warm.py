"""Draw all boards in a process of its own, so that the first game after an update need not wait: it leaves them in the
cache folder and ends. `python -m rasputitsa.server.warm` does it by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

from rasputitsa.server import boards


def start() -> subprocess.Popen[bytes] | None:
    """Begin drawing what is missing; None if nothing is."""
    if boards.ready():
        return None
    return subprocess.Popen([sys.executable, "-m", "rasputitsa.server.warm"], stdin=subprocess.DEVNULL)


def main() -> None:
    with suppress(AttributeError, OSError):
        os.nice(10)
    boards.draw_all()


if __name__ == "__main__":
    main()

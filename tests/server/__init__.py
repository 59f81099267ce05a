"""The server's tests. `python -m tests.server.trials` runs without pytest: the sample title has to be found too."""

import sys
from pathlib import Path

_SAMPLE = str(Path(__file__).parents[2] / "examples/toy/src")
if _SAMPLE not in sys.path:
    sys.path.append(_SAMPLE)

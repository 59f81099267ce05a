from __future__ import annotations

import sys

import pytest

from rasputitsa.players import brain

from ..kernel.toy import TOY
from ..players.toys import BRAIN


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy with its brain among the titles, in this process and those forked from it."""
    monkeypatch.setattr(sys.modules["rasputitsa.kernel.title"], "titles", lambda: {"toy": TOY})
    monkeypatch.setitem(brain._registered, "toy", BRAIN)

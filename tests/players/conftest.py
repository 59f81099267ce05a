from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from rasputitsa.players import brain

from ..kernel.toy import TOY
from .toys import BRAIN


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy among the titles, with a brain."""
    monkeypatch.setattr(sys.modules["rasputitsa.kernel.title"], "titles", lambda: {"toy": TOY})
    monkeypatch.setitem(brain._registered, "toy", BRAIN)
    yield

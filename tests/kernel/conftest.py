from __future__ import annotations

import sys

import pytest

from rasputitsa.kernel.title import Title

from .toy import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Title:
    """The toy, listed among the titles as an installed one would be."""
    monkeypatch.setattr(sys.modules["rasputitsa.kernel.title"], "titles", lambda: {"toy": TOY})
    return TOY

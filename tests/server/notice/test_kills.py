"""The trial of kills.py, a few kills long."""

from __future__ import annotations

import pytest

from . import kills


@pytest.mark.parametrize("name", ["SQLite", "PostgreSQL"])
def test_kills_lose_no_mail(name, request):
    address = request.getfixturevalue("address") if name == "PostgreSQL" else ""
    assert "none missing" in kills.run(name, 3, address)

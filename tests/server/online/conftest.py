from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ...table.toys import installed_toy
from .people import Club, club


@pytest.fixture
def here(tmp_path: Path, toy: None) -> Iterator[Club]:
    """A club on an SQLite file."""
    with club(f"sqlite:///{tmp_path / 'games.db'}") as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path: Path, toy: None) -> Iterator[Club]:
    """A club on either database."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with club(url if request.param == "sqlite" else request.getfixturevalue("address")) as found:
        yield found


@pytest.fixture(scope="module")
def club_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club that the tests of a module share."""
    with installed_toy(), club(f"sqlite:///{tmp_path_factory.mktemp('club') / 'games.db'}") as found:
        yield found

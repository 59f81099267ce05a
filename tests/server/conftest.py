from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..table.toys import installed_toy
from .running import Client, running


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with installed_toy():
        yield


@pytest.fixture
def client(tmp_path: Path, toy: None) -> Iterator[Client]:
    """A server on an empty database."""
    with running(f"sqlite:///{tmp_path / 'games.db'}", grace=0.5) as found:
        yield found

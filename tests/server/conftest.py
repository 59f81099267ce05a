from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..table.toys import installed_toy
from .postgres import Postgres, postgres
from .running import Client, running


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with installed_toy():
        yield


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a run."""
    with postgres() as found:
        yield found


@pytest.fixture
def address(database: Postgres) -> str:
    """An empty PostgreSQL database."""
    import psycopg

    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database.url


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Boards drawn in tests are not kept among the user's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def client(tmp_path: Path, toy: None) -> Iterator[Client]:
    """A server on an empty database."""
    with running(f"sqlite:///{tmp_path / 'games.db'}", grace=0.5) as found:
        yield found

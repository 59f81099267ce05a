"""The out-tray: one job per cause, there if and only if its cause is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.online import jobs


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    return f"sqlite:///{tmp_path / 'games.db'}" if request.param == "sqlite" else request.getfixturevalue("address")


def test_the_same_key_twice_is_one_job(url: str):
    engine = open_engine(url)
    with engine.begin() as connection:
        made = [Post().enqueue(connection, "remind", key, {"person": "p", "game": "g"}) for key in ("a", "a", "b")]
        again = Post().enqueue(connection, "remind", "b", {"person": "another", "game": "g"})
        rows = connection.execute(select(jobs).order_by(jobs.c.number)).mappings().all()
    engine.dispose()
    assert [*made, again] == [True, False, True, False]
    assert [(row["key"], msgspec.json.decode(row["data"])["person"]) for row in rows] == [("a", "p"), ("b", "p")]
    assert all(row["due"] == row["created"] and row["done"] is None for row in rows)


def test_a_job_is_gone_with_its_cause(url: str):
    engine = open_engine(url)
    with pytest.raises(ZeroDivisionError), engine.begin() as connection:
        Post().enqueue(connection, "remind", "a", {})
        _ = 1 / 0
    with engine.begin() as connection:
        left = connection.execute(select(jobs)).all()
    engine.dispose()
    assert left == []

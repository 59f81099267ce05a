from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rasputitsa.server.notice.mail import MailServer

from .post_office import Mailbox, post_office


@pytest.fixture
def office() -> Iterator[tuple[Mailbox, MailServer]]:
    with post_office() as found:
        yield found


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return str(request.getfixturevalue("address"))

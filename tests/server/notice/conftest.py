from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rasputitsa.kernel import View
from rasputitsa.server.notice import painter
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


@pytest.fixture(autouse=True)
def drawn_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn at once; one test looks at the process that does it."""

    async def draw(self: painter.Painter, title: str, view: View) -> bytes:
        return painter.draw(painter.Request(title, view))

    if "painter" not in request.node.name:
        monkeypatch.setattr(painter.Painter, "draw", draw)

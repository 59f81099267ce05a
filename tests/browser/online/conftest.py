from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from ...server.online.people import Club, Somebody, club
from .windows import Window, window, window_of


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club for all tests; each brings people of its own."""
    folder = tmp_path_factory.mktemp("club")
    with club(f"sqlite:///{folder / 'games.db'}") as found:
        yield found


Sitter = Callable[..., Window]


@pytest.fixture
def sits(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Sitter]:
    """Opens windows: `sits(club)` for a visitor, `sits(club, person)` for a member. Faults on a page fail the test."""
    opened: list[Window] = []

    def open_one(place: Club, person: Somebody | None = None, **wishes: object) -> Window:
        name = request.node.name
        found = window_of(browser, place, person, name, **wishes) if person else window(browser, place, name, **wishes)
        opened.append(found)
        return found

    yield open_one
    for one in opened:
        if not one.page.is_closed():
            one.picture("end")
            one.page.context.close()
    assert [fault for one in opened for fault in one.faults] == []

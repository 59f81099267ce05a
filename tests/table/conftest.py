from __future__ import annotations

from collections.abc import Iterator

import pytest

from .toys import installed_toy


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with installed_toy():
        yield

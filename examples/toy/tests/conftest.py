from __future__ import annotations

from collections.abc import Iterator

import pytest

from rasputitsa.kernel.testing import listed
from toy import TITLE


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    """The title among the others, whether it is installed or not."""
    with listed(TITLE):
        yield

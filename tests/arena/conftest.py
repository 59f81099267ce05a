from __future__ import annotations

from collections.abc import Iterator

import pytest

from rasputitsa.kernel import Title
from rasputitsa.kernel.testing import listed
from toy import TITLE


@pytest.fixture
def toy() -> Iterator[Title]:
    """The sample title, listed as an installed one would be."""
    with listed(TITLE):
        yield TITLE

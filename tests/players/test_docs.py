"""What the docs say a stranger can do, done: the candidates of docs/players.md, taken out of the page, change how the
officer plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rasputitsa import players
from rasputitsa.kernel import State
from rasputitsa.players import Deadline, Seat

from ..kiev41.situation import new
from ..no_retreat.situation import situation

PAGE = Path(__file__).parents[2] / "docs" / "players.md"


def example(name: str) -> str:
    """The Python block of the page that defines a function."""
    blocks: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return next(block for block in blocks if f"def {name}(" in block)


def before_moscow() -> State:
    """An army stands before Moscow."""
    return situation(phase="combat", axis={"9th Army": "1717"}, soviet={"Moscow Front": "Moscow"})


@pytest.mark.parametrize(
    ("name", "function", "position", "reason"),
    [
        ("no-retreat", "moscow_at_any_price", before_moscow, "Moscow, whatever it costs"),
        ("kiev41", "guderian_first", new, "Guderian first, always"),
    ],
)
def test_a_stranger_adds_a_candidate_to_the_officer_in_under_30_lines(
    name: str, function: str, position: Any, reason: str, tmp_path: Path
):
    code = example(function)
    assert len(code.splitlines()) < 30
    file = tmp_path / "my_idea.py"
    file.write_text(code, encoding="utf-8")
    state = position()
    bold = players.make(f"officer+{file}", name, "axis", seed=1)
    chosen = bold.choose(Seat(state, "axis"), Deadline())
    assert getattr(bold, "why", "") == reason
    assert state.why_not(chosen, "axis") is None
    plain = players.make("officer", name, "axis", seed=1)
    plain.choose(Seat(state, "axis"), Deadline())
    assert getattr(plain, "why", "") not in ("", reason), "the idea stays in its own seat"


def test_the_example_is_the_one_of_the_page():
    code = (PAGE.parents[1] / "examples" / "moscow_at_any_price.py").read_text(encoding="utf-8")
    assert example("moscow_at_any_price").partition('"""Attack')[2].strip() in code

"""What the docs say a stranger can do, done: the candidates of docs/players.md, taken out of the page, change how the
officer plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rasputitsa import players
from rasputitsa.kernel import State, title
from rasputitsa.players import Deadline, Seat
from rasputitsa.players.brain import brain_of

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
    name: str, function: str, position: Any, reason: str, monkeypatch: pytest.MonkeyPatch
):
    brain = brain_of(title(name))
    code = example(function)
    assert len(code.splitlines()) < 30
    state = position()
    officer = players.make("officer", name, "axis", seed=1)
    officer.choose(Seat(state, "axis"), Deadline())
    assert getattr(officer, "why", "") not in ("", reason)
    monkeypatch.setattr(brain, "_answers", {step: list(found) for step, found in brain._answers.items()})
    exec(compile(code, str(PAGE), "exec"), {})
    chosen = officer.choose(Seat(state, "axis"), Deadline())
    assert getattr(officer, "why", "") == reason
    assert state.why_not(chosen, "axis") is None

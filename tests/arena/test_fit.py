"""Fitting the general's judgement: what tells about the future is found, what does not is worth nothing."""

from __future__ import annotations

import random
import tomllib
from math import exp, log
from pathlib import Path

import pytest

from rasputitsa.arena.fit import Sample, fit, general_file, sample
from rasputitsa.cli import run as command
from rasputitsa.kernel.errors import Invalid

from ..kernel.toy import TOY
from ..players.toys import BRAIN

pytestmark = pytest.mark.usefixtures("toy")


def samples(count: int = 6000) -> list[Sample]:
    """Positions of a war in which a lead is worth 2, a card -0.5, and the weather nothing."""
    rng = random.Random(4)
    found = []
    for number in range(count):
        seen = {name: rng.gauss(0, 1) for name in ("lead", "card", "weather")}
        chance = 1 / (1 + exp(0.5 * seen["card"] - 2.0 * seen["lead"]))
        found.append(Sample(game=number // 10, features=seen, won=float(rng.random() < chance)))
    return found


def test_the_fit_finds_what_each_feature_is_worth():
    found = fit(samples())
    assert found.weights["lead"] == pytest.approx(2.0, abs=0.15)
    assert found.weights["card"] == pytest.approx(-0.5, abs=0.15)
    assert found.weights["weather"] == pytest.approx(0.0, abs=0.1)
    assert found.correlation > 0.6


def test_a_feature_that_only_some_positions_have_is_fitted_too():
    winter = [Sample(game=n, features={"lead": 0.0, "winter": 1.0}, won=float(n % 4 > 0)) for n in range(400)]
    assert fit(samples() + winter).weights["winter"] == pytest.approx(log(3), abs=0.15)


def test_an_outcome_that_nothing_foretells_is_told_as_such():
    blind = [Sample(game=s.game, features=s.features, won=float(random.Random(n).random() < 0.5))
             for n, s in enumerate(samples(200))]  # fmt: skip
    assert abs(fit(blind).correlation) < 0.25


def test_a_game_is_sampled_from_both_sides_with_its_outcome():
    game = TOY.prepare("line", "first", {})
    found = sample(game, "recruit", 6, "1")
    assert {s.game for s in found} == {1, 2, 3, 4, 5, 6}
    assert {s.won for s in found} <= {0.0, 0.5, 1.0}
    assert all(a.won == 1 - b.won for a, b in zip(found[::2], found[1::2], strict=True))


def test_a_brain_without_features_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(BRAIN), "features", lambda self, s, side: {})
    with pytest.raises(Invalid, match="names no features"):
        sample(TOY.prepare("line", "first", {}), "recruit", 2, "1")


def test_the_command_writes_a_file_the_general_can_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "general.toml"
    assert command(["fit", "toy", "--player", "recruit", "--games", "8", "-o", str(out)]) == 0
    data = tomllib.loads(out.read_text(encoding="utf-8"))
    assert set(data["evaluation"]) == {"gone", "card"}
    assert set(data["styles"]) == {"rash", "shy"}
    assert "correlation" in capsys.readouterr().out


def test_the_file_keeps_styles_and_remarks():
    text = general_file("Two\nlines", {"bold": {"attack": 0.3}}, {"lead": 0.5})
    assert text.startswith("# Two\n# lines\n")
    assert tomllib.loads(text) == {"styles": {"bold": {"attack": 0.3}}, "evaluation": {"lead": 0.5}}

"""What every installed title passes: random games with all checks, in every scenario, edition and option."""

from __future__ import annotations

from pathlib import Path

import pytest

import rasputitsa
from rasputitsa.kernel import titles
from rasputitsa.kernel.conformance import check_game
from rasputitsa.kernel.testing import listed
from toy import TITLE

from .cases import Case, settings, with_options


def check(case: Case, seed: int) -> list[str]:
    game = titles()[case.title], case.scenario, case.edition, dict(case.options)
    return check_game(*game, seed, every=40)


@pytest.mark.parametrize("case", list(settings()), ids=str)
def test_a_random_game_keeps_the_contract(case: Case):
    assert check(case, seed=1) == []


@pytest.mark.parametrize("case", list(with_options()), ids=str)
def test_optional_rules_keep_the_contract(case: Case):
    assert check(case, seed=2) == []


@pytest.mark.parametrize("name", list(titles()))
def test_the_data_of_a_title_is_sound(name: str):
    assert titles()[name].check_data() == []


def test_every_title_folder_is_listed():
    folders = {p.parent.name for root in rasputitsa.__path__ for p in Path(root).glob("titles/*/title.py")}
    assert {name.replace("-", "_") for name in titles()} >= folders


def test_the_sample_title_keeps_the_contract_in_every_setting():
    with listed(TITLE):
        cases = [case for case in (*settings(), *with_options()) if case.title == TITLE.name]
        assert len(cases) > 4
        assert [problem for case in cases for problem in check(case, seed=1)] == []

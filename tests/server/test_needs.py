"""A test that cannot run is not passed over where nobody would notice."""

from __future__ import annotations

import pytest

from ..needs import missing


def test_a_missing_program_is_a_failure_where_ci_is_set(monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="PostgreSQL"):
        missing("PostgreSQL")


def test_elsewhere_the_test_is_skipped(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        missing("PostgreSQL")

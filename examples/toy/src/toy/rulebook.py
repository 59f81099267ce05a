"""The rules in our own words, from data/rules.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from rasputitsa.kernel.view import Rule


class _File(msgspec.Struct, forbid_unknown_fields=True):
    rules: list[Rule]


@cache
def rules() -> list[Rule]:
    return msgspec.toml.decode(files("toy").joinpath("data", "rules.toml").read_bytes(), type=_File).rules

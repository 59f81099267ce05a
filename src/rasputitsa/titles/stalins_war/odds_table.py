"""[11.2] An attack by its bare figures on the fire tables: what `rasputitsa odds stalins-war` prints."""

from __future__ import annotations

from typing import Any, cast, get_args

from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.titles.stalins_war.combat_odds import Fire, as_json
from rasputitsa.titles.stalins_war.component_types import TableName


def work_out(
    attack: int, attack_table: str, defend: int, defend_table: str, attack_shift: int = 0, defend_shift: int = 0
) -> dict[str, Any]:
    """11.2.1 Each side's column and the chance of each Loss Number it inflicts; who wins."""
    if attack < 0 or defend < 0:
        raise Invalid("a Combat Strength is never below 0")
    return as_json(_fire(attack, attack_table, attack_shift), _fire(defend, defend_table, defend_shift))


def _fire(strength: int, table: str, shift: int) -> Fire:
    if table not in get_args(TableName):
        raise unknown("fire table", table, get_args(TableName))
    return Fire(strength, cast(TableName, table), shift)

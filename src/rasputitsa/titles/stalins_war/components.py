"""[2.0] The game's components: units, markers, cards, tables, board, turns and scenarios, read once from ``data/``.

The TOML files are the source. A file that does not fit its shape is refused with its name and the place of the mistake;
``component_checks`` looks for what shapes cannot say (references, counts, stacking, provenance).
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final, TypeVar

import msgspec

from rasputitsa.titles.stalins_war.board_types import Board
from rasputitsa.titles.stalins_war.component_types import (
    Card,
    CardFile,
    Feature,
    FireTable,
    Hexside,
    Marker,
    OtherShift,
    TableName,
    Tables,
    Terrain,
    Turn,
    TurnFile,
    Unit,
    UnitFile,
)
from rasputitsa.titles.stalins_war.scenario_types import Case, CaseFile, Scenario, ScenarioFile

T = TypeVar("T")
PACKAGE: Final = "rasputitsa.titles.stalins_war"

AXIS: Final = 0
SOVIET: Final = 1
SIDES: Final = ("axis", "soviet")


class DataError(ValueError):
    """A data file cannot be read; the message names the file and what is wrong."""


def read(name: str, shape: type[T]) -> T:
    """A data file in its shape, or a DataError that says what does not fit."""
    text = resources.files(PACKAGE).joinpath("data", name).read_text(encoding="utf-8")
    return decode(name, text, shape)


def decode(name: str, text: str, shape: type[T]) -> T:
    """The text of a data file in its shape."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name}: {error}") from None
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise DataError(f"{name}: {error}") from None


_units: Final = read("units.toml", UnitFile)
UNITS: Final[tuple[Unit, ...]] = _units.unit
"""All units, the Axis first; a unit's number is its place here."""
UNIT: Final[dict[str, Unit]] = {unit.id: unit for unit in UNITS}
NUMBER: Final[dict[str, int]] = {unit.id: number for number, unit in enumerate(UNITS)}
MARKERS: Final[dict[str, Marker]] = {marker.id: marker for marker in _units.marker}

CARDS: Final[tuple[Card, ...]] = (*read("cards_axis.toml", CardFile).card, *read("cards_soviet.toml", CardFile).card)
"""All cards, Axis 1 to 55 and Soviet 1 to 55."""
CARD: Final[dict[str, Card]] = {card.id: card for card in CARDS}
UNDERLINED: Final[frozenset[str]] = frozenset(needed for card in CARDS for needed in card.requires)
"""Cards that are prerequisites of others: their names are underlined (3.0)."""

TABLES: Final[Tables] = read("tables.toml", Tables)
FIRE: Final[dict[TableName, FireTable]] = {"lcu": TABLES.lcu, "scu": TABLES.scu}
TERRAIN: Final[dict[str, Terrain]] = {terrain.name: terrain for terrain in TABLES.terrain}
FEATURES: Final[dict[str, Feature]] = {feature.name: feature for feature in TABLES.feature}
HEXSIDES: Final[dict[str, Hexside]] = {hexside.name: hexside for hexside in TABLES.hexside}
SHIFTS: Final[dict[str, OtherShift]] = {shift.id: shift for shift in TABLES.shift}

BOARD: Final[Board] = read("board.toml", Board)
TURNS: Final[dict[int, Turn]] = {turn.turn: turn for turn in read("turns.toml", TurnFile).turn}
CASES: Final[tuple[Case, ...]] = read("cases.toml", CaseFile).case


def _scenarios() -> dict[str, Scenario]:
    """The scenarios by id; one that borrows a set-up has it filled in."""
    raw = {scenario.id: scenario for scenario in read("scenarios.toml", ScenarioFile).scenario}
    return {id_: _with_setup(scenario, raw) for id_, scenario in raw.items()}


def _with_setup(scenario: Scenario, others: dict[str, Scenario]) -> Scenario:
    if scenario.setup_from is None:
        return scenario
    if scenario.setup_from not in others:
        raise DataError(
            f"scenarios.toml: {scenario.id} borrows its set-up from {scenario.setup_from!r}, which is not there"
        )
    return msgspec.structs.replace(scenario, setup=others[scenario.setup_from].setup)


SCENARIOS: Final[dict[str, Scenario]] = _scenarios()

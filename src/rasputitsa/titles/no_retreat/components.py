"""[2.0] The game's components: counters, turn track, tables, cards and scenarios, read once from ``data/``.

The TOML files are the source. A file that does not fit its shape is refused with its name and the place of the mistake;
``check`` looks for what shapes cannot say (references, counts, stacking, supply, provenance).
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from rasputitsa.titles.no_retreat.component_types import (
    BoardCard,
    BoardFile,
    DigitalCard,
    DigitalFile,
    Event,
    FaceName,
    Floating,
    Tables,
    Turn,
    TurnEffect,
    TurnFile,
    Unit,
    UnitFile,
)
from rasputitsa.titles.no_retreat.effect_types import Side
from rasputitsa.titles.no_retreat.scenario_types import Placed, Scenario, ScenarioFile

T = TypeVar("T")
PACKAGE = "rasputitsa.titles.no_retreat"


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


@cache
def units() -> tuple[Unit, ...]:
    """All counters, in the order of the file."""
    return read("units.toml", UnitFile).unit


@cache
def unit_index() -> dict[str, Unit]:
    """Counters by id."""
    return {unit.id: unit for unit in units()}


@cache
def _turn_file() -> TurnFile:
    return read("turns.toml", TurnFile)


@cache
def turns() -> dict[int, Turn]:
    """The turn track by turn number."""
    return {turn.turn: turn for turn in _turn_file().turn}


@cache
def turn_effects() -> dict[str, TurnEffect]:
    """13.5 The effects by name."""
    return {effect.name: effect for effect in _turn_file().effect}


def in_effect(name: str, turn: int) -> bool:
    """13.5 Whether the effect of that name holds on a turn."""
    effect = turn_effects()[name]
    return effect.first <= turn <= effect.last


def begun(name: str, turn: int, phasing: str) -> bool:
    """13.5, 13.5.3 Whether an effect holds that begins with the player turn of its side."""
    effect = turn_effects()[name]
    return in_effect(name, turn) and (turn > effect.first or phasing == effect.side)


def floating_boxes() -> tuple[Floating, ...]:
    """13.5 GG, Oil, Warsaw."""
    return _turn_file().floating


@cache
def tables() -> Tables:
    """Combat tables, terrain, victory points, prices, limits, weather."""
    return read("tables.toml", Tables)


@cache
def _board_file() -> BoardFile:
    return read("cards_board.toml", BoardFile)


@cache
def _digital_file() -> DigitalFile:
    return read("cards_digital.toml", DigitalFile)


@cache
def events() -> dict[str, Event]:
    """Every event of both editions by id."""
    return {event.id: event for event in (*_board_file().event, *_digital_file().event)}


def board_cards() -> tuple[BoardCard, ...]:
    """The 55 cards of the board edition."""
    return _board_file().card


def digital_cards(side: Side) -> tuple[DigitalCard, ...]:
    """A side's cards in the digital editions."""
    return tuple(card for card in _digital_file().card if card.side == side)


@cache
def scenarios() -> tuple[Scenario, ...]:
    """The scenarios in the order of the file; one that borrows a set-up has it filled in."""
    raw = {scenario.id: scenario for scenario in read("scenarios.toml", ScenarioFile).scenario}
    return tuple(_with_setup(scenario, raw) for scenario in raw.values())


def _with_setup(scenario: Scenario, others: dict[str, Scenario]) -> Scenario:
    if scenario.setup_from is None:
        return scenario
    if scenario.setup_from not in others:
        raise DataError(
            f"scenarios.toml: {scenario.id} borrows its set-up from {scenario.setup_from!r}, which is not there"
        )
    lender = others[scenario.setup_from]
    return msgspec.structs.replace(scenario, setup=lender.setup, control=lender.control, boxes=lender.boxes)


def scenario(name: str) -> Scenario:
    """The scenario of that id."""
    return next(scenario for scenario in scenarios() if scenario.id == name)


def placed(scenario: Scenario) -> tuple[Placed, ...]:
    """Every unit on the map at the start, with the side it shows."""
    return tuple(entry(text, place) for place, texts in scenario.setup.items() for text in texts)


def entry(text: str, place: str) -> Placed:
    """``southwest:full`` or ``southwest``: a unit of a set-up."""
    name, _, face = text.partition(":")
    if name not in unit_index():
        raise DataError(f"scenarios.toml: no unit {name!r} (at {place})")
    if face not in ("", "full", "reduced"):
        raise DataError(f"scenarios.toml: {text!r} at {place}: a unit shows its 'full' or its 'reduced' side")
    return Placed(name, place, msgspec.convert(face or unit_index()[name].usual_face, FaceName))

"""[3.0] The shape of a scenario: who stands where, who begins, what wins."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rasputitsa.titles.no_retreat.component_types import Base, FaceName, Source
from rasputitsa.titles.no_retreat.effect_types import Side


class Hand(Base, frozen=True):
    """Cards drawn before play, and how many of them are discarded again."""

    draw: int
    discard: int


class HandsAtStart(Base, frozen=True):
    """The hands of both sides."""

    axis: Hand
    soviet: Hand


class Control(Base, frozen=True):
    """VP hexes held across the border of 1941."""

    axis: tuple[str, ...] = ()
    soviet: tuple[str, ...] = ()


class Boxes(Base, frozen=True):
    """Units off the map at the start; ``track`` by turn of arrival."""

    destroyed: tuple[str, ...] = ()
    surrendered: tuple[str, ...] = ()
    shattered: tuple[str, ...] = ()
    cadre: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    rail: tuple[str, ...] = ()
    track: dict[str, tuple[str, ...]] = {}


class Win(Base, frozen=True):
    """A way for the Initiative side to win: VPs, or hexes held and supplied."""

    when: Literal["end", "victory"]
    vp: int | None = None
    hold: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    count: int = 0


class Placed(NamedTuple):
    """A unit of a set-up: where, and which side up."""

    unit: str
    place: str
    face: FaceName


class Scenario(Base, frozen=True):
    """3.0 Who stands where, who begins, what wins."""

    id: str
    letter: str
    name: str
    first_turn: int
    first_side: Side
    last_turn: int
    event_vp: int
    hands: HandsAtStart
    src: Source
    campaign: bool = False
    go_on: bool = False
    high_tide: int | None = None
    setup_from: str | None = None
    setup: dict[str, tuple[str, ...]] = {}
    control: Control = Control()
    boxes: Boxes = Boxes()
    opened: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    frozen: tuple[str, ...] = ()
    win: tuple[Win, ...] = ()
    options: dict[str, bool] = {}
    note: str = ""


class ScenarioFile(Base, frozen=True):
    """A data file."""

    scenario: tuple[Scenario, ...]

"""[2.0] The shapes of the component data: what a counter, a turn, a table, a card or a scenario is made of."""

from __future__ import annotations

from typing import Literal

import msgspec

from rasputitsa.titles.no_retreat.effect_types import Effect, Result, Side, UnitType

LEVELS = ("rule", "deduced", "reported", "ours")

Timing = Literal[
    "draw",
    "card",
    "supply",
    "enemy-supply",
    "organization",
    "enemy-payment",
    "movement",
    "before-enemy-movement",
    "enemy-movement",
    "combat",
    "enemy-combat",
    "counterblow",
    "attack",
    "defend",
    "attack-roll",
    "defend-roll",
    "advance",
    "enemy-advance",
    "loss",
    "reaction",
    "detraining",
    "victory",
    "any",
]
WeatherName = Literal["clear", "mud", "snow", "long-winter"]
FaceName = Literal["full", "reduced"]


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable, and strict about keys it does not know."""


class Source(Base, frozen=True):
    """Where values come from: each level lists the values it covers, ``*`` being all that no other entry names."""

    rule: tuple[str, ...] = ()
    deduced: tuple[str, ...] = ()
    reported: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()

    def of(self, path: str) -> str | None:
        """The provenance of a value such as ``full.move``: the nearest entry counts, then ``*``."""
        known = {key: level for level in LEVELS for key in getattr(self, level)}
        while path and path not in known:
            path = path.rpartition(".")[0]
        return known.get(path or "*")


# --- counters ---


class Face(Base, frozen=True):
    """One side of a counter. ``paren``: immobile and without ZOC (8.5); ``white``: no voluntary attack (10.1.1)."""

    type: UnitType
    strength: int
    move: int
    name: str | None = None
    white: bool = False
    paren: bool = False
    shock: bool = False


class Placement(Base, frozen=True):
    """13.5 Where some reinforcements may arrive: empty hexes ``within`` some hexes of a hex, or areas."""

    within: int = 0
    of: str | None = None
    areas: tuple[str, ...] = ()


class Unit(Base, frozen=True):
    """2.3 A counter. ``full`` is its strong side: German front, Soviet red, fort. One-sided ones have no
    ``reduced``."""

    id: str
    name: str
    side: Side
    nation: str
    kind: str
    full: Face
    arrival: int | str
    eliminated: Literal["box", "returns", "removed"]
    src: Source
    reduced: Face | None = None
    returns: int | None = None
    option_turn: int | None = None
    namesake: str | None = None
    placement: Placement | None = None
    traits: tuple[str, ...] = ()
    note: str | None = None

    @property
    def usual_face(self) -> FaceName:
        """The side it arrives on: Axis full, Soviet brown, one-sided counters on the side they have."""
        return "full" if self.side == "axis" or self.reduced is None else "reduced"

    def face(self, name: FaceName) -> Face:
        """That side of the counter; one-sided counters show the same on both."""
        return self.full if name == "full" or self.reduced is None else self.reduced

    @property
    def option(self) -> str | None:
        """The optional rule that brings this unit, if any."""
        arrival = str(self.arrival)
        return arrival.removeprefix("option:") if arrival.startswith("option:") else None


class UnitFile(Base, frozen=True):
    """A data file."""

    unit: tuple[Unit, ...]


# --- turn track ---


class SuddenDeath(Base, frozen=True):
    """12.2 The numbers a side must exceed."""

    axis: int | None = None
    soviet: int | None = None


class Turn(Base, frozen=True):
    """13.0, 14.14.1 A box of the turn track. `reverse`: what the other side of its weather marker shows."""

    turn: int
    date: str
    weather: WeatherName
    blitz: int
    shock: int
    src: Source
    reverse: WeatherName | None = None
    red_event: str | None = None
    sudden_death: SuddenDeath = SuddenDeath()

    @property
    def year(self) -> int:
        """The year of its date."""
        return int(self.date.rpartition(" ")[2])


class TurnEffect(Base, frozen=True):
    """13.5 What the box of its first turn announces, how long it lasts, and the unit that leaves the game with it."""

    name: str
    side: Literal["axis", "soviet", "both"]
    first: int
    last: int
    text: str
    src: Source
    removes: str | None = None


class Floating(Base, frozen=True):
    """13.5 GG, Oil and Warsaw: boxes that open when their condition has been met."""

    name: str
    title: str
    text: str
    src: Source


class TurnFile(Base, frozen=True):
    """A data file."""

    turn: tuple[Turn, ...]
    effect: tuple[TurnEffect, ...]
    floating: tuple[Floating, ...]


# --- tables ---


class Combat(Base, frozen=True):
    """10.5 Odds columns, and the results by die roll and column."""

    columns: tuple[str, ...]
    axis: tuple[tuple[Result, ...], ...]
    soviet: tuple[tuple[Result, ...], ...]
    src: Source


class Terrain(Base, frozen=True):
    """A line of the Terrain Effects Chart."""

    name: str
    armor: int
    other: int
    shift: int
    stops: bool
    armor_bonus: bool
    src: Source


class Feature(Base, frozen=True):
    """What a hexside or an Objective adds to the chart."""

    name: str
    shift: int
    stops: bool
    src: Source
    armor: int | None = None
    other: int | None = None
    frozen: bool = False


class Victory(Base, frozen=True):
    """12.0 Victory points and conditions."""

    finland: int
    surrender: int
    red_event: int
    event_limit: int
    total_victory: int
    axis_objectives: int
    axis_objectives_late: int
    soviet_objectives: int
    ss_panzer_return: int
    abteilung_digital: int
    fortified_front_digital: int
    operational_check_turn: int
    last_turn: int
    src: Source


class Hands(Base, frozen=True):
    """5.1, 5.2 Hand limit, draw rate and what changes it."""

    keep: int
    draw: int
    moscow_lost: int
    caucasus_oil_lost: int
    rumanian_oil_lost: int
    red_event_discard: int
    reich_defenses_draw: int
    src: Source


class Costs(Base, frozen=True):
    """Prices in cards."""

    improve_axis: int
    improve_ss: int
    improve_soviet: int
    improve_shock: int
    fortify: int
    fortify_away_digital: int
    replace_destroyed: int
    replace_destroyed_shock: int
    replace_surrendered: int
    reorganize: int
    entrain: int
    counterblow: int
    src: Source


class Limits(Base, frozen=True):
    """Ranges, capacities and ceilings."""

    supply_path: int
    detrain_path: int
    unsupplied_move: int
    rail_capacity: int
    free_rail_moves: int
    axis_stacking: int
    soviet_stacking: int
    soviet_stacking_tanks: int
    soviet_stacking_1945: int
    targets: int
    targets_long_winter_axis: int
    targets_axis_1944: int
    targets_axis_1945: int
    retreat: int
    advance: int
    armor_advance: int
    unsupplied_shift: int
    local_support_axis: tuple[int, int]
    local_support_soviet: tuple[int, int]
    local_support_flip_turn: int
    no_surrender_draws: int
    src: Source


class WeatherEffect(Base, frozen=True):
    """13.1 What a kind of weather does."""

    name: WeatherName
    armor_bonus: bool
    multi_hex_advance: bool
    armor_advance: bool
    rivers_frozen: bool
    axis_shift: int
    axis_uses_soviet_table: bool
    src: Source
    move: int | None = None


class Tables(Base, frozen=True):
    """2.2 Charts and tables."""

    combat: Combat
    terrain: tuple[Terrain, ...]
    feature: tuple[Feature, ...]
    victory: Victory
    cards: Hands
    costs: Costs
    limits: Limits
    weather: tuple[WeatherEffect, ...]


# --- cards ---


class Event(Base, frozen=True):
    """5.3 An event: when it may be played, what it does, what the player reads. `first` and `last`: its turns."""

    id: str
    side: Literal["axis", "soviet", "none"]
    name: str
    timing: tuple[Timing, ...]
    effects: tuple[Effect, ...]
    text: str
    src: Source
    mark: Side | None = None
    mandatory: bool = False
    cost: int = 0
    first: int | None = None
    last: int | None = None


class BoardCard(Base, frozen=True):
    """A card of the board edition: an event a side, or a weather event for whoever draws it."""

    number: int
    src: Source
    axis: str | None = None
    soviet: str | None = None
    event: str | None = None
    leaves_1945: bool = False
    joins_1945: bool = False
    joker: bool = False

    def events(self, side: Side) -> tuple[str, ...]:
        """The events that side finds on the card."""
        own = self.event or (self.axis if side == "axis" else self.soviet)
        return (own,) if own else ()


class DigitalCard(Base, frozen=True):
    """A card of a digital deck: one or two events of its side."""

    number: int
    side: Side
    src: Source
    offers: tuple[str, ...] = msgspec.field(name="events")
    leaves_1945: bool = False
    joins_1945: bool = False

    def events(self, side: Side) -> tuple[str, ...]:
        """The events that side finds on the card."""
        return self.offers if side == self.side else ()


class BoardFile(Base, frozen=True):
    """A data file."""

    event: tuple[Event, ...]
    card: tuple[BoardCard, ...]


class DigitalFile(Base, frozen=True):
    """A data file."""

    event: tuple[Event, ...]
    card: tuple[DigitalCard, ...]

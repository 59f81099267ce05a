"""[2.0] The shapes of the component data: what a unit, a marker, a card, a table, a turn or a scenario is made of."""

from __future__ import annotations

from typing import Literal

from rasputitsa.titles.stalins_war.effect_kinds import Effect, Exchange, Place
from rasputitsa.titles.stalins_war.effect_words import Base, Nation, OldKind, Points, Side, When

LEVELS = ("rule", "deduced", "reported", "ours")

Size = Literal["LCU", "SCU"]
TableName = Literal["lcu", "scu"]
RpKind = Literal["GE", "PZ", "AX", "SU"]
UnitType = Literal[
    "infantry", "armor", "mech", "cavalry", "mountain", "shock", "csir", "maritime", "leader", "partisan",
    "fortified-zone", "bunker",
]  # fmt: skip
Tag = Literal[
    "panzer", "ss", "mountain", "mech", "tank", "guard", "guard-army", "guard-tank", "guard-cavalry", "rifle-army",
    "shock", "maritime", "blitz-front", "free-stacking", "bunker", "fortified-zone", "partisan", "stalin", "no-move",
    "no-strategic-move", "no-retreat", "last-loss", "blocks-axis-zoc",
]  # fmt: skip
Condition = Literal[
    "rounds-2-to-5",
    "no-rasputitsa",
    "soviet-unit-advanced-last-round",
    "axis-attacked-last-round",
    "usir-not-soviet",
    "berlin-without-soviet-units",
    "hungary-in-the-war",
]
"""What must hold for a card to be played as an event at all (7.5.1b)."""
Check = Literal[
    "vp20", "vp0", "oil-two-turns", "soviet-all-vp-in-ussr", "axis-turn-4-cities", "soviet-paulus", "axis-turn-8",
    "tournament", "soviet-9-or-fewer", "axis-holds",
]  # fmt: skip
Region = Literal["germany", "soviet_union", "baltic_states", "hungary", "romania"]
Span = tuple[int, int]
"""First and last of turns, both included."""


class Source(Base, frozen=True):
    """Where values come from: each level lists the values it covers, ``*`` being all that no other entry names."""

    rule: tuple[str, ...] = ()
    deduced: tuple[str, ...] = ()
    reported: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()

    def of(self, path: str) -> str | None:
        """The provenance of a value such as ``steps.0.move``: the nearest entry counts, then ``*``."""
        known = {key: level for level in LEVELS for key in getattr(self, level)}
        while path and path not in known:
            path = path.rpartition(".")[0]
        return known.get(path or "*")


# --- units and markers ---


class Step(Base, frozen=True):
    """One step of a unit; one with ``rebuild`` false carries an asterisk and is never rebuilt (2.2.1)."""

    attack: int
    defense: int
    move: int
    rebuild: bool = True


class Entry(Base, frozen=True, tag_field="kind"):
    """How a unit comes into the game; the ``kind`` key of the data file picks the class."""


class FromSetup(Entry, frozen=True, tag="setup"):
    """It is on the map from the start; the scenario says where (25.0)."""


class FromCard(Entry, frozen=True, tag="card"):
    """A card brings it (7.5.2)."""

    card: str


class FromExchange(Entry, frozen=True, tag="exchange"):
    """A card exchanges a unit of the old kind for it (7.5.2c)."""

    card: str
    old: OldKind


class FromLoss(Entry, frozen=True, tag="replaces"):
    """It takes the place of another unit in the Eliminated box (11.3.6)."""

    unit: str


class FromPool(Entry, frozen=True, tag="draw"):
    """It is drawn at random (16.1.3)."""

    pool: Literal["partisans"]


class Replacement(Base, frozen=True):
    """The points that rebuild a unit, and how many half points a step costs (14.1.3, 14.1.7)."""

    points: RpKind
    halves: int


class Unit(Base, frozen=True):
    """A combat unit. ``steps`` run from the strongest to the weakest; four steps take two counters (2.2.1)."""

    id: str
    side: Side
    nation: Nation
    name: str
    size: Size
    type: UnitType
    steps: tuple[Step, ...]
    counters: int
    zoc: bool
    exploits: bool
    entry: FromSetup | FromCard | FromExchange | FromLoss | FromPool
    history: str
    src: Source
    tags: tuple[Tag, ...] = ()
    replacement: Replacement | None = None


class Marker(Base, frozen=True):
    """A kind of marker, and how many there are: trenches and Festungs are limited by it (2.2.2)."""

    id: str
    size: Literal["large", "small"]
    count: int
    what: str
    src: Source


class UnitFile(Base, frozen=True):
    """units.toml"""

    unit: tuple[Unit, ...]
    marker: tuple[Marker, ...]


# --- cards ---


class Card(Base, frozen=True):
    """A strategy card. ``turns``, ``requires``, ``conditions``, ``when`` bind its event or combat use only (7.5)."""

    id: str
    side: Side
    number: int
    name: str
    deck: Literal["blitz", "total-war"]
    ops: int
    rp: Points
    timing: tuple[Literal["round", "attack", "defend"], ...]
    text: str
    effects: tuple[Effect, ...]
    rules: tuple[str, ...]
    src: Source
    turns: Span = (1, 18)
    removed: bool = False
    reinforcement: bool = False
    rp_event: bool = False
    all_round: bool = False
    once_per_turn: bool = False
    requires: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    when: When | None = None

    @property
    def combat(self) -> bool:
        """A combat card: played while its side attacks or defends (3.0)."""
        return "attack" in self.timing or "defend" in self.timing

    @property
    def units(self) -> tuple[str, ...]:
        """The units it brings, placed or exchanged, in the order of its effects."""
        placed = (e.units if isinstance(e, Place) else e.new if isinstance(e, Exchange) else () for e in self.effects)
        return tuple(unit for units in placed for unit in units)


class CardFile(Base, frozen=True):
    """cards_axis.toml, cards_soviet.toml"""

    card: tuple[Card, ...]


# --- tables ---


class FireTable(Base, frozen=True):
    """Columns by strength, Loss Numbers by die roll and column; ``1*`` costs an SCU step only (11.2.1, 11.3.4)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Literal["0", "1*", "1", "2", "3", "4", "5"], ...], ...]
    src: Source


class Terrain(Base, frozen=True):
    """A line of the chart. ``ties``: an attacker may win a tie here; ``halt``: exploiting units stop (12.2.5)."""

    name: str
    mp: int
    shift: int
    blitz: bool
    halt: bool
    no_retreat: bool
    ties: bool
    src: Source
    mountain_mp: int | None = None
    halt_on_turn_1: bool = False


class Feature(Base, frozen=True):
    """What stands in a hex. Without ``blitz`` the terrain decides."""

    name: str
    shift: int
    no_retreat: bool
    ties: bool
    note: str
    src: Source
    blitz: bool | None = None
    ignores_retreat: bool = False


class Hexside(Base, frozen=True):
    """What a hexside adds in MPs and shifts; one that has neither is impassable."""

    name: str
    note: str
    src: Source
    mp: int | None = None
    shift: int | None = None
    blitz: bool | None = None
    halt: bool = False


class OtherShift(Base, frozen=True):
    """A column shift that terrain does not give (11.2.1 step 4)."""

    id: str
    columns: int
    when: str
    rule: str
    src: Source


class Movement(Base, frozen=True):
    """The numbers of 10.1.5, 13.3.1."""

    oos_allowance: int
    paulus_penalty: int
    src: Source


class Retreats(Base, frozen=True):
    """A difference of the Loss Numbers from ``far_difference`` on makes the retreat two hexes (11.4.2, 11.4.3)."""

    far_difference: int
    no_retreat_cost: int
    src: Source


class Exploitation(Base, frozen=True):
    """Half the allowance, rounded up; limits east of the Paulus Line (11.2.1 step 9, 11.5.2, 12.2.3)."""

    paulus_hexes: int
    paulus_hexes_turns: Span
    blitz_per_round: int
    paulus_blitz: int
    paulus_blitz_turns: Span
    src: Source


class TrenchWork(Base, frozen=True):
    """Price, the highest die roll that succeeds, and what a second OPS takes off the die (10.3.1, 23.1.3)."""

    ops: int
    die: int
    optional_ops: int
    optional_bonus: int
    src: Source


class Tables(Base, frozen=True):
    """tables.toml"""

    lcu: FireTable
    scu: FireTable
    terrain: tuple[Terrain, ...]
    feature: tuple[Feature, ...]
    hexside: tuple[Hexside, ...]
    shift: tuple[OtherShift, ...]
    movement: Movement
    retreat: Retreats
    exploitation: Exploitation
    trench: TrenchWork


# --- turns ---


class Turn(Base, frozen=True):
    """A box of the turn track with all that is bound to it; ``checks`` are made at its end (5.1)."""

    turn: int
    name: str
    season: Literal["June", "Summer", "Fall", "Winter", "Spring"]
    year: int
    rounds: int
    rasputitsa_rounds: tuple[int, ...]
    winter_1942: bool
    mobile_defense: bool
    paulus_effects: bool
    axis_rp_cards: int
    soviet_rp_cards: int
    axis_reinforcement_cards: int
    soviet_reinforcement_cards: int
    soviet_free_rp: int
    axis_banked: int
    soviet_cards_drawn: tuple[int, ...]
    htc_vp_loss: bool
    total_war_possible: bool
    axis_min_hand: int
    checks: tuple[Check, ...]
    reminders: tuple[str, ...]
    history: str
    src: Source


class TurnFile(Base, frozen=True):
    """turns.toml"""

    turn: tuple[Turn, ...]

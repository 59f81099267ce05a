"""The editions as data: one frozen profile of named switches, read where a rule differs.

`board` is the rule book's second edition. `digital-1.1` and `digital-0.2` are the computer editions; the comment beside
each switch says where they part. Optional rules (chapter 15 and the digital modules) are switches too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rasputitsa.kernel.title import Value

BOARD, DIGITAL_11, DIGITAL_02 = "board", "digital-1.1", "digital-0.2"
EDITIONS = (BOARD, DIGITAL_11, DIGITAL_02)
DIGITAL = (DIGITAL_11, DIGITAL_02)


@dataclass(frozen=True)
class Profile:
    """Every switch of the game. The defaults are the board edition without options."""

    edition: str = BOARD
    # cards
    own_decks: bool = False  # digital C.1: a deck a side instead of one for both
    hidden_discards: bool = False  # digital C.2: discards are out of sight
    cards_in_counterattack: bool = True  # digital B.9: none
    variable_weather: bool = True  # 14.14; 15.4 and the digital editions do without
    # control and supply
    control_in_passing: bool = True  # 12.7.1; digital M.4: only where a unit stops
    oil_supplies: bool = False  # digital S.1: oil fields are supply sources like cities
    supply_into_areas: bool = False  # digital M.6: supply is traced into an area, not through it
    unsupplied_until_check: bool = False  # digital S.4: the marker stays until the next check
    # organization
    organization_entrains: bool = False  # digital O.1, O.5: entraining belongs to the Organization Phase
    pay_at_end: bool = False  # digital O.1: discards are made when all is ordered
    place_beside_city: bool = False  # digital O.3: in or adjacent to a city, never in an EZOC
    fort_cost_away: int = 1  # digital U.4: two cards outside the namesake city
    education_ends: int = 28  # digital O.2: free upgrades end with turn 17
    axis_rebuild_ends: int = 28  # digital O.7: no Axis replacements after turn 23
    shattered_cadre_dies: bool = True  # 14.9.3, digital 1.1 U.3; in 0.2 a cadre shatters like any other unit
    rebuild_on_cadre: bool = True  # 14.9.4, digital 1.1 O.3; not yet in 0.2
    cadre_reorganizes: bool = False  # digital 1.1: a replacement beside a cadre reorganizes for free
    ss_improve_cost: int = 1  # 14.5, 14.6, digital 1.1 U.6; in 0.2 like any German unit
    # combat
    allocate_first: bool = False  # digital B.2: all attackers are allocated before the first battle
    stack_attacks_together: bool = False  # digital 1.1 B.3
    support_in_counterattack: bool = True  # digital 0.2 B.9: none
    double_shock_turns: tuple[int, ...] = ()  # digital 1.1 B.8: turns 4 and 5; board: the first snow turn
    shatter_badly_placed: bool = False  # digital B.12: no retreat into another battle or towards the enemy's side
    supply_retreat: bool = False  # digital 1.1 B.12: retreats are ranked by the distance to supply
    retreater_shatters: bool = False  # digital 1.1 B.12: an overstacked retreater shatters
    bystanders_shatter: bool = False  # digital 1.1 B.13
    detrain_before_removal: bool = False  # digital P.1: the clean-up detrains first
    victory_each_turn: bool = False  # digital P.1: each player turn begins with a Victory Phase of its own
    # options, chapter 15 and digital modules
    abteilung: bool = False
    fortified_front: bool = False
    local_support: bool = False
    faster_reorganization: bool = False
    no_surrender: bool = False
    joker: bool = False
    rezervy: bool = False
    paratroops: bool = False
    variable_initiative: bool = False
    simultaneous: bool = False
    go_on: bool = False
    axis_draw: int = 0
    soviet_draw: int = 0
    axis_die: int = 0
    soviet_die: int = 0

    @property
    def digital(self) -> bool:
        return self.edition != BOARD


_BOARD = Profile()
_DIGITAL_02 = Profile(
    edition=DIGITAL_02,
    own_decks=True,
    hidden_discards=True,
    cards_in_counterattack=False,
    variable_weather=False,
    control_in_passing=False,
    oil_supplies=True,
    supply_into_areas=True,
    unsupplied_until_check=True,
    organization_entrains=True,
    pay_at_end=True,
    place_beside_city=True,
    fort_cost_away=2,
    education_ends=17,
    axis_rebuild_ends=23,
    shattered_cadre_dies=False,
    rebuild_on_cadre=False,
    ss_improve_cost=2,
    allocate_first=True,
    support_in_counterattack=False,
    shatter_badly_placed=True,
    detrain_before_removal=True,
    victory_each_turn=True,
)
_DIGITAL_11 = replace(
    _DIGITAL_02,
    edition=DIGITAL_11,
    shattered_cadre_dies=True,
    rebuild_on_cadre=True,
    cadre_reorganizes=True,
    ss_improve_cost=1,
    stack_attacks_together=True,
    support_in_counterattack=True,
    double_shock_turns=(4, 5),
    supply_retreat=True,
    retreater_shatters=True,
    bystanders_shatter=True,
)
PROFILES = {BOARD: _BOARD, DIGITAL_11: _DIGITAL_11, DIGITAL_02: _DIGITAL_02}


def profile(edition: str, options: Mapping[str, Value]) -> Profile:
    """The switches of a game: its edition's, with the chosen options on top."""
    base = PROFILES[edition]
    changes = {k: v for k, v in options.items() if k != "variable_weather"}
    weather = base.variable_weather and bool(options.get("variable_weather", True))
    return replace(base, variable_weather=weather, **changes)  # type: ignore[arg-type]

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
    reshuffle_at_once: bool = True  # 5.0; digital C.3: not before the last card would be drawn
    once_if_mandatory: bool = False  # digital 0.2 V02.6: once is enough for mandatory events too
    events_stand: bool = False  # digital 0.2 V02.7: no event once played can be taken back
    one_battle_event: bool = False  # digital B.9: one event a side and battle; board 10.5: one before the die
    second_front_card: bool = True  # 5.2.1; digital P.1.3: a second-front event costs no card
    own_decks: bool = False  # digital C.1: a deck a side instead of one for both
    hidden_discards: bool = False  # digital C.2: discards are out of sight
    cards_in_counterattack: bool = True  # digital B.9: none
    variable_weather: bool = True  # 14.14; 15.4 and the digital editions do without
    fixed_1941: bool = False  # 15.4.1: weather cards are ignored in 1941
    # control and supply
    control_in_passing: bool = True  # 12.7.1; digital M.4: only where a unit stops
    oil_supplies: bool = False  # digital S.1: oil fields are supply sources like cities
    balkans_at_once: bool = False  # digital M.6: open when Ploesti falls; board 8.7: on the turn after
    open_balkans: bool = True  # 8.7.1: the Balkans are open ground; digital M.6.2: areas of the terrain chart
    coastal_613: bool = False  # digital 0.2 V02.4: hex 613 is not excepted
    unsupplied_until_check: bool = False  # digital 1.1 S.4.1: the marker stays until the next check
    any_soviet_takes_rumania: bool = False  # digital 0.2 V02.19; board 11.3, digital 1.1: a red unit
    event_cap: bool = True  # 12.7.4, digital 1.1 P.4; digital 0.2 V02.20: no cap on event and surrender VPs
    initiative_decides_objectives: bool = False  # digital P.1.1; board 12.1: four are needed from turn 12 on
    # organization
    organization_entrains: bool = False  # digital O.1, O.5: entraining belongs to the Organization Phase
    pay_at_end: bool = False  # digital O.1: discards are made when all is ordered
    place_beside_city: bool = False  # digital O.3: in or adjacent to a city, never in an EZOC
    fort_away_costs_more: bool = False  # digital U.4: two cards outside the namesake city
    education_ends: int = 28  # digital O.2: free upgrades end with turn 17
    axis_ban: bool = True  # 7.9.1, 13.5, digital 1.1 O.7; digital 0.2 V02.8: the Axis rebuilds on any turn
    axis_rebuild_ends: int = 28  # digital 1.1 O.7: no Axis replacements after turn 23
    shattered_cadre_dies: bool = True  # 14.9.3, digital 1.1 U.3; in 0.2 a cadre shatters like any other unit
    rebuild_on_cadre: bool = True  # 14.9.4, digital 1.1 O.3; not yet in 0.2
    recover_on_cadre: bool = True  # 14.9.4; digital 1.1 O.3.1: only replaced units, not shattered ones
    cadre_reorganizes: bool = False  # digital 1.1: a replacement beside a cadre reorganizes for free
    ss_improve_cheaply: bool = True  # 14.5, 14.6, digital 1.1 U.6; digital 0.2 V02.3: like any German unit
    detrain_in_city: bool = True  # 9.2.1; digital 1.1 O.5.1: a friendly city is no exception
    detrain_anywhere: bool = False  # digital 0.2 V02.11: neither captured nor enemy cities limit it
    reserve_any_turn: bool = False  # digital 0.2 V02.12; board 14.12.1, digital 1.1 O.6: from turn 4
    # combat
    winter_spares: bool = True  # 13.1.2: Finns, and attacks outside the USSR; digital B.8.1: nobody
    fewer_counterblows: bool = True  # 10.1: fewer markers mean fewer Counterblows; digital B.1: fewer attacks only
    objectives_stop: bool = False  # digital M.8.2: an Objective ends an advance; board 10.8.1: rough terrain alone
    terrain_stops_armor_only: bool = False  # digital 0.2 V02.1
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
    ask_always: bool = False  # NR-77: whoever holds a hidden card is asked for events

    @property
    def digital(self) -> bool:
        return self.edition != BOARD


_BOARD = Profile()
_DIGITAL_02 = Profile(
    edition=DIGITAL_02,
    reshuffle_at_once=False,
    once_if_mandatory=True,
    events_stand=True,
    one_battle_event=True,
    second_front_card=False,
    own_decks=True,
    hidden_discards=True,
    cards_in_counterattack=False,
    variable_weather=False,
    control_in_passing=False,
    oil_supplies=True,
    balkans_at_once=True,
    open_balkans=False,
    coastal_613=True,
    any_soviet_takes_rumania=True,
    event_cap=False,
    initiative_decides_objectives=True,
    organization_entrains=True,
    pay_at_end=True,
    place_beside_city=True,
    fort_away_costs_more=True,
    education_ends=17,
    axis_ban=False,
    shattered_cadre_dies=False,
    rebuild_on_cadre=False,
    ss_improve_cheaply=False,
    recover_on_cadre=False,
    detrain_in_city=False,
    detrain_anywhere=True,
    reserve_any_turn=True,
    winter_spares=False,
    fewer_counterblows=False,
    objectives_stop=True,
    terrain_stops_armor_only=True,
    allocate_first=True,
    support_in_counterattack=False,
    shatter_badly_placed=True,
    detrain_before_removal=True,
    victory_each_turn=True,
)
_DIGITAL_11 = replace(
    _DIGITAL_02,
    edition=DIGITAL_11,
    once_if_mandatory=False,
    events_stand=False,
    coastal_613=False,
    unsupplied_until_check=True,
    any_soviet_takes_rumania=False,
    event_cap=True,
    axis_ban=True,
    axis_rebuild_ends=23,
    detrain_anywhere=False,
    reserve_any_turn=False,
    terrain_stops_armor_only=False,
    shattered_cadre_dies=True,
    rebuild_on_cadre=True,
    cadre_reorganizes=True,
    ss_improve_cheaply=True,
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

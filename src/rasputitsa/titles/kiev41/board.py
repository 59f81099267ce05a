"""The static part of every view: areas and boxes, calendar, sequence of play, terrain table."""

from __future__ import annotations

from functools import cache
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import Board, Box, CalendarTurn, Phase, Place, Rule
from rasputitsa.titles.kiev41.mapboard import (
    AREAS,
    AZOV_COAST,
    AZOV_PORTS,
    BLACK_COAST,
    BLACK_PORTS,
    CITIES,
    MAP,
    PLACE_NAMES,
    RIVER,
    ROAD_NAMES,
    STACKING,
    STAGING,
    TERRAIN,
    TERRAIN_DAB,
    TOPOLOGY,
    VICTORY,
)
from rasputitsa.titles.kiev41.movement import FAIR_COSTS
from rasputitsa.titles.kiev41.rulebook import RULES

MONTHS: Final = ("July", "August", "September", "October", "November", "December")
ICONS: Final = {
    "axis": "Axis supply source (2.1)",
    "soviet_yellow": "Soviet supply source while the yellow disc is active (2.1)",
    "soviet_orange": "Soviet supply source while the orange disc is active (2.1)",
    "soviet_red": "Soviet supply source (2.1)",
}


def _info(area: int) -> list[str]:
    """Terrain and its effects, one short line each."""
    terrain = TERRAIN[area]
    out = [f"{terrain.capitalize()} area: {FAIR_COSTS[area]} MP (2.8)"]
    out.append("No stacking limit (2.9)" if STAGING >> area & 1 else f"{STACKING[area]} blocks a side (2.9)")
    if VICTORY >> area & 1:
        out.append("Victory Area: 1 VP, absorbs 2 hits for the side that controls it (2.4.4)")
    if TERRAIN_DAB[area]:
        out.append(f"Absorbs {TERRAIN_DAB[area]} of the defender's hits (10.14)")
    if CITIES >> area & 1:
        out.append("City: absorbs 1 hit for the side that controls it (2.4.6)")
    seas = [sea for sea, coast in (("Black Sea", BLACK_COAST), ("Azov Sea", AZOV_COAST)) if coast >> area & 1]
    if seas:
        out.append(f"On the {' and the '.join(seas)} (2.1.1)")
    if (BLACK_PORTS | AZOV_PORTS) >> area & 1:
        out.append("Port (2.4.9)")
    out += [text for icon, text in ICONS.items() if MAP.supply[icon] >> area & 1]
    if RIVER[area]:
        out.append(f"Rivers towards {', '.join(PLACE_NAMES[a] for a in bits(RIVER[area]))} (2.4.7)")
    return out


def _kind(area: int) -> str:
    return "victory" if VICTORY >> area & 1 else "city" if CITIES >> area & 1 else ""


def _boxes() -> list[Box]:
    road = [
        Box(id=f"box:road-{n}", label=name, side="axis", help="The road to Tula: Guderian moves along it (2.2, 10.10).")
        for n, name in enumerate(ROAD_NAMES, 1)
    ]
    sides = [
        Box(id=f"box:{side}:{kind}", label=label, side=side, help=rule)
        for side in ("axis", "soviet")
        for kind, label, rule in (
            ("pool", "Reinforcement Pool", "Drawn at random, as many as the Logistics Value (5.0)."),
            ("drawn", "Drawn", "To be deployed now (5.0)."),
            ("later", "Later reinforcements", "Join the pool in their month (5.1)."),
            ("eliminated", "Eliminated", "Out of the game (10.15.3)."),
        )
    ]
    bombers = [
        Box(id=f"box:bombers:{kind}", label=f"Bombers: {label}", side="axis", help=ANTI_AIR)
        for kind, label in (
            ("ready", "available"),
            ("spent", "back next impulse"),
            ("destroyed", "back next turn"),
            ("absent", "with the 5th Fliegerkorps"),
        )
    ]
    return [
        Box(id="box:rastenburg", label="Rastenburg", side="axis", help="The Axis leader never leaves it (2.2)."),
        *road,
        Box(id="box:moscow", label="Moscow", side="soviet", help="The Soviet leader never leaves it (2.2)."),
        Box(
            id="box:fleets",
            label="Fleets Staging Area",
            side="soviet",
            help="Fleets go home here while the Soviets hold Sevastopol (10.2.1).",
        ),
        Box(
            id="box:batumi", label="Batumi", side="soviet", help="Fleets go home here once Sevastopol is lost (10.2.1)."
        ),
        *sides,
        *bombers,
    ]


ANTI_AIR: Final = "A hit of anti-air fire aborts one, two destroy it (10.13.4)."
SEQUENCE: Final = (
    Phase(id="setup", label="Set-up", rule="S.5"),
    Phase(id="logistics", label="Logistics Phase", rule="7.0"),
    Phase(id="weather", label="Bad Weather Check", rule="8.0"),
    Phase(id="supply", label="Supply Check", rule="9.1"),
    Phase(id="activation", label="HQ Activation", rule="10.1"),
    Phase(id="command", label="Command Segment", rule="10.8"),
    Phase(id="combat", label="Combat Segment", rule="10.12"),
    Phase(id="blitz", label="Blitz Segment", rule="10.17"),
    Phase(id="exploitation", label="Exploitation", rule="10.19"),
    Phase(id="isolation", label="Isolation Check", rule="9.3"),
    Phase(id="final", label="Final Phase", rule="13.0"),
)

TERRAIN_TABLE: Final = [
    ["Area", "MP", "Rain", "Snow", "Blocks a side", "Absorbs"],
    ["Green", "1", "3", "2", "4", "0"],
    ["Yellow", "2", "3", "2", "2", "1"],
    ["Red", "3", "3", "2", "2", "2"],
    ["Victory", "2", "3", "2", "2", "2 if controlled"],
    ["Staging", "1", "1", "1", "any", "-"],
    ["City", "", "", "", "", "1 if controlled"],
    ["Defensive Line", "", "", "", "", "1"],
]


@cache
def board() -> Board:
    """The board as the client gets it, once."""
    calendar = [
        CalendarTurn(
            turn=turn,
            date=f"{month} 1941",
            weather="sunny" if turn < 4 else "die from the second Axis impulse" if turn < 6 else "snow",
            events=["Logistics Phase"] if turn > 1 else [],
            arrivals={3: ["ten Soviet S blocks"], 5: ["two Soviet N blocks"]}.get(turn, []),
        )
        for turn, month in enumerate(MONTHS, 1)
    ]
    return Board(
        title="kiev41",
        label="Kiev '41",
        places=[
            Place(id=TOPOLOGY.ids[area], name=MAP.names[area], info=_info(area), kind=_kind(area))
            for area in range(AREAS)
        ],
        boxes=_boxes(),
        calendar=calendar,
        sequence=list(SEQUENCE),
        rules=[Rule(id=number, title=title, text=text) for number, (title, text) in RULES.items()],
        terrain=TERRAIN_TABLE,
        help={
            "unsupplied": "Isolated: cannot move, attack, build or be restored; suffers attrition (9.1, 9.4)",
            "river": "Came over a river or the strait: rolls one die in this battle (10.13.6.1)",
            "lying": "Lies open: the enemy sees it (1.6.1)",
            "activated": "Activated HQ: reduced at the end of the impulse (10.18)",
            "contested": "Units of both sides (2.5)",
            "artillery": "An HQ directs its artillery here (10.4)",
        },
    )

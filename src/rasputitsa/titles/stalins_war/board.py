"""The static part of every view: hexes, boxes, cards, calendar, sequence of play, terrain table."""

from __future__ import annotations

from functools import cache

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import Board, Box, CalendarTurn, CardEvent, CardFace, Phase, Place, Rule
from rasputitsa.titles.stalins_war.combat import report
from rasputitsa.titles.stalins_war.components import CARDS, TABLES, TURNS
from rasputitsa.titles.stalins_war.hand_view import figures
from rasputitsa.titles.stalins_war.mapboard import (
    CAUCASUS,
    EAST,
    FORTRESSES,
    MAP,
    OIL,
    PLAYABLE,
    PORTS,
    RAILS,
    TERRAIN_AT,
    TOPOLOGY,
    VP_HEXES,
)
from rasputitsa.titles.stalins_war.rulebook import RULES
from rasputitsa.titles.stalins_war.state import BOXES, POOL, SIDES

BOX_LABELS = {
    "eliminated": ("Eliminated Units", "May be rebuilt with replacement points (11.3.6)."),
    "other-fronts": ("Other Fronts", "Sent away by Soviet events (3.0)."),
    "track": ("Turn track", "Axis LCUs lost out of supply; eliminated units again on their turn (13.3.8)."),
    "removed": ("Removed", "Out of the game."),
    "arriving": ("Arriving", "Units to be placed now (7.5.2)."),
}
SEQUENCE = (
    Phase(id="setup", label="Set-up", rule="4.0"),
    Phase(id="action", label="Action", rule="7.2"),
    Phase(id="movement", label="Movement", rule="10.1"),
    Phase(id="combat", label="Combat", rule="11.0"),
    Phase(id="exploitation", label="Exploitation", rule="12.0"),
    Phase(id="replacements", label="Replacements", rule="14.0"),
    Phase(id="draw", label="Draw Strategy Cards", rule="6.0"),
    Phase(id="end", label="End of turn", rule="6.0"),
)
HELP = {
    "1*": "an SCU only (11.3.4)",
    "pieces_out": "Lost if the turn ended now (13.3):",
    "unsupplied": "Out of supply: moves two hexes at most, fights badly (13.3)",
    "in_danger": "Would be out of supply if it were checked now (13.0)",
    "fortress_supply": "Supplied by a fortress: for defense and attrition only (13.2.3)",
    "moved": "Has moved in this round (10.1.4)",
    "attacks": "Takes part in the attack (11.2.1)",
    "fought": "Has fought in this round (11.1.6)",
    "retreated": "Has retreated: attacked again it does not defend, and any loss eliminates it (11.4.5)",
    "exploited": "Has exploited in this round (12.1.4)",
    "trench_axis": "Axis trench (10.3)",
    "trench_soviet": "Soviet trench (10.3)",
    "fortress": "Fortress built during the game (16.2)",
    "fortress_destroyed": "The fortress is destroyed (16.2)",
    "festung": "Festung (16.3)",
    "partisans": "Inactive Partisans (16.1)",
    "combat": "Combat marker: units here may attack (7.3.5)",
    "blitz": "Blitz marker: units exploit from here (12.1.4)",
    "ops": "OPS paid for leaving the enemy zone of control here (7.3.3)",
    "digging": "An attempt to entrench (10.3.1)",
    "banned": "May not be attacked yet (11.1.9, 11.1.10, 4.4.4)",
    "no_front": "Panzer corps alone: Soviet fronts may not attack them on turns 1 and 2 (4.4.7)",
    "may_stand": "Defenders here may cancel a retreat with a step (11.4.3)",
    "no_blitz": "No Blitz marker here (11.2.1)",
    "halts": "Exploiting units stop here (12.2.5)",
}


RESULTS = {
    "0": "No loss.",
    "1*": "One step, of an SCU only (11.3.4).",
    **{str(n): f"{n} step{'s' if n > 1 else ''} of the other side are lost (11.3.1)." for n in range(1, 8)},
}


@cache
def board() -> Board:
    """The board of Stalin's War, the same for all games."""
    return Board(
        title="stalins-war",
        label="Stalin's War",
        places=[_place(place) for place in bits(TOPOLOGY.everywhere)],
        boxes=[
            Box(
                id=f"box:{side}:{name}",
                label=BOX_LABELS[name][0],
                side=side,
                help=BOX_LABELS[name][1],
                group=side.title(),
            )
            for side in SIDES
            for code, name in BOXES.items()
            if code != POOL
        ],
        cards=[_card(number) for number in range(len(CARDS))],
        calendar=[
            CalendarTurn(turn=t.turn, date=t.name, events=list(t.reminders), weather=_weather(t.turn))
            for t in TURNS.values()
        ],
        sequence=list(SEQUENCE),
        terrain=_terrain_table(),
        tables=report.tables(),
        results=RESULTS,
        help=HELP,
        rules=[Rule(id=number, title=title, text=text) for number, (title, text) in RULES.items()],
    )


def _place(place: int) -> Place:
    kind = "victory" if VP_HEXES >> place & 1 else "oil" if OIL >> place & 1 else ""
    site = MAP.sites[place]
    return Place(
        id=TOPOLOGY.ids[place],
        name=MAP.names[place],
        kind=kind or (site.kind if site else ""),
        info=_info(place) if PLAYABLE >> place & 1 else [],
    )


def _info(place: int) -> list[str]:
    """Terrain and what it does, a line each."""
    terrain, site = TERRAIN_AT[place], MAP.sites[place]
    lines = [f"{terrain.name.capitalize()}: {terrain.mp} MP, attack {terrain.shift:+d}" if terrain.shift else
             f"{terrain.name.capitalize()}: {terrain.mp} MP"]  # fmt: skip
    if site:
        lines.append(site.kind.capitalize())
    marks = (
        (PLAYABLE if terrain.blitz else 0, "A Blitz marker may be placed here after an advance (11.5.2)"),
        (PLAYABLE if terrain.halt else 0, "Exploiting units stop here (12.2.5)"),
        (PLAYABLE if terrain.no_retreat else 0, "Defenders may cancel a retreat with a step (11.4.3)"),
        (VP_HEXES, "Victory Point hex (5.1.1)"),
        (OIL, "Oil (17.0)"),
        (PORTS, "Port"),
        (FORTRESSES[0] | FORTRESSES[1], "Fortress (16.2)"),
        (RAILS, "Rail"),
        (EAST, "East of the Paulus Line (2.1)"),
        (CAUCASUS, "Caucasus Zone (2.1)"),
    )
    return [*lines, *(text for mask, text in marks if mask >> place & 1)]


WHEN = {"round": "as an event", "attack": "in combat, attacking", "defend": "in combat, defending"}


def _card(number: int) -> CardFace:
    card = CARDS[number]
    first, last = card.turns
    turns = "" if (first, last) == (1, len(TURNS)) else f"turns {first} to {last}"
    when = [WHEN[timing] for timing in card.timing]
    return CardFace(
        id=number,
        number=f"{card.number}{'*' * card.removed}",
        events=[
            CardEvent(side=card.side, name=card.name, text=card.text, when=", ".join(filter(None, [*when, turns])))
        ],
        note="* Leaves the game after its event." if card.removed else "",
        figures=figures(number),
    )


def _weather(turn: int) -> str:
    mud = TURNS[turn].rasputitsa_rounds
    return f"rasputitsa in round {', '.join(map(str, mud))}" if mud else ""


def _terrain_table() -> list[list[str]]:
    rows = [["terrain", "MP", "attack", "Blitz marker", "exploiters halt", "No Retreat"]]
    for t in TABLES.terrain:
        rows.append([t.name, str(t.mp), str(t.shift), _yes(t.blitz), _yes(t.halt), _yes(t.no_retreat)])
    for f in TABLES.feature:
        rows.append([f.name, "", str(f.shift), "" if f.blitz is None else _yes(f.blitz), "", _yes(f.no_retreat)])
    for h in TABLES.hexside:
        if h.mp is not None:
            rows.append([h.name.replace("_", " "), f"+{h.mp}", str(h.shift), _yes(bool(h.blitz)), _yes(h.halt), ""])
    return rows


def _yes(value: bool) -> str:
    return "yes" if value else "no"

"""What a side sees: counters, markers, boxes, hands, tracks and what may be clicked."""

from __future__ import annotations

from functools import cache

from rasputitsa.board.topology import bits
from rasputitsa.kernel.step import BUTTON, CHANCE
from rasputitsa.kernel.view import (
    ActionView,
    Banner,
    CardView,
    Effect,
    Face,
    Hand,
    Piece,
    PlaceState,
    Prompt,
    Result,
    Track,
    View,
)
from rasputitsa.titles.stalins_war import hand, supply
from rasputitsa.titles.stalins_war.components import CARDS, TURNS, UNITS
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.mapboard import KEPT, PLACE_IDS
from rasputitsa.titles.stalins_war.roster import EXPLOITS, PERMANENT, REBUILDS, STEPS, TAGS, ZOC
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    BOXES,
    FORTRESS,
    OUT,
    POOL,
    RP_KINDS,
    SIDES,
    SOVIET,
    Position,
)

SYMBOLS = {
    "mech": "mechanized",
    "shock": "infantry",
    "csir": "motorized",
    "maritime": "marine",
    "fortified-zone": "fort",
    "bunker": "fort",
}
PHASES = {
    "FirstHands": "setup",
    "FreeCard": "setup",
    "BoughtCard": "setup",
    "ChooseAction": "action",
    "Movement": "movement",
    "TrenchDice": "movement",
    "Exploiting": "exploitation",
    "Replacements": "replacements",
    "AutomaticPoints": "replacements",
    "Discards": "draw",
    "Fetch": "draw",
    "Drawing": "draw",
    "Cleaning": "end",
    **{step.__name__: "action" for step in playing.STEPS},
}


@cache
def face(unit: int, lost: int) -> Face:
    """A counter as it is printed on the step it is on."""
    data = UNITS[unit]
    step = data.steps[lost]
    strength = str(step.attack) if step.attack == step.defense else f"{step.attack}-{step.defense}"
    large = "XXXXX" if data.side == "soviet" else "XXXX"
    return Face(
        symbol=SYMBOLS.get(data.type, data.type),
        name=data.name,
        size=large if data.size == "LCU" else "XXX",
        strength=strength,
        move=str(step.move),
        steps=STEPS[unit] - lost,
        max_steps=STEPS[unit],
        nation=data.nation,
        text=notes(unit, lost),
    )


NOTES = (
    (ZOC, "Zone of control in full supply (8.1)"),
    (EXPLOITS, "May exploit (12.1.1)"),
    (TAGS["free-stacking"], "Does not count for stacking (9.1.3)"),
    (PERMANENT, "Leaves the game when it is eliminated (2.2.1)"),
    (TAGS["guard"], "Guard (3.0)"),
    (TAGS["blitz-front"], "May be exchanged for a Total War front (7.5.2c)"),
    (TAGS["rifle-army"], "May become a Guard army (7.5.2c)"),
)


def notes(unit: int, lost: int) -> list[str]:
    """What else there is to say of a unit."""
    found = [UNITS[unit].size, *(text for units, text in NOTES if units >> unit & 1)]
    if not PERMANENT >> unit & 1 and not REBUILDS[unit][lost]:
        found.append("This step can never be rebuilt (14.1.6)")
    return found


def where(s: Position, unit: int) -> str:
    place = s.place[unit]
    return PLACE_IDS[place] if place >= 0 else f"box:{UNITS[unit].side}:{BOXES[place]}"


def marks(s: Position, unit: int, danger: bool) -> list[str]:
    bit = 1 << unit
    named = (
        (s.supply[unit] == OUT, "unsupplied"),
        (danger, "in_danger"),
        (s.supply[unit] == FORTRESS, "fortress_supply"),
        ((s.moved | s.strategic) & bit, "moved"),
        (s.fought & bit, "fought"),
        (s.retreated & bit, "retreated"),
        (s.exploited & bit, "exploited"),
    )
    return [name for holds, name in named if holds]


def pieces(s: Position, acting: set[int]) -> list[Piece]:
    out, order = [], dict[str, int]()
    danger = {unit for side in (AXIS, SOVIET) for unit in s.on_map(side) if supply.status(s, unit) == OUT}
    for unit, place in enumerate(s.place):
        if place == POOL:
            continue
        at = where(s, unit)
        order[at] = order.get(at, -1) + 1
        out.append(
            Piece(
                id=unit,
                owner=UNITS[unit].side,
                at=at,
                face=face(unit, s.lost[unit]),
                back=face(unit, s.lost[unit] + 1) if s.lost[unit] + 1 < STEPS[unit] else None,
                marks=marks(s, unit, unit in danger),
                acts=unit in acting,
                order=order[at],
            )
        )
    return out


def places(s: Position) -> list[PlaceState]:
    """Control and markers."""
    markers = (
        (s.trenches[AXIS], "trench_axis"),
        (s.trenches[SOVIET], "trench_soviet"),
        (s.razed, "fortress_destroyed"),
        (s.built, "fortress"),
        (s.festungs, "festung"),
        (s.lurking, "partisans"),
        (s.combat, "combat"),
        (s.blitz, "blitz"),
        (s.vacated, "ops"),
        (s.digging, "digging"),
        (1 << s.target if s.target >= 0 else 0, "target"),
    )
    shown = KEPT
    for mask, _ in markers:
        shown |= mask
    return [
        PlaceState(
            id=PLACE_IDS[place],
            control=SIDES[not s.axis_held >> place & 1] if KEPT >> place & 1 else "",
            marks=[name for mask, name in markers if mask >> place & 1],
        )
        for place in bits(shown)
    ]


def hands(s: Position, side: str, acting: set[int]) -> list[Hand]:
    """A side's own cards, and those of the enemy it knows."""
    out = []
    for number, name in enumerate(SIDES):
        held = s.hand(number)
        visible = [c for c in held if side in (name, "open") or s.seen >> c & 1]
        cards = [CardView(id=card, playable=card in acting) for card in visible]
        out.append(Hand(side=name, count=len(held), cards=cards if visible or side in (name, "open") else None))
    return out


def tracks(s: Position) -> list[Track]:
    out = [Track(id="vp", label="VP", value=str(s.vp)), Track(id="ops", label="OPS left", value=str(s.ops))]
    for number, side in enumerate(SIDES):
        out += [
            Track(id=f"{side}-banked", label="Banked OPS", value=str(s.banked[number]), side=side),
            Track(id=f"{side}-count", label="Consecutive OPS", value=str(s.count[number]), side=side),
            Track(id=f"{side}-hand", label="Hand size", value=str(hand.size(s, number)), side=side),
        ]
    for kind, halves in enumerate(s.rp):
        if halves:
            side = "soviet" if RP_KINDS[kind].startswith("SU") else "axis"
            out.append(Track(id=f"rp-{kind}", label=f"RP {RP_KINDS[kind]}", value=f"{halves / 2:g}", side=side))
    if s.total_war:
        out.append(Track(id="total-war", label="Total War since turn", value=str(s.total_war)))
    return out


def effects(s: Position) -> list[Effect]:
    """Cards whose effects last."""
    lasting = dict.fromkeys(record[0] for record in s.effects)
    return [Effect(id=CARDS[c].id, label=CARDS[c].name, text=CARDS[c].text, side=CARDS[c].side) for c in lasting]


def banner(s: Position) -> Banner:
    turn = TURNS[min(s.turn, len(TURNS))]
    phase = PHASES.get(s.step.name, "combat") if s.stack else "end"
    return Banner(
        turn=s.turn,
        last_turn=s.game.last_turn,
        date=turn.name,
        phase=phase,
        active=SIDES[s.active],
        weather="rasputitsa" if s.round in turn.rasputitsa_rounds else "",
        tracks=tracks(s),
    )


def view(s: Position, side: str) -> View:
    asked = s.side == side or (side == "open" and s.side not in (None, CHANCE))
    handles = s.handles() if asked else []
    acting = {what for kind, what in handles if kind == "piece"}
    cards = {what for kind, what in handles if kind == "card"}
    outcome = s.outcome()
    return View(
        side=side,
        banner=banner(s),
        prompt=_prompt(s),
        pieces=pieces(s, acting),
        places=places(s),
        hands=hands(s, side, cards if s.side == side else set()),
        tracks=[],
        effects=effects(s),
        handles=[s.click(handle) for handle in handles if handle[0] != "button"],
        buttons=_buttons(s) if asked else [],
        result=Result(winner=outcome.winner or "", reason=outcome.reason, rule=outcome.rule) if outcome else None,
    )


def _prompt(s: Position) -> Prompt | None:
    if not s.stack or s.side is None:
        return None
    step = s.step
    return Prompt(side=s.side, text=step.prompt(s), rule=step.rule, step=step.name)


def _buttons(s: Position) -> list[ActionView]:
    return s.show(BUTTON) if s.side != CHANCE else []

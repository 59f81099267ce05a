"""What a side sees: the faces of its blocks, the enemy's backs, control, discs, boxes, and what may be clicked."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.step import BUTTON, CHANCE
from rasputitsa.kernel.view import Banner, Effect, Face, Piece, PlaceState, Prompt, Track, View
from rasputitsa.kernel.words import waiting
from rasputitsa.titles.kiev41.battle import Battle, under_way
from rasputitsa.titles.kiev41.board import MONTHS
from rasputitsa.titles.kiev41.combat import Combat
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBER_PIECE,
    BOMBERS,
    FLEET_PIECE,
    FLEETS,
    GUDERIAN,
    LEADERS,
    SIDE,
    SIDES,
    SOVIET,
)
from rasputitsa.titles.kiev41.control import contested, full_control
from rasputitsa.titles.kiev41.defensive_lines import lines_left
from rasputitsa.titles.kiev41.faces import face
from rasputitsa.titles.kiev41.hidden import LINE_PIECE, back_of, sees_face
from rasputitsa.titles.kiev41.logistics import eliminated, logistics_value
from rasputitsa.titles.kiev41.mapboard import (
    AREAS,
    ASIDE,
    ELIMINATED,
    HAND,
    LATER,
    MOSCOW,
    POOL,
    RASTENBURG,
    ROAD,
    ROAD_END,
    ROAD_NAMES,
    TOPOLOGY,
)
from rasputitsa.titles.kiev41.state import ABSENT, AT_SEA, BATUMI, READY, SHOT_DOWN, SPENT, SUNK, Kiev
from rasputitsa.titles.kiev41.supply import azov_sea, black_sea, orange_disc, sources, yellow_disc
from rasputitsa.titles.kiev41.victory import goals, victory_points
from rasputitsa.titles.kiev41.weather import OCTOBER, SNOW, WEATHER

GROUND: Final = {"rain": "mud", "mud": "mud", "snow": "snow", "blizzard": "ice"}
"""8.0 What each weather makes of the map."""

BOMBER_BOX: Final = {READY: "ready", SPENT: "spent", SHOT_DOWN: "destroyed", ABSENT: "absent"}
PHASES: Final = {
    "SettingUp": "setup",
    "Logistics": "logistics",
    "Regeneration": "logistics",
    "Replacements": "logistics",
    "WeatherDie": "weather",
    "ChooseImpulse": "supply",
    "Activation": "activation",
    "Command": "command",
    "Reinforcements": "command",
    "Support": "command",
    "Combat": "combat",
    "Battle": "combat",
    "BlitzMoves": "blitz",
    "Exploitation": "exploitation",
    "SevastopolDie": "isolation",
}
CALLED: Final = {"Drawing": "command"}
"""5.0 Reinforcements are drawn in the Logistics Phase, or else in an impulse."""


def where(s: Kiev, b: int) -> str:
    """The place or box of a block."""
    place = s.place[b]
    if place < AREAS:
        return TOPOLOGY.ids[place]
    if ROAD <= place <= ROAD_END:
        return f"box:road-{place - ROAD + 1}"
    box = {RASTENBURG: "rastenburg", MOSCOW: "moscow"}.get(place)
    if box:
        return f"box:{box}"
    kind = {POOL: "pool", ASIDE: "pool", HAND: "drawn", LATER: "later", ELIMINATED: "eliminated"}[place]
    return f"box:{SIDES[SIDE[b]]}:{kind}"


def marks(s: Kiev, b: int) -> list[str]:
    """Cubes on a block, and whether it lies open."""
    named = ((s.isolated, "unsupplied"), (s.crossed, "river"), (s.revealed, "lying"), (s.activated, "activated"))
    return [name for blocks, name in named if blocks >> b & 1]


def pieces(s: Kiev, viewer: str, acting: set[int]) -> list[Piece]:
    """Blocks with the faces the viewer may see, the enemy's backs, lines, fleets and bombers."""
    out: list[Piece] = []
    backs: dict[tuple[int, int], list[list[str]]] = {}
    for b in range(len(BLOCKS)):
        if sees_face(s, b, viewer):
            out.append(open_piece(s, b, b in acting))
        elif (LEADERS | 1 << GUDERIAN) >> b & 1:
            out.append(Piece(id=b, owner=SIDES[SIDE[b]], at=where(s, b), kind="block", face=face(b, -1)))
        elif s.place[b] < AREAS:
            backs.setdefault((s.place[b], SIDE[b]), []).append(marks(s, b))
    for (area, side), stack in sorted(backs.items()):
        first = len(backs.get((area, 0), ())) if side else 0
        out += [
            Piece(id=back_of(area, k), owner=SIDES[side], at=TOPOLOGY.ids[area], kind="block", marks=m)
            for k, m in enumerate(sorted(stack), first)
        ]
    return [*out, *lines(s), *discs(s, acting)]


def open_piece(s: Kiev, b: int, acts: bool) -> Piece:
    """A block whose face the viewer sees."""
    strength = s.strength[b] if s.place[b] < POOL else BLOCKS[b].steps[0]
    marked = tuple(marks(s, b)) if s.place[b] < AREAS else ()
    return _block(b, where(s, b), strength, marked, acts, arrives(s, b))


@lru_cache(maxsize=1 << 13)
def _block(b: int, at: str, strength: int, marked: tuple[str, ...], acts: bool, waits: str) -> Piece:
    """A block as it is shown; if it looks as before it is the same object, for nobody changes what he is sent."""
    return Piece(
        id=b,
        owner=SIDES[SIDE[b]],
        at=at,
        kind="block",
        face=face(b, strength),
        marks=list(marked),
        acts=acts,
        arrives=waits,
    )


def arrives(s: Kiev, b: int) -> str:
    """5.0, 5.1 When a block comes that waits off the map: one drawn now, later ones from their month on."""
    if s.place[b] == HAND:
        return "now"
    return {"S": "from September", "N": "from November"}.get(BLOCKS[b].mark or "", "") if s.place[b] == LATER else ""


def lines(s: Kiev) -> list[Piece]:
    """4.1 Defensive Lines."""
    return [
        Piece(
            id=LINE_PIECE + area,
            owner=SIDES[AXIS if s.control >> area & 1 else SOVIET],
            at=TOPOLOGY.ids[area],
            kind="line",
            marks=["unsupplied"] if s.cut_lines >> area & 1 else [],
        )
        for area in bits(s.lines)
    ]


def discs(s: Kiev, acting: set[int]) -> list[Piece]:
    """Fleets and bombers."""
    out = []
    for f, place in enumerate(s.fleets):
        at = TOPOLOGY.ids[place] if place < AREAS else {BATUMI: "box:batumi", SUNK: "box:soviet:eliminated"}.get(place)
        guns = FLEETS[f].damaged if s.damage[f] else FLEETS[f].full
        out.append(
            Piece(
                id=FLEET_PIECE + f,
                owner="soviet",
                at=at or "box:fleets",
                kind="disc",
                face=Face(
                    symbol=("battleship", "cruiser")[f],
                    name=FLEETS[f].id,
                    strength=str(guns.dice),
                    fire=guns.fire.lower(),
                    steps=2 - s.damage[f],
                    max_steps=2,
                    nation="soviet",
                    text=[FLEETS[f].name],
                ),
                acts=FLEET_PIECE + f in acting,
            )
        )
    for i, place in enumerate(s.bombers):
        face_ = Face(symbol="bomber", name=BOMBERS[i].type, nation="german", fire="df", band="", text=[BOMBERS[i].hq])
        out.append(Piece(id=BOMBER_PIECE + i, owner="axis", at=_bomber_at(s, place), kind="disc", face=face_))
    return out


def _bomber_at(s: Kiev, place: int) -> str:
    if place < AREAS:
        return TOPOLOGY.ids[place]
    if place in BOMBER_BOX:
        return f"box:bombers:{BOMBER_BOX[place]}"
    fleet = s.fleets[place - AT_SEA]
    return TOPOLOGY.ids[fleet] if fleet < AREAS else "box:fleets"


def places(s: Kiev) -> list[PlaceState]:
    """2.5.1 Control of every area, working supply sources, contested areas, artillery markers."""
    engaged = contested(s)
    fed = [sources(s, side) & full_control(s, side) for side in (AXIS, SOVIET)]
    shelled = set(s.guns[1::2])
    battles = [frame[1] for frame in s.stack if frame[0] == Battle.id]
    return [
        _area(
            area,
            s.control >> area & 1,
            (fed[AXIS] >> area & 1, fed[SOVIET] >> area & 1),
            engaged >> area & 1,
            area in shelled,
            area in battles,
        )
        for area in range(AREAS)
    ]


@lru_cache(maxsize=1 << 12)
def _area(area: int, axis: int, fed: tuple[int, int], engaged: int, shelled: bool, battle: bool) -> PlaceState:
    """An area as it is shown, the same object as before if nothing has changed."""
    return PlaceState(
        id=TOPOLOGY.ids[area],
        control=SIDES[AXIS if axis else SOVIET],
        supplied=[SIDES[side] for side in (AXIS, SOVIET) if fed[side]],
        marks=[name for holds, name in ((engaged, "contested"), (shelled, "artillery")) if holds],
        battle=int(battle),
    )


def banner(s: Kiev) -> Banner:
    steps = _step_names(s)
    phase = next((known[n] for known in (PHASES, CALLED) for n in steps if n in known), "final")
    return Banner(
        turn=s.turn,
        last_turn=s.game.data.last_turn,
        date=f"{MONTHS[s.turn - 1]} 1941",
        phase=phase,
        active=SIDES[s.active],
        weather=WEATHER[s.weather],
        ground=GROUND.get(WEATHER[s.weather], ""),
        initiative=SIDES[s.initiative],
        tracks=[
            Track(id=f"vp:{name}", label="Victory Points", value=str(victory_points(s, side)), side=name)
            for side, name in enumerate(SIDES)
        ],
    )


def _step_names(s: Kiev) -> list[str]:
    return [s.game.title.steps[frame[0]].name for frame in reversed(s.stack)]


def tracks(s: Kiev, viewer: str) -> list[Track]:
    """Figures at the side: what is public, and of the hidden ones only those of the viewer's side."""
    out = []
    for side, name in enumerate(SIDES):
        if viewer in (name, "open"):
            lv = str(logistics_value(s, side))
            out.append(Track(id=f"lv:{name}", label="Logistics Value", value=lv, side=name, help="7.2.1"))
        pool = sum(s.place[b] in (POOL, ASIDE) for b in range(len(BLOCKS)) if SIDE[b] == side)
        for key, label, value, rule in (
            ("pool", "Reinforcement Pool", pool, "5.0"),
            ("lost", "Eliminated for good", eliminated(s, side), "9.4"),
            ("lines", "Defensive Lines left", lines_left(s, side), "4.1"),
        ):
            out.append(Track(id=f"{key}:{name}", label=label, value=str(value), side=name, help=rule))
    if s.turn >= OCTOBER and s.weather < SNOW:
        out.append(Track(id="forecast", label="Weather forecast", value=str(s.forecast or "--"), help="8.1"))
    return out


def effects(s: Kiev) -> list[Effect]:
    """2.1, 2.4.4.3 The four Soviet discs that are on their active side, and the holder of the Initiative Disc."""
    known = (
        (yellow_disc(s), "yellow", "Yellow Supply Disc", "Areas 1-6 supply the Soviets until Guderian enters Nizhyn."),
        (orange_disc(s), "orange", "Orange Supply Disc", "Areas 7-11 supply the Soviets until Guderian enters Tula."),
        (black_sea(s), "black", "Black Sea", "Soviet-controlled Black Sea coasts are in supply."),
        (azov_sea(s), "azov", "Azov Sea", "Soviet-controlled Azov Sea coasts are in supply."),
    )
    out = [Effect(id=f"disc:{i}", label=label, text=text, side="soviet") for on, i, label, text in known if on]
    who = SIDES[s.initiative]
    out.append(Effect(id="initiative", label="Initiative Disc", text=f"Guderian is in {_guderian(s)}.", side=who))
    return out


def _guderian(s: Kiev) -> str:
    return ROAD_NAMES[s.place[GUDERIAN] - ROAD]


def prompt(s: Kiev, viewer: str) -> Prompt | None:
    """What is asked; the other side learns only who decides, and in which step."""
    if s.over or s.side is None:
        return None
    step = s.step
    if s.side == CHANCE:
        text = "The dice decide."
    elif viewer in (s.side, "open"):
        text = step.prompt(s)
    else:
        text = waiting(s.side)
    return Prompt(side=s.side, text=text, rule=step.rule, step=step.name)


def view(s: Kiev, viewer: str) -> View:
    """1.6 Everything one side may know of the position."""
    mine = viewer in (s.side, "open") and not s.over
    handles = s.handles() if mine else []
    end = s.outcome()
    return View(
        side=viewer,
        banner=banner(s),
        prompt=prompt(s, viewer),
        pieces=pieces(s, viewer, {what for kind, what in handles if kind == "piece"}),
        places=places(s),
        tracks=tracks(s, viewer),
        effects=effects(s),
        handles=[s.click(h) for h in handles if h != BUTTON],
        buttons=s.show(BUTTON) if BUTTON in handles else [],
        aims=[TOPOLOGY.ids[what] for kind, what in handles if kind == "place" and isinstance(s.step, Combat)],
        result=end.result() if end and s.over else None,
        battle=under_way(s),
        goals=goals(s),
    )

"""What a side sees: counters, boxes, hands, tracks and what may be clicked."""

from __future__ import annotations

from functools import lru_cache

from rasputitsa.board.topology import bits
from rasputitsa.kernel.step import CHANCE
from rasputitsa.kernel.view import (
    Banner,
    Piece,
    PlaceState,
    Prompt,
    Result,
    Track,
    View,
)
from rasputitsa.kernel.words import waiting
from rasputitsa.titles.no_retreat import stacking, supply
from rasputitsa.titles.no_retreat.actions.events import Pass
from rasputitsa.titles.no_retreat.codes import (
    BOXES,
    DISORGANIZED,
    MOVED,
    OUT,
    SCORCHED,
    SHATTERED,
    SIDES,
    SKIES,
    TRACK,
    UNSUPPLIED,
    WAITING,
)
from rasputitsa.titles.no_retreat.combat import display, report
from rasputitsa.titles.no_retreat.combat.battles import Allocation
from rasputitsa.titles.no_retreat.deck import WHEN
from rasputitsa.titles.no_retreat.events import shown
from rasputitsa.titles.no_retreat.events.window import Window
from rasputitsa.titles.no_retreat.faces import face
from rasputitsa.titles.no_retreat.game import UNITS
from rasputitsa.titles.no_retreat.reminders import reminders
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import vps
from rasputitsa.titles.no_retreat.victory_screen import goals, screen

GROUND = ("", "mud", "ice", "ice")
"""13.1 What each weather makes of the map: rivers are frozen in snow."""

OPENING = {"GG": "when Greater Germany is invaded", "Oil": "when Ploesti falls", "Warsaw": "when Warsaw falls"}
"""13.5 What the units beside the turn track wait for; they come on the turn after it."""


def at(s: NoRetreatState, unit: int) -> str:
    """Where a counter is: a place id, or a box of its side."""
    place = s.place[unit]
    return s.game.place_id(place) if place >= 0 else f"box:{SIDES[s.game.side_of[unit]]}:{BOXES[place]}"


def pieces(s: NoRetreatState, acting: set[int]) -> list[Piece]:
    """The counters."""
    danger = {u for side in (0, 1) for u in supply.unsupplied_units(s, side)}
    order: dict[str, int] = {}
    out = []
    for unit, place in enumerate(s.place):
        if place == OUT:
            continue
        where, acts = at(s, unit), unit in acting
        height = order[where] = order.get(where, -1) + 1
        if place == TRACK:
            height = s.arrives[unit]
        waits = arrives(s, unit, acts) if place < 0 else ""
        out.append(_piece(unit, where, s.full[unit] != 0, marks(s, unit, unit in danger), acts, height, waits))
    return out


@lru_cache(maxsize=1 << 13)
def _piece(unit: int, where: str, full: bool, marked: tuple[str, ...], acts: bool, height: int, waits: str) -> Piece:
    """A counter as it is shown; if it looks as before it is the same object, for nobody changes what he is sent."""
    return Piece(
        id=unit,
        owner=UNITS[unit].side,
        at=where,
        face=face(unit, full),
        back=face(unit, not full) if UNITS[unit].reduced else None,
        marks=list(marked),
        acts=acts,
        order=height,
        arrives=waits,
    )


def arrives(s: NoRetreatState, unit: int, acts: bool) -> str:
    """7.7, 7.8, 13.5 When a unit comes that waits off the map: now, on a turn of the track, when something falls."""
    place = s.place[unit]
    if place not in (SHATTERED, TRACK, WAITING):
        return ""
    if acts:
        return "now"
    if place == TRACK:
        turn = max(s.arrives[unit], s.turn)
        return f"turn {turn}, {s.game.turns[turn].date}" if turn <= s.game.last_turn else "after the last turn"
    return OPENING.get(str(s.game.data[unit].arrival), "")


def marks(s: NoRetreatState, unit: int, danger: bool) -> tuple[str, ...]:
    """Markers on a counter; `in_danger` is a unit that could not trace supply now though it is not marked (S.5)."""
    if not (s.marks[unit] or danger or s.reserve == unit or s.local_support):
        return ()
    found = []
    if s.marks[unit] & UNSUPPLIED:
        found.append("unsupplied")
    elif danger:
        found.append("in_danger")
    if s.marks[unit] & DISORGANIZED:
        found.append("disorganized")
    if s.marks[unit] & MOVED and s.mover != unit:
        found.append("moved")
    if s.reserve == unit:
        found.append("reserve")
    if unit in s.local_support:
        found.append("support")
    return tuple(found)


def places(s: NoRetreatState) -> list[PlaceState]:
    game = s.game
    fed = [supply.supplied_cities(s, side) for side in (0, 1)]
    wanted = game.vp_hexes
    crowded = {
        place: "overstacked"
        for side in (0, 1)
        for place in bits(s.occupied[side])
        if stacking.overstacked(s, place, side)
    }
    flags: dict[int, list[str]] = {place: [mark] for place, mark in crowded.items()}
    for place in s.targets:
        flags.setdefault(place, []).append("target")
    for kind, place, _ in s.works:
        flags.setdefault(place, []).append("scorched" if kind == SCORCHED else "works")
    for place in (*s.blows, *s.next_blows):
        flags.setdefault(place, []).append("counterblow")
    halos, notes = display.halos(s), display.notes(s)
    return [
        _place_state(
            game.place_id(place),
            SIDES[0 if s.axis_held >> place & 1 else 1] if wanted >> place & 1 else "",
            tuple([SIDES[side] for side in (0, 1) if fed[side] >> place & 1]),
            tuple(flags.get(place, ())),
            halos.get(place, 0),
            notes.get(place, ""),
        )
        for place in sorted({*bits(wanted), *flags, *halos})
    ]


@lru_cache(maxsize=1 << 12)
def _place_state(
    place: str, control: str, supplied: tuple[str, ...], marked: tuple[str, ...], battle: int, note: str
) -> PlaceState:
    """A place as it is shown, the same object as before if nothing has changed."""
    return PlaceState(id=place, control=control, supplied=list(supplied), marks=list(marked), battle=battle, note=note)


def banner(s: NoRetreatState) -> Banner:
    game = s.game
    turn = game.turns[s.turn]
    phase = game.phases[s.phase]
    return Banner(
        turn=s.turn,
        last_turn=game.last_turn,
        date=turn.date,
        phase=f"{SIDES[phase.side]}-{phase.id}" if phase.side >= 0 else phase.id,
        active=SIDES[s.phasing],
        weather=SKIES[s.weather],
        ground=GROUND[s.weather],
        initiative=SIDES[s.initiative],
        tracks=[
            Track(id="vp", label="VP", value=str(vps(s, s.initiative)), side=SIDES[s.initiative], help="12.7"),
            Track(id="blitz", label="Blitz!", value=str(s.supports[0]), side="axis", help="10.6.2"),
            Track(id="shock", label="Shock!", value=str(s.supports[1]), side="soviet", help="10.6.2"),
        ],
    )


def view(s: NoRetreatState, side: str) -> View:
    asked = not s.over and s.side != CHANCE
    mine = asked and side == s.side
    handles = s.handles() if mine or (side == "open" and asked) else []
    acting = {what for kind, what in handles if kind == "piece"}
    cards = {what for kind, what in handles if kind == "card"}
    outcome = s.outcome()
    return View(
        side=side,
        banner=banner(s),
        prompt=_prompt(s, side),
        pieces=pieces(s, acting),
        places=places(s),
        hands=shown.hands(s, side, cards),
        tracks=screen(s),
        effects=[*reminders(s), *shown.in_force(s)],
        handles=[s.click(h) for h in handles if h[0] != "button"],
        buttons=[button for h in handles if h[0] == "button" for button in s.show(h)],
        lines=display.arrows(s),
        aims=display.aims(s) if handles else [],
        result=Result(winner=outcome.winner or "", reason=outcome.reason, rule=outcome.rule) if outcome else None,
        battle=report.under_way(s),
        goals=goals(s),
    )


def _prompt(s: NoRetreatState, viewer: str) -> Prompt | None:
    if s.over or s.side is None:
        return None
    step = s.step
    text = step.prompt(s) if viewer in (s.side, "open") or s.side == CHANCE else waiting(s.side)
    asked = Prompt(side=s.side, text=text, rule=step.rule, step=step.name, verb=step.verb)
    if isinstance(step, Window):
        moment = step.now(s)[0]
        asked.decline, asked.kind, asked.kind_label = str(Pass()), moment, f"events played {WHEN[moment]}"
    if isinstance(step, Allocation):
        single = step.single(s)
        if single:
            asked.single, asked.single_label = str(single), s.game.title.lexicon.words(single)
    return asked

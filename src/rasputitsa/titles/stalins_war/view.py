"""What a side sees: counters, markers, boxes, hands, tracks and what may be clicked."""

from __future__ import annotations

from functools import lru_cache

from rasputitsa.board.topology import bits
from rasputitsa.kernel.question import Question
from rasputitsa.kernel.step import BUTTON, CHANCE, Handle
from rasputitsa.kernel.view import (
    ActionView,
    Banner,
    Piece,
    PlaceState,
    Prompt,
    Result,
    View,
)
from rasputitsa.kernel.words import waiting
from rasputitsa.titles.stalins_war import hand_view, shown_marks, supply, track_view
from rasputitsa.titles.stalins_war.actions.combat import EndCards
from rasputitsa.titles.stalins_war.combat import forces, report
from rasputitsa.titles.stalins_war.combat.attacks import Designating
from rasputitsa.titles.stalins_war.combat.card_window import CardWindow
from rasputitsa.titles.stalins_war.components import TURNS, UNITS
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.faces import face
from rasputitsa.titles.stalins_war.mapboard import KEPT, PLACE_IDS
from rasputitsa.titles.stalins_war.roster import LCU, STEPS
from rasputitsa.titles.stalins_war.state import (
    ARRIVING,
    AXIS,
    BOXES,
    FORTRESS,
    OUT,
    POOL,
    SIDES,
    SOVIET,
    Position,
)

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


def where(s: Position, unit: int) -> str:
    place = s.place[unit]
    return PLACE_IDS[place] if place >= 0 else f"box:{UNITS[unit].side}:{BOXES[place]}"


def marks(s: Position, unit: int, danger: bool) -> tuple[str, ...]:
    bit = 1 << unit
    named = (
        (s.supply[unit] == OUT, "unsupplied"),
        (danger, "in_danger"),
        (s.supply[unit] == FORTRESS, "fortress_supply"),
        ((s.moved | s.strategic) & bit, "moved"),
        (s.attackers & bit, "attacks"),
        (s.fought & ~s.attackers & bit, "fought"),
        (s.retreated & bit, "retreated"),
        (s.exploited & bit, "exploited"),
    )
    return tuple([name for holds, name in named if holds])


def pieces(s: Position, acting: set[int]) -> list[Piece]:
    """The counters; most units have no marks at all."""
    out, order = [], dict[str, int]()
    danger = {unit for side in (AXIS, SOVIET) for unit in s.on_map(side) if supply.status(s, unit) == OUT}
    busy = s.moved | s.strategic | s.attackers | s.fought | s.retreated | s.exploited
    for unit, place in enumerate(s.place):
        if place == POOL:
            continue
        at = where(s, unit)
        height = order[at] = order.get(at, -1) + 1
        marked = marks(s, unit, unit in danger) if s.supply[unit] or unit in danger or busy >> unit & 1 else ()
        waits = "" if place >= 0 else arrives(s, unit)
        out.append(_piece(unit, at, s.lost[unit], marked, unit in acting, s.due[unit] or height, waits))
    return out


@lru_cache(maxsize=1 << 13)
def _piece(unit: int, at: str, lost: int, marked: tuple[str, ...], acts: bool, height: int, waits: str) -> Piece:
    """A counter as it is shown; if it looks as before it is the same object, for nobody changes what he is sent."""
    return Piece(
        id=unit,
        owner=UNITS[unit].side,
        at=at,
        face=face(unit, lost),
        back=face(unit, lost + 1) if lost + 1 < STEPS[unit] else None,
        marks=list(marked),
        acts=acts,
        order=height,
        arrives=waits,
        small=not LCU >> unit & 1,
    )


def arrives(s: Position, unit: int) -> str:
    """7.5.2, 13.3.8, 3.0.7 When a unit comes that waits off the map: now, or on the turn it is due."""
    due = s.due[unit]
    if s.place[unit] == ARRIVING:
        return "now"
    return f"turn {due}, {TURNS[due].name}" if 0 < due <= s.game.last_turn else "after the last turn" if due else ""


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
        *shown_marks.of_hexes(s),
    )
    flags: dict[int, list[str]] = {}
    for mask, name in markers:
        for place in bits(mask):
            flags.setdefault(place, []).append(name)
    return [
        _place_state(place, _control(s, place), tuple(flags.get(place, ()))) for place in sorted({*bits(KEPT), *flags})
    ]


def _control(s: Position, place: int) -> str:
    return SIDES[not s.axis_held >> place & 1] if KEPT >> place & 1 else ""


@lru_cache(maxsize=1 << 12)
def _place_state(place: int, control: str, marked: tuple[str, ...]) -> PlaceState:
    """A place as it is shown, the same object as before if nothing has changed."""
    return PlaceState(id=PLACE_IDS[place], control=control, marks=list(marked))


def lines(s: Position) -> list[list[str]]:
    """11.2.1 An arrow from each hex with attackers to the hex they attack."""
    if s.target < 0:
        return []
    return [["attack", PLACE_IDS[place], PLACE_IDS[s.target], "1"] for place in bits(forces.attack_hexes(s))]


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
        ground="mud" if s.round in turn.rasputitsa_rounds else "",
        tracks=track_view.in_the_banner(s, phase),
    )


def leading(s: Position) -> list[Handle]:
    """What may be clicked first and leads to an action: a unit that has moved, or cannot, is no longer marked."""
    step = s.step
    choices = step.answers if isinstance(step, Question) else (step,)
    return [
        handle
        for handle in s.handles()
        if handle[0] == "button" or any(True for choice in choices for _ in choice.of(s, handle))
    ]


def view(s: Position, side: str) -> View:
    asked = s.side == side or (side == "open" and s.side not in (None, CHANCE))
    handles = leading(s) if asked else []
    acting = {what for kind, what in handles if kind == "piece"}
    cards = {what for kind, what in handles if kind == "card"}
    outcome = s.outcome()
    return View(
        side=side,
        banner=banner(s),
        prompt=_prompt(s, side),
        pieces=pieces(s, acting),
        places=places(s),
        hands=hand_view.hands(s, side, cards),
        tracks=track_view.at_the_side(s),
        effects=track_view.effects(s),
        handles=[s.click(handle) for handle in handles if handle[0] != "button"],
        buttons=_buttons(s) if asked else [],
        lines=lines(s),
        aims=[PLACE_IDS[s.target]] if asked and isinstance(s.step, Designating) else [],
        result=Result(winner=outcome.winner or "", reason=outcome.reason, rule=outcome.rule) if outcome else None,
        battle=report.under_way(s),
        goals=track_view.goals(s),
    )


def _prompt(s: Position, viewer: str) -> Prompt | None:
    if not s.stack or s.side is None:
        return None
    step = s.step
    text = step.prompt(s) if viewer in (s.side, "open") or s.side == CHANCE else waiting(s.side)
    asked = Prompt(side=s.side, text=text, rule=step.rule, step=step.name, verb=step.verb)
    if isinstance(step, CardWindow):
        asked.decline, asked.kind, asked.kind_label = str(EndCards()), "combat-cards", "combat cards"
    return asked


def _buttons(s: Position) -> list[ActionView]:
    return s.show(BUTTON) if s.side != CHANCE else []

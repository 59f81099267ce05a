"""What every card does, laid beside it: `printed/cards.txt` says what its points give, when its event may be played,
and what the event asks and changes. `python -m tests.stalins_war.test_every_card` writes the sheet anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, banked, effects, hand, sequence
from rasputitsa.titles.stalins_war.action_round import AsEvent, ChooseAction, ForOps, ForRps
from rasputitsa.titles.stalins_war.actions.rounds import PlayEvent, PlayOps, PlayRp
from rasputitsa.titles.stalins_war.cards import owner
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER, TURNS
from rasputitsa.titles.stalins_war.effects import BANS, CARD_NUMBER, PERMISSIONS
from rasputitsa.titles.stalins_war.events import playing, scoring
from rasputitsa.titles.stalins_war.mapboard import BERLIN, PLACE_IDS, PLAYABLE, USIR
from rasputitsa.titles.stalins_war.roster import NAMES, N
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    BOXES,
    DISCARDED,
    DRAW,
    FACE_UP,
    GONE,
    HAND,
    OUT,
    POOL,
    RP_KINDS,
    SCOPES,
    SIDES,
    SOVIET,
    UNLIMITED,
    Position,
)
from tests.sheets import differences, write

from .events import STEPS
from .situation import chance, place, put, situation, unit

SHEET = Path(__file__).parent / "printed" / "cards.txt"
PILES = {DISCARDED: "discarded", GONE: "gone", FACE_UP: "face up"}
EVERY = mask_of(range(len(CARDS)))
COMMAND = 1 << CARD_NUMBER["axis-18"]
"""Played, so that no VP are lost for want of it."""
QUESTIONS = 12
"""So many questions of an event are answered."""


def cards() -> dict[str, str]:
    """Every card: its points, when its event may be played, and what it does."""
    return {CARDS[number].id: line(number) for number in range(len(CARDS))}


def line(card: int) -> str:
    parts = [points(card), *limits(card)]
    if "no event" not in parts:
        alone, after_others = deeds(card, COMMAND), deeds(card, EVERY)
        parts += [alone, *([f"else {after_others}"] if after_others != alone else []), *other_turns(card)]
    return "; ".join(parts)


# -- points and limits ----------------------------------------------------------------------------------------------


@cache
def ready(side: int) -> Position:
    """The side chooses its action, and all that any event asks for holds."""
    axis, soviet = {"9th Army": "2322"}, {"West Front": "2722"}
    s = situation(turn=10, round=3, side=SIDES[side], axis=axis, soviet=soviet, moment="nothing")
    s.push(ChooseAction)
    s.advanced_before, s.fought_before = 1 << unit("West Front"), 1 << unit("9th Army")
    s.axis_held |= 1 << USIR
    s.played = EVERY
    return s


def holding(card: int) -> Position:
    s = ready(owner(card)).copy()
    s.card[card] = HAND
    return s


def points(card: int) -> str:
    """Played for OPS, and for RPs."""
    s, t = holding(card), holding(card)
    ForOps().do(s, PlayOps(card))
    ForRps().do(t, PlayRp(card))
    return f"{SIDES[owner(card)]} {s.ops} OPS, {rps(t)}"


def rps(s: Position) -> str:
    return ", ".join(f"{halves / 2:g} {kind}" for halves, kind in zip(s.rp, RP_KINDS, strict=True) if halves)


def spans(numbers: Iterable[int]) -> str:
    """Turns in short: 1-3 5."""
    out: list[list[int]] = []
    for number in numbers:
        if out and out[-1][1] == number - 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return " ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in out)


def limits(card: int) -> list[str]:
    """When the event may be played, after which others, and what keeps it from being played."""
    s, turns, words = holding(card), [], set()
    for s.turn in TURNS:
        refusal = playing.playable(s, owner(card), card)
        if refusal is None:
            turns.append(s.turn)
        else:
            words.add(str(refusal).partition(" may be ")[2])
    if not turns:
        return ["no event"]
    s.turn = turns[-1]
    needed = []
    for other in range(len(CARDS)):
        s.played = EVERY & ~(1 << other)
        if _refused(s, card):
            needed.append(CARDS[other].id)
    s.played = EVERY
    out = [f"event on {spans(turns)} ({' '.join(words)})"] if words else ["event on any turn"]
    out += [f"after {' '.join(needed)}"] if needed else []
    hindered = [name for name, hinder in HINDRANCES.items() if _hindered(s, card, turns, hinder)]
    return out + ([f"not {', '.join(hindered)}"] if hindered else [])


def _refused(s: Position, card: int) -> bool:
    return AsEvent().why_not(s, PlayEvent(card)) is not None


def _hindered(s: Position, card: int, turns: list[int], hinder: Callable[[Position, list[int]], None]) -> bool:
    t = s.copy()
    hinder(t, turns)
    return _refused(t, card)


def _reinforced(s: Position, turns: list[int]) -> None:
    s.reinforcements = [9, 9]


def _rp_event(s: Position, turns: list[int]) -> None:
    s.rp_events = 1


def _first_round(s: Position, turns: list[int]) -> None:
    s.round = 1


def _mud(s: Position, turns: list[int]) -> None:
    s.turn = next((turn for turn in turns if turn in (5, 9, 13, 17)), s.turn)
    s.round = 2 if s.turn in (5, 9, 13, 17) else s.round


def _no_advance(s: Position, turns: list[int]) -> None:
    s.advanced_before = 1 << unit("9th Army")


def _no_attack(s: Position, turns: list[int]) -> None:
    s.fought_before = 1 << unit("West Front")


def _usir_lost(s: Position, turns: list[int]) -> None:
    s.axis_held &= ~(1 << USIR)


def _berlin_entered(s: Position, turns: list[int]) -> None:
    s.put(unit("1GC Corps"), BERLIN)


def _hungary_out(s: Position, turns: list[int]) -> None:
    s.surrendered = EVERY


HINDRANCES: dict[str, Callable[[Position, list[int]], None]] = {
    "after another Reinforcement card": _reinforced,
    "after another RP event": _rp_event,
    "in round 1": _first_round,
    "in mud": _mud,
    "if no Soviet unit advanced": _no_advance,
    "if no Axis unit attacked": _no_attack,
    "without the USIR": _usir_lost,
    "with Soviet units in Berlin": _berlin_entered,
    "without Hungary": _hungary_out,
}


# -- the event ------------------------------------------------------------------------------------------------------

PLACED = {
    "IT CSIR": "2322",
    "IT 8th Army": "2322",
    "6th Army": "2831",
    "17 Corps": "2831",
    "29 Corps": "2831",
    "43 Corps": "2831",
    "17th Army": "2231",
    "Maritime Army": "2332",
    "9th Army": "2422",
    "1SS Pz Corps": "1622 -1",
    "2SS Pz Corps": "1622 -1",
    "57 Pz Corps": "1622 -1",
    "56 Pz Corps": "1621 -1",
    "46 Pz Corps": "1621",
    "FHH Pz Corps": "other-fronts",
    "2 Corps": "other-fronts",
    "5 Corps": "other-fronts",
}
STARVED = ("6th Army", "17 Corps", "29 Corps", "43 Corps")
LURKING = ("2121", "2323", "1922", "2024")


@cache
def start(scenario: str) -> Position:
    """A full map, without the events that history had brought by then: many units are reduced, some stand where certain
    events want them, one army and three corps starve, partisans lurk, and everybody has attacked and advanced."""
    s = TITLE.new(scenario)
    assert isinstance(s, Position)
    chance(s)
    s.stack.clear()
    s.effects, s.allowed, s.banned = [], 0, 0
    s.round, s.banked[:] = 3, [2, 2]
    for name, where in PLACED.items():
        put(s, name, where)
    for side in (AXIS, SOVIET):
        for held in s.hand(side):
            s.card[held] = DISCARDED
    for number in bits(s.present[AXIS] & ~mask_of(map(unit, PLACED))):
        s.lost[number] += number % 3 > 0 and s.steps_left(number) > 1
    for name in STARVED:
        s.set_supply(unit(name), OUT)
    s.lurking = mask_of(place(at) for at in LURKING)
    s.axis_held |= mask_of(place(at) for at in ("2231", "1829", "2031"))
    s.advanced_before, s.fought_before = s.present[SOVIET], s.present[AXIS]
    s.memo.clear()
    return s


def before_play(card: int) -> Position:
    """A full map of about the right time; the units that the card brings are not in play yet."""
    late = CARDS[card].turns[1] >= 12
    s = start("zitadelle" if late else "blau").copy()
    for name in CARDS[card].units:
        s.put(NUMBER[name], POOL)
        s.lost[NUMBER[name]] = 0
    first, last = CARDS[card].turns
    s.turn, s.active, s.card[card] = min(max(first, 10 if late else 6), last), owner(card), HAND
    s.memo.clear()
    return s


def deeds(card: int, played: int) -> str:
    """The questions of an event with the number of answers, each answered with the first, and what has changed then."""
    s = before_play(card)
    s.played = played
    old = s.copy()
    s.push(ChooseAction)
    AsEvent().do(s, PlayEvent(card))
    s.settle()
    asked = [f"turn {s.turn}"]
    for _ in range(QUESTIONS):
        if not s.stack or s.step.name not in STEPS or s.side is None:
            break
        if s.side == CHANCE:
            s.apply(s.sample(random.Random(card)))
            continue
        legal = list(s.legal())
        asked.append(f"{s.step.prompt(s)} {len(legal)}: {legal[0]}")
        s.apply(legal[0])
    return " | ".join([*asked, *changes(old, s, card)])


def changes(old: Position, s: Position, card: int) -> list[str]:
    """What is otherwise than before the event."""
    out = [f"{PILES.get(s.card[card], 'elsewhere')}, {s.reinforcements[s.active]} R, {s.rp_events} RP events"]
    if s.stack and s.step.name == "Movement":
        zone = [PLACE_IDS[at] for at in bits(s.ops_zone & PLAYABLE)]
        where = "everywhere" if s.ops_zone == UNLIMITED else f"in {len(zone)} hexes, {zone[0]} to {zone[-1]}"
        out.append(f"{s.ops} OPS {where}, {'with' if s.stack[-2][-1] else 'no'} combat")
    out += [f"second card {s.again}"] * (s.again > 0)
    for number in range(N):
        if (old.place[number], old.lost[number], old.due[number]) != (s.place[number], s.lost[number], s.due[number]):
            at = PLACE_IDS[s.place[number]] if s.place[number] >= 0 else BOXES[s.place[number]]
            due = f" until {s.due[number]}" if s.due[number] else ""
            out.append(f"{NAMES[number]} in {at} -{s.lost[number]}{due}")
    out += [f"records {rps(s)}"] * any(s.rp)
    out += [f"bank {s.banked[0]} {s.banked[1]}"] * (s.banked != old.banked)
    out += [f"level {s.vp - old.vp}"] * (s.vp != old.vp)
    marked = {"Axis trenches": (s.trenches[AXIS], old.trenches[AXIS]), "Festungs": (s.festungs, old.festungs)}
    marked |= {"Soviet trenches": (s.trenches[SOVIET], old.trenches[SOVIET]), "fortress": (s.built, old.built)}
    marked |= {"partisans": (s.lurking, old.lurking)}
    for name, (new, was) in marked.items():
        if new != was:
            out.append(f"{name} {' '.join(PLACE_IDS[at] for at in bits(new))}")
    out += [f"{len(bits(s.raiders))} raiders"] * (s.raiders != 0)
    out += [f"{len(bits(s.seen))} cards seen"] * (s.seen != old.seen)
    out += [f"allowed: {what}" for what in PERMISSIONS if effects.allowed(s, what) and not effects.allowed(old, what)]
    out += [f"banned: {what}" for what in BANS if effects.banned(s, what) and not effects.banned(old, what)]
    return out + lasting(s) + hands(s) + levels(s)


def lasting(s: Position) -> list[str]:
    """When its effects end."""
    out, left = [], len(s.effects)
    t = s.copy()
    for scope in SCOPES:
        effects.end(t, scope)
        if len(t.effects) < left:
            out.append(f"{left - len(t.effects)} for this {scope}")
            left = len(t.effects)
    return out


def hands(s: Position) -> list[str]:
    """How hands and Banked OPS change, which card may be fetched, and when."""
    found: dict[str, list[int]] = {}
    t = s.copy()
    effects.allow(t, "banked-lend-lease")
    t.card[CARD_NUMBER["soviet-12"]] = DRAW
    for t.turn in range(1, 19):
        for side in (AXIS, SOVIET):
            more = hand.by_events(t, side)
            if more:
                found.setdefault(f"{SIDES[side]} hand {more:+} drawn", []).append(t.turn)
        if banked.convoy_sunk(t):
            found.setdefault("no convoy", []).append(t.turn)
        for card in hand.fetched(t):
            found.setdefault(f"{CARDS[card].id} may be taken", []).append(t.turn)
    return [f"{what} on {spans(turns)}" for what, turns in found.items()]


def levels(s: Position) -> list[str]:
    """The VP level after some Soviet rounds that moved and attacked nobody, and at the end of the turn."""
    t, found = s.copy(), []
    t.active, t.fought, t.attacked, t.moved = SOVIET, 0, 0, 1 << unit("West Front")
    for _ in range(4):
        scoring.end_of_round(t)
        found.append(t.vp - s.vp)
    for higher in (-1, 0, 1):
        t = s.copy()
        t.vp += higher
        sequence.vp_by_events(t)
        found.append(t.vp - s.vp - higher)
    return [f"levels {' '.join(map(str, found))}"] if any(found) else []


def other_turns(card: int) -> list[str]:
    """The OPS of the event on the turns when it may be played, if they are not always the same."""
    found: dict[int, list[int]] = {}
    for turn in TURNS:
        s = holding(card)
        s.turn, s.ops = turn, 0
        if playing.playable(s, owner(card), card) is None:
            playing.play(s, owner(card), card)
            found.setdefault(s.ops, []).append(turn)
    return [f"{ops} OPS on {spans(turns)}" for ops, turns in found.items()] if len(found) > 1 else []


# -- the test -------------------------------------------------------------------------------------------------------


@rule("7.3.1", "7.4.1", "7.5.1", "7.5.1a", "7.5.1c", "7.5.2", "7.5.2c", "7.6.1", "3.0")
def test_every_card_does_what_its_sheet_says() -> None:
    assert differences(cards(), SHEET) == []


if __name__ == "__main__":
    write(
        cards(), SHEET, "Points; when the event may be played; what it asks (how many answers: the one given) and does"
    )

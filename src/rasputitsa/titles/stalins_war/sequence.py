"""[6.0, 4.4] The sequence of play: turns, action rounds, phases A to E."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.stalins_war import (
    banked,
    effects,
    fate,
    replacements,
    strategic,
    supply,
    surrender,
    victory,
)
from rasputitsa.titles.stalins_war.action_round import ChooseAction
from rasputitsa.titles.stalins_war.actions.rounds import Abandon, Disband, EndTurn
from rasputitsa.titles.stalins_war.attrition import attrition
from rasputitsa.titles.stalins_war.cards import discard, spend_event
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.events import other_fronts, scoring
from rasputitsa.titles.stalins_war.hand import DrawPhase
from rasputitsa.titles.stalins_war.mapboard import PLACE_NAMES
from rasputitsa.titles.stalins_war.replacements import HALVES, AutomaticPoints, Replacements
from rasputitsa.titles.stalins_war.state import (
    ALL_ROUND,
    AXIS,
    FACE_UP,
    IN_COMBAT,
    NO_ACTION,
    SIDES,
    SOVIET,
    SU,
    Position,
)

LAST_TURN: Final = 18


# -- an action round ------------------------------------------------------------------------------------------------


class ActionRound(Step[Position]):
    """7.2.1, 4.4.1.1 The action round of a side: its supply is found, it takes one action. Frame: the next part."""

    rule = "7.2.1"

    def advance(self, s: Position) -> None:
        part = s.frame[1]
        if part == 0:
            s.goto(1)
            begin_round(s)
        elif part == 1 or s.again:
            s.goto(2)
            s.again = 0
            s.push(ChooseAction)
        else:
            s.pop()
            end_round(s)


def begin_round(s: Position) -> None:
    """7.2.4, 13.1.1 The supply of the active side is found; nothing has been done in the round yet."""
    s.kind = NO_ACTION
    s.moved = s.strategic = s.arrived = s.fought = s.advanced = s.exploited = s.retreated = 0
    s.combat = s.blitz = s.guderian = s.attacked = s.attacked_twice = s.vacated = s.digging = s.deep = s.used = 0
    s.pairs, s.answered = [], 0
    strategic.forget_voyages(s, s.active, "round")
    supply.check(s, s.active)


def end_round(s: Position) -> None:
    """6.0.1, 4.4.5 What lasts for the round ends; in the last round of a turn attrition follows (6.0 B)."""
    if s.game.profile.supply_at_round_end:
        supply.check_again(s, s.active)
    s.before[s.active] = s.kind
    s.fought_before, s.advanced_before = s.fought, s.advanced
    if ALL_ROUND in s.card:
        for side in (AXIS, SOVIET):
            for card in s.cards_in(ALL_ROUND, side):
                spend_event(s, card)
    scoring.end_of_round(s)
    effects.end(s, "round")
    if s.active == SOVIET:
        effects.end(s, "next-soviet-round")
        victory.end_of_soviet_round(s)
    if s.round == TURNS[s.turn].rounds:
        attrition(s, s.active)


# -- the turn -------------------------------------------------------------------------------------------------------


def start(s: Position) -> None:
    """18.2.1, 18.3.3 Banked OPS arrive; units come back from the turn track (13.3.8) and from other fronts
    (3.0.7)."""
    s.round = 1
    s.before = [NO_ACTION, NO_ACTION]
    s.rp_cards, s.reinforcements, s.rp_events, s.partisan_ops = [0, 0], [0, 0], 0, 0
    for side in (AXIS, SOVIET):
        strategic.forget_voyages(s, side, "turn")
    fate.return_from_track(s)
    banked.receive(s)
    other_fronts.returning(s)
    s.say("6.0", "Turn {}: {}", s.turn, TURNS[s.turn].name)


def action_phase(s: Position) -> None:
    """6.0 A Rounds, in each of them first the Axis, then the Soviets (7.2.2)."""
    s.push(ActionPhase, AXIS)


class ActionPhase(Step[Position]):
    """6.0, 4.4.1, 7.2.1, 7.2.2, 7.2.3 The players alternate until each has had all his rounds. Frame: the side
    that is next."""

    rule = "6.0"

    def advance(self, s: Position) -> None:
        s.active = s.frame[1]
        if s.round > TURNS[s.turn].rounds:
            s.pop()
            return
        s.goto(1 - s.active)
        if s.active == SOVIET:
            s.push(NextRound)
        s.push(ActionRound, 0)


class NextRound(Step[Position]):
    """7.2.3 After the Soviet action the next round begins."""

    rule = "7.2.3"

    def advance(self, s: Position) -> None:
        s.round += 1
        s.pop()


def soviet_replacements(s: Position) -> None:
    """6.0.2, 4.5.2, 4.5.2.1 The Soviet segment first, with the automatic RPs."""
    s.rp[SU] += HALVES * replacements.automatic(s, SOVIET)
    s.push(Replacements, SOVIET)


def axis_replacements(s: Position) -> None:
    replacements.end(s, SOVIET)
    s.push(Replacements, AXIS)
    s.push(AutomaticPoints, replacements.automatic(s, AXIS))


def draw_phase(s: Position) -> None:
    """7.5.5d, 6.0 Draw Strategy Card Phase; combat cards lying face up are discarded first."""
    replacements.end(s, AXIS)
    for side in (AXIS, SOVIET):
        for where in (FACE_UP, IN_COMBAT):
            for card in s.cards_in(where, side):
                discard(s, card)
    s.push(DrawPhase, 0)


def after_action_phase(s: Position) -> None:
    """5.1.4, 5.1.4.1 The campaign ends with the Action Phase of turn 18 (SW-69)."""
    if s.turn == LAST_TURN:
        victory.end_of_the_war(s)


def end_of_turn(s: Position) -> None:
    """6.0 E, SW-12 VP losses by events, surrenders, victory; then trenches and partisans may be taken off."""
    vp_by_events(s)
    surrender.end_of_turn(s)
    victory.end_of_turn(s)
    s.push(Cleaning, SOVIET)
    s.push(Cleaning, AXIS)


def vp_by_events(s: Position) -> None:
    """24.0.1 VP -1 at the end of each Spring and Summer turn until Hitler Takes Command has been played; SW-12 then
    what other events give or take."""
    if TURNS[s.turn].htc_vp_loss and not effects.played(s, "axis-18"):
        s.raise_vp(-1, "24.0")
    scoring.end_of_turn(s)


def next_turn(s: Position) -> None:
    """6.0.4, 18.1.2 Banked OPS are lost, effects of the turn end, and the turn marker moves on."""
    banked.lose(s)
    effects.end(s, "turn")
    if s.raiders:
        s.raiders = 0
        s.forget_zones(SOVIET)
    s.turn += 1
    s.goto(0)


PARTS: Final[tuple[Callable[[Position], None], ...]] = (
    start,
    action_phase,
    after_action_phase,
    soviet_replacements,
    axis_replacements,
    draw_phase,
    end_of_turn,
    next_turn,
)


class Turn(Step[Position]):
    """6.0 A turn, phase by phase. Frame: the next part."""

    rule = "6.0"

    def advance(self, s: Position) -> None:
        part = s.frame[1]
        s.goto(part + 1)
        PARTS[part](s)


# -- the end of a turn ----------------------------------------------------------------------------------------------


class AbandonTrench(Choice[Position]):
    """6.0 E, 10.3.2 A side may take its trenches off the map."""

    action = Abandon
    rule = "10.3.2"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", at) for at in bits(s.trenches[s.frame[1]])]

    def of(self, s: Position, handle: Handle) -> Iterable[Abandon]:
        action = Abandon(handle[1])
        return (action,) if handle[0] == "place" and self.why_not(s, action) is None else ()

    def why_not(self, s: Position, action: Abandon) -> Refusal | None:
        if s.trenches[s.frame[1]] >> action.at & 1:
            return None
        return Refusal("10.3.2", f"You have no trench in {PLACE_NAMES[action.at]}.")

    def do(self, s: Position, action: Abandon) -> None:
        s.trenches[s.frame[1]] &= ~(1 << action.at)


class DisbandPartisans(Choice[Position]):
    """16.1.5 The Soviet player may take Inactive Partisans off."""

    action = Disband
    rule = "16.1.5"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", at) for at in bits(s.lurking)] if s.frame[1] == SOVIET else ()

    def of(self, s: Position, handle: Handle) -> Iterable[Disband]:
        action = Disband(handle[1])
        return (action,) if handle[0] == "place" and self.why_not(s, action) is None else ()

    def why_not(self, s: Position, action: Disband) -> Refusal | None:
        if s.frame[1] == SOVIET and s.lurking >> action.at & 1:
            return None
        return Refusal("16.1.5", f"There are no Inactive Partisans of yours in {PLACE_NAMES[action.at]}.")

    def do(self, s: Position, action: Disband) -> None:
        s.lurking &= ~(1 << action.at)


class LeaveRest(Choice[Position]):
    action = EndTurn
    label = "Leave the rest on the map"

    def do(self, s: Position, action: EndTurn) -> None:
        s.pop()


class Cleaning(Question[Position]):
    """6.0.4 Trenches, and for the Soviets Inactive Partisans, may be taken off; the Axis first. Frame: the side."""

    rule = "6.0"
    choices = (AbandonTrench, DisbandPartisans, LeaveRest)

    def side(self, s: Position) -> str | None:
        side = s.frame[1]
        return SIDES[side] if s.trenches[side] or (side == SOVIET and s.lurking) else None

    def prompt(self, s: Position) -> str:
        return "Take off any of your trenches."


STEPS = (Turn, ActionPhase, ActionRound, NextRound, Cleaning)

"""Candidates for events: what a card would do is tried on a copy, and it is played when that is worth the card."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.kernel import CHANCE, Action
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.no_retreat.actions.events import Pass, Wait
from rasputitsa.titles.no_retreat.brain import cards
from rasputitsa.titles.no_retreat.brain.core import BRAIN
from rasputitsa.titles.no_retreat.brain.evaluation import evaluate, quick
from rasputitsa.titles.no_retreat.brain.sense import NRMind
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.window import BothWindow, EventWindow, asked
from rasputitsa.titles.no_retreat.movement import MovementPhase
from rasputitsa.titles.no_retreat.organization.flip import FlipStep
from rasputitsa.titles.no_retreat.organization.placement import PlacementStep
from rasputitsa.titles.no_retreat.organization.reorganization import ReorganizationStep
from rasputitsa.titles.no_retreat.state import NoRetreatState

PATIENCE = 12
"""The most questions that are answered when an event is tried."""
IN_PHASES = 20.0
"""In phases of many deeds an event that pays comes before the others."""


@BRAIN.candidate(EventWindow, BothWindow)
def play_at_its_moment(mind: NRMind) -> Iterator[Proposal]:
    """In a window: the event that gains most, or none."""
    s = mind.s
    moment, side = asked(s).now(s)
    yield Proposal(0.0, Pass(), "no card is worth it now")
    yield from events(mind, moment, side)
    if s.why_not(Wait()) is None and any(p.score > 0 for p in events(mind, moment, side)):
        yield Proposal(-1.0, Wait(), "let him go first")


@BRAIN.candidate(FlipStep, PlacementStep, ReorganizationStep, MovementPhase)
def play_in_the_phase(mind: NRMind) -> Iterator[Proposal]:
    """During a phase: events that pay are played first."""
    s = mind.s
    for proposal in events(mind, *asked(s).now(s)):
        if proposal.score > 0:
            yield proposal._replace(score=IN_PHASES + proposal.score)


def events(mind: NRMind, moment: str, side: int) -> list[Proposal]:
    """The events that could be played, with what they gain beyond the card."""
    s, w = mind.s, mind.w
    found = play.playable(s, side, moment)
    if not found:
        return []
    before = quick(s, side, w)
    out = []
    for event, card in found:
        action = play.play_with(s, side, event, card)
        gain = tried(s, side, action, mind) - before + w["hidden"] * cards.hidden_worth(event)
        price = w["patience"] * max(0.0, cards.worth_of(s, card, side))
        if cards.surplus(s, side):
            price *= w["surplus"]
        price -= w["card"]
        out.append(Proposal(gain - price - w["event"], action, "{} pays here", (EVENTS[event].name,)))
    return out


def tried(s: NoRetreatState, side: int, action: Action, mind: NRMind) -> float:
    """The position after an event, nobody reacting, and further choices made at first sight."""
    after = s.copy()
    depth = len(after.stack)
    after.apply(action)
    for _ in range(PATIENCE):
        if after.over or len(after.stack) <= depth:
            break
        if after.side == CHANCE:
            after.apply(after.sample(mind.rng))
        elif after.why_not(Pass()) is None:
            after.apply(Pass())
        else:
            after.apply(_at_first_sight(after, mind))
    return quick(after, side, mind.w)


def _at_first_sight(s: NoRetreatState, mind: NRMind) -> Action:
    """The choice after which the position looks best, without looking ahead."""
    actions = s.legal()[:10]
    if len(actions) == 1:
        return actions[0]
    side = 0 if s.side == "axis" else 1

    def look(action: Action) -> float:
        after = s.copy()
        after.apply(action)
        return quick(after, side, mind.w)

    return max(actions, key=look)


def look_at_each(mind: NRMind) -> Iterator[Proposal]:
    """Whatever else is asked: play every answer on a copy and judge what comes of it."""
    s, w, side = mind.s, mind.w, mind.me
    actions = s.legal()
    judge = quick if len(actions) > MANY else evaluate
    for action in actions:
        after = s.copy()
        after.apply(action)
        yield Proposal(judge(after, side, w), action, "the best outlook")


MANY = 12
"""More answers than this are judged quickly."""
BRAIN.default = look_at_each

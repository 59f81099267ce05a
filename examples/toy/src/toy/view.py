"""What a side sees: everything but the enemy's card."""

from __future__ import annotations

from rasputitsa.kernel import BUTTON, SIDES
from rasputitsa.kernel.view import Banner, CardView, Face, Hand, Piece, Prompt, Result, View
from toy.board import REMOVED
from toy.components import OFF, OWNER, PIECES, PLACES
from toy.state import ToyState


def view(s: ToyState, side: str) -> View:
    asked = s.side == side
    return View(
        side=side,
        banner=banner(s),
        prompt=None if s.over else Prompt(side=s.side or "", text=s.step.prompt(s), rule=s.step.rule, step=s.step.name),
        pieces=[_piece(s, unit) for unit in range(len(PIECES))],
        places=[],
        hands=[_hand(owner, card, side) for owner, card in zip(SIDES, s.hand, strict=True)],
        handles=[s.click(handle) for handle in s.handles() if handle != BUTTON] if asked else [],
        buttons=s.show(BUTTON) if asked else [],
        result=_result(s),
    )


def banner(s: ToyState) -> Banner:
    last = s.game.start.last_turn
    return Banner(turn=min(s.turn, last), last_turn=last, date=f"Day {s.turn}", phase="turn")


def _piece(s: ToyState, unit: int) -> Piece:
    at = REMOVED if s.at[unit] == OFF else PLACES[s.at[unit]]
    return Piece(id=unit, owner=SIDES[OWNER[unit]], at=at, face=Face(symbol="infantry", name=PIECES[unit]))


def _hand(owner: str, card: int, viewer: str) -> Hand:
    if card == OFF:
        return Hand(side=owner, count=0)
    return Hand(side=owner, count=1, cards=[CardView(id=card)] if viewer in (owner, "open") else None)


def _result(s: ToyState) -> Result | None:
    outcome = s.outcome()
    return Result(winner=outcome.winner or "", reason=outcome.reason, rule=outcome.rule) if outcome else None

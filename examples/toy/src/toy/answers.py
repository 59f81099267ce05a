"""The answers to `ask`: odds, supply, reach, and what a click would have meant."""

from __future__ import annotations

from rasputitsa.kernel import Action, AskOdds, Invalid, Reach, Supply
from rasputitsa.kernel.errors import unknown
from rasputitsa.kernel.view import Odds
from toy.actions import LEXICON, Move
from toy.battle import FACES, defender_falls
from toy.components import FORWARD, OWNER, PIECES, PLACES
from toy.movement import places_for
from toy.state import ToyState


def odds(s: ToyState, asked: AskOdds) -> Odds:
    """T.6 The die before any card: whose card it is, only its owner knows."""
    if len(asked.attackers) != 1 or len(asked.targets) != 1:
        raise Invalid("a battle is one piece against one place")
    unit, place = _unit(asked.attackers[0]), _place(asked.targets[0])
    if place not in places_for(s, unit) or not s.standing(place, 1 - OWNER[unit]):
        raise Invalid(f"{PIECES[unit]} cannot attack {PLACES[place]}")
    hits = sum(defender_falls(face, 0, s.game.profile.to_hit) for face in FACES) / len(FACES)
    return Odds(attack=1, defend=1, results={"defender removed": hits, "attacker removed": 1 - hits})


def supply() -> Supply:
    """There is no supply here: all is always well."""
    return Supply(sources=[], supplied=list(PLACES), pieces_out=[])


def reach(s: ToyState, piece: int) -> Reach:
    unit = _unit(piece)
    return Reach(costs={PLACES[to]: abs(to - s.at[unit]) for to in places_for(s, unit)})


def taking(s: ToyState, piece: int, place: str) -> Action:
    """Taking a piece to a place is a move; acting with it at all is a move forward."""
    unit = _unit(piece)
    frm = max(0, s.at[unit])
    to = _place(place) if place else min(max(0, frm + FORWARD[OWNER[unit]]), len(PLACES) - 1)
    return Move(unit, frm, to)


def _unit(piece: int) -> int:
    if not 0 <= piece < len(PIECES):
        raise Invalid(f"unknown piece {piece}")
    return piece


def _place(name: str) -> int:
    if name not in PLACES:
        raise unknown("place", name, PLACES)
    return LEXICON.names["place"].find(name)

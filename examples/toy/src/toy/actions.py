"""Every action, and how it is written."""

from __future__ import annotations

from rasputitsa.kernel import Action, Lexicon, Names
from toy.components import CARDS, PIECES, PLACES


class Move(Action, frozen=True):
    form = "{unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class Stay(Action, frozen=True):
    form = "stay"


class Play(Action, frozen=True):
    form = "play {card:card}"
    card: int


class Decline(Action, frozen=True):
    form = "no card"


class Deal(Action, frozen=True):
    form = "deal {card:card} to {who:word}"
    card: int
    who: str


class Die(Action, frozen=True):
    form = "die {face:int}"
    face: int


LEXICON = Lexicon(
    [Move, Stay, Play, Decline, Deal, Die],
    {"piece": Names("piece", PIECES), "place": Names("place", PLACES), "card": Names("card", CARDS)},
)

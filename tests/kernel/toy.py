"""The sample title of examples/toy under the names that tests use."""

from toy.actions import Deal, Decline, Die, Move, Play, Stay
from toy.battle import React, Roll
from toy.components import CARDS, OFF, PIECES, PLACES
from toy.movement import Turn
from toy.state import ToyState
from toy.title import TITLE as TOY

__all__ = ["CARDS", "OFF", "PIECES", "PLACES", "TOY", "Deal", "Decline", "Die", "Move", "Play", "React", "Roll"]
__all__ += ["Stay", "ToyState", "Turn"]

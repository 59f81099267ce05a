"""How the computer plays the toy: a brain and two candidates (docs/players.md)."""

from toy.brain import candidates
from toy.brain.core import BRAIN

__all__ = ["BRAIN", "candidates"]

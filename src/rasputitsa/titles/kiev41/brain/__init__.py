"""How the computer plays Kiev '41: candidates for every question, scored by weights in data/players.

They read the faces of their side's blocks and the backs of the enemy's: what is hidden is taken for average (sense.py).
`impulses` and `headquarters` choose what an impulse is, `orders` commands blocks, `fighting` supports and fights,
`rear` plays the Logistics Phase; `staff`, `positions` and `plan` work out what blocks could do, `prospects` judges
positions for the general.
"""

from rasputitsa.titles.kiev41.brain import fighting, impulses, orders, rear
from rasputitsa.titles.kiev41.brain.core import BRAIN

__all__ = ["BRAIN", "fighting", "impulses", "orders", "rear"]

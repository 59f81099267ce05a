"""How the computer plays No Retreat!: see `players.brain` for the manner of it.

`worth` and `cards` say what things are worth, `battles` what an attack is, `outlook` what the enemy could do;
`attacks` and `moving` make plans; `fighting`, `organizing` and `playing` are the candidates; `evaluation` judges
positions for the general.
"""

from rasputitsa.titles.no_retreat.brain import fighting, organizing, playing
from rasputitsa.titles.no_retreat.brain.core import BRAIN

__all__ = ["BRAIN", "fighting", "organizing", "playing"]

"""How the computer plays Stalin's War: candidates for every question, scored by weights in data/players.

`cards` chooses what a round is for, `moving` gives the orders of an OPS round, `fighting` attacks, takes losses,
retreats, advances and exploits, `rear` replaces, places and answers events. `sense` knows what hexes are worth, `posts`
where a unit stands well, `battles` what an attack promises.
"""

from rasputitsa.titles.stalins_war.brain import cards, fighting, moving, rear
from rasputitsa.titles.stalins_war.brain.core import BRAIN

__all__ = ["BRAIN", "cards", "fighting", "moving", "rear"]

"""Rasputitsa: Eastern Front board wargames with every rule enforced.

>>> import rasputitsa as rp
>>> state = rp.title("no-retreat").new("barbarossa", edition="board")
>>> drawn = rp.run_chance(state, rp.Dice("mud"))
>>> state.side
'axis'
"""

import rasputitsa.titles  # noqa: F401 - first, so that the package of that name does not hide the function later
from rasputitsa.kernel import CHANCE, Dice, Illegal, Invalid, Record, State, Title, run_chance, title, titles

__all__ = ["CHANCE", "Dice", "Illegal", "Invalid", "Record", "State", "Title", "run_chance", "title", "titles"]
__version__ = "0.1.0"

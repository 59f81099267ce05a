"""Write the sheets anew."""

from . import write
from .counters import counters
from .hexes import hexes
from .openings import openings, turns

write(counters(), "counters", "Attack-defense-movement of each step, * never rebuilt; points for a step; powers")
write(
    hexes(),
    "hexes",
    "To each neighbour: MPs/of mountain troops, shift, r rail, x no blitz, v Volga; defence",
)
write(openings(), "openings", "Who stands where when a scenario begins, with steps lost; the cards, and all the rest")
write(turns(), "turns", "Limits of cards, trains, mud, what happens by itself, what is looked at in the end")

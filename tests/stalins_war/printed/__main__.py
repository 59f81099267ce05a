"""Write the sheets anew."""

from pathlib import Path

from tests.sheets import write

from .counters import counters
from .hexes import hexes
from .openings import openings, turns

HERE = Path(__file__).parent

write(counters(), HERE / "counters.txt", "Attack-defense-movement of each step, * never rebuilt; points; powers")
write(
    hexes(),
    HERE / "hexes.txt",
    "To each neighbour: MPs/of mountain troops, shift, r rail, x no blitz; defence",
)
write(openings(), HERE / "openings.txt", "Who stands where when a scenario begins, with steps lost; cards; the rest")
write(turns(), HERE / "turns.txt", "Limits of cards, trains, mud, what happens by itself, what wins in the end")

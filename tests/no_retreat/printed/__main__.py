"""Write the sheets anew."""

from pathlib import Path

from tests.sheets import write

from .counters import counters
from .hexes import hexes
from .openings import openings, turns

HERE = Path(__file__).parent

write(
    counters(),
    HERE / "counters.txt",
    "Strength-movement in clear/mud/snow/long winter-unsupplied; career",
)
write(hexes(), HERE / "hexes.txt", "To each neighbour: MPs of others/armor, kind of side, z zones, w e trains; defence")
write(openings(), HERE / "openings.txt", "Who stands where when a scenario begins, * full side; the rest")
write(
    turns(),
    HERE / "turns.txt",
    "Weather, supports, sudden death, objectives, draws, who leaves, effects",
)

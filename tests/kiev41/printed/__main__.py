"""Write the sheets anew."""

from pathlib import Path

from tests.sheets import write

from .areas import areas
from .blocks import blocks
from .openings import openings

HERE = Path(__file__).parent

write(blocks(), HERE / "blocks.txt", "Steps, fire, points and areas reached in each weather; kinds; command; entry")
write(areas(), HERE / "areas.txt", "MPs in each weather, stacking, shelter; neighbours, r river, s strait; what it is")
write(openings(), HERE / "openings.txt", "What stands where, what is drawn and from which blocks, what waits")

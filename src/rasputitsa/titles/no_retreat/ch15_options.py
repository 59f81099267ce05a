"""[15.0] Optional rules: the modules of the chapter, each read where its rule differs.

15.4 (no variable weather) is the switch `variable_weather`, 15.5 a step of the Reorganization Step, 15.7 (the Joker) a
card among the events; digital X.7 and X.8 are the switches `go_on`, `*_draw` and `*_die`.
"""

from __future__ import annotations

from rasputitsa.titles.no_retreat import ch15a_units as units
from rasputitsa.titles.no_retreat import ch15b_markers as markers
from rasputitsa.titles.no_retreat import ch15c_stakes as stakes

STEPS = (*units.STEPS, *markers.STEPS, *stakes.STEPS)
ACTIONS = (*units.ACTIONS, *markers.ACTIONS, *stakes.ACTIONS)

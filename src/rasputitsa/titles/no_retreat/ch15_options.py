"""[15.0] Optional rules: what each module of the chapter brings into the game."""

from __future__ import annotations

from rasputitsa.titles.no_retreat import ch15a_units as units

STEPS = (*units.STEPS,)
ACTIONS = (*units.ACTIONS,)

"""The list of scenarios, from which a new game is chosen, promises what the game then is."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE


@rule("3.0", "12.6")
def test_the_list_of_scenarios_says_how_long_each_is():
    for scenario in TITLE.scenarios:
        s = TITLE.setup(TITLE.prepare(scenario.name, "board", {}))
        assert (scenario.first_turn, scenario.last_turn) == (s.turn, s.game.last_turn)

"""[12.7] The promise of a great offensive is reckoned up at the end of the Combat Phase."""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.codes import OFFENSIVE
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import score


class OffensiveEnds(Step[NoRetreatState]):
    """12.7 Whoever promised a great offensive and did not attack enough Target Hexes (Counterblow hexes do not count)
    loses VPs."""

    rule = "12.7"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        attacked = sum(s.struck >> hex_ & 1 for hex_ in s.targets)
        for kind, side, _, *promise in s.effects:
            if kind == OFFENSIVE and side == s.phasing and attacked < promise[0]:
                score(
                    s, 1 - side, promise[1], "12.7", f"too few hexes were attacked in the great offensive: {attacked}"
                )


STEPS = (OffensiveEnds,)

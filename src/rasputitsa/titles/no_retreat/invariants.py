"""What must hold in every position, for the conformance suite."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.no_retreat.codes import AXIS, BOXES, SIDES, SOVIET
from rasputitsa.titles.no_retreat.state import NoRetreatState


def check(s: NoRetreatState) -> list[str]:
    """Invariants: derived sets agree with the counters, everything is somewhere exactly once."""
    problems = []
    game = s.game
    for side in (AXIS, SOVIET):
        places = 0
        for u in s.on_map(side):
            places |= 1 << s.place[u]
        if places != s.occupied[side]:
            problems.append(f"occupied[{SIDES[side]}] does not agree with the counters")
        zoc = s.zoc[side]
        s.rezone(side)
        if zoc != s.zoc[side]:
            problems.append(f"zoc[{SIDES[side]}] does not agree with the counters")
    both = s.occupied[AXIS] & s.occupied[SOVIET]
    problems += [f"both sides in {game.place_id(p)}" for p in bits(both)]
    problems += [
        f"{game.names[u]} is on no playable place"
        for u in game.units
        if s.place[u] >= 0 and not game.playable >> s.place[u] & 1
    ]
    problems += [
        f"{game.names[u]} is in an unknown box" for u in game.units if s.place[u] < 0 and s.place[u] not in BOXES
    ]
    if s.axis_held & ~game.vp_hexes:
        problems.append("control of a place that nobody can control")
    if not -game.event_limit <= s.event_vp <= game.event_limit:
        problems.append("the event VPs are beyond their limit")
    return problems

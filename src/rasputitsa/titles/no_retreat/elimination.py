"""[10.7.1] What becomes of a unit that leaves the map: the boxes, the turn track, or out of the game for good.

Combat, supply, overstacking and events all come here, so that each counter's own instructions are followed once and the
same way.
"""

from __future__ import annotations

from rasputitsa.titles.no_retreat.codes import DESTROYED, REMOVED, SHATTERED, SOVIET, SURRENDERED, TRACK, UNSUPPLIED
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import score


def eliminate(s: NoRetreatState, unit: int, box: int | None = None) -> None:
    """10.7.1, 6.5.4.3, 11.1.2, digital L.3.2 A unit is eliminated: to the Destroyed Units Box, or to the Surrendered
    one if it was Unsupplied, unless its counter says otherwise. `box` overrules the marker (8.4.3 always Destroyed,
    11.1 always Surrendered)."""
    data = s.game.data[unit]
    if box is None:
        box = SURRENDERED if s.marks[unit] & UNSUPPLIED else DESTROYED
    if data.eliminated == "removed":
        remove(s, unit)
    elif data.eliminated == "returns":
        exile(s, unit)
    elif box == SURRENDERED and s.game.two_sided[unit]:
        surrender(s, unit)
    else:
        s.say("10.7.1", "{} is destroyed", s.game.names[unit], at=_at(s, unit))
        s.send(unit, DESTROYED)
    if "hitler" in data.traits:
        s.win(SOVIET, "the Berlin Garrison is eliminated", "12.5")


def surrender(s: NoRetreatState, unit: int) -> None:
    """12.7, 7.2.2, 7.2.2.1, 7.2.2.2 A two-sided counter goes to the Surrendered Units Box on the side it shows, and the
    enemy scores."""
    s.say("10.7.1", "{} surrenders", s.game.names[unit], at=_at(s, unit))
    s.send(unit, SURRENDERED)
    enemy = 1 - s.game.side_of[unit]
    score(s, enemy, s.game.tables.victory.surrender, "12.7", f"{s.game.names[unit]} has surrendered")


def exile(s: NoRetreatState, unit: int) -> None:
    """14.2, 14.9.3, 14.10, 10.7.1.2, 14.9.3.1, digital L.3.1 digital L.3 To the turn track, to come back as a free
    reinforcement as its counter says: Germany's allies, cadres and the Luftwaffe never surrender. A side's cadres come
    back one a turn at most."""
    due = s.turn + (s.game.data[unit].returns or 0)
    if s.game.cadre[unit]:
        taken = {s.arrives[u] for u in s.in_box(TRACK, s.game.side_of[unit]) if s.game.cadre[u]}
        while due in taken:
            due += 1
    s.say("14.9.3", "{} will be back on turn {}", s.game.names[unit], due, at=_at(s, unit))
    s.send(unit, TRACK)
    s.arrives[unit] = due


def shatter(s: NoRetreatState, unit: int) -> None:
    """10.7.6, 14.9.3, digital V02.2 A shattered unit goes to the Shattered Units Box, a cadre to the turn track
    (digital U.3: so in 1.1; in 0.2 a cadre shatters like any other unit)."""
    if s.game.cadre[unit] and s.game.profile.shattered_cadre_dies:
        exile(s, unit)
        return
    s.say("10.7.6", "{} is shattered", s.game.names[unit], at=_at(s, unit))
    s.send(unit, SHATTERED)


def remove(s: NoRetreatState, unit: int) -> None:
    """14.1 A unit leaves the game for good."""
    s.say("14.1", "{} is out of the game", s.game.names[unit], at=_at(s, unit))
    s.send(unit, REMOVED)


def _at(s: NoRetreatState, unit: int) -> list[str]:
    return [s.game.place_id(s.place[unit])] if s.place[unit] >= 0 else []

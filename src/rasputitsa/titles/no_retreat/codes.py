"""The small numbers that a position is written in: sides, boxes, marks, weather, markers, lasting effects, cards."""

from __future__ import annotations

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")

# Where a counter is when it is not on the map (a place is 0 or more).
OUT, SHATTERED, DESTROYED, SURRENDERED, RAIL, CADRES, REMOVED, TRACK, WAITING = -1, -2, -3, -4, -5, -6, -7, -8, -9
BOXES = {
    OUT: "out",
    SHATTERED: "shattered",
    DESTROYED: "destroyed",
    SURRENDERED: "surrendered",
    RAIL: "rail",
    CADRES: "cadres",
    REMOVED: "removed",
    TRACK: "track",
    WAITING: "waiting",
}
"""`track`: on the turn track, due on `arrives`; `waiting`: for Greater Germany, the oil or Warsaw (13.5); `out`: an
optional unit that is not used."""

# Marks on a counter.
UNSUPPLIED, DISORGANIZED, MOVED, FOUGHT, HASTENED, PLACED, FLIPPED = 1, 2, 4, 8, 16, 32, 64
"""`HASTENED`: has had its movement event (5.3.4); `PLACED`: came on the map in this Organization Phase, or may not yet;
`FLIPPED`: was turned over in this Flip Step."""

# Weather (13.1).
CLEAR, MUD, SNOW, LONG_WINTER = 0, 1, 2, 3
WEATHERS = ("clear", "mud", "snow", "long-winter")
SKIES = ("clear", "mud", "snow", "long winter")
"""The same as a player says them."""

# Markers on the map (14.13), in `works`.
WORKS, SCORCHED = 0, 1

# Lasting effects that are not an event's own (negative, so that they cannot be mistaken for one).
HASTE, SEEN, NO_SUDDEN_DEATH, NO_RED_EVENT = -1, -2, -3, -4
"""(HASTE, side, last turn, points, unit): a movement event; (SEEN, side, last turn, card): a card of the enemy's hand
that a side has seen; (NO_SUDDEN_DEATH, side, last turn): the next check is not made; (NO_RED_EVENT, side, turn): this
turn's second-front event has no effect."""
GHOST, NO_RAIL, FED, OFFENSIVE = -5, -6, -7, -8
"""For one player turn: (GHOST, side, turn, unit): moves as if there were no EZOCs; (NO_RAIL, side, turn): the enemy of
this side cannot entrain; (FED, side, turn, unit): counts as supplied; (OFFENSIVE, side, turn, targets, penalty): a
promise of many attacks."""

# Where a card is.
DRAW_PILE, AXIS_HAND, SOVIET_HAND, DISCARDED, GONE, FOR_1945, ON_TABLE = 0, 1, 2, 3, 4, 5, 6

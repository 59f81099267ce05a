"""The position: where every counter and card is, and what has been promised. Here are only the fields and the smallest
questions and changes about where things stand; the rules are in the modules of their subjects."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rasputitsa.kernel import State
from rasputitsa.titles.no_retreat import zones
from rasputitsa.titles.no_retreat.codes import AXIS, AXIS_HAND, RAIL, SOVIET, WORKS

if TYPE_CHECKING:
    from rasputitsa.titles.no_retreat.game import NoRetreatGame


# Marks on a counter.
ODD, ODD_ONES = 1, bytes(mark & 1 for mark in range(256))
"""To see at a glance whether any counter bears the first mark below."""

_WITHOUT = {1 << bit: bytes(marks & ~(1 << bit) for marks in range(256)) for bit in range(8)}
"""For each mark the table that takes it off (`bytes.translate`)."""


@lru_cache(maxsize=1024)
def positions(row: bytes, value: int) -> tuple[int, ...]:
    """Where a value stands in a row."""
    found = []
    at = row.find(value)
    while at >= 0:
        found.append(at)
        at = row.find(value, at + 1)
    return tuple(found)


class NoRetreatState(State):
    """All that changes during a game."""

    game: NoRetreatGame

    # time
    turn: int
    phase: int
    phasing: int
    weather: int
    sky: list[int]
    """Weather by turn number as the markers show it (variable weather changes it); index 0 is not used."""
    snowed: int
    """The turn of the first snow of the game, 0 before it."""

    # counters
    place: list[int]
    full: bytearray
    marks: bytearray
    arrives: list[int]
    occupied: list[int]
    """Places with units, by side: kept in step with `place`."""
    zoc: list[int]
    """Zones of control, by side: kept in step with `place`, `full` and `marks`."""
    _holders: tuple[int, int] | None = None
    """Places whose units exert a zone of control, by side, once it is known."""
    axis_held: int
    """Cities and oil fields controlled by the Axis; the Soviets control the others."""
    captured: int
    """Cities and oil fields that changed hands in this player turn."""
    works: list[tuple[int, int, int]]
    """Markers on the map: (WORKS, place, the side it protects) or (SCORCHED, place, the side it harms)."""
    reserve: int
    """The unit in the Strategic Reserve (14.12), or -1."""

    # cards
    card: bytearray
    discards: list[int]
    """The discard pile of the board edition, oldest first."""
    played: list[int]
    """Events played in this player turn: once is enough (5.0)."""
    effects: list[tuple[int, ...]]
    """Lasting effects: (event, side, last turn, ...)."""
    draw_debt: list[int]
    """Cards fewer at the next draw, by side."""
    toss_debt: list[int]
    """Cards to be discarded after the next draw, by side (digital X.6)."""
    joker: int
    """The side that holds the Joker (15.7), or -1."""

    # this player turn
    mover: int
    """The unit that moved last and may go on (8.0), or -1, and the points it has left."""
    mover_left: int
    supports: list[int]
    free_upgrades: int
    free_entrains: int
    owed: int
    """Cards still to be discarded for what was ordered (digital O.1)."""
    surcharge: int
    """Cards an enemy event adds to the price of the replacement just announced."""
    targets: list[int]
    blows: list[int]
    """Hexes with a Counterblow marker that must be attacked in this Combat Phase."""
    next_blows: list[int]
    """Hexes whose Counterblow (the CB result) waits for the next player turn."""
    free_blows: int
    """Counterblows that cost no card (an event's gift)."""
    struck: int
    """Target and Counterblow hexes that have had their battle in this phase."""
    phase_mods: list[tuple[int, int, int]]
    """What events do to this whole Combat Phase: see `combat.mods`."""
    allocated: list[int]
    """By unit: the hex it is allocated to attack (the first of its battle), or -1."""
    joint: list[tuple[int, int]]
    """Hexes attacked together with another: (hex, the first hex of the battle)."""
    pending: list[tuple[int, ...]]
    """Battles prepared but not resolved (digital X.1): see `combat.simultaneous`."""

    # the battle under way
    attackers: list[int]
    defenders: list[int]
    fields: list[int]
    """The hexes attacked."""
    attacker: int
    """The side that attacks now (changes in a counter-attack)."""
    round: int
    """0 the first battle, 1 its counter-attack, 2 the counter-attack against that ..."""
    ground: int
    """The hex whose terrain counts (10.6.1), or -1."""
    committed: int
    """Support committed to this battle."""
    battle_events: list[tuple[int, int]]
    """(side, event) in the order played."""
    battle_mods: list[tuple[int, int, int]]
    """What events do to this battle, in the order played: see `combat.mods`."""
    die: int
    """The die as rolled, 0 when none was."""
    result: int
    retreating: list[int]
    fallen: list[tuple[int, int, int]]
    """Units eliminated in this battle, the hex they fell in, and whether they were unsupplied."""
    vacated: list[int]
    """Hexes the defender has left."""
    advancing: list[int]

    # score
    initiative: int
    event_vp: int
    """The round marker: positive for the Axis, negative for the Soviets."""
    high_tide: int
    star_turn: int
    """15.11: from this turn on the Soviet Star events are playable instead of the German cross ones."""
    invaded: int
    """The turn Greater Germany was first entered by a red unit, 0 before; likewise the next two."""
    oil_lost: int
    warsaw_lost: int
    in_1945: int

    # options
    local_support: list[int]
    """The supported unit of each side (15.3), or -1."""

    # -- where things are -------------------------------------------------------------------------------------

    def units_at(self, place: int) -> list[int]:
        """The units in a hex or area."""
        at = self.place
        count = at.count(place)
        if count < 2:
            return [at.index(place)] if count else []
        return [u for u in self.game.units if at[u] == place]

    def in_box(self, box: int, side: int) -> list[int]:
        first, end = self.game.span[side]
        row = self.place[first:end]
        return [u for u, at in enumerate(row, first) if at == box] if box in row else []

    def on_map(self, side: int) -> list[int]:
        first, end = self.game.span[side]
        return [u for u, at in enumerate(self.place[first:end], first) if at >= 0]

    def strength(self, unit: int) -> int:
        return self.game.strength[self.full[unit]][unit]

    def controls(self, side: int) -> int:
        """The cities and oil fields of a side."""
        return self.axis_held if side == AXIS else self.game.vp_hexes & ~self.axis_held

    def hand(self, side: int) -> tuple[int, ...]:
        """The cards in a side's hand, by number."""
        return positions(bytes(self.card), AXIS_HAND + side)

    # -- changes ----------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit on a place or in a box, from wherever it is."""
        side = self.game.side_of[unit]
        old = self.place[unit]
        self.place[unit] = place
        if old >= 0 and old not in self.place:
            self.occupied[side] &= ~(1 << old)
            if self.works:
                self.works = [w for w in self.works if w[:2] != (WORKS, old)]
        if unit == self.reserve and place != RAIL:
            self.reserve = -1
        if zones.exerts_zone(self, unit):
            self._move_zone(side, old, place)
        if place >= 0:
            self.occupied[side] |= 1 << place

    def _move_zone(self, side: int, old: int, place: int) -> None:
        """8.5 A unit takes its zone of control along; where others are near, theirs cover some of what it leaves."""
        game, zoc = self.game, self.zoc
        held, other = self._holders or (zones.holders(self, AXIS), zones.holders(self, SOVIET))
        if side == SOVIET:
            held, other = other, held
        if old >= 0:
            if not (self.occupied[side] >> old & 1 and any(zones.exerts_zone(self, u) for u in self.units_at(old))):
                held &= ~(1 << old)
            zoc[side] = zoc[side] & ~game.zoc_reach[old] | game.zoc_net.spread(held & game.zoc_overlap[old])
        if place >= 0:
            held |= 1 << place
            zoc[side] |= game.zoc_reach[place]
        self._holders = (held, other) if side == AXIS else (other, held)

    def rezone(self, side: int) -> None:
        """8.5 The zones of control of a side: the places next to units that exert one; not across lake or sea."""
        held = zones.holders(self, side)
        other = self._holders[1 - side] if self._holders else zones.holders(self, 1 - side)
        self._holders = (held, other) if side == AXIS else (other, held)
        self.zoc[side] = self.game.zoc_net.spread(held)

    def turn_over(self, unit: int, full: bool) -> None:
        """Flip a counter to one of its sides."""
        self.full[unit] = full
        self.rezone(self.game.side_of[unit])

    def send(self, unit: int, box: int) -> None:
        """Take a unit off the map into a box; markers on it are removed. Which box, says `elimination`."""
        self.marks[unit] = 0
        if unit in self.local_support:
            self.local_support[self.game.side_of[unit]] = -1
        self.put(unit, box)

    def organizing(self) -> bool:
        """Is the Organization Phase under way?"""
        return self.game.phases[self.phase].id == "organization"

    def mark(self, unit: int, mark: int) -> None:
        self.marks[unit] |= mark

    def unmark(self, unit: int, mark: int) -> None:
        self.marks[unit] &= ~mark

    def unmark_all(self, mark: int) -> None:
        """Take this mark off every unit of both sides."""
        self.marks = self.marks.translate(_WITHOUT[mark])

    def unmark_side(self, side: int, mark: int) -> None:
        """Take this mark off every unit of a side."""
        own = slice(*self.game.span[side])
        self.marks[own] = self.marks[own].translate(_WITHOUT[mark])

    def any_unsupplied(self) -> bool:
        """Does any unit of either side bear an Unsupplied marker?"""
        return ODD in self.marks.translate(ODD_ONES)

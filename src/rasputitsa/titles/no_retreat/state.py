"""The position: where every counter and card is, and what has been promised. Rules live in the chapter modules; here
are only the fields and the small questions and changes that all of them share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rasputitsa.board.topology import mask_of
from rasputitsa.kernel import State

if TYPE_CHECKING:
    from rasputitsa.titles.no_retreat.game import NoRetreatGame

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
ODD, ODD_ONES = 1, bytes(mark & 1 for mark in range(256))
"""To see at a glance whether any counter bears the first mark below."""
UNSUPPLIED, DISORGANIZED, MOVED, FOUGHT, HASTENED, PLACED, FLIPPED = 1, 2, 4, 8, 16, 32, 64
"""`HASTENED`: has had its movement event (5.3.4); `PLACED`: came on the map in this Organization Phase, or may not yet;
`FLIPPED`: was turned over in this Flip Step."""

_WITHOUT = {1 << bit: bytes(marks & ~(1 << bit) for marks in range(256)) for bit in range(8)}
"""For each mark the table that takes it off (`bytes.translate`)."""

# Weather (13.1).
CLEAR, MUD, SNOW, LONG_WINTER = 0, 1, 2, 3
WEATHERS = ("clear", "mud", "snow", "long-winter")

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
    """What events do to this whole Combat Phase: see `ch10_combat.mods`."""
    allocated: list[int]
    """By unit: the hex it is allocated to attack (the first of its battle), or -1."""
    joint: list[tuple[int, int]]
    """Hexes attacked together with another: (hex, the first hex of the battle)."""
    pending: list[tuple[int, ...]]
    """Battles prepared but not resolved (digital X.1): see `ch10_combat.simultaneous`."""

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
    """What events do to this battle, in the order played: see `ch10_combat.mods`."""
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

    def steps(self, unit: int) -> int:
        """7.2.2, 7.3, 7.4 How many losses a unit takes before it is gone: full units of two-step counters have two,
        Soviet ones only from turn 17 on (forts always)."""
        game = self.game
        if not (self.full[unit] and game.two_sided[unit]):
            return 1
        return 2 if game.robust[unit] or self.turn >= game.robust_turn else 1

    def marked(self, unit: int, mark: int) -> bool:
        return bool(self.marks[unit] & mark)

    def controls(self, side: int) -> int:
        """The cities and oil fields of a side."""
        return self.axis_held if side == AXIS else self.game.vp_hexes & ~self.axis_held

    def hand(self, side: int) -> tuple[int, ...]:
        """The cards in a side's hand, by number."""
        return positions(bytes(self.card), AXIS_HAND + side)

    def known_cards(self, side: int) -> list[int]:
        """Cards of the enemy's hand that a side has seen (intelligence events)."""
        return [e[3] for e in self.effects if e[0] == SEEN and e[1] == side]

    def scorched(self, side: int) -> int:
        """14.13 The city that Scorched Earth keeps from supplying this side, as a mask."""
        works = self.works
        return sum(1 << at for kind, at, harmed in works if kind == SCORCHED and harmed == side) if works else 0

    def balkans_open(self) -> bool:
        """8.7 The Balkans open on the turn after the Soviets first took the Rumanian oil."""
        return 0 < self.oil_lost < self.turn

    def second_front(self) -> str:
        """13.4 The name of this turn's red event; empty when there is none, or an event has cancelled it."""
        if any(e[0] == NO_RED_EVENT and e[2] == self.turn for e in self.effects):
            return ""
        return self.game.turns[self.turn].red_event or ""

    def frozen(self) -> tuple[int, ...]:
        """Units the scenario keeps from moving in its first player turn (3.0)."""
        game = self.game
        return game.frozen if self.turn == game.setup.first_turn and self.phasing == game.first_side else ()

    def bonus_move(self, unit: int) -> int:
        """5.3.4 Movement points an event adds, or takes if negative."""
        return (
            sum(effect[3] for effect in self.effects if effect[0] == HASTE and effect[4] == unit) if self.effects else 0
        )

    def payable(self, side: int) -> int:
        """5.4 How many cards a side could spend."""
        return self.card.count(AXIS_HAND + side) - (self.owed if side == self.phasing else 0)

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
        if self.exerts_zone(unit):
            self._move_zone(side, old, place)
        if place >= 0:
            self.occupied[side] |= 1 << place

    def _move_zone(self, side: int, old: int, place: int) -> None:
        """8.5 A unit takes its zone of control along; where others are near, theirs cover some of what it leaves."""
        game, zoc = self.game, self.zoc
        held, other = self._holders or (self._find_holders(AXIS), self._find_holders(SOVIET))
        if side == SOVIET:
            held, other = other, held
        if old >= 0:
            if not (self.occupied[side] >> old & 1 and any(map(self.exerts_zone, self.units_at(old)))):
                held &= ~(1 << old)
            zoc[side] = zoc[side] & ~game.zoc_reach[old] | game.zoc_net.spread(held & game.zoc_overlap[old])
        if place >= 0:
            held |= 1 << place
            zoc[side] |= game.zoc_reach[place]
        self._holders = (held, other) if side == AXIS else (other, held)

    def rezone(self, side: int) -> None:
        """8.5 The zones of control of a side: the places next to units that exert one; not across lake or sea."""
        held = self._find_holders(side)
        other = self._holders[1 - side] if self._holders else self._find_holders(1 - side)
        self._holders = (held, other) if side == AXIS else (other, held)
        self.zoc[side] = self.game.zoc_net.spread(held)

    def _find_holders(self, side: int) -> int:
        """The places of a side whose units exert a zone of control."""
        return mask_of(self.place[u] for u in self.on_map(side) if self.exerts_zone(u))

    def exerts_zone(self, unit: int) -> bool:
        """8.5, 6.5.3 Not units whose strength is in parentheses, nor unsupplied ones."""
        return self.game.has_zoc[self.full[unit]][unit] and not self.marks[unit] & UNSUPPLIED

    def turn_over(self, unit: int, full: bool) -> None:
        """Flip a counter to one of its sides."""
        self.full[unit] = full
        self.rezone(self.game.side_of[unit])

    def send(self, unit: int, box: int) -> None:
        """Take a unit off the map into a box; markers on it are removed. Which box, says `fate`."""
        self.marks[unit] = 0
        if unit in self.local_support:
            self.local_support[self.game.side_of[unit]] = -1
        self.put(unit, box)

    def notice_border(self, unit: int) -> None:
        """13.5 Greater Germany is invaded when a red Soviet unit crosses the border."""
        game = self.game
        if (
            not self.invaded
            and game.side_of[unit] == SOVIET
            and self.full[unit]
            and game.germany >> self.place[unit] & 1
        ):
            self.invaded = self.turn

    def organizing(self) -> bool:
        """Is the Organization Phase under way?"""
        return self.game.phases[self.phase].id == "organization"

    def charge(self, side: int, cards: int) -> None:
        """5.4 Make a side pay with cards."""
        from rasputitsa.titles.no_retreat.ch05_cards import charge

        charge(self, side, cards)

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

    def take_control(self, place: int, side: int) -> None:
        """12.7.1 The last side to enter a city or oil field controls it."""
        bit = 1 << place
        if self.game.vp_hexes & bit and bool(self.axis_held & bit) != (side == AXIS):
            self.axis_held ^= bit
            self.captured |= bit
            if side == SOVIET:
                self._notice_loss(place)
            self.say(
                "12.7.1",
                "{} take {}",
                self.game.side_names[side],
                self.game.place_name(place),
                at=[self.game.place_id(place)],
            )

    def _notice_loss(self, place: int) -> None:
        """13.5 The turn the Soviets first control the Rumanian oil, and the turn they first control Warsaw."""
        if place == self.game.ploesti:
            self.oil_lost = self.oil_lost or self.turn
        elif place == self.game.warsaw:
            self.warsaw_lost = self.warsaw_lost or self.turn

"""The position: where every unit, card and marker is, and what is under way. Rules live in the subject modules; here
are only the fields and the smallest questions and changes that all of them share.

Sets of units (`moved`) and of hexes (`blitz`) are integers with one bit per unit or hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel import State
from rasputitsa.titles.stalins_war.components import AXIS, SIDES, SOVIET
from rasputitsa.titles.stalins_war.roster import (
    ATTACK,
    BLOCKS_AXIS_ZOC,
    COUNTED,
    DEFENSE,
    LCU,
    NAMES,
    OF_SIDE,
    SIDE_OF,
    SPAN,
    STEPS,
    N,
)

if TYPE_CHECKING:
    from rasputitsa.titles.stalins_war.game import StalinGame

__all__ = ["AXIS", "SIDES", "SOVIET", "Position"]

THE_SIDES: Final = ("The Axis", "The Soviets")
"""As the log names them."""

# Where a unit is when it is not on the map (a hex is 0 or more).
POOL, ELIMINATED, OTHER_FRONTS, TRACK, REMOVED, ARRIVING = -1, -2, -3, -4, -5, -6
BOXES: Final = {
    POOL: "pool",
    ELIMINATED: "eliminated",
    OTHER_FRONTS: "other-fronts",
    TRACK: "track",
    REMOVED: "removed",
    ARRIVING: "arriving",
}
"""`pool`: not yet in the game, and partisans that may be drawn; `track`: an Axis LCU that comes to the Eliminated box
on the turn `due` (13.3.8); `removed`: out of the game for good; `arriving`: to be placed by the event under way."""

# Supply (13.0). Fortress supply is supply for defense and attrition only (13.2.3, 13.2.4).
FULL, FORTRESS, OUT = 0, 1, 2

# Where a card is.
DRAW, HAND, DISCARDED, GONE, ASIDE, LATER, FACE_UP, IN_COMBAT, ALL_ROUND = range(9)
"""`GONE`: removed by its asterisk; `ASIDE`: Soviet cards 1 to 6 that come by 7.1.3; `LATER`: the Total War deck before
Total War; `FACE_UP`: a combat card kept for later rounds of the turn; `IN_COMBAT`: chosen for the combat under way;
`ALL_ROUND`: acts on all attacks of the round under way."""

# The kind of an action round (7.2.4).
NO_ACTION, OPS, RP, EVENT, REINFORCEMENT, MOBILIZATION, ZERO, IDLE = range(8)
"""`EVENT`: any event that is no Reinforcement card; `MOBILIZATION`: a Reinforcement card that gives OPS too (4.5.1);
`ZERO`: a 0 OPS round in which units may move; `IDLE`: one without movement or combat (7.2.6)."""
OPS_KINDS: Final = (OPS, MOBILIZATION, ZERO)

# Replacement points, in halves (14.1.7); the last three may be spent on some units only (see `replacements`).
GE, PZ, AX, SU, GE_HOME, AX_HUNGARIAN, SU_MOBILE = range(7)
RP_KINDS: Final = ("GE", "PZ", "AX", "SU", "GE in Germany", "AX for Hungarians", "SU for mobile units")

# How long an effect lasts (see `effects`).
SCOPES: Final = ("combat", "round", "turn", "game", "next-soviet-round")

NOWHERE: Final = -1
NOBODY: Final = -1
UNLIMITED: Final = -1
"""`ops_zone` when the points may be spent anywhere: every bit is set."""


class Position(State):
    """All that changes during a game."""

    game: StalinGame

    # time
    turn: int
    round: int
    active: int
    """The side whose action round it is."""
    kind: int
    """What the active side does in this round: OPS, RP, EVENT ... NO_ACTION until it has chosen."""
    before: list[int]
    """By side: the kind of its round before this one in this turn (7.4.4, 4.5.1)."""
    again: int
    """1 while a second card is to be played in this round (Steppe Fox, 4.4.1)."""

    # units
    place: list[int]
    lost: bytearray
    """Steps lost by unit: the index of its present step."""
    due: bytearray
    """By unit: the turn it comes back from the turn track or the Other Fronts box; 0 if only a card brings it."""
    supply: bytearray
    """FULL, FORTRESS or OUT, as found by the last check of its owner or by the combat under way (13.1.1, SW-37)."""
    present: list[int]
    """Units on the map, by side. Kept in step with `place`, as are the next four."""
    occupied: list[int]
    """Hexes with units, by side; Inactive Partisans do not count."""
    stacked: list[int]
    """Hexes with two units or more, by side."""
    lcu_hexes: list[int]
    crowded: list[int]
    """Hexes with as many units as may stack or more, by side."""
    lurking: int
    """Hexes with an Inactive Partisan. Which one it is nobody knows: it is drawn when it becomes Active (16.1.3)."""
    stalin_moves: int
    surrendered: int
    """Nations that have surrendered, one bit each (19.3)."""

    # what units have done in the round under way
    moved: int
    strategic: int
    """Units that used strategic movement (10.2.1)."""
    arrived: int
    """Units placed in this round: they may not attack (4.5.1)."""
    fought: int
    """Units that have attacked (11.1.6)."""
    advanced: int
    """Units that advanced after combat or exploited."""
    exploited: int
    retreated: int
    """Units of the other side that have retreated in this round (11.4.5)."""
    raiders: int
    """Units that count as in full supply and have a zone of control for this turn (Deep Cavalry Raid)."""
    fought_before: int
    """Units that attacked in the round of the other side just ended; the next one: that advanced or exploited."""
    advanced_before: int

    # markers on the map
    axis_held: int
    """The hexes of `mapboard.KEPT` that the Axis controls."""
    trenches: list[int]
    razed: int
    """Fortresses destroyed (16.2.2)."""
    built: int
    """The fortress of The Volga Has Only One Bank (16.2.3)."""
    festungs: int
    digging: int
    """Hexes where an LCU tries to entrench this round (10.3.1); the next one: with a second OPS (23.1.3)."""
    deep: int
    vacated: int
    """Hexes for which an OPS was paid to leave an enemy ZOC this round (7.3.3)."""
    combat: int
    """Hexes with a Combat marker (7.3.5)."""
    pairs: list[int]
    """Zhukov: sets of two hexes activated together for one OPS."""
    attacked: int
    """Hexes attacked in this round; the next one: attacked twice."""
    attacked_twice: int
    blitz: int
    """Hexes with a Blitz marker."""
    guderian: int
    """Hexes with a Blitz marker whose users go farther (Axis 9)."""

    # points
    vp: int
    ops: int
    """OPS left of the card or event of this round."""
    ops_zone: int
    """The hexes where `ops` may be spent; UNLIMITED as a rule."""
    banked: list[int]
    lend_lease: int
    """Banked OPS the Soviets received from Lend-Lease at the start of this turn (11.2.1 step 9)."""
    count: list[int]
    """Consecutive OPS by side."""
    rp: list[int]
    """Replacement points in halves, by kind."""
    rp_cards: list[int]
    """RP cards played this turn, by side; the next ones: Axis events with RPs, Reinforcement cards."""
    rp_events: int
    reinforcements: list[int]
    sea_moves: list[int]
    """Strategic movements by sea this turn (Axis) or round (Soviets), in the order of `components.BOARD.sea_move`."""
    partisan_ops: int
    """1 if an OPS was spent on partisans this turn (16.1.2)."""
    oil_turns: int
    """End of Turn Phases in a row with all oil hexes under Axis control (5.1.2)."""
    crossed_paulus: int
    """1 once a supplied Axis unit has gone east of the Paulus Line (5.1.3)."""

    # cards
    card: bytearray
    used: int
    """Combat cards used in this round (7.5.5e)."""
    played: int
    """Cards played as events or combat cards at least once: prerequisites (3.0)."""
    seen: int
    """Cards in a hand that the other side knows: those that come by 7.1.3, those looked at."""
    total_war: int
    """The turn in which Total War began, 0 before it."""
    allowed: int
    """Permissions in force, one bit each in the order of `effects.PERMISSIONS`; the next one: bans."""
    banned: int
    effects: list[tuple[int, ...]]
    """Effects of cards in force: (card, number of the effect on it, scope, more of its own); see `effects`."""

    # the combat under way
    target: int
    """The hex attacked, or NOWHERE."""
    attackers: int
    defenders: int
    bystanders: int
    """Units in the attacked hex that retreated into it earlier in this round (11.4.5)."""
    loss: list[int]
    """The Loss Number each side has inflicted; the next one: 1 if asterisked (11.3.4)."""
    asterisk: list[int]
    hit: int
    """Units that have lost a step in this combat."""
    fallen: list[tuple[int, ...]]
    """Units eliminated in this combat: (unit, the hex it stood in, its supply)."""
    steps_lost: list[int]
    """Steps each side has lost in this combat, those of cards included."""
    victor: int
    """The side that won the combat under way, or NOBODY."""
    retreat: int
    """How many hexes the defenders must retreat."""
    paired: int
    """The two hexes that attack together for one OPS (Soviet 9), or nothing."""
    spearhead: int
    """1 once a unit that may exploit has advanced over a hexside that allows a Blitz marker (11.2.1 step 9)."""
    answered: int
    """1 once a hex with an enemy unit that advanced in the enemy round before has been attacked (Axis 33)."""

    _here: dict[int, int] | None = None
    """By hex: the units in it. Copies of the position share it until one of them changes it."""
    _shared: bool = False
    """Does a copy know the same `_here`?"""
    _zoc: tuple[int | None, int | None] = (None, None)
    """The zones of control by side, once they are known; see `zones`."""
    _in_force: tuple[list[tuple[int, ...]], dict[type, Any]] = ([], {})
    """The effects of cards for which this was last asked, and the same by their kind; see `effects.active`."""

    # -- where things are -------------------------------------------------------------------------------------

    @property
    def here(self) -> dict[int, int]:
        """By hex: the set of units in it; hexes without units are not in it."""
        if self._here is None:
            found: dict[int, int] = {}
            for unit, place in enumerate(self.place):
                if place >= 0:
                    found[place] = found.get(place, 0) | 1 << unit
            self._here = found
        return self._here

    def stack_at(self, place: int) -> int:
        """The set of units in a hex."""
        return self.here.get(place, 0)

    def units_at(self, place: int) -> tuple[int, ...]:
        """The units in a hex, by number."""
        return bits(self.here.get(place, 0))

    def on_map(self, side: int) -> tuple[int, ...]:
        """The units of a side that are on the map."""
        return bits(self.present[side])

    def in_box(self, box: int, side: int) -> list[int]:
        first, end = SPAN[side]
        row = self.place[first:end]
        return [unit for unit, place in enumerate(row, first) if place == box] if box in row else []

    def attack(self, unit: int) -> int:
        return ATTACK[unit][self.lost[unit]]

    def defense(self, unit: int) -> int:
        return DEFENSE[unit][self.lost[unit]]

    def steps_left(self, unit: int) -> int:
        return STEPS[unit] - self.lost[unit]

    def controls(self, side: int, place: int) -> bool:
        """3.0 Does the side control this town, city, port, fortress, oil or VP hex?"""
        return bool(self.axis_held >> place & 1) == (side == AXIS)

    def hand(self, side: int) -> list[int]:
        """The cards in a side's hand."""
        return self.cards_in(HAND, side)

    def has_card(self, where: int, side: int) -> bool:
        """Is any card of a side there?"""
        return self.card.find(where, *CARD_SPAN[side]) >= 0

    def count_cards(self, where: int, side: int) -> int:
        return self.card.count(where, *CARD_SPAN[side])

    def nth_card(self, where: int, side: int, rank: int) -> int:
        """The card of this rank among those of a side that are there, 0 for the first."""
        first, end = CARD_SPAN[side]
        find, at = self.card.find, first - 1
        for _ in range(rank + 1):
            at = find(where, at + 1, end)
        return at

    def cards_in(self, where: int, side: int) -> list[int]:
        first, end = CARD_SPAN[side]
        find, found = self.card.find, []
        at = find(where, first, end)
        while at >= 0:
            found.append(at)
            at = find(where, at + 1, end)
        return found

    def has_played(self, card: int) -> bool:
        """Has the card been played as an event or in combat?"""
        return bool(self.played >> card & 1)

    # -- changes ----------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit in a hex or box, from wherever it is."""
        here = self._own_here()
        old = self.place[unit]
        side, bit = SIDE_OF[unit], 1 << unit
        self.place[unit] = place
        if old >= 0:
            left = here[old] & ~bit
            if left:
                here[old] = left
            else:
                del here[old]
            self._settle_hex(side, old, left)
        if place >= 0:
            self.present[side] |= bit
            here[place] = stack = here.get(place, 0) | bit
            self._settle_hex(side, place, stack)
        else:
            self.present[side] &= ~bit
        self.forget_zones(side)
        if BLOCKS_AXIS_ZOC & bit:
            """8.2.2 A Fortified Zone shuts its hex to Axis zones."""
            self.forget_zones(AXIS)

    def _own_here(self) -> dict[int, int]:
        """`here`, to be changed: no longer the same as that of a copy."""
        here = self.here
        if self._shared:
            here = self._here = here.copy()
            self._shared = False
        return here

    def _settle_hex(self, side: int, place: int, stack: int) -> None:
        """Keep the sets of hexes in step with a stack that has changed."""
        bit, own = 1 << place, stack & OF_SIDE[side]
        others = ~bit
        if own:
            self.occupied[side] |= bit
        else:
            self.occupied[side] &= others
        if own & own - 1:
            self.stacked[side] |= bit
            full = (own & COUNTED).bit_count() >= MOST_UNITS
            self.crowded[side] = self.crowded[side] | bit if full else self.crowded[side] & others
        else:
            self.stacked[side] &= others
            self.crowded[side] &= others
        if own & LCU:
            self.lcu_hexes[side] |= bit
        else:
            self.lcu_hexes[side] &= others

    def forget_zones(self, side: int) -> None:
        """The zones of control of a side are to be found anew, and with them whatever else was found."""
        self.memo.clear()
        axis, soviet = self._zoc
        self._zoc = (None, soviet) if side == AXIS else (axis, None)

    def set_supply(self, unit: int, status: int) -> None:
        if self.supply[unit] != status:
            self.supply[unit] = status
            self.forget_zones(SIDE_OF[unit])

    def raise_vp(self, delta: int, rule: str) -> None:
        """5.1.1 The VP level goes up for the Axis and down for the Soviets."""
        if delta:
            self.vp += delta
            self.say(rule, "The VP level is now {}", self.vp)

    def name(self, unit: int) -> str:
        return NAMES[unit]

    def copy(self) -> Position:
        self._shared = True
        return super().copy()


CARD_SPAN: Final = ((0, 55), (55, 110))
"""The cards of a side: the first, and one past the last."""
MOST_UNITS: Final = 4
"""9.1.1 As many combat units may stack in a hex."""


def blank(game: StalinGame) -> Position:
    """A position with nothing on the map and nothing done yet."""
    s = Position(game)
    for field, kind in Position.field_list.types.items():
        if field not in vars(s):
            setattr(s, field, bytearray() if kind is bytearray else 0 if kind is int else [])
    s.place, s.lost, s.due, s.supply = [POOL] * N, bytearray(N), bytearray(N), bytearray(N)
    s.card = bytearray(CARD_SPAN[SOVIET][1])
    for name in BY_SIDE:
        setattr(s, name, [0, 0])
    s.rp = [0] * len(RP_KINDS)
    s.target = s.victor = NOWHERE
    s.ops_zone = UNLIMITED
    return s


BY_SIDE: Final = (
    *(
        "before",
        "present",
        "occupied",
        "stacked",
        "lcu_hexes",
        "crowded",
        "trenches",
        "banked",
        "count",
        "rp_cards",
        "reinforcements",
    ),
    *("loss", "asterisk", "steps_lost"),
)

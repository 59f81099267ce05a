"""What never changes during a game: profile, map masks, counters and tables as flat tuples computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rasputitsa.board.maps import hex_map
from rasputitsa.board.movement import Ground, Way
from rasputitsa.board.topology import Network, bits
from rasputitsa.kernel import Game
from rasputitsa.kernel.title import Value
from rasputitsa.titles.no_retreat import components, deck
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES, SOVIET
from rasputitsa.titles.no_retreat.deck import CARDS, card_names
from rasputitsa.titles.no_retreat.profile import Profile, profile

if TYPE_CHECKING:
    from rasputitsa.kernel import Title
    from rasputitsa.titles.no_retreat.sequence import Phase

PACKAGE = "rasputitsa.titles.no_retreat"
MAP = hex_map(PACKAGE)
UNITS = components.units()
SHUT = ("lake", "sea")
NO_CAP = 99
"""digital 0.2 V02.20 More event and surrender VPs than any game brings."""


class NoRetreatGame(Game):
    """The unchanging part of a game of No Retreat!"""

    side_names = ("The Axis", "The Soviets")

    def __init__(
        self,
        title: Title,
        scenario: str,
        edition: str,
        options: Mapping[str, Value],
        phases: Callable[[Profile], tuple[Phase, ...]],
    ) -> None:
        super().__init__(title, scenario, edition, options)
        self.setup = components.scenario(scenario)
        self.profile: Profile = profile(edition, {**options, **self.setup.options})
        """A scenario may fix options (the tournament plays the printed weather); its name says so in records."""
        self.tables = components.tables()
        self.turns = components.turns()
        effects = components.turn_effects()
        self.robust_turn, self.initiative_turn = effects["robust"].first, effects["na-berlin"].first
        """7.3, 12.10 When Soviet units get their second step, and when the Initiative passes."""
        self.event_limit = self.tables.victory.event_limit if self.profile.event_cap else NO_CAP
        self.first_side = SIDES.index(self.setup.first_side)
        victory = self.tables.victory
        self.campaign = self.setup.campaign or self.profile.go_on
        """12.0 digital X.7 Chapter 12 decides, and the game may go on to 1945; else the scenario's own conditions
        do."""
        self.last_turn = victory.last_turn if self.campaign else self.setup.last_turn
        self.contender = AXIS if self.last_turn < self.initiative_turn else SOVIET
        """The side that has to fulfil a scenario's conditions: the one with the Initiative when it ends."""
        self.phases = phases(self.profile)
        self._map()
        self._terrain()
        self._counters()
        self._cards()

    # -- the map ----------------------------------------------------------------------------------------------

    def _map(self) -> None:
        topology = MAP.topology
        self.topology = topology
        self.playable = MAP.playable
        self.areas = topology.big_areas
        self.finland = topology.index["finland"]
        self.balkans = topology.mask(["west_balkans", "south_balkans"])
        self.cities = MAP.by_site["city"]
        self.oil = MAP.oil
        self.vp_hexes = self.cities | self.oil
        self.germany = MAP.sides["greater_germany"]
        self.ussr = MAP.sides["ussr"]
        self.caucasus_oil = next(p for p in bits(self.oil & self.ussr))
        self.ploesti = next(p for p in bits(self.oil & self.germany))
        self.moscow = MAP.named["Moscow"]
        self.warsaw = MAP.named["Warsaw"]
        self.leningrad = MAP.named["Leningrad"]
        self.objectives = (MAP.objectives["axis"], MAP.objectives["soviet"])
        self.edges = (MAP.edges["west"], MAP.edges["east"] | MAP.edges["south"])
        self.move_net: Network = topology.network(MAP.playable, without=SHUT)
        self.strait_net: Network = topology.network(MAP.playable, only=("crossing",))
        self.zoc_net: Network = topology.network(MAP.playable, without=(*SHUT, "crossing"))
        self.zoc_reach = self.zoc_net.adjacent
        self.zoc_overlap = tuple(self.zoc_net.spread(reach) | 1 << p for p, reach in enumerate(self.zoc_reach))
        """8.5 By place: those from which a unit has a zone in common with one here."""
        dry = MAP.playable | MAP.by_terrain.get("lake", 0)
        self.supply_net: Network = topology.network(dry)
        self.rail_nets = (
            topology.network(dry, directions=("W", "NW", "SW")),
            topology.network(dry, directions=("E", "NE", "SE")),
        )
        """6.1 The path from a city runs west for the Axis and east for the Soviets. Kept as seen from the city."""
        marsh = topology.mask(["613"]) if self.profile.coastal_613 else 0
        self.coasts = {sea: mask | (marsh if sea == "black" else 0) for sea, mask in MAP.coasts.items()}
        """6.2, digital S.2, V02.4 The hexes of each coast; the marsh beside Sevastopol, which has no full side of sea,
        is excepted since 0.10 of the digital edition."""

    def place_id(self, place: int) -> str:
        return self.topology.ids[place]

    def place_name(self, place: int) -> str:
        """The name of a city or area, else its number."""
        return MAP.names[place] or self.topology.ids[place]

    def _terrain(self) -> None:
        """8.3, digital M.8, M.8.1, M.8.2, M.8.3 The terrain effects chart, by place: what it costs armor and others to
        enter, columns for the defender, whether it stops an advance, whether armor keeps its bonus."""
        chart = {t.name: t for t in self.tables.terrain}
        kinds = [self._kind(place) for place in range(self.topology.n)]
        blank = chart["clear"]
        rows = [chart.get(kind, blank) for kind in kinds]
        self.terrain = tuple(kinds)
        self.shift = tuple(r.shift for r in rows)
        self.armor_ground = tuple(r.armor_bonus for r in rows)
        objective = next(f for f in self.tables.feature if f.name == "objective")
        both = self.objectives[0] | self.objectives[1]
        end_it = objective.stops and self.profile.objectives_stop
        self.stops = tuple(r.stops or (end_it and bool(both >> p & 1)) for p, r in enumerate(rows))
        self.grounds = (self._ground([r.other for r in rows], "other"), self._ground([r.armor for r in rows], "armor"))
        """8.3 What movement costs: 0 for others, 1 for armor."""

    def _kind(self, place: int) -> str:
        """8.7.1, digital M.6.2 The line of the chart: on the board a Balkan area is open ground."""
        if self.profile.open_balkans and self.balkans >> place & 1:
            return "clear"
        if self.cities >> place & 1:
            return "city"
        if self.oil >> place & 1:
            return "oil"
        return MAP.terrain[place]

    def _ground(self, costs: list[int], who: str) -> Ground:
        masks: dict[int, int] = {}
        for place in bits(self.playable):
            masks[costs[place]] = masks.get(costs[place], 0) | 1 << place
        crossing = next(f for f in self.tables.feature if f.name == "crossing")
        plain = self.topology.network(self.playable, without=(*SHUT, "crossing"))
        return Ground([Way(plain, masks), Way(self.strait_net, {getattr(crossing, who): self.playable})])

    # -- the counters -----------------------------------------------------------------------------------------

    def _counters(self) -> None:
        self.units = tuple(range(len(UNITS)))
        self.data = UNITS
        self.names = tuple(u.name for u in UNITS)
        self.unit = {u.id: i for i, u in enumerate(UNITS)}
        self.side_of = tuple(AXIS if u.side == "axis" else SOVIET for u in UNITS)
        self.span = tuple(
            (self.side_of.index(side), len(UNITS) - self.side_of[::-1].index(side)) for side in (AXIS, SOVIET)
        )
        """The counters of a side are numbered one after the other: the first, and one past the last."""
        self.units_of = tuple(tuple(i for i in self.units if self.side_of[i] == side) for side in (AXIS, SOVIET))
        self.faces = (tuple(u.reduced or u.full for u in UNITS), tuple(u.full for u in UNITS))
        """By side of the counter (0 reduced, 1 full) and unit."""
        self.strength = tuple(tuple(f.strength for f in row) for row in self.faces)
        self.move = tuple(tuple(f.move for f in row) for row in self.faces)
        self.mobile_of = tuple(tuple(u for u in units if any(row[u] for row in self.move)) for units in self.units_of)
        """8.0 By side: the units that are mobile on one of their sides at least."""
        self.type = tuple(tuple(f.type for f in row) for row in self.faces)
        self.armor = tuple(tuple(f.type == "armor" for f in row) for row in self.faces)
        self.white = tuple(tuple(f.white for f in row) for row in self.faces)
        self.fort = tuple(tuple(f.paren for f in row) for row in self.faces)
        self.has_zoc = tuple(tuple(not f.paren for f in row) for row in self.faces)
        self.shock = tuple(tuple(f.shock for f in row) for row in self.faces)
        self.ss_panzer = frozenset(i for i in self.units if "ss-panzer" in UNITS[i].traits)
        self.ss_grenadiers = frozenset(i for i in self.units if "ss-panzergrenadier" in UNITS[i].traits)
        self.two_sided = tuple(u.reduced is not None for u in UNITS)
        self.red = tuple(u.nation == "soviet" and u.reduced is not None for u in UNITS)
        """7.2, 11.3, 13.5 Units whose full side is a red one: not allies, nor counters printed on one side."""
        self.robust = tuple(u.side == "axis" or u.kind in ("regional", "ally") for u in UNITS)
        """Units whose full side has two steps at any time (7.2.2 speaks of the Soviet Fronts only)."""
        self.cadre = tuple(u.kind == "cadre" for u in UNITS)
        self.convertible = tuple(f.paren and not r.paren for r, f in zip(*self.faces, strict=True))
        """Regional and Yugoslav units: forts on their full side only (7.5, 14.8)."""
        self.home = tuple(self.topology.index[u.namesake] if u.namesake else -1 for u in UNITS)
        self.lands = tuple(tuple(self._lands(u, balkans) for u in self.units) for balkans in (False, True))
        """8.6, 8.7 By whether the Balkans are open, and unit: the places it could enter if there were no enemy."""
        self.rezervy, self.paratroop = self.unit["rezervy"], self.unit["paratroop"]
        self.frozen = tuple(self.unit[name] for name in self.setup.frozen)

    def _lands(self, unit: int, balkans_open: bool) -> int:
        places, foreign = self.playable, self.side_of[unit] == AXIS
        if foreign and self.data[unit].nation not in ("german", "finnish"):
            places &= ~(1 << self.finland)
        if not balkans_open or (foreign and self.data[unit].nation != "german"):
            places &= ~self.balkans
        return places

    def stacks(self, unit: int) -> bool:
        """8.4.2, 15.8 Does the unit count for stacking? The Rezervy unit does not."""
        return unit != self.rezervy

    # -- the cards --------------------------------------------------------------------------------------------

    def _cards(self) -> None:
        """5.0 One deck for both sides, or one each (digital C.1). Cards of all editions share one numbering."""
        self.card_names = card_names()
        if self.profile.own_decks:
            self.deck_of = tuple(tuple(c for c, card in enumerate(CARDS) if card.side == side) for side in SIDES)
        else:
            common = tuple(c for c, card in enumerate(CARDS) if not card.side and not card.joker)
            self.deck_of = (common, common)
        self.deck_span = tuple((cards[0], cards[-1] + 1) for cards in self.deck_of)
        """Decks are runs of neighbouring numbers: the first, and one past the last."""
        rails = self.profile.organization_entrains
        self.offers = tuple({m: deck.offers(m, side, rails) for m in deck.MOMENTS} for side in (AXIS, SOVIET))
        """5.3.1 By side and moment of play: the cards that offer an event then; and a way to look where they are."""
        self.whereabouts = tuple({m: deck.whereabouts(m, side, rails) for m in deck.MOMENTS} for side in (AXIS, SOVIET))

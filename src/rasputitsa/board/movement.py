"""Movement ranges: where a unit may go, for how many points, and by which path.

One implementation for all titles. What a class of units pays is a `Ground`, built once; where the enemy is, which zones
stop it and what leaving costs are sets and numbers given to `reach`. The range grows cost by cost, a whole set of
places at a time.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from .spreads import Spread, bits, mask_of
from .topology import Network


class Way:
    """A network with the points it costs to enter places over it; crossing a halting way ends the move."""

    __slots__ = ("costs", "halts", "network", "prices")

    def __init__(self, network: Network, costs: Mapping[int, int], *, halts: bool = False) -> None:
        self.network = network
        self.costs = tuple(sorted((cost, places) for cost, places in costs.items() if places))
        self.halts = halts
        self.prices: dict[int, int] = {}
        """The points for entering each place over this way: the lowest, where several are given."""
        for cost, places in reversed(self.costs):
            self.prices.update(dict.fromkeys(bits(places), cost))

    def cost_of(self, place: int) -> int | None:
        """The points for entering a place over this way."""
        return self.prices.get(place)


Quick = tuple[int, tuple[int, ...], Spread, tuple[tuple[int, int], ...]]
"""The places a way leads from, their neighbours one by one and all at once, and its costs."""


class Ground:
    """What a class of units pays to move: one way, or several where some borders cost more than others.

    A way's network must have its borders open both ways.
    """

    __slots__ = ("_free", "halting", "plain", "ways")

    def __init__(self, ways: Sequence[Way]) -> None:
        self.ways = tuple(ways)
        self.plain = tuple(_quick(way) for way in ways if not way.halts)
        self.halting = tuple(_quick(way) for way in ways if way.halts)
        self._free: dict[tuple[int, int, bool], Reach] = {}

    def unhindered(self, start: int, allowance: int, one_hex: bool) -> "Reach":
        """The range on an empty board, worked out once: it is the true one wherever nothing stands in its way."""
        key = (start, allowance, one_hex)
        found = self._free.get(key)
        if found is None:
            found = self._free[key] = _grow(Reach(self, start, allowance, -1, 0, -1), -1, one_hex)
        return found


def _quick(way: Way) -> Quick:
    """A way as `reach` reads it."""
    network = way.network
    sources = mask_of(place for place, near in enumerate(network.adjacent) if near)
    return sources, network.adjacent, network.spread, way.costs


def ground(network: Network, costs: Mapping[int, int]) -> Ground:
    """A ground of one network: points -> the places that cost that many points to enter."""
    return Ground([Way(network, costs)])


def flat_ground(network: Network, *, halting: Network | None = None) -> Ground:
    """A ground on which each step counts one: advances, exploitation, anything counted in hexes."""
    ways = [Way(network, {1: network.places})]
    if halting is not None:
        ways.append(Way(halting, {1: halting.places}, halts=True))
    return Ground(ways)


class Reach:
    """Where one unit may end its move: `mask`, without the place it starts from.

    `layers[k]` holds the places first reached for k points, `ended` those entered by a halting way (with their cost),
    `forced` those that only the one-hex rule allows.
    """

    __slots__ = ("ended", "first", "forced", "ground", "layers", "leave", "mask", "start", "through")

    def __init__(self, ground: Ground, start: int, allowance: int, through: int, leave: int, first: int) -> None:
        self.ground = ground
        self.start = start
        self.layers = [0] * (allowance + 1)
        self.ended: list[tuple[int, int]] = []
        self.forced = 0
        self.through = through
        self.leave = leave
        self.first = first
        self.mask = 0

    def __contains__(self, place: int) -> bool:
        return bool(self.mask >> place & 1)

    def places(self) -> tuple[int, ...]:
        """The places in ascending order."""
        return bits(self.mask)

    def cost(self, place: int) -> int | None:
        """The fewest points that bring the unit there (at most its allowance), or None when it cannot go there."""
        if place == self.start:
            return 0
        if not self.ended and not self.forced:
            return self.layer_of(place) if self.mask >> place & 1 else None
        return min((cost for cost, places in self._by_cost() if places >> place & 1), default=None)

    def costs(self) -> dict[int, int]:
        """The fewest points for each place in reach."""
        out: dict[int, int] = {}
        for cost, places in sorted(self._by_cost(), reverse=True):
            out.update(dict.fromkeys(bits(places), cost))
        out.pop(self.start, None)
        return out

    def _by_cost(self) -> list[tuple[int, int]]:
        return [*enumerate(self.layers), *self.ended, (len(self.layers) - 1, self.forced)]

    def path_to(self, place: int, prefer: int = 0) -> tuple[int, ...]:
        """One cheapest path, both ends included; among equals the one through most places of `prefer`."""
        cost = self.cost(place)
        if cost is None:
            raise ValueError(f"place {place} is out of reach")
        if place != self.start and self._only_forced(place):
            return (self.start, place)
        return self._best_path(place, cost, prefer, {}) if prefer & self.mask or self.ended else self.trail(place)

    def trail(self, place: int, prefer: int = 0) -> tuple[int, ...]:
        """A cheapest path found quickly: going back from its end, each step prefers a place of `prefer`. For a place in
        `layers`, that is one not entered over a halting way."""
        cost = self.layer_of(place)
        path = [place]
        while place != self.start:
            steps = self._steps_before(place, cost)
            best = steps[0]
            if prefer and len(steps) > 1:
                for step in steps:
                    if prefer >> step[0] & 1:
                        best = step
                        break
            place, cost = best
            path.append(place)
        path.reverse()
        return tuple(path)

    def layer_of(self, place: int) -> int:
        """The points for which a place in `layers` is first reached."""
        bit = 1 << place
        for cost, places in enumerate(self.layers):
            if places & bit:
                return cost
        raise ValueError(f"place {place} is out of reach")

    def _only_forced(self, place: int) -> bool:
        paid = [*self.layers, *(places for _, places in self.ended)]
        return not any(places >> place & 1 for places in paid)

    def _best_path(
        self, place: int, cost: int, prefer: int, known: dict[tuple[int, int], tuple[int, ...]]
    ) -> tuple[int, ...]:
        if place == self.start:
            return (place,)
        if (place, cost) not in known:
            before = [self._best_path(*step, prefer, known) for step in self._steps_before(place, cost)]
            liked = [sum(prefer >> p & 1 for p in path) for path in before]
            known[place, cost] = (*before[liked.index(max(liked))], place)
        return known[place, cost]

    def _steps_before(self, place: int, cost: int) -> list[tuple[int, int]]:
        """The places, with their costs, from which a unit steps here at this total cost."""
        found: list[tuple[int, int]] = []
        for way in self.ground.ways:
            paid = way.prices.get(place)
            if paid is None or (way.halts and not self._halted(place, cost)):
                continue
            near = way.network.adjacent[place]
            if paid + self.leave == cost and near >> self.start & 1 and self.first >> place & 1:
                found.append((self.start, 0))
            rest = cost - paid
            if rest > 0:
                found += [(other, rest) for other in bits(self.layers[rest] & self.through & near)]
        return found

    def _halted(self, place: int, cost: int) -> bool:
        return any(places >> place & 1 for ended_at, places in self.ended if ended_at == cost)


def reach(
    ground: Ground,
    start: int,
    allowance: int,
    enter: int,
    *,
    stop: int = 0,
    first: int = -1,
    leave: int = 0,
    one_hex: bool = False,
) -> Reach:
    """Where a unit with this many movement points may go.

    - `enter`: the places it may enter at all (not those of the enemy, nor forbidden countries);
    - `stop`: the places that end its move when entered (an enemy zone of control; an area with enemies);
    - `first`: the places its first step may lead to (out of a zone not into another; disengaging only to friends);
    - `leave`: extra points for the first step (leaving a zone of control, disengaging);
    - `one_hex`: a unit with any allowance may always make one step, whatever it costs, and then stops.
    """
    allowance = max(allowance, 0)
    if not leave and first == -1:
        found = ground.unhindered(start, allowance, one_hex)
        if not found.mask & (stop | ~enter):
            return found
    return _grow(Reach(ground, start, allowance, enter & ~stop, leave, first), enter, one_hex)


def kept_reach(ground: Ground, start: int, allowance: int, enter: int, stop: int, first: int) -> Reach:
    """`reach` with the one-hex rule, kept: what lies out of range does not matter, and the same surroundings come again
    and again."""
    free = ground.unhindered(start, max(allowance, 0), True)
    near = free.mask
    if first == -1 and not near & (stop | ~enter):
        return free
    return _among(ground, start, max(allowance, 0), near & enter, near & stop, near & first)


@lru_cache(maxsize=1 << 13)
def _among(ground: Ground, start: int, allowance: int, enter: int, stop: int, first: int) -> Reach:
    return _grow(Reach(ground, start, allowance, enter & ~stop, 0, first), enter, True)


def _grow(found: Reach, enter: int, one_hex: bool) -> Reach:
    """Fill in where the unit may go."""
    if len(found.layers) > 1:
        enter &= ~(1 << found.start)
        _first_steps(found, enter & found.first, one_hex)
        _further_steps(found, enter)
    return found


def _first_steps(found: Reach, enter: int, one_hex: bool) -> None:
    """The first step pays for leaving, and with the one-hex rule may cost more than the unit has."""
    layers, leave, start = found.layers, found.leave, found.start
    allowance = len(layers) - 1
    for _, adjacent, _, costs in found.ground.plain:
        near = adjacent[start] & enter
        if near:
            for cost, places in costs:
                if cost + leave <= allowance:
                    layers[cost + leave] |= near & places
                elif one_hex:
                    found.forced |= near & places
    for _, adjacent, _, costs in found.ground.halting:
        near = adjacent[start] & enter
        if near:
            for cost, places in costs:
                if cost + leave <= allowance:
                    found.ended.append((cost + leave, near & places))
                elif one_hex:
                    found.forced |= near & places


def _further_steps(found: Reach, unseen: int) -> None:
    """Grow the range cost by cost; a place counts at the first, that is the lowest cost that reaches it."""
    layers, through, enter = found.layers, found.through, unseen
    plain, halting = found.ground.plain, found.ground.halting
    left = len(layers) - 1
    for spent in range(1, left + 1):
        left -= 1
        front = layers[spent] & unseen
        layers[spent] = front
        unseen ^= front
        front &= through
        if not front or not left:
            continue
        for sources, _, spread, costs in plain:
            near = spread(front) & unseen if front & sources else 0
            if near:
                for cost, places in costs:
                    if cost > left:
                        break
                    layers[spent + cost] |= near & places
        for sources, _, spread, costs in halting:
            near = spread(front) & enter if front & sources else 0
            if near:
                found.ended += [(spent + cost, near & places) for cost, places in costs if cost <= left]
    found.mask = enter ^ unseen | found.forced
    for _, places in found.ended:
        found.mask |= places

"""Retreats: paths of a fixed number of steps, each one step farther from where the battle was."""

from collections.abc import Iterator

from .spreads import bits
from .topology import Network, Topology


class Retreat:
    """Where a retreat may end (`ends`), and by which paths."""

    __slots__ = ("_halts", "_layers", "_network", "ends", "start")

    def __init__(self, network: Network, start: int, layers: list[int], halts: int, ends: int) -> None:
        self._network = network
        self._layers = layers
        self._halts = halts
        self.start = start
        self.ends = ends

    def __bool__(self) -> bool:
        return bool(self.ends)

    def paths(self, end: int | None = None) -> Iterator[tuple[int, ...]]:
        """Every path, the start not included; only those to `end` when one is given."""
        for path in self._paths_from((), self.start):
            if end is None or path[-1] == end:
                yield path

    def _paths_from(self, path: tuple[int, ...], place: int) -> Iterator[tuple[int, ...]]:
        for other in bits(self._network.adjacent[place] & self._layers[len(path)]):
            longer = (*path, other)
            if len(longer) == len(self._layers) or self._halts >> other & 1:
                yield longer
            else:
                yield from self._paths_from(longer, other)


def retreat(
    topology: Topology,
    network: Network,
    start: int,
    steps: int,
    allowed: int,
    *,
    origin: int | None = None,
    halts: int = 0,
    ends: int = -1,
) -> Retreat:
    """The retreats of exactly `steps` steps from a place, each step one farther from `origin` (the place itself).

    - `allowed`: the places that may be entered: no enemies, no enemy zone without a friend, nothing forbidden;
    - `halts`: places where a retreat is complete as soon as it enters them (Finland, the Balkans);
    - `ends`: the places where it may end, when staying is harder than passing.
    """
    battle = start if origin is None else origin
    already = topology.distance(battle, start) or 0
    passing = allowed & ~halts
    ending = allowed & ends
    layers: list[int] = []
    finals = 0
    front = 1 << start
    for step in range(1, steps + 1):
        farther = topology.ring(battle, already + step) | halts
        layer = network.spread(front) & farther & (ending if step == steps else passing | ending & halts)
        layers.append(layer)
        finals |= layer if step == steps else layer & halts
        front = layer & passing
    return Retreat(network, start, layers, halts, finals)

"""The same answers, found the plain way: one place at a time, with sets and dicts. Slow, and easy to believe."""

from collections.abc import Iterable

from rasputitsa.board.topology import Network, Topology


def members(mask: int) -> set[int]:
    return {place for place in range(mask.bit_length()) if mask >> place & 1}


def neighbours(network: Network, places: Iterable[int]) -> set[int]:
    return {other for place in places for other in members(network.adjacent[place])}


def flood(network: Network, sources: set[int], within: set[int], steps: int | None = None) -> dict[int, int]:
    """Distance of every place reached."""
    far = dict.fromkeys(sources & within, 0)
    queue = list(far)
    for place in queue:
        if steps is None or far[place] < steps:
            for other in members(network.adjacent[place]) & within:
                if other not in far:
                    far[other] = far[place] + 1
                    queue.append(other)
    return far


def move(
    ways: list[tuple[Network, dict[int, int], bool]],
    start: int,
    allowance: int,
    enter: set[int],
    *,
    stop: set[int] = frozenset(),
    first: set[int] | None = None,
    leave: int = 0,
    one_hex: bool = False,
) -> dict[int, int]:
    """The fewest points to every place, by trying all paths (each state: where, and whether the move is over)."""
    best: dict[tuple[int, bool], int] = {(start, False): 0}
    queue = [(start, False)]
    while queue:
        place, over = queue.pop(0)
        spent = best[place, over]
        if over or (place in stop and place != start):
            continue
        for network, costs, halts in ways:
            for other in members(network.adjacent[place]) & enter - {start}:
                if place == start and first is not None and other not in first:
                    continue
                cost = spent + costs[other] + (leave if place == start else 0)
                forced = cost > allowance and one_hex and place == start and allowance > 0
                if cost > allowance and not forced:
                    continue
                arrived = (other, halts or forced)
                if best.get(arrived, 10**9) > min(cost, allowance):
                    best[arrived] = min(cost, allowance)
                    queue.append(arrived)
    out: dict[int, int] = {}
    for (place, _), cost in best.items():
        if place != start:
            out[place] = min(cost, out.get(place, cost))
    return out


def retreats(
    topology: Topology, network: Network, start: int, steps: int, allowed: set[int], halts: set[int]
) -> set[tuple[int, ...]]:
    """All paths whose every step is one farther from the start."""
    out = set()

    def walk(path: tuple[int, ...]) -> None:
        if len(path) - 1 == steps or path[-1] in halts:
            out.add(path[1:])
            return
        for other in members(network.adjacent[path[-1]]) & allowed:
            if other in halts or topology.distance(start, other) == len(path):
                walk((*path, other))

    walk((start,))
    return {path for path in out if path}

"""Supply floods: what can be reached from a set of sources, all sources at once.

Rules trace a path from each unit to a source; a flood from the sources over the same ground answers for all units in
one go. What blocks a path is left out of `within`; friendly units that negate a zone of control are put back in.
"""

from .spreads import bits
from .topology import Network


def open_ground(places: int, *, enemies: int, zone: int = 0, friends: int = 0) -> int:
    """The places a path may pass: no enemy in them, and no enemy zone unless a friend stands there."""
    return places & ~(enemies | (zone & ~friends))


def flood(network: Network, sources: int, within: int) -> int:
    """All places of `within` connected to a source. Sources outside `within` give nothing."""
    front = sources & within
    if network.fill is not None:
        return network.fill(front, within)
    reached = front
    left = within ^ front
    spread = network.spread
    while front:
        front = spread(front) & left
        left ^= front
        reached |= front
    return reached


def flood_steps(network: Network, sources: int, within: int, steps: int) -> int:
    """All places of `within` at most `steps` steps from a source, the sources of `within` included."""
    front = sources & within
    reached = front
    left = within ^ front
    spread = network.spread
    for _ in range(steps):
        front = spread(front) & left
        if not front:
            break
        left ^= front
        reached |= front
    return reached


def layers(network: Network, sources: int, within: int, steps: int | None = None) -> list[int]:
    """The places 0, 1, 2, ... steps from the nearest source: a distance map, one set per distance."""
    front = sources & within
    left = within ^ front
    out: list[int] = []
    while front and (steps is None or len(out) <= steps):
        out.append(front)
        front = network.spread(front) & left
        left ^= front
    return out


def distance_in(distances: list[int], place: int) -> int | None:
    """How far a place is from the sources, read from its `layers`."""
    return next((steps for steps, places in enumerate(distances) if places >> place & 1), None)


def path_back(network: Network, distances: list[int], place: int) -> tuple[int, ...]:
    """A shortest path from a place back to a source, both ends included: the supply line to show.

    The network must have its borders open both ways.
    """
    steps = distance_in(distances, place)
    if steps is None:
        raise ValueError(f"place {place} is not connected to a source")
    path = [place]
    for layer in reversed(distances[:steps]):
        path.append(bits(network.adjacent[path[-1]] & layer)[0])
    return tuple(path)


def component(network: Network, place: int, within: int) -> int:
    """All places of `within` connected to this one (none when it lies outside)."""
    return flood(network, 1 << place, within)


def components(network: Network, within: int) -> list[int]:
    """The connected parts of a set: pockets, islands, fronts."""
    out = []
    while within:
        part = component(network, within.bit_length() - 1, within)
        out.append(part)
        within ^= part
    return out

"""How a set of places grows by one step: five ways to do it, each the fastest for one shape of network.

A set of places is a Python integer with one bit per place. On a hex board the bits are laid out so that all places have
their neighbours at the same six distances (see `layout`), hence a whole set moves one hex in one shift.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

Fill = Callable[[int, int], int]
"""All that is connected to a set within another."""

Spread = Callable[[int], int]

_BYTE_TABLE_SIZE = 128
_FEW = 24
_HANDFUL = 5
_PIECE = 12
"""The places of a piece of line: longer ones are seldom all open."""


def _byte_table(base: int) -> list[tuple[int, ...]]:
    return [tuple(base * 8 + k for k in range(8) if byte >> k & 1) for byte in range(256)]


_BYTES = [_byte_table(base) for base in range(_BYTE_TABLE_SIZE)]


@lru_cache(maxsize=1 << 15)
def bits(mask: int) -> tuple[int, ...]:
    """The places of a set in ascending order. Kept: the same sets come again and again."""
    if mask.bit_count() < _FEW or mask.bit_length() > 8 * _BYTE_TABLE_SIZE:
        return _few_bits(mask)
    out: list[int] = []
    for table, byte in zip(_BYTES, mask.to_bytes((mask.bit_length() + 7) >> 3, "little")):
        if byte:
            out += table[byte]
    return tuple(out)


def nth(mask: int, number: int) -> int:
    """One place of a set by its rank, 0 for the lowest: a random choice without listing them all."""
    digits = bin(mask)
    return len(digits) - 1 - len(digits.rsplit("1", number + 1)[0])


def _few_bits(mask: int) -> tuple[int, ...]:
    out: list[int] = []
    while mask:
        place = mask.bit_length() - 1
        out.append(place)
        mask ^= 1 << place
    return tuple(reversed(out))


def mask_of(places: Iterable[int]) -> int:
    """The set of the given places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def whole_hexes(stride: int, targets: int, adjacent: Sequence[int], irregular: int) -> Spread:
    """All six directions at once; the few irregular places (a shut hexside, a big area) are looked up one by one."""
    short = stride - 1

    def spread(mask: int) -> int:
        odd = mask & irregular
        if not odd:
            east = mask << 1
            both = mask | east
            return (east | mask >> 1 | both << short | both >> stride) & targets
        mask ^= odd
        east = mask << 1
        both = mask | east
        out = (east | mask >> 1 | both << short | both >> stride) & targets
        while odd:
            place = odd.bit_length() - 1
            out |= adjacent[place]
            odd ^= 1 << place
        return out

    return spread


def some_directions(ways: Sequence[tuple[int, int]], targets: int, adjacent: Sequence[int], irregular: int) -> Spread:
    """A few directions, each with its shift (negative: down) and the places from which it is open."""
    up = tuple((shift, opens) for shift, opens in ways if shift > 0)
    down = tuple((-shift, opens) for shift, opens in ways if shift < 0)

    def spread(mask: int) -> int:
        out = 0
        for shift, opens in up:
            out |= (mask & opens) << shift
        for shift, opens in down:
            out |= (mask & opens) >> shift
        out &= targets
        odd = mask & irregular
        while odd:
            place = odd.bit_length() - 1
            out |= adjacent[place]
            odd ^= 1 << place
        return out

    return spread


def directed_fill(shifts: Sequence[int], places: int) -> Fill:
    """A whole flood in three directions that are open everywhere among the places, the first of them downwards: what
    `spread` does step by step, without a call for each step."""
    down, near, far = -shifts[0], shifts[1] - shifts[0], shifts[2] - shifts[0]

    def fill(front: int, within: int) -> int:
        within = within & places | front
        left = within ^ front
        front &= places
        while front:
            front = (front | front << near | front << far) >> down & left
            left ^= front
        return within ^ left

    return fill


def thin_fill(adjacent: Sequence[int]) -> Fill:
    """A whole flood over lines (railways): piece of line by piece of line where all of it is open, else place by place.
    On long thin paths quicker than one step at a time."""
    pieces = _pieces(adjacent)

    def fill(front: int, within: int) -> int:
        todo = front & within
        left = within ^ todo
        while todo:
            place = todo.bit_length() - 1
            piece, beyond = pieces[place]
            if within & piece == piece:
                left &= ~piece
                found = beyond & left
                todo = todo & ~piece | found
            else:
                found = adjacent[place] & left
                todo ^= 1 << place | found
            left ^= found
        return within ^ left

    return fill


def _pieces(adjacent: Sequence[int]) -> list[tuple[int, int]]:
    """By place: the piece of line it belongs to, a few joined places, and the places next to the piece."""
    found = [(1 << place, 0) for place in range(len(adjacent))]
    free = mask_of(place for place, near in enumerate(adjacent) if near)
    while free:
        piece = 1 << free.bit_length() - 1
        near = _around(adjacent, piece)
        while near & free and piece.bit_count() < _PIECE:
            piece |= 1 << (near & free).bit_length() - 1
            near = _around(adjacent, piece)
        free &= ~piece
        for place in bits(piece):
            found[place] = piece, near
    return found


def _around(adjacent: Sequence[int], places: int) -> int:
    """The places next to a set."""
    near = 0
    for place in bits(places):
        near |= adjacent[place]
    return near & ~places


def few_places(adjacent: Sequence[int], sources: int) -> Spread:
    """A network of a handful of places: straits, ferries, a big area and its neighbours."""

    def spread(mask: int) -> int:
        mask &= sources
        out = 0
        while mask:
            place = mask.bit_length() - 1
            out |= adjacent[place]
            mask ^= 1 << place
        return out

    return spread


def by_bytes(adjacent: Sequence[int], sources: int) -> Spread:
    """Any graph: a handful of places one by one, more of them eight at a time through tables of joined neighbours.
    Kept, as the same sets come again and again."""
    size = (sources.bit_length() + 7) >> 3
    tables = [_joined(adjacent[base * 8 : base * 8 + 8]) for base in range(size)]

    @lru_cache(maxsize=1 << 14)
    def spread(mask: int) -> int:
        mask &= sources
        out = 0
        if mask.bit_count() <= _HANDFUL:
            while mask:
                place = mask.bit_length() - 1
                out |= adjacent[place]
                mask ^= 1 << place
            return out
        for table, byte in zip(tables, mask.to_bytes(size, "little")):
            if byte:
                out |= table[byte]
        return out

    return spread


def _joined(adjacent: Sequence[int]) -> list[int]:
    """For each set of eight places, the union of their neighbours."""
    table = [0]
    for mask in adjacent:
        table += [mask | joined for joined in table]
    return table + [table[-1]] * (256 - len(table))

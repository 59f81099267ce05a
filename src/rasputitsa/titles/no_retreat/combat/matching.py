"""[10.3.1] Can everyone be served? The largest number of hexes that get an attacker of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


def matched(hexes: Sequence[int], leaders: Callable[[int], Iterable[int]]) -> int:
    """10.3.1 How many of the hexes can be given a leader each, no leader twice (augmenting paths)."""
    offers = [list(leaders(hex_)) for hex_ in hexes]
    taken: dict[int, int] = {}

    def place(number: int, seen: set[int]) -> bool:
        for leader in offers[number]:
            if leader not in seen:
                seen.add(leader)
                if leader not in taken or place(taken[leader], seen):
                    taken[leader] = number
                    return True
        return False

    return sum(place(number, set()) for number in range(len(hexes)))

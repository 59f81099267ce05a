"""Costs that only a title knows how to ask for: a supply check of both sides, the movement range of one unit."""

from __future__ import annotations

from collections.abc import Callable

from rasputitsa.kernel import State

Probe = Callable[[State], object]


def probes(title: str) -> dict[str, Probe]:
    """The probes of a title by what they measure; none for a title that has not written any."""
    return {"no-retreat": _no_retreat, "kiev41": _kiev41}.get(title, dict)()


def _no_retreat() -> dict[str, Probe]:
    from rasputitsa.titles.no_retreat.movement import movable
    from rasputitsa.titles.no_retreat.movement import range_of
    from rasputitsa.titles.no_retreat.supply import unsupplied_units

    def supply(s: State) -> object:
        s.memo.clear()
        return unsupplied_units(s, 0), unsupplied_units(s, 1)

    def movement(s: State) -> object:
        s.memo.clear()
        units = movable(s)
        return range_of(s, units[len(units) // 2]) if units else None

    return {"supply check, both sides": supply, "movement range, one unit": movement}


def _kiev41() -> dict[str, Probe]:
    from rasputitsa.titles.kiev41.movement import allowance, reach_of
    from rasputitsa.titles.kiev41.supply import supplied

    def supply(s: State) -> object:
        s.memo.clear()
        return supplied(s, 0), supplied(s, 1)

    def movement(s: State) -> object:
        s.memo.clear()
        return reach_of(s, 0, allowance(s, 0), True)

    return {"supply check, both sides": supply, "movement range, one unit": movement}

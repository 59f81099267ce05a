"""What becomes of every unit: which leave the game when they are lost, which need no supply, who stands with whom."""

from __future__ import annotations

from itertools import combinations

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import fate, stacking, supply
from rasputitsa.titles.stalins_war.roster import LCU, NAMES, SIDE_OF, N
from rasputitsa.titles.stalins_war.state import AXIS, SIDES, SOVIET, Position

from .situation import at, place, situation, unit

EARLY_MECH = {f"{number}M Corps" for number in (3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 18, 22)}
PARTISANS = {name for name in NAMES if name.startswith("Partisans ")}
ZONES = {"Luga FZ", "Mozhaisk FZ", "Kiev FZ"}
ONCE = {
    *EARLY_MECH,
    *PARTISANS,
    *ZONES,
    "Stalin",
    "Bunker",
    "Vlassov",
    "HU Mobile Corps",
    "IT CSIR",
    "IT 8th Army",
    "IT Alpini Corps",
    "Southwest Front",
}
"""Those with an asterisk on every step, the Active Partisans, and the Southwest Front, which comes back weaker."""


@rule("11.3.6", "11.3.6.1", "13.3.8", "13.3.8.1", "14.2.1", "16.1.6.2", "2.2.1", "2.2.1.1")
def test_a_lost_unit_goes_where_its_counter_says() -> None:
    s = situation(turn=6, moment="nothing")
    for number in range(N):
        for starved in (False, True):
            t = s.copy()
            t.put(number, place("2326"))
            fate.eliminate(t, number, starved)
            name = NAMES[number]
            late = starved and SIDE_OF[number] == AXIS and LCU >> number & 1
            wanted = "removed" if name in ONCE else "track" if late else "eliminated"
            assert at(t, name) == wanted, name
            assert t.due[number] == (9 if wanted == "track" else 0)
            assert at(t, "Southwest Front (weak)") == ("eliminated" if "Southwest" in name else "pool")


@rule("16.1.6", "13.1.2")
def test_nobody_but_partisans_is_in_supply_in_the_enemy_rear() -> None:
    rear = {"axis": "3616", "soviet": "1018"}
    fields = [situation(turn=6, side=side, moment="nothing") for side in SIDES]
    for number in range(N):
        s = fields[SIDE_OF[number]].copy()
        s.put(number, place(rear[SIDES[SIDE_OF[number]]]))
        assert (supply.status(s, number) == 0) == (NAMES[number] in PARTISANS), NAMES[number]


UNCOUNTED = (PARTISANS, ZONES, {"Stalin"}, {"Bunker"})


def kind(name: str) -> int:
    """Which of the uncounted kinds a unit is; -1 if it counts."""
    return next((number for number, names in enumerate(UNCOUNTED) if name in names), -1)


def crowd(s: Position, side: int, there: list[str]) -> set[str]:
    """Who could still join these units."""
    for name in there:
        s.put(unit(name), place("2326"))
    s.lurking = 0
    return {
        NAMES[number]
        for number in range(N)
        if SIDE_OF[number] == side and NAMES[number] not in there and stacking.room(s, number) >> place("2326") & 1
    }


@rule("9.1.1", "9.1.2", "9.1.3")
def test_four_counted_units_one_large_and_one_of_each_other_kind_share_a_hex() -> None:
    small = {
        AXIS: ["43 Corps", "46 Pz Corps", "53 Corps", "34 Corps"],
        SOVIET: ["13R Army", "1T Army", "1GC Corps", "1G Army"],
    }
    large = {AXIS: "9th Army", SOVIET: "West Front"}
    for side in (AXIS, SOVIET):
        own = {NAMES[u] for u in range(N) if SIDE_OF[u] == side} - PARTISANS
        fronts = {NAMES[u] for u in bits(LCU) if SIDE_OF[u] == side}
        few = {name for name in own if kind(name) >= 0}
        for there in (small[side][:3], small[side], [large[side]], [large[side], *small[side][:3]]):
            found = crowd(situation(turn=6, side=SIDES[side], moment="nothing"), side, there) - PARTISANS
            wanted = few if len(there) == 4 else own - fronts if large[side] in there else own
            assert found == wanted - set(there)


FIELD = situation(turn=6, side="soviet", moment="nothing")


@rule("9.1.3")
def test_no_two_uncounted_units_of_a_kind_stand_together() -> None:
    names = sorted(name for name in NAMES if kind(name) >= 0)
    for one, other in combinations(names, 2):
        if SIDE_OF[unit(one)] != SIDE_OF[unit(other)] or ({one, other} & PARTISANS and not {one, other} <= PARTISANS):
            continue
        s = FIELD.copy()
        s.put(unit(one), place("2326"))
        assert bool(stacking.room(s, unit(other)) >> place("2326") & 1) == (kind(one) != kind(other)), (one, other)

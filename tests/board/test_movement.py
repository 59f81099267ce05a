import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rasputitsa.board.layout import HexGrid
from rasputitsa.board.movement import Ground, Way, flat_ground, ground, kept_reach, reach
from rasputitsa.board.topology import Topology, bits, hex_topology, mask_of

from . import slow
from .boards import KIEV, NO_RETREAT, STALINS_WAR

FIELD = hex_topology(HexGrid(True, (1, 5), (1, 7)), [str(100 * r + c) for r in range(1, 6) for c in range(1, 8)])
ALL = FIELD.everywhere


def at(hex_id: str) -> int:
    return FIELD.index[hex_id]


def ids(mask: int) -> set[str]:
    return set(FIELD.names(mask))


def plain() -> Ground:
    return flat_ground(FIELD.everything)


def rough(*hex_ids: str, cost: int = 3) -> Ground:
    hard = FIELD.mask(hex_ids)
    return ground(FIELD.everything, {1: ALL & ~hard, cost: hard})


def test_a_unit_reaches_every_hex_its_points_allow_and_not_its_own():
    found = reach(plain(), at("304"), 1, ALL)
    assert ids(found.mask) == {"303", "305", "204", "205", "404", "405"}
    assert at("304") not in found
    assert found.cost(at("304")) == 0


def test_a_unit_without_points_stays():
    assert reach(plain(), at("304"), 0, ALL, one_hex=True).mask == 0
    assert reach(plain(), at("304"), -1, ALL).mask == 0


def test_dear_ground_is_entered_when_it_can_be_paid():
    found = reach(rough("305"), at("304"), 3, ALL)
    assert found.cost(at("305")) == 3
    assert found.cost(at("306")) == 3
    assert reach(rough("305"), at("304"), 2, ALL).cost(at("305")) is None


def test_a_unit_may_always_move_one_hex_and_then_stops():
    found = reach(rough("305", cost=9), at("304"), 2, ALL, one_hex=True)
    assert found.cost(at("305")) == 2
    assert found.path_to(at("305")) == (at("304"), at("305"))
    assert at("305") not in reach(rough("305", cost=9), at("304"), 2, ALL)


def test_the_one_hex_rule_does_not_open_what_is_forbidden():
    found = reach(rough("305", cost=9), at("304"), 2, ALL & ~FIELD.mask(["305"]), one_hex=True)
    assert at("305") not in found


def test_the_one_hex_rule_helps_only_the_first_step():
    found = reach(rough("306", cost=9), at("304"), 4, ALL, one_hex=True)
    assert at("306") not in found


def test_places_of_the_enemy_are_not_entered_but_gone_round():
    found = reach(plain(), at("304"), 3, ALL & ~FIELD.mask(["305"]))
    assert at("305") not in found
    assert found.cost(at("306")) == 3


def test_a_zone_of_control_ends_the_move():
    zone = FIELD.mask(["105", "205", "305", "405", "505"])
    found = reach(plain(), at("304"), 4, ALL, stop=zone)
    assert at("305") in found
    assert not found.mask & FIELD.mask(["106", "206", "306", "406", "506"])


def test_leaving_costs_extra_once():
    found = reach(plain(), at("304"), 3, ALL, leave=1)
    assert found.cost(at("305")) == 2
    assert found.cost(at("306")) == 3
    assert at("307") not in found


def test_a_unit_in_a_zone_is_not_stopped_by_the_zone_it_starts_in():
    found = reach(plain(), at("304"), 2, ALL, stop=FIELD.mask(["304"]))
    assert found.cost(at("306")) == 2


def test_the_first_step_out_of_a_zone_may_not_lead_into_another_but_the_next_may():
    zone = FIELD.mask(["304", "305"])
    found = reach(plain(), at("304"), 3, ALL, stop=zone, first=~zone)
    assert found.cost(at("305")) == 2
    assert found.path_to(at("305"))[1] not in bits(zone)


def test_a_first_step_onto_a_friend_in_a_zone_is_allowed_and_ends_the_move():
    zone, friend = FIELD.mask(["304", "305"]), FIELD.mask(["305"])
    found = reach(plain(), at("304"), 2, ALL, stop=zone, first=~(zone & ~friend))
    assert found.cost(at("305")) == 1
    assert found.cost(at("306")) is None


def test_the_cheapest_path_is_found_and_paid_for():
    found = reach(rough("305", "205", cost=4), at("304"), 6, ALL)
    assert found.cost(at("306")) == 3
    assert found.path_to(at("306")) == (at("304"), at("405"), at("406"), at("306"))


def test_among_equal_paths_the_preferred_places_decide():
    found = reach(plain(), at("304"), 2, ALL)
    assert found.path_to(at("504"), prefer=FIELD.mask(["404"])) == (at("304"), at("404"), at("504"))
    assert found.path_to(at("504"), prefer=FIELD.mask(["405"])) == (at("304"), at("405"), at("504"))


@pytest.mark.parametrize("zone", [[], ["305"], ["303", "204"], ["304", "305"], ["306"]])
def test_a_kept_range_is_the_range(zone):
    """With enemies, zones and a first step out of a zone."""
    stop, enter = FIELD.mask(zone), ALL & ~FIELD.mask(["404"])
    first = ~stop if "304" in zone else -1
    for land in (plain(), rough("305", cost=9)):
        for _ in range(2):
            kept = kept_reach(land, at("304"), 3, enter, stop, first)
            fresh = reach(land, at("304"), 3, enter, stop=stop, first=first, one_hex=True)
            assert kept.costs() == fresh.costs()
            assert all(kept.path_to(place) == fresh.path_to(place) for place in fresh.places())


def test_there_is_no_path_out_of_reach():
    with pytest.raises(ValueError, match="out of reach"):
        reach(plain(), at("304"), 1, ALL).path_to(at("307"))


def strait_board() -> tuple[Topology, Ground]:
    """101-102-103-104 in a row, with a halting strait between 102 and 103."""
    topology = hex_topology(
        HexGrid(True, (1, 1), (1, 4)), ["101", "102", "103", "104"], kinds={("102", "103"): "strait"}
    )
    land = topology.network(without=("strait",))
    return topology, flat_ground(land, halting=topology.network(only=("strait",)))


def test_crossing_a_halting_strait_ends_the_move():
    topology, across = strait_board()
    found = reach(across, topology.index["101"], 9, topology.everywhere)
    assert topology.names(found.mask) == ["102", "103"]
    assert found.path_to(topology.index["103"]) == topology_path(topology, "101", "102", "103")


def topology_path(topology: Topology, *hex_ids: str) -> tuple[int, ...]:
    return tuple(topology.index[hex_id] for hex_id in hex_ids)


def test_a_halting_strait_may_be_the_first_step_too():
    topology, across = strait_board()
    found = reach(across, topology.index["102"], 1, topology.everywhere)
    assert found.cost(topology.index["103"]) == 1
    assert found.path_to(topology.index["103"]) == topology_path(topology, "102", "103")


def test_borders_may_cost_more_than_others():
    topology = hex_topology(
        HexGrid(True, (1, 1), (1, 4)), ["101", "102", "103", "104"], kinds={("102", "103"): "river"}
    )
    everywhere = topology.everywhere
    ways = [
        Way(topology.network(without=("river",)), {1: everywhere}),
        Way(topology.network(only=("river",)), {2: everywhere}),
    ]
    found = reach(Ground(ways), topology.index["101"], 4, everywhere)
    assert found.costs() == {topology.index["102"]: 1, topology.index["103"]: 3, topology.index["104"]: 4}


HEX = NO_RETREAT.topology
HEX_LAND = HEX.network(NO_RETREAT.playable, without=("sea", "lake", "crossing"))
HEX_CROSSING = HEX.network(NO_RETREAT.playable, only=("crossing",))
FORESTS, SWAMPS = NO_RETREAT.by_terrain["forest"], NO_RETREAT.by_terrain["swamp"]
SW = STALINS_WAR.topology
RIVERS = ("river", "major_river")
SW_LAND = SW.network(STALINS_WAR.playable, without=("sea", "lake", "strait", *RIVERS))
KIEV_ALL = KIEV.topology.everything

BOARDS = {
    "No Retreat's armour": (
        NO_RETREAT,
        [
            Way(HEX_LAND, {1: HEX.everywhere & ~(FORESTS | SWAMPS), 2: FORESTS, 4: SWAMPS}),
            Way(HEX_CROSSING, {3: HEX.everywhere}),
        ],
    ),
    "Stalin's War with rivers and a halting strait": (
        STALINS_WAR,
        [
            Way(SW_LAND, {1: SW.everywhere & ~STALINS_WAR.by_terrain["forest"], 2: STALINS_WAR.by_terrain["forest"]}),
            Way(SW.network(STALINS_WAR.playable, only=RIVERS), {2: SW.everywhere}),
            Way(SW.network(STALINS_WAR.playable, only=("strait",)), {1: SW.everywhere}, halts=True),
        ],
    ),
    "Kiev '41": (
        KIEV,
        [
            Way(
                KIEV_ALL,
                {
                    1: KIEV.by_terrain["green"] | KIEV.by_terrain["staging"],
                    2: KIEV.by_terrain["yellow"] | KIEV.by_terrain["victory"],
                    3: KIEV.by_terrain["red"],
                },
            )
        ],
    ),
}


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_ranges_agree_with_trying_all_paths(name: str, data: st.DataObject):
    board, ways = BOARDS[name]
    topology = board.topology
    start = data.draw(st.sampled_from(bits(board.playable)))
    near = topology.disk(start, 4)
    enemies = mask_of(data.draw(st.lists(st.sampled_from(bits(near)), max_size=8)))
    zone = topology.everything.spread(enemies) if data.draw(st.booleans()) else 0
    enter = board.playable & ~enemies
    first = ~zone if zone >> start & 1 else -1
    allowance = data.draw(st.integers(0, 7))
    leave = data.draw(st.integers(0, 2))
    one_hex = data.draw(st.booleans())
    found = reach(Ground(ways), start, allowance, enter, stop=zone, first=first, leave=leave, one_hex=one_hex)
    plain_ways = [
        (way.network, {place: cost for cost, places in way.costs for place in slow.members(places)}, way.halts)
        for way in ways
    ]
    expected = slow.move(
        plain_ways,
        start,
        allowance,
        slow.members(enter),
        stop=slow.members(zone),
        first=None if first == -1 else slow.members(topology.everywhere & first),
        leave=leave,
        one_hex=one_hex,
    )
    assert found.costs() == expected
    assert slow.members(found.mask) == set(expected)
    assert {place: found.cost(place) for place in expected} == expected
    for place in list(expected)[:20]:
        assert_path_costs(found.path_to(place), plain_ways, expected, leave, zone, allowance)


def assert_path_costs(path, ways, costs, leave, zone, allowance):
    """A path is made of steps along ways, stops where it must, and costs what was promised."""
    start, *steps = path
    spent = leave
    before = start
    for step in steps:
        assert before == start or not zone >> before & 1
        paid = [enter[step] for network, enter, _ in ways if network.adjacent[before] >> step & 1]
        assert paid
        spent += min(paid)
        before = step
    assert min(spent, allowance) == costs[steps[-1]]
    assert spent <= allowance or len(steps) == 1


def test_a_range_once_found_is_found_anew_when_something_stands_in_its_way():
    open_ground = plain()
    free = reach(open_ground, at("304"), 2, ALL)
    assert reach(open_ground, at("304"), 2, ALL, stop=FIELD.mask(["101"])) is free, "a zone far away changes nothing"
    assert at("305") not in reach(open_ground, at("304"), 2, ALL & ~FIELD.mask(["305"]))
    stopped = reach(open_ground, at("304"), 2, ALL, stop=FIELD.mask(["303", "204", "404"]))
    assert at("302") in free and at("302") not in stopped
    assert reach(open_ground, at("304"), 2, ALL).mask == free.mask


def test_a_trail_is_a_cheapest_path_that_prefers_some_places() -> None:
    found = reach(plain(), at("304"), 3, ALL)
    assert found.trail(at("504"), prefer=FIELD.mask(["404"])) == (at("304"), at("404"), at("504"))
    assert found.trail(at("504"), prefer=FIELD.mask(["405"])) == (at("304"), at("405"), at("504"))
    assert len(found.trail(at("504"))) == len(found.path_to(at("504")))


def test_entering_a_place_costs_the_least_of_what_is_given_for_it() -> None:
    way = Way(FIELD.everything, {3: FIELD.mask(["304", "305"]), 1: FIELD.mask(["305"])})
    assert (way.cost_of(at("304")), way.cost_of(at("305")), way.cost_of(at("101"))) == (3, 1, None)


def test_a_trail_leads_only_where_the_unit_can_go() -> None:
    found = reach(plain(), at("304"), 1, ALL)
    assert found.trail(at("305")) == (at("304"), at("305"))
    with pytest.raises(ValueError, match="out of reach"):
        found.trail(at("101"))

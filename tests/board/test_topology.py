import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rasputitsa.board.layout import HexGrid
from rasputitsa.board.topology import Network, area_topology, bits, hex_topology, mask_of, nth

from . import slow
from .boards import KIEV, NO_RETREAT, STALINS_WAR, some_places

NR = NO_RETREAT.topology
SW = STALINS_WAR.topology
AREAS = KIEV.topology
SUPPLY = NO_RETREAT.playable & NR.hexes | NO_RETREAT.by_terrain["lake"]

NETWORKS = {
    "all of No Retreat": (NR, NR.everything),
    "No Retreat by land": (NR, NR.network(NO_RETREAT.playable, without=("sea", "lake"))),
    "No Retreat without big areas": (NR, NR.network(NO_RETREAT.playable & NR.hexes, without=("sea", "lake"))),
    "No Retreat's supply": (NR, NR.network(SUPPLY)),
    "No Retreat eastwards": (NR, NR.network(SUPPLY, directions=("E", "NE", "SE"))),
    "No Retreat's sea crossing": (NR, NR.network(only=("crossing",))),
    "Stalin's War without rivers": (
        SW,
        SW.network(STALINS_WAR.playable, without=("sea", "lake", "river", "major_river")),
    ),
    "Stalin's War's rivers": (SW, SW.network(STALINS_WAR.playable, only=("river", "major_river"))),
    "Stalin's War's rails": (
        SW,
        SW.network_of((SW.index[a], SW.index[b]) for a, b in STALINS_WAR.file.rail_links),
    ),
    "all of Kiev '41": (AREAS, AREAS.everything),
    "Kiev '41 without the strait": (AREAS, AREAS.network(without=("strait",))),
}


@given(st.integers(min_value=0, max_value=2**700))
def test_the_places_of_a_set_come_in_ascending_order(mask: int):
    assert bits(mask) == tuple(sorted(slow.members(mask)))
    assert mask_of(bits(mask)) == mask


def test_a_very_wide_set_is_listed_whole():
    assert bits(1 << 5000 | (1 << 40) - 1) == (*range(40), 5000)


@pytest.mark.parametrize("name", NETWORKS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_spread_finds_the_neighbours_that_one_finds_place_by_place(name: str, data: st.DataObject):
    topology, network = NETWORKS[name]
    mask = data.draw(some_places(topology, 120))
    assert slow.members(network.spread(mask)) == slow.neighbours(network, slow.members(mask))


@pytest.mark.parametrize("name", NETWORKS)
def test_each_place_alone_spreads_to_its_own_neighbours(name: str):
    topology, network = NETWORKS[name]
    for place in topology.places:
        assert network.spread(1 << place) == network.adjacent[place]


def test_hexes_of_a_pointy_grid_touch_as_the_numbers_say():
    land = NR.everything
    assert sorted(NR.names(land.adjacent[NR.index["1718"]])) == ["1618", "1619", "1717", "1719", "1818", "1819"]
    assert sorted(NR.names(land.adjacent[NR.index["1410"]])) == ["1309", "1310", "1409", "1411", "1509", "1510"]


def test_hexes_of_a_flat_grid_touch_as_the_numbers_say():
    touched = SW.everything.adjacent
    assert sorted(SW.names(touched[SW.index["2722"]])) == ["2622", "2623", "2721", "2723", "2822", "2823"]
    assert sorted(SW.names(touched[SW.index["2022"]])) == ["1921", "1922", "2021", "2023", "2121", "2122"]


@pytest.mark.parametrize(
    ("direction", "hex_id"),
    [("E", "1719"), ("W", "1717"), ("NE", "1819"), ("NW", "1818"), ("SE", "1619"), ("SW", "1618")],
)
def test_north_is_up_on_a_pointy_grid(direction: str, hex_id: str):
    assert NR.neighbour(NR.index["1718"], direction) == NR.index[hex_id]


@pytest.mark.parametrize(
    ("direction", "hex_id"),
    [("N", "2721"), ("S", "2723"), ("NE", "2822"), ("SE", "2823"), ("NW", "2622"), ("SW", "2623")],
)
def test_north_is_up_on_a_flat_grid(direction: str, hex_id: str):
    assert SW.neighbour(SW.index["2722"], direction) == SW.index[hex_id]


def test_there_is_nothing_beyond_the_edge_and_no_direction_out_of_a_big_area():
    assert NR.neighbour(NR.index["1501"], "W") is None
    assert NR.neighbour(NR.index["121"], "SE") is None
    assert NR.neighbour(NR.index["finland"], "E") is None
    assert AREAS.neighbour(AREAS.index["4"], "E") is None


def test_every_direction_looks_where_the_sheet_says():
    for board in (NO_RETREAT, STALINS_WAR):
        for place in bits(board.topology.hexes):
            x, y = board.xy[place]
            for direction in board.grid.directions:
                other = board.topology.neighbour(place, direction)
                if other is not None:
                    dx, dy = board.xy[other][0] - x, board.xy[other][1] - y
                    assert (dy < 0) == ("N" in direction) and (dy > 0) == ("S" in direction)
                    assert (dx > 0) == ("E" in direction) and (dx < 0) == ("W" in direction)
                    assert dx * dx + dy * dy == pytest.approx(1)


@given(
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_any_grid_gives_every_hex_its_own_bit_and_no_false_neighbours(pointy, line, step, lines, steps):
    grid = HexGrid(pointy, (line, line + lines - 1), (step, step + steps - 1))
    ids = [str(100 * a + b) for a in range(line, line + lines) for b in range(step, step + steps)]
    topology = hex_topology(grid, ids)
    assert len(topology.places) == len(ids)
    for place in topology.places:
        x, y = grid.xy(*grid.split(topology.ids[place]))
        near = {
            other
            for other in topology.places
            if other != place
            and (grid.xy(*grid.split(topology.ids[other]))[0] - x) ** 2
            + (grid.xy(*grid.split(topology.ids[other]))[1] - y) ** 2
            < 1.1
        }
        assert set(topology.neighbours[place]) == near


def test_a_shut_hexside_is_shut_both_ways_and_only_there():
    grid = HexGrid(True, (1, 3), (1, 3))
    ids = [str(100 * row + column) for row in (1, 2, 3) for column in (1, 2, 3)]
    topology = hex_topology(grid, ids, kinds={("202", "203"): "lake", ("101", "102"): "river"})
    land = topology.network(without=("lake",))
    a, b = topology.index["202"], topology.index["203"]
    assert not land.spread(1 << a) >> b & 1
    assert not land.spread(1 << b) >> a & 1
    assert topology.everything.spread(1 << a) >> b & 1
    assert land.spread(1 << topology.index["101"]) >> topology.index["102"] & 1
    assert topology.kind(b, a) == "lake"
    assert topology.kind(a, topology.index["201"]) == ""


def test_nothing_spreads_out_of_a_place_that_is_not_in_the_network():
    land = NETWORKS["No Retreat without big areas"][1]
    assert land.spread(1 << NR.index["finland"]) == 0
    assert land.spread(NO_RETREAT.by_terrain["sea"]) == 0


def test_a_big_area_touches_its_hexes_and_no_others():
    land = NETWORKS["No Retreat by land"][1]
    assert sorted(NR.names(land.spread(1 << NR.index["finland"]))) == ["2417", "2518", "2519"]
    assert land.spread(1 << NR.index["2519"]) >> NR.index["finland"] & 1


def test_distances_are_counted_in_hexes_whatever_lies_between():
    assert NR.distance(NR.index["2417"], NR.index["2419"]) == 2
    assert SW.distance(STALINS_WAR.named["Warsaw"], STALINS_WAR.named["Moscow"]) == 11
    assert NR.distance(NR.index["1409"], NR.index["1409"]) == 0


def test_a_big_area_is_no_short_cut():
    assert NR.distance(NR.index["1402"], NR.index["904"]) == 5
    assert NR.distance(NR.index["finland"], NR.index["2519"]) == 1


def test_disks_and_rings_fit_together():
    moscow = NO_RETREAT.named["Moscow"]
    assert [ring.bit_count() for ring in NR.rings(moscow)[:3]] == [1, 6, 12]
    assert NR.disk(moscow, 2) == NR.ring(moscow, 0) | NR.ring(moscow, 1) | NR.ring(moscow, 2)
    assert NR.ring(moscow, 99) == 0


def test_places_without_a_connection_have_no_distance():
    topology = area_topology(["a", "b", "c"], [("a", "b")])
    assert topology.distance(0, 1) == 1
    assert topology.distance(0, 2) is None


def test_a_network_lists_neighbours_and_places():
    topology = area_topology(["a", "b", "c", "d"], [("a", "b"), ("b", "c")])
    network: Network = topology.everything
    assert network.neighbours == ((1,), (0, 2), (1,), ())
    assert network.places == 0b111
    assert topology.mask(["a", "c"]) == 0b101


@pytest.mark.parametrize("mask", [1, 0b1011, 1 << 700 | 1 << 64 | 1 << 63 | 5, (1 << 200) - 1])
def test_the_nth_place_of_a_set_is_the_one_a_list_of_it_holds(mask):
    assert [nth(mask, n) for n in range(mask.bit_count())] == list(bits(mask))


def test_around_some_places_lie_all_within_so_many_steps():
    north, south = NR.index["2109"], NR.index["1409"]
    everywhere = NR.everything
    for steps in (0, 1, 3):
        expected = NR.disk(north, steps) | NR.disk(south, steps)
        assert everywhere.around(1 << north | 1 << south, steps) & NR.hexes == expected & NR.hexes


def test_steps_are_counted_to_the_nearest_of_some_places_up_to_a_limit():
    line = area_topology("abcde", ["ab", "bc", "cd", "de"]).everything
    assert line.steps(0b00001, 3) == [0, 1, 2, 3, 3]
    assert line.steps(0b10001, 9) == [0, 1, 2, 1, 0]

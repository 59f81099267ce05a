import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rasputitsa.board.floods import (
    component,
    components,
    distance_in,
    flood,
    flood_steps,
    layers,
    open_ground,
    path_back,
)
from rasputitsa.board.topology import area_topology, bits, mask_of

from . import slow
from .boards import KIEV, NO_RETREAT, STALINS_WAR, most_places, some_places

NR, SW, AREAS = NO_RETREAT.topology, STALINS_WAR.topology, KIEV.topology
SUPPLY = NO_RETREAT.playable & NR.hexes | NO_RETREAT.by_terrain["lake"]

NETWORKS = {
    "No Retreat's supply": (NR, NR.network(SUPPLY)),
    "No Retreat's rail net eastwards": (NR, NR.network(SUPPLY, directions=("E", "NE", "SE"))),
    "No Retreat's rail net westwards": (NR, NR.network(SUPPLY, directions=("W", "NW", "SW"))),
    "Stalin's War's rails": (SW, SW.network_of((SW.index[a], SW.index[b]) for a, b in STALINS_WAR.file.rail_links)),
    "Kiev '41's lines of communication": (AREAS, AREAS.network(without=("strait",))),
}

CHAIN = area_topology(list("abcdef"), [("a", "b"), ("b", "c"), ("c", "d"), ("e", "f")])


@pytest.mark.parametrize("name", NETWORKS)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_floods_agree_with_walking_from_place_to_place(name: str, data: st.DataObject):
    topology, network = NETWORKS[name]
    sources = data.draw(some_places(topology, 8))
    within = data.draw(most_places(topology))
    steps = data.draw(st.integers(0, 6))
    far = slow.flood(network, slow.members(sources), slow.members(within))
    assert slow.members(flood(network, sources, within)) == set(far)
    assert slow.members(flood_steps(network, sources, within, steps)) == {p for p, d in far.items() if d <= steps}
    by_distance = layers(network, sources, within)
    assert {place: d for d, layer in enumerate(by_distance) for place in bits(layer)} == far
    assert layers(network, sources, within, steps) == by_distance[: steps + 1]
    assert all(distance_in(by_distance, place) == far.get(place) for place in topology.places[::7])


def test_a_flood_goes_no_farther_than_its_steps():
    a, ab, abc = CHAIN.mask("a"), CHAIN.mask("ab"), CHAIN.mask("abc")
    assert flood_steps(CHAIN.everything, a, CHAIN.everywhere, 0) == a
    assert flood_steps(CHAIN.everything, a, CHAIN.everywhere, 1) == ab
    assert flood_steps(CHAIN.everything, a, CHAIN.everywhere, 2) == abc


def test_a_blocked_place_cuts_what_lies_behind_it():
    assert flood(CHAIN.everything, CHAIN.mask("a"), CHAIN.mask("abd")) == CHAIN.mask("ab")


def test_a_blocked_source_gives_nothing():
    assert flood(CHAIN.everything, CHAIN.mask("a"), CHAIN.mask("bcd")) == 0
    assert layers(CHAIN.everything, CHAIN.mask("a"), CHAIN.mask("bcd")) == []


def test_enemies_and_their_zones_block_but_friends_negate_a_zone():
    ground = open_ground(0b11111, enemies=0b00010, zone=0b00101, friends=0b00100)
    assert ground == 0b11100


def test_a_friend_does_not_open_a_place_the_enemy_holds():
    assert open_ground(0b11, enemies=0b01, friends=0b01) == 0b10


def test_an_eastward_rail_net_does_not_turn_back():
    net = NR.network(NO_RETREAT.playable, directions=("E", "NE", "SE"))
    reached = flood(net, 1 << NR.index["1409"], NO_RETREAT.playable)
    ahead, behind = NR.mask(["1410", "1509", "1309"]), NR.mask(["1408", "1508", "1308"])
    assert reached & ahead == ahead
    assert not reached & behind


def test_supply_crosses_the_lake_hex_where_movement_does_not():
    leningrad = NO_RETREAT.named["Leningrad"]
    ladoga = NR.index["2517"]
    movement = NR.network(NO_RETREAT.playable, without=("sea", "lake"))
    supply = NR.network(SUPPLY)
    assert supply.spread(1 << leningrad) >> ladoga & 1
    assert not movement.spread(1 << leningrad) >> ladoga & 1
    only = SUPPLY & ~NR.ring(leningrad, 1) | 1 << ladoga
    assert flood(supply, NO_RETREAT.edges["east"], only) >> leningrad & 1


def test_the_way_back_to_a_source_is_a_shortest_one():
    distances = layers(CHAIN.everything, CHAIN.mask("a"), CHAIN.everywhere)
    assert path_back(CHAIN.everything, distances, CHAIN.index["d"]) == (3, 2, 1, 0)
    with pytest.raises(ValueError, match="not connected"):
        path_back(CHAIN.everything, distances, CHAIN.index["f"])


@settings(max_examples=40, deadline=None)
@given(most_places(NR), st.sampled_from(bits(SUPPLY)))
def test_every_way_back_steps_nearer_each_time(within: int, place: int):
    network = NR.network(SUPPLY)
    distances = layers(network, NO_RETREAT.edges["west"], within & SUPPLY)
    steps = distance_in(distances, place)
    if steps is not None:
        path = path_back(network, distances, place)
        assert [distance_in(distances, p) for p in path] == list(range(steps, -1, -1))


def test_parts_of_a_board_that_do_not_touch_are_told_apart():
    assert component(CHAIN.everything, 0, CHAIN.mask("abef")) == CHAIN.mask("ab")
    assert component(CHAIN.everything, 2, CHAIN.mask("abef")) == 0
    assert sorted(components(CHAIN.everything, CHAIN.mask("abdef"))) == sorted(map(CHAIN.mask, ("ab", "d", "ef")))


@settings(max_examples=30, deadline=None)
@given(some_places(NR, 150))
def test_components_share_nothing_and_miss_nothing(within: int):
    parts = components(NR.everything, within)
    assert sum(part.bit_count() for part in parts) == within.bit_count()
    assert mask_of(place for part in parts for place in bits(part)) == within
    assert not any(NR.everything.spread(a) & b for a in parts for b in parts if a != b)

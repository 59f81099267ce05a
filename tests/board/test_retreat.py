from hypothesis import given, settings
from hypothesis import strategies as st

from rasputitsa.board.layout import HexGrid
from rasputitsa.board.retreat import retreat
from rasputitsa.board.topology import bits, hex_topology

from . import slow
from .boards import NO_RETREAT, STALINS_WAR, some_places

FIELD = hex_topology(HexGrid(True, (1, 5), (1, 7)), [str(100 * r + c) for r in range(1, 6) for c in range(1, 8)])
ALL = FIELD.everywhere
LAND = FIELD.everything
NR = NO_RETREAT.topology
NR_LAND = NR.network(NO_RETREAT.playable, without=("sea", "lake"))


def at(hex_id: str) -> int:
    return FIELD.index[hex_id]


def test_two_hexes_back_end_at_distance_two():
    found = retreat(FIELD, LAND, at("304"), 2, ALL)
    assert found.ends == FIELD.ring(at("304"), 2)
    assert all(len(path) == 2 for path in found.paths())


def test_a_retreat_may_not_zig_zag():
    side_by_side = FIELD.mask(["404", "405"])
    assert not retreat(FIELD, LAND, at("304"), 2, side_by_side)


def test_a_retreat_through_a_single_gap_leads_to_what_lies_behind_it():
    behind = FIELD.mask(["405"]) | FIELD.ring(at("304"), 2)
    found = retreat(FIELD, LAND, at("304"), 2, behind)
    assert set(FIELD.names(found.ends)) == {"504", "505", "406"}
    assert {path[0] for path in found.paths()} == {at("405")}


def test_a_surrounded_unit_has_nowhere_to_go():
    assert not retreat(FIELD, LAND, at("304"), 1, ALL & ~FIELD.ring(at("304"), 1))
    assert list(retreat(FIELD, LAND, at("304"), 2, 0).paths()) == []


def test_a_dead_end_after_the_first_step_is_no_retreat():
    found = retreat(FIELD, LAND, at("101"), 2, FIELD.mask(["102"]))
    assert not found
    assert list(found.paths()) == []


def test_the_map_edge_is_not_crossed():
    found = retreat(FIELD, LAND, at("101"), 2, ALL)
    assert set(FIELD.names(found.ends)) == {"103", "203", "301", "302"}


def test_paths_to_one_end_are_listed_alone():
    found = retreat(FIELD, LAND, at("304"), 2, ALL)
    assert sorted(found.paths(at("504"))) == [(at("404"), at("504")), (at("405"), at("504"))]


def test_passing_is_allowed_where_ending_is_not():
    full = FIELD.mask(["306"])
    found = retreat(FIELD, LAND, at("304"), 2, ALL, ends=~full)
    assert at("306") not in bits(found.ends)
    assert retreat(FIELD, LAND, at("304"), 2, ALL, ends=~FIELD.mask(["305"])).ends >> at("306") & 1


def test_farther_is_measured_from_the_battle_when_that_is_elsewhere():
    found = retreat(FIELD, LAND, at("304"), 1, ALL, origin=at("303"))
    assert set(FIELD.names(found.ends)) == {"305", "205", "405"}


def test_a_unit_that_enters_a_big_area_has_done_its_retreat():
    """The hexes beside Finland: one step takes a unit in, and there it stays."""
    start, finland = NR.index["2519"], NR.index["finland"]
    found = retreat(NR, NR_LAND, start, 2, NO_RETREAT.playable, halts=1 << finland)
    assert (finland,) in set(found.paths())
    assert found.ends >> finland & 1
    assert not any(path[0] == finland and len(path) > 1 for path in found.paths())


def test_a_big_area_that_is_full_is_not_entered():
    finland = 1 << NR.index["finland"]
    found = retreat(NR, NR_LAND, NR.index["2519"], 2, NO_RETREAT.playable, halts=finland, ends=~finland)
    assert not found.ends & finland


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_retreats_agree_with_walking_all_paths(data: st.DataObject):
    board = data.draw(st.sampled_from([NO_RETREAT, STALINS_WAR]))
    topology = board.topology
    network = topology.network(board.playable, without=("sea", "lake"))
    start = data.draw(st.sampled_from(bits(board.playable & topology.hexes)))
    steps = data.draw(st.integers(1, 3))
    allowed = board.playable & ~data.draw(some_places(topology, 150))
    halts = topology.big_areas
    found = retreat(topology, network, start, steps, allowed, halts=halts)
    expected = slow.retreats(topology, network, start, steps, slow.members(allowed), slow.members(halts))
    assert set(found.paths()) == expected
    assert slow.members(found.ends) == {path[-1] for path in expected}

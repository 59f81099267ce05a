"""Boards for the tests: the three real ones, and random positions on them."""

from hypothesis import strategies as st

from rasputitsa.board.maps import area_map, hex_map
from rasputitsa.board.topology import Topology, mask_of

NO_RETREAT = hex_map("rasputitsa.titles.no_retreat")
STALINS_WAR = hex_map("rasputitsa.titles.stalins_war")
KIEV = area_map("rasputitsa.titles.kiev41")


def some_places(topology: Topology, most: int = 60, least: int = 0) -> st.SearchStrategy[int]:
    """A random set of places."""
    places = st.sampled_from(topology.places)
    return st.lists(places, min_size=least, max_size=most).map(mask_of)


def most_places(topology: Topology) -> st.SearchStrategy[int]:
    """All places but a few."""
    return some_places(topology, 200).map(lambda mask: topology.everywhere & ~mask)

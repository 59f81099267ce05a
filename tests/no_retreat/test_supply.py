"""[6.0] Supply."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.codes import UNSUPPLIED

from .situation import place, reach, refused, situation, unit


def out(s, name: str) -> bool:
    """Is the unit marked Unsupplied?"""
    return bool(s.marks[unit(s, name)] & UNSUPPLIED)


def checked(**kw):
    """A situation after the Supply Check Phase of `side`."""
    kw.setdefault("phase", None)
    side = {"axis": 0, "soviet": 1}[kw.get("side", "axis")]
    s = situation(**kw)
    supply.check_side(s, side)
    supply.check_side(s, 1 - side)
    return s


EXAMPLE = {
    "axis": {"16th Army": "2216", "18th Army": "2217 reduced", "4th Panzer": "2218", "Finnish": "finland"},
    "soviet": {"Kalinin Front": "2418", "Leningrad Front": "2417 full", "Moscow Front": "1718"},
    "axis_holds": ["Riga"],
}


@rule("6.1.4", "6.3.3")
@rule("6.1", "6.2", "16.0")
def test_the_example_of_supply():
    """16th Army traces four hexes to Riga across Lake Peipus, 18th Army lives off it, 4th Panzer cannot."""
    s = checked(**EXAMPLE)
    assert s.game.topology.kind(place("2214"), place("2215")) == "lake"
    assert supply.has_overland(s, unit(s, "16th Army"))
    assert not out(s, "18th Army") and not supply.has_overland(s, unit(s, "18th Army"))
    assert out(s, "4th Panzer")


@rule("6.1.5")
@rule("6.1", "6.3")
def test_the_example_of_soviet_supply_through_ladoga():
    """Kalinin Front traces to the eastern edge; Leningrad through Lake Ladoga and the hex of that Front."""
    s = checked(**EXAMPLE)
    assert supply.has_overland(s, unit(s, "Kalinin Front"))
    assert supply.supplied_cities(s, 1) >> place("Leningrad") & 1
    ring = situation(soviet={"Leningrad Front": "2417 full"}, axis={"9th Army": "2419", "2nd Army": "2318"}, phase=None)
    assert not supply.supplied_cities(ring, 1) >> place("Leningrad") & 1


@rule("6.1")
def test_a_path_of_five_hexes_is_too_long():
    near = checked(axis={"16th Army": "2216"}, axis_holds=["Riga"])
    far = checked(axis={"16th Army": "2217"}, axis_holds=["Riga"])
    assert not out(near, "16th Army") and out(far, "16th Army")


@rule("6.1.3")
@rule("6.1")
def test_a_unit_four_hexes_from_its_map_edge_needs_no_city():
    lost = ["Tula", "Moscow", "Voronezh", "Kharkov", "Smolensk", "Gorki", "Saratov"]
    assert not out(checked(soviet={"West Front": "1418"}, axis_holds=lost), "West Front")
    assert out(checked(soviet={"West Front": "1417"}, axis_holds=lost), "West Front")


@rule("6.1")
def test_a_city_traces_westward_only_for_the_axis():
    """Kiev is cut off when the way west is barred, though a way round by the east is open."""
    fronts = ["West Front", "South Front", "Bryansk Front", "Reserve Front"]
    fronts += ["Kalinin Front", "Volkhov Front", "Crimean Front", "Northwest Front"]
    wall = dict(zip(fronts, ["1310", "1510", "1110", "910", "1710", "1910", "2110", "2210"], strict=True))
    assert supply.supplied_cities(situation(axis={"6th Army": "1312"}, axis_holds=["Kiev"]), 0) >> place("Kiev") & 1
    s = situation(axis={"6th Army": "1312"}, soviet=wall, axis_holds=["Kiev"])
    assert not supply.supplied_cities(s, 0) >> place("Kiev") & 1


@rule("6.1")
def test_an_enemy_controlled_city_is_no_source():
    assert out(checked(axis={"16th Army": "2216"}), "16th Army")


@rule("6.2")
def test_the_black_sea_supplies_both_sides_the_azov_none():
    assert not out(checked(axis={"11th Army": "512"}, axis_holds=["Sevastopol"]), "11th Army")
    azov = checked(
        soviet={"South Front": "716"}, axis_holds=["Stalino", "Rostov", "Dnepropetrovsk", "Kharkov", "Krasnodar"]
    )
    assert out(azov, "South Front")


@rule("6.2.4")
@rule("6.2")
def test_the_baltic_supplies_the_soviets_only_while_leningrad_is_theirs_and_supplied():
    riga = {"Northwest Front": "2311"}
    assert not out(checked(soviet=riga, axis_holds=["Riga"]), "Northwest Front")
    assert out(checked(soviet=riga, axis_holds=["Riga", "Leningrad"]), "Northwest Front")
    assert not out(checked(axis={"18th Army": "2413"}), "18th Army"), "the Axis may always use it"


@rule("6.2")
def test_the_caspian_supplies_the_soviets_only():
    cut = {"axis_holds": ["Astrakhan", "Krasnodar", "121", "Stalingrad"]}
    s = situation(axis={"1st Panzer": "322"}, phase=None, **cut)
    assert not supply.by_sea(s, 0) >> place("322") & 1
    assert supply.by_sea(s, 1) >> place("322") & 1


@rule("6.2.1")
@rule("6.2")
def test_supply_from_a_neighbour_goes_no_further():
    s = checked(axis={"16th Army": "2216", "18th Army": "2217", "9th Army": "2218"}, axis_holds=["Riga"])
    assert [out(s, n) for n in ("16th Army", "18th Army", "9th Army")] == [False, False, True]


@rule("6.2", "14.1")
def test_the_finns_are_always_in_supply_in_finland():
    s = checked(axis={"Finnish": "finland"}, soviet={"Leningrad Front": "2417", "Kalinin Front": "2518"})
    assert not out(s, "Finnish")


@rule("6.3", "8.5.4")
def test_a_zone_of_control_blocks_a_path_unless_a_friend_stands_there():
    blocked = {"axis": {"16th Army": "2216"}, "soviet": {"West Front": "2114"}, "axis_holds": ["Riga"]}
    assert out(checked(**blocked), "16th Army")
    helped = {**blocked, "axis": {"16th Army": "2216", "18th Army": "2214", "9th Army": "2215"}}
    assert not out(checked(**helped), "16th Army")


@rule("6.3")
def test_an_enemy_fort_blocks_its_hex_but_not_the_hexes_around_it():
    s = checked(axis={"16th Army": "2216"}, soviet={"Moscow Front": "2114 full"}, axis_holds=["Riga"])
    assert not out(s, "16th Army")


@rule("6.0", "6.4")
def test_the_phasing_side_is_checked_first_and_its_lost_zones_no_longer_block():
    """Two unsupplied armies surround a Front: in their own turn they are marked first and no longer cut it off."""
    position = {"axis": {"9th Army": "1319", "4th Panzer": "1321"}, "soviet": {"West Front": "1320"}}
    assert not out(checked(side="axis", **position), "West Front")
    assert out(checked(side="soviet", **position), "West Front")


@rule("6.4")
def test_the_marker_comes_off_when_a_path_is_open_again():
    s = checked(axis={"16th Army": "2217"}, axis_holds=["Riga"])
    assert out(s, "16th Army")
    s.put(unit(s, "16th Army"), place("2215"))
    supply.check_side(s, 0)
    assert not out(s, "16th Army")


@rule("6.5", "6.5.3")
def test_an_unsupplied_unit_has_no_zone_of_control():
    s = checked(axis={"4th Panzer": "1720"}, axis_holds=[])
    assert out(s, "4th Panzer") and s.zoc[0] == 0


@rule("6.5.2")
def test_an_unsupplied_unit_moves_three_points_and_does_not_entrain():
    s = situation(turn=3, axis={"4th Panzer": "1114"}, unsupplied=["4th Panzer"])
    assert "1117" in reach(s, "4th Panzer") and "1118" not in reach(s, "4th Panzer")
    assert refused(s, "entrain 4th Panzer") == "6.5.2"


@rule("6.3.2")
@rule("8.6")
@rule("M.6", book="no-retreat-digital")
def test_supply_is_traced_out_of_finland_but_not_through_it():
    s = situation(axis={"16th Army": "2519"}, soviet={"West Front": "2419"}, axis_holds=["Leningrad"], phase=None)
    assert supply.overland(s, 0) >> s.game.finland & 1
    assert not supply.overland(s, 0) >> place("2519") & 1


@pytest.mark.parametrize(("edition", "fed"), [("board", False), ("digital-1.1", True)])
@rule("S.1", book="no-retreat-digital")
def test_oil_fields_are_supply_sources_in_the_digital_editions(edition, fed):
    s = situation(
        edition=edition, soviet={"South Front": "807"}, soviet_holds=["Ploesti"], axis_holds=["Bucharest"], phase=None
    )
    line = s.game.topology.names(supply.supplied_cities(s, 1))
    assert ("807" in line) is fed


@rule("S.2", book="no-retreat-digital")
def test_hex_613_is_not_coastal():
    s = situation(soviet={"South Front": "613"}, phase=None)
    assert not any(supply.by_sea(s, side) >> place("613") & 1 for side in (0, 1))


@rule("S.3", book="no-retreat-digital")
def test_extended_supply_ends_with_the_neighbour():
    s = checked(
        edition="digital-1.1", axis={"16th Army": "2216", "18th Army": "2217", "9th Army": "2218"}, axis_holds=["Riga"]
    )
    assert [out(s, n) for n in ("16th Army", "18th Army", "9th Army")] == [False, False, True]


@rule("6.1", "6.3")
def test_an_empty_city_in_an_enemy_zone_is_supplied_but_cannot_be_traced_to():
    position = {"soviet": {"West Front": "2213"}, "axis": {"16th Army": "2111"}, "axis_holds": ["Riga"]}
    s = situation(phase=None, **position)
    assert supply.supplied_cities(s, 0) >> place("Riga") & 1
    assert not supply.passable(s, 0) >> place("Riga") & 1

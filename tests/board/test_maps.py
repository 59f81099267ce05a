import json
from importlib.resources import files

import pytest

from rasputitsa.board.floods import flood_steps
from rasputitsa.board.mapcheck import check
from rasputitsa.board.maps import MapError, build_area_map, build_hex_map, decode, hex_map, load
from rasputitsa.board.schema import AreaFile, HexFile
from rasputitsa.kernel.testing import rule

from .boards import KIEV, NO_RETREAT, STALINS_WAR

NR, SW, AREAS = NO_RETREAT.topology, STALINS_WAR.topology, KIEV.topology


def map_text(title: str) -> str:
    return files("rasputitsa.titles").joinpath(title, "data", "map.json").read_text()


def raw(title: str) -> dict:
    return json.loads(map_text(title))


def hexes(data: dict) -> dict[str, dict]:
    return {entry["id"]: entry for entry in data["hexes"]}


def checked(data: dict) -> list[str]:
    if "hexes" in data:
        return check(build_hex_map(decode(json.dumps(data).encode(), HexFile, "map.json")))
    return check(build_area_map(decode(json.dumps(data).encode(), AreaFile, "map.json")))


@pytest.mark.parametrize("title", ["no_retreat", "stalins_war", "kiev41"])
def test_the_maps_we_ship_are_sound(title: str):
    assert check(load(f"rasputitsa.titles.{title}")) == []


@pytest.mark.parametrize("title", ["no_retreat", "stalins_war", "kiev41"])
def test_a_map_file_has_one_place_on_each_line(title: str):
    lines = map_text(title).splitlines()
    places = raw(title).get("hexes") or raw(title)["areas"]
    assert sum(line.startswith('    {"id": ') for line in lines) >= len(places)


def test_a_map_is_read_once():
    assert load("rasputitsa.titles.no_retreat") is hex_map("rasputitsa.titles.no_retreat")


def test_boards_have_the_size_they_should():
    assert len(NR.places) == 538 + 3
    assert len(SW.places) == 899
    assert len(AREAS.places) == 153
    assert (NO_RETREAT.playable & NR.hexes).bit_count() == 406
    assert STALINS_WAR.playable.bit_count() == 542


def test_a_place_is_found_by_number_and_by_name():
    assert NR.ids[NO_RETREAT.named["Moscow"]] == "1718"
    assert SW.ids[STALINS_WAR.named["Moscow"]] == "2722"
    assert AREAS.ids[KIEV.named["Kiev"]] == "4"
    assert NO_RETREAT.names[NR.index["finland"]] == "Finland"
    assert KIEV.names[AREAS.index["108"]] == "Odessa"


def test_attributes_are_by_place():
    swamp = NR.index["613"]
    assert NO_RETREAT.terrain[swamp] == "swamp"
    assert NO_RETREAT.by_terrain["swamp"] >> swamp & 1
    assert NO_RETREAT.terrain[NR.index["finland"]] == "area"
    assert STALINS_WAR.sites[SW.index["2517"]].name == "Leningrad"


@rule("6.2", book="no-retreat-board")
def test_the_swamp_next_to_sevastopol_is_not_coastal():
    swamp, sevastopol = NR.index["613"], NO_RETREAT.named["Sevastopol"]
    assert NR.adjacent[swamp] >> sevastopol & 1
    assert not any(coast >> swamp & 1 for coast in NO_RETREAT.coasts.values())
    assert NO_RETREAT.coasts["black"] >> sevastopol & 1


@rule("8.6", book="no-retreat-board")
def test_finland_touches_three_russian_hexes():
    touched = NR.adjacent[NR.index["finland"]]
    assert touched.bit_count() == 3
    assert touched & NO_RETREAT.sides["ussr"] == touched


@rule("8.7", book="no-retreat-board")
def test_the_balkans_touch_greater_germany_only():
    for area in ("west_balkans", "south_balkans"):
        touched = NR.adjacent[NR.index[area]] & NR.hexes
        assert touched
        assert touched & ~NO_RETREAT.sides["greater_germany"] == 0


@rule("6.1", book="no-retreat-board")
def test_leningrad_traces_through_ladoga_to_a_swamp_three_hexes_from_the_edge():
    supply = NR.network(NO_RETREAT.playable & NR.hexes | NO_RETREAT.by_terrain["lake"])
    ladoga = supply.spread(1 << NO_RETREAT.named["Leningrad"]) & NO_RETREAT.by_terrain["lake"]
    assert NR.names(ladoga) == ["2517"]
    swamps = supply.spread(ladoga) & NO_RETREAT.by_terrain["swamp"]
    assert swamps
    assert flood_steps(supply, NO_RETREAT.edges["east"], supply.places, 3) & swamps
    assert not flood_steps(supply, NO_RETREAT.edges["east"], supply.places, 2) & swamps


def test_no_retreat_has_thirty_four_victory_hexes_twelve_of_them_in_greater_germany():
    assert NO_RETREAT.vp.bit_count() == 34
    assert (NO_RETREAT.vp & NO_RETREAT.sides["greater_germany"]).bit_count() == 12
    assert NO_RETREAT.by_site["city"].bit_count() == 32
    assert NO_RETREAT.oil.bit_count() == 2
    assert {side: mask.bit_count() for side, mask in NO_RETREAT.objectives.items()} == {"axis": 5, "soviet": 4}


def test_peipus_shuts_a_hexside_to_movement_but_not_to_supply():
    a, b = NR.index["2214"], NR.index["2215"]
    assert NR.kind(a, b) == "lake"
    assert not NR.network(NO_RETREAT.playable, without=("sea", "lake")).adjacent[a] >> b & 1
    assert NR.everything.adjacent[a] >> b & 1


@rule("13.2.1", book="stalins-war")
def test_the_west_edge_runs_from_1316_to_1431_and_gives_german_supply():
    west = STALINS_WAR.edges["west"]
    assert west & SW.mask(["1316", "1431"]) == SW.mask(["1316", "1431"])
    assert SW.mask(STALINS_WAR.file.sources["german"]) & ~west == 1 << STALINS_WAR.named["USIR"]


@rule("17.1.2", book="stalins-war")
def test_the_four_oil_hexes_are_where_the_rules_say():
    assert STALINS_WAR.oil == SW.mask(["1428", "2433", "2835", "3138"])


@rule("11.1.10", book="stalins-war")
def test_the_shut_volga_hexsides_are_volga_hexsides_in_the_south():
    assert len(STALINS_WAR.no_axis_attack) == 30
    assert all(SW.kind(a, b) == "major_river" for a, b in STALINS_WAR.no_axis_attack)


@rule("2.1", book="kiev41")
def test_every_supply_icon_stands_where_the_rules_say():
    assert KIEV.supply["soviet_yellow"] == AREAS.mask(["1", "2", "3", "4", "5", "6"])
    assert KIEV.supply["soviet_orange"] == AREAS.mask(["7", "8", "9", "10", "11"])
    assert KIEV.supply["soviet_red"] == AREAS.mask(
        ["12", "13", "S1", "S2", "S3", "60", "77", "94", "133", "136", "139", "145"]
    )
    assert KIEV.supply["axis"] == AREAS.mask(["Axis", "14", "61", "78", "95", "103", "110", "111"])


@rule("2.4.4", book="kiev41")
def test_there_are_seven_victory_areas():
    assert {KIEV.names[place] for place in AREAS.places if KIEV.terrain[place] == "victory"} == {
        *("Tarnopol", "Kiev", "Dnepropetrovsk", "Kharkov", "Rostov", "Maykop", "Sevastopol")
    }


@rule("2.4.8", book="kiev41")
def test_the_kerch_strait_joins_129_and_144_and_nothing_else_is_a_strait():
    straits = {AREAS.ids[a] for (a, _), kind in AREAS.kinds.items() if kind == "strait"}
    assert straits == {"129", "144"}


@rule("10.3", book="kiev41")
def test_the_areas_of_the_tactical_range_example_lie_as_it_says():
    a6, a20, a33, a34, a35 = (AREAS.index[area] for area in ("6", "20", "33", "34", "35"))
    assert AREAS.kind(a35, a20) == "river"
    assert AREAS.distance(a20, a6) == 1
    assert AREAS.distance(a33, a6) == 3
    around_the_battle = AREAS.everywhere & ~(1 << a35)
    assert flood_steps(AREAS.everything, 1 << a20, around_the_battle, 3) >> a34 & 1


def test_a_misspelt_field_is_refused_with_the_place_it_stands_in():
    data = raw("no_retreat")
    hexes(data)["613"]["terain"] = "swamp"
    with pytest.raises(MapError, match=r"no_retreat/data/map\.json: .*terain.*\(hexes: 613\)"):
        decode(json.dumps(data).encode(), HexFile, "no_retreat/data/map.json")


def test_an_unknown_provenance_is_refused():
    data = raw("no_retreat")
    hexes(data)["613"]["src"] = {"terrain": "hearsay"}
    with pytest.raises(MapError, match="hearsay"):
        decode(json.dumps(data).encode(), HexFile, "map.json")


def test_a_border_with_a_wrong_type_is_named_by_its_two_areas():
    data = raw("kiev41")
    data["borders"][3]["km"] = "far"
    with pytest.raises(MapError, match=rf"\(borders: {data['borders'][3]['a']}-{data['borders'][3]['b']}\)"):
        decode(json.dumps(data).encode(), AreaFile, "map.json")


def test_text_that_is_no_json_is_refused():
    with pytest.raises(MapError, match=r"map\.json"):
        decode(b"{", HexFile, "map.json")


HEX_FAULTS = {
    "playable, but water": lambda data: hexes(data)["1718"].update(terrain="lake", water="pond"),
    "unknown terrain 'jungle'": lambda data: hexes(data)["1718"].update(terrain="jungle"),
    "playable, but on no side": lambda data: hexes(data)["1718"].pop("side"),
    "do not add up": lambda data: hexes(data)["1718"].update(land=0.5),
    "water without a name": lambda data: hexes(data)["2517"].pop("water"),
    "lies where nobody can stand": lambda data: hexes(data)["1718"].update(playable=False),
    "no coast on the black sea": lambda data: hexes(data)["1718"]["site"].update(port="black"),
    "no side of it touches the caspian sea": lambda data: hexes(data)["1718"].update(coast=["caspian"]),
    "the hexes do not touch": lambda data: data["hexsides"][0].update(b="2417"),
    "unknown kind 'canal'": lambda data: data["hexsides"][0].update(kind="canal"),
    "hexside 118-119 occurs 2 times": lambda data: data["hexsides"].append(data["hexsides"][0]),
    "place name Moscow occurs 2 times": lambda data: hexes(data)["1312"]["site"].update(name="Moscow"),
    "no provenance for 'terrain'": lambda data: data["provenance"].pop("terrain"),
    "'terrain' is 'ours' anyway": lambda data: hexes(data)["1718"]["src"].update(terrain="ours"),
    "but finland covers it": lambda data: hexes(data)["2515"].pop("area"),
    "touches 2415, where nobody can stand": lambda data: (
        hexes(data)["2415"].update(playable=False),
        data["areas"][0]["touches"].append("2415"),
    ),
    "cut off from the rest of the board: 512": lambda data: [
        hexes(data)[hex_id].update(playable=False) for hex_id in ("613", "513")
    ],
}


@pytest.mark.parametrize("problem", HEX_FAULTS)
def test_a_fault_in_a_hex_map_is_reported(problem: str):
    data = raw("no_retreat")
    HEX_FAULTS[problem](data)
    assert any(problem in line for line in checked(data)), checked(data)


RAIL_FAULTS = {
    "rail 1020-1120: in the links or on a railway, but not in both": lambda data: data["rail_links"].remove(
        ["1020", "1120"]
    ),
    "paulus 2024-2722: the hexes do not touch": lambda data: data["lines"]["paulus"].append(["2024", "2722"]),
    "source soviet: 1010 is no playable hex": lambda data: data["sources"]["soviet"].append("1010"),
}


@pytest.mark.parametrize("problem", RAIL_FAULTS)
def test_a_fault_in_rails_lines_and_sources_is_reported(problem: str):
    data = raw("stalins_war")
    RAIL_FAULTS[problem](data)
    assert any(problem in line for line in checked(data)), checked(data)


AREA_FAULTS = {
    "control must name axis or soviet": lambda areas, data: areas["4"]["control"].update(snow="nobody"),
    "no coast on the black sea": lambda areas, data: areas["108"].pop("coast"),
    "unknown supply icon 'blue'": lambda areas, data: areas["1"].update(supply="blue"),
    "needs the name of its city": lambda areas, data: areas["4"].pop("label"),
    "stands off the board": lambda areas, data: areas["4"].update(at=[-1, 5]),
    "does not touch itself": lambda areas, data: data["borders"][0].update(b=data["borders"][0]["a"]),
    "area 4: shape without area": lambda areas, data: data["shapes"].pop("4"),
    "border 1-2 occurs 2 times": lambda areas, data: data["borders"].append(data["borders"][0]),
    "cut off from the rest of the board: FS": lambda areas, data: data.update(
        borders=[b for b in data["borders"] if "FS" not in (b["a"], b["b"])]
    ),
}


@pytest.mark.parametrize("problem", AREA_FAULTS)
def test_a_fault_in_an_area_map_is_reported(problem: str):
    data = raw("kiev41")
    AREA_FAULTS[problem]({area["id"]: area for area in data["areas"]}, data)
    assert any(problem in line for line in checked(data)), checked(data)


def test_a_reference_to_a_place_that_is_not_there_is_refused(tmp_path, monkeypatch):
    data = raw("no_retreat")
    data["hexsides"][0]["b"] = "9999"
    (tmp_path / "broken_title" / "data").mkdir(parents=True)
    (tmp_path / "broken_title" / "__init__.py").touch()
    (tmp_path / "broken_title" / "data" / "map.json").write_text(json.dumps(data))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MapError, match="no place '9999'"):
        hex_map("broken_title")

"""A map drawn elsewhere comes into the project without losing what we know about ours."""

import json
from pathlib import Path

import pytest

from rasputitsa.board.convert import convert, main, text
from rasputitsa.board.maps import MapError, decode
from rasputitsa.board.schema import HexFile

from .boards import STALINS_WAR

KNOWN = STALINS_WAR.file


def as_source(file: HexFile) -> dict:
    """Our map written down as a source would have it."""
    return {
        "schema": "hexmap-1",
        "projection": file.projection,
        "hexes": {hex_.id: _hex(hex_) for hex_ in file.hexes},
        "hexsides": [
            {"a": s.a, "b": s.b, "type": s.kind, "name": s.name, "no_axis_attack": s.no_axis_attack}
            for s in file.hexsides
        ],
        "rails": [{"name": rail.name, "hexes": rail.hexes} for rail in file.rails],
        "rail_links": file.rail_links,
        "lines": file.lines,
        "edges": {"west_rail": file.sources["german"][:-1], "east_rail": file.sources["soviet"]},
        "supply": {
            "german": ["west_rail", file.sources["german"][-1]],
            "romanian": file.sources["romanian"],
            "hungarian_italian": file.sources["hungarian_italian"],
            "soviet": ["east_rail", "Baku with another Caspian port"],
        },
    }


def _hex(hex_) -> dict:
    raw = {
        "lon": hex_.lon,
        "lat": hex_.lat,
        "terrain": hex_.terrain,
        "playable": hex_.playable,
        "region": hex_.region,
        "land": hex_.land,
        "lake": hex_.lake,
        "sea": hex_.sea,
        "coast": [sea for sea in hex_.coast if not (hex_.site and hex_.site.port == sea)],
        "edge": hex_.edges,
        "zones": hex_.zones,
    }
    if hex_.side:
        raw["side"] = hex_.side
    if hex_.water:
        raw["sea_name"] = hex_.water
    if hex_.site:
        site = hex_.site
        raw["place"] = {"name": site.name, "kind": site.kind, "vp": bool(site.vp), "oil": site.oil, "port": site.port}
        raw["place"] |= {"fortress": site.fortress, "capital": site.capital}
    return raw


def placed(file: HexFile, id_: str):
    return next(hex_ for hex_ in file.hexes if hex_.id == id_)


def test_a_map_converted_from_itself_is_the_same_line_by_line():
    printed = text(convert(as_source(KNOWN), KNOWN))
    again = decode(printed.encode(), HexFile, "map.json")
    assert [sorted(h.coast) for h in again.hexes] == [sorted(h.coast) for h in KNOWN.hexes]
    assert (again.hexsides, again.rails, again.rail_links) == (KNOWN.hexsides, KNOWN.rails, KNOWN.rail_links)
    assert (again.lines, again.sources) == (KNOWN.lines, KNOWN.sources)
    assert '    {"id": "1017", "lon": 9.769, "lat": 52.111, "playable": false, "region": "greater_germany"},' in printed


def test_a_change_of_the_source_arrives_and_facts_and_provenance_stay():
    source = as_source(KNOWN)
    source["hexes"]["2722"]["terrain"] = "forest"
    file = convert(source, KNOWN)
    assert placed(file, "2722").terrain == "forest"
    assert placed(file, "2722").src == placed(KNOWN, "2722").src != {}
    assert (file.facts, file.provenance) == (KNOWN.facts, KNOWN.provenance)


def test_a_port_on_an_estuary_lies_on_its_sea():
    assert placed(convert(as_source(KNOWN), KNOWN), "2530").coast == ("azov",)


def test_another_kind_of_file_is_refused():
    with pytest.raises(MapError, match="no hexmap-1 file"):
        convert({"schema": "hexmap-2"}, KNOWN)


def test_an_unsound_source_is_refused_and_nothing_is_written(tmp_path: Path, capsys):
    target, source = tmp_path / "map.json", tmp_path / "source.json"
    target.write_text(text(KNOWN))
    raw = as_source(KNOWN)
    raw["hexes"]["2722"]["terrain"] = "jungle"
    source.write_text(json.dumps(raw))
    assert main([str(source), "-o", str(target)]) == 2
    assert "hex 2722: unknown terrain 'jungle'" in capsys.readouterr().err
    assert target.read_text() == text(KNOWN)


def test_the_command_writes_a_sound_map(tmp_path: Path):
    target, source = tmp_path / "map.json", tmp_path / "source.json"
    target.write_text(text(KNOWN))
    source.write_text(json.dumps(as_source(KNOWN)))
    assert main([str(source), "-o", str(target)]) == 0
    assert decode(target.read_bytes(), HexFile, "map.json").provenance == KNOWN.provenance

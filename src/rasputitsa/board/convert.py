"""Bring a map drawn elsewhere into the project: `python -m rasputitsa.board.convert SOURCE -o data/map.json`.

SOURCE is a file of the schema `hexmap-1` with railways. It knows hexes, hexsides, rails and lines; it does not know our
facts and where each value comes from. Those are kept from the map file that is written anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from .mapcheck import check
from .maps import MapError, build_hex_map, decode
from .schema import Hex, HexFile, Hexside, Rail, Site

Raw = Mapping[str, Any]
RAIL_SOURCES = ("west_rail", "east_rail")
LINKS_A_LINE = 6
USUAL = {field.name: field.default for field in msgspec.structs.fields(Hex)}
"""What a hex is if its line does not say otherwise."""


def convert(source: Raw, known: HexFile) -> HexFile:
    """The map of the source, with name, grid, facts and provenance of the map we know."""
    if source.get("schema") != "hexmap-1" or "rail_links" not in source:
        raise MapError("the source is no hexmap-1 file with railways")
    hex_sources = {hex_.id: hex_.src for hex_ in known.hexes}
    side_sources = {frozenset((side.a, side.b)): side.src for side in known.hexsides}
    return msgspec.structs.replace(
        known,
        projection=source["projection"],
        hexes=tuple(_hex(id_, raw, hex_sources.get(id_, {})) for id_, raw in source["hexes"].items()),
        hexsides=tuple(_hexside(raw, side_sources) for raw in source["hexsides"]),
        rails=tuple(Rail(rail["name"], tuple(rail["hexes"])) for rail in source["rails"]),
        rail_links=tuple((a, b) for a, b in source["rail_links"]),
        lines={name: tuple((a, b) for a, b in line) for name, line in source["lines"].items()},
        sources={name: _supply(places, source) for name, places in source["supply"].items()},
    )


def _hex(id_: str, raw: Raw, src: Mapping[Any, Any]) -> Hex:
    site = _site(raw["place"]) if "place" in raw else None
    return Hex(
        id=id_,
        lon=raw["lon"],
        lat=raw["lat"],
        terrain=raw["terrain"],
        playable=raw["playable"],
        region=raw["region"],
        side=raw.get("side"),
        land=float(raw["land"]),
        lake=raw["lake"],
        sea=raw["sea"],
        water=raw.get("sea_name"),
        coast=_coast(raw, site),
        edges=tuple(raw.get("edge", ())),
        zones=tuple(raw.get("zones", ())),
        site=site,
        src=dict(src),
    )


def _site(raw: Raw) -> Site:
    return Site(
        name=raw["name"],
        kind=raw["kind"],
        vp=bool(raw.get("vp", False)),
        oil=raw.get("oil", False),
        port=raw.get("port"),
        fortress=raw.get("fortress", False),
        capital=raw.get("capital"),
    )


def _coast(raw: Raw, site: Site | None) -> tuple[str, ...]:
    """The seas a hex touches; a port on an estuary lies on its sea too."""
    coast = tuple(raw.get("coast", ()))
    return (*coast, site.port) if site and site.port and site.port not in coast else coast


def _hexside(raw: Raw, sources: Mapping[frozenset[str], Any]) -> Hexside:
    return Hexside(
        a=raw["a"],
        b=raw["b"],
        kind=raw["type"],
        name=raw.get("name"),
        no_axis_attack=raw.get("no_axis_attack", False),
        src=dict(sources.get(frozenset((raw["a"], raw["b"])), {})),
    )


def _supply(places: Iterable[str], source: Raw) -> tuple[str, ...]:
    """Hexes, and the names of map edges; what is neither is a remark for people."""
    lists = [source["edges"][place] if place in RAIL_SOURCES else [place] for place in places]
    return tuple(place for part in lists for place in part if place in source["hexes"])


def text(file: HexFile) -> str:
    """A map file with one thing on a line, so that changes are read easily."""
    raw: dict[str, Any] = json.loads(msgspec.json.encode(file))
    raw["hexes"] = [{key: value for key, value in hex_.items() if value != USUAL.get(key)} for hex_ in raw["hexes"]]
    parts = (f"  {json.dumps(key)}: {_block(key, value)}" for key, value in raw.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _block(key: str, value: Any) -> str:
    if key == "rail_links":
        links = [_line(link) for link in value]
        rows = (", ".join(links[i : i + LINKS_A_LINE]) for i in range(0, len(links), LINKS_A_LINE))
        return "[\n" + ",\n".join(f"    {row}" for row in rows) + "\n  ]"
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {_line(item)}" for item in value) + "\n  ]"
    if isinstance(value, dict) and key not in ("grid", "projection"):
        return "{\n" + ",\n".join(f"    {json.dumps(name)}: {_line(item)}" for name, item in value.items()) + "\n  }"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str] | None = None) -> int:
    """Convert a file; refuse what is unsound, and then write nothing."""
    parser = argparse.ArgumentParser(prog="python -m rasputitsa.board.convert", description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the map.json to write anew")
    options = parser.parse_args(arguments)
    try:
        known = decode(options.output.read_bytes(), HexFile, str(options.output))
        file = convert(json.loads(options.source.read_text(encoding="utf-8")), known)
        problems = check(build_hex_map(file))
    except (OSError, ValueError, KeyError) as error:
        problems = [f"{options.source}: {error}"]
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 2
    options.output.write_text(text(file), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

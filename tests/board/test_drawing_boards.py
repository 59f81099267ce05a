"""The pictures of the three boards: complete, readable without colour, the same everywhere."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations

import pytest

from rasputitsa.board.drawing import draw_board, geometry, hexes, to_png
from rasputitsa.board.drawing.areacanvas import inside
from rasputitsa.board.drawing.boards import area_canvas, board_layers, hex_canvas
from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.labels import overlap
from rasputitsa.board.drawing.palette import DARK, LIGHT, grey
from rasputitsa.board.drawing.water import Rivers

from .boards import KIEV, NO_RETREAT, STALINS_WAR
from .pictures import NAMESPACE, png_size, png_tones, texts

BOARDS = {"no-retreat": NO_RETREAT, "stalins-war": STALINS_WAR, "kiev41": KIEV}
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
hex_boards = pytest.mark.parametrize("board", [NO_RETREAT, STALINS_WAR], ids=["no-retreat", "stalins-war"])


@cache
def picture(board, theme="light") -> ET.Element:
    return ET.fromstring(draw_board(board, theme=theme))


def place_ids(root: ET.Element) -> list[str]:
    return [e.get("id").removeprefix("place-") for e in root.iter() if (e.get("id") or "").startswith("place-")]


@every_board
def test_every_place_of_the_board_is_drawn_once_under_its_id(board):
    ids = place_ids(picture(board))
    assert len(ids) == len(set(ids))
    playable = {board.topology.ids[i] for i in range(board.topology.n) if board.playable >> i & 1}
    assert {name for name in ids if not name.startswith("box:")} == playable


@every_board
def test_no_element_of_a_board_has_the_id_of_another(board):
    ids = [e.get("id") for e in picture(board).iter() if e.get("id")]
    assert len(ids) == len(set(ids))


@every_board
def test_the_geometry_names_the_places_of_the_picture_and_its_size(board):
    root, where = picture(board), geometry(board)
    assert set(where["places"]) == set(place_ids(root))
    assert root.get("viewBox") == f"0 0 {where['width']} {where['height']}"


@every_board
def test_pieces_stand_inside_their_place(board):
    covered = {a.id for a in board.file.areas} if board in (NO_RETREAT, STALINS_WAR) else set()
    for name, place in geometry(board)["places"].items():
        if name not in covered:
            assert any(inside((place["x"], place["y"]), ring) for ring in place["rings"]), name


@hex_boards
def test_neighbouring_hexes_share_two_corners_exactly(board):
    places, topology = geometry(board)["places"], board.topology
    for a, b in board.file.rail_links or [(s.a, s.b) for s in board.file.hexsides]:
        if a in places and b in places and topology.index[b] in topology.neighbours[topology.index[a]]:
            one, other = ({tuple(p) for p in places[n]["rings"][0]} for n in (a, b))
            assert len(one & other) == 2, (a, b)


@every_board
def test_a_picture_without_its_legend_is_lower_and_has_the_same_places(board):
    bare = geometry(board, legend=False)
    assert bare["height"] < geometry(board)["height"]
    assert bare["places"] == geometry(board)["places"]
    assert f'height="{bare["height"]}"' in draw_board(board, legend=False, fonts=False)[:200]


@every_board
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_no_two_names_touch_and_none_is_left_out(board, theme):
    layers = board_layers(board, theme)
    assert not [label.words for label in layers.lost]
    for one, other in combinations(layers.names, 2):
        touching = [(a, b) for a in one.boxes for b in other.boxes if overlap(a, b)]
        assert not touching, (one.label.words, other.label.words)


def test_every_city_town_and_oil_field_is_named_on_the_hex_boards():
    for board in (NO_RETREAT, STALINS_WAR):
        shown = set(texts(picture(board)))
        assert {h.site.name for h in board.file.hexes if h.site} <= shown


def test_rivers_seas_and_big_areas_are_named():
    shown = set(texts(picture(NO_RETREAT)))
    assert {"Dnepr", "Volga", "Don", "BLACK SEA", "Peipus", "FINLAND", "WEST BALKANS", "SOVIET UNION"} <= shown


def test_every_area_of_kiev_shows_its_code_and_every_city_its_name():
    shown = texts(picture(KIEV))
    assert all(shown.count(area.id) >= 1 for area in KIEV.areas)
    assert {a.label or a.city for a in KIEV.areas if a.label or a.city} <= set(shown)


def test_numbers_can_be_left_out():
    assert "1409" in texts(picture(NO_RETREAT))
    assert "1409" not in texts(ET.fromstring(draw_board(NO_RETREAT, numbers=False)))


@every_board
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_a_file_of_less_than_a_megabyte_and_a_half(board, theme):
    assert len(draw_board(board, theme=theme).encode()) < 1_500_000


@every_board
def test_a_board_needs_no_other_file(board):
    svg = draw_board(board)
    assert not re.findall(r'(?:href|src)="(?!#)', svg)
    assert set(re.findall(r"url\((.{5})", svg)) <= {"data:", "#boar", "#hatc", "#stip"}


@hex_boards
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_terrain_reads_in_grey(board, theme):
    """Classes differ in lightness, or one of them carries signs."""
    kinds = sorted({h.terrain for h in board.file.hexes if h.playable})
    tones = {kind: grey(theme.terrain[kind]) for kind in kinds}
    for one, other in combinations(kinds, 2):
        assert abs(tones[one] - tones[other]) >= 1.5, (one, other)
        assert {one, other} & set(theme.texture), "at least one of two terrains has signs of its own"
    for kind in set(kinds) & {"forest", "mountain", "rough", "swamp", "desert"}:
        assert abs(grey(theme.texture[kind]) - tones[kind]) >= 8, f"the signs of {kind} stand out"


def test_difficult_ground_of_an_area_board_has_a_pattern_as_well_as_a_tint():
    svg = draw_board(KIEV, fonts=False)
    assert 'fill="url(#stipple)"' in svg and 'fill="url(#hatching)"' in svg


@hex_boards
def test_a_river_runs_along_its_hexsides(board):
    """Its line passes within a fifth of a hex of the middle of each of its sides, and is never off all of them."""
    canvas = hex_canvas(board)
    rivers = Rivers(canvas)
    for courses in rivers.courses.values():
        for chain in courses:
            line = rivers.points(chain)
            for a, b in zip(chain, chain[1:]):  # noqa: RUF007
                (ax, ay), (bx, by) = canvas.sheet.point(a), canvas.sheet.point(b)
                mx, my = (ax + bx) / 2, (ay + by) / 2
                assert min((x - mx) ** 2 + (y - my) ** 2 for x, y in line) < (0.2 * canvas.sheet.across) ** 2


@hex_boards
def test_every_river_hexside_belongs_to_a_drawn_river(board):
    canvas = hex_canvas(board)
    rivers = Rivers(canvas)
    drawn = {
        frozenset(pair)
        for courses in rivers.courses.values()
        for c in courses
        for pair in zip(c, c[1:])  # noqa: RUF007
    }
    sides = {frozenset(s) for s in canvas.sides_of("river", "major_river")}
    assert drawn == sides


def test_terrain_lies_where_the_map_says():
    """The middle of a forest hex is painted as forest: the natural outline of the forest holds it, and no clear hex."""
    canvas = hex_canvas(NO_RETREAT)
    forest = canvas.where(lambda h: h.terrain == "forest" and h.playable)
    rings = [canvas.sheet.natural(loop, True) for loop in canvas.sheet.outline(forest)]
    for name, h in canvas.hexes.items():
        centre = canvas.sheet.centres[name]
        painted = sum(inside(centre, ring) for ring in rings) % 2 == 1
        assert painted == (name in forest), (name, h.terrain)


def test_the_compass_of_a_turned_sheet_does_not_point_up():
    north = {name: _north(board) for name, board in BOARDS.items()}
    assert 8 < north["no-retreat"] < 25 and 10 < north["stalins-war"] < 30
    assert north["kiev41"] == 0


def _north(board) -> float:
    compass = next(e for e in picture(board).iter(NAMESPACE + "g") if e.get("class") == "compass")
    return float(re.search(r"rotate\((-?[\d.]+)\)", ET.tostring(compass).decode())[1])


@every_board
def test_the_png_has_the_size_of_the_svg_and_shows_something(board):
    where = geometry(board)
    png = to_png(draw_board(board), zoom=0.25)
    width, height = png_size(png)
    assert abs(width - where["width"] / 4) <= 1 and abs(height - where["height"] / 4) <= 1
    assert png_tones(png) > 100, "a blank picture has one tone"


def test_letters_are_drawn_with_the_bundled_typefaces():
    """The PNG writer looks at no font of the machine, and still the words change the picture."""
    svg = draw_board(NO_RETREAT, legend=False, fonts=False)
    silent = re.sub(r"(<text[^>]*>)[^<]*", r"\1", svg)
    assert to_png(svg, zoom=0.25) != to_png(silent, zoom=0.25)


def test_an_unknown_theme_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="no theme 'sepia'; there are light, dark"):
        draw_board(NO_RETREAT, theme="sepia")


def test_a_board_is_drawn_the_same_on_every_run():
    """Once with what other tests had kept, and once from a fresh canvas."""
    assert hexes.draw(HexCanvas(NO_RETREAT, LIGHT), True).body == board_layers(NO_RETREAT, LIGHT).body


def test_area_codes_keep_clear_of_cities():
    canvas = area_canvas(KIEV)
    for name, area in canvas.areas.items():
        if area.city_at:
            (x, y), (cx, cy) = canvas.code_spot(name), canvas.on_earth(area.city_at)
            assert ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 > 27, name

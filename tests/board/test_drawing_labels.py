"""The label placer, the typefaces it measures with, and the natural lines, each alone."""

import math
from importlib.resources import files

import pytest

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.areacanvas import inside, roomiest
from rasputitsa.board.drawing.curves import averaged, flowing, length, point_at, rounded, smooth, thinned, walk, wobble
from rasputitsa.board.drawing.labels import Label, Placer, Spot, overlap, text_boxes
from rasputitsa.board.drawing.legend import bearing
from rasputitsa.board.drawing.palette import grey
from rasputitsa.board.drawing.sheet import HexSheet, chains
from rasputitsa.board.drawing.svg import el, num, text

ROOM = (0, 0, 400, 400)


def label(words: str, *spots: Spot, priority: int = 0, own: str = "") -> Label:
    return Label(words, fonts.CITY, 14, spots, "city", priority=priority, own=own)


def test_the_cheapest_free_spot_wins():
    placed, _ = Placer(ROOM).place([label("Kiev", Spot(200, 200, 2.0), Spot(200, 100, 1.0))])
    assert placed[0].spot.y == 100


def test_the_more_important_name_takes_the_spot_both_want():
    want, other = Spot(200, 200), Spot(200, 260, 5.0)
    placed, lost = Placer(ROOM).place(
        [label("Tula", want, other, priority=1), label("Moscow", want, other, priority=9)]
    )
    assert {p.label.words: p.spot.y for p in placed} == {"Moscow": 200, "Tula": 260}
    assert not lost


def test_a_name_without_room_is_reported_and_not_drawn_over_another():
    same = Spot(200, 200)
    placed, lost = Placer(ROOM).place([label("Moscow", same, priority=2), label("Tula", same)])
    assert [p.label.words for p in placed] == ["Moscow"]
    assert [n.words for n in lost] == ["Tula"]


def test_a_name_is_set_smaller_before_it_is_given_up():
    placer = Placer(ROOM)
    wide = fonts.width(fonts.CITY, "Dnepropetrovsk", 14)
    placer.block((0, 0, 200 - wide * 0.46, 400))
    placed, _ = placer.place([label("Dnepropetrovsk", Spot(200, 200))])
    assert placed[0].size < 14


def test_a_name_keeps_off_signs_but_not_off_its_own():
    placer = Placer(ROOM)
    placer.block((190, 190, 210, 210), own="kiev")
    _, lost = placer.place([label("Tula", Spot(200, 200))])
    assert lost
    placed, _ = placer.place([label("Kiev", Spot(200, 200), own="kiev")])
    assert placed


def test_a_name_prefers_a_spot_that_no_river_crosses():
    placer = Placer(ROOM)
    placer.avoid((195, 95, 205, 105), 5.0)
    placed, _ = placer.place([label("Kiev", Spot(200, 100), Spot(200, 300, 1.0))])
    assert placed[0].spot.y == 300


def test_a_name_stays_inside_the_picture():
    _, lost = Placer(ROOM).place([label("Vladivostok", Spot(5, 200))])
    assert lost


def test_a_turned_name_is_boxed_along_its_line():
    boxes = text_boxes(label("Dnepr"), Spot(100, 100, angle=60), 14)
    assert len(boxes) > 1
    tall = max(b[3] for b in boxes) - min(b[1] for b in boxes)
    wide = max(b[2] for b in boxes) - min(b[0] for b in boxes)
    assert tall > wide


def test_touching_edges_are_no_overlap():
    assert not overlap((0, 0, 10, 10), (10, 0, 20, 10))
    assert overlap((0, 0, 10, 10), (9.9, 0, 20, 10))


@pytest.mark.parametrize("font", fonts.ALL)
def test_the_typefaces_know_all_letters_we_print(font):
    known = fonts._advances(font.file)
    assert all(ord(c) in known for c in "ABCXYZabcxyz0123456789äöüßéèáí'’·-–!(),./:&")
    assert 0.2 < known[ord("n")] < 0.8


def test_wide_letters_are_wider_and_spacing_adds_up():
    assert fonts.width(fonts.CITY, "MMM", 10) > fonts.width(fonts.CITY, "iii", 10)
    plain, spaced = fonts.width(fonts.WATER, "SEA", 20), fonts.width(fonts.WATER, "SEA", 20, 5)
    assert spaced == pytest.approx(plain + 10)


def test_every_typeface_has_its_licence_beside_it():
    folder = files("rasputitsa.board.drawing") / "fonts"
    names = {entry.name for entry in folder.iterdir()}
    assert {font.file for font in fonts.ALL} <= names
    for licence in ("OFL-alegreya.md", "OFL-alegreya-sans.md", "OFL-barlow-condensed.md"):
        assert "SIL Open Font License" in (folder / licence).read_text(encoding="utf-8")


def honeycomb(pointy: bool) -> HexSheet:
    """A hex with its six neighbours."""
    ring = [math.radians(60 * i + (0 if pointy else 30)) for i in range(6)]
    centres = {"middle": (0.0, 0.0)} | {str(i): (100 * math.cos(a), 100 * math.sin(a)) for i, a in enumerate(ring)}
    return HexSheet(centres, 100, pointy)


@pytest.mark.parametrize("pointy", [True, False])
def test_a_hex_shares_one_side_with_each_neighbour(pointy):
    sheet = honeycomb(pointy)
    sides = {sheet.side("middle", str(i)) for i in range(6)}
    assert sides == set(sheet.sides("middle"))
    with pytest.raises(ValueError, match="hexes 0 and 3 are not neighbours"):
        sheet.side("0", "3")


@pytest.mark.parametrize("pointy", [True, False])
def test_the_outline_of_a_flower_of_hexes_has_eighteen_corners(pointy):
    sheet = honeycomb(pointy)
    (loop,) = sheet.outline(sheet.centres)
    assert len(loop) == 18
    outer = sheet.outline(str(i) for i in range(6))
    assert sorted(len(ring) for ring in outer) == [6, 18], "without its middle the flower has a hole"


def test_a_natural_line_is_the_same_both_ways():
    """So that the forests on both sides of a river end at the same bank."""
    sheet = honeycomb(True)
    a, b = sheet.side("middle", "0")
    assert sheet.natural([a, b], False) == sheet.natural([b, a], False)[::-1]


def test_a_point_lies_in_the_hex_that_holds_it():
    sheet = honeycomb(True)
    assert sheet.holds("middle", 49, 0) and not sheet.holds("middle", 51, 0)
    assert sheet.holds("middle", 0, 57) and not sheet.holds("middle", 40, 50)


def test_links_are_joined_into_lines_that_end_at_forks():
    lines = chains([("a", "b"), ("b", "c"), ("c", "d"), ("c", "e")])
    assert sorted(map(len, lines)) == [2, 2, 3]
    assert ["a", "b", "c"] in lines


def test_a_ring_of_links_is_one_closed_line():
    (line,) = chains([("a", "b"), ("b", "c"), ("c", "a")])
    assert line[0] == line[-1] and len(line) == 4


def test_the_wobble_depends_on_its_key_only():
    assert wobble("a", 1) == wobble("a", 1) != wobble("a", 2)
    assert all(-1 <= wobble(i) <= 1 for i in range(500))


def test_lines_can_be_walked_measured_thinned_and_rounded():
    line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert length(line) == 20
    assert point_at(line, 15) == (10, 5)
    assert walk(line, 5) == [(0, 0), (5, 0), (10, 0), (10, 5), (10, 10)]
    assert thinned([(0.0, 0.0), (5.0, 0.1), (10.0, 0.0)], 0.5) == [(0, 0), (10, 0)]
    assert rounded(line)[0] == line[0] and rounded(line)[-1] == line[-1] and len(rounded(line)) > 3
    assert averaged(line, 1, closed=False)[0] == line[0]


def test_curves_start_and_end_where_they_should():
    line = [(0.0, 0.0), (10.0, 5.0), (20.0, 0.0), (30.0, 5.0)]
    for path in (smooth(line), flowing(line)):
        assert path.startswith("M0,0") and path.endswith("30,5")
    assert flowing(line, closed=True).endswith("z")


def test_the_roomiest_spot_of_a_bent_area_is_in_its_wide_part():
    ring = [(0.0, 0.0), (300.0, 0.0), (300.0, 20.0), (100.0, 20.0), (100.0, 100.0), (0.0, 100.0)]
    (x, y), room = roomiest(ring)
    assert inside((x, y), ring) and x < 100 and 35 < room <= 50


def test_north_is_where_latitude_grows():
    up = [((x, y), 60 - y / 10) for x in (0.0, 100.0) for y in (0.0, 100.0)]
    right = [((x, y), 50 + x / 10) for x in (0.0, 100.0) for y in (0.0, 100.0)]
    assert bearing(up) == pytest.approx(0) and bearing(right) == pytest.approx(90)


def test_text_is_escaped_and_numbers_are_short():
    assert text("Kiev <'41> & on", 1, 2) == '<text x="1" y="2">Kiev &lt;&#x27;41&gt; &amp; on</text>'
    assert el("g", class_="a", stroke_width=1.25, x=None) == '<g class="a" stroke-width="1.2"/>'
    assert (num(3.04), num(-2.55), num(7.0)) == ("3", "-2.5", "7")


def test_grey_runs_from_black_to_white():
    assert grey("#000000") == 0 and grey("#ffffff") == pytest.approx(100)

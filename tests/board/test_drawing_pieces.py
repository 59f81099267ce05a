"""Counters and blocks: what is printed, what tells the sides apart without colour, what hidden pieces keep secret."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass

import pytest

from rasputitsa.board.drawing import block_svg, counter_svg, symbols, to_png
from rasputitsa.board.drawing.colours import NATIONS
from rasputitsa.board.drawing.marks import BADGES, badge
from rasputitsa.board.drawing.palette import grey
from rasputitsa.board.drawing.pieces import piece_svg, stack
from rasputitsa.board.drawing.specimen import draw_specimen
from rasputitsa.kernel.view import Face, Piece

from .pictures import fragment, png_size, png_tones, texts

PANZER = Face(
    symbol="armor", name="2nd Panzer", size="XXXX", strength="6", move="5", steps=2, max_steps=2, nation="german"
)
FRONT = Face(symbol="infantry", name="West Front", size="XXXXX", strength="4", move="3", nation="soviet", steps=1)
CORPS = Face(symbol="armor", name="III Pz", nation="german", fire="tf", pips="dots", steps=3, max_steps=4, move="5")


def has(svg: str, word: str) -> bool:
    """Whether an element has this class."""
    return any(word in (e.get("class") or "").split() for e in fragment(svg).iter())


def test_a_counter_prints_name_strength_and_movement():
    assert {"2nd Panzer", "6-5"} <= set(texts(fragment(counter_svg(PANZER))))


def test_a_fort_prints_its_strength_in_parentheses_and_no_movement():
    fort = Face(symbol="fort", name="Sevastopol", strength="(3)", nation="soviet")
    assert "(3)" in texts(fragment(counter_svg(fort)))


def test_a_white_strength_is_white_and_its_movement_is_not():
    face = Face(symbol="infantry", strength="5", move="3", white=True, nation="soviet")
    by_words = {"".join(e.itertext()): e.get("fill") for e in fragment(counter_svg(face)).iter("text")}
    assert by_words["5"] == "#ffffff"
    assert by_words["-3"] != "#ffffff"


def test_a_reduced_counter_shows_one_full_and_one_hollow_step():
    reduced = counter_svg(Face(symbol="infantry", strength="2", move="4", steps=1, max_steps=2, nation="german"))
    steps = next(e for e in fragment(reduced).iter("g") if e.get("class") == "steps")
    assert sorted(mark.get("fill") == "none" for mark in steps) == [False, True]


def test_the_sides_differ_in_shape_and_not_only_in_colour():
    axis, soviet = counter_svg(PANZER), counter_svg(FRONT)
    corners = [next(fragment(svg).iter("rect")).get("rx") for svg in (axis, soviet)]
    assert float(corners[1]) > 2 * float(corners[0])


def test_every_nation_prints_dark_on_light_or_light_on_dark():
    for nation, paint in NATIONS.items():
        assert abs(grey(paint.ground) - grey(paint.ink)) > 45, nation


@pytest.mark.parametrize("draw", [counter_svg, block_svg])
def test_a_hidden_piece_prints_no_words_at_all(draw):
    for side in ("axis", "soviet"):
        assert texts(fragment(draw(None, owner=side))) == []


def test_two_hidden_pieces_of_a_side_look_the_same():
    one, other = (Piece(id=i, owner="soviet", at="4", kind="block") for i in (1001, 1002))
    assert piece_svg(one, 46) == piece_svg(other, 46)


def test_a_piece_that_may_act_carries_a_stripe():
    assert has(counter_svg(PANZER, acts=True), "acts") and not has(counter_svg(PANZER), "acts")
    assert has(block_svg(CORPS, acts=True), "acts") and not has(block_svg(CORPS), "acts")


def test_a_block_shows_as_many_pips_as_it_has_steps():
    pips = next(e for e in fragment(block_svg(CORPS)).iter("g") if (e.get("class") or "").startswith("pips"))
    drawn = [e.tag for e in pips]
    assert drawn == ["path", "path", "path", "circle"], (
        "three diamonds for triple fire, one faint ring for the lost step"
    )


def pip_shapes(fire: str, pips: str = "dots") -> list[tuple[str, str | None]]:
    face = Face(symbol="infantry", nation="soviet", fire=fire, pips=pips, steps=1, max_steps=1)
    found = next(e for e in fragment(block_svg(face)).iter("g") if (e.get("class") or "").startswith("pips"))
    return [(e.tag, e.get("r") or e.get("stroke-width")) for e in found]


def test_firepower_is_told_by_the_shape_of_the_pips():
    shapes = [tuple(pip_shapes(fire)) for fire in ("sf", "df", "tf", "none")]
    assert len(set(shapes)) == 4


def test_an_exhausted_headquarters_shows_a_heart_and_no_star():
    face = Face(symbol="hq", name="SW Front", nation="soviet", fire="df", pips="heart", steps=0, max_steps=4)
    assert has(block_svg(face), "heart")
    assert "stars" not in block_svg(face)


def test_a_revealed_block_lies_flat():
    standing, lying = block_svg(CORPS), block_svg(CORPS, names=["lying"])
    assert has(standing, "standing") and has(lying, "lying")
    assert len(list(fragment(lying).iter("path"))) < len(list(fragment(standing).iter("path"))), "no thickness to see"


def test_every_mark_has_its_own_shape_or_sign():
    drawn = {name: [e.get("d") for e in fragment(badge(name, 0, 0)).iter("path")] for name in BADGES}
    assert len({tuple(d) for d in drawn.values()}) == len(BADGES)


def test_a_mark_nobody_drew_shows_its_letter():
    assert texts(fragment(badge("fuelled", 0, 0))) == ["F"]


def test_the_symbols_file_has_every_type_the_titles_print():
    known = symbols.load()
    wanted = {
        *("infantry", "mechanized", "motorized", "armor", "cavalry", "mountain", "light", "airborne", "marine", "hq"),
        *("artillery-hq", "air-hq", "bomber", "aviation", "battleship", "cruiser", "fort", "fortified-infantry"),
        *("garrison", "militia", "cadre", "leader", "partisan"),
    }
    assert wanted <= set(known.types)
    assert {"XX", "XXX", "XXXX", "XXXXX"} <= set(known.sizes)
    assert len({kind: strokes for kind, strokes in known.types.items() if strokes}) == len(known.types)


def test_no_two_unit_types_have_the_same_symbol():
    known = symbols.load().types
    assert len(set(known.values())) == len(known)


@dataclass
class Corner:
    x: float
    y: float


def corners(svg: str) -> list[Corner]:
    moves = [e.get("transform") for e in fragment(svg) if (e.get("id") or "").startswith("piece-")]
    return [Corner(*map(float, m.removeprefix("translate(").rstrip(")").split(","))) for m in moves]


def test_a_stack_fans_out_upwards_with_the_last_on_top():
    pieces = [Piece(id=i, owner="axis", at="1409", face=PANZER, order=i) for i in range(3)]
    low, middle, high = corners(stack(pieces, 500, 500, 62))
    assert low.x < middle.x < high.x and low.y > middle.y > high.y
    assert (middle.x, middle.y) == (469, 469)


@pytest.mark.parametrize("piece", [counter_svg(PANZER, 124), block_svg(CORPS, 124), block_svg(None, 124, owner="axis")])
def test_a_piece_becomes_a_png(piece):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="140" height="140" viewBox="-4 -12 140 140">{piece}</svg>'
    ET.fromstring(svg)
    png = to_png(svg)
    assert png_size(png) == (140, 140)
    assert png_tones(png) > 20


def test_the_specimen_sheet_shows_every_symbol_and_every_mark():
    shown = set(texts(ET.fromstring(draw_specimen(fonts=False))))
    assert {kind.replace("-", " ") for kind in symbols.load().types} <= shown
    assert {name.replace("_", " ") for name in BADGES} <= shown

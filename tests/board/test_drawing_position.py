"""Whole positions: what a view holds is drawn where it stands, and nothing that it hides."""

import xml.etree.ElementTree as ET

from rasputitsa.board.drawing import draw_position, geometry
from rasputitsa.kernel.view import Banner, Box, Face, Phase, Piece, PlaceState, Track, View

from .boards import KIEV, NO_RETREAT
from .pictures import NAMESPACE, texts

ARMY = Face(symbol="infantry", name="9th Army", strength="4", move="4", nation="german")
SECRET = Face(symbol="armor", name="48 Pz", strength="4", move="5", nation="german", fire="tf", pips="dots", steps=4)
BANNER = Banner(
    turn=3,
    last_turn=28,
    date="August 1941",
    phase="movement",
    weather="clear",
    tracks=[Track(id="vp", label="VP", value="14")],
)


def view(pieces=(), places=(), lines=()) -> View:
    return View(
        side="axis",
        banner=BANNER,
        prompt=None,
        pieces=list(pieces),
        places=list(places),
        lines=[list(n) for n in lines],
    )


def drawn(board, shown: View, **more) -> ET.Element:
    return ET.fromstring(draw_position(board, shown, fonts=False, **more))


def named(root: ET.Element, name: str) -> ET.Element:
    return next(e for e in root.iter() if e.get("id") == name)


def classes(root: ET.Element) -> list[str]:
    return [c for e in root.iter() for c in (e.get("class") or "").split()]


def middle(root: ET.Element, piece: int, size: float) -> tuple[float, float]:
    move = named(root, f"piece-{piece}").get("transform")
    x, y = map(float, move.removeprefix("translate(").rstrip(")").split(","))
    return x + size / 2, y + size / 2


def test_a_counter_stands_in_the_middle_of_its_hex():
    root = drawn(NO_RETREAT, view([Piece(id=7, owner="axis", at="1409", face=ARMY)]))
    place = geometry(NO_RETREAT)["places"]["1409"]
    assert middle(root, 7, 62) == (place["x"], place["y"])
    assert "9th Army" in texts(named(root, "piece-7"))


def test_hidden_blocks_stand_on_the_map_without_a_word():
    hidden = [Piece(id=1000 + i, owner="soviet", at="20", kind="block") for i in range(3)]
    root = drawn(KIEV, view([*hidden, Piece(id=5, owner="axis", at="35", kind="block", face=SECRET)]))
    for piece in hidden:
        assert texts(named(root, f"piece-{piece.id}")) == []
    assert "48 Pz" in texts(named(root, "piece-5"))


def test_a_face_the_view_does_not_hold_is_nowhere_in_the_file():
    known = draw_position(KIEV, view([Piece(id=5, owner="axis", at="35", kind="block", face=SECRET)]), fonts=False)
    blank = draw_position(KIEV, view([Piece(id=5, owner="axis", at="35", kind="block")]), fonts=False)
    assert "48 Pz" in known and "48 Pz" not in blank


def test_blocks_in_one_area_do_not_lie_upon_each_other():
    blocks = [Piece(id=i, owner="axis", at="35", kind="block", face=SECRET) for i in range(4)]
    root = drawn(KIEV, view(blocks))
    spots = [middle(root, i, 46) for i in range(4)]
    apart = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in spots for b in spots if a is not b]
    assert min(apart) > 46 * 0.55


def test_boxes_beside_the_map_hold_their_pieces_below_it_under_their_labels():
    shown = view([Piece(id=1, owner="axis", at="box:axis:shattered", face=ARMY)])
    root = drawn(NO_RETREAT, shown, boxes=[Box(id="box:axis:shattered", label="Shattered units", side="axis")])
    box = named(root, "place-box:axis:shattered")
    assert {"Axis: Shattered units", "9th Army"} <= set(texts(box))
    assert middle(box, 1, 62)[1] > geometry(NO_RETREAT)["height"]
    assert int(root.get("height")) > geometry(NO_RETREAT)["height"]


def test_boxes_printed_on_the_board_hold_their_pieces_there():
    root = drawn(KIEV, view([Piece(id=1, owner="axis", at="box:road-3", kind="block", face=SECRET)]))
    place = geometry(KIEV)["places"]["box:road-3"]
    assert middle(root, 1, 46) == (place["x"], place["y"])


def test_control_of_a_city_is_a_flag_of_its_side():
    root = drawn(NO_RETREAT, view(places=[PlaceState(id="1718", control="soviet")]))
    flags = [e.get("class") for e in root.iter(NAMESPACE + "g") if (e.get("class") or "").startswith("flag")]
    assert flags == ["flag soviet"]


def test_control_of_areas_is_a_front_line_between_the_sides():
    def front(**control: str) -> int:
        states = [PlaceState(id=name.removeprefix("a"), control=side) for name, side in control.items()]
        root = drawn(KIEV, view(places=states))
        return sum(len(e) for e in root.iter(NAMESPACE + "g") if e.get("class") == "front")

    assert front(a20="soviet", a35="soviet") == 0
    assert front(a20="soviet", a35="axis") >= 2, "one line for each side of the border"


def test_battles_are_told_apart_and_attacks_are_arrows():
    states = [PlaceState(id="1409", battle=1), PlaceState(id="1411", battle=2)]
    root = drawn(NO_RETREAT, view(places=states, lines=[("attack", "1408", "1409", "1")]))
    tints = [e.get("stroke") for e in root.iter() if e.get("class") == "battle"]
    assert len(tints) == len(set(tints)) == 2
    arrow = next(e for e in root.iter() if e.get("class") == "arrow attack")
    assert arrow.get("fill") == tints[0]


def test_the_line_at_the_top_says_turn_date_phase_and_tracks():
    root = drawn(NO_RETREAT, view(), sequence=[Phase(id="movement", label="Axis Movement")])
    banner = next(e for e in root.iter() if e.get("class") == "banner")
    words = " ".join(texts(banner))
    assert all(part in words for part in ("Turn 3 of 28", "August 1941", "Axis Movement", "clear", "VP 14"))


def test_marks_of_pieces_and_places_are_drawn():
    piece = Piece(id=1, owner="axis", at="1409", face=ARMY, marks=["unsupplied", "disorganized"], acts=True)
    root = drawn(NO_RETREAT, view([piece], [PlaceState(id="1409", marks=["target"])]))
    assert {"unsupplied", "disorganized", "target", "acts"} <= set(classes(root))


def test_a_position_keeps_the_coordinates_of_its_board():
    """The client lays its own pieces on the picture of the board; both must agree."""
    root = drawn(NO_RETREAT, view())
    assert root.get("width") == str(geometry(NO_RETREAT)["width"])
    assert root.get("height") == str(geometry(NO_RETREAT)["height"])


def test_the_front_is_drawn_on_demand_between_the_nearest_units_of_both_sides():
    shown = view([Piece(id=1, owner="axis", at="1409", face=ARMY), Piece(id=2, owner="soviet", at="1411", face=ARMY)])
    assert "front" not in classes(drawn(NO_RETREAT, shown))
    lines = next(e for e in drawn(NO_RETREAT, shown, front=True).iter() if e.get("class") == "front")
    under, over = list(lines)
    assert under.get("d") == over.get("d") and over.get("d").count("M") > 10

"""A hex board, layer upon layer."""

from __future__ import annotations

from rasputitsa.board.drawing import boundaries, fonts, ground, hexnames, sites, water
from rasputitsa.board.drawing.curves import walk
from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.labels import Placed
from rasputitsa.board.drawing.layers import Layers
from rasputitsa.board.drawing.svg import el, group, polygon, text
from rasputitsa.board.drawing.textures import KeepOut
from rasputitsa.board.drawing.water import Rivers


def draw(canvas: HexCanvas, numbers: bool) -> Layers:
    """All layers of a hex board."""
    rivers = Rivers(canvas)
    placer = hexnames.placer(canvas, rivers)
    names, lost = placer.place(hexnames.hex_labels(canvas, rivers))
    keep_out = _keep_out(canvas, rivers, names)
    body = [
        water.sea(canvas),
        ground.land(canvas),
        ground.textures(canvas, keep_out),
        water.inlets(canvas),
        water.shore_line(canvas),
        rivers.svg(),
        water.crossings(canvas),
        boundaries.frontiers(canvas),
        boundaries.special_lines(canvas),
        boundaries.grid(canvas),
        boundaries.rails(canvas),
        boundaries.edges(canvas),
        sites.all_signs(canvas),
        _numbers(canvas, names) if numbers else "",
    ]
    outline = "".join(polygon([canvas.sheet.point(c) for c in loop]) for loop in canvas.sheet.outline(canvas.hexes))
    frame = el("path", d=outline, fill="none", stroke=canvas.theme.ink, stroke_width=2.2, stroke_opacity=0.7)
    clip = el("clipPath", el("path", d=outline), id="board")
    return Layers(
        clip + ground.definitions(canvas),
        group(body, clip_path="url(#board)")
        + frame
        + _places(canvas)
        + group((n.svg() for n in names), class_="names"),
        names,
        lost,
    )


def _keep_out(canvas: HexCanvas, rivers: Rivers, names: list[Placed]) -> KeepOut:
    keep_out = KeepOut()
    for placed in names:
        for box in placed.boxes:
            keep_out.box(box, 5)
    for name, h in canvas.hexes.items():
        if h.site:
            for box in sites.site_boxes(h.site, canvas.sheet.centres[name]):
                keep_out.box(box, 5)
        x, y = hexnames.number_spot(canvas, name)
        keep_out.box((x - 11, y - 5, x + 11, y + 5), 3)
    for courses in rivers.courses.values():
        for chain in courses:
            keep_out.line(walk(rivers.points(chain), 6), 7)
    for line in boundaries.rail_lines(canvas):
        keep_out.line(walk(line, 6), 5)
    return keep_out


def _numbers(canvas: HexCanvas, names: list[Placed]) -> str:
    """Hex numbers, where no name stands upon them."""
    taken = KeepOut()
    for placed in names:
        for box in placed.boxes:
            taken.box(box, 1)
    parts = []
    for name in canvas.hexes:
        x, y = hexnames.number_spot(canvas, name)
        if not taken.holds(x, y, 9, 3) and name not in canvas.beyond:
            parts.append(text(name, x, y + 3.2))
    return group(parts, class_="numbers", text_anchor="middle", font_size=9.5, **fonts.QUIET.style())


def _places(canvas: HexCanvas) -> str:
    """One unseen shape per place, for clicks and highlights; a big area is one shape for all its hexes."""
    parts = []
    for area in canvas.map.file.areas:
        loops = canvas.sheet.outline(area.covers)
        d = "".join(polygon([canvas.sheet.point(c) for c in loop]) for loop in loops)
        parts.append(el("path", id=f"place-{area.id}", class_="place", d=d))
    for name, h in canvas.hexes.items():
        if h.playable:
            parts.append(el("path", id=f"place-{name}", class_="place", d=polygon(canvas.sheet.corners(name))))
    return group(parts, class_="places")

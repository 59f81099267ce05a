"""The style sheet of a board picture: colours of names and places, which the client may override by class."""

from __future__ import annotations

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.fonts import Font
from rasputitsa.board.drawing.palette import Theme


def sheet(theme: Theme, embed_fonts: bool) -> str:
    """CSS for one picture."""
    rules = [
        ".place{fill:none;stroke:none}",
        f".numbers{{fill:{theme.quiet};fill-opacity:.85}}",
        f".name{{stroke:{theme.halo};stroke-width:3px;stroke-linejoin:round;stroke-opacity:.85;paint-order:stroke}}",
        _name("city", fonts.CITY, theme.ink),
        _name("town", fonts.TOWN, theme.ink),
        _name("quarter", fonts.TOWN, theme.quiet) + ".quarter{stroke-opacity:.5;stroke-width:2px}",
        _name("river", fonts.WATER, theme.water_text) + ".river{stroke-opacity:.55}",
        _name("water", fonts.WATER, theme.water_text) + ".water{stroke:none}",
        _name("area", fonts.TITLE, theme.ink) + ".area{fill-opacity:.8;stroke-opacity:.35}",
        _name("region", fonts.TITLE, theme.region_text) + ".region{fill-opacity:.6;stroke-opacity:.25}",
        _name("caption", fonts.TOWN, theme.ink),
        _name("heading", fonts.TITLE, theme.ink),
        _name("figures", fonts.FIGURES, theme.ink),
    ]
    return (fonts.face_rules() if embed_fonts else "") + "".join(rules)


def _name(kind: str, font: Font, colour: str) -> str:
    slant = ";font-style:italic" if font.italic else ""
    return f".{kind}{{font-family:'{font.family}',sans-serif;font-weight:{font.weight}{slant};fill:{colour}}}"

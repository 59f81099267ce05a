"""Colours of the boards, by theme. Terrain classes differ in lightness too, so that a grey print still reads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Theme:
    """One way of colouring a board."""

    name: str
    paper: str
    panel: str
    ink: str
    quiet: str
    """Hex numbers, captions."""
    halo: str
    """Behind letters, so that they read over lines."""
    terrain: dict[str, str]
    texture: dict[str, str]
    shade: dict[str, str]
    """The dark half of a tree or peak."""
    sea: str
    shallow: tuple[str, str, str]
    """Coastal waters, from the widest band to the shore."""
    deep: tuple[str, str]
    coast: str
    lake: str
    river: str
    river_bank: str
    water_text: str
    beyond: str
    """Land that is out of play."""
    beyond_line: str
    region_text: str
    grid: str
    sea_grid: str
    frontier: str
    frontier_band: str
    country: str
    rail: str
    axis: str
    axis_ink: str
    soviet: str
    soviet_ink: str
    gold: str
    town: str
    city: str
    line_a: str
    """Title-specific lines: the Paulus line, the border between front-line colours."""
    line_b: str


LIGHT = Theme(
    name="light",
    paper="#e9dfc6",
    panel="#f4ecd8",
    ink="#2b2620",
    quiet="#6d6250",
    halo="#f7f0dd",
    terrain={
        "clear": "#f2e9cd",
        "forest": "#bccb9b",
        "swamp": "#cbdccb",
        "mountain": "#cfae86",
        "rough": "#e0cda4",
        "desert": "#f3dda2",
        "green": "#d3dcb3",
        "yellow": "#f0e0a0",
        "red": "#d9a184",
        "victory": "#efc66e",
        "staging": "#d8d2c6",
    },
    texture={
        "forest": "#6f8d55",
        "swamp": "#4f8a8b",
        "mountain": "#e2c9a3",
        "rough": "#a5854f",
        "desert": "#b98c3c",
        "clear": "#cdbf93",
    },
    shade={"forest": "#4b6a3c", "mountain": "#86603a"},
    sea="#a7c6d2",
    shallow=("#b3d0da", "#c0dae1", "#d0e5e8"),
    deep=("#98bac9", "#8aafc0"),
    coast="#4f7d90",
    lake="#b7d4dd",
    river="#5b93b3",
    river_bank="#e9f0e6",
    water_text="#28566e",
    beyond="#dcd4c4",
    beyond_line="#c3b9a4",
    region_text="#8a7654",
    grid="#7c6a48",
    sea_grid="#5e8aa0",
    frontier="#a3362a",
    frontier_band="#d9705c",
    country="#7b5b3a",
    rail="#5a5047",
    axis="#5b6470",
    axis_ink="#20252b",
    soviet="#b5382c",
    soviet_ink="#641711",
    gold="#e9b73a",
    town="#fbf6e6",
    city="#4a4038",
    line_a="#7a2f86",
    line_b="#c05a1c",
)

DARK = Theme(
    name="dark",
    paper="#191b1d",
    panel="#222528",
    ink="#e9e2d2",
    quiet="#a29a89",
    halo="#1d2022",
    terrain={
        "clear": "#3c3a32",
        "forest": "#28372b",
        "swamp": "#30423f",
        "mountain": "#5a4835",
        "rough": "#4a4335",
        "desert": "#57502f",
        "green": "#35412c",
        "yellow": "#5a5330",
        "red": "#673f31",
        "victory": "#7d6324",
        "staging": "#3b3c3f",
    },
    texture={
        "forest": "#5c7d58",
        "swamp": "#79a8a2",
        "mountain": "#8d7354",
        "rough": "#8b7b58",
        "desert": "#a08f52",
        "clear": "#4a473c",
    },
    shade={"forest": "#3d5a40", "mountain": "#33271b"},
    sea="#1d303c",
    shallow=("#223946", "#284350", "#31505d"),
    deep=("#192a35", "#15242e"),
    coast="#6c93a3",
    lake="#27424f",
    river="#5d93b0",
    river_bank="#26292a",
    water_text="#a8cadb",
    beyond="#26282a",
    beyond_line="#3a3d3f",
    region_text="#a08e6a",
    grid="#8f8468",
    sea_grid="#4f7184",
    frontier="#e0705f",
    frontier_band="#a83f31",
    country="#a98c63",
    rail="#b3a994",
    axis="#8f9aa8",
    axis_ink="#d5dbe2",
    soviet="#d4574a",
    soviet_ink="#f0b3aa",
    gold="#f0c24b",
    town="#1d2022",
    city="#d8cdb8",
    line_a="#c488d0",
    line_b="#e58d4f",
)

THEMES = {"light": LIGHT, "dark": DARK}


def grey(colour: str) -> float:
    """How light a colour prints in grey, from 0 to 100 (CIE L*)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y

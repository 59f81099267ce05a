"""Draws the picture on the home page: a road in the mud season. `python web/scripts/landscape.py` writes it anew."""
# ruff: noqa: E501 - outlines of tanks and carts are long lines

from __future__ import annotations

import math
import random
from pathlib import Path

OUT = Path(__file__).parent.parent / "src/home/landscape.svg"
WIDTH, HEIGHT, HORIZON = 1600, 480, 250
DICE = random.Random(1941)

Spot = tuple[float, float]


def path(spots: list[Spot], fill: str, more: str = "", close: bool = True) -> str:
    d = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in spots) + ("Z" if close else "")
    return f'<path d="{d}" fill="{fill}" {more}/>'


def ridge(base: float, rough: float, step: int) -> list[Spot]:
    """A line of low hills from edge to edge."""
    a, b, c = (DICE.uniform(0, 6) for _ in range(3))
    return [
        (x, base - rough * (math.sin(x / 260 + a) + 0.6 * math.sin(x / 97 + b) + 0.3 * math.sin(x / 41 + c)))
        for x in range(-step, WIDTH + 2 * step, step)
    ]


def forest(base: float, tall: float, fill: str, thick: float) -> str:
    """A far edge of a wood: many narrow firs and round crowns in one outline."""
    spots: list[Spot] = [(-10.0, base + 30)]
    x = -10.0
    while x < WIDTH + 20:
        wide = DICE.uniform(5, 13) * thick
        high = tall * DICE.uniform(0.35, 1) * (0.55 + 0.45 * math.sin(x / 210 + tall))
        if DICE.random() < 0.6:
            spots += [(x, base), (x + wide / 2, base - high), (x + wide, base)]
        else:
            spots += [
                (x, base),
                (x + wide * 0.2, base - high * 0.7),
                (x + wide * 0.8, base - high * 0.75),
                (x + wide, base),
            ]
        x += wide * 0.8
    spots.append((WIDTH + 20, base + 30))
    return path(spots, fill)


def ground(base: float, rough: float, fill: str) -> str:
    return path([*ridge(base, rough, 40), (WIDTH + 60, HEIGHT + 10), (-60, HEIGHT + 10)], fill)


def road_middle(y: float) -> float:
    """Where the middle of the road lies at a height of the picture."""
    depth = (y - HORIZON) / (HEIGHT - HORIZON)
    return 1010 - 330 * depth**1.2 + 90 * math.sin(depth * 3.0)


def road_half(y: float) -> float:
    return 4 + 330 * ((y - HORIZON) / (HEIGHT - HORIZON)) ** 1.5


def strip(left: float, right: float, fill: str, more: str = "") -> str:
    """A strip of the road between two shares of its width, -1 its left edge and 1 its right."""
    heights = [HORIZON + 2 + i * 6 for i in range(41)]
    one = [(road_middle(y) + road_half(y) * (left + DICE.uniform(-0.02, 0.02)), y) for y in heights]
    other = [(road_middle(y) + road_half(y) * (right + DICE.uniform(-0.02, 0.02)), y) for y in heights]
    return path([*one, *reversed(other)], fill, more)


def puddle(share: float, y: float, size: float) -> str:
    x, flat = road_middle(y) + road_half(y) * share, size * 0.13
    spots = []
    for i in range(16):
        turn = i / 16 * 2 * math.pi
        far = DICE.uniform(0.75, 1.1)
        spots.append((x + math.cos(turn) * size * far, y + math.sin(turn) * flat * far))
    rim = [(a, b + 2) for a, b in spots]
    return path(rim, "#2e241a", 'opacity=".6"') + path(spots, "url(#water)")


def smoke(x: float, y: float, tall: float, wind: float, opacity: float) -> str:
    """A column of smoke far away, bent by the wind."""
    rings = []
    for i in range(14):
        share = i / 13
        rings.append(
            f'<ellipse cx="{x + wind * share**1.7:.0f}" cy="{y - tall * share:.0f}" rx="{4 + 34 * share:.0f}" '
            f'ry="{4 + 18 * share:.0f}" fill="#2b2a2d" opacity="{opacity * (1 - share * 0.8):.2f}"/>'
        )
    return "".join(rings)


def village(x: float, y: float) -> str:
    """Low houses and a church with an onion dome, one of the houses on fire."""
    parts = []
    for dx, wide in ((-120, 34), (-76, 28), (-34, 40), (46, 30), (84, 38), (132, 26)):
        high = wide * 0.42
        left = x + dx
        parts.append(
            path(
                [
                    (left, y),
                    (left, y - high),
                    (left + wide / 2, y - high * 1.9),
                    (left + wide, y - high),
                    (left + wide, y),
                ],
                "#2c2724",
            )
        )
    parts.append(path([(x + 6, y), (x + 6, y - 34), (x + 34, y - 34), (x + 34, y)], "#34302d"))
    dome = f"M{x + 11} {y - 34}v-14c-6 -8 -2 -14 9 -24c11 10 15 16 9 24v14z"
    parts.append(
        f'<path d="{dome}" fill="#3a3532"/><path d="M{x + 20} {y - 71}v-12M{x + 16} {y - 79}h8" stroke="#3a3532" stroke-width="2"/>'
    )
    parts.append(f'<ellipse cx="{x + 100}" cy="{y - 18}" rx="22" ry="12" fill="#e0852f" opacity=".75"/>')
    parts.append(f'<path d="M{x + 88} {y - 14}q4 -16 8 -6q5 -20 9 -2q6 -12 8 8z" fill="#ffd27a"/>')
    return "".join(parts)


def pole(y: float) -> str:
    """A telegraph pole beside the road."""
    scale = 0.08 + (y - HORIZON) / (HEIGHT - HORIZON)
    x, tall = road_middle(y) + road_half(y) * 1.25 + 20 * scale, 235 * scale
    lean = 6 * scale * DICE.choice((-1, 1, 2))
    return (
        f'<path d="M{x:.1f} {y:.1f}L{x + lean:.1f} {y - tall:.1f}M{x + lean * 0.9 - 22 * scale:.1f} {y - tall * 0.9:.1f}h{44 * scale:.1f}'
        f'M{x + lean * 0.8 - 17 * scale:.1f} {y - tall * 0.8:.1f}h{34 * scale:.1f}" stroke="#221c17" stroke-width="{max(1, 6 * scale):.1f}" fill="none"/>'
    )


def birch(x: float, y: float, tall: float, wide: float) -> str:
    """A bare birch in front: white bark with black scars, thin hanging twigs."""
    lean = DICE.uniform(-18, 18)
    trunk = [
        (x - wide / 2, y),
        (x + lean - wide * 0.18, y - tall),
        (x + lean + wide * 0.18, y - tall),
        (x + wide / 2, y),
    ]
    parts = [path(trunk, "url(#bark)")]
    for _ in range(int(tall / 11)):
        share = DICE.uniform(0.02, 0.9)
        at, half = x + lean * share, wide / 2 * (1 - share * 0.6)
        side = DICE.choice((-1, 1))
        long = DICE.uniform(0.5, 1.3) * half
        high = y - tall * share
        parts.append(
            f'<path d="M{at + side * half:.1f} {high:.1f}l{-side * long:.1f} {DICE.uniform(-2, 2):.1f}" stroke="#1d1a19" stroke-width="{DICE.uniform(1.2, 3.4):.1f}"/>'
        )
    for _ in range(16):
        share = DICE.uniform(0.42, 1)
        at, high = x + lean * share, y - tall * share
        side, reach = DICE.choice((-1, 1)), DICE.uniform(30, 100) * (1.25 - share * 0.6)
        parts.append(
            f'<path d="M{at:.0f} {high:.0f}q{side * reach * 0.5:.0f} {-reach * 0.55:.0f} {side * reach:.0f} {DICE.uniform(-0.2, 0.4) * reach:.0f}" '
            f'stroke="#2a2320" stroke-width="{DICE.uniform(0.8, 2.4):.1f}" fill="none"/>'
        )
    return "".join(parts)


def placed(x: float, y: float, scale: float, drawing: str) -> str:
    return f'<g transform="translate({x:.0f} {y:.0f}) scale({scale})">{drawing}</g>'


TANK = (
    '<path d="M-64 -8q-8 -14 6 -22h112q18 6 14 20q-10 12 -24 12h-90q-12 -2 -18 -10z" fill="#14130f"/>'
    '<g fill="#2a2822"><circle cx="-46" cy="-9" r="10"/><circle cx="-22" cy="-8" r="10"/><circle cx="2" cy="-8" r="10"/>'
    '<circle cx="26" cy="-8" r="10"/><circle cx="48" cy="-10" r="9"/></g>'
    '<path d="M-66 -28l22 -16h88l32 17z" fill="#2f3226"/>'
    '<path d="M-26 -44q2 -20 18 -22h34q14 4 18 22z" fill="#383b2d"/><path d="M-4 -66h20v-5h-20z" fill="#2a2d22"/>'
    '<path d="M40 -55l66 -5v5l-66 7z" fill="#2a2d22"/><path d="M-60 -30h130" stroke="#4a4d3a" stroke-width="2"/>'
)
TRUCK = (
    '<path d="M-70 -18v-42q2 -10 12 -10h62q8 0 8 8v44z" fill="#3d3a30"/><path d="M-62 -68q30 -10 60 0" stroke="#4d493c" stroke-width="3" fill="none"/>'
    '<path d="M16 -18v-34h22l10 18h22v16z" fill="#2d2c27"/><path d="M22 -48h14l7 13h-21z" fill="#8d8b80"/>'
    '<path d="M-72 -18h144v6h-144z" fill="#1b1916"/><g fill="#100f0d"><circle cx="-44" cy="-8" r="13"/><circle cx="-14" cy="-8" r="13"/><circle cx="52" cy="-8" r="13"/></g>'
    '<g fill="#4b463b"><circle cx="-44" cy="-8" r="5"/><circle cx="-14" cy="-8" r="5"/><circle cx="52" cy="-8" r="5"/></g>'
)
HORSE_CART = (
    '<path d="M18 -22q-2 -12 6 -14h34q8 0 12 -10l8 -12l5 3l4 10l-7 2l-4 12q-2 12 -8 12l2 22h-5l-4 -20h-28l-4 20h-5l2 -20q-6 0 -8 -5z" fill="#1e1814"/>'
    '<path d="M-62 -16l6 -18h58l6 18z" fill="#33291f"/><path d="M-52 -34q24 -26 50 0z" fill="#6a6251"/>'
    '<path d="M4 -22l50 -8" stroke="#221a14" stroke-width="3"/>'
    '<g fill="none" stroke="#17120e" stroke-width="4"><circle cx="-42" cy="-10" r="13"/><circle cx="-8" cy="-10" r="13"/></g>'
    '<path d="M-42 -23v26M-55 -10h26M-8 -23v26M-21 -10h26" stroke="#17120e" stroke-width="2"/>'
)


def soldier(coat: str, stride: float) -> str:
    """A man on the march in a long coat, rifle on the shoulder."""
    return (
        f'<path d="M-6 -40q6 -5 12 0l5 26h-20z" fill="{coat}"/><path d="M-3 -15l{-stride} 15M4 -15l{stride} 15" stroke="#17130f" stroke-width="5"/>'
        f'<circle cx="1" cy="-46" r="5.5" fill="#8a6f58"/><path d="M-6 -47q7 -9 14 0l2 2h-17z" fill="#2b2c26"/>'
        f'<path d="M-9 -28l17 -34" stroke="#120f0c" stroke-width="2.4"/><rect x="-11" y="-39" width="7" height="14" rx="2" fill="#4a3f2d"/>'
    )


def column() -> str:
    """Men on foot along the right edge of the road, smaller the farther they are."""
    parts = []
    for i in range(15):
        y = 268 + i * 5.6 + (i // 3) * 4
        scale = 0.09 + 0.62 * (y - HORIZON) / (HEIGHT - HORIZON)
        x = road_middle(y) + road_half(y) * (0.72 + 0.22 * (i % 2)) + 6
        parts.append(
            placed(
                x, y, round(scale * 1.5, 2), soldier(DICE.choice(("#3c3a30", "#45412f", "#38352e")), 4 + 3 * (i % 3))
            )
        )
    return "".join(parts)


def sleet() -> str:
    lines = []
    for _ in range(150):
        x, y, long = DICE.uniform(0, WIDTH), DICE.uniform(0, HEIGHT), DICE.uniform(8, 22)
        lines.append(f"M{x:.0f} {y:.0f}l{-long * 0.35:.0f} {long:.0f}")
    return f'<path d="{"".join(lines)}" stroke="#e8e4da" stroke-width="1.1" opacity=".28" fill="none"/>'


def reeds(y: float, count: int, fill: str) -> str:
    lines = []
    for _ in range(count):
        x, tall = DICE.uniform(0, WIDTH), DICE.uniform(6, 20)
        if abs(x - road_middle(min(y, HEIGHT))) < road_half(min(y, HEIGHT)) * 1.1:
            continue
        lines.append(
            f"M{x:.0f} {y + DICE.uniform(-12, 12):.0f}q{DICE.uniform(-4, 4):.0f} {-tall / 2:.0f} {DICE.uniform(-7, 7):.0f} {-tall:.0f}"
        )
    return f'<path d="{"".join(lines)}" stroke="{fill}" stroke-width="1.6" fill="none" opacity=".8"/>'


DEFS = """<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3f4650"/><stop offset=".45" stop-color="#77756f"/>
<stop offset=".8" stop-color="#c49a63"/><stop offset="1" stop-color="#e8bd78"/></linearGradient>
<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9b07a"/><stop offset="1" stop-color="#83807a"/></linearGradient>
<linearGradient id="mud" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7d6242"/><stop offset="1" stop-color="#43321f"/></linearGradient>
<linearGradient id="bark" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#d8d2c5"/><stop offset=".55" stop-color="#f1ede2"/><stop offset="1" stop-color="#8f897d"/></linearGradient>
<radialGradient id="sun"><stop offset="0" stop-color="#fff1cf"/><stop offset=".25" stop-color="#ffdf9e" stop-opacity=".8"/><stop offset="1" stop-color="#ffd07a" stop-opacity="0"/></radialGradient>
<filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>
</defs>"""


def clouds() -> str:
    parts = []
    for _ in range(26):
        x, y = DICE.uniform(-100, WIDTH), DICE.uniform(0, 170)
        wide = DICE.uniform(140, 420)
        colour = DICE.choice(("#343a43", "#4b4e52", "#8a837a", "#a98f6d"))
        parts.append(
            f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{wide:.0f}" ry="{wide * 0.07:.0f}" fill="{colour}" opacity=".28"/>'
        )
    return "".join(parts)


def picture() -> str:
    parts = [
        DEFS,
        f'<rect width="{WIDTH}" height="{HORIZON + 20}" fill="url(#sky)"/>',
        '<circle cx="1060" cy="228" r="210" fill="url(#sun)"/>',
        '<g filter="url(#soft)">',
        clouds(),
        smoke(300, 240, 190, 170, 0.6),
        smoke(1330, 236, 150, 130, 0.5),
        smoke(742, 236, 120, 150, 0.6),
        "</g>",
        forest(HORIZON - 2, 34, "#5b5348", 1.0),
        village(640, HORIZON + 2),
        forest(HORIZON + 6, 26, "#453d33", 1.4),
        ground(HORIZON + 6, 3, "#7a6a45"),
        ground(HORIZON + 40, 5, "#6b5a39"),
        ground(HORIZON + 100, 8, "#58482d"),
        ground(HORIZON + 165, 9, "#463822"),
        reeds(330, 120, "#8d7a4d"),
        reeds(400, 160, "#7b683f"),
        reeds(460, 200, "#6a5833"),
        strip(-1, 1, "url(#mud)"),
    ]
    for left in (-0.72, -0.5, -0.2, 0.05, 0.34, 0.6):
        parts.append(strip(left, left + 0.1, "#2f2317", 'opacity=".75"'))
        parts.append(strip(left + 0.11, left + 0.14, "#9b7b52", 'opacity=".5"'))
    for share, y, size in (
        (-0.4, 300, 16),
        (0.2, 318, 24),
        (-0.6, 346, 40),
        (0.3, 372, 56),
        (-0.2, 402, 74),
        (-0.72, 440, 88),
        (0.42, 446, 110),
    ):
        parts.append(puddle(share, y, size))
    parts += [pole(y) for y in (262, 270, 284, 306, 344, 412)]
    parts.append(column())
    parts.append(placed(road_middle(292) - 10, 294, 0.32, TRUCK))
    parts.append(placed(road_middle(312) - 16, 316, 0.44, HORSE_CART))
    parts.append(placed(road_middle(352) - 60, 358, 0.78, f'<g transform="scale(-1 1) rotate(5)">{TRUCK}</g>'))
    parts.append(placed(1240, 372, 1.0, f'<g transform="rotate(-4)">{TANK}</g>'))
    parts.append(placed(1395, 352, 0.72, f"{TANK}"))
    parts.append(path([(1150, 374), (1200, 366), (1320, 372), (1360, 380), (1240, 392)], "#3a2d1b", 'opacity=".85"'))
    parts.append(sleet())
    for x, tall, wide in ((40, 520, 24), (118, 430, 15), (1490, 500, 22), (1568, 560, 28), (1432, 390, 12)):
        parts.append(birch(x, HEIGHT + 6, tall, wide))
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMax slice">\n{body}\n</svg>\n'


if __name__ == "__main__":
    OUT.write_text(picture(), encoding="utf-8")

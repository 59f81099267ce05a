"""The set-ups of the rule book, block by block and line by line, written down once more from its pages.

A line is an area (or several) and what stands in each: a block by name, or "2 red tank" for two random ones of that
colour and type; ":3" is a strength other than the usual.
"""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, NUMBER, OF_SIDE, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import held
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS, ELIMINATED, LATER, POOL, TOPOLOGY
from rasputitsa.titles.kiev41.state import BASE, READY, SHOT_DOWN, Kiev
from tests.kiev41.situation import at, new, strength

CAMPAIGN_AXIS = """
Axis: 6AOK, Kleist, 2 yellow infantry, 2 red tank
14: 4Mtn, white jaeger
103: 4RumHQ, 4FK
78: 22LL, 3RumHQ, 11AOK
61: RumMtn
62: RumCav, Rum4, lightblue infantry
79 110: lightblue infantry
97: 2 pink infantry, lightblue infantry
104 111: pink infantry
113: Rum2
"""
CAMPAIGN_SOVIET = """
4: SWFront, white infantry
108: SFront, 3Abn
25: KFront, green infantry
142: NCFront
9: 2Abn
1: 5Cav, yellow infantry
105: 2Cav
29: 13Mtn, yellow tank
46: 17Mtn
FS 55 102 124: white infantry
3 28 30: yellow infantry
15: yellow infantry, yellow tank
16: yellow infantry, 2 yellow tank
17: yellow tank
45 63 80 98 114: lightblue infantry
94 148: orange infantry
10: green infantry
7 74 92: white tank
64 81 106: lightblue tank
"""
"""The five named lines of the book, and the icons of our map for what it only counts."""

RIVER_AXIS = """
14: SLK
3 18 19: yellow infantry
35 36 54: 49Mtn|4Inf|52Inf
53: white jaeger, 17AOK:3, 4Mtn
17: white jaeger, 6AOK, Fast
52: red tank, LAHSS, Kleist, 5FK
68: 2 red tank, 29Inf, 4FK:3
84: lightblue infantry, 22LL, 11AOK
69 85 102: lightblue infantry
99: 4RumHQ
100 101 109 119: pink infantry
66: 3RumHQ, RumMtn, RumCav, Rum4
107: Rum2
Axis: 60Mot, 1SS, 2SS, 34Inf, 42Inf, 51Inf, CSIR
"""
RIVER_SOVIET = """
7: Budyonny:3, white tank, yellow tank
38: SWFront:3, yellow tank
72: SFront:3, lightblue tank
25: KFront:3, green infantry
94: NCFront:3, orange infantry
70: 2Cav, lightblue infantry
37: 5Cav, yellow infantry
120: 17Mtn
39: 13Mtn
121: 3Abn
9: 2Abn
10: green infantry
148: orange infantry
FS 124: white infantry
4: white infantry, yellow infantry
55: white infantry, yellow tank
108: white infantry, lightblue infantry
86 87: lightblue infantry
5 20 21: yellow infantry
74 92: white tank
71 90: lightblue tank
"""
POCKET_AXIS = """
14: 60Mot
54: 97J, 101J, 4Mtn
3 18 19: yellow infantry:3
7: 3Pz:3, 14Pz:3, 48Pz:3
21: 29Inf:3
55: 4Inf, 52Inf
71: 49Mtn, CSIR, SLK
35: 1SS, 2SS, 6AOK:3, Fast
36: 2 white german infantry, LAHSS, Kleist:3
53: 5FK:3, 17AOK:3
123: 2 lightblue infantry, white german infantry
88: 2 lightblue infantry, 22LL
99: 4RumHQ
100 101 109 119: pink infantry:2
87: 4FK:3, 11AOK:3, 3RumHQ:3
70: RumMtn, RumCav, Rum4
107: Rum2
"""
POCKET_SOVIET = """
6: Budyonny:2, white tank
130: CFront:3
9: SWFront:3, yellow tank
74: SFront:3, lightblue tank
25: KFront:3, green infantry
145: NCFront:3
FS: M
89: 2Cav
20: 5Cav
60: 3Abn
40: 2Abn
10 24: green infantry
129 148: orange infantry
121 122: blue infantry
58 93 94: white infantry
56 72 90 108 124: lightblue infantry
8 22 37 38: yellow infantry
4: 2 yellow infantry
127 142: white tank
92: lightblue tank
5: yellow tank
"""
SNOW_AXIS = """
14: SLK:1
10: yellow infantry:3, 60Mot
25: yellow infantry:3, white jaeger
40: yellow infantry:3, white german infantry:3
57: white german infantry:3, Fast
58: 29Inf:3, white jaeger
75: red tank:3, CSIR:2
76: red tank:3, green german infantry:3
73: red tank:3, 49Mtn:3, Kleist:2
94: green german infantry:3, LAHSS
24: 6AOK:2
4 55: 1SS|2SS
74: 17AOK:3
91: 4FK:2
38: 5FK:2
127: 11AOK:2, lightblue infantry
129: lightblue infantry, white german infantry
131: 4Mtn, RumMtn:2
128: Rum4:2
92: RumCav:2
90: 3RumHQ:2
130: 2 lightblue infantry, 22LL
108: 4RumHQ:2, pink infantry:2
86 102 119: pink infantry:2
125: Rum2:2
"""
SNOW_SOVIET = """
FS: CFront:2, blue infantry
12: SWFront:2
136: SFront:2
27: KFront:2
145: NCFront:2, M
S3: Timoshenko:3
144: 2 orange infantry
140 148: orange infantry
11: 2Abn, green infantry
26: green infantry, white tank, white cavalry
41: white infantry, white cavalry
42: 2 yellow infantry, yellow tank
43: 2 yellow infantry, white cavalry
59 60: 2 white infantry, white tank
77 133: 3 lightblue infantry, lightblue tank
"""
BLOCKS_OF = {
    "campaign": (CAMPAIGN_AXIS, CAMPAIGN_SOVIET),
    "preludes": (CAMPAIGN_AXIS, CAMPAIGN_SOVIET),
    "river": (RIVER_AXIS, RIVER_SOVIET),
    "pocket": (POCKET_AXIS, POCKET_SOVIET),
    "snow": (SNOW_AXIS, SNOW_SOVIET),
}
LINES_OF = {
    "campaign": ("97 104 119", "4 108 129 145 FS"),
    "preludes": ("97 104 119", "4 108 129 145 FS"),
    "river": ("100 101 107 109 119", "4 25 55 94 148 FS 108 129 145 5 20 21 37 121"),
    "pocket": ("100 101 107 109 119", "4 25 94 148 FS 5 20 37 56 72 108 129 145 121"),
    "snow": ("10 25 40 57 58 75 76 93 108 119", "148 FS 11 26 41 42 43 59 60 77 144 145"),
}
AXIS_POOL = "5FK 17AOK 4Inf 52Inf 49Mtn CSIR SLK LAHSS 29Inf Fast 60Mot 1SS 2SS 34Inf 42Inf 51Inf"
SCENARIOS = tuple(BLOCKS_OF)


def fits(b: int, words: str) -> bool:
    """Is this one of the blocks that the words of a draw mean?"""
    block = BLOCKS[b]
    if "|" in words:
        return block.id in words.split("|")
    kinds = {block.color, block.type, block.nation or ("german" if SIDE[b] == AXIS else "soviet")}
    return set(words.split()) <= kinds


def expected(text: str) -> dict[str, list[tuple[str, int]]]:
    """What stands in each area: (block or kind of block, strength or 0 for the usual one)."""
    out: dict[str, list[tuple[str, int]]] = {}
    for row in text.strip().splitlines():
        areas, _, items = row.partition(": ")
        for item in items.split(", "):
            words, _, steps = item.partition(":")
            number, _, rest = words.partition(" ")
            times, words = (int(number), rest) if number.isdigit() else (1, words)
            for area in areas.split():
                out.setdefault(area, []).extend([(words, int(steps or 0))] * times)
    return out


def usual_strength(b: int) -> int:
    return BLOCKS[b].steps[-1] if BLOCKS[b].remnant else BLOCKS[b].steps[0]


def differences(s: Kiev, side: int, text: str) -> list[str]:
    """Every block that is missing, too many, or of another strength."""
    found = []
    wanted = expected(text)
    for area in range(AREAS):
        here = [b for b in range(len(BLOCKS)) if s.place[b] == area and SIDE[b] == side]
        for words, steps in sorted(wanted.get(TOPOLOGY.ids[area], []), key=lambda item: item[0] not in NUMBER):
            named = NUMBER.get(words)
            meant = [b for b in here if (b == named if named is not None else fits(b, words))]
            if not meant:
                found.append(f"no {words} in {TOPOLOGY.ids[area]}")
                continue
            here.remove(meant[0])
            if s.strength[meant[0]] != (steps or usual_strength(meant[0])):
                found.append(f"{words} in {TOPOLOGY.ids[area]} has strength {s.strength[meant[0]]}")
        found += [f"{BLOCKS[b].id} in {TOPOLOGY.ids[area]} is not in the book" for b in here]
    return found


@rule("S.2.1", "S.2.2", "S.3.1", "S.3.2", "S.4.1", "S.4.2", "S.5.2", "S.5.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_every_block_stands_where_the_book_puts_it_and_as_strong(scenario: str, side: int) -> None:
    for seed in range(3):
        assert differences(new(scenario, seed), side, BLOCKS_OF[scenario][side]) == []


@rule("S.2.1", "S.2.2", "S.3.1", "S.3.2", "S.4.1", "S.4.2", "S.5.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_line_stands_where_the_book_puts_it(scenario: str) -> None:
    s = new(scenario)
    for side in (AXIS, SOVIET):
        lines = {TOPOLOGY.ids[a] for a in range(AREAS) if (s.lines & held(s, side)) >> a & 1}
        assert lines == set(LINES_OF[scenario][side].split()), SIDES[side]


@rule("S.2.1", "S.3.1", "S.4.1", "S.5.3")
@pytest.mark.parametrize(
    ("scenario", "leaders", "guderian", "fleets"),
    [
        ("campaign", (4, 4), ("Minsk", 4), ""),
        ("preludes", (4, 4), ("Minsk", 4), ""),
        ("river", (3, 3), ("Gomel", 4), "108"),
        ("pocket", (2, 2), ("Nizhyn", 2), "121"),
        ("snow", (0, 0), ("Kaluga", 2), "FS"),
    ],
)
def test_leaders_guderian_and_fleets_start_where_and_as_the_book_says(
    scenario: str, leaders: tuple[int, int], guderian: tuple[str, int], fleets: str
) -> None:
    s = new(scenario)
    assert (strength(s, "Hitler"), strength(s, "Stalin")) == leaders
    assert (at(s, "Guderian"), strength(s, "Guderian")) == guderian
    assert list(s.fleets) == [AREA[fleets] if fleets else BASE] * 2


@rule("S.4.5", "S.5.4")
@pytest.mark.parametrize(("scenario", "ready", "down"), [("campaign", 4, 0), ("river", 8, 0), ("snow", 2, 6)])
def test_bombers_at_the_start(scenario: str, ready: int, down: int) -> None:
    s = new(scenario)
    assert (list(s.bombers).count(READY), list(s.bombers).count(SHOT_DOWN)) == (ready, down)


def marked(mark: str) -> set[str]:
    return {block.id for block in BLOCKS if block.mark == mark}


@rule("5.1.2", "S.5.4", "S.5.5")
def test_the_pools_of_the_campaign() -> None:
    s = new()
    axis = {BLOCKS[b].id for b in range(len(BLOCKS)) if s.place[b] == POOL and SIDE[b] == AXIS}
    fixed = set(AXIS_POOL.split())
    assert fixed < axis
    assert [sum(fits(NUMBER[name], words) for name in axis - fixed) for words in ("red tank", "yellow infantry")] == [
        1,
        1,
    ]
    assert len(axis - fixed - {"97J", "101J"}) == 2, "and one Jäger"
    assert {BLOCKS[b].id for b in range(len(BLOCKS)) if s.place[b] == POOL and SIDE[b] == SOVIET} == marked("green")
    assert {BLOCKS[b].id for b in range(len(BLOCKS)) if s.place[b] == LATER} == marked("S") | marked("N")


@rule("S.2.4", "S.3.4", "S.4.4")
@pytest.mark.parametrize(("scenario", "pooled", "later", "lost"), [("river", 11, 12, 4), ("pocket", 20, 2, 4)])
def test_losses_and_pools_of_the_scenarios(scenario: str, pooled: int, later: int, lost: int) -> None:
    s = new(scenario)
    soviets = [b for b in range(len(BLOCKS)) if OF_SIDE[SOVIET] >> b & 1]
    assert [sum(s.place[b] == place for b in soviets) for place in (POOL, LATER, ELIMINATED)] == [pooled, later, lost]
    gone = [b for b in soviets if s.place[b] == ELIMINATED]
    kinds = [sum(fits(b, words) for b in gone) for words in ("yellow infantry", "lightblue infantry", "yellow tank")]
    assert kinds == [1, 1, 2]


@rule("S.2.4")
def test_in_the_river_s_blocks_come_in_september_and_n_blocks_never() -> None:
    s = new("river")
    assert {BLOCKS[b].id for b in range(len(BLOCKS)) if s.place[b] == POOL} == marked("green") - {"Budyonny"}
    assert {BLOCKS[b].id for b in range(len(BLOCKS)) if s.place[b] == LATER} == marked("S") | marked("N")
    assert s.game.data.last_turn < 5  # type: ignore[attr-defined]


@rule("S.4.4")
def test_in_the_snow_sixteen_soviet_blocks_are_lost_and_ten_in_the_pool() -> None:
    s = new("snow")
    soviets = [b for b in range(len(BLOCKS)) if OF_SIDE[SOVIET] >> b & 1]
    assert [sum(s.place[b] == place for b in soviets) for place in (POOL, LATER, ELIMINATED)] == [10, 0, 16]
    assert at(s, "Budyonny") == "eliminated", "Kiev is in Axis hands"


@rule("S.3.3")
def test_the_kiev_pocket_starts_with_nine_white_cubes() -> None:
    s = new("pocket")
    blocks = [b for b in range(len(BLOCKS)) if s.isolated >> b & 1]
    assert {TOPOLOGY.ids[s.place[b]] for b in blocks} == {"4", "5", "6", "20"}
    assert (len(blocks), s.cut_lines.bit_count()) == (6, 3)


@rule("S.6.1", "S.6")
def test_the_historical_set_up_names_who_is_drawn() -> None:
    s = new(setup="historical")
    assert differences(s, AXIS, CAMPAIGN_AXIS) == differences(s, SOVIET, CAMPAIGN_SOVIET) == []
    assert {at(s, name) for name in ("44Inf", "55Inf", "3Pz", "14Pz")} == {"Axis"}

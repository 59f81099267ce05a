"""Every entry of the charts, asked of the rules that use it: the combat tables as the digital book prints them, the
weather, the terrain of hexsides, and each number that limits, prices or scores something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import (
    control,
    elimination,
    movement,
    piles,
    rail,
    second_front,
    stacking,
    supply,
    turn_events,
    victory,
    victory_points,
)
from rasputitsa.titles.no_retreat.board import board
from rasputitsa.titles.no_retreat.codes import AXIS, DISORGANIZED, OUT, RAIL, REMOVED, SOVIET, WEATHERS
from rasputitsa.titles.no_retreat.combat import advance, declare, odds
from rasputitsa.titles.no_retreat.combat.odds import Battle, Reckoning
from rasputitsa.titles.no_retreat.optional import no_surrender
from rasputitsa.titles.no_retreat.optional import units as optional
from rasputitsa.titles.no_retreat.organization import arrivals, flip, reorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .positions import HEXES
from .situation import MAP, begin, place, situation, unit

COLUMNS = "1:3 1:2 1:1 3:2 2:1 3:1 4:1 5:1 6:1"
AXIS_TABLE = """
1 CA CA CA NE NE CB EX DR DR
2 CA CA NE NE CB EX DR DR DS
3 CA NE CB CB EX DR DR DS DS
4 NE CB EX EX DR DR DS DS DD
5 CB DR DR DR DR DS DS DD DD
6 DR DR DR DR DS DD DD DD DD
"""
SOVIET_TABLE = """
1 CA CA CA CA NE CB EX EX EX
2 CA CA CA NE CB EX EX EX DR
3 CA CA NE CB EX EX DR DR DR
4 CA NE CB EX EX DR DR DR DS
5 NE CB EX EX DR DR DS DS DD
6 CB DR DR DR DR DS DS DD DD
"""


def printed(table: str) -> dict[tuple[str, int], str]:
    """Column and die -> result."""
    rows = [line.split() for line in table.strip().splitlines()]
    return {(column, int(row[0])): cell for row in rows for column, cell in zip(COLUMNS.split(), row[1:], strict=True)}


@rule("10.5", "10.6.4", "13.1")
@rule("B.7", book="no-retreat-digital")
@pytest.mark.parametrize("weather", WEATHERS)
def test_every_die_in_every_column_has_its_result(weather: str):
    """The Axis rolls on the Soviet table in snow and Long Winter."""
    s = situation(weather=weather)
    snow = weather in ("snow", "long-winter")
    for side, table in ((AXIS, SOVIET_TABLE if snow else AXIS_TABLE), (SOVIET, SOVIET_TABLE)):
        for (column, die), result in printed(table).items():
            attack, defend = (int(number) for number in column.split(":"))
            initial, final = odds.column(attack, defend, 0)
            found = Reckoning(attack, defend, initial, final, [], odds.table_of(s, side))
            assert odds.COLUMNS.label(final) == column
            assert odds.RESULTS[odds.result_of(s, side, found, die)] == result, (side, column, die)
        assert odds.column(2, 7, 0) == (odds.BELOW, odds.BELOW) and odds.column(9, 1, 0)[0] == len(COLUMNS.split()) - 1


# -- weather ------------------------------------------------------------------------------------------------------

SKY = {
    # weather: armor bonus, armor advance bonus, hexes infantry and German armor advance, columns for a river, for snow
    "clear": (True, True, 2, 3, 1, 0),
    "mud": (False, False, 1, 1, 1, 0),
    "snow": (True, False, 2, 2, 0, 1),
    "long-winter": (False, False, 1, 1, 0, 1),
}


@rule("10.6.1", "10.6.3", "10.8.1", "10.8.2", "13.1")
@pytest.mark.parametrize("weather", SKY)
def test_every_weather_has_its_effects_on_battle_and_advance(weather: str):
    s = situation(
        turn=14,
        weather=weather,
        axis={"1st Panzer": "1316", "4th Army": "1317"},
        soviet={"West Front": "1216 reduced"},
        phase=None,
    )
    panzer, infantry, front = unit(s, "1st Panzer"), unit(s, "4th Army"), unit(s, "West Front")
    river = next((a, b) for (a, b), kind in MAP.topology.kinds.items() if kind == "river" and is_open(s, a, b))
    clear = Battle(AXIS, [panzer], [front], [place("1216")], ground=place("1216"))
    s.put(infantry, river[0])
    s.put(front, river[1])
    wet = Battle(AXIS, [infantry], [front], [river[1]], ground=river[1])
    left = sum(shift for shift, _, _ in odds.weather_shift(s, wet))
    assert (
        odds.armor_bonus(s, clear),
        advance.armor_advance(s, panzer),
        advance.limit(s, infantry),
        advance.limit(s, panzer),
        odds.hexside_shift(s, wet, 0),
        -left,
    ) == SKY[weather]


def is_open(s: NoRetreatState, a: int, b: int) -> bool:
    return bool(s.game.ussr >> a & s.game.ussr >> b & 1) and s.game.terrain[a] == s.game.terrain[b] == "clear"


@rule("10.6.1", "8.3")
def test_a_sea_crossing_shifts_two_columns_and_stops_an_advance():
    s = situation(phase=None, axis={"4th Army": "514"}, soviet={"West Front": "515"})
    battle = Battle(AXIS, [unit(s, "4th Army")], [unit(s, "West Front")], [], ground=place("515"))
    assert odds.hexside_shift(s, battle, 0) == 2
    s.vacated, s.advancing = [place("515")], [unit(s, "4th Army")]
    s.send(unit(s, "West Front"), REMOVED)
    s.memo.clear()
    assert set(advance.ways(s, unit(s, "4th Army"))) == {place("515")}


@rule("8.3", "10.6.1", "10.8.1")
def test_the_terrain_chart_shows_every_terrain():
    assert [" ".join(cell or "-" for cell in row) for row in board().terrain[1:]] == [
        "Clear 1 1 0 - yes",
        "Forest 2 1 1 yes -",
        "Swamp 4 2 1 yes -",
        "Mountain 3 2 2 yes -",
        "City 1 1 1 - -",
        "Oil 1 1 0 - yes",
        "Area 3 2 0 yes -",
        "Objective - - 1 yes -",
        "River - - 1 - -",
        "Crossing 3 2 2 yes -",
    ]


# -- numbers ------------------------------------------------------------------------------------------------------


def drawn(side: int, turn: int = 14, lost: tuple[str, ...] = ()) -> int:
    s = situation(turn=turn, phase=None)
    for name in lost:
        s.axis_held ^= 1 << place(name)
    return piles.draw_rate(s, side)


def markers(turn: int, weather: str = "clear", side: int = AXIS) -> int:
    return declare.markers(situation(turn=turn, weather=weather, phase=None), side)


def stacked(side: int, turn: int, tank: bool = False, fort: bool = False, phasing: str = "soviet") -> int:
    s = situation(turn=turn, phase=None)
    s.phasing = ("axis", "soviet").index(phasing)
    return stacking.limit(s, side, tank, fort)


def supported(side: str, turn: int) -> int:
    s = situation(turn=turn, phase=None, axis={"4th Army": "1708"}, soviet={"West Front": "1810"}, local_support=True)
    chosen = unit(s, {"axis": "4th Army", "soviet": "West Front"}[side])
    s.local_support[s.game.side_of[chosen]] = chosen
    return odds.local_support(s, chosen)


def starved() -> int:
    s = situation(phase=None, axis={"4th Army": "1316"}, soviet={"West Front": "1216"}, unsupplied=["West Front"])
    battle = Battle(AXIS, [unit(s, "4th Army")], [unit(s, "West Front")], [])
    return sum(columns for columns, _, _ in odds.unsupplied_shift(s, battle))


def trains() -> int:
    """How many units fit into the Rail Movement Box."""
    s = situation(turn=14, phase="movement", axis_hand=["hedgehogs", "siege-artillery", "soviet-snafu", "panzerblitz"])
    armies = [u for u in s.game.units_of[AXIS] if s.game.data[u].kind == "army"]
    for count in range(9):
        s.put(armies[-1], place("Berlin"))
        s.memo.clear()
        refusal = rail.why_not_entrain(s, armies[-1])
        if refusal is not None:
            return count if refusal.rule == "9.1.2" else -1
        s.put(armies[count], RAIL)
    return -1


def free_trains() -> int:
    s = situation(turn=14, phase="movement", axis={"4th Army": "Berlin"})
    count = 0
    while rail.entrain_price(s) == 0:
        count, s.free_entrains = count + 1, s.free_entrains - 1
    return count


def train_price() -> int:
    s = situation(turn=14, phase="movement", axis={"4th Army": "Berlin"})
    s.free_entrains = 0
    return rail.entrain_price(s)


def farthest(trains: bool) -> int:
    """How far from the next city and the map edge a supply path, or the way of trains, leads when only the cities near
    the edge are held."""
    s = situation(turn=14, phase=None)
    sources = {p for p in HEXES if s.game.edges[SOVIET] >> p & 1} | {place("Moscow")}
    s.axis_held = s.game.vp_hexes & ~(1 << s.game.moscow) & ~s.game.edges[SOVIET]
    found = rail.detrain_places(s, SOVIET) if trains else supply.overland(s, SOVIET)
    return max(min(s.game.topology.distance(p, q) for q in sources) for p in HEXES if found >> p & 1)


def loss_of_draws(margin: int) -> int:
    s = situation(turn=14, phase=None, no_surrender=True)
    no_surrender.no_surrender(s, SOVIET, margin)
    return s.draw_debt[AXIS]


def fort_price(where: str, edition: str) -> int:
    s = situation(phase=None, edition=edition, soviet={"Leningrad Front": where})
    return flip.fortify_price(s, unit(s, "Leningrad Front"))


def better_price(name: str) -> int:
    s = situation(turn=14, phase=None)
    return flip.improve_price(s, unit(s, name))


def lost_price(name: str, box: str) -> int:
    s = situation(turn=14, phase=None, soviet={name: box})
    return arrivals.price(s, unit(s, name))


def reorganizing() -> int:
    s = situation(turn=14, side="axis", phase=None, axis={"4th Army": "1708"})
    s.mark(unit(s, "4th Army"), DISORGANIZED)
    s.push(reorganization.ReorganizationStep)
    return reorganization.reorganize_price(s)


def blow_price() -> int:
    s = situation(turn=14, phase=None, axis={"4th Army": "1316"}, soviet={"West Front": "1216"})
    s.free_blows = 0
    no_card = declare.possible_blows(s)
    s.card[s.game.deck_of[SOVIET][0]] = 2
    s.memo.clear()
    s.push(declare.Counterblows, 1)
    s.apply(declare.Counterblow(place("1216")))
    return -1 if no_card else s.frame[2]


def finland() -> int:
    s = situation(turn=14, phase=None, axis={"4th Army": "finland"})
    return victory_points.finland_vps(s, AXIS)


def surrendering() -> int:
    s = situation(turn=14, phase=None, axis={"4th Army": "1316"}, unsupplied=["4th Army"])
    elimination.eliminate(s, unit(s, "4th Army"))
    return -s.event_vp


def second_fronts(turn: int) -> int:
    s = situation(turn=turn, phase=None)
    before = s.event_vp
    s.push(second_front.SecondFront)
    s.step.advance(s)
    return before - s.event_vp


def most_event_vps() -> int:
    s = situation(turn=14, phase=None)
    victory_points.score(s, SOVIET, 30, "12.7", "")
    return -s.event_vp


def total_victory() -> int:
    """The VPs with which the Soviets win in any Victory Phase."""
    for count in range(1, 60):
        s = situation(turn=14, phase=None)
        s.axis_held, s.event_vp = s.game.vp_hexes, -count
        victory.check_total(s)
        if s.decided:
            return count
    return -1


def split_price(side: int) -> int:
    return optional.vp_price(situation(edition="digital-1.1", phase=None), side)


def recalled() -> int:
    s = situation(turn=24, phase=None)
    panzer = unit(s, "SS Panzer")
    s.put(panzer, REMOVED)
    before = s.event_vp
    arrivals.recall(s, panzer, place("Berlin"))
    return before - s.event_vp


def year_of_1945() -> int:
    """The turn whose events begin the year 1945."""
    for turn in range(1, 28):
        s = situation(turn=turn, phase=None)
        s.in_1945, s.high_tide = 0, 0
        s.push(turn_events.NewTurn)
        s.step.advance(s)
        if s.in_1945:
            return s.turn
    return -1


def tossed_for_red_event() -> bool:
    s = situation(turn=10, phase=None, side="axis", axis_hand=["hedgehogs"])
    s.phasing = AXIS
    s.push(second_front.TwoFrontWar)
    return s.step.side(s) == "axis"


def kept() -> int:
    """The cards a side keeps from the turn before."""
    s = situation(turn=14, phase=None, axis_hand=["hedgehogs", "siege-artillery", "soviet-snafu", "panzerblitz"])
    begin(s, "axis", "card")
    while s.step.name == "DiscardStep":
        s.apply(s.legal()[0])
    return len(s.hand(AXIS))


def starving_move() -> int:
    s = situation(turn=14, phase="movement", axis={"1st Panzer": "1708"}, unsupplied=["1st Panzer"])
    return movement.allowance_in(s, unit(s, "1st Panzer"), 0)


def splits(name: str, home: str, edition: str = "board") -> int:
    """The first turn on which an army may be split."""
    for turn in range(1, 29):
        s = situation(turn=turn, phase=None, edition=edition, abteilung=True, fortified_front=True)
        s.put(unit(s, name), place(home))
        s.phasing = s.game.side_of[unit(s, name)]
        if any(not optional.why_not_split(s, unit(s, name)) for s.full[unit(s, name)] in (0, 1)):
            return turn
    return -1


def brought(name: str) -> int:
    """The first turn on which an optional unit is there."""
    for turn in range(1, 29):
        s = situation(turn=turn, phase=None, rezervy=True, paratroops=True)
        s.phasing = SOVIET
        optional.bring(s)
        if s.place[s.game.unit[name]] != OUT:
            return turn
    return -1


def last_turn(scenario: str) -> int:
    return situation(scenario=scenario, phase=None).game.last_turn


def oil_lost() -> bool:
    s = situation(turn=14, phase=None)
    control.take_control(s, s.game.ploesti, SOVIET)
    return s.oil_lost == 14


NUMBERS: dict[str, tuple[str, int, Callable[[], int]]] = {
    "cards kept": ("5.1", 2, kept),
    "cards drawn by the Axis": ("5.2", 4, lambda: drawn(AXIS)),
    "cards drawn by the Soviets": ("5.2", 4, lambda: drawn(SOVIET)),
    "drawn without Moscow": ("5.2", 3, lambda: drawn(SOVIET, lost=("Moscow",))),
    "drawn without Moscow and the Caucasus oil": ("5.2", 2, lambda: drawn(SOVIET, lost=("Moscow", "121"))),
    "drawn without the Rumanian oil": ("5.2", 3, lambda: drawn(AXIS, lost=("807",))),
    "drawn by the Axis on turn 9": ("13.5", 5, lambda: drawn(AXIS, 9)),
    "drawn by the Axis on turn 23": ("13.5", 1, lambda: drawn(AXIS, 23)),
    "drawn by the Soviets on turn 21": ("13.5", 5, lambda: drawn(SOVIET, 21)),
    "discarded for a second front": ("5.2.1", 1, tossed_for_red_event),
    "improving a German unit": ("7.1", 2, lambda: better_price("4th Army")),
    "improving SS Panzer": ("14.5", 1, lambda: better_price("SS Panzer")),
    "improving SS Panzergrenadiers": ("14.6", 1, lambda: better_price("SS Panzergrenadier")),
    "improving a Front": ("7.3", 1, lambda: better_price("West Front")),
    "improving a Shock army": ("14.7", 2, lambda: better_price("Southwest Front")),
    "fortifying at home": ("7.5", 1, lambda: fort_price("Leningrad", "digital-1.1")),
    "fortifying away": ("7.5", 1, lambda: fort_price("Moscow", "board")),
    "fortifying away, digital": ("7.5", 2, lambda: fort_price("Moscow", "digital-1.1")),
    "replacing a destroyed unit": ("7.9", 1, lambda: lost_price("West Front", "destroyed")),
    "replacing a destroyed Shock army": ("14.7", 2, lambda: lost_price("Southwest Front", "destroyed")),
    "replacing a surrendered unit": ("7.9", 2, lambda: lost_price("West Front", "surrendered")),
    "reorganizing": ("7.10", 1, reorganizing),
    "a further rail move": ("9.1.1", 1, train_price),
    "free rail moves": ("9.1", 1, free_trains),
    "a counterblow": ("10.1.2", 1, blow_price),
    "units in the Rail Movement Box": ("9.1.2", 3, trains),
    "hexes of a supply path": ("6.1", 4, lambda: farthest(trains=False)),
    "hexes from a city for detraining": ("9.2", 3, lambda: farthest(trains=True)),
    "MPs out of supply": ("6.5.2", 3, starving_move),
    "Axis units in a hex": ("8.4.1", 2, lambda: stacked(AXIS, 14)),
    "Soviet units in a hex": ("8.4.1", 1, lambda: stacked(SOVIET, 14)),
    "Soviet units with a tank in turn 10": ("8.4.1", 1, lambda: stacked(SOVIET, 10, tank=True)),
    "Soviet units with a tank in the Axis turn 11": ("13.5", 1, lambda: stacked(SOVIET, 11, tank=True, phasing="axis")),
    "Soviet units with a tank in the Soviet turn 11": ("13.5", 2, lambda: stacked(SOVIET, 11, tank=True)),
    "Soviet units with a tank and a fort": ("8.4.1", 1, lambda: stacked(SOVIET, 14, tank=True, fort=True)),
    "Soviet units in 1945": ("8.4.1", 2, lambda: stacked(SOVIET, 23)),
    "targets": ("10.1", 5, lambda: markers(14)),
    "Soviet targets in a Long Winter": ("10.1", 5, lambda: markers(17, "long-winter", SOVIET)),
    "Axis targets in a Long Winter": ("13.1", 3, lambda: markers(5, "long-winter")),
    "Axis targets on turn 20": ("13.5", 3, lambda: markers(20)),
    "Axis targets on turn 26": ("13.5", 1, lambda: markers(26)),
    "columns against unsupplied units": ("6.5.4", 2, starved),
    "local support of the Axis on turn 10": ("15.3.3", 2, lambda: supported("axis", 10)),
    "local support of the Axis on turn 11": ("15.3.3", 1, lambda: supported("axis", 11)),
    "local support of the Soviets on turn 10": ("15.3.3", 1, lambda: supported("soviet", 10)),
    "local support of the Soviets on turn 11": ("15.3.3", 2, lambda: supported("soviet", 11)),
    "draws lost for one VP without surrender": ("15.6", 1, lambda: loss_of_draws(1)),
    "draws lost for four VPs without surrender": ("15.6", 2, lambda: loss_of_draws(4)),
    "VPs for Finland": ("12.7.2", 1, finland),
    "VPs for a surrender": ("12.7", 1, surrendering),
    "VPs for a second front": ("13.4", 1, lambda: second_fronts(10)),
    "event VPs": ("12.7.4", 6, most_event_vps),
    "VPs for Total Victory": ("12.3", 34, total_victory),
    "VPs for the return of SS Panzer": ("13.5", 2, recalled),
    "VPs for Abteilungen": ("15.1", 1, lambda: split_price(AXIS)),
    "VPs for Fortified Fronts": ("15.2", 1, lambda: split_price(SOVIET)),
    "first turn of Abteilungen": ("15.1", 8, lambda: splits("4th Army", "Berlin")),
    "first turn of a mechanized Abteilung": ("15.1", 8, lambda: splits("1st Panzer", "Berlin")),
    "first turn of Fortified Fronts": ("15.2", 5, lambda: splits("West Front", "Moscow")),
    "first turn of Rezervy": ("15.8", 5, lambda: brought("rezervy")),
    "first turn of the paratroops": ("15.9", 4, lambda: brought("paratroop")),
    "first turn of 1945": ("12.4", 23, year_of_1945),
    "last turn": ("12.6", 28, lambda: last_turn("campaign")),
    "the first loss of the oil": ("13.5", 1, oil_lost),
}


@rule(*sorted({number for number, _, _ in NUMBERS.values()}))
@pytest.mark.parametrize("what", NUMBERS)
def test_every_number_is_what_the_book_says(what: str):
    number, wanted, ask = NUMBERS[what]
    assert ask() == wanted, number

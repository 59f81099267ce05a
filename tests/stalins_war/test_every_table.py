"""The fire tables, the terrain chart and the numbers of other rules, as printed, each tried in the rules."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, fortresses, movement, strategic, trenches, victory
from rasputitsa.titles.stalins_war.actions.movement import TrenchDie
from rasputitsa.titles.stalins_war.board import board
from rasputitsa.titles.stalins_war.combat import blitz, exploitation, ground, losses, retreats
from rasputitsa.titles.stalins_war.combat_odds import Fire, column, column_label, loss
from rasputitsa.titles.stalins_war.components import BOARD
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, OIL, PLACE_IDS, PORTS_OF, VP_HEXES
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OPS, OUT, SOVIET, Position

from .combat import clash, shifts
from .situation import act, place, refused, situation, unit

LARGE = """
   1  2  3  4  5-6 7-8 9-10 11-12 13-15 16-18 19+
1  0  0  0  0  0   1*  1    1     2     2     2
2  0  0  1* 1* 1*  1   1    2     2     2     3
3  0  1* 1* 1* 1   1   2    2     2     3     3
4  1* 1* 1* 1  1   2   2    3     3     3     4
5  1* 1* 1  1  2   2   2    3     3     4     4
6  1  1  1  2  2   2   3    3     4     4     4
"""
SMALL = """
   0  1  2  3  4  5-6 7-8 9-11 12+
1  0  0  0  0  0  0   0   1*   1*
2  0  0  0  0  0  1*  1*  1*   1
3  0  0  0  1* 1* 1*  1*  1    1
4  0  0  1* 1* 1* 1*  1   1    1
5  0  1* 1* 1* 1  1   1   1    2
6  1* 1* 1  1  1  1   2   2    2
"""
STRONGEST = 30


def cells(text: str) -> tuple[list[str], dict[int, list[str]]]:
    """The columns of a table, and what each die inflicts on them."""
    head, *rows = (row.split() for row in text.strip().splitlines())
    return head, {int(die): found for die, *found in rows}


def printed_column(labels: list[str], strength: int) -> int:
    """The column of a strength; less than the first fires on the first."""
    least = [int(label.split("-")[0].rstrip("+")) for label in labels]
    return max([at for at, number in enumerate(least) if number <= strength], default=0)


@rule("11.2.1", "11.2.1.5", "11.3.4")
@pytest.mark.parametrize(("name", "text"), [("lcu", LARGE), ("scu", SMALL)])
def test_every_die_inflicts_what_the_table_says(name: str, text: str) -> None:
    labels, rows = cells(text)
    for strength in range(STRONGEST):
        for shift in (-20, -3, -1, 0, 1, 2, 20):
            fire = Fire(strength, name, shift)  # type: ignore[arg-type]
            at = min(max(printed_column(labels, strength) + shift, 0), len(labels) - 1)
            assert column_label(fire) == labels[at]
            for die, found in rows.items():
                result = loss(fire.table, column(fire), die)
                assert f"{result.number}{'*' * result.scu_only}" == found[at], (strength, shift, die)


CHART = """
clear       1   0  yes no  no
forest      2  -1  no  yes yes
rough       2  -1  no  yes yes
swamp       3  -1  no  yes yes
mountain    3  -2  no  yes yes
desert      2   0  yes yes no
town        .   0  yes .   no
city        .  -1  no  .   no
fortress    .  -2  no  .   yes
festung     .  -1  no  .   no
trench      .  -1  .   .   yes
river       +1 -1  yes no  .
major_river +2 -2  no  no  .
strait      +2 -2  no  yes .
"""


@rule("10.1.1", "11.2.1", "11.2.1.10", "11.4.3", "12.2.5")
def test_players_are_shown_the_terrain_chart_of_the_book() -> None:
    shown = [["_".join(cell.split()) or "." for cell in row] for row in board().terrain[1:]]
    assert shown == [row.split() for row in CHART.strip().splitlines()]


# -- terrain and features in combat ---------------------------------------------------------------------------------


def fight(target: str, side: str = "soviet") -> Position:
    """A corps or an army is attacked, wherever it is."""
    axis, soviet = {"43 Corps": target}, {"13R Army": target}
    return clash(target, axis if side == "soviet" else {}, soviet if side == "axis" else {}, side)


FEATURES = {
    "open ground": ("2326", 0, "ties"),
    "forest": ("2323", -1, "ties stands no-marker"),
    "rough": ("2520", -1, "ties stands no-marker"),
    "swamp": ("2420", -1, "stands no-marker"),
    "mountain": ("2434", -2, "ties stands no-marker"),
    "desert": ("2833", 0, "ties"),
    "town": ("2123", 0, "ties"),
    "city": ("2322", -1, "ties no-marker"),
    "Axis fortress": ("1719", -2, "stands no-marker"),
    "Soviet fortress": ("2517", -1, "ties no-marker"),
    "trench": ("2326", -1, "stands"),
    "Festung": ("2123", -1, "no-marker never-leaves"),
    "Festung in a city": ("2322", -2, "no-marker never-leaves"),
    "trench in a forest": ("2323", -2, "stands no-marker"),
}


@rule("11.2.1", "11.2.1.9", "11.2.1.10", "11.4.1.1", "11.4.3", "16.2.1", "16.3.4")
@pytest.mark.parametrize("name", FEATURES)
def test_axis_defenders_have_the_help_of_their_hex(name: str) -> None:
    target, shift, words = FEATURES[name]
    s = fight(target)
    s.trenches[AXIS] = 1 << s.target if "trench" in name else 0
    s.festungs = 1 << s.target if "Festung" in name else 0
    assert sum(found.columns for found in ground.hex_shifts(s)) == shift
    found = ["ties"] * (not ground.denies_ties(s)) + ["stands"] * ground.shelters(s)
    found += ["no-marker"] * (blitz.why_no_marker_here(s) is not None)
    found += ["never-leaves"] * ground.ignores_retreat(s)
    assert " ".join(found) == words


SOVIET_FEATURES = {"2517": (-2, False), "2031": (-3, False), "1719": (-1, True), "2326": (0, True)}
"""Leningrad and Sevastopol in their rough ground, Konigsberg, which is no fortress of theirs, open ground."""


@rule("16.2.1", "11.2.1.9")
@pytest.mark.parametrize("target", SOVIET_FEATURES)
def test_soviet_defenders_have_the_help_of_their_own_fortresses_only(target: str) -> None:
    s = fight(target, "axis")
    found = sum(shift.columns for shift in ground.hex_shifts(s)), not ground.denies_ties(s)
    assert found == SOVIET_FEATURES[target]


HALTS = {"2326": "", "2323": "every", "2520": "every", "2420": "always", "2434": "every", "2833": "every"}
"""Clear, forest, rough, swamp, mountain, desert."""


@rule("12.2.5", "12.2.5.1", "4.4.6")
@pytest.mark.parametrize("to", HALTS)
def test_exploiting_units_halt_where_the_chart_says(to: str) -> None:
    for turn in (1, 5):
        s = situation(turn=turn, axis={"46 Pz Corps": "2226"}, soviet={"1T Army": "2726"}, moment="nothing")
        for name in ("46 Pz Corps", "1T Army"):
            number = unit(name)
            ignores = turn == 1 and name == "46 Pz Corps" and HALTS[to] == "every"
            found = exploitation.halts(s, number, s.place[number], place(to))
            assert found == (bool(HALTS[to]) and not ignores)


@rule("12.2.5")
def test_only_the_strait_halts_who_crosses_it() -> None:
    s = situation(turn=5, axis={"46 Pz Corps": "2231"}, moment="nothing")
    number = unit("46 Pz Corps")
    assert exploitation.halts(s, number, place("2231"), place("2331"))
    assert not exploitation.halts(s, number, place("2126"), place("2127"))
    assert not exploitation.halts(s, number, place("2224"), place("2225"))


# -- shifts of other rules ------------------------------------------------------------------------------------------


@rule("11.2.1", "13.3.5", "15.1.2", "20.1.1", "11.2.1.4")
def test_rules_move_the_fire_by_these_columns() -> None:
    axis, soviet = {"9th Army": "2326", "46 Pz Corps": "2326"}, {"1S Army": "2325"}
    s = clash("2326", axis, soviet, "soviet", turn=6)
    assert shifts(s, "soviet") == {"German Mobile Defense": -1} and shifts(s, "axis") == {"German Mobile Defense": 1}
    for name in (*axis, *soviet):
        s.set_supply(unit(name), OUT)
    assert shifts(s, "soviet")["Units out of supply"] == -1 == shifts(s, "axis")["Units out of supply"]
    s = clash("2326", axis, soviet, "soviet", turn=4)
    assert shifts(s, "soviet") == {"Shock armies in winter 1942": 1} and shifts(s, "axis") == {"Winter 1942": -1}
    s = clash("2326", {"9th Army": "2226"}, {"1S Army": "2326"}, turn=3)
    assert shifts(s, "axis") == {"East of the Paulus Line": -1} and not shifts(s, "soviet")


# -- numbers --------------------------------------------------------------------------------------------------------


@rule("13.3.1", "10.1.5")
def test_allowances_out_of_supply_and_east_of_the_line() -> None:
    for turn in (4, 5):
        where = {"46 Pz Corps": "2326", "43 Corps": "2322", "24 Pz Corps": "2022"}
        s = situation(turn=turn, axis=where, moment="nothing")
        for name in where:
            s.set_supply(unit(name), FULL)
        early = turn == 4
        assert [movement.allowance(s, unit(name)) for name in where] == [5 - early, 3, 5]
        for name in where:
            s.set_supply(unit(name), OUT)
        assert [movement.allowance(s, unit(name)) for name in where] == [2, 2, 2]


@rule("12.2.3")
def test_panzers_exploit_two_hexes_in_the_east_until_turn_4() -> None:
    for turn in range(1, 7):
        s = situation(turn=turn, axis={"46 Pz Corps": "2326", "24 Pz Corps": "2322"}, moment="nothing")
        assert exploitation.hexes(s, unit("46 Pz Corps")) == (2 if turn <= 4 else 3)
        assert exploitation.hexes(s, unit("24 Pz Corps")) == 3


@rule("11.5.2", "11.5.2.2", "11.2.1.12")
def test_so_many_blitz_markers_are_placed_in_a_round() -> None:
    east, west = ["2326", "2426", "2526"], ["2222", "2123", "2122"]
    for turn in range(1, 7):
        s = clash("2326", {"46 Pz Corps": "2226"}, {"1S Army": "2326"}, turn=turn)
        s.kind, s.spearhead = OPS, 1
        placed = []
        for at in (*east, *west):
            s.target = place(at)
            if blitz.why_no_marker(s) is None:
                blitz.place_marker(s)
                placed.append(at)
        few = ["2326", *west] if turn < 4 else []
        assert placed == ([*east, "2222"] if turn > 4 else few)


@rule("2.2.2", "11.2.1.12")
def test_there_are_four_blitz_markers() -> None:
    s = situation(turn=6, moment="nothing")
    for number, at in enumerate(("2326", "2426", "2526", "2222", "2123")):
        s.blitz |= 1 << place(at)
        assert bool(s.check()) == (number >= 4)


@rule("11.4.2", "11.4.3")
def test_far_retreats_and_the_price_of_none() -> None:
    s = fight("2323")
    for lead, hexes in ((0, 1), (1, 1), (2, 2), (3, 2)):
        s.loss = [0, lead]
        assert retreats.length(s) == hexes
    assert retreats.may_stand(s)
    losses.lose(s, unit("43 Corps"))
    assert not retreats.may_stand(s)


@rule("10.3.1", "23.1.3")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_trench_is_built_with_a_die_of_3_or_for_a_second_ops_with_any(face: int) -> None:
    for deep in (False, True):
        s = situation(turn=6, axis={"9th Army": "2326"}, deep_trenches=True)
        effects.allow(s, "trenches-axis")
        assert refused(s, "entrench in 2326") == refused(s, "entrench in 2326 for 2 OPS") == ""
        act(s, "entrench in 2326 for 2 OPS" if deep else "entrench in 2326")
        assert s.ops == (2 if deep else 3)
        trenches.TrenchDice().apply(s, TrenchDie(place("2326"), face))
        assert bool(s.trenches[AXIS]) == (deep or face <= 3)


@rule("10.3.1", "23.1.3")
def test_nobody_digs_without_the_ops() -> None:
    for points, once, twice in ((0, "7.3.1", "7.3.1"), (1, "", "7.3.1"), (2, "", "")):
        s = situation(turn=6, ops=points, axis={"9th Army": "2326"}, deep_trenches=True)
        effects.allow(s, "trenches-axis")
        found = refused(s, "entrench in 2326"), refused(s, "entrench in 2326 for 2 OPS")
        assert found == (once, twice)


@rule("10.3.2", "10.3.2.1", "16.3.1")
def test_there_are_eight_trenches_a_side_and_five_festungs() -> None:
    s = situation(turn=12, axis_holds=["2022", "2322", "2122"], moment="nothing")
    assert [trenches.left(s, side) for side in (AXIS, SOVIET)] == [8, 8]
    for number in range(6):
        assert bool(fortresses.festung_hexes(s)) == (number < 5)
        s.festungs |= 1 << place(("1022", "1120", "1123", "1126", "1218", "1224")[number])


# -- victory --------------------------------------------------------------------------------------------------------


def winner(s: Position) -> str:
    return ("axis", "soviet")[s.winner] if s.decided else ""


@rule("5.1.2.1", "5.1.3.1", "5.1.3.5")
@pytest.mark.parametrize("turn", [5, 10])
def test_the_level_decides_at_20_at_0_and_once_at_9(turn: int) -> None:
    for level in range(-1, 22):
        s = situation(turn=turn, axis_holds=["Riga"], moment="nothing")
        s.vp = level
        victory.end_of_turn(s)
        assert winner(s) == ("axis" if level >= 20 else "soviet" if level <= (9 if turn == 10 else 0) else "")


@rule("5.1.5", "22.0", "22.0.1")
@pytest.mark.parametrize(("evacuated", "command", "needed"), [(1, 1, 9), (0, 1, 7), (1, 0, 11), (0, 0, 9)])
def test_the_tournament_counts_hexes_and_two_events(evacuated: int, command: int, needed: int) -> None:
    prizes = [f"{at}" for at in map(PLACE_IDS.__getitem__, bits(VP_HEXES & COUNTRY["soviet_union"]))]
    for turn in (7, 8):
        for held in range(6, 13):
            s = situation(scenario="tournament", turn=turn, axis_holds=prizes[:held], moment="nothing")
            s.vp = 12
            s.played = evacuated << CARD_NUMBER["soviet-08"] | command << CARD_NUMBER["axis-18"]
            victory.end_of_turn(s)
            assert winner(s) == ("" if turn == 7 else "axis" if held >= needed else "soviet")


@rule("5.1.2.2")
def test_all_oil_wins_at_the_end_of_a_second_turn() -> None:
    s = situation(turn=6, axis_holds=["Riga"], moment="nothing")
    s.axis_held |= OIL
    victory.end_of_turn(s)
    assert winner(s) == ""
    victory.end_of_turn(s)
    assert winner(s) == "axis"


@rule("5.1.3.2")
def test_five_cities_end_the_war_after_a_soviet_round() -> None:
    cities = ["Berlin", "Buda", "Pest", "Bucharest", "Konigsberg"]
    for left in (None, *cities):
        s = situation(turn=16, soviet_holds=[city for city in cities if city != left], moment="nothing")
        victory.end_of_soviet_round(s)
        assert winner(s) == ("soviet" if left is None else "")


@rule("5.1.2.3")
@pytest.mark.parametrize("turn", range(2, 7))
def test_three_cities_win_on_turn_4(turn: int) -> None:
    wanted = {"Moscow", "Leningrad", "Rostov"}, {"Moscow", "Leningrad", "Sevastopol"}
    for taken in (*wanted, {"Moscow", "Leningrad"}, {"Moscow", "Rostov", "Sevastopol"}, {"Leningrad", "Rostov"}):
        s = situation(turn=turn, axis_holds=taken, axis={"43 Corps": "2326"}, moment="nothing")
        s.vp, s.crossed_paulus = 12, 1
        victory.end_of_turn(s)
        assert winner(s) == ("axis" if turn == 4 and taken in wanted else "")


@rule("5.1.2.4")
def test_four_cities_win_on_turn_8_if_baku_is_cut_off() -> None:
    cities = ["Moscow", "Leningrad", "Stalingrad", "Sevastopol"]
    for left in (None, "Baku", *cities):
        taken = [city for city in cities if city != left]
        ports = [PLACE_IDS[at] for at in bits(PORTS_OF["caspian"])] if left != "Baku" else []
        s = situation(turn=8, axis_holds=[*taken, *ports], moment="nothing")
        s.vp, s.crossed_paulus = 12, 1
        victory.end_of_turn(s)
        assert winner(s) == ("axis" if left is None else "")


# -- by sea ---------------------------------------------------------------------------------------------------------


@rule("10.2.5", "10.2.6")
def test_each_side_sails_once_a_turn_or_once_a_round() -> None:
    for side, sea, port, per in (
        ("axis", "baltic", "1719", "turn"),
        ("axis", "black", "1829", "turn"),
        ("soviet", "black", "2031", "round"),
        ("soviet", "baltic", "2517", ""),
        ("soviet", "caspian", "3138", ""),
    ):
        s = situation(turn=6, side=side, axis_holds=["1829"], moment="nothing")
        move = strategic._voyage(s, s.active, place(port))
        assert (move is not None) == bool(per), (side, sea)
        if move is None:
            continue
        assert move.sea == sea
        s.sea_moves[BOARD.sea_move.index(move)] += 1
        assert strategic._voyage(s, s.active, place(port)) is None
        for moment in ("turn", "round"):
            t = s.copy()
            strategic.forget_voyages(t, t.active, moment)
            assert (strategic._voyage(t, t.active, place(port)) is not None) == (moment == per)

"""[10.8] Advance after combat."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import mods
from rasputitsa.titles.no_retreat.combat.advance import limit, ways

from .combat import DD, DR, DS, asked, attack, declare, field, given, join, launch, legal
from .situation import do, place, refused, unit, where


def won(result: int = DS, target: str = "1215", **how):
    """2nd Panzer and 9th Army win a battle for a hex and may advance."""
    s = field(
        **{
            "axis": {"2nd Panzer": "1214", "1st Panzer": "1214", "9th Army": "1314"},
            "soviet": {"South Front": target},
            **how,
        }
    )
    attack(s, target, "2nd Panzer", "1st Panzer", "9th Army")
    given(s, result)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert asked(s) == "AdvanceStep"
    return s


def ends(s, name: str) -> set[str]:
    return {s.game.place_id(end) for end in ways(s, unit(s, name))}


def farthest(s, name: str) -> int:
    return max(len(path) for path in ways(s, unit(s, name)).values())


@rule("10.8")
@pytest.mark.parametrize("result", [DR, DS, DD])
def test_the_victors_may_advance_into_the_vacated_hex(result):
    s = won(result)
    assert s.side == "axis" and s.vacated == [place("1215")]
    do(s, "9th Army advances to 1215")
    assert where(s, "9th Army") == "1215"
    do(s, "no more advances")
    assert s.fields == [] and where(s, "2nd Panzer") == "1214", "nobody has to"


@rule("10.8.1")
def test_the_first_hex_of_an_advance_is_the_one_just_vacated():
    s = won()
    assert refused(s, "9th Army advances to 1315") == "10.8.1"
    assert all(path[0] == place("1215") for path in ways(s, unit(s, "9th Army")).values())


@rule("10.8.1", "10.8.2", "14.3")
def test_infantry_advances_two_hexes_and_armor_three():
    s = won()
    assert farthest(s, "9th Army") == 2 and farthest(s, "2nd Panzer") == 3
    assert refused(s, "9th Army advances to 1215, 1216, 1217") == "10.8.1"
    do(s, "2nd Panzer advances to 1215, 1216, 1217")
    assert where(s, "2nd Panzer") == "1217"


@rule("B.14.1", book="no-retreat-digital")
@rule("10.8.2.1", "13.1.3")
@rule("13.1", "10.8.1", "10.8.2")
@pytest.mark.parametrize(
    ("weather", "infantry", "armor"), [("clear", 2, 3), ("snow", 2, 2), ("mud", 1, 1), ("long-winter", 1, 1)]
)
def test_the_weather_shortens_advances(weather, infantry, armor):
    s = field(
        turn=10,
        weather=weather,
        axis={"2nd Panzer": "1214", "9th Army": "1314"},
        soviet={"South Front": "1215"},
    )
    assert (limit(s, unit(s, "9th Army")), limit(s, unit(s, "2nd Panzer"))) == (infantry, armor)


@rule("10.8.2", "13.5")
@pytest.mark.parametrize(("turn", "hexes"), [(10, 2), (11, 3), (20, 3)])
def test_soviet_armor_has_its_third_hex_from_turn_11(turn, hexes):
    s = field(turn=turn, side="soviet", axis={"9th Army": "1214"}, soviet={"Bryansk Front": "1215 full"})
    s.attacker = 1
    assert limit(s, unit(s, "Bryansk Front")) == hexes


@rule("13.5")
def test_without_the_rumanian_oil_only_ss_panzer_goes_a_third_hex():
    s = field(turn=20, axis={"2nd Panzer": "1214", "SS Panzer": "1314"}, soviet={"South Front": "1215"})
    s.oil_lost = 15
    assert (limit(s, unit(s, "2nd Panzer")), limit(s, unit(s, "SS Panzer"))) == (2, 3)


@rule("6.5.4")
def test_unsupplied_units_advance_one_hex():
    s = field(axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"}, unsupplied=["2nd Panzer"])
    assert limit(s, unit(s, "2nd Panzer")) == 1


@rule("10.8.1.2")
@rule("10.8.1")
def test_rough_terrain_ends_an_advance():
    """The rule book's example: out of a vacated forest hex nobody goes on; and a forest entered on the way ends it."""
    s = field(
        turn=18,
        side="soviet",
        axis={"9th Army": "1412"},
        soviet={"West Front": "1411 full", "Steppe Front": "1311 full", "Kalinin Front": "1413 full"},
    )
    attack(s, "1412", "West Front", "Steppe Front", "Kalinin Front")
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert ends(s, "West Front") == {"1412"}


@rule("10.8.1.1")
@rule("10.8.1")
def test_a_forest_entered_on_the_way_ends_the_advance_there():
    s = won(axis={"2nd Panzer": "1316", "1st Panzer": "1316", "9th Army": "1216"}, target="1315")
    assert "1415" in ends(s, "2nd Panzer") and s.game.stops[place("1414")]
    paths = ways(s, unit(s, "2nd Panzer")).values()
    assert all(not s.game.stops[p] for path in paths for p in path[:-1])


def won_stalingrad(edition: str):
    """Three panzer armies and 9th Army have driven South Front from Stalingrad."""
    s = field(
        edition=edition,
        turn=12,
        axis={"2nd Panzer": "720", "1st Panzer": "720", "3rd Panzer": "820", "9th Army": "820"},
        soviet={"South Front": "Stalingrad"},
    )
    declare(s, "721")
    for name in ("2nd Panzer", "1st Panzer", "3rd Panzer", "9th Army"):
        if asked(s) in ("Battles", "Allocation"):
            join(s, "721", name)
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    return s


@rule("10.8.1")
def test_on_the_board_an_objective_does_not_end_the_advance():
    s = won_stalingrad("board")
    assert {"721", "621", "720"} < ends(s, "2nd Panzer")


@rule("B.14", "M.8.2", book="no-retreat-digital")
def test_an_objective_ends_the_advance():
    s = won_stalingrad("digital-1.1")
    assert ends(s, "2nd Panzer") == {"721"}
    do(s, "2nd Panzer advances to 721")
    assert s.axis_held >> place("Stalingrad") & 1, "and the city is taken (12.7.1)"


@rule("10.8")
def test_enemy_zones_do_not_stop_an_advance_but_enemies_do():
    s = won(soviet={"South Front": "1215", "West Front": "1217", "Reserve Front": "1316"})
    assert {"1216"} <= ends(s, "9th Army"), "between the two Fronts"
    assert not {"1217", "1316"} & ends(s, "2nd Panzer")
    assert "1116" in ends(s, "2nd Panzer"), "past them into Kharkov"


@rule("10.8.1")
def test_an_advance_does_not_cross_a_lake():
    s = field(
        turn=8,
        axis={"2nd Panzer": "2316", "1st Panzer": "2316", "3rd Panzer": "2416"},
        soviet={"South Front": "2417"},
    )
    attack(s, "2417", "2nd Panzer", "1st Panzer", "3rd Panzer")
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    mods.add(s, mods.ADVANCE_FREE)
    mods.add(s, mods.NO_ARMOR)
    s.memo.clear()
    assert "2418" not in ends(s, "2nd Panzer") and "2317" in ends(s, "2nd Panzer")


@rule("B.14.2", book="no-retreat-digital")
@rule("10.8", "10.7.3")
def test_disorganized_and_white_units_do_not_advance():
    s = field(
        axis={"9th Army": "1214", "1st Kampfgruppe": "1214", "2nd Panzer": "1314", "1st Panzer": "1314"},
        soviet={"South Front": "1215"},
        soviet_hand=["stavka"],
        disorganized=["9th Army"],
    )
    do(s, "no more targets", "counterblow from 1215")
    s.apply(s.legal()[0])
    join(s, "1215", "9th Army", "1st Kampfgruppe", "2nd Panzer", "1st Panzer")
    launch(s)
    given(s, DS)
    assert {s.game.names[u] for u in s.advancing} == {"2nd Panzer", "1st Panzer"}
    assert refused(s, "9th Army advances to 1215") == "10.8"


@rule("10.8", "8.4.3")
def test_too_many_units_in_the_vacated_hex_are_settled_after_the_battle():
    s = won()
    do(s, "2nd Panzer advances to 1215", "1st Panzer advances to 1215", "9th Army advances to 1215")
    assert asked(s) == "Overstacking"
    do(s, "overstacked: 9th Army leaves 1215")
    assert where(s, "9th Army") == "shattered"


@rule("10.8.4")
@rule("10.8")
def test_nobody_advances_if_the_hex_was_not_left_altogether():
    """The cadre that takes the Front's place after a DD on a fort keeps the hex."""
    s = field(
        turn=8,
        axis={"2nd Panzer": "1214", "1st Panzer": "1214", "SS Panzer": "1314", "3rd Panzer": "1314"},
        soviet={"Moscow Front": "1215 full", "Ostatky": "cadres"},
    )
    attack(s, "1215", "2nd Panzer", "1st Panzer", "SS Panzer", "3rd Panzer")
    given(s, DD)
    assert asked(s) != "AdvanceStep" and where(s, "Moscow Front") == "1215"


@rule("12.7.1", "10.8")
def test_an_advance_takes_the_cities_it_passes_through():
    s = won()
    do(s, "2nd Panzer advances to 1215, 1115, 1116")
    assert s.axis_held >> place("Kharkov") & 1
    s = won(axis={"2nd Panzer": "1216", "1st Panzer": "1216", "9th Army": "1115"}, target="1116")
    do(s, "2nd Panzer advances to 1116, 1117")
    assert s.axis_held >> place("Kharkov") & 1, "in passing"


@rule("M.4", book="no-retreat-digital")
def test_in_the_digital_editions_a_city_is_taken_only_where_the_advance_stops():
    s = field(
        edition="digital-1.1",
        axis={"2nd Panzer": "1216", "1st Panzer": "1216", "9th Army": "1115"},
        soviet={"South Front": "1116"},
    )
    declare(s, "1116")
    join(s, "1116", "2nd Panzer", "1st Panzer", "9th Army")
    given(s, DS)
    do(s, "2nd Panzer advances to 1116, 1117")
    assert not s.axis_held >> place("Kharkov") & 1


@rule("5.0", "10.8")
def test_cards_on_advances_count_in_the_order_they_were_played():
    """The rule book's example: General Staff then Rasputitsa leaves one hex, the other way round two."""
    s = won()
    mods.add(s, mods.ADVANCE, 1)
    mods.add(s, mods.ADVANCE_LIMIT, 1)
    assert limit(s, unit(s, "2nd Panzer")) == 1
    s = won()
    mods.add(s, mods.ADVANCE_LIMIT, 1)
    mods.add(s, mods.ADVANCE, 1)
    assert limit(s, unit(s, "2nd Panzer")) == 2


@rule("10.8")
def test_events_lengthen_or_free_an_advance():
    s = won()
    mods.add_phase(s, mods.FARTHER, 0, 1)
    assert limit(s, unit(s, "9th Army")) == 3
    mods.add(s, mods.NO_ARMOR)
    assert limit(s, unit(s, "2nd Panzer")) == 3, "two, and one more"


@rule("10.8.1", "8.6")
def test_an_advance_into_finland_ends_there():
    s = field(
        turn=12,
        side="soviet",
        axis={"Finnish": "finland reduced"},
        soviet={"South Front": "2518 full", "Bryansk Front": "2519 full", "Leningrad Front": "2417 reduced"},
    )
    attack(s, "finland", "South Front", "Bryansk Front", "Leningrad Front")
    given(s, DD)
    assert where(s, "Finnish") == "removed"
    assert ends(s, "Bryansk Front") == {"finland"}
    do(s, "Bryansk Front advances to finland")
    assert where(s, "Bryansk Front") == "finland"


@rule("10.8")
def test_the_offer_lists_each_hex_once():
    s = won()
    mine = [a for a in legal(s) if a.startswith("2nd Panzer")]
    assert len(mine) == len({a.rpartition(" ")[2] for a in mine})

"""[10.7.5] Retreats."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import mods, retreat

from .combat import DD, DR, DS, allowed, asked, attack, declare, field, given, join, launch, legal, said
from .situation import do, place, refused, unit, where


def beaten(name: str = "South Front", **how):
    """9th Army and 6th Army beat a Front in 1215 by a DR."""
    s = field(
        **{
            "axis": {"9th Army": "1214", "6th Army": "1214"},
            "soviet": {name: "1215"},
            "soviet_holds": [],
            **how,
        }
    )
    attack(s, "1215", "9th Army", "6th Army")
    given(s, DR)
    return s


def ends(s, name: str) -> set[str]:
    """Where a unit may retreat to."""
    return {s.game.place_id(end) for end in retreat.ways(s, unit(s, name))}


def all_ends(s, name: str) -> set[str]:
    """Where it could retreat to if supply did not matter."""
    found = retreat.possible(s, unit(s, name))
    return set(s.game.topology.names(found.ends)) if found else set()


@rule("10.7.5", "10.7")
def test_a_beaten_unit_retreats_two_hexes_and_its_owner_chooses_where():
    s = beaten()
    assert asked(s) == "Retreats" and s.side == "soviet"
    for place_id in ends(s, "South Front"):
        assert s.game.topology.distance(place("1215"), place(place_id)) == 2
    do(s, "South Front retreats to 1216, 1217")
    assert where(s, "South Front") == "1217"


@rule("10.7.5.3")
@rule("10.7.5")
def test_a_retreat_does_not_zig_zag_back_beside_the_battle():
    s = beaten()
    assert refused(s, "South Front retreats to 1216, 1115") == "10.7.5"
    assert "1115" not in all_ends(s, "South Front")


@rule("10.7.5")
def test_a_retreat_leads_towards_supply_if_possible():
    """Kharkov and Dnepropetrovsk are two hexes away: only hexes nearer to one of them will do."""
    s = beaten()
    assert ends(s, "South Front") == {"1116", "1217", "1015", "1016"}
    assert all_ends(s, "South Front") - ends(s, "South Front") == {"1316", "1415", "1416"}
    assert refused(s, "South Front retreats to 1216, 1316") == "10.7.5"
    s = beaten(axis_holds=["Kharkov"])
    assert "1116" in all_ends(s, "South Front") and "1116" not in ends(s, "South Front"), "an enemy city is no source"


@rule("10.7.5")
def test_a_retreat_does_not_enter_enemy_zones_or_hexes():
    s = beaten(axis={"9th Army": "1214", "6th Army": "1214", "17th Army": "1016"}, axis_holds=["Kharkov"])
    assert s.zoc[0] >> place("1116") & 1
    assert "1116" not in all_ends(s, "South Front")
    s = beaten(axis={"9th Army": "1214", "6th Army": "1214", "3rd Rumanian": "1217"})
    assert "1217" not in all_ends(s, "South Front")


@rule("10.7.5", "8.5.4")
def test_a_friendly_unit_opens_an_enemy_zone_to_a_retreat():
    barred = beaten(axis={"9th Army": "1214", "6th Army": "1214", "17th Army": "1016"})
    assert "1116" not in all_ends(barred, "South Front")
    s = beaten(
        axis={"9th Army": "1214", "6th Army": "1214", "17th Army": "1016"},
        soviet={"South Front": "1215", "West Front": "Kharkov"},
        turn=23,
    )
    assert "1116" in ends(s, "South Front")


@rule("10.7.5", "10.7.1")
def test_a_unit_that_cannot_retreat_is_eliminated():
    """Armies on three sides of it close the ring with their zones of control."""
    s = beaten(axis={"9th Army": "1214", "6th Army": "1214", "17th Army": "1216", "11th Army": "1115"})
    assert where(s, "South Front") == "destroyed" and said(s, "cannot retreat")


@rule("6.5.4.3")
@rule("10.7.1", "6.5.4", "12.7")
def test_an_unsupplied_unit_that_cannot_retreat_surrenders():
    s = beaten(
        axis={"9th Army": "1214", "6th Army": "1214", "17th Army": "1216", "11th Army": "1115"},
        unsupplied=["South Front"],
    )
    assert where(s, "South Front") == "surrendered"


@rule("10.7.5")
def test_an_event_may_open_the_enemys_zones_to_a_retreat():
    how = {"axis": {"9th Army": "1214", "6th Army": "1214", "17th Army": "1217", "11th Army": "1016"}}
    s = field(**how, soviet={"South Front": "1215"})
    attack(s, "1215", "9th Army", "6th Army")
    before = all_ends(s, "South Front")
    mods.add(s, mods.RETREAT_FREE, 1)
    assert all_ends(s, "South Front") > before


@rule("10.7.5")
def test_nobody_retreats_across_a_lake_or_off_the_map():
    """Leningrad's garrison, driven out of 2316, cannot cross Ladoga, and 2517 is a lake."""
    s = field(axis={"9th Army": "2316", "6th Army": "2316"}, soviet={"South Front": "2417"})
    attack(s, "2417", "9th Army", "6th Army")
    assert "2418" not in all_ends(s, "South Front") and "2517" not in all_ends(s, "South Front")


@rule("10.7.5.1")
@rule("10.7.5", "8.6")
def test_a_retreat_ends_in_finland():
    """Germans driven back from 2518 find shelter there: one area counts for both hexes."""
    s = field(
        turn=12,
        side="soviet",
        axis={"9th Army": "2518", "Finnish": "finland"},
        soviet={"South Front": "2519 full", "West Front": "2419 full"},
    )
    attack(s, "2518", "South Front", "West Front")
    given(s, DR)
    assert where(s, "9th Army") == "finland" or "finland" in ends(s, "9th Army")


@rule("10.7.5.2")
@rule("10.7.5", "8.4.3")
def test_a_retreat_onto_a_friend_is_settled_after_the_battle():
    s = beaten(soviet={"South Front": "1215", "West Front": "Kharkov"})
    do(
        s,
        "South Front retreats to 1115, 1116"
        if allowed(s, "South Front retreats to 1115, 1116")
        else "South Front retreats to 1216, 1116",
    )
    while asked(s) == "AdvanceStep":
        do(s, "no more advances")
    assert asked(s) == "Overstacking" and s.side == "soviet"
    do(s, "overstacked: West Front leaves 1116")
    assert where(s, "West Front") == "shattered" and where(s, "South Front") == "1116"


@rule("10.7.5")
def test_two_beaten_units_retreat_one_after_the_other_as_their_owner_likes():
    s = field(
        turn=12,
        side="soviet",
        axis={"9th Army": "1214", "6th Army": "1214"},
        soviet={"West Front": "1215 full", "Steppe Front": "1314 full", "Kalinin Front": "1114 full"},
        axis_holds=["Kiev"],
    )
    attack(s, "1214", "West Front", "Steppe Front", "Kalinin Front")
    given(s, DR)
    assert {a.partition(" retreats")[0] for a in legal(s)} == {"9th Army", "6th Army"}
    first = next(a for a in s.legal() if str(a).startswith("6th Army"))
    s.apply(first)
    assert s.place[unit(s, "6th Army")] == first.path[-1]


@rule("12.7.1", "10.7.5")
def test_a_retreat_through_an_enemy_city_takes_it():
    s = field(
        turn=12,
        side="soviet",
        axis={"9th Army": "1214", "6th Army": "1214"},
        soviet={"West Front": "1215 full", "Steppe Front": "1314 full", "Kalinin Front": "1114 full"},
    )
    attack(s, "1214", "West Front", "Steppe Front", "Kalinin Front")
    given(s, DR)
    s.apply(next(a for a in s.legal() if place("Kiev") in a.path))
    assert s.axis_held >> place("Kiev") & 1


@rule("14.11", "10.7.5")
def test_volkssturm_is_immobile_and_does_not_retreat():
    s = field(
        turn=24,
        side="soviet",
        axis={"Breslau Volkssturm": "Breslau"},
        soviet={"Steppe Front": "1905 full", "Kalinin Front": "1804 full"},
    )
    assert retreat.possible(s, unit(s, "Breslau Volkssturm")) is None
    attack(s, "1904", "Steppe Front", "Kalinin Front")
    given(s, DS)
    assert where(s, "Breslau Volkssturm") == "removed"


# -- [B.12], [B.13] ---------------------------------------------------------------------------------------------------


def driven(edition: str, result: int = DR, **how):
    s = field(
        **{
            "edition": edition,
            "axis": {"9th Army": "1214", "6th Army": "1214", "2nd Panzer": "1314"},
            "soviet": {"South Front": "1215"},
            **how,
        }
    )
    declare(s, "1215")
    join(s, "1215", "9th Army", "6th Army", "2nd Panzer")
    launch(s)
    while asked(s) in ("Allocation", "AllocatedBattles"):
        s.apply(s.legal()[-1])
    given(s, result)
    return s


@rule("B.12", book="no-retreat-digital")
def test_in_1_1_a_unit_retreats_no_farther_from_supply_than_it_was():
    s = driven("digital-1.1", axis={"9th Army": "1214", "6th Army": "1214", "2nd Panzer": "1114"})
    here = retreat.supply_distance(s, unit(s, "South Front"), place("1215"))
    assert here == 2
    for end in ends(s, "South Front"):
        assert retreat.supply_distance(s, unit(s, "South Front"), place(end)) <= here
    assert all_ends(s, "South Front") - ends(s, "South Front") == {"1415", "1416"}, "three hexes from any source"


@rule("V02.17", book="no-retreat-digital")
@rule("E.1", "B.12", book="no-retreat-digital")
def test_in_0_2_supply_does_not_matter_but_the_enemys_side_does():
    s = driven("digital-0.2")
    assert ends(s, "South Front") == all_ends(s, "South Front") != set()
    x = retreat._XY
    assert all(x[place(end)][0] >= x[place("1215")][0] for end in ends(s, "South Front")), "never westwards"


@rule("B.12.2", book="no-retreat-digital")
@rule("B.12", book="no-retreat-digital")
def test_a_unit_that_could_only_retreat_towards_the_enemys_side_is_shattered():
    """Surrounded from the east, the Front could only go west."""
    axis = {"9th Army": "1115", "6th Army": "1115", "2nd Panzer": "1315"}
    for edition in ("digital-1.1", "digital-0.2"):
        assert where(driven(edition, axis=axis), "South Front") == "shattered"
    s = field(axis=axis, soviet={"South Front": "1215"})
    attack(s, "1215", "9th Army", "6th Army", "2nd Panzer")
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert where(s, "South Front") in ("1213", "1313", "1113"), "on the board it goes where it can"


@rule("B.12", book="no-retreat-digital")
def test_a_unit_that_could_only_retreat_into_another_battle_is_shattered():
    s = driven("digital-1.1")
    s.targets = [*s.targets, *(place(end) for end in all_ends(s, "South Front"))]
    s.settle()
    assert where(s, "South Front") == "shattered"


@rule("B.12", book="no-retreat-digital")
def test_in_1_1_a_retreater_that_finds_no_room_is_shattered():
    for edition, fate in (("digital-1.1", "shattered"), ("digital-0.2", "1116")):
        s = driven(edition, soviet={"South Front": "1215", "West Front": "Kharkov"})
        path = next(a for a in s.legal() if a.path[-1] == place("Kharkov"))
        s.apply(path)
        assert where(s, "South Front") == fate and where(s, "West Front") == "1116"


@rule("B.13", "E.1", book="no-retreat-digital")
def test_units_not_in_the_battle_are_shattered_when_their_hex_is_vacated():
    """6th Army stays out of the attack; the counterattack drives 9th Army off."""
    for edition in ("digital-1.1", "digital-0.2"):
        s = field(
            edition=edition,
            turn=18,
            axis={"9th Army": "1214", "6th Army": "1214"},
            soviet={"Southwest Front": "1215 full"},
            axis_holds=["Kiev"],
        )
        declare(s, "1215")
        join(s, "1215", "9th Army")
        if asked(s) == "Allocation":
            do(s, "all attackers allocated")
        given(s, 3)
        do(s, "counterattack")
        given(s, DR)
        while asked(s) == "Retreats":
            s.apply(s.legal()[0])
        assert (where(s, "6th Army") == "shattered") is (edition == "digital-1.1")


@rule("10.7", "10.7.5")
def test_after_a_dd_the_step_is_lost_where_the_retreat_ends():
    s = field(
        turn=18,
        axis={"2nd Panzer": "1214", "1st Panzer": "1214", "9th Army": "1314"},
        soviet={"South Front": "1215 full"},
    )
    attack(s, "1215", "2nd Panzer", "1st Panzer", "9th Army")
    given(s, DD)
    do(s, "South Front retreats to 1216, 1217")
    assert where(s, "South Front") == "1217" and not s.full[unit(s, "South Front")]

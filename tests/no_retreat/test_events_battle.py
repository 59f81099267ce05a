"""[10.5] The events of a battle, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.combat.odds import COLUMNS, RESULTS

from .combat import CA, CB, DR, DS, EX, NE, asked, attack, field, given, legal, roll
from .events import event, give, play, why_not
from .situation import do, is_full, refused, situation, unit, where


def battle(**how):
    """9th Army attacks South Front, 4 to 3, at 1215 in the open; the battle has begun and nothing is committed."""
    hexes = {"axis": {"9th Army": "1214"}, "soviet": {"South Front": "1215"}}
    names = how.pop("attackers", ("9th Army",))
    target, support = how.pop("target", "1215"), how.pop("support", False)
    s = field(**{**hexes, **how})
    attack(s, target, *names, support=support)
    return s


def soviet_attack(**how):
    """South Front attacks 9th Army, 3 to 4, in the Soviet player turn."""
    return battle(**{"side": "soviet", "target": "1214", "attackers": ("South Front",), **how})


def column(s) -> str:
    """The final odds column of the battle under way."""
    return COLUMNS.label(odds.reckon(s, odds.under_way(s)).final)


def result(s) -> str:
    return RESULTS[s.result]


def blows(s) -> list[str]:
    """The hexes with Counterblow markers of CB results."""
    return [s.game.place_id(hex_) for hex_ in (*s.blows, *s.next_blows)]


def lose(s) -> None:
    """Whoever has to choose a loss or a retreat takes the first that is offered."""
    while asked(s) in ("Losses", "Retreats", "PlaceBlow"):
        s.apply(s.legal()[0])


# -- the column ---------------------------------------------------------------------------------------------------


@event("georgy-zhukov", "konstantin-rokossovsky", "hermann-hoth", "gotthard-heinrici", "soviet-snafu", "walter-model")
@rule("5.3.1", "10.6")
@pytest.mark.parametrize(
    ("id_", "make", "turn", "before", "after"),
    [
        ("georgy-zhukov", soviet_attack, 2, "1:2", "3:2"),
        ("konstantin-rokossovsky", soviet_attack, 14, "1:2", "1:1"),
        ("georgy-zhukov", battle, 2, "1:1", "1:3"),
        ("soviet-snafu", soviet_attack, 2, "1:2", "1:3"),
        ("walter-model", soviet_attack, 14, "1:2", "<1:3"),
    ],
)
def test_a_commander_shifts_the_column_in_favour_of_his_side(id_, make, turn, before, after):
    s = make(turn=turn, **{f"{'axis' if id_ in ('soviet-snafu', 'walter-model') else 'soviet'}_hand": [id_]})
    assert column(s) == before
    play(s, id_)
    if after == "<1:3":
        assert asked(s) == "CounterattackStep", "below the table it is CA without a die (10.6.4)"
    else:
        assert column(s) == after and s.side == "chance"


@event("hermann-hoth")
@rule("5.3.1")
def test_hoth_leads_an_attack_with_armor_only():
    s = battle(axis_hand=["hermann-hoth"])
    assert s.side == "chance", "an infantry army alone: nothing to ask"
    s = battle(axis={"1st Panzer": "1214"}, attackers=("1st Panzer",), axis_hand=["hermann-hoth"])
    assert column(s) == "3:1"  # 7 to 3 is 2:1, armor one right
    play(s, "hermann-hoth")
    assert column(s) == "5:1"


@event("gotthard-heinrici")
def test_heinrici_voids_a_support_marker_and_shifts_a_column():
    how = {"turn": 24, "supports": (0, 1), "axis_hand": ["gotthard-heinrici"]}
    s = soviet_attack(soviet={"Southwest Front": "1215 full"}, attackers=("Southwest Front",), support=True, **how)
    before = COLUMNS.label(odds.reckon(s, odds.under_way(s)).final)
    play(s, "gotthard-heinrici")
    assert (before, column(s)) == ("4:1", "2:1")  # 8 to 4, Shock army, marker; less the marker, less one
    s = soviet_attack(**how)
    assert s.side == "chance", "no marker was committed: Heinrici has nothing to void"


@event("andrei-yeremenko")
@rule("5.3.1", "10.5")
def test_yeremenko_moves_the_column_even_after_the_roll():
    """As reported: an EX became a CB when the same die was read one column to the left."""
    s = battle(axis={"9th Army": "1214", "6th Army": "1214"}, attackers=("9th Army", "6th Army"))
    give(s, "soviet", "andrei-yeremenko")
    assert column(s) == "2:1"
    roll(s, 3)
    assert result(s) == "EX" and s.side == "soviet"
    play(s, "andrei-yeremenko")
    assert blows(s) == ["1214"], "the result became CB"


@event("andrei-yeremenko")
def test_yeremenko_before_the_roll_and_only_if_the_result_changes_after_it():
    s = battle(soviet_hand=["andrei-yeremenko"])
    play(s, "andrei-yeremenko")
    assert column(s) == "1:2"
    s = battle()
    give(s, "soviet", "andrei-yeremenko")
    roll(s, 1)
    assert asked(s) == "CounterattackStep", "CA at 1:1 and CA at 1:2: there is nothing to ask"


# -- strength -----------------------------------------------------------------------------------------------------


@event("erich-von-manstein")
@rule("5.3.1", "10.5")
def test_manstein_doubles_one_german_unit():
    s = battle(
        axis={"9th Army": "1214", "6th Army": "1114", "4th Rumanian": "1214"},
        attackers=("9th Army", "6th Army", "4th Rumanian"),
        axis_hand=["erich-von-manstein"],
    )
    assert column(s) == "3:1"  # 10 to 3
    play(s, "erich-von-manstein")
    assert legal(s) == {"Erich von Manstein doubles 9th Army", "Erich von Manstein doubles 6th Army"}, "Germans only"
    do(s, "Erich von Manstein doubles 6th Army")
    assert odds.reckon(s, odds.under_way(s)).attack == 14 and column(s) == "4:1"


@event("erich-von-manstein")
def test_manstein_doubles_a_defender_too():
    s = soviet_attack(axis_hand=["erich-von-manstein"])
    play(s, "erich-von-manstein")
    assert odds.reckon(s, odds.under_way(s)).defend == 8


@event("vasily-chuikov")
@rule("5.3.1")
def test_chuikov_doubles_a_unit_that_defends_a_city():
    s = battle(
        axis={"9th Army": "1115"}, soviet={"South Front": "Kharkov"}, target="1116", soviet_hand=["vasily-chuikov"]
    )
    play(s, "vasily-chuikov")
    assert odds.reckon(s, odds.under_way(s)).defend == 6
    s = battle(soviet_hand=["vasily-chuikov"])
    assert s.side == "chance", "1215 is no city"


@event("panzerfaust")
def test_panzerfausts_add_two_points_to_the_defence():
    s = soviet_attack(turn=24, axis_hand=["panzerfaust"])
    play(s, "panzerfaust")
    assert odds.reckon(s, odds.under_way(s)).defend == 6


# -- results without a die ----------------------------------------------------------------------------------------


@event("heinz-guderian")
@rule("5.3.1", "16.0")
def test_guderian_turns_an_attack_into_a_retreat_without_a_die():
    s = battle(axis_hand=["heinz-guderian"])
    play(s, "heinz-guderian")
    lose(s)
    assert where(s, "South Front") != "1215" and is_full(s, "9th Army")


@event("desperate-defence")
@rule("5.3.1")
def test_a_desperate_defence_gives_a_counterblow_without_a_die():
    s = battle(soviet_hand=["desperate-defence"])
    play(s, "desperate-defence")
    assert blows(s) == ["1214"]


@event("heinz-guderian", "desperate-defence")
@rule("5.0")
def test_of_two_events_that_settle_a_battle_the_last_played_counts():
    s = battle(axis_hand=["heinz-guderian"], soviet_hand=["desperate-defence"])
    play(s, "heinz-guderian")
    assert s.side == "soviet"
    play(s, "desperate-defence")
    assert blows(s) == ["1214"] and where(s, "South Front") == "1215"


@rule("5.3.1")
def test_what_changes_odds_cannot_be_played_in_a_battle_already_settled():
    s = battle(axis_hand=["heinz-guderian"], soviet_hand=["andrei-yeremenko"])
    play(s, "heinz-guderian")
    lose(s)
    assert where(s, "South Front") != "1215" and len(s.hand(1)) == 1, "the Soviets were not asked for Yeremenko"


# -- the die and its result ---------------------------------------------------------------------------------------


@event("paul-von-kleist", "heroes")
@rule("5.3.1", "16.0")
@pytest.mark.parametrize(
    ("id_", "make", "hand"),
    [
        ("paul-von-kleist", battle, "axis"),
        ("heroes", battle, "soviet"),
        ("heroes", soviet_attack, "soviet"),
        ("paul-von-kleist", soviet_attack, "axis"),
    ],
)
def test_the_die_is_rolled_again_and_the_second_roll_stands(id_, make, hand):
    s = make()
    give(s, hand, id_)
    roll(s, 1)
    assert result(s) == "CA" and s.side == hand
    play(s, id_)
    assert s.side == "chance"
    roll(s, 6)
    assert s.die == 6 and result(s) == "DR", "nobody is asked again: the event of the battle has been played"


@event("hold-at-all-costs")
@rule("5.3.1")
@pytest.mark.parametrize(("rolled", "becomes"), [(DR, NE), (DS, EX)])
def test_hold_at_all_costs_turns_retreats_into_a_stand(rolled, becomes):
    s = soviet_attack(
        soviet={"West Front": "1215 full", "Central Front": "1114 full"}, attackers=("West Front", "Central Front")
    )
    give(s, "axis", "hold-at-all-costs")
    given(s, rolled)
    play(s, "hold-at-all-costs")
    lose(s)
    assert where(s, "9th Army") == "1214"
    assert is_full(s, "9th Army") is (becomes == NE), "an EX costs a step"


@event("not-a-step-back")
def test_not_a_step_back_turns_a_retreat_into_an_exchange():
    s = battle()
    give(s, "soviet", "not-a-step-back")
    given(s, DR)
    play(s, "not-a-step-back")
    assert where(s, "South Front") == "destroyed" and not is_full(s, "9th Army")


@event("russian-tenacity")
@rule("5.3.1")
def test_russian_tenacity_turns_any_other_result_into_an_exchange():
    s = battle()
    give(s, "soviet", "russian-tenacity")
    given(s, NE)
    play(s, "russian-tenacity")
    assert where(s, "South Front") == "destroyed" and not is_full(s, "9th Army")
    s = battle()
    give(s, "soviet", "russian-tenacity")
    given(s, EX)
    assert where(s, "South Front") == "destroyed", "an EX is one already: nobody was asked"


@event("artillery-offensive", "deep-encirclement")
@pytest.mark.parametrize(
    ("id_", "rolled", "becomes"),
    [("artillery-offensive", NE, "EX"), ("artillery-offensive", CB, "EX"), ("deep-encirclement", DR, "DS")],
)
def test_the_soviet_attacker_of_1945_makes_more_of_a_result(id_, rolled, becomes):
    s = soviet_attack(turn=24, soviet={"West Front": "1215 full"}, attackers=("West Front",))
    give(s, "soviet", id_)
    given(s, rolled)
    play(s, id_)
    if becomes == "EX":
        assert not is_full(s, "9th Army") and not is_full(s, "West Front")
    else:
        assert where(s, "9th Army") == "shattered"


@event("penal-battalions")
@rule("5.3.1", "10.7.1")
def test_penal_battalions_take_the_attackers_loss():
    how = {"edition": "digital-1.1", "turn": 18, "soviet": {"West Front": "1215 full"}, "attackers": ("West Front",)}
    s = soviet_attack(**how)
    give(s, "soviet", "penal-battalions")
    given(s, EX)
    play(s, "penal-battalions")
    assert is_full(s, "West Front") and not is_full(s, "9th Army")
    s = soviet_attack(**how)
    give(s, "soviet", "penal-battalions")
    given(s, NE)
    assert len(s.hand(1)) == 1 and not s.attackers, "only on an EX: nobody was asked"


# -- terrain, forts, support --------------------------------------------------------------------------------------


@event("ivan-konev", "bridgehead", "storm-groups")
@rule("5.3.1", "10.6.1")
@pytest.mark.parametrize(
    ("id_", "start", "before", "after"),
    [
        ("ivan-konev", "1117", "1:3", "1:1"),
        ("bridgehead", "1117", "1:3", "1:2"),
        ("storm-groups", "1115", "1:2", "1:1"),
    ],
)
def test_terrain_that_an_event_ignores_gives_the_defender_no_shift(id_, start, before, after):
    """4 to 4; the city of Kharkov gives a column, and the river before 1117 another."""
    where_ = {"soviet": {"West Front": start}, "axis": {"9th Army": "Kharkov"}}
    s = soviet_attack(turn=24, target="1116", attackers=("West Front",), soviet_hand=[id_], **where_)
    assert column(s) == before
    play(s, id_)
    assert column(s) == after


@event("river-crossing")
@rule("5.3.1")
def test_a_river_crossing_ignores_the_river_but_not_the_city_behind_it():
    where_ = {"axis": {"9th Army": "1017"}, "soviet": {"South Front": "Kharkov"}}
    s = battle(target="1116", axis_hand=["river-crossing"], **where_)
    assert column(s) == "1:3"
    play(s, "river-crossing")
    assert column(s) == "1:2"


@event("river-crossing")
def test_a_river_crossing_needs_a_river():
    s = battle(axis_hand=["river-crossing"])
    assert s.side == "chance"


@event("storm-groups")
def test_storm_groups_ignore_objectives_as_well_as_cities():
    s = soviet_attack(
        turn=24,
        soviet={"West Front": "621 full"},
        axis={"9th Army": "Stalingrad"},
        attackers=("West Front",),
        target="721",
        soviet_hand=["storm-groups"],
    )
    assert column(s) == "1:2"  # 7 to 4 is 3:2; city and Objective left
    play(s, "storm-groups")
    assert column(s) == "3:2"


@event("siege-artillery")
@rule("5.3.1", "14.1")
def test_siege_artillery_drops_a_fort_to_its_regional_side_before_the_odds():
    how = {"axis": {"9th Army": "2316", "6th Army": "2316"}, "soviet": {"Leningrad Front": "Leningrad full"}}
    s = battle(attackers=("9th Army", "6th Army"), target="2417", axis_hand=["siege-artillery"], **how)
    assert odds.reckon(s, odds.under_way(s)).defend == 5
    play(s, "siege-artillery")
    assert odds.reckon(s, odds.under_way(s)).defend == 3 and not is_full(s, "Leningrad Front")
    s = battle(axis_hand=["siege-artillery"])
    assert s.side == "chance", "South Front is no fort"


@event("siege-artillery")
def test_a_broken_fort_retreats_like_any_other_unit():
    how = {"axis": {"9th Army": "2316", "6th Army": "2316"}, "soviet": {"Leningrad Front": "Leningrad full"}}
    s = battle(attackers=("9th Army", "6th Army"), target="2417", axis_hand=["siege-artillery"], **how)
    play(s, "siege-artillery")
    given(s, DR)
    assert where(s, "Leningrad Front") != "2417"


@event("pakfront", "anti-tank-belts")
@rule("5.3.1", "10.6.3")
def test_anti_tank_events_void_the_armor_bonus():
    s = battle(axis={"1st Panzer": "1214"}, attackers=("1st Panzer",), soviet_hand=["anti-tank-belts"])
    assert column(s) == "3:1"
    play(s, "anti-tank-belts")
    assert column(s) == "2:1"
    s = battle(soviet_hand=["anti-tank-belts"])
    assert s.side == "chance", "no armor attacks"
    s = soviet_attack(
        turn=18,
        soviet={"Bryansk Front": "1215 full"},
        attackers=("Bryansk Front",),
        supports=(0, 1),
        support=True,
        axis_hand=["pakfront"],
    )
    assert column(s) == "2:1"  # 5 to 4 is 1:1, tank and marker right
    play(s, "pakfront")
    assert column(s) == "1:1"


@event("pakfront")
@rule("10.8.2")
def test_voided_armor_has_no_third_hex_of_advance():
    s = soviet_attack(
        turn=18, soviet={"Bryansk Front": "1215 full"}, attackers=("Bryansk Front",), axis_hand=["pakfront"]
    )
    play(s, "pakfront")
    given(s, DR)
    lose(s)
    paths = [a.path for a in s.legal(("piece", unit(s, "Bryansk Front")))]
    assert max(len(path) for path in paths) == 2


# -- other ways to fight ------------------------------------------------------------------------------------------


@event("hedgehogs")
@rule("5.3.1")
@pytest.mark.parametrize(("attacker", "defender", "lost"), [(5, 6, "attacker"), (3, 2, "defender"), (4, 4, "nobody")])
def test_hedgehogs_set_the_odds_aside_and_the_lower_roll_loses_a_step(attacker, defender, lost):
    """As reported: the Soviets rolled 5, the Axis 6; the attacker lost a step and the defender held."""
    s = soviet_attack(turn=18, soviet={"West Front": "1215 full"}, attackers=("West Front",), axis_hand=["hedgehogs"])
    play(s, "hedgehogs")
    roll(s, attacker, defender)
    assert is_full(s, "West Front") is (lost != "attacker")
    assert is_full(s, "9th Army") is (lost != "defender")
    assert (where(s, "West Front"), where(s, "9th Army")) == ("1215", "1214")


@event("no-mercy")
@rule("5.3.1", "10.7.1")
def test_no_mercy_costs_both_sides_another_step():
    s = battle(soviet_hand=["no-mercy"])
    play(s, "no-mercy")
    given(s, NE)
    assert not is_full(s, "9th Army") and where(s, "South Front") == "destroyed"


@event("elastic-defence")
@rule("5.3.1", "10.7.5")
def test_an_elastic_defence_gives_ground_instead_of_fighting():
    s = soviet_attack(axis_hand=["elastic-defence"])
    play(s, "elastic-defence")
    lose(s)
    assert where(s, "9th Army") not in ("1214", "destroyed") and is_full(s, "9th Army")
    paths = [a.path for a in s.legal(("piece", unit(s, "South Front")))]
    assert {len(path) for path in paths} == {1}, "the attackers advance into the hex that was left, no farther"


@event("elastic-defence")
def test_no_elastic_defence_with_a_fort_or_without_a_way_back():
    s = soviet_attack(turn=24, axis={"9th Army": "1214", "1st Festung": "1214"}, axis_hand=["elastic-defence"])
    assert s.side == "chance"


@event("forest-paths")
@rule("5.3.1", "10.7.5")
def test_on_forest_paths_enemy_zones_do_not_bar_the_retreat():
    """South Front is ringed by zones of control: without the event a retreat would destroy it."""
    ring = {"9th Army": "1214", "6th Army": "1316", "4th Army": "1015"}
    how = {"edition": "digital-1.1", "axis": ring, "attackers": ("9th Army",)}
    s = battle(**how)
    given(s, DR)
    assert where(s, "South Front") == "destroyed"
    s = battle(soviet_hand=["forest-paths"], **how)
    play(s, "forest-paths")
    given(s, DR)
    lose(s)
    assert where(s, "South Front") not in ("destroyed", "1215")


# -- after a loss -------------------------------------------------------------------------------------------------


@event("knights-cross")
@rule("5.3.1", "10.7.1")
def test_a_knights_cross_saves_a_supplied_unit_from_the_destroyed_box():
    how = {
        "edition": "digital-1.1",
        "axis": {"9th Army": "1214 reduced"},
        "soviet": {"West Front": "1215 full"},
        "attackers": ("West Front",),
        "axis_hand": ["knights-cross"],
    }
    s = soviet_attack(**how)
    given(s, EX)
    assert where(s, "9th Army") == "destroyed" and s.side == "axis"
    play(s, "knights-cross")
    assert where(s, "9th Army") == "shattered" and not is_full(s, "9th Army")
    s = soviet_attack(unsupplied=["9th Army"], **how)
    given(s, EX)
    assert where(s, "9th Army") == "surrendered" and not s.battle_events, "unsupplied units are beyond help"


@event("scratch-units")
@rule("5.3.1", "14.9.2")
def test_scratch_units_put_a_cadre_where_a_unit_was_lost_whatever_the_reason():
    """A DR with no way to retreat: by 14.9.2 alone there would be no cadre."""
    ring = {"Central Front": "1213", "West Front": "1215", "South Front": "1114", "Reserve Front": "1314"}
    s = soviet_attack(
        axis={"9th Army": "1214", "1st Kampfgruppe": "cadres"},
        soviet=ring,
        attackers=("Central Front", "West Front"),
        axis_hand=["scratch-units"],
    )
    given(s, DR)
    assert where(s, "9th Army") == "destroyed" and s.side == "axis"
    play(s, "scratch-units")
    assert where(s, "1st Kampfgruppe") == "1214"
    assert asked(s) != "AdvanceStep", "the hex is not vacated any more"


@event("scratch-units")
def test_scratch_units_need_an_available_cadre():
    s = soviet_attack(axis={"9th Army": "1214 reduced"}, soviet={"West Front": "1215 full"}, attackers=("West Front",))
    give(s, "axis", "scratch-units")
    given(s, EX)
    assert where(s, "9th Army") == "destroyed" and s.battle_events == []


# -- how many, and when -------------------------------------------------------------------------------------------


@rule("10.5", "10.5.1")
def test_a_side_plays_one_event_before_the_die_and_may_play_others_after_it():
    s = battle(soviet_hand=["georgy-zhukov", "vasily-chuikov", "heroes"])
    play(s, "georgy-zhukov")
    assert s.side == "chance", "Zhukov was the Soviet event of the Commitment Step"
    roll(s, 6)
    assert asked(s) == "BothWindow" and not why_not(s, "heroes")


@rule("B.9", book="no-retreat-digital")
def test_in_the_digital_editions_a_side_plays_one_event_a_battle_whatever_its_moment():
    s = battle(edition="digital-1.1", soviet_hand=["georgy-zhukov", "heroes"])
    play(s, "georgy-zhukov")
    roll(s, 6)
    lose(s)
    assert asked(s) != "BothWindow" and len(s.hand(1)) == 1, "Zhukov was the Soviet event of this battle"


@rule("10.5")
def test_the_attacker_is_asked_first_and_the_defender_knows_what_he_played():
    s = battle(axis_hand=["erich-von-manstein"], soviet_hand=["georgy-zhukov"])
    assert s.side == "axis"
    play(s, "erich-von-manstein")
    assert s.side == "soviet" and odds.reckon(s, odds.under_way(s)).attack == 8


@rule("10.7.2", "5.3.1")
def test_in_a_counterattack_each_side_may_play_a_new_event():
    s = battle(axis_hand=["erich-von-manstein", "soviet-snafu"])
    do(s, "no event")
    given(s, CA)
    do(s, "counterattack")
    assert s.side == "axis" and legal(s) == {"play Erich von Manstein", "play Soviet SNAFU", "no event"}
    play(s, "soviet-snafu")
    assert column(s) == "1:3", "3 to 4 is 1:2, one left"


@rule("B.9", book="no-retreat-digital")
def test_digital_counterattacks_know_no_events():
    s = battle(edition="digital-1.1", axis_hand=["soviet-snafu"])
    given(s, CA)
    do(s, "counterattack")
    assert s.side == "chance", "the Axis, attacked now, is not asked for its event"


@rule("5.0")
def test_a_battle_event_cannot_be_played_outside_its_battle():
    s = situation(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, axis_hand=["heinz-guderian"])
    assert refused(s, "play Heinz Guderian") == "5.0"
    assert why_not(s, "heinz-guderian") == "Heinz Guderian is played when you attack."

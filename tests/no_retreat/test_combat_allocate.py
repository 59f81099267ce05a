"""[10.2] to [10.4] Who attacks whom, and in which order."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule

from .combat import IDLE, allowed, asked, attack, decide_support, declare, field, join, launch, legal, roll
from .situation import do, place, refused, unit


def line(**how):
    """Two Soviet Fronts at 1215 and 1216, three German armies along them: 1114 touches only 1215, 1115 both, 1116 (the
    city of Kharkov) only 1216."""
    return field(
        **{
            "axis": {"9th Army": "1114", "6th Army": "1115", "17th Army": "Kharkov"},
            "axis_holds": ["Kharkov"],
            "soviet": {"South Front": "1215", "West Front": "1216"},
            **how,
        }
    )


@rule("10.2", "10.3")
def test_battles_are_fought_one_after_the_other_in_any_order():
    s = line()
    declare(s, "1215", "1216")
    join(s, "1216", "17th Army")
    assert refused(s, "9th Army joins the attack on 1215") == "10.2", "first the battle that was begun"
    launch(s)
    assert s.fields == [place("1216")]
    roll(s, 2)
    assert s.fields == [] and asked(s) == "Battles", "now the other one"
    join(s, "1215", "9th Army")
    launch(s)
    assert s.fields == [place("1215")]


@rule("10.3.1")
def test_every_declared_hex_must_be_attacked():
    """The army is the only one next to three Fronts, so it must attack all three at once."""
    s = line(axis={"6th Army": "1115"}, soviet={"South Front": "1215", "West Front": "1216", "Reserve Front": "1016"})
    declare(s, "1215", "1216", "1016")
    join(s, "1215", "6th Army")
    assert refused(s, "attack 1215: 6th Army") == "10.3.1"
    assert legal(s) == {"6th Army joins the attack on 1216", "6th Army joins the attack on 1016"}
    do(s, "6th Army joins the attack on 1216")
    assert {s.game.place_id(h) for h in s.fields} == {"1215", "1216", "1016"}, "the last one joins by itself"


@rule("10.3.1")
def test_a_unit_that_another_hex_depends_on_does_not_join_elsewhere():
    s = line(axis={"9th Army": "1114", "4th Army": "1114", "6th Army": "1115"})
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    assert refused(s, "6th Army joins the attack on 1215") == "10.3.1"
    assert allowed(s, "attack 1215: 9th Army")


@rule("10.3.1")
def test_a_hex_that_nobody_can_attack_any_more_is_left_alone():
    s = line(axis={"9th Army": "1114 reduced", "6th Army": "1115 reduced"}, soviet_hand=[IDLE])
    do(s, "target 1215", "no more targets", "counterblow from 1216")
    s.apply(s.legal()[0])
    join(s, "1215", "9th Army")
    launch(s)
    s.put(unit(s, "6th Army"), -3)
    roll(s, 3)  # 3 to 3: CB
    assert asked(s) != "Battles" and s.targets == [] and len(s.blows) == 1


@rule("10.3.2", "10.5")
def test_units_from_several_hexes_add_their_strength_in_one_battle():
    s = line()
    declare(s, "1215")
    join(s, "1215", "9th Army", "6th Army")
    assert {s.game.names[u] for u in s.attackers} == {"9th Army", "6th Army"}
    assert s.ear and any("8 to 3 is 2:1" in text.text for text in s.ear)


@rule("10.3.2", "10.3.3")
def test_one_battle_against_two_hexes_needs_every_attacker_next_to_both():
    s = line()
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    assert refused(s, "9th Army joins the attack on 1216") == "10.3.3"
    s = line(axis={"9th Army": "1114", "6th Army": "1115", "4th Army": "1115"})
    declare(s, "1215", "1216")
    join(s, "1215", "6th Army")
    do(s, "6th Army joins the attack on 1216")
    assert refused(s, "9th Army joins the attack on 1215") == "10.3.3", "it is not next to 1216"
    launch(s)
    assert [s.game.names[u] for u in s.defenders] == ["South Front", "West Front"]


@rule("10.3.3")
def test_a_unit_that_is_not_adjacent_cannot_join():
    s = line()
    declare(s, "1215", "1216")
    assert refused(s, "17th Army joins the attack on 1215") == "10.3.3"


@rule("10.3.4")
def test_no_unit_attacks_twice_in_a_phase():
    s = line(axis={"6th Army": "1115", "17th Army": "Kharkov", "4th Army": "Kharkov"})
    declare(s, "1215", "1216")
    join(s, "1215", "6th Army")
    launch(s)
    roll(s, 2)
    assert asked(s) == "Battles" and refused(s, "6th Army joins the attack on 1216") == "10.3.4"


@rule("10.3.4")
def test_no_hex_is_attacked_twice_in_a_phase():
    s = line()
    declare(s, "1215", "1216")
    join(s, "1216", "17th Army")
    launch(s)
    roll(s, 2)
    assert refused(s, "6th Army joins the attack on 1216") == "10.1"


@rule("10.3.5", "10.4")
def test_stacked_units_may_attack_different_hexes_or_stay_out():
    s = line(axis={"9th Army": "1115", "6th Army": "1115"})
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    launch(s)
    roll(s, 2)
    assert [s.game.names[u] for u in s.attackers] == ["6th Army"], "its neighbour in the hex goes for the other one"
    assert s.fields == [place("1216")]


@rule("10.4")
def test_all_units_in_a_target_hex_defend_together():
    s = field(turn=23, axis={"9th Army": "1214"}, soviet={"South Front": "1215", "Moscow Front": "1215 full"})
    attack(s, "1215", "9th Army")
    assert {s.game.names[u] for u in s.defenders} == {"South Front", "Moscow Front"}


@rule("10.1.1", "10.1.2")
def test_a_disorganized_unit_joins_a_battle_only_against_counterblow_hexes():
    s = line(soviet_hand=[IDLE], disorganized=["6th Army"])
    do(s, "target 1215", "no more targets", "counterblow from 1216")
    s.apply(s.legal()[0])
    assert refused(s, "6th Army joins the attack on 1215") == "10.1.1"
    do(s, "6th Army joins the attack on 1216")
    assert refused(s, "6th Army joins the attack on 1215") == "10.3.3"


@rule("10.3.2")
def test_a_target_and_a_counterblow_hex_may_be_attacked_in_one_battle():
    s = line(soviet_hand=[IDLE])
    do(s, "target 1215", "no more targets", "counterblow from 1216")
    s.apply(s.legal()[0])
    do(s, "6th Army joins the attack on 1216", "6th Army joins the attack on 1215")
    launch(s)
    decide_support(s)
    assert len(s.fields) == 2


@rule("10.5")
def test_the_attack_reads_well_in_a_record():
    s = line()
    declare(s, "1215")
    join(s, "1215", "9th Army")
    assert "attack 1215: 9th Army" in legal(s)
    assert refused(s, "attack 1215: 9th Army, 6th Army") == "10.2", "it is made as it was put together"


@rule("B.1", book="no-retreat-digital")
def test_every_battle_has_its_halo_its_arrows_and_its_odds_on_the_map():
    s = line(edition="digital-1.1")
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    join(s, "1216", "17th Army")
    view = s.view("soviet")
    shown = {p.id: (p.battle, p.marks, p.note) for p in view.places if p.battle or p.marks}
    assert shown["1215"] == (1, ["target"], "1:1 (4 to 3)") and shown["1216"] == (2, ["target"], "1:1 (4 to 4)")
    assert shown["1114"][0] == 1 and shown["1116"][0] == 2
    assert sorted(view.lines) == [["attack", "1114", "1215", "1"], ["attack", "1116", "1216", "2"]]


@rule("B.10", book="no-retreat-digital")
def test_final_odds_and_events_of_the_battle_under_way_are_shown():
    s = line(axis_hand=["erich-von-manstein"])
    attack(s, "1215", "9th Army")
    do(s, "play Erich von Manstein")
    note = next(p.note for p in s.view("axis").places if p.id == "1215")
    assert note == "2:1 (8 to 3); Erich von Manstein"


@rule("B.10", book="no-retreat-digital")
def test_b_10_what_both_sides_have_played_is_told_with_the_odds_on_every_hex_of_the_battle():
    s = line(axis_hand=["erich-von-manstein"])
    attack(s, "1215", "9th Army")
    s.committed = 1
    do(s, "play Erich von Manstein")
    view = s.view("soviet")
    shown = {place.id: place for place in view.places}
    assert shown["1215"].note.endswith("; Blitz!; Erich von Manstein")
    assert shown["1114"].battle == shown["1215"].battle, "selecting an attacker leads to the same battle"
    assert view.battle is not None and view.battle.sides[0].cards == ["Blitz!", "Erich von Manstein"]

"""Combat in the digital editions: B.1 to B.14, E.1 and the module X.1."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import battle

from .combat import CA, DR, EX, allowed, asked, declare, field, given, join, legal, reckoned, roll, said, shifts
from .situation import do, place, refused, unit, where

BOTH = ["digital-1.1", "digital-0.2"]


def line(edition: str, **how):
    """Soviet Fronts at 1215 and 1216; 9th Army touches the first, 6th Army both, 17th Army (Kharkov) the second."""
    return field(
        **{
            "edition": edition,
            "axis": {"9th Army": "1114", "6th Army": "1115", "17th Army": "Kharkov"},
            "axis_holds": ["Kharkov"],
            "soviet": {"South Front": "1215", "West Front": "1216"},
            **how,
        }
    )


def blow(s, hex_: str) -> None:
    do(s, f"counterblow from {hex_}")
    s.apply(s.legal()[0])


@rule("B.1", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_targets_are_declared_then_counterblows_for_a_card(edition):
    s = line(edition, soviet_hand=["*"])
    assert legal(s) == {"target 1215", "target 1216", "no more targets"}
    do(s, "target 1215", "no more targets")
    assert s.side == "soviet" and legal(s) == {"counterblow from 1216", "no more counterblows"}
    blow(s, "1216")
    assert s.hand(1) == () and s.blows == [place("1216")]


@rule("B.1.1", book="no-retreat-digital")
@rule("B.1", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "allowed_"), [("board", True), ("digital-1.1", False), ("digital-0.2", False)])
def test_a_hex_whose_units_cannot_attack_gives_no_counterblow(edition, allowed_):
    s = line(edition, soviet_hand=["stavka"] if edition == "board" else ["*"], disorganized=["West Front"])
    do(s, "no more targets")
    assert allowed(s, "counterblow from 1216") is allowed_


@rule("B.2", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_all_attackers_are_allocated_before_the_first_battle(edition):
    s = line(edition)
    declare(s, "1215", "1216")
    assert asked(s) == "Allocation"
    join(s, "1215", "9th Army")
    assert s.fields == [] and refused(s, "all attackers allocated") == "10.3.1", "1216 has no attacker yet"
    join(s, "1216", "17th Army")
    assert s.fields == [] and allowed(s, "all attackers allocated")
    join(s, "1215", "6th Army")
    assert asked(s) == "AllocatedBattles", "nobody is left to join"
    assert legal(s) == {"attack 1215: 6th Army, 9th Army", "attack 1216: 17th Army"}
    do(s, "attack 1216: 17th Army")
    assert s.fields == [place("1216")]


@rule("B.2", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_a_target_that_would_have_no_attacker_of_its_own_cannot_be_declared(edition):
    s = line(edition, axis={"6th Army": "1115"})
    do(s, "target 1215")
    assert s.targets == [place("1215")] and asked(s) != "VoluntaryAttacks"
    s = line(edition, axis={"6th Army": "1115", "4th Rumanian": "1012", "11th Army": "1012"})
    do(s, "target 1216")
    assert asked(s) != "VoluntaryAttacks" and s.targets == [place("1216")]


@rule("V02.13", book="no-retreat-digital")
@rule("B.3", "E.1", book="no-retreat-digital")
def test_stacked_attackers_attack_the_same_hex_in_1_1_and_may_part_in_0_2():
    axis = {"9th Army": "1115", "6th Army": "1115", "17th Army": "Kharkov"}
    s = line("digital-1.1", axis=axis)
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    assert refused(s, "6th Army joins the attack on 1216") == "B.3"
    assert allowed(s, "6th Army joins the attack on 1215")
    s = line("digital-0.2", axis=axis)
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    assert allowed(s, "6th Army joins the attack on 1216")


@rule("B.3.1", book="no-retreat-digital")
@rule("B.3", book="no-retreat-digital")
def test_in_1_1_one_of_a_stack_may_stay_out():
    s = line("digital-1.1", axis={"9th Army": "1115", "6th Army": "1115"})
    declare(s, "1215")
    join(s, "1215", "9th Army")
    do(s, "all attackers allocated")
    assert [s.game.names[u] for u in s.attackers] == ["9th Army"]


@rule("B.4", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_a_unit_attacks_one_target_but_counterblow_hexes_besides(edition):
    s = line(edition, axis={"6th Army": "1115", "17th Army": "Kharkov"}, soviet_hand=["*"])
    do(s, "target 1215", "no more targets")
    blow(s, "1216")
    join(s, "1215", "6th Army")
    do(s, "6th Army joins the attack on 1216")
    assert sorted(s.game.place_id(h) for h in s.fields) == ["1215", "1216"]
    s = line(edition)
    declare(s, "1215", "1216")
    join(s, "1215", "6th Army")
    assert refused(s, "6th Army joins the attack on 1216") == "B.4"


@rule("B.7", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_the_axis_rolls_on_the_soviet_table_in_winter(edition):
    s = line(edition, turn=10, weather="snow")
    assert reckoned(s, "1215", "9th Army").table == "soviet"
    s = line(edition, turn=9, weather="mud")
    assert reckoned(s, "1215", "9th Army").table == "axis"


@rule("V02.15", book="no-retreat-digital")
@rule("B.9", "E.1", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "asked_"), [("digital-1.1", "Commitment"), ("digital-0.2", "RollStep")])
def test_support_in_a_counterattack_belongs_to_1_1(edition, asked_):
    s = line(edition, axis={"9th Army": "1114"}, soviet={"South Front": "1215"}, supports=(0, 1))
    declare(s, "1215")
    given(s, CA)
    do(s, "counterattack")
    assert asked(s) == asked_


@rule("B.9", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "in_counterattack"), [("board", True), ("digital-1.1", False)])
def test_events_are_asked_for_in_order_and_not_in_a_digital_counterattack(edition, in_counterattack, monkeypatch):
    moments = []
    monkeypatch.setattr(battle, "open_window", lambda s, timing, side: moments.append((timing, side)))
    monkeypatch.setattr(battle, "open_both", lambda s, first, second: moments.extend((first, second)))
    s = line(edition, axis={"9th Army": "1114"}, soviet={"South Front": "1215"})
    declare(s, "1215")
    given(s, CA)
    assert moments == [("attack", 0), ("defend", 1), ("attack-roll", 0), ("defend-roll", 1)]
    moments.clear()
    do(s, "counterattack")
    assert moments == ([("attack", 1), ("defend", 0)] if in_counterattack else [])


@rule("B.11.1", book="no-retreat-digital")
@rule("B.11", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_an_exchange_and_a_counterblow_marker_work_as_on_the_board(edition):
    s = line(edition, axis={"9th Army": "1114"}, soviet={"South Front": "1215"})
    declare(s, "1215")
    given(s, EX)
    assert not s.full[s.game.unit["9th-army"]] and where(s, "South Front") == "destroyed"
    s = line(edition, axis={"9th Army": "1114"}, soviet={"South Front": "1215"})
    declare(s, "1215")
    given(s, 2)
    assert [*s.blows, *s.next_blows] == [place("1114")]


@rule("B.14", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_the_victors_advance(edition):
    s = line(edition, axis={"2nd Panzer": "1114", "1st Panzer": "1114"}, soviet={"South Front": "1215"})
    declare(s, "1215")
    join(s, "1215", "2nd Panzer", "1st Panzer")
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    do(s, "2nd Panzer advances to 1215, 1314, 1415")
    assert where(s, "2nd Panzer") == "1415"


@rule("U.6", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_elite_units_have_their_abilities(edition):
    s = field(
        edition=edition,
        turn=17,
        weather="mud",
        axis={"SS Panzer": "1214", "SS Panzergrenadier": "1114"},
        soviet={"Southwest Front": "1215 full", "Steppe Front": "1115 full"},
    )
    assert shifts(reckoned(s, "1215", "SS Panzer")) == {"armor": 1}
    assert shifts(reckoned(s, "1114", "Southwest Front")) == {"Shock army": 1, "SS Panzergrenadier": -1}
    declare(s, "1215")
    join(s, "1215", "SS Panzer", "SS Panzergrenadier")
    given(s, EX)
    assert not s.full[s.game.unit["ss-panzer"]], "SS Panzer takes the loss"


# -- [X.1] simultaneous battles -----------------------------------------------------------------------------------


def at_once(**how):
    s = line("digital-1.1", simultaneous=True, **how)
    declare(s, "1215", "1216")
    join(s, "1215", "9th Army")
    join(s, "1216", "17th Army")
    if asked(s) == "Allocation":
        do(s, "all attackers allocated")
    return s


@rule("X.1", book="no-retreat-digital")
def test_all_battles_are_supported_before_any_die_is_rolled():
    s = at_once(supports=(2, 0))
    do(s, "commit a support marker")
    assert asked(s) == "Commitment", "the second battle is asked about before the first is rolled"
    do(s, "no support marker")
    assert s.side == "chance" and s.supports == [1, 0]


@rule("X.1", book="no-retreat-digital")
@rule("B.9", book="no-retreat-digital")
def test_what_is_said_of_committing_a_marker_tells_nothing_of_the_enemys_hand():
    """Whether the second battle is asked about next, or the enemy for an event, hangs on what he holds."""
    answers, idle = (at_once(supports=(2, 0), soviet_hand=[card]) for card in ("georgy-zhukov", "ural-factories"))
    assert asked(answers) == asked(idle) == "Commitment"
    assert answers.view("axis").buttons == idle.view("axis").buttons
    assert all(button.binding for button in idle.view("axis").buttons), "he could hold an answer"
    do(answers, "commit a support marker")
    do(idle, "commit a support marker")
    assert answers.side == "soviet" and idle.side == "axis"


@rule("X.1", book="no-retreat-digital")
def test_all_dice_are_rolled_before_any_result_is_applied():
    s = at_once()
    roll(s, 5, 4)  # 4 to 3 is 1:1: DR; 4 to 4 is 1:1: EX
    assert where(s, "South Front") == "1215" and where(s, "West Front") == "1216"
    assert asked(s) == "SimultaneousBattles" and s.side == "axis"
    assert legal(s) == {"attack 1215: 9th Army", "attack 1216: 17th Army"}
    do(s, "attack 1216: 17th Army")
    assert where(s, "West Front") == "destroyed", "the exchange comes first"
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert where(s, "South Front") not in ("1215", "1216")


@rule("X.1", book="no-retreat-digital")
def test_support_and_odds_of_each_battle_are_its_own():
    s = at_once(supports=(1, 0))
    do(s, "commit a support marker")
    assert said(s, "4 to 3 is 1:1; Blitz! +1: 3:2")
    roll(s, 1)
    assert said(s, "4 to 4 is 1:1; no shift: 1:1")
    roll(s, 1)
    assert said(s, "The die shows 1: NE") and said(s, "The die shows 1: CA")


@rule("X.1", book="no-retreat-digital")
def test_a_counterattack_is_fought_when_its_turn_comes():
    s = at_once()
    roll(s, 1, 2)  # CA and NE
    do(s, "attack 1215: 9th Army")
    assert asked(s) == "CounterattackStep"
    do(s, "counterattack")
    given(s, CA)
    do(s, "no counterattack")
    assert s.pending == [] and s.fields == []


# -- digital B.5 --------------------------------------------------------------------------------------------------


@rule("B.5", book="no-retreat-digital")
@pytest.mark.parametrize("edition", BOTH)
def test_the_unit_that_alone_can_attack_a_hex_is_the_single_possibility(edition):
    s = line(edition, axis={"9th Army": "1114", "6th Army": "1115"}, axis_holds=[])
    declare(s, "1215", "1216")
    assert s.view("axis").prompt.single == "9th Army joins the attack on 1215", "the 6th is needed at 1216"
    (way,) = s.show(("piece", unit(s, "9th Army")))
    assert way.single and way.do == "9th Army joins the attack on 1215"


@rule("B.5", book="no-retreat-digital")
def test_where_two_units_can_attack_every_hex_nothing_is_allotted():
    s = line("digital-0.2")
    declare(s, "1215", "1216")
    assert s.view("axis").prompt.single == ""
    assert not any(way.single for way in s.show(("piece", unit(s, "6th Army"))))

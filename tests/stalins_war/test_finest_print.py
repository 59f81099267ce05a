"""Small print that other tests pass by: one situation and one expectation each."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, effect_kinds, effects, hand, replacements, sequence
from rasputitsa.titles.stalins_war.actions.combat import AdvanceAll, CombatDice
from rasputitsa.titles.stalins_war.combat import advance, attacks, card_window, eligibility, exploitation, forces
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.events import other_fronts
from rasputitsa.titles.stalins_war.mapboard import COLUMN, PLAYABLE
from rasputitsa.titles.stalins_war.sequence import draw_phase
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, SOVIET, SU, Position

from .combat import attack, change, clash, event, hold, throw
from .offers import wrong_offers
from .situation import act, at, card, place, put, situation, unit

# -- questions that other tests do not reach ------------------------------------------------------------------------


@rule("7.5.1a")
def test_the_question_about_the_siberians_offers_what_it_allows() -> None:
    s = situation(moment="nothing", turn=3, soviet_hand=["soviet-08"])
    effects.begin(s, card("soviet-07"), 1, "game")
    draw_phase(s)
    s.settle()
    assert s.step.name == "Discards" and wrong_offers(s) == []
    act(s, "keep the rest")
    assert s.step.name == "Fetch" and wrong_offers(s) == []


@rule("7.5.1a")
def test_a_full_hand_leaves_no_room_for_the_siberians() -> None:
    held = [f"soviet-{number:02}" for number in (8, 9, 10, 11, 13, 14)]
    s = situation(moment="nothing", turn=4, soviet_hand=held)
    effects.begin(s, card("soviet-07"), 1, "game")
    draw_phase(s)
    s.settle()
    act(s, "keep the rest")
    assert s.step.name != "Fetch"


@rule("4.3.1", "23.1.1")
def test_the_first_cards_are_offered_as_they_may_be_taken() -> None:
    s = TITLE.new("campaign", bought_card=True)
    assert isinstance(s, Position)
    asked = []
    while s.step.name in ("BoughtCard", "FreeCard"):
        asked.append((s.step.name, s.side))
        assert wrong_offers(s) == []
        act(s, "decline")
    assert asked == [("BoughtCard", "axis"), ("BoughtCard", "soviet"), ("FreeCard", "soviet")]


@rule("21.0")
def test_the_axis_names_each_automatic_point() -> None:
    s = situation(moment="nothing", turn=2)
    s.push(replacements.AutomaticPoints, 2)
    s.settle()
    assert s.side == "axis" and wrong_offers(s) == [] and len(list(s.legal())) == 3
    s.apply(s.legal()[0])
    assert s.step.name == "AutomaticPoints" and sum(s.rp) == 2


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("11.5.1")
def test_a_stack_that_advances_brings_nobody_from_another_hex() -> None:
    axis = {"9th Army": "1721", "39 Pz Corps": "1721", "4th Army": "1820", "24 Pz Corps": "1820", "47 Pz Corps": "1820"}
    s = situation(turn=6, axis=axis, soviet={"13R Army": "1821 -1"}, ops=4)
    attack(s, "1821", "9th Army", "39 Pz Corps", "24 Pz Corps", "47 Pz Corps")
    throw(s, "2", "0")
    while s.step.name != "Advancing":
        s.apply(s.legal()[0])
    s.apply(AdvanceAll(place("1820")))
    assert (at(s, "24 Pz Corps"), at(s, "47 Pz Corps")) == ("1821", "1821")
    assert (at(s, "9th Army"), at(s, "39 Pz Corps"), at(s, "4th Army")) == ("1721", "1721", "1820")


@rule("7.5.5a")
def test_foreign_armies_east_does_not_bar_axis_cards() -> None:
    s = clash("1821", {"9th Army": "1721"}, {"West Front": "1821"}, turn=8)
    number = card("axis-51")
    ban = next(n for n, e in enumerate(CARDS[number].effects) if isinstance(e, effect_kinds.Forbid))
    playable = card_window.usable(with_all_cards(s), AXIS)
    effects.begin(s, number, ban, "next-soviet-round")
    assert playable and card_window.usable(s, AXIS) == playable and not card_window.usable(s, SOVIET)


def with_all_cards(s: Position) -> Position:
    hold(s, *(c.id for c in CARDS if c.combat))
    return s


@rule("C.12")
def test_no_marker_is_owed_where_no_ops_may_be_spent() -> None:
    s = situation(axis={"9th Army": "1721", "39 Pz Corps": "1721"}, soviet={"5T Army": "1821"}, turn=8, ops=2)
    event(s, "axis-33")
    change(s, advanced_before=1 << unit("5T Army"))
    act(s, "end movement")
    owed = attacks.EndOfMarking()
    assert owed.why_not(s, attacks.EndMarking()) is not None
    s.ops_zone = 1 << place("1721") + 1
    assert owed.why_not(s, attacks.EndMarking()) is None
    s.ops_zone = 1 << place("1721")
    assert owed.why_not(s, attacks.EndMarking()) is not None


@rule("C.12")
def test_only_units_that_advanced_in_the_enemy_round_are_owed_an_attack() -> None:
    s = situation(axis={"9th Army": "1721"}, soviet={"5T Army": "1821", "4T Army": "eliminated"}, turn=8)
    s.advanced_before = mask_of([unit("5T Army"), unit("4T Army")])
    assert eligibility.owed_targets(s) == 0
    event(s, "axis-33")
    assert eligibility.owed_targets(s) == 1 << place("1821")
    s.answered = 1
    assert eligibility.owed_targets(s) == 0


@rule("11.2.1")
def test_the_report_of_a_combat_names_the_die_of_each_side() -> None:
    s = clash("1821", {"9th Army": "1721"}, {"West Front": "1821"}, turn=8)
    s.push(attacks.Procedure, 5)
    s.settle()
    assert s.side == CHANCE
    s.ear = []
    s.apply(CombatDice(2, 5))
    report = next(line.battle for line in s.ear if line.battle is not None)
    assert [fire.dice for fire in report.fires] == [[2], [5]]


@rule("3.0.7")
def test_the_bunker_is_never_sent_to_other_fronts() -> None:
    s = situation(turn=16, axis={"Bunker": "Berlin", "43 Corps": "1117"})
    sends = [e for c in CARDS for e in c.effects if isinstance(e, effect_kinds.SendAway)]
    for effect in sends:
        for number in range(len(effect.groups)):
            assert not other_fronts.leaving(s, effect, number) >> unit("Bunker") & 1


@rule("11.5.1", "16.4.3")
@pytest.mark.parametrize(("retreat", "victor", "free"), [(1, AXIS, True), (0, AXIS, False), (1, SOVIET, False)])
def test_stalin_bars_the_hex_until_those_with_him_have_retreated(retreat: int, victor: int, free: bool) -> None:
    s = clash("Moscow", {"9th Army": "2622"}, {"Stalin": "Moscow"}, turn=8)
    s.retreat, s.victor = retreat, victor
    assert advance.vacated(s) == free


@rule("11.2.1.1")
def test_a_combat_begins_with_nothing_lost() -> None:
    s = clash("1821", {"9th Army": "1721"}, {"West Front": "1821"}, turn=8)
    s.loss, s.asterisk, s.steps_lost, s.hit, s.spearhead, s.retreat = [1, 2], [1, 1], [2, 1], 7, 1, 2
    s.victor, s.fallen = AXIS, [(1, 2, 3)]
    forces.engage(s)
    assert (s.loss, s.asterisk, s.steps_lost, s.fallen) == ([0, 0], [0, 0], [0, 0], [])
    assert (s.hit, s.spearhead, s.retreat, s.victor) == (0, 0, 0, -1)
    assert s.supply[unit("9th Army")] == FULL


@rule("7.6.1")
@pytest.mark.parametrize(("held", "fixed", "must"), [(7, 0, 0), (8, 0, 1), (7, 1, 1), (6, 1, 0)])
def test_cards_that_come_by_themselves_count_for_the_seven(held: int, fixed: int, must: int) -> None:
    names = [f"soviet-{number:02}" for number in range(7, 7 + held)]
    s = situation(moment="nothing", turn=5 if fixed else 7, soviet_hand=names)
    assert hand.to_discard(s, SOVIET) == must
    assert hand.to_discard(s, AXIS) == 0


@rule("11.2.1")
@pytest.mark.parametrize(("units", "verb"), [(("9th Army",), "attacks"), (("9th Army", "39 Pz Corps"), "attack")])
def test_the_log_says_who_attacks(units: tuple[str, ...], verb: str) -> None:
    s = situation(turn=6, axis={"9th Army": "1721", "39 Pz Corps": "1721"}, soviet={"13R Army": "1821"})
    s.ear = []
    attack(s, "1821", *units)
    assert any(f"{', '.join(sorted(units, reverse=True))} {verb} 1821" in str(line.text) for line in s.ear)


@rule("2.1")
def test_the_first_place_is_no_hex_of_the_map() -> None:
    assert not PLAYABLE & 1 and min(COLUMN[at] for at in bits(PLAYABLE)) >= 10 and max(COLUMN) < 100


@rule("7.3.3")
def test_a_move_out_of_an_enemy_zone_shows_what_it_costs() -> None:
    s = situation(turn=6, axis={"9th Army": "1721"}, soviet={"West Front": "1821"})
    shown = {str(a.do): a.preview for a in s.show(("piece", unit("9th Army")))}
    assert shown and all(preview["pays"] == "1 OPS" for preview in shown.values())
    put(s, "West Front", "2722")
    s.settle()
    assert not any("pays" in a.preview for a in s.show(("piece", unit("9th Army"))))


# -- the sequence of play -------------------------------------------------------------------------------------------

OF_A_ROUND = (
    *("moved", "strategic", "arrived", "fought", "advanced", "exploited", "retreated", "combat", "blitz", "guderian"),
    *("attacked", "attacked_twice", "vacated", "digging", "deep", "used", "answered", "kind"),
)


@rule("7.2.4", "13.1.1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_round_begins_with_nothing_done(side: str) -> None:
    s = situation(side=side, moment="nothing", axis={"9th Army": "1621"}, soviet={"West Front": "2722"})
    for name in OF_A_ROUND:
        setattr(s, name, 3)
    s.pairs, s.sea_moves = [3], [1, 1, 1]
    for name in ("9th Army", "West Front"):
        s.set_supply(unit(name), OUT)
    sequence.begin_round(s)
    assert {name: getattr(s, name) for name in OF_A_ROUND} == dict.fromkeys(OF_A_ROUND, 0) and s.pairs == []
    assert s.sea_moves == [1, 1, 1 if side == "axis" else 0]
    checked = [name for name in ("9th Army", "West Front") if s.supply[unit(name)] == FULL]
    assert checked == (["9th Army"] if side == "axis" else ["West Front"])


@rule("6.0", "7.4.2", "7.5.2a", "10.2.5", "16.1.2")
def test_a_turn_begins_with_nothing_played() -> None:
    s = situation(turn=5, moment="nothing")
    s.round, s.before, s.rp_cards, s.reinforcements = 4, [2, 3], [1, 2], [1, 1]
    s.rp_events, s.partisan_ops, s.sea_moves, s.banked = 1, 1, [1, 1, 1], [0, 0]
    sequence.start(s)
    assert (s.round, s.before, s.rp_cards, s.reinforcements) == (1, [0, 0], [0, 0], [0, 0])
    assert (s.rp_events, s.partisan_ops, s.sea_moves, s.banked) == (0, 0, [0, 0, 1], [1, 0])


@rule("6.0.1", "7.2.4")
@pytest.mark.parametrize(("number", "starves"), [(4, False), (5, True)])
def test_a_round_that_ends_is_remembered_and_the_last_one_brings_attrition(number: int, starves: bool) -> None:
    hungarians = {"HU 3rd Army": "1523"}
    s = situation(turn=5, round=number, moment="nothing", axis=hungarians, soviet_holds=["Buda"])
    s.kind, s.fought, s.advanced, s.before = 2, 5, 9, [0, 4]
    sequence.end_round(s)
    assert (s.before, s.fought_before, s.advanced_before) == ([2, 4], 5, 9)
    assert (at(s, "HU 3rd Army") != "1523") == starves


@rule("24.0.1")
@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize(("turn", "loses"), [(1, False), (2, True), (3, False), (4, False), (5, True), (6, True)])
def test_without_hitler_takes_command_spring_and_summer_cost_a_vp(turn: int, loses: bool, played: bool) -> None:
    s = situation(turn=turn, moment="nothing")
    s.played = 1 << card("axis-18") if played else 0
    before = s.vp
    sequence.vp_by_events(s)
    assert s.vp - before == (-1 if loses and not played else 0)


@rule("6.0.4", "18.1.2")
def test_the_next_turn_begins_without_banked_ops_and_raiders() -> None:
    s = situation(turn=5, moment="nothing", soviet={"1GC Corps": "2526"})
    s.banked, s.raiders = [2, 3], 1 << unit("1GC Corps")
    s.push(sequence.Turn, 3)
    sequence.next_turn(s)
    assert (s.turn, s.banked, s.raiders, s.frame[1]) == (6, [0, 0], 0, 0)


@rule("4.5.2", "6.0.2", "14.1.5")
def test_replacement_points_come_and_go_with_their_segment() -> None:
    s = situation(turn=2, moment="nothing")
    s.rp = [2] * len(s.rp)
    sequence.soviet_replacements(s)
    assert s.rp[SU] == 2 + 6 and s.frame[1] == SOVIET
    sequence.axis_replacements(s)
    assert s.rp == [2, 2, 2, 0, 2, 2, 0]
    sequence.draw_phase(s)
    assert s.rp == [0] * 7


@rule("21.0", "21.0.1", "4.5.2.1")
@pytest.mark.parametrize(
    ("bid", "soviet", "axis"),
    [
        (0, [0, 3, 3, 0, 0], [0] * 5),
        (2, [0, 3, 3, 2, 0], [0] * 5),
        (7, [0, 3, 3, 3, 3], [0] * 5),
        (-2, [0, 3, 1, 0, 0], [0] * 5),
        (-8, [0] * 5, [0, 2, 0, 0, 0]),
        (-11, [0] * 5, [0, 3, 2, 0, 0]),
    ],
)
def test_a_bid_changes_the_automatic_points_turn_by_turn(bid: int, soviet: list[int], axis: list[int]) -> None:
    s = situation(moment="nothing", bid=bid)
    for turn in range(1, 6):
        s.turn = turn
        assert replacements.automatic(s, SOVIET) == soviet[turn - 1]
        assert replacements.automatic(s, AXIS) == axis[turn - 1]


@rule("12.2.2")
@pytest.mark.parametrize(("name", "hexes"), [("1GC Corps", 1), ("1T Army", 1)])
def test_a_card_that_slows_exploitation_leaves_one_hex(name: str, hexes: int) -> None:
    s = situation(turn=12, side="soviet", soviet={name: "2526"})
    before = exploitation.hexes(s, unit(name))
    slow = next((n, i) for n, c in enumerate(CARDS) for i, e in enumerate(c.effects) if getattr(e, "minimum", None))
    effects.begin(s, *slow, "turn")
    assert exploitation.hexes(s, unit(name)) == max(before - 1, 1) >= hexes

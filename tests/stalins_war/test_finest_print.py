"""Small print that other tests pass by: one situation and one expectation each."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, effect_kinds, effects, hand, replacements
from rasputitsa.titles.stalins_war.actions.combat import AdvanceAll, CombatDice
from rasputitsa.titles.stalins_war.combat import advance, attacks, card_window, eligibility, forces
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.events import other_fronts
from rasputitsa.titles.stalins_war.mapboard import COLUMN, PLAYABLE
from rasputitsa.titles.stalins_war.sequence import draw_phase
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SOVIET, Position

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

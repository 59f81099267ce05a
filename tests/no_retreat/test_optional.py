"""Chapter 15 and the digital modules: each optional rule alone, and all of them together."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import CHANCE, Dice
from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import validate
from rasputitsa.titles.no_retreat import TITLE, cards, payment
from rasputitsa.titles.no_retreat.codes import AXIS, DISORGANIZED, SOVIET
from rasputitsa.titles.no_retreat.combat.odds import local_support
from rasputitsa.titles.no_retreat.optional.initiative import InitiativeStakes, card_initiative
from rasputitsa.titles.no_retreat.optional.local_support import LocalSupport
from rasputitsa.titles.no_retreat.optional.partisans import Partisans
from rasputitsa.titles.no_retreat.options import EDITIONS, OPTIONS
from rasputitsa.titles.no_retreat.organization.reorganization import PayReorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

from .situation import begin, coins, deeds, do, is_full, marked, pay, refused, situation, unit, where
from .test_victory import with_vps

# -- [15.1] Abteilungen ------------------------------------------------------------------------------------------------


@rule("15.1")
def test_a_full_infantry_army_is_split_into_two_detachments_in_its_hex_or_beside_it():
    s = situation(turn=8, phase="organization", axis={"11th Army": "1608"}, abteilung=True)
    do(s, "split 11th Army")
    assert where(s, "11th Army") == "removed"
    do(s, "Abteilung Hollidt forms at 1608", "Abteilung Fretter-Pico forms at 1607")
    assert (where(s, "Abteilung Hollidt"), where(s, "Abteilung Fretter-Pico")) == ("1608", "1607")
    assert is_full(s, "Abteilung Hollidt")


@rule("15.1.1")
@rule("15.1")
def test_a_panzer_army_gives_a_step_for_the_mechanized_detachment():
    s = situation(turn=8, phase="organization", axis={"1st Panzer": "1608"}, abteilung=True)
    do(s, "split 1st Panzer", "Abteilung Kempf forms at 1608")
    assert not is_full(s, "1st Panzer")
    assert where(s, "Abteilung Kempf") == "1608"


@rule("15.1")
def test_splitting_needs_turn_8_supply_a_full_4_4_army_that_stands_alone_and_happens_once():
    axis = {
        "11th Army": "1608",
        "16th Army": "1808",
        "4th Army": "1707 reduced",
        "6th Army": "1505",
        "9th Army": "1505",
    }
    s = situation(turn=7, phase="organization", axis={**axis, "2nd Army": "shattered"}, abteilung=True)
    assert refused(s, "split 11th Army") == "15.1"
    s = situation(turn=8, phase="organization", axis=axis, abteilung=True)
    assert refused(s, "split 11th Army") == ""
    for name in ("16th Army", "4th Army", "6th Army"):
        assert refused(s, f"split {name}") == "15.1"
    do(s, "split 11th Army", "Abteilung Hollidt forms at 1608", "Abteilung Fretter-Pico forms at 1607")
    assert not any(deed.startswith("split") for deed in (deeds(s) if s.side == "axis" else ()))


@rule("15.1.2")
@rule("15.1")
def test_detachments_do_not_form_beside_the_old_hex_in_an_enemy_zone_of_control():
    s = situation(
        turn=8, phase="organization", axis={"11th Army": "1608"}, soviet={"West Front": "1610"}, abteilung=True
    )
    do(s, "split 11th Army")
    assert refused(s, "Abteilung Hollidt forms at 1609") == "15.1"
    assert refused(s, "Abteilung Hollidt forms at 1607") == ""


@rule("15.1")
def test_where_a_detachment_forms_is_chosen_on_the_map_since_it_is_nowhere_yet():
    s = situation(turn=8, phase="organization", axis={"11th Army": "1608"}, abteilung=True)
    do(s, "split 11th Army")
    assert {kind for kind, _ in s.handles()} == {"place"}
    assert validate(s.view("axis"), TITLE.board()) == []


@rule("X.3.1", book="no-retreat-digital")
@rule("X.3", book="no-retreat-digital")
def test_digital_detachments_cost_a_point_and_wait_shattered_and_reduced():
    axis = {"11th Army": "1608", "9th Army": "1608"}
    s = situation(turn=8, phase="organization", axis=axis, abteilung=True, edition="digital-1.1")
    do(s, "split 11th Army")
    assert s.event_vp == -1
    assert where(s, "Abteilung Hollidt") == "shattered"
    assert not is_full(s, "Abteilung Hollidt")
    assert where(s, "Abteilung Kempf") == "surrendered"
    assert not any(deed.startswith("place") for deed in deeds(s)), "not before the next Organization Phase"
    do(s, "end organization")
    s.turn = 9
    begin(s, "axis", "organization")
    do(s, "place Abteilung Hollidt at 1608")
    assert where(s, "Abteilung Hollidt") == "1608"


# -- [15.2] Fortified Fronts -------------------------------------------------------------------------------------------


@rule("15.2")
def test_a_4_3_front_becomes_two_fortified_fronts_once_from_turn_5_on():
    s = situation(turn=5, side="soviet", phase="organization", soviet={"West Front": "1718"}, fortified_front=True)
    do(s, "split West Front", "1st Fortified Front forms at 1718", "2nd Fortified Front forms at 1719")
    assert [where(s, n) for n in ("West Front", "1st Fortified Front", "2nd Fortified Front")] == [
        "removed",
        "1718",
        "1719",
    ]


@rule("15.2")
def test_only_a_4_3_front_and_not_before_turn_5():
    soviet = {"South Front": "1718", "West Front": "1518", "Reserve Front": "shattered"}
    s = situation(turn=5, side="soviet", phase="organization", soviet=soviet, fortified_front=True)
    assert refused(s, "split South Front") == "15.1", "a 3-3"
    s = situation(turn=4, side="soviet", phase="organization", soviet=soviet, fortified_front=True)
    assert refused(s, "split West Front") == "15.2"


@rule("X.4.1", book="no-retreat-digital")
@rule("X.4", book="no-retreat-digital")
def test_digital_fortified_fronts_cost_a_point_and_wait_shattered():
    options = {"fortified_front": True, "edition": "digital-1.1"}
    s = situation(turn=5, side="soviet", phase="organization", soviet={"West Front": "1718"}, **options)
    do(s, "split West Front")
    assert s.event_vp == 1
    assert (where(s, "1st Fortified Front"), where(s, "2nd Fortified Front")) == ("shattered", "shattered")


# -- [15.3] local combat support ---------------------------------------------------------------------------------------


@rule("15.3", "15.3.1", "15.3.2")
def test_local_support_goes_on_a_supplied_unit_after_the_moves():
    s = situation(axis={"2nd Panzer": "1608", "9th Army": "1519"}, local_support=True)
    assert not any(deed.startswith("support") for deed in deeds(s))
    do(s, "end movement")
    assert refused(s, "support 9th Army") == "15.3.1"
    do(s, "support 2nd Panzer")
    assert s.local_support == [unit(s, "2nd Panzer"), -1]


@rule("15.3.3")
@pytest.mark.parametrize(("turn", "axis", "soviet"), [(10, 2, 1), (11, 1, 2)])
def test_local_support_is_worth_two_for_one_side_and_one_for_the_other_until_turn_11(turn: int, axis: int, soviet: int):
    s = situation(turn=turn, phase=None, axis={"9th Army": "1608"}, soviet={"West Front": "1718"}, local_support=True)
    s.local_support = [unit(s, "9th Army"), unit(s, "West Front")]
    assert (local_support(s, unit(s, "9th Army")), local_support(s, unit(s, "West Front"))) == (axis, soviet)


@rule("X.2", book="no-retreat-digital")
@pytest.mark.parametrize(("initiative", "points"), [(AXIS, (2, 1)), (SOVIET, (1, 2))])
def test_digital_local_support_favours_the_side_with_the_initiative(initiative: int, points: tuple[int, int]):
    units = {"axis": {"9th Army": "1608"}, "soviet": {"West Front": "1718"}}
    s = situation(turn=5, phase=None, **units, local_support=True, edition="digital-1.1")
    s.local_support = [unit(s, "9th Army"), unit(s, "West Front")]
    s.initiative = initiative
    assert (local_support(s, unit(s, "9th Army")), local_support(s, unit(s, "West Front"))) == points


@rule("15.3.4.1")
@rule("15.3.4")
def test_the_marker_comes_off_at_the_next_movement_phase_or_when_its_unit_is_lost():
    s = situation(phase=None, axis={"2nd Panzer": "1608"}, local_support=True)
    s.local_support[AXIS] = unit(s, "2nd Panzer")
    begin(s, "soviet", "movement")
    assert s.local_support[AXIS] == unit(s, "2nd Panzer"), "it stays through the enemy's turn"
    begin(s, "axis", "movement")
    assert s.local_support[AXIS] == -1
    s.local_support[AXIS] = unit(s, "2nd Panzer")
    s.send(unit(s, "2nd Panzer"), -2)
    assert s.local_support[AXIS] == -1


@rule("15.3.5")
def test_the_marker_adds_no_step():
    s = situation(phase=None, axis={"2nd Panzer": "1608 reduced"}, local_support=True)
    s.local_support[AXIS] = unit(s, "2nd Panzer")
    assert steps(s, unit(s, "2nd Panzer")) == 1


def test_without_the_option_nobody_is_asked_for_local_support():
    s = situation(axis={"2nd Panzer": "1608"})
    do(s, "end movement")
    assert not isinstance(s.step, LocalSupport)


# -- [15.5] faster reorganization --------------------------------------------------------------------------------------


@rule("15.5.1")
@rule("15.5")
def test_a_card_with_the_initiative_mark_reorganizes_two_units():
    """Rasputitsa bears the German cross: while the Axis has the Initiative the Soviets reorganize two units with it."""
    units = {"West Front": "shattered", "South Front": "shattered"}
    for card, free in (("rasputitsa", True), ("heroes", False)):
        hand = (card, "no-mercy")
        s = situation(
            turn=5, side="soviet", phase="organization", soviet=units, soviet_hand=hand, faster_reorganization=True
        )
        do(s, "place West Front at 1718", "place South Front at 1518", "reorganize West Front")
        assert isinstance(s.step, PayReorganization)
        s.apply(next(a for a in s.legal() if str(a).find("Rasputitsa" if free else "Heroes") > 0))
        do(s, "reorganize South Front")
        assert pay(s) == (0 if free else 1)
        assert not marked(s, "South Front", DISORGANIZED)


# -- [15.6] no surrender -----------------------------------------------------------------------------------------------


@rule("15.6.1")
@rule("15.6")
@pytest.mark.parametrize(("points", "lost", "debt"), [(22, 0, 0), (23, 1, 0), (24, 1, 1), (25, 1, 2), (26, 1, 2)])
def test_sudden_death_costs_cards_instead_of_the_game(points: int, lost: int, debt: int):
    s = with_vps(situation(turn=5, phase=None, soviet_hand=coins("soviet", 2), no_surrender=True), AXIS, points)
    begin(s, "axis", "events")
    if lost:
        assert s.side == CHANCE
        assert [p.numerator / p.denominator for _, p in s.chances()] == [0.5, 0.5]
        s.apply(s.legal()[0])
    assert len(s.hand(SOVIET)) == 2 - lost
    assert s.draw_debt[SOVIET] == debt
    assert s.outcome() is None


@rule("X.6.1", book="no-retreat-digital")
@rule("X.6", book="no-retreat-digital")
def test_digital_no_surrender_makes_the_other_side_discard_after_its_draw():
    options = {"no_surrender": True, "edition": "digital-1.1"}
    s = with_vps(situation(turn=5, phase=None, soviet_hand=coins("soviet", 2), **options), AXIS, 25)
    begin(s, "axis", "events")
    s.apply(s.legal()[0])
    assert s.toss_debt[SOVIET] == 2
    begin(s, "soviet", "card")
    dice = Dice(1)
    while s.side == CHANCE:
        s.apply(dice.roll(s))
    assert isinstance(s.step, payment.PenaltyDiscard)
    assert pay(s) == 2
    assert s.toss_debt[SOVIET] == 0


# -- [15.8], [15.9] Rezervy, partisans ---------------------------------------------------------------------------------


@rule("15.8")
def test_rezervy_appears_among_the_destroyed_on_turn_5_and_stacks_for_free():
    s = situation(turn=4, side="soviet", phase="organization", soviet={"West Front": "1718"}, rezervy=True)
    assert where(s, "Rezervy") == "out"
    hand = coins("soviet", 1)
    s = situation(
        turn=5, side="soviet", phase="organization", soviet={"West Front": "1718"}, soviet_hand=hand, rezervy=True
    )
    assert where(s, "Rezervy") == "destroyed"
    do(s, "place Rezervy at 1718")
    assert pay(s) == 1
    assert where(s, "Rezervy") == "1718", "beside West Front"


@rule("15.8.1")
@rule("15.8")
@pytest.mark.parametrize(("at", "box"), [("1718", "1718"), ("1518", "destroyed")])
def test_rezervy_without_a_unit_to_back_is_destroyed_at_the_end_of_movement(at: str, box: str):
    s = situation(turn=3, side="soviet", soviet={"Rezervy": at, "West Front": "1718"}, rezervy=True)
    do(s, "end movement")
    assert where(s, "Rezervy") == box


@rule("15.9")
def test_the_paratroop_marker_comes_to_the_rail_box_on_turn_4():
    for turn, box in ((3, "out"), (4, "rail")):
        s = situation(turn=turn, side="soviet", phase="organization", soviet={"West Front": "1718"}, paratroops=True)
        assert where(s, "Paratroop") == box


def struck(weather: str = "snow", **kwargs: object) -> NoRetreatState:
    return situation(
        turn=5,
        side="soviet",
        phase="detraining",
        weather=weather,
        soviet={"West Front": "1718", "Paratroop": "rail"},
        axis={"9th Army": "1717", "6th Army": "1715", "4th Army": "1608"},
        paratroops=True,
        **kwargs,  # type: ignore[arg-type]
    )


@rule("15.9.1")
@rule("15.9")
def test_partisans_disorganize_an_axis_unit_near_a_supplied_soviet_one_in_bad_weather():
    s = struck()
    assert refused(s, "partisans strike 6th Army") == "15.9", "not adjacent"
    do(s, "partisans strike 9th Army")
    assert marked(s, "9th Army", DISORGANIZED)
    assert (where(s, "Paratroop"), s.arrives[unit(s, "Paratroop")]) == ("track", 10)
    begin(s, "axis", "removal")
    assert not marked(s, "9th Army", DISORGANIZED)


@rule("15.9")
def test_partisans_wait_for_bad_weather():
    assert not isinstance(struck("clear").step, Partisans)
    assert isinstance(struck("mud").step, Partisans)


@rule("X.5", book="no-retreat-digital")
def test_digital_partisans_shatter_a_unit_and_are_back_four_turns_later():
    s = struck(edition="digital-1.1")
    do(s, "partisans strike 9th Army")
    assert where(s, "9th Army") == "shattered"
    assert s.arrives[unit(s, "Paratroop")] == 9


def test_the_marker_in_the_box_takes_no_room_and_does_not_detrain():
    s = situation(turn=5, side="soviet", phase="detraining", soviet={"West Front": "1718", "Paratroop": "rail"})
    assert not any("Paratroop" in deed for deed in (deeds(s) if s.side == "soviet" else ()))


# -- [15.11] variable card initiative ----------------------------------------------------------------------------------


@rule("15.11", "15.11.1", "15.11.2")
def test_the_soviets_may_pay_a_point_a_turn_for_an_early_use_of_their_stars():
    s = situation(turn=9, phase=None, variable_initiative=True)
    assert s.star_turn == 12
    begin(s, "axis", "events")
    assert s.side == "soviet"
    do(s, "pay a VP for the Initiative")
    assert (s.star_turn, s.event_vp) == (11, 0), "El Alamein gave a point, the counter cost one"
    assert card_initiative(s, SOVIET) == AXIS
    s.turn = 11
    assert card_initiative(s, SOVIET) == SOVIET
    assert card_initiative(s, AXIS) == AXIS


@rule("15.11.2.1")
@rule("15.11.2")
def test_on_turn_12_the_counter_is_reset():
    s = with_vps(situation(turn=11, phase=None, variable_initiative=True), AXIS, 20)
    s.star_turn = 9
    s.initiative = AXIS
    begin(s, "axis", "events")
    assert s.star_turn == 12


@rule("15.11.3")
def test_from_turn_12_on_the_axis_may_pay_to_keep_its_crosses():
    s = with_vps(situation(turn=11, phase=None, variable_initiative=True), AXIS, 20)
    s.initiative = AXIS
    begin(s, "axis", "events")
    assert s.side == "axis"
    do(s, "pay a VP for the Initiative")
    assert s.star_turn == 13
    assert s.initiative == SOVIET
    assert card_initiative(s, AXIS) == AXIS
    assert card_initiative(s, SOVIET) == SOVIET
    s.turn = 13
    assert card_initiative(s, AXIS) == SOVIET


@rule("15.11.2")
def test_the_point_is_paid_only_while_the_round_marker_can_move():
    s = situation(turn=8, phase=None, variable_initiative=True)
    s.event_vp = 6
    begin(s, "axis", "victory")
    assert not isinstance(s.step, InitiativeStakes)


# -- [15.4], X.8 -------------------------------------------------------------------------------------------------------


@rule("X.8", book="no-retreat-digital")
def test_balance_options_change_the_draw():
    s = situation(phase=None, axis_draw=1, soviet_draw=-1)
    assert (cards.draw_rate(s, AXIS), cards.draw_rate(s, SOVIET)) == (5, 3)


# -- all together ------------------------------------------------------------------------------------------------------


def random_options(rng: random.Random, edition: str, scenario: str) -> dict[str, object]:
    """A random set of options that may be combined."""
    return {
        o.name: rng.choice(o.choices)
        for o in OPTIONS
        if (not o.editions or edition in o.editions) and (not o.scenarios or scenario in o.scenarios)
    }


@pytest.mark.parametrize("seed", range(12))
def test_random_sets_of_options_combine_in_every_scenario_and_edition(seed: int):
    rng = random.Random(seed)
    scenario = TITLE.scenarios[seed % len(TITLE.scenarios)].name
    edition = EDITIONS[seed % len(EDITIONS)]
    options = random_options(rng, edition, scenario)
    s = TITLE.new(scenario, edition, **options)  # type: ignore[arg-type]
    dice = Dice(seed)
    decisions = 0
    while not s.over:
        if s.side == CHANCE:
            s.apply(dice.roll(s))
        else:
            s.apply(s.sample(rng))
            decisions += 1
            assert decisions < TITLE.decision_cap
    assert s.outcome() is not None
    assert s.check() == []

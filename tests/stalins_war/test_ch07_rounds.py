"""[7.1-7.4, 4.4.9, 4.5, 6.0, 15.1.1, 18.0] Action rounds: cards for OPS and RPs, the consecutive count, 0 OPS rounds,
Banked OPS, rasputitsa, limits of RP and Reinforcement plays, and the order of a turn."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, action_round, banked, cards, effects, ops
from rasputitsa.titles.stalins_war.actions.rounds import PlayOps, PlayRp
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.mapboard import NEXT
from rasputitsa.titles.stalins_war.sequence import ActionPhase, begin_round, end_round, start
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    GE,
    GONE,
    IDLE,
    LATER,
    MOBILIZATION,
    OPS,
    PZ,
    RP,
    SOVIET,
    SU,
    ZERO,
    Position,
)
from rasputitsa.titles.stalins_war.weather import axis_freezes, rasputitsa, winter_1942

from .situation import act, can, card, chance, choices, place, refused, situation, unit

SORGE, STUKAS = "Soviet 7 Sorge", "Axis 24 Stukas"


def choosing(**more: object) -> Position:
    """The Axis player with three cards chooses the action of his round."""
    given = {"axis_hand": ["axis-16", "axis-24", "axis-12"], "axis": {"6th Army": "1822"}, **more}
    return situation(moment="action", **given)  # type: ignore[arg-type]


# -- cards ----------------------------------------------------------------------------------------------------------


@rule("2.3.1", "7.1.2", "4.3.3", "4.3.3.1")
def test_each_side_has_25_blitz_and_30_total_war_cards() -> None:
    s = TITLE.new("campaign")
    for side in (AXIS, SOVIET):
        own = [c for n, c in enumerate(CARDS) if cards.owner(n) == side]
        assert [sum(c.deck == deck for c in own) for deck in ("blitz", "total-war")] == [25, 30]
    for number in (51, 52, 55):
        assert s.card[card(f"axis-{number}")] == LATER


@rule("2.3.2", "7.1.1", "7.1.4", "7.2.6")
def test_every_card_goes_for_ops_or_rps() -> None:
    s = choosing()
    assert set(choices(s, PlayOps)) == {
        "Axis 12 Panzer Refit for OPS",
        "Axis 16 Hedgehogs for OPS",
        "Axis 24 Stukas for OPS",
    }
    assert len(choices(s, PlayRp)) == 3
    assert refused(s, "Axis 15 Kleist for OPS") == "7.2.6" and refused(s, f"{SORGE} for OPS") == "7.2.6"


@rule("2.3.3", "7.5.1c")
def test_only_event_play_removes_an_asterisked_card() -> None:
    s = choosing()
    act(s, "Axis 16 Hedgehogs for OPS")
    assert s.card[card("axis-16")] == DISCARDED
    cards.spend_event(s, card("axis-12"))
    cards.spend_event(s, card("axis-24"))
    assert s.card[card("axis-12")] == GONE and s.card[card("axis-24")] == DISCARDED
    assert effects.played(s, "axis-12") and not effects.played(s, "axis-16")


# -- OPS and the consecutive count ----------------------------------------------------------------------------------


@rule("7.3.1", "7.3.2", "7.3.2.1", "4.1.4")
def test_the_count_goes_up_first_and_takes_off_one_for_each_round_in_a_row() -> None:
    """The example of 7.3.2: three cards of 4 OPS in a row are worth 4, 3 and 2."""
    s = choosing()
    assert s.count == [0, 0]
    for before, points in ((0, 4), (1, 3), (2, 2), (3, 1), (5, 0)):
        s = choosing()
        s.count[AXIS] = before
        assert action_round.ops_of(s, card("axis-16")) == points
        act(s, "Axis 16 Hedgehogs for OPS")
        assert (s.ops, s.count[AXIS], s.kind) == (points, before + 1, OPS)


@rule("7.3.2", "7.3.2.2")
def test_an_rp_play_resets_the_count() -> None:
    s = choosing(turn=5, round=3)
    s.count[AXIS] = 3
    act(s, "Axis 16 Hedgehogs for RPs")
    assert s.count[AXIS] == 0


@rule("4.4.9")
@pytest.mark.parametrize(("turn", "edition", "left"), [(2, "living", 2), (5, "living", 0), (2, "printed", 0)])
def test_axis_rp_plays_of_turns_1_to_4_leave_the_count(turn: int, edition: str, left: int) -> None:
    """SW-20: it stays."""
    s = choosing(turn=turn, round=3, edition=edition)
    s.count[AXIS] = 2
    act(s, "Axis 16 Hedgehogs for RPs")
    assert s.count[AXIS] == left


@rule("4.4.9")
def test_soviet_rp_plays_reset_the_count_on_all_turns() -> None:
    s = situation(moment="action", side="soviet", turn=2, soviet_hand=["soviet-07"], soviet={"13R Army": "2722"})
    s.count[SOVIET] = 2
    act(s, f"{SORGE} for RPs")
    assert s.count[SOVIET] == 0


@rule("7.2.6", "7.2.6.1")
def test_a_0_ops_round_with_movement_leaves_the_count_and_lets_banked_ops_be_spent() -> None:
    s = choosing()
    s.count[AXIS], s.banked[AXIS] = 2, 1
    act(s, "0 OPS round")
    assert (s.kind, s.ops, s.count[AXIS]) == (ZERO, 0, 2) and s.step.name == "Movement"
    assert ops.available(s, place("1822")) == 1


@rule("7.2.6", "7.2.6.2", "7.3.2.2")
def test_an_idle_round_resets_the_count() -> None:
    s = choosing()
    s.count[AXIS] = 2
    act(s, "0 OPS round without movement")
    assert s.count[AXIS] == 0 and len(s.hand(AXIS)) == 3


@rule("7.2.6", "7.2.6.2")
def test_an_idle_round_may_swap_a_card() -> None:
    s = choosing()
    s.count[AXIS] = 2
    act(s, f"0 OPS round without movement; swap {STUKAS}")
    assert s.side == CHANCE and s.kind == IDLE and s.count[AXIS] == 0
    chance(s)
    assert len(s.hand(AXIS)) == 3 and s.card[card("axis-24")] == DISCARDED


@rule("7.4.1", "7.4.5")
def test_an_rp_card_records_its_points_by_kind_and_nothing_moves() -> None:
    s = choosing()
    act(s, "Axis 12 Panzer Refit for RPs")
    points = CARDS[card("axis-12")].rp
    assert s.rp[GE] == 2 * points.GE and s.rp[PZ] == 2 * points.PZ and s.before[AXIS] == RP
    t = situation(moment="action", side="soviet", soviet_hand=["soviet-08"], soviet={"13R Army": "2722"})
    act(t, "Soviet 8 Industrial Evacuation for RPs")
    assert t.rp[SU] == 8


@rule("7.4.2", "7.4.3", "7.4.3.1")
@pytest.mark.parametrize(
    ("side", "turn", "most"), [("soviet", 2, 2), ("axis", 2, 1), ("axis", 5, 2), ("axis", 9, 2), ("axis", 13, 1)]
)
def test_rp_cards_a_turn(side: str, turn: int, most: int) -> None:
    s = situation(moment="action", side=side, turn=turn, round=4)
    for played in range(4):
        s.rp_cards[s.active] = played
        assert (action_round.why_no_rp(s) is None) == (played < most)


@rule("7.4.4")
def test_no_rp_cards_in_two_rounds_running() -> None:
    s = situation(moment="action", side="soviet", soviet_hand=["soviet-07", "soviet-08"], soviet={"13R Army": "2722"})
    s.before[SOVIET] = RP
    assert refused(s, f"{SORGE} for RPs") == "7.4.4"


@rule("7.4.4", "7.4.4.1")
def test_a_new_turn_forgets_the_last_round_of_the_old_one() -> None:
    s = situation(moment="nothing", turn=2)
    s.before, s.rp_cards, s.reinforcements, s.rp_events = [RP, RP], [1, 2], [1, 1], 1
    s.turn = 3
    start(s)
    assert (s.before, s.rp_cards, s.reinforcements, s.rp_events) == ([0, 0], [0, 0], [0, 0], 0)


@rule("4.4.1", "4.4.1.2")
def test_no_rp_and_no_reinforcement_action_on_turn_1() -> None:
    s = situation(moment="action", turn=1, axis_hand=["axis-16", "axis-01"], axis={"6th Army": "1822"})
    assert refused(s, "Axis 16 Hedgehogs for RPs") == "4.4.1"
    assert refused(s, "Axis 1 German Reinforcements as event") == "4.4.1"


@rule("7.5.2a", "4.5.1")
@pytest.mark.parametrize(("side", "turn", "most"), [("soviet", 2, 2), ("soviet", 3, 1), ("axis", 2, 1)])
def test_reinforcement_cards_a_turn(side: str, turn: int, most: int) -> None:
    s = situation(moment="action", side=side, turn=turn, round=4)
    for played in range(3):
        s.reinforcements[s.active] = played
        assert (action_round.why_no_reinforcements(s) is None) == (played < most)


@rule("4.5.1", "4.5.1.1")
def test_the_two_mobilization_cards_do_not_follow_each_other() -> None:
    s = situation(moment="action", side="soviet", turn=2, round=2)
    s.reinforcements[SOVIET], s.before[SOVIET] = 1, MOBILIZATION
    refusal = action_round.why_no_reinforcements(s)
    assert refusal and refusal.rule == "4.5.1"
    s.before[SOVIET] = OPS
    assert action_round.why_no_reinforcements(s) is None


# -- spending -------------------------------------------------------------------------------------------------------


@rule("18.1.1", "18.1.4", "7.3.4")
def test_ops_of_the_card_go_before_banked_ops_and_cannot_be_kept() -> None:
    s = situation(ops=1, axis={"6th Army": "1822"})
    s.banked[AXIS] = 2
    ops.spend(s, place("1822"))
    assert (s.ops, s.banked[AXIS]) == (0, 2)
    ops.spend(s, place("1822"), 2)
    assert s.banked[AXIS] == 0
    s.ops = 3
    act(s, "end movement")
    while s.active == AXIS and s.step.name != "ChooseAction" and s.side == "axis":
        s.apply(s.legal()[-1])
    assert s.ops == 0 and s.banked == [0, 0]


@rule("7.5.1a")
def test_ops_of_an_event_may_be_bound_to_hexes() -> None:
    s = situation(ops=2, axis={"6th Army": "1822"})
    s.ops_zone = 1 << place("2527")
    assert ops.available(s, place("1822")) == 0 and ops.available(s, place("2527")) == 2
    refusal = ops.why_not(s, place("1822"))
    assert refusal and refusal.rule == "7.5.1a"
    s.banked[AXIS] = 1
    ops.spend(s, place("1822"))
    assert (s.ops, s.banked[AXIS]) == (2, 0)


# -- Banked OPS -----------------------------------------------------------------------------------------------------


def receive(turn: int, **more: object) -> Position:
    s = situation(moment="nothing", turn=turn, **more)  # type: ignore[arg-type]
    banked.receive(s)
    return s


@rule("18.2.1", "4.1.3")
def test_the_axis_receives_one_banked_ops_from_turn_2_on() -> None:
    assert receive(1).banked == [0, 0] and receive(2).banked == [1, 0] and receive(18).banked[AXIS] == 1


@rule("18.2.2")
def test_no_axis_banked_ops_after_hitler_takes_command() -> None:
    s = situation(moment="nothing", turn=6)
    effects.begin(s, card("axis-18"), 0, "game")
    banked.receive(s)
    assert s.banked[AXIS] == 0


@rule("18.3.1", "18.3.2", "18.3.3", "18.3.3.1", "16.4.7")
@pytest.mark.parametrize(
    ("lost", "stalin", "points"),
    [([], "2722", 3), (["3115"], "2722", 1), (["3032"], "2722", 2), (["3115", "3032"], "2722", 0), ([], "3725", 0)],
)
def test_lend_lease_comes_by_archangel_and_astrakhan_while_stalin_is_in_moscow(
    lost: list[str], stalin: str, points: int
) -> None:
    s = situation(moment="nothing", turn=6, soviet={"Stalin": stalin}, axis_holds=lost)
    assert banked.lend_lease(s) == 0
    effects.allow(s, "banked-lend-lease")
    banked.receive(s)
    assert s.banked[SOVIET] == s.lend_lease == points


@rule("18.3.3", "18.3.3.1")
def test_convoy_pq_17_stops_archangel_for_two_turns() -> None:
    s = situation(moment="nothing", turn=6, soviet={"Stalin": "2722"})
    effects.allow(s, "banked-lend-lease")
    effects.begin(s, card("axis-20"), 0, "game", 6)
    points = []
    for turn in (7, 8, 9):
        s.turn = turn
        points.append(banked.lend_lease(s))
    assert points == [1, 1, 3]


@rule("18.1.2", "18.1.3", "6.0.4")
def test_banked_ops_last_until_the_end_of_the_turn() -> None:
    s = situation(turn=6, axis={"6th Army": "1822"})
    s.banked = [1, 3]
    begin_round(s)
    end_round(s)
    assert s.banked == [1, 3]
    banked.lose(s)
    assert s.banked == [0, 0]


# -- weather --------------------------------------------------------------------------------------------------------


@rule("15.1.1", "15.1.1.1")
def test_rasputitsa_is_round_1_of_fall_and_rounds_1_and_2_of_spring() -> None:
    for turn in TURNS.values():
        muddy = {"Fall": (1,), "Spring": (1, 2)}.get(turn.season, ())
        assert turn.rasputitsa_rounds == muddy


@rule("15.1.1")
def test_no_ops_and_no_movement_in_rasputitsa() -> None:
    s = choosing(turn=3)
    assert rasputitsa(s)
    assert refused(s, "Axis 16 Hedgehogs for OPS") == "15.1.1" and refused(s, "0 OPS round") == "15.1.1"
    assert can(s, "Axis 16 Hedgehogs for RPs") and can(s, "0 OPS round without movement")


@rule("15.1.1", "15.1.1.3", "7.3.2")
@pytest.mark.parametrize("order", ["0 OPS round without movement", f"0 OPS round without movement; swap {STUKAS}"])
def test_the_count_is_never_reset_in_rasputitsa(order: str) -> None:
    s = choosing(turn=5)
    s.count[AXIS] = 2
    act(s, order)
    chance(s)
    assert s.count[AXIS] == 2
    t = choosing(turn=5)
    t.count[AXIS] = 2
    act(t, "Axis 16 Hedgehogs for RPs")
    assert t.count[AXIS] == 2


@rule("15.1.2", "15.1.2.1", "C.10")
def test_winter_uniforms_spare_the_axis_but_not_from_shock_armies() -> None:
    s = situation(moment="nothing", turn=4)
    assert winter_1942(s) and axis_freezes(s)
    effects.begin(s, card("axis-19"), 0, "game")
    assert winter_1942(s) and not axis_freezes(s)
    assert not winter_1942(situation(moment="nothing", turn=8))


# -- the order of a turn --------------------------------------------------------------------------------------------


@rule("7.2.1", "7.2.2", "7.2.3", "6.0", "4.4.1")
@pytest.mark.parametrize(("turn", "rounds"), [(1, 1), (2, 5)])
def test_the_players_alternate_the_axis_first(turn: int, rounds: int) -> None:
    s = situation(moment="nothing", turn=turn, axis={"6th Army": "1623"}, soviet={"13R Army": "2722"})
    s.push(ActionPhase, AXIS)
    s.settle()
    seen = []
    while s.stack and s.step.name == "ChooseAction":
        seen.append((s.round, s.side))
        act(s, "0 OPS round without movement")
    assert seen == [(number, side) for number in range(1, rounds + 1) for side in ("axis", "soviet")]


@rule("4.4.5", "6.0.1")
def test_each_side_has_its_attrition_right_after_its_last_round() -> None:
    s = situation(moment="nothing", turn=1, axis={"6th Army": "1623"}, soviet={"13R Army": "1218", "20R Army": "2722"})
    s.trenches[AXIS] = NEXT[place("1218")]
    s.memo.clear()
    s.push(ActionPhase, AXIS)
    s.settle()
    act(s, "0 OPS round without movement")
    assert s.place[unit("13R Army")] >= 0
    act(s, "0 OPS round without movement")
    assert s.place[unit("13R Army")] < 0


@rule("7.2.4", "13.1.1")
def test_a_round_begins_with_a_check_of_supply_and_clean_marks() -> None:
    s = situation(moment="nothing", turn=6, axis={"6th Army": "1822"})
    s.moved = s.fought = s.combat = s.blitz = 7
    s.set_supply(unit("6th Army"), 2)
    begin_round(s)
    assert not (s.moved | s.fought | s.combat | s.blitz) and s.supply[unit("6th Army")] == 0


@rule("7.5.1")
def test_only_events_that_show_a_hand_cannot_be_taken_back() -> None:
    s = situation(moment="action", turn=8, axis={"6th Army": "1822"}, axis_hand=["axis-51", "axis-16"])
    assert s.reveals(TITLE.lexicon.parse("Axis 51 Foreign Armies East as event"))
    assert not s.reveals(TITLE.lexicon.parse("Axis 16 Hedgehogs as event"))

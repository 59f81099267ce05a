"""[14.0, 7.5.2c, 4.5.2, 21.0] Replacements, entry hexes, automatic points and bidding."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import entry, replacements
from rasputitsa.titles.stalins_war.actions.rounds import Rebuild, Replace
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, LAND, TOWNS
from rasputitsa.titles.stalins_war.sequence import axis_replacements, soviet_replacements
from rasputitsa.titles.stalins_war.state import (
    AX,
    AX_HUNGARIAN,
    AXIS,
    FORTRESS,
    GE,
    GE_HOME,
    OUT,
    PZ,
    SOVIET,
    SU,
    SU_MOBILE,
    Position,
)

from .situation import act, at, can, choices, hexes, place, refused, situation, unit


def spending(side: str = "axis", points: dict[int, int] | None = None, turn: int = 6, **more: object) -> Position:
    """A side spends these points, in halves."""
    s = situation(moment="nothing", turn=turn, side=side, **more)  # type: ignore[arg-type]
    for kind, halves in (points or {}).items():
        s.rp[kind] = halves
    s.push(replacements.Replacements, s.active)
    s.settle()
    return s


# -- steps ----------------------------------------------------------------------------------------------------------


@rule("14.1.1", "14.1.2", "14.1.3")
def test_an_scu_step_costs_half_a_point_and_an_lcu_step_a_whole_one() -> None:
    s = spending("soviet", {SU: 4}, soviet={"West Front": "2722 -1", "13R Army": "2722 -1"})
    act(s, "West Front regains a step")
    assert s.rp[SU] == 2 and s.lost[unit("West Front")] == 0
    act(s, "13R Army regains a step")
    assert s.rp[SU] == 1


@rule("14.1.3")
def test_half_a_point_is_not_enough_for_an_lcu() -> None:
    s = spending("soviet", {SU: 1}, soviet={"West Front": "2722 -1", "13R Army": "2722 -1"})
    assert refused(s, "West Front regains a step") == "14.1.3" and can(s, "13R Army regains a step")


@rule("14.1.2")
def test_units_out_of_supply_get_no_replacements_but_those_in_fortress_supply_do() -> None:
    """SW-58"""
    s = spending("soviet", {SU: 4}, soviet={"West Front": "2722 -1", "13R Army": "2722 -1", "20R Army": "2722"})
    s.set_supply(unit("West Front"), OUT)
    s.set_supply(unit("13R Army"), FORTRESS)
    assert refused(s, "West Front regains a step") == "14.1.2" and can(s, "13R Army regains a step")
    assert refused(s, "20R Army regains a step") == "14.1.2"


@rule("14.1.2", "14.1.2.1")
def test_points_may_be_spent_on_units_in_the_other_fronts_box() -> None:
    s = spending("axis", {GE: 2}, axis={"6th Army": "other-fronts -2", "43 Corps": "eliminated -1"})
    act(s, "6th Army regains a step")
    assert s.lost[unit("6th Army")] == 1 and at(s, "6th Army") == "other-fronts"


@rule("14.1.6")
def test_asterisked_steps_are_never_replaced() -> None:
    """German armies come back to 4-3 and no further."""
    s = spending("axis", {GE: 9}, axis={"6th Army": "1621 -3"})
    act(s, "6th Army regains a step", "6th Army regains a step")
    assert s.attack(unit("6th Army")) == 4
    assert refused(s, "6th Army regains a step") == "14.1.6"


@rule("14.1.7")
def test_each_kind_of_point_is_for_its_own_units() -> None:
    units = {"6th Army": "1621 -1", "43 Corps": "1621 -1", "3Pz Corps": "1621 -1", "RO 3rd Army": "1429 -1"}
    kinds = {GE: ["43 Corps"], PZ: ["3Pz Corps"], AX: ["RO 3rd Army"]}
    for kind, names in kinds.items():
        s = spending("axis", {kind: 2}, axis=units)
        assert choices(s, Replace) == [f"{name} regains a step" for name in names]


@rule("14.2.2")
def test_no_panzer_replacements_without_the_usir() -> None:
    s = spending("axis", {PZ: 4}, axis={"3Pz Corps": "1621 -1", "14 Pz Corps": "eliminated"}, soviet_holds=["1321"])
    assert refused(s, "3Pz Corps regains a step") == "14.2.2" and not choices(s, Rebuild)


# -- rebuilding -----------------------------------------------------------------------------------------------------


@rule("14.1.2", "14.1.4")
def test_an_eliminated_unit_comes_back_on_its_weakest_step_like_a_reinforcement() -> None:
    """SW-59: more steps in the same phase at the same price."""
    s = spending("axis", {GE: 6}, axis={"6th Army": "eliminated"})
    act(s, "6th Army is rebuilt in 1218")
    assert (at(s, "6th Army"), s.lost[unit("6th Army")], s.rp[GE]) == ("1218", 3, 4)
    act(s, "6th Army regains a step")
    assert s.lost[unit("6th Army")] == 2


@rule("14.1.4", "14.1.6")
def test_units_that_can_never_be_rebuilt_do_not_come_back() -> None:
    s = spending("soviet", {SU: 6}, soviet={"16M Corps": "eliminated", "13M Corps": "eliminated"})
    assert {order.split(" is ")[0] for order in choices(s, Rebuild)} == {"13M Corps"}


@rule("14.1.2")
def test_units_on_the_turn_track_cannot_be_rebuilt() -> None:
    s = spending("axis", {GE: 6}, axis={"6th Army": "track"})
    assert refused(s, "6th Army is rebuilt in 1218") == "14.1.2"


@rule("14.1.5", "6.0.2")
def test_unspent_points_are_lost() -> None:
    """SW-60: halves too."""
    s = spending("axis", {GE: 3, PZ: 1, AX_HUNGARIAN: 1, GE_HOME: 2}, axis={"43 Corps": "1621 -1"})
    act(s, "end replacements")
    assert not any(s.rp)


@rule("6.0.2")
def test_the_soviets_spend_their_points_first() -> None:
    s = situation(moment="nothing", turn=6)
    s.rp[SU] = s.rp[GE] = 2
    soviet_replacements(s)
    s.settle()
    assert s.side == "soviet"
    act(s, "end replacements")
    assert not s.rp[SU]
    axis_replacements(s)
    s.settle()
    assert s.side == "axis"


# -- points for some units only -------------------------------------------------------------------------------------


@rule("14.1.7", "7.4.1")
def test_points_for_germany_hungarians_and_mobile_units_are_spent_first_and_on_nobody_else() -> None:
    s = spending(
        "axis", {GE_HOME: 2, GE: 1}, axis={"43 Corps": "1621 -1", "34 Corps": "1822 -1", "53 Corps": "eliminated"}
    )
    act(s, "43 Corps regains a step")
    assert (s.rp[GE_HOME], s.rp[GE]) == (1, 1)
    act(s, "34 Corps regains a step")
    assert (s.rp[GE_HOME], s.rp[GE]) == (1, 0)
    assert can(s, "53 Corps is rebuilt in 1218")
    t = spending("axis", {AX_HUNGARIAN: 4}, axis={"HU 3rd Army": "1123 -1", "RO 3rd Army": "1429 -1"})
    assert choices(t, Replace) == ["HU 3rd Army regains a step"]
    u = spending("soviet", {SU_MOBILE: 4}, soviet={"3T Army": "2722 -1", "13R Army": "2722 -1", "1GC Corps": "2722 -1"})
    assert set(choices(u, Replace)) == {"3T Army regains a step", "1GC Corps regains a step"}


# -- entry ----------------------------------------------------------------------------------------------------------


@rule("7.5.2c", "7.5.2c.1", "3.0.4")
def test_axis_units_enter_in_cities_sources_and_fortresses_of_their_nation() -> None:
    """SW-31: inside the nation's borders."""
    s = situation(turn=6)
    german = entry.hexes(s, unit("2nd Army"))
    assert {"1218", "1321", "1719", "1117"} <= hexes(german) and not german & ~COUNTRY["germany"]
    assert hexes(entry.hexes(s, unit("HU 2nd Army"))) == {"1123", "1224"}
    assert hexes(entry.hexes(s, unit("RO Mtn Corps"))) == {"1429"}


@rule("7.5.2c", "7.5.2c.2")
def test_soviet_units_enter_in_towns_too_in_the_living_rules() -> None:
    s = situation(turn=6)
    assert entry.hexes(s, unit("16R Army")) & TOWNS
    t = situation(turn=6, edition="printed")
    assert not entry.hexes(t, unit("16R Army")) & TOWNS and entry.hexes(t, unit("16R Army")) >> place("2722") & 1


@rule("7.5.2c", "7.5.2c.1")
def test_an_entry_hex_must_be_friendly_in_full_supply_and_have_room() -> None:
    """SW-33"""
    s = situation(turn=6, axis_holds=["2626"], soviet={"West Front": "2722"})
    found = hexes(entry.hexes(s, unit("Bryansk Front")))
    assert "2626" not in found and "2722" not in found and "2624" in found
    s.trenches[AXIS] = LAND.adjacent[place("2624")]
    s.memo.clear()
    assert "2624" not in hexes(entry.hexes(s, unit("Bryansk Front")))


@rule("7.5.2c", "7.5.2c.6")
def test_italians_enter_at_bucharest_or_odessa_while_axis_controlled() -> None:
    s = situation(turn=6)
    assert hexes(entry.hexes(s, unit("IT CSIR"))) == {"1429"}
    t = situation(turn=6, axis_holds=["1829"], soviet_holds=["1429"])
    assert hexes(entry.hexes(t, unit("IT CSIR"))) == {"1829"}


# -- automatic points -----------------------------------------------------------------------------------------------


def automatic(bid: int, edition: str = "living") -> tuple[list[int], list[int]]:
    """The automatic points of the Soviets and of the Axis on turns 1 to 7."""
    s = situation(moment="nothing", bid=bid, edition=edition)
    out: tuple[list[int], list[int]] = ([], [])
    for turn in range(1, 8):
        s.turn = turn
        out[0].append(replacements.automatic(s, SOVIET))
        out[1].append(replacements.automatic(s, AXIS))
    return out


@rule("4.5.2")
def test_the_soviets_receive_three_points_on_turns_2_and_3() -> None:
    assert automatic(0) == ([0, 3, 3, 0, 0, 0, 0], [0] * 7)
    assert automatic(0, "printed") == ([0] * 7, [0] * 7)


@rule("4.5.2", "4.5.2.1")
def test_the_free_points_are_no_rp_play() -> None:
    s = situation(moment="nothing", turn=2)
    soviet_replacements(s)
    s.settle()
    assert s.rp[SU] == 6 and s.rp_cards == [0, 0]


@rule("21.0", "21.0.1")
@pytest.mark.parametrize(
    ("bid", "soviet", "axis"),
    [
        (2, [0, 3, 3, 2, 0, 0, 0], [0] * 7),
        (8, [0, 3, 3, 3, 3, 2, 0], [0] * 7),
        (-2, [0, 3, 1, 0, 0, 0, 0], [0] * 7),
        (-6, [0] * 7, [0] * 7),
        (-8, [0] * 7, [0, 2, 0, 0, 0, 0, 0]),
        (-11, [0] * 7, [0, 3, 2, 0, 0, 0, 0]),
    ],
)
def test_a_bid_adds_points_three_a_turn_at_most(bid: int, soviet: list[int], axis: list[int]) -> None:
    assert automatic(bid) == (soviet, axis)


@rule("21.0")
def test_the_axis_names_the_kind_of_each_automatic_point() -> None:
    """SW-67"""
    s = situation(moment="nothing", turn=2, bid=-8, axis={"3Pz Corps": "1621 -1"})
    axis_replacements(s)
    s.settle()
    assert s.side == "axis" and refused(s, "one point of SU") == "21.0"
    act(s, "one point of PZ", "one point of GE")
    assert (s.rp[PZ], s.rp[GE], s.rp[AX]) == (2, 2, 0) and s.step.name == "Replacements"


@rule("4.4.5")
def test_no_replacements_on_turn_1() -> None:
    s = spending("soviet", {SU: 4}, turn=1, soviet={"13R Army": "2722 -1"})
    assert s.over

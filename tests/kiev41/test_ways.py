"""10.9, 10.1, 2.5: the way a block walks is the way it pays for, and an HQ chooses its own."""

from __future__ import annotations

from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.components import NUMBER
from rasputitsa.titles.kiev41.state import Kiev
from tests.kiev41.situation import (
    at,
    control,
    controller,
    do,
    empty,
    impulse,
    legal,
    line,
    may,
    options_to,
    put,
    refused,
    revealed,
    tactical,
)


def preview(s: Kiev, order: str) -> dict[str, object]:
    """What the client shows of an order."""
    handle: Handle = ("piece", NUMBER[order.removeprefix("activate ").split()[0]])
    return next(shown.preview for shown in s.show(handle) if shown.do == order)


def engaged_panzer() -> Kiev:
    """The 3rd Panzer Corps is engaged in 37; 36 behind it is friendly, 21 and 22 before it are empty and Soviet."""
    s = empty(front="river")
    control(s, "soviet", "21 22")
    put(s, "36", "Kleist")
    put(s, "37", "26A")
    put(s, "37", "3Pz")
    return tactical(s, "axis", "Kleist in 36")


@rule("10.9.3", "2.5.2", "2.8")
def test_a_disengaging_block_walks_the_way_it_pays_for() -> None:
    """37 and 21 are neighbours, but the way out of an engagement leads first through friendly 36."""
    s = engaged_panzer()
    assert preview(s, "3Pz 37-21") == {"path": ["37", "36", "21"], "cost": 3}
    do(s, "3Pz 37-22")
    assert controller(s, "21") == "axis", "it came through 36 and 21"
    assert (at(s, "3Pz"), controller(s, "22"), s.mp) == ("22", "axis", 1)


@rule("10.9.3")
def test_a_disengaging_block_goes_straight_into_a_friendly_area() -> None:
    s = engaged_panzer()
    assert preview(s, "3Pz 37-36") == {"path": ["37", "36"], "cost": 2}


@rule("10.1.2", "10.1", "2.5.2")
def test_an_hq_may_choose_its_way_to_the_place_where_it_is_revealed() -> None:
    """From 36 to 23 leads 37 as well as 21 and 22; by 21 Kleist takes both."""
    s = empty(front="river")
    put(s, "36", "Kleist")
    do(impulse(s, "axis"), "Kleist 36-21")
    assert (controller(s, "21"), revealed(s, "Kleist"), s.mp) == ("axis", False, 4)
    do(s, "Kleist 21-22", "activate Kleist in 23")
    assert [controller(s, area) for area in ("21", "22", "23", "37")] == ["axis", "axis", "axis", "soviet"]
    assert revealed(s, "Kleist")


@rule("10.1.2")
def test_an_hq_on_its_way_is_revealed_before_anything_else() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "17AOK")
    do(impulse(s, "axis"), "Kleist 36-21")
    assert refused(s, "done").rule == "10.1"
    assert refused(s, "activate 17AOK in 36").rule == "10.1"
    assert may(s, "activate Kleist in 21"), "it may stay where it is"
    do(s, "activate Kleist in 21", "activate 17AOK in 36")
    assert revealed(s, "17AOK")


@rule("10.1.2", "10.9.1")
def test_an_hq_has_only_the_points_it_has_not_spent_on_the_way() -> None:
    """Kleist has five points: 21, 22 and 23 leave him two."""
    s = empty(front="river")
    put(s, "36", "Kleist")
    do(impulse(s, "axis"), "Kleist 36-21", "Kleist 21-22", "Kleist 22-23")
    assert may(s, "activate Kleist in 24")
    reached = {order.split()[-1] for order in legal(s) if order.startswith("activate")}
    assert "10" not in reached and "24" in reached
    assert not may(s, "Kleist 23-36"), "a friendly area is no stop on the way"


@rule("10.1.4")
def test_an_engaged_hq_goes_on_from_the_friendly_area_it_disengaged_into() -> None:
    s = empty(front="river")
    control(s, "axis", "36")
    put(s, "37", "26A")
    put(s, "37", "Kleist")
    impulse(s, "axis")
    shown = preview(s, "activate Kleist in 21")
    assert (shown["path"], shown["cost"]) == (["37", "36", "21"], 3)


@rule("10.9.4", "2.9")
def test_a_block_may_pass_a_full_area_but_not_end_there() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf", "34Inf", "42Inf", "51Inf")
    put(s, "35", "Kleist", "4Inf")
    tactical(s, "axis", "Kleist in 35")
    assert refused(s, "4Inf 35-36").rule == "2.9"
    assert may(s, "4Inf 35-37"), "through full 36"


@rule("2.6.3")
def test_budyonny_leaving_kiev_as_its_last_unit_is_gone_for_good() -> None:
    s = empty(front="river")
    s.initiative = 1
    put(s, "4", "Budyonny")
    put(s, "4", "44Inf")
    control(s, "soviet", "3 19")
    do(impulse(s, "soviet"), "strategic impulse", "Budyonny 4-19")
    assert (controller(s, "4"), at(s, "Budyonny"), controller(s, "19")) == ("axis", "eliminated", "soviet")
    assert s.check() == []


@rule("2.6.3", "10.1")
def test_budyonny_activated_out_of_kiev_as_its_last_unit_commands_nobody() -> None:
    s = empty(front="river")
    put(s, "4", "Budyonny")
    put(s, "4", "44Inf")
    control(s, "soviet", "3 19")
    put(s, "38", "SWFront")
    do(impulse(s, "soviet"), "activate Budyonny in 19")
    assert (at(s, "Budyonny"), s.activated) == ("eliminated", 0)
    assert may(s, "activate SWFront in 38")
    assert s.check() == []


@rule("2.6.3", "2.5.6")
def test_a_line_left_in_kiev_keeps_it_and_him() -> None:
    s = empty(front="river")
    s.initiative = 1
    put(s, "4", "Budyonny")
    line(s, "4")
    put(s, "4", "44Inf")
    control(s, "soviet", "4 3 19")
    do(impulse(s, "soviet"), "strategic impulse", "Budyonny 4-19")
    assert (controller(s, "4"), at(s, "Budyonny")) == ("soviet", "19")


@rule("14.3", "14.1", "14.3.2")
def test_rails_bring_no_armour_into_or_through_a_red_area() -> None:
    """The red area 5 lies between Kiev and 6; without other friendly ground there is no way around it."""
    s = empty(front="river", **options_to("afv"))
    control(s, "axis", "4 5 6")
    put(s, "4", "3Pz", "44Inf")
    do(impulse(s, "axis"), "pass")
    assert may(s, "44Inf by rail 4-5")
    assert may(s, "44Inf by rail 4-6")
    assert not may(s, "3Pz by rail 4-5")
    assert not may(s, "3Pz by rail 4-6")


@rule("14.3")
def test_tanks_leave_a_red_area_by_rail() -> None:
    s = empty(front="snow", **options_to("afv"))
    put(s, "5", "3Pz")
    do(impulse(s, "axis"), "pass")
    assert may(s, "3Pz by rail 5-6")


@rule("10.1.1")
def test_a_refused_activation_says_whose_hq_it_is_and_what_it_lacks() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "4FK:0")
    put(s, "38", "SWFront")
    impulse(s, "axis")
    assert "not yours" in refused(s, "activate SWFront in 38").text
    assert refused(s, "activate 4FK in 36").rule == "10.0"
    do(s, "activate Kleist in 36")
    assert refused(s, "activate 4FK in 36").rule in ("10.5", "6.0")

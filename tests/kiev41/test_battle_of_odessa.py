"""The rule book's battle of Odessa (10.13.5 and 10.15.1), action by action."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.state import BASE, READY, SHOT_DOWN, SPENT
from tests.kiev41.situation import (
    controller,
    dice_to_roll,
    do,
    empty,
    fleet,
    has_line,
    legal,
    line,
    put,
    revealed,
    strength,
    tactical,
)


@rule(
    "10.13",
    "10.13.2",
    "10.13.3",
    "10.13.4",
    "10.13.5",
    "10.13.6",
    "10.14",
    "10.15",
    "10.15.1",
    "10.16",
    "10.18",
    "10.13.5.1",
    "10.15.1.1",
    "10.13.2.3",
)
def test_the_battle_of_odessa_goes_as_the_rule_book_tells_it() -> None:
    s = empty(front="river")
    put(s, "101", "4RumHQ:3", "4FK:4", "5FK:3", "Rum1:3")
    put(s, "100", "Rum3:3")
    put(s, "108", "24Tk:3", "9C:3")
    line(s, "108")
    fleet(s, "BB", "108")
    fleet(s, "CA", "108")
    tactical(s, "axis", "4RumHQ in 101", "4FK in 101", "5FK in 101")
    do(s, "Rum1 101-108", "Rum3 100-108")
    do(s, *["4FK bombs 108"] * 4, *["5FK bombs 108"] * 3, "4RumHQ shells 108")

    # Each fleet must be engaged: the Axis takes two bombers of the 4th Fliegerkorps, which roll more dice.
    do(s, "4FK engages BB", "4FK engages CA", "done")
    assert dice_to_roll(s) == (0, 0, 1), "the battleship"
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 4, 0)
    do(s, "3 hits")
    assert s.damage[0] == 1, "flipped; the third hit is ignored"
    assert dice_to_roll(s) == (0, 2, 0), "the cruisers"
    do(s, "1 hits")
    assert s.damage[1] == 0, "their bomber aborts and does not fire"
    assert list(s.fleets) == [BASE, BASE]
    assert list(s.bombers).count(SPENT) == 2

    assert dice_to_roll(s) == (0, 3, 0), "the Rumanian artillery"
    do(s, "1 hits")
    assert s.dab == 2, "absorbed by the rough terrain; city and line are left"

    assert dice_to_roll(s) == (2, 1, 0), "line and infantry single fire, the tanks double fire"
    do(s, "2 hits")
    do(s, "a bomber of 5FK is destroyed")
    assert list(s.bombers).count(SHOT_DOWN) == 1

    assert dice_to_roll(s) == (0, 14, 0), "two bombers of four dice and two of three"
    do(s, "5 hits")
    assert s.dab == 0
    assert not has_line(s, "108"), "the third hit destroys the line"
    assert (strength(s, "24Tk"), strength(s, "9C")) == (2, 2), "one each for the two equals"

    assert dice_to_roll(s) == (2, 2, 0), "two dice each"
    do(s, "1 hits")
    assert s.side == "axis"
    assert legal(s) == {"Rum1 takes a hit", "Rum3 takes a hit"}
    do(s, "Rum3 takes a hit")
    assert dice_to_roll(s) == (5, 0, 0)
    do(s, "0 hits")

    assert controller(s, "108") == "soviet"
    assert not revealed(s, "24Tk")
    assert not revealed(s, "9C")
    assert revealed(s, "Rum1")
    assert revealed(s, "Rum3")
    assert [strength(s, hq) for hq in ("4RumHQ", "4FK", "5FK")] == [2, 3, 2]
    assert not revealed(s, "4RumHQ")
    do(s, "done")
    assert list(s.bombers).count(READY) == 7

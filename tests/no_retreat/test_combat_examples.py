"""The rule book's counterblow example of 10.7, die by die. Chapter 16 has a file of its own."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule

from .combat import counterattack, field, join, launch, legal, reckoned, roll, said, shifts, start
from .situation import do, place, refused, unit, where


def spring_1942():
    """Leningrad is a fort, Volkhov Front stands in a swamp, Northwest Front in a forest. A Front of 7 on its red side
    plays the 1st Baltic."""
    return field(
        turn=6,
        weather="mud",
        axis={
            "9th Army": "2316",
            "16th Army": "2217",
            "18th Army": "2217",
            "4th Army": "2016",
            "3rd Panzer": "2016 reduced",
        },
        soviet={
            "Leningrad Front": "2417 full",
            "Volkhov Front": "2317",
            "Northwest Front": "2017",
            "Kalinin Front": "2116 full",
        },
        soviet_hand=["stavka"],
    )


@rule("10.7.9")
@rule("10.7", "10.1.2", "10.7.2", "10.7.3", "16.0")
def test_the_counterblow_example():
    s = spring_1942()
    assert reckoned(s, "2017", "4th Army", "3rd Panzer").final == "2:1", "but for the counterblow"
    do(s, "target 2317", "target 2017", "no more targets")
    assert refused(s, "counterblow from 2417") == "10.1.2", "white strength"
    do(s, "counterblow from 2116")
    s.apply(s.legal()[0])

    join(s, "2317", "9th Army", "16th Army", "18th Army")
    assert said(s, "10 to 4 is 2:1; swamp -1: 3:2")
    roll(s, 3)
    do(s, "counterblow marker on 2316")

    join(s, "2017", "3rd Panzer")
    launch(s)
    assert said(s, "5 to 3 is 3:2; forest -1: 1:1")
    roll(s, 1)
    counterattack(s)
    assert said(s, "3 to 5 is 1:2; no shift: 1:2"), "no terrain in a counterattack"
    roll(s, 5)
    assert s.next_blows == [place("2316"), place("2016")], "the marker goes on the German hex again"

    assert [s.game.names[u] for u in s.attackers] == ["4th Army"], "the last attack begins by itself"
    assert said(s, "4 to 7 is 1:2; no shift: 1:2"), "no terrain against a counterblow"
    roll(s, 1)
    counterattack(s)
    assert said(s, "7 to 4 is 3:2")
    roll(s, 4)
    assert not s.full[unit(s, "4th Army")]
    assert where(s, "Kalinin Front") == "destroyed" and s.full[unit(s, "Kalinin Front")], "red side up"


@rule("10.7", "10.7.3", "16.0")
def test_the_counterblows_of_the_example_are_answered_in_the_next_player_turn():
    s = spring_1942()
    s.stack.clear()
    s.blows = [place("2316"), place("2016")]
    start(s, "soviet")
    do(s, "no more targets")
    assert {a for a in legal(s) if "2316" in a} == {
        "Leningrad Front joins the attack on 2316",
        "Volkhov Front joins the attack on 2316",
    }, "even the fort, though its strength is white"
    assert shifts(reckoned(s, "2316", "Volkhov Front")) == {}, "no forest, no river"

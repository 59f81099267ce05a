"""[16.0] The combined example of play, action by action, on our map: Bryansk Front stands south-west of Kiev, South
Front in Odessa, and 9th Army attacks Smolensk in the north."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .combat import asked, join, launch, legal, reckoned, roll, said, shifts
from .situation import do, place, refused, situation, unit, where


def ukraine() -> NoRetreatState:
    """Turn 2, the Axis has moved; the hands are those of the example."""
    s = situation(
        turn=2,
        phase="movement",
        axis={
            "1st Panzer": "1211",
            "17th Army": "1211",
            "4th Army": "1111",
            "6th Army": "1311",
            "2nd Army": "810",
            "11th Army": "812",
            "9th Army": "1714",
        },
        soviet={
            "Bryansk Front": "1212",
            "Central Front": "Kiev",
            "South Front": "Odessa",
            "Reserve Front": "Smolensk",
            "Kalinin Front": "rail",
        },
        axis_hand=["inexperienced-officers", "gott-mit-uns", "heinz-guderian"],
        soviet_hand=["maskirovka", "stavka", "heroes"],
        supports=(1, 0),
    )
    s.ear = []
    return s


def pass_events(s: NoRetreatState) -> None:
    """Nobody plays an event now."""
    while asked(s) in ("EventWindow", "BothWindow"):
        do(s, "no event")


def in_combat() -> NoRetreatState:
    """The example up to the first battle: Maskirovka is cancelled, Kiev strikes, STAVKA pays for it."""
    s = ukraine()
    do(s, "end movement")
    assert s.side == "soviet", "the Soviet player sees where this is headed"
    do(s, "play Maskirovka")
    assert s.side == "axis"
    do(s, "play Inexperienced Soviet Officers")
    assert where(s, "Kalinin Front") == "rail", "the unit goes back to the Rail Movement Box"
    pass_events(s)
    do(s, "target 1212", "target 811", "target 1715", "no more targets")
    pass_events(s)
    do(s, "counterblow from 1312")
    do(s, next(a for a in legal(s) if "STAVKA" in a))
    assert s.side == "axis" and s.blows == [place("Kiev")]
    return s


@rule("16.0.1", "16.0.2")
@rule("16.0", "5.0")
def test_an_event_may_be_answered_and_payment_may_feed_the_enemy():
    s = in_combat()
    join(s, "1715", "9th Army")
    launch(s)
    do(s, "no support marker")
    assert asked(s) == "EventWindow" and s.side == "axis"
    do(s, "play Gott Mit Uns")
    assert said(s, "The Axis play Erich von Manstein"), "the Axis event of the card the Soviets paid with"
    assert said(s, "8 to 4 is 2:1; city -1: 3:2"), "9th Army counts double at Smolensk"


@rule("16.0.3")
@rule("16.0", "10.8.2", "10.6.3")
def test_battle_a_breaks_the_bryansk_front():
    s = in_combat()
    join(s, "1212", "1st Panzer", "17th Army", "4th Army")
    launch(s)
    do(s, "no support marker")
    pass_events(s)
    assert said(s, "15 to 3 is 5:1; no shift: 5:1"), "no armor bonus: the Front is mechanized"
    roll(s, 3)
    pass_events(s)
    assert where(s, "Bryansk Front") == "shattered" and asked(s) == "AdvanceStep"
    do(s, "1st Panzer advances to 1212, 1213, 1313", "17th Army advances to 1212, 1213", "no more advances")
    assert where(s, "1st Panzer") == "1313", "armor goes a third hex"


@rule("16.0.5")
@rule("16.0", "10.7.5", "10.8")
def test_battle_b_takes_odessa_without_a_die():
    s = in_combat()
    assert reckoned(s, "811", "2nd Army", "11th Army").initial == "3:1"
    assert shifts(reckoned(s, "811", "2nd Army", "11th Army")) == {"city": -1, "river": -1}
    join(s, "811", "2nd Army", "11th Army")
    do(s, "no support marker", "play Heinz Guderian")
    pass_events(s)
    assert where(s, "South Front") == "destroyed", "nowhere to go"
    do(s, "11th Army advances to 811, 911")
    assert s.axis_held >> place("Odessa") & 1, "through Odessa"


@rule("16.0.6")
@rule("16.0", "10.7.2", "10.5")
def test_battle_c_is_read_on_the_table_and_rolled_again():
    """The book calls the Soviet 3 at 1:1 a CB; the Soviet table says no effect, and the table rules (NR-52)."""
    s = in_combat()
    join(s, "1312", "6th Army")
    launch(s)
    do(s, "no support marker")
    pass_events(s)
    assert said(s, "4 to 5 is 1:2; no shift: 1:2"), "no terrain for Kiev: it gives a counterblow"
    roll(s, 1)
    pass_events(s)
    do(s, "counterattack")
    pass_events(s)
    assert said(s, "5 to 4 is 1:1; no shift: 1:1")
    roll(s, 3)
    assert said(s, "The die shows 3: NE"), "where the example has a Counterblow marker"
    do(s, "play Heroes of the Soviet Union")
    pass_events(s)
    roll(s, 2)
    pass_events(s)
    assert asked(s) == "CounterattackStep" and s.side == "axis"
    do(s, "no counterattack")
    assert where(s, "6th Army") == "1311" and where(s, "Central Front") == "1312"
    assert s.next_blows == []


@rule("16.0.4")
@rule("16.0", "6.2", "6.1")
def test_the_advance_cuts_kiev_off():
    s = in_combat()
    join(s, "1212", "1st Panzer", "17th Army", "4th Army")
    launch(s)
    do(s, "no support marker")
    pass_events(s)
    roll(s, 3)
    pass_events(s)
    do(s, "1st Panzer advances to 1212, 1213, 1313", "17th Army advances to 1212, 1213", "no more advances")
    lost = s.ask("axis", "supply", {"side": "soviet"}).pieces_out
    assert unit(s, "Central Front") in lost
    assert refused(s, "1st Panzer joins the attack on 1312") == "10.3.4", "one battle per unit"

"""The opening of the campaign played through: the attacks of June 1941 with their odds, and what follows."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, supply, zones
from rasputitsa.titles.stalins_war.combat import eligibility
from rasputitsa.titles.stalins_war.mapboard import NEXT
from rasputitsa.titles.stalins_war.state import AXIS, DRAW, OUT, SOVIET, Position

from .combat import hold, throw
from .situation import act, at, choices, place, refused, unit

ATTACKS = [
    ("1722", ("46 Pz Corps", "24 Pz Corps", "47 Pz Corps", "43 Corps"), "28R Corps", ("lcu", "9-10"), 1.0),
    ("1821", ("9th Army", "39 Pz Corps", "57 Pz Corps"), "6M Corps", ("lcu", "11-12"), 0.92),
    ("1920", ("16th Army", "56 Pz Corps", "41 Pz Corps"), "3M Corps", ("lcu", "9-10"), 0.83),
    ("1723", ("6th Army", "48 Pz Corps", "3Pz Corps", "14 Pz Corps"), "4M Corps", ("lcu", "11-12"), 0.92),
]


def june_1941() -> Position:
    """The first Axis round, Hedgehogs and Strategic Withdrawal in hand and no combat card."""
    s = TITLE.new("campaign")
    assert isinstance(s, Position)
    act(s, "take Soviet 11 Strategic Withdrawal")
    rng = random.Random(0)
    while s.side == CHANCE:
        s.apply(s.sample(rng))
    for side in (AXIS, SOVIET):
        for card in s.hand(side):
            s.card[card] = DRAW
    hold(s, "axis-16", "axis-12", "soviet-11", "soviet-07")
    return s


def odds(s: Position, target: str, units: tuple[str, ...]):
    return s.ask("axis", "odds", {"attackers": [unit(name) for name in units], "targets": [target]})


def june_22() -> Position:
    """All four attacks succeed; the panzer corps advance."""
    s = june_1941()
    act(s, "Axis 16 Hedgehogs for OPS")
    assert s.ops == 4 and s.count[AXIS] == 1
    assert refused(s, "17th Army 1523-1522") == "4.4.2"
    act(s, "end movement")
    for hex_id in ("1622", "1720", "1820", "1623"):
        act(s, f"combat marker in {hex_id}")
    for target, units, victim, _, _ in ATTACKS:
        act(s, f"attack {target}", *(f"{name} joins the attack" for name in units), "launch the attack")
        throw(s, "2", "0")
        assert at(s, victim) in ("eliminated", "removed")
        for name in units:
            if "Pz" in name:
                act(s, f"{name} advances")
        if "place a Blitz marker" in choices(s):
            act(s, "place a Blitz marker")
        act(s, "end advance")
    return s


@pytest.mark.parametrize(("target", "units", "victim", "column", "wins"), ATTACKS)
@rule("11.2.1")
def test_the_odds_of_the_first_attacks(target, units, victim, column, wins):
    s = june_1941()
    found = odds(s, target, units)
    assert (found.table, found.final) == column
    lost = found.results.get("nobody wins", 0) + found.results.get("defender wins", 0)
    assert 1 - lost == pytest.approx(wins, abs=0.006)


def test_the_attacks_not_chosen():
    s = june_1941()
    lvov = odds(s, "1624", ("17th Army",))
    assert (lvov.table, lvov.final) == ("lcu", "4")
    front = odds(s, "1721", ("9th Army", "39 Pz Corps", "57 Pz Corps"))
    assert (front.table, front.final, front.fires[1].final) == ("lcu", "11-12", "3")


@rule("11.5.2", "12.2.2", "4.4.6")
def test_the_panzer_corps_break_through_and_the_west_front_is_cut_off():
    s = june_22()
    assert s.step.name == "Exploiting" and s.blitz.bit_count() == 4
    orders = {"46 Pz Corps": "1822", "24 Pz Corps": "1921", "39 Pz Corps": "2021", "41 Pz Corps": "2020"}
    for name, to in {**orders, "56 Pz Corps": "2119"}.items():
        act(s, f"{name} exploits to {to}")
    act(s, "end exploitation")
    assert s.active == SOVIET and s.vp == 7
    west = place("1721")
    closed = zones.zoc(s, AXIS) | s.occupied[AXIS]
    assert not NEXT[west] & ~closed, "enemies or their zones all round"
    assert supply.status(s, unit("West Front")) == OUT and s.supply[unit("West Front")] == OUT
    panzers = ("46 Pz Corps", "24 Pz Corps", "39 Pz Corps", "41 Pz Corps", "56 Pz Corps", "47 Pz Corps")
    assert all(s.place[unit(name)] >= 0 for name in panzers), "nobody is lost in Axis attrition"


@rule("4.4.5", "13.3.8")
def test_the_west_front_is_lost_in_soviet_attrition():
    s = june_22()
    orders = {"46 Pz Corps": "1822", "24 Pz Corps": "1921", "39 Pz Corps": "2021", "41 Pz Corps": "2020"}
    for name, to in {**orders, "56 Pz Corps": "2119"}.items():
        act(s, f"{name} exploits to {to}")
    act(s, "end exploitation", "Soviet 7 Sorge as event")
    while s.turn == 1 and s.side is not None:
        s.apply(s.sample(random.Random(1)))
    assert at(s, "West Front") == "eliminated" and s.turn == 2
    assert {1, 2} <= {card - 54 for card in s.hand(SOVIET)}, "cards 1 and 2 come by 7.1.3"


@rule("4.4.7")
def test_fronts_may_not_strike_back_at_panzer_corps_alone():
    s = june_22()
    act(s, "end exploitation", "0 OPS round")
    s.ops = 3
    act(s, "end movement", "combat marker in 1721", "combat marker in 1724")
    assert eligibility.why_not_target(s, place("1821")).rule == "4.4.7"
    assert eligibility.why_not_target(s, place("1723")).rule == "4.4.7"

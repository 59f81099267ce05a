"""[11.2] Odds before anybody commits: the exact chances of every end of a combat, held by the computed cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import components, roster
from rasputitsa.titles.stalins_war.combat import columns, ground, preview
from rasputitsa.titles.stalins_war.combat_odds import Fire
from rasputitsa.titles.stalins_war.component_types import Feature
from rasputitsa.titles.stalins_war.components import CASES, FEATURES, NUMBER, TERRAIN
from rasputitsa.titles.stalins_war.state import FULL, Position

from .combat import clash, used
from .situation import place, situation, unit

ARMY = {"9th Army": "1721", "39 Pz Corps": "1721", "57 Pz Corps": "1721"}


def name_of(text: str) -> tuple[str, str]:
    """A unit of a case: its name, and where it stands less the steps it has lost."""
    id_, _, lost = text.partition("/")
    return roster.NAMES[NUMBER[id_]], f" -{lost}" if lost else ""


def staged(case: components.Case, monkeypatch: pytest.MonkeyPatch) -> Position:
    """The case on clear ground west of the Paulus Line; its hex and shifts are laid over it."""
    side = components.UNIT[case.attack[0].partition("/")[0]].side
    forces = {
        where: {name: where + lost for name, lost in map(name_of, texts)}
        for where, texts in (("1721", case.attack), ("1821", case.defend))
    }
    axis, soviet = (forces["1721"], forces["1821"]) if side == "axis" else (forces["1821"], forces["1721"])
    s = clash("1821", axis, soviet, side=side, turn=18)
    for number in range(roster.N):
        if s.place[number] >= 0:
            s.set_supply(number, FULL)
    features: list[Feature] = [FEATURES[name] for name in case.features]
    monkeypatch.setattr(ground, "terrain", lambda _: TERRAIN[case.terrain])
    monkeypatch.setattr(ground, "features", lambda _: features)
    if "festung" in case.features:
        s.festungs = 1 << place("1821")
    shift = {s.active: case.attack_shift + river(case), 1 - s.active: case.defend_shift}
    plain = columns.fire

    def fire(position: Position, firing: int) -> Fire:
        shot = plain(position, firing)
        return Fire(shot.strength, shot.table, shot.shift + shift[firing])

    monkeypatch.setattr(columns, "fire", fire)
    return s


def river(case: components.Case) -> int:
    return components.HEXSIDES[case.hexside].shift or 0 if case.hexside else 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.era}: {case.name}")
@rule("11.2.1", "11.3.2", "11.3.3", "11.3.4")
def test_a_computed_case_comes_out_of_the_engine(case, monkeypatch):
    s = staged(case, monkeypatch)
    for side, expected in ((s.active, case.attack_column), (1 - s.active, case.defend_column)):
        view = preview.fire_view(s, side)
        assert f"{view.table} {view.final}" == expected
    found = preview.endings(s)
    assert preview.chance_of(found) == 1

    def stands(ending: preview.Ending) -> bool:
        return case.stands and ending.may_stand and not ending.wiped_out

    def taken(ending: preview.Ending) -> bool:
        return ending.victor == s.active and (ending.wiped_out or ending.retreat > 0) and not stands(ending)

    def chance(wanted) -> float:
        return float(preview.chance_of([ending for ending in found if wanted(ending)]))

    def mean(steps) -> float:
        return float(sum((ending.chance * steps(ending) for ending in found), Fraction(0)))

    assert chance(lambda e: e.victor == s.active) == pytest.approx(case.wins, abs=0.006)
    assert chance(taken) == pytest.approx(case.taken, abs=0.006)
    assert chance(lambda e: taken(e) and not e.wiped_out and e.retreat == 2) == pytest.approx(case.far, abs=0.006)
    assert chance(lambda e: e.wiped_out) == pytest.approx(case.wiped, abs=0.006)
    assert mean(lambda e: e.attacker_loses) == pytest.approx(case.attacker_loses, abs=0.006)
    assert mean(lambda e: e.defender_loses + stands(e)) == pytest.approx(case.defender_loses, abs=0.006)


@rule("11.2.1")
def test_the_odds_name_every_shift_of_both_sides_with_its_rule():
    s = situation(axis=ARMY, soviet={"West Front": "1921"}, moment="nothing")
    put = {"9th Army": "1821", "39 Pz Corps": "1821", "57 Pz Corps": "1821"}
    for name, where in put.items():
        s.put(unit(name), place(where))
    asked = {"attackers": [unit(name) for name in put], "targets": ["1921"]}
    odds = s.ask("axis", "odds", asked)
    assert (odds.attack, odds.defend, odds.initial, odds.final) == (11, 3, "11-12", "9-10")
    assert [(shift.columns, shift.cause, shift.rule) for shift in odds.fires[0].shifts] == [(-1, "Forest", "11.2.1")]
    assert [fire.side for fire in odds.fires] == ["axis", "soviet"] and odds.fires[1].final == "3"
    assert odds.fires[0].results == {"1": pytest.approx(1 / 3), "2": pytest.approx(1 / 2), "3": pytest.approx(1 / 6)}
    assert sum(odds.results.values()) == pytest.approx(1)
    assert odds.results["retreat of 1"] > 0 and odds.results["defenders eliminated"] > 0


@rule("11.5.2", "11.2.1")
def test_the_odds_say_where_a_blitz_marker_may_follow():
    s = situation(axis=ARMY, soviet={"28R Corps": "1821"}, moment="nothing")
    odds = s.ask("axis", "odds", {"attackers": [unit(name) for name in ARMY], "targets": ["1821"]})
    assert odds.results == {"defenders eliminated, Blitz": pytest.approx(1)}


def test_the_odds_can_be_asked_for_the_other_side_and_change_nothing():
    s = situation(axis={"39 Pz Corps": "1821"}, soviet={"West Front": "1822", "6M Corps": "1822"}, turn=3)
    before = s.copy()
    odds = s.ask("soviet", "odds", {"attackers": [unit("West Front"), unit("6M Corps")], "targets": ["1821"]})
    assert odds.attack == 5 and odds.fires[0].side == "soviet" and s == before


@pytest.mark.parametrize(
    ("attackers", "targets", "words"),
    [
        ([], ["1821"], "which units"),
        (["39 Pz Corps"], [], "one hex"),
        (["39 Pz Corps"], ["1821", "1822"], "one hex"),
        (["39 Pz Corps"], ["2022"], "no enemy"),
        (["39 Pz Corps", "West Front"], ["1822"], "not of one side"),
        (["57 Pz Corps"], ["1822"], "next to"),
        (["4th Army"], ["1822"], "which units"),
    ],
)
def test_odds_of_an_attack_that_makes_no_sense_are_refused(attackers, targets, words):
    s = situation(axis={"39 Pz Corps": "1821", "57 Pz Corps": "1719"}, soviet={"West Front": "1822"})
    with pytest.raises(Invalid, match=words):
        s.ask("axis", "odds", {"attackers": [unit(name) for name in attackers], "targets": targets})


@rule("11.3.5")
def test_the_odds_reckon_with_the_cards_in_play():
    s = clash("1921", {"9th Army": "1921"}, {"1T Army": "1922 -1"}, side="soviet", turn=14)
    assert preview.odds_of(s).results["defender wins"] < 1
    used(s, "axis-37")
    assert preview.odds_of(s).results == {"defender wins": pytest.approx(1)}, "Panzerfaust takes the last attacker"

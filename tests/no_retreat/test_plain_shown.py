"""What a counter, a battle and a standing order say of the position, read off the data and the position anew."""

from __future__ import annotations

import random

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import standing
from rasputitsa.titles.no_retreat.actions.combat import Counterblow, EndTargets
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import battle, mods, odds, report
from rasputitsa.titles.no_retreat.events import window
from rasputitsa.titles.no_retreat.faces import face as shown
from rasputitsa.titles.no_retreat.game import MAP, UNITS
from rasputitsa.titles.no_retreat.steps import STEPS

from .positions import at, face, open_to, places, positions
from .test_plain_results import fights

SPECIAL = {"cadre": "cadre", "volkssturm": "militia", "garrison": "garrison", "paratroop": "airborne"}
SAID = {
    "ss-panzer": "(14.5)",
    "ss-panzergrenadier": "(14.6)",
    "finnish": "(14.1)",
    "yugoslav": "(14.8)",
    "rumanian": "(11.3)",
    "first-loss": "(14.1)",
    "hitler": "(12.5)",
}


@rule("7.4", "8.5", "10.1.1", "14.7")
def test_a_counter_shows_the_strength_steps_and_oddities_of_the_side_that_lies_up():
    for number, unit in enumerate(UNITS):
        two = unit.reduced is not None
        for full in (False, True):
            up = unit.full if full or not two else unit.reduced
            found = shown(number, full)
            fort = "fort" if unit.kind == "fortress" or up.type == "fort" else up.type
            assert found.symbol == SPECIAL.get(unit.kind, fort)
            assert found.name == (up.name or unit.name)
            front = unit.kind == "front"
            assert found.size == (
                "XXXXX" if front and not full else "XXXX" if front or unit.kind in ("army", "ally") else ""
            )
            assert found.strength == (f"({up.strength})" if up.paren else f"{up.strength}")
            assert found.move == (f"{up.move}" if up.move else "")
            assert (found.steps, found.max_steps) == (((2, 2) if full else (1, 2)) if two else (1, 1))
            red = unit.nation == "soviet" and unit.side == "soviet" and full
            assert found.nation == ("soviet-red" if red else unit.nation)
            assert found.white == up.white
            words = [SAID[trait] for trait in unit.traits if trait in SAID]
            words += ["(8.5)"] * up.paren + ["(10.1.1)"] * up.white + ["(14.7)"] * up.shock
            words += [f"{unit.returns} turns after"] * (unit.eliminated == "returns")
            words += ["Gone for good when lost"] * (unit.eliminated == "removed")
            assert len(words) == len(found.text) and all(w in t for w, t in zip(words, found.text, strict=True))


@rule("10.5", "10.7")
def test_the_battle_board_shows_both_sides_the_die_and_what_it_means():
    names = ("The Axis", "The Soviets")
    for number, (s, rng) in enumerate(fights(18, 161)):
        s.die, s.result = (0 if number % 3 == 0 else rng.randint(1, 6)), number % 7
        s.committed, s.round, s.ground = rng.randint(0, 1), rng.choice((0, 0, 1)), s.fields[0]
        s.battle_events = [(0, 2), (1, 5)][: rng.randint(0, 2)]
        s.battle_mods = [(mods.SHIFT, 1, 0)]
        result = odds.RESULTS[s.result] if s.die else ""
        found, b = report.report(s), odds.under_way(s)
        first, second = found.sides
        assert (first.role, second.role) == ("attacker", "defender")
        assert [first.side, second.side] == [("axis", "soviet")[s.attacker], ("axis", "soviet")[1 - s.attacker]]
        for box, units in ((first, s.attackers), (second, s.defenders)):
            assert [fighter.name for fighter in box.units] == [s.game.names[u] for u in units]
            assert [fighter.face for fighter in box.units] == [shown(u, bool(s.full[u])) for u in units]
            assert [fighter.strength for fighter in box.units] == [str(odds.unit_strength(s, u, b.mods)) for u in units]
            for fighter, u in zip(box.units, units, strict=True):
                marks = [("unsupplied", UNSUPPLIED), ("disorganized", DISORGANIZED)]
                assert fighter.notes == [word for word, mark in marks if s.marks[u] & mark]
            who = ("axis", "soviet").index(box.side)
            marker = [("Blitz!", "Shock!")[who]] if s.committed and who == s.attacker else []
            played = [window.EVENTS[event].name for side, event in s.battle_events if side == who]
            assert box.cards == marker + played
        (fire,) = found.fires
        reckoned = odds.reckon(s, b)
        assert (first.strength, second.strength) == (str(reckoned.attack), str(reckoned.defend))
        assert fire.strength == f"{reckoned.attack} to {reckoned.defend}"
        assert fire.label == ("counterattack" if s.round else "attack")
        assert [(x.columns, x.cause) for x in fire.shifts] == [(n, cause) for n, cause, _ in reckoned.shifts]
        assert (fire.dice, fire.result, found.result) == ([s.die] if s.die else [], result, result)
        assert found.words == report.MEANINGS.get(result, "")
        assert bool(found.order) == (result in ("EX", "DD"))
        mine, theirs = names[s.attacker], names[1 - s.attacker]
        begins = {"EX": mine, "CA": theirs, "DR": theirs, "DS": theirs, "DD": theirs, "CB": "The", "NE": "The"}
        assert found.next.startswith(begins[result]) if result else not found.next
        assert found.id.endswith(f"counter{s.round}") == bool(s.round) and found.id.startswith(f"{s.turn}-{s.phasing}-")
        assert found.at == [MAP.topology.ids[p] for p in s.fields]
        assert report.under_way(s) == found
        s.fields = []
        assert report.under_way(s) is None


@rule("10.1.2")
def test_a_standing_order_knows_the_strength_of_a_counterblow():
    for s in positions(8, seed=162):
        for p in places(s, 1 - s.phasing):
            near = [q for q in open_to(p) if q in places(s, s.phasing)]
            mine = sum(face(s, u).strength for u in at(s, p))
            foe = sum(face(s, u).strength for q in near for u in at(s, q))
            assert standing.blow_odds(s, Counterblow(p)) == f"{mine}:{foe or 1}"
        assert standing.blow_odds(s, EndTargets()) == ""


@rule("5.3")
def test_a_standing_order_tells_events_apart_by_their_moment():
    s = next(positions(1, seed=1))
    s.stack.clear()
    s.push(window.EventWindow, window.MOMENT["defend"], 1)
    assert standing.kind(s) == "event defend"
    s.push(battle.CounterattackStep)
    assert standing.kind(s) == "CounterattackStep"


@rule("5.3", "10.1.2", "10.7.2")
def test_a_standing_order_is_given_by_odds_units_or_the_hand_where_that_decides():
    found = {reaction.ask: reaction for reaction in standing.STANDING.reactions}
    events = {f"event {moment}" for moment in standing.ENEMY_MOMENTS}
    assert {ask for ask, reaction in found.items() if reaction.hand} == {"Counterblows"} | events
    assert {ask for ask, reaction in found.items() if reaction.odds} == {"Counterblows", "CounterattackStep"}
    assert {ask for ask, reaction in found.items() if reaction.units} == {"Losses"}
    steps = {step.__name__ for step in STEPS}
    assert set(found) - events <= steps and {order.ask for order in standing.STANDING.usual} <= set(found)


@rule("10.5", "10.6.1", "10.6.2")
def test_a_battle_asks_for_ground_and_support_only_where_it_matters():
    rng = random.Random(163)
    for s, _ in fights(24, 164):
        s.supports = [rng.randint(0, 1), rng.randint(0, 1)]
        s.stack.clear()
        s.ground = -1
        b = odds.under_way(s)
        worth = {odds.ground_worth(s, b, p) for p in s.fields}
        battle.choose_ground(s)
        asked = [frame[0] for frame in s.stack]
        assert asked == ([battle.ChooseGround.id] if len(worth) > 1 else [])
        assert s.ground == (-1 if len(worth) > 1 else s.fields[0])
        s.stack.clear()
        battle.commit_support(s)
        assert bool(s.stack) == battle.may_support(s)

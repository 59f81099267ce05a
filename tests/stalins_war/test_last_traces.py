"""What each act leaves behind in the position, exactly: the one unit, hex or card that is noted, and nothing beside."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import action_round, control, effects, hand, partisans, strategic, trenches
from rasputitsa.titles.stalins_war.actions.combat import Exploit, MarkCombat, MarkPair
from rasputitsa.titles.stalins_war.actions.movement import Entrain, Entrench, EntrenchDeep, Sail
from rasputitsa.titles.stalins_war.actions.rounds import Choose, PlayEvent
from rasputitsa.titles.stalins_war.combat import advance, attacks, blitz, card_window, exploitation, losses, retreats
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.effect_kinds import FetchCard, Look, PairedAttack
from rasputitsa.titles.stalins_war.events import lasting
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    EAST,
    FORTRESSES,
    HEX,
    IN_TERRAIN,
    NEXT,
    PLAYABLE,
    PORTS_OF,
    TOWNS,
)
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    ELIMINATED,
    FULL,
    HAND,
    IN_COMBAT,
    OUT,
    SOVIET,
    TRACK,
    Position,
)

from .combat import change, clash
from .scattered import fresh, scattered
from .situation import card, place, situation, unit
from .test_plain_events import effects_of

SIDES = ("axis", "soviet")


def fight() -> Position:
    return clash("1821", {"9th Army": "1721", "39 Pz Corps": "1721"}, {"13R Army": "1821", "6M Corps": "1821"}, turn=9)


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("7.3.5", "C.2")
def test_a_marker_lies_in_its_hex_and_costs_a_point() -> None:
    s = situation(
        turn=6, side="soviet", ops=3, soviet={"West Front": "2222", "13R Army": "2322"}, axis={"9th Army": "2122"}
    )
    attacks.Mark().do(s, MarkCombat(HEX["2222"]))
    assert (s.combat, s.ops) == (1 << HEX["2222"], 2)
    effects.begin(s, *effects_of(PairedAttack)[0], "round")
    first, second = sorted((HEX["2222"], HEX["2322"]))
    attacks.Pair().do(s, MarkPair(first, second))
    cost = getattr(CARDS[effects_of(PairedAttack)[0][0]].effects[effects_of(PairedAttack)[0][1]], "cost", 1)
    assert s.pairs == [1 << first | 1 << second] and s.ops == 2 - cost and s.combat == 1 << HEX["2222"]


@rule("7.5.5a", "7.5.5e", "3.0")
def test_a_combat_card_is_noted_as_used_and_played_and_no_longer_as_seen_in_a_hand() -> None:
    for number, printed in enumerate(CARDS):
        if printed.combat and 0 < number < len(CARDS) - 1:
            s = fight()
            s.used, s.played, s.seen = 1 << number - 1, 0, 7 << number - 1
            card_window.use(s, number)
            assert (s.used, s.played, s.seen) == (3 << number - 1, 1 << number, 5 << number - 1), printed.id


@rule("11.3.2")
def test_a_lost_step_is_counted_once_for_its_side() -> None:
    s = fight()
    for number, name in enumerate(("9th Army", "39 Pz Corps"), 1):
        losses.lose(s, unit(name))
        assert s.steps_lost == [number, 0] and s.lost[unit(name)] == 1
    assert s.hit == mask_of([unit("9th Army"), unit("39 Pz Corps")])


@rule("11.4.5")
@pytest.mark.parametrize("supply", [FULL, OUT])
@pytest.mark.parametrize("loss", [0, 1, 2])
def test_units_that_had_retreated_into_the_hex_fall_by_any_loss_and_only_by_one(loss: int, supply: int) -> None:
    s = clash("1821", {"9th Army": "1821", "43 Corps": "1821"}, {"West Front": "1722"}, side="soviet", turn=9)
    army, corps = unit("9th Army"), unit("43 Corps")
    s.defenders, s.bystanders = 1 << corps, 1 << army
    s.supply[army] = supply
    s.loss = [0, loss]
    losses.sweep_away(s)
    where = place("1821") if not loss else TRACK if supply == OUT else ELIMINATED
    assert s.place[army] == where and s.place[corps] == place("1821")
    assert s.bystanders == (0 if loss else 1 << army) and s.defenders == 1 << corps
    assert s.fallen == ([(army, place("1821"), supply)] if loss else []) and s.hit == 0 and s.steps_lost == [0, 0]


@rule("11.4.4", "11.4.5", "11.4.4.5")
def test_a_retreat_is_noted_for_the_unit_that_made_it() -> None:
    s = fight()
    retreats.go_back(s, unit("6M Corps"), HEX["1921"])
    assert s.retreated == 1 << unit("6M Corps") and s.place[unit("6M Corps")] == HEX["1921"]


@rule("11.5.1", "11.2.1.11")
@pytest.mark.parametrize(("name", "leads"), [("39 Pz Corps", 1), ("9th Army", 0)])
def test_an_advance_is_noted_for_the_unit_and_opens_the_way_if_it_may_exploit(name: str, leads: int) -> None:
    s = fight()
    for gone in ("13R Army", "6M Corps"):
        s.put(unit(gone), ELIMINATED)
    s.defenders = 0
    s.supply[unit(name)] = FULL
    advance.enter(s, unit(name))
    assert (s.advanced, s.spearhead, s.exploited) == (1 << unit(name), leads, 0)


@rule("11.5.2", "C.7")
@pytest.mark.parametrize("guderian", [False, True])
def test_a_blitz_marker_lies_in_the_hex_just_entered(guderian: bool) -> None:
    s = fight()
    s.blitz = 1 << HEX["2222"]
    s.card[card("axis-09")] = IN_COMBAT if guderian else HAND
    s.card[card("axis-08")] = IN_COMBAT
    blitz.place_marker(s)
    assert s.blitz == 1 << HEX["2222"] | 1 << s.target and s.guderian == (1 << s.target if guderian else 0)


@rule("12.2", "12.1.4")
def test_an_exploitation_is_noted_for_the_unit_that_made_it() -> None:
    s = situation(moment="nothing", turn=9, axis={"39 Pz Corps": "1821", "57 Pz Corps": "1821"})
    change(s, blitz=1 << place("1821"))
    who = unit("39 Pz Corps")
    to = min(exploitation.ways(s, who))
    exploitation.Dash().do(s, Exploit(who, to))
    assert (s.exploited, s.advanced, s.place[who]) == (1 << who, 1 << who, to)
    assert exploitation.exploiting(fresh(s)) == [unit("57 Pz Corps")]


# -- on the map -----------------------------------------------------------------------------------------------------


@rule("10.3.1", "23.1.3", "7.3.4")
def test_an_attempt_to_dig_is_noted_for_its_hex_and_paid() -> None:
    s = situation(turn=12, ops=3, axis={"9th Army": "2122"}, deep_trenches=True)
    t = s.copy()
    trenches.Dig().do(s, Entrench(HEX["2122"]))
    assert (s.digging, s.deep, s.ops) == (1 << HEX["2122"], 0, 2)
    trenches.DigDeep().do(t, EntrenchDeep(HEX["2122"]))
    assert (t.digging, t.deep, t.ops) == (1 << HEX["2122"], 1 << HEX["2122"], 1)


@rule("10.2.1", "10.2.5", "10.2.6", "16.4.6")
def test_a_journey_is_noted_for_the_unit_and_a_ship_for_its_sea() -> None:
    for side, port, used in (("axis", "1719", [1, 0, 0]), ("soviet", "2230", [0, 0, 1])):
        name = "43 Corps" if side == "axis" else "13R Army"
        seas = PORTS_OF["baltic" if side == "axis" else "black"]
        for start in bits(seas):
            s = situation(turn=9, side=side, ops=2)
            s.axis_held = s.axis_held | seas if side == "axis" else s.axis_held & ~seas
            s.put(unit(name), start)
            s.supply[unit(name)] = FULL
            ends = bits(strategic.by_sea(fresh(s), unit(name)))
            if ends:
                strategic.BySea().do(s, Sail(unit(name), start, ends[0]))
                assert (s.sea_moves, s.strategic, s.ops) == (used, 1 << unit(name), 1)
                assert s.moved == 0 and s.place[unit(name)] == ends[0], port
    for name in ("Stalin", "13R Army"):
        s = situation(turn=9, side="soviet", ops=2, soviet={name: "Moscow"})
        to = bits(strategic.by_rail(s, unit(name)))[0]
        strategic.ByRail().do(s, Entrain(unit(name), place("Moscow"), to))
        assert (s.stalin_moves, s.strategic, s.ops) == (int(name == "Stalin"), 1 << unit(name), 1)
        assert s.sea_moves == [0, 0, 0]


@rule("5.1.3.3")
def test_that_the_paulus_line_was_crossed_is_noted_once_for_all() -> None:
    s = situation(moment="nothing", turn=3, axis={"9th Army": "2122"})
    s.supply[unit("9th Army")] = FULL
    for at in (bits(PLAYABLE & ~EAST & IN_TERRAIN["clear"])[3], bits(EAST)[3], bits(EAST)[4]):
        before = s.crossed_paulus
        control.enter(s, unit("9th Army"), at)
        assert s.crossed_paulus == int(before or EAST >> at & 1)
    assert s.crossed_paulus == 1


@rule("C.4", "16.1.1")
@pytest.mark.parametrize("seed", range(4))
def test_active_partisans_come_to_empty_clear_country(seed: int) -> None:
    s = scattered(seed, turn=9, units=50)
    clear = bits(IN_TERRAIN["clear"])
    s.lurking |= mask_of(clear[seed::9]) & ~s.occupied[SOVIET]
    fresh(s)
    built = TOWNS | CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET]
    wanted = {p for p in clear if not built >> p & 1 and not s.lurking >> p & 1 and not s.units_at(p)}
    assert set(bits(partisans.landing_zones(s, "any-clear-hex"))) == wanted


# -- cards ----------------------------------------------------------------------------------------------------------


@rule("2.3.1", "7.1.3", "7.5.1a")
def test_exactly_the_cards_that_were_shown_are_known() -> None:
    s = situation(moment="nothing", turn=9, soviet_hand=["soviet-09", "soviet-14", "soviet-55"], axis_hand=["axis-08"])
    number, index = effects_of(Look)[0]
    effect = CARDS[number].effects[index]
    assert isinstance(effect, Look)
    lasting.look(s, number, index, effect)
    assert s.seen == mask_of(map(card, ("soviet-09", "soviet-14", "soviet-55")))
    s = situation(moment="nothing", turn=1)
    fixed = hand.fixed_cards(s)
    hand.take_fixed_cards(s)
    assert fixed and s.seen == mask_of(fixed)
    number, index = effects_of(FetchCard)[0]
    wanted = card(getattr(CARDS[number].effects[index], "card", ""))
    s = situation(moment="nothing", turn=3)
    effects.begin(s, number, index, "game")
    s.push(hand.Fetch)
    hand.TakeFetched().do(s, Choose(wanted))
    assert s.seen == 1 << wanted and s.card[wanted] == HAND and not s.effects and not s.stack


@rule("4.4.1.1", "7.5.1")
def test_only_steppe_fox_asks_for_a_second_card() -> None:
    for number, printed in enumerate(CARDS):
        if "round" in printed.timing and not printed.reinforcement:
            s = situation(moment="nothing", turn=max(2, printed.turns[0]), side=printed.side, round=3)
            s.card[number] = HAND
            s.push(action_round.ChooseAction)
            action_round.AsEvent().do(s, PlayEvent(number))
            assert s.again == int(printed.id == "axis-23"), printed.id
            assert s.rp_events == int(printed.rp_event)
    assert NEXT[HEX["2122"]]


@rule("11.2.1")
@pytest.mark.parametrize("names", [("4th Army",), ("6th Army",), ("46 Pz Corps",), ("4th Army", "46 Pz Corps")])
def test_the_log_tells_one_attacker_from_several_whoever_it_is(names: tuple[str, ...]) -> None:
    s = clash("1821", dict.fromkeys(names, "1721"), {"13R Army": "1821"}, turn=9)
    s.ear = []
    attacks.launch(s)
    assert f"{', '.join(names)} attack{'' if len(names) > 1 else 's'} 1821" in [str(line.text) for line in s.ear]

"""Clicks and borders: what begins with a hex does not begin with the unit or card of the same number, and the other way
round; closed countries, straits and hexes that two sides would claim."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel import BUTTON, CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, effects, fortresses, strategic
from rasputitsa.titles.stalins_war.combat import advance, blitz, card_losses, ground, procedure
from rasputitsa.titles.stalins_war.components import CARD
from rasputitsa.titles.stalins_war.events import arrivals
from rasputitsa.titles.stalins_war.mapboard import CITIES, EAST, HEX, NEXT, PLAYABLE, PORTS_OF, TOPOLOGY, TOWNS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, SOVIET, Position

from .by_the_book import neighbours, shut_to
from .combat import clash, event
from .events import STEPS, order
from .scattered import fresh
from .situation import refused, situation, unit
from .test_every_event import in_hand
from .test_offers import GERMANS, SOVIETS, answer, armed

KINDS = ("piece", "place", "card", "button", "nothing")


def astray(s: Position) -> list[str]:
    """Clicks that lead somewhere though they are of another kind than those that are offered."""
    found = []
    for choice in getattr(s.step, "answers", ()):
        for handle in choice.handles(s):
            for kind in KINDS:
                other = (kind, handle[1])
                if (
                    kind != handle[0]
                    and other != BUTTON
                    and other not in choice.handles(s)
                    and list(choice.of(s, other))
                ):
                    found.append(f"{type(choice).__name__}: {other}")
    return found


def on_the_way(s: Position, seed: int, most: int) -> Iterator[Position]:
    rng = random.Random(seed)
    for _ in range(most):
        if s.side is None:
            return
        if s.side != CHANCE:
            yield s
        s.apply(answer(s, rng) if s.side != CHANCE else s.sample(rng))


@rule("11.1.4", "11.1.5", "11.3.2", "11.4.4", "11.5.1", "7.5.5a", "12.2")
@pytest.mark.parametrize(
    ("turn", "side", "seed"), [(2, "axis", 0), (6, "soviet", 1), (8, "axis", 0), (12, "soviet", 3)]
)
def test_a_click_of_another_kind_leads_nowhere_in_a_combat(turn: int, side: str, seed: int) -> None:
    asked = set()
    for s in on_the_way(armed(turn, side), seed, 24):
        asked.add(s.step.name)
        assert astray(s) == []
    assert {"Attacks", "Designating"} <= asked


@rule("7.5.1a", "7.5.2c")
@pytest.mark.parametrize("card", [card for card in CARD if "round" in CARD[card].timing])
def test_a_click_of_another_kind_leads_nowhere_in_an_event(card: str) -> None:
    s = in_hand(card)
    assert astray(s) == []
    if refused(s, order(card)):
        return
    s.apply(TITLE.lexicon.parse(order(card)))
    for t in on_the_way(s, 1, 6):
        if t.step.name not in STEPS:
            break
        assert astray(t) == []


# -- borders --------------------------------------------------------------------------------------------------------


@rule("4.4.3", "4.4.4", "19.1.1", "19.2.1", "11.5.1")
@pytest.mark.parametrize("turn", [1, 9])
@pytest.mark.parametrize("name", ["9th Army", "HU 3rd Army", "RO 3rd Army", "IT 8th Army", "13R Army"])
def test_nobody_advances_over_a_closed_border_and_everybody_elsewhere(name: str, turn: int) -> None:
    who = unit(name)
    s = situation(moment="nothing", turn=turn, side="soviet" if name == "13R Army" else "axis")
    s.attackers = 1 << who
    for target in bits(PLAYABLE):
        near = neighbours(target)
        if near:
            s.put(who, near[0])
            s.target = target
            refusal = advance.why_not_advance(s, who)
            closed = refusal is not None and refusal.rule in ("4.4.3", "19.1.1")
            assert closed == shut_to(s, who, target)
            assert not closed or refusal is None or refusal.rule == ("4.4.3" if turn == 1 else "19.1.1")


@rule("11.2.1", "12.1.1", "C.7")
def test_a_card_for_major_rivers_does_not_open_the_strait() -> None:
    straits = [(a, b) for a in bits(PLAYABLE) for b in bits(NEXT[a]) if TOPOLOGY.kind(a, b) == "strait"]
    assert straits
    for start, target in straits:
        s = clash("1821", {"39 Pz Corps": "1721"}, {"West Front": "1821"}, turn=9)
        s.target = target
        for allowed in (False, True):
            if allowed:
                effects.allow(s, "blitz-across-major-river")
            assert not blitz.opens_the_way(s, start)


@rule("16.3.2", "16.2.3", "7.5.2c")
def test_nothing_is_built_where_the_enemy_stands_whoever_held_the_hex() -> None:
    for town in bits((TOWNS | CITIES) & EAST)[:20]:
        for side, name in ((SOVIET, "13R Army"), (AXIS, "9th Army")):
            s = situation(moment="nothing", turn=9)
            s.axis_held = s.axis_held | 1 << town if side == SOVIET else s.axis_held & ~(1 << town)
            s.put(unit(name), town)
            s.supply[unit(name)] = FULL
            fresh(s)
            built = fortresses.festung_hexes(s) if side == SOVIET else fortresses.fortress_hexes(s)
            assert not built >> town & 1
            assert side == SOVIET or not arrivals.zone_hexes(s) >> town & 1


@rule("11.5.1", "11.4.1.1", "16.3.3", "16.4.3")
@pytest.mark.parametrize("festung", [False, True])
def test_a_festung_is_not_vacated_by_a_retreat(festung: bool) -> None:
    s = clash("1821", {"Bunker": "1821"}, {"West Front": "1721"}, side="soviet", turn=16)
    s.festungs = 1 << HEX["1821"] if festung else 0
    for victor, retreat in ((SOVIET, 1), (SOVIET, 0), (AXIS, 1), (-1, 1)):
        s.victor, s.retreat = victor, retreat
        assert advance.vacated(s) == (victor == SOVIET and retreat > 0 and not festung)
        assert ground.ignores_retreat(s) == festung
    s.put(unit("43 Corps"), HEX["1821"])
    s.victor, s.retreat = SOVIET, 1
    assert not advance.vacated(s)


@rule("10.1", "10.2.1", "10.3.1", "16.1.2", "16.3.2")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_click_of_another_kind_leads_nowhere_during_movement(side: str) -> None:
    s = situation(turn=12, side=side, ops=3, axis=GERMANS, soviet=SOVIETS, axis_holds=["2022"], deep_trenches=True)
    for what in ("trenches-axis", "trenches-soviet", "festungs", "partisans"):
        effects.allow(s, what)  # type: ignore[arg-type]
    for name in (*GERMANS, *SOVIETS):
        s.set_supply(unit(name), FULL)
    assert astray(fresh(s)) == [] and len(list(s.step.handles(s))) > 8


# -- single conditions ----------------------------------------------------------------------------------------------


@rule("10.2.5", "10.2.6", "16.4.5")
def test_stalin_never_goes_by_sea() -> None:
    for port in bits(PORTS_OF["black"] | PORTS_OF["baltic"]):
        s = situation(turn=9, side="soviet", ops=3)
        s.axis_held = 0
        for name, goes in (("13R Army", bool(PORTS_OF["black"] >> port & 1)), ("Stalin", False)):
            t = s.copy()
            t.put(unit(name), port)
            assert bool(strategic.by_sea(fresh(t), unit(name))) == goes


@rule("10.2.5", "9.1.1")
def test_nobody_sails_into_a_port_that_is_full() -> None:
    crowd = ("43 Corps", "34 Corps", "53 Corps", "2 Corps")
    s = situation(turn=9, side="axis", ops=3)
    s.axis_held |= PORTS_OF["black"]
    first, *others = bits(PORTS_OF["black"])
    s.put(unit("10 Corps"), others[0])
    ends = bits(strategic.by_sea(fresh(s), unit("10 Corps")))
    assert ends
    for to in ends:
        t = s.copy()
        for number, name in enumerate(crowd, 1):
            t.put(unit(name), to)
            assert strategic.by_sea(fresh(t), unit("10 Corps")) >> to & 1 == int(number < 4)
    assert first in ends or len(ends) > 1


@rule("C.8", "11.3.5")
def test_one_corps_comes_back_and_each_to_the_hex_where_it_fell() -> None:
    s = clash("1821", {"9th Army": "1821"}, {"West Front": "1721"}, side="soviet", turn=9)
    first, second = unit("43 Corps"), unit("34 Corps")
    event(s, "axis-11")
    s.supply[unit("9th Army")] = FULL
    s.hit = 1 << first | 1 << second
    s.fallen = [(first, HEX["1821"], FULL), (second, HEX["1720"], OUT)]
    procedure.returning_unit(s)
    assert tuple(s.frame[1:]) == (AXIS, 1, 1 << first | 1 << second)
    s.pop()
    card_losses.revive(s, second)
    assert (s.place[second], s.supply[second], s.fallen) == (HEX["1720"], OUT, [(first, HEX["1821"], FULL)])
    card_losses.revive(s, first)
    assert (s.place[first], s.supply[first], s.fallen) == (HEX["1821"], FULL, [])

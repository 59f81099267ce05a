"""Single conditions of rules that were found by breaking them: one situation and one expectation each, or a few
seeds."""

from __future__ import annotations

import random
from typing import Literal

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import (
    control,
    effects,
    fortresses,
    hand,
    movement,
    partisans,
    strategic,
    supply,
    trenches,
)
from rasputitsa.titles.stalins_war.actions.combat import RetreatTo
from rasputitsa.titles.stalins_war.combat import advance, blitz, card_losses, columns, conditions, retreats
from rasputitsa.titles.stalins_war.components import CARDS, MARKERS
from rasputitsa.titles.stalins_war.effect_kinds import MoveAll, PlaceTrenches, ShiftUnits
from rasputitsa.titles.stalins_war.events import arrivals, marches, picks
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COUNTRY,
    FORTRESSES,
    HEX,
    IN_TERRAIN,
    PLAYABLE,
    PORTS_OF,
    TOPOLOGY,
    TOWNS,
)
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, FULL, HAND, OUT, SOVIET

from . import book_of_combat as book
from . import book_of_supply as lines
from .by_the_book import at_hex, has, is_, large, may_end, neighbours, on_map, side_of, zoc
from .combat import change, clash, event
from .scattered import fresh, scattered
from .situation import situation, unit
from .test_plain_combat import battles
from .test_plain_events import effects_of
from .test_plain_units import partisan_hexes

SIDES = ("axis", "soviet")


@rule("16.1.1", "16.1.3")
@pytest.mark.parametrize("seed", range(4))
def test_no_partisans_are_placed_on_soviet_units_that_are_cut_off(seed: int) -> None:
    s, rng = scattered(seed, turn=9, units=30), random.Random(seed)
    s.lurking = 0
    wild = (IN_TERRAIN["forest"] | IN_TERRAIN["swamp"]) & COUNTRY["soviet_union"] & ~COUNTRY["baltic_states"]
    free = [p for p in bits(wild) if not at_hex(s, p, AXIS) and not at_hex(s, p, SOVIET)]
    for who in range(N):
        if (
            s.place[who] < 0
            and side_of(who) == SOVIET
            and "partisan" not in book.UNITS[who].tags
            and rng.random() < 0.3
        ):
            s.put(who, rng.choice(free))
    s.axis_held |= mask_of(p for p in bits(PLAYABLE) if has(supply.BAKU | sum(supply.SOURCES), p)) & ~s.occupied[SOVIET]
    for source in (*lines.SOURCES["soviet"], lines.BAKU):
        for who in at_hex(s, source, SOVIET):
            s.put(who, -2)
        if not at_hex(s, source, AXIS):
            s.put(next(u for u in range(N) if side_of(u) == AXIS and large(u) and s.place[u] < 0), source)
    fresh(s)
    found = set(bits(partisans.hexes(s)))
    assert found and found == partisan_hexes(s)
    assert not any(at_hex(s, p, SOVIET) for p in found)


@rule("10.2.5", "10.2.6")
@pytest.mark.parametrize("seed", range(12))
def test_ships_go_to_ports_of_their_side_within_the_reach_of_enemy_ports(seed: int) -> None:
    rng = random.Random(seed)
    for side, names in ((AXIS, ("43 Corps", "HU Mobile Corps", "RO Cav Corps")), (SOVIET, ("13R Army", "6M Corps"))):
        s = situation(moment="nothing", turn=rng.choice((1, 5, 9)), side=SIDES[side])
        for sea in ("baltic", "black"):
            for port in bits(PORTS_OF[sea]):
                axis = rng.random() < 0.6
                s.axis_held = s.axis_held | 1 << port if axis else s.axis_held & ~(1 << port)
        s.sea_moves = [rng.randrange(2), rng.randrange(2), rng.randrange(2)] if seed % 3 == 0 else [0, 0, 0]
        for name in names:
            for port in bits(PORTS_OF["baltic"] | PORTS_OF["black"]):
                t = s.copy()
                t.put(unit(name), port)
                t.supply[unit(name)] = FULL
                assert set(bits(strategic.by_sea(fresh(t), unit(name)))) == lines.by_sea(t, unit(name)), (name, port)


@rule("13.1.2", "13.1.2.1")
@pytest.mark.parametrize("seed", range(8))
def test_ports_feed_each_other_over_one_sea_only(seed: int) -> None:
    rng = random.Random(seed)
    s = situation(moment="nothing", turn=9)
    armies = [u for u in range(N) if large(u)]
    for who in rng.sample(armies, 14):
        own = PORTS_OF["baltic"] | PORTS_OF["black"]
        spot = rng.choice([*bits(own), *(p for port in bits(own) for p in neighbours(port))])
        if not at_hex(s, spot, 1 - side_of(who)) and not at_hex(s, spot, side_of(who)):
            s.put(who, spot)
            s.supply[who] = FULL
    for port in bits(PORTS_OF["baltic"] | PORTS_OF["black"]):
        axis = bool(at_hex(s, port, AXIS)) or (not at_hex(s, port, SOVIET) and rng.random() < 0.5)
        s.axis_held = s.axis_held | 1 << port if axis else s.axis_held & ~(1 << port)
    fresh(s)
    for number, nation in enumerate(("german", "hungarian", "romanian", "italian", "soviet")):
        assert set(bits(supply.full_supply(s, number) & PLAYABLE)) == lines.full(s, nation), nation


@rule("7.6.1")
@pytest.mark.parametrize(("held", "must"), [(6, 0), (7, 0), (8, 1), (9, 2)])
@pytest.mark.parametrize("turn", [5, 9])
def test_no_card_comes_to_the_axis_by_itself(held: int, must: int, turn: int) -> None:
    s = situation(moment="nothing", turn=turn)
    for number in range(held):
        s.card[number] = HAND
    assert hand.to_discard(s, AXIS) == must


@rule("11.2.1", "12.1.1")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_preview_promises_no_marker_over_a_major_river(allowed: bool) -> None:
    kinds = set()
    for target in (HEX["2222"], HEX["2327"], HEX["2629"], HEX["2122"]):
        for start in neighbours(target):
            kind = TOPOLOGY.kind(start, target)
            s = clash("1821", {"39 Pz Corps": "1721"}, {"West Front": "1821"}, turn=9)
            s.put(unit("West Front"), target)
            s.put(unit("39 Pz Corps"), start)
            s.target = target
            change(s, spearhead=1)
            if allowed:
                effects.allow(s, "blitz-across-major-river")
            leads, could = kind != "major_river" or allowed, not book.why_no_blitz(s)
            assert blitz.opens_the_way(s, start) == leads
            assert blitz.may_follow(s, 1 << unit("39 Pz Corps")) == (leads and could)
            kinds |= {kind} if could else set()
    assert {"", "river", "major_river"} <= kinds


# -- the words of a refusal -----------------------------------------------------------------------------------------


@rule("11.4.4", "11.4.4.4")
@pytest.mark.parametrize("seed", range(4))
def test_a_retreat_is_refused_as_impossible_or_as_one_to_be_avoided(seed: int) -> None:
    told = set()
    for s in battles(seed):
        for who in [u for u in bits(s.defenders) if not is_(u, "stalin") and not is_(u, "bunker")]:
            for hexes in (1, 2):
                s.push(retreats.Retreats, hexes)
                ways = {path[-1] for path in book.retreat_paths(s, who, hexes)}
                for to in (*ways, *neighbours(s.target)):
                    refusal = retreats.Retire().why_not(s, RetreatTo(who, to))
                    if refusal is not None:
                        assert ("must avoid" in str(refusal)) == (to in ways) != ("cannot retreat" in str(refusal))
                        told.add(to in ways)
                    else:
                        assert to in book.retreat_ends(s, who, hexes)
                s.pop()
    assert False in told


@rule("8.3", "9.1.1", "10.1.4")
@pytest.mark.parametrize("seed", range(5))
def test_a_withdrawal_is_refused_for_a_new_zone_or_for_want_of_room(seed: int) -> None:
    s = scattered(seed, turn=9, side="soviet", units=60)
    number, index = effects_of(MoveAll)[0]
    effects.begin(s, number, index, "round")
    fresh(s)
    zone, seen = zoc(s, AXIS), set()
    for who in on_map(s, SOVIET):
        for to in movement.reach_of(s, who).costs():
            why = "7.5.1a" if to in zone else "" if may_end(s, who, to) else "9.1.1"
            refusal = movement.why_not_there(s, who, to)
            assert (refusal.rule if refusal else "") == why
            seen.add(why)
    assert "9.1.1" in seen


# -- the last marker ------------------------------------------------------------------------------------------------


@rule("10.3.2", "10.3.3")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_the_last_trench_is_placed_and_no_other(side: int) -> None:
    number, index = next(found for found in effects_of(PlaceTrenches) if CARDS[found[0]].side == SIDES[side])
    effect = CARDS[number].effects[index]
    assert isinstance(effect, PlaceTrenches)
    army, hex_ = ("9th Army", "1721") if side == AXIS else ("West Front", "2926")
    s = situation(turn=12, side=SIDES[side], ops=2, **{SIDES[side]: {army: hex_}})
    effects.allow(s, ("trenches-axis", "trenches-soviet")[side])  # type: ignore[arg-type]
    s.supply[unit(army)] = FULL
    elsewhere = [p for p in bits(PLAYABLE) if p != HEX[hex_]]
    count = MARKERS[f"trench-{SIDES[side]}"].count
    for left in (2, 1, 0):
        s.trenches[side] = mask_of(elsewhere[: count - left])
        fresh(s)
        there = 1 << HEX[hex_] if left else 0
        assert picks.trench_hexes(s, effect) == there == trenches.Dig().hexes(s)
        assert (trenches.may_dig(s, HEX[hex_]) is None) == (left > 0)
        s.digging = 1 << elsewhere[-1]
        assert (trenches.may_dig(s, HEX[hex_]) is None) == (left > 1) == bool(trenches.Dig().hexes(fresh(s)))
        s.digging = 0


@rule("16.3.1", "16.3.2")
def test_the_last_festung_is_placed_and_no_other() -> None:
    s = situation(moment="nothing", turn=12)
    towns = bits((TOWNS | CITIES) & s.axis_held)
    for number in range(MARKERS["festung"].count + 1):
        s.festungs = mask_of(towns[:number])
        fresh(s)
        assert bool(fortresses.festung_hexes(s)) == (number < MARKERS["festung"].count)


@rule("16.1.2", "16.1.3", "16.1.6")
def test_the_sixth_partisan_is_placed_and_no_other() -> None:
    s = situation(moment="nothing", turn=9, axis={"9th Army": "Minsk"})
    wild = bits(IN_TERRAIN["swamp"])
    for number in range(8):
        s.lurking = mask_of(wild[:number])
        fresh(s)
        assert bool(partisans.hexes(s)) == (number < 6) == (partisans.left(s) > 0)
        t = s.copy()
        partisans.place_active(t, "any-clear-hex")
        assert bool(t.stack) == (number < 6)


@rule("11.5.2", "11.2.1")
def test_the_fourth_blitz_marker_is_placed_and_no_other() -> None:
    for number in range(6):
        s = clash("1821", {"39 Pz Corps": "1721"}, {"West Front": "1821"}, turn=9)
        s.spearhead, s.blitz = 1, mask_of(bits(PLAYABLE)[:number])
        assert (blitz.why_no_marker(s) is None) == (number < 4)


@rule("17.1.3", "13.3.9", "7.5.2c")
@pytest.mark.parametrize(("nation", "country"), [(0, ""), (1, "hungary"), (2, "romania")])
def test_the_supply_of_a_minor_country_counts_for_hexes_at_home_alone(
    nation: int, country: Literal["", "hungary", "romania"], monkeypatch: pytest.MonkeyPatch
) -> None:
    s = situation(moment="nothing", turn=9)
    monkeypatch.setattr(supply, "full_supply", lambda _, whose: PLAYABLE if whose == nation else 0)
    monkeypatch.setattr(supply, "attrition_supply", lambda _, whose: PLAYABLE if whose == nation else 0)
    fed = COUNTRY[country] & PLAYABLE if country else PLAYABLE
    assert supply.full_hexes(s, AXIS) == fed == supply.lasting_hexes(s, AXIS)


@rule("7.5.2c", "7.5.1a")
def test_a_unit_that_is_not_to_be_placed_or_moved_is_refused_as_such_wherever_it_is_sent() -> None:
    s = situation(moment="nothing", turn=9, side="soviet", soviet={"13R Army": "arriving", "West Front": "2722"})
    s.push(arrivals.Placing, SOVIET, arrivals.WHERE.index("reinforcement"))
    right, wrong = unit("13R Army"), unit("West Front")
    choice = arrivals.PlaceUnit()
    places = bits(choice.hexes(s, right))
    for who, at in ((wrong, places[0]), (wrong, HEX["1117"]), (right, HEX["1117"])):
        said = str(choice.why_not(s, arrivals.Arrive(who, at)))
        assert ("is not among the units" in said) == (who == wrong) != ("may not be placed" in said)
    assert choice.why_not(s, arrivals.Arrive(right, places[0])) is None
    number, index = effects_of(ShiftUnits)[0]
    t = situation(moment="nothing", turn=9, side="soviet", soviet={"13R Army": "2722", "West Front": "2422"})
    t.push(marches.Shifting, number, index, 1 << wrong)
    shift = marches.Shift()
    ends = bits(shift.hexes(t, right))
    for who, frm, to in (
        (wrong, "2422", ends[0]),
        (wrong, "2422", HEX["1117"]),
        (right, "2722", HEX["1117"]),
        (right, "2422", ends[0]),
    ):
        said = str(shift.why_not(t, marches.ShiftUnit(who, HEX[frm], to)))
        assert ("is not among the units" in said) == (who == wrong) != ("cannot go to" in said)
    assert shift.why_not(t, marches.ShiftUnit(right, HEX["2722"], ends[0])) is None


@rule("7.5.5a", "11.2.1")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_every_hex_is_of_the_kinds_that_cards_ask_for(side: int) -> None:
    s = clash("1821", {"9th Army": "1721"}, {"13R Army": "1821"}, turn=9)
    s.active, rng = side, random.Random(side)
    some = bits(PLAYABLE)
    s.trenches = [mask_of(rng.sample(some, 60)), mask_of(rng.sample(some, 60))]
    s.razed = FORTRESSES[SOVIET] & 1 << HEX["2517"]
    s.built = 1 << bits(TOWNS)[5]
    forts = [FORTRESSES[AXIS], FORTRESSES[SOVIET] | s.built]
    for at in some:
        s.target = at
        stands = not has(s.razed, at)
        kinds = {
            "town": has(TOWNS, at),
            "city": has(CITIES | forts[AXIS] | forts[SOVIET], at),
            "fortress": has(forts[1 - side], at) and stands,
            "soviet-fortress": has(forts[SOVIET], at) and stands,
            "trench": has(s.trenches[1 - side], at),
            "axis-trench": has(s.trenches[AXIS], at),
            "leningrad": at == HEX["2517"],
            **{land: has(IN_TERRAIN[land], at) for land in ("clear", "forest", "swamp", "rough")},
        }
        for kind, holds in kinds.items():
            assert conditions.hex_is(s, kind) == holds, kind  # type: ignore[arg-type]
        for chosen in (at - 1, at, at + 1, -1):
            assert conditions.hex_is(s, "chosen", chosen) == (chosen == at)


@rule("11.5.1", "11.5.2", "9.1.4")
@pytest.mark.parametrize(("marker", "room"), [("", False), ("1820", False), ("1822", False), ("1821", True)])
def test_only_a_blitz_marker_in_the_hex_itself_lets_more_units_in(marker: str, room: bool) -> None:
    axis = {"9th Army": "1721", "39 Pz Corps": "1721", "57 Pz Corps": "1721", "43 Corps": "1820", "46 Pz Corps": "1820"}
    s = clash("1821", axis, {"13R Army": "1821"}, turn=9)
    s.put(unit("13R Army"), -2)
    s.defenders, s.victor = 0, AXIS
    for name in ("9th Army", "39 Pz Corps", "57 Pz Corps", "43 Corps"):
        s.put(unit(name), HEX["1821"])
    change(s, blitz=1 << HEX[marker] if marker else 0)
    refusal = advance.why_not_advance(s, unit("46 Pz Corps"))
    assert (refusal is None) == room and (room or getattr(refusal, "rule", "") == "11.5.1")


@rule("C.8", "11.4.5")
def test_only_a_corps_that_lost_its_last_step_in_this_combat_comes_back() -> None:
    """Not one that had retreated into the hex and was swept away, nor one that was hit and lives."""
    s = clash("1821", {"9th Army": "1821", "43 Corps": "1821"}, {"13R Army": "1721"}, side="soviet", turn=9)
    corps, other = unit("43 Corps"), unit("34 Corps")
    event(s, "axis-11")
    s.supply[unit("9th Army")] = FULL
    for hit, fallen, back in ((0, corps, 0), (1 << corps, corps, 1 << corps), (1 << other, corps, 0)):
        t = s.copy()
        t.defenders &= ~(1 << corps)
        t.hit, t.fallen = hit, [(fallen, HEX["1821"], FULL)]
        assert card_losses.returning(t) == back
    t.fallen, t.hit = [], 1 << corps
    assert card_losses.returning(t) == 0


@rule("11.2.1.5", "20.1.1", "15.1.2", "13.3.5")
def test_every_shift_of_the_rules_is_told_with_its_paragraph() -> None:
    """The number alone, without what the table says beside it."""
    s = clash("2526", {"39 Pz Corps": "2525"}, {"West Front": "2526"}, turn=4)
    s.supply[unit("West Front")] = OUT
    told = {shift.cause: shift.rule for side in (AXIS, SOVIET) for shift in columns.shifts(s, side)}
    assert {"Units out of supply", "Winter 1942", "East of the Paulus Line"} <= set(told)
    assert told["Units out of supply"] == "13.3.5" and told["Winter 1942"].startswith("15.1.2")
    assert all(rule and " " not in rule for rule in told.values())


@rule("16.1.5", "16.1.5.1")
def test_partisans_are_said_to_leave_only_where_there_were_some() -> None:
    for lurking, supplied, said in ((1, True, 1), (0, True, 0), (1, False, 0)):
        s = situation(moment="nothing", turn=9, soviet={"13R Army": "2021"})
        s.lurking, s.supply[unit("13R Army")], s.ear = lurking << HEX["2021"], FULL if supplied else OUT, []
        control.stay(s, unit("13R Army"), HEX["2021"])
        assert len(s.ear) == said and s.lurking == (0 if supplied else lurking << HEX["2021"])

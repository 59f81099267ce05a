"""[4.0, 7.5, 11.2.1] Events, the first hands and later starts in plain steps: what is granted, who is asked, which way
units go, what lies where when a scenario begins."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, effects, later_start, setup, supply
from rasputitsa.titles.stalins_war.actions.events import Raid as RaidAction
from rasputitsa.titles.stalins_war.actions.rounds import Choose
from rasputitsa.titles.stalins_war.combat import forces, ground
from rasputitsa.titles.stalins_war.components import CARD, CARDS, NUMBER, SCENARIOS, TURNS, UNITS
from rasputitsa.titles.stalins_war.effect_kinds import (
    Allow,
    EndVpLoss,
    Forbid,
    Hand,
    Ignore,
    MoveAll,
    NavalEvacuation,
    NoRetreat,
    Ops,
    Raid,
    Restore,
    Supply,
    Surrender,
)
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.events import arrivals, marches, other_fronts, picks, playing
from rasputitsa.titles.stalins_war.mapboard import (
    AXIS_AT_START,
    CITIES,
    FORTRESSES,
    HEX,
    NEXT,
    OIL,
    PLAYABLE,
    PORTS,
    TOPOLOGY,
    TOWNS,
    VP_HEXES,
)
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    DRAW,
    ELIMINATED,
    FULL,
    HAND,
    LATER,
    OTHER_FRONTS,
    REMOVED,
    SCOPES,
    SOVIET,
    Position,
)

from .by_the_book import at_hex, has, is_, large, neighbours, side_of
from .scattered import fresh, scattered
from .situation import at, card, place, put, situation, unit
from .test_plain_cards import muddy
from .test_plain_events import effects_of

SIDES = ("axis", "soviet")
LATE = ("blau", "zitadelle", "bagration")


# -- what an event grants -------------------------------------------------------------------------------------------


@rule("7.2.5", "7.5.1a", "15.1.1.2")
@pytest.mark.parametrize(("number", "index"), effects_of(Ops))
def test_an_event_gives_its_points_in_every_round_without_mud(number: int, index: int) -> None:
    """Blau from turn 5 on only."""
    effect, printed = CARDS[number].effects[index], CARDS[number]
    assert isinstance(effect, Ops)
    for turn in range(printed.turns[0], printed.turns[1] + 1):
        for spot in range(1, TURNS[turn].rounds + 1):
            s = situation(moment="nothing", turn=turn, round=spot, side=printed.side)
            playing.grant(s, number, index, effect)
            given = not muddy(s) and (turn >= 5 or printed.id != "axis-08")
            assert bool(s.stack) == given and s.ops == (effect.points if given else 0), (printed.id, turn, spot)
            owed = given and printed.id == "axis-33"
            assert [record[:3] for record in s.effects] == ([(number, index, SCOPES.index("round"))] if owed else [])


@rule("C.6", "7.3.1")
def test_the_withdrawal_moves_units_without_points_or_combat() -> None:
    number, _ = effects_of(MoveAll)[0]
    s = situation(moment="nothing", turn=5, side="soviet")
    s.ops = 3
    playing.play(s, SOVIET, number)
    assert s.ops == 0 and [tuple(frame[1:]) for frame in s.stack] == [(0, 0), (number, 0)]


# -- units that go --------------------------------------------------------------------------------------------------


@rule("3.0.6", "7.5.1a")
def test_raiders_take_the_towns_they_ride_through() -> None:
    number, index = effects_of(Raid)[0]
    rider = next(u for u in range(N) if is_(u, "guard-cavalry"))
    tried = 0
    for town in bits(TOWNS & ~CITIES & ~OIL & ~VP_HEXES & ~PORTS):
        s = situation(moment="nothing", turn=9, side="soviet")
        s.axis_held = 1 << town
        start = neighbours(town)[0]
        beyond = [p for p in neighbours(town) if p != start and p not in neighbours(start)]
        s.put(rider, start)
        s.supply[rider] = FULL
        s.push(marches.Raiding, number, index, 0)
        for to in beyond[:1]:
            found = marches.raid_reach(fresh(s), rider, CARDS[number].effects[index])  # type: ignore[arg-type]
            if found.cost(to) == 2:
                t = s.copy()
                marches.RaidTo().do(t, RaidAction(rider, start, to))
                assert t.place[rider] == to and t.controls(SOVIET, town)
                tried += 1
    assert tried > 5


@rule("10.2.7", "C.14")
def test_only_armies_in_a_port_with_another_farther_west_are_evacuated() -> None:
    number, index = effects_of(NavalEvacuation)[0]
    where = {"9th Army": "Odessa", "4th Army": "Sevastopol", "6th Army": "Minsk", "17th Army": "1429"}
    s = situation(moment="nothing", turn=14, axis=where, axis_holds=["Odessa", "Sevastopol"])
    s.push(marches.Evacuating, number, index)
    wanted = {unit(name) for name in where if marches.evacuation_ports(s, unit(name))}
    assert set(bits(marches.EvacuateUnit().units(s))) == wanted == {unit("9th Army"), unit("4th Army")}


# -- units that come back -------------------------------------------------------------------------------------------

AWAY = ("9th Army", "39 Pz Corps", "43 Corps")


@rule("3.0.7", "14.1.2")
@pytest.mark.parametrize("there", range(4))
@pytest.mark.parametrize("left", range(4))
def test_units_are_recalled_by_choice_only_if_there_are_more_than_may_come(
    there: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = situation(moment="nothing", turn=9, axis=dict.fromkeys(AWAY[:there], "other-fronts"))
    assert set(bits(other_fronts.recallable(s))) == {unit(name) for name in AWAY[:there]}
    s.push(other_fronts.Recalling, left)
    assert other_fronts.Recalling().side(fresh(s)) == ("axis" if 0 < left < there else None)
    monkeypatch.setattr(other_fronts.entry, "hexes", lambda s, who: 0)
    assert other_fronts.recallable(fresh(s)) == 0, "nowhere to enter"


@rule("3.0.7")
@pytest.mark.parametrize("due", [8, 9, 0])
def test_whoever_comes_back_from_other_fronts_is_placed_at_once(due: int) -> None:
    s = situation(moment="nothing", turn=8, axis={"9th Army": "other-fronts"})
    s.due[unit("9th Army")] = due
    other_fronts.returning(s)
    assert [type(s.step) for _ in s.stack] == ([arrivals.Placing] if due == 8 else [])
    assert at(s, "9th Army") == ("arriving" if due == 8 else "other-fronts")


@rule("7.5.1a")
@pytest.mark.parametrize("weak", range(5))
@pytest.mark.parametrize("left", range(4))
def test_refits_are_chosen_only_if_more_are_weak_than_may_be_refitted(weak: int, left: int) -> None:
    number, index = effects_of(Restore)[0]
    names = ("39 Pz Corps", "57 Pz Corps", "46 Pz Corps", "24 Pz Corps")[:weak]
    s = situation(moment="nothing", turn=9, axis=dict.fromkeys(names, "1117 -1"))
    s.push(picks.Refitting, number, index, left)
    assert picks.Refitting().side(fresh(s)) == ("axis" if 0 < left < weak and s.active == AXIS else None)


@rule("7.5.2c.3", "7.5.2c.4", "7.5.2c.5")
@pytest.mark.parametrize("switched", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_new_units_take_the_place_of_supplied_ones_of_the_kind_named(seed: int, switched: bool) -> None:
    s = situation(moment="nothing", turn=9, guard_exchange=switched)
    t = scattered(seed, turn=9, units=60)
    for who in range(N):
        s.put(who, t.place[who])
    s.axis_held = t.axis_held
    fresh(s)
    own = [u for u in range(N) if side_of(u) == SOVIET and s.place[u] >= 0 and supply.status(s, u) == FULL]
    armies = ("rifle-army", "shock", "maritime", "tank") if switched else ("rifle-army",)
    wanted = {
        "blitz-front": {u for u in own if is_(u, "blitz-front")},
        "rifle-army": {u for u in own if any(is_(u, kind) for kind in armies) and not is_(u, "guard")},
        "tank-army": {u for u in own if is_(u, "tank") and not is_(u, "guard-tank")},
    }
    for kind, units in wanted.items():
        assert set(bits(arrivals.partners(s, kind))) == units, kind  # type: ignore[arg-type]


# -- rivers that cards ignore ---------------------------------------------------------------------------------------

SHIFT = {"": 0, "river": -1, "major_river": -2, "strait": -2}


@rule("11.2.1.5", "7.5.5a")
def test_a_river_counts_if_every_attacker_crosses_one_that_no_card_ignores() -> None:
    ignored = {e.what: (c, n) for c, n in effects_of(Ignore) for e in [CARDS[c].effects[n]] if isinstance(e, Ignore)}
    bridged = {"": (), "river": ("river",), "all-rivers": ("river", "major_river")}
    armies = [u for u in range(N) if side_of(u) == AXIS and not large(u) and is_(u, "panzer")]
    tried = set()
    for target in bits(PLAYABLE):
        for first, second in product(neighbours(target), repeat=2):
            kinds = {TOPOLOGY.kind(first, target), TOPOLOGY.kind(second, target)}
            if (
                first > second
                or (first, second) in ((0, 0),)
                or not kinds - {""}
                or (len(kinds) == 1 and len(tried) > 60)
            ):
                continue
            s = situation_of(target, (armies[0], first), (armies[1], second))
            for what, crossed in bridged.items():
                t = s.copy()
                if what:
                    effects.begin(t, *ignored[what], "round")
                shift = max(0 if kind in crossed else SHIFT[kind] for kind in kinds)
                found = ground.river_shift(t)
                assert (found.columns if found else 0) == shift, (kinds, what)
                tried.add((frozenset(kinds), what))
    assert len(tried) >= 12


_BOARD: list[Position] = []


def situation_of(target: int, *attackers: tuple[int, int]) -> Position:
    if not _BOARD:
        _BOARD.append(situation(moment="nothing", turn=9))
    s = _BOARD[0].copy()
    s.put(unit("West Front"), target)
    for who, where in attackers:
        s.put(who, where)
        s.supply[who] = FULL
    forces.oppose(s, target, mask_of(who for who, _ in attackers))
    forces.engage(s)
    return s


# -- first hands ----------------------------------------------------------------------------------------------------


@rule("4.3", "4.3.1", "4.3.2", "23.1.1", "23.1.2")
@pytest.mark.parametrize(
    ("edition", "bought", "shuffled"), list(product(("living", "printed"), (False, True), (False, True)))
)
def test_first_hands_are_chosen_and_dealt_part_by_part(edition: str, bought: bool, shuffled: bool) -> None:
    for turn, part in product((1, 6), range(6)):
        s = situation(
            moment="nothing", turn=turn, edition=edition, bought_card=bought, shuffled_reinforcements=shuffled,
            axis_hand=["axis-08"], soviet_hand=["soviet-08", "soviet-09"],
        )  # fmt: skip
        s.push(setup.FirstHands, part)
        setup.FirstHands().advance(s)
        free = edition == "living" and not shuffled and turn == 1
        asked = {0: bought, 1: bought, 2: free, 3: True, 4: True}.get(part, False)
        assert len(s.stack) == (0 if part == 5 else 1 + asked)
        if part < 5:
            assert tuple(s.stack[0][1:]) == (part + 1,)
        if asked:
            name, frame = s.step.name, tuple(s.frame[1:])
            size = [6, 6] if turn == 1 else [later_start.hand_size(s, side) for side in (AXIS, SOVIET)]
            wanted = {
                0: ("BoughtCard", (AXIS,)),
                1: ("BoughtCard", (SOVIET,)),
                2: ("FreeCard", ()),
                3: ("Drawing", (AXIS, size[AXIS] - 1)),
                4: ("Drawing", (SOVIET, size[SOVIET] - 2)),
            }
            assert (name, frame) == wanted[part]


@rule("4.3.1", "23.1.1")
def test_everybody_sees_only_the_card_that_is_missing_from_those_set_aside() -> None:
    s = situation(moment="nothing", turn=1)
    for number in setup.free_choice(s):
        t = s.copy()
        t.push(setup.FreeCard)
        setup.TakeFree().do(t, Choose(number))
        assert t.card[number] == HAND and has(t.seen, number) == (CARDS[number].id == "soviet-04") and not t.stack
        assert has(t.seen, number + 1) == has(s.seen, number + 1)
    for side in (AXIS, SOVIET):
        for number in setup.bought_choice(s, side)[:3]:
            t = s.copy()
            t.push(setup.BoughtCard, side)
            setup.TakeBought().do(t, Choose(number))
            assert t.vp - s.vp == (-1 if side == AXIS else 1) and t.card[number] == HAND and not t.stack
    fixed = [number for number, printed in enumerate(CARDS) if printed.id in {f"soviet-{n:02}" for n in range(1, 7)}]
    assert [n for n in setup.free_choice(s) if n in fixed] == [card("soviet-04")]
    assert all(n == card("soviet-04") or not CARDS[n].reinforcement for n in setup.free_choice(s))


# -- scenarios that begin later -------------------------------------------------------------------------------------

LASTING = (Allow, Forbid, EndVpLoss, NoRetreat, Supply, Surrender)


def begun(scenario: str) -> Position:
    s = TITLE.setup(TITLE.prepare(scenario, "living", {}))
    assert isinstance(s, Position)
    return s


@rule("3.0", "16.2.2", "2.2.1")
@pytest.mark.parametrize("scenario", LATE)
def test_a_later_start_finds_hexes_units_and_markers_where_its_data_say(scenario: str) -> None:
    s, data = begun(scenario), SCENARIOS[scenario].later
    assert data is not None
    held = set(bits(AXIS_AT_START)) | {HEX[h] for h in data.axis_holds}
    assert set(bits(s.axis_held)) == held
    soviet, german = set(bits(FORTRESSES[SOVIET])), set(bits(FORTRESSES[AXIS]))
    assert set(bits(s.razed)) == soviet & held | german - held
    assert s.vp == len(held & set(bits(VP_HEXES))) + data.vp_by_events
    for name in data.eliminated:
        never = not any(step.rebuild for step in UNITS[NUMBER[name]].steps)
        assert s.place[NUMBER[name]] == (REMOVED if never else ELIMINATED), name
    for names, box in ((data.other_fronts, OTHER_FRONTS), (data.removed, REMOVED)):
        assert all(s.place[NUMBER[name]] == box for name in names)
    for who in range(N):
        assert s.lost[who] == data.reduced.get(UNITS[who].id, 0)
    assert s.lurking == mask_of(HEX[h] for h in data.partisans)
    assert s.trenches == [mask_of(HEX[h] for h in hexes) for hexes in (data.axis_trenches, data.soviet_trenches)]


@rule("7.5.1", "7.6.1", "7.6.4")
@pytest.mark.parametrize("scenario", LATE)
def test_a_later_start_has_in_force_what_lasts_of_the_events_played(scenario: str) -> None:
    s, found = begun(scenario), SCENARIOS[scenario]
    data, wanted = found.later, []
    assert data is not None
    for name in data.played:
        number, on = CARD_NUMBER[name], data.played_on.get(name, found.first_turn)
        for index, effect in enumerate(CARDS[number].effects):
            if isinstance(effect, Hand):
                first = effect.from_turn or on + 1 + effect.after
                last = 18 if effect.turns is None else first + effect.turns - 1
                wanted.append((number, index, SCOPES.index("game"), first, last))
            elif isinstance(effect, LASTING) and getattr(effect, "scope", "game") == "game":
                wanted.append((number, index, SCOPES.index("game")))
    assert s.effects == wanted
    assert s.turn == found.first_turn and s.total_war == data.total_war
    assert all(effects.played(s, name) for name in data.played)
    for number, printed in enumerate(CARDS):
        waits = printed.deck != "blitz" and not data.total_war
        if printed.id in data.hand:
            assert s.card[number] == HAND
        elif printed.id not in data.played and printed.id not in {f"soviet-{n:02}" for n in range(1, 7)}:
            assert s.card[number] == (LATER if waits else DRAW), printed.id
        else:
            assert s.card[number] not in (DISCARDED, LATER)


@rule("7.6.1")
@pytest.mark.parametrize("delta", [0, 1, 2])
def test_the_hand_of_a_later_start_is_that_of_the_turn_before(delta: int) -> None:
    number, index = next((c, n) for c, n in effects_of(Hand) if CARDS[c].id == "axis-45")
    s = situation(moment="nothing", turn=9)
    before = later_start.hand_size(s, AXIS)
    effects.begin(s, number, index, "game", 9 + delta, 9 + delta)
    assert later_start.hand_size(s, AXIS) == before + (delta == 0) and s.turn == 9


@rule("5.1.1")
def test_cards_have_names_and_numbers_of_their_own() -> None:
    assert len({CARD_NUMBER[name] for name in CARD}) == len(CARDS)
    s = situation(moment="nothing")
    put(s, "9th Army", "1721")
    assert at_hex(s, place("1721"), AXIS) == [unit("9th Army")] and NEXT[place("1721")]

"""What an event may be played on, each kind held against a plain reading on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.codes import (
    CADRES,
    DESTROYED,
    DISORGANIZED,
    FOUGHT,
    HASTE,
    HASTENED,
    MOVED,
    RAIL,
    REMOVED,
    SCORCHED,
    SHATTERED,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
    WORKS,
)
from rasputitsa.titles.no_retreat.events.combat_phase import reserve_range, reserves
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import GERMANY, USSR, enterable, plain_cities, traced
from .positions import (
    AREAS,
    CITIES,
    HEXES,
    LAND,
    army,
    at,
    face,
    holds,
    open_to,
    places,
    positions,
    side_of,
    zone,
)

EVENT = 3
"""Any event: what its effects may be played on does not depend on which one it is."""


def options(s: NoRetreatState, side: int, effect: Any, moment: str = "organization") -> set[tuple[int, ...]]:
    """What is offered, without the event's own number."""
    now = Now(EVENT, side, moment)
    found = list(DEEDS[type(effect)].options(s, now, effect))
    assert all(action.event == EVENT for action in found)
    assert len(found) == len({str(action) for action in found})
    return {tuple(getattr(action, name) for name in action.__struct_fields__[1:]) for action in found}


def allowed(s: NoRetreatState, side: int, effect: Any, moment: str = "organization") -> bool:
    return DEEDS[type(effect)].why_not(s, Now(EVENT, side, moment), effect) is None


def units(found: Iterable[int]) -> set[tuple[int, ...]]:
    return {(u,) for u in found}


def german(s: NoRetreatState, u: int) -> bool:
    return s.game.data[u].nation == "german"


def mixed(count: int, seed: int, **how: Any) -> Iterable[tuple[NoRetreatState, int, random.Random]]:
    """Random positions with some units in boxes, and the side that plays."""
    rng = random.Random(seed)
    for s in positions(count, seed=seed, **how):
        for u in rng.sample(range(len(s.place)), 30):
            if s.place[u] < 0 and s.game.data[u].option is None:
                s.put(u, rng.choice((DESTROYED, SURRENDERED, SHATTERED, TRACK, REMOVED, CADRES, RAIL)))
                s.full[u], s.arrives[u] = rng.random() < 0.5, s.turn + rng.randint(-1, 4)
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= sum(mark for mark in (MOVED, HASTENED, FOUGHT) if rng.random() < 0.2)
        for side in (0, 1):
            s.rezone(side)
        s.memo.clear()
        yield s, rng.randint(0, 1), rng


def within(spots: Iterable[int], hexes: int) -> set[int]:
    return {p for p in LAND if any((MAP.topology.distance(p, q) or 0) <= hexes for q in spots)}


# -- [6.0] supply ---------------------------------------------------------------------------------------


@rule("6.4", "11.1", "6.5.3")
def test_relief_and_surrender_events_reach_the_units_with_markers():
    for s, side, _ in mixed(12, 71):
        cut = [u for u in army(s, side) if s.marks[u] & UNSUPPLIED]
        spots = {s.place[u] for u in cut}
        assert options(s, side, kinds.Resupply(hexes=1)) == units(spots)
        assert options(s, side, kinds.Resupply(hexes=1, where="city")) == units(spots & set(CITIES))
        foes = [u for u in army(s, 1 - side) if s.marks[u] & UNSUPPLIED and s.place[u] in zone(s, side)]
        assert options(s, side, kinds.EliminateUnsupplied(units=2)) == units(foes)
        assert allowed(s, side, kinds.EliminateUnsupplied(units=2)) == bool(foes)


@rule("14.13")
def test_scorched_earth_and_disorder_reach_the_enemy_near_friendly_units():
    for s, side, _ in mixed(8, 72):
        theirs = {p for p in CITIES if not holds(s, side, p)}
        for hexes in (1, 3):
            near = within(places(s, side), hexes)
            assert options(s, side, kinds.Scorch(near=hexes)) == units(theirs & near)
            assert options(s, side, kinds.Scorch(near=hexes, ussr=True)) == units(theirs & near & USSR)
            foes = [u for u in army(s, 1 - side) if not s.marks[u] & DISORGANIZED]
            close = [u for u in foes if s.place[u] in near]
            assert options(s, side, kinds.Disorganize(units=1, near=hexes)) == units(close)
            east = [u for u in close if s.place[u] in USSR]
            assert options(s, side, kinds.Disorganize(units=1, near=hexes, ussr=True)) == units(east)
            assert options(s, side, kinds.Disorganize(units=1)) == units(foes)


@rule("14.13")
def test_works_and_scorched_cities_have_one_marker_each():
    for s, side, rng in mixed(6, 73):
        old = rng.choice(HEXES)
        s.works = [(WORKS, old, 0), (SCORCHED, old, 1)]
        fed = {s.place[u] for u in army(s, side) if not s.marks[u] & UNSUPPLIED}
        mine = {p for p in fed if (WORKS, p, side) not in s.works}
        found = options(s, side, kinds.Works())
        assert found == units(mine)
        spot = min(found)[0]
        deed, now = DEEDS[kinds.Works], Now(EVENT, side, "organization")
        action = next(a for a in deed.options(s, now, kinds.Works()) if a.place == spot)
        deed.choose(s, now, kinds.Works(), action)
        assert sorted(s.works) == sorted([(SCORCHED, old, 1), (WORKS, spot, side)])
        city = next(iter(DEEDS[kinds.Scorch].options(s, now, kinds.Scorch(near=4))), None)
        if city:
            DEEDS[kinds.Scorch].choose(s, now, kinds.Scorch(near=4), city)
            assert sorted(s.works) == sorted([(SCORCHED, city.place, 1 - side), (WORKS, spot, side)])


# -- [7.0] organization ---------------------------------------------------------------------------------


def strengthened(s: NoRetreatState, side: int) -> list[int]:
    """7.0 The reduced units with an overland path and no marker; Yugoslavs in the Balkans only."""
    linked, found = plain_cities(s, side) | traced(s, side, 4), []
    for u in army(s, side):
        data = s.game.data[u]
        here = s.place[u] in linked and (data.nation != "yugoslav" or s.place[u] in AREAS[1:])
        if here and data.reduced is not None and not s.full[u] and not s.marks[u] & UNSUPPLIED:
            found.append(u)
    return found


def convertible(s: NoRetreatState, u: int) -> bool:
    data = s.game.data[u]
    return data.reduced is not None and data.full.paren and not data.reduced.paren


@rule("7.1", "7.2", "7.3", "7.9.1")
def test_events_improve_and_upgrade_the_reduced_units_in_overland_supply():
    for s, _, _ in mixed(15, 74):
        for side in (0, 1):
            s.phasing = side
            late = 5 <= s.turn <= 23 or s.game.edition == "digital-0.2" if side == 0 else s.turn >= 17
            able = strengthened(s, side)
            others = [u for u in able if not convertible(s, u) and (side or german(s, u))]
            assert options(s, side, kinds.Improve(units=1)) == units(others if late else [])
            tanks = [u for u in others if s.game.data[u].full.type == "armor"]
            free = late or side == 0
            assert options(s, side, kinds.Improve(units=1, type="armor", any_turn=True)) == units(tanks if free else [])
            if side:
                assert options(s, side, kinds.Upgrade(units=1)) == units(able)
                assert allowed(s, side, kinds.Upgrade(units=1)) == (bool(able) and s.turn >= 6)
            weary = {u for u in army(s, side) if s.marks[u] & DISORGANIZED}
            assert allowed(s, side, kinds.Reorganize()) == bool(weary)
            DEEDS[kinds.Reorganize].happen(s, Now(EVENT, side, "organization"), kinds.Reorganize())
            assert not any(s.marks[u] & DISORGANIZED for u in army(s, side))


@rule("7.8", "14.1", "14.11")
def test_events_bring_what_is_due_soon_and_raise_what_was_lost_for_good():
    for s, side, _ in mixed(24, 75):
        s.phasing = side
        kin = ("front", "army", "tank", "regional")
        due = [u for u in range(len(s.place)) if s.place[u] == TRACK and side_of(s, u) == side]
        due = [u for u in due if s.turn < s.arrives[u] <= s.turn + 2 and s.game.data[u].kind in kin]
        found = {u for u, _ in options(s, side, kinds.Early(units=1, turns=2, kinds=kin))}
        assert found <= set(due)
        assert found == set(due) or (len(found) < len(due) and not roomy(s, side))
    for s, _, _ in mixed(24, 76):
        for family in ("volkssturm", "fortress"):
            wanted = set()
            for u, data in enumerate(s.game.data):
                if s.place[u] == REMOVED and data.kind == family and data.side == "axis":
                    cities = {MAP.topology.index[data.namesake]} if data.namesake else set(CITIES) & GERMANY
                    free = {p for p in cities if holds(s, 0, p) and not at(s, p)}
                    single = {p for p in cities if holds(s, 0, p) and at(s, p) and side_of(s, at(s, p)[0]) == 0}
                    wanted |= {(u, p) for p in free | {p for p in single if len(at(s, p)) < 2}}
            assert options(s, 0, kinds.Raise(family=family, units=1)) == wanted


def roomy(s: NoRetreatState, side: int) -> bool:
    return bool({p for p in CITIES if holds(s, side, p) and p in plain_cities(s, side)} - places(s, side))


@rule("7.9", "7.9.1")
def test_events_replace_the_lost_units_of_their_boxes_and_type():
    for s, side, _ in mixed(24, 77):
        s.phasing = side
        banned = side == 0 and (s.turn < 5 or (s.game.edition == "digital-1.1" and s.turn > 23))
        banned = banned and s.game.edition != "digital-0.2"
        for boxes, codes in ((("destroyed",), (DESTROYED,)), (("destroyed", "surrendered"), (DESTROYED, SURRENDERED))):
            effect = kinds.Replace(units=1, boxes=boxes)
            lost = [u for u in range(len(s.place)) if s.place[u] in codes and side_of(s, u) == side]
            lost = [u for u in lost if side or german(s, u)]
            found = {u for u, _ in options(s, side, effect)}
            assert found <= set(lost)
            tanks = {u for u, _ in options(s, side, kinds.Replace(units=1, boxes=boxes, type="armor", any_turn=True))}
            assert tanks == {u for u in found if returning(s, u).type == "armor"}
            assert allowed(s, side, effect) == (bool(found) and not banned)
            assert allowed(s, side, kinds.Replace(units=1, boxes=boxes, any_turn=True)) == bool(found)


def returning(s: NoRetreatState, u: int) -> Any:
    """7.9.2 The side of the counter on which a lost unit would come back."""
    data = s.game.data[u]
    twice = data.side == "axis" or data.kind in ("regional", "ally") or s.turn >= 17
    return data.reduced if data.reduced and twice else face(s, u)


# -- [8.0], [9.0] movement and trains -------------------------------------------------------------------


@rule("5.3.4", "6.5.5", "8.1")
def test_movement_events_help_those_who_may_still_move_and_had_none_yet():
    for s, side, rng in mixed(24, 78, turn=6):
        s.phasing = side
        fresh = [u for u in army(s, side) if face(s, u).move and not s.marks[u] & (MOVED | HASTENED)]
        fresh = [u for u in fresh if side or german(s, u)]
        tanks = [u for u in fresh if face(s, u).type == "armor"]
        assert options(s, side, kinds.IgnoreZoc(units=1)) == units(fresh)
        assert options(s, side, kinds.IgnoreZoc(units=1, type="armor")) == units(tanks)
        assert options(s, side, kinds.MoveBonus(mp=2, units=1)) == units(
            u for u in fresh if not s.marks[u] & UNSUPPLIED
        )
        foes = [u for u in army(s, 1 - side) if face(s, u).move]
        slowed = rng.sample(foes, min(3, len(foes)))
        s.effects = [(HASTE, side, s.turn, -1, u) for u in slowed]
        assert options(s, side, kinds.Slow(units=2, mp=1)) == units(u for u in foes if u not in slowed)


def entrained(s: NoRetreatState, side: int) -> list[int]:
    return [u for u in range(len(s.place)) if s.place[u] == RAIL and side_of(s, u) == side]


@rule("9.1.2", "9.2")
def test_units_land_and_are_evacuated_on_the_coasts_of_the_event():
    for s, side, _ in mixed(24, 79):
        boxed = entrained(s, side)
        for seas in (("black",), ("baltic",), ("black", "baltic", "caspian")):
            coast = {p for p in LAND if any(MAP.coasts[sea] >> p & 1 for sea in seas)}
            if s.game.edition == "digital-0.2" and "black" in seas:
                coast.add(MAP.topology.index["613"])
            shut = {p for p in CITIES if not holds(s, side, p)} | zone(s, 1 - side) | places(s, 0) | places(s, 1)
            assert options(s, side, kinds.Land(units=1, seas=seas)) == {(u, p) for u in boxed for p in coast - shut}
            ready = [u for u in army(s, side) if s.place[u] in coast and face(s, u).move and not s.marks[u] & MOVED]
            effect = kinds.Evacuate(units=1, seas=seas)
            assert options(s, side, effect) == units(ready if len(boxed) < 3 else [])


@rule("9.1.2", "9.1.3", "9.2")
def test_rail_events_need_room_in_the_box_and_railways():
    for number, (s, side, _) in enumerate(mixed(24, 80)):
        s.turn = (1, 2, 3)[number % 3]
        boxed = len(entrained(s, side))
        assert allowed(s, side, kinds.Rail(units=2)) == (boxed < 3 and not (side == 0 and s.turn < 3))
        found = options(s, side, kinds.Detrain(units=1), "movement")
        assert {u for u, _ in found} in ({*entrained(s, side)}, set())
        s.free_entrains = 1
        DEEDS[kinds.Rail].happen(s, Now(EVENT, side, "movement"), kinds.Rail(units=2))
        assert s.free_entrains == 3


@rule("13.5")
def test_fuel_is_found_only_when_the_oil_is_lost():
    for s, side, _ in mixed(12, 81):
        assert allowed(s, side, kinds.Fuel()) == (0 < s.oil_lost < s.turn)


# -- [10.0] combat --------------------------------------------------------------------------------------


@rule("10.1.2", "8.3", "8.5")
def test_a_reserve_is_a_supplied_mobile_unit_outside_the_targets():
    for s, side, rng in mixed(18, 82):
        s.targets = rng.sample(sorted(places(s, side)), 3)
        free = [u for u in army(s, side) if face(s, u).move and s.place[u] not in s.targets]
        free = [u for u in free if not s.marks[u] & UNSUPPLIED]
        assert reserves(s, side, None) == free
        assert reserves(s, side, "infantry") == [u for u in free if face(s, u).type == "infantry"]
        foe, mine = zone(s, 1 - side), places(s, side)
        for u in free:
            start, may = s.place[u], enterable(s, u)
            first = {p for p in open_to(start) if p in may and (start not in foe or p not in foe or p in mine)}
            assert first <= set(reserve_range(s, u, 1).places())
            assert set(reserve_range(s, u, 1).places()) == first


@rule("10.5", "14.1")
def test_battle_events_reach_the_units_of_the_battle():
    for s, side, rng in mixed(24, 83):
        s.attacker = rng.randint(0, 1)
        s.attackers = rng.sample(army(s, s.attacker), 4)
        s.defenders = rng.sample(army(s, 1 - s.attacker), 4)
        mine = s.attackers if side == s.attacker else s.defenders
        assert options(s, side, kinds.Multiply(factor=2), "attack") == units(mine)
        assert options(s, side, kinds.Multiply(factor=2, nation="german"), "attack") == units(
            u for u in mine if german(s, u)
        )
        assert options(s, side, kinds.Multiply(factor=2, where="city"), "defend") == units(
            u for u in mine if s.place[u] in CITIES
        )
        forts = [u for u in s.defenders if s.full[u] and s.game.data[u].reduced is not None]
        forts = [u for u in forts if s.game.data[u].full.type == "fort" and s.game.data[u].reduced.type != "fort"]
        assert options(s, side, kinds.FlipFort(), "attack") == units(forts)
        s.full[s.defenders[0]] = not s.full[s.defenders[0]]


@rule("10.7.1", "12.5", "14.9.2")
def test_a_lost_unit_is_saved_if_supplied_and_a_cadre_takes_an_empty_hex():
    for s, side, rng in mixed(24, 84):
        fallen = rng.sample(range(len(s.place)), 8)
        s.fallen = [(u, rng.choice(HEXES), rng.randint(0, 1)) for u in fallen]
        own = [(u, p, starved) for u, p, starved in s.fallen if side_of(s, u) == side]
        wanted = [u for u, _, starved in own if not starved and "hitler" not in s.game.data[u].traits]
        assert options(s, side, kinds.Save(to="shattered"), "loss") == units(wanted)
        cadres = [u for u in range(len(s.place)) if s.place[u] == CADRES and side_of(s, u) == side]
        hexes = {p for u, p, _ in own if s.game.data[u].reduced and s.game.data[u].kind != "cadre"}
        hexes -= places(s, 1 - side)
        assert options(s, side, kinds.PlaceCadre(), "loss") == {(u, p) for u in cadres for p in hexes}
        if wanted:
            deed, now = DEEDS[kinds.Save], Now(EVENT, side, "loss")
            action = next(iter(deed.options(s, now, kinds.Save(to="shattered"))))
            deed.choose(s, now, kinds.Save(to="shattered"), action)
            assert s.place[action.unit] == SHATTERED
            assert [u for u, _, _ in s.fallen] == [u for u in fallen if u != action.unit]

"""What is offered, refused and done at the questions of an impulse, against the slow reader (naive.py) over random
positions."""

from __future__ import annotations

import random
from collections.abc import Iterable

from rasputitsa.kernel import Action
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.actions import (
    Activate,
    Blitz,
    Bomb,
    Dig,
    Disband,
    Done,
    Drop,
    Fight,
    Land,
    Move,
    Pass,
    Rail,
    Recall,
    Sail,
    Shell,
    Ship,
    StrategicMove,
    StrategicReinforcements,
    TakeHit,
)
from rasputitsa.titles.kiev41.blitz import BlitzMoves
from rasputitsa.titles.kiev41.combat import Combat
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, BOMBER_HQ, FLEETS, GUDERIAN, PIECES, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.headquarters import Activation
from rasputitsa.titles.kiev41.impulses import ChooseImpulse
from rasputitsa.titles.kiev41.losses import Losses
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS, ELIMINATED, PLACE_IDS, POOL, ROAD_END, TERRAIN, TOPOLOGY
from rasputitsa.titles.kiev41.reinforcements import deployment_areas
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.state import BASE, NOBODY, PASS, READY, STRATEGIC_MOVE, TACTICAL, Kiev
from rasputitsa.titles.kiev41.supply import isolation_check, sevastopol_garrison, supply_check
from rasputitsa.titles.kiev41.support import Support
from tests.kiev41 import naive
from tests.kiev41.naive import KIND, mask, members, offers, positions

FLEET = len(BLOCKS)
PLACES = range(len(PLACE_IDS))


def on_map(s: Kiev, side: int | None = None) -> list[int]:
    return [b for b in range(len(BLOCKS)) if s.place[b] < AREAS and side in (None, SIDE[b])]


def asked(s: Kiev, *frame: int) -> Kiev:
    """A copy of the position in which a question of the impulse is asked."""
    s = s.copy()
    s.stack[:] = [(Turn.id, 4), (Impulse.id, 4), frame]
    s.memo.clear()
    s.side = s.step.side(s)
    return s


def new_battles(s: Kiev) -> set[int]:
    return set(naive.read(s).contested - members(s.contested_before | s.fought))


def old_battles(s: Kiev) -> set[int]:
    able = {s.place[b] for b in on_map(s, s.active) if not s.isolated >> b & 1}
    return able & naive.read(s).contested & members(s.contested_before) - members(s.fought)


# -- 10.2, 10.4, 10.11 support ------------------------------------------------------------------------------------


def support_orders(s: Kiev, blitz: int) -> Iterable[Action]:
    fields = new_battles(s) | (set() if blitz else old_battles(s))
    for hq in (b for b in members(s.activated) if naive.is_commander(b)):
        if s.strength[hq] and hq not in s.guns[::2] and (BLOCKS[hq].blitz or not blitz):
            for area in fields & set(naive.NEIGHBOURS[s.place[hq]]):
                nations = {BLOCKS[b].nation for b in naive.standing(s, area)}
                if BLOCKS[hq].nation != "rumanian" or "hungarian" not in nations:
                    yield Shell(hq, area)
    if blitz:
        return
    for hq in (b for b in members(s.activated) if KIND[b] == "lw_hq" and s.weather != naive.BLIZZARD):
        reach = naive.command_strength(s, hq)
        mine = [s.bombers[i] for i, corps in enumerate(BOMBER_HQ) if corps == hq]
        if READY in mine and sum(place < AREAS for place in mine) < reach:
            yield from (Bomb(hq, a) for a in fields if (TOPOLOGY.distance(s.place[hq], a) or 0) <= reach)
    if s.active == SOVIET:
        yield from fleet_orders(s)


def leading(s: Kiev) -> int:
    """The activated unexhausted Tactical HQs."""
    return sum(KIND[b] == "hq" and s.strength[b] > 0 for b in members(s.activated))


def at_sea(s: Kiev) -> int:
    return sum(place < AREAS for place in s.fleets)


def fleet_orders(s: Kiev) -> Iterable[Action]:
    for f in set(range(len(FLEETS))) - members(s.sailed):
        committed = s.fleets[f] < AREAS
        if committed:
            yield Recall(FLEET + f)
        ready = committed or (s.fleets[f] == BASE and at_sea(s) < leading(s))
        ready = ready and len(members(s.sailed)) < leading(s) and s.weather != naive.BLIZZARD
        if ready and naive.is_full(s, naive.SEVASTOPOL, SOVIET):
            yield from (Sail(FLEET + f, a) for a in naive.AREAS_OF["black coast"] if a != s.fleets[f])


@rule("10.2", "10.4", "10.11", "10.2.1", "10.2.1.4", "10.17.5")
def test_the_support_that_may_be_given_in_every_segment() -> None:
    for s in positions():
        for blitz in (0, 1):
            now = asked(s, Support.id, blitz)
            orders = set(support_orders(s, blitz))
            enough = blitz or s.active == AXIS or at_sea(s) <= leading(s)
            offers(now, orders | ({Done()} if enough else set()))
            assert now.side == (SIDES[s.active] if orders else None)


# -- 10.12 combat, 10.17 blitz ------------------------------------------------------------------------------------


@rule("10.12", "10.12.1", "10.16", "10.17")
def test_the_battles_that_may_be_chosen_and_why_others_may_not() -> None:
    for s in positions():
        for blitz in (0, 1):
            now = asked(s, Combat.id, blitz)
            new = new_battles(s)
            found = new | (set() if blitz else old_battles(s))
            offers(now, {Fight(area) for area in found} | (set() if new else {Done()}))
            assert (now.side is None) == (not found or (len(found) == 1 and found == new))
            for area in set(range(AREAS)) - found:
                refusal = now.why_not(Fight(area))
                assert refusal is not None
                assert refusal.rule == ("10.16" if s.fought >> area & 1 else "10.12")
                assert ("isolated" in refusal.text) == (refusal.rule == "10.12" and naive.is_contested(s, area))


@rule("10.17", "10.17.2", "10.17.3", "10.17.4")
def test_who_may_blitz_and_where_to() -> None:
    for s in positions():
        now = asked(s, BlitzMoves.id)
        hqs = [hq for hq in members(s.activated) if BLOCKS[hq].blitz]
        ready = {b for hq in hqs for b in naive.commanded_from(s, hq, s.place[hq])} & members(s.blitzers)
        ways = {
            Blitz(b, s.place[b], to)
            for b in ready
            for to in naive.NEIGHBOURS[s.place[b]]
            if TERRAIN[to] == "green" and not s.contested_before >> to & 1 and naive.free(s, b, to)
        }
        offers(now, ways | {Done()})
        assert (now.side is None) == (not ready)


# -- 10.1 activation ----------------------------------------------------------------------------------------------


def may_be_activated(s: Kiev) -> set[int]:
    if s.moving != NOBODY:
        return {s.moving}
    out = set()
    for hq in (b for b in range(len(BLOCKS)) if "hq" in KIND[b] and SIDE[b] == s.active):
        there = s.place[hq] < AREAS or hq == GUDERIAN
        if there and not (s.isolated | s.activated) >> hq & 1:
            first = s.strength[hq] and KIND[hq] == "hq"
            later = s.activated and (s.strength[hq] or naive.is_commander(hq))
            out |= {hq} if first or later else set()
    return out


def ways_of(s: Kiev, hq: int) -> dict[int, int]:
    if hq == GUDERIAN:
        return {}
    return naive.reachable(s, hq, s.mp if hq == s.moving else naive.points_of(s, hq), engage=False)


def hq_orders(s: Kiev) -> Iterable[Action]:
    for hq in may_be_activated(s):
        here, ways = s.place[hq], ways_of(s, hq)
        points = s.mp if hq == s.moving else naive.points_of(s, hq)
        if hq == GUDERIAN or not naive.has_units(s, here, 1 - s.active):
            yield Activate(hq, here)
        for area in naive.ends_of(s, hq, ways):
            yield Activate(hq, area)
            if naive.holds(s, area, 1 - s.active) and ways[area] < points:
                yield Move(hq, here, area)


def with_a_moving_hq(s: Kiev, rng: random.Random) -> Kiev:
    """No block but an HQ moves while HQs are activated."""
    s = s.copy()
    hqs = [b for b in on_map(s, s.active) if "hq" in KIND[b]]
    s.moving = rng.choice(hqs) if s.moving != NOBODY and hqs else NOBODY
    s.activated &= ~(1 << s.moving) if s.moving != NOBODY else -1
    return s


@rule("10.1", "10.1.2", "10.1.3", "10.1.4", "10.5.2")
def test_every_way_to_activate_hqs() -> None:
    rng = random.Random("HQs")
    for position in positions():
        s = with_a_moving_hq(position, rng)
        now = asked(s, Activation.id)
        orders = set(hq_orders(s))
        offers(now, orders | ({Done()} if s.moving == NOBODY else set()))
        assert (now.side is None) == (not may_be_activated(s))


def why_no_activation(s: Kiev, hq: int) -> tuple[str, str]:
    """The first reason that holds, by its rule and a word of it."""
    tired_for_good = hq == GUDERIAN or KIND[hq] == "lw_hq"
    reasons = (
        ("hq" not in KIND[hq], "10.1", "no HQ"),
        (SIDE[hq] != s.active, "10.1", "not yours"),
        (s.activated >> hq & 1, "10.1", "already"),
        (s.moving != NOBODY, "10.1", "first"),
        (s.isolated >> hq & 1, "10.1", "isolated"),
        (s.place[hq] > ROAD_END, "10.1", "not on the map"),
        (KIND[hq] == "lw_hq" and not s.activated, "10.0", "no Tactical HQ"),
        (tired_for_good, "10.5", "exhausted"),
        (True, "10.1", "exhausted"),
    )
    return next((number, word) for holds, number, word in reasons if holds)


def why_not_revealed_there(s: Kiev, hq: int, area: int) -> tuple[str, str]:
    if area < AREAS and naive.has_units(s, area, 1 - s.active):
        return "10.1", "enemy units"
    if area in ways_of(s, hq):
        crowd = len(naive.standing(s, area, s.active)) >= (4 if TERRAIN[area] == "green" else 2)
        return ("2.9" if crowd else "1.4"), "no room"
    return "10.1", "cannot reach"


@rule("10.1", "10.0", "10.5", "2.9", "1.4")
def test_the_reason_why_an_hq_is_not_activated_is_true() -> None:
    rng = random.Random("reasons")
    for position in positions():
        s = with_a_moving_hq(position, rng)
        now = asked(s, Activation.id)
        ready, orders = may_be_activated(s), set(hq_orders(s))
        for b in range(len(BLOCKS)):
            for area in rng.sample(PLACES, 12 if b in ready else 1):
                for action in (Activate(b, area), Move(b, s.place[b], area)):
                    if action in orders:
                        continue
                    refusal = now.why_not(action)
                    assert refusal is not None
                    if Activate(b, area) in orders:
                        assert "goes on from an enemy area only" in refusal.text
                        continue
                    number, word = why_not_revealed_there(s, b, area) if b in ready else why_no_activation(s, b)
                    assert (refusal.rule, word in refusal.text) == (number, True), refusal


# -- 3.0 which impulse --------------------------------------------------------------------------------------------


@rule("3.0", "3.2.1", "4.1.2", "11.0", "5.0")
def test_what_an_impulse_may_begin_with() -> None:
    for position in positions():
        s = position.copy()
        s.moving, s.activated = NOBODY, 0
        now = asked(s, ChooseImpulse.id)
        wanted = {*hq_orders(s), Pass()}
        if s.initiative == s.active:
            wanted.add(StrategicMove())
            if any(s.place[b] == POOL for b in range(len(BLOCKS)) if SIDE[b] == s.active):
                wanted.add(StrategicReinforcements())
        mine = {a for a in range(AREAS) if naive.has_line(s, a, s.active)}
        wanted |= {Disband(a) for a in mine - members(s.cut_lines)}
        offers(now, wanted)
        for area in range(AREAS):
            refusal = now.why_not(Disband(area))
            reason = refusal.rule if refusal else ""
            assert reason == ("4.1" if area not in mine else "9.1" if s.cut_lines >> area & 1 else "")


# -- 10.8 command -------------------------------------------------------------------------------------------------


def obeying(s: Kiev) -> set[int]:
    exploiting = bool(s.frame[1])
    free = set(on_map(s, s.active)) - members(s.commanded | s.isolated)
    if s.impulse == TACTICAL and not exploiting:
        hqs = [hq for hq in members(s.activated) if naive.is_commander(hq)]
        free &= {b for hq in hqs for b in naive.commanded_from(s, hq, s.place[hq])}
        free -= members(s.activated)
    elif not s.commands:
        free = set()
    elif exploiting:
        free = {b for b in free if BLOCKS[b].speed == "fast" and not naive.is_contested(s, s.place[b])}
    return free if s.moving == NOBODY else free | {s.moving}


def why_no_order(s: Kiev, b: int) -> tuple[str, str]:
    reasons = (
        (b >= len(BLOCKS) or b not in on_map(s, s.active), "10.8", "not yours"),
        (s.isolated >> b & 1, "9.1", "isolated"),
        (s.activated >> b & 1, "10.1", "activated"),
        (s.commanded >> b & 1, "10.8", "has been commanded"),
        (s.frame[1], "10.19", "cannot exploit"),
        (s.impulse == TACTICAL, "10.3", "not in the Tactical Range"),
        (s.impulse == PASS, "12.0", "No more blocks"),
        (True, "11.0", "No more blocks"),
    )
    return next((number, word) for holds, number, word in reasons if holds)


def why_no_move(s: Kiev, b: int, area: int, reach: dict[int, int]) -> tuple[str, str]:
    engage = s.impulse != PASS and not s.frame[1]
    here = s.place[b]
    if area >= AREAS:
        return "2.2", "No block may enter"
    if area == here:
        return "10.9", "already"
    if area in reach:
        crowd = len(naive.standing(s, area, s.active)) >= (4 if TERRAIN[area] == "green" else 2)
        return ("2.9", "full") if crowd else ("1.4", "never stack together")
    if area in naive.CLOSED[s.active]:
        return "2.4.5", "closed"
    if naive.has_units(s, area, 1 - s.active) and not engage:
        return ("10.19" if s.frame[1] else "12.0"), "no engagement"
    if naive.has_units(s, here, 1 - s.active):
        return "10.9", "is engaged"
    return "10.9", "not enough movement points"


@rule("10.9", "10.8", "9.1", "10.19", "12.0", "2.9", "1.4", "2.4.5")
def test_the_reason_why_a_block_does_not_move_is_true() -> None:
    rng = random.Random("moves")
    for s in positions():
        s.memo.clear()
        engage = s.impulse != PASS and not s.frame[1]
        under_command = obeying(s)
        for b in range(len(PIECES)):
            if b not in under_command:
                refusal = s.why_not(Move(b, AREA["1"], AREA["2"]))
                number, word = why_no_order(s, b)
                assert refusal is not None
                assert (refusal.rule, word in refusal.text) == (number, True), refusal
                continue
            reach = naive.reachable(s, b, s.mp if b == s.moving else naive.points_of(s, b), engage)
            near = [*reach, s.place[b], *naive.NEIGHBOURS[s.place[b]]]
            for area in {*rng.sample(PLACES, 3), *rng.sample(near, min(len(near), 3)), s.place[b]}:
                refusal = s.why_not(Move(b, s.place[b], area))
                if area in reach and naive.free(s, b, area):
                    assert refusal is None
                    continue
                assert refusal is not None
                number, word = why_no_move(s, b, area, reach)
                assert (refusal.rule, word in refusal.text) == (number, True), refusal
            elsewhere = s.why_not(Move(b, (s.place[b] + 1) % AREAS, AREA["1"]))
            assert elsewhere is not None
            assert "is not in" in elsewhere.text


def by_rail(s: Kiev, b: int) -> set[int]:
    """14.1."""
    here = s.place[b]
    if not s.game.profile.rail or s.impulse == TACTICAL or not naive.is_full(s, here, s.active):
        return set()
    found, todo = {here}, [here]
    while todo:
        for to in naive.by_land(todo.pop()) - found:
            red = naive.is_armour(s, b) and TERRAIN[to] == "red"
            if naive.is_full(s, to, s.active) and not red:
                found.add(to)
                todo.append(to)
    return naive.ends_of(s, b, found - {here})


def by_sea(s: Kiev, b: int) -> set[int]:
    """14.7."""
    ports = {a for a in naive.on_sea(s, "ports") if naive.is_full(s, a, SOVIET)}
    foot = BLOCKS[b].speed == "slow" and "hq" not in KIND[b]
    if not s.game.profile.sea_transport or s.impulse == TACTICAL or SIDE[b] == AXIS or not foot:
        return set()
    return naive.ends_of(s, b, ports - {s.place[b]}) if s.place[b] in ports else set()


def ashore(s: Kiev, b: int) -> set[int]:
    """14.8."""
    if BLOCKS[b].id != "M" or not s.game.profile.seaborne or s.impulse != STRATEGIC_MOVE:
        return set()
    port = s.place[b] in naive.on_sea(s, "ports") and naive.is_full(s, s.place[b], SOVIET)
    if not port or s.strength[b] != BLOCKS[b].steps[0]:
        return set()
    return naive.ends_of(s, b, {a for a in naive.on_sea(s, "coast") if naive.holds(s, a, AXIS)})


def from_the_air(s: Kiev, b: int) -> set[int]:
    """14.9."""
    if BLOCKS[b].id != "22LL" or not s.game.profile.airborne or s.impulse != STRATEGIC_MOVE:
        return set()
    here = s.place[b]
    if not naive.is_full(s, here, AXIS) or s.strength[b] != BLOCKS[b].steps[0]:
        return set()
    near = {a for a in range(AREAS) if (TOPOLOGY.distance(here, a) or 0) <= 3}
    return naive.ends_of(s, b, {a for a in near if TERRAIN[a] == "green" and naive.holds(s, a, SOVIET)})


JOURNEYS = ((Rail, by_rail, "14.1"), (Ship, by_sea, "14.7"), (Land, ashore, "14.8"), (Drop, from_the_air, "14.9"))


def ready_for_journeys() -> Iterable[Kiev]:
    """The positions, with every block in command and nobody on the way; Marine and Luftlande fit for their deeds."""
    for number, position in enumerate(positions()):
        s = position.copy()
        s.moving, s.commanded, s.isolated, s.commands = NOBODY, 0, 0, 9
        s.impulse = (PASS, STRATEGIC_MOVE, STRATEGIC_MOVE)[number % 3]
        for b in on_map(s):
            if BLOCKS[b].id in ("M", "22LL") and number % 4:
                s.strength[b] = BLOCKS[b].steps[0]
        yield asked(s, s.stack[-1][0], 0)


@rule("14.1", "14.7", "14.8", "14.9", "14.1.2", "14.1.3", "14.7.1", "14.8.1", "14.9.1")
def test_every_journey_by_rail_sea_and_air() -> None:
    for s in ready_for_journeys():
        special = [b for b in on_map(s, s.active) if BLOCKS[b].id in ("M", "22LL")]
        for b in on_map(s, s.active)[::3] + special:
            here = s.place[b]
            offered = set(s.legal(("piece", b)))
            for kind, reading, number in JOURNEYS:
                wanted = reading(s, b)
                assert {x for x in offered if type(x) is kind} == {kind(b, here, to) for to in wanted}
                for to in (AREA["1"], AREA["145"], AREA["129"], here):
                    refusal = s.why_not(kind(b, here, to))
                    assert (refusal.rule if refusal else "") == ("" if to in wanted else number)
                    assert s.why_not(kind(b, (here + 1) % AREAS, to)) is not None


def why_no_line(s: Kiev, b: int, area: int) -> str:
    own = sum(naive.has_line(s, a, s.active) for a in range(AREAS))
    reasons = (
        ("hq" in KIND[b], "no combat block"),
        (area != s.place[b], "is not in"),
        (s.strength[b] == BLOCKS[b].steps[-1], "minimum strength"),
        (s.lines >> area & 1, "a line already"),
        (own >= (10 if s.active == AXIS else 20), "No Defensive Line is left"),
        (not naive.is_full(s, area, s.active) or area in naive.STAGING, "controlled uncontested areas"),
    )
    return next((word for holds, word in reasons if holds), "")


@rule("4.1", "4.1.1", "4.1.3", "4.1.4", "10.8", "10.19.2")
def test_who_may_build_a_line_and_why_others_may_not() -> None:
    for number, s in enumerate(positions()):
        now = asked(s, *s.frame)
        now.lines &= -1 if number % 2 else ~mask(range(0, AREAS, 2))
        for b in obeying(now):
            here = now.place[b]
            for area in (here, (here + 1) % AREAS):
                refusal = now.why_not(Dig(b, area))
                word = "one action only" if b == now.moving or now.frame[1] else why_no_line(now, b, area)
                assert (refusal is None) == (not word)
                assert refusal is None or word in refusal.text
                assert (Dig(b, area) in now.legal(("piece", b))) == (not word)


def all_orders(s: Kiev, b: int) -> Iterable[Action]:
    """Everything a block under command may be ordered to do."""
    here, on_its_way = s.place[b], b == s.moving or bool(s.frame[1])
    engage = s.impulse != PASS and not s.frame[1]
    reach = naive.reachable(s, b, s.mp if b == s.moving else naive.points_of(s, b), engage)
    yield from (Move(b, here, to) for to in naive.ends_of(s, b, reach))
    if not on_its_way:
        yield from (kind(b, here, to) for kind, reading, _ in JOURNEYS for to in reading(s, b))
        if not why_no_line(s, b, here):
            yield Dig(b, here)


@rule("10.8", "10.9", "11.0", "12.0", "10.19")
def test_everything_that_may_be_ordered() -> None:
    for s in positions()[::3]:
        now = asked(s, *s.frame)
        offers(now, {Done(), *(order for b in obeying(now) for order in all_orders(now, b))})


# -- 10.15 losses -------------------------------------------------------------------------------------------------


def taken(s: Kiev, side: int, hits: int, area: int, manner: int) -> None:
    """The hits on one side, one by one; the owner takes the first of equals."""
    now = asked(s, Losses.id, side, hits, area, manner)
    now.stack[1:2] = [(ChooseImpulse.id,)]
    left = {b: now.strength[b] for b in naive.standing(s, area, side)}
    if manner == Losses.ATTRITION:
        left = {b: steps for b, steps in left.items() if s.isolated >> b & 1}
    line = manner == Losses.DEFENDER and naive.has_line(s, area, side)
    absorbed = s.dab if manner == Losses.DEFENDER else 0
    now.settle()
    while hits:
        if absorbed:
            absorbed, hits = absorbed - 1, hits - 1
            continue
        if line:
            line, hits = False, hits - 1
            continue
        if not left:
            break
        most = max(left.values())
        equals = sorted(b for b in left if left[b] == most)
        if len(equals) > hits:
            assert now.side == SIDES[side]
            offers(now, {TakeHit(b) for b in equals})
            for b in set(range(len(BLOCKS))) - set(equals):
                refusal = now.why_not(TakeHit(b))
                assert refusal is not None
                assert refusal.rule == ("10.15.1" if b in naive.standing(now, area, side) else "10.15")
            now.apply(TakeHit(equals[0]))
            equals = equals[:1]
        for b in equals:
            lower = [step for step in BLOCKS[b].steps if step < left[b]]
            left.pop(b)
            if lower:
                left[b] = lower[0]
            hits -= 1
    if now.over:
        return
    assert now.step.name == "ChooseImpulse"
    gone = POOL if side == SOVIET and manner != Losses.ATTRITION else ELIMINATED
    for b in naive.standing(s, area, side):
        if b in left or (manner == Losses.ATTRITION and not s.isolated >> b & 1):
            assert (now.place[b], now.strength[b]) == (area, left.get(b, s.strength[b]))
        elif BLOCKS[b].id != "Budyonny":
            assert now.place[b] == gone
    assert naive.has_line(now, area, side) == (naive.has_line(s, area, side) and (line or manner != Losses.DEFENDER))
    survivors = now.place.count(area)
    if not naive.has_units(now, area, side) and survivors:
        assert naive.holds(now, area, 1 - side)


@rule("10.15", "10.15.1", "10.15.2", "10.14", "4.1.7", "10.15.3", "4.2.3.1")
def test_who_takes_the_hits_in_every_contested_area() -> None:
    rng = random.Random("hits")
    for position in positions():
        for area in naive.read(position).contested:
            s = position.copy()
            s.dab = rng.choice((0, 0, 1, 2))
            for side in (AXIS, SOVIET):
                taken(s, side, rng.randint(0, 9), area, Losses.ATTACKER if side == s.active else Losses.DEFENDER)
        taken(position, SOVIET, rng.randint(0, 5), naive.SEVASTOPOL, Losses.ATTRITION)


# -- 9.0 supply and attrition -------------------------------------------------------------------------------------


@rule("9.1", "9.3.1", "9.1.2")
def test_the_supply_check_marks_whoever_has_no_supply() -> None:
    for position in positions():
        s = position.copy()
        supply_check(s)
        side, lines = s.active, naive.communications_of(position, s.active)
        for b in range(len(BLOCKS)):
            cut = b in on_map(position, side) and not naive.in_supply(position, side, position.place[b], lines)
            assert s.isolated >> b & 1 == (cut or position.isolated >> b & 1)
        for area in range(AREAS):
            cut = naive.has_line(position, area, side) and not naive.in_supply(position, side, area, lines)
            assert s.cut_lines >> area & 1 == (cut or position.cut_lines >> area & 1)


def garrison(s: Kiev) -> int:
    blocks = [b for b in naive.standing(s, naive.SEVASTOPOL, SOVIET) if s.isolated >> b & 1]
    return sum(max(1, s.strength[b]) for b in blocks) + (s.cut_lines >> naive.SEVASTOPOL & 1)


@rule("9.3", "9.3.2", "9.4", "9.4.1", "9.4.2", "9.4.3", "14.4.4", "14.4.5")
def test_the_isolation_check_frees_or_wears_down_whoever_is_marked() -> None:
    for position in positions():
        s = asked(position, ChooseImpulse.id)
        isolation_check(s)
        side, lines = s.active, naive.communications_of(position, s.active)
        fortress = s.game.profile.sea_supply and side == SOVIET
        for b in (b for b in on_map(position) if BLOCKS[b].id != "Budyonny"):
            area, before = position.place[b], position.strength[b]
            lower = [step for step in BLOCKS[b].steps if step < before]
            spared = (fortress and area == naive.SEVASTOPOL) or SIDE[b] != side or not position.isolated >> b & 1
            supplied = naive.in_supply(position, side, area, lines)
            if spared or supplied:
                assert (s.place[b], s.strength[b]) == (area, before)
            else:
                assert (s.place[b], s.strength[b]) == (area, lower[0]) if lower else s.place[b] == ELIMINATED
            marked = position.isolated >> b & 1 and not (SIDE[b] == side and supplied)
            assert s.isolated >> b & 1 == (bool(marked) and s.place[b] == area)
        for area in range(AREAS):
            mine = naive.has_line(position, area, side)
            cut = mine and position.cut_lines >> area & 1 and not naive.in_supply(position, side, area, lines)
            alone = not naive.standing(position, area, side) and naive.is_contested(position, area)
            lost = cut and alone and not (fortress and area == naive.SEVASTOPOL)
            assert s.lines >> area & 1 == (position.lines >> area & 1 and not lost)
            assert s.cut_lines >> area & 1 == (position.cut_lines >> area & 1 and not lost and (not mine or bool(cut)))
        assert sevastopol_garrison(position) == garrison(position)
        starving = not naive.in_supply(position, side, naive.SEVASTOPOL, lines) and garrison(s) > 1
        assert (s.step.name == "SevastopolDie") == bool(fortress and starving)


# -- 5.0 reinforcements -------------------------------------------------------------------------------------------


@rule("5.0", "5.0.1", "5.0.2", "5.0.3", "2.4.5")
def test_where_every_block_in_a_pool_may_arrive() -> None:
    rng = random.Random("arrivals")
    towns = naive.AREAS_OF["cities"] | {a for a in range(AREAS) if TERRAIN[a] == "victory"}
    for s in positions():
        s.used_cities = mask(rng.sample(sorted(towns), 4))
        lines = naive.communications_of(s, SOVIET)
        open_towns = {
            a
            for a in towns & naive.AREAS_OF["ussr"] - members(s.used_cities)
            if naive.is_full(s, a, SOVIET) and naive.in_supply(s, SOVIET, a, lines)
        }
        for b in (b for b in range(len(BLOCKS)) if s.place[b] == POOL):
            areas = naive.CLOSED[0] | open_towns if SIDE[b] == SOVIET else naive.CLOSED[1]
            assert deployment_areas(s, b) == mask(naive.ends_of(s, b, areas))

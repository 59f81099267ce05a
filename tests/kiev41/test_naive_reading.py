"""The rules against a slow reader (naive.py) over random positions: both must say the same of every area and block."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import (
    air,
    battle,
    combat,
    command,
    control,
    headquarters,
    losses,
    movement,
    supply,
    support,
    transport,
    weather,
)
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, BOMBER_HQ, FLEETS, GUDERIAN, SIDE, SOVIET
from rasputitsa.titles.kiev41.mapboard import AREAS, TERRAIN, TOPOLOGY
from rasputitsa.titles.kiev41.state import BASE, NOBODY, PASS, READY, TACTICAL, Kiev
from tests.kiev41 import naive
from tests.kiev41.naive import KIND, mask, positions

BOTH = (AXIS, SOVIET)
EVERYWHERE = range(AREAS)


def on_map(s: Kiev, side: int | None = None) -> set[int]:
    return {b for b in range(len(BLOCKS)) if s.place[b] < AREAS and side in (None, SIDE[b])}


def marked(marks: int) -> frozenset[int]:
    return naive.members(marks)


@rule("2.5", "2.5.6")
def test_who_controls_contests_and_stands_in_every_area() -> None:
    for s in positions():
        assert control.contested(s) == mask(naive.read(s).contested)
        for side in BOTH:
            assert control.held(s, side) == mask(area for area in EVERYWHERE if naive.holds(s, area, side))
            assert control.full_control(s, side) == mask(naive.read(s).full[side])
            assert control.enemies(s, side) == mask(naive.read(s).units[1 - side])
            assert all(control.controls(s, area, side) == naive.holds(s, area, side) for area in range(AREAS))


@rule("8.0", "3.1", "14.2.5", "14.5.4", "14.5.5")
def test_what_the_weather_leaves_of_every_blocks_strength() -> None:
    for s in positions():
        for b in on_map(s) | {GUDERIAN}:
            assert weather.hq_strength(s, b) == naive.command_strength(s, b)
            assert weather.attack_strength(s, b) == naive.attacking_strength(s, b)
            assert weather.defence_strength(s, b) == naive.defending_strength(s, b)


@rule("10.9", "2.8", "2.4.5", "14.2", "14.3")
def test_where_every_blocks_points_bring_it() -> None:
    for s in positions():
        for b in sorted(on_map(s))[::4]:
            points = movement.allowance(s, b)
            assert points == naive.points_of(s, b)
            for engage in (True, False):
                wanted = naive.reachable(s, b, points, engage)
                found = movement.reach_of(s, b, points, engage)
                assert found.mask == mask(wanted)
                assert {area: found.layer_of(area) for area in wanted} == wanted


@rule("2.9", "1.4", "1.4.1")
def test_where_every_block_finds_room() -> None:
    for s in positions():
        for b in sorted(on_map(s))[::3]:
            assert movement.room(s, b, TOPOLOGY.everywhere) == mask(
                area for area in EVERYWHERE if naive.free(s, b, area)
            )


@rule("10.13.6.1", "2.4.7.2", "2.4.8.1")
def test_over_which_borders_water_is_crossed() -> None:
    for s in positions()[:12]:
        wet = {"strait"} if s.weather in (naive.SNOW, naive.BLIZZARD) else {"strait", "river"}
        for area in range(AREAS):
            near = (n for n in TOPOLOGY.neighbours[area] if TOPOLOGY.kind(area, n) in wet)
            assert movement.waters(s, area) == mask(near)


@rule("10.3", "10.2.2", "10.6.1", "10.7.1")
def test_whom_every_hq_commands() -> None:
    for s in positions():
        for hq in (b for b in on_map(s, s.active) if KIND[b] == "hq"):
            area = s.place[hq]
            whom = naive.commanded_from(s, hq, area)
            assert headquarters.commanded_by(s, hq) == mask(whom)
            range_, blocks = headquarters.command_from(s, hq, area)
            assert range_ == mask(naive.in_range(s, hq, area))
            assert blocks == mask(whom - {hq} - marked(s.activated | s.isolated))


def led(s: Kiev) -> set[int]:
    """Whom the activated HQs command."""
    hqs = [hq for hq in marked(s.activated) if naive.is_commander(hq)]
    return {b for hq in hqs for b in naive.commanded_from(s, hq, s.place[hq])}


@rule("10.2", "10.3", "10.9")
def test_who_is_in_command_of_an_activated_hq() -> None:
    for s in positions():
        s.memo.clear()
        wanted, own = led(s), on_map(s, s.active)
        assert headquarters.in_command_of(s, mask(own)) == mask(wanted)
        for b in own:
            assert headquarters.in_command(s, b) == (b in wanted)
            assert headquarters.commands_any(s, 1 << b) == (b in wanted)


def obeying(s: Kiev) -> set[int]:
    """10.9, 10.19, 12.0 Who may be given an order now."""
    exploiting = bool(s.frame[1])
    free = on_map(s, s.active) - marked(s.commanded | s.isolated)
    if s.impulse == TACTICAL and not exploiting:
        free = free & led(s) - marked(s.activated)
    elif not s.commands:
        free = set()
    elif exploiting:
        free = {b for b in free if BLOCKS[b].speed == "fast" and not naive.is_contested(s, s.place[b])}
    return free if s.moving == NOBODY else free | {s.moving}


@rule("10.9", "10.19.1", "10.19.2", "12.0.1", "9.1.3")
def test_who_may_be_commanded() -> None:
    for s in positions():
        s.memo.clear()
        wanted = obeying(s)
        assert set(command.commandable(s)) == wanted
        assert {b for b in range(len(BLOCKS)) if command.may_command(s, b)} == wanted
        assert {handle[1] for handle in s.handles() if handle[0] == "piece"} == wanted
        assert (s.step.side(s) is not None) == bool(wanted)


@rule("10.9", "10.9.4", "12.0.1", "10.19.2")
def test_where_those_who_are_commanded_may_go() -> None:
    for s in positions():
        s.memo.clear()
        engage = s.impulse != PASS and not s.frame[1]
        for b in sorted(obeying(s))[::3]:
            points = s.mp if b == s.moving else naive.points_of(s, b)
            wanted = naive.ends_of(s, b, naive.reachable(s, b, points, engage))
            assert command.ends(s, b) == mask(wanted)


@rule("10.1", "10.5.2", "10.11", "9.1.3")
def test_which_hqs_may_be_activated() -> None:
    for s in positions():
        s.memo.clear()
        if s.moving != NOBODY:
            assert headquarters.may_activate(s) == 1 << s.moving
            continue
        wanted = set()
        for b in range(len(BLOCKS)):
            there = s.place[b] < AREAS or b == GUDERIAN
            if SIDE[b] != s.active or "hq" not in KIND[b] or not there or b in marked(s.isolated | s.activated):
                continue
            tired = not s.strength[b]
            if (tired or KIND[b] == "lw_hq") and not s.activated:
                continue
            if tired and not naive.is_commander(b):
                continue
            wanted.add(b)
        assert headquarters.may_activate(s) == mask(wanted)


@rule("10.1.2", "10.1.3", "10.1.4")
def test_where_an_hq_may_be_revealed_and_by_which_enemy_areas_it_may_go_on() -> None:
    for s in positions():
        s.memo.clear()
        for hq in (b for b in on_map(s, s.active) if "hq" in KIND[b]):
            points = s.mp if hq == s.moving else naive.points_of(s, hq)
            ways = naive.reachable(s, hq, points, engage=False)
            wanted = naive.ends_of(s, hq, ways)
            passing = {a for a in wanted if naive.holds(s, a, 1 - s.active) and ways[a] < points}
            here = s.place[hq]
            wanted |= set() if naive.has_units(s, here, 1 - s.active) else {here}
            assert headquarters.reveal_areas(s, hq) == mask(wanted)
            assert headquarters.waypoints(s, hq) == mask(passing)
        assert headquarters.waypoints(s, GUDERIAN) == 0
        assert headquarters.reveal_areas(s, GUDERIAN) == 1 << s.place[GUDERIAN]


def able(s: Kiev, area: int) -> set[int]:
    """10.12 The active player's blocks in an area that may attack."""
    return naive.standing(s, area, s.active) - marked(s.isolated)


def new_ones(s: Kiev) -> set[int]:
    before = marked(s.contested_before | s.fought)
    return set(naive.read(s).contested - before)


def old_ones(s: Kiev) -> set[int]:
    before = marked(s.contested_before) - marked(s.fought)
    return {area for area in before & naive.read(s).contested if able(s, area)}


@rule("10.12", "10.12.1", "10.17")
def test_where_battles_must_and_may_be_fought() -> None:
    for s in positions():
        assert combat.new_battles(s) == mask(new_ones(s))
        assert combat.old_battles(s) == mask(old_ones(s))
        assert combat.battles(s, 0) == mask(new_ones(s) | old_ones(s))
        assert combat.battles(s, 1) == mask(new_ones(s))


@rule("10.4", "10.13.3.1", "1.4.2", "10.10.4")
def test_where_every_hq_may_direct_its_artillery() -> None:
    for s in positions():
        for segment in (0, 1):
            s.memo.clear()
            fields = new_ones(s) if segment else new_ones(s) | old_ones(s)
            for hq in on_map(s, s.active):
                wanted = fields & set(naive.NEIGHBOURS[s.place[hq]])
                if BLOCKS[hq].nation == "rumanian":
                    wanted = {a for a in wanted if all(BLOCKS[b].nation != "hungarian" for b in naive.standing(s, a))}
                barred = not naive.is_commander(hq) or hq in s.guns[::2] or not s.strength[hq]
                if barred or (segment and not BLOCKS[hq].blitz):
                    wanted = set()
                assert support.shelled(s, hq, segment) == mask(wanted)
            assert support.shelled(s, GUDERIAN, segment) == 0


@rule("10.11", "10.11.2", "10.11.4", "10.11.1.1", "14.5.3")
def test_where_every_fliegerkorps_may_bomb() -> None:
    for s in positions():
        s.memo.clear()
        for hq in (b for b in on_map(s, AXIS) if KIND[b] == "lw_hq"):
            reach = naive.command_strength(s, hq)
            mine = [s.bombers[i] for i, corps in enumerate(BOMBER_HQ) if corps == hq]
            out = sum(place < AREAS for place in mine)
            wanted = new_ones(s) | old_ones(s)
            if READY not in mine or out >= reach or s.weather == naive.BLIZZARD:
                wanted = set()
            near = {a for a in wanted if (TOPOLOGY.distance(s.place[hq], a) or 0) <= reach}
            assert support.bombed(s, hq) == mask(near)


@rule("10.2.1", "10.2.1.3", "10.2.1.4", "10.2.1.5", "2.7.2", "8.0.5")
def test_where_every_fleet_may_sail_or_whether_it_must_return() -> None:
    for s in positions():
        leading = [b for b in marked(s.activated) if KIND[b] == "hq" and s.strength[b]]
        away = [f for f in range(len(FLEETS)) if s.fleets[f] < AREAS]
        ours = s.active == SOVIET
        assert support.at_sea(s) == len(away)
        assert headquarters.unexhausted(s) == len(leading)
        assert support.too_many_fleets(s) == (ours and len(away) > len(leading))
        for f in range(len(FLEETS)):
            done = f in marked(s.sailed)
            assert support.recalled(s, f) == (ours and f in away and not done)
            hqs_left = len(leading) - len(marked(s.sailed))
            may = ours and not done and s.weather != naive.BLIZZARD and hqs_left > 0
            may = may and (f in away or (s.fleets[f] == BASE and len(away) < len(leading)))
            may = may and naive.is_full(s, naive.SEVASTOPOL, SOVIET)
            wanted = naive.AREAS_OF["black coast"] - {s.fleets[f]} if may else set()
            assert support.sails(s, f) == mask(wanted)


def handful(dice: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Firepower and number of each unit, as single, double and triple fire dice."""
    return tuple(sum(number for fire, number in dice if fire == wanted) for wanted in (1, 2, 3))


def firepower(s: Kiev, b: int, area: int) -> int:
    better = s.game.profile.agility and KIND[b] == "mountain" and TERRAIN[area] in ("yellow", "red")
    return naive.CLASS[BLOCKS[b].fire] + better


@rule("10.13.6", "10.13.6.1", "10.12", "4.1.5", "14.2.4")
def test_the_dice_of_both_sides_in_every_area() -> None:
    for s in positions():
        enemy = 1 - s.active
        for area in range(AREAS):
            mine = able(s, area)
            assert battle.attackers(s, area) == mask(mine)
            assert battle.defended(s, area) == naive.has_units(s, area, enemy)
            strong = {b: naive.attacking_strength(s, b) for b in mine}
            rolled = [(firepower(s, b, area), min(1, n) if b in marked(s.crossed) else n) for b, n in strong.items()]
            assert battle.attack_dice(s, area) == handful(rolled)
            theirs = naive.standing(s, area, enemy)
            rolled = [(firepower(s, b, area), naive.defending_strength(s, b)) for b in theirs]
            assert battle.defence_dice(s, area) == handful([*rolled, (1, naive.has_line(s, area, enemy))])
            guns = [hq for hq, target in zip(s.guns[::2], s.guns[1::2], strict=True) if target == area]
            assert battle.batteries(s, area) == guns
            rolled = [(naive.CLASS[BLOCKS[hq].fire], naive.command_strength(s, hq)) for hq in guns]
            assert battle.artillery_dice(s, area) == handful(rolled)


@rule("10.13.6.2", "10.13.6.2.1", "10.13.6.2.2", "10.14", "2.4.6", "10.13.4.1")
def test_tank_attacks_absorbed_hits_and_anti_air_in_every_area() -> None:
    for s in positions():
        enemy = 1 - s.active
        for area in range(AREAS):
            held = naive.holds(s, area, enemy)
            town = held and area in naive.AREAS_OF["cities"]
            bonus = {"yellow": 1, "red": 2}.get(TERRAIN[area], 0) + naive.has_line(s, area, enemy)
            bonus += 2 if held and TERRAIN[area] == "victory" else town
            assert losses.absorb_bonus(s, area, enemy) == min(3, bonus)
            open_ground = s.weather == naive.SUNNY and TERRAIN[area] == "green" and not town
            open_ground = open_ground and not naive.has_line(s, area, enemy)
            dry = {b for b in able(s, area) if KIND[b] == "tank"} - marked(s.crossed)
            met = any(KIND[b] == "tank" for b in naive.standing(s, area, enemy))
            assert battle.tank_attack(s, area) == (open_ground and bool(dry) and not met)
            flak = [(naive.CLASS[BLOCKS[b].fire], s.strength[b] > 0) for b in naive.standing(s, area, SOVIET)]
            flak.append((1, naive.has_line(s, area, SOVIET)))
            assert air.anti_air_dice(s, area) == handful(flak)
            ships = [f for f in range(len(FLEETS)) if s.fleets[f] == area]
            assert air.fleets_at(s, area) == ships
            guns = [FLEETS[f].damaged if s.damage[f] else FLEETS[f].full for f in ships]
            assert air.fleet_dice(s, ships) == handful([(naive.CLASS[gun.fire], gun.dice) for gun in guns])


@rule("9.2", "2.1", "2.1.1", "2.7.1", "14.4.1", "14.4.2", "14.4.3")
def test_where_every_side_is_in_supply() -> None:
    for s in positions():
        assert supply.black_sea(s) == naive.rules_black_sea(s)
        assert supply.azov_sea(s) == naive.rules_azov_sea(s)
        assert supply.open_ports(s) == mask(naive.on_sea(s, "ports"))
        assert transport.seas(s) == mask(naive.on_sea(s, "coast"))
        for side in BOTH:
            assert supply.sources(s, side) == mask(naive.supply_sources(s, side))
            assert supply.communications(s, side) == mask(naive.communications_of(s, side))
            somebody = naive.read(s).units[side]
            found, lines = supply.supplied(s, side), naive.communications_of(s, side)
            for area in somebody:
                assert found >> area & 1 == naive.in_supply(s, side, area, lines)

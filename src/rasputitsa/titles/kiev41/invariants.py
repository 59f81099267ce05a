"""What must hold in every position, for the conformance suite."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    BOMBER_HQ,
    BOMBERS,
    FLEETS,
    GUDERIAN,
    HITLER,
    HQS,
    HUNGARIAN,
    LEADERS,
    MAX_LINES,
    OF_SIDE,
    RUMANIAN,
    SIDE,
    SIDES,
    SOVIET,
    STALIN,
    N,
)
from rasputitsa.titles.kiev41.control import contested, controls, held
from rasputitsa.titles.kiev41.mapboard import (
    AREAS,
    ASIDE,
    CLOSED,
    ELIMINATED,
    HAND,
    LATER,
    MOSCOW,
    POOL,
    RASTENBURG,
    ROAD,
    ROAD_END,
    SEVASTOPOL,
    STACKING,
    STAGING,
    TOPOLOGY,
)
from rasputitsa.titles.kiev41.state import ABSENT, AT_SEA, BASE, BATUMI, READY, SHOT_DOWN, SPENT, SUNK, Kiev


def check(s: Kiev) -> list[str]:
    """Every invariant that does not hold."""
    return [*_blocks(s), *_areas(s), *_discs(s), *_fog(s)]


def _blocks(s: Kiev) -> list[str]:
    """46 + 66 blocks, each somewhere it may be and at a strength it has."""
    problems = []
    for b, block in enumerate(BLOCKS):
        place = s.place[b]
        if b in (HITLER, STALIN):
            ok = place == (RASTENBURG if b == HITLER else MOSCOW)
        elif b == GUDERIAN:
            ok = ROAD <= place <= ROAD_END
        else:
            ok = place < AREAS or place in (POOL, HAND, ASIDE, LATER, ELIMINATED)
        if not ok:
            problems.append(f"{block.id} is nowhere ({place})")
        if (place < AREAS) != bool(s.on_map >> b & 1) or (place < AREAS and not s.here[place] >> b & 1):
            problems.append(f"{block.id} is not where it stands")
        if place < AREAS and s.strength[b] not in block.steps:
            problems.append(f"{block.id} has strength {s.strength[b]}")
    if sum(stack.bit_count() for stack in s.here) != s.on_map.bit_count():
        problems.append("a block stands twice")
    if len(s.place) != N or OF_SIDE[0].bit_count() + OF_SIDE[1].bit_count() != N:
        problems.append("blocks are missing")
    return problems


def _areas(s: Kiev) -> list[str]:
    """Stacking, control, lines, staging areas."""
    problems = []
    for area in range(AREAS):
        name = TOPOLOGY.ids[area]
        stacks = [s.here[area] & own for own in OF_SIDE]
        for side, stack in enumerate(stacks):
            if stack.bit_count() > STACKING[area]:
                problems.append(f"{name} is overstacked by {SIDES[side]}")
            if bool(stack) != bool(s.at[side] >> area & 1):
                problems.append(f"presence in {name} is wrong")
            if (stack.bit_count() >= STACKING[area]) != bool(s.packed[side] >> area & 1):
                problems.append(f"room in {name} is wrong")
            if stack and CLOSED[side] >> area & 1:
                problems.append(f"{SIDES[side]} is in {name}")
            if stack and not controls(s, area, side) and not (stacks[1 - side] or s.lines >> area & 1):
                problems.append(f"{name} should be controlled by {SIDES[side]}")
        if s.here[area] & HUNGARIAN and s.here[area] & RUMANIAN:
            problems.append(f"Hungarians and Rumanians share {name}")
    for side in (0, 1):
        if (s.lines & held(s, side)).bit_count() > MAX_LINES[side]:
            problems.append(f"{SIDES[side]} has too many lines")
    if s.lines & STAGING or s.cut_lines & ~s.lines:
        problems.append("a line stands where there can be none")
    return problems


def _discs(s: Kiev) -> list[str]:
    """Eight bombers and two fleets, each somewhere; no fleet in base or at sea without Sevastopol."""
    boxes = (READY, SPENT, SHOT_DOWN, ABSENT, AT_SEA, AT_SEA + 1)
    problems = [f"bomber {i} is nowhere" for i, p in enumerate(s.bombers) if p >= AREAS and p not in boxes]
    problems += [
        f"fleet {f} is nowhere" for f, p in enumerate(s.fleets) if p >= AREAS and p not in (BASE, BATUMI, SUNK)
    ]
    for f, place in enumerate(s.fleets):
        if place in (BASE, BATUMI) and (place == BASE) != controls(s, SEVASTOPOL, SOVIET):
            problems.append(f"fleet {f} is in the wrong base")
        if (place == SUNK) != (s.damage[f] == 2):
            problems.append(f"fleet {f} is sunk and is not")
    for i, hq in enumerate(BOMBER_HQ):
        if s.bombers[i] == ABSENT and s.on_map >> hq & 1:
            problems.append(f"bomber {i} is missing")
    if len(s.bombers) != len(BOMBERS) or len(s.fleets) != len(FLEETS):
        problems.append("bombers or fleets are missing")
    return problems


def _fog(s: Kiev) -> list[str]:
    """1.6 Nothing lies open without a reason: an activated HQ or leader, a battle, a contested area, a blitz."""
    engaged = 0
    for area in bits(contested(s) | s.fought):
        engaged |= s.here[area]
    open_ = s.revealed & ~(s.activated | s.blitzers | engaged | LEADERS)
    problems = [f"{BLOCKS[b].id} lies open" for b in bits(open_)]
    if s.activated & ~(HQS & OF_SIDE[s.active]):
        problems.append("something else than an HQ of the active player is activated")
    if s.moving < N and SIDE[s.moving] != s.active:
        problems.append("an enemy block is moving")
    return problems

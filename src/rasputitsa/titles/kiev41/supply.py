"""[2.1] Supply sources, [2.1.1] coastal supply, [9.0] supply, isolation and attrition, [14.4] sea supply."""

from __future__ import annotations

from functools import lru_cache

from rasputitsa.board.floods import flood
from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.step import ChanceStep
from rasputitsa.titles.kiev41.actions import Die
from rasputitsa.titles.kiev41.components import AXIS, GUDERIAN, OF_SIDE, SOVIET
from rasputitsa.titles.kiev41.control import contested, full_control, held, remove_line
from rasputitsa.titles.kiev41.losses import Losses, attrition
from rasputitsa.titles.kiev41.mapboard import (
    AXIS_SOURCES,
    AZOV_COAST,
    AZOV_KEYS,
    AZOV_PORTS,
    BLACK_COAST,
    BLACK_KEYS,
    BLACK_PORTS,
    LAND,
    NIZHYN,
    ORANGE_SOURCES,
    PLACE_NAMES,
    RED_SOURCES,
    SEVASTOPOL,
    TOPOLOGY,
    TULA,
    YELLOW_SOURCES,
)
from rasputitsa.titles.kiev41.state import Kiev


def yellow_disc(s: Kiev) -> bool:
    """2.1, 10.10, 2.1.2 Areas 1-6 are Soviet sources until Guderian enters Nizhyn."""
    return s.place[GUDERIAN] < NIZHYN


def orange_disc(s: Kiev) -> bool:
    """2.1, 10.10, 2.1.3 Areas 7-11 are Soviet sources until Guderian enters Tula."""
    return s.place[GUDERIAN] < TULA


def black_sea(s: Kiev) -> bool:
    """2.1.1, 2.1.1.3, 2.1.1.5 The Soviets control the Black Sea with Full Control of Sevastopol and Novorossysk."""
    return not BLACK_KEYS & (s.control | s.at[AXIS])


def azov_sea(s: Kiev) -> bool:
    """2.1.1, 2.1.1.4, 2.1.1.5 The Azov Sea needs the Black Sea and Full Control of both sides of the Kerch Strait."""
    return not AZOV_KEYS & (s.control | s.at[AXIS])


def active_discs(s: Kiev) -> int:
    """2.4.4.3, 2.2.1 How many of the four Soviet Supply and Control Discs are on their active side."""
    return yellow_disc(s) + orange_disc(s) + black_sea(s) + azov_sea(s)


def sources(s: Kiev, side: int) -> int:
    """2.1, 2.1.4, 2.1.5, 2.1.6 The areas with a working supply icon, whoever controls them now."""
    if side == AXIS:
        return AXIS_SOURCES
    yellow = YELLOW_SOURCES if yellow_disc(s) else 0
    return RED_SOURCES | yellow | (ORANGE_SOURCES if orange_disc(s) else 0)


def open_ports(s: Kiev) -> int:
    """2.4.9, 14.4, 14.7, 14.4.2 The ports of the seas the Soviets control, whoever holds them."""
    if not black_sea(s):
        return 0
    return BLACK_PORTS | AZOV_PORTS if azov_sea(s) else BLACK_PORTS


def communications(s: Kiev, side: int) -> int:
    """9.2, 9.2.3, 14.4.2 The areas a line of communication may pass: fully controlled and joined to a fully controlled
    source; not over the Kerch Strait. With 14.4 Soviet lines also run from port to port: Novorossysk, without which no
    port is open, is a source itself."""
    friendly = full_control(s, side)
    reached = _joined(sources(s, side), friendly)
    if side == SOVIET and s.game.profile.sea_supply:
        reached = _joined(reached | open_ports(s) & friendly, friendly)
    return reached


@lru_cache(maxsize=1 << 14)
def _joined(to: int, ground: int) -> int:
    """The ground joined to these areas by land. Kept: computers ask again and again what a move would cut off."""
    return flood(LAND, to, ground)


def supplied(s: Kiev, side: int) -> int:
    """9.2, 2.1.1.1, 2.1.1.2, 2.1.1.6, 2.7.1, 9.0.1, 9.2.1, 9.2.2, 14.4.1, 14.4.3, 9.4.4, 14.4.6 The areas in which a
    side's units are in supply: on the line, next to it in a contested area (a line may start there), in a controlled
    source even if contested; for the Soviets by sea as well (2.1.1, 2.7 or 14.4)."""
    reached = communications(s, side)
    engaged = contested(s)
    own = held(s, side)
    ok = reached | LAND.spread(reached) & engaged | sources(s, side) & own & engaged
    if side == AXIS:
        return ok
    if s.game.profile.sea_supply:
        return ok | open_ports(s) & engaged
    ok |= 1 << SEVASTOPOL
    if black_sea(s):
        ok |= BLACK_COAST & own
        if azov_sea(s):
            ok |= AZOV_COAST & own
    return ok


def supply_check(s: Kiev) -> None:
    """9.0, 9.1, 9.1.2, 9.3.1 At the start of an impulse the active player's blocks and lines without supply are
    isolated for all of it. The white cubes of earlier impulses stay until an Isolation Check takes them off (9.3)."""
    ok = supplied(s, s.active)
    mine = OF_SIDE[s.active]
    for area in bits(s.at[s.active] & ~ok):
        s.isolated |= s.here[area] & mine
    s.cut_lines |= s.lines & held(s, s.active) & ~ok


def isolation_check(s: Kiev) -> None:
    """9.3, 9.1.2, 9.3.1, 9.3.2, 9.4.3 At the end of an impulse the active player's isolated units look again for
    supply; those that find none suffer attrition (9.4)."""
    own = held(s, s.active)
    suffering = s.isolated & OF_SIDE[s.active]
    if not suffering and not s.cut_lines & own:
        return
    ok = supplied(s, s.active)
    s.cut_lines &= ~(own & ok)
    fortress = s.game.profile.sea_supply and s.active == SOVIET
    spared = 1 << SEVASTOPOL if fortress else 0
    for area in bits(s.cut_lines & own & contested(s) & ~spared):
        if not s.here[area] & OF_SIDE[s.active]:
            s.say("9.4", "The line in {} is lost", PLACE_NAMES[area], at=[TOPOLOGY.ids[area]])
            remove_line(s, area)
    for b in bits(suffering):
        if not s.on_map >> b & 1:
            continue  # Budyonny, when another's surrender gave Kiev away (2.6)
        if ok >> s.place[b] & 1:
            s.isolated &= ~(1 << b)
        elif not spared >> s.place[b] & 1:
            attrition(s, b)
    if fortress and not ok >> SEVASTOPOL & 1 and sevastopol_garrison(s) > 1:
        s.push(SevastopolDie)


def sevastopol_garrison(s: Kiev) -> int:
    """14.4, 14.4.5 The sum of the isolated steps in Sevastopol; a line counts as one, and so does the Heart Level of an
    HQ."""
    steps = sum(max(1, s.strength[b]) for b in bits(s.here[SEVASTOPOL] & s.isolated & OF_SIDE[SOVIET]))
    return steps + (s.cut_lines >> SEVASTOPOL & 1)


class SevastopolDie(ChanceStep[Kiev]):
    """14.4, 14.4.4, 14.4.5, 14.4.7 One die for the isolated garrison of Sevastopol: under the sum of its steps the
    strongest unit is reduced. A line alone counts one, and no die is lower."""

    rule = "14.4"

    def outcomes(self, s: Kiev) -> list[tuple[Action, int]]:
        return [(Die(face), 1) for face in range(1, 7)]

    def apply(self, s: Kiev, action: Action) -> None:
        assert isinstance(action, Die)
        s.pop()
        if action.face >= sevastopol_garrison(s):
            s.say("14.4", "Sevastopol holds out: a die of {}", action.face, at=["FS"])
            return
        s.say("14.4", "Sevastopol suffers attrition: a die of {}", action.face, at=["FS"])
        s.push(Losses, SOVIET, 1, SEVASTOPOL, Losses.ATTRITION)

    def label(self, s: Kiev) -> str:
        return "sevastopol"

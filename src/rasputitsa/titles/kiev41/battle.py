"""[10.13] The combat sequence of one battle, [10.16] its end; [4.2.2], [4.2.3] the dice of each side in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.step import Step
from rasputitsa.kernel.view import BattleReport
from rasputitsa.titles.kiev41.air import (
    AntiAir,
    NavalAir,
    anti_air_dice,
    bomber_dice,
    bombers_at,
    fleet_dice,
    fleets_at,
    send_home,
)
from rasputitsa.titles.kiev41.components import (
    AXIS,
    COMBAT,
    FAST,
    FIRE,
    MOUNTAIN,
    OF_SIDE,
    SOVIET,
    TANKS,
)
from rasputitsa.titles.kiev41.control import controls
from rasputitsa.titles.kiev41.firepower import Dice, add, roll, together
from rasputitsa.titles.kiev41.losses import Losses, absorb_bonus
from rasputitsa.titles.kiev41.mapboard import CITIES, GREEN, PLACE_NAMES, RED, TOPOLOGY, YELLOW
from rasputitsa.titles.kiev41.report import battle, fired
from rasputitsa.titles.kiev41.state import SPENT, Kiev
from rasputitsa.titles.kiev41.weather import (
    BLIZZARD,
    attack_strength,
    bad_weather,
    defence_strength,
    hq_strength,
)


def attackers(s: Kiev, area: int) -> int:
    """10.12 The active player's blocks in the area that may attack: not the isolated ones."""
    return s.here[area] & OF_SIDE[s.active] & ~s.isolated


def defended(s: Kiev, area: int) -> bool:
    """Is there still an enemy block or line in the area?"""
    enemy = 1 - s.active
    return bool(s.here[area] & OF_SIDE[enemy]) or (bool(s.lines >> area & 1) and controls(s, area, enemy))


def fire_of(s: Kiev, b: int, area: int) -> int:
    """4.2.2, 10.4.1, 14.2.4 A block's firepower in ground combat. 14.2: mountain troops fire one class better in rough
    terrain."""
    if s.game.profile.agility and MOUNTAIN >> b & 1 and (YELLOW | RED) >> area & 1:
        return FIRE[b] + 1
    return FIRE[b]


def attack_number(s: Kiev, b: int, wet: bool) -> int:
    """4.2.3, 10.13.6.1, 10.13.6.1.1, 10.13.6.1.2 How many dice an attacking block rolls; only one if it came over water
    into a new engagement."""
    strength = attack_strength(s, b)
    return min(strength, 1) if wet else strength


def attack_dice(s: Kiev, area: int, known: int = -1) -> Dice:
    """10.13.6 The attackers' dice; of all blocks, or of those that are known."""
    dice = [0, 0, 0]
    for b in bits(attackers(s, area) & known):
        add(dice, fire_of(s, b, area), attack_number(s, b, bool(s.crossed >> b & 1)))
    return dice[0], dice[1], dice[2]


def defence_dice(s: Kiev, area: int, known: int = -1) -> Dice:
    """10.13.6, 4.1, 4.1.5, 9.1.1 The defenders' dice: his blocks, or those that are known, and one of single fire for a
    line."""
    defender = 1 - s.active
    dice = [s.lines >> area & 1 and int(controls(s, area, defender)), 0, 0]
    for b in bits(s.here[area] & OF_SIDE[defender] & known):
        add(dice, fire_of(s, b, area), defence_strength(s, b))
    return dice[0], dice[1], dice[2]


def gun_dice(s: Kiev, hq: int) -> Dice:
    """10.4, 10.7.2 The Artillery Fire of one HQ: as many dice as it is strong."""
    dice = [0, 0, 0]
    add(dice, FIRE[hq], hq_strength(s, hq))
    return dice[0], dice[1], dice[2]


def batteries(s: Kiev, area: int) -> list[int]:
    """10.4 The HQs that direct their artillery into an area."""
    return [hq for hq, target in zip(s.guns[::2], s.guns[1::2]) if target == area]


def artillery_dice(s: Kiev, area: int) -> Dice:
    """10.13.3 One roll for all Artillery Fire markers in the area."""
    return together(gun_dice(s, hq) for hq in batteries(s, area))


def tank_ground(s: Kiev, area: int, defender: int) -> bool:
    """10.13.6.2, 10.13.6.2.1 Do weather and ground allow a Tank Attack? Good weather, a green area without the
    defender's line or city."""
    if bad_weather(s) or not GREEN >> area & 1:
        return False
    return not (controls(s, area, defender) and (s.lines | CITIES) >> area & 1)


def tank_attack(s: Kiev, area: int, known: int = -1) -> bool:
    """10.13.6.2, 10.13.6.2.1, 10.13.6.2.2 On such ground an attacking tank that did not come over a river, and no tank
    to meet it among the defenders, or among those that are known."""
    if not tank_ground(s, area, 1 - s.active):
        return False
    return bool(attackers(s, area) & TANKS & ~s.crossed) and not s.here[area] & OF_SIDE[1 - s.active] & TANKS & known


class Battle(Step[Kiev]):
    """10.13, 10.13.5.1 One battle: showdown, fleets, artillery, anti-air, airstrike, ground combat. Frame: area, stage,
    who fires first on the ground."""

    rule = "10.13"

    def advance(self, s: Kiev) -> None:
        """Stages in which nobody fires follow one another at once."""
        while s.stack[-1][0] == self.id and not s.decided:
            _, area, stage, first = s.frame
            if not defended(s, area) or not attackers(s, area):
                stage = END
            s.goto(area, stage + 1, first)
            STAGES[stage](s, area)


def showdown(s: Kiev, area: int) -> None:
    """10.13.1, 10.12.3 Both players reveal their blocks in the area."""
    s.fought |= 1 << area
    s.revealed |= s.here[area]
    s.dab = absorb_bonus(s, area, 1 - s.active)
    s.say("10.13.1", "Battle in {}", PLACE_NAMES[area], at=[TOPOLOGY.ids[area]])


def naval_air(s: Kiev, area: int) -> None:
    """10.13.2 A. Where there are bombers, they must engage the fleets."""
    if fleets_at(s, area) and bombers_at(s, area):
        s.push(NavalAir, area, NavalAir.ASSIGN, 0)


def gunfire(s: Kiev, area: int) -> None:
    """10.13.2, 10.2.1.7, 10.13.2.3 B. Fleets that no bomber engages fire on the enemy's ground units. 14.5: not in a
    blizzard."""
    roll(s, _guns_at_sea(s, area))


def _guns_at_sea(s: Kiev, area: int) -> Dice:
    return fleet_dice(s, fleets_at(s, area)) if s.weather != BLIZZARD else (0, 0, 0)


def gunfire_hits(s: Kiev, area: int) -> None:
    """10.13.2, 10.13.2.4 B. Gunfire hits are applied at once."""
    fired(s, area, SOVIET, "fleet gunfire", _guns_at_sea(s, area))
    suffer(s, area, AXIS)


def artillery(s: Kiev, area: int) -> None:
    """10.13.3 The attacker's Artillery Fire."""
    roll(s, artillery_dice(s, area))


def artillery_hits(s: Kiev, area: int) -> None:
    """10.15 The defender suffers the hits of artillery."""
    fired(s, area, s.active, "artillery fire", artillery_dice(s, area))
    suffer(s, area, 1 - s.active)


def airstrike_hits(s: Kiev, area: int) -> None:
    """10.15 The defender suffers the hits of bombs."""
    fired(s, area, AXIS, "airstrike", bomber_dice(s, bombers_at(s, area)))
    suffer(s, area, 1 - s.active)


def anti_air(s: Kiev, area: int) -> None:
    """10.13.4 The defender fires at the bombers over the area."""
    roll(s, _flak(s, area))


def _flak(s: Kiev, area: int) -> Dice:
    return anti_air_dice(s, area) if bombers_at(s, area) else (0, 0, 0)


def anti_air_hits(s: Kiev, area: int) -> None:
    """10.13.4 Hits on bombers."""
    fired(s, area, SOVIET, "anti-air fire at the bombers", _flak(s, area), absorbs=False)
    if s.hits:
        s.push(AntiAir, s.hits, area)


def airstrike(s: Kiev, area: int) -> None:
    """10.13.5 The bombers that are left strike."""
    roll(s, bomber_dice(s, bombers_at(s, area)))


def ground_combat(s: Kiev, area: int) -> None:
    """10.13.6 The defender rolls first, unless he is under Tank Attack (10.13.6.2)."""
    s.goto(area, s.frame[2], s.active if tank_attack(s, area) else 1 - s.active)


def first_fire(s: Kiev, area: int) -> None:
    _fire(s, area, s.frame[3])


def first_hits(s: Kiev, area: int) -> None:
    fired(s, area, s.frame[3], "ground combat, first fire", _dice(s, area, s.frame[3]))
    suffer(s, area, 1 - s.frame[3])


def second_fire(s: Kiev, area: int) -> None:
    _fire(s, area, 1 - s.frame[3])


def second_hits(s: Kiev, area: int) -> None:
    fired(s, area, 1 - s.frame[3], "ground combat, fire in return", _dice(s, area, 1 - s.frame[3]), last=True)
    suffer(s, area, s.frame[3])


def _fire(s: Kiev, area: int, side: int) -> None:
    roll(s, _dice(s, area, side))


def _dice(s: Kiev, area: int, side: int) -> Dice:
    return attack_dice(s, area) if side == s.active else defence_dice(s, area)


def suffer(s: Kiev, area: int, side: int) -> None:
    """10.15 A side takes the hits just rolled; only the defender absorbs any."""
    if s.hits:
        s.push(Losses, side, s.hits, area, Losses.ATTACKER if side == s.active else Losses.DEFENDER)


def end_battle(s: Kiev, area: int) -> None:
    """10.16, 10.2.1.5, 10.16.1, 10.16.2 One round only. Fleets and bombers go home, blocks that cleared a green area
    may blitz, the others are concealed; where both sides are left, only the blocks of the player who controls the
    area."""
    s.pop()
    for f in fleets_at(s, area):
        send_home(s, f)
    for i in bombers_at(s, area):
        s.bombers[i] = SPENT
    s.guns = [x for pair in zip(s.guns[::2], s.guns[1::2]) if pair[1] != area for x in pair]
    stay = s.here[area]
    if not defended(s, area):
        cleared = attackers(s, area) & FAST & COMBAT if GREEN >> area & 1 and not bad_weather(s) else 0
        s.blitzers |= cleared
        s.revealed = s.revealed & ~stay | cleared
    else:
        s.revealed &= ~(stay & OF_SIDE[AXIS if s.control >> area & 1 else SOVIET])


STAGES: Final[tuple[Callable[[Kiev, int], None], ...]] = (
    showdown,
    naval_air,
    gunfire,
    gunfire_hits,
    artillery,
    artillery_hits,
    anti_air,
    anti_air_hits,
    airstrike,
    airstrike_hits,
    ground_combat,
    first_fire,
    first_hits,
    second_fire,
    second_hits,
    end_battle,
)
END: Final = len(STAGES) - 1


def under_way(s: Kiev) -> BattleReport | None:
    """The battle that is being fought, once both sides have shown their blocks."""
    frame = next((frame for frame in s.stack if frame[0] == Battle.id), None)
    if frame is None or not s.fought >> frame[1] & 1:
        return None
    return battle(s, frame[1], [])

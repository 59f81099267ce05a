"""10.12 Combat and 10.13 the combat sequence: which battles, and how one is fought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
from rasputitsa.titles.kiev41.actions import Done, Fight
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
from rasputitsa.titles.kiev41.areas import CITIES, GREEN, RED, TOPOLOGY, YELLOW
from rasputitsa.titles.kiev41.components import (
    AXIS,
    COMBAT,
    FAST,
    FIRE,
    MOUNTAIN,
    OF_SIDE,
    SIDES,
    SOVIET,
    TANKS,
)
from rasputitsa.titles.kiev41.control import contested, controls
from rasputitsa.titles.kiev41.dice import Dice, add, roll
from rasputitsa.titles.kiev41.losses import Losses, absorb_bonus
from rasputitsa.titles.kiev41.state import SPENT, Kiev
from rasputitsa.titles.kiev41.weather import (
    BLIZZARD,
    attack_strength,
    bad_weather,
    defence_strength,
    hq_strength,
)

TRIPLE_FIRE: Final = 3


def attackers(s: Kiev, area: int) -> int:
    """10.12 The active player's blocks in the area that may attack: not the isolated ones."""
    return s.here[area] & OF_SIDE[s.active] & ~s.isolated


def defended(s: Kiev, area: int) -> bool:
    """Is there still an enemy block or line in the area?"""
    enemy = 1 - s.active
    return bool(s.here[area] & OF_SIDE[enemy]) or (bool(s.lines >> area & 1) and controls(s, area, enemy))


def new_battles(s: Kiev) -> int:
    """10.12 Newly contested areas: there a battle is mandatory."""
    return contested(s) & ~s.contested_before & ~s.fought


def old_battles(s: Kiev) -> int:
    """10.12 Areas contested before the impulse, where the attacker may fight if a block of his can attack."""
    out = 0
    for area in bits(contested(s) & s.contested_before & ~s.fought):
        if attackers(s, area):
            out |= 1 << area
    return out


def fire_of(s: Kiev, b: int, area: int) -> int:
    """4.2.2 A block's firepower in ground combat. 14.2: mountain troops fire one class better in rough terrain."""
    if s.game.agility and MOUNTAIN >> b & 1 and (YELLOW | RED) >> area & 1:
        return min(FIRE[b] + 1, TRIPLE_FIRE)
    return FIRE[b]


def attack_dice(s: Kiev, area: int) -> Dice:
    """4.2.3, 10.13.6, 10.13.6.1 The attackers' dice; only one for a block that came over a river into a new
    engagement."""
    dice = [0, 0, 0]
    for b in bits(attackers(s, area)):
        strength = attack_strength(s, b)
        add(dice, fire_of(s, b, area), min(strength, 1) if s.crossed >> b & 1 else strength)
    return dice[0], dice[1], dice[2]


def defence_dice(s: Kiev, area: int) -> Dice:
    """10.13.6, 4.1 The defenders' dice: his blocks, and one of single fire for a line."""
    defender = 1 - s.active
    dice = [s.lines >> area & 1 and int(controls(s, area, defender)), 0, 0]
    for b in bits(s.here[area] & OF_SIDE[defender]):
        add(dice, fire_of(s, b, area), defence_strength(s, b))
    return dice[0], dice[1], dice[2]


def artillery_dice(s: Kiev, area: int) -> Dice:
    """10.13.3 One roll for all Artillery Fire markers in the area: as many dice as the HQ is strong."""
    dice = [0, 0, 0]
    for hq, target in zip(s.guns[::2], s.guns[1::2]):
        if target == area:
            add(dice, FIRE[hq], hq_strength(s, hq))
    return dice[0], dice[1], dice[2]


def tank_attack(s: Kiev, area: int) -> bool:
    """10.13.6.2 Good weather, a green area without the defender's line or city, an attacking tank that did not come
    over a river, and no tank to meet it."""
    defender = 1 - s.active
    if bad_weather(s) or not GREEN >> area & 1:
        return False
    if controls(s, area, defender) and (s.lines | CITIES) >> area & 1:
        return False
    return bool(attackers(s, area) & TANKS & ~s.crossed) and not s.here[area] & OF_SIDE[defender] & TANKS


class Combat(Step[Kiev]):
    """10.12 The attacker chooses the order of the battles; new engagements must be fought, old ones may. Frame: 1 in
    the Blitz Segment, where only new ones are fought."""

    rule = "10.12"

    def choices(self, s: Kiev) -> int:
        return new_battles(s) | (0 if s.frame[1] else old_battles(s))

    def forced(self, s: Kiev) -> bool:
        choices = self.choices(s)
        return not choices or (choices.bit_count() == 1 and choices == new_battles(s))

    def side(self, s: Kiev) -> str | None:
        return None if self.forced(s) else SIDES[s.active]

    def advance(self, s: Kiev) -> None:
        choices = self.choices(s)
        if choices:
            s.push(Battle, bits(choices)[0], 0, 0)
        else:
            s.pop()

    def handles(self, s: Kiev) -> Sequence[Handle]:
        places: list[Handle] = [("place", area) for area in bits(self.choices(s))]
        return places if new_battles(s) else [*places, BUTTON]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        if handle == BUTTON:
            return [] if new_battles(s) else [Done()]
        return [Fight(handle[1])] if handle[0] == "place" and self.choices(s) >> handle[1] & 1 else []

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            new = new_battles(s)
            names = ", ".join(TOPOLOGY.names(new))
            return Refusal("10.12", f"A battle is mandatory in newly contested areas: {names}.") if new else None
        if not isinstance(action, Fight):
            return Refusal("6.0", "This is the Combat Segment: choose a battle, or end it.")
        return None if self.choices(s) >> action.at & 1 else self.no_battle(s, action.at)

    def no_battle(self, s: Kiev, area: int) -> Refusal:
        name = TOPOLOGY.ids[area] if area < TOPOLOGY.n else "a box"
        if s.fought >> area & 1:
            return Refusal("10.16", f"Battles last one round: {name} has had its own.")
        if contested(s) >> area & 1:
            return Refusal("10.12", f"No block of yours in {name} may attack: all are isolated.")
        return Refusal("10.12", f"{name} is not contested: a battle needs units of both players.")

    def apply(self, s: Kiev, action: Action) -> None:
        if isinstance(action, Fight):
            s.push(Battle, action.at, 0, 0)
        else:
            s.pop()

    def reveals(self, s: Kiev, action: Action) -> bool:
        return isinstance(action, Fight)

    def prompt(self, s: Kiev) -> str:
        return "Choose a battle" + ("." if new_battles(s) else ", or end the Combat Segment.")


class Battle(Step[Kiev]):
    """10.13 One battle: showdown, fleets, artillery, anti-air, airstrike, ground combat. Frame: area, stage, who fires
    first on the ground."""

    rule = "10.13"

    def advance(self, s: Kiev) -> None:
        _, area, stage, first = s.frame
        if stage < END and (not defended(s, area) or not attackers(s, area)):
            stage = END
        s.goto(area, stage + 1, first)
        STAGES[stage](s, area)


def showdown(s: Kiev, area: int) -> None:
    """10.13.1 Both players reveal their blocks in the area."""
    s.fought |= 1 << area
    s.revealed |= s.here[area]
    s.dab = absorb_bonus(s, area, 1 - s.active)
    s.say("10.13.1", "Battle in {}", TOPOLOGY.ids[area], at=[TOPOLOGY.ids[area]])


def naval_air(s: Kiev, area: int) -> None:
    """10.13.2 A. Where there are bombers, they must engage the fleets."""
    if fleets_at(s, area) and bombers_at(s, area):
        s.push(NavalAir, area, NavalAir.ASSIGN, 0)


def gunfire(s: Kiev, area: int) -> None:
    """10.13.2 B. Fleets that no bomber engages fire on the enemy's ground units. 14.5: not in a blizzard."""
    roll(s, fleet_dice(s, fleets_at(s, area)) if s.weather != BLIZZARD else (0, 0, 0))


def gunfire_hits(s: Kiev, area: int) -> None:
    """10.13.2 B. Gunfire hits are applied at once."""
    suffer(s, area, AXIS)


def artillery(s: Kiev, area: int) -> None:
    """10.13.3 The attacker's Artillery Fire."""
    roll(s, artillery_dice(s, area))


def defender_hits(s: Kiev, area: int) -> None:
    """10.15 The defender suffers the hits of artillery or bombs."""
    suffer(s, area, 1 - s.active)


def anti_air(s: Kiev, area: int) -> None:
    """10.13.4 The defender fires at the bombers over the area."""
    roll(s, anti_air_dice(s, area) if bombers_at(s, area) else (0, 0, 0))


def anti_air_hits(s: Kiev, area: int) -> None:
    """10.13.4 Hits on bombers."""
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
    suffer(s, area, 1 - s.frame[3])


def second_fire(s: Kiev, area: int) -> None:
    _fire(s, area, 1 - s.frame[3])


def second_hits(s: Kiev, area: int) -> None:
    suffer(s, area, s.frame[3])


def _fire(s: Kiev, area: int, side: int) -> None:
    roll(s, attack_dice(s, area) if side == s.active else defence_dice(s, area))


def suffer(s: Kiev, area: int, side: int) -> None:
    """10.15 A side takes the hits just rolled; only the defender absorbs any."""
    if s.hits:
        s.push(Losses, side, s.hits, area, Losses.ATTACKER if side == s.active else Losses.DEFENDER)


def end_battle(s: Kiev, area: int) -> None:
    """10.16 One round only. Fleets and bombers go home, blocks that cleared a green area may blitz, the others are
    concealed; where both sides are left, only the blocks of the player who controls the area."""
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
    elif contested(s) >> area & 1:
        s.revealed &= ~(stay & OF_SIDE[AXIS if s.control >> area & 1 else SOVIET])
    else:
        s.revealed &= ~stay


STAGES: Final[tuple[Callable[[Kiev, int], None], ...]] = (
    showdown,
    naval_air,
    gunfire,
    gunfire_hits,
    artillery,
    defender_hits,
    anti_air,
    anti_air_hits,
    airstrike,
    defender_hits,
    ground_combat,
    first_fire,
    first_hits,
    second_fire,
    second_hits,
    end_battle,
)
END: Final = len(STAGES) - 1

"""[10.13] The odds of a battle before it is fought: who fires when, with which dice, and how many hits to expect.

Exact, and only what a side may know: the faces of concealed enemy blocks are never read, only how many there are. Each
firing is reckoned as if nobody were hit before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.question import Choice
from rasputitsa.kernel.view import Fire, Odds, Shift
from rasputitsa.titles.kiev41.air import anti_air_dice, bomber_dice, bombers_at, fleet_dice, fleets_at
from rasputitsa.titles.kiev41.battle import (
    attack_dice,
    attack_number,
    attackers,
    batteries,
    defence_dice,
    fire_of,
    gun_dice,
    tank_attack,
)
from rasputitsa.titles.kiev41.components import AXIS, BOMBER_HQ, FIRE, FLEETS, OF_SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import controls
from rasputitsa.titles.kiev41.firepower import Dice, expected_hits, hit_chances, together
from rasputitsa.titles.kiev41.hidden import sees_face
from rasputitsa.titles.kiev41.losses import MOST_DABS, absorb_bonus, town_bonus
from rasputitsa.titles.kiev41.mapboard import TERRAIN, TERRAIN_DAB, VICTORY
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.weather import BLIZZARD, WEATHER, attack_strength, defence_strength, hq_strength

_HITS_ON: Final = ("on 6", "on 5 or more", "on 4 or more")


class Volley(NamedTuple):
    """One firing: the dice that are known, and how many concealed blocks fire as well."""

    side: int
    label: str
    dice: Dice
    shifts: list[Shift]
    concealed: int = 0
    ground: bool = True
    """Are the hits taken by blocks and lines? Otherwise by bombers or ships."""


def battle_odds(s: Kiev, viewer: str, area: int) -> Odds:
    """10.13 The battle of the active player in an area, as the viewer may reckon it. `results` are all the hits of the
    attacker, before any are absorbed."""
    known = mask_of(b for b in bits(s.here[area]) if sees_face(s, b, viewer))
    fired = volleys(s, area, known)
    sides = [[v for v in fired if v.side == side and v.ground] for side in (s.active, 1 - s.active)]
    attack, defend = (together(v.dice for v in side) for side in sides)
    return Odds(
        attack=sum(attack),
        defend=sum(defend),
        final=" to ".join(_average(side) for side in sides),
        shifts=circumstances(s, area, known),
        results={} if any(v.concealed for v in sides[0]) else _chances(attack),
        fires=[_fire(volley) for volley in fired],
    )


def odds_after(s: Kiev, choice: Choice[Kiev], action: Action, area: int) -> Odds:
    """10.13 The odds of the battle in an area if the side that is asked were to do something first."""
    after = s.copy()
    choice.do(after, action)
    return battle_odds(after, SIDES[s.active], area)


def _fire(volley: Volley) -> Fire:
    return Fire(
        side=SIDES[volley.side],
        label=volley.label,
        strength=_strength(volley),
        shifts=volley.shifts,
        results={} if volley.concealed else _chances(volley.dice),
    )


def _average(fired: list[Volley]) -> str:
    """The hits of one side on average, in words."""
    if any(volley.concealed for volley in fired):
        return "unknown"
    hits = expected_hits(together(volley.dice for volley in fired))
    return f"{hits:.1f} hits"


def _chances(dice: Dice) -> dict[str, float]:
    return {str(hits): chance for hits, chance in hit_chances(dice).items()}


def _strength(volley: Volley) -> str:
    """4.2.2 The dice as a player says them."""
    words = [_count(volley.concealed, "concealed block", "concealed blocks")] if volley.concealed else []
    for number, hits_on in zip(volley.dice, _HITS_ON):
        if number:
            words.append(f"{_count(number, 'die', 'dice')} hitting {hits_on}")
    return ", ".join(words) or "no dice"


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


# -- the order of fire --------------------------------------------------------------------------------------------


def volleys(s: Kiev, area: int, known: int) -> list[Volley]:
    """10.13 Fleets, artillery, anti-air, airstrike, ground combat, in this order."""
    at_sea = list(zip(fleets_at(s, area), bombers_at(s, area)))
    free = bombers_at(s, area)[len(at_sea) :]
    fired = [*_naval_air(s, at_sea)]
    if s.weather != BLIZZARD:
        guns = fleet_dice(s, fleets_at(s, area)[len(at_sea) :])
        fired.append(Volley(SOVIET, "Fleet gunfire", guns, []))
    fired.append(_artillery(s, area))
    if free:
        soviets = s.here[area] & OF_SIDE[SOVIET]
        hidden = (soviets & ~known).bit_count()
        fired.append(Volley(SOVIET, "Anti-air fire", anti_air_dice(s, area, known), [], hidden, ground=False))
        fired.append(Volley(AXIS, "Airstrike", bomber_dice(s, free), _bomber_shifts(s, free)))
    ground = [_defence(s, area, known), _attack(s, area, known)]
    if tank_attack(s, area, known) and not ground[0].concealed:
        ground.reverse()
    return [volley for volley in [*fired, *ground] if any(volley.dice) or volley.concealed]


def _naval_air(s: Kiev, at_sea: Iterable[tuple[int, int]]) -> Iterable[Volley]:
    """10.13.2 A. Each fleet is engaged by one bomber at least: the fleet fires, then the bomber."""
    for f, bomber in at_sea:
        name = FLEETS[f].name
        yield Volley(SOVIET, f"{name} at a bomber", fleet_dice(s, [f]), [], ground=False)
        yield Volley(
            AXIS, f"A bomber at the {name}", bomber_dice(s, [bomber]), _bomber_shifts(s, [bomber]), ground=False
        )


def _artillery(s: Kiev, area: int) -> Volley:
    hqs = batteries(s, area)
    weather = _weather(s, sum(hq_strength(s, hq) - s.strength[hq] for hq in hqs))
    return Volley(s.active, "Artillery Fire", together(gun_dice(s, hq) for hq in hqs), weather)


def _attack(s: Kiev, area: int, known: int) -> Volley:
    """10.13.6 The attackers, with what weather, water and agility do to their dice."""
    blocks = bits(attackers(s, area) & known)
    wet = [b for b in blocks if s.crossed >> b & 1]
    shifts = _weather(s, sum(attack_strength(s, b) - s.strength[b] for b in blocks))
    shifts += _shift(
        sum(attack_number(s, b, True) - attack_strength(s, b) for b in wet), "came over water", "10.13.6.1"
    )
    shifts += _agility(s, area, {b: attack_number(s, b, b in wet) for b in blocks})
    hidden = (attackers(s, area) & ~known).bit_count()
    return Volley(s.active, "Ground combat", attack_dice(s, area, known), shifts, hidden)


def _defence(s: Kiev, area: int, known: int) -> Volley:
    """10.13.6 The defenders, with what weather and agility do to their dice."""
    stack = s.here[area] & OF_SIDE[1 - s.active]
    number = {b: defence_strength(s, b) for b in bits(stack & known)}
    shifts = _weather(s, sum(dice - s.strength[b] for b, dice in number.items())) + _agility(s, area, number)
    return Volley(1 - s.active, "Ground combat", defence_dice(s, area, known), shifts, (stack & ~known).bit_count())


# -- what changes the dice ----------------------------------------------------------------------------------------


def _shift(columns: int, cause: str, rule: str) -> list[Shift]:
    return [Shift(columns=columns, cause=cause, rule=rule)] if columns else []


def _weather(s: Kiev, dice: int) -> list[Shift]:
    """8.0, 14.5 The dice that bad weather takes."""
    return _shift(dice, WEATHER[s.weather], "14.5" if s.weather == BLIZZARD else "8.0")


def _bomber_shifts(s: Kiev, bombers: list[int]) -> list[Shift]:
    hqs = [BOMBER_HQ[i] for i in bombers]
    return _weather(s, sum(hq_strength(s, hq) - s.strength[hq] for hq in hqs))


def _agility(s: Kiev, area: int, number: dict[int, int]) -> list[Shift]:
    """14.2 The dice that are one class better."""
    better = sum(dice for b, dice in number.items() if fire_of(s, b, area) > FIRE[b])
    return _shift(better, "mountain troops fire one class better in the rough", "14.2")


def circumstances(s: Kiev, area: int, known: int) -> list[Shift]:
    """10.14, 10.13.6.2 What the defender absorbs, hit by hit, and who fires first on the ground."""
    defender = 1 - s.active
    shifts = _shift(-TERRAIN_DAB[area], f"the {TERRAIN[area]} area absorbs", "10.14")
    if controls(s, area, defender):
        shifts += _shift(-(s.lines >> area & 1), "the Defensive Line absorbs", "4.1")
        town, rule = ("Victory Area", "2.4.4") if VICTORY >> area & 1 else ("city", "2.4.6")
        shifts += _shift(-town_bonus(area), f"the {town} absorbs", rule)
    spare = -sum(shift.columns for shift in shifts) - absorb_bonus(s, area, defender)
    shifts += _shift(spare, f"no more than {MOST_DABS} in all", "10.14")
    if tank_attack(s, area, known):
        hidden = bool(s.here[area] & OF_SIDE[defender] & ~known)
        when = ", if no tank is among the concealed blocks" if hidden else ""
        shifts.append(Shift(columns=0, cause=f"Tank Attack: the attacker fires first{when}", rule="10.13.6.2"))
    return shifts

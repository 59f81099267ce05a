"""Where everything is when a scenario begins, and what the turn track says about each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Refusal
from rasputitsa.titles.stalins_war import TITLE, banked, effects, hand, movement, sequence, victory, weather
from rasputitsa.titles.stalins_war.action_round import why_no_reinforcements, why_no_rp
from rasputitsa.titles.stalins_war.combat import exploitation, forces, mobile_defense
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.mapboard import AXIS_AT_START, OIL, PLACE_IDS, RAILS, hexes
from rasputitsa.titles.stalins_war.roster import NAMES, N
from rasputitsa.titles.stalins_war.state import AXIS, BOXES, FULL, GONE, POOL, SIDES, SOVIET, Position
from rasputitsa.titles.stalins_war.strategic import rail_closed

from ..situation import situation, unit

MOST = 5
"""No turn allows as many cards of a kind, and none has more rounds."""


def openings() -> dict[str, str]:
    """Every scenario: one line for each place with units, one for each pile of cards, and the rest."""
    return {f"{name} {key}": line for name in SCENARIOS for key, line in opening(name)}


SCENARIOS = [scenario.name for scenario in TITLE.scenarios]


def opening(scenario: str) -> list[tuple[str, str]]:
    s = TITLE.setup(TITLE.prepare(scenario, TITLE.editions[0], {}))
    assert isinstance(s, Position)
    places: dict[str, list[str]] = {}
    for number in range(N):
        if s.place[number] != POOL:
            at = PLACE_IDS[s.place[number]] if s.place[number] >= 0 else BOXES[s.place[number]]
            places.setdefault(at, []).append(NAMES[number] + (f" -{s.lost[number]}" if s.lost[number] else ""))
    piles: dict[int, list[str]] = {}
    for card, where in enumerate(s.card):
        piles.setdefault(where, []).append(CARDS[card].id)
    last = s.game.last_turn
    return [
        *((at, ", ".join(units)) for at, units in sorted(places.items())),
        *((f"pile {where}", " ".join(cards)) for where, cards in sorted(piles.items())),
        ("turns", f"{s.turn} to {last}, level {s.vp}"),
        ("Axis holds", names(s.axis_held)),
        ("trenches", f"{names(s.trenches[AXIS])} against {names(s.trenches[SOVIET])}"),
        ("partisans", names(s.lurking)),
        ("razed", names(s.razed)),
        ("events", f"{s.played:x} {s.total_war} {s.allowed} {s.banned} {' '.join(map(str, s.effects))}"),
        ("wins", winners(s, last)),
    ]


def names(mask: int) -> str:
    return " ".join(PLACE_IDS[place] for place in bits(mask)) or "none"


def winners(s: Position, last: int) -> str:
    """Who wins at each VP level when the last turn ends, the rest being as it is."""
    s.turn, found = last, ""
    for s.vp in range(25):
        t = s.copy()
        victory.end_of_turn(t)
        found += f"{t.winner if t.decided else '.'}"
    return found


def turns() -> dict[str, str]:
    """Every turn of the track, tried with an empty map."""
    return {f"{turn}": line(turn) for turn in TURNS}


def line(turn: int) -> str:
    parts = []
    for side in (AXIS, SOVIET):
        s = situation(turn=turn, side=SIDES[side], axis={"4th Army": "2322", "24 Pz Corps": "2322"}, moment="nothing")
        limits = f"{_limit(s, 'rp_cards', why_no_rp)} RP, {_limit(s, 'reinforcements', why_no_reinforcements)} R"
        parts.append(f"{SIDES[side]} {limits}, hand {hand.size(s, side)}")
        parts.append(f"trains not in {(rail_closed(s, side) & RAILS).bit_count()}")
    s = situation(turn=turn, axis={"4th Army": "2322", "24 Pz Corps": "2322"}, moment="nothing")
    s.axis_held = 0
    parts.append(f"starved hand {hand.size(s, AXIS)}")
    muds = []
    for s.round in range(1, MOST + 1):
        muds += [str(s.round)] if weather.rasputitsa(s) else []
    parts.append(f"mud {' '.join(muds) or 'never'}")
    parts += ["winter of 1942"] * weather.winter_1942(s)
    return "; ".join([*parts, *events(turn)])


def events(turn: int) -> list[str]:
    """What happens by itself: Banked OPS, the cards that are taken, the VP lost, Total War, panzers in the east."""
    s = situation(turn=turn, axis={"4th Army": "2322", "24 Pz Corps": "2722"}, moment="nothing")
    s.set_supply(unit("24 Pz Corps"), FULL)
    s.banked[:] = [0, 0]
    banked.receive(s)
    taken = " ".join(CARDS[card].id for card in hand.fixed_cards(s)) or "none"
    before = s.vp
    sequence.vp_by_events(s)
    found = [f"{s.banked[AXIS]} banked", f"{taken} taken", f"level {s.vp - before}"]
    found.append(f"panzers {movement.allowance(s, unit('24 Pz Corps'))}/{exploitation.hexes(s, unit('24 Pz Corps'))}")
    s.put(unit("24 Pz Corps"), s.place[unit("4th Army")])
    s.active = SOVIET
    forces.oppose(s, s.place[unit("4th Army")], 0)
    found += ["mobile defense"] * mobile_defense.applies(s)
    for card in range(len(CARDS)):
        s.card[card] = GONE
        s.played |= 1 << card
    hand.total_war(s)
    found += ["total war"] * bool(s.total_war)
    for _ in range(MOST):
        effects.begin(s, CARD_NUMBER["soviet-36"], 1, "game", 1, 18)
    found.append(f"smallest hand {hand.size(s, AXIS)}")
    return [*found, f"{rounds(turn)} rounds", f"wins: {' '.join(wins(turn))}"]


DEEDS = {
    "20": {"vp": 20},
    "0": {"vp": 0},
    "9": {"vp": 9},
    "oil": {"oil_turns": 1, "axis_held": AXIS_AT_START | OIL},
    "all": {"axis_held": AXIS_AT_START},
    "line": {"crossed_paulus": 0},
    "four": {"axis_held": AXIS_AT_START | hexes("2722", "2517", "2530")},
    "eight": {"axis_held": AXIS_AT_START | hexes("2722", "2517", "2830", "2031", "3032", "2935")},
}
"""What wins the game at the end of some turns."""


def wins(turn: int) -> Iterator[str]:
    """The deeds that win at the end of this turn, and for whom."""
    for name, fields in DEEDS.items():
        s = situation(turn=turn, axis={"4th Army": "2322"}, axis_holds=["Riga"], moment="nothing")
        s.vp, s.crossed_paulus = 12, 1
        for field, value in fields.items():
            setattr(s, field, value)
        s.memo.clear()
        victory.end_of_turn(s)
        if s.decided:
            yield f"{name} {SIDES[s.winner]}"


def rounds(turn: int) -> int:
    """So many rounds has each side."""
    s = situation(turn=turn, side="axis", moment="nothing")
    s.push(sequence.ActionPhase, AXIS)
    for s.round in range(1, MOST + 2):
        t = s.copy()
        t.step.advance(t)
        if not t.stack:
            return s.round - 1
    return MOST + 1


def _limit(s: Position, counter: str, why_not: Callable[[Position], Refusal | None]) -> int:
    """So many cards of a kind may be played."""
    count = getattr(s, counter)
    for number in range(MOST):
        count[s.active] = number
        if why_not(s) is not None:
            return number
    return MOST

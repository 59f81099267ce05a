"""Where everything is when a scenario begins, how it is won, and what each turn brings."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.no_retreat import TITLE, components, piles, turn_events, victory
from rasputitsa.titles.no_retreat.codes import AXIS, BOXES, OUT, SIDES, SOVIET, WEATHERS
from rasputitsa.titles.no_retreat.state import NoRetreatState

from ..situation import situation


def openings() -> dict[str, str]:
    """Every scenario of every edition: a line for each place with units, then the rest."""
    found: dict[str, str] = {}
    for scenario in TITLE.scenarios:
        for edition in (scenario.editions or TITLE.editions)[:1]:
            found |= {f"{scenario.name} {key}": line for key, line in opening(scenario.name, edition)}
    return found


def opening(scenario: str, edition: str) -> list[tuple[str, str]]:
    s = TITLE.setup(TITLE.prepare(scenario, edition, {}))
    places: dict[str, list[str]] = {}
    for unit in s.game.units:
        if s.place[unit] != OUT:
            at = s.game.place_id(s.place[unit]) if s.place[unit] >= 0 else BOXES[s.place[unit]]
            due = f" {s.arrives[unit]}" if s.arrives[unit] and s.place[unit] < 0 else ""
            places.setdefault(at, []).append(s.game.data[unit].id + "*" * s.full[unit] + due)
    game = s.game
    return [
        *((at, " ".join(units)) for at, units in sorted(places.items())),
        ("Axis holds", " ".join(game.place_id(at) for at in bits(s.axis_held))),
        ("turns", f"{s.turn} to {game.last_turn}, {SIDES[game.first_side]} first, {SIDES[s.initiative]} initiative"),
        (
            "state",
            f"VP {s.event_vp}, tide {s.high_tide}, opened {s.invaded} {s.oil_lost} {s.warsaw_lost}, 1945 {s.in_1945}",
        ),
        ("frozen", " ".join(game.data[unit].id for unit in game.frozen)),
        ("draws", " ".join(f"{frame[1:]}" for frame in s.stack)),
        ("phases", " ".join(f"{phase.id}{phase.side}" for phase in game.phases)),
        ("cards", "".join(str(where) for where in s.card)),
    ]


def turns() -> dict[str, str]:
    """Every turn of the track."""
    s = situation(turn=1, phase=None)
    return {f"{turn}": line(s.copy(), turn) for turn in s.game.turns}


def line(s: NoRetreatState, turn: int) -> str:
    s = TITLE.setup(TITLE.prepare("campaign", "board", {}))
    s.turn = turn - 1
    turn_events.begin_turn(s)
    skulls = [
        f"{SIDES[side]} {number}" for side in (AXIS, SOVIET) if (number := victory.sudden_death_number(s, side, turn))
    ]
    goals = "/".join(str(victory.objectives_needed(s, side, turn)) for side in (AXIS, SOVIET))
    draws = "/".join(str(piles.draw_rate(s, side)) for side in (AXIS, SOVIET))
    effects = [name for name in components.turn_effects() if components.in_effect(name, turn)]
    before = {unit for unit in s.game.units if s.place[unit] == OUT}
    turn_events.withdrawals(s)
    left = [s.game.data[u].id for u in s.game.units if BOXES.get(s.place[u]) == "removed" and u not in before]
    words = [WEATHERS[s.weather], f"supports {s.supports}", f"skulls {' '.join(skulls)}", f"goals {goals}"]
    return "; ".join([*words, f"draws {draws}", f"leave: {' '.join(left) or 'none'}", ", ".join(effects)])

"""Every turn of the track shows and does what its line on a sheet in `printed/` says: its weather and the other side of
its marker, its second front, who is due. `python -m tests.no_retreat.test_every_turn` writes it anew after a change
that is meant."""

from __future__ import annotations

from pathlib import Path

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat import second_front, stacking
from rasputitsa.titles.no_retreat.board import board
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES, SKIES, SOVIET
from rasputitsa.titles.no_retreat.combat import advance
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from tests.sheets import differences, write

from .situation import situation, unit

SHEET = Path(__file__).parent / "printed" / "calendar.txt"


def calendar() -> dict[str, str]:
    return {f"{turn.turn}": line(turn.turn) for turn in board().calendar}


def line(turn: int) -> str:
    shown = board().calendar[turn - 1]
    return "; ".join(
        [
            f"{shown.weather}, turned over {turned(turn)}",
            f"second front {second(turn)}",
            f"supports {shown.supports['axis']} {shown.supports['soviet']}",
            f"sudden death {shown.sudden_death or 'none'}",
            f"tanks {tanks(turn)}",
            f"due {', '.join(shown.arrivals) or 'nobody'}",
        ]
    )


def turned(turn: int) -> str:
    """What a card makes of the weather that turns the marker over (14.14)."""
    s = situation(turn=turn, phase=None)
    s.sky[turn] = ("clear", "mud", "snow").index(board().calendar[turn - 1].weather.partition(" ")[0])
    effect = kinds.Weather(turn="current-or-next", to="other")
    before = bytes(s.sky)
    DEEDS[kinds.Weather].happen(s, Now(0, AXIS, "draw"), effect)
    changed = [f"turn {number} {SKIES[now]}" for number, now in enumerate(s.sky) if now != before[number]]
    return " ".join(changed) or "nothing"


def second(turn: int) -> str:
    s = situation(turn=turn, phase=None)
    return f"{second_front.red_event(s)} for the Soviets" if second_front.red_event(s) else "none"


def tanks(turn: int) -> str:
    """The player turns in which Soviet tanks stack and go three hexes far after combat."""
    words = []
    for phasing in (AXIS, SOVIET):
        s = situation(turn=turn, phase=None, soviet={"Kursk Front": "1316 full"})
        s.phasing = phasing
        far, together = advance.limit(s, unit(s, "Kursk Front")), stacking.limit(s, SOVIET, True, False)
        words.append(f"{SIDES[phasing]} {together}/{far}")
    return " ".join(words)


@rule("10.8.2", "13.0", "13.4", "13.5", "13.5.3", "14.14.1")
def test_every_turn_is_what_the_turn_track_says():
    assert differences(calendar(), SHEET) == []


if __name__ == "__main__":
    write(
        calendar(), SHEET, "Weather; second front; supports; sudden death; Soviet tanks: in a hex/hexes of advance; due"
    )

"""[14.13], [14.14] Reminder markers at the side of the map, and the weather markers on the turn track."""

from __future__ import annotations

from rasputitsa.kernel.view import Effect
from rasputitsa.titles.no_retreat.codes import LONG_WINTER, NO_RED_EVENT, NO_SUDDEN_DEATH, SCORCHED, SIDES, WEATHERS
from rasputitsa.titles.no_retreat.state import NoRetreatState


def weather_markers(s: NoRetreatState) -> list[tuple[int, int]]:
    """14.14, 14.14.1, 15.4 The three weather markers (none without variable weather): the next turns, this one
    included, whose weather is variable, and the weather they show."""
    if not s.game.profile.variable_weather:
        return []
    ahead = [n for n, turn in s.game.turns.items() if s.turn <= n <= s.game.last_turn and turn.reverse]
    return [(turn, s.sky[turn]) for turn in ahead[:3]]


def reminders(s: NoRetreatState) -> list[Effect]:
    """14.13 Reminder markers, as lasting effects at the side of the map."""
    found = [
        Effect(
            id=f"draw-{SIDES[side]}",
            label=f"-{debt} card{'s' * (debt > 1)}",
            text=f"Draws {debt} {'fewer cards' if debt > 1 else 'card less'}.",
            side=SIDES[side],
        )
        for side, debt in enumerate(s.draw_debt)
        if debt
    ]
    if any(effect[0] == NO_SUDDEN_DEATH for effect in s.effects):
        found.append(Effect(id="no-sudden-death", label="No Sudden Death", text="The next check is not made (12.2)."))
    if any(effect[0] == NO_RED_EVENT and effect[2] == s.turn for effect in s.effects):
        found.append(Effect(id="no-red-event", label="No second front", text="This turn's red event is cancelled."))
    found += [_on_map(s, *marker) for marker in s.works]
    if s.weather == LONG_WINTER:
        found.append(Effect(id="long-winter", label="Long Winter", text="Three Axis Targets; one-hex advances (13.1)."))
    for turn, sky in weather_markers(s):
        text = f"{WEATHERS[sky].capitalize()} on turn {turn}, unless a weather card changes it (14.14)."
        found.append(Effect(id=f"weather-{turn}", label=f"Turn {turn}: {WEATHERS[sky]}", text=text))
    return found


def _on_map(s: NoRetreatState, kind: int, place: int, side: int) -> Effect:
    """14.13 Scorched Earth and Defensive Works lie on a hex."""
    where = s.game.place_name(place)
    if kind == SCORCHED:
        text = f"{where} supplies nobody, and nobody detrains there, until this side's player turn is over."
        return Effect(id="scorched", label="Scorched Earth", text=text, side=SIDES[side])
    text = f"Attacks on {where} shift one column left."
    return Effect(id="works", label="Defensive Works", text=text, side=SIDES[side])

"""The tracks of the board: VPs, operations in a row, Banked OPS, replacement points, war status, hand sizes."""

from __future__ import annotations

from rasputitsa.kernel.view import Effect, Goal, Track
from rasputitsa.titles.stalins_war import cards, hand, reminders, victory
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.state import AXIS, OPS_KINDS, RP_KINDS, SIDES, SOVIET, Position

LONGEST_ROW = 5
"""The rounds of a turn: nobody plays more OPS in a row."""
SPENDING = ("movement", "combat", "exploitation")
"""The phases of an OPS round."""
_PER_SIDE = {AXIS: "axis", SOVIET: "soviet"}


def in_the_banner(s: Position, phase: str) -> list[Track]:
    """What everybody looks at all the time; the OPS only while there is something to spend them on."""
    rounds = TURNS[min(s.turn, len(TURNS))].rounds
    found = [
        Track(id="vp", label="VP", value=str(s.vp), help="The Axis wins with 20, the Soviets with 0 (5.1)"),
        Track(
            id="round",
            label="Round",
            value=f"{max(1, min(s.round, rounds))}/{rounds}",
            help="Action round of the turn (7.2)",
        ),
    ]
    if s.kind in OPS_KINDS and phase in SPENDING:
        banked = f" + {s.banked[s.active]}" if s.banked[s.active] else ""
        found.append(
            Track(id="ops", label="OPS left", value=f"{s.ops}{banked}", help="OPS, and Banked OPS (7.3, 18.0)")
        )
    return found


def at_the_side(s: Position) -> list[Track]:
    """The tracks printed beside the map."""
    return [
        _victory_points(s),
        *_war_status(s),
        *(track for side in _PER_SIDE for track in _of_side(s, side)),
        *_points(s),
    ]


def goals(s: Position) -> list[Goal]:
    """5.1 How either side wins at once."""
    low, high = victory.RULES.soviet_wins, victory.RULES.axis_wins
    axis = Goal(side="axis", text=f"brings the VP marker to {high}", value=f"{s.vp} of {high}", rule="5.1")
    axis.have, axis.need = max(0, s.vp), high
    away = max(0, s.vp - low)
    soviet = Goal(side="soviet", text=f"brings the VP marker down to {low}", value=f"{away} to go", rule="5.1")
    soviet.have, soviet.need = max(0, high - s.vp), high - low
    return [axis, soviet, *_oil(s), *(goal for last, goal in _DATED if s.turn <= last)]


def _oil(s: Position) -> list[Goal]:
    turns = victory.RULES.axis_oil_turns
    text = f"controls all oil hexes at the end of {turns} turns running"
    return [Goal(side="axis", text=text, value=f"{s.oil_turns} of {turns}", have=s.oil_turns, need=turns, rule="5.1.2")]


_DATED = (
    (4, Goal(side="axis", text="holds Moscow, Leningrad, and Rostov or Sevastopol on turn 4", rule="5.1.2")),
    (4, Goal(side="soviet", text="keeps supplied Axis units west of the Paulus Line until turn 4", rule="5.1.3")),
    (8, Goal(side="axis", text="holds the four great cities on turn 8 with Baku cut off", rule="5.1.2")),
    (12, Goal(side="soviet", text="holds all VP hexes of the Soviet Union on any of turns 2 to 12", rule="5.1.3")),
)
"""5.1 Ways to win that are looked at on certain turns, and the last of these."""


def _victory_points(s: Position) -> Track:
    low, high = victory.RULES.soviet_wins, victory.RULES.axis_wins
    return Track(
        id="vp-track",
        label="Victory Points",
        value=str(s.vp),
        first=low,
        last=max(high, s.vp),
        at=max(low, s.vp),
        spaces={low: "Soviet victory", high: "Axis victory"},
    )


def _war_status(s: Position) -> list[Track]:
    """7.6.4 How near Total War is: asterisked cards that have left the game."""
    if s.total_war:
        return [Track(id="war-status", label="War status", value=f"Total War since turn {s.total_war}")]
    gone = [cards.removed_by_events(s, side) for side in _PER_SIDE]
    text = f"Blitz; asterisked cards played: {gone[AXIS]} Axis, {gone[SOVIET]} Soviet"
    need = f"Total War: {hand.TOTAL_WAR_ONE} of a side or {hand.TOTAL_WAR_BOTH} together, from turn 6 on (7.6.4)"
    return [Track(id="war-status", label="War status", value=text, help=need)]


def _of_side(s: Position, side: int) -> list[Track]:
    name = SIDES[side]
    return [
        Track(
            id=f"{name}-count",
            label="OPS rounds in a row",
            value=f"the next OPS card gives {s.count[side]} less" if s.count[side] else "none",
            side=name,
            help="Each OPS round in a row takes 1 OPS off the next card (7.3.2)",
            last=max(LONGEST_ROW, s.count[side]),
            at=s.count[side],
        ),
        Track(id=f"{name}-banked", label="Banked OPS", value=str(s.banked[side]), side=name, help="18.0"),
        Track(id=f"{name}-hand", label="Hand size", value=str(hand.size(s, side)), side=name, help="7.6.1, 17.1"),
    ]


def _points(s: Position) -> list[Track]:
    """14.1 Replacement points that are left, by kind; half points are kept."""
    return [
        Track(id=f"rp-{kind}", label=f"RP {RP_KINDS[kind]}", value=f"{halves / 2:g}", side=_owner(kind), help="14.1")
        for kind, halves in enumerate(s.rp)
        if halves
    ]


def _owner(kind: int) -> str:
    return SIDES[SOVIET if RP_KINDS[kind].startswith("SU") else AXIS]


def effects(s: Position) -> list[Effect]:
    """What is to be remembered on this turn, and the cards whose effects last."""
    text = "\n".join(f"• {line}" for line in reminders.lines(s))
    remember = [Effect(id="this-turn", label=f"Turn {min(s.turn, len(TURNS))}", text=text)]
    lasting = dict.fromkeys(record[0] for record in s.effects)
    return remember + [
        Effect(id=CARDS[c].id, label=CARDS[c].name, text=CARDS[c].text, side=CARDS[c].side) for c in lasting
    ]

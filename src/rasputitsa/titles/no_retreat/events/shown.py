"""[5.3] Events in the view: why a card cannot be played, what a side has seen, what is still in force (digital C.8)."""

from __future__ import annotations

from rasputitsa.kernel.view import CardView, Effect, Hand
from rasputitsa.titles.no_retreat.codes import FED, GHOST, HASTE, NO_RAIL, OFFENSIVE, SIDES
from rasputitsa.titles.no_retreat.combat import mods
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.lasting import known_cards
from rasputitsa.titles.no_retreat.events.window import moment_of
from rasputitsa.titles.no_retreat.state import NoRetreatState


def hands(s: NoRetreatState, viewer: str, acting: set[int]) -> list[Hand]:
    """digital C.2, C.4 Hand sizes, the cards of one's own hand with the reason why they cannot be played, and those of
    the enemy's that one has seen."""
    out = []
    for side, name in enumerate(SIDES):
        if viewer in (name, "open"):
            shown = [own_card(s, side, card, card in acting) for card in play.in_hand(s, side)]
        else:
            shown = [CardView(id=card, why="You have seen this card.") for card in known_cards(s, 1 - side)]
        out.append(Hand(side=name, count=len(s.hand(side)), cards=shown if shown or viewer in (name, "open") else None))
    return out


def own_card(s: NoRetreatState, side: int, card: int, clickable: bool) -> CardView:
    """digital C.4, C.6 A card of one's own: what can be clicked needs no reason."""
    why = "" if clickable else play.reason(s, side, card, moment_of(s, side))
    return CardView(id=card, playable=clickable, why=why)


def in_force(s: NoRetreatState) -> list[Effect]:
    """digital C.8 What events have set going and is not over yet."""
    found = [*_notes(s), *_phase(s)]
    if s.joker >= 0:
        found.append(Effect(id="joker", label="Joker", text="Holds the Joker (15.7).", side=SIDES[s.joker]))
    for side, event in s.battle_events:
        data = EVENTS[event]
        found.append(Effect(id=f"battle-{data.id}", label=data.name, text=data.text, side=SIDES[side]))
    return found


def _notes(s: NoRetreatState) -> list[Effect]:
    names = s.game.names
    faster = [names[e[4]] for e in s.effects if e[0] == HASTE and e[3] > 0]
    slower = [names[e[4]] for e in s.effects if e[0] == HASTE and e[3] < 0]
    ghosts = [names[e[3]] for e in s.effects if e[0] == GHOST]
    fed = [names[e[3]] for e in s.effects if e[0] == FED]
    found = [
        ("faster", "Farther", "More movement points: ", faster),
        ("slower", "Slower", "Fewer movement points: ", slower),
        ("through", "Through the lines", "Heed no zones of control: ", ghosts),
        ("fed", "Relieved", "Counted as supplied: ", fed),
    ]
    out = [Effect(id=id_, label=label, text=f"{text}{', '.join(units)}.") for id_, label, text, units in found if units]
    for kind, side, _, *what in s.effects:
        if kind == NO_RAIL:
            out.append(Effect(id="no-rail", label="Railways cut", text="Entrains nobody (9.1).", side=SIDES[1 - side]))
        elif kind == OFFENSIVE:
            text = f"Must attack {what[0]} Target hexes in this turn, or lose {what[1]} VPs."
            out.append(Effect(id="offensive", label="Major Offensive", text=text, side=SIDES[side]))
    return out


PHASE_TEXTS = {
    mods.NO_WEATHER: ("Winter equipment", "Snow does not shift this side's attacks."),
    mods.FARTHER: ("Longer advances", "All advances after combat may go {} hex farther."),
    mods.LIMIT_TARGETS: ("Fewer targets", "No more than {} Target markers in this Combat Phase."),
    mods.EXTRA_TARGETS: ("More targets", "{} more Target markers in this Combat Phase, five at most."),
    mods.FUEL: ("Fuel", "German armor has its bonuses for this turn."),
}


def _phase(s: NoRetreatState) -> list[Effect]:
    return [
        Effect(id=f"phase-{n}", label=PHASE_TEXTS[kind][0], text=PHASE_TEXTS[kind][1].format(value), side=SIDES[side])
        for n, (kind, side, value) in enumerate(s.phase_mods)
    ]

"""[24.0] What players forget: all that is bound to this turn, and to the position as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.titles.stalins_war import control
from rasputitsa.titles.stalins_war.combat import blitz
from rasputitsa.titles.stalins_war.components import BOARD, CARD, TURNS
from rasputitsa.titles.stalins_war.mapboard import HEX, PLACE_NAMES, USIR
from rasputitsa.titles.stalins_war.state import AXIS, OPS_KINDS, Position


def lines(s: Position) -> list[str]:
    """The reminders of the turn, then those of the position."""
    turn = TURNS[min(s.turn, len(TURNS))]
    mobile = ["German Mobile Defense applies (20.1.1)."] if turn.mobile_defense else []
    return [*turn.reminders, *mobile, *_bans(s), *_of_the_round(s)]


def _bans(s: Position) -> Iterator[str]:
    """11.1.9, 14.2.2 What the Axis may not do yet, or no longer."""
    closed = control.not_to_attack(s)
    for number, ban in enumerate(BOARD.ban):
        if closed & control.banned_hexes(number):
            places = [*(PLACE_NAMES[HEX[at]] for at in ban.hexes), *(["the Caucasus"] if ban.zone else [])]
            yield f"No Axis attack on {', '.join(places)} before {CARD[ban.card].name} is played (11.1.9)."
    if not s.controls(AXIS, USIR):
        yield "No panzer replacements: the USIR is Soviet-controlled (14.2.2)."


def _of_the_round(s: Position) -> Iterator[str]:
    """11.2.1, 7.2.6 Why no Blitz marker can be placed in this round."""
    refusal = blitz.why_no_markers(s) if s.kind in OPS_KINDS else None
    if refusal:
        yield f"{refusal.text} ({refusal.rule})"

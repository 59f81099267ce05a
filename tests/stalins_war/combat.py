"""Combats for rule tests: forces face to face without the sequence of play, or attacks played through with dice that
are chosen by what they inflict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rasputitsa.board.topology import mask_of
from rasputitsa.kernel.view import Fire
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.actions.combat import CombatDice
from rasputitsa.titles.stalins_war.combat import card_window, columns, fire, forces, preview
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, HAND, SIDES, Position

from .situation import act, card, place, situation, unit

Where = Mapping[str, str]


def clash(target: str, axis: Where, soviet: Where, side: str = "axis", **more: Any) -> Position:
    """Two forces at the moment of step 2: every unit of `side` attacks the target."""
    s = situation(axis=axis, soviet=soviet, side=side, moment="nothing", **more)
    attackers = axis if side == "axis" else soviet
    for name in attackers:
        s.set_supply(unit(name), FULL)
    forces.oppose(s, place(target), mask_of(unit(name) for name in attackers if s.place[unit(name)] != place(target)))
    forces.engage(s)
    return s


def shifts(s: Position, side: str) -> dict[str, int]:
    """The shifts of a side's fire: cause and columns."""
    return {shift.cause: shift.columns for shift in columns.shifts(s, SIDES.index(side))}


def shown(s: Position, side: str) -> Fire:
    return preview.fire_view(s, SIDES.index(side))


def used(s: Position, *cards: str) -> None:
    """Combat cards act in the combat, whoever's they are."""
    for name in cards:
        card_window.use(s, card(name))


def event(s: Position, name: str, *chosen: int) -> None:
    """The lasting effects of an event are in force."""
    number = card(name)
    s.played |= 1 << number
    for index, effect in enumerate(CARDS[number].effects):
        scope = getattr(effect, "scope", "turn" if chosen else "round")
        effects.begin(s, number, index, scope, *chosen)


# -- attacks that are played through --------------------------------------------------------------------------------


def marked(s: Position, *hexes: str) -> None:
    """The movement is over and these hexes have Combat markers; nobody wants more."""
    if s.step.name == "Movement":
        act(s, "end movement")
    for hex_id in hexes:
        act(s, f"combat marker in {hex_id}")
    if s.step.name == "Marking":
        act(s, "end combat markers")


def attack(s: Position, target: str, *units: str) -> None:
    """These units attack, markers included, up to the combat cards."""
    if s.step.name in ("Movement", "Marking"):
        marked(s, *dict.fromkeys(PLACE_IDS[s.place[unit(name)]] for name in units))
    act(s, f"attack {target}", *(f"{name} joins the attack" for name in units), "launch the attack")


def no_cards(s: Position) -> None:
    """Nobody plays a combat card."""
    while s.step.name == "CardWindow":
        act(s, "no more combat cards")


def throw(s: Position, attacker: str, defender: str) -> None:
    """Dice that inflict these Loss Numbers ("2", "1*"), by the attacker and by the defender."""
    no_cards(s)
    assert s.step.name == "Throw", s.step.name

    def face(side: int, wanted: str) -> int:
        for die in fire.FACES:
            found = fire.result(s, side, die)
            if f"{found.number}{'*' * found.scu_only}" == wanted:
                return die
        raise AssertionError(f"no die of {SIDES[side]} inflicts {wanted}: {shown(s, SIDES[side]).results}")

    s.apply(CombatDice(face(s.active, attacker), face(1 - s.active, defender)))


def hold(s: Position, *cards: str) -> None:
    """These cards are in the hands of their owners."""
    for name in cards:
        s.card[card(name)] = HAND
    s.memo.clear()


def change(s: Position, **fields: Any) -> Position:
    """Set fields of a position by hand."""
    for name, value in fields.items():
        setattr(s, name, value)
    s.memo.clear()
    s.forget_zones(AXIS)
    s.forget_zones(1 - AXIS)
    return s

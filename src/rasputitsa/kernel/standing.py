"""Standing orders: what a side that is not on move answers without being there.

A title lists in its `standing.py` which questions can be answered so (`Reaction`) and in which ways. An order is plain
data: it names a reaction and a way. It is tried when its side is asked while it is not on move; where it does not
fit, or what its owner saw has changed, it is void and the owner is asked as ever.

Ways: a reply of the reaction ("pass", "keep the cadre"); `ODDS`, that reply unless some other answer has at least these
odds; `UNITS`, the first of the named units that can be answered with; `COMPUTER`, a computer decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.kernel.loading import load
from rasputitsa.kernel.state import State
from rasputitsa.kernel.title import Title

ODDS, UNITS, COMPUTER = "odds", "units", "computer"
MOST_UNITS = 40


class Reply(msgspec.Struct, frozen=True):
    """An answer that can be ordered: the first legal action of this kind."""

    id: str
    label: str
    action: type[Action]


class Reaction(msgspec.Struct, frozen=True, kw_only=True):
    """A question to the side that is not on move, and how it can be answered by order."""

    ask: str
    """Its kind: the name of the step, unless the title tells finer (`Standing.kind`)."""
    label: str
    rule: str
    replies: tuple[Reply, ...] = ()
    odds: bool = False
    """Can the first reply be ordered for bad odds only?"""
    units: bool = False
    """Can an order of units be given?"""
    hand: bool = False
    """Does the owner's hand matter? Then a change of it makes the order void."""

    @property
    def ways(self) -> tuple[str, ...]:
        more = [ODDS] * self.odds + [UNITS] * self.units
        return (*(reply.id for reply in self.replies), *more, COMPUTER)


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One standing order."""

    ask: str
    way: str
    value: str = ""
    """With `odds` the least odds, "1:2"; with `units` their names, a comma between."""
    turn: int = 0
    """Only in this turn; 0 for as long as the game."""
    saw: str = ""
    """A digest of what its owner saw and it depends on; written by the table."""


Orders = dict[str, tuple[Order, ...]]
"""The orders of each side."""


def by_name(state: State) -> str:
    """The kind of a question, where the step's name tells enough."""
    return state.step.name


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a title says of standing orders."""

    reactions: tuple[Reaction, ...]
    kind: Callable[[Any], str] = by_name
    odds: Callable[[Any, Action], str] | None = None
    """The odds of an answer, where its preview does not tell them."""
    usual: tuple[Order, ...] = ()
    """What somebody who cannot be there would order."""


@cache
def standing(title: Title) -> Standing:
    """The title's list; empty if it has none."""
    found: Standing = load(title.standing) if title.standing else Standing(reactions=())
    return found


@cache
def reactions(title: Title) -> Mapping[str, Reaction]:
    return {reaction.ask: reaction for reaction in standing(title).reactions}


def reacting(state: State) -> bool:
    """Is a side asked that is not on move?"""
    return not state.over and state.side in state.game.title.sides and state.side != state.banner().active


def read_order(state: State, side: str, order: Order) -> Order:
    """An order as its owner gives it, checked, with what he sees now."""
    reaction = reactions(state.game.title).get(order.ask)
    if reaction is None:
        raise unknown("question", order.ask, reactions(state.game.title))
    if order.way not in reaction.ways:
        raise unknown("way", order.way, reaction.ways)
    if order.way == ODDS:
        ratio(order.value)
    if order.way == UNITS:
        _pieces(state, order.value)
    return msgspec.structs.replace(order, saw=_sight(state, side, reaction, order))


def void(state: State, side: str, order: Order) -> str:
    """Why an order does not hold any more; empty if it does."""
    if order.turn and order.turn != state.banner().turn:
        return "its turn is over"
    reaction = reactions(state.game.title).get(order.ask)
    if reaction is None or order.way not in reaction.ways:
        return "this question can no longer be answered so"
    if order.saw != _sight(state, side, reaction, order):
        return "your hand has changed" if order.way != UNITS else "a unit that it names has changed"
    return ""


def fitting(state: State, orders: Iterable[Order]) -> Order | None:
    """The first order that holds for the question now asked."""
    side, kind = state.side or "", standing(state.game.title).kind(state)
    return next((order for order in orders if order.ask == kind and not void(state, side, order)), None)


def answer(state: State, order: Order) -> Action | None:
    """What the order answers to the question now asked; None if the owner has to be asked."""
    reaction = reactions(state.game.title)[order.ask]
    if order.way == COMPUTER:
        return None
    legal = state.legal()
    if order.way == UNITS:
        return _first_unit(state, legal, order.value)
    way = reaction.replies[0].id if order.way == ODDS else order.way
    kind = next(reply.action for reply in reaction.replies if reply.id == way)
    if order.way == ODDS and any(_tempting(state, action, order.value) for action in legal if type(action) is not kind):
        return None
    return next((action for action in legal if type(action) is kind), None)


def ratio(text: str) -> float:
    """Odds as a number: "1:2" is a half."""
    attack, _, defend = text.strip("<>").partition(":")
    if not (attack.isdecimal() and defend.isdecimal() and int(defend) and len(text) < 8):
        raise Invalid(f"{text!r} are no odds: write 1:2 or 3:1")
    return int(attack) / int(defend)


def _tempting(state: State, action: Action, least: str) -> bool:
    """Does the answer have those odds, or none that are known?"""
    known = standing(state.game.title).odds
    text = known(state, action) if known else ""
    shown = state.step.show(state, action).preview.get("odds")
    text = text or (shown.final if shown else "")
    return not text or ratio(text) >= ratio(least)


def _pieces(state: State, names: str) -> list[int]:
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not 0 < len(wanted) <= MOST_UNITS:
        raise Invalid(f"name between one unit and {MOST_UNITS}, a comma between them")
    return [state.game.title.lexicon.names["piece"].find(name) for name in wanted]


def _first_unit(state: State, legal: list[Action], names: str) -> Action | None:
    slots = state.game.title.lexicon.slots
    return next((a for piece in _pieces(state, names) for a in legal if ("piece", piece) in slots(a)), None)


def _sight(state: State, side: str, reaction: Reaction, order: Order) -> str:
    """What the owner of an order saw of what it depends on: the named units, or his hand."""
    if order.way == UNITS:
        named = set(_pieces(state, order.value))
        seen: Any = [[p.id, p.face, p.at.startswith("box:")] for p in state.view(side).pieces if p.id in named]
    elif reaction.hand and order.way != COMPUTER:
        seen = [sorted(card.id for card in hand.cards or []) for hand in state.view(side).hands if hand.side == side]
    else:
        return ""
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:16]

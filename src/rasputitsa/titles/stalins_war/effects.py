"""[7.5] Effects of cards that last: what is in force, for how long, and the permissions and bans that follow.

An effect in force is kept in `s.effects` as (card, number of the effect on the card, scope, more of its own). It ends
with its scope: `end(s, "round")`. Permissions and bans are also kept as bits in `s.allowed` and `s.banned`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar, get_args

from rasputitsa.titles.stalins_war.components import CARD, CARDS
from rasputitsa.titles.stalins_war.effect_kinds import Allow, Forbid, Kind
from rasputitsa.titles.stalins_war.effect_words import Ban, Permission, Scope
from rasputitsa.titles.stalins_war.state import SCOPES, Position

E = TypeVar("E", bound=Kind)
Record = tuple[int, ...]

PERMISSIONS: Final[tuple[Permission, ...]] = get_args(Permission)
BANS: Final[tuple[Ban, ...]] = get_args(Ban)
_ALLOWED: Final = {name: 1 << bit for bit, name in enumerate(PERMISSIONS)}
_BANNED: Final = {name: 1 << bit for bit, name in enumerate(BANS)}
CARD_NUMBER: Final = {card.id: number for number, card in enumerate(CARDS)}
assert len(CARD_NUMBER) == len(CARD)


def begin(s: Position, card: int, number: int, scope: Scope, *more: int) -> None:
    """An effect of a card comes into force."""
    record = (card, number, SCOPES.index(scope), *more)
    s.effects.append(record)
    _mark(s, [record], on=True)


def end(s: Position, scope: Scope) -> None:
    """All effects of a scope end, and with them the permissions and bans they gave."""
    number = SCOPES.index(scope)
    ended = [record for record in s.effects if record[2] == number]
    if not ended:
        return
    s.effects = [record for record in s.effects if record[2] != number]
    _mark(s, ended, on=False)
    _mark(s, s.effects, on=True)


def _mark(s: Position, records: list[Record], on: bool) -> None:
    """Set or clear the bits of the permissions and bans among effects."""
    for record in records:
        effect = of(record)
        if isinstance(effect, Allow):
            bit = _ALLOWED[effect.what]
            s.allowed = s.allowed | bit if on else s.allowed & ~bit
        elif isinstance(effect, Forbid):
            bit = _BANNED[effect.what]
            s.banned = s.banned | bit if on else s.banned & ~bit


def of(record: Record) -> Kind:
    """The effect that a record of `s.effects` stands for."""
    return CARDS[record[0]].effects[record[1]]


def under_way(s: Position, kind: type[E]) -> E:
    """The effect that a step carries out: its frame begins with the card and the number of the effect."""
    effect = CARDS[s.frame[1]].effects[s.frame[2]]
    assert isinstance(effect, kind)
    return effect


def active(s: Position, kind: type[E]) -> Sequence[tuple[E, Record]]:
    """The effects of a kind that are in force, each with its record."""
    if not s.effects:
        return ()
    known, by_kind = s._in_force
    if known != s.effects:
        by_kind = _by_kind(s.effects)
        s._in_force = (s.effects[:], by_kind)
    found: Sequence[tuple[E, Record]] = by_kind.get(kind, ())
    return found


def _by_kind(records: list[Record]) -> dict[type[Kind], tuple[tuple[Any, Record], ...]]:
    """Effects in force, sorted by their kind."""
    found: dict[type[Kind], tuple[tuple[Any, Record], ...]] = {}
    for record in records:
        effect = of(record)
        found[type(effect)] = (*found.get(type(effect), ()), (effect, record))
    return found


def bit_of(what: Permission) -> int:
    """The bit of a permission in `s.allowed`."""
    return _ALLOWED[what]


def allowed(s: Position, what: Permission) -> bool:
    """Is it allowed, by a card or because its ban was lifted (11.1.9)?"""
    return bool(s.allowed & _ALLOWED[what])


def allow(s: Position, what: Permission) -> None:
    """It is allowed from now on, without a card."""
    s.allowed |= _ALLOWED[what]


def banned(s: Position, what: Ban) -> bool:
    return bool(s.banned & _BANNED[what])


def played(s: Position, card_id: str) -> bool:
    """Has the card been played as an event or in combat?"""
    return s.has_played(CARD_NUMBER[card_id])

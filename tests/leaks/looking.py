"""What a seat sees of a position, what it does not, and the names that would give it away."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rasputitsa.kernel import Title, View

Thing = tuple[str, int]
"""("piece", 12) or ("card", 7)."""
SHORTEST = 3
"""Shorter names are found in any text."""


class Leak(msgspec.Struct, frozen=True):
    """Something that a seat was sent and may not know."""

    kind: str
    seat: str
    ply: int
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: ply {self.ply}, {self.seat}: {self.text}"


class Glance(msgspec.Struct, frozen=True):
    """What can be told apart in a view: all of it, and what of it stands on the map."""

    all: frozenset[Thing]
    on_map: frozenset[Thing]


def glance(view: View) -> Glance:
    """The pieces whose face is seen, and the cards."""
    pieces = [piece for piece in view.pieces if piece.face is not None]
    cards = {("card", card.id) for hand in view.hands for card in hand.cards or ()}
    everything = {("piece", piece.id) for piece in pieces} | cards
    return Glance(
        frozenset(everything), frozenset(("piece", p.id) for p in pieces if not p.at.startswith("box:")) | cards
    )


def whereabouts(view: View) -> dict[Thing, str]:
    """Where each thing is that a view names."""
    cards = {("card", card.id): hand.side for hand in view.hands for card in hand.cards or ()}
    return {("piece", piece.id): piece.at for piece in view.pieces if piece.face is not None} | cards


class Names:
    """What the things of a game are called, in records and on their faces."""

    def __init__(self, title: Title, open_view: View) -> None:
        self.things: dict[str, set[Thing]] = {}
        for kind in ("piece", "card"):
            names = title.lexicon.names.get(kind)
            for number, name in enumerate(names.text if names else ()):
                self._add((kind, number), name)
        for piece in open_view.pieces:
            if piece.face is not None:
                for name in (piece.face.name, *piece.face.text[:1]):
                    self._add(("piece", piece.id), name)
        words = "|".join(re.escape(name) for name in sorted(self.things, key=len, reverse=True))
        self._find = re.compile(rf"(?<!\w)(?:{words})(?!\w)")

    def _add(self, thing: Thing, name: str) -> None:
        if len(name) >= SHORTEST:
            self.things.setdefault(name, set()).add(thing)

    def mentioned(self, text: str) -> list[str]:
        """The names in a text, each once."""
        return list(dict.fromkeys(self._find.findall(text)))

    def hidden(self, text: str, hidden: frozenset[Thing]) -> list[str]:
        """The names in a text that can only mean something hidden."""
        return [name for name in self.mentioned(text) if self.things[name] <= hidden]


def plain(message: Any) -> Any:
    """A message as it is sent: JSON values only."""
    return msgspec.json.decode(msgspec.json.encode(message))


def text(message: Any) -> str:
    return msgspec.json.encode(message).decode()


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two messages differ, for whoever has to find the leak."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = dict.fromkeys([*one, *other])
        return [d for key in keys for d in differences(one.get(key), other.get(key), f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [d for n, (a, b) in enumerate(zip(one, other)) for d in differences(a, b, f"{path}[{n}]")]
    return [] if one == other else [f"{path}: {str(one)[:120]} / {str(other)[:120]}"]

"""One action space for every title: an action is chosen click by click.

A title's vocabulary numbers everything that can be clicked, once and for all: kinds of action (the buttons), pieces,
places, cards, events, small numbers. A decision is a short sequence of such clicks, the way a person makes it in the
browser: first the piece, then where it goes. What all remaining actions have in common is never asked. The number of a
click means the same in every position, and the clicks that are possible next are all there are: nothing is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rasputitsa.kernel import CHANCE, Action, Handle, Invalid, State, Title

NUMBERS = 64
"""Numbers in actions (a die, how many blocks to draw) go from 0 to one less than this."""
_SLOT = re.compile(r"\{(\w+):(\w+)(\+?)\}")


class _Slot(NamedTuple):
    """A field of an action: where its values start in the vocabulary."""

    field: str
    kind: str
    first: int
    count: int
    many: bool


class Vocabulary:
    """The numbers of all clicks of a title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        names = title.lexicon.names
        classes = sorted(_classes(title), key=lambda cls: cls.form)
        self.labels: list[str] = [f"kind:{cls.form}" for cls in classes]
        self.first: dict[str, int] = {"kind": 0}
        """Where each region starts: kind, then the lexicon's (piece, place, card ...), word, int, end."""
        self.count: dict[str, int] = {"kind": len(classes)}
        for region, words in (
            *((kind, found.text) for kind, found in names.items()),
            ("word", title.sides),
            ("int", tuple(str(number) for number in range(NUMBERS))),
            ("end", ("of the list",)),
        ):
            self.first[region], self.count[region] = len(self.labels), len(words)
            self.labels += [f"{region}:{word}" for word in words]
        self.size = len(self.labels)
        self.end = self.first["end"]
        self._words = {side: number for number, side in enumerate(title.sides)}
        self._forms = {cls: (number, self._slots(cls)) for number, cls in enumerate(classes)}

    def _slots(self, cls: type[Action]) -> tuple[_Slot, ...]:
        return tuple(
            _Slot(field, kind, self.first[kind], self.count[kind], bool(many))
            for field, kind, many in _SLOT.findall(cls.form)
        )

    def of(self, handle: Handle) -> int:
        """The number of a piece, place or card that may be clicked first."""
        kind, what = handle
        return self._number(kind, self.first[kind], self.count[kind], what)

    def spell(self, action: Action) -> tuple[int, ...]:
        """An action as the sequence of its kind and its slots; a list ends with a click of its own."""
        kind, slots = self._forms[type(action)]
        out = [kind]
        for field, region, first, count, many in slots:
            value = getattr(action, field)
            if many:
                out += [self._number(region, first, count, one) for one in value]
                out.append(self.end)
            else:
                out.append(self._number(region, first, count, value))
        return tuple(out)

    def _number(self, region: str, first: int, count: int, value: int | str) -> int:
        number = self._words.get(value, -1) if isinstance(value, str) else value
        if not 0 <= number < count:
            raise Invalid(f"{region} {value} is beyond the action space: {self.title.name} has {count} of that kind")
        return first + number


@cache
def vocabulary(title: Title) -> Vocabulary:
    """The vocabulary of a title, made once."""
    return Vocabulary(title)


def _classes(title: Title) -> list[type[Action]]:
    """The kinds of action that a title's lexicon has bound to its names."""
    return [cls for cls in _below(Action) if vars(cls).get("lexicon") is title.lexicon]


def _below(cls: type[Action]) -> Iterator[type[Action]]:
    for sub in cls.__subclasses__():
        yield sub
        yield from _below(sub)


class Clicks:
    """The decision that is due in a position, while it is being clicked together. Chance decides in the same way."""

    def __init__(self, words: Vocabulary, state: State) -> None:
        self.words = words
        self.state = state
        self.made: list[int] = []
        """The clicks so far."""
        self.options: list[int] = []
        """What can be clicked next, in rising order. A piece that turns out to have no action is struck from it."""
        self._first: dict[int, Handle | list[Action]] = {}
        self._rest: list[tuple[tuple[int, ...], Action]] = []
        self._depth = 0
        if state.side == CHANCE:
            self._narrow(state.legal())
        elif state.side is not None:
            self._start()

    def _start(self) -> None:
        """What starts an action: buttons by the kind of their action, everything else by what is clicked."""
        for handle in self.state.handles():
            if handle[0] != "button":
                self._first[self.words.of(handle)] = handle
                continue
            for action in self.state.legal(handle):
                listed = self._first.setdefault(self.words.spell(action)[0], [])
                assert isinstance(listed, list)
                listed.append(action)
        self.options = sorted(self._first)
        if len(self.options) == 1:
            self._open(self.options[0], forced=True)

    def click(self, number: int) -> Action | None:
        """Click; the action if it is now certain, else None: click on."""
        if number not in self.options:
            raise Invalid(f"{self.label(number)} cannot be clicked now: {', '.join(map(self.label, self.options))} can")
        if not self._rest:
            return self._open(number)
        self.made.append(number)
        at = self._depth
        self._rest = [found for found in self._rest if found[0][at] == number]
        return self._ask()

    def _open(self, number: int, forced: bool = False) -> Action | None:
        """The first click. A forced one is made without asking, unless it would decide everything."""
        found = self._first[number]
        actions = found if isinstance(found, list) else self.state.legal(found)
        if forced and len(actions) < 2:
            return None
        if not actions:
            self.options.remove(number)
            return None
        self.made.append(number)
        return self._narrow(actions)

    def _narrow(self, actions: list[Action]) -> Action | None:
        spell = self.words.spell
        self._rest = [(spell(action), action) for action in actions]
        self._depth = 0
        return self._ask()

    def _ask(self) -> Action | None:
        """Go on to the first point where the remaining actions differ."""
        rest = self._rest
        if len(rest) == 1 and self.made:
            return rest[0][1]
        at = self._depth
        while len(asked := {spelled[at] for spelled, _ in rest}) == 1 and at + 1 < len(rest[0][0]):
            at += 1
        self._depth = at
        self.options = sorted(asked)
        return rest[0][1] if len(asked) == 1 and self.made else None

    def possible(self) -> list[Action]:
        """The actions that the clicks so far can still become; empty before the first click."""
        return [action for _, action in self._rest]

    def targets(self) -> set[int]:
        """The numbers that the actions which are still possible would name next or later."""
        at = self._depth
        return {number for spelled, _ in self._rest for number in spelled[at:]}

    def label(self, number: int) -> str:
        """What a number stands for, in words."""
        return self.words.labels[number] if 0 <= number < self.words.size else f"{number} (no such number)"

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

from msgspec.structs import astuple

from rasputitsa.kernel import CHANCE, Action, Handle, Invalid, State, Title

NUMBERS = 64
"""Numbers in actions (a die, how many blocks to draw) go from 0 to one less than this."""
_SLOT = re.compile(r"\{(\w+):(\w+)(\+?)\}")


class _Form(NamedTuple):
    """A kind of action: its number, and for each of its fields the region that its values belong to."""

    kind: int
    regions: tuple[str, ...]
    firsts: tuple[int, ...]
    """Where the region of each field starts; all 0 if the action is spelled by `Vocabulary.spell`."""
    plain: bool
    """Every field is one number, so that the values can be compared as they are."""


Valued = tuple[tuple[int, ...], Action]
"""An action with the values of its fields."""


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
        self.handles: dict[Handle, int] = {
            (region, what): self.first[region] + what
            for region in ("piece", "place", "card")
            for what in range(self.count.get(region, 0))
        }
        """The numbers of what may be clicked first, but for buttons: those go by the kind of their action."""
        self._forms = {cls: self._form(number, cls) for number, cls in enumerate(classes)}

    def _form(self, number: int, cls: type[Action]) -> _Form:
        slots = {field: (kind, many) for field, kind, many in _SLOT.findall(cls.form)}
        regions = tuple(slots[field][0] for field in cls.__struct_fields__)
        plain = not any(many or kind == "word" for kind, many in slots.values())
        return _Form(number, regions, tuple(self.first[kind] if plain else 0 for kind in regions), plain)

    def form(self, cls: type[Action]) -> _Form:
        """The number and the fields of a kind of action."""
        return self._forms[cls]

    def spell(self, action: Action) -> tuple[int, ...]:
        """The fields of an action as a sequence of clicks; a list ends with a click of its own."""
        out: list[int] = []
        number = self.number
        for region, value in zip(self._forms[type(action)].regions, astuple(action), strict=True):
            if isinstance(value, tuple):
                out += [number(region, one) for one in value]
                out.append(self.end)
            else:
                out.append(number(region, value))
        return tuple(out)

    def valued(self, form: _Form, actions: list[Action]) -> list[Valued]:
        """Actions of one kind with what tells them apart: their values as they are if that will do, else spelled."""
        return list(zip(map(astuple if form.plain else self.spell, actions), actions, strict=True))

    def number(self, region: str, value: int | str) -> int:
        """The number of a thing; an error that names it if it is beyond the action space."""
        count = self.count.get(region, 0)
        which = self._words.get(value, -1) if isinstance(value, str) else value
        if not 0 <= which < count:
            message = f"{region} {value} is beyond the action space: {self.title.name} has {count} numbers of that kind"
            raise Invalid(message)
        return self.first[region] + which


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
        self._rest: list[Valued] = []
        """The actions that are still possible, all of one kind once that is known, with the values of their fields."""
        self._kinds: dict[type[Action], list[Action]] = {}
        """Before that: the possible actions by kind."""
        self._form: _Form | None = None
        self._at = 0
        if state.side == CHANCE:
            self._narrow(state.legal())
        elif state.side is not None:
            self._start()

    def _start(self) -> None:
        """What starts an action: buttons by the kind of their action, everything else by what is clicked."""
        handles, numbers = self.state.handles(), self.words.handles
        first: dict[int, Handle | list[Action]] = {numbers[handle]: handle for handle in handles if handle in numbers}
        self._first = first
        for handle in handles if len(first) < len(handles) else ():
            if handle in numbers:
                continue
            if handle[0] == "button":
                for action in self.state.legal(handle):
                    listed = first.setdefault(self.words.form(type(action)).kind, [])
                    assert isinstance(listed, list)
                    listed.append(action)
            else:
                self.words.number(*handle)
        self.options = sorted(first)
        if len(self.options) == 1:
            self._open(self.options[0], forced=True)

    def click(self, number: int) -> Action | None:
        """Click; the action if it is now certain, else None: click on."""
        if number not in self.options:
            raise Invalid(f"{self.label(number)} cannot be clicked now: {', '.join(map(self.label, self.options))} can")
        if self._form is not None:
            self.made.append(number)
            at, value = self._at, number - self._first_of(self._at)
            self._rest = [found for found in self._rest if found[0][at] == value]
            return self._ask()
        if self._kinds:
            self.made.append(number)
            return self._narrow(next(a for cls, a in self._kinds.items() if self.words.form(cls).kind == number))
        return self._open(number)

    def _open(self, number: int, forced: bool = False) -> Action | None:
        """The first click. A forced one is made without asking, unless it would decide everything."""
        found = self._first[number]
        actions = self._first[number] = found if isinstance(found, list) else self.state.legal(found)
        if forced and len(actions) < 2:
            return None
        if not actions:
            self.options.remove(number)
            return None
        self.made.append(number)
        return self._narrow(actions)

    def _narrow(self, actions: list[Action]) -> Action | None:
        """Ask for the kind if there are several, else for the first field in which the actions differ."""
        if len(actions) == 1 and self.made:
            return actions[0]
        kinds = {type(action) for action in actions}
        if len(kinds) > 1:
            self._kinds = {cls: [action for action in actions if type(action) is cls] for cls in kinds}
            self.options = sorted(self.words.form(cls).kind for cls in kinds)
            return None
        self._form = self.words.form(type(actions[0]))
        self._rest = self.words.valued(self._form, actions)
        return self._ask()

    def _ask(self) -> Action | None:
        """Go on to the first point where the remaining actions differ; the action if they do nowhere."""
        rest, at = self._rest, self._at
        if len(rest) == 1 and self.made:
            return rest[0][1]
        if not rest[0][0]:
            self.options = [self._form.kind] if self._form else []
            return None
        while len(values := {found[0][at] for found in rest}) == 1 and at + 1 < len(rest[0][0]):
            at += 1
        self._at = at
        if len(values) == 1 and self.made:
            return rest[0][1]
        self.options = self._numbers(values)
        return None

    def _numbers(self, values: set[int]) -> list[int]:
        """The values of the field that is asked for, as numbers of the vocabulary."""
        form, found = self._form, sorted(values)
        if form is None or not form.plain:
            return found
        region, first = form.regions[self._at], form.firsts[self._at]
        for value in (found[0], found[-1]):
            self.words.number(region, value)
        return [first + value for value in found]

    def _first_of(self, at: int) -> int:
        return self._form.firsts[at] if self._form and self._form.plain else 0

    def possible(self) -> list[Action]:
        """The actions that the clicks so far can still become; empty before the first click."""
        return [a for _, a in self._rest] or [a for actions in self._kinds.values() for a in actions]

    def by_option(self) -> dict[int, list[Action]]:
        """The actions that are still possible, by the next click that leads to them; empty before the first click."""
        out: dict[int, list[Action]] = {}
        for cls, actions in self._kinds.items() if self._form is None else ():
            out[self.words.form(cls).kind] = actions
        for values, action in self._rest:
            number = self._first_of(self._at) + values[self._at] if values else self.options[0]
            out.setdefault(number, []).append(action)
        return out

    def targets(self) -> set[int]:
        """The places that an action which is still possible would name, by number; none before the first click."""
        if self._form is not None:
            return self._places(self._form, self._rest, self._at)
        found: set[int] = set()
        for cls, actions in self._kinds.items():
            form = self.words.form(cls)
            found |= self._places(form, self.words.valued(form, actions), 0)
        return found

    def _places(self, form: _Form, rest: list[Valued], start: int) -> set[int]:
        """The places in these actions' fields from the one at `start` on, which is asked for if it is the last."""
        first, last = self.words.first["place"], self.words.first["place"] + self.words.count["place"]
        if not form.plain:
            return {number for values, _ in rest for number in values[start:] if first <= number < last}
        if form is self._form and start + 1 == len(form.regions):
            return set(self.options) if form.regions[start] == "place" else set()
        columns = [at for at in range(start, len(form.regions)) if form.regions[at] == "place"]
        return {first + values[at] for at in columns for values, _ in rest}

    def label(self, number: int) -> str:
        """What a number stands for, in words."""
        return self.words.labels[number] if 0 <= number < self.words.size else f"{number} (no such number)"

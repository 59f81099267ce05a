"""Actions: whole deeds, typed, with a text form that round-trips.

A title declares one small class per deed. Fields are integers (indices into the title's pieces, places,
cards) or short words; `form` says how the deed is written:

    class Move(Action):
        form = "{unit:piece} {frm:place}-{to:place}"
        unit: int
        frm: int
        to: int

The lexicon of the title turns indices into names and back, so that `str(action)` is "2nd Panzer 1409-1611"
and `lexicon.parse("2nd Panzer 1409-1611")` is the same action. `{units:piece+}` is a comma-separated tuple.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any, ClassVar

import msgspec

from rasputitsa.kernel.errors import Ambiguous, Invalid, unknown

LONGEST = 2000
"""No action is longer than this when written."""
KEPT = 20_000
"""Texts of actions whose meaning is remembered."""

_SLOT = re.compile(r"\{(\w+):(\w+)(\+?)\}")


class Action(msgspec.Struct, frozen=True, gc=False):
    """Base of all actions. Subclasses set `form`; a title's Lexicon binds them to its names."""

    form: ClassVar[str] = ""
    lexicon: ClassVar[Lexicon | None] = None

    def __str__(self) -> str:
        return self.lexicon.text(self) if self.lexicon else repr(self)


class Actions(list[Action]):
    """A list of actions that prints one a line, and shows itself in a notebook as a table."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        rows = (f"<tr><td>{type(a).__name__}</td><td>{escape(str(a))}</td></tr>" for a in self)
        return f"<table><tr><th>kind</th><th>action</th></tr>{''.join(rows)}</table>"


class Names:
    """A two-way list of names: index to text and back. Names are unique and never contain a comma."""

    def __init__(self, kind: str, names: Iterable[str]) -> None:
        self.kind = kind
        self.text: tuple[str, ...] = tuple(names)
        self.index = {name: i for i, name in enumerate(self.text)}
        self._folded = {name.casefold(): i for i, name in enumerate(self.text)}
        if len(self.index) != len(self.text):
            raise Invalid(f"{kind} names are not unique")

    def find(self, name: str) -> int:
        """The index of a name, upper and lower case alike."""
        i = self.index.get(name, self._folded.get(name.casefold(), -1))
        if i < 0:
            raise unknown(self.kind, name, self.text)
        return i


class _Slot(msgspec.Struct, frozen=True):
    field: str
    kind: str
    many: bool


class _Form:
    """A form: literal text between slots. The strict pattern knows the names; the loose one tells whether it is worth
    trying (compiling it is expensive), and where a wrong name stands. Both are compiled when first needed, and neither
    can be made to backtrack without end by what a client sends: in a list, only a comma separates."""

    def __init__(self, cls: type[Action], names: Mapping[str, Names]) -> None:
        self.cls = cls
        self.slots = tuple(_Slot(f, k, bool(p)) for f, k, p in _SLOT.findall(cls.form))
        self.literals = _SLOT.split(cls.form)[::4]
        missing = set(cls.__struct_fields__) ^ {slot.field for slot in self.slots}
        if missing:
            raise Invalid(f"{cls.__name__}.form and its fields differ: {sorted(missing)}")
        self.names = names

    @cached_property
    def strict(self) -> re.Pattern[str]:
        return self._pattern({kind: _any_of(found.text) for kind, found in self.names.items()})

    @cached_property
    def loose(self) -> re.Pattern[str]:
        return self._pattern({})

    def _pattern(self, words: Mapping[str, str]) -> re.Pattern[str]:
        pattern = re.escape(self.literals[0])
        for slot, literal in zip(self.slots, self.literals[1:], strict=True):
            one = r"-?\d{1,9}" if slot.kind == "int" else words.get(slot.kind, r"[^,]+")
            comma = "," if one == r"[^,]+" else ", ?"
            pattern += (f"((?:{one}(?:{comma}{one})*)?)" if slot.many else f"({one})") + re.escape(literal)
        return re.compile(pattern + r"\Z", re.IGNORECASE)


def _any_of(names: Iterable[str]) -> str:
    return "(?:" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + ")"


class Lexicon:
    """The action classes of a title and the names of the things they speak of."""

    def __init__(
        self,
        classes: Sequence[type[Action]],
        names: Mapping[str, Names],
        spoken: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """`spoken` has what players call the things whose written names are short: "Minsk" for 1809."""
        self.names = dict(names)
        self.spoken = {kind: found.text for kind, found in names.items()} | dict(spoken or {})
        self._forms = {cls: _Form(cls, self.names) for cls in classes}
        self._parsed: dict[str, Action] = {}
        for cls in classes:
            cls.lexicon = self

    def slots(self, action: Action) -> list[tuple[str, int]]:
        """The things an action speaks of, in reading order: [("piece", 3), ("place", 112)]."""
        out: list[tuple[str, int]] = []
        form = self._forms.get(type(action))
        for slot in form.slots if form else ():
            if slot.kind in self.names:
                value = getattr(action, slot.field)
                out += [(slot.kind, v) for v in value] if slot.many else [(slot.kind, value)]
        return out

    def text(self, action: Action) -> str:
        """An action as text, with the names of this title."""
        form = self._forms[type(action)]
        parts = [form.literals[0]]
        for slot, literal in zip(form.slots, form.literals[1:], strict=True):
            value = getattr(action, slot.field)
            parts.append(", ".join(self._show(slot, v) for v in value) if slot.many else self._show(slot, value))
            parts.append(literal)
        return "".join(parts).strip()

    def words(self, action: Action, instead: Mapping[str, str] | None = None) -> str:
        """An action as a player says it: places by their names, a move as where it leads, no plural of one. Fields
        named in `instead` are spoken of in those words."""
        form = self._forms[type(action)]
        parts = [form.literals[0]]
        for slot, literal in zip(form.slots, form.literals[1:], strict=True):
            value = getattr(action, slot.field)
            said = ", ".join(self._say(slot, v) for v in (value if slot.many else (value,)))
            said = (instead or {}).get(slot.field, said)
            if literal == "-" and slot.kind == "place":
                alone = not any(s.kind == "piece" for s in form.slots)
                parts.append(f"from {said} to " if alone else "to ")
            elif slot.kind == "int" and literal.endswith("s"):
                parts += [said if value else "no", literal.removesuffix("s") if value == 1 else literal]
            else:
                parts += [said, literal]
        text = "".join(parts).strip()
        return text[:1].upper() + text[1:]

    def parse(self, text: str) -> Action:
        """The action a text stands for; Invalid if none, Ambiguous if several. Actions never change and are asked for
        again and again, so the last ones read are kept."""
        found = self._parsed.get(text)
        if found is None:
            found = self._read_text(text)
            if len(self._parsed) >= KEPT:
                self._parsed.clear()
            self._parsed[text] = found
        return found

    def _read_text(self, text: str) -> Action:
        if len(text) > LONGEST:
            raise Invalid(f"{text[:40]!r}... is not an action of this game")
        clean = re.sub(r"\s+", " ", text).strip()
        forms = [form for form in self._forms.values() if form.loose.match(clean)]
        found = [self._build(form, match.groups()) for form in forms if (match := form.strict.match(clean))]
        if len(found) > 1:
            raise Ambiguous(f"{text!r} could mean {' or '.join(repr(a) for a in found)}")
        if found:
            return found[0]
        for form in forms:
            if form.slots and (match := form.loose.match(clean)):
                self._build(form, match.groups())
        raise Invalid(f"{text!r} is not an action of this game")

    def _show(self, slot: _Slot, value: Any) -> str:
        return self.names[slot.kind].text[value] if slot.kind in self.names else str(value)

    def _say(self, slot: _Slot, value: Any) -> str:
        return self.spoken[slot.kind][value] if slot.kind in self.spoken else str(value)

    def _read(self, slot: _Slot, text: str) -> Any:
        if slot.kind == "int":
            return int(text)
        return self.names[slot.kind].find(text) if slot.kind in self.names else text

    def _build(self, form: _Form, groups: Sequence[str]) -> Action:
        values: dict[str, Any] = {}
        for slot, text in zip(form.slots, groups, strict=True):
            if slot.many:
                values[slot.field] = tuple(self._read(slot, t.strip()) for t in text.split(",") if t.strip())
            else:
                values[slot.field] = self._read(slot, text.strip())
        return form.cls(**values)

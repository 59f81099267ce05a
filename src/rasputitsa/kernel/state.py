"""A position: small, flat, copied in microseconds, with a text form that round-trips.

A title subclasses State and annotates its fields: integers and short strings, and flat lists or bytearrays of
them. There is no log, no undo and no random generator in it. `game` is shared and never changes; `memo` holds
what was worked out about this very position and is forgotten when it changes; `ear` hears what happens, if
somebody listens.
"""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.ask import Answer, answer, read_question
from rasputitsa.kernel.errors import Illegal, Invalid, Refusal
from rasputitsa.kernel.step import CHANCE, ChanceStep, Handle, Step
from rasputitsa.kernel.view import ActionView, Banner, LogLine, View

if TYPE_CHECKING:
    from rasputitsa.kernel.title import Game

Frame = tuple[int, ...]
CHECKED = "checked"
"""In a memo: the action last found legal in this position, by `sample` or `why_not`."""
PLAYING, DRAWN = -1, -2
"""Winners that are no side: nobody yet, and nobody at all."""
Self = TypeVar("Self", bound="State")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (None for a draw), in words, and by which rule."""

    winner: str | None
    reason: str
    rule: str


class State:
    """Base of every title's position."""

    side: str | None
    stack: list[Frame]
    winner: int
    """The number of the side that has won; PLAYING or DRAWN."""
    reason: str
    reason_rule: str

    _flats: ClassVar[tuple[str, ...]] = ()
    field_types: ClassVar[dict[str, Any]] = {}
    """The fields that make a position, with their types: what is copied, compared, written and pickled."""

    def __init_subclass__(cls) -> None:
        cls.field_types = _fields(cls)
        cls._flats = tuple(name for name, kind in cls.field_types.items() if _is_flat(kind))

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps = game.title.steps
        self.memo: dict[Any, Any] = {}
        self.ear: list[LogLine] | None = None
        self.side = None
        self.stack = []
        self.winner, self.reason, self.reason_rule = PLAYING, "", ""

    # -- what the title says of a position (see Title) --------------------------------------------------------

    def view(self, side: str) -> View:
        """All that side may know, and nothing more; "open" sees everything (study, replay of a finished game)."""
        return self.game.title.view(self, side)

    def banner(self) -> Banner:
        """The line at the top alone."""
        return self.game.title.banner(self)

    def imagine(self: Self, side: str, rng: random.Random) -> Self:
        """A position that could be the true one for all that side knows: what is hidden is drawn anew."""
        found: Self = self.game.title.imagine(self, side, rng)
        return found

    def check(self) -> list[str]:
        """Invariants that do not hold (for the conformance suite); empty when all is well."""
        return self.game.title.invariants(self)

    def describe(self, action: Action, viewer: str) -> str:
        """The action in the words viewer may read."""
        return self.game.title.describe(self, action, viewer)

    def ask(self, viewer: str, question: str, args: dict[str, Any]) -> Answer:
        """A question about the position that is not an action: odds, supply, reach, why not."""
        return answer(self, viewer, read_question(question, args))

    # -- the end ----------------------------------------------------------------------------------------------

    def win(self, winner: int, reason: str, rule: str) -> None:
        """The game is decided for a side (by its number) or is a draw (DRAWN); the first decision stands, and the
        kernel ends whatever is under way."""
        if self.winner == PLAYING:
            self.winner, self.reason, self.reason_rule = winner, reason, rule
            title = self.game.title
            if winner == DRAWN:
                self.say(rule, "The game is drawn: {}", reason)
            else:
                self.say(rule, "The {} side wins: {}", title.side_labels[title.sides[winner]], reason)

    @property
    def decided(self) -> bool:
        """Has somebody won, or is it a draw?"""
        return self.winner != PLAYING

    def outcome(self) -> Outcome | None:
        """Who won, how, by which rule; None while the game goes on."""
        if self.winner == PLAYING:
            return None
        winner = None if self.winner == DRAWN else self.game.title.sides[self.winner]
        return Outcome(winner, self.reason, self.reason_rule)

    # -- the contract -----------------------------------------------------------------------------------------

    @property
    def step(self) -> Step[Any]:
        return self._steps[self.stack[-1][0]]

    @property
    def over(self) -> bool:
        return not self.stack

    def legal(self, of: Handle | None = None) -> list[Action]:
        """Every legal action, or only those that start with one handle."""
        if not self.stack:
            return []
        step = self.step
        return step.legal(self) if of is None else list(step.of(self, of))

    def handles(self) -> list[Handle]:
        """Everything one may click first; a handle may turn out to have no action."""
        return list(self.step.handles(self)) if self.stack and self.side != CHANCE else []

    def sample(self, rng: random.Random) -> Action:
        """One random legal action; for CHANCE one drawn with its true probability."""
        action = self.memo[CHECKED] = self._steps[self.stack[-1][0]].sample(self, rng)
        return action

    def chances(self) -> list[tuple[Action, Fraction]]:
        """The outcomes of the chance event under way, with their probabilities."""
        step = self.step
        if not isinstance(step, ChanceStep):
            raise Invalid("no chance event is under way")
        outcomes = step.outcomes(self)
        total = sum(weight for _, weight in outcomes)
        return [(action, Fraction(weight, total)) for action, weight in outcomes]

    def chance_label(self) -> str:
        """The kind of chance event under way, so that paired games can share their dice."""
        step = self.step
        return step.label(self) if isinstance(step, ChanceStep) else ""

    def why_not(self, action: Action, by: str | None = None) -> Refusal | None:
        """None, or what is wrong with the action and by which rule."""
        if not self.stack:
            return Refusal("", "The game is over.")
        if by is not None and by != self.side:
            return Refusal("", f"It is for {self.side} to decide now, not {by}.")
        refusal = self._steps[self.stack[-1][0]].why_not(self, action)
        if refusal is None:
            self.memo[CHECKED] = action
        return refusal

    def apply(self, action: Action, by: str | None = None) -> None:
        """Do an action; refuses whatever legal() does not hold, and then changes nothing. What `sample` or `why_not`
        has just found legal in this very position is not checked again."""
        if self.memo.get(CHECKED) is not action or (by is not None and by != self.side):
            refusal = self.why_not(action, by)
            if refusal is not None:
                raise Illegal(refusal)
        self._steps[self.stack[-1][0]].apply(self, action)
        self.settle()

    def show(self, of: Handle) -> list[ActionView]:
        """The actions of one handle as the client shows them, with previews."""
        step = self.step
        return [step.show(self, action) for action in step.of(self, of)]

    def reveals(self, action: Action) -> bool:
        """Would the action show its player something new? Undo stops there."""
        return self.step.reveals(self, action)

    def click(self, handle: Handle) -> str:
        """A handle as the view writes it: places by their id, everything else by number."""
        kind, what = handle
        return f"{kind}:{self.game.title.lexicon.names[kind].text[what]}" if kind == "place" else f"{kind}:{what}"

    def unclick(self, text: str) -> Handle:
        """The handle that a client's click stands for."""
        kind, _, what = text.partition(":")
        if kind == "place":
            return (kind, self.game.title.lexicon.names[kind].find(what))
        if kind not in ("piece", "card", "button") or not what.isdigit():
            raise Invalid(f"{text!r} is nothing one can click")
        return (kind, int(what))

    # -- the machine ------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Run the automatic steps until somebody is asked or the game is over."""
        steps, stack, memo = self._steps, self.stack, self.memo
        memo.clear()
        self.side = None
        while stack:
            if self.winner != PLAYING:
                stack.clear()
                break
            step = steps[stack[-1][0]]
            side = step.side(self)
            if side is not None:
                self.side = side
                return
            step.advance(self)
            memo.clear()

    @property
    def frame(self) -> Frame:
        """The step under way with its own small numbers: (id, a, b, ...)."""
        return self.stack[-1]

    def push(self, step: type[Step[Any]], *args: int) -> None:
        self.stack.append((step.id, *args))

    def goto(self, *args: int) -> None:
        """Give the step under way new numbers."""
        self.stack[-1] = (self.stack[-1][0], *args)

    def pop(self) -> None:
        self.stack.pop()

    def say(self, rule: str, template: str, *args: Any, at: Iterable[str] = (), only: str | None = None) -> None:
        """Tell whoever listens what happened. Costs nothing when nobody does. `only` keeps it from the other side."""
        if self.ear is not None:
            self.ear.append(LogLine(rule=rule, text=template.format(*args), at=list(at), only=only))

    # -- copying, comparing, writing --------------------------------------------------------------------------

    def copy(self: Self) -> Self:
        new = object.__new__(type(self))
        fields = self.__dict__.copy()
        for name in self._flats:
            fields[name] = fields[name][:]
        fields["memo"] = {}
        fields["ear"] = None
        new.__dict__ = fields
        return new

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is type(self)
            and self.game.key == other.game.key
            and all(getattr(self, n) == getattr(other, n) for n in self.field_types)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its fields and the name of its game."""
        fields = {name: getattr(self, name) for name in self.field_types}
        return _restore, (type(self), self.game, fields)

    def text(self) -> str:
        """The position as text: one line per field."""
        fields = (f"{name} {value}" for name, value in self.field_texts().items())
        return "\n".join(["rasputitsa position 1", *self.game.header(), *fields]) + "\n"

    def field_texts(self) -> dict[str, str]:
        """The fields, each as text."""
        texts = {}
        for name in self.field_types:
            value = getattr(self, name)
            if name == "stack":
                value = [[self.game.title.steps[f[0]].name, *f[1:]] for f in value]
            texts[name] = msgspec.json.encode(_plain(value)).decode()
        return texts

    @classmethod
    def from_fields(cls: type[Self], game: Game, fields: dict[str, str]) -> Self:
        """Read the field lines of `text()`."""
        new = cls(game)
        missing = set(cls.field_types) ^ set(fields)
        if missing:
            raise Invalid(f"position: missing or unknown fields {', '.join(sorted(missing))}")
        ids = {step.name: step.id for step in game.title.steps}
        for name, hint in cls.field_types.items():
            try:
                raw = msgspec.json.decode(fields[name])
                if name == "stack":
                    raw = [(ids[f[0]], *_unplain(f[1:])) for f in raw]
                value = bytearray(raw) if hint is bytearray else msgspec.convert(_unplain(raw), type=hint)
            except (msgspec.MsgspecError, KeyError, ValueError, TypeError, IndexError) as error:
                raise Invalid(f"position: field {name!r} cannot be read: {error}") from None
            setattr(new, name, value)
        return new


def _restore(cls: type[Self], game: Game, fields: dict[str, Any]) -> Self:
    """A state that was pickled."""
    new = cls(game)
    new.__dict__.update(fields)
    return new


def _is_flat(kind: Any) -> bool:
    """Is a field of this type a list or bytearray, which a copy must not share?"""
    return kind is bytearray or getattr(kind, "__origin__", None) is list


def _fields(cls: type) -> dict[str, Any]:
    """The annotated fields of a state class and its bases, with their types."""
    fields: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        names = vars(sys.modules[base.__module__])
        for name, hint in inspect.get_annotations(base).items():
            if not name.startswith("_") and name not in _TRANSIENT:
                fields[name] = eval(hint, names) if isinstance(hint, str) else hint
    return fields


_BIG = 1 << 53


def _plain(value: Any) -> Any:
    """JSON has no large integers: sets of places are written in hexadecimal."""
    if isinstance(value, int):
        return value if -_BIG < value < _BIG else hex(value)
    return [_plain(v) for v in value] if isinstance(value, (list, bytearray, tuple)) else value


def _unplain(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("0x"):
        return int(value, 16)
    return [_unplain(v) for v in value] if isinstance(value, list) else value


_TRANSIENT = {"game", "memo", "ear", "field_types"}

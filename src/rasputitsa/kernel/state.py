"""A position: small, flat, copied in microseconds, with a text form that round-trips.

A title subclasses State and annotates its fields: integers and short strings, and flat lists or bytearrays of
them. There is no log, no undo and no random generator in it. `game` is shared and never changes; `memo` holds
what was worked out about this very position and is forgotten when it changes; `ear` hears what happens, if
somebody listens.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from rasputitsa.kernel.action import Action, Actions
from rasputitsa.kernel.ask import Answer, answer, read_question
from rasputitsa.kernel.errors import Illegal, Invalid, Refusal
from rasputitsa.kernel.fields import Fields, written
from rasputitsa.kernel.loading import load
from rasputitsa.kernel.step import CHANCE, ChanceStep, Handle, Step
from rasputitsa.kernel.view import ActionView, Banner, BattleReport, LogLine, Result, View
from rasputitsa.kernel.words import one_line

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
    level: str = ""
    """How great the victory is, where the book tells levels apart: "Decisive"."""

    def result(self) -> Result:
        """As a view shows it."""
        return Result(winner=self.winner or "", reason=self.reason, rule=self.rule, level=self.level)


class State:
    """Base of every title's position."""

    side: str | None
    stack: list[Frame]
    winner: int
    """The number of the side that has won; PLAYING or DRAWN."""
    reason: str
    reason_rule: str
    level: str = ""

    field_list: ClassVar[Fields]
    """All annotated fields, those above and the title's own."""

    def __init_subclass__(cls) -> None:
        cls.field_list = Fields(cls)

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps = game.title.steps
        self.memo: dict[Any, Any] = {}
        self.ear: list[LogLine] | None = None
        self.side = None
        self.stack = []
        self.winner, self.reason, self.reason_rule, self.level = PLAYING, "", "", ""

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

    def words(self, action: Action, viewer: str) -> str:
        """The same as a player says it: places by their names."""
        return self.game.title.words(self, action, viewer)

    def ask(self, viewer: str, question: str, args: dict[str, Any]) -> Answer:
        """A question about the position that is not an action: odds, supply, reach, why not."""
        return answer(self, viewer, read_question(question, args))

    # -- the end ----------------------------------------------------------------------------------------------

    def win(self, winner: int, reason: str, rule: str, level: str = "") -> None:
        """The game is decided for a side (by its number) or is a draw (DRAWN); the first decision stands, and the
        kernel ends whatever is under way. `level` is how great the victory is, where the book tells that."""
        if self.winner == PLAYING:
            self.winner, self.reason, self.reason_rule, self.level = winner, reason, rule, level
            title = self.game.title
            if winner == DRAWN:
                self.say(rule, "The game is drawn: {}", reason)
            else:
                how = f"wins a {level} Victory" if level else "wins"
                self.say(rule, "The {} side {}: {}", title.side_labels[title.sides[winner]], how, reason)

    @property
    def decided(self) -> bool:
        """Has somebody won, or is it a draw?"""
        return self.winner != PLAYING

    def outcome(self) -> Outcome | None:
        """Who won, how, by which rule; None while the game goes on."""
        if self.winner == PLAYING:
            return None
        winner = None if self.winner == DRAWN else self.game.title.sides[self.winner]
        return Outcome(winner, self.reason, self.reason_rule, self.level)

    # -- the contract -----------------------------------------------------------------------------------------

    @property
    def step(self) -> Step[Any]:
        """The step on top of the stack: whatever is under way."""
        return self._steps[self.stack[-1][0]]

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return not self.stack

    def legal(self, of: Handle | None = None) -> Actions:
        """Every legal action, or only those that start with one handle."""
        if not self.stack:
            return Actions()
        step = self.step
        return Actions(step.legal(self) if of is None else step.of(self, of))

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
        return [self._bound(action, step.show(self, action)) for action in step.of(self, of)]

    def _bound(self, action: Action, shown: ActionView) -> ActionView:
        """Mark a weighty action that leads to dice, or to the other side for all that this one knows."""
        if "odds" in shown.preview or "warning" in shown.preview:
            after: State = self.game.title.feared(self, self.side or "")
            after.apply(action)
            shown.binding = after.side != self.side or self.reveals(action)
        return shown

    def reveals(self, action: Action) -> bool:
        """Would the action show its player something new? Undo stops there."""
        return self.game.title.reveals(self, action)

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
        """Put a step on the stack, with small numbers of its own."""
        self.stack.append((step.id, *args))

    def goto(self, *args: int) -> None:
        """Give the step under way new numbers."""
        self.stack[-1] = (self.stack[-1][0], *args)

    def pop(self) -> None:
        """Take the step under way from the stack: it is done."""
        self.stack.pop()

    def say(
        self,
        rule: str,
        template: str,
        *args: Any,
        at: Iterable[str] = (),
        only: str | None = None,
        battle: BattleReport | None = None,
    ) -> None:
        """Tell whoever listens what happened. Costs nothing when nobody does. `only` keeps it from the other side."""
        if self.ear is not None:
            line = LogLine(rule=rule, text=template.format(*args), at=list(at), only=only, battle=battle)
            self.ear.append(line)

    # -- copying, comparing, writing --------------------------------------------------------------------------

    def copy(self: Self) -> Self:
        """A position of its own, equal to this one."""
        new = object.__new__(type(self))
        values = self.__dict__.copy()
        for name in self.field_list.flats:
            values[name] = values[name][:]
        values["memo"] = {}
        values["ear"] = None
        new.__dict__ = values
        return new

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is type(self)
            and self.game.key == other.game.key
            and all(getattr(self, name) == getattr(other, name) for name in self.field_list.names)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its fields and the name of its game."""
        return _restored, (type(self), self.game, self.field_list.of(self))

    def text(self) -> str:
        """The position as text: one line per field."""
        lines = [f"{name} {text}" for name, text in self.field_texts().items()]
        return "\n".join(["rasputitsa position 1", *self.game.header(), *lines]) + "\n"

    def field_texts(self) -> dict[str, str]:
        """The fields, each as text."""
        values = self.field_list.of(self)
        values["stack"] = [[self._steps[frame[0]].name, *frame[1:]] for frame in self.stack]
        return {name: written(value) for name, value in values.items()}

    @classmethod
    def from_fields(cls: type[Self], game: Game, lines: dict[str, str]) -> Self:
        """Read the field lines of `text()`."""
        return _restored(cls, game, cls.field_list.read(lines, {step.name: step.id for step in game.title.steps}))

    # -- for people -------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return one_line(self)

    def __str__(self) -> str:
        """Turn, side, score and the board as text."""
        text: str = load(self.game.title.printer)(self)
        return text

    def draw(self, side: str = "open", theme: str = "light", front: bool = False) -> Any:
        """The map as a side sees it: SVG text that a notebook shows and `.save("board.png")` writes. `front` draws the
        line between the two sides."""
        return load(self.game.title.painter)(self, side, theme, front)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it: the drawn map, if the title has one."""
        return self.draw() if self.game.title.has_map else None


def _restored(cls: type[Self], game: Game, values: dict[str, Any]) -> Self:
    """A state with these values in its fields."""
    new = cls(game)
    new.__dict__.update(values)
    return new

"""A question with its choices: what is asked, what may be answered, and what each answer does, in one place.

    class EndMoves(Choice[Position]):
        '''8.0 The moving side may stop at any time.'''

        action = Done
        label = "End the movement phase"

        def do(self, s, action):
            s.pop()


    class MovementPhase(Question[Position]):
        '''8.0 Units move one by one, in any order.'''

        rule = "8.0"
        choices = (MoveUnit, EndMoves)

        def side(self, s):
            return SIDES[s.phasing]

        def prompt(self, s):
            return "Move your units."

A choice is one kind of action: what one clicks for it, when it is legal, what it does and how it is shown. The question
puts its choices together; steps that ask nobody, and dice, stay plain Steps and ChanceSteps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, ClassVar, Generic

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, S, Step
from rasputitsa.kernel.view import ActionView


class Choice(Generic[S]):
    """One kind of answer. The default is a button that is always there: set `action`, and say in `do` what it does."""

    action: ClassVar[type[Action]]
    rule: ClassVar[str] = ""
    """The paragraph that offers it; the question's own when empty."""
    label: ClassVar[str] = ""
    """The words on its button or menu line; the action's text when empty."""

    def handles(self, s: S) -> Sequence[Handle]:
        """What may start this answer. Some may turn out to have none."""
        return (BUTTON,)

    def of(self, s: S, handle: Handle) -> Iterable[Action]:
        """The legal actions of this kind that start with a handle."""
        if handle != BUTTON:
            return ()
        action = self.action()
        return (action,) if self.why_not(s, action) is None else ()

    def why_not(self, s: S, action: Any) -> Refusal | None:
        """None if this answer is legal, or the rule against it."""
        return None

    def do(self, s: S, action: Any) -> None:
        """Carry it out. The action is legal here."""
        raise NotImplementedError

    def show(self, s: S, action: Any, shown: ActionView) -> None:
        """Add to what the client shows of it: another label, a preview."""

    def reveals(self, s: S, action: Any) -> bool:
        """Does it show its player something new (a drawn card, the enemy's hand)? Then no undo past it."""
        return False


class Question(Step[S]):
    """A step that asks somebody, with its choices."""

    choices: ClassVar[tuple[type[Choice[Any]], ...]] = ()

    def __init__(self) -> None:
        self.answers: tuple[Choice[S], ...] = tuple(choice() for choice in self.choices)
        self._choice: dict[type[Action], Choice[S]] = {choice.action: choice for choice in self.answers}
        if len(self._choice) != len(self.answers):
            raise TypeError(f"{self.name}: two choices share one action")

    def handles(self, s: S) -> Sequence[Handle]:
        """What may be clicked first: the handles of all choices."""
        return list(dict.fromkeys(chain.from_iterable([choice.handles(s) for choice in self.answers])))

    def of(self, s: S, handle: Handle) -> Iterable[Action]:
        """The actions of all choices that start with a handle."""
        return [action for choice in self.answers for action in choice.of(s, handle)]

    def why_not(self, s: S, action: Action) -> Refusal | None:
        """None, or the refusal of the choice that the action belongs to."""
        choice = self._choice.get(type(action))
        return choice.why_not(s, action) if choice else Refusal(self.rule, f"Not possible now: {self.prompt(s)}")

    def apply(self, s: S, action: Action) -> None:
        """Let the choice that the action belongs to do its work."""
        self._choice[type(action)].do(s, action)

    def reveals(self, s: S, action: Action) -> bool:
        """Does the action show its player something new?"""
        choice = self._choice.get(type(action))
        return choice is not None and choice.reveals(s, action)

    def show(self, s: S, action: Action) -> ActionView:
        """The action as the client shows it, with the words of its choice."""
        shown = super().show(s, action)
        choice = self._choice[type(action)]
        shown.label = choice.label or shown.label
        choice.show(s, action, shown)
        return shown

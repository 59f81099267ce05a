"""Steps: the questions a title's rules ask, and what the answers do.

A game is a stack of steps under way: the sequence of play at the bottom, the phase above it, the battle above
that, the reaction to a card on top. A step either asks somebody (`side` names who) or does its automatic part
(`side` is None, and the kernel calls `advance` until some step asks or the stack is empty: the game is over).

A step on the stack is a frame: its number and a few small integers of its own, `s.frame[1:]`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, SupportsIndex, TypeVar

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Invalid, Refusal
from rasputitsa.kernel.view import ActionView

S = TypeVar("S", bound="Any")

CHANCE = "chance"
BUTTON = ("button", 0)

Handle = tuple[str, int]
"""What one clicks first: ("piece", 12), ("place", 140), ("card", 7), ("button", n)."""


class Picks(Protocol):
    """Handles to pick from: a list of one's own, or whatever counts them without listing them."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: SupportsIndex, /) -> Handle: ...

    def __delitem__(self, at: SupportsIndex, /) -> None: ...


class Step(Generic[S]):
    """One kind of question. `rule` is the paragraph that asks it."""

    id: ClassVar[int] = -1
    rule: ClassVar[str] = ""
    verb: ClassVar[str] = ""
    """What is done with a card that is clicked, where cards are given up."""

    @property
    def name(self) -> str:
        """The name of the step."""
        return type(self).__name__

    def side(self, s: S) -> str | None:
        """Who is asked; CHANCE for dice and draws; None when there is nothing to ask."""
        return None

    def advance(self, s: S) -> None:
        """The automatic part: must change the stack (push, pop or goto)."""
        s.pop()

    def handles(self, s: S) -> Sequence[Handle]:
        """Everything that may start an action. Some may turn out to have none."""
        return (BUTTON,)

    def of(self, s: S, handle: Handle) -> Iterable[Action]:
        """The legal actions that start with this handle."""
        raise NotImplementedError

    def legal(self, s: S) -> list[Action]:
        """Every legal action."""
        return [action for handle in self.handles(s) for action in self.of(s, handle)]

    def sample(self, s: S, rng: random.Random) -> Action:
        """One legal action, without listing them all: a handle that has any, then one of its actions."""
        handles = self.picks(s)
        while number := len(handles):
            at = int(rng.random() * number)
            action = self.one_of(s, handles[at], rng)
            if action is not None:
                return action
            del handles[at]
        raise Invalid(f"nothing can be done: {self.prompt(s)}")

    def picks(self, s: S) -> Picks:
        """The handles `sample` picks from and strikes out. Override where it is expensive to tell which have any
        action, or to list them."""
        return list(self.handles(s))

    def one_of(self, s: S, handle: Handle, rng: random.Random) -> Action | None:
        """One of the actions that start with this handle, if there is any. Override where listing them is expensive."""
        actions = list(self.of(s, handle))
        return actions[int(rng.random() * len(actions))] if actions else None

    def why_not(self, s: S, action: Action) -> Refusal | None:
        """None if the action is legal. Override for speed, and to name the rule that forbids it."""
        return None if action in self.legal(s) else Refusal(self.rule, f"Not possible now: {self.prompt(s)}")

    def apply(self, s: S, action: Action) -> None:
        """Do it. The action is legal here."""
        raise NotImplementedError

    def prompt(self, s: S) -> str:
        """What is asked, for the person who is asked."""
        return self.name

    def reveals(self, s: S, action: Action) -> bool:
        """Does the action show its player something new (a drawn card, the enemy's hand)? Then no undo past it."""
        return False

    def show(self, s: S, action: Action) -> ActionView:
        """How the client shows an action: override to add a label or a preview (cost, path, odds)."""
        lexicon = s.game.title.lexicon
        clicks = [s.click(slot) for slot in lexicon.slots(action)]
        return ActionView(do=str(action), clicks=clicks, label=lexicon.words(action))


class ChanceStep(Step[S]):
    """A die, a draw, a random set-up: an action of CHANCE with known probabilities."""

    def side(self, s: S) -> str | None:
        """Chance is asked."""
        return CHANCE

    def outcomes(self, s: S) -> list[tuple[Action, int]]:
        """Every possible outcome with its weight, a positive integer."""
        raise NotImplementedError

    def legal(self, s: S) -> list[Action]:
        """Every outcome that is possible."""
        return [action for action, _ in self.outcomes(s)]

    def of(self, s: S, handle: Handle) -> Iterable[Action]:
        """Every outcome: chance clicks nothing."""
        return self.legal(s)

    def sample(self, s: S, rng: random.Random) -> Action:
        """An outcome, drawn with its probability."""
        outcomes = self.outcomes(s)
        at = rng.random() * sum(weight for _, weight in outcomes)
        for action, weight in outcomes:
            at -= weight
            if at < 0:
                return action
        return outcomes[-1][0]

    def label(self, s: S) -> str:
        """The kind of event, for dice that are common to paired games: "battle", "axis draw"."""
        return self.name

    def reveals(self, s: S, action: Action) -> bool:
        """Dice and draws always show something new."""
        return True

    def is_battle(self, s: S) -> bool:
        """Is this the die of a battle? Replays can jump to it."""
        return False

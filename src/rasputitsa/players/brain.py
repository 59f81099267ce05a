"""What a title adds so that the computer can play it: a brain.

A brain is a list of candidates. A candidate answers one or several kinds of question (steps of the title); it looks at
the position and proposes actions, each with a score and the reason in words. The best proposal is played; at the next
question all are asked again. So every part is small, can be read and tested alone, and a new one is a function:

    @BRAIN.candidate(MovementPhase)
    def close_the_pocket(mind):
        for unit, to in ...:
            yield Proposal(mind.w["pocket"] * worth, Move(unit, frm, to), "{} to {}: closes the pocket", (unit, to))

What a candidate sees is a position that could be the true one for all its side knows (`Seat.imagine`), the weights of
its side in this period of the war, and a random generator. docs/players.md says more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar

from rasputitsa.kernel import Action, Invalid, State, Step, Title
from rasputitsa.kernel.loading import load
from rasputitsa.players.weights import Book, Weights, book_of, has_book

S = TypeVar("S", bound=State)
B = TypeVar("B", bound="Brain[Any]")
Plan = tuple[str, ...]
"""A style for each sector of the front; empty for the plain weights everywhere."""


class Proposal(NamedTuple):
    """Something that could be done, how good it is, and why in words (a template and what fills it)."""

    score: float
    action: Action
    why: str = ""
    facts: tuple[Any, ...] = ()

    def reason(self) -> str:
        """Why, in words."""
        return self.why.format(*self.facts)


class Mind(Generic[S]):
    """What a candidate may use."""

    def __init__(
        self,
        s: S,
        side: str,
        book: Book,
        period: str,
        rng: random.Random,
        plan: Plan = (),
        style: str = "",
        haste: int = 0,
    ) -> None:
        self.s = s
        self.side = side
        self.me = s.game.title.sides.index(side)
        """The number of the side that decides."""
        self.rng = rng
        self.w: Weights = book.at(side, period, plan[0] if len(set(plan)) == 1 else style)
        """The weights, wherever on the map; in the style of the plan if that is the same everywhere."""
        self._local: Sequence[Weights] = [book.at(side, period, name) for name in plan]
        self.haste = haste
        """0 for a decision that counts, 1 for the own turn played ahead in thought, 2 for the turns after it: these are
        thought through less closely."""
        self.plan_key: Hashable = (book.serial, side, period, style, plan, haste > 1)
        """Equal for minds that think alike, so that what one planned may serve the next."""
        self.facts: dict[Hashable, Any] = {}
        """What candidates worked out about this position, for each other."""

    def at(self, sector: int) -> Weights:
        """The weights in one sector of the front, in the style planned for it."""
        return self._local[sector] if self._local else self.w

    def once(self, what: Callable[[Mind[S]], Any]) -> Any:
        """Something about this position that is worked out only once, whoever asks first."""
        found = self.facts.get(what)
        if found is None:
            found = self.facts[what] = what(self)
        return found


Candidate = Callable[[Mind[Any]], Iterable[Proposal]]


def silent(mind: Mind[Any]) -> Iterable[Proposal]:
    """Proposes nothing."""
    return ()


class Brain(Generic[S]):
    """How the computer plays a title. Subclass it, fill in the questions below, and add candidates."""

    package: str = ""
    """The package whose data/players holds the weights."""
    periods: tuple[str, ...] = ()
    """The periods of the war that may have weights of their own."""
    sectors: int = 1
    """How many sectors of the front a plan may treat differently."""
    plans: int = 1
    """How many plans the general makes in a turn, more or less: the time for a turn is shared between them. If there
    are more, each of these gets half of what is left."""

    won: float = 1.0
    """What a game won counts beside the lead in it (see `margin`)."""

    def __init__(self) -> None:
        self._answers: dict[str, list[Candidate]] = {}
        self.default: Candidate = silent
        """Who answers the questions that no candidate is registered for."""

    def candidate(self, *steps: type[Step[Any]]) -> Callable[[Candidate], Candidate]:
        """Register a candidate for these questions."""

        def add(function: Candidate) -> Candidate:
            for step in steps:
                self._answers.setdefault(step.__name__, []).append(function)
            return function

        return add

    @contextmanager
    def aside(self: B) -> Iterator[B]:
        """A copy of the brain that gets whatever candidates are registered meanwhile; this one stays as it is."""
        kept = self._answers
        new = copy(self)
        self._answers = new._answers = {step: list(found) for step, found in kept.items()}
        try:
            yield new
        finally:
            self._answers = kept

    def more_than(self, other: Brain[S]) -> bool:
        """Has it candidates that the other has not?"""
        return any(len(found) > len(other._answers.get(step, ())) for step, found in self._answers.items())

    def candidates(self, step: str) -> Sequence[Candidate]:
        """Those who answer a question, by the name of its step."""
        return self._answers.get(step) or (self.default,)

    def book(self, rank: str) -> Book:
        """The weights of a player's rank."""
        return book_of(self.package, rank)

    def has_book(self, rank: str) -> bool:
        """Are there weights for this rank? A title need not have all of them."""
        return has_book(self.package, rank)

    # -- what the title says --------------------------------------------------------------------------------------

    def period(self, s: S) -> str:
        """The period of the war."""
        return ""

    def turn_of(self, s: S) -> Hashable:
        """Whose turn it is, and which: changes when a player turn ends."""
        raise NotImplementedError

    def own_turn(self, s: S, side: str) -> bool:
        """Is the player turn under way this side's own?"""
        raise NotImplementedError

    def time_to_plan(self, s: S, side: str) -> bool:
        """Is it worth while to plan the turn now, or should the general wait until more is known (cards drawn, units
        placed)? Asked in the side's own turn."""
        return True

    def planned(self, s: S) -> Hashable:
        """What a plan is made for, and kept through."""
        return self.turn_of(s)

    def horizon(self, s: S, side: str) -> int:
        """How many player turns after its own the general should look ahead: far enough to see a victory check that is
        near."""
        return 1

    def evaluate(self, s: S, side: str, w: Weights) -> float:
        """What a position is worth to a side, in victory points or thereabouts: where a search stops looking."""
        raise NotImplementedError

    def features(self, s: S, side: str) -> dict[str, float]:
        """What tells how a game will end for a side, in figures that are one side's lead and the other's lag.
        `rasputitsa fit` finds what each is worth; without a fit the general goes by `evaluate`."""
        return {}

    def result(self, s: S, side: str) -> float:
        """A game that is over: 1 won, -1 lost, 0 drawn."""
        outcome = s.outcome()
        return 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == side else -1.0

    def lead(self, s: S, side: str) -> float:
        """How far ahead a side is, in victory points or whatever the title counts."""
        return 0.0

    def margin(self, s: S, side: str) -> float:
        """How far ahead a side was when the game ended: what tuning goes by, since it tells more than who won. Winning
        counts `won` points of the lead."""
        return self.lead(s, side) + self.won * self.result(s, side)

    # -- deciding -------------------------------------------------------------------------------------------------

    def mind(
        self, s: S, side: str, book: Book, rng: random.Random, plan: Plan = (), style: str = "", haste: int = 0
    ) -> Mind[S]:
        """What candidates look at: the position, the side, its weights."""
        return Mind(s, side, book, self.period(s), rng, plan, style, haste)

    def proposals(self, mind: Mind[S]) -> list[Proposal]:
        """Everything that is proposed in a position, the best first."""
        found = [p for ask in self.candidates(mind.s.step.name) for p in ask(mind)]
        found.sort(key=lambda p: -p.score)
        return found

    def decide(self, mind: Mind[S]) -> Proposal:
        """The best proposal that the rules accept; any legal action when nobody proposes one."""
        best: Proposal | None = None
        for ask in self.candidates(mind.s.step.name):
            for proposal in ask(mind):
                if best is None or proposal.score > best.score:
                    best = proposal
        if best is not None and mind.s.why_not(best.action) is None:
            return best
        for proposal in self.proposals(mind):
            if mind.s.why_not(proposal.action) is None:
                return proposal
        return Proposal(0.0, mind.s.sample(mind.rng), "nothing speaks for one choice or another")


# -- finding brains -----------------------------------------------------------------------------------------------


def has_brain(title: Title) -> bool:
    """Can the scripted players play this title?"""
    return bool(title.brain)


def brain_of(title: Title) -> Brain[Any]:
    """The brain that the title names."""
    if not title.brain:
        raise Invalid(f"{title.name} has no brain: only players that need none can play it")
    found: Brain[Any] = load(title.brain)
    return found

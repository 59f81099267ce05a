"""The general: chooses a plan for its whole turn, a style for each sector of the front, by playing the turn and the
enemy's reply ahead many times with scripts on both sides.

It begins with the officer's way everywhere and leaves it only for a plan that did better by more than the noise, on
common dice. Hidden things are drawn anew for each look ahead (`Seat.imagine`), so it knows no more than its side does.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator

from rasputitsa.kernel import CHANCE, Action, Dice, Invalid, State, title
from rasputitsa.players.brain import Brain, Plan, Proposal, brain_of
from rasputitsa.players.seat import Deadline, Seat
from rasputitsa.players.weights import Book

SECONDS = 20.0
"""Thinking time for one turn, unless told otherwise."""
REPLIES = 1
"""How many player turns after its own a look ahead takes in."""
FEW, MANY = 4, 24
"""Looks ahead before a plan may be dropped, and at most before it is judged."""
KEEP, TAKE = -0.5, 1.5
"""A plan is dropped when it trails by so many standard errors, and taken when it leads by so many."""


class Budget:
    """How much thinking a turn may take: seconds, or a number of looks ahead (which plays alike on any machine)."""

    def __init__(self, setting: str = "") -> None:
        try:
            self.looks = int(setting[1:]) if setting.startswith("n") else 0
            self.seconds = SECONDS if self.looks or not setting else float(setting)
        except ValueError:
            raise Invalid("the general's setting is seconds a turn (general:10) or looks ahead (general:n64)") from None

    def clock(self, deadline: Deadline) -> Callable[[int], float]:
        """How far the thinking is after so many looks ahead, from 0 to 1; 1 when time is up."""
        start = time.monotonic()

        def progress(looks: int) -> float:
            if deadline.passed():
                return 1.0
            if self.looks:
                return min(1.0, looks / self.looks)
            spent = time.monotonic() - start
            return min(1.0, max(spent / self.seconds, spent / max(1e-9, spent + deadline.left() - 0.1)))

        return progress


def look_ahead(brain: Brain[State], s: State, side: str, book: Book, plan: Plan, seed: str) -> float:
    """Play on from a position with scripts until the enemy has replied, and say what came of it."""
    rng, dice = random.Random(seed), Dice(seed)
    turn, turns = brain.turn_of(s), 0
    while (who := s.side) is not None:
        if who == CHANCE:
            action = dice.roll(s)
        else:
            mine = plan if who == side and turns == 0 else ()
            action = brain.decide(brain.mind(s, who, book, rng, mine)).action
        s.apply(action)
        if brain.turn_of(s) != turn:
            turn, turns = brain.turn_of(s), turns + 1
            if turns > REPLIES:
                break
    return brain.evaluate(s, side, book.at(side, brain.period(s)))


class Search:
    """Plans for one turn, tried against each other on the same imagined positions and the same dice."""

    def __init__(self, brain: Brain[State], seat: Seat, book: Book, rng: random.Random) -> None:
        self.brain, self.seat, self.book, self.rng = brain, seat, book, rng
        self.seed = str(rng.getrandbits(64))
        self.looks = 0
        self.best: Plan = ()
        self._worth: dict[tuple[Plan, int], float] = {}

    def worth(self, plan: Plan, number: int) -> float:
        """What a plan comes to in the imagined position of that number."""
        key = (plan, number)
        if key not in self._worth:
            seed = f"{self.seed}/{number}"
            start = self.seat.imagine(random.Random(seed))
            self._worth[key] = look_ahead(self.brain, start, self.seat.side, self.book, plan, seed)
            self.looks += 1
        return self._worth[key]

    def plans(self) -> Iterator[Plan]:
        """First every style everywhere, then the best plan so far with another style in one sector."""
        sectors, styles = self.brain.sectors, list(self.book.styles)
        yield from ((style,) * sectors for style in styles)
        tried: set[Plan] = set()
        for _ in range(50 * sectors):
            plan = list(self.best or ("",) * sectors)
            plan[self.rng.randrange(sectors)] = self.rng.choice(["", *styles])
            if tuple(plan) not in tried:
                tried.add(tuple(plan))
                yield tuple(plan)

    def better(self, plan: Plan, progress: Callable[[int], float]) -> bool:
        """Is a plan better than the best so far, by more than the noise?"""
        leads: list[float] = []
        for number in range(MANY):
            if progress(self.looks) >= 1.0:
                return False
            leads.append(self.worth(plan, number) - self.worth(self.best, number))
            if len(leads) >= FEW:
                mean = statistics.fmean(leads)
                error = max(statistics.stdev(leads), 1e-9) / len(leads) ** 0.5
                if mean < KEEP * error:
                    return False
                if len(leads) >= 2 * FEW and mean > TAKE * error:
                    return True
        return False

    def run(self, progress: Callable[[int], float]) -> Plan:
        for plan in self.plans():
            if self.better(plan, progress):
                self.best = plan
            self.seat.report(progress(self.looks), f"{self.looks} looks ahead")
            if progress(self.looks) >= 1.0:
                break
        return self.best


class General:
    """Plans its turn once, then carries the plan out; answers the enemy's questions as an officer would."""

    def __init__(self, name: str, side: str, *, seed: int | str | None = None, setting: str = "") -> None:
        self.brain = brain_of(title(name))
        self.book = self.brain.book("officer")
        self.budget = Budget(setting)
        self.why = ""
        self._rng = random.Random(seed)

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        state = seat.imagine(self._rng)
        own = self.brain.own_turn(state, seat.side) and self.brain.time_to_plan(state, seat.side)
        plan = self.plan(seat, state, deadline) if own else ()
        chosen = self.brain.decide(self.brain.mind(state, seat.side, self.book, self._rng, plan))
        self.why = _reason(chosen, plan)
        return chosen.action

    def plan(self, seat: Seat, state: State, deadline: Deadline) -> Plan:
        """The plan for this turn: the one in the notes, or a new one."""
        turn = self.brain.turn_of(state)
        if seat.notes.get("turn") != turn:
            search = Search(self.brain, seat, self.book, self._rng)
            seat.notes["plan"] = search.run(self.budget.clock(deadline))
            seat.notes["turn"] = turn
        plan: Plan = seat.notes["plan"]
        return plan


def _reason(chosen: Proposal, plan: Plan) -> str:
    styles = sorted({style for style in plan if style})
    return chosen.reason() + (f" (plan: {', '.join(styles)})" if styles else "")

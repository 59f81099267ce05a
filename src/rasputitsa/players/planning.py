"""The general: chooses how to play its whole turn, by playing the turn and the enemy's reply ahead many times with
scripts on both sides.

A plan is a style for each sector of the front: one of the title's styles, or a variation of the officer's way with
every weight a little higher or lower. The general begins with the officer's way everywhere and leaves it only for a
plan that did better by more than the noise, on common dice. Hidden things are drawn anew for each look ahead
(`Seat.imagine`), so it knows no more than its side does.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, NamedTuple

from rasputitsa.kernel import CHANCE, Action, Dice, Invalid, State, title
from rasputitsa.players.brain import Brain, Plan, Proposal, brain_of
from rasputitsa.players.seat import Deadline, Seat
from rasputitsa.players.staff import Staff, staff_of
from rasputitsa.players.weights import Book

SECONDS = 20.0
"""Thinking time for one turn, if neither the general's setting nor the table says otherwise."""
CARRYING_OUT = 1.0
"""This many seconds of it are kept for carrying plans out, but half of it at most."""
VARIATIONS, SPREAD = 6, 0.5
"""How many variations of the officer's way are tried beside the styles, and how far their weights lie off: the standard
deviation of the factors' logarithms."""
ROUNDS = ((2, 4), (2, 2), (4, 1), (4, 1))
"""A race of plans: how often each is looked at in a round, and how many go on to the next."""
FEW, TAKE = 4, 1.0
"""A plan is taken after FEW looks at least, when it leads by TAKE standard errors."""
PATIENCE = 2
"""After this many races in a row without a better plan no other is looked for."""
GLANCE = 2
"""After this many looks at the officer's way no other is looked for, if the game is decided."""


class Budget:
    """How much thinking a turn may take: seconds, or a number of looks ahead (which plays alike on any machine)."""

    def __init__(self, setting: str = "") -> None:
        try:
            self.looks = int(setting[1:]) if setting.startswith("n") else 0
            self.seconds = None if self.looks or not setting else float(setting)
            if self.looks < 0 or (self.seconds is not None and not self.seconds > 0.0):
                raise ValueError(setting)
        except ValueError:
            raise Invalid("the general's setting is seconds a turn (general:10) or looks ahead (general:n64)") from None

    def clock(self, deadline: Deadline, share: float = 1.0) -> Callable[[int], float]:
        """How far the planning is after a number of looks ahead: 1 or more when this share of the budget is spent, or
        time is up. Without a setting the budget for a turn is what the table allows for an answer."""
        start, given = time.monotonic(), deadline.left()
        whole = given if self.seconds is None and given < inf else self.seconds or SECONDS
        seconds = max(1e-9, share * max(whole / 2, whole - CARRYING_OUT))
        most = max(1e-9, share * self.looks)

        def progress(looks: int) -> float:
            spent = time.monotonic() - start
            done = looks / most if self.looks else spent / seconds
            if deadline.passed():
                return max(1.0, done)
            return done if self.looks else max(done, spent / max(1e-9, spent + deadline.left() - 0.1))

        return progress


class Purse(NamedTuple):
    """What the general has spent of its budget for planning in a turn."""

    number: int
    plans: int = 0
    spent: float = 0.0

    def share(self, plans: int) -> float:
        """The share of the budget for the next plan, if there will be about `plans` of them: what is left is never
        spent on one of several."""
        return max(0.0, 1.0 - self.spent) / max(min(2, plans), plans - self.plans)

    def after(self, share: float) -> Purse:
        return Purse(self.number, self.plans + 1, self.spent + share)


class Ahead:
    """A position played on in thought, by scripts on both sides; the side by its plan as long as that is meant for."""

    def __init__(self, staff: Staff, s: State, side: str, plan: Plan, seed: str) -> None:
        self.staff, self.s, self.side, self.plan = staff, s, side, plan
        self._rng, self._dice = random.Random(seed), Dice(seed)
        self._planned = staff.brain.planned(s)
        self._own, self._turns = True, 0

    def play(self, replies: int) -> State:
        """On through its own turn and `replies` more player turns, counted from where it began."""
        s, brain = self.s, self.staff.brain
        while self._turns <= replies and (who := s.side) is not None:
            s.apply(self._dice.roll(s) if who == CHANCE else self._decided(who))
            if brain.own_turn(s, self.side) != self._own:
                self._own, self._turns = not self._own, self._turns + 1
        return s

    def _decided(self, who: str) -> Action:
        s, brain = self.s, self.staff.brain
        mine = self.plan if who == self.side and brain.planned(s) == self._planned else ()
        mind = brain.mind(s, who, self.staff.book, self._rng, mine, haste=2 if self._turns else 1)
        return brain.decide(mind).action


class Search:
    """Plans for one turn, tried against the officer's on the same imagined positions and the same dice."""

    def __init__(self, staff: Staff, seat: Seat, replies: int, rng: random.Random) -> None:
        self.staff, self.seat, self.replies, self.rng = staff, seat, replies, rng
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
            ahead = Ahead(self.staff, start, self.seat.side, plan, seed)
            self._worth[key] = self.staff.worth(ahead.play(self.replies), self.seat.side)
            self.looks += 1
        return self._worth[key]

    def everywhere(self) -> list[Plan]:
        """Each style, and some new variations, on the whole front; later only new variations."""
        tried = {style for plan, _ in self._worth for style in plan}
        self.staff = self.staff.varied(VARIATIONS, SPREAD, self.rng)
        return [(style,) * self.staff.brain.sectors for style in self.staff.book.styles if style not in tried]

    def elsewhere(self) -> list[Plan]:
        """The best plan so far, with the officer's way in one of its sectors."""
        sectors = range(len(self.best)) if len(self.best) > 1 else range(0)
        return [tuple("" if k == n else style for k, style in enumerate(self.best)) for n in sectors]

    def lead(self, plan: Plan, looks: int) -> tuple[float, float]:
        """By how much a plan is ahead of the best so far, and the standard error of that."""
        leads = [self.worth(plan, n) - self.worth(self.best, n) for n in range(looks)]
        return statistics.fmean(leads), statistics.stdev(leads) / looks**0.5

    def race(self, plans: Iterable[Plan], progress: Callable[[int], float]) -> None:
        """Look at all plans, go on with the better ones, and so on; the plan that remains is taken if it leads the best
        so far. A plan that comes to the very same, or trails, is dropped."""
        alive, looks = list(plans), 0
        for more, keep in ROUNDS:
            if not alive or not all(self._look(n, alive, progress) for n in range(looks, looks + more)):
                break
            looks += more
            leads = {plan: self.lead(plan, looks) for plan in alive}
            better = [plan for plan, (mean, error) in leads.items() if mean > -error]
            alive = sorted(better, key=lambda plan: -leads[plan][0])[:keep]
        self._take(alive, looks)

    def _look(self, number: int, alive: Iterable[Plan], progress: Callable[[int], float]) -> bool:
        """One more look at each plan and the best so far; false when the time is up before that."""
        for plan in (self.best, *alive):
            if progress(self.looks) >= 1.0:
                return False
            self.worth(plan, number)
            self.seat.report(min(1.0, progress(self.looks)), f"{self.looks} looks ahead")
        return True

    def _take(self, alive: Sequence[Plan], looks: int) -> None:
        if alive and looks >= FEW:
            mean, error = self.lead(alive[0], looks)
            if mean > TAKE * error:
                self.best = alive[0]

    def decided(self, progress: Callable[[int], float]) -> bool:
        """A first look at the officer's way: is the game as good as won or lost, whatever the plan?"""
        done = sum(self._look(n, (), progress) for n in range(GLANCE))
        return not done or self.staff.decided(statistics.fmean(self.worth((), n) for n in range(done)))

    def room(self, progress: Callable[[int], float]) -> int:
        """How many plans there is time for, so that the first two rounds of a race can be ended."""
        spent = progress(self.looks)
        left = int(self.looks * (1.0 - spent) / max(1e-9, spent))
        (first, keep), (second, _) = ROUNDS[:2]
        left -= sum((self.best, n) not in self._worth for n in range(first + second))
        few = left // (first + second)
        return few if few <= keep else (left - second * keep) // first

    def run(self, progress: Callable[[int], float]) -> Plan:
        """First one way everywhere, then the best of these without one sector; and again with new variations, while
        there is time and something comes of it."""
        idle = 0 if not self.decided(progress) else PATIENCE
        while idle < PATIENCE and (number := self.room(progress)) > 0:
            before, plans = self.best, self.everywhere()
            self.race(plans if number >= len(plans) else self.rng.sample(plans, number), progress)
            if self.best != before:
                self.race(self.elsewhere(), progress)
            idle = idle + 1 if self.best == before else 0
        return self.best


class General:
    """Plans its turn once, then carries the plan out; answers the enemy's questions as an officer would."""

    def __init__(
        self, name: str, side: str, *, seed: int | str | None = None, setting: str = "", brain: Brain[Any] | None = None
    ) -> None:
        self.brain = brain or brain_of(title(name))
        self.staff = staff_of(self.brain)
        self.budget = Budget(setting)
        self.why = ""
        self._rng = random.Random(seed)

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        state = seat.imagine(self._rng)
        own = self.brain.own_turn(state, seat.side) and self.brain.time_to_plan(state, seat.side)
        plan, book = self.plan(seat, state, deadline) if own else ((), self.staff.book)
        chosen = self.brain.decide(self.brain.mind(state, seat.side, book, self._rng, plan))
        self.why = _reason(chosen, plan, book)
        return chosen.action

    def plan(self, seat: Seat, state: State, deadline: Deadline) -> tuple[Plan, Book]:
        """The plan for this turn and the book its styles stand in: what is in the notes, or a new one."""
        turn = self.brain.planned(state)
        if seat.notes.get("turn") != turn:
            search = Search(self.staff, seat, self.brain.horizon(state, seat.side), self._rng)
            so_far = _so_far(seat, state)
            share = so_far.share(self.brain.plans)
            progress = self.budget.clock(deadline, share)
            seat.notes["plan"] = search.run(progress), search.staff.book
            seat.notes["turn"], seat.notes["spent"] = turn, so_far.after(share * progress(search.looks))
        plan: tuple[Plan, Book] = seat.notes["plan"]
        return plan


def _so_far(seat: Seat, state: State) -> Purse:
    number, found = getattr(state, "turn", 0), seat.notes.get("spent")
    return found if isinstance(found, Purse) and found.number == number else Purse(number)


def _reason(chosen: Proposal, plan: Plan, book: Book) -> str:
    styles = sorted({book.about_style(style) for style in plan if style})
    return chosen.reason() + (f" (plan: {'; '.join(styles)})" if styles else "")

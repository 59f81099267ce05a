"""What any title passes to be listed: the checks that need to know nothing of its rules.

Each check takes a state (or plays a game) and returns a list of problems, empty when all is well.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from fractions import Fraction

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.chance import Dice
from rasputitsa.kernel.errors import Illegal
from rasputitsa.kernel.interview import Interview
from rasputitsa.kernel.record import Record
from rasputitsa.kernel.state import State
from rasputitsa.kernel.step import CHANCE
from rasputitsa.kernel.title import Title, Value
from rasputitsa.kernel.view import validate


def random_game(
    title: Title, scenario: str, edition: str, options: dict[str, Value], seed: int, cap: int | None = None
) -> Iterator[tuple[Record, Action | None]]:
    """A random game: yields the record before each action together with the action to come, and once at the end with
    None. Stops at the title's cap of decisions (the caller decides whether that is a fault)."""
    record = Record(title.prepare(scenario, edition, options))
    rng = random.Random(seed)
    dice = Dice(seed)
    decisions = 0
    limit = cap or title.decision_cap
    while not record.state.over and decisions < limit:
        state = record.state
        if state.side == CHANCE:
            action = dice.roll(state)
        else:
            action = state.sample(rng)
            decisions += 1
        if (refusal := state.why_not(action)) is not None:
            raise Illegal(refusal)
        yield record, action
        record.apply(action)
    yield record, None


def round_trips(state: State) -> list[str]:
    """Copy, position text, and the text of every legal action come back equal."""
    title = state.game.title
    problems = []
    copy = state.copy()
    if copy != state:
        problems.append("a copy differs from its original")
    if title.from_text(state.text()) != state:
        problems.append("the position text does not round-trip")
    for action in state.legal():
        if title.lexicon.parse(str(action)) != action:
            problems.append(f"the action text {str(action)!r} does not round-trip")
    return problems


def legality(state: State, action: Action, strangers: list[Action]) -> list[str]:
    """The sampled action is legal; the same action by the wrong side, and actions that legal() does not hold, are
    refused and change nothing; why_not agrees with legal()."""
    problems = []
    legal = state.legal()
    known = set(legal)
    if state.side != CHANCE and action not in known:
        problems.append(f"sampled {action}, which legal() does not hold")
    problems += [
        f"legal() holds {a}, but why_not says {state.why_not(a)}" for a in legal if state.why_not(a) is not None
    ]
    before = state.text()
    wrong = next(side for side in (*state.game.title.sides, CHANCE) if side != state.side)
    for stranger, by in [(action, wrong), *((a, state.side) for a in strangers if a not in known)]:
        try:
            state.apply(stranger, by=by)
            problems.append(f"{stranger} by {by} was accepted")
            return problems
        except Illegal as error:
            if not error.refusal.text:
                problems.append(f"{stranger} was refused without a word")
    if state.text() != before:
        problems.append("a refused action changed the state")
    return problems


def secrecy(state: State, rng: random.Random) -> list[str]:
    """Leak test: a side's view, its choices and its words for them do not change when what is hidden from it does."""
    problems = []
    for side in state.game.title.sides:
        other = state.imagine(side, rng)
        if other.view(side) != state.view(side):
            problems.append(f"the view of {side} leaks what is hidden from it")
        if state.side == side and [str(a) for a in other.legal()] != [str(a) for a in state.legal()]:
            problems.append(f"the choices of {side} leak what is hidden from it")
        if other.side != state.side:
            problems.append(f"imagining for {side} changed whose decision it is")
    return problems


def views(state: State) -> list[str]:
    """Every view is well formed, offers choices only to the side that decides, and its clicks lead to actions."""
    board = state.game.title.board()
    problems = []
    for side in (*state.game.title.sides, "open"):
        view = state.view(side)
        problems += [f"view of {side}: {p}" for p in validate(view, board)]
        if side != state.side and side != "open" and (view.handles or view.buttons):
            problems.append(f"{side} is offered choices that are not its own")
        if side == state.side and not (view.handles or view.buttons):
            problems.append(f"{side} is asked but offered nothing")
        if side == state.side:
            shown = {a.do for h in [*view.handles] for a in state.show(state.unclick(h))} | {b.do for b in view.buttons}
            missing = {str(a) for a in state.legal()} - shown
            problems += [f"no click leads to {m!r}" for m in sorted(missing)[:3]]
    return problems


def pickles(state: State) -> list[str]:
    """A pickled state comes back equal."""
    return [] if pickle.loads(pickle.dumps(state)) == state else ["a pickled state comes back different"]


def chance_sums(state: State) -> list[str]:
    """The probabilities of a chance event are positive and sum to one."""
    chances = state.chances()
    if sum(p for _, p in chances) != Fraction(1) or any(p <= 0 for _, p in chances):
        return [f"the chances of {state.chance_label()} do not sum to one"]
    if len({a for a, _ in chances}) != len(chances):
        return [f"a chance outcome of {state.chance_label()} stands twice"]
    return []


def replays(record: Record) -> list[str]:
    """The record, written and read again, gives the same state; cutting it back equals replaying less of it."""
    problems = []
    again = Record.from_text(record.text())
    if again.state != record.state:
        problems.append("the record does not replay to the same state")
    half = len(record) // 2
    again.cut(half)
    if again.state != record.at(half):
        problems.append("undo and replay differ")
    return problems


def check_game(
    title: Title, scenario: str, edition: str, options: dict[str, Value], seed: int, every: int = 25
) -> list[str]:
    """One random game to its end with all checks, the expensive ones once in `every` plies; problems name the ply."""
    rng = random.Random(seed)
    pool: list[Action] = []
    interview = Interview(rng)
    final: Record | None = None
    for record, action in random_game(title, scenario, edition, options, seed):
        state, ply = record.state, len(record)
        final = record
        problems = [*state.check(), *pickles(state)]
        if action is None:
            break
        if state.side == CHANCE and ply % 5 == 0:
            problems += chance_sums(state)
        if ply % every == 0 and state.side != CHANCE:
            strangers = rng.sample(pool, min(5, len(pool)))
            problems += [*legality(state, action, strangers), *round_trips(state), *secrecy(state, rng), *views(state)]
            problems += interview.problems(state)
        if problems:
            return [f"{scenario}/{edition}/{options} seed {seed} ply {ply}: {p}" for p in problems]
        if len(pool) < 500:
            pool.append(action)
    assert final is not None
    where = f"{scenario}/{edition}/{options} seed {seed}"
    if not final.state.over:
        return [f"{where}: no end after {title.decision_cap} decisions"]
    if final.state.outcome() is None:
        return [f"{where}: over without an outcome"]
    if interview.silent():
        return [f"{where}: no question of these kinds was ever answered: {', '.join(interview.silent())}"]
    return [f"{where}: {p}" for p in replays(final)]


def perft(state: State, depth: int) -> int:
    """The number of positions `depth` actions away (chance outcomes count as actions)."""
    if depth == 0 or state.over:
        return 1
    actions = state.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = state.copy()
        child.apply(action)
        total += perft(child, depth - 1)
    return total

"""What is offered is what is allowed: near misses of legal actions, and clicks that should lead nowhere.

Random games are played for a while; at the first positions of each kind of question everything that looks like a legal
action is tried. The checks know no rules: they hold the list of choices, the refusals and the clicks of a title against
each other, and its positions against its invariants.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rasputitsa.kernel import CHANCE, Action, State
from rasputitsa.kernel.conformance import random_game, secrecy
from rasputitsa.kernel.step import Handle

from .cases import Case
from .recorded import recorded_cases

DECISIONS = 260
"""So far each game is played."""
OFTEN = 2
"""So many positions of each kind of question are looked at."""
TRIED = 12
"""So many legal actions of a position are varied."""

Values = dict[tuple[type[Action], str], list[Any]]


class Seen:
    """What a game has shown so far: values of the fields of its actions, and clicks."""

    def __init__(self) -> None:
        self.values: Values = defaultdict(list)
        self.handles: dict[Handle, None] = {}

    def add(self, state: State, legal: list[Action]) -> None:
        for action in legal[:: max(1, len(legal) // 20)]:
            for name in action.__struct_fields__:
                known = self.values[type(action), name]
                if getattr(action, name) not in known:
                    known.append(getattr(action, name))
        self.handles.update(dict.fromkeys(state.handles()))

    def near(self, action: Action, rng: random.Random) -> Iterator[Action]:
        """The action with one field as another action had it."""
        for name in action.__struct_fields__:
            known = self.values[type(action), name]
            for value in rng.sample(known, min(4, len(known))):
                if value != getattr(action, name):
                    yield msgspec.structs.replace(action, **{name: value})


def refusals(state: State, seen: Seen, rng: random.Random) -> list[str]:
    """why_not() allows exactly what legal() holds."""
    legal = list(state.legal())
    known = set(legal)
    seen.add(state, legal)
    found = [f"{a} is offered and refused" for a in legal if state.why_not(a) is not None]
    strangers = {near for a in rng.sample(legal, min(TRIED, len(legal))) for near in seen.near(a, rng)} - known
    return found + [f"{a} is not offered and would be allowed" for a in strangers if state.why_not(a) is None]


def clicks(state: State, seen: Seen, rng: random.Random) -> list[str]:
    """The clicks offered lead to all legal actions, every other click nowhere."""
    here = state.handles()
    known = set(state.legal())
    reached = {action for handle in here for action in state.legal(of=handle)}
    found = [] if reached <= known else ["a click leads to what legal() does not hold"]
    names = state.game.title.lexicon.names
    astray = [handle for handle in seen.handles if handle not in here]
    astray = rng.sample(astray, min(10, len(astray)))
    for kind in {"piece", "place", "card"} & set(names):
        astray += [(kind, number) for _, number in here if number < len(names[kind].text)]
    return found + [f"{h} leads somewhere" for h in astray if h not in here and list(state.legal(of=h))]


@pytest.mark.parametrize("case", recorded_cases(), ids=str)
def test_what_is_offered_is_what_is_allowed(case: Case):
    game, rng, seen = case.game, random.Random(7), Seen()
    often: Counter[str] = Counter()
    for record, action in random_game(game.title, case.scenario, case.edition, game.options, 7, DECISIONS):
        state = record.state
        if action is None or state.side == CHANCE:
            continue
        often[state.step.name] += 1
        if often[state.step.name] <= OFTEN or len(record) % 60 == 0:
            assert state.check() == []
            assert refusals(state, seen, rng) == []
            assert clicks(state, seen, rng) == []
            assert secrecy(state, rng) == []

"""Questions about positions, asked at random: odds, supply, reach and why not, as every title must answer them.

What is asked makes no sense most of the time; then the title says so with Invalid. What it answers, to a side, depends
on nothing that is hidden from that side, and asking changes nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from rasputitsa.kernel.ask import Answer, Reach, Supply, WhyNot
from rasputitsa.kernel.errors import Invalid
from rasputitsa.kernel.state import State
from rasputitsa.kernel.view import Odds, View

Asked = tuple[str, dict[str, Any]]
ANSWERS: dict[str, type[Answer]] = {"odds": Odds, "supply": Supply, "reach": Reach, "why_not": WhyNot}
TRIES = 4
NEEDED = {"supply": 1, "reach": 30, "why_not": 60}
"""Kinds of question that have an answer in any game, and among how many: of a few about random pieces and places none
may have one. Whether there are battles to ask about is the dice's affair."""


class Interview:
    """The questions of one game, and how many of each kind were answered."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()

    def problems(self, state: State) -> list[str]:
        """What is wrong with the answers in this position."""
        before = state.text()
        found: list[str] = []
        for viewer in state.game.title.sides:
            other = state.imagine(viewer, self.rng)
            for kind, args in self.questions(state, viewer):
                answer = self._ask(state, viewer, kind, args)
                if isinstance(answer, Exception) and not isinstance(answer, Invalid):
                    found.append(f"{kind} {args} for {viewer} fails: {answer!r}")
                elif not isinstance(answer, (ANSWERS[kind], Invalid)):
                    found.append(f"{kind} {args} for {viewer} is answered with {answer!r}")
                elif repr(self._ask(other, viewer, kind, args)) != repr(answer):
                    found.append(f"the answer to {kind} {args} leaks what is hidden from {viewer}")
                self._count(kind, args, answer)
        return [*found, "asking changed the state"] if state.text() != before else found

    def silent(self) -> list[str]:
        """The kinds of question that were asked often and never answered."""
        return [kind for kind, many in NEEDED.items() if self.asked[kind] >= many and not self.answered[kind]]

    def questions(self, state: State, viewer: str) -> list[Asked]:
        """Questions of every kind about pieces and places of the viewer's board."""
        view = state.view(viewer)
        places = [place.id for place in state.game.title.board().places]
        pieces = [piece.id for piece in view.pieces]
        asked: list[Asked] = [("supply", {"side": side}) for side in state.game.title.sides]
        for _ in range(TRIES if pieces else 0):
            piece = self.rng.choice(pieces)
            asked.append(("reach", {"piece": piece}))
            asked.append(("why_not", {"piece": piece, "place": self.rng.choice(places)}))
        legal = [str(action) for action in state.legal()] if state.side == viewer else []
        asked += [("why_not", {"do": text}) for text in self.rng.sample(legal, min(1, len(legal)))]
        return [*asked, *self._odds(view, viewer)]

    def _odds(self, view: View, viewer: str) -> list[Asked]:
        """Attacks by some pieces of the viewer on places where others stand."""
        places = sorted({piece.at for piece in view.pieces if piece.owner not in ("", viewer) and ":" not in piece.at})
        attackers = [piece.id for piece in view.pieces if piece.owner == viewer and ":" not in piece.at]
        if not places or not attackers:
            return []
        some = (self.rng.sample(attackers, min(len(attackers), self.rng.randint(1, 3))) for _ in range(TRIES))
        return [("odds", {"attackers": pieces, "targets": [self.rng.choice(places)]}) for pieces in some]

    def _ask(self, state: State, viewer: str, kind: str, args: dict[str, Any]) -> Answer | Exception:
        try:
            return state.ask(viewer, kind, args)
        except Exception as error:
            return error

    def _count(self, kind: str, args: dict[str, Any], answer: Answer | Exception) -> None:
        """A refusal without a rule may be an excuse: only a reason from the rules counts as one."""
        if "do" in args:
            return
        self.asked[kind] += 1
        excuse = isinstance(answer, WhyNot) and not answer.possible and not answer.rule
        self.answered[kind] += not isinstance(answer, Exception) and not excuse

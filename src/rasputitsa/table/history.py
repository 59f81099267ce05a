"""The game so far: every action, what was heard of it, and the position at any ply within milliseconds."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

import msgspec

from rasputitsa.kernel import CHANCE, Action, ChanceStep, Dice, Game, Illegal, Invalid, LogLine, RasputitsaError, State
from rasputitsa.table.journal import Ply, Standing, standing

EVERY = 32
"""A snapshot every so many plies: going anywhere replays fewer than that."""


class Heard(msgspec.Struct, frozen=True, gc=False):
    """What was heard of one ply: the action in each viewer's words, then what happened."""

    words: dict[str, str]
    lines: list[LogLine]

    def told(self, viewer: str) -> list[LogLine]:
        """The lines that viewer may read."""
        return [line for line in self.lines if line.only is None or viewer in (line.only, "open")]


class Rewound(msgspec.Struct, frozen=True):
    """An earlier position with its dice, to be taken over when the undo has been stored."""

    state: State
    dice: Dice
    now: Standing


class Draft:
    """What is being played on a copy. The history takes it over when it has been stored; until then nothing changed."""

    def __init__(self, history: History) -> None:
        self.state = history.state.copy()
        self.dice = deepcopy(history.dice)
        self.now = history.now
        self.plies: list[Ply] = []
        self.actions: list[Action] = []
        self.heard: list[Heard] = []

    def play(self, action: Action, by: str, note: str = "") -> None:
        """Play one action; refused ones change nothing."""
        state = self.state
        refusal = state.why_not(action, by)
        if refusal is not None:
            raise Illegal(refusal)
        self.plies.append(_ply(state, action, self.now, note))
        self.actions.append(action)
        self.heard.append(_play(state, action))
        self.now = standing(state, self.now.ply + 1)

    def roll(self) -> None:
        """Dice and draws that are due."""
        while self.state.side == CHANCE:
            self.play(self.dice.roll(self.state), CHANCE)


class History:
    """Actions, what was heard, snapshots; `state` is the position now and is never changed in place."""

    def __init__(self, game: Game, dice: Dice) -> None:
        self.game = game
        self.plies: list[Ply] = []
        self.actions: list[Action] = []
        self.heard: list[Heard] = []
        self.state = game.title.setup(game)
        self.state.settle()
        self.dice = dice
        self.now = standing(self.state, 0)
        self._snapshots: list[tuple[State, Dice]] = [(self.state, deepcopy(dice))]

    def __len__(self) -> int:
        return len(self.plies)

    @classmethod
    def read(cls, game: Game, dice: Dice, plies: Iterable[Ply]) -> History:
        """The history that stored plies tell, each checked again; errors name the ply."""
        history = cls(game, dice)
        state, dice = history.state.copy(), history.dice
        parse = game.title.lexicon.parse
        for number, ply in enumerate(plies, 1):
            try:
                action = parse(ply.deed)
                if state.side == CHANCE:
                    dice.skip(state)
                refusal = state.why_not(action, ply.side)
                if refusal is not None:
                    raise Illegal(refusal)
            except RasputitsaError as error:
                raise Invalid(f"ply {number}, {ply.side}: {ply.deed}: {error}") from None
            history._keep(ply, action, _play(state, action), state, dice)
        history.state = state
        history.now = standing(state, len(history))
        return history

    def adopt(self, draft: Draft) -> None:
        """What was played on the copy becomes the game."""
        state, dice = self.state, self.dice
        if len(self) // EVERY != (len(self) + len(draft.plies)) // EVERY:
            state, dice = state.copy(), deepcopy(dice)
            for ply, action, heard in zip(draft.plies, draft.actions, draft.heard):
                if state.side == CHANCE:
                    dice.skip(state)
                state.apply(action)
                self._keep(ply, action, heard, state, dice)
        else:
            self.plies += draft.plies
            self.actions += draft.actions
            self.heard += draft.heard
        self.state, self.dice, self.now = draft.state, draft.dice, draft.now

    def rewound(self, ply: int) -> Rewound:
        """What the game would be, taken back to that ply; `revert` makes it so."""
        state, dice = self._at(ply)
        return Rewound(state, dice, standing(state, ply))

    def revert(self, back: Rewound) -> None:
        """Take back everything after a ply."""
        ply = back.now.ply
        del self.plies[ply:], self.actions[ply:], self.heard[ply:]
        del self._snapshots[ply // EVERY + 1 :]
        self.state, self.dice, self.now = back.state, back.dice, back.now

    def at(self, ply: int) -> State:
        """The position after that many plies, not to be changed."""
        return self.state if ply == len(self) else self._at(ply)[0]

    def _at(self, ply: int) -> tuple[State, Dice]:
        if not 0 <= ply <= len(self):
            raise Invalid(f"the game has {len(self)} plies, there is no ply {ply}")
        number = ply // EVERY
        state, dice = self._snapshots[number]
        state, dice = state.copy(), deepcopy(dice)
        for action in self.actions[number * EVERY : ply]:
            if state.side == CHANCE:
                dice.skip(state)
            state.apply(action)
        return state, dice

    def _keep(self, ply: Ply, action: Action, heard: Heard, state: State, dice: Dice) -> None:
        self.plies.append(ply)
        self.actions.append(action)
        self.heard.append(heard)
        if len(self) % EVERY == 0:
            self._snapshots.append((state.copy(), deepcopy(dice)))


def _ply(state: State, action: Action, now: Standing, note: str) -> Ply:
    step = state.step
    return Ply(
        side=state.side or "",
        deed=str(action),
        reveal=state.reveals(action),
        battle=isinstance(step, ChanceStep) and step.is_battle(state),
        turn=now.turn,
        phase=now.phase,
        active=now.active,
        note=note,
    )


def _play(state: State, action: Action) -> Heard:
    """Apply a checked action and listen."""
    words = {viewer: state.describe(action, viewer) for viewer in (*state.game.title.sides, "open")}
    heard: list[LogLine] = []
    state.ear = heard
    state.apply(action)
    state.ear = None
    return Heard(words, heard)

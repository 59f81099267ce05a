"""The game so far: every action, what was heard of it, and the position at any ply within milliseconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rasputitsa.kernel import CHANCE, Action, ChanceStep, Dice, Game, Illegal, Invalid, LogLine, RasputitsaError, State
from rasputitsa.kernel.positions import changed, grow, shrink, why_not_continue
from rasputitsa.kernel.record import Bygone, Record, recalled
from rasputitsa.table.journal import Ply, Standing, standing
from rasputitsa.table.seats import OPEN, PUBLIC

EVERY = 32
"""Plies between two snapshots: going anywhere replays fewer than that."""

Undone = dict[int, dict[str, int]]
"""The dice that were rolled and taken back: by the ply the game was taken back to, how many of each kind."""


class Heard(msgspec.Struct, frozen=True, gc=False):
    """What was heard of one ply: the action in each viewer's words, then what happened."""

    words: dict[str, str]
    lines: list[LogLine]

    def told(self, viewer: str) -> list[LogLine]:
        """The lines that viewer may read."""
        return [line for line in self.lines if line.only is None or viewer in (line.only, OPEN)]


class Rewound(msgspec.Struct, frozen=True):
    """An earlier position with its dice, to be taken over when the undo has been stored."""

    mark: Mark
    now: Standing
    undone: Undone


class Mark:
    """A position with the dice thrown so far, and its text as it was stored."""

    def __init__(self, state: State, dice: Dice, text: str) -> None:
        self.state = state
        self.dice = dice
        self.text = text

    def copy(self) -> Mark:
        return Mark(self.state.copy(), self.dice.copy(), self.text)


class Draft:
    """What is being played on a copy. The history takes it over when it has been stored; until then nothing changed."""

    def __init__(self, history: History) -> None:
        self.mark = history.mark.copy()
        self.now = history.now
        self.plies: list[Ply] = []
        self.actions: list[Action] = []
        self.heard: list[Heard] = []
        self.snapshots: list[Mark] = []

    @property
    def state(self) -> State:
        return self.mark.state

    def play(self, action: Action, by: str, note: str = "", key: str = "") -> None:
        """Play one action; refused ones change nothing."""
        state, mark = self.mark.state, self.mark
        refusal = state.why_not(action, by)
        if refusal is not None:
            raise Illegal(refusal)
        ply = _ply(state, action, self.now, note, key)
        self.heard.append(_play(state, action))
        text = state.text()
        self.plies.append(msgspec.structs.replace(ply, position=shrink(text, mark.text)))
        self.actions.append(action)
        mark.text = text
        self.now = standing(state, self.now.ply + 1)
        if self.now.ply % EVERY == 0:
            self.snapshots.append(mark.copy())

    def roll(self) -> None:
        """Dice and draws that are due."""
        while self.state.side == CHANCE:
            self.play(self.mark.dice.roll(self.state), CHANCE)


class History:
    """Actions, what was heard, snapshots; `mark` is the position now, whose state is never changed in place.

    Plies up to `kept` were played under other rules than today's: their positions are read, not worked out."""

    def __init__(self, game: Game, dice: Dice, undone: Undone | None = None) -> None:
        self.game = game
        self.undone: Undone = undone or {}
        self.plies: list[Ply] = []
        self.actions: list[Action] = []
        self.heard: list[Heard] = []
        self.kept = 0
        self.notice = ""
        """A line for whoever opens a game that was played under other rules."""
        self.stuck = ""
        """Why such a game cannot be played on; empty if it can."""
        state = game.title.setup(game)
        state.settle()
        self.mark = Mark(state, dice, "")
        self.now = standing(state, 0)
        self._snapshots = [self.mark.copy()]
        dice.spend(self.undone.get(0, {}))

    def __len__(self) -> int:
        return len(self.plies)

    @property
    def state(self) -> State:
        return self.mark.state

    @classmethod
    def read(cls, game: Game, dice: Dice, plies: Iterable[Ply], rules: int, undone: Undone | None = None) -> History:
        """The history that stored plies tell, played under that version of the rules. Under today's each is checked
        again, and errors name the ply; under other rules positions are taken as they were stored."""
        history = cls(game, dice, undone)
        history.notice = changed(game, rules)
        stored = list(plies)
        if history.notice and all(ply.position for ply in stored):
            history._recall(stored)
        else:
            history._replay(stored)
        return history

    def _replay(self, plies: Sequence[Ply]) -> None:
        mark = self.mark.copy()
        parse = self.game.title.lexicon.parse
        for number, ply in enumerate(plies, len(self) + 1):
            try:
                action = parse(ply.deed)
                if mark.state.side == CHANCE:
                    mark.dice.skip(mark.state)
                refusal = mark.state.why_not(action, ply.side)
                if refusal is not None:
                    raise Illegal(refusal)
            except RasputitsaError as error:
                if not self.notice:
                    raise Invalid(f"ply {number}, {ply.side}: {ply.deed}: {error}") from None
                self.stuck = f"from ply {number} on it does not follow them, and no positions were stored with it"
                break
            heard = _play(mark.state, action)
            mark.text = grow(ply.position, mark.text) if ply.position else mark.text
            self._keep(ply, action, heard, mark)
            mark.dice.spend(self.undone.get(number, {}))
        self._arrive(mark)

    def follow(self, plies: Sequence[Ply]) -> None:
        """What was played elsewhere since, checked again."""
        self._replay(plies)

    def _recall(self, plies: Sequence[Ply]) -> None:
        """A game of other rules: positions as stored, with what today's rules can say of each action."""
        mark = self.mark
        self.kept = len(plies)
        for ply in plies:
            action = recalled(self.game, ply.deed)
            heard = _hear_again(mark.state, action, ply.side)
            mark = self._step(mark, ply, action)
            self._keep(ply, action, heard, mark)
            mark.dice.spend(self.undone.get(len(self), {}))
        self._arrive(mark)
        self.stuck = why_not_continue(self.state.copy())

    def _arrive(self, mark: Mark) -> None:
        self.mark = mark
        self.now = standing(mark.state, len(self))

    def adopt(self, draft: Draft) -> None:
        """What was played on the copy becomes the game."""
        self.plies += draft.plies
        self.actions += draft.actions
        self.heard += draft.heard
        self._snapshots += draft.snapshots
        self.mark, self.now = draft.mark, draft.now

    def rewound(self, ply: int) -> Rewound:
        """What the game would be, taken back to that ply; `revert` makes it so. Dice that were rolled since have been
        seen: they stay rolled, and `undone` remembers how many."""
        mark = self._at(ply)
        spent = self.mark.dice.counts - mark.dice.counts
        undone = {at: counts for at, counts in self.undone.items() if at <= ply}
        if spent:
            undone[ply] = dict(spent + Counter(undone.get(ply, {})))
        mark.dice = self.mark.dice.copy()
        return Rewound(mark, standing(mark.state, ply), undone)

    def revert(self, back: Rewound) -> None:
        """Take back everything after a ply."""
        ply = back.now.ply
        del self.plies[ply:], self.actions[ply:], self.heard[ply:]
        del self._snapshots[ply // EVERY + 1 :]
        self.mark, self.now, self.undone = back.mark, back.now, back.undone

    def at(self, ply: int) -> State:
        """The position after that many plies, not to be changed."""
        return self.state if ply == len(self) else self._at(ply).state

    def _at(self, ply: int) -> Mark:
        if not 0 <= ply <= len(self):
            raise Invalid(f"the game has {len(self)} plies, there is no ply {ply}")
        start = ply // EVERY * EVERY
        mark = self._snapshots[ply // EVERY].copy()
        mark.dice.spend(self.undone.get(start, {}))
        for number in range(start, ply):
            mark = self._step(mark, self.plies[number], self.actions[number], number)
            mark.dice.spend(self.undone.get(number + 1, {}))
        return mark

    def _step(self, mark: Mark, ply: Ply, action: Action, number: int = 0) -> Mark:
        """The mark one ply on. It may be the same one, changed."""
        if mark.state.side == CHANCE:
            mark.dice.skip(mark.state)
        text = grow(ply.position, mark.text) if ply.position else mark.text
        if number < self.kept:
            return Mark(self.game.title.from_text(text, lenient=True), mark.dice, text)
        mark.state.apply(action)
        mark.text = text
        return mark

    def _keep(self, ply: Ply, action: Action, heard: Heard, mark: Mark) -> None:
        self.plies.append(ply)
        self.actions.append(action)
        self.heard.append(heard)
        if len(self) % EVERY == 0:
            self._snapshots.append(mark.copy())


def recalled_plies(record: Record) -> tuple[list[Ply], Standing]:
    """The plies of a record that was played under other rules, from the positions it holds."""
    plies: list[Ply] = []
    before, text = record.start(), ""
    for number, (entry, position) in enumerate(zip(record.entries, record.positions), 1):
        now = standing(before, number - 1)
        plies.append(
            Ply(
                side=entry.side,
                deed=str(entry.action),
                reveal=True,
                battle=_is_battle(before),
                turn=now.turn,
                phase=now.phase,
                active=now.active,
                position=shrink(position, text),
            )
        )
        before, text = record.at(number), position
    return plies, standing(before, len(plies))


def _ply(state: State, action: Action, now: Standing, note: str, key: str) -> Ply:
    return Ply(
        side=state.side or "",
        deed=str(action),
        reveal=state.reveals(action),
        battle=_is_battle(state),
        turn=now.turn,
        phase=now.phase,
        active=now.active,
        note=note,
        key=key,
    )


def _is_battle(state: State) -> bool:
    """Is the die of a battle about to be rolled?"""
    step = None if state.over else state.step
    return isinstance(step, ChanceStep) and step.is_battle(state)


def _hear_again(state: State, action: Action, side: str) -> Heard:
    """What today's rules say of an action of other rules: its own words, at least to the side that acted."""
    again = state.copy()
    try:
        if isinstance(action, Bygone):
            raise Invalid("nobody knows what it says")
        if again.why_not(action, side) is None:
            return _play(again, action)
        return Heard({viewer: state.words(action, viewer) for viewer in _viewers(state)}, [])
    except (RasputitsaError, LookupError, ValueError, TypeError, AttributeError, AssertionError):
        unknown = f"an action of the {side} side"
        return Heard({v: str(action) if v in (side, OPEN) else unknown for v in _viewers(state)}, [])


def _viewers(state: State) -> tuple[str, ...]:
    return (*state.game.title.sides, OPEN, PUBLIC)


def _words(state: State, action: Action) -> dict[str, str]:
    """The action as each viewer may read it; a button by its own words ("End the activation"), not by its deed."""
    words = {viewer: state.words(action, viewer) for viewer in (*state.game.title.sides, OPEN)}
    hidden = any(text != words[OPEN] for text in words.values())
    words[PUBLIC] = state.words(action, PUBLIC) if hidden else words[OPEN]
    button = state.side != CHANCE and not state.game.title.lexicon.slots(action)
    label = state.step.show(state, action).label if button else ""
    return {
        viewer: label if label and text == state.game.title.lexicon.words(action) else text
        for viewer, text in words.items()
    }


def _play(state: State, action: Action) -> Heard:
    """Apply a checked action and listen."""
    words = _words(state, action)
    heard: list[LogLine] = []
    state.ear = heard
    state.apply(action)
    state.ear = None
    return Heard(words, heard)

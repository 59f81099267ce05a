"""A game being played: seats, dice, journal, undo, and what each seat sees of it. No HTTP in here.

Everything is played on a copy, stored, and only then shown: a fault in a rule or a full disk loses nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Literal

import msgspec

from rasputitsa import players
from rasputitsa.kernel import (
    CHANCE,
    Action,
    ActionView,
    Game,
    Illegal,
    Invalid,
    LogLine,
    RasputitsaError,
    Refusal,
    State,
    View,
    standing,
)
from rasputitsa.kernel.ask import Answer, Question, answer
from rasputitsa.kernel.standing import Order, Orders
from rasputitsa.kernel.view import Piece, Result
from rasputitsa.table import undo
from rasputitsa.table.history import Draft, History, Rewound
from rasputitsa.table.journal import Journal, Ply
from rasputitsa.table.patches import Json, SeatView, seat_view, wire
from rasputitsa.table.seats import OPEN, PUBLIC, Seats
from rasputitsa.table.story import Story, story
from rasputitsa.table.timeline import Timeline, timeline

MOST_CHOICES = 2000
BY_ORDER = "by standing order"
"""The note of what was done so; the enemy does not read it."""
KEYS = 64
"""Plies among which an action that is sent again is looked for."""


class WrongSeat(RasputitsaError):
    """That seat is not yours, or it is not its decision."""


class Stale(RasputitsaError):
    """The game went on since the position that the action was meant for."""


class NoUndo(RasputitsaError):
    """Not as far back as that."""


class Pending(msgspec.Struct, frozen=True):
    """A change that has been worked out and is being stored; `adopt` makes it so when `stored` has a result."""

    stored: Future[None]
    adopt: Callable[[], None]

    def wait(self) -> None:
        self.stored.result()
        self.adopt()


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that its players ended, not its rules."""

    how: Literal["resigned", "drawn", "time", "claimed", "abandoned"]
    result: Result


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ply as the log shows it to one seat."""

    ply: int
    side: str
    text: str
    turn: int
    phase: str
    lines: list[LogLine] = []
    note: str = ""
    battle: bool = False


class Table:
    """One game. `rev` grows with every change; whoever acts says which one was seen."""

    def __init__(
        self,
        history: History,
        seats: Seats,
        journal: Journal,
        rev: int = 0,
        ended: Ending | None = None,
        orders: Orders | None = None,
    ) -> None:
        self.history = history
        self.seats = seats
        self.journal = journal
        self.rev = rev
        self.ended = ended
        self.orders = orders or {}
        self._shown: dict[str, SeatView] = {}

    @property
    def game(self) -> Game:
        return self.history.game

    @property
    def ply(self) -> int:
        return len(self.history)

    @property
    def over(self) -> bool:
        return self.ended is not None or self.history.state.over

    # -- looking ----------------------------------------------------------------------------------------------

    def check_seat(self, seat: str) -> None:
        """Refuse a seat one may not look from."""
        why = self.seats.why_not_look(seat, self.over)
        if why:
            raise WrongSeat(f"Not this seat: {why}.")

    def view(self, seat: str) -> Json:
        """What the seat sees now, in plain objects."""
        return wire(self.shown(seat))

    def shown(self, seat: str) -> SeatView:
        """What the seat sees now, as it is sent. Not to be changed."""
        self.check_seat(seat)
        if seat not in self._shown:
            self._shown[seat] = seat_view(self._view(seat))
        return self._shown[seat]

    def _view(self, seat: str) -> View:
        state = self.history.state
        view = state.view(seat)
        if self.ended is not None:
            view.prompt, view.result = None, self.ended.result
        deciding = self._actor(seat)
        if deciding is None:
            _offer(view, [], [])
        elif seat == OPEN and not (view.handles or view.buttons):
            own = state.view(deciding)
            _offer(view, own.handles, own.buttons)
            view.aims = own.aims
        return view

    def past(self, seat: str, ply: int) -> Json:
        """What the seat saw after that ply, in plain objects."""
        return wire(self.past_shown(seat, ply))

    def past_shown(self, seat: str, ply: int) -> SeatView:
        """What the seat saw after that ply, as it is sent."""
        return seat_view(self.past_view(seat, ply))

    def past_view(self, seat: str, ply: int) -> View:
        """What the seat saw after that ply; nothing can be clicked in it."""
        self.check_seat(seat)
        view = self.history.at(ply).view(seat)
        _offer(view, [], [])
        return view

    def log(self, seat: str, after: int, upto: int | None = None) -> list[LogEntry]:
        """What the seat may read of the plies after one and up to another."""
        self.check_seat(seat)
        end = self.ply if upto is None else min(upto, self.ply)
        return [self._entry(seat, number) for number in range(max(after, 0), end)]

    def _entry(self, seat: str, index: int) -> LogEntry:
        ply, heard = self.history.plies[index], self.history.heard[index]
        lines = heard.told(seat)
        note = ply.note if ply.note != BY_ORDER or seat in (ply.side, OPEN) else ""
        return LogEntry(index + 1, ply.side, heard.words[seat], ply.turn, ply.phase, lines, note, ply.battle)

    def last_turn(self, seat: str) -> int:
        """The ply of the last action that the seat's owner did himself in a turn of his own; 0 if there was none. What
        he answered in the other side's turn does not count: that turn is shown as a whole."""
        if seat in (OPEN, PUBLIC):
            return self.ply
        back = zip(range(self.ply, 0, -1), reversed(self.history.plies), strict=True)
        own = (n for n, ply in back if ply.side == seat and ply.active in (seat, "") and ply.note != BY_ORDER)
        return next(own, 0)

    def timeline(self, seat: str) -> Timeline:
        self.check_seat(seat)
        return timeline(self.history, seat)

    def story(self) -> Story:
        """The course of the game, for whoever may see all of it."""
        self.check_seat(OPEN)
        return story(self.history)

    # -- asking -----------------------------------------------------------------------------------------------

    def choices(self, seat: str, handle: str) -> list[ActionView]:
        """The actions that begin with what was clicked; none if it cannot be clicked now."""
        if handle not in self.shown(seat).handles:
            return []
        state = self.history.state
        return state.show(state.unclick(handle))

    def all_choices(self, seat: str) -> tuple[list[ActionView], int]:
        """Every legal action (each once), and how many were left out because there are too many."""
        view = self.shown(seat)
        found = {choice.do: choice for handle in view.handles for choice in self.choices(seat, handle)}
        for button in view.buttons:
            found.setdefault(button.do, button)
        every = list(found.values())
        return every[:MOST_CHOICES], max(0, len(every) - MOST_CHOICES)

    def ask(self, seat: str, question: Question) -> Answer:
        """A question about the position that is not an action."""
        self.check_seat(seat)
        if seat == PUBLIC:
            raise WrongSeat("Whoever watches does not ask: the answers would be a player's.")
        return answer(self.history.state.copy(), self._actor(seat) or seat, question)

    # -- acting -----------------------------------------------------------------------------------------------

    def _actor(self, seat: str) -> str | None:
        """The side for which somebody at that seat may decide now."""
        side = self.history.state.side
        chair = self.seats.chairs.get(side or "")
        if chair is None or not chair.human or self.seats.replay or self.history.stuck or self.ended:
            return None
        return side if seat == side or (seat == OPEN and self.seats.open) else None

    def _check_actor(self, seat: str) -> str:
        self.check_seat(seat)
        side = self._actor(seat)
        if side is not None:
            return side
        if self.seats.replay:
            raise WrongSeat("This is a record to look at; branch from it to play on.")
        if self.history.stuck:
            raise WrongSeat(f"{self.history.notice} It cannot be continued: {self.history.stuck}.")
        if self.over:
            raise Illegal(Refusal("", "The game is over."))
        raise WrongSeat(f"It is for {self.history.state.side} to decide now, not {seat}.")

    def _check_fresh(self, rev: int) -> None:
        if rev != self.rev:
            raise Stale("The game went on meanwhile; look at it again.")

    def do(self, seat: str, deed: str, rev: int, key: str = "") -> None:
        """A person's action, followed by the dice and draws it calls for. Refused if stale, illegal or not stored."""
        self.begin(seat, deed, rev, key).wait()

    def begin(self, seat: str, deed: str, rev: int, key: str = "") -> Pending:
        """A person's action, checked, played on a copy and handed to the journal."""
        self._check_fresh(rev)
        side = self._check_actor(seat)
        action = self.game.title.lexicon.parse(deed)
        return self._play(lambda draft: draft.play(action, side, key=key))

    def done_before(self, seat: str, key: str) -> bool:
        """Was the action that a client of that seat calls by this key played lately?"""
        side = self._sides(seat)
        return bool(key) and any(ply.key == key and ply.side in side for ply in self.history.plies[-KEYS:])

    def _sides(self, seat: str) -> tuple[str, ...]:
        return self.game.title.sides if seat == OPEN and self.seats.open else (seat,)

    def decide(self, action: Action | None, rev: int, note: str = "") -> None:
        """A computer's decision; without one (it failed) any legal action."""
        self.begin_decision(action, rev, note).wait()

    def begin_decision(self, action: Action | None, rev: int, note: str = "") -> Pending:
        self._check_fresh(rev)
        side = self.history.state.side
        if not self.computer or self.ended:
            raise WrongSeat("No computer is asked now.")
        if not self.seats.computer(side):
            note = BY_ORDER
        chosen = action if action is not None else self.history.state.copy().sample(random.Random())
        return self._play(lambda draft: draft.play(chosen, side or "", note))

    def start(self) -> None:
        """Roll what is due before anybody is asked (random set-ups, a record that stopped before a die)."""
        if not self.seats.replay and self.ended is None and self.history.state.side == CHANCE:
            self._play(lambda draft: None).wait()

    def _play(self, deeds: Callable[[Draft], None]) -> Pending:
        draft = Draft(self.history)
        deeds(draft)
        draft.roll()
        self._by_order(draft)
        return Pending(self.journal.append(self.rev + 1, draft.plies, draft.now), lambda: self._adopt(draft))

    def _by_order(self, draft: Draft) -> None:
        """What sides that are not on move answer by their standing orders."""
        while (order := self._order(draft.state)) and (action := _obeyed(draft.state, order)):
            draft.play(action, draft.state.side or "", BY_ORDER)
            draft.roll()

    def _order(self, state: State) -> Order | None:
        """The standing order for the question that this position asks, if its side has one."""
        orders = self.orders.get(state.side or "")
        if not orders or self.seats.open or self.seats.computer(state.side) or not standing.reacting(state):
            return None
        return standing.fitting(state, orders)

    @property
    def computer(self) -> str:
        """The computer that decides now: its own seat, or a question that the seat's owner has handed to one."""
        state = self.history.state
        order = self._order(state)
        handed = order is not None and order.way == standing.COMPUTER
        return players.best(self.game.title.name) if handed else self.seats.computer(state.side)

    def standing_orders(self, seat: str) -> tuple[Order, ...]:
        """The orders of a seat; they are for nobody else's eyes."""
        return self.orders.get(self._ordering(seat), ())

    def why_void(self, seat: str, order: Order) -> str:
        return standing.void(self.history.state, seat, order)

    def give_orders(self, seat: str, orders: Sequence[Order]) -> Orders:
        """The orders of all sides with new ones of this seat, checked; whoever stores them seats the table anew."""
        side = self._ordering(seat)
        if len({order.ask for order in orders}) != len(orders):
            raise Invalid("one question, one order")
        state = self.history.state
        return self.orders | {side: tuple(standing.read_order(state, side, order) for order in orders)}

    def _ordering(self, seat: str) -> str:
        self.check_seat(seat)
        chair = self.seats.chairs.get(seat)
        if chair is None or not chair.human or self.seats.open or self.seats.replay:
            raise WrongSeat("Standing orders are for a person who plays one side.")
        return seat

    def _adopt(self, draft: Draft) -> None:
        self.history.adopt(draft)
        self._changed()

    def follow(self, plies: Sequence[Ply], rev: int) -> None:
        """What was played by way of another process."""
        self.history.follow(plies)
        self.rev = rev
        self._shown = {}

    def seat(self, seats: Seats, ended: Ending | None = None, orders: Orders | None = None) -> None:
        """Other people or computers sit down, the players have ended it, or somebody gives standing orders."""
        self.seats = seats
        self.ended = ended
        self.orders = orders or {}
        self._shown = {}

    def _changed(self) -> None:
        self.rev += 1
        self._shown = {}

    # -- taking back ------------------------------------------------------------------------------------------

    def undo_side(self, seat: str) -> str | None:
        """Whose reveals limit that seat's undo; None where everything is open."""
        return None if self.seats.open else seat

    def undo_options(self, seat: str) -> tuple[list[undo.Undo], str]:
        """What the seat may take back, and if nothing, why."""
        if self.over and not self.seats.replay:
            return [], "the game is over; branch from it to play on"
        if not self._may_undo(seat):
            return [], ""
        found = undo.options(self.history, self.undo_side(seat))
        return found, "" if found else undo.reason(self.history, self.undo_side(seat))

    def _may_undo(self, seat: str) -> bool:
        if self.seats.replay or self.over:
            return False
        return self.seats.open if seat == OPEN else seat != PUBLIC and self.seats.chairs[seat].human

    def undo(self, seat: str, to: int, rev: int) -> None:
        """Take back to a ply, as far as the last reveal."""
        self.begin_undo(seat, to, rev).wait()

    def begin_undo(self, seat: str, to: int, rev: int) -> Pending:
        self._check_fresh(rev)
        self.check_seat(seat)
        if self.over and not self.seats.replay:
            raise NoUndo("The game is over and the seed of its dice is open: branch from it to play on.")
        if not self._may_undo(seat):
            raise WrongSeat("Nothing can be taken back from this seat.")
        side = self.undo_side(seat)
        if not 0 <= to < self.ply:
            raise NoUndo(f"Ply {to} is not behind us (we are at {self.ply}).")
        if to < undo.limit(self.history, side):
            raise NoUndo(
                f"No further back than ply {undo.limit(self.history, side)}: {undo.reason(self.history, side)}."
            )
        return self._taken_back(to)

    def begin_take_back(self, to: int, rev: int) -> Pending:
        """Both sides agree to take back to a ply, past whatever was seen. Dice that fell since do not fall again."""
        self._check_fresh(rev)
        if self.over:
            raise NoUndo("The game is over and the seed of its dice is open: branch from it to play on.")
        first = undo.limit(self.history, None)
        if not first <= to < self.ply:
            raise NoUndo(f"One can take back to the plies from {first} to {self.ply - 1}, not to {to}.")
        return self._taken_back(to)

    def _taken_back(self, to: int) -> Pending:
        back = self.history.rewound(undo.landing(self.history, to))
        return Pending(self.journal.cut(self.rev + 1, back.now, back.undone), lambda: self._revert(back))

    def _revert(self, back: Rewound) -> None:
        self.history.revert(back)
        self._changed()


def _obeyed(state: State, order: Order) -> Action | None:
    """What an order answers. One that cannot be carried out is no reason to stop the game: then the person is asked."""
    try:
        return standing.answer(state, order)
    except RasputitsaError:
        return None


def _offer(view: View, handles: list[str], buttons: list[ActionView]) -> None:
    """Make these the choices of a view: what one may click, and which pieces carry the green stripe."""
    view.handles, view.buttons = handles, buttons
    view.aims = view.aims if handles else []
    acting = set(handles)
    view.pieces = [_striped(piece, f"piece:{piece.id}" in acting) for piece in view.pieces]


def _striped(piece: Piece, acts: bool) -> Piece:
    """A title may keep its pieces and give them out again, so they are not changed in place."""
    return piece if piece.acts == acts else msgspec.structs.replace(piece, acts=acts)

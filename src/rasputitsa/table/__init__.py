"""A game being played: seats, dice, journal, undo, log, time line, thinking computers."""

from rasputitsa.table.dice import Verdict, new_seed, verify, verify_text
from rasputitsa.table.history import History
from rasputitsa.table.journal import Journal, Memory, Overtaken, Ply, Standing, Unstored
from rasputitsa.table.patches import SeatView, difference, merge, view_difference, wire
from rasputitsa.table.seats import Chair, Seats, read_seats
from rasputitsa.table.table import Ending, LogEntry, NoUndo, Pending, Stale, Table, WrongSeat
from rasputitsa.table.undo import Undo

__all__ = [
    "Chair",
    "Ending",
    "History",
    "Journal",
    "LogEntry",
    "Memory",
    "NoUndo",
    "Overtaken",
    "Pending",
    "Ply",
    "SeatView",
    "Seats",
    "Stale",
    "Standing",
    "Table",
    "Undo",
    "Unstored",
    "Verdict",
    "WrongSeat",
    "difference",
    "merge",
    "new_seed",
    "read_seats",
    "verify",
    "verify_text",
    "view_difference",
    "wire",
]

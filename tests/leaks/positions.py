"""Prepared positions at a table, for what random games reach too rarely."""

from __future__ import annotations

from unittest.mock import patch

from rasputitsa.kernel import Dice, State
from rasputitsa.table import History, Memory, Table, read_seats

from ..kiev41 import situation as kiev


def table_at(state: State, dice: Dice) -> Table:
    """A game of two people that begins in this position."""
    title = state.game.title
    with patch.object(type(title), "setup", lambda *_: state.copy()):
        history = History(state.game, dice)
    return Table(history, read_seats(title, {}), Memory())


class Loaded(Dice):
    """Dice that fall as they are told."""

    def __init__(self, outcome: str) -> None:
        super().__init__("loaded")
        self.outcome = outcome

    def roll(self, state: State):  # type: ignore[no-untyped-def]
        return state.game.title.lexicon.parse(self.outcome)


def last_support_before_a_battle_at_sea() -> tuple[Table, str]:
    """The Axis is about to end its Support Segment; the only battle begins by itself, and its bombers are asked."""
    s = kiev.empty(front="river")
    kiev.put(s, "101", "11AOK", "4FK", "5FK:3")
    kiev.put(s, "126", "51A")
    kiev.put(s, "108", "Co")
    kiev.put(s, "108", "30Inf")
    for ship in ("BB", "CA"):
        kiev.fleet(s, ship, "108")
    kiev.go_to(kiev.tactical(s, "axis", "11AOK in 101", "4FK in 101", "5FK in 101"), "Support")
    kiev.do(s, "4FK bombs 108", "5FK bombs 108", "5FK bombs 108")
    s.contested_before = 0
    s.settle()
    return table_at(s, Dice("sea")), "done"


def die_of_sevastopol() -> tuple[Table, str]:
    """The isolated garrison of Sevastopol is about to lose a step to the die of 14.4."""
    s = kiev.empty(front="snow", **kiev.options_to("sea_supply"))
    kiev.control(s, "soviet", "FS")
    kiev.put(s, "FS", "CFront:0", "M")
    kiev.line(s, "FS")
    kiev.put(s, "FS", "54Inf")
    return table_at(kiev.impulse(s, "soviet"), Loaded("die 1")), "pass"


def fall_of_kiev() -> tuple[Table, str]:
    """A block is about to walk into empty Kiev; Budyonny, concealed elsewhere, is eliminated when it falls (2.6)."""
    s = kiev.empty(front="river")
    kiev.control(s, "soviet", "4")
    kiev.put(s, "3", "6AOK", "44Inf")
    kiev.put(s, "25", "Budyonny")
    kiev.put(s, "7", "9A")
    return table_at(kiev.tactical(s, "axis", "6AOK in 3"), Dice("kiev")), "44Inf 3-4"

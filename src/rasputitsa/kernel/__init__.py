"""What every title shares: titles, states, actions, chance, records, views, refusals and their text forms."""

from rasputitsa.kernel.action import Action, Lexicon, Names
from rasputitsa.kernel.chance import Dice, commitment, run_chance
from rasputitsa.kernel.errors import Ambiguous, Illegal, Invalid, RasputitsaError, Refusal
from rasputitsa.kernel.record import Entry, Record
from rasputitsa.kernel.state import Outcome, State
from rasputitsa.kernel.step import BUTTON, CHANCE, ChanceStep, Handle, Step
from rasputitsa.kernel.title import SIDES, Game, Option, Scenario, Title, title, titles
from rasputitsa.kernel.view import ActionView, Board, LogLine, View

__all__ = [
    "BUTTON",
    "CHANCE",
    "SIDES",
    "Action",
    "ActionView",
    "Ambiguous",
    "Board",
    "ChanceStep",
    "Dice",
    "Entry",
    "Game",
    "Handle",
    "Illegal",
    "Invalid",
    "Lexicon",
    "LogLine",
    "Names",
    "Option",
    "Outcome",
    "RasputitsaError",
    "Record",
    "Refusal",
    "Scenario",
    "State",
    "Step",
    "Title",
    "View",
    "commitment",
    "run_chance",
    "title",
    "titles",
]

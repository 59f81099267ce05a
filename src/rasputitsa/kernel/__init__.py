"""What every title shares: titles, states, actions, chance, records, views, refusals and their text forms."""

from rasputitsa.kernel.action import Action, Actions, Lexicon, Names
from rasputitsa.kernel.ask import AskOdds, AskReach, AskSupply, AskWhyNot, Reach, Supply, WhyNot
from rasputitsa.kernel.chance import Dice, commitment, run_chance
from rasputitsa.kernel.errors import Ambiguous, Illegal, Invalid, RasputitsaError, Refusal
from rasputitsa.kernel.question import Choice, Question
from rasputitsa.kernel.record import Entry, Record
from rasputitsa.kernel.state import DRAWN, PLAYING, Outcome, State
from rasputitsa.kernel.step import BUTTON, CHANCE, ChanceStep, Handle, Step
from rasputitsa.kernel.title import SIDES, Credit, Game, Option, Scenario, Title, title, titles
from rasputitsa.kernel.view import ActionView, Board, LogLine, View

__all__ = [
    "BUTTON",
    "CHANCE",
    "DRAWN",
    "PLAYING",
    "SIDES",
    "Action",
    "ActionView",
    "Actions",
    "Ambiguous",
    "AskOdds",
    "AskReach",
    "AskSupply",
    "AskWhyNot",
    "Board",
    "ChanceStep",
    "Choice",
    "Credit",
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
    "Question",
    "RasputitsaError",
    "Reach",
    "Record",
    "Refusal",
    "Scenario",
    "State",
    "Step",
    "Supply",
    "Title",
    "View",
    "WhyNot",
    "commitment",
    "run_chance",
    "title",
    "titles",
]

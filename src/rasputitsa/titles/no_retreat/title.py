"""No Retreat! The Russian Front: the title, with its scenarios, editions and options."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rasputitsa.kernel import Action, AskOdds, Board, Credit, Game, Reach, Scenario, Supply, Title, View
from rasputitsa.kernel.title import Value
from rasputitsa.kernel.view import Banner, Odds
from rasputitsa.titles.no_retreat import (
    answers,
    component_checks,
    components,
    hidden,
    invariants,
    sequence,
    setup,
    view,
)
from rasputitsa.titles.no_retreat.board import board
from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.lexicon import LEXICON
from rasputitsa.titles.no_retreat.options import EDITIONS, OPTIONS
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.steps import STEPS


class NoRetreat(Title):
    """No Retreat! The Russian Front, board edition and two digital editions."""

    name = "no-retreat"
    label = "No Retreat! The Russian Front"
    help = "The whole war in the East, June 1941 to 1945: armies and Fronts, two-month turns, event cards."
    credits = (
        Credit("Design", "Carl Paradis"),
        Credit("Development", "Alan Emrich, Carl Paradis"),
        Credit("Art", "Rodger B. MacGowan, Mark Simonitch, Carl Paradis"),
        Credit("Publisher", "GMT Games; the digital editions: Avalon Digital"),
    )
    editions = EDITIONS
    options = OPTIONS
    rules = 3
    scenarios = tuple(
        Scenario(name=s.id, label=s.name, help=s.note or "", first_turn=s.first_turn, last_turn=s.last_turn)
        for s in components.scenarios()
    )
    state_class = NoRetreatState
    brain = "rasputitsa.titles.no_retreat.brain:BRAIN"
    chronicle = "rasputitsa.titles.no_retreat.chronicle:Chronicle"
    standing = "rasputitsa.titles.no_retreat.standing:STANDING"
    odds_table = "rasputitsa.titles.no_retreat.odds_table:work_out"

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        return NoRetreatGame(self, scenario, edition, options, sequence.sequence)

    def setup(self, game: Game) -> NoRetreatState:
        assert isinstance(game, NoRetreatGame)
        return setup.setup(game)

    def board(self) -> Board:
        return board()

    def view(self, s: NoRetreatState, side: str) -> View:
        return view.view(s, side)

    def banner(self, s: NoRetreatState) -> Banner:
        return view.banner(s)

    def imagine(self, s: NoRetreatState, side: str, rng: random.Random) -> NoRetreatState:
        return hidden.imagine(s, side, rng)

    def feared(self, s: NoRetreatState, side: str) -> NoRetreatState:
        return hidden.feared(s, side)

    def describe(self, s: NoRetreatState, action: Action, viewer: str) -> str:
        return hidden.describe(s, action, viewer)

    def invariants(self, s: NoRetreatState) -> list[str]:
        return invariants.check(s)

    def odds(self, s: NoRetreatState, viewer: str, asked: AskOdds) -> Odds:
        return answers.odds(s, asked)

    def supply(self, s: NoRetreatState, viewer: str, side: str) -> Supply:
        return answers.supply(s, side)

    def reach(self, s: NoRetreatState, viewer: str, piece: int) -> Reach:
        return answers.reach(s, piece)

    def taking(self, s: NoRetreatState, viewer: str, piece: int, place: str) -> Action:
        return answers.taking(s, piece, place)

    def check_data(self) -> list[str]:
        return component_checks.problems(self)


TITLE = NoRetreat(STEPS, LEXICON)

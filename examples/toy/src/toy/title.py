"""The title: wires what the kernel asks to the modules that answer."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rasputitsa.kernel import Action, AskOdds, Board, Game, Reach, Scenario, Supply, Title, View
from rasputitsa.kernel.title import Value
from rasputitsa.kernel.view import Banner, Odds
from toy import answers, battle, board, component_checks, hidden, invariants, movement, sequence, setup, view
from toy.actions import LEXICON
from toy.components import SCENARIOS
from toy.game import ToyGame
from toy.options import EDITIONS, OPTIONS
from toy.state import ToyState


class Toy(Title):
    name = "toy"
    label = "Toy"
    help = "Five places, four pieces, three cards, one die."
    editions = EDITIONS
    options = OPTIONS
    scenarios = tuple(
        Scenario(
            name=s.name,
            label=s.label,
            help=s.help,
            first_turn=s.first_turn,
            last_turn=s.last_turn,
            editions=s.editions,
        )
        for s in SCENARIOS.values()
    )
    state_class = ToyState
    decision_cap = 100
    brain = "toy.brain:BRAIN"
    chronicle = "toy.chronicle:Chronicle"

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        return ToyGame(self, scenario, edition, options)

    def setup(self, game: Game) -> ToyState:
        assert isinstance(game, ToyGame)
        return setup.setup(game)

    def board(self) -> Board:
        return board.board()

    def view(self, s: ToyState, side: str) -> View:
        return view.view(s, side)

    def banner(self, s: ToyState) -> Banner:
        return view.banner(s)

    def imagine(self, s: ToyState, side: str, rng: random.Random) -> ToyState:
        return hidden.imagine(s, side, rng)

    def describe(self, s: ToyState, action: Action, viewer: str) -> str:
        return hidden.describe(action, viewer)

    def invariants(self, s: ToyState) -> list[str]:
        return invariants.check(s)

    def odds(self, s: ToyState, viewer: str, asked: AskOdds) -> Odds:
        return answers.odds(s, asked)

    def supply(self, s: ToyState, viewer: str, side: str) -> Supply:
        return answers.supply()

    def reach(self, s: ToyState, viewer: str, piece: int) -> Reach:
        return answers.reach(s, piece)

    def taking(self, s: ToyState, viewer: str, piece: int, place: str) -> Action:
        return answers.taking(s, piece, place)

    def check_data(self) -> list[str]:
        return component_checks.problems()


TITLE = Toy((*sequence.STEPS, *movement.STEPS, *battle.STEPS), LEXICON)

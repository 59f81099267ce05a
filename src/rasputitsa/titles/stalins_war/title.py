"""Stalin's War as a title: scenarios, options, steps."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rasputitsa.kernel import Action, AskOdds, Board, Credit, Game, Reach, Supply, Title, View
from rasputitsa.kernel.title import Value
from rasputitsa.kernel.view import Banner, Odds
from rasputitsa.titles.stalins_war import (
    action_round,
    answers,
    board,
    cards,
    component_checks,
    hand,
    hidden,
    invariants,
    ops_round,
    replacements,
    scenario_checks,
    sequence,
    setup,
    view,
)
from rasputitsa.titles.stalins_war.combat import (
    advance,
    attacks,
    card_losses,
    card_window,
    exploitation,
    fire,
    losses,
    procedure,
    reserves,
    retreats,
)
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.game import StalinGame
from rasputitsa.titles.stalins_war.lexicon import LEXICON
from rasputitsa.titles.stalins_war.options import EDITIONS, OPTIONS
from rasputitsa.titles.stalins_war.scenarios import SCENARIOS
from rasputitsa.titles.stalins_war.state import Position

COMBAT = (attacks, procedure, card_window, reserves, fire, losses, card_losses, retreats, advance, exploitation)
SUBJECTS = (setup, sequence, cards, hand, action_round, ops_round, *COMBAT, playing, replacements)
STEPS = tuple(step for subject in SUBJECTS for step in subject.STEPS)


class StalinsWar(Title):
    """1.0 Stalin's War."""

    name = "stalins-war"
    label = "Stalin's War"
    help = "The whole war in the East with cards: operations, replacements or events, June 1941 to Summer 1945."
    credits = (
        Credit("Design", "Ted Raicer"),
        Credit("Development", "Paul Marjoram"),
        Credit("Art", "Rodger MacGowan, Charles Kibler, Mark Simonitch"),
        Credit("Publisher", "GMT Games"),
    )
    editions = EDITIONS
    options = OPTIONS
    rules = 2
    scenarios = SCENARIOS
    state_class = Position
    decision_cap = 60_000
    odds_table = "rasputitsa.titles.stalins_war.odds_table:work_out"
    brain = "rasputitsa.titles.stalins_war.brain:BRAIN"
    chronicle = "rasputitsa.titles.stalins_war.chronicle:Chronicle"
    standing = "rasputitsa.titles.stalins_war.standing:STANDING"

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        return StalinGame(self, scenario, edition, options)

    def setup(self, game: Game) -> Position:
        assert isinstance(game, StalinGame)
        s = setup.set_up(game)
        s.push(sequence.Turn, 0)
        s.push(setup.FirstHands, 0)
        return s

    def board(self) -> Board:
        return board.board()

    def view(self, s: Position, side: str) -> View:
        return view.view(s, side)

    def banner(self, s: Position) -> Banner:
        return view.banner(s)

    def imagine(self, s: Position, side: str, rng: random.Random) -> Position:
        return hidden.imagine(s, side, rng)

    def describe(self, s: Position, action: Action, viewer: str) -> str:
        return hidden.describe(s, action, viewer)

    def invariants(self, s: Position) -> list[str]:
        return invariants.check(s)

    def odds(self, s: Position, viewer: str, asked: AskOdds) -> Odds:
        return answers.odds(s, asked)

    def supply(self, s: Position, viewer: str, side: str) -> Supply:
        return answers.supply(s, side)

    def reach(self, s: Position, viewer: str, piece: int) -> Reach:
        return answers.reach(s, piece)

    def taking(self, s: Position, viewer: str, piece: int, place: str) -> Action:
        return answers.taking(s, piece, place)

    def check_data(self) -> list[str]:
        return [*component_checks.problems(), *scenario_checks.problems(self)]


TITLE = StalinsWar(STEPS, LEXICON)

"""Kiev '41 as a title: scenarios, options, steps."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rasputitsa.kernel import Action, AskOdds, Reach, Supply
from rasputitsa.kernel.title import Credit, Game, Title, Value
from rasputitsa.kernel.view import Banner, Board, Odds, View
from rasputitsa.titles.kiev41 import answers, board, hidden, invariants, view
from rasputitsa.titles.kiev41.actions import LEXICON
from rasputitsa.titles.kiev41.air import AntiAir, NavalAir
from rasputitsa.titles.kiev41.battle import Battle
from rasputitsa.titles.kiev41.blitz import BlitzMoves
from rasputitsa.titles.kiev41.combat import Combat
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.component_checks import check_data
from rasputitsa.titles.kiev41.firepower import HitRoll
from rasputitsa.titles.kiev41.game import KievGame
from rasputitsa.titles.kiev41.headquarters import Activation
from rasputitsa.titles.kiev41.impulses import ChooseImpulse, Exploitation
from rasputitsa.titles.kiev41.logistics import Logistics, Regeneration, Replacements
from rasputitsa.titles.kiev41.losses import Losses
from rasputitsa.titles.kiev41.options import EDITIONS, OPTIONS
from rasputitsa.titles.kiev41.reinforcements import Deployment, DrawBlock, Drawing, Reinforcements
from rasputitsa.titles.kiev41.scenarios import SCENARIOS
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.setup import SettingUp, set_up
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import SevastopolDie
from rasputitsa.titles.kiev41.support import Support
from rasputitsa.titles.kiev41.weather import WeatherDie

STEPS = (
    *(Turn, Impulse, ChooseImpulse, Activation, Command, Support, Combat, Battle, HitRoll, Losses),
    *(NavalAir, AntiAir, BlitzMoves, Exploitation, WeatherDie, SevastopolDie),
    *(Logistics, Regeneration, Replacements, Reinforcements, Drawing, DrawBlock, Deployment, SettingUp),
)


class Kiev41(Title):
    """1.0 Kiev '41."""

    name = "kiev41"
    label = "Kiev '41"
    help = "Blocks in the fog of war: Army Group South against the Soviet fronts in the Ukraine, 1941."
    credits = (
        Credit("Design", "Emanuele Santandrea"),
        Credit("Historical analysis", "Paul Comben"),
        Credit("Publisher", "VentoNuovo Games"),
    )
    editions = EDITIONS
    options = OPTIONS
    scenarios = SCENARIOS
    rules = 2
    fog = True
    state_class = Kiev
    brain = "rasputitsa.titles.kiev41.brain:BRAIN"
    chronicle = "rasputitsa.titles.kiev41.chronicle:Chronicle"
    standing = "rasputitsa.titles.kiev41.standing:STANDING"

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        return KievGame(self, scenario, edition, options)

    def setup(self, game: Game) -> Kiev:
        s = Kiev(game)
        s.push(Turn, 0)
        set_up(s)
        return s

    def board(self) -> Board:
        return board.board()

    def view(self, s: Kiev, side: str) -> View:
        return view.view(s, side)

    def banner(self, s: Kiev) -> Banner:
        return view.banner(s)

    def imagine(self, s: Kiev, side: str, rng: random.Random) -> Kiev:
        return hidden.imagine(s, side, rng)

    def describe(self, s: Kiev, action: Action, viewer: str) -> str:
        return hidden.describe(s, action, viewer)

    def words(self, s: Kiev, action: Action, viewer: str) -> str:
        return hidden.words(s, action, viewer)

    def reveals(self, s: Kiev, action: Action) -> bool:
        return hidden.reveals(s, action)

    def invariants(self, s: Kiev) -> list[str]:
        return invariants.check(s)

    def odds(self, s: Kiev, viewer: str, asked: AskOdds) -> Odds:
        return answers.odds(s, viewer, asked)

    def supply(self, s: Kiev, viewer: str, side: str) -> Supply:
        return answers.supply(s, viewer, side)

    def reach(self, s: Kiev, viewer: str, piece: int) -> Reach:
        return answers.reach(s, viewer, piece)

    def taking(self, s: Kiev, viewer: str, piece: int, place: str) -> Action:
        return answers.taking(s, viewer, piece, place)

    def check_data(self) -> list[str]:
        return check_data(self)


TITLE = Kiev41(STEPS, LEXICON)

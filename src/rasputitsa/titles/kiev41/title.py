"""Kiev '41 as a title: scenarios, options, steps."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rasputitsa.kernel import Action, AskOdds, Invalid, Reach, Supply
from rasputitsa.kernel.title import Game, Option, Scenario, Title, Value
from rasputitsa.kernel.view import Banner, Board, Odds, View
from rasputitsa.titles.kiev41 import fog, invariants, views
from rasputitsa.titles.kiev41.actions import LEXICON
from rasputitsa.titles.kiev41.air import AntiAir, NavalAir
from rasputitsa.titles.kiev41.blitz import BlitzMoves
from rasputitsa.titles.kiev41.boards import board, check_data
from rasputitsa.titles.kiev41.combat import Battle, Combat
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.dice import HitRoll
from rasputitsa.titles.kiev41.impulses import ChooseImpulse, Exploitation
from rasputitsa.titles.kiev41.logistics import Logistics, Regeneration, Replacements
from rasputitsa.titles.kiev41.losses import Losses
from rasputitsa.titles.kiev41.reinforcements import Deployment, DrawBlock, Drawing, Reinforcements
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.setup import SettingUp, set_up
from rasputitsa.titles.kiev41.state import Kiev, KievGame
from rasputitsa.titles.kiev41.supply import SevastopolDie
from rasputitsa.titles.kiev41.support import Support
from rasputitsa.titles.kiev41.tactical import Activation
from rasputitsa.titles.kiev41.weather import WeatherDie

STEPS = (
    *(Turn, Impulse, ChooseImpulse, Activation, Command, Support, Combat, Battle, HitRoll, Losses),
    *(NavalAir, AntiAir, BlitzMoves, Exploitation, WeatherDie, SevastopolDie),
    *(Logistics, Regeneration, Replacements, Reinforcements, Drawing, DrawBlock, Deployment, SettingUp),
)

CAMPAIGN = ("campaign",)


def _optional(name: str, rule: str, label: str, text: str, needs: tuple[str, ...]) -> Option:
    """14.0 An optional rule goes with the campaign only, and with all the optional rules listed before it."""
    return Option(name=name, label=label, help=text, rule=rule, scenarios=CAMPAIGN, needs=needs)


_ORDER = ("rail", "agility", "afv", "sea_supply", "blizzard", "sea_transport", "seaborne", "airborne")
_TEXTS = {
    "rail": ("14.1", "Rail movement", "Blocks go any distance over friendly areas in a Pass or Strategic Impulse."),
    "agility": ("14.2", "Agility", "Cavalry, Jäger, airborne and mountain troops move and fight better in the rough."),
    "afv": ("14.3", "AFV restrictions", "Tanks and motorized troops enter no red area and do not cross at Kerch."),
    "sea_supply": ("14.4", "Sea supply", "Soviet supply by sea runs from port to port, and Sevastopol can starve."),
    "blizzard": ("14.5", "Blizzard", "December brings a blizzard worse than snow."),
    "sea_transport": ("14.7", "Sea transport", "Soviet infantry goes by ship between its ports."),
    "seaborne": ("14.8", "Seaborne operations", "The Marine lands on enemy coasts in a Strategic Impulse."),
    "airborne": ("14.9", "Airborne operations", "The Luftlande drops behind the front in a Strategic Impulse."),
}

OPTIONS = (
    Option(
        name="setup",
        label="Set-up",
        help="Draw many blocks at random, or place them as they stood in July 1941.",
        rule="S.6",
        default="random",
        choices=("random", "historical"),
        scenarios=("campaign", "preludes"),
    ),
    *(_optional(name, *_TEXTS[name], needs=_ORDER[:number]) for number, name in enumerate(_ORDER)),
    Option(
        name="strict_replacements",
        label="No replacements in contested areas",
        help="Our own switch, after the errata of a sister game: engaged blocks are not restored.",
        rule="7.2.2",
    ),
    Option(
        name="snow_93",
        label="Kleist's blocks in 93",
        help="Our own switch: set the tank and the mountain corps up in 93 instead of 73, probably a misprint.",
        rule="S.4",
        scenarios=("snow",),
    ),
)

SCENARIOS = (
    Scenario(
        name="campaign",
        label="The Southern Struggle",
        help="The whole campaign, July to December 1941.",
        last_turn=6,
    ),
    Scenario(
        name="preludes",
        label="Les Preludes",
        help="July: can the Axis take Kiev, Odessa or Dnepropetrovsk in the first month?",
        last_turn=1,
    ),
    Scenario(
        name="river",
        label="The River",
        help="August and September: the Dnieper line. Who holds four Victory Areas?",
        first_turn=2,
        last_turn=3,
    ),
    Scenario(
        name="pocket",
        label="The Pocket",
        help="September until the weather breaks: the Axis needs six Victory Areas.",
        first_turn=3,
        last_turn=4,
    ),
    Scenario(
        name="snow",
        label="The Snow",
        help="November and December: who holds four Victory Areas at the end?",
        first_turn=5,
        last_turn=6,
    ),
)


class Kiev41(Title):
    """1.0 Kiev '41."""

    name = "kiev41"
    label = "Kiev '41"
    help = "Blocks in the fog of war: Army Group South against the Soviet fronts in the Ukraine, 1941."
    editions = ("book",)
    options = OPTIONS
    scenarios = SCENARIOS
    state_class = Kiev

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        return KievGame(self, scenario, edition, dict(options))

    def setup(self, game: Game) -> Kiev:
        s = Kiev(game)
        s.push(Turn, 0)
        set_up(s)
        return s

    def board(self) -> Board:
        return board()

    def view(self, s: Kiev, side: str) -> View:
        return views.view(s, side)

    def banner(self, s: Kiev) -> Banner:
        return views.banner(s)

    def imagine(self, s: Kiev, side: str, rng: random.Random) -> Kiev:
        return fog.imagine(s, side, rng)

    def describe(self, s: Kiev, action: Action, viewer: str) -> str:
        return fog.describe(s, action, viewer)

    def invariants(self, s: Kiev) -> list[str]:
        return invariants.check(s)

    def odds(self, s: Kiev, viewer: str, asked: AskOdds) -> Odds:
        raise Invalid("kiev41 gives no odds yet")

    def supply(self, s: Kiev, viewer: str, side: str) -> Supply:
        raise Invalid("kiev41 shows no supply yet")

    def reach(self, s: Kiev, viewer: str, piece: int) -> Reach:
        raise Invalid("kiev41 shows no reach yet")

    def taking(self, s: Kiev, viewer: str, piece: int, place: str) -> Action:
        raise Invalid("kiev41 gives no reasons yet")

    def check_data(self) -> list[str]:
        return check_data()


TITLE = Kiev41(STEPS, LEXICON)

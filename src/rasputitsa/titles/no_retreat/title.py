"""No Retreat! The Russian Front: the title, with its scenarios, editions and options."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rasputitsa.kernel import (
    Action,
    AskOdds,
    Board,
    Game,
    Lexicon,
    Names,
    Reach,
    Scenario,
    Supply,
    Title,
    View,
)
from rasputitsa.kernel.title import Value
from rasputitsa.kernel.view import Banner, Odds
from rasputitsa.titles.no_retreat import (
    ch03_setup,
    ch04_sequence,
    ch05_cards,
    ch06_supply,
    ch07_organization,
    ch08_movement,
    ch09_rail,
    ch10_combat,
    ch11_removal,
    ch12_victory,
    ch13_turn_events,
    ch14_special,
    ch15_options,
    components,
    invariants,
    questions,
    secrets,
    view,
)
from rasputitsa.titles.no_retreat.board import board
from rasputitsa.titles.no_retreat.ch10_combat.preview import ask_odds
from rasputitsa.titles.no_retreat.deck import card_names
from rasputitsa.titles.no_retreat.events import catalog, chapter
from rasputitsa.titles.no_retreat.game import MAP, UNITS, NoRetreatGame
from rasputitsa.titles.no_retreat.profile import EDITIONS, OPTIONS
from rasputitsa.titles.no_retreat.state import NoRetreatState

CHAPTERS = (
    ch04_sequence,
    ch05_cards,
    ch06_supply,
    ch07_organization,
    ch08_movement,
    ch09_rail,
    ch10_combat,
    ch11_removal,
    ch12_victory,
    ch13_turn_events,
    ch14_special,
    ch15_options,
    chapter,
)
STEPS = tuple(step for chapter in CHAPTERS for step in chapter.STEPS)
ACTIONS = tuple(action for chapter in CHAPTERS for action in getattr(chapter, "ACTIONS", ()))

LEXICON = Lexicon(
    ACTIONS,
    {
        "piece": Names("unit", (u.name for u in UNITS)),
        "place": Names("place", (place_id or f"gap {i}" for i, place_id in enumerate(MAP.topology.ids))),
        "card": Names("card", card_names()),
        "event": Names("event", catalog.names()),
    },
)


class NoRetreat(Title):
    """No Retreat! The Russian Front, board edition and two digital editions."""

    name = "no-retreat"
    label = "No Retreat! The Russian Front"
    help = "The whole war in the East, June 1941 to 1945: armies and Fronts, two-month turns, event cards."
    editions = EDITIONS
    options = OPTIONS
    scenarios = tuple(
        Scenario(name=s.id, label=s.name, help=s.note or "", first_turn=s.first_turn, last_turn=s.last_turn)
        for s in components.scenarios()
    )
    state_class = NoRetreatState

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        return NoRetreatGame(self, scenario, edition, options, ch04_sequence.sequence)

    def setup(self, game: Game) -> NoRetreatState:
        assert isinstance(game, NoRetreatGame)
        return ch03_setup.setup(game)

    def board(self) -> Board:
        return board()

    def view(self, s: NoRetreatState, side: str) -> View:
        return view.view(s, side)

    def banner(self, s: NoRetreatState) -> Banner:
        return view.banner(s)

    def imagine(self, s: NoRetreatState, side: str, rng: random.Random) -> NoRetreatState:
        return secrets.imagine(s, side, rng)

    def describe(self, s: NoRetreatState, action: Action, viewer: str) -> str:
        return secrets.describe(s, action, viewer)

    def invariants(self, s: NoRetreatState) -> list[str]:
        return invariants.check(s)

    def odds(self, s: NoRetreatState, viewer: str, asked: AskOdds) -> Odds:
        return ask_odds(s, asked)

    def supply(self, s: NoRetreatState, viewer: str, side: str) -> Supply:
        return questions.supply(s, side)

    def reach(self, s: NoRetreatState, viewer: str, piece: int) -> Reach:
        return questions.reach(s, piece)

    def taking(self, s: NoRetreatState, viewer: str, piece: int, place: str) -> Action:
        return questions.taking(s, piece, place)

    def check_data(self) -> list[str]:
        return components.check()


TITLE = NoRetreat(STEPS, LEXICON)

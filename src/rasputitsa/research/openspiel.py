"""The titles as OpenSpiel games: `load("no-retreat", scenario="barbarossa")`.

An action is a click with the same number as in the PettingZoo environment (`clicks.py`); chance is a player who clicks,
too, with its true probabilities. Observations are vectors (`features.py`) and the view as text; an information state is
all that a side has seen and done.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pyspiel

from rasputitsa.kernel import CHANCE, Record, Title, title
from rasputitsa.research.course import Course
from rasputitsa.research.encoder import Encoder

CLICKS = 8
"""No decision takes more clicks than this on average over a game."""
_INFO: dict[str, Any] = {}


def _type(found: Title) -> Any:
    """What OpenSpiel wants to know of a game."""
    return pyspiel.GameType(
        short_name=short_name(found.name),
        long_name=found.label,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "edition": "", "options": ""},
    )


def short_name(name: str) -> str:
    """The name of a title among OpenSpiel's games."""
    return f"rasputitsa_{name.replace('-', '_')}"


class TitleGame(pyspiel.Game):  # type: ignore[misc]
    """A title, with scenario, edition and options (`name=value` and a semicolon between them)."""

    def __init__(self, found: Title, params: dict[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        options = dict(pair.split("=", 1) for pair in str(chosen.get("options", "")).split(";") if pair)
        self.game = found.prepare(chosen.get("scenario") or None, chosen.get("edition") or None, options)
        self.start = Record(self.game).state
        self.encoder = Encoder(found)
        size = self.encoder.layout.words.size
        info = pyspiel.GameInfo(
            num_distinct_actions=size,
            max_chance_outcomes=size,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=CLICKS * found.decision_cap,
        )
        super().__init__(_INFO[found.name], info, chosen)

    def new_initial_state(self) -> TitleState:
        """The first position."""
        return TitleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TitleObserver:
        """What a player sees, or with perfect recall all that it has seen and done."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return TitleObserver(None if recall else self.encoder, params)


class TitleState(pyspiel.State):  # type: ignore[misc]
    """A position, or a point within a decision where the next click is due."""

    def __init__(self, game: TitleGame) -> None:
        super().__init__(game)
        self.course = Course(game.start.copy())

    def current_player(self) -> int:
        """The number of the side that is asked, or what OpenSpiel calls chance and the end."""
        state = self.course.state
        if state.side is None:
            return int(pyspiel.PlayerId.TERMINAL)
        if state.side == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return state.game.title.sides.index(state.side)

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.clicks.options

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Chance's next clicks with their true probabilities."""
        chances = dict(self.course.state.chances())
        found = {n: sum(chances[a] for a in set(actions)) for n, actions in self.course.clicks.by_option().items()}
        whole = sum(found.values())
        return [(number, float(found[number] / whole)) for number in sorted(found)]

    def _apply_action(self, action: int) -> None:
        self.course.click(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.clicks.label(action)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.course.state.over

    def returns(self) -> list[float]:
        """+1 for the winner and -1 for the loser, 0 for both before the end and in a draw."""
        state = self.course.state
        outcome = state.outcome() if state.over else None
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side == outcome.winner else -1.0 for side in state.game.title.sides]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> TitleState:
        """A state that this player cannot tell from this one. `history()` stays that of the game that was played."""
        new: TitleState = self.clone()
        side = self.course.state.game.title.sides[player_id]
        new.course = self.course.imagined(side, random.Random(probability_sampler()))
        return new

    def __str__(self) -> str:
        return f"{self.course.state.text()}clicks {self.course.made}\n"


class TitleObserver:
    """OpenSpiel's way of asking what a player sees (with an encoder), or all that it has ever seen and done."""

    def __init__(self, encoder: Encoder | None, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.encoder = encoder
        self.tensor = np.zeros(encoder.size, np.float32) if encoder else None
        self.dict: dict[str, Any] = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: TitleState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.encoder is None or self.tensor is None:
            return
        course = state.course
        clicks = course.clicks if course.state.side not in (None, CHANCE) else None
        self.tensor[:] = self.encoder.encode(course.state, course.state.game.title.sides[player], clicks)

    def string_from(self, state: TitleState, player: int) -> str:
        """What a player sees, or has ever seen and done, as text."""
        course = state.course
        side = course.state.game.title.sides[player]
        if self.encoder is None:
            return course.remembered(side)
        clicks = course.made if course.state.side == side else []
        return f"{msgspec.json.encode(course.state.view(side)).decode()} {clicks}"


def register(name: str) -> str:
    """Make a title known to OpenSpiel; the name it has there."""
    found = title(name)
    if name not in _INFO:
        _INFO[name] = _type(found)
        kind = type(
            f"Game{found.name}", (TitleGame,), {"__init__": lambda self, params=None: _init(self, found, params)}
        )
        pyspiel.register_game(_INFO[name], kind)
    return short_name(name)


def _init(self: TitleGame, found: Title, params: dict[str, Any] | None) -> None:
    TitleGame.__init__(self, found, params)


def load(name: str, scenario: str = "", edition: str = "", options: str = "") -> Any:
    """A title as an OpenSpiel game."""
    return pyspiel.load_game(register(name), {"scenario": scenario, "edition": edition, "options": options})

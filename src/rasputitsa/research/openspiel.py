"""The titles as OpenSpiel games: `load("no-retreat", scenario="barbarossa")`.

An action is the place of a deed in the list of legal ones; chance is a player with its true probabilities. Observations
are what the side sees, as text.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pyspiel

from rasputitsa.kernel import CHANCE, Action, Record, State, Title, title

WIDTH = 20_000
"""No position has more legal actions."""
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
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
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
        info = pyspiel.GameInfo(
            num_distinct_actions=WIDTH,
            max_chance_outcomes=WIDTH,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=found.decision_cap,
        )
        super().__init__(_INFO[found.name], info, chosen)

    def new_initial_state(self) -> TitleState:
        return TitleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TitleObserver:
        return TitleObserver(params)


class TitleState(pyspiel.State):  # type: ignore[misc]
    """A position. It keeps the list of legal deeds that its numbers stand for."""

    def __init__(self, game: TitleGame) -> None:
        super().__init__(game)
        self.state: State = Record(game.game).state
        self._deeds: list[Action] | None = None

    @property
    def deeds(self) -> list[Action]:
        if self._deeds is None:
            self._deeds = self.state.legal()
        return self._deeds

    def current_player(self) -> int:
        side = self.state.side
        if side is None:
            return int(pyspiel.PlayerId.TERMINAL)
        if side == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.state.game.title.sides.index(side)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.deeds)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = {action: float(chance) for action, chance in self.state.chances()}
        return [(number, found[deed]) for number, deed in enumerate(self.deeds)]

    def _apply_action(self, action: int) -> None:
        self.state.apply(self.deeds[action])
        self._deeds = None

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.deeds[action])

    def is_terminal(self) -> bool:
        return self.state.over

    def returns(self) -> list[float]:
        outcome = self.state.outcome() if self.state.over else None
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side == outcome.winner else -1.0 for side in self.state.game.title.sides]

    def observation_string(self, player: int) -> str:
        return observed(self, player)

    def __str__(self) -> str:
        return self.state.text()


def observed(state: TitleState, player: int) -> str:
    """What a player sees, as text."""
    side = state.state.game.title.sides[player]
    return msgspec.json.encode(state.state.view(side)).decode()


class TitleObserver:
    """OpenSpiel's way of asking what a player sees."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: TitleState, player: int) -> None:
        """There is no tensor: the view is text."""

    def string_from(self, state: TitleState, player: int) -> str:
        return observed(state, player)


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

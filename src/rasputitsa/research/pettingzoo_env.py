"""A title as a PettingZoo AEC environment: `env("no-retreat", scenario="barbarossa")`.

A decision is taken in one or two steps, so that the action space stays small: first what one clicks (a piece, a card,
a place, the button), then one of its actions. When only one thing can be clicked the first step falls away. The action
mask says which numbers mean something now. Chance plays by itself, from the seed given to `reset`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rasputitsa.kernel import CHANCE, Actions, Dice, Handle, Record, State, title
from rasputitsa.research.features import Encoder

WIDTH = 512
"""The size of the action space: no click has more actions, and no question more clicks."""
Observation = dict[str, Any]


def env(name: str, **settings: Any) -> TitleEnv:
    """A new environment for a title."""
    return TitleEnv(name, **settings)


class TitleEnv(AECEnv):  # type: ignore[misc]
    """A game between two agents, named after the sides."""

    metadata = {"render_modes": ["ansi"], "name": "rasputitsa_v0", "is_parallelizable": False}

    def __init__(
        self,
        name: str,
        scenario: str | None = None,
        edition: str | None = None,
        options: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.title = title(name)
        self.game = self.title.prepare(scenario, edition, options or {})
        self.encoder = Encoder(self.title)
        self.render_mode = render_mode
        self.possible_agents = list(self.title.sides)
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.encoder.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (WIDTH,), np.int8),
            }
        )
        self._actions = spaces.Discrete(WIDTH)
        self._seed = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions

    # -- playing --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._seed = self._seed + 1 if seed is None else seed
        self.state: State = Record(self.game).state
        self.dice = Dice(self._seed)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def _settle(self) -> None:
        """Let chance play, then see who is asked and what may be chosen."""
        while self.state.side == CHANCE:
            self.state.apply(self.dice.roll(self.state), by=CHANCE)
        side = self.state.side
        if side is None:
            self._over()
            return
        self.agent_selection = side
        clicks = [(handle, self.state.legal(handle)) for handle in self.state.handles()]
        self._clicks: list[tuple[Handle, Actions]] = [(h, found) for h, found in clicks if found][:WIDTH]
        self._chosen = 0 if len(self._clicks) == 1 else -1

    def _over(self) -> None:
        outcome = self.state.outcome()
        winner = outcome.winner if outcome else None
        for agent in self.agents:
            self.rewards[agent] = 0.0 if winner is None else 1.0 if agent == winner else -1.0
            self.terminations[agent] = True
        self._clicks = []
        self.agent_selection = self.agents[0]

    def _choices(self) -> int:
        if not self._clicks:
            return 0
        return len(self._clicks) if self._chosen < 0 else min(WIDTH, len(self._clicks[self._chosen][1]))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or not 0 <= action < self._choices():
            raise ValueError(f"action {action} means nothing now: the mask allows 0 to {self._choices() - 1}")
        if self._chosen < 0:
            self._chosen = int(action)
        else:
            self.state.apply(self._clicks[self._chosen][1][int(action)], by=agent)
            self.decisions += 1
            self._settle()
            if self.decisions >= self.title.decision_cap:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        mask = np.zeros(WIDTH, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[: self._choices()] = 1
        vector = self.encoder.encode(self.state.view(agent), agent)
        return {"observation": np.asarray(vector, np.float32), "action_mask": mask}

    def names(self) -> list[str]:
        """What the numbers mean now, in words."""
        if self._chosen < 0:
            return [self.state.click(handle) for handle, _ in self._clicks]
        return [str(action) for action in self._clicks[self._chosen][1][:WIDTH]]

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        banner = self.state.banner()
        return f"turn {banner.turn}, {banner.date}, {banner.phase}: {self.agent_selection} to decide"

    def close(self) -> None:
        """Nothing is held open."""

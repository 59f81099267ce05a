"""A title as a PettingZoo AEC environment: `env("no-retreat", scenario="barbarossa")`.

An action is a click (`clicks.py`): its number means the same thing in every position, and a decision is one click or
several. The action mask says which numbers can be clicked now, the observation what the side sees and has clicked so
far (`features.py`). Chance plays by itself, from the seed given to `reset`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rasputitsa.research.game import ClickGame

Observation = dict[str, Any]


def env(name: str, **settings: Any) -> TitleEnv:
    """A new environment for a title."""
    return TitleEnv(name, **settings)


class TitleEnv(AECEnv):  # type: ignore[misc]
    """A game between two agents, named after the sides."""

    metadata = {"render_modes": ["ansi"], "name": "rasputitsa_v1", "is_parallelizable": False}

    def __init__(
        self,
        name: str,
        scenario: str | None = None,
        edition: str | None = None,
        options: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.play = ClickGame(name, scenario, edition, options)
        self.render_mode = render_mode
        self.possible_agents = list(self.play.title.sides)
        size = self.play.words.size
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.play.encoder.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self._actions = spaces.Discrete(size)
        self._seed = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """An observation is a vector and a mask; the same for both agents."""
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The click numbers of the title."""
        return self._actions

    # -- playing --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Equal seeds have equal dice; without a seed it is the next one."""
        self._seed = self._seed + 1 if seed is None else seed
        self.play.reset(self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Who is asked now; at the end, and only then, there are rewards: what the game was worth to each."""
        side = self.play.side
        if side is not None:
            self.agent_selection = side
            return
        self.rewards = {agent: self.play.score(agent) for agent in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """Click a number; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is an action only for an agent whose game is over")
        if self.play.click(int(action)):
            self._select()
            if self.play.cut_short:
                self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and the mask of what it can click now."""
        return {"observation": self.play.observe(agent), "action_mask": self.play.mask(agent)}

    def names(self) -> list[str]:
        """What the numbers that the mask allows mean, in words."""
        return self.play.names()

    def render(self) -> str | None:
        """The standing of the game in one line."""
        if self.render_mode != "ansi":
            return None
        banner = self.play.state.banner()
        return f"turn {banner.turn}, {banner.date}, {banner.phase}: {self.agent_selection} to decide"

    def close(self) -> None:
        """Nothing is held open."""

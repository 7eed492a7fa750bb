# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""A game as an environment in which agents act one after another, in the manner of PettingZoo's AEC environments.

Agents are "seat_0", "seat_1" and so on. An observation is a dictionary of "observation", the features as the agent sees
them, and "action_mask". The dealer draws by itself. Rewards come at the end: how many seats an agent beats less how many
beat it, over the number of the others.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from .game import Game
from .native import OrreryError
from .rules import Rules, rules_of
from .spaces import Box, Dict, Discrete
from .spiel import returns_of

Observation = dict[str, NDArray[Any]]


class AECEnv:
    def __init__(self, game: str | Rules, players: int = 2, options: Mapping[str, str] | None = None,
                 render_mode: str | None = None):
        self.rules = rules_of(game, players, options)
        self.metadata: dict[str, Any] = {"name": f"{self.rules.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        limits = np.iinfo(np.int16)
        self._observation_space = Dict({
            "observation": Box(limits.min, limits.max, (self.rules.feature_count,), np.int16),
            "action_mask": Box(0, 1, (self.rules.action_count,), np.uint8)})
        self._action_spaces = {agent: Discrete(self.rules.action_count) for agent in self.possible_agents}

    # ---- what an environment tells of itself ----

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> AECEnv:
        return self

    def observation_space(self, agent: str) -> Dict:
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    # ---- a game ----

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.game = Game(self.rules, seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.game.deal()
        self.agent_selection = self.possible_agents[self.game.actor]

    def observe(self, agent: str) -> Observation:
        """What the agent sees; its mask is empty while another one decides."""
        seat = self.possible_agents.index(agent)
        mask = self.game.mask() if self.game.actor == seat else np.zeros(self.rules.action_count, np.uint8)
        return {"observation": self.game.features(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, whether it is over or cut short, and more, of the agent that is next."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise OrreryError("an agent whose game is not over needs an action")
        self.game.play(int(action))
        self.game.deal()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.game.is_over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.game.actor]
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward

    def _end(self) -> None:
        self.rewards = dict(zip(self.possible_agents, returns_of(self.game.score().places)))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _leave(self, agent: str, action: int | None) -> None:
        """An agent whose game is over steps with None once, and is gone."""
        if action is not None:
            raise OrreryError("when the game of an agent is over, its only action is None")
        self.agents.remove(agent)
        told: tuple[dict[str, Any], ...] = (self.rewards, self._cumulative_rewards, self.terminations,
                                            self.truncations, self.infos)
        for of_agents in told:
            del of_agents[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def state(self) -> NDArray[Any]:
        """The whole state, as numbers seen from seat 0."""
        return self.game.features(0)

    def render(self) -> str | None:
        return self.game.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is left open."""

    def __str__(self) -> str:
        return self.metadata["name"]


def env(game: str | Rules, players: int = 2, options: Mapping[str, str] | None = None,
        render_mode: str | None = None) -> AECEnv:
    return AECEnv(game, players, options, render_mode)

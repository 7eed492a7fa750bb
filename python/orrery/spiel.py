# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Games in the manner of OpenSpiel: `load_game(name).new_initial_state()`, chance as nodes of its own.

The return of a seat is how many seats it beats less how many beat it, over the number of the others: 1 for the only
winner, -1 for the only last one. Returns add up to zero.
"""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np
from numpy.typing import NDArray

from .game import DEALER, Game
from .rules import Rules, rules_of

CHANCE = -1  # PlayerId.CHANCE
TERMINAL = -4  # PlayerId.TERMINAL


def returns_of(places: list[int]) -> list[float]:
    others = max(len(places) - 1, 1)
    return [sum((place < other) - (place > other) for other in places) / others for place in places]


class SpielGame:
    def __init__(self, game: str | Rules, players: int = 2, options: Mapping[str, str] | None = None):
        self.rules = rules_of(game, players, options)

    def new_initial_state(self) -> State:
        return State(self, Game(self.rules, seed=0), [])

    def num_players(self) -> int:
        return self.rules.players

    def num_distinct_actions(self) -> int:
        """Of seats and dealer together: they share their numbers."""
        return self.rules.action_count

    def max_chance_outcomes(self) -> int:
        return self.rules.action_count

    def max_game_length(self) -> int:
        return int(self.rules.catalogue()["moves_bound"])

    def observation_tensor_shape(self) -> list[int]:
        return [self.rules.feature_count]

    def observation_tensor_size(self) -> int:
        return self.rules.feature_count

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def deserialize_state(self, text: str) -> State:
        """What `State.serialize` gave."""
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state


class State:
    def __init__(self, game: SpielGame, at: Game, history: list[int]):
        self._game, self._at, self._history = game, at, history

    def get_game(self) -> SpielGame:
        return self._game

    def clone(self) -> State:
        return State(self._game, self._at.copy(), list(self._history))

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def num_players(self) -> int:
        return self._game.num_players()

    def current_player(self) -> int:
        actor = self._at.actor
        return actor if actor >= 0 else CHANCE if actor == DEALER else TERMINAL

    def is_chance_node(self) -> bool:
        return self._at.actor == DEALER

    def is_terminal(self) -> bool:
        return self._at.is_over

    def is_player_node(self) -> bool:
        return self._at.actor >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In rising order. Those of another player than the one who decides: none."""
        if player is not None and player != self.current_player():
            return []
        return sorted(self._at.legal())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return [0] * self._game.num_distinct_actions()
        return self._at.mask().tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return sorted(self._at.odds())

    def apply_action(self, action: int) -> None:
        self._at.play(int(action))
        self._history.append(int(action))

    def returns(self) -> list[float]:
        """Zero as long as the game is not over."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return returns_of(self._at.score().places)

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def action_to_string(self, *arguments: int) -> str:
        """Takes the action, or the player and the action."""
        return self._game.rules.notation(arguments[-1])

    def string_to_action(self, text: str) -> int:
        return self._game.rules.action(text)

    def observation_tensor(self, player: int | None = None) -> list[int]:
        return self._at.features(player).tolist()

    def observation_array(self, player: int | None = None) -> NDArray[Any]:
        """The same as an array of whole numbers."""
        return self._at.features(player)

    def observation_string(self, player: int | None = None) -> str:
        """Everyone sees everything."""
        return self._at.position()

    information_state_string = observation_string

    def history(self) -> list[int]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def serialize(self) -> str:
        return "\n".join(map(str, self._history))

    def __str__(self) -> str:
        return str(self._at)


def load_game(name: str, players: int = 2, options: Mapping[str, str] | None = None) -> SpielGame:
    return SpielGame(name, players, options)

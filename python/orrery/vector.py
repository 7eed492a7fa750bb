# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Many games at once, in numpy arrays that the library fills in threads."""

from __future__ import annotations

import os
from typing import Any, Mapping

import numpy as np
from numpy.typing import NDArray

from .game import Game
from .native import OrreryError, checked, ffi, lib, opened
from .rules import Rules, rules_of

SEATS_MAX: int = lib.ORRERY_SEATS_MAX
MOVES_MAX: int = lib.ORRERY_MOVES_MAX


class VectorEnv:
    """`count` games of the same rules. Every step makes one action in each and goes on to the next decision; where a game
    is over, a new one begins at once. The arrays are the same ones after each step: copy what you want to keep.

        actors    (count,)            who decides: a seat, DEALER, NOBODY
        counts    (count,)            how many actions are legal
        legal     (count, MOVES_MAX)  those actions; what lies behind `counts` means nothing
        masks     (count, actions)    1 where an action is legal; None unless asked for
        features  (count, features)   as the seat that decides sees it; None unless asked for
        ended     (count,)            1 where a game ended with this step, with its
        points    (count, SEATS_MAX)  and
        places    (count, SEATS_MAX)  0 elsewhere
    """

    def __init__(self, game: str | Rules, count: int, players: int = 2, options: Mapping[str, str] | None = None, *,
                 seed: int = 0, threads: int | None = None, masks: bool = False, features: bool = False,
                 show_chance: bool = False, keep_ended: bool = False):
        """With `show_chance` the dealer's actions are the caller's; with `keep_ended` games that are over stay so."""
        self.rules = rules_of(game, players, options)
        self.count = count
        flags = lib.ORRERY_SHOW_CHANCE * show_chance | lib.ORRERY_KEEP_ENDED * keep_ended
        self._batch = opened(lib.orrery_batch_open, self.rules.handle, count, threads or min(os.cpu_count() or 1, 64),
                             seed % 2**64, flags, close=lib.orrery_batch_close)
        self.actors = np.zeros(count, np.int8)
        self.ended = np.zeros(count, np.uint8)
        self.points = np.zeros((count, SEATS_MAX), np.int16)
        self.places = np.zeros((count, SEATS_MAX), np.uint8)
        self.counts = np.zeros(count, np.int16)
        self.legal = np.zeros((count, MOVES_MAX), np.int32)
        self.masks = np.zeros((count, self.rules.action_count), np.uint8) if masks else None
        self.features = np.zeros((count, self.rules.feature_count), np.int16) if features else None
        self._out = ffi.new("struct orrery_batch_out *")
        self._keep = [self._give(name) for name in ("actors", "ended", "points", "places", "counts", "legal", "masks",
                                                    "features")]
        self._rows = np.arange(count)
        self._random = np.random.default_rng(seed)
        self._wrong = ffi.new("int32_t *")
        checked(lib.orrery_batch_step(self._batch, ffi.NULL, self._out, self._wrong))

    def _give(self, name: str) -> Any:
        """The library writes into the array of that name."""
        array = getattr(self, name)
        if array is None:
            return None
        kind = {"int8": "int8_t", "uint8": "uint8_t", "int16": "int16_t", "int32": "int32_t"}[array.dtype.name]
        buffer = ffi.from_buffer(f"{kind}[]", array)
        setattr(self._out, name, buffer)
        return buffer

    def step(self, actions: NDArray[Any]) -> None:
        """One action in each game; a negative one leaves that game as it is. If one is not legal, nothing is done."""
        given = np.ascontiguousarray(actions, np.int32)
        if given.shape != (self.count,):
            raise OrreryError(f"there must be {self.count} actions")
        result = lib.orrery_batch_step(self._batch, ffi.from_buffer("int32_t[]", given), self._out, self._wrong)
        if result == lib.ORRERY_NOT_LEGAL:
            raise OrreryError(f"action {given[self._wrong[0]]} of game {self._wrong[0]} is not legal there")
        checked(result)

    def random_actions(self) -> NDArray[Any]:
        """A legal action for each game, all equally likely; -1 where a game is over."""
        chosen = (self._random.random(self.count, np.float32) * self.counts).astype(np.intp)
        # A number just below 1 may be rounded up to the count.
        np.minimum(chosen, self.counts - 1, out=chosen, casting="unsafe")
        actions = self.legal[self._rows, np.maximum(chosen, 0)]
        return np.where(self.counts > 0, actions, np.int32(-1))

    def game(self, number: int) -> Game:
        """A copy of one of the games."""
        game = Game(self.rules, seed=number)
        checked(lib.orrery_batch_get(self._batch, number, game._state))
        return game

    def set_game(self, number: int, game: Game | None) -> None:
        """Another state for one of the games; None begins a new one."""
        state = ffi.NULL if game is None else game._state
        checked(lib.orrery_batch_set(self._batch, number, state))
        checked(lib.orrery_batch_step(self._batch, ffi.NULL, self._out, self._wrong))

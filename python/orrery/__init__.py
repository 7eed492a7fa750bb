# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The games of Orrery for Python: docs/python.md of the project explains it with examples.

    Game, Record, Player     single games as plain objects
    load_game, State         the same in the manner of OpenSpiel
    env, AECEnv              in the manner of PettingZoo
    VectorEnv                thousands of games at once in numpy arrays
"""

from .aec import AECEnv, env
from .game import DEALER, NOBODY, Game, Player, Record, Score, read_records
from .native import OrreryError, version
from .rules import Rules, games
from .spiel import SpielGame, State, load_game
from .vector import VectorEnv

__all__ = ["AECEnv", "DEALER", "Game", "NOBODY", "OrreryError", "Player", "Record", "Rules", "Score", "SpielGame", "State",
           "VectorEnv", "env", "games", "load_game", "read_records", "version"]

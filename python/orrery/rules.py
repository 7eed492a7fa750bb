# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Games and their rules: a game with a number of players, options and cards."""

from __future__ import annotations

import json
from typing import Any, Mapping

from .native import OrreryError, ffi, language, lib, opened, text_of


def games() -> list[str]:
    """The names of all games."""
    found: list[str] = []
    while (name := lib.orrery_game_name(len(found))) != ffi.NULL:
        found.append(ffi.string(name).decode())
    return found


class Rules:
    """The rules of a game. They never change, so any number of games and threads share them."""

    def __init__(self, game: str, players: int = 2, options: Mapping[str, str] | None = None,
                 cards: str | None = None):
        """`options` such as {"goal": "avoid"}; `cards` is a card set as one text (see `cards` below)."""
        words = " ".join(f"{name}={choice}" for name, choice in (options or {}).items())
        given = ffi.NULL if cards is None else ffi.new("char[]", cards.encode())
        length = 0 if cards is None else len(given) - 1
        self._take(opened(lib.orrery_rules_open, game.encode(), players, words.encode(), given, length,
                          close=lib.orrery_rules_close))

    @classmethod
    def _of(cls, handle: Any) -> Rules:
        rules = cls.__new__(cls)
        rules._take(ffi.gc(handle, lib.orrery_rules_close))
        return rules

    def _take(self, handle: Any) -> None:
        sizes = ffi.new("struct orrery_sizes *")
        lib.orrery_rules_sizes(handle, sizes)
        self.handle = handle
        self.players: int = sizes.players
        self.state_size: int = sizes.state
        self.action_count: int = sizes.actions
        self.feature_count: int = sizes.features
        self.numbering: int = sizes.numbering  #: fingerprint of the numbers of actions
        self.fingerprint: int = sizes.cards  #: of the cards

    def about(self, lang: str = "en") -> dict[str, Any]:
        """Game, options, and every component with its text."""
        return json.loads(text_of(lib.orrery_rules_json, self.handle, language(lang)))

    def catalogue(self, lang: str = "en") -> dict[str, Any]:
        """Moves with their numbers, events, reasons, questions, sources of points, fields, features."""
        return json.loads(text_of(lib.orrery_game_json, self.name.encode(), language(lang)))

    def feature_names(self) -> dict[str, str]:
        """What the numbers of `Game.features()` are, in their order: names with their meaning."""
        return {row["name"]: row["about"] for row in self.catalogue()["feature_names"]}

    def computer_players(self, lang: str = "en") -> dict[str, Any]:
        """Kinds of computer players with their settings, and levels by name."""
        return json.loads(text_of(lib.orrery_players_json, self.name.encode(), language(lang)))

    @property
    def name(self) -> str:
        if not hasattr(self, "_name"):
            self._name: str = self.about()["game"]
        return self._name

    def cards(self) -> str:
        """The cards as one text: change it and make rules with it."""
        return text_of(lib.orrery_rules_cards, self.handle)

    def action(self, notation: str) -> int:
        """The number of a move such as "mark b2"."""
        problem = ffi.new("struct orrery_problem *")
        words = notation.encode()
        action = lib.orrery_action_read(self.handle, words, len(words), problem)
        if action < 0:
            raise OrreryError(ffi.string(problem.sentence).decode())
        return action

    def notation(self, action: int) -> str:
        """The move with that number."""
        return text_of(lib.orrery_action_text, self.handle, action)


def rules_of(game: str | Rules, players: int, options: Mapping[str, str] | None) -> Rules:
    """Rules, from a name or as they are."""
    return game if isinstance(game, Rules) else Rules(game, players, options)

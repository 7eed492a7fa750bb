# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Single games as plain objects, records of them, and computer players."""

from __future__ import annotations

import gzip
import json
import os
import secrets
from typing import Any, Iterator, Mapping, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .native import OrreryError, checked, ffi, language, lib, opened, sentence, text_of
from .rules import Rules, rules_of

DEALER: int = lib.ORRERY_DEALER
NOBODY: int = lib.ORRERY_NOBODY
_MOVES_MAX: int = lib.ORRERY_MOVES_MAX


class Score(NamedTuple):
    points: list[int]
    places: list[int]  #: 1 is best


class Game:
    """A game that is being played. Seats count from 0.

    A move is a number, or its notation: `play(4)` and `play("mark a1")` are the same. The dealer's moves are made by
    `deal`, or one by one with `play` by whoever wants to decide chance.
    """

    def __init__(self, game: str | Rules, players: int = 2, options: Mapping[str, str] | None = None,
                 seed: int | None = None):
        self.rules = rules_of(game, players, options)
        self._state = self._room()
        checked(lib.orrery_start(self.rules.handle, self._state))
        self._random = ffi.new("uint64_t *", secrets.randbits(64) if seed is None else seed % 2**64)
        self._node_now: Any = None

    def _room(self) -> Any:
        return ffi.new("uint64_t[]", (self.rules.state_size + 7) // 8)

    @classmethod
    def _with(cls, rules: Rules, state: Any, random: int) -> Game:
        game = cls.__new__(cls)
        game.rules, game._state, game._node_now = rules, state, None
        game._random = ffi.new("uint64_t *", random)
        return game

    @classmethod
    def from_position(cls, text: str, seed: int = 0) -> Game:
        """A position (docs/position.md), with rules of its own."""
        room = ffi.new("uint64_t[]", lib.ORRERY_STATE_MAX // 8)
        words = text.encode()
        problem = ffi.new("struct orrery_problem *")
        handle = lib.orrery_position_open(words, len(words), ffi.NULL, 0, room, problem)
        if handle == ffi.NULL:
            raise OrreryError(sentence(problem))
        return cls._with(Rules._of(handle), room, seed)

    @classmethod
    def from_bytes(cls, rules: Rules, data: bytes, seed: int = 0) -> Game:
        """What `to_bytes` gave, possibly in another program; checked."""
        if len(data) != rules.state_size:
            raise OrreryError(f"a state has {rules.state_size} bytes")
        game = cls(rules, seed=seed)
        ffi.memmove(game._state, data, len(data))
        problem = ffi.new("struct orrery_problem *")
        if lib.orrery_state_check(rules.handle, game._state, problem) < 0:
            raise OrreryError(sentence(problem) or "this is not a state of these rules")
        return game

    def to_bytes(self) -> bytes:
        """The whole state; equal states have equal bytes."""
        return bytes(ffi.buffer(self._state, self.rules.state_size))

    def copy(self, seed: int | None = None) -> Game:
        """A game of its own; with a seed, with other random moves to come."""
        state = self._room()
        ffi.memmove(state, self._state, self.rules.state_size)
        return Game._with(self.rules, state, self._random[0] if seed is None else seed % 2**64)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    # ---- looking ----

    @property
    def _node(self) -> Any:
        if self._node_now is None:
            self._node_now = ffi.new("struct orrery_node *")
            checked(lib.orrery_node(self.rules.handle, self._state, self._node_now))
        return self._node_now

    @property
    def actor(self) -> int:
        """Who decides: a seat, DEALER, or NOBODY when the game is over."""
        return self._node.actor

    @property
    def turn(self) -> int:
        return self._node.turn

    @property
    def round(self) -> int:
        return self._node.round

    @property
    def is_over(self) -> bool:
        return self._node.actor == NOBODY

    def legal(self) -> list[int]:
        """The numbers of the legal moves; those of the dealer are the possible outcomes."""
        room = ffi.new("int32_t[]", _MOVES_MAX)
        count = checked(lib.orrery_legal(self.rules.handle, self._state, room, _MOVES_MAX))
        return ffi.unpack(room, count)

    def moves(self) -> list[str]:
        """The same in notation."""
        return [self.rules.notation(action) for action in self.legal()]

    def mask(self) -> NDArray[Any]:
        """One byte for each action of the game: 1 where it is legal."""
        mask = np.zeros(self.rules.action_count, np.uint8)
        checked(lib.orrery_mask(self.rules.handle, self._state, ffi.from_buffer("uint8_t[]", mask), len(mask)))
        return mask

    def weights(self) -> list[tuple[int, int]]:
        """At a move of the dealer: each outcome with its odds as a whole number."""
        room = ffi.new("uint32_t[]", _MOVES_MAX)
        count = checked(lib.orrery_odds(self.rules.handle, self._state, room, _MOVES_MAX))
        return list(zip(self.legal(), ffi.unpack(room, count)))

    def odds(self) -> list[tuple[int, float]]:
        """At a move of the dealer: each outcome with its probability."""
        weights = self.weights()
        total = sum(weight for _, weight in weights)
        return [(action, weight / total) for action, weight in weights]

    def score(self, if_it_ended_now: bool = False) -> Score:
        found = ffi.new("struct orrery_score *")
        ask = lib.orrery_projected if if_it_ended_now else lib.orrery_score
        checked(ask(self.rules.handle, self._state, found))
        return Score(ffi.unpack(found.total, self.rules.players), ffi.unpack(found.place, self.rules.players))

    def features(self, seat: int | None = None) -> NDArray[Any]:
        """Numbers that describe the state to a learner, as `seat` sees it; as the one who decides if it is None."""
        seen_by = max(self.actor, 0) if seat is None else seat
        features = np.zeros(self.rules.feature_count, np.int16)
        checked(lib.orrery_features(self.rules.handle, self._state, seen_by, ffi.from_buffer("int16_t[]", features),
                                    len(features)))
        return features

    # ---- moving ----

    def play(self, move: int | str) -> None:
        """Makes a move; an error if it is not legal."""
        action = self.rules.action(move) if isinstance(move, str) else move
        result = lib.orrery_apply(self.rules.handle, self._state, action)
        if result == lib.ORRERY_NOT_LEGAL and 0 <= action < self.rules.action_count:
            raise OrreryError(f"{self.rules.notation(action)} is not legal here")
        checked(result)
        self._node_now = None

    def play_telling(self, move: int | str, lang: str = "en") -> list[dict[str, Any]]:
        """The same, and returns what happened."""
        action = self.rules.action(move) if isinstance(move, str) else move
        copy = self.copy()._state  # to ask for the length first would make the move twice
        told = ffi.new("char[]", 1 << 16)
        length = checked(lib.orrery_apply_told(self.rules.handle, copy, action, language(lang), told, len(told)))
        if length >= len(told):
            told = ffi.new("char[]", length + 1)
            copy = self.copy()._state
            checked(lib.orrery_apply_told(self.rules.handle, copy, action, language(lang), told, len(told)))
        self._state, self._node_now = copy, None
        return json.loads(ffi.string(told))

    def deal(self) -> list[int]:
        """Makes the dealer's moves up to the next decision of a seat, by their odds; returns them."""
        made = []
        while self.actor == DEALER:
            made.append(self.play_random())
        return made

    def play_random(self) -> int:
        """Makes a random move, or one of the dealer by its odds; returns it."""
        action = checked(lib.orrery_random_action(self.rules.handle, self._state, self._random))
        self._node_now = None
        return action

    def play_out(self) -> int:
        """Random moves to the end of the game; returns how many."""
        made = checked(lib.orrery_play_out(self.rules.handle, self._state, self._random))
        self._node_now = None
        return made

    # ---- text and JSON ----

    def moment(self, lang: str = "en") -> dict[str, Any]:
        """Who decides what, every legal move in words, the score by source."""
        return json.loads(text_of(lib.orrery_moment_json, self.rules.handle, self._state, language(lang)))

    def blocked(self, lang: str = "en") -> list[dict[str, Any]]:
        """What the actor might want to do and cannot, with reasons and rules."""
        return json.loads(text_of(lib.orrery_blocked_json, self.rules.handle, self._state, language(lang)))

    def tell(self, action: int, lang: str = "en") -> str:
        """A legal move in words."""
        return text_of(lib.orrery_action_told, self.rules.handle, self._state, action, language(lang))

    def fields(self) -> dict[str, Any]:
        """All that the state holds, by name."""
        return json.loads(text_of(lib.orrery_state_json, self.rules.handle, self._state))

    def position(self) -> str:
        return text_of(lib.orrery_position_text, self.rules.handle, self._state)

    def draw(self, lang: str = "en") -> str:
        """The table in plain text."""
        return text_of(lib.orrery_table_text, self.rules.handle, self._state, language(lang))

    def __str__(self) -> str:
        return self.draw()


class Record:
    """A whole game: what was played, by whom. `str(record)` is its text (docs/record.md)."""

    def __init__(self, game: str | Rules, players: int = 2, options: Mapping[str, str] | None = None):
        self.rules = rules_of(game, players, options)
        self._handle = ffi.gc(lib.orrery_record_new(self.rules.handle), lib.orrery_record_close)

    @classmethod
    def read(cls, text: str) -> Record:
        """Reads a record and checks every move of it."""
        words = text.encode()
        record = cls.__new__(cls)
        record._handle = opened(lib.orrery_record_open, words, len(words), ffi.NULL, 0, close=lib.orrery_record_close)
        record.rules = Rules._of(lib.orrery_record_rules(record._handle))
        return record

    def seat(self, seat: int, name: str, player: str = "") -> None:
        """Who sits there; `player` describes a computer player."""
        checked(lib.orrery_record_seat(self._handle, seat, name.encode(), player.encode()))

    def add(self, action: int) -> None:
        checked(lib.orrery_record_add(self._handle, action))

    def __len__(self) -> int:
        return checked(lib.orrery_record_count(self._handle))

    def actions(self) -> list[tuple[int, int]]:
        """Who did what: pairs of actor and action."""
        actor = ffi.new("int32_t *")
        found = []
        for number in range(len(self)):
            action = checked(lib.orrery_record_action(self._handle, number, actor))
            found.append((actor[0], action))
        return found

    def visits(self, number: int) -> list[int]:
        """How often a search visited each legal action before that action was chosen; [] if the record does not tell."""
        room = ffi.new("uint32_t[]", _MOVES_MAX)
        return ffi.unpack(room, checked(lib.orrery_record_visits(self._handle, number, room, _MOVES_MAX)))

    def game(self, count: int | None = None) -> Game:
        """The game after so many actions; after all of them if it is None."""
        game = Game(self.rules, seed=0)
        checked(lib.orrery_record_state(self._handle, len(self) if count is None else count, game._state))
        return game

    def __str__(self) -> str:
        return text_of(lib.orrery_record_text, self._handle)


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of an archive (docs/record.md), one after another."""
    lines: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as archive:
        for line in archive:
            if line.startswith("orrery record ") and lines:
                yield Record.read("".join(lines))
                lines = []
            lines.append(line)
    if lines:
        yield Record.read("".join(lines))


class Player:
    """A computer player by its description, such as "mcts:nodes=1000", or the name of a level, such as "Admiral"."""

    def __init__(self, rules: Rules, description: str, seed: int = 0):
        self.rules = rules
        self._handle = opened(lib.orrery_player_open, rules.handle, description.encode(), seed % 2**64,
                              close=lib.orrery_player_close)

    def begin(self, seed: int = 0) -> None:
        """A new game begins."""
        checked(lib.orrery_player_begin(self._handle, seed % 2**64))

    def choose(self, game: Game, milliseconds: int = 0) -> int:
        """Its move for the seat that decides. 0 milliseconds: as long as its description says."""
        return checked(lib.orrery_player_choose(self._handle, game._state, milliseconds))

    def stop(self) -> None:
        """From another thread: the choice under way ends at once."""
        checked(lib.orrery_player_stop(self._handle))

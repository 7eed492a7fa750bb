# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""A bot at a table of a server: sits down, plays to the end, and comes back when the connection breaks. docs/bots.md
explains it; docs/protocol.md has all that a server understands. Of the engine it needs nothing, unless a player of the
library is to choose the moves (`Bot.play_with`).

    python3 -m orrery.bot http://127.0.0.1:8686/ --token-file FILE --games 10 --player heuristic --against Cadet
"""

from __future__ import annotations

import argparse
import base64
import collections
import http.client
import json
import os
import socket
import ssl
import struct
import sys
import time
import urllib.parse
from collections.abc import Callable
from typing import Any

MESSAGE_MAX = 16 * 1024 * 1024  #: bytes; no view comes near it
FRAMES, SECONDS = 50, 20.0  #: a server cuts off who sends more frames in so many seconds, if it says nothing else
SHARE = 0.8  #: of that, so that two clocks that differ a little do no harm
SILENCE = 90.0  #: seconds without a sign of the server, which sends pings
TOKEN_GONE = 4001
GONE = "the token is gone: sign in again"
PAUSE_MAX = 10.0  #: seconds between two attempts

Choose = Callable[[dict[str, Any]], str]


class BotError(Exception):
    """The server refuses something, and to try again would not help."""


class _Closed(OSError):
    """The server has closed the connection."""


class _Busy(_Closed):
    """The server asks for patience."""


class _Socket:
    """A WebSocket: whole messages of text, pings answered, no more frames than a server takes."""

    def __init__(self, address: urllib.parse.SplitResult, token: str):
        port = address.port or (443 if address.scheme == "https" else 80)
        self._socket = socket.create_connection((address.hostname, port), timeout=SILENCE)
        if address.scheme == "https":
            self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=address.hostname)
        self._file = self._socket.makefile("rb")
        self._sent: collections.deque[float] = collections.deque()  # when
        self._again: collections.deque[dict[str, Any]] = collections.deque()
        self.set_frames(FRAMES)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                              f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                              f"Authorization: Bearer {token}\r\n\r\n").encode())
        status = self._file.readline(1000).split()
        if len(status) < 2 or status[1] != b"101":
            self.close()
            if status[1:2] == [b"401"]:
                raise BotError(GONE)
            raise _Closed(f"no WebSocket: {status}")
        while self._file.readline(1000) not in (b"\r\n", b""):
            pass

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def set_frames(self, frames: int) -> None:
        """How many the server takes."""
        self._sent = collections.deque(self._sent, maxlen=max(1, int(SHARE * frames)))

    def send(self, data: bytes, kind: int = 1) -> None:
        if len(self._sent) == self._sent.maxlen:
            time.sleep(max(0.0, self._sent[0] + SECONDS - time.monotonic()))
        self._sent.append(time.monotonic())
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
        self._socket.sendall(bytes([0x80 | kind]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def _read(self, count: int) -> bytes:
        data = self._file.read(count)
        if len(data) < count:
            raise _Closed("the connection ended")
        return data

    def _frame(self) -> tuple[bool, int, bytes]:
        first, length = self._read(2)
        if length >= 126:
            length = int.from_bytes(self._read(2 if length == 126 else 8), "big")
        if length > MESSAGE_MAX:
            raise _Closed("the message is too long")
        return first >= 0x80, first & 15, self._read(length)

    def put_back(self, messages: list[dict[str, Any]]) -> None:
        """They are received once more, before all others."""
        self._again.extend(messages)

    def receive(self) -> dict[str, Any]:
        if self._again:
            return self._again.popleft()
        message = b""
        while True:
            is_last, kind, data = self._frame()
            if kind == 8:
                if int.from_bytes(data[:2], "big") == TOKEN_GONE:
                    raise BotError(GONE)
                raise _Closed("the server closed the connection")
            if kind == 9:
                self.send(data, 10)
            elif kind in (0, 1):
                message += data
                if len(message) > MESSAGE_MAX:
                    raise _Closed("the message is too long")
                if is_last:
                    return json.loads(message)


class _Sitting:
    """A bot at one table, over any number of connections. Seats count from 1 here, as the server counts them."""

    def __init__(self, bot: Bot, table: str, choose: Choose):
        self.bot, self.table, self.choose = bot, table, choose
        self.number = 0
        self.version = -1
        self.played: list[str] = []  # the moves of the game so far, those of the dealer too
        self.key = base64.urlsafe_b64encode(os.urandom(9)).decode()  # actions of another sitting have other keys

    def send(self, web: _Socket, do: str, **more: Any) -> None:
        self.number += 1
        web.send(json.dumps({"do": do, "id": self.number, "table": self.table, **more}).encode())

    def act(self, web: _Socket, view: dict[str, Any]) -> None:
        """What there is to do for us at this version of the table, at most one thing."""
        mine = [number for number, seat in enumerate(view["seats"], 1) if seat.get("yours")]
        free = [number for number, seat in enumerate(view["seats"], 1) if seat["kind"] == "open"]
        how = {"expected": view["version"], "key": f"{self.key}-{view['version']}"}
        waiting = [number for number in mine if view["seats"][number - 1].get("confirms")]
        if view["phase"] == "open" and not mine:
            if not free:
                raise BotError("no seat is open at this table")
            self.send(web, "sit", seat=free[0], **how)
        elif view["phase"] == "open":
            if view.get("yours") and not free:
                self.send(web, "start", **how)
        elif not mine:
            raise BotError("the game has begun without us")
        elif waiting:  # turns of ours need no second thought
            self.send(web, "confirms", seat=waiting[0], on=False, **how)
        elif view.get("confirming") in mine:
            self.send(web, "confirm", seat=view["confirming"], **how)
        elif view.get("actor") in mine and view.get("legal"):
            self.send(web, "move", seat=view["actor"], move=self.choose(view), **how)

    def take(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The view in a message, if it is a new one."""
        if message.get("ok") is False:
            if message["error"] in ("too-many", "unavailable"):
                raise _Busy(message["text"])
            if message["error"] != "stale":
                raise BotError(message["text"])
        view = message.get("view")
        return view if view is not None and view["table"] == self.table and view["version"] > self.version else None

    def note(self, log: list[dict[str, Any]]) -> None:
        """Lines of the log: one with the number of an earlier one replaces it and all behind it."""
        for line in log:
            if line["number"] <= len(self.played) + 1:
                self.played[line["number"] - 1:] = [line["move"]]

    def fetch(self, web: _Socket, moves: int) -> None:
        """The moves that no message has told, because there were too many at once."""
        while len(self.played) < moves:
            self.send(web, "log", **{"from": len(self.played)})
            others = []
            while (message := web.receive()).get("answer") != self.number:
                others.append(message)
            web.put_back(others)
            self.take(message)
            self.note(message["log"])

    def play(self, web: _Socket) -> dict[str, Any]:
        """Until the game is over; returns the last view."""
        self.version = -1
        self.send(web, "watch", state=True, log=len(self.played))
        while True:
            message = web.receive()
            if message.get("event") == "welcome":
                web.set_frames(message.get("frames", FRAMES))
            view = self.take(message)
            if view is None:
                continue
            self.bot.reached()
            self.version = view["version"]
            self.note(message["log"])
            self.fetch(web, view.get("moves", 0))
            del self.played[view.get("moves", 0):]
            view["played"] = list(self.played)
            if view["phase"] == "over":
                return view
            self.act(web, view)


class _Thinker:
    """Chooses with a player of the library: makes the moves of the table in a game of its own."""

    def __init__(self, bot: Bot, table: str, player: str, seed: int):
        self.bot, self.table, self.player, self.seed = bot, table, player, seed
        self.game: Any = None
        self.thinker: Any = None
        self.played: list[str] = []

    def begin(self, view: dict[str, Any]) -> None:
        from .game import Game, Player
        from .rules import Rules
        cards = self.bot.ask("GET", f"/api/tables/{self.table}/set")  # those of this table, whatever the host has
        rules = Rules(view["game"], view["players"], view["options"], cards)
        self.game, self.played = Game(rules, seed=0), []
        self.thinker = Player(rules, self.player, self.seed)

    def choose(self, view: dict[str, Any]) -> str:
        if self.game is None or view["played"][:len(self.played)] != self.played:
            self.begin(view)
        for move in view["played"][len(self.played):]:
            self.game.play(move)
        self.played = view["played"]
        return self.game.rules.notation(self.thinker.choose(self.game))


class Bot:
    """Someone at a server: a bot by its token, or a guest with that name."""

    def __init__(self, address: str, name: str = "Bot", token: str | None = None, patience: float = 120.0):
        self.address = urllib.parse.urlsplit(address)
        if self.address.scheme not in ("http", "https") or not self.address.hostname:
            raise BotError(f"not the address of a server: {address}")
        self.patience = patience  #: seconds to try again before it gives up
        self._reached = time.monotonic()
        self.token = token
        if token is None:
            self.token = self.ask("POST", "/api/guest", {"name": name, "token": True})["token"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request by HTTP, as docs/protocol.md lists them. If the server says when to come back, it is asked again."""
        end = time.monotonic() + self.patience
        while True:
            status, headers, text = self._request(method, path, body)
            later = headers.get("Retry-After", "")
            if status not in (429, 503) or not later.isdecimal() or time.monotonic() + int(later) > end:
                break
            time.sleep(max(1, int(later)))
        if not 200 <= status < 300:
            raise BotError(f"{method} {path}: {status} {text}")
        return json.loads(text) if headers.get("Content-Type", "").startswith("application/json") else text

    def _request(self, method: str, path: str, body: Any) -> tuple[int, Any, str]:
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.address.hostname, self.address.port, timeout=SILENCE)
        headers = {"Connection": "close"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read(MESSAGE_MAX).decode()
        connection.close()
        return answer.status, answer.headers, text

    def new_table(self, game: str, seats: list[Any], **setup: Any) -> str:
        """A new table; it begins as soon as no seat is open."""
        return self.ask("POST", "/api/tables", {"game": game, "seats": seats, "start": "open" not in seats, **setup})["table"]

    def reached(self) -> None:
        """There was a sign of life: patience begins again."""
        self._reached = time.monotonic()

    def play_with(self, table: str, player: str, seed: int = 0) -> dict[str, Any]:
        """`play` with a player of the library: "mcts:nodes=200", or the name of a level such as "Cadet"."""
        return self.play(table, _Thinker(self, table, player, seed).choose)

    def play(self, table: str, choose: Choose) -> dict[str, Any]:
        """Sits down if a seat is open, and plays until the game is over; returns the last view. `choose` gets a view in
        which we decide, and returns one of `move["move"] for move in view["legal"]`; `view["played"]` has the moves so
        far, those of the dealer too."""
        sitting = _Sitting(self, table, choose)
        self.reached()
        pause = 0.05
        while True:
            began, web = self._reached, None
            try:
                web = _Socket(self.address, self.token or "")
                return sitting.play(web)
            except OSError as error:
                pause = 0.1 if self._reached > began and not isinstance(error, _Busy) else min(2 * pause, PAUSE_MAX)
                if time.monotonic() - self._reached > self.patience:
                    raise BotError(f"the server cannot be reached: {error}") from error
            finally:
                if web is not None:
                    web.close()
            time.sleep(pause)


def _level(bot: Bot, game: str, word: str) -> str:
    """The player of the level with that name; otherwise the word is one."""
    games = bot.ask("GET", "/api/games")["games"]
    levels: list[dict[str, Any]] = next((each["levels"] for each in games if each["name"] == game), [])
    return next((level["player"] for level in levels if word in level["name"].values()), word)


def _read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m orrery.bot", description="Plays games in a row at a server.",
                                     formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("address", help="of the server, such as http://127.0.0.1:8686/")
    parser.add_argument("--token-file", help="file with the bot's token in its first line; none: a guest plays")
    parser.add_argument("--name", default="Bot", help="name of the guest")
    parser.add_argument("--game", default="noughts", help="what is played")
    parser.add_argument("--games", type=int, default=1, help="how many games")
    parser.add_argument("--player", default="heuristic", help="who thinks here: a description or a level")
    parser.add_argument("--against", default="heuristic", help="who thinks at the server, likewise")
    parser.add_argument("--table", help="play at this table, one game, instead of creating tables")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Plays: a line for each game, and one for all of them."""
    asked = _read_arguments(arguments)
    token = None
    if asked.token_file:
        with open(asked.token_file, encoding="utf-8") as file:
            token = file.readline().strip()
    bot = Bot(asked.address, asked.name, token)
    opponent = _level(bot, asked.game, asked.against)
    games = 1 if asked.table else asked.games
    won, began = 0, time.monotonic()
    for number in range(games):
        seats = ["me", opponent] if number % 2 == 0 else [opponent, "me"]  # fair to both
        table = asked.table or bot.new_table(asked.game, seats)
        end = bot.play_with(table, asked.player, seed=number)
        seat = next(index for index, one in enumerate(end["seats"]) if one.get("yours"))
        place = end["score"][seat]["place"]
        won += place == 1
        points = " : ".join(str(one["total"]) for one in end["score"])
        print(f"game {number + 1}: {points}, place {place} in seat {seat + 1}, {end['moves']} moves, table {table}",
              flush=True)
    print(f"first in {won} of {games} games, {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (BotError, OSError) as error:
        sys.exit(f"orrery.bot: {error}")

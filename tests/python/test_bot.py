#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Bots at a server (python/orrery/bot.py): they play to the end, sit down at the tables of others, come back after the
server was gone, and play with tokens of their own. As TAP.
    test_bot.py ORRERY [WORD…]    ORRERY_LIBRARY names liborrery.so; ORRERY_TEST_GAMES multiplies the games
"""

import contextlib
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tests/program"), str(SOURCE / "python")]

from frame import Failure, contains, equal, run_tests, test, true
from serving import Server

from orrery import Record
from orrery.bot import Bot, BotError

MANY = ("--requests", 100000, "--tables", 0, "--megabytes", 0)  # for a guest that plays all day
GAMES = max(1, int(os.environ.get("ORRERY_TEST_GAMES", "1")))


def address(server):
    return f"http://127.0.0.1:{server.port}/"


def first(view):
    return view["legal"][0]["move"]


def refused(part, what, *arguments):
    try:
        what(*arguments)
    except BotError as error:
        contains(str(error), part)
    else:
        raise Failure(f"{what} is not refused")


@test
def a_bot_plays_games_to_their_ends(folder):
    with Server(folder, *MANY) as server:
        bot = Bot(address(server), "Robby")
        levels = next(game["levels"] for game in bot.ask("GET", "/api/games")["games"] if game["name"] == "noughts")
        for number in range(GAMES):
            table = bot.new_table("noughts", ["me", levels[number % len(levels)]["player"]])
            equal(bot.play(table, first)["phase"], "over", "phase")
            record = Record.read(bot.ask("GET", f"/api/tables/{table}/record"))
            true(record.game().is_over, "its record")


def bot_token(server, name="Robby"):
    """A bot of a new account: the tokens of the owner and of the bot."""
    _, _, guest = server.ask("POST", "/api/guest", {"name": "Ada", "token": True})
    _, _, owner = server.ask("POST", "/api/account", {"name": "Ada", "password": "correct horse 17", "token": True},
                             guest["token"])
    status, _, made = server.ask("POST", "/api/bots", {"name": name}, owner["token"])
    equal(status, 201, "status")
    return owner["token"], made["token"]


PLAYED = [("noughts", ["Cadet", "Pilot"], 2)]  # game, levels, games against each
LARGE = ["Cadet", "Pilot", "Navigator", "Commander", "Captain"]
PLAYED_LONG = [("noughts", ["Cadet", "Pilot", "Navigator"], 28), ("beyond-the-sun", LARGE, 2), ("pulsar-2849", LARGE, 2)]


@test
def a_bot_with_a_token_plays_the_levels(folder):
    """Games in a row, as anyone would start them; many in the long run, of the large games too."""
    with Server(folder, "--bot-messages", 100000, "--bot-tables", 0) as server:
        _, token = bot_token(server)
        (folder / "token").write_text(f"{token}\n", encoding="utf-8")
        for game, levels, count in PLAYED if GAMES == 1 else PLAYED_LONG:
            for level in levels:
                done = subprocess.run(
                    [sys.executable, "-Bm", "orrery.bot", address(server), "--token-file", str(folder / "token"),
                     "--game", game, "--games", str(count), "--player", "heuristic", "--against", level],
                    env={**os.environ, "PYTHONPATH": str(SOURCE / "python")}, capture_output=True, text=True, check=False)
                lines = done.stdout.splitlines()
                true(done.returncode == 0 and len(lines) == count + 1, f"{game} {level}: {done.stdout}{done.stderr}")
                contains(lines[0], "in seat 1")
                contains(lines[1], "in seat 2")
                contains(lines[-1], f"of {count} games")
                print(f"# {game} against {level}: {lines[-1]}")
        bot = Bot(address(server), token=token)
        tables = bot.ask("GET", "/api/my/tables")["tables"]
        true(all(table["phase"] == "over" for table in tables), "all are over")
        true(all(seat.get("bot", False) == seat["yours"] for table in tables for seat in table["seats"]), "it is marked")


@test
def a_bot_thinks_about_the_game_that_is_played(folder):
    """What it plays along is what is at the table, move by move, also after it was away."""
    with Server(folder) as server:
        _, token = bot_token(server)
        bot = Bot(address(server), token=token)
        table = bot.new_table("noughts", ["me", "heuristic"])
        seen = []

        def choose(view):
            record = Record.read(bot.ask("GET", f"/api/tables/{table}/record"))
            equal([record.rules.notation(action) for _, action in record.actions()], view["played"], "played")
            seen.append(len(view["played"]))
            return first(view)

        end = bot.play(table, choose)
        true(len(seen) >= 2 and seen == sorted(seen), f"{seen}")
        equal(len(end["played"]), end["moves"], "moves of the end")


@test
def a_revoked_bot_is_out(folder):
    with Server(folder) as server:
        owner, token = bot_token(server)
        bot = Bot(address(server), token=token)
        table = bot.new_table("noughts", ["me", "open"])
        (number,) = [one["bot"] for one in server.ask("GET", "/api/bots", None, owner)[2]["bots"]]
        began = threading.Event()

        def revoke():
            began.wait()
            server.ask("POST", f"/api/bots/{number}/revoke", {}, owner)

        def reached():  # the first time it has only begun; then it watches the table, and waits for the other seat
            times.append(None)
            if len(times) == 2:
                began.set()

        times = []
        bot.reached = reached
        thread = threading.Thread(target=revoke)
        thread.start()
        refused("token is gone", bot.play, table, first)
        thread.join()
        refused("401", bot.new_table, "noughts", ["me", "heuristic"])
        refused("token is gone", bot.play, table, first)  # nor is it let in again


@test
def two_bots_at_one_table(folder):
    with Server(folder) as server:
        host, guest = Bot(address(server), "Hanna"), Bot(address(server), "Viktor")
        table = host.new_table("noughts", ["me", "open"])
        ends = {}
        others = threading.Thread(target=lambda: ends.update(guest=guest.play(table, first)))
        others.start()
        ends["host"] = host.play(table, first)
        others.join()
        equal({name: view["phase"] for name, view in ends.items()}, {"host": "over", "guest": "over"}, "phases")
        equal([seat["name"] for seat in ends["host"]["seats"]], ["Hanna", "Viktor"], "seats")
        refused("begun without us", Bot(address(server)).play, host.new_table("noughts", ["heuristic", "heuristic"]), first)


@test
def a_bot_comes_back_after_the_server_was_gone(folder):
    servers = [Server(folder)]
    chosen = []

    def choose(view):
        chosen.append(view["version"])
        if len(chosen) in (1, 2):  # whatever it sends now is lost
            servers[-1].kill()
            servers.append(Server(folder, port=servers[-1].port))
        return first(view)

    try:
        bot = Bot(address(servers[0]))
        table = bot.new_table("noughts", ["me", "heuristic"])
        equal(bot.play(table, choose)["phase"], "over", "phase")
        equal(len(servers), 3, "servers")
    finally:
        for server in servers:
            server.kill()


class Proxy:
    """Between a bot and a server; cuts every connection when it is told to."""

    def __init__(self, port):
        self.server = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.ends = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                bot, _ = self.listener.accept()
            except OSError:
                return  # closed
            server = socket.create_connection(("127.0.0.1", self.server))
            self.ends += [bot, server]
            for source, target in ((bot, server), (server, bot)):
                threading.Thread(target=self.pass_on, args=(source, target), daemon=True).start()

    @staticmethod
    def pass_on(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # cut

    def cut(self):
        while self.ends:
            with contextlib.suppress(OSError):  # it may have ended by itself
                self.ends.pop().shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
        self.cut()


@test
def a_bot_comes_back_after_its_connection_was_cut(folder):
    """The server is there all the time, and the other seat has not noticed anything."""
    chosen = []

    def choose(view):
        chosen.append(len(view["played"]))
        if len(chosen) in (1, 3):
            proxy.cut()
        return first(view)

    with Server(folder) as server:
        proxy = Proxy(server.port)
        bot = Bot(f"http://127.0.0.1:{proxy.port}/")
        table = bot.new_table("noughts", ["me", "heuristic"], options={"start": "first"})
        end = bot.play(table, choose)
        proxy.close()
        equal(end["phase"], "over", "phase")
        true(len(chosen) > len(set(chosen)), f"what was lost was chosen again: {chosen}")


@test
def what_would_not_help_is_not_tried_again(folder):
    with Server(folder) as server:
        bot = Bot(address(server))
        refused("", bot.play, "nosuchtable", first)
        refused("", bot.play, bot.new_table("noughts", ["me", "heuristic"]), lambda view: "mark z9")
        refused("400", bot.new_table, "chess", ["me"])
        refused("not the address", Bot, "ftp://127.0.0.1/")
    bot.patience = 0
    refused("cannot be reached", bot.play, "any", first)


@test
def the_example_of_the_docs_runs_as_it_stands(folder):
    examples = re.findall(r"```python\n(.*?)```", (SOURCE / "docs/bots.md").read_text(encoding="utf-8"), re.DOTALL)
    true(len(examples) >= 2, "there are examples")
    with Server(folder) as server:
        for example in examples:
            code = example.replace("http://127.0.0.1:8080/", address(server))
            done = subprocess.run([sys.executable, "-Bc", code], env={**os.environ, "PYTHONPATH": str(SOURCE / "python")},
                                  capture_output=True, text=True, check=False)
            true(done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":
    sys.exit(run_tests())

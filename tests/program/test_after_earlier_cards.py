#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What was played with the default cards of an earlier version goes on with them. The program of this test has the cards of
the golden games as its default, so that those in data/ are earlier ones. As TAP.
    test_after_earlier_cards.py ORRERY_WITH_EARLIER_CARDS [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import gzip
import json
import os
import pathlib
import re
import sqlite3
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, equal, fine, refused, run, run_tests, test, true, write
from serving import Server

SOURCE = pathlib.Path(__file__).resolve().parents[2]
GAMES = ("beyond-the-sun", "pulsar-2849")  # those whose golden cards are not the default
LONG = int(os.environ.get("ORRERY_TEST_GAMES", "1")) > 1


def folder_of(game):
    return SOURCE / "data" / game.replace("-", "_")


def old(game, ending):
    """A file of an earlier version, and the card set that it names."""
    path = SOURCE / "tests/old_files/0.1" / f"{game}.{ending}"
    return path, re.search(r"^cards (\w+)$", path.read_text(encoding="utf-8"), re.M)[1]


def default_of(game, *cards):
    return re.search(r"\b[0-9a-f]{16}\b", fine(run("cards", game, *cards)))[0]


@test
def the_sets_are_those_that_the_tool_keeps(_):
    for game in GAMES:
        _, name = old(game, "record")
        true((folder_of(game) / "sets" / f"{name}.diff").exists(), f"the cards of {game} are kept")
        true(default_of(game) != name, f"the default of {game} is another one here")
        present = default_of(game, "--cards", folder_of(game))
        true((folder_of(game) / "sets" / f"{present}.diff").exists(), f"the present cards of {game} are kept")


@test
def records_replay_and_are_fair(_):
    for game in GAMES:
        record, _ = old(game, "record")
        contains(fine(run("replay", record)), "all legal")
        contains(fine(run("verify", record)), "match the dealer's commitment")


@test
def positions_are_of_the_same_cards(_):
    for game in GAMES:
        fine(run("position", old(game, "position")[0]))
        record, name = old(game, "record")
        contains(fine(run("replay", record, "--at", 20)), f"cards {name}\n")


def puzzles_of(game):
    """The recorded games of puzzles, up to where someone has to decide."""
    found = json.loads((folder_of(game) / "puzzles.json").read_text(encoding="utf-8"))
    for puzzle in found["puzzles"]:
        begun = found["games"][puzzle["game"]]
        yield begun["head"] + "".join(f"{move}\n" for move in begun["moves"][:puzzle["moves"]]) + puzzle["tail"]


@test
def guides_and_puzzles_replay(folder):
    for game in GAMES:
        fine(run("replay", folder_of(game) / "guide.record", "--quiet"))
        for text in puzzles_of(game):
            fine(run("replay", write(folder / "puzzle.record", text), "--quiet"))


@test
def hints_and_analyses(folder):
    """Analyses take most of the time; in the short run one game has one."""
    for game in GAMES:
        puzzle = write(folder / "puzzle.record", next(puzzles_of(game)))
        fine(run("hint", puzzle, "--nodes", 50, "--threads", 1))
        if LONG or game == GAMES[0]:
            fine(run("analyse", puzzle, "--nodes", 1, "--threads", 1))


@test
def a_game_is_played_on(folder):
    """It keeps the cards that it began with."""
    for game in GAMES:
        text = re.sub(r'^(seat \d) person .*$', r'\1 computer random "R"', next(puzzles_of(game)), flags=re.M)
        saved = folder / "saved.record"
        fine(run("play", game, "--from", write(folder / "begun.record", text), "--save", saved))
        contains(saved.read_text(encoding="utf-8"), f"cards {old(game, 'record')[1]}\n")
        fine(run("replay", saved, "--quiet"))


@test
def new_games_have_the_default(folder):
    for game in GAMES:
        (folder / game).mkdir()
        fine(run("selfplay", game, "--games", 1, "--records", folder / game))
        contains((folder / game / "game-1.record").read_text(encoding="utf-8"), f"cards {default_of(game)}\n")


@test
def other_fingerprints_are_refused(folder):
    """Those that no default set has ever had; those of another game; and those of cards that were not asked for."""
    for game, another in (GAMES, GAMES[::-1]):
        record, name = old(game, "record")
        text = record.read_text(encoding="utf-8")
        for wrong in ("0123456789abcdef", "0" * 16, "f" * 16, old(another, "record")[1]):
            changed = write(folder / "changed.record", text.replace(f"cards {name}\n", f"cards {wrong}\n"))
            contains(refused(run("replay", changed)), f"this needs the card set {wrong}, but the current one is "
                                                      f"{default_of(game)}")
        cards = SOURCE / "tests/golden/cards" / game.replace("-", "_")
        contains(refused(run("replay", record, "--cards", cards)), f"this needs the card set {name}")


@test
def tables_are_read_without_their_documents(folder):
    """A store keeps the cards of its tables; the program has them, too."""
    version = SOURCE / "tests/old_files/0.1"
    store = folder / "tables.db"
    store.write_bytes(gzip.decompress((version / "tables.db.gz").read_bytes()))
    with contextlib.closing(sqlite3.connect(store)) as database:
        true(database.execute("DELETE FROM documents").rowcount >= len(GAMES), "there were documents")
        database.commit()
    fine(run("admin", "check", "--store", store))
    for game in GAMES:
        table = json.loads((version / "kept.json").read_text(encoding="utf-8"))["games"][game]["over"]
        equal(fine(run("admin", "export", table, "--store", store)), old(game, "record")[0].read_text(encoding="utf-8"),
              f"the record of {game}")


@test
def servers_take_them(folder):
    with Server(folder) as server:
        token = server.guest()
        for game in GAMES:
            record, name = old(game, "record")
            table = server.must("POST", "/api/import", {"record": record.read_text(encoding="utf-8")}, token)["table"]
            contains(server.must("GET", f"/api/tables/{table}/record"), f"cards {name}\n")
            contains(server.must("GET", f"/api/tables/{table}/set"), f"orrery cards 1\ngame {game}\n")
            fresh = server.table(token, *["random"] * 2, game=game)
            server.play_out(token, fresh)
            contains(server.must("GET", f"/api/tables/{fresh}/record"), f"cards {default_of(game)}\n")
        equal(server.stop(), 0, "exit code")
    with contextlib.closing(sqlite3.connect(folder / "tables.db")) as database:  # read from its rows
        tables = [row[0] for row in database.execute("SELECT id FROM tables")]
    fine(run("admin", "check", "--store", folder / "tables.db"))
    for table in tables:
        contains(fine(run("admin", "export", table, "--store", folder / "tables.db")), "\nend\n")


sys.exit(run_tests())

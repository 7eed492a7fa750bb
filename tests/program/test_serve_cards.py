#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""`orrery serve --cards PATH`: new tables have other cards, every table keeps its own. As TAP.
    test_serve_cards.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import pathlib
import shutil
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, complaint, contains, equal, lacks, run, run_tests, test, true, write
from serving import Server

DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "data"


def cards_of(folder, name, game="noughts", **changes):
    """A copy of the cards of a game, with texts replaced."""
    copy = folder / name
    shutil.copytree(DATA / game, copy)
    for file in copy.glob("*.cards"):
        text = file.read_text(encoding="utf-8")
        for old, new in changes.items():
            text = text.replace(old.replace("_", " "), new)
        write(file, text)
    return copy


def bottom_row(server, path):
    """What the cards say of the bottom row."""
    return next(each["text"] for each in server.must("GET", path)["components"]
                if each["id"] == "row-1")


def played(server, token):
    """A table where two computer players have played a whole game."""
    table = server.table(token, "random", "random")
    server.play_out(token, table)
    return table


def print_of(server, table):
    """The card set of a table, by its record."""
    lines = server.must("GET", f"/api/tables/{table}/record").splitlines()
    return next(line for line in lines if line.startswith("cards "))


@test
def other_cards_for_new_tables(folder):
    other = cards_of(folder, "other", a1_b1_c1="a1 b1 c2")
    with Server(folder) as server:
        token = server.guest()
        plain = played(server, token)
        contains(bottom_row(server, "/api/games/noughts/cards"), "c1")
        equal(server.stop(), 0, "exit code")
    with Server(folder, "--cards", other) as server:
        contains(bottom_row(server, "/api/games/noughts/cards"), "c2")
        changed = played(server, token)
        contains(bottom_row(server, f"/api/tables/{changed}/cards"), "c2")
        contains(bottom_row(server, f"/api/tables/{plain}/cards"), "c1")
        true(server.must("GET", f"/api/tables/{changed}/layout"), "layout")
        true(print_of(server, plain) != print_of(server, changed), "two card sets")
        for table in (plain, changed):  # records of both go on
            record = server.must("GET", f"/api/tables/{table}/record")
            again = server.must("POST", "/api/import", {"record": record}, token)["table"]
            equal(print_of(server, again), print_of(server, table), "cards of an imported game")
        shutil.rmtree(other)  # they were read at the start
        equal(print_of(server, played(server, token)), print_of(server, changed), "one more")
        equal(server.stop(), 0, "exit code")
    with Server(folder) as server:  # and back again: every table has its own
        contains(bottom_row(server, "/api/games/noughts/cards"), "c1")
        contains(bottom_row(server, f"/api/tables/{changed}/cards"), "c2")
        equal(print_of(server, played(server, token)), print_of(server, plain), "new table")
        equal(server.stop(), 0, "exit code")
    equal(run("admin", "check", "--store", folder / "tables.db").code, 0, "check")


@test
def cards_of_several_games(folder):
    one = cards_of(folder, "one", a1_b1_c1="a1 b1 c2")
    two = cards_of(folder, "two", game="pulsar_2849")
    with Server(folder, "--cards", one, "--cards", two) as server:
        contains(bottom_row(server, "/api/games/noughts/cards"), "c2")
        true(server.must("GET", "/api/games/pulsar-2849/cards")["components"], "cards")
        equal(server.stop(), 0, "exit code")


@test
def cards_that_are_wrong(folder):
    def fails(*folders):
        options = sum((["--cards", each] for each in folders), [])
        result = run("serve", "--port", 0, "--store", folder / "a.db", *options)
        return complaint(result, FAILED)

    wrong = cards_of(folder, "wrong", a1_b1_c1="a1 b1 z9")
    contains(fails(wrong), f"{wrong}/lines.cards:", "z9")
    contains(fails(folder / "none"), f"{folder}/none", "cannot be opened")
    (folder / "empty").mkdir()
    contains(fails(folder / "empty"), f"{folder}/empty", "card files")
    part = cards_of(folder, "part", game="pulsar_2849")
    (part / "goals.cards").unlink()
    contains(fails(part), f"{part}/goals.cards")
    first, second = cards_of(folder, "first"), cards_of(folder, "second")
    sentence = fails(first, second)
    contains(sentence, "first", "second", "noughts")
    lacks(sentence, "wrong")


sys.exit(run_tests())

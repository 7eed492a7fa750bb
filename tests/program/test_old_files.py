#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Files of older versions of the program (tests/old_files) can be used as ever, as docs/compatibility.md promises. As TAP.
    test_old_files.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import gzip
import json
import pathlib
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, equal, fine, run, run_tests, test, true
from serving import Server, Web

OLD = sorted(path for path in (pathlib.Path(__file__).resolve().parent.parent / "old_files").iterdir() if path.is_dir())


def kept(version):
    return json.loads((version / "kept.json").read_text(encoding="utf-8"))


def each_game():
    """Every game of every version: the folder, the name, and the option that names its cards or nothing: they were the
    default of that version, which every later one knows."""
    for version in OLD:
        for game in kept(version)["games"]:
            yield version, game, ("--cards", version / f"{game}.cards")
            yield version, game, ()


def database(version, folder):
    """A store as that version left it."""
    store = folder / "tables.db"
    store.write_bytes(gzip.decompress((version / "tables.db.gz").read_bytes()))
    return store


@test
def there_are_some(_):
    true(len(OLD) >= 1, "no version is kept")


@test
def records_replay_and_are_fair(_):
    for version, game, cards in each_game():
        contains(fine(run("replay", version / f"{game}.record", *cards)), "all legal")
        fine(run("verify", version / f"{game}.record", *cards))


@test
def positions_can_be_played_on(_):
    for version, game, cards in each_game():
        told = json.loads(fine(run("position", version / f"{game}.position", "--json", *cards)))
        true(len(told["moment"]["legal"]) > 0, f"{game} of {version.name}: {told}")


@test
def card_sets_are_read(_):
    for _, game, cards in each_game():
        fine(run("cards", game, *cards))


@test
def networks_play(_):
    for version in OLD:
        fine(run("selfplay", "noughts", "--games", 2, "--with", f"learned:network={version / 'noughts.weights'}"))


@test
def databases_are_whole(folder):
    for version in OLD:
        store = database(version, folder)
        fine(run("admin", "check", "--store", store))
        for game, tables in kept(version)["games"].items():
            equal(fine(run("admin", "export", tables["over"], "--store", store)),
                  (version / f"{game}.record").read_text(encoding="utf-8"), f"the record of {game}")


def make_move(server, token, table):
    """One move of a table that was left running; the version of the table before and after."""
    view = server.must("GET", f"/api/tables/{table}", token=token)
    what = {"do": "confirm"} if view["confirming"] else {"do": "move", "move": view["legal"][0]["move"]}
    web = Web(server, Authorization=f"Bearer {token}")
    web.send(json.dumps({"id": 1, "table": table, "seat": view["confirming"] or view["awaited"],
                         "expected": view["version"], "key": "later", **what}))
    while (answer := web.receive()).get("answer") != 1:
        pass
    web.close()
    true(answer["ok"], f"{table}: {answer}")
    return view["version"], server.must("GET", f"/api/tables/{table}", token=token)["version"]


@test
def people_come_back_to_their_tables(folder):
    for version in OLD:
        about = kept(version)
        database(version, folder)
        with Server(folder) as server:
            token = server.must("POST", "/api/login", {"name": about["name"], "password": about["password"],
                                                       "token": True})["token"]
            for tables in about["games"].values():
                before, after = make_move(server, token, tables["running"])
                true(after > before, f"the table has moved on from {before} to {after}")
                chat = server.must("GET", f"/api/tables/{tables['running']}/chat", token=token)
                contains(json.dumps(chat), "Until tomorrow!")
            equal(server.stop(), 0, "exit code")


sys.exit(run_tests())

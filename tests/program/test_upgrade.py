#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Servers whose store becomes newer than they know while they serve, as docs/hosting.md promises it, as TAP. What a
newer program does to a store is what its versions say: that of the schema, and the least that may write to it.
    test_upgrade.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import sqlite3
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, SECONDS, complaint, contains, equal, fine, run, run_tests, test, true
from serving import Player, Server, postgres, shipper

NEWER = "newer version of Orrery"


def wait_until(fits, what, server):
    end = time.monotonic() + 60
    while not fits():
        true(time.monotonic() < end, f"{what}: nothing after a minute\n{server.log_text[-3000:]}")
        time.sleep(0.1)


def is_too_old(server, player):
    """It writes nothing, says so, and shows what there is."""
    player.fails()
    wait_until(lambda: server.ask("GET", "/health")[0] == 503, "health tells it", server)
    time.sleep(2)  # it goes on looking whether it may write again
    player.fails()
    equal(server.ask("POST", "/api/guest", {"name": "Eve"})[0], 503, "a new guest")
    lines = [line for line in server.log if line["what"] == "store failed"]
    equal(len(lines), 1, f"lines that tell it in {server.log_text[-2000:]}")
    contains(lines[0]["error"], NEWER)
    equal(server.must("GET", f"/api/tables/{player.table}")["phase"], "open", "the table can be looked at")


def goes_on(server, player):
    wait_until(lambda: player.act().get("ok"), "it writes again", server)
    equal(server.ask("GET", "/health")[0], 200, "health")


def refuses_to_start(store):
    contains(complaint(run("serve", "--store", store, "--port", 0), FAILED), NEWER)
    contains(complaint(run("work", "--store", store), FAILED), NEWER)


# ---- a file --------------------------------------------------------------------------------------


def user_version(store, version=None):
    """The version of the schema in a file, after it was set if one is given."""
    with contextlib.closing(sqlite3.connect(store, timeout=60)) as database:
        if version is not None:
            database.execute(f"PRAGMA user_version = {version}")
        return database.execute("PRAGMA user_version").fetchone()[0]


@test
def file_becomes_newer(folder):
    store = folder / "tables.db"
    with Server(folder) as server:
        player = Player(server)
        player.must()
        version = user_version(store)
        user_version(store, version + 1)
        is_too_old(server, player)
        refuses_to_start(store)
        equal(player.kept(store) - {""}, set(player.keys), "rows that are kept")
        user_version(store, version)
        goes_on(server, player)
        equal(server.stop(), 0, "exit code")
    player.all_there(store)
    fine(run("admin", "check", "--store", store))


# ---- a database ----------------------------------------------------------------------------------


def psql(address, statement):
    done = subprocess.run(["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
                           "--command", statement, address], capture_output=True, text=True, timeout=SECONDS,
                          check=False)
    equal(done.returncode, 0, f"exit code of psql: {done.stderr}")
    return done.stdout.strip()


@test
def database_becomes_newer_under_two_servers(folder):
    """First by a step that they can continue with, then by one that they cannot."""
    with contextlib.ExitStack() as stack:
        address, _ = stack.enter_context(postgres())
        servers = [stack.enter_context(Server(folder, store=address)) for _ in range(2)]
        players = [Player(server) for server in servers]
        shipping = stack.enter_context(shipper(folder, address, "copy.db"))
        wait_until((folder / "copy.db").exists, "a copy", servers[0])
        version, least = map(int, psql(address, "SELECT version, least FROM orrery_store").split("|"))

        psql(address, f"ALTER TABLE users ADD COLUMN more text; UPDATE orrery_store SET version = {version + 1}")
        for player in players:
            player.must()
        equal(servers[0].stop(), 0, "exit code")
        servers[0] = stack.enter_context(Server(folder, store=address))  # an old one may be restarted
        players[0].connect(servers[0])
        players[0].must()
        shipping.wait(SECONDS)  # it would not know what to copy
        contains(shipping.stdout.read(), NEWER)

        psql(address, f"UPDATE orrery_store SET least = {version + 1}")
        rows = psql(address, "SELECT count(*) FROM rows")
        for server, player in zip(servers, players):
            is_too_old(server, player)
        refuses_to_start(address)
        equal(psql(address, "SELECT count(*) FROM rows"), rows, "rows in the database")

        psql(address, f"UPDATE orrery_store SET version = {version}, least = {least}")
        for server, player in zip(servers, players):
            goes_on(server, player)
            equal(server.stop(), 0, "exit code")
        fine(run("admin", "backup", folder / "backup.db", "--store", address))
        for player in players:
            player.all_there(folder / "backup.db")


sys.exit(run_tests())

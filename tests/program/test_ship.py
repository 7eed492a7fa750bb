#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""`orrery admin ship`: a copy that follows a store, and is put in its place, as TAP.
    test_ship.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import resource
import shutil
import sqlite3
import sys
import threading
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, complaint, contains, equal, fine, lacks, run, run_tests, test, true
from serving import Player, Server, postgres, shipper

TABLES = ("users", "tables", "rows", "snapshots", "members", "tokens", "letters", "lines", "documents",
          "pulse", "outages", "jobs")


def ship(store, copy, *more):
    return run("admin", "ship", copy, "--store", store, "--once", *more)


def intact(store):
    fine(run("admin", "check", "--store", store))


def contents(store):
    """All that is in a file, but for what a copy says of itself."""
    found = {}
    with contextlib.closing(sqlite3.connect(store)) as database:
        for table in TABLES:
            found[table] = sorted(database.execute(f"SELECT * FROM {table}"), key=repr)
    found["documents"] = [row for row in found["documents"] if row[0] != "shipped"]
    return found


def same(store, copy):
    one, other = contents(store), contents(copy)
    for table in TABLES:
        equal(other[table], one[table], f"{table} of the copy")


def wait_until(fits, what):
    end = time.monotonic() + 60
    while not fits():
        true(time.monotonic() < end, f"{what}: nothing after a minute")
        time.sleep(0.1)


def much(server):
    """Something in every table of the database. Returns a player."""
    player = Player(server)
    for _ in range(5):
        player.must()
    table = server.table(player.token, "me", "random", options={"start": "first"})
    server.must("POST", f"/api/tables/{table}/chat", {"text": "hello"}, player.token)
    server.ask("POST", f"/api/tables/{table}/hint", {"seat": 1, "expected": 3}, player.token)
    server.table(player.token, "random", "random")
    server.guest("Bob")
    return player


def more(server, player):
    """Changes of what is there."""
    for _ in range(300):  # a snapshot is among them
        player.must()
    server.must("POST", f"/api/tables/{player.table}/chat", {"text": "still there?"}, player.token)
    server.must("POST", "/api/me", {"language": "de", "name": "Adele"}, player.token)
    server.guest("Cem")
    server.must("POST", "/api/logout", {}, server.guest("Dan"))
    server.table(player.token, "me", "open")


# ---- following -----------------------------------------------------------------------------------


@test
def copy_is_as_the_store(folder):
    store, copy = folder / "tables.db", folder / "copy.db"
    with Server(folder, "--messages", 1000) as server:
        player = much(server)
        fine(ship(store, copy))
        more(server, player)
        fine(ship(store, copy))
        player.must()
        equal(server.stop(), 0, "exit code")
    fine(ship(store, copy))
    same(store, copy)
    intact(copy)
    player.all_there(copy)
    fine(run("admin", "remove", player.table, "--yes", "--store", store))
    true(player.kept(copy), "the copy has it still")
    fine(ship(store, copy))
    equal(player.kept(copy), set(), "what is removed is removed in the copy too")
    same(store, copy)
    fine(ship(store, copy))  # nothing to do is fine too
    same(store, copy)


@test
def put_in_the_place_of_the_store(folder):
    """Server and shipper are killed in the middle; the copy continues as a store."""
    store, copy = folder / "tables.db", folder / "copy.db"
    with Server(folder, "--messages", 100000) as server, shipper(folder, store, copy):
        player = Player(server)
        for _ in range(20):
            player.must()
        safe = set(player.keys)
        wait_until(lambda: copy.exists() and safe <= kept_or_none(player, copy), "the copy follows")
        for _ in range(200):  # while it goes on
            player.must()
        more_safe = set(player.keys)
        wait_until(lambda: more_safe <= kept_or_none(player, copy), "the copy goes on following")
        player.must()
        server.kill()
    intact(copy)
    true(more_safe <= player.kept(copy), "all that was acknowledged before the last round is there")
    with Server(folder, store=copy) as server:
        player.connect(server)  # the token is there as well
        player.number = 1000
        player.must()
        equal(server.stop(), 0, "exit code")
    intact(copy)
    contains(complaint(ship(store, copy), FAILED), "has been used as a store")
    true("key1001" in player.kept(copy), "what was played there stays")


def kept_or_none(player, copy):
    with contextlib.suppress(sqlite3.Error):
        return player.kept(copy)
    return set()


@test
def killed_shippers_do_no_harm(folder):
    store, copy = folder / "tables.db", folder / "copy.db"
    with Server(folder, "--messages", 100000) as server:
        player = Player(server)
        for i in range(12):
            with shipper(folder, store, copy):
                for _ in range(20):
                    player.must()
                time.sleep(0.01 * i)
        equal(server.stop(), 0, "exit code")
    fine(ship(store, copy))
    same(store, copy)
    intact(copy)


@test
def from_one_database_to_the_other(folder):
    copy, back = folder / "copy.db", folder / "back.db"
    with postgres() as (address, order):
        with Server(folder, "--messages", 1000, store=address) as server:
            player = much(server)
            fine(ship(address, copy))
            more(server, player)
            with shipper(folder, address, copy) as process:
                wait_until(lambda: set(player.keys) <= player.kept(copy), "the copy follows")
                order("stop")
                time.sleep(1.5)
                order("start")
                wait_until(lambda: player.act().get("ok"), "the server goes on")
                wait_until(lambda: set(player.keys) <= player.kept(copy), "so does the copy")
                equal(process.poll(), None, "the shipper lives")
            equal(server.stop(), 0, "exit code")
        fine(ship(address, copy))
        fine(run("admin", "backup", folder / "whole.db", "--store", address))
        same(folder / "whole.db", copy)
        intact(copy)
    with postgres() as (address, _):
        fine(ship(copy, address))
        lacks(fine(ship(copy, address.replace("orrery@", "orrery:geheim@"))), "geheim")  # journals are read by many
        with Server(folder, store=address) as server:  # numbers go on where they ended
            player.connect(server)
            player.number = 1000
            player.must()
            server.guest("Eve")
            equal(server.stop(), 0, "exit code")
        fine(run("admin", "backup", back, "--store", address))
        player.all_there(back)


@test
def full_disk_of_the_copy(folder):
    """One line when it begins, one when it ends; then all is there."""
    store, copy = folder / "tables.db", folder / "copy.db"
    with Server(folder, "--messages", 1000) as server, shipper(folder, store, copy) as process:
        lines = []
        threading.Thread(target=lambda: lines.extend(process.stdout), daemon=True).start()
        player = Player(server)
        player.must()
        wait_until(lambda: copy.exists() and set(player.keys) <= kept_or_none(player, copy), "the copy follows")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        safe = player.kept(copy)
        player.must()  # people are not concerned
        wait_until(lambda: lines, "it tells the beginning")
        time.sleep(3)  # it goes on trying
        player.must()
        equal((player.kept(copy), process.poll()), (safe, None), "the copy, and the life of the shipper")
        equal(server.ask("GET", "/health")[0], 200, "health of the server")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_until(lambda: set(player.keys) <= player.kept(copy), "the copy goes on")
        wait_until(lambda: len(lines) == 2, "it tells the end")
        contains(lines[0], "File too large")
        contains(lines[1], "up to date again")
        equal(server.stop(), 0, "exit code")
    fine(ship(store, copy))
    same(store, copy)
    intact(copy)


# ---- what is refused -----------------------------------------------------------------------------


@test
def only_its_own_copy_is_overwritten(folder):
    store, other = folder / "tables.db", folder / "other.db"
    for name in (store, other):
        with Server(folder, store=name) as server:
            player = Player(server)
            player.must()
            equal(server.stop(), 0, "exit code")
    before = contents(other)
    contains(complaint(ship(store, other), FAILED), "not a copy of that store")
    contains(complaint(ship(store, store), FAILED), "not a copy of that store")
    equal(contents(other), before, "the other store")
    fine(ship(store, folder / "copy.db"))
    contains(complaint(ship(other, folder / "copy.db"), FAILED), "not a copy of that store")
    with Server(folder, store="copy.db"):
        contains(complaint(ship(store, folder / "copy.db"), FAILED), "Another orrery serve")
    with shipper(folder, store, folder / "copy2.db"):
        wait_until((folder / "copy2.db").exists, "a copy")
        time.sleep(1)
        contains(complaint(run("serve", "--store", folder / "copy2.db", "--port", 0), FAILED),
                 "Another orrery serve")
    complaint(ship(store, folder / "none/copy.db"), FAILED)
    text = folder / "text"
    text.write_text("no database\n" * 100)
    complaint(ship(store, text), FAILED)


@test
def older_store_takes_nothing_from_its_copy(folder):
    store, copy, backup = folder / "tables.db", folder / "copy.db", folder / "backup.db"
    with Server(folder) as server:
        player = Player(server)
        player.must()
        fine(ship(store, copy))
        fine(run("admin", "backup", backup, "--store", store))
        player.must()
        equal(server.stop(), 0, "exit code")
    fine(ship(store, copy))
    shutil.copy(backup, store)
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute("UPDATE pulse SET time = time - 1")  # it may have been the same
        database.commit()
    contains(complaint(ship(store, copy), FAILED), "older than its copy")
    with Server(folder):  # it lives, and nobody has played
        time.sleep(0.1)
    contains(complaint(ship(store, copy), FAILED), player.table, "different rows")
    player.all_there(copy)


sys.exit(run_tests())

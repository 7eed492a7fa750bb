#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""`orrery admin`: what a host sees of a store, with and without a server, as TAP.
    test_admin.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import (FAILED, PROGRAM, complaint, contains, equal, fine, lacks, refused, run, run_tests, show,
                   test, true, write)
from serving import LOOK_SECONDS, Server, postgres

LIVE = {"kind": "live", "time": 600000, "increment": 5000}


def admin(store, *arguments):
    return run("admin", *arguments, "--store", store)


def fails(store, *arguments):
    """It ends with one sentence and exit code 1. Returns the sentence."""
    return complaint(admin(store, *arguments), FAILED)


def lines(store, *arguments):
    return [line.split() for line in fine(admin(store, "list", *arguments)).splitlines()]


def fill(server):
    """A table of each phase: {"open": id, "running": id, "over": id}."""
    token = server.guest("Ada")
    tables = {
        "open": server.table(token, "me", "open", title="Tea, please"),
        "running": server.table(token, "me", "random", title="After lunch", clock=LIVE,
                                options={"start": "first"}, chat=False),
        "over": server.table(token, "random", "random", listed=True),
    }
    server.play_out(token, tables["over"])
    return tables


def filled(folder):
    """A store that no server uses, and its tables."""
    with Server(folder) as server:
        tables = fill(server)
        equal(server.stop(), 0, "exit code of the server")
    return folder / "tables.db", tables


def change(store, *statement):
    database = sqlite3.connect(store)
    changed = database.execute(*statement).rowcount
    database.commit()
    database.close()
    return changed


def look_at_all(store, tables):
    """The actions that only read."""
    found = {line[0]: line for line in lines(store)}
    equal({id: line[1] for id, line in found.items()}, {id: phase for phase, id in tables.items()},
          "phases")
    equal(found[tables["running"]][2:5], ["noughts", "2", "3"], "game, players and rows")
    equal(found[tables["running"]][-2:], ["After", "lunch"], "title")
    for phase, id in tables.items():
        equal([line[0] for line in lines(store, "--phase", phase)], [id], phase)
        contains(fine(admin(store, "show", id)), id, phase, "noughts, 2 players", "intact")
    contains(fine(admin(store, "users")), "1  guest", "Ada")
    out = fine(admin(store, "check"))
    true(re.fullmatch(r"3 tables with \d+ rows read\.\n", out), out)


# ---- with a file ---------------------------------------------------------------------------------


@test
def looking_while_a_server_runs(folder):
    with Server(folder) as server:
        tables = fill(server)
        look_at_all(folder / "tables.db", tables)
        equal(server.stop(), 0, "exit code of the server")
    look_at_all(folder / "tables.db", tables)


@test
def one_table(folder):
    store, tables = filled(folder)
    out = fine(admin(store, "show", tables["running"]))
    for label, value in (("title", "After lunch"), ("clock", r"10 min 0 s \+ 5 s"), ("chat", "no"),
                         ("listed", "no"), ("seat 1", r"Ada \(1\), (10|9) min \d+ s \(running\)"),
                         ("seat 2", "random"), ("awaited", "seat 1"), ("rows", "3"),
                         ("created by", "1"), ("chain", "intact"),
                         ("game", "noughts, 2 players, goal=line, start=first")):
        true(re.search(rf"^{label} +{value}$", out, re.MULTILINE), f"{label}: {out}")
    contains(fine(admin(store, "show", tables["open"])), "open", "no one")
    seed, = sqlite3.connect(store).execute("SELECT hex(seed) FROM tables WHERE id = ?",
                                           (tables["running"],)).fetchone()
    lacks(out.lower(), seed.lower())


@test
def record_of_a_table(folder):
    with Server(folder) as server:
        store, tables = folder / "tables.db", fill(server)
        served = server.must("GET", f"/api/tables/{tables['over']}/record")
    equal(fine(admin(store, "export", tables["over"])), served, "the record")
    path = folder / "game.record"
    equal(fine(admin(store, "export", tables["over"], path)), "", "nothing is printed")
    equal(path.read_text(encoding="utf-8"), served, "the file")
    contains(fine(run("verify", path)), "the dealer's commitment")
    lacks(fine(admin(store, "export", tables["running"])), "\nseed ")
    contains(fails(store, "export", tables["open"]), "has not begun")
    contains(fails(store, "export", tables["over"], folder / "none/game"), "none/game")


@test
def backup_while_a_server_runs(folder):
    copy = folder / "copy.db"
    with Server(folder) as server:
        tables = fill(server)
        contains(fine(admin(folder / "tables.db", "backup", copy)), "copy.db")
        contains(fails(folder / "tables.db", "backup", copy), "copy.db already exists")
        contains(fails(folder / "tables.db", "backup", folder / "none/copy.db"), "none/copy.db")
        server.table(server.guest("Bob"), "me", "open")
    look_at_all(copy, tables)
    with Server(folder, store=copy) as server:  # it can be served
        equal(server.must("GET", f"/api/tables/{tables['over']}")["phase"], "over", "phase")


@test
def removing(folder):
    store = folder / "tables.db"
    with Server(folder) as server:
        tables = fill(server)
        refused(admin(store, "remove", tables["open"]), "--yes")
        contains(fails(store, "remove", tables["open"], "--yes"), "tables.db", "orrery serve")
        equal(server.stop(), 0, "exit code of the server")
    refused(admin(store, "remove", tables["open"]), "--yes")
    contains(fine(admin(store, "remove", "--yes", tables["open"])), tables["open"])
    contains(fails(store, "remove", "--yes", tables["open"]), "no table")
    equal({line[0] for line in lines(store)}, {tables["running"], tables["over"]}, "what is left")


@test
def cleaning(folder):
    store = folder / "tables.db"
    with Server(folder) as server:
        tables = fill(server)
        token = server.guest("Eve")
        token = server.must("POST", "/api/account", {"name": "Eve", "password": "a long sentence 17", "token": True},
                            token)["token"]
        kept = server.table(token, "me", "open")
        refused(admin(store, "clean"), "--yes")
        contains(fails(store, "clean", "--yes"), "tables.db", "orrery serve")
        equal(server.stop(), 0, "exit code of the server")
    equal(fine(admin(store, "clean", "--yes")), "0 tables and 0 guests removed.\n", "nothing is old")
    month = 31 * 86400000
    change(store, "UPDATE tables SET changed = changed - ?", (month,))
    change(store, "UPDATE users SET made = made - ?", (month,))
    equal(fine(admin(store, "clean", "--yes")), "2 tables and 0 guests removed.\n",
          "the running one may still be waited for")
    change(store, "UPDATE tables SET changed = changed - ?", (2 * month,))
    equal(fine(admin(store, "clean", "--yes", "--days", 30)), "1 table and 1 guest removed.\n", "all")
    equal([line[0] for line in lines(store)], [kept], "what is left")
    true(kept not in tables.values(), "the table of an account")
    equal(fine(admin(store, "clean", "--yes", "--accounts", "--days", 1000)), "0 tables and 0 guests removed.\n", "not old")
    equal(fine(admin(store, "clean", "--yes", "--accounts")), "1 table and 0 guests removed.\n", "tables of accounts, too")


@test
def acts_are_told_to_the_system(folder):
    """To the socket of the system's log, if nobody listens there and we may."""
    if os.path.exists("/dev/log") or os.geteuid() != 0:
        return
    with Server(folder) as server:
        tables = fill(server)
        equal(server.stop(), 0, "exit code of the server")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.bind("/dev/log")
        log.settimeout(60)
        try:
            store = folder / "tables.db"
            fine(admin(store, "list"))  # tells nothing
            fine(admin(store, "remove", "--yes", tables["open"]))
            fails(store, "remove", "--yes", tables["open"])
            fails(store, "ship", "--once", "postgres://orrery:geheim@127.0.0.1:1/orrery")
            shipper = subprocess.Popen([PROGRAM, "admin", "ship", folder / "copy.db", "--store", store])
            try:
                told = [log.recv(4096).decode() for _ in range(4)]
            finally:
                shipper.kill()
                shipper.wait()
        finally:
            os.unlink("/dev/log")
    heard = [json.loads(re.search(r"orrery\[\d+\]: ({.*})", line)[1]) for line in told]
    acts = (("remove", tables["open"], "done"), ("remove", tables["open"], "failed"),
            ("ship", "", "failed"),  # the address has a password in it
            ("ship", str(folder / "copy.db"), "begun"))  # it has no end but a signal
    for line, (act, on, result) in zip(heard, acts):
        equal(line, {"what": "admin", "event": "security", "act": act, "on": on, "user": 0, "result": result},
              "what the system hears")


@test
def users_without_their_secrets(folder):
    with Server(folder) as server:
        token = server.guest("Ada")
        token = server.must("POST", "/api/account", {"name": "Ada", "password": "the-copper-roof", "token": True},
                            token)["token"]
        me = server.must("POST", "/api/me", {"webhook": "https://example.org/hidden-hook",
                                             "mail": "hidden@example.org"}, token)
        server.guest("Bob the guest")
    out = fine(admin(folder / "tables.db", "users"))
    true(re.search(r"^ +1 +account +en +Ada, webhook, mail$", out, re.MULTILINE), out)
    true(re.search(r"^ +2 +guest +en +Bob the guest$", out, re.MULTILINE), out)
    lacks(out, "hidden", "argon2", token, me["secret"])


@test
def copying_to_another_store(folder):
    store = folder / "tables.db"
    with Server(folder) as server:
        tables = fill(server)
        contains(fails(store, "copy", folder / "copy.db"), "orrery serve")
        equal(server.stop(), 0, "exit code of the server")
    fine(admin(store, "copy", folder / "copy.db"))
    look_at_all(folder / "copy.db", tables)
    contains(fails(store, "copy", folder / "copy.db"), "not empty")


# ---- damage --------------------------------------------------------------------------------------


def damaged(store, table, *parts):
    """One table is found to be damaged, by all who look at it."""
    result = admin(store, "check")
    complaint(result, FAILED, "1 table is damaged")
    contains(result.out, "3 tables with ", f"{table}:", *parts)
    shown = admin(store, "show", table)
    complaint(shown, FAILED, *parts)
    contains(shown.out, table, *parts)
    complaint(admin(store, "export", table), FAILED, *parts)


@test
def row_that_was_changed(folder):
    store, tables = filled(folder)
    equal(change(store, "UPDATE rows SET body = '1 1 \"Eve\"' WHERE table_id = ? AND number = 1",
                 (tables["running"],)), 1, "rows changed")
    damaged(store, tables["running"], f"{tables['running']}:1: ", "was changed, or is missing")


@test
def row_that_is_missing(folder):
    store, tables = filled(folder)
    equal(change(store, "DELETE FROM rows WHERE table_id = ? AND number = 3",
                 (tables["running"],)), 1, "rows deleted")
    damaged(store, tables["running"], f"{tables['running']}:3: ", "was changed, or is missing")


@test
def head_that_was_changed(folder):
    store, tables = filled(folder)
    equal(change(store, "UPDATE tables SET made = made + 1 WHERE id = ?", (tables["open"],)), 1,
          "tables changed")
    damaged(store, tables["open"], "the head of this table was changed")
    result = admin(store, "list")
    contains(complaint(result, FAILED), "damaged")
    contains(result.out, tables["over"], tables["running"])


@test
def phase_that_was_changed(folder):
    store, tables = filled(folder)
    equal(change(store, "UPDATE tables SET phase = 2 WHERE id = ?", (tables["running"],)), 1,
          "tables changed")
    damaged(store, tables["running"], "running")


# ---- what is wrong -------------------------------------------------------------------------------


@test
def stores_that_are_none(folder):
    contains(fails(folder / "none.db", "list"), "none.db", "no file")
    true(not (folder / "none.db").exists(), "no file is made")
    text = write(folder / "text", "no database " * 100)
    contains(fails(text, "check"), "not an Orrery store")
    store, _ = filled(folder)
    change(store, "PRAGMA user_version = 99")
    contains(fails(store, "list"), "newer version")
    contains(fails("postgres://orrery:geheim@127.0.0.1:1/orrery", "list"), "127.0.0.1", "refused")


@test
def tables_that_are_none(folder):
    store, _ = filled(folder)
    for action in ("show", "export"):
        contains(fails(store, action, "nosuch"), "nosuch")
    contains(fails(store, "show", "a very long name of a table that cannot be"), "no table")
    contains(fails(store, "remove", "nosuch", "--yes"), "nosuch")


@test
def wrong_command_lines(folder):
    store = folder / "none.db"
    refused(run("admin"), "orrery admin")
    refused(admin(store, "lsit"), '"lsit"')
    refused(admin(store, "show"), "orrery admin show TABLE")
    refused(admin(store, "list", "more"), "orrery admin list")
    refused(admin(store, "list", "--phase", "closed"), "open, running or over")
    help = fine(run("admin", "--help"))
    contains(help, "list", "show TABLE", "export TABLE [FILE]", "users", "jobs", "check",
             "backup FILE", "copy STORE", "remove TABLE")


# ---- PostgreSQL ----------------------------------------------------------------------------------


# ---- people --------------------------------------------------------------------------------------

FIRST, SECOND = "correct horse battery", "staple of a donkey"


def given(store, password, *arguments):
    """An order that reads a password."""
    return run("admin", *arguments, "--store", store, input=password)


def sign_in(server, name, password):
    """The status, and the token."""
    status, _, answer = server.ask("POST", "/api/login", {"name": name, "password": password, "token": True})
    return status, answer.get("token")


def change_people(store):
    """Of Ada, with FIRST, and Eve: a new password, another name; Eve is removed."""
    for arguments, password, part in (
            (("password", "Nobody"), SECOND, "Nobody"), (("password", "Ada"), "short", "password"),
            (("password", "Ada"), "", "password"), (("add", "ADA"), FIRST, "taken"), (("add", ""), FIRST, "name"),
            (("rename", "Ada", "Eve"), "", "taken"), (("rename", "Ada", "x" * 60), "", "40"),
            (("rename", "Ada", "eve"), "", "taken"), (("remove-user", "Nobody", "--yes"), "", "Nobody"),
            (("remove-user", "#999", "--yes"), "", "#999")):
        complaint(given(store, password, *arguments), FAILED, part)
    refused(admin(store, "remove-user", "Eve"), "--yes")
    fine(admin(store, "bot", "Eve", "Helper"))
    number = next(line.split()[0] for line in fine(admin(store, "users")).splitlines() if "Helper" in line)
    complaint(given(store, SECOND, "password", f"#{number}"), FAILED, "bot")
    refused(admin(store, "rename", "Ada"), "rename NAME NEW")
    contains(fine(given(store, SECOND + "\n", "password", "Ada")), "Ada", "signed out")
    contains(fine(admin(store, "rename", "Ada", "Countess")), "Ada", "Countess")
    contains(fine(admin(store, "remove-user", "Eve", "--yes")), "Eve")
    told = fine(admin(store, "users"))
    contains(told, "Countess")
    lacks(told, "Helper")  # the bots of an account go with it
    true(not re.search(r"account .* (Eve|Ada)$", told, re.MULTILINE), told)


def make_people(store):
    for name in ("Ada", "Eve"):
        contains(fine(given(store, FIRST, "add", name)), name)


def people_are_changed(server, token):
    """What change_people did, as the server sees it."""
    equal(server.ask("GET", "/api/my/tables", token=token)[0], 401, "the old token")
    equal([sign_in(server, *who)[0] for who in (("Ada", FIRST), ("Ada", SECOND), ("Countess", FIRST), ("Eve", FIRST))],
          [403] * 4, "those who are not there")
    equal(sign_in(server, "Countess", SECOND)[0], 200, "who is there")


@test
def people_of_a_file(folder):
    """Only while no server has it."""
    with Server(folder) as server:
        store = folder / "tables.db"
        make_people(store)  # accounts can be made at any time
        token = sign_in(server, "Ada", FIRST)[1]
        table = server.table(token, "me", "open", title="Tea")
        complaint(given(store, SECOND, "password", "Ada"), FAILED, "orrery serve")
        complaint(admin(store, "rename", "Ada", "Countess"), FAILED, "orrery serve")
        complaint(admin(store, "remove-user", "Eve", "--yes"), FAILED, "orrery serve")
        equal(server.stop(), 0, "exit code")
    change_people(store)
    with Server(folder) as server:
        people_are_changed(server, token)
        equal(server.must("GET", f"/api/tables/{table}")["seats"][0]["name"], "Ada", "the name at a table stays")


@test
def a_guest_is_removed_by_number(folder):
    with Server(folder) as server:
        server.guest("Eve")
        equal(server.stop(), 0, "exit code")
    store = folder / "tables.db"
    number = next(line.split()[0] for line in fine(admin(store, "users")).splitlines() if "Eve" in line)
    complaint(given(store, FIRST, "password", f"#{number}"), FAILED, "guest")
    fine(admin(store, "remove-user", f"#{number}", "--yes"))
    lacks(fine(admin(store, "users")), "Eve")


def people_of_a_database(server, address):
    """The server hears of it."""
    make_people(address)
    token = sign_in(server, "Ada", FIRST)[1]
    change_people(address)
    end = time.monotonic() + 60
    while server.ask("GET", "/api/my/tables", token=token)[0] != 401:
        true(time.monotonic() < end, "the token is void")
        time.sleep(LOOK_SECONDS)
    people_are_changed(server, token)


@test
def the_same_on_postgresql(folder):
    with postgres() as (address, order):
        with Server(folder, store=address) as server:
            tables = fill(server)
            look_at_all(address, tables)
            served = server.must("GET", f"/api/tables/{tables['over']}/record")
            equal(fine(admin(address, "export", tables["over"])), served, "the record")
            fine(admin(address, "backup", folder / "copy.db"))
            fine(admin(address, "remove", tables["open"], "--yes"))  # the server hears of it
            end = time.monotonic() + 60
            while server.ask("GET", f"/api/tables/{tables['open']}")[0] != 404:
                true(time.monotonic() < end, "the table is gone on the server too")
                time.sleep(LOOK_SECONDS)
            people_of_a_database(server, address)
        look_at_all(folder / "copy.db", tables)
        contains(fails(folder / "copy.db", "copy", address), "not empty")
        order("stop")
        contains(fails(address, "check"), "127.0.0.1")


@test
def from_a_file_to_postgresql(folder):
    store, tables = filled(folder)
    with postgres() as (address, _):
        result = admin(store, "copy", address)
        equal(result.code, 0, show(result))
        look_at_all(address, tables)
        with Server(folder, store=address) as server:
            equal(server.must("GET", f"/api/tables/{tables['over']}")["phase"], "over", "phase")


sys.exit(run_tests())

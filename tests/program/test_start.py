#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""How `orrery serve` begins, and how it ends if it cannot: one sentence, exit code 1. As TAP.
    test_start.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import os
import socket
import sqlite3
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import (FAILED, complaint, contains, equal, lacks, refused, run, run_tests, show, test,
                   true, write)
from serving import Server


def fails(*arguments, **more):
    """The server does not start. Returns its sentence."""
    result = run("serve", "--port", 0, *arguments, **more)
    equal(result.out, "", "standard output\n" + show(result))
    return complaint(result, FAILED)


@test
def start_and_stop(folder):
    with Server(folder) as server:
        equal(server.must("GET", "/health"), {"status": "ok"}, "health")
        equal(server.stop(), 0, "exit code after SIGTERM\n" + server.log_text)
    equal(os.stat(folder / "tables.db").st_mode & 0o777, 0o600, "rights of the file")
    with Server(folder) as server:  # the same again
        equal(server.must("GET", "/api/tables"), {"tables": []}, "tables")


@test
def port_is_taken(folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--store", folder / "a.db", "--port", port)
        contains(complaint(result, FAILED), f"port {port} ", "in use")
    with Server(folder, store="b.db") as server:  # by another server, with another file
        result = run("serve", "--store", folder / "a.db", "--port", server.port)
        contains(complaint(result, FAILED), f"port {server.port} ", "in use")
    with Server(folder, store="a.db") as server:  # and nothing is left behind
        equal(server.stop(), 0, "exit code")


@test
def next_free_port(folder):
    """Who says no port gets the next free one."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody may have it already
            stack.enter_context(socket.create_server(("127.0.0.1", 8686)))
        with Server(folder, port=None) as server:
            true(8686 < server.port <= 8706, f"port {server.port}")
            equal(server.must("GET", "/health"), {"status": "ok"}, "health")


@test
def addresses_that_cannot_be_listened_at(folder):
    store = ("--store", folder / "a.db")
    contains(fails(*store, "--address", "192.0.2.1"), "192.0.2.1")
    contains(fails(*store, "--address", "localhost"), '"localhost"', "127.0.0.1")


@test
def file_of_another_server(folder):
    with Server(folder) as server:
        contains(fails("--store", folder / "tables.db"), "tables.db", "Another")
        os.symlink("tables.db", folder / "link.db")
        contains(fails("--store", folder / "link.db"), "tables.db", "Another")
        equal(server.must("GET", "/health"), {"status": "ok"}, "the first one goes on")
        server.kill()
    with Server(folder) as server:  # a server that was killed leaves no lock
        equal(server.stop(), 0, "exit code")


@test
def folders_that_cannot_be_written(folder):
    contains(fails("--store", folder / "none/a.db"), "none/a.db", "No such file")
    contains(fails("--store", "/proc/a.db"), "/proc/a.db", "cannot be opened")
    write(folder / "file", "")
    contains(fails("--store", folder / "file/a.db"), "file/a.db", "Not a directory")
    contains(fails("--store", folder), "Is a directory")
    if os.geteuid() != 0:
        (folder / "closed").mkdir(0o500)
        contains(fails("--store", folder / "closed/a.db"), "Permission denied")


@test
def files_that_are_no_store(folder):
    text = write(folder / "text", "This is no database, and long enough to be none at all.\n" * 100)
    contains(fails("--store", text), "text is no store of Orrery")
    other = folder / "other.db"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE rows (id)")
    before = other.read_bytes()
    contains(fails("--store", other), "other.db is no store of Orrery")
    equal(other.read_bytes(), before, "the foreign file")
    contains(fails("--store", ":memory:"), ":memory:")
    contains(fails("--store", ""), "store")


@test
def file_of_a_newer_version(folder):
    with Server(folder) as server:
        equal(server.stop(), 0, "exit code")
    database = sqlite3.connect(folder / "tables.db")
    database.execute("PRAGMA user_version = 99")
    database.close()
    contains(fails("--store", folder / "tables.db"), "newer version")


@test
def databases_that_cannot_be_used(_):
    for address, *parts in (
            ("postgres://orrery:geheim@127.0.0.1:1/orrery", "127.0.0.1", "refused"),
            ("postgres://orrery:geheim@[::1/orrery", "database"),
            ("postgres://orrery:geheim@127.0.0.1:geheim/orrery", "database"),
            ("postgres://orrery:geheim%@127.0.0.1/orrery", "database"),
            ("postgres://orrery:\"geheim@[127.0.0.1/orrery", "database"),
            ("postgres://orrery@127.0.0.1/orrery?geheim=geheim", "database"),
            ("postgresql://orrery:geheim@nowhere.invalid/orrery", "nowhere.invalid")):
        sentence = fails("--store", address)
        contains(sentence, *parts)
        lacks(sentence, "geheim")


@test
def wrong_command_lines(folder):
    store = ("serve", "--store", folder / "a.db")
    refused(run(*store, "--log", "loud"), '"loud"', "quiet")
    refused(run(*store, "--port", "70000"), "--port")
    refused(run(*store, "more"), "orrery serve")
    true(not (folder / "a.db").exists(), "no file is made for a wrong command line")


sys.exit(run_tests())

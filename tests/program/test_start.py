#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""How `orrery serve` begins, and how it ends if it cannot: one sentence, exit code 1. As TAP.
    test_start.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import (FAILED, complaint, contains, equal, lacks, refused, run, run_tests, show, test,
                   true, write)
from serving import Server, Web


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


def busy(server, token, table):
    """Requests of every kind under way; nobody waits for the answers."""
    record = server.must("GET", f"/api/tables/{table}/record")
    requests = [("POST", "/api/guest", {"name": "Eve"}),
                ("POST", "/api/login", {"name": "Eve", "password": "correct horse"}),
                ("POST", "/api/account", {"name": "Eve", "password": "correct horse"}),
                ("POST", "/api/tables", {"game": "pulsar-2849", "start": True,
                                         "seats": ["mcts:ms=200", "mcts:ms=200"]}),
                ("POST", "/api/import", {"record": record}),
                ("POST", f"/api/tables/{table}/chat", {"text": "hello"}),
                ("GET", f"/api/tables/{table}/chat", None),
                ("GET", f"/api/tables/{table}", None),
                ("GET", "/api/tables", None), ("GET", "/api/my/tables", None),
                ("GET", "/api/tables/nowhere", None)]
    open_ones = []
    for method, path, body in requests * 4:
        text = "" if body is None else json.dumps(body)
        client = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        client.sendall((f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
                        f"Content-Length: {len(text)}\r\n\r\n{text}").encode())
        open_ones.append(client)
    web = Web(server, Authorization=f"Bearer {token}")
    for i in range(20):
        for what in ({"do": "watch", "table": table}, {"do": "watch", "table": f"none{i}"},
                     {"do": "confirms", "table": table, "seat": 1, "on": i % 2 == 0, "key": str(i)}):
            web.send(json.dumps(what))
    return [*open_ones, web]


@test
def end_in_the_middle_of_work(folder):
    """However much is under way, everything ends and nothing is left (the sanitizers look)."""
    for wait in (0, 0.03, 0.1, 0.3):
        with Server(folder, "--messages", 1000) as server:
            token = server.guest()
            table = server.table(token, "me", "random", options={"start": "first"})
            clients = busy(server, token, table)
            time.sleep(wait)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.02)
            equal(server.stop(), 0, f"exit code after {wait} s\n{server.log_text}")
            for client in clients:
                client.close()


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
    contains(fails("--store", text), "text is not an Orrery store")
    other = folder / "other.db"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE rows (id)")
    before = other.read_bytes()
    contains(fails("--store", other), "other.db is not an Orrery store")
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

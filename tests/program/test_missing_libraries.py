#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The program on a system without libpq and libcurl, as TAP: it says what to install where they are needed, and does
everything else. Files that are no libraries stand in their place, where the system looks first.
    test_missing_libraries.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import json
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, PROGRAM, USAGE, complaint, contains, equal, fine, lacks, run, run_tests, test, true
from serving import Server, Web


def without(folder, *libraries):
    """The environment of a system that does not have them."""
    place = folder / "libraries"
    place.mkdir()
    for name in libraries:
        (place / name).write_text("no library", encoding="utf-8")
    return {"LD_LIBRARY_PATH": str(place)}


@test
def is_linked_with_neither(_):
    needed = subprocess.run(["readelf", "--dynamic", str(PROGRAM)], check=True, capture_output=True, text=True).stdout
    contains(needed, "NEEDED", "libsqlite3.so")
    lacks(needed, "libpq", "libcurl")


@test
def postgresql_needs_libpq(folder):
    missing = without(folder, "libpq.so.5")
    for arguments in (("serve", "--port", 0), ("admin", "list"), ("work",)):
        complaint(run(*arguments, "--store", "postgres://localhost:1/orrery", **missing), FAILED,
                  "PostgreSQL cannot be used: ", "libpq.so.5", "install", "the package libpq5.")


@test
def postgresql_is_asked_with_libpq(_):
    sentence = complaint(run("admin", "list", "--store", "postgres://localhost:1/orrery"), FAILED, "connection to server")
    lacks(sentence, "libpq5")


@test
def joining_needs_libcurl(folder):
    missing = without(folder, "libcurl.so.4")
    address = "http://127.0.0.1:1/table/abcdefghijklmnop"
    complaint(run("join", address, **missing), USAGE, "orrery join cannot be used: ", "libcurl.so.4", "the package libcurl4.")
    lacks(complaint(run("join", address), USAGE, "cannot be reached"), "libcurl4")


@test
def everything_else_needs_neither(folder):
    missing = without(folder, "libpq.so.5", "libcurl.so.4")
    fine(run("selfplay", "noughts", "--games", 1, "--with", "random", **missing))
    with Server(folder, **missing) as server:
        token = server.guest()
        server.play_out(token, server.table(token, "random", "random"))
        equal(server.stop(), 0, "exit code\n" + server.log_text)
        lacks(server.log_text, "libcurl", "libpq")


def account(server, name):
    guest = server.guest(name)
    return server.must("POST", "/api/account", {"name": name, "password": "correct horse", "token": True}, guest)["token"]


def seconds_to_stop(server):
    began = time.monotonic()
    equal(server.stop(), 0, "exit code\n" + server.log_text)
    return time.monotonic() - began


@test
def a_webhook_needs_libcurl(folder):
    """The host reads in the log what is missing, and the letter waits for it."""
    with Server(folder, **without(folder, "libcurl.so.4")) as server:
        token = account(server, "Ada")
        server.must("POST", "/api/me", {"webhook": "http://127.0.0.1:1/"}, token)
        table = server.table(token, "random", "me", options={"start": "first"})
        web = Web(server, Authorization=f"Bearer {server.guest('Bob')}")  # while he watches the computer moves
        web.send(json.dumps({"do": "watch", "id": 1, "table": table}))
        server.await_log("webhook failed")
        line = next(line for line in server.log if line["what"] == "webhook failed")
        contains(line["error"], "webhooks cannot be used: ", "libcurl.so.4", "the package libcurl4.")
        web.close()
        true(seconds_to_stop(server) < 30, "it stops in time")


sys.exit(run_tests())

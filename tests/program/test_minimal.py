#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""A program that was built without PostgreSQL and without the page, as TAP; the long run builds one.
    test_minimal.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, complaint, equal, fine, run, run_tests, test, true
from serving import Server


@test
def says_that_there_is_no_postgresql(_):
    for arguments in (("serve", "--port", 0), ("admin", "list"), ("work",)):
        complaint(run(*arguments, "--store", "postgres://localhost/orrery"), FAILED, "without PostgreSQL")


@test
def serves_without_a_page(folder):
    with Server(folder) as server:
        true("page" in server.ask("GET", "/")[2], "it says that there is none")
        token = server.guest()
        equal(server.must("GET", f"/api/tables/{server.table(token, 'me', 'random')}")["game"], "noughts", "a table")


@test
def plays(_):
    fine(run("selfplay", "pulsar-2849", "--games", 1, "--with", "random"))


sys.exit(run_tests())

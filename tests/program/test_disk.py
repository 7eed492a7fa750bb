#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""`orrery serve` on a disk that is full, with files that vanish, and when it cannot start, as TAP.
    test_disk.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, complaint, contains, equal, fine, run, run_tests, test, true, write
from serving import Player, Server, Web

LOOK_SECONDS = 3
LINES_MAX = 4  # that a log may grow while the disk is full, however long that is
SHARE_MAX = 0.15  # of a core, where nothing is to be done


def wait_until(fits, what, server):
    end = time.monotonic() + 60
    while not fits():
        true(time.monotonic() < end, f"{what}: nothing after a minute\n{server.log_text[-3000:]}")
        time.sleep(0.05)


class Computers:
    """A table at which computers play for long, with somebody who watches."""

    def __init__(self, server, name):
        self.server = server
        token = server.guest(name)
        self.id = server.table(token, "mcts:ms=40", "mcts:ms=40", game="pulsar-2849")
        self.web = Web(server, Authorization=f"Bearer {token}")
        self.web.send(f'{{"do":"watch","id":1,"table":"{self.id}"}}')
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with contextlib.suppress(OSError, ValueError):
            while self.web.socket.recv(65536):
                pass

    def version(self):
        return self.server.must("GET", f"/api/tables/{self.id}")["version"]

    def goes_on(self):
        before = self.version()
        wait_until(lambda: self.version() > before, "a table of computers goes on", self.server)


def ticks(server):
    """Processor time that the server has used, in ticks of the system."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        parts = file.read().rpartition(")")[2].split()
    return int(parts[11]) + int(parts[12])


def metric(server, name):
    lines = server.must("GET", "/metrics").splitlines()
    return next(int(line.split()[1]) for line in lines if line.split()[0] == f"orrery_{name}")


def is_failing(server):
    return server.ask("GET", "/health")[0] == 503


def left_alone(server):
    """It neither talks nor works while it waits."""
    lines, time_used = len(server.log), ticks(server)
    began = time.monotonic()
    while time.monotonic() - began < LOOK_SECONDS:
        equal(server.ask("GET", "/health")[0], 503, "health")
        time.sleep(0.2)
    share = (ticks(server) - time_used) / os.sysconf("SC_CLK_TCK") / LOOK_SECONDS
    grown = len(server.log) - lines
    print(f"# {grown} more lines in the log, {100 * share:.0f} % of a core")
    true(grown <= LINES_MAX, server.log_text[-2000:])
    true(share <= SHARE_MAX, f"{100 * share:.0f} % of a core while nothing can be done")


def told(server, what):
    return [line for line in server.log if line["what"] == what]


def settle(server):
    """Waits until nothing goes in any more: there may be a little room in the log of the database."""
    since = end = None
    while since is None or time.monotonic() - since < 2:
        end = end or time.monotonic() + 60
        true(time.monotonic() < end, f"the server notices\n{server.log_text[-2000:]}")
        since = None if not is_failing(server) else since or time.monotonic()
        time.sleep(0.05)


def lives_through(server, store, fill, free, *words):
    """The story of a disk that fills up, and has room again."""
    player = Player(server)
    player.must()
    tables = [Computers(server, name) for name in ("Bob", "Cem", "Dan")]
    for table in tables:
        table.goes_on()
    equal(metric(server, "store_failing"), 0, "orrery_store_failing")
    fill()
    settle(server)
    times = told(server, "store failed")
    true(1 <= len(times) <= 5, f"beginnings: {times}")
    health = server.ask("GET", "/health")[2]
    equal(health["status"], "failing", "status")
    contains(health["reason"], *words)
    left_alone(server)
    player.fails()
    player.fails()
    answer = server.ask("POST", "/api/guest", {"name": "Eve"})
    equal((answer[0], answer[2]["error"]), (503, "unavailable"), "a new guest")
    equal(told(server, "guest refused"), [], "lines of the people, who were not asked")
    equal(metric(server, "store_failing"), 1, "orrery_store_failing")
    true(metric(server, "store_refused_total") >= 2, "refused changes are counted")
    true(metric(server, "store_failings_total") >= 1, "and how often it began")
    equal(told(server, "store failed"), times, "lines that tell the beginning: no more of them")
    contains(times[-1]["error"], *words)
    free()
    wait_until(lambda: not is_failing(server), "all is well again", server)
    ends = told(server, "store answers again")
    equal(len(ends), len(times), "as many lines tell the end")
    true(ends[-1]["ms"] >= 1000 * LOOK_SECONDS and ends[-1]["refused"] >= 2, f"the end: {ends[-1]}")
    wait_until(lambda: player.act().get("ok"), "people go on", server)
    for table in tables:
        table.goes_on()
    equal(server.stop(), 0, "exit code")
    player.all_there(store)
    fine(run("admin", "check", "--store", store))


# ---- a full disk ---------------------------------------------------------------------------------


@test
def file_that_may_not_grow(folder):
    """A limit is an error of the write; nobody is killed for it (SIGXFSZ)."""
    store = folder / "tables.db"
    with Server(folder) as server:
        def fill():
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                             (32 * 1024, resource.RLIM_INFINITY))  # its log has room

        def free():
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                             (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        lives_through(server, store, fill, free, "File too large")


@contextlib.contextmanager
def small_disk(folder):
    """A disk of its own, or None where nobody may mount one."""
    place = folder / "disk"
    place.mkdir()
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "none", str(place)], check=False,
        stderr=subprocess.DEVNULL).returncode == 0
    try:
        yield place if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(place)], check=True)


@test
def disk_that_is_full(folder):
    with small_disk(folder) as disk:
        if disk is None:
            print("# nobody may mount a disk here: file_that_may_not_grow has to do")
            return
        with Server(folder, store=disk / "tables.db") as server:
            def fill():
                with contextlib.suppress(OSError), open(disk / "ballast", "wb", 0) as file:
                    while True:
                        file.write(bytes(4096))

            lives_through(server, disk / "tables.db", fill, (disk / "ballast").unlink, "full")


@test
def limit_from_the_start(folder):
    """A limit of a few bytes: one sentence and no store."""
    process = subprocess.run(
        ["prlimit", "--fsize=100", sys.argv[1], "serve", "--store", folder / "a.db", "--port", "0"],
        capture_output=True, text=True, timeout=60, check=False)
    equal(process.returncode, FAILED, "exit code")
    contains(process.stderr, "a.db")
    equal(sorted(path.name for path in folder.iterdir()), [], "files that are left")


# ---- files that vanish ---------------------------------------------------------------------------


def vanishes(server, player, action, name, back=None):
    """Nothing is acknowledged after a file of the store is not the one that is used any more."""
    player.must()
    action()
    player.fails()
    wait_until(lambda: is_failing(server), "the server notices", server)
    contains(server.ask("GET", "/health")[2]["reason"], name, "removed or replaced")
    equal([line["what"] for line in server.log].count("store failed"), 1, "lines in the log")
    player.fails()
    if back is not None:
        back()
        wait_until(lambda: player.act().get("ok"), "the file is back", server)


@test
def file_that_is_replaced(folder):
    store, away = folder / "tables.db", folder / "away.db"

    def replace():
        store.rename(away)
        shutil.copy(away, store)

    with Server(folder) as server:
        player = Player(server)
        vanishes(server, player, replace, "tables.db", lambda: away.rename(store))
        equal(server.stop(), 0, "exit code")
    player.all_there(store)
    fine(run("admin", "check", "--store", store))


@test
def files_that_are_removed(folder):
    for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
        place = folder / name.replace(".", "_")
        place.mkdir()
        with Server(place) as server:
            vanishes(server, Player(server), (place / name).unlink, name)
            equal(server.stop(), 0, "exit code")


@test
def unnoticed_by_nobody(folder):
    """Also if nobody plays, health tells it."""
    with Server(folder) as server:
        server.guest()
        (folder / "tables.db").unlink()
        wait_until(lambda: is_failing(server), "the server notices by itself", server)
        equal(server.stop(), 0, "exit code")


# ---- starts that fail ----------------------------------------------------------------------------


@test
def failed_start_leaves_nothing(folder):
    cards = folder / "cards"
    cards.mkdir()
    write(cards / "noughts.txt", "this is no card\n")
    place = folder / "place"
    place.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for words in (("--port", taken.getsockname()[1]), ("--address", "192.0.2.1"),
                      ("--address", "nowhere"), ("--cards", cards), ("--cards", folder / "none")):
            complaint(run("serve", "--store", place / "a.db", *words), FAILED)
            equal(sorted(path.name for path in place.iterdir()), [], f"files after {words}")


@test
def failed_start_keeps_what_was_there(folder):
    with Server(folder) as server:
        player = Player(server)
        player.must()
        equal(server.stop(), 0, "exit code")
    with Server(folder, store="empty.db") as server:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for name in ("tables.db", "empty.db"):
            complaint(run("serve", "--store", folder / name, "--port", taken.getsockname()[1]), FAILED)
            true((folder / name).exists(), f"{name} is still there")
    player.all_there(folder / "tables.db")


@test
def failed_copy_leaves_nothing(folder):
    with Server(folder) as server:
        Player(server).must()
        equal(server.stop(), 0, "exit code")
    with sqlite3.connect(folder / "tables.db") as database:
        database.execute("PRAGMA writable_schema = 1")
        database.execute("DELETE FROM users")  # members of nobody: they cannot be copied
    complaint(run("admin", "copy", folder / "copy.db", "--store", folder / "tables.db"), FAILED)
    true(not (folder / "copy.db").exists(), "no half of a store")


sys.exit(run_tests())

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

from frame import FAILED, PROGRAM, complaint, contains, environment, equal, fine, run, run_tests, test, true, write
from serving import Player, Server, Web

LOOK_SECONDS = 3
LINES_MAX = 4  # that a log may grow while the disk is full, however long that is
SHARE_MAX = 0.15  # of a core, where nothing is to be done
LOG_SIZE = 32 * 1024  # bytes of a file: no room for a store, but for the lines of a log
LEASE_SECONDS = 2


def wait_until(fits, what, server):
    end = time.monotonic() + 60
    while not fits():
        true(time.monotonic() < end, f"{what}: nothing after a minute\n{server.log_text[-3000:]}")
        time.sleep(0.05)


class Computers:
    """A table at which computers play for long, with someone who watches."""

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


def limit(program, size=resource.RLIM_INFINITY):
    """No file that it writes to may grow beyond that."""
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def metric(server, name):
    lines = server.must("GET", "/metrics").splitlines()
    return next(int(line.split()[1]) for line in lines if line.split()[0] == f"orrery_{name}")


def is_failing(server):
    return server.ask("GET", "/health")[0] == 503


def at_rest(program, look):
    """It neither talks nor works while it waits; `look` is called again and again meanwhile."""
    lines, time_used = len(program.log), ticks(program)
    began = time.monotonic()
    while time.monotonic() - began < LOOK_SECONDS:
        look()
        time.sleep(0.2)
    share = (ticks(program) - time_used) / os.sysconf("SC_CLK_TCK") / LOOK_SECONDS
    grown = len(program.log) - lines
    print(f"# {grown} more lines in the log, {100 * share:.0f} % of a core")
    true(grown <= LINES_MAX, program.log_text[-2000:])
    true(share <= SHARE_MAX, f"{100 * share:.0f} % of a core while nothing can be done")


def left_alone(server):
    at_rest(server, lambda: equal(server.ask("GET", "/health")[0], 503, "health"))


def told(program, what):
    return [line for line in program.log if line["what"] == what]


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
        lives_through(server, store, lambda: limit(server, LOG_SIZE), lambda: limit(server),
                      "File too large")


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


# ---- a full disk, beside the tables --------------------------------------------------------------


def sql(store, statement, *values):
    """One statement, by someone whose disk has room; the log of the database stays as it is."""
    with contextlib.closing(sqlite3.connect(store, timeout=60)) as database:
        database.execute("PRAGMA wal_autocheckpoint = 0")
        rows = database.execute(statement, values).fetchall()
        database.commit()
    return rows


def fill_up(server, player):
    """From now on nothing goes into the store any more."""
    limit(server, LOG_SIZE)
    wait_until(lambda: not player.act().get("ok"), "nothing can be written", server)
    settle(server)


class Worker:
    """`orrery work`. Its log goes through a pipe: files of this process may not have any room at all."""

    log = Server.log
    __enter__, __exit__, kill = Server.__enter__, Server.__exit__, Server.kill

    def __init__(self, folder, *arguments):
        self.lines = []
        self.process = subprocess.Popen(
            [str(PROGRAM), "work", "--store", "tables.db", "--lease", str(LEASE_SECONDS), *map(str, arguments)],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=environment())
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with self.process.stderr as errors:
            for line in errors:
                self.lines.append(line)

    @property
    def log_text(self):
        return "".join(self.lines)


WAITS, DONE = 0, 1


def jobs(store):
    """How each hint stands, and how often it was begun."""
    return sql(store, "SELECT state, tries FROM jobs ORDER BY number")


def hint(server, token, table):
    return server.ask("POST", f"/api/tables/{table}/hint", {"seat": 1}, token)


def game(server, token):
    """A game in which the first decision is that of seat 1."""
    return server.table(token, "me", "random", options={"start": "first"})


def watched_to_the_end(server, token, name, *seats):
    """A game of computers that is over."""
    table = server.table(token, *seats, game=name)
    web = Web(server, Authorization=f"Bearer {token}")
    web.send(f'{{"do":"watch","id":1,"table":"{table}"}}')
    wait_until(lambda: server.must("GET", f"/api/tables/{table}")["phase"] == "over", "the end of a game", server)
    web.close()
    return table


@test
def hints_of_a_server(folder):
    """What waits is not done again and again without anyone hearing of it; who asks is told the truth."""
    store = folder / "tables.db"
    with Server(folder, "--jobs", 2, "--hint-nodes", 200) as server:
        player = Player(server)
        tables = [game(server, player.token) for _ in range(2)]
        equal(hint(server, player.token, tables[0])[0], 202, "a hint is asked for")
        wait_until(lambda: jobs(store) == [(DONE, 1)], "a hint", server)
        fill_up(server, player)
        taken = metric(server, "jobs_taken_total")
        sql(store, "UPDATE jobs SET state = 0, worker = '', lease = 0, tries = 0, result = ''")  # it waits
        left_alone(server)
        equal(metric(server, "jobs_taken_total"), taken, "hints that were begun")
        status, _, answer = hint(server, player.token, tables[1])
        equal((status, answer["error"]), (503, "unavailable"), "a hint that cannot be asked for")
        limit(server)
        wait_until(lambda: not is_failing(server), "all is well again", server)
        equal(hint(server, player.token, tables[1])[0], 202, "a hint is asked for again")
        wait_until(lambda: jobs(store) == [(DONE, 1), (DONE, 1)], "both hints, each begun once", server)
        equal(server.stop(), 0, "exit code")
    fine(run("admin", "check", "--store", store))


@test
def hints_of_a_worker(folder):
    """It says that its store takes nothing, once, and that this is over."""
    store = folder / "tables.db"
    with Server(folder, "--jobs", 0, "--jobs-elsewhere") as server, Worker(folder, "--jobs", 2, "--hint-nodes", 200) as worker:
        token = server.guest()
        tables = [game(server, token) for _ in range(2)]
        equal(hint(server, token, tables[0])[0], 202, "a hint is asked for")
        wait_until(lambda: jobs(store) == [(DONE, 1)], "a hint", worker)
        limit(worker, 1)
        equal(hint(server, token, tables[1])[0], 202, "another one is asked for")
        wait_until(lambda: told(worker, "store failed"), "the worker tells it", worker)
        at_rest(worker, lambda: equal(jobs(store), [(DONE, 1), (WAITS, 0)], "the second one waits"))
        limit(worker)
        wait_until(lambda: jobs(store) == [(DONE, 1), (DONE, 1)], "the hint, begun once", worker)
        wait_until(lambda: told(worker, "store answers again"), "the worker tells the end", worker)
        equal([line["what"] for line in worker.log if "store" in line["what"]],
              ["store failed", "store answers again"], "lines of the store")
        contains(told(worker, "store failed")[0]["error"], "File too large")
        worker.process.terminate()
        equal(worker.process.wait(60), 0, "exit code of the worker")
        equal(server.stop(), 0, "exit code")


@test
def analysis_under_way(folder):
    """Its lease ends while nothing can be written: whoever is at it continues, and nobody of its own starts over."""
    store = folder / "tables.db"
    job = "SELECT worker, lease, tries FROM jobs WHERE table_id = ?"
    with Server(folder, "--jobs", 0, "--jobs-elsewhere") as server, Worker(folder, "--jobs", 3, "--analysis-nodes", 20000) as worker:
        token = server.guest()
        short = watched_to_the_end(server, token, "noughts", "random", "random")
        long = watched_to_the_end(server, token, "pulsar-2849", "random", "random")
        for table in (short, long):  # by the second thread, and by the third
            server.must("POST", f"/api/tables/{table}/analysis", {}, token)
            wait_until(lambda at=table: sql(store, job, at)[0][0] != "", "somebody is at it", worker)
        wait_until(lambda: server.must("GET", f"/api/tables/{short}/analysis")["state"] == "done",
                   "the second thread is free", worker)
        limit(worker, 1)
        wait_until(lambda: told(worker, "store failed"), "the worker tells it", worker)
        whose, lease, tries = sql(store, job, long)[0]
        equal(tries, 1, "how often it was begun")
        time.sleep(LEASE_SECONDS + 1)
        limit(worker)
        wait_until(lambda: sql(store, job, long)[0][1] > lease, "there is a lease again", worker)
        equal(sql(store, job, long)[0][::2], (whose, 1), "who is at it, and how often it was begun")
        equal(told(worker, "study taken over"), [], "what was taken over")


class Receiver:
    """Gets webhooks, and counts them."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.count = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with contextlib.suppress(OSError):
            while True:
                with self.listener.accept()[0] as connection:
                    connection.recv(65536)
                    self.count += 1
                    connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")


@test
def webhooks(folder):
    """What cannot be taken from the store is not sent: it would be sent again with every look."""
    store, receiver = folder / "tables.db", Receiver()
    with Server(folder, ORRERY_PRIVATE_WEBHOOKS="1") as server:
        player = Player(server)
        sql(store, "UPDATE users SET password = 'x', secret = ?, webhook = ?", "ab" * 32,
            f"http://127.0.0.1:{receiver.listener.getsockname()[1]}/")
        letter = "INSERT INTO letters (user_id, kind, body, due, tries, table_id) VALUES (1, 'turn', '{}', 1, 0, '')"
        sql(store, letter)
        wait_until(lambda: receiver.count == 1, "a webhook", server)
        wait_until(lambda: sql(store, "SELECT * FROM letters") == [], "it is done with", server)
        fill_up(server, player)
        sql(store, letter)
        left_alone(server)
        equal(receiver.count, 1, "webhooks before there is room")
        limit(server)
        wait_until(lambda: sql(store, "SELECT * FROM letters") == [], "it is done with", server)
        equal(receiver.count, 2, "webhooks after that")
        equal(server.stop(), 0, "exit code")
    receiver.listener.close()


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

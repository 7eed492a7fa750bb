#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""How `orrery serve` begins, and how it ends if it cannot: one sentence, exit code 1. As TAP.
    test_start.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import (FAILED, PROGRAM, USAGE, complaint, contains, environment, equal, lacks, refused, run,
                   run_tests, show, test, true, write)
from serving import Server, Web


def fails(*arguments, **more):
    """The server does not start. Returns its sentence."""
    result = run("serve", "--port", 0, *arguments, **more)
    equal(result.out, "", "standard output\n" + show(result))
    return complaint(result, FAILED)


@test
def start_and_stop(folder):
    with Server(folder) as server:
        equal(server.must("GET", "/health")["status"], "ok", "health")
        equal(server.stop(), 0, "exit code after SIGTERM\n" + server.log_text)
    equal(os.stat(folder / "tables.db").st_mode & 0o777, 0o600, "rights of the file")
    with Server(folder) as server:  # the same again
        equal(server.must("GET", "/api/tables"), {"tables": []}, "tables")


@test
def tells_which_program_it_is(folder):
    """Version and commit, as --version has them: in the log, to health checks and to those who count."""
    told = re.fullmatch(r"orrery (\S+)(?: \((\S+)\))?\n", run("--version").out)
    version, commit = told[1], told[2] or ""
    with Server(folder) as server:
        equal(server.must("GET", "/health"), {"status": "ok", "version": version, "commit": commit}, "health")
        contains(server.ask("GET", "/metrics")[2], f'orrery_build_info{{version="{version}",commit="{commit}"}} 1\n')
        server.await_log("started")
        started = next(line for line in server.log if line["what"] == "started")
        equal((started["version"], started["commit"]), (version, commit), "log")


def first_line(path):
    end = time.monotonic() + 60
    while "\n" not in path.read_text():
        true(time.monotonic() < end, "it says something")
        time.sleep(0.05)
    return path.read_text().partition("\n")[0]


@test
def tells_its_address_in_a_file(folder):
    """Output and log in one file, as `make run >file 2>&1` has it: the log has the address, else a line of its own."""
    for amount, expected in (("quiet", r"orrery: http://127\.0\.0\.1:\d+/"), ("normal", r'{.*"what":"started".*"port":\d+.*}')):
        path = folder / amount
        with open(path, "wb") as file:
            server = subprocess.Popen([str(PROGRAM), "serve", "--port", "0", "--store", str(folder / "tables.db"), "--log",
                                       amount], env=environment(), stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        try:
            line = first_line(path)
            true(re.fullmatch(expected, line), f"{amount}: {line}")
        finally:
            server.terminate()
            server.wait(60)


@test
def ends_when_nobody_is_there(folder):
    with Server(folder, "--idle", 1) as server:
        web = Web(server, Authorization=f"Bearer {server.guest()}")
        time.sleep(2.5)
        equal(server.process.poll(), None, "someone is connected")
        web.close()
        equal(server.process.wait(60), 0, "exit code")
        equal(server.log[-2]["reason"], "idle", server.log_text)


def opened(path, count):
    """What the browser was asked to open, once there are so many addresses."""
    end = time.monotonic() + 60
    while not path.exists() or len(path.read_text().split()) < count:
        true(time.monotonic() < end, "a browser is opened")
        time.sleep(0.05)
    return path.read_text().split()


@test
def play_in_the_browser(folder):
    """A server of the user's own; a second call opens another page of it."""
    browser = write(folder / "browser", f"#!/bin/sh\necho \"$1\" >>{folder}/opened\n")
    browser.chmod(0o755)
    own = environment(CI="", BROWSER=str(browser), XDG_DATA_HOME=str(folder / "data"))
    first = subprocess.Popen([str(PROGRAM), "play", "--browser"], env=own, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        address = opened(folder / "opened", 1)[0]
        true(re.fullmatch(r"http://127\.0\.0\.1:\d+/", address), address)
        with urllib.request.urlopen(f"{address}health") as answer:
            equal(json.load(answer)["status"], "ok", "health")
        second = subprocess.run([str(PROGRAM), "play", "noughts", "--browser"], env=own, capture_output=True, check=False)
        equal((second.returncode, second.stdout, second.stderr), (0, b"", b""), "the second call")
        equal(opened(folder / "opened", 2)[1], f"{address}new/noughts", "its page")
        first.terminate()
        equal((first.communicate(timeout=60), first.returncode), ((b"", b""), 0), "the end of the first")
    finally:
        first.kill()
        first.wait()
    equal({path.name for path in (folder / "data/orrery").iterdir()} - {"orrery.db.lock"}, {"orrery.db"}, "what is left")
    refused(run("play", "chess", "--browser"), "chess")
    refused(run("play", "noughts", "--browser", "--players", 2), "--browser")
    complaint(run("play", "--browser", XDG_DATA_HOME="", HOME=""), USAGE, "HOME")


@test
def tells_of_the_host(folder):
    with Server(folder, "--legal", "https://example.org/legal?a=1&b", "--privacy", "http://example.org/") as server:
        about = server.must("GET", "/api/about")
        equal((about["legal"], about["privacy"], about["members_only"]),
              ("https://example.org/legal?a=1&b", "http://example.org/", False), "about")
    for address in ("javascript:alert(1)", "https://", "example.org", "https://a b", 'https://"', "https://" + 400 * "a"):
        refused(run("serve", "--port", 0, "--legal", address), "--legal")


@test
def members_only(folder):
    """Nobody else sees anything of the tables; accounts come from the host. Games and components are open to all."""
    store = folder / "tables.db"
    with Server(folder) as server:
        guest, stranger, table = server.guest(), server.guest("Eve"), None
        server.must("POST", "/api/account", {"name": "Ada", "password": "correct horse battery"}, guest)
        equal(server.stop(), 0, "exit code")
    with Server(folder, "--members-only") as server:
        true(server.must("GET", "/api/about")["members_only"], "the page knows it")
        for method, path in (("POST", "/api/guest"), ("GET", "/api/tables"), ("GET", "/ws"), ("GET", "/api/tables/nowhere")):
            status, _, answer = server.ask(method, path, {"name": "Eve"} if method == "POST" else None)
            equal(status, 403, f"{method} {path}: {answer}")
        contains(server.ask("GET", "/api/tables")[2]["text"], "members")
        for path in ("/", "/health", "/api/games", "/api/games/noughts/cards", "/api/me", "/account",
                     "/reference/games.en.json"):
            equal(server.ask("GET", path)[0], 200, path)
        token = server.must("POST", "/api/login", {"name": "Ada", "password": "correct horse battery", "token": True})["token"]
        table = server.table(token, "me", "random")
        equal(server.ask("GET", f"/api/tables/{table}")[0], 403, "a stranger")
        equal(server.must("GET", f"/api/tables/{table}", token=token)["table"], table, "a member")
        Web(server, Authorization=f"Bearer {token}").close()
        bot = server.must("POST", "/api/bots", {"name": "Helper"}, token)["token"]
        equal(server.must("GET", f"/api/tables/{table}", token=bot)["table"], table, "a member's bot")
        equal(server.ask("GET", "/api/tables", token=stranger)[0], 403, "a guest of former times")
        equal(run("admin", "add", "Grace", "--store", store, input="another horse battery\n").code, 0, "a new member")
        server.must("POST", "/api/login", {"name": "Grace", "password": "another horse battery"})


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
            equal(server.must("GET", "/health")["status"], "ok", "health")


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
        equal(server.must("GET", "/health")["status"], "ok", "the first one goes on")
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

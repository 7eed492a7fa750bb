#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What docs/hosting.md tells a host to write down and to type, as it stands there, as TAP.
    test_hosting.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
Not with sanitizers, which make system calls of their own.
"""

import base64
import contextlib
import ctypes
import functools
import hashlib
import http.client
import json
import os
import pathlib
import platform
import re
import resource
import signal
import struct
import subprocess
import sys
import time
import urllib.parse

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

import serving
from frame import PROGRAM, SECONDS, contains, environment, equal, fine, lacks, run, run_tests, test, true, write
from serving import Server, Web

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
EXPOSURE_MAX = 1.2  # as the page says
NOBODY = 65534
LONG = int(os.environ.get("ORRERY_TEST_GAMES", "1")) > 1


# ---- what the page says --------------------------------------------------------------------------


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def units():
    """The units of the page by their names, with the program that is tested in the place of the installed one."""
    found = {}
    for block in blocks("ini"):
        parts = re.split(r"^# /etc/systemd/system/(\S+)\n", block, flags=re.MULTILINE)
        found.update(zip(parts[1::2], parts[2::2]))
    named = re.search(r"`/etc/systemd/system/(orrery\.service)`:\n\n```ini\n(.*?)```", PAGE, re.DOTALL)
    found[named[1]] = named[2]
    return {name: re.sub(r"(?<![\w/])(/usr/local/bin/)?orrery (?=serve|admin)", f"{PROGRAM} ", text)
            for name, text in found.items()}


def analyze(*arguments, folder=None):
    done = subprocess.run(["systemd-analyze", *arguments], cwd=folder, capture_output=True, text=True,
                          timeout=SECONDS, check=False)
    return done.returncode, done.stdout + done.stderr


@test
def units_are_well_formed(folder):
    found = units()
    true({"orrery.service", "orrery-backup.service", "orrery-backup.timer"} <= set(found), f"{set(found)}")
    for name, text in found.items():
        write(folder / name, text)
    code, said = analyze("verify", "--man=no", *(f"./{name}" for name in found), folder=folder)
    equal((code, said), (0, ""), "what systemd says of the units")


@test
def unit_is_the_one_that_is_installed(_):
    installed = (ROOT / "packaging/orrery.service.in").read_text(encoding="utf-8")
    installed = re.sub(r"\A(#.*\n)+\n", "", installed).replace("@bindir@", "/usr/local/bin")
    true(installed in blocks("ini"), f"docs/hosting.md shows packaging/orrery.service.in:\n{installed}")


@test
def unit_is_as_tight_as_the_page_says(folder):
    write(folder / "orrery.service", units()["orrery.service"])
    code, said = analyze("security", "--offline=true", f"--threshold={int(10 * EXPOSURE_MAX)}",
                         "./orrery.service", folder=folder)
    level = re.search(r"exposure level for orrery\.service: ([\d.]+)", said)
    equal((code, level[1]), (0, str(EXPOSURE_MAX)), said)
    contains(PAGE, f'systemd-analyze security orrery       # {EXPOSURE_MAX}, "OK"')


# ---- system calls --------------------------------------------------------------------------------


@functools.cache
def calls_of(group):
    """The system calls of a group of systemd's, with those of the groups in it."""
    if not group.startswith("@"):
        return frozenset([group])
    code, said = analyze("syscall-filter", group)
    equal(code, 0, said)
    names = [line.strip() for line in said.splitlines()[1:] if line.startswith("    ")]
    return frozenset().union(*(calls_of(name) for name in names if not name.startswith("#")))


def allowed_calls(unit):
    """What SystemCallFilter= lets through: the lines count one after another."""
    allowed = set(calls_of("@default"))
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        calls = set().union(*(calls_of(word) for word in line.lstrip("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    return allowed


def call_numbers():
    said = subprocess.run(["gcc", "-dM", "-E", "-x", "c", "-"], input="#include <sys/syscall.h>\n",
                          capture_output=True, text=True, check=True).stdout
    return {name: int(number) for name, number in
            re.findall(r"^#define __NR_(\w+) (\d+)$", said, re.MULTILINE)}


def filter_program(allowed):
    """A seccomp filter: whoever makes another call is killed, so that it cannot go unnoticed."""
    load, equals, end = 0x20, 0x15, 0x06
    allow, kill = 0x7fff0000, 0x80000000
    architecture = {"x86_64": 0xc000003e, "aarch64": 0xc00000b7}[platform.machine()]
    numbers = call_numbers()
    rows = [(load, 0, 0, 4), (equals, 1, 0, architecture), (end, 0, 0, kill), (load, 0, 0, 0)]
    for number in sorted(numbers[name] for name in allowed if name in numbers):
        rows += [(equals, 0, 1, number), (end, 0, 0, allow)]
    rows.append((end, 0, 0, kill))
    return b"".join(struct.pack("=HBBI", *row) for row in rows), len(rows)


def address_space(unit):
    """Bytes, by LimitAS=: without it the server cannot notice that memory is short."""
    return int(re.search(r"^LimitAS=(\d+)G$", unit, re.MULTILINE)[1]) << 30


def confine(program, count, space):
    """In the child, before it becomes the server: no more rights than the unit gives."""
    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("rows", ctypes.c_char_p)]

    no_new_privileges, seccomp, mode_filter = 38, 22, 2
    libc = ctypes.CDLL(None, use_errno=True)
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    if (libc.prctl(no_new_privileges, 1, 0, 0, 0) != 0 or
            libc.prctl(seccomp, mode_filter, ctypes.byref(Filter(count, program)), 0, 0) != 0):
        os._exit(99)


def niceness(server):
    """Of all threads; a thread may end while we look."""
    found = []
    for path in pathlib.Path(f"/proc/{server.process.pid}/task").iterdir():
        with contextlib.suppress(OSError):
            found.append(int((path / "stat").read_text().rpartition(")")[2].split()[16]))
    true(server.process.poll() is None, f"the server lives ({-signal.SIGSYS}: killed for a call that the "
                                        f"unit denies): {server.process.poll()}")
    return found


def live(server):
    """Something of everything: people, a computer player, a hint, chat, a mail and a webhook that fail."""
    token = server.guest()
    server.must("POST", "/api/account", {"name": "Ada", "password": "correct horse battery"}, token)
    token = server.must("POST", "/api/login", {"name": "Ada", "password": "correct horse battery",
                                               "token": True})["token"]
    server.ask("POST", "/api/me", {"webhook": "http://127.0.0.1:9/", "mail": "ada@example.org"}, token)
    table = server.table(token, "me", "random", options={"start": "first"}, game="noughts")
    server.must("POST", f"/api/tables/{table}/chat", {"text": "hello"}, token)
    web = Web(server, Authorization=f"Bearer {token}")
    for message in ({"do": "watch", "id": 1, "table": table},
                    {"do": "hint", "id": 2, "table": table, "seat": 1, "expected": 3}):
        web.send(json.dumps(message))
    while (message := web.receive()).get("event") != "hint":
        true(not message.get("error"), f"{message}")
    server.must("GET", "/metrics")
    web.close()


@test
def unit_denies_no_call_that_the_server_makes(folder):
    unit = units()["orrery.service"]
    program, count = filter_program(allowed_calls(unit))
    space = address_space(unit)
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    popen = functools.partial(subprocess.Popen, preexec_fn=lambda: confine(program, count, space))
    kept, serving.subprocess.Popen = subprocess.Popen, popen
    try:
        server = Server(folder, "--mail", "/bin/true", "--url", "http://127.0.0.1", "--log", "all", ORRERY_PRIVATE_WEBHOOKS="1")
    finally:
        serving.subprocess.Popen = kept
    with server:
        live(server)
        end = time.monotonic() + 60
        while 5 not in niceness(server):
            true(time.monotonic() < end, f"a study has less priority: {niceness(server)}")
            time.sleep(0.05)
        server.process.send_signal(signal.SIGUSR2)  # as ExecReload= does
        while [line["what"] for line in server.log].count("started") < 2:
            true(time.monotonic() < end and server.process.poll() is None, f"it starts again\n{server.log_text[-2000:]}")
            time.sleep(0.05)
        equal(server.must("GET", "/health")["status"], "ok", "health")
        equal(server.stop(), 0, f"exit code ({-signal.SIGSYS}: a call that the unit denies)")


# ---- the log -------------------------------------------------------------------------------------


def log_commands():
    return re.findall(r"^(journalctl .*?\| jq .*?)(?: +#.*)?$", PAGE, re.MULTILINE)


def mixed_log(folder):
    """A log as the journal has it: standard output and error in one, with lines of systemd."""
    path = folder / "mixed"
    with open(path, "wb", 0) as out:
        out.write(b"Starting Orrery, a table server for board games...\n")
        for words in (["--port", "0"], ["--address", "nowhere"]):
            process = subprocess.Popen([str(PROGRAM), "serve", "--store", str(folder / "a.db"), *words],
                                       stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            end = time.monotonic() + 60
            while process.poll() is None and (words[1] != "0" or b'"started"' not in path.read_bytes()):
                true(time.monotonic() < end, "the server starts, or does not")
                time.sleep(0.05)
            process.terminate()
            process.wait(60)
        out.write(b"orrery.service: Deactivated successfully.\n")
    return path.read_text(encoding="utf-8")


@test
def commands_for_the_log_work_as_written(folder):
    log = mixed_log(folder)
    write(folder / "journalctl", f"#!/bin/sh\nexec cat {folder / 'mixed'}\n").chmod(0o755)
    true(log_commands(), "the page names commands for the log")
    for command in log_commands():
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        equal((done.returncode, done.stderr), (0, ""), command)
        if "select" not in command:
            contains(done.stdout, '"what": "started"', '"what": "stopped"')
    own = [line for line in log.splitlines() if not re.match(r"Starting |orrery\.service: |orrery: ", line)]
    for line in own:
        json.loads(line)
    lines = [line for line in log.splitlines() if line.startswith("orrery: ")]
    equal(len(lines), 1, f"sentences of the program itself, which are no JSON, only where it cannot start: {lines}")


@test
def address_is_still_told_to_programs(folder):
    with Server(folder) as server:  # its standard output is a pipe of its own
        equal(server.out, f"orrery: http://127.0.0.1:{server.port}/\n", "the line")


# ---- recipes: the commands of a section, as they are written ----------------------------------------


def section(title):
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##+ |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    true(found, f"docs/hosting.md has a section {title!r}")
    return found[1]


def commands(title, word):
    """The lines of the one block of commands of a section that has that word."""
    found = [block for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", section(title), re.DOTALL | re.MULTILINE)
             if language == "" and word in block]
    equal(len(found), 1, f"blocks with {word!r} in {title!r}")
    return [re.sub(r"\s+#.*", "", line) for line in found[0].splitlines()]


def type_in(folder, lines, **more):
    """Runs lines in a shell as a host types them, with the program that is tested and the programs of the folder."""
    write(folder / "orrery", f'#!/bin/sh\nexec {PROGRAM} "$@"\n').chmod(0o755)
    done = subprocess.run(["sh", "-eu", "-c", "\n".join(lines)], cwd=folder, capture_output=True, text=True, timeout=SECONDS,
                          check=False, env=environment(PATH=f"{folder}:{os.environ['PATH']}", **more))
    equal((done.returncode, done.stderr), (0, ""), "\n".join(lines))
    return done.stdout


def own_address():
    """One of this machine that is not loopback, as others in the network would use; None if it has none."""
    with contextlib.suppress(OSError):
        lines = pathlib.Path("/proc/net/fib_trie").read_text(encoding="ascii").splitlines()
        local = {line.split()[-1] for line, kind in zip(lines, lines[1:]) if "host LOCAL" in kind}
        return next(iter(sorted(one for one in local if not one.startswith("127."))), None)
    return None


@test
def evening_in_one_network_works_as_written(folder):
    line, = commands("An evening in one network", "--address")
    words = line.split()
    equal(words[:2], ["orrery", "serve"], "the command")
    process = subprocess.Popen([str(PROGRAM), *words[1:], "--port", "0"], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment())
    try:
        port = int(re.fullmatch(r"orrery: http://0\.0\.0\.0:(\d+)/\n", process.stdout.readline())[1])
        host = own_address() or "127.0.0.1"
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.request("POST", "/api/guest", json.dumps({"name": "Ada"}), {"Origin": f"http://{host}:{port}"})
        answer = connection.getresponse()
        equal((answer.status, answer.read() != b""), (200, True), f"a guest from {host}")
        lacks(answer.headers["Set-Cookie"], "Secure")
        cookie = answer.headers["Set-Cookie"].split(";")[0]
        connection.request("GET", "/api/me", headers={"Cookie": cookie})
        equal(json.loads(connection.getresponse().read())["name"], "Ada", "who the cookie belongs to")
        connection.close()
    finally:
        process.terminate()
        equal(process.wait(SECONDS), 0, "exit code")
        process.stdout.close()
    true((folder / "evening.db").is_file(), "the games are kept where the page says")


def in_folder(folder, lines):
    """The same lines, with the folders of a system below that folder."""
    return [re.sub(r"/var/(backups|lib)/", rf"{folder}/\1/", line) for line in lines]


def fill_store(folder):
    """A store with an account, where the service has it."""
    (folder / "lib/orrery").mkdir(parents=True)
    (folder / "backups").mkdir()
    with Server(folder, store=folder / "lib/orrery/orrery.db") as server:
        server.must("POST", "/api/account", {"name": "Ada", "password": "correct horse battery"}, server.guest())
        equal(server.stop(), 0, "exit code")


def users(store):
    return fine(run("admin", "users", "--store", store))


@test
def backup_and_restore_work_as_written(folder):
    fill_store(folder)
    store = folder / "lib/orrery/orrery.db"
    with Server(folder, store=store) as server:  # a backup does not need it to stop
        type_in(folder, in_folder(folder, commands("Backups", "admin backup")))
        equal(server.must("GET", "/health")["status"], "ok", "health")
    backup, = (folder / "backups/orrery").iterdir()
    equal((folder / "backups/orrery").stat().st_mode & 0o777, 0o700, "who may look into the folder")
    store.write_bytes(b"spoilt")
    write(folder / "systemctl", f"#!/bin/sh\necho $1 >>{folder}/done\n").chmod(0o755)
    lines = commands("Backups", "systemctl stop")
    type_in(folder, [line.replace("2026-01-31.db", backup.name) for line in in_folder(folder, lines)])
    equal((folder / "done").read_text(), "stop\nstart\n", "what became of the service")
    contains(users(store), "Ada")
    equal(store.stat().st_mode & 0o777, 0o600, "who may read it")
    fine(run("admin", "check", "--store", store))
    equal((folder / "lib/orrery/before/orrery.db").read_bytes(), b"spoilt", "what was there before")


@test
def unit_for_backups_does_what_it_says(folder):
    fill_store(folder)
    (folder / "backups/orrery").mkdir()
    old = write(folder / "backups/orrery/2020-01-01.db", "old")
    os.utime(old, (0, 0))
    unit = units()["orrery-backup.service"].replace("\\\n", " ")
    script = re.search(r"^ExecStart=/bin/sh -ec '(.*)'$", unit, re.MULTILINE)[1].replace("$$", "$").replace("%%", "%")
    after = re.search(r"^ExecStartPost=(.*)$", unit, re.MULTILINE)[1]
    type_in(folder, in_folder(folder, [script, after]))
    left, = (folder / "backups/orrery").iterdir()
    true(left != old, "old copies go, new ones stay")
    contains(users(left), "Ada")


@test
def page_while_restarting_needs_nothing_but_itself(_):
    html = (ROOT / "packaging/restarting.html").read_text(encoding="utf-8")
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)[1]
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    contains(html, f"default-src 'none'; style-src 'sha256-{allowed}'", 'http-equiv="refresh"', '<div lang="de">', '<div lang="fr">')
    lacks(html, "<script", "src=", "href=", "url(", "style=")


def local_socket_works_as_written(folder):
    """PostgreSQL by its socket, as the page creates and opens it."""
    with serving.postgres() as (address, _):
        port = urllib.parse.urlsplit(address).port

        def ask(role, *statements):
            for statement in statements:
                done = subprocess.run(["psql", "-h", "127.0.0.1", "-p", str(port), "-U", role, "-d", "postgres", "-Atqc", statement],
                                      capture_output=True, text=True, timeout=SECONDS, check=False)
                equal((done.returncode, done.stderr), (0, ""), statement)
            return done.stdout.strip()

        # A fresh cluster has neither the user nor the database that the page creates.
        place = ask("orrery", "CREATE ROLE boss SUPERUSER LOGIN", "SHOW unix_socket_directories")
        ask("boss", "DROP DATABASE orrery", "ALTER ROLE orrery RENAME TO elder")
        create, serve = commands("PostgreSQL and several servers", "%2Fvar")
        type_in(folder, [create], PGHOST=place, PGPORT=str(port), PGUSER="boss")
        equal(ask("boss", "SELECT count(*) FROM pg_roles WHERE rolname = 'orrery' AND NOT rolsuper"), "1", "the role")
        contains(serve, "orrery serve --store ", "%2Fvar%2Frun%2Fpostgresql")
        store = serve.split()[-1].replace("%2Fvar%2Frun%2Fpostgresql", f"{urllib.parse.quote(place, safe='')}:{port}")
        with Server(folder, store=store) as server:
            token = server.guest()
            server.play_out(token, server.table(token, "random", "random"))
            equal(server.stop(), 0, "exit code")
        contains(users(store), "Ada")


if LONG:
    test(local_socket_works_as_written)

sys.exit(run_tests())

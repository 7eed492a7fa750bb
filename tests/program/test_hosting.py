#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What docs/hosting.md tells a host to write down and to type, as it stands there, as TAP.
    test_hosting.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
Not with sanitizers, which make system calls of their own.
"""

import contextlib
import ctypes
import functools
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

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

import serving
from frame import PROGRAM, SECONDS, contains, equal, run, run_tests, test, true, write
from serving import Server, Web

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs/hosting.md").read_text(encoding="utf-8")
EXPOSURE_MAX = 1.2  # as the page says
NOBODY = 65534


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
        equal(server.must("GET", "/health"), {"status": "ok"}, "health")
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


sys.exit(run_tests())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""tools/setup on systems that are made up: what it says, whom it asks, what it would install. As TAP. Nothing is installed:
apt-get, sudo and the like are stand-ins that write down how they were called.
    test_setup.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import collections
import os
import pathlib
import pty
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, equal, lacks, run_tests, test, true, write

SETUP = pathlib.Path(__file__).resolve().parents[2] / "tools/setup"
TOOLS = ("bash", "cat", "dirname", "env", "fold", "mktemp", "rm", "sed", "tr")  # what every system has
# Each writes down its name and arguments. sudo does what it is told; dpkg-query has all packages but those that are missing.
STAND_INS = {
    "sudo": '[[ $1 != -n ]] || shift\nexec "$@"',
    "apt-get": "",
    "install": "cat >/dev/null",
    "systemctl": "",
    "dpkg-query": 'for name in "${@:3}"; do [[ " $MISSING " == *" $name "* || $MISSING == all ]] || echo "ii  $name"; done',
}
ROOT = os.geteuid() == 0
PROMPT = b"[Y/n] "
SECONDS = 60

Told = collections.namedtuple("Told", "code said calls")


class System:
    """A system with nothing but TOOLS and stand-ins."""

    def __init__(self, folder, *stand_ins, missing=""):
        folder.chmod(0o755)  # for another user
        self.folder, self.missing = folder, missing
        self.calls = write(folder / "calls", "")
        self.calls.chmod(0o666)
        (folder / "bin").mkdir()
        (folder / "tools").mkdir()
        shutil.copy(SETUP, folder / "tools/setup")
        for name in TOOLS:
            (folder / "bin" / name).symlink_to(shutil.which(name))
        for name in ("node", "npm"):
            self.add(name, "")
        for name in stand_ins:
            self.add(name, f'echo "{name} $*" >>"$CALLS"\n{STAND_INS[name]}')

    def add(self, name, does):
        write(self.folder / "bin" / name, f"#!{shutil.which('bash')}\n{does}\n").chmod(0o755)

    def remove(self, *names):
        for name in names:
            (self.folder / "bin" / name).unlink()

    def start(self, groups, root, environment, **streams):
        known = {"PATH": str(self.folder / "bin"), "CALLS": str(self.calls), "MISSING": self.missing, **environment}
        rights = {"user": "nobody"} if ROOT and not root else {}
        return subprocess.Popen([str(self.folder / "tools/setup"), *groups], env=known, cwd=self.folder, **rights, **streams)

    def finish(self, process, said):
        calls = [line for line in self.calls.read_text(encoding="utf-8").splitlines() if not line.startswith("dpkg-query")]
        return Told(process.returncode, said.decode().replace("\r", ""), calls)

    def run(self, *groups, root=False, **environment):
        """Without a terminal."""
        process = self.start(groups, root, environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
        return self.finish(process, process.communicate(timeout=SECONDS)[0])

    def run_in_terminal(self, *groups, answer="", root=False, **environment):
        """Each question is given the same answer."""
        ours, theirs = pty.openpty()
        process = self.start(groups, root, environment, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        said, answered = b"", 0
        while part := read(ours):
            said += part
            while said.count(PROMPT) > answered:
                os.write(ours, f"{answer}\n".encode())
                answered += 1
        process.wait(SECONDS)
        os.close(ours)
        return self.finish(process, said)


def read(terminal):
    """What comes next, or nothing when the last writer has ended."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def debian(folder, missing="", without=()):
    return System(folder, *(name for name in STAND_INS if name not in without), missing=missing)


def installs(told, *packages, sudo=None):
    """It called apt-get for these packages and no others, once."""
    calls = [call for call in told.calls if call.startswith("apt-get") and " install " in call]
    equal(told.code, 0, f"exit code; said: {told.said}")
    equal([call.split("--no-install-recommends ")[1].split() for call in calls], [list(packages)], "what is installed")
    given = [call for call in told.calls if call.startswith("sudo") and " apt-get " in call]
    true(bool(given) == (sudo is not None) and all(call.startswith(sudo) for call in given), f"with sudo: {told.calls}")


# ---- Debian --------------------------------------------------------------------------------------


@test
def says_nothing_if_nothing_is_missing(folder):
    system = debian(folder)
    equal(system.run("build", "test", "format", "wasm", "docs", "mpi", "package", "page"), Told(0, "", []), "all is there")
    equal(system.run_in_terminal("build"), Told(0, "", []), "in a terminal")


@test
def asks_once_in_a_terminal(folder):
    told = debian(folder, "meson libedit-dev").run_in_terminal("build", answer="y")
    equal(told.said.count(PROMPT.decode()), 1, f"questions: {told.said}")
    contains(told.said, "would be installed with sudo apt-get:", "    meson libedit-dev\n")
    contains(told.said, "tools/setup: installing meson libedit-dev")
    installs(told, "meson", "libedit-dev", sudo="sudo env")


@test
def return_is_yes(folder):
    installs(debian(folder, "meson").run_in_terminal("build"), "meson", sudo="sudo env")


@test
def installs_nothing_after_a_no(folder):
    told = debian(folder, "meson").run_in_terminal("build", answer="n")
    equal((told.code, told.calls), (1, []), "exit code and calls")
    contains(told.said, "nothing was installed. ORRERY_SETUP=no skips this step.")


@test
def never_asks_without_a_terminal(folder):
    """Nor waits for a password."""
    told = debian(folder, "meson").run("build")
    lacks(told.said, PROMPT.decode())
    installs(told, "meson", sudo="sudo -n env")


@test
def never_asks_in_ci(folder):
    told = debian(folder, "meson").run_in_terminal("build", CI="true")
    lacks(told.said, PROMPT.decode())
    installs(told, "meson", sudo="sudo env")


@test
def never_asks_root(folder):
    if not ROOT:
        return  # rights that we do not have
    told = debian(folder, "meson").run_in_terminal("build", root=True)
    lacks(told.said, PROMPT.decode())
    contains(told.said, "tools/setup: installing meson")
    installs(told, "meson")


@test
def says_what_root_has_to_do(folder):
    told = debian(folder, "meson gettext", without=("sudo",)).run("build")
    equal((told.code, told.calls), (1, []), "exit code and calls")
    contains(told.said, "please run this as root: apt-get install meson gettext")


@test
def shows_why_installing_failed(folder):
    system = debian(folder, "meson")
    system.add("apt-get", 'echo "no space left"; exit 100')
    told = system.run("build")
    equal(told.code, 1, "exit code")
    contains(told.said, "no space left", "please install by hand: meson")


@test
def can_be_skipped(folder):
    equal(debian(folder, "all").run_in_terminal("build", ORRERY_SETUP="no"), Told(0, "", []), "ORRERY_SETUP=no")


@test
def knows_its_groups(folder):
    told = debian(folder).run("paint")
    equal(told.code, 2, "exit code")
    contains(told.said, 'no group "paint"')


@test
def the_sources_of_a_release_need_no_nodejs(folder):
    system = debian(folder, "all", without=("sudo",))
    system.remove("node", "npm")
    contains(system.run("build").said, " nodejs npm")
    (folder / "build/web").mkdir(parents=True)
    write(folder / "build/web/stamp", "")
    lacks(system.run("build").said, "nodejs", "npm")
    contains(system.run("page").said, ": apt-get install nodejs npm\n")
    (folder / ".git").mkdir()
    contains(system.run("build").said, " nodejs npm")


# ---- other systems -------------------------------------------------------------------------------


def other(folder, name, like, there=False):
    """Where no package is there, or all are."""
    system = System(folder)
    system.add("uname", f"echo {name}")
    for tool in ("pkg-config", "cc") if not there else ("pkg-config", "cc", "gcc", "meson", "ninja", "python3", "msgfmt"):
        system.add(tool, ("cat >/dev/null\n" if tool == "cc" else "") + ("exit 0" if there else "exit 1"))
    write(folder / "os-release", f'NAME="Some System"\n{like}\n')
    return system, {"ORRERY_OS_RELEASE": str(folder / "os-release")}


def lists(folder, name, like, *parts):
    system, environment = other(folder, name, like)
    told = system.run_in_terminal("build", **environment)
    equal(told.code, 1, f"exit code; said: {told.said}")
    contains(told.said, "this is not a Debian system", "passwords and dealer", "PostgreSQL (optional)", *parts)
    return told.said


@test
def lists_packages_of_fedora(folder):
    lists(folder, "Linux", "ID=fedora", "here: dnf install gcc meson", " libsodium-devel ", " libpq-devel ")


@test
def lists_packages_of_those_like_fedora(folder):
    lists(folder, "Linux", 'ID="rocky"\nID_LIKE="rhel centos fedora"', "here: dnf install gcc meson")


@test
def lists_packages_of_arch(folder):
    lists(folder, "Linux", "ID=manjaro\nID_LIKE=arch", "here: pacman -S gcc meson", " postgresql-libs ")


@test
def lists_packages_of_alpine(folder):
    lists(folder, "Linux", "ID=alpine", "here: apk add gcc musl-dev meson", " libsodium-dev ")


@test
def lists_packages_of_macos(folder):
    lists(folder, "Darwin", "", "here: brew install gcc meson", "on macOS only liborrery can be built")


@test
def lists_all_names_elsewhere(folder):
    lacks(lists(folder, "Linux", "ID=plan9", "libsodium-devel, libsodium, libsodium-dev, libsodium"), "here:")


@test
def says_nothing_elsewhere_if_all_is_there(folder):
    system, environment = other(folder, "Linux", "ID=fedora", there=True)
    equal(system.run("build", **environment), Told(0, "", []), "all is there")


@test
def builds_without_what_is_optional(folder):
    system, environment = other(folder, "Linux", "ID=fedora", there=True)
    system.add("pkg-config", '[[ $2 != @(libpq|libedit) ]]')
    told = system.run("build", **environment)
    equal(told.code, 0, "exit code")
    contains(told.said, "here: dnf install libpq-devel libedit-devel\n")


@test
def other_groups_say_nothing_elsewhere(folder):
    system, environment = other(folder, "Linux", "ID=fedora")
    equal(system.run("test", "format", **environment), Told(0, "", []), "tests")


sys.exit(run_tests())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Manual pages and completion, which the program writes from the tables of --help, as TAP.
    test_manual.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, PROGRAM, complaint, contains, environment, equal, fine, lacks, refused, run, run_tests, test, true, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = re.search(r"--lang (\S+)", fine(run("games", "--help")))[1].split("|")
COMMANDS = re.findall(r"^  orrery (\S+)", fine(run("--help")), re.MULTILINE)


def options(command):
    """As its help has them: name, and whether it takes a value."""
    return re.findall(r"^  --([a-z-]+)( \S+)?  ", fine(run(command, "--help")), re.MULTILINE)


def tool(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)
    return done.returncode, done.stdout + done.stderr


# ---- manual pages --------------------------------------------------------------------------------


@test
def a_page_for_each_command(folder):
    fine(run("manual", "--into", folder))
    equal({path.name for path in folder.iterdir()}, {"orrery.1", *(f"orrery-{name}.1" for name in COMMANDS)}, "pages")
    for name in COMMANDS:
        page = (folder / f"orrery-{name}.1").read_text(encoding="utf-8")
        equal(page, fine(run("manual", name)), f"the page of {name}")
        for option, _ in options(name):
            contains(page, "\\-\\-" + option.replace("-", "\\-"))
    contains((folder / "orrery.1").read_text(encoding="utf-8"), *(f"orrery\\-{name} (1)" for name in COMMANDS))


@test
def pages_are_the_same_everywhere(_):
    """They are part of packages, so they know neither the machine nor the user."""
    lacks(fine(run("manual", "arena")), f"default: {os.cpu_count()})")
    contains(fine(run("manual", "arena")), "(default: all cores)")
    contains(fine(run("arena", "--help")), "(default: all cores)")


@test
def pages_are_well_formed(folder):
    """mandoc has no complaint, in any language."""
    for language in LANGUAGES:
        (folder / language).mkdir()
        fine(run("manual", "--lang", language, "--into", folder / language))
        pages = sorted(map(str, (folder / language).iterdir()))
        if shutil.which("mandoc"):
            equal(tool("mandoc", "-T", "lint", "-W", "warning", *pages), (0, ""), "mandoc")
    contains((folder / "de/orrery-play.1").read_text(encoding="utf-8"), "BEZEICHNUNG", "OPTIONEN")
    contains((folder / "en/orrery-play.1").read_text(encoding="utf-8"), ".SH \"NAME\"", ".SH \"OPTIONS\"")


@test
def pages_that_cannot_be(folder):
    refused(run("manual", "chess"), "chess")
    refused(run("manual", "play", "--into", folder), "--into")
    complaint(run("manual", "--into", folder / "none"), FAILED, "none")


@test
def the_page_of_all_commands(_):
    """docs/commands.md is what --help says."""
    equal(tool(ROOT / "tools/commands", PROGRAM, "check"), (0, ""), "docs/commands.md")


# ---- completion ----------------------------------------------------------------------------------


def complete(folder, *words):
    """What bash offers for the last word."""
    script = write(folder / "script", fine(run("completion", "bash")))
    asked = " ".join(f"'{word}'" for word in words)
    code, out = tool("bash", "--norc", "-c",
                     f"source {script}; COMP_WORDS=(orrery {asked}); COMP_CWORD={len(words)}; _orrery; "
                     "printf '%s\\n' \"${COMPREPLY[@]}\"", cwd=folder, env=environment())
    equal(code, 0, out)
    return set(out.split())


@test
def bash_completes_everything(folder):
    true(set(COMMANDS) <= complete(folder, ""), "commands")
    equal(complete(folder, "pl"), {"play"}, "a command")
    for name in COMMANDS:
        equal(complete(folder, name, "--"), {f"--{option}" for option, _ in options(name)}, f"options of {name}")
    equal(complete(folder, "play", ""), set(fine(run("games", "--names")).split()), "games")
    equal(complete(folder, "admin", "ex"), {"export"}, "actions")
    equal(complete(folder, "completion", ""), {"bash", "zsh", "fish"}, "shells")
    equal(complete(folder, "games", "--lang", ""), {*LANGUAGES}, "choices of an option")
    equal(complete(folder, "games", "--lang", "=", "d"), {"de"}, "behind a sign")
    equal(complete(folder, "play", "--players", ""), set(), "a number")


@test
def bash_completes_files(folder):
    write(folder / "a.record", "")
    equal(complete(folder, "replay", "a."), {"a.record"}, "an argument")
    equal(complete(folder, "play", "--from", "a"), {"a.record"}, "the value of an option")


@test
def shells_can_read_it(folder):
    for shell, check in (("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "-n"]),
                         ("bash", ["shellcheck"])):
        script = write(folder / "script", fine(run("completion", shell)))
        if shutil.which(check[0]):
            equal(tool(*check, str(script)), (0, ""), f"{check[0]} on the script for {shell}")
    for shell in ("zsh", "fish"):
        script = fine(run("completion", shell))
        for name in COMMANDS:
            contains(script, name)
            for option, _ in options(name):
                contains(script, f"--{option}" if shell == "zsh" else f" -l {option} ")
    refused(run("completion", "tcsh"), "tcsh", "bash, zsh, fish")


sys.exit(run_tests())

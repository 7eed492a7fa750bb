#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""make install and make uninstall, into folders of their own, as TAP. They build what is missing, so only the long run
does this, when nothing else is being built.
    test_install.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import PROGRAM, contains, equal, run_tests, test, true, write

SOURCE = pathlib.Path(__file__).resolve().parents[2]
INSTALLED = ("bin/orrery", "include/orrery.h", "lib/liborrery.so.1", "lib/liborrery.a", "lib/pkgconfig/orrery.pc",
             "lib/systemd/system/orrery.service", "share/man/man1/orrery-play.1", "share/man/de/man1/orrery-play.1",
             "share/applications/orrery.desktop", "share/icons/hicolor/scalable/apps/orrery.svg",
             "share/bash-completion/completions/orrery", "share/zsh/site-functions/_orrery",
             "share/fish/vendor_completions.d/orrery.fish", "share/doc/orrery/README.md")


def make(target, **folders):
    given = {"ORRERY_SETUP": "no", **{name: str(folder) for name, folder in folders.items()}}
    return subprocess.run(["make", "--no-print-directory", target], cwd=SOURCE, env={**os.environ, **given},
                          capture_output=True, text=True, check=False)


def must(target, **folders):
    done = make(target, **folders)
    equal(done.returncode, 0, f"make {target}: {done.stdout[-1000:]}{done.stderr[-2000:]}")


def paths(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def said(program, *arguments):
    return subprocess.run([str(program), *arguments], capture_output=True, text=True, check=True).stdout


@test
def everything_is_there_and_nothing_is_left(folder):
    """In a folder that others have files in."""
    (folder / "usr/share/man").mkdir(parents=True)
    write(folder / "usr/share/man/other.1", "")
    before = paths(folder)
    must("install", PREFIX="/usr", DESTDIR=folder)
    for name in INSTALLED:
        true((folder / "usr" / name).is_file(), f"{name} is not installed: {paths(folder)}")
    equal(said(folder / "usr/bin/orrery", "--version"), said(PROGRAM, "--version"), "the installed program")
    contains((folder / "usr/lib/systemd/system/orrery.service").read_text(encoding="utf-8"), "=/usr/bin/orrery serve")
    must("uninstall", PREFIX="/usr", DESTDIR=folder)
    equal(paths(folder), before, "files after make uninstall")


@test
def a_folder_of_ones_own(folder):
    """Without DESTDIR; folders that are not there yet are made, and removed."""
    prefix = folder / "of my own/programs"
    must("install", PREFIX=f"{prefix}/")
    contains(said(prefix / "bin/orrery", "games"), "pulsar-2849")
    must("uninstall", PREFIX=prefix)
    equal(paths(folder), [], "files after make uninstall")


@test
def a_new_version_takes_the_old_ones_place(folder):
    must("install", PREFIX="/usr", DESTDIR=folder)
    first = paths(folder)
    old = write(folder / "usr/share/orrery/old.txt", "what an older version had")
    with open(folder / "usr/share/orrery/installed.txt", "a", encoding="utf-8") as listed:
        listed.write("/usr/share/orrery/old.txt\n")
    must("install", PREFIX="/usr", DESTDIR=folder)
    true(not old.exists(), "what an older version had is still there")
    equal(paths(folder), first, "files after a second time")
    must("uninstall", PREFIX="/usr", DESTDIR=folder)
    equal(paths(folder), [], "files after make uninstall")


@test
def what_is_not_ours_is_never_removed(folder):
    must("install", PREFIX="/usr", DESTDIR=folder)
    other = write(folder / "other", "")
    with open(folder / "usr/share/orrery/installed.txt", "a", encoding="utf-8") as listed:
        listed.write("/other\n")
    done = make("uninstall", PREFIX="/usr", DESTDIR=folder)
    true(done.returncode != 0 and other.exists(), "a list that names a file elsewhere")
    contains(done.stderr, "/other, which is not below /usr")


@test
def what_cannot_be(folder):
    for target, prefix, sentence in (("uninstall", folder, "nothing is installed"), ("install", "here", "a whole path"),
                                     ("install", f"{folder}/../up", "a whole path")):
        done = make(target, PREFIX=prefix)
        true(done.returncode != 0, f"make {target} PREFIX={prefix}")
        contains(done.stderr, sentence)
    equal(paths(folder), [], "files")


sys.exit(run_tests())

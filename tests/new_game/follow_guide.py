#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Adds the race by the commands of docs/how_to_add_a_game.md, to the letter, in a copy of the project; then plays it in
a browser and runs the quick checks there. Takes some minutes: `make test-long` does it.
    follow_guide.py [FOLDER]    leaves the copy in FOLDER, which must not exist
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GUIDE = "docs/how_to_add_a_game.md"
PACKAGES = ("web/node_modules", "tests/server/node_modules", "tests/browser/node_modules")


def copy_project(to):
    """What git knows or would take in, and the packages that lie there already."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT,
                            check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    for name in PACKAGES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, symlinks=True)


def begin_history(folder):
    """As in a clone, the checks ask git which files there are."""
    run(folder, "git", "init", "--quiet")
    run(folder, "git", "add", "--all")


def commands(text):
    """The commands of the first section."""
    section = re.search(r"^## In short\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    blocks = re.findall(r"^```sh\n(.*?)^```$", section[1], re.MULTILINE | re.DOTALL)
    if not blocks:
        sys.exit(f"follow_guide: there are no commands in {GUIDE}")
    return "".join(blocks)


def run(folder, *command):
    print("$", " ".join(command), flush=True)
    subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})


def follow(folder):
    copy_project(folder)
    begin_history(folder)
    run(folder, "bash", "-euxc", commands((folder / GUIDE).read_text(encoding="utf-8")))
    run(folder, "tools/test", "checks")
    run(folder, "build/orrery", "scenario", "--quiet", "tests/scenarios/race/race.scenario")
    run(folder, "node", "tests/new_game/play_race.mjs", "build/orrery")


def main():
    if len(sys.argv) > 1:
        follow(pathlib.Path(sys.argv[1]).resolve())
        return
    with tempfile.TemporaryDirectory() as folder:
        follow(pathlib.Path(folder) / "orrery")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Compares the stories of the program playthrough with those kept beside this file, as TAP.
    test_golden.py PLAYTHROUGH            compares
    test_golden.py PLAYTHROUGH --keep     keeps the present stories (make golden)
The stories are played with the cards in cards/, which stay as they are: those in data/ may be
corrected without a line changed here. A game that has no folder there gets its cards of today with
--keep; so does one whose folder was removed, if the rules no longer take the old ones.
"""

import difflib
import pathlib
import shutil
import subprocess
import sys
import tempfile

KEPT = pathlib.Path(__file__).resolve().parent
CARDS = KEPT / "cards"
DATA = KEPT.parent.parent / "data"
DIFFERENCE_LINES = 40


def keep_cards():
    """Gives each game in data/ its folder of cards, if it has none."""
    for folder in (path.parent for path in DATA.glob("*/*.cards")):
        if (CARDS / folder.name).exists():
            continue
        (CARDS / folder.name).mkdir(parents=True)
        for file in folder.glob("*.cards"):
            shutil.copyfile(file, CARDS / folder.name / file.name)
        print(f"the cards of {folder.name} are kept as they are today")


def keep(stories, kept):
    for name in kept.keys() - stories.keys():
        (KEPT / name).unlink()
    for name, story in stories.items():
        (KEPT / name).write_text(story)
    print(f"{len(stories)} stories kept in tests/golden")


def main():
    keeping = sys.argv[2:] == ["--keep"]
    if keeping:
        keep_cards()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], CARDS, folder], check=True)
        stories = {path.name: path.read_text() for path in pathlib.Path(folder).glob("*.txt")}
    kept = {path.name: path.read_text() for path in KEPT.glob("*.txt")}
    if keeping:
        keep(stories, kept)
        return 0
    return compare(stories, kept)


def compare(stories, kept):
    names = sorted(stories.keys() | kept.keys())
    print(f"1..{len(names)}")
    failed = 0
    for number, name in enumerate(names, 1):
        same = stories.get(name) == kept.get(name)
        failed += not same
        print(f"{'ok' if same else 'not ok'} {number} - {name}")
        if not same:
            lines = difflib.unified_diff(kept.get(name, "").splitlines(),
                                         stories.get(name, "").splitlines(),
                                         "kept", "now", lineterm="")
            for line in list(lines)[:DIFFERENCE_LINES]:
                print(f"# {line}")
    return 1 if failed else 0


sys.exit(main())

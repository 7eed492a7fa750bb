#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Compares the stories of the program playthrough with those kept beside this file, as TAP.
    test_golden.py PLAYTHROUGH            compares
    test_golden.py PLAYTHROUGH --keep     keeps the present stories (make golden)
"""

import difflib
import pathlib
import subprocess
import sys
import tempfile

KEPT = pathlib.Path(__file__).resolve().parent
DIFFERENCE_LINES = 40


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        stories = {path.name: path.read_text() for path in pathlib.Path(folder).glob("*.txt")}
    kept = {path.name: path.read_text() for path in KEPT.glob("*.txt")}
    if "--keep" in sys.argv:
        for name in kept.keys() - stories.keys():
            (KEPT / name).unlink()
        for name, story in stories.items():
            (KEPT / name).write_text(story)
        print(f"{len(stories)} stories kept in tests/golden")
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

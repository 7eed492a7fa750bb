#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The puzzles that are shipped (docs/puzzles.md): each solution reaches its goal, obvious turns do not; and a puzzle that
is wrong is found. As TAP. It is run by Debian's Python, which has cffi and numpy.
    test_puzzles.py    ORRERY_LIBRARY names liborrery.so
"""

import copy
import gzip
import importlib.machinery
import importlib.util
import json
import pathlib
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
COUNT_MIN = 8       # of each game
BYTES_MAX = 15_000  # of each game, compressed


def tool():
    """tools/puzzles as a module."""
    loader = importlib.machinery.SourceFileLoader("puzzles", str(SOURCE / "tools/puzzles"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("puzzles", loader))
    sys.modules["puzzles"] = module
    loader.exec_module(module)
    return module


puzzles = tool()
files = sorted(SOURCE.glob("data/*/puzzles.json"))
number = 0


def say(fine, what):
    global number
    number += 1
    print(f"{'ok' if fine else 'not ok'} {number} - {what}")


def faults(found, puzzle):
    return list(puzzles.faults(found, puzzle))


say(len(files) == 2, "both big games have puzzles")
for file in files:
    found = json.loads(file.read_text(encoding="utf-8"))
    name = file.parent.name
    wrong = {i: faults(found, puzzle) for i, puzzle in enumerate(found["puzzles"], 1)}
    say(not any(wrong.values()), f"{name}: solutions reach their goals, obvious turns do not {wrong if any(wrong.values()) else ''}")
    say(len(wrong) >= COUNT_MIN, f"{name}: {len(wrong)} puzzles")
    ids = {puzzle["id"] for puzzle in found["puzzles"]}
    say(len(ids) == len(wrong), f"{name}: each has an id of its own")
    size = len(gzip.compress(json.dumps(found).encode()))
    say(size <= BYTES_MAX, f"{name}: {size} bytes compressed")
    higher = copy.deepcopy(found["puzzles"][0])
    higher["goal"]["points"] += 1000
    say(faults(found, higher) == ["its solution does not reach the goal"], f"{name}: a goal out of reach is found")
    lower = copy.deepcopy(found["puzzles"][0])
    lower["goal"]["points"] = -1000
    say("the greedy player reaches the goal at once" in faults(found, lower), f"{name}: a goal that is no puzzle is found")
    longer = copy.deepcopy(found["puzzles"][0])
    longer["solution"].append(longer["solution"][-1])
    say(faults(found, longer) == ["its solution does not reach the goal"], f"{name}: moves behind the turn are found")
print(f"1..{number}")

#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Samples out of records (orrery data): they say what the engine says, in both forms; and docs/research.md, run block by
block. As TAP. It is run by Debian's Python, which has cffi and numpy.
    test_research.py ORRERY [WORD…]    ORRERY_LIBRARY names liborrery.so
"""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tests/program"), str(SOURCE / "python")]

from frame import PROGRAM, complaint, contains, equal, fine, refused, run, run_tests, test, true, write

import numpy as np
from orrery import DEALER, Record

FAILED = 1


def games(folder, name, count):
    """Records of random games."""
    there = folder / name
    there.mkdir()
    fine(run("selfplay", name, "--games", count, "--records", there))
    return sorted(there.iterdir())


def samples_of(folder, records, *options):
    """In both forms."""
    array, lines = folder / "samples.npy", folder / "samples.jsonl"
    for path in (array, lines):
        contains(fine(run("data", *records, "--out", path, *options)), f"from {len(records)} records")
    return np.load(array), [json.loads(line) for line in lines.read_text().splitlines()]


def same_as_engine(row, line, record):
    game = record.game(line["move"])
    equal(line["actor"], game.actor, "actor")
    equal(line["legal"], game.legal(), "legal")
    equal(line["action"], record.actions()[line["move"]][1], "action")
    equal(line["features"], game.features(max(game.actor, 0)).tolist(), "features")
    odds = [weight / sum(line["odds"]) for weight in line["odds"]]
    equal(odds, [share for _, share in game.odds()] if game.actor == DEALER else [], "odds")
    for name in ("record", "move", "actor", "action", "features"):
        equal(row[name].tolist(), line[name], name)
    count = len(line["legal"])
    equal((row["legal_count"], row["legal"][:count].tolist()), (count, line["legal"]), "legal")
    true((row["legal"][count:] == -1).all() and abs(row["value"] - line["value"]) < 1e-4, "the rest of the row")
    equal(row["odds"][:len(line["odds"])].tolist(), line["odds"], "odds")


@test
def samples_say_what_the_engine_says(folder):
    for name, count in (("noughts", 3), ("beyond-the-sun", 1), ("pulsar-2849", 1)):
        records = games(folder, name, count)
        array, lines = samples_of(folder, records)
        read = [Record.read(path.read_text()) for path in records]
        equal((len(array), len(lines)), (sum(map(len, read)),) * 2, "one for each move")
        for row, line in list(zip(array, lines))[::7]:
            same_as_engine(row, line, read[line["record"]])
        last = read[-1].game().score()
        equal(lines[-1]["points"], list(last.points), "points")


@test
def any_number_of_threads_writes_the_same(folder):
    records = games(folder, "noughts", 150)
    written = []
    for threads in (1, 3):
        fine(run("data", *records, "--out", folder / "s.npy", "--threads", threads))
        written.append((folder / "s.npy").read_bytes())
    true(written[0] == written[1], "the same bytes")


@test
def values_tell_who_won(folder):
    lines = samples_of(folder, games(folder, "noughts", 20))[1]
    for line in lines:
        seat = max(line["actor"], 0)
        equal(line["value"], line["points"][seat] - line["points"][1 - seat], "value")
    true({line["value"] for line in lines} >= {-1, 1}, "wins and losses")


@test
def a_record_that_ends_early_has_no_value(folder):
    text = games(folder, "noughts", 1)[0].read_text()
    moves = text.index("moves\n") + len("moves\n")
    score = re.sub(r"(?m)^(fields|score) .*\n", "", text[text.index("\nend\n"):])
    early = write(folder / "early.record", text[:moves] + text[moves:].split("\n")[0] + score + "score 0 0\n")
    array, lines = samples_of(folder, [early])
    equal((len(lines), lines[0]["value"], bool(np.isnan(array[0]["value"]))), (1, None, True), "one move, no value")


@test
def what_is_wrong_leaves_no_file(folder):
    good = games(folder, "noughts", 1)[0]
    other = games(folder, "pulsar-2849", 1)[0]
    bad = write(folder / "bad.record", re.sub(r"mark \w+", "mark a1", good.read_text()))
    out = folder / "out"
    out.mkdir()
    complaint(run("data", good, bad, "--out", out / "s.npy"), FAILED, "bad.record")
    complaint(run("data", good, other, "--out", out / "s.npy"), FAILED, "another game")
    complaint(run("data", good, folder / "none", "--out", out / "s.npy"), FAILED, "none")
    complaint(run("data", good, "--out", out / "no" / "s.npy"), FAILED, "cannot be written")
    equal(list(out.iterdir()), [], "files")
    refused(run("data", good), "--out")
    refused(run("data", good, "--out", out / "s.txt"), ".npy")
    write(out / "s.npy", "old")
    complaint(run("data", bad, "--out", out / "s.npy"), FAILED, "bad.record")
    equal((out / "s.npy").read_text(), "old", "what was there")


@test
def the_page_for_researchers_runs_as_it_stands(folder):
    blocks = re.findall(r"```(sh|python)\n(.*?)```", (SOURCE / "docs/research.md").read_text(encoding="utf-8"), re.DOTALL)
    equal([language for language, _ in blocks], ["sh", "sh", "python", "python"], "blocks")
    there = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "PYTHONPATH": str(SOURCE / "python")}
    for language, code in blocks:
        command = ["sh", "-ec"] if language == "sh" else [sys.executable, "-Bc"]
        done = subprocess.run([*command, code], cwd=folder, env=there, capture_output=True, text=True, check=False)
        true(done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":
    sys.exit(run_tests())

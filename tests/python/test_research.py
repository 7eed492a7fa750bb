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
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tests/program"), str(SOURCE / "python")]

from frame import PROGRAM, complaint, contains, equal, fine, refused, run, run_tests, test, true, write

import numpy as np
import orrery
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


# ---- archives ----


def archive(folder, name, *options):
    path = folder / "games.gz"
    fine(run("selfplay", name, "--records", path, *options))
    return path


@test
def an_archive_gives_what_a_folder_gives(folder):
    records = games(folder, "noughts", 12)
    packed = archive(folder, "noughts", "--games", 12)
    texts = [path.read_text() for path in sorted(records, key=lambda path: int(path.stem[5:]))]
    equal([str(record) for record in orrery.read_records(packed)], texts, "records in Python")
    written = []
    for source in (folder / "noughts", packed):
        contains(fine(run("data", source, "--out", folder / "s.npy")), "12 records")
        written.append((folder / "s.npy").read_bytes())
    true(written[0] == written[1], "the same samples")
    contains(fine(run("replay", packed)), "12 records, all moves legal")
    contains(fine(run("replay", f"{packed}#7", "--quiet")), "all legal")
    complaint(run("replay", f"{packed}#13"), 2, "no game 13")
    complaint(run("analyse", packed), 2, "several records")


@test
def one_game_alone_is_the_same_game(folder):
    packed = archive(folder, "noughts", "--games", 9)
    (alone := folder / "alone").mkdir()
    fine(run("selfplay", "noughts", "--skip", 6, "--games", 1, "--records", alone))
    equal([path.name for path in alone.iterdir()], ["game-7.record"], "files")
    equal((alone / "game-7.record").read_text(), str(list(orrery.read_records(packed))[6]), "game 7")


@test
def an_arena_keeps_its_games_in_order_whatever_the_threads(folder):
    written = []
    for threads in (1, 3):
        path = folder / f"{threads}.gz"
        fine(run("arena", "noughts", "--with", "mcts:nodes=20,random", "--games", 30, "--records", path, "--visits",
                 "--threads", threads))
        written.append(path.read_bytes())
    true(written[0] == written[1], "the same bytes")
    fine(run("arena", "noughts", "--with", "mcts:nodes=20,random", "--games", 1, "--skip", 11, "--visits", "--records",
             folder / "some.gz"))
    equal([str(record) for record in orrery.read_records(folder / "some.gz")],
          [str(record) for record in orrery.read_records(folder / "1.gz")][10:12], "the deal of game 12")
    equal(list(folder.glob("*.part")), [], "what is left over")


@test
def visits_of_searches_are_in_the_samples(folder):
    packed = archive(folder, "noughts", "--games", 4, "--with", "mcts:nodes=30,random", "--visits")
    for name in ("samples.npy", "samples.jsonl"):
        contains(fine(run("data", packed, "--out", folder / name)), "from 4 records")
    array = np.load(folder / "samples.npy")
    lines = [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]
    equal(len(array), len(lines), "samples")
    searched = 0
    for row, line in zip(array, lines):
        count = len(line["visits"])
        equal(row["visits"][:count].tolist() + [0] * (255 - count), row["visits"].tolist(), "both forms")
        equal(line["visits"], row["visits"][:count].tolist(), "both forms")
        if line["actor"] == 0 and len(line["legal"]) > 1:
            equal((count, sum(line["visits"])), (len(line["legal"]), 30), "visits of all legal moves")
            searched += 1
        else:
            equal(count, 0, "visits without a search")
    true(searched > 8, "searches")
    record = next(orrery.read_records(packed))
    equal([record.visits(number) for number in range(len(record))],
          [line["visits"] for line in lines if line["record"] == 0], "visits in Python")


def how_far(path):
    try:
        return path.with_name(path.name + ".resume").read_text()
    except FileNotFoundError:
        return ""


@test
def samples_are_continued_after_a_crash(folder):
    packed = archive(folder, "noughts", "--games", 200)
    whole, again = folder / "whole.jsonl", folder / "again.jsonl"
    fine(run("data", packed, "--out", whole))
    crashes = 0
    while True:  # each run marks at least one piece of work, so it comes to an end
        before = how_far(again)
        with subprocess.Popen([PROGRAM, "data", packed, "--out", again], stdout=subprocess.DEVNULL) as program:
            while program.poll() is None and how_far(again) == before:
                time.sleep(0.0005)
            program.kill()
        if program.returncode == 0:
            break
        crashes += 1
    true(again.read_bytes() == whole.read_bytes(), f"the same samples after {crashes} crashes")
    equal(sorted(path.name for path in folder.iterdir()), ["again.jsonl", "games.gz", "whole.jsonl"], "files")
    # What was begun for other records is not continued.
    write(folder / "again.jsonl.part", "something else")
    write(folder / "again.jsonl.resume", "orrery resume 1\nwork 0000000000000001\ndone 5\nmade 5\nbytes 9\n")
    fine(run("data", packed, "--out", again))
    true(again.read_bytes() == whole.read_bytes(), "the same samples beside the rest of other work")


# ---- pages ----


def verifier(folder, record):
    """What the program of docs/fairness.md says of a record."""
    code = re.search(r"```python\n(.*?)```", (SOURCE / "docs/fairness.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    there = {**os.environ, "PYTHONPATH": str(SOURCE / "python")}
    done = subprocess.run([sys.executable, "-B", write(folder / "verify.py", code), record], env=there,
                          capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else done.stderr


@test
def the_verifier_of_the_page_checks_records(folder):
    for name in orrery.games():
        record = folder / "game.record"
        fine(run("play", name, "--with", "random", "--seed", "7" * 64, "--save", record))
        text = record.read_text()
        chance = text.count("\n* ")
        contains(verifier(folder, record), f"{chance} chance moves match")
        contains(fine(run("verify", record)), f"{chance} chance move")
        for wrong, part in ((re.sub(r"(?m)^seed 7", "seed 8", text), "the seed is not the one"),
                            (re.sub(r"(?m)^commitment (.)", lambda found: "commitment " + "10"[found[1] == "1"], text),
                             "the seed is not the one")):
            contains(verifier(folder, write(folder / "wrong.record", wrong)), part)
            complaint(run("verify", folder / "wrong.record"), FAILED, "the seed is not the one")


@test
def the_verifier_of_the_page_finds_a_chance_move_that_was_changed(folder):
    """Another seat begins, and everything else fits it: only the dealer's seed tells."""
    record = folder / "game.record"
    fine(run("play", "noughts", "--with", "random", "--seed", "7" * 64, "--save", record))
    text = record.read_text()
    head, rest = text.split("moves\n")
    begins = re.match(r"\* first (.)", rest)[1]
    other = "21"[begins == "2"]
    wrong = head + f"moves\n* first {other}\nend\nscore 0 0\n" + re.search(r"(?m)^seed .*\n", text)[0]
    contains(verifier(folder, write(folder / "wrong.record", wrong)), "move 1 is not what the dealer's seed gives")
    complaint(run("verify", folder / "wrong.record"), FAILED, "move 1 is not what the dealer's seed gives")


def after_building(tree, block):
    """The environment after a block that builds, in a tree where that has been done."""
    (tree / "build").mkdir(parents=True)
    (tree / "build/release").symlink_to(PROGRAM.parent)
    (tree / "python").symlink_to(SOURCE / "python")
    done = subprocess.run(["sh", "-ec", f"make() {{ echo make $*; }}\n{block}\nenv -0"], cwd=tree, capture_output=True,
                          text=True, check=True)
    built, _, environment = done.stdout.rpartition("make library\n")
    equal(built, "make\n", "what is built before the library")
    return dict(line.split("=", 1) for line in environment.split("\0") if line)


@test
def the_page_for_researchers_runs_as_it_stands(folder):
    text = (SOURCE / "docs/research.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(sh|python)\n(.*?)```", text, re.DOTALL)
    equal([language for language, _ in blocks], ["sh", "sh", "python", "python"], "blocks")
    there = after_building(folder / "tree", re.search(r"```\n(make.*?)```", text, re.DOTALL)[1])
    for language, code in blocks:
        command = ["sh", "-ec"] if language == "sh" else [sys.executable, "-Bc"]
        done = subprocess.run([*command, code], cwd=folder, env=there, capture_output=True, text=True, check=False)
        true(done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":
    sys.exit(run_tests())

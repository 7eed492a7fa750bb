#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""How fast the library is, from C and from Python, beside `orrery bench`: one run, one table.
    tests/bench/library_speed.py [BUILD] [SECONDS] [ROUNDS]     build/release, 1 s for each figure, 5 rounds
Every round measures all of them one after another, so that a busy moment meets all alike; the median of the rounds
counts. Decisions of seats are counted, chance moves are not. The second figure of each pair is by the second of
processor time, which a busy machine changes less.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = SOURCE / (sys.argv[1] if len(sys.argv) > 1 else "build/release")
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 1
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
THREADS = os.cpu_count()
sys.path.insert(0, str(SOURCE / "python"))
os.environ["ORRERY_LIBRARY"] = str(BUILD / "liborrery.so.1")

import random
from statistics import median

from orrery import DEALER, Game, Rules, VectorEnv


def output(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


def single(rules):
    """One game after another, action by action."""
    decisions = games = 0
    start, used = time.monotonic(), time.process_time()
    while time.monotonic() - start < SECONDS:
        game = Game(rules, seed=games)
        while not game.is_over:
            if game.actor == DEALER:
                game.play_random()
            else:
                game.play(random.choice(game.legal()))
                decisions += 1
        games += 1
    took = time.monotonic() - start
    return decisions / took, games / took, games / (time.process_time() - used)


def vectorised(rules, **more):
    """All begin together, so that they are counted once as many have ended as there are."""
    games = VectorEnv(rules, 1024, seed=1, threads=THREADS, **more)
    steps = ended = 0
    while ended < games.count:
        games.step(games.random_actions())
        ended += int(games.ended.sum())
    ended = 0
    start, used = time.monotonic(), time.process_time()
    while time.monotonic() - start < SECONDS:
        games.step(games.random_actions())
        ended += int(games.ended.sum())
        steps += 1
    took = time.monotonic() - start
    return steps * games.count / took, ended / took, ended / (time.process_time() - used)


def rows(game, players, number):
    """Each way with decisions/s and games/s, then both by processor time."""
    rules = Rules(game, players)
    bench = json.loads(output(BUILD / "orrery", "bench", game, "--players", players, "--only", "seat_decisions,games", "--json",
                              "--seed", number, "--samples", 1, "--sample", int(SECONDS * 1000)))[0]
    # `orrery bench` counts processor time alone
    yield "orrery bench", bench["seat_decisions"], bench["games"], bench["games"]
    told = output(BUILD / "tests/library_speed", game, players, THREADS, SECONDS).split()
    yield "C library, one game at a time", *map(float, told[1:4])
    yield f"C library, batch, {THREADS} threads", *map(float, told[5:8])
    yield "Python, one game at a time", *single(rules)
    yield f"Python, vectorised, {THREADS} threads", *vectorised(rules)
    yield "the same with masks and features", *vectorised(rules, masks=True, features=True)


def main():
    print(f"{ROUNDS} rounds of {SECONDS:g} s, medians; load before: {os.getloadavg()[0]:.1f} on {THREADS} cores")
    for game, players in (("noughts", 2), ("beyond-the-sun", 2), ("beyond-the-sun", 4), ("pulsar-2849", 2)):
        print(f"\n| {game}, {players} players | decisions/s | games/s | games/s of processor time |\n|---|---|---|---|")
        rounds = [list(rows(game, players, number)) for number in range(1, ROUNDS + 1)]
        for same in zip(*rounds):
            figures = [median(values) for values in list(zip(*same))[1:]]
            print(f"| {same[0][0]} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |", flush=True)
    print(f"\nload after: {os.getloadavg()[0]:.1f}")


main()

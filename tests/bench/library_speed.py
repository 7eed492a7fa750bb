#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""How fast the library is, from C and from Python, beside `orrery bench`: one run, one table.
    tests/bench/library_speed.py [BUILD] [SECONDS]     build/release and 3 s for each figure
`orrery bench` counts chance moves as decisions, the others only those of seats: compare games. The last column is of
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
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 3
THREADS = os.cpu_count()
sys.path.insert(0, str(SOURCE / "python"))
os.environ["ORRERY_LIBRARY"] = str(BUILD / "liborrery.so.0")

import random

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


def rows(game, players):
    bench = json.loads(output(BUILD / "orrery", "bench", game, "--players", players, "--only", "decisions,games",
                              "--json"))[0]
    yield "orrery bench, 1 core", bench["decisions"], bench["games"], bench["games"]
    told = output(BUILD / "tests/library_speed", game, players, THREADS, SECONDS).split()
    yield "C library, single", *map(float, told[1:4])
    yield f"C library, batch, {THREADS} threads", *map(float, told[5:8])
    rules = Rules(game, players)
    yield "Python, single", *single(rules)
    yield f"Python, vectorised, {THREADS} threads", *vectorised(rules)
    yield "Python, vectorised, masks, features", *vectorised(rules, masks=True, features=True)


def main():
    print(f"load before: {os.getloadavg()[0]:.1f} on {THREADS} cores")
    for game, players in (("noughts", 2), ("beyond-the-sun", 2), ("beyond-the-sun", 4), ("pulsar-2849", 2)):
        print(f"\n{game}, {players} players")
        for name, *figures in rows(game, players):
            print(f"  {name:38}{figures[0]:13,.0f} decisions/s{figures[1]:12,.0f} games/s"
                  f"{figures[2]:12,.0f} games/s of processor time", flush=True)
    print(f"\nload after: {os.getloadavg()[0]:.1f}")


main()

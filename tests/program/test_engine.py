#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The engine protocol from both sides: `orrery engine` as others talk to it, and the arena with programs of others, good
and bad ones. As TAP.
    test_engine.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import PROGRAM, contains, environment, equal, fine, refused, run, run_tests, test, true, write

SOURCE = pathlib.Path(os.environ.get("ORRERY_SOURCE", pathlib.Path(__file__).parents[2]))


def talk(*lines):
    """What the engine answers to these lines."""
    return fine(run("engine", input="".join(f"{line}\n" for line in lines))).splitlines()


@test
def conversation_of_the_docs(_):
    """As it stands there; … is anything."""
    text = (SOURCE / "docs/engine_protocol.md").read_text(encoding="utf-8")
    lines = re.search(r"```\n(> hello.*?)```", text, re.DOTALL)[1].splitlines()
    answers = talk(*(line[2:] for line in lines if line.startswith("> ")))
    expected = [line[2:] for line in lines if line.startswith("< ")]
    equal(len(answers), len(expected), "\n".join(answers))
    for answer, wanted in zip(answers, expected):
        true(re.fullmatch(".*".join(map(re.escape, wanted.split("…"))), answer), f"{answer!r}, expected {wanted!r}")


@test
def whole_game_by_the_engine_alone(_):
    """It deals, chooses and makes its own moves; another engine sees the same end."""
    moves, over = [], False
    for _ in range(12):
        answers = talk("new noughts 2", "seed 5", *(f"moves {move}" for move in moves), "deal", "legal",
                       "go nodes 30", "score")
        moves += [line.removeprefix("dealt ") for line in answers if line.startswith("dealt ")]
        over = "legal -" in answers
        if over:
            contains("\n".join(answers), "error no seat has to decide here")
            break
        moves += [line.removeprefix("bestmove ") for line in answers if line.startswith("bestmove ")]
    true(over, f"the game ends: {moves}")
    shown = talk("new noughts 2", f"moves {' ; '.join(moves)}", "show")
    again = talk("position", *shown, "show", "legal")
    equal(again, [*shown, "legal -"], "the position is read back")


@test
def levels_and_limits(_):
    answers = talk("new beyond-the-sun 2", "deal", "player cadet", "go ms 50", "player expert", "go nodes 20",
                   "player nobody", "player mcts:nodes=0")
    said = "\n".join(answers)
    contains(said, "player learned:careless=100", "player expert:nodes=20", 'no player "nobody"')
    equal(len([line for line in answers if line.startswith("bestmove ")]), 2, said)


@test
def stop_ends_a_long_thought(_):
    """Without it this would take ten minutes."""
    process = subprocess.Popen([str(PROGRAM), "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=environment())
    process.stdin.write("new pulsar-2849 2\ndeal\nplayer mcts:ms=600000\ngo\nstop\nquit\n")
    process.stdin.flush()
    said = process.stdout.read()
    equal(process.wait(), 0, "exit code")
    contains(said, "bestmove ")


@test
def what_is_wrong_is_said_and_changes_nothing(_):
    wrong = ["legal", "new chess 2", "new noughts 5", "new noughts 2 goal", "new noughts 2 goal=x", "go", "nonsense",
             "moves", "seed x", "x" * 70000, "position\norrery position 1\nend", "\xff\xfe"]
    for line in wrong:
        answers = talk(line, "ping a")
        true(answers[0].startswith("error ") and answers[-1] == "pong a", f"{line[:80]!r}: {answers}")
    answers = talk("new noughts 2 start=first", "moves mark b2 ; mark b2", "legal", "go ms x", "go depth 3", "")
    contains(answers[0], "error mark b2 is not legal here")
    contains(answers[1], "legal 2 mark a1")
    equal(len(answers), 4, str(answers))
    refused(run("engine", "--with", "x" * 300), "too long")


# ---- programs of others in the arena ----

GOOD = """
import sys
for line in sys.stdin:
    if line.startswith("hello"): print("id name good\\nready", flush=True)
    if line.startswith("choices"): first = line.split(" ", 1)[1].split(" ; ")[0].strip()
    if line.startswith("go"): print("info thinking\\nbestmove " + first, flush=True)
    if line.startswith("quit"): break
"""
BAD = {
    "ends": ('raise SystemExit', "a program ended"),
    "silent": ('import time; time.sleep(600)', "no answer in time"),
    "illegal": ('print("bestmove mark z9", flush=True)', "not a legal move"),
    "rude": ('print("nonsense", flush=True)', "not a legal move"),
    "floods": ('\n        for _ in range(100000): print("info " + "x" * 1000)', "said too much"),
    "endless line": ('\n        while True: sys.stdout.write("x" * 100000)', "said too much"),
}


def bot(folder, program, name="bot.py"):
    return f"exec:{sys.executable} -B {write(folder / name, program)}"


def contest(*players, games=4, more=()):
    return json.loads(fine(run("arena", "noughts", "--with", ",".join(players), "--games", games, "--threads", 1, "--json",
                               *more)))


def of(result, start):
    return next(player for player in result["results"] if player["player"].startswith(start))


@test
def programs_play_in_the_arena(folder):
    result = contest(bot(folder, GOOD), "random")
    equal(result["games"], 4, "games")
    equal(of(result, "exec:")["forfeits"], 0, "nothing went wrong")
    true(of(result, "exec:")["decisions"] > 0, "it was asked")
    ours = contest(f"exec:{PROGRAM} engine --with mcts:nodes=200", "mcts:nodes=200")
    equal(of(ours, "exec:")["forfeits"], 0, "our own engine")


@test
def programs_that_misbehave_lose(folder):
    for name, (fault, failure) in BAD.items():
        program = GOOD.replace('print("info thinking\\nbestmove " + first, flush=True)', fault)
        result = contest(bot(folder, program), "random", games=2, more=("--ms", 50))
        player = of(result, "exec:")
        equal((player["forfeits"], player["win_share"]), (2, 0.0), name)
        contains(player["failure"], failure)
        equal(result["errors"], 0, "the contest went on")
    told = fine(run("arena", "noughts", "--with", f"{bot(folder, program)},random", "--games", 2, "--threads", 1))
    contains(told, "forfeited games: 2")


@test
def others_are_placed_when_one_fails(folder):
    program = GOOD.replace('print("info thinking\\nbestmove " + first, flush=True)', "raise SystemExit")
    result = json.loads(fine(run("arena", "pulsar-2849", "--players", 3, "--with", f"{bot(folder, program)},random,greedy",
                                 "--games", 3, "--threads", 1, "--json")))
    equal(of(result, "exec:")["win_share"], 0.0, "who fails does not win")
    equal(round(of(result, "random")["win_share"] + of(result, "greedy")["win_share"], 3), 1.0, "one of the others does")


@test
def programs_that_do_not_start_are_told(folder):
    for command in ("false", "true", f"{sys.executable} -c 'print(1)'", "exec /nowhere/bot 2>/dev/null"):
        refused(run("arena", "noughts", "--with", f"exec:{command},random"), "does not say that it is ready")
    refused(run("arena", "noughts", "--with", f"exec:{'x' * 300},random"), "too long")
    refused(run("selfplay", "noughts", "--with", "exec:true"), "exec")


if __name__ == "__main__":
    sys.exit(run_tests())

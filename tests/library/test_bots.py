#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The bots in examples, as docs/engine_protocol.md says: they play in the arena without a fault, and better than chance.
As TAP. It is run by Debian's Python, which has cffi and numpy.
    test_bots.py ORRERY [WORD…]    ORRERY_LIBRARY is the library that they use
"""

import json
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/program"))

from frame import equal, fine, run, run_tests, test, true

LIBRARY = pathlib.Path(os.environ["ORRERY_LIBRARY"])


def contest(game, command, *options):
    found = json.loads(fine(run("arena", game, "--with", f"exec:{command},random", "--threads", 1, "--json", *options,
                                PYTHONPATH=str(SOURCE / "python"), PYTHONDONTWRITEBYTECODE="1")))
    player = next(player for player in found["results"] if player["player"].startswith("exec:"))
    equal(player["forfeits"], 0, str(player))
    return player


@test
def bot_in_python(_):
    true(len((SOURCE / "examples/bot.py").read_text(encoding="utf-8").splitlines()) < 80, "it is short")
    true(contest("noughts", SOURCE / "examples/bot.py", "--games", 30)["win_share"] > 0.5, "better than chance")


@test
def bot_in_c(folder):
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{SOURCE}/src/library", str(SOURCE / "examples/bot.c"),
                    str(LIBRARY), f"-Wl,-rpath,{LIBRARY.parent}", "-o", str(folder / "bot")], check=True)
    true(contest("noughts", folder / "bot", "--games", 30)["win_share"] > 0.5, "better than chance")
    contest("pulsar-2849", folder / "bot", "--games", 2, "--players", 2)


if __name__ == "__main__":
    sys.exit(run_tests())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The race of docs/how_to_add_a_game.md in a program that has it as one more game, as TAP: what a game gets for its
line in the list.
    test_new_game.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "program"))

from frame import contains, equal, fine, run, run_tests, test, true


@test
def it_is_in_the_list_with_its_components(_):
    contains(fine(run("games")), "race", "noughts")
    contains(fine(run("cards", "race")), "six", "A ride takes you 6 spaces forward.")


@test
def its_scenarios_pass(_):
    file = HERE / "tests/scenarios/race/race.scenario"
    contains(fine(run("scenario", "--quiet", file)), "scenarios: 3 passed, 0 failed")


@test
def people_play_it_in_lines(_):
    """Two seats that walk: the first is at the goal after ten turns."""
    out = fine(run("play", "race", "--players", "2", input="walk\n\n" * 19))
    contains(out, "walk or ride", "reaches the goal")


@test
def computers_play_it_and_the_record_replays(folder):
    file = folder / "race.record"
    fine(run("play", "race", "--players", "3", "--with", "mcts:nodes=50", "--seed", "7" * 64, "--save", file))
    contains(fine(run("replay", file, "--quiet")), "all legal")
    contains(fine(run("selfplay", "race", "--games", "50")), "50")


@test
def its_speed_is_measured(_):
    """Also that of the searches: there are states with a choice."""
    rows = json.loads(fine(run("bench", "race", "--json", "--samples", "1", "--sample", "2")))
    equal([(row["game"], row["players"]) for row in rows], [("race", 2), ("race", 3), ("race", 4)], "what was measured")
    for row in rows:
        true(row["decisions"] > 0 and row["search"] > 0 and row["texts"] > 0, f"speeds: {row}")


if __name__ == "__main__":
    sys.exit(run_tests())

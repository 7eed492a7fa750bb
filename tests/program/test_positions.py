#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Positions from anywhere, given to the program as a black box: those that cannot be are refused with
a sentence, and whatever is accepted gets its hint. Records of earlier programs replay. As TAP.
    test_positions.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import os
import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import FAILED, FINE, USAGE, complaint, contains, fine, refused, run, run_tests, show, test, true, write

SOURCE = pathlib.Path(os.environ.get("ORRERY_SOURCE", pathlib.Path(__file__).parents[2]))
SUN = SOURCE / "data/beyond_the_sun/guide.record"
PULSAR = SOURCE / "data/pulsar_2849/guide.record"
QUICK = ("--nodes", 60, "--threads", 1)
TRIES = 24 * max(1, int(os.environ.get("ORRERY_TEST_GAMES", "1")))  # of each game


def position(record, at):
    return fine(run("replay", record, "--at", at))


def replaced(text, *pairs):
    """The text with lines replaced that begin so; what is not there comes before the end."""
    for start, line in pairs:
        text, count = re.subn(rf"^{re.escape(start)} = .*\n", line, text, flags=re.MULTILINE)
        if count == 0:
            text = text.replace("\nend\n", f"\n{line}end\n")
    return text


EVERY_EVENT = "events-seen = " + " ".join(f"E{level}-{number:02}" for level in (2, 3)
                                          for number in range(1, 11)) + "\n"


@test
def hint_of_undiscovered_slots_without_events(folder):
    """This one took the program down: there was no event left to be revealed."""
    spoiled = replaced(position(SUN, 28), ("facedown", ""), ("events-seen", EVERY_EVENT))
    told = refused(run("hint", write(folder / "p", spoiled), "--nodes", 3000, "--threads", 1))
    contains(told, "this position is impossible: a slot without a technology has no event")


@test
def games_of_before_are_played_by_their_rules_and_cards(folder):
    """Records that earlier programs wrote replay with the cards they were made with; in one of them version 2 of the
    rules would have asked a question."""
    kept = SOURCE / "tests/golden"
    for record in sorted(kept.glob("records/*/*.record")):
        cards = kept / "cards" / record.parent.name
        contains(fine(run("replay", record, "--cards", cards)), "all legal")
        contains(refused(run("replay", record)), "this needs the card set")
    sun = kept / "records/beyond_the_sun/outposts.record"
    newer = write(folder / "newer.record", sun.read_text().replace("\nrules 1\n", "\nrules 2\n"))
    played = run("replay", newer, "--quiet", "--cards", kept / "cards/beyond_the_sun")
    contains(complaint(played, FAILED), "is not legal")
    future = write(folder / "future.record", sun.read_text().replace("\nrules 1\n", "\nrules 3\n"))
    contains(refused(run("replay", future)), "the rules differ: this program plays version 2")


@test
def positions_that_cannot_be(folder):
    whole = position(SUN, 60)
    contains(run("position", "-", input=whole).out, "Player 1")
    for why, *pairs in (
            ("an achievement is in play twice", ("achievement 1", "achievement 1 = AC-01\n")),
            ("an achievement is missing or unknown", ("achievement 1", "")),
            ("a cube lies on a slot without a technology",
             ("researched 1", "researched 1 = 3 4 E\n")),
            ("a discovered slot still has its event",
             ("facedown", "facedown = A B C E F G H J K L M\n")),
            ("a slot without a technology has no event", ("facedown", "facedown = A B\n")),
            ("no game has so many rounds", ("round", "round = 201\n")),
            ("guild is unknown", ("guilds", "guilds = 0 5\n"))):
        for command in ("position", "hint"):
            refused(run(command, write(folder / "p", replaced(whole, *pairs))), why)
    setup = position(SUN, 5)
    for step in (1, 3, 4, 5, 6):
        refused(run("hint", write(folder / "p", replaced(setup, ("work-step 0",
                                                                 f"work-step 0 = {step}\n")))),
                "this position is impossible")


def spoil(text, chance):
    """A position with one or two values changed, doubled, left out or exchanged."""
    head, state = text.split("\nstate\n")
    lines = state.split("\nend")[0].split("\n")
    for _ in range(chance.randint(1, 2)):
        one, other = chance.sample(range(len(lines)), 2)
        place, value = lines[one].split(" = ")
        match chance.randrange(4):
            case 0:
                lines[one] = f"{place} = {lines[other].split(' = ')[1]}"
            case 1:
                lines[one] = re.sub(r"\b\d+\b", lambda found: str(max(0, int(found[0]) +
                                                                     chance.choice((-1, 1)))), lines[one])
            case 2:
                words = value.split()
                words.pop(chance.randrange(len(words)))
                lines[one] = f"{place} = {' '.join(words) or '-'}"
            case _:
                del lines[one]
    return head + "\nstate\n" + "\n".join(lines) + "\nend\n"


def spoil_many(folder, record, most):
    chance = random.Random(2849)
    ends = set()
    for _ in range(TRIES):
        text = spoil(position(record, chance.randint(1, most)), chance)
        result = run("hint", write(folder / "p", text), *QUICK)
        # A hint, chance's move or the end of the game, or a refusal; never anything else.
        true(result.code in (FINE, FAILED, USAGE), f"{show(result)}\n{text}")
        true(result.code == FINE or re.fullmatch(r"orrery: [^\n]{10,}\n", result.err),
             f"{show(result)}\n{text}")
        ends.add(result.code)
    true({FINE, USAGE} <= ends, f"hints and refusals, not only {ends}")


@test
def hints_of_spoiled_positions_of_beyond_the_sun(folder):
    spoil_many(folder, SUN, 150)


@test
def hints_of_spoiled_positions_of_pulsar_2849(folder):
    spoil_many(folder, PULSAR, 120)


sys.exit(run_tests())

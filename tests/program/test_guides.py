#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The guided first games of data/<game>: the record is a game that can be, and the remarks fit it. As TAP.
    test_guides.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, equal, fine, run, run_tests, test, true

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDED = ("beyond_the_sun", "pulsar_2849")
GUIDES = {game: sorted(path.suffixes[0][1:] for path in (ROOT / "data" / game).glob("guide.*.md")) for game in GUIDED}
LONGEST = 480  # letters of a remark: what fits beside a board

Remark = collections.namedtuple("Remark", "moves to things text")


def record_of(game):
    return ROOT / "data" / game / "guide.record"


def moves_of(game):
    """Who made each move, and the move: [("1", "act basic-1.1"), …]."""
    lines = record_of(game).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ", 1)) for line in lines[lines.index("moves") + 1:lines.index("end")]]


def learner_of(game):
    seats = re.findall(r"^seat (\d) person ", record_of(game).read_text(encoding="utf-8"), re.M)
    equal(len(seats), 1, f"{game}: people in the record")
    return seats[0]


def remarks_of(game, language):
    text = (ROOT / "data" / game / f"guide.{language}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## after (\d+)(?: to (\d+))?(?:: (.+))?\n", text, flags=re.M)[1:]
    equal(len(parts) // 4, text.count("\n## "), f"{game} {language}: headings that can be read")
    return [Remark(int(moves), to and int(to), tuple((things or "").split()), said.strip())
            for moves, to, things, said in zip(*(parts[i::4] for i in range(4)))]


@test
def records_replay(_):
    for game in GUIDED:
        contains(fine(run("replay", record_of(game), "--quiet")), "all legal")


@test
def remarks_are_in_order_and_within_the_game(_):
    for game in GUIDED:
        remarks = remarks_of(game, "en")
        last = 0
        for remark in remarks:
            true(remark.moves >= last, f"{game}: after {remark.moves} stands behind after {last}")
            true(remark.to is None or remark.to > remark.moves, f"{game}: after {remark.moves} to {remark.to}")
            last = remark.to or remark.moves
        equal(last, len(moves_of(game)), f"{game}: the last remark is at the end of the game")


@test
def all_languages_say_as_much(_):
    for game in GUIDED:
        true({"de", "en"} <= {*GUIDES[game]}, f"{game}: English and German")
        english = remarks_of(game, "en")
        for language in GUIDES[game]:
            others = remarks_of(game, language)
            equal([remark[:3] for remark in others], [remark[:3] for remark in english], f"{game}, {language}: headings")
            for one, other in zip(english, others):
                equal(rules_in(other.text), rules_in(one.text), f"{game} after {one.moves}, {language}: rules")
                equal(other.text.count("**"), one.text.count("**"), f"{game} after {one.moves}, {language}: strong words")


@test
def remarks_are_short(_):
    for game in GUIDED:
        for language in GUIDES[game]:
            for remark in remarks_of(game, language):
                true(10 <= len(remark.text) <= LONGEST, f"{game} {language} after {remark.moves}: {len(remark.text)} letters")


@test
def every_decision_of_the_learner_has_a_remark(_):
    for game in GUIDED:
        learner, moves, remarks = learner_of(game), moves_of(game), remarks_of(game, "en")
        explained = {remark.moves for remark in remarks}
        skipped = {number for remark in remarks if remark.to for number in range(remark.moves, remark.to)}
        decisions = [number for number, (actor, _) in enumerate(moves)
                     if actor == learner and number >= remarks[0].moves and number not in skipped]
        equal([number for number in decisions if number not in explained], [], f"{game}: decisions without a remark")
        true(25 <= len(decisions) <= 50, f"{game}: {len(decisions)} decisions")


@test
def rules_that_are_named_exist(_):
    for game in GUIDED:
        known = set(re.findall(r"^([A-Z]+-[A-Z]+-\d+) \|", (ROOT / "docs/rules" / f"{game}.md").read_text(encoding="utf-8"), re.M))
        for remark in remarks_of(game, "en"):
            equal(sorted(set(rules_in(remark.text)) - known), [], f"{game} after {remark.moves}: unknown rules")


def rules_in(text):
    return re.findall(r"\b[A-Z]{3}-[A-Z]+-\d+\b", text)


sys.exit(run_tests())

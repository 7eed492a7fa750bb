#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""tools/tune: what it may change, what it keeps, and that a run can be continued; and the files of targets that are in the
repository. As TAP.
    test_tune.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import importlib.machinery
import importlib.util
import json
import pathlib
import stat
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, environment, equal, fine, run, run_tests, test, true

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/tune"


def load_tool():
    loader = importlib.machinery.SourceFileLoader("tune", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tune", loader))
    sys.modules["tune"] = module
    loader.exec_module(module)
    return module


tune = load_tool()

CARDS = """\
# Two kinds of cards.

tower T-1
    name       Low        # a comment
    source     reconstructed
    source.name  printed
    level      1
    cost       pay 3 ore: build
    cost       pay 3 ore: build, then rest
    points     2

tower T-2
    name       High
    source     reconstructed
    source.points  printed   # likely
    level      2
    cost       pay 5 ore: build
    points     4

tower T-3
    name       Wide
    source     reconstructed
    level      2
    cost       pay 5 ore: build
    points     5

prize P-1
    name       "Prize #1"
    source     reconstructed
    source.slots  reconstructed   # ours
    slots      4 3 2
"""

TUNING = {
    "targets": [
        {"name": "rounds", "figure": ["rounds"], "low": 10, "high": 12},
        {"name": "towers", "figure": ["rates", "tower"], "low": 0.5},
    ],
    "rules": [{"rule": "rising", "kind": "tower", "group": "level", "key": "points"},
              {"rule": "falling", "kind": "prize", "key": "slots"}],
    "knobs": [
        {"card": "tower T-1", "key": "cost", "least": 1, "most": 9, "moves": {"rounds": 1}, "pattern": "pay (\\d+) ore"},
        {"card": "tower T-3", "key": "points", "least": 3, "most": 9, "moves": {"towers": 1, "rounds": 1}},
        {"card": "tower T-2", "key": "points", "least": 3, "most": 9, "moves": {"rounds": 1}},
    ],
}

# Plays like `orrery balance --json`: rounds follow from the cost of T-1, whether T-3 is taken from its points.
PROGRAM = """\
#!/usr/bin/env python3
import json, pathlib, re, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--cards") + 1])
with open(__file__ + ".calls", "a") as calls:
    calls.write("played\\n")
text = (folder / "towers.cards").read_text()
cost = int(re.search(r"pay (\\d+) ore: build, then", text)[1])
points = int(re.findall(r"points +(\\d+)", text)[2])
tower = lambda id_, seats: dict(kind="tower", id=id_, level=1, reconstructed=True, games=100, seats=seats, games_taken=9)
print(json.dumps(dict(command="", games=100, rounds=dict(mean=cost * 2), sources={}, kinds=[], order=[],
      components=[tower("T-1", 60), tower("T-2", 60), tower("T-3", 10 * points if cost < 6 else 0)])))
"""


def cards():
    return tune.Cards({"towers.cards": tuple(CARDS.splitlines())})


def refusal(knob, by):
    """Why a turn of a knob is refused; "" if it is not."""
    try:
        change = tune.Knob(**{"moves": {}, "least": 1, "most": 9, **knob}).turned(cards(), by)
        tune.check(TUNING["rules"], cards().changed([change]), change)
    except tune.Refused as reason:
        return str(reason)
    return ""


@test
def a_change_keeps_the_rest_of_the_file(_folder):
    change = tune.Knob(**TUNING["knobs"][0]).turned(cards(), -1)
    equal(change.new, "pay 2 ore: build | pay 2 ore: build, then rest", "both entries change")
    changed = cards().changed([change])
    old, new = CARDS.splitlines(), changed.files["towers.cards"]
    equal([line for line in new if line not in old], ["    cost       pay 2 ore: build",
                                                      "    cost       pay 2 ore: build, then rest"], "what is new")
    equal(len(new), len(old), "the number of lines")
    equal(cards().differences(changed), [change], "the difference")


@test
def marks_are_on_the_sources_of_values(_folder):
    changes = [tune.Change("tower T-1", "cost", "", ""), tune.Change("tower T-1", "points", "", ""),
               tune.Change("prize P-1", "slots", "", "")]
    marked = "\n".join(cards().marked(changes).files["towers.cards"])
    contains(marked, f"source.name  printed\n    source.cost    reconstructed   # {tune.MARK}\n"
             f"    source.points  reconstructed   # {tune.MARK}\n    level",
             f"source.slots  reconstructed   # ours; {tune.MARK}\n")
    again = tune.Cards({"towers.cards": tuple(marked.splitlines())})
    equal(again.marked(changes).files, again.files, "marked twice")


@test
def what_is_not_ours_is_never_touched(_folder):
    contains(refusal({"card": "tower T-2", "key": "points"}, 1), "tower T-2 points is printed")
    contains(refusal({"card": "tower T-1", "key": "points", "most": 2}, 1), "3 is not from 1 to 2")
    equal(refusal({"card": "tower T-1", "key": "points"}, 1), "", "a value of ours")


@test
def numbers_rise_with_the_level_and_cards_stay_different(_folder):
    contains(refusal({"card": "tower T-1", "key": "points", "least": 1}, 3), "would not rise by level")
    contains(refusal({"card": "tower T-3", "key": "points"}, -1), "the same as tower T-2")
    contains(refusal({"card": "prize P-1", "key": "slots", "pattern": r"(\d+)$"}, 2), "would not fall: 4 3 4")
    equal(refusal({"card": "prize P-1", "key": "slots", "pattern": r"(\d+)$"}, 1), "", "equal slots")


def tuned(folder, *more):
    """A run of the tool; returns what it printed."""
    program = folder / "program"
    if not program.exists():
        (folder / "cards").mkdir()
        (folder / "cards/towers.cards").write_text(CARDS)
        (folder / "tuning.json").write_text(json.dumps(TUNING))
        program.write_text(PROGRAM)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    command = [sys.executable, TOOL, program, "towers", "--cards", folder / "cards", "--tuning", folder / "tuning.json",
               "--journal", folder / "journal", "--out", folder / "out", "--log", folder / "log.md", *more]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    equal((done.returncode, done.stderr), (0, ""), "the run")
    return done.stdout


@test
def it_keeps_what_moves_a_target_and_breaks_none(folder):
    out = tuned(folder)
    # Rounds rise from 6 to 10; at 12 nobody would take T-3 any more.
    contains(out, "kept      tower T-1 cost: pay 3 ore: build", "rounds (4 players): 10.00", "nothing left to try")
    written = (folder / "out/towers.cards").read_text()
    contains(written, "pay 5 ore: build, then rest", f"source.cost  reconstructed   # {tune.MARK}",
             "source.points  printed   # likely")
    log = (folder / "log.md").read_text()
    contains(log, "| tower T-1 | cost | pay 3 ore: build \\| pay 3 ore: build, then rest |", "rounds 6.00 → 8.00")


@test
def a_run_that_was_stopped_goes_on(folder):
    first = tuned(folder, "--proposals", "1")
    with (folder / "journal").open("a") as journal:
        journal.write('{"played": {"cut')
    calls = folder / "program.calls"
    calls.write_text("")
    whole = tuned(folder)
    true(whole.startswith(first.splitlines()[0]), "the same beginning")
    true(calls.read_text() != "", "it went on")
    calls.write_text("")
    equal(tuned(folder), whole, "what it prints")
    equal(calls.read_text(), "", "games that were played again")


@test
def the_targets_of_each_game_fit_to_its_cards(_folder):
    for path in sorted(ROOT.glob("data/*/tuning.json")):
        tuning, found = json.loads(path.read_text()), tune.Cards.load(path.parent)
        game = path.parent.name.replace("_", "-")
        targets = [tune.Target(**row) for row in tuning["targets"]]
        report = json.loads(fine(run("balance", game, "--games", "1", "--with", "greedy:samples=1", "--json")))
        for target in targets:
            target.values(report)  # knows all names
        for row in tuning["knobs"]:
            knob = tune.Knob(**row)
            equal(found.source(knob.card, knob.key), "reconstructed", f"the source of {knob.card} {knob.key}")
            equal(sorted(set(knob.moves) - {target.name for target in targets}), [], f"targets of {knob.card} {knob.key}")


sys.exit(run_tests())

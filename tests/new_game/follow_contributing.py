#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Follows the first four recipes of CONTRIBUTING.md in a copy of the project, as a newcomer would: corrects a card, adds
one, writes a scenario, changes a translation. Every command that is run has to be written there. Builds once; `make test-long` does it.
    follow_contributing.py [FOLDER]    leaves the copy in FOLDER, which must not exist
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from follow_guide import copy_project

TEXT = "CONTRIBUTING.md"
MINUTES_MAX = 10  # for each recipe, once `make` has run

CORRECTED = "technology II-BR"  # Spacetime Anomaly Studies
IMMEDIATE = "    immediate  gain 1 ore, jump 1\n"
SHOWN = "tests/scenarios/beyond_the_sun/component_technologies_2.scenario"  # the card

SCENARIO = """
scenario a mark in the middle is there for both to see
rule NGT-MARK-01
game noughts
option start first
move 1 mark b2
expect marks 1 = b2
expect blocked mark b2 because taken 1 b2
"""


CARD = """technology II-RX
    name       Rail Gun
    name.de    Schienenkanone
    source     reconstructed
    level      II
    types      military
    hands-on   military
    immediate  upgrade a ship by 2, jump 1

"""


class Recipe:
    """A section of the text, whose commands are run in a folder."""

    def __init__(self, folder, title):
        self.folder = folder
        self.title = title
        text = (folder / TEXT).read_text(encoding="utf-8")
        self.section = re.search(rf"^## {title}\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)[1]
        self.section = re.sub(r"\s+", " ", self.section)
        self.start = time.monotonic()

    def run(self, written, expected, code=0, given="", **slots):
        """Runs a command as it is written, with the words of this case for its capitals; what it says must hold that."""
        if f"`{written}`" not in self.section:
            sys.exit(f"follow_contributing: {TEXT}, {self.title!r}, does not say `{written}`")
        command = written
        for slot, word in slots.items():
            command = command.replace(slot, word)
        print("$", command, flush=True)
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, input=given, text=True, capture_output=True,
                              check=False)
        said = done.stdout + done.stderr
        if done.returncode != code or expected not in said:
            sys.exit(f"follow_contributing: {command}: exit code {done.returncode}, expected {expected!r}:\n{said[-2000:]}")

    def change(self, name, old, new):
        """Edits a file by hand: what is there once becomes something else."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            sys.exit(f"follow_contributing: {name} has {old!r} {text.count(old)} times")
        path.write_text(text.replace(old, new), encoding="utf-8")

    def end(self):
        minutes = (time.monotonic() - self.start) / 60
        print(f"{self.title}: {minutes:.1f} minutes", flush=True)
        if minutes > MINUTES_MAX:
            sys.exit(f"follow_contributing: {self.title} takes {minutes:.0f} minutes")


ALL_SCENARIOS = "build/orrery scenario --quiet tests/scenarios/*/*.scenario"


def correct_a_card(folder):
    """A card gives more than we thought. The scenario that shows it says so, and is corrected, too."""
    recipe = Recipe(folder, "Correct a card")
    cards = "data/beyond_the_sun/technologies.cards"
    card = re.search(rf"^{CORRECTED}\n.*?^\n", (folder / cards).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[0]
    better = IMMEDIATE.replace("1 ore", "2 ore") + "    source.immediate  corrected by A Newcomer\n"
    recipe.change(cards, card, card.replace(IMMEDIATE, better))
    recipe.run("make && build/orrery cards GAME", "2 ore", GAME="beyond-the-sun")
    recipe.run(ALL_SCENARIOS, f"{SHOWN}:", code=1)
    recipe.change(SHOWN, "learns 1 II-BR ; ore 1 1\nexpect ore 1 = 1\n",
                  "learns 1 II-BR ; ore 1 2\nexpect ore 1 = 2\n")
    recipe.run(ALL_SCENARIOS, " 0 failed")
    recipe.run("tools/default_sets.py keep", "the present card set of beyond-the-sun")
    recipe.end()


def add_a_card(folder):
    recipe = Recipe(folder, "Add a card")
    recipe.run("cp -r data/FOLDER my_cards", "", FOLDER="beyond_the_sun")
    recipe.change("my_cards/technologies.cards", "technology II-RG\n", f"{CARD}technology II-RG\n")
    recipe.run("build/orrery cards GAME --cards my_cards", "Rail Gun", GAME="beyond-the-sun")
    recipe.run("build/orrery play GAME --cards my_cards", "raise one of your ships", GAME="beyond-the-sun",
               given="about Rail Gun\nquit\nquit\n")
    recipe.end()


def write_a_scenario(folder):
    recipe = Recipe(folder, "Report or test a rule")
    name = "tests/scenarios/noughts/turns.scenario"
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(SCENARIO)
    recipe.run("build/orrery scenario FILE", "0 failed", FILE=name)
    recipe.end()


def change_a_translation(folder):
    recipe = Recipe(folder, "Improve a translation")
    recipe.change("po/fr.po", '"La partie est finie."', '"C’est fini."')
    recipe.run("make && build/orrery play noughts --lang fr", "C’est fini.", given="1\n\n" * 9)
    recipe.run("tools/phrases check", "Français")
    recipe.run("tools/wording", "wording")
    recipe.end()


def follow(folder):
    copy_project(folder)
    subprocess.run(["make"], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    write_a_scenario(folder)
    add_a_card(folder)
    correct_a_card(folder)
    change_a_translation(folder)


def main():
    if len(sys.argv) > 1:
        follow(pathlib.Path(sys.argv[1]).resolve())
        return
    with tempfile.TemporaryDirectory() as folder:
        follow(pathlib.Path(folder) / "orrery")


main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""tools/default_sets.py in a copy of the tree: the program agrees with it about fingerprints, and a set that is changed and
kept again is still the same. As TAP.
    test_default_sets.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, equal, fine, lacks, run, run_tests, test, true, write

SOURCE = pathlib.Path(__file__).resolve().parents[2]
GAMES = ("noughts", "beyond-the-sun", "pulsar-2849")
SMALL = 1500  # bytes of a set that differs in some values


class Tree:
    """What the tool needs of the sources, to be changed."""

    def __init__(self, folder):
        self.root = folder / "tree"
        for path in ("tools/default_sets.py", "tools/c_source.py", "tools/embed_cards.py"):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / path, self.root / path)
        shutil.copytree(SOURCE / "data", self.root / "data", ignore=shutil.ignore_patterns("*.weights"))
        shutil.copytree(SOURCE / "src/games", self.root / "src/games")

    def tool(self, *arguments, code=0, name="default_sets.py"):
        """What the tool says."""
        done = subprocess.run([sys.executable, "-B", self.root / "tools" / name, *arguments], capture_output=True,
                              text=True, timeout=60, check=False)
        equal(done.returncode, code, f"exit code of {name} {arguments}: {done.stderr}")
        return done.stdout + done.stderr

    def present(self, game):
        """The fingerprint of the present set, as the program has it."""
        return re.search(r"\b[0-9a-f]{16}\b", fine(run("cards", game, "--cards", self.folder(game))))[0]

    def folder(self, game):
        return self.root / "data" / game.replace("-", "_")

    def path(self, game, name):
        return self.folder(game) / "sets" / f"{name}.diff"

    def change(self, game, file, *pairs):
        path = self.folder(game) / file
        text = path.read_text(encoding="utf-8")
        for old, new in pairs:
            true(old in text, f"{old} is in {file}")
            text = text.replace(old, new, 1)
        write(path, text)

    def keep(self, game):
        """Keeps the present set, which is a new one."""
        contains(self.tool("check", code=1), game, "tools/default_sets.py keep")
        contains(self.tool("keep"), f"{self.present(game)}.diff: the present card set of {game}")
        equal(self.tool("check"), "", "what check says")
        return self.present(game)

    def shown(self, game, name, folder):
        """The fingerprint that the program finds in a kept set."""
        document = write(folder / "shown.cards", self.tool("show", game, name))
        return re.search(r"\b[0-9a-f]{16}\b", fine(run("cards", game, "--cards", document)))[0]


@test
def all_kept_sets_are_those_of_their_names(folder):
    tree = Tree(folder)
    equal(tree.tool("check"), "", "what check says")
    for path in sorted(tree.root.glob("data/*/sets/*.diff")):
        game = path.parent.parent.name.replace("_", "-")
        equal(tree.shown(game, path.stem, folder), path.stem, f"{path}")


@test
def the_present_sets_are_kept(folder):
    tree = Tree(folder)
    lacks(tree.tool("keep"), *GAMES)
    for game in GAMES:
        true(tree.path(game, tree.present(game)).exists(), f"{game}: {tree.present(game)}")


@test
def values_that_change_are_a_small_difference(folder):
    tree = Tree(folder)
    game = "beyond-the-sun"
    names = [tree.present(game)]
    tree.change(game, "systems.cards", ("source ", "source   "))  # how a line is laid out counts
    names.append(tree.keep(game))
    text = (tree.folder(game) / "systems.cards").read_text(encoding="utf-8")
    first, second = re.findall(r"^system .*\n(?:[ \t].*\n)+", text, re.M)[:2]
    tree.change(game, "systems.cards", (first, ""))  # a card less
    names.append(tree.keep(game))
    tree.change(game, "systems.cards", (second, second + first))  # and back, elsewhere
    names.append(tree.keep(game))
    equal(len({*names}), 4, f"sets in {names}")
    for name in names:
        equal(tree.shown(game, name, folder), name, "what is shown")
    for name in names[1:]:
        true(tree.path(game, name).stat().st_size < SMALL, f"{name} is small")
    made = folder / "cards.c"
    tree.tool(made, folder / "cards.d", *tree.root.glob("data/*/*.cards"), name="embed_cards.py")
    for name in names[:-1]:
        contains(made.read_text(encoding="ascii"), f'{{"{game}", UINT64_C(0x{name}), set_')
        contains((folder / "cards.d").read_text(encoding="utf-8"), str(tree.path(game, name)))


@test
def what_does_not_count_changes_nothing(folder):
    tree = Tree(folder)
    tree.change("noughts", "lines.cards", ("line row-1\n", "# a row\nline row-1\n   source.cells  confirmed by Ada\n"),
                ("    name ", "  name "))
    lacks(tree.tool("check") + tree.tool("keep"), "noughts")


@test
def a_new_game_begins_with_nothing(folder):
    tree = Tree(folder)
    for path in tree.root.glob("data/*/sets"):
        shutil.rmtree(path)
    equal(tree.tool("check"), "", "a game without sets has no earlier ones")
    tree.tool("keep")
    for game in GAMES:
        equal([path.stem for path in (tree.folder(game) / "sets").iterdir()], [tree.present(game)], "what is kept")


@test
def a_spoiled_set_is_found(folder):
    tree = Tree(folder)
    name = tree.present("noughts")
    whole = tree.path("noughts", name).read_text(encoding="utf-8")
    for old, new in (("+    cells    a1", "+    cells    b1"), ("--- /dev/null", "--- nothing"), ("@@ -0,0", "@ -0,0"),
                     ("--- /dev/null", f"--- {name}/lines.cards"), (f"+++ {name}", "+++ 0123456789abcdef"),
                     ("+    cells", "?    cells")):
        true(old in whole, old)
        write(tree.path("noughts", name), whole.replace(old, new, 1))
        contains(tree.tool("check", code=1), f"{name}.diff: ")
    write(tree.path("noughts", name), whole)
    tree.path("noughts", name).rename(tree.path("noughts", "0123456789abcdef"))
    contains(tree.tool("check", code=1), "0123456789abcdef.diff: ")
    contains(tree.tool("show", "noughts", "../sets/x", code=1), "there is no card set")


sys.exit(run_tests())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The commands of our documents that are shown with their output: run, and compared with what is shown. As TAP.
    test_examples.py ORRERY [WORD…]    runs the examples of all documents, or of those with all these words in their names
    test_examples.py ORRERY --keep     writes down what the program says today; look at the difference
Examples are blocks of the language `console`: a line that begins with `$ ` is typed in, what follows is its output; a
line `…` stands for any lines, in the end also for none. What is not compared has a reason in the document:
    <!-- file: NAME -->           the next block is a file of that name, for the examples of the document
    <!-- example: long -->        takes long: run by `make test-long`
    <!-- example: not run, … -->  cannot be run here, and why
Times in milliseconds (three digits after the point) may be others.
"""

import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import PROGRAM, SECONDS, Failure, environment, equal, fine, run, run_tests, test, true, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEEP = sys.argv[2:] == ["--keep"]
LONG = KEEP or int(os.environ.get("ORRERY_TEST_GAMES", "1")) > 1
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^(?:<!-- (file|example): (.*?) -->\n+)?```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.MULTILINE)
ANY = "…"


def examples(block):
    """Commands and what is shown of their output."""
    parts = COMMAND.split(block)
    true(parts[0] == "", f"an example begins with a command: {block}")
    return list(zip(parts[1::2], parts[2::2]))


def without_times(text):
    return re.sub(r" *\b\d+\.\d{3}\b", " T", text)


def fits(shown, actual):
    """Is it that, apart from what is left out?"""
    parts = re.split(rf"^{ANY}\n", without_times(shown), flags=re.MULTILINE)
    pattern = r"(?:.*\n)*".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, without_times(actual)) is not None


def shortened(shown, actual):
    """Today's output, with the beginning left out where that is so."""
    lines = shown.splitlines(keepends=True)
    if len(lines) < 2 or lines[0] != f"{ANY}\n" or lines[1] not in actual:
        return actual
    return f"{ANY}\n{actual[actual.index(lines[1]):]}"


def perform(folder, command):
    """What a command prints, as a reader sees it."""
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False,
                          env=environment(PATH=f"{folder / 'bin'}:{os.environ['PATH']}", COLUMNS="100"))
    return done.stdout


def run_block(folder, block):
    """Runs the examples of a block; returns it with what they print, where that is something else."""
    fresh = ""
    for command, shown in examples(block):
        actual = perform(folder, command)
        if not fits(shown, actual) and not KEEP:
            raise Failure(f"$ {command}\nshown:\n{shown}\nactual:\n{actual}")
        fresh += f"$ {command}\n{shown if fits(shown, actual) else shortened(shown, actual)}"
    return fresh


def run_document(folder, text):
    """Runs what can be run; returns the document with today's output."""
    (folder / "bin").mkdir()
    (folder / "bin/orrery").symlink_to(PROGRAM)
    (folder / "tests").symlink_to(ROOT / "tests")  # readers are in a clone

    def replace(found):
        what, about, language, block = found.groups()
        if what == "file":
            write(folder / about, block)
        elif language == "console" and not (about or "").startswith("not run, ") and (LONG or about != "long"):
            return found[0].replace(block, run_block(folder, block))
        return found[0]

    return BLOCK.sub(replace, text)


def is_example(text):
    return re.search(r"^```console$", text, re.MULTILINE) is not None


@test
def output_is_shown_in_blocks_that_are_run(_):
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        fences = len(re.findall("```", BLOCK.sub("", text)))
        equal(fences, 0, f"{path.name}: marks of blocks that do not begin or end one")
        for found in BLOCK.finditer(text):
            true(found[3] == "console" or not re.search(r"^\$ ", found[4], re.MULTILINE),
                 f"{path.name}: a block with commands and their output is of the language console:\n{found[4]}")
        true(not re.search(r"^ +\$ (orrery|build/orrery) ", text, re.MULTILINE), f"{path.name}: an example that is not run")
    true(sum(is_example(path.read_text(encoding="utf-8")) for path in DOCUMENTS) > 3, "there are examples")


@test
def what_is_shown_is_compared(_):
    for shown, actual, expected in (("a\n", "a\n", True), ("a\n", "b\n", False), ("a\n…\nc\n", "a\nb\nb\nc\n", True),
                                    ("a\n…\nc\n", "a\nb\n", False), ("…\n", "", True), ("x 1.234\n", "x  12.500\n", True),
                                    ("x 1.23\n", "x 1.24\n", False)):
        equal(fits(shown, actual), expected, f"{shown!r} and {actual!r}")


def written_commands(text):
    """Commands of ours with their options, in blocks and between backticks."""
    code = [found[4] for found in BLOCK.finditer(text)] + re.findall(r"`(orrery [^`]+)`", BLOCK.sub("", text))
    code += re.findall(r"^    (?:\$ )?(orrery .*)$", text, re.MULTILINE)
    for part in code:
        for found in re.finditer(r"(?<![\w/.-])(?:build/)?orrery ([a-z]+)\b([^#|;&]*)", part.replace("\\\n", " ")):
            yield found[1], re.findall(r"(?<=\s)--[a-z-]+", found[2].split("\n")[0])


@test
def commands_and_options_in_documents_exist(_):
    known = set(re.findall(r"^ +(?:orrery )?([a-z]+) ", fine(run("--help")), re.MULTILINE)) | {"help"}
    helps, seen = {}, 0
    for path in DOCUMENTS:
        for command, options in written_commands(path.read_text(encoding="utf-8")):
            if command not in known:  # the head of a file, or a name
                true(not options, f"{path.name}: there is no orrery {command}")
                continue
            helps[command] = helps.get(command) or fine(run(command, "--help"))
            for option in options:
                true(re.search(rf"{option}\b", helps[command]), f"{path.name}: orrery {command} has no {option}")
                seen += 1
    true(seen > 50, f"options were found: {seen}")


def add(path):
    def examples_of_document(folder):
        text = path.read_text(encoding="utf-8")
        fresh = run_document(folder, text)
        if KEEP and fresh != text:
            write(path, fresh)
    examples_of_document.__name__ = f"examples_of_{path.stem}"
    test(examples_of_document)


for document in DOCUMENTS:
    if is_example(document.read_text(encoding="utf-8")):
        add(document)

if KEEP:
    sys.argv[2:] = ["examples of"]
sys.exit(run_tests())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Writes the card files as a C table, so that the program carries them (src/contract/ruleset.h), and with them the default
sets that its games have had before.
    embed_cards.py OUT.c DEPENDENCIES data/GAME/FILE…
The game is the name of the folder, with - for _, as games are named in commands. Of an earlier set only what differs from
the present one is written. DEPENDENCIES is written for Ninja: the files that are read besides.
"""

import difflib
import pathlib
import sys

import c_source
import default_sets

HEAD = """\
/* Made by tools/embed_cards.py from the files in data/. */

#include "contract/ruleset.h"

const struct embedded_file embedded_files[] = {
"""


def literal(data):
    return "\n     ".join(map(c_source.literal, data.splitlines(keepends=True) or [b""]))


def file_row(path, data):
    return f'    {{"{path.parent.name.replace("_", "-")}", "{path.name}",\n     {literal(data)},\n     {len(data)}}},\n'


def pieces_of(lines, present):
    """Lines as pieces: (from, to) of a present text, or bytes."""
    found = default_sets.lines_of(present)
    matcher = difflib.SequenceMatcher(None, [line for line, _, _ in found], lines, autojunk=False)
    for what, old, old_end, new, new_end in matcher.get_opcodes():
        if what == "equal":
            yield found[old][1], found[old_end - 1][2]
        elif new < new_end:
            yield "".join(f"{line}\n" for line in lines[new:new_end]).encode()


def text_of(pieces, present):
    return b"".join(piece if isinstance(piece, bytes) else present[slice(*piece)] for piece in pieces)


def piece_row(file, piece):
    if isinstance(piece, bytes):
        return f'    {{"{file}",\n     {literal(piece)},\n     0, {len(piece)}}},\n'
    return f'    {{"{file}", NULL, {piece[0]}, {piece[1] - piece[0]}}},\n'


def fingerprint_of(order, texts):
    return default_sets.fingerprint({file: [line for line, _, _ in default_sets.lines_of(texts.get(file, b""))]
                                     for file in order})


def earlier_set(number, sets, name, present):
    """A kept set as a table of C."""
    rows, made = [], {}
    if sets.files(name).keys() != present.keys():
        sys.exit(f"{sets.path(name)}: has other files than the present set")
    for file, lines in sets.files(name).items():
        pieces = list(pieces_of(lines, present[file]))
        made[file] = text_of(pieces, present[file])
        rows += [piece_row(file, piece) for piece in pieces]
    assert fingerprint_of(made, made) == name
    return f"\nstatic const struct embedded_piece set_{number}[] = {{\n{''.join(rows)}    {{NULL, NULL, 0, 0}},\n}};\n"


def earlier_sets(texts):
    """The tables of all sets that differ from the present one, and the list of them."""
    tables, rows = [], []
    for game, present in texts.items():
        sets = default_sets.Sets(game)
        for name in sets.names():
            if name != fingerprint_of(sets.files(name), present):
                tables.append(earlier_set(len(tables), sets, name, present))
                rows.append(f'    {{"{game}", UINT64_C(0x{name}), set_{len(rows)}}},\n')
    return ("".join(tables) + "\nconst struct embedded_set embedded_sets[] = {\n" + "".join(rows) +
            "    {NULL, 0, NULL},\n};\n")


def dependencies(out, games):
    """What else is read: a folder changes when a set is added to it."""
    folders = [folder for game in games if (folder := default_sets.Sets(game).folder).is_dir()]
    paths = [path for folder in folders for path in (folder, *sorted(folder.glob("*.diff")))]
    return f"{out}: {' '.join(map(str, paths))}\n"


def main():
    out, needs, *files = sys.argv[1:]
    rows, texts = [], {}
    for path in map(pathlib.Path, files):
        data = path.read_bytes()
        rows.append(file_row(path, data))
        if path.suffix == ".cards":
            texts.setdefault(path.parent.name.replace("_", "-"), {})[path.name] = data
    text = HEAD + "".join(rows) + "    {NULL, NULL, NULL, 0},\n};\n" + earlier_sets(texts)
    pathlib.Path(out).write_text(text, encoding="ascii")
    pathlib.Path(needs).write_text(dependencies(out, texts), encoding="utf-8")


main()

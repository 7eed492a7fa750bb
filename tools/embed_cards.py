#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Writes the card files as a C table, so that the program carries them (src/contract/ruleset.h).
    embed_cards.py OUT.c data/GAME/FILE…
The game is the name of the folder, with - for _, as games are named in commands.
"""

import pathlib
import sys

import c_source

HEAD = """\
/* Made by tools/embed_cards.py from the files in data/. */

#include "contract/ruleset.h"

const struct embedded_file embedded_files[] = {
"""


def main():
    out, *files = sys.argv[1:]
    rows = []
    for path in map(pathlib.Path, files):
        data = path.read_bytes()
        game = path.parent.name.replace("_", "-")
        lines = "\n     ".join(map(c_source.literal, data.splitlines(keepends=True) or [b""]))
        rows.append(f'    {{"{game}", "{path.name}",\n     {lines},\n     {len(data)}}},\n')
    end = "    {NULL, NULL, NULL, 0},\n};\n"
    pathlib.Path(out).write_text(HEAD + "".join(rows) + end, encoding="ascii")


main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Writes the numbered rules as a C table, so that the terminal can show them (src/terminal/rule_texts.h).
    embed_rules.py OUT.c docs/rules/GAME.md… docs/rules/XX/GAME.md…
A rule is a line `BTS-ACT-01 | text | test` in English and `BTS-ACT-01 | text` in other languages; letters in square
brackets at the end of a text say where it comes from and are left out. A page in another language has all rules of the
English one; a language without a page gets those.
"""

import pathlib
import re
import sys

import c_source
import languages

HEAD = """\
/* Made by tools/embed_rules.py from the files in docs/rules. */

#include "terminal/rule_texts.h"

const struct rule_text rule_texts[] = {
"""
RULE = re.compile(r"([A-Z]+(?:-[A-Z]+)+-\d+[a-z]?) \\?\| (.*?)(?: \\?\| .*)?")


def rules_of(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := RULE.fullmatch(line.strip().strip("|").strip()):
            yield found[1], re.sub(r"(\s*\[[A-Z]+\])+$", "", found[2].strip())


def main():
    out, *files = sys.argv[1:]
    pages = {path: dict(rules_of(path)) for path in map(pathlib.Path, files)}
    english = {path.name: rules for path, rules in pages.items() if path.parent.name == "rules"}
    told = {id: {"en": text} for rules in english.values() for id, text in rules.items()}
    for path, rules in pages.items():
        if missing := sorted(rules.keys() ^ english[path.name].keys()):
            sys.exit(f"{path}: not there, or not in English: {', '.join(missing)}")
        for id, text in rules.items():
            told[id][path.parent.name if path.parent.name != "rules" else "en"] = text
    names = [language.path.stem if language.path else "en" for language in languages.offered()]
    rows = [f'    {{"{id}", {{{", ".join(c_source.literal(texts.get(name, texts["en"]).encode()) for name in names)}}}}},\n'
            for id, texts in sorted(told.items())]
    pathlib.Path(out).write_text(HEAD + "".join(rows) + "    {0},\n};\n", encoding="ascii")


main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Writes the German texts as a C table sorted by the English ones (src/base/phrase.h).
    phrases_to_c.py MSGFMT de.po OUT.c
gettext's msgfmt checks and compiles the file; Python's gettext reads what it made. Texts of the page
alone (web/src) are left out.
"""

import gettext
import pathlib
import subprocess
import sys
import tempfile

import c_source

HEAD = """\
/* Made by tools/phrases_to_c.py from po/de.po. */

#include "base/phrase.h"

const struct phrase_row phrases_german[] = {
"""


def of_program(source, target):
    """The entries that stand in the program."""
    entries = pathlib.Path(source).read_text(encoding="utf-8").split("\n\n")
    kept = [entry for entry in entries if "#: " not in entry or "src/" in
            "".join(line.replace("web/src/", "") for line in entry.split("\n") if line[:3] == "#: ")]
    target.write_text("\n\n".join(kept) + "\n", encoding="utf-8")
    return target


def compiled(msgfmt, source):
    """English -> German, without the header, texts that wait for a translation, and guesses."""
    with tempfile.TemporaryDirectory() as folder:
        source = of_program(source, pathlib.Path(folder, "de.po"))
        target = pathlib.Path(folder, "de.mo")
        done = subprocess.run([msgfmt, "--check", f"--output-file={target}", source])
        if done.returncode != 0:
            sys.exit(done.returncode)
        with target.open("rb") as file:
            texts = dict(gettext.GNUTranslations(file)._catalog)
    texts.pop("", None)
    for english in texts:
        if not isinstance(english, str) or "\x04" in english:
            sys.exit(f"{source}: phrases have neither plural forms nor contexts: {english!r}")
    return texts


def literal(text):
    return c_source.literal(text.encode("utf-8"))


def main():
    msgfmt, source, out = sys.argv[1:]
    texts = compiled(msgfmt, source)
    rows = [f"    {{{literal(english)},\n     {literal(texts[english])}}},\n"
            for english in sorted(texts, key=lambda text: text.encode("utf-8"))]
    end = f"    {{NULL, NULL}},\n}};\n\nconst size_t phrases_german_count = {len(rows)};\n"
    pathlib.Path(out).write_text(HEAD + "".join(rows) + end, encoding="ascii")


main()

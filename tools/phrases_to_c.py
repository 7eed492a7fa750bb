#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Writes the texts of the program in all languages as C tables (src/base/phrase.h), from the files in po/.
    phrases_to_c.py MSGFMT OUT.c            with all translations
    phrases_to_c.py MSGFMT OUT.c TEXTS…     for browsers: without them, and without the texts of parts that browsers
        do not have; each TEXTS is a file phrases.XX.txt with the translations of one language, to be loaded when somebody
        reads it: those of the table in its order, then pairs of English and translated names, each ending with a zero byte
gettext's msgfmt checks the files. Texts of the page alone (web/src) are left out.
"""

import pathlib
import re
import subprocess
import sys

import c_source
import languages

HEAD = """\
/* Made by tools/phrases_to_c.py from the files in po/. */

#include "base/phrase.h"

/* Expressions are written as gettext has them. */
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wtype-limits"

"""
PROGRAM = re.compile(r"src/")
BROWSER = re.compile(r"src/(?:base|contract|games|kit|players|record|session|table|wasm)/")
NAMES = re.compile(r"data/")


def check(msgfmt, language):
    done = subprocess.run([msgfmt, "--check-format", "--output-file=/dev/null", language.path])
    if done.returncode != 0:
        sys.exit(done.returncode)


def texts_of(language, places):
    """English -> translation, or "" without one, of what stands in these places."""
    found = {}
    for entry in languages.entries(language.path):
        if entry.english != "" and any(places.match(place) for place in entry.places):
            found[entry.english] = "" if entry.is_fuzzy else entry.translated
    return found


def literal(text):
    return c_source.literal(text.encode("utf-8"))


def table_of(language, english, names, texts, is_apart):
    """The tables of a language, and its row in the list."""
    suffix = language.name.replace("-", "_")
    code = (f"static unsigned plural_{suffix}(unsigned long n)\n{{\n    (void)n;\n"
            f"    return (unsigned)({language.plural});\n}}\n")
    tables = "NULL, NULL, 0"
    if language.path and not is_apart:
        rows = "".join(f"    {literal(texts[text]) if texts.get(text) else 'NULL'},\n" for text in english)
        pairs = "".join(f"    {{{literal(name)}, {literal(told)}}},\n" for name, told in names)
        code += f"static const char *const texts_{suffix}[] = {{\n{rows}    NULL,\n}};\n"
        code += f"static const struct phrase_name names_{suffix}[] = {{\n{pairs}    {{NULL, NULL}},\n}};\n"
        tables = f"texts_{suffix}, names_{suffix}, {len(names)}"
    return code, (f"    [{languages.constant(language.name)}] = {{{literal(language.name)}, {literal(language.native)},"
                  f" {literal(f'name.{language.name}')},"
                  f" {language.forms}, plural_{suffix}, {tables}}},\n")


def by_bytes(texts):
    return sorted(texts, key=lambda text: text.encode("utf-8"))


def names_in(language):
    told = texts_of(language, NAMES)
    return [(name, told[name]) for name in by_bytes(told) if told[name]]


def main():
    msgfmt, out, *apart = sys.argv[1:]
    offered = languages.offered()
    for language in offered[1:]:
        check(msgfmt, language)
    places = BROWSER if apart else PROGRAM
    texts = {language: texts_of(language, places) for language in offered[1:]}
    english = by_bytes(set().union(*texts.values()))
    code = ["const char *const phrases_english[] = {\n",
            *(f"    {literal(text)},\n" for text in english), "    NULL,\n};\n",
            f"const size_t phrases_count = {len(english)};\n\n"]
    rows = []
    for language in offered:
        names = names_in(language) if language.path else []
        tables, row = table_of(language, english, names, texts.get(language), bool(apart))
        code.append(tables)
        rows.append(row)
        if apart and language.path:
            file = next(path for path in map(pathlib.Path, apart) if path.name == f"phrases.{language.path.stem}.txt")
            parts = [*(texts[language].get(text, "") for text in english), *(part for pair in names for part in pair)]
            file.write_bytes(b"".join(part.encode("utf-8") + b"\0" for part in parts))
    code.append(f"\nconst struct language_row languages[LANGUAGE_COUNT] = {{\n{''.join(rows)}}};\n")
    pathlib.Path(out).write_text(HEAD + "".join(code), encoding="ascii")


main()

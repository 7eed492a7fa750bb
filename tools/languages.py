#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The languages of the program: English, and those that have a file po/XX.po. Everything that needs a list of them takes
it from here: the program, the page, the tests.
    tools/languages.py             a line for each: name, what it calls itself, how much of it is translated
    tools/languages.py --json      what the build of the page needs
    tools/languages.py --header OUT.h   the enum that src/base/phrase.h includes
A language is offered if at least SHARE percent of the texts are translated; the others fall back to English. Translators
who want to see theirs before set ORRERY_SHARE=0 for the build.
"""

import gettext
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "po"
SHARE = 80  # percent
FORMS_MAX = 6  # plural forms; no language has more
EXPRESSION_MAX = 400
# What an expression may be written with. No division: browsers would count on in fractions.
EXPRESSION = re.compile(r"[n0-9\s()?:|&=!<>+*%-]+")
NAME = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?")
TRIED = (*range(2000), 10**6, 10**6 + 1, 2**31 - 1)  # numbers that an expression has to have a form for


class Entry:
    """One text of a .po file."""

    def __init__(self, text):
        self.is_fuzzy = re.search(r"^#,.*\bfuzzy\b", text, re.MULTILINE) is not None
        self.places = " ".join(re.findall(r"^#: (.*)$", text, re.MULTILINE)).split()
        self.is_name = all(place.startswith("data/") for place in self.places)  # of a component: need not be translated
        self.english = unquoted(text, "msgid")
        self.translated = unquoted(text, "msgstr")


def unquoted(entry, word):
    found = re.search(rf'^{word} ((?:".*"\n?)+)', entry, re.MULTILINE)
    return "".join(json.loads(line, strict=False) for line in found[1].split("\n") if line) if found else ""


def entries(path):
    """The texts of a .po file with its header, which has no English, at the beginning."""
    parts = re.split(r"\n\n+", path.read_text(encoding="utf-8"))
    return [Entry(part) for part in parts if re.search(r"^msgid ", part, re.MULTILINE)]


class Language:
    """What a file says about its language. Ends the program with a sentence if it is not usable."""

    def __init__(self, path):
        self.path = path
        if not NAME.fullmatch(path.stem):
            self.fail(f'"{path.stem}" is not the name of a language, such as fr or pt_BR')
        self.name = path.stem.replace("_", "-")  # as in browsers
        header, *texts = entries(path) or [None]
        if header is None or header.english != "":
            self.fail("the header is missing")
        self.fields = dict(re.findall(r"^([\w-]+): *(.*?) *$", header.translated, re.MULTILINE))
        self.native = self.fields.get("X-Native-Name", "")
        if not self.native or not self.native.isprintable() or set(self.native) & set('"\\'):
            self.fail("the header needs X-Native-Name: what the language calls itself")
        self.forms, self.plural = self.plural_forms()
        texts = [text for text in texts if not text.is_name]
        done = sum(1 for text in texts if text.translated and not text.is_fuzzy)
        self.share = 100 * done // max(1, len(texts))

    def fail(self, sentence):
        sys.exit(f"{self.path.relative_to(ROOT)}: {sentence}")

    def plural_forms(self):
        """The number of forms and the expression that chooses one. Others than gettext's own reader of expressions takes
        are refused, and all that do not have a form for every number."""
        found = re.fullmatch(r"nplurals=(\d+); *plural=(.+?);?", self.fields.get("Plural-Forms", ""))
        if not found or not 1 <= int(found[1]) <= FORMS_MAX:
            self.fail("the header needs Plural-Forms: nplurals=N; plural=EXPRESSION; as gettext has it for the language")
        forms, plural = int(found[1]), found[2]
        try:
            if len(plural) > EXPRESSION_MAX or not EXPRESSION.fullmatch(plural):
                raise ValueError("it has something in it that is not allowed")
            choose = gettext.c2py(plural)
            wrong = next((n for n in TRIED if not 0 <= choose(n) < forms), None)
            if wrong is not None:
                raise ValueError(f"there is no form for {wrong}")
        except (ValueError, ZeroDivisionError, RecursionError) as error:
            self.fail(f"Plural-Forms, plural={plural}: {error}")
        return forms, plural


class English:
    """The language of the code."""

    name, native, forms, plural, share, path = "en", "English", 2, "n != 1", 100, None


def all_files():
    """German comes first, because its number is known to programs that use the library; then by name."""
    return sorted(FOLDER.glob("*.po"), key=lambda path: (path.stem != "de", path.stem))


def offered():
    """English and the languages that are translated well enough."""
    least = int(os.environ.get("ORRERY_SHARE", SHARE))
    return [English, *(one for one in map(Language, all_files()) if one.share >= least)]


def constant(name):
    return "ENGLISH" if name == "en" else f"LANGUAGE_{name.replace('-', '_').upper()}"


def write_header(out):
    names = ", ".join(constant(one.name) for one in offered())
    text = ("/* Made by tools/languages.py from the files in po/. */\n\n#ifndef BASE_LANGUAGES_H\n"
            f"#define BASE_LANGUAGES_H\n\nenum language {{ {names}, LANGUAGE_COUNT }};\n"
            f"enum {{ PLURAL_FORMS_MAX = {FORMS_MAX} }};\n"
            f'#define LANGUAGE_NAMES "{"|".join(one.name for one in offered())}"\n\n#endif\n')
    if not out.is_file() or out.read_text(encoding="ascii") != text:  # else everything would be compiled again
        out.write_text(text, encoding="ascii")


def main():
    match sys.argv[1:]:
        case []:
            for one in [English, *map(Language, all_files())]:
                print(f"{one.name:6} {one.share:3} %  {one.forms} {'form' if one.forms == 1 else 'forms'}  {one.native}")
        case ["--json"]:
            print(json.dumps([{"name": one.name, "native": one.native, "plural": one.plural,
                               "file": one.path and str(one.path)} for one in offered()]))
        case ["--names"]:
            print(" ".join(one.path.stem for one in offered() if one.path))
        case ["--header", out]:
            write_header(pathlib.Path(out))
        case _:
            sys.exit(__doc__.strip())


if __name__ == "__main__":
    main()

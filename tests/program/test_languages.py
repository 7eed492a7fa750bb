#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Languages are data: what a file po/XX.po brings, in the program and in what the build makes of it, as TAP.
    test_languages.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import gettext
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import contains, equal, fine, refused, run, run_tests, test, true

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import languages  # noqa: E402

OFFERED = languages.offered()

# The header and the few texts of a language with three forms.
CZECH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: cs\\n"
"X-Native-Name: Čeština\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: src/x.c
msgid "{0} {0|cube|cubes}"
msgstr "{0} {0|kostka|kostky|kostek}"

#: src/x.c
msgid "{0|one ship|{0} ships} for {1}"
msgstr "pro {1} {0|jedna loď|{0} lodě|{0} lodí}"

#: src/x.c
msgid "{seat|You have|{seat} has} won."
msgstr "{seat|Vyhrál jsi.|Vyhrává {seat}.}"

#: data/x/x.cards
msgid "Sun"
msgstr "Slunce"
"""

# Writes texts with the numbers that it is given.
MAIN = """\
#include "base/phrase.h"
#include <stdio.h>
static void write(const void *context, struct span slot, struct text *out)
{
    (void)context, (void)slot;
    text_add(out, "Ada");
}
static int64_t number(const void *context, struct span slot)
{
    (void)slot;
    return context != NULL ? PHRASE_READER : PHRASE_OTHER;
}
static void tell(bool reads)
{
    struct text text = {0};
    struct phrase_slots slots = {write, number, reads ? "" : NULL};
    phrase_write(&text, LANGUAGE_CS, _("{seat|You have|{seat} has} won."), &slots);
    printf("%s\\n", text_string(&text));
    text_free(&text);
}
int main(int argc, char **argv)
{
    tell(true);
    tell(false);
    for (int i = 1; i < argc; i++) {
        struct text text = {0};
        phrase_write_with(&text, LANGUAGE_CS, _("{0} {0|cube|cubes}"), argv[i], NULL, NULL);
        text_add(&text, "; ");
        phrase_write_with(&text, LANGUAGE_CS, _("{0|one ship|{0} ships} for {1}"), argv[i], "Ada", NULL);
        text_add(&text, "; ");
        phrase_write_with(&text, LANGUAGE_CS, "{0} {0|die|dice}", argv[i], NULL, NULL);
        printf("%s; %s, %s\\n", text_string(&text), phrase_name(LANGUAGE_CS, "Sun"), phrase_name(LANGUAGE_CS, "Moon"));
        text_free(&text);
    }
}
"""

# Plural-Forms as gettext has them for languages of all kinds.
RULES = {
    "ja": (1, "0"),
    "fr": (2, "(n > 1)"),
    "cs": (3, "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2"),
    "pl": (3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"),
    "lv": (3, "(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2)"),
    "sl": (4, "(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)"),
    "ar": (6, "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5"),
}
NUMBERS = [*range(130), 1000, 1001, 2002, 1000000]


def tree(folder, files):
    """A tree with our tools and these files in po/."""
    (folder / "po").mkdir()
    (folder / "tools").mkdir()
    for name in ("languages.py", "phrases_to_c.py", "c_source.py"):
        shutil.copy(ROOT / "tools" / name, folder / "tools")
    for name, text in files.items():
        (folder / "po" / f"{name}.po").write_text(text, encoding="utf-8")
    return folder


def tool(folder, name, *arguments):
    return subprocess.run([sys.executable, "-B", folder / "tools" / name, *map(str, arguments)], capture_output=True,
                          text=True, timeout=60, check=False, env={**os.environ, "ORRERY_SHARE": "0"})


def compiled(folder, main):
    """A program with the texts of the tree."""
    done = tool(folder, "languages.py", "--header", folder / "languages.h")
    equal((done.returncode, done.stderr), (0, ""), "header")
    done = tool(folder, "phrases_to_c.py", shutil.which("msgfmt"), folder / "phrases.c")
    equal((done.returncode, done.stderr), (0, ""), "tables")
    (folder / "main.c").write_text(main, encoding="utf-8")
    sources = [folder / "main.c", folder / "phrases.c", *(ROOT / "src/base" / name for name in ("phrase.c", "text.c", "memory.c"))]
    done = subprocess.run(["cc", "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{folder}",
                           f"-I{ROOT / 'src'}", "-o", folder / "main", *sources], capture_output=True, text=True,
                          timeout=120, check=False)
    equal((done.returncode, done.stderr), (0, ""), "compiler")
    return folder / "main"


# ---- what the build makes of a file ----------------------------------------------------------------


@test
def three_forms(folder):
    """Czech has three, and what is not translated has those of English."""
    program = compiled(tree(folder, {"cs": CZECH}), MAIN)
    said = subprocess.run([program, "1", "2", "5", "0", "-3", "22"], capture_output=True, text=True, check=True).stdout
    equal(said.splitlines(), [
        "Vyhrál jsi.",
        "Vyhrává Ada.",
        "1 kostka; pro Ada jedna loď; 1 die; Slunce, Moon",
        "2 kostky; pro Ada 2 lodě; 2 dice; Slunce, Moon",
        "5 kostek; pro Ada 5 lodí; 5 dice; Slunce, Moon",
        "0 kostek; pro Ada 0 lodí; 0 dice; Slunce, Moon",
        "-3 kostky; pro Ada -3 lodě; -3 dice; Slunce, Moon",
        "22 kostek; pro Ada 22 lodí; 22 dice; Slunce, Moon",
    ], "texts")


@test
def plural_rules_are_the_same_everywhere(folder):
    """The program in C and the page in JavaScript choose the form that gettext chooses."""
    expected = {name: [gettext.c2py(plural)(n) for n in NUMBERS] for name, (_, plural) in RULES.items()}
    files = {name: re.sub(r"nplurals=.*;", f"nplurals={forms}; plural={plural};", CZECH.split("\n\n")[0]) + "\n"
             for name, (forms, plural) in RULES.items()}
    numbers = ", ".join(f"{n}ul" for n in NUMBERS)
    main = ('#include "base/phrase.h"\n#include <stdio.h>\nint main(void)\n{\n'
            f"    static const unsigned long numbers[] = {{{numbers}}};\n"
            "    for (int i = 1; i < LANGUAGE_COUNT; i++) {\n        printf(\"%s\", language_name((enum language)i));\n"
            f"        for (int k = 0; k < {len(NUMBERS)}; k++)\n            printf(\" %u\", languages[i].plural(numbers[k]));\n"
            "        printf(\"\\n\");\n    }\n}\n")
    said = subprocess.run([compiled(tree(folder, files), main)], capture_output=True, text=True, check=True).stdout
    rows = {name: [*map(int, forms)] for name, *forms in (line.split() for line in said.splitlines())}
    equal(rows, expected, "in C")
    listed = json.loads(tool(folder, "languages.py", "--json").stdout)
    code = "".join(f"all[{one['name']!r}] = ((n) => Number({one['plural']}));" for one in listed)
    script = (f"const all = {{}}; {code} const numbers = {json.dumps(NUMBERS)};"
              "console.log(JSON.stringify(Object.fromEntries(Object.entries(all).map(([k, f]) => [k, numbers.map(f)]))))")
    found = json.loads(subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout)
    equal({name: found[name] for name in RULES}, expected, "in JavaScript")


@test
def headers_that_cannot_be_used_are_refused(folder):
    tree(folder, {})
    for wrong, why in {
        "nplurals=2; plural=n": "there is no form for 2",
        "nplurals=2; plural=(n": "unbalanced parenthesis",
        "nplurals=2; plural=n%0": "modulo by zero",
        "nplurals=2; plural=n/2": "something in it that is not allowed",
        "nplurals=2; plural=__import__('os').system('x')": "something in it that is not allowed",
        "nplurals=2; plural=exit(n)": "something in it that is not allowed",
        "nplurals=9; plural=0": "needs Plural-Forms",
        "nplurals=2; plural=" + "(" * 200 + "n" + ")" * 200: "Plural-Forms",
        "nplurals=2; plural=" + "+".join(["n"] * 300): "something in it that is not allowed",
    }.items():
        (folder / "po/cs.po").write_text(re.sub(r"nplurals=.*;", lambda _: f"{wrong};", CZECH), encoding="utf-8")
        done = tool(folder, "languages.py")
        true(done.returncode != 0, wrong)
        contains(done.stderr, "po/cs.po", why)
    (folder / "po/cs.po").write_text(CZECH.replace("X-Native-Name", "X-Name"), encoding="utf-8")
    contains(tool(folder, "languages.py").stderr, "X-Native-Name")
    (folder / "po/cs.po").rename(folder / "po/czech.po")
    contains(tool(folder, "languages.py").stderr, "not the name of a language")


# ---- the program -----------------------------------------------------------------------------------


@test
def every_language_is_there(_):
    for language in OFFERED:
        told = fine(run("games", "--lang", language.name))
        equal(fine(run("games", ORRERY_LANG=f"{language.name}_XX.UTF-8")), told, f"environment, {language.name}")
        equal(fine(run("games", ORRERY_LANG="", LANG=f"{language.name}.UTF-8", LC_ALL="", LC_MESSAGES="")), told, "LANG")
        true((told == fine(run("games", "--lang", "en"))) == (language.name == "en"), f"games in {language.name}")
    refused(run("games", "--lang", "xx"), "--lang takes one of: en, de")
    contains(fine(run("games", "--help")), "--lang " + "|".join(one.name for one in OFFERED))


@test
def rules_are_told_in_english_where_nobody_translated_them(_):
    for language in OFFERED:
        page = ROOT / "docs/rules" / ("" if language.path is None else language.path.stem) / "noughts.md"
        text = (page if page.is_file() else ROOT / "docs/rules/noughts.md").read_text(encoding="utf-8")
        rule = re.search(r"^(NGT-\w+-\d+) \| ([^|]*?)(?: \[|$| \|)", text, re.MULTILINE)
        told = fine(run("play", "noughts", "--with", "person,person", "--lang", language.name, input=f"rules {rule[1]}\n"))
        contains(re.sub(r"\s+", " ", told), f"{rule[1]} {rule[2].strip()[:30]}")


sys.exit(run_tests())

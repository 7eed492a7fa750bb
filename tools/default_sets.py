#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The default card sets that a game has had, the present one too, so that what was played with one of them finds it by its
fingerprint (docs/cards.md).
    tools/default_sets.py keep                    adds the present sets that are not kept yet
    tools/default_sets.py check                   is each set the one its name says, and the present one among them?
    tools/default_sets.py show GAME FINGERPRINT   writes one as a document, which --cards takes
data/GAME/sets/FINGERPRINT.diff is a set, as a unified difference from another one in the folder; the first one from
nothing. A set is here what matters of its files: lines without comments. tools/embed_cards.py puts all of them into the
program.
"""

import difflib
import pathlib
import re
import sys

import c_source

DATA = c_source.ROOT / "data"
FOLDER = "sets"
NOTHING = "/dev/null"
CONTEXT = 2  # lines around a change
BLANK = " \t\r"
MASK = (1 << 64) - 1
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")


# ---- what matters of a card file -----------------------------------------------------------------


def without_comment(line):
    """As the scanner of the program does it: a comment begins at a # where a word would begin."""
    at = 0
    while at < len(line):
        if line[at] == "#":
            return line[:at]
        if line[at] in BLANK:
            at += 1
        elif line[at] == '"':
            at = re.compile(r'"(?:\\.|[^"\\])*"?').match(line, at).end()
        else:
            at = re.compile(f"[^{BLANK}]+").match(line, at).end()
    return line


def lines_of(text):
    """What matters of a card file, a line for each heading and entry, and where these lines are in it: [(line, from,
    to), …] in bytes."""
    found, at = [], 0
    for raw in text.split(b"\n"):
        line = raw.decode()
        content = without_comment(line).strip(BLANK)
        end = min(at + len(raw) + 1, len(text))
        if content:
            found.append((("    " if line[0] in BLANK else "") + content, at, end))
        at = end
    return found


# ---- fingerprints, as src/contract/ruleset.c makes them ------------------------------------------


def mix(z):
    z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & MASK
    z = ((z ^ z >> 27) * 0x94d049bb133111eb) & MASK
    return z ^ z >> 31


def hash_bytes(start, data):
    value = start ^ mix((len(data) + 0x9e3779b97f4a7c15) & MASK)
    for at in range(0, len(data), 8):
        value = (mix(value ^ int.from_bytes(data[at:at + 8], "little")) + 0x632be59bd9b4e019) & MASK
    return mix(value)


def counts(line):
    """Does the line belong to the fingerprint? Sources of single values and names in further languages do not."""
    entry = line.strip()
    return not line.startswith(" ") or not (entry.startswith("source.") and len(entry) > len("source.") or
                                            re.match(r"name\.(?!de(?:[ \t]|$)).", entry))


def fingerprint(files):
    """Of a set: {file: its lines}, in the order of the game."""
    value = 0
    for name, lines in files.items():
        value = hash_bytes(value, name.encode())
        for line in filter(counts, lines):
            value = hash_bytes((value + line.startswith(" ")) & MASK, line.strip().encode())
    return f"{value:016x}"


# ---- sets as differences -------------------------------------------------------------------------


def write_difference(base, old, files):
    """From the files `old` of the set `base` (NOTHING: none) to those of another one."""
    new = fingerprint(files)
    out = []
    for name, lines in files.items():
        titles = (NOTHING if base == NOTHING else f"{base}/{name}", f"{new}/{name}")
        out += difflib.unified_diff(old.get(name, []), lines, *titles, n=CONTEXT, lineterm="")
    return "".join(f"{line}\n" for line in out)


def apply_hunk(old, at, wanted, hunk):
    """The lines behind a title of a hunk, with those of `old` up to it."""
    before = [line[1:] for line in hunk if line[0] in " -"]
    if at > wanted or old[wanted:wanted + len(before)] != before:
        raise ValueError(f"does not fit at line {wanted + 1}")
    return old[at:wanted] + [line[1:] for line in hunk if line[0] in " +"], wanted + len(before)


def apply(old, difference):
    """The lines of a file behind a difference: its lines from the first @@ on."""
    new, at = [], 0
    for title, hunk in split(difference, HUNK):
        first, count = int(title[1]), int(title[2] or 1)
        more, at = apply_hunk(old, at, first - (count > 0), hunk)
        new += more
    return new + old[at:]


def split(lines, title):
    """[(match of a title, the lines below it), …]"""
    parts = []
    for line in lines:
        if found := title.match(line):
            parts.append((found, []))
        elif not parts or not line or line[0] not in " +-":
            raise ValueError(f"is no difference: {line}")
        else:
            parts[-1][1].append(line)
    return parts


TITLE = re.compile(rf"--- (?:{NOTHING}|([0-9a-f]{{16}})/(\S+))$")


class Sets:
    """The sets that are kept of a game."""

    def __init__(self, game):
        self.folder = DATA / game.replace("-", "_") / FOLDER
        self.found = {}

    def names(self):
        return sorted(path.stem for path in self.folder.glob("*.diff"))

    def path(self, name):
        return self.folder / f"{name}.diff"

    def files(self, name, users=()):
        """A set: {file: its lines}. Ends the program if it is not what its name says."""
        if name not in self.found:
            try:
                if name in users:
                    raise ValueError("is a difference from itself")
                self.found[name] = self.read(name, users)
                if (made := fingerprint(self.found[name])) != name:
                    raise ValueError(f"has the fingerprint {made}")
            except (OSError, ValueError) as error:
                sys.exit(f"{self.path(name)}: {error}")
        return self.found[name]

    def read(self, name, users):
        lines = self.path(name).read_text(encoding="utf-8").splitlines()
        at = [number for number, line in enumerate(lines) if TITLE.match(line)] + [len(lines)]
        parts = [lines[begin:end] for begin, end in zip(at, at[1:])]
        bases = {TITLE.match(part[0])[1] for part in parts}
        if len(bases) != 1 or at[0] != 0:
            raise ValueError("is not a difference from one set")
        base = bases.pop()
        files = dict(self.files(base, (*users, name))) if base else {}
        for part in parts:
            file = part[1].removeprefix(f"+++ {name}/")
            if "/" in file or base and file not in files:
                raise ValueError(f"is about another set: {part[1]}")
            files[file] = apply(files.get(file, []), part[2:])
        return files

    def order(self, present):
        """The names of the card files in the order of the game: as in the sets there are, else as the game has them."""
        if names := self.names():
            return list(self.files(names[0]))
        sources = "".join(c_source.read(path) for path in c_source.files(f"src/games/{self.folder.parent.name}"))
        if found := re.search(r"card_files\[\] = \{(.*?)\}", sources, re.DOTALL):
            return re.findall(r'"(.*?)"', found[1])
        return sorted(present)

    def present(self):
        texts = {path.name: path.read_bytes() for path in self.folder.parent.glob("*.cards")}
        return {name: [line for line, _, _ in lines_of(texts[name])] for name in self.order(texts)}

    def keep(self):
        """Keeps the present set as the smallest difference there is. Is it a new one?"""
        files = self.present()
        name = fingerprint(files)
        if self.path(name).exists():
            return None
        self.folder.mkdir(exist_ok=True)
        bases = [(NOTHING, {})] if not self.names() else [(base, self.files(base)) for base in self.names()]
        self.path(name).write_text(min((write_difference(base, old, files) for base, old in bases), key=len),
                                   encoding="utf-8")
        return self.files(name) and name


def games():
    """All games with card files, as they are named in commands."""
    return sorted({path.parent.name.replace("_", "-") for path in DATA.glob("*/*.cards")})


# ---- commands ------------------------------------------------------------------------------------


def keep():
    for game in games():
        if name := Sets(game).keep():
            print(f"{Sets(game).path(name).relative_to(c_source.ROOT)}: the present card set of {game}")


def check():
    missing = []
    for game in games():
        sets = Sets(game)
        for name in sets.names():
            sets.files(name)
        if sets.names() and fingerprint(sets.present()) not in sets.names():
            missing.append(game)
    if missing:
        sys.exit(f"The default card set of {', '.join(missing)} is a new one: keep it with tools/default_sets.py keep, so that "
                 "games with it can be replayed when it has changed again.")


def show(game, name):
    """As src/contract/card_document.h describes it."""
    if game not in games() or name not in Sets(game).names():
        sys.exit(f"there is no card set {name} of {game}")
    out = [f"orrery cards 1\ngame {game}\n".encode()]
    for file, lines in Sets(game).files(name).items():
        text = "".join(f"{line}\n" for line in lines).encode()
        out.append(f"file {file} {len(text)}\n".encode() + text + b"\n")
    sys.stdout.buffer.write(b"".join(out))


def main():
    match sys.argv[1:]:
        case ["keep"]:
            keep()
        case ["check"]:
            check()
        case ["show", game, name]:
            show(game, name)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()

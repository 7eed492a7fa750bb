# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""C files as text, for the other tools: where they are, their code without comments or strings
(line numbers stay as they are), and how bytes are written as a string."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

_PIECES = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""",
    re.DOTALL,
)


def files(folder="src", endings=(".c", ".h")):
    """The C files below a folder of the project, as paths from its root, in order."""
    found = (path.relative_to(ROOT) for path in (ROOT / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in endings)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def code(text, keep_strings=True):
    """The text with comments (and strings) blanked out."""

    def blank(piece):
        if piece["string"] and keep_strings:
            return piece[0]
        if piece["string"]:
            return piece[0][0] * 2
        return " " + "\n" * piece[0].count("\n")

    return _PIECES.sub(blank, text)


def literal(data):
    """The bytes as a C string literal."""
    out = ""
    for byte in data:
        char = chr(byte)
        if char in '"\\?':  # ? because of trigraphs
            out += "\\" + char
        elif char == "\n":
            out += "\\n"
        else:
            out += char if 32 <= byte < 127 else f"\\{byte:03o}"
    return f'"{out}"'

# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The library itself, by cffi: its functions are declared by its own header. Nothing here knows what they are for."""

from __future__ import annotations

import itertools
import os
import pathlib
import re
from typing import Any, Callable

import cffi

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent  # where the package is used from the sources of the project
TEXT_SIZE = 4096  # most texts are shorter; longer ones are asked for a second time


class OrreryError(ValueError):
    """What the library refuses, with its reason."""


def _first(*paths: pathlib.Path) -> pathlib.Path | None:
    return next((path for path in paths if path.exists()), None)


def _declarations(header: str) -> str:
    """What cffi understands of the header."""
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    header = re.sub(r"#ifdef __cplusplus.*?#endif", "", header, flags=re.DOTALL)
    return re.sub(r"^#.*$", "", header, flags=re.MULTILINE).replace("ORRERY_API", "")


def _open() -> tuple[cffi.FFI, Any]:
    header = _first(HERE / "orrery.h", SOURCE / "src/library/orrery.h")
    if header is None:
        raise ImportError("orrery.h is not in the package")
    named = os.environ.get("ORRERY_LIBRARY")
    library = named or _first(HERE / "liborrery.so.1", SOURCE / "build/library/lib/liborrery.so.1") or "liborrery.so.1"
    opened = cffi.FFI()
    opened.cdef(_declarations(header.read_text(encoding="utf-8")))
    return opened, opened.dlopen(str(library))


ffi: Any
lib: Any
ffi, lib = _open()

_REASONS = {
    lib.ORRERY_WRONG_ARGUMENT: "there is no such thing, or a number is out of range",
    lib.ORRERY_WRONG_STATE: "this is not a state of these rules",
    lib.ORRERY_NOT_LEGAL: "this is not legal here",
    lib.ORRERY_WRONG_TEXT: "the text is wrong",
    lib.ORRERY_NO_MEMORY: "there is not enough memory",
    lib.ORRERY_NO_ROOM: "there is not enough room",
    lib.ORRERY_NOT_NOW: "not at this moment of the game",
}


def _languages() -> dict[str, int]:
    names = map(lib.orrery_language_name, itertools.count())
    return {ffi.string(name).decode(): number
            for number, name in enumerate(itertools.takewhile(lambda name: name != ffi.NULL, names))}


LANGUAGES = _languages()


def version() -> str:
    """The version of the library."""
    return ffi.string(lib.orrery_version()).decode()


def checked(result: int) -> int:
    """A result that is no error."""
    if result < 0:
        raise OrreryError(_REASONS.get(result, f"error {result}"))
    return result


def language(name: str) -> int:
    if name not in LANGUAGES:
        raise OrreryError(f'there is no language "{name}"; there are: {", ".join(LANGUAGES)}')
    return LANGUAGES[name]


def text_of(function: Callable[..., int], *arguments: Any) -> str:
    """What a function writes that takes `out` and `size` at last. It must not change anything."""
    size = TEXT_SIZE
    while True:
        out = ffi.new("char[]", size)
        length = checked(function(*arguments, out, size))
        if length < size:
            return ffi.string(out).decode()
        size = length + 1


def opened(function: Callable[..., Any], *arguments: Any, close: Callable[[Any], None]) -> Any:
    """What a function opens that takes a problem at last; it is closed when nobody has it any more."""
    problem = ffi.new("struct orrery_problem *")
    found = function(*arguments, problem)
    if found == ffi.NULL:
        raise OrreryError(sentence(problem))
    return ffi.gc(found, close)


def sentence(problem: Any) -> str:
    """A problem with its place."""
    told = ffi.string(problem.sentence).decode()
    return f"line {problem.line}: {told}" if problem.line > 0 else told

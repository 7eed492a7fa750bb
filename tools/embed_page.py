#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Writes the files of the page as a C table, so that the program carries them (src/server/page.h).
    embed_page.py OUT.c FOLDER
Files are packed with gzip where that makes them shorter. The same files give the same bytes.
"""

import fcntl
import gzip
import hashlib
import pathlib
import sys

import c_source

HEAD = """\
/* Made by tools/embed_page.py from what tools/web has built. */

#include "server/page.h"

const struct page_file page_files[] = {
"""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
LINE = 64  # bytes of a file in one line


def boolean(value):
    return "true" if value else "false"


def row(folder, path):
    name = "/" + path.relative_to(folder).as_posix()
    if path.suffix not in TYPES:
        sys.exit(f"embed_page: {name}: what is the type of such a file?")
    data = path.read_bytes()
    packed = gzip.compress(data, 9, mtime=0)
    body = min(data, packed, key=len)
    lines = (body[at:at + LINE] for at in range(0, len(body), LINE))
    text = "\n     ".join(map(c_source.literal, lines)) or '""'
    return (f'    {{"{name}", "{TYPES[path.suffix]}", "{hashlib.sha256(data).hexdigest()[:32]}",\n'
            f"     {text},\n     {len(body)}, {len(data)}, {boolean(body is packed)}, "
            f"{boolean(name.startswith('/assets/'))}}},\n")


def main():
    out, folder = map(pathlib.Path, sys.argv[1:])
    with open(folder.parent / "lock", "a", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)  # nobody builds it meanwhile
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        rows = [row(folder, path) for path in files]
    if not (folder / "index.html").is_file():
        sys.exit(f"embed_page: {folder} has no index.html")
    out.write_text(HEAD + "".join(rows) + "    {0},\n};\n", encoding="ascii")


main()

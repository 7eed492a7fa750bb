# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What is left to do when the files of the page are together: the addresses in index.html, and the list of all files with
their hashes, which makes the service worker one of this version (web/worker/sw.ts). tools/web does it for the program,
tools/site for a folder of files without a server. Whatever lies in the folder is on the list."""

import base64
import hashlib
import json
import re
import sys

INDEX = "index.html"
WORKER = "sw.js"
HEAD = "self.ORRERY="  # the line before the service worker

# With a server the page is at many addresses, so its files are named from the root; a folder may be anywhere.
ADDRESS = re.compile(r'(\s(?:href|src)=")(?:\./|/)(?!/)')
NO_SERVER = '    <meta name="orrery-server" content="none" />\n'


def integrity(path):
    """As browsers check it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode("ascii")


def address_of(name):
    """Hosts answer the folder itself with index.html, and some send those who ask for the name there."""
    return "./" if name == INDEX else name


def set_addresses(folder, server):
    index = folder / INDEX
    html = ADDRESS.sub(r"\1/" if server else r"\1./", index.read_text(encoding="utf-8")).replace(NO_SERVER, "")
    if not server:
        html = html.replace("    <title>", NO_SERVER + "    <title>")
        if NO_SERVER not in html:
            sys.exit(f"page_files: {index} has no title to write before")
    index.write_text(html, encoding="utf-8")


def write_list(folder, server):
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    files = [[address_of(name), integrity(folder / name)] for name in names if name != WORKER]
    worker = folder / WORKER
    code = worker.read_text(encoding="utf-8")
    if code.startswith(HEAD):
        code = code.split("\n", 1)[1]
    version = hashlib.sha256((json.dumps([server, files]) + code).encode()).hexdigest()[:16]
    said = json.dumps({"version": version, "server": server, "files": files}, separators=(",", ":"))
    worker.write_text(f"{HEAD}{said};\n{code}", encoding="utf-8")
    return version


def finish(folder, server):
    """Makes the files in a folder a version of the page. Returns its name."""
    set_addresses(folder, server)
    return write_list(folder, server)

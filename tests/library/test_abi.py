#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What other programs get: the symbols of both libraries, the header for C and C++, the pkg-config file, and the program
of docs/library.md, built and run as it stands there. As TAP.
    test_abi.py LIBORRERY.SO [WORD…]
"""

import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "program"))

from frame import PROGRAM, contains, equal, run_tests, test, true, write

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SHARED = PROGRAM
BUILT = next(folder for folder in SHARED.parents if (folder / "orrery.pc").exists())
HEADER = SOURCE / "src/library/orrery.h"


def output(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    true(done.returncode == 0, f"{command}: {done.stderr[-2000:]}{done.stdout[-500:]}")
    return done.stdout


def declared():
    return set(re.findall(r"ORRERY_API [^;]*?\b(orrery_\w+)\(", HEADER.read_text(encoding="utf-8")))


def installed(folder):
    """The library as `make library` puts it somewhere, from the build under test."""
    output(str(SOURCE / "tools/library"), str(folder), str(BUILT))
    return folder


def flags(folder, *options):
    found = output("pkg-config", *options, "orrery",
                   env={**os.environ, "PKG_CONFIG_PATH": str(folder / "lib/pkgconfig")})
    return found.split()


def build_program(folder, name, source):
    """A program that uses the shared library; its path."""
    output("cc", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{HEADER.parent}", str(source), f"-L{BUILT}", "-lorrery",
           f"-Wl,-rpath,{BUILT}", "-o", str(folder / name))
    return str(folder / name)


@test
def shared_library_has_these_symbols_and_no_others(_):
    """A symbol that is here once stays: programs were linked with it."""
    lines = output("nm", "-D", "--defined-only", "--with-symbol-versions", str(SHARED)).splitlines()
    found = sorted(line.split()[2] for line in lines if line.split()[1] != "A")
    kept = (SOURCE / "tests/library/symbols.txt").read_text(encoding="utf-8").split()
    equal(found, sorted(kept), "symbols of the shared library")
    equal({name.split("@")[0] for name in found}, declared(), "symbols and functions of the header")


@test
def static_library_has_the_same(_):
    lines = output("nm", "-g", "--defined-only", str(BUILT / "liborrery.a")).splitlines()
    found = {line.split()[2] for line in lines if len(line.split()) == 3}
    equal(found, declared(), "symbols of the static library")


@test
def library_needs_little(_):
    """Nothing of the server: whoever loads the library gets a JSON reader and mathematics with it."""
    needed = set(re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", str(SHARED))))
    true(needed <= {"libm.so.6", "libjansson.so.4", "libc.so.6", "ld-linux-x86-64.so.2"}, f"needs {needed}")


@test
def library_neither_prints_nor_ends_the_program(_):
    """What it imports cannot: files are written by `write` where a function names one. `abort` is for a reserve of memory
    that is used up, as the header says."""
    found = {line.split()[1].split("@")[0] for line in output("nm", "-D", "--undefined-only", str(SHARED)).splitlines()}
    true({"malloc", "calloc", "free"} & found, "the list is that of the library")
    wrong = [name for name in found if re.fullmatch(
        r"std(out|err)|f?puts|f?putc|putchar|fwrite|perror|(__)?v?f?d?printf(_chk)?|_?_?exit|quick_exit|raise|kill|__assert_fail",
        name)]
    equal(wrong, [], "what prints or ends a program")


@test
def without_memory_it_says_so(_):
    """A program that has taken all memory that it may have: what needs some is refused, until there is some again."""
    equal(output(str(BUILT / "tests/no_memory")), "refused before 0, under want 15, afterwards 0; actions made\n", "refused calls")


def layout_program():
    """Prints every constant of the header, and the size and the places of what is inside of every struct."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = []
    for name, body in re.findall(r"\benum (\w*) ?\{(.*?)\}", text, re.DOTALL):
        lines += [f'printf("{constant} %d\\n", (int){constant});' for constant in re.findall(r"\bORRERY_\w+", body)]
    for name, body in re.findall(r"\bstruct (orrery_\w+) \{(.*?)\n\}", text, re.DOTALL):
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        for member in re.findall(r"(\w+)(?:\[\w+\])*(?=[,;])", body):
            lines.append(f'printf("{name}.{member} %zu %zu\\n", offsetof(struct {name}, {member}), '
                         f'sizeof(((struct {name} *)0)->{member}));')
    true(len(lines) > 50, "the header was understood")
    return "#include <orrery.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0;\n}\n"


@test
def layout_stays(folder):
    """Programs were compiled with these numbers; more may be added at the end of the constants."""
    write(folder / "layout.c", layout_program())
    found = output(build_program(folder, "layout", folder / "layout.c"))
    equal(found, (SOURCE / "tests/library/layout.txt").read_text(encoding="utf-8"), "constants and structs")


@test
def header_is_fine_for_c_and_cpp(folder):
    program = '#include "orrery.h"\nint main() { return orrery_version() == 0; }\n'
    for name, compiler in (("a.c", ["cc", "-std=c99"]), ("a.cpp", ["c++", "-std=c++98"])):
        write(folder / name, program.replace("()", "(void)", 1) if name == "a.c" else program)
        output(*compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-long-long", f"-I{HEADER.parent}",
               str(folder / name), f"-L{BUILT}", "-lorrery", f"-Wl,-rpath,{BUILT}", "-o", str(folder / "a"))
        output(str(folder / "a"))


def blocks_of(page):
    """Program and commands of a page, as they stand there."""
    return re.findall(r"```(c?)\n(.*?)```", (SOURCE / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)


def follow_page(folder, before=""):
    """What the commands of docs/library.md print in the end, with its program there."""
    commands = [code for language, code in blocks_of("library.md") if language == ""][:2]
    equal(commands[0], "make library\n", "the first command")
    (program,) = [code for language, code in blocks_of("library.md") if language == "c"]
    write(folder / "random_games.c", program)
    return output("sh", "-ec", before + "".join(commands), cwd=folder).splitlines()[-1]


@test
def commands_of_the_docs_run_as_they_stand(folder):
    """Where `make library` has been run."""
    installed(folder / "build/library")
    true(re.fullmatch(r"seat 1 won \d+ games, seat 2 \d+", follow_page(folder, "make() { :; }\n")), "its program ran")


if int(os.environ.get("ORRERY_TEST_GAMES", "1")) >= 10:
    @test
    def fresh_clone_follows_the_docs(folder):
        """From nothing, with make: the library, the program in C, the package for Python."""
        clone = folder / "clone"
        output("git", "clone", "--quiet", "--depth", "1", f"file://{SOURCE}", str(clone))
        true(re.fullmatch(r"seat 1 won \d+ games, seat 2 \d+", follow_page(clone)), "its program ran")
        install = next(code for language, code in blocks_of("python.md") if code.startswith("make library\n"))
        output("sh", "-ec", install, cwd=clone,
               env={**os.environ, "PATH": f"/usr/bin:{os.environ['PATH']}", "PIP_NO_INDEX": "1"})  # Debian's Python
        equal(output(str(clone / "build/python/bin/python"), "-c", "import orrery; print(orrery.games()[1])", cwd=folder),
              "noughts\n", "the package")


@test
def program_of_the_docs_runs_as_it_stands(folder):
    """Both with the shared and with the static library, with the same result."""
    text = (SOURCE / "docs/library.md").read_text(encoding="utf-8")
    program = re.search(r"```c\n(.*?)```", text, re.DOTALL)[1]
    true(len(program.splitlines()) <= 25, "the program is short")
    contains(text, "pkg-config --cflags --libs orrery", "make library")
    write(folder / "random_games.c", program)
    place = installed(folder / "library")
    results = []
    for name, more in (("shared", []), ("static", ["--static"])):
        found = flags(place, "--cflags", "--libs", *more)
        if name == "static":
            found[found.index("-lorrery")] = str(place / "lib/liborrery.a")
        output("cc", "-Wall", "-Wextra", "-Werror", str(folder / "random_games.c"), *found, f"-Wl,-rpath,{place}/lib",
               "-o", str(folder / name))
        results.append(output(str(folder / name)))
    equal(results[0], results[1], "shared and static library")
    true(re.fullmatch(r"seat 1 won \d+ games, seat 2 \d+\n", results[0]), results[0])


if __name__ == "__main__":
    sys.exit(run_tests())

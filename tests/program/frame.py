# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What the tests of the program share: running it, comparing, and telling the outcome as TAP."""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
SECONDS = 1200  # many times what any call needs, for slow machines and sanitizers
FINE, FAILED, USAGE = 0, 1, 2


class Failure(Exception):
    """Something is not as expected; the message says what."""


Result = collections.namedtuple("Result", "code out err")
TESTS = []


def test(function):
    """Adds a test; its name is that of the function."""
    TESTS.append((function.__name__.replace("_", " "), function))
    return function


def environment(**more):
    """An English environment, whatever the developer speaks."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("LANG", "LANGUAGE", "LC_MESSAGES", "ORRERY_LANG")}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


def run(*arguments, input="", **more):
    """Runs the program. Output that is not UTF-8 fails the test."""
    given = input if isinstance(input, bytes) else input.encode()
    done = subprocess.run([str(PROGRAM), *map(str, arguments)], input=given, capture_output=True,
                          env=environment(**more), timeout=SECONDS)
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def show(result):
    return f"exit code {result.code}\nstdout: {result.out[-1500:]}\nstderr: {result.err[-1500:]}"


def equal(actual, expected, what):
    if actual != expected:
        raise Failure(f"{what}\nexpected: {expected!r}\nactual:   {actual!r}")


def true(condition, what):
    if not condition:
        raise Failure(what)


def contains(text, *parts):
    for part in parts:
        true(part in text, f"missing: {part!r}\nin: {text[-2000:]!r}")


def lacks(text, *parts):
    for part in parts:
        true(part not in text, f"not expected: {part!r}\nin: {text[-2000:]!r}")


def fine(result):
    """It went well and had nothing to complain of. Returns what it printed."""
    true(result.code == FINE and result.err == "", "expected success\n" + show(result))
    return result.out


def complaint(result, code, *parts):
    """It ended with that code and one sentence on the standard error. Returns the sentence."""
    true(result.code == code, f"expected exit code {code}\n" + show(result))
    true(re.fullmatch(r"orrery: [^\n]{10,}\n", result.err), "expected one sentence\n" + show(result))
    contains(result.err, *parts)
    return result.err


def refused(result, *parts):
    """A wrong command line or file: exit code 2, one sentence, no output."""
    sentence = complaint(result, USAGE, *parts)
    equal(result.out, "", "standard output")
    return sentence


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def attempt(function):
    """Runs a test in a folder of its own; returns what went wrong, or None."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            function(pathlib.Path(folder))
        except Failure as failure:
            place = traceback.extract_tb(failure.__traceback__)
            line = next(frame.lineno for frame in place if frame.name == function.__name__)
            return f"line {line}: {failure}"
        except Exception:  # a fault of ours is a failure too, not the end of the run
            return traceback.format_exc()
    return None


def run_tests():
    """Runs the tests with all words of the command line in their names; returns the exit code."""
    words = sys.argv[2:]
    tests = [test for test in TESTS if all(word in test[0] for word in words)]
    failed = 0
    print(f"1..{len(tests)}", flush=True)
    for number, (name, function) in enumerate(tests, 1):
        wrong = attempt(function)
        failed += wrong is not None
        print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}", flush=True)
        for line in (wrong or "").splitlines():
            print(f"# {line}", flush=True)
    return 1 if failed else 0

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The program at a terminal: the line mode through a pseudo-terminal, the full screen through tmux, at a server, too.
    test_terminal.py PROGRAM [WORDS]
With ORRERY_TEST_GAMES above 1, as in the long run, whole games of every game are played as well. As TAP.
"""

import contextlib
import fcntl
import os
import pathlib
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

from frame import PROGRAM, SECONDS, Failure, contains, environment, equal, fine, lacks, run, run_tests, test, true
from serving import Server

LONG = int(os.environ.get("ORRERY_TEST_GAMES", "1")) > 1
GAMES = {"noughts": 2, "beyond-the-sun": 2, "pulsar-2849": 2}
SIZES = ((80, 24), (160, 50))
SEED = "07" * 32
GAME_SECONDS = 1800  # for a whole game: many times what it needs on a busy machine


# ---- a pseudo-terminal ---------------------------------------------------------------------------


class Lines:
    """The program at a pseudo-terminal of that size."""

    def __init__(self, folder, *arguments, size=(80, 24), **more):
        self.shown = ""
        columns, rows = size
        variables = environment(TERM="xterm-256color", XDG_STATE_HOME=str(folder), **more)
        self.process, self.file = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(PROGRAM, [str(PROGRAM), *map(str, arguments)], variables)

    def read(self):
        """More of what is shown; False at the end, or if nothing comes for long."""
        if not select.select([self.file], [], [], SECONDS)[0]:
            return False
        try:
            data = os.read(self.file, 65536)
        except OSError:  # what Linux says when nobody has the other side any more
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def wait(self, pattern, since=0):
        """Waits until something is shown; returns where it ends."""
        limit = time.monotonic() + SECONDS
        while not (found := re.compile(pattern).search(self.shown, since)):
            true(time.monotonic() < limit and self.read(), f"waiting for {pattern!r}, shown: {self.shown[-1500:]!r}")
        return found.end()

    def type(self, text):
        os.write(self.file, text.encode())

    def end(self):
        """Waits for the end of the program; returns its exit code."""
        while self.read():
            pass
        true(select.select([self.file], [], [], 0)[0], f"it does not end: {self.shown[-800:]!r}")
        _, status = os.waitpid(self.process, 0)
        self.process = None
        return os.waitstatus_to_exitcode(status)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.file)
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)


def plain(shown):
    return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", shown)


def in_time(limit, screen):
    """A game that does not come to its end shows where it stopped."""
    true(time.monotonic() < limit, f"no end after {GAME_SECONDS} s, shown:\n{screen()}")
    return True


def decide(terminal, choices):
    """Plays at the line mode to the end of the game, each time one of the moves by chance."""
    at = 0
    limit = time.monotonic() + GAME_SECONDS
    while in_time(limit, lambda: terminal.shown[-1500:]):
        # A prompt is the last that is shown; what is typed is echoed behind it.
        end = terminal.wait(r"\n> (?:\033\[[0-9;?]*[A-Za-z])*$|\n *1\. ", at)
        told = plain(terminal.shown[at:end]).replace("\r", "")
        at = end
        numbers = re.findall(r"^ +(\d+)  \S", told, re.MULTILINE)
        if "press Enter to end your turn" in told:  # also after the last move of all
            terminal.type("\r")
        elif "The game is over." in told:
            return
        elif numbers:
            terminal.type(f"{choices.randint(1, int(numbers[-1]))}\r")


@test
def drawings_fit_the_terminal(folder):
    for game, players in GAMES.items():
        for size in SIZES:
            with Lines(folder, "play", game, "--players", players, "--with", "person,random", size=size) as terminal:
                terminal.wait(r"\n> ")
                for words in ("show", "why", "help", "score"):
                    since = len(terminal.shown)
                    terminal.type(f"{words}\r")
                    terminal.wait(r"\n> ", since)
                    for line in plain(terminal.shown[since:]).splitlines():
                        true(len(line.rstrip("\r")) <= size[0], f"{game} at {size}: {line!r}")
                since = len(terminal.shown)
                terminal.type("q\r")
                terminal.wait("quit again|$", since)


@test
def colours_only_where_they_are_wanted(folder):
    game = ("play", "beyond-the-sun", "--with", "person,random")
    for more, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Lines(folder, *game, **more) as terminal:
            terminal.wait(r"\n> ")
            equal(bool(re.search(r"\033\[0;[0-9;]*m", terminal.shown)), coloured, f"colours with {more}")
    lacks(fine(run(*game, input="show\n")), "\033")


@test
def lines_can_be_edited_and_called_back(folder):
    with Lines(folder, "play", "noughts", "--with", "person,person", "--seed", SEED) as terminal:
        since = terminal.wait(r"\n> ")
        terminal.type("scorx\x7fe\r")
        since = terminal.wait(r"1\. Player", since)
        terminal.type("\033[A\r")  # the line before
        terminal.wait(r"1\. Player", since)


@test
def games_are_rescued(folder):
    def end_by(what):
        kept = folder / what
        kept.mkdir()
        with Lines(kept, "play", "noughts", "--with", "person,person", "--seed", SEED) as terminal:
            since = terminal.wait(r"\n> ")
            terminal.type("mark b2\r")
            terminal.wait(r"\n> ", since)
            if what == "interrupt":
                terminal.type("\x03")
            elif what == "terminate":
                os.kill(terminal.process, signal.SIGTERM)
            elif what == "end":
                terminal.type("\x04")
            else:
                os.kill(terminal.process, signal.SIGHUP)
            equal(terminal.end(), 0, f"exit code after {what}")
            contains(plain(terminal.shown), "The game is saved. To continue: orrery play noughts --from")
        (record,) = (kept / "orrery").glob("noughts-*.record")
        contains(fine(run("replay", record)), "2 moves, all legal.")
        contains(fine(run("play", "noughts", "--from", record, input="")), "Player")

    for what in ("interrupt", "terminate", "hang-up", "end"):
        end_by(what)


# ---- tmux ----------------------------------------------------------------------------------------


def running(session):
    """The processes of a session; those that have ended and were not waited for do not count."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # processes come and go
            state, _, _, its_session = path.read_text().rpartition(")")[2].split()[:4]
            if its_session == session and state != "Z":
                found.append(path.parent.name)
    return found


class Screen:
    """The program on the full screen, in a tmux of its own."""

    count = 0

    def __init__(self, folder, *arguments, size=(80, 24), **more):
        Screen.count += 1
        self.name = f"orrery-{Screen.count}"
        self.variables = environment(TMUX_TMPDIR=str(folder), XDG_STATE_HOME=str(folder), **more)
        self.variables.pop("TMUX", None)
        command = " ".join(map(str, (PROGRAM, *arguments)))
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", size[0], "-y", size[1],
                  f"{command} 2>{folder}/errors; echo ended $?; sleep {SECONDS}")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-L", self.name, *map(str, arguments)], env=self.variables, text=True,
                              capture_output=True, timeout=SECONDS)
        true(done.returncode == 0, f"tmux {arguments}: {done.stderr}")
        return done.stdout

    def text(self, *more):
        return self.tmux("capture-pane", "-p", *more)

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def click(self, row, column):
        """A click with the left button, pressed and released, as terminals tell it to programs."""
        for button in (32, 35):
            self.tmux("send-keys", "-H", *(f"{byte:x}" for byte in b"\033[M" + bytes((button, 33 + column, 33 + row))))

    def open_section(self, name, pattern):
        """Clicks on the name of a section until it is shown: where the bytes of a click come one by one, because the machine
        does much else, the first of them is the Escape key."""
        limit = time.monotonic() + SECONDS
        while True:
            self.click(*self.find(f" {name} "))
            pause = time.monotonic() + 1
            while time.monotonic() < pause:
                if re.search(pattern, text := self.text()):
                    return
                time.sleep(0.02)
            true(time.monotonic() < limit, f"{name} is not opened, shown:\n{text}")

    def find(self, what):
        """Row and column of a text on the screen."""
        for row, line in enumerate(self.wait(re.escape(what)).splitlines()):
            if what in line:
                return row, line.index(what)
        raise Failure(f"{what!r} is gone")

    def wait(self, pattern):
        limit = time.monotonic() + SECONDS
        while not re.search(pattern, text := self.text()):
            true(time.monotonic() < limit, f"waiting for {pattern!r}, shown:\n{text}")
            time.sleep(0.02)
        return text

    def __enter__(self):
        return self

    def __exit__(self, *_):
        server, shell = self.tmux("display-message", "-p", "#{pid} #{pane_pid}").split()
        self.tmux("kill-server")
        # A program whose terminal is gone still keeps its game, in the folder that is removed next.
        limit = time.monotonic() + SECONDS
        while left := running(server) + running(shell):
            true(time.monotonic() < limit, f"they do not end: {left}")
            time.sleep(0.02)


def on_screen(folder, game, *more, size=(80, 24), **variables):
    return Screen(folder, "play", game, "--screen", "--seed", SEED, *more, size=size, **variables)


@test
def noughts_by_keyboard(folder):
    with on_screen(folder, "noughts", "--with", "person,person") as screen:
        screen.wait(r"Mark a free cell")
        screen.keys("Down", "Enter")
        screen.wait("Press Enter to end your turn")
        screen.wait(r"1  \. │ [XO] │ \.")
        screen.keys("U")  # in any case
        screen.wait(r"1  \. │ \. │ \.")
        screen.keys("r")
        screen.wait(r"1  \. │ [XO] │ \.")
        screen.keys("Enter")
        screen.wait("Mark a free cell")
        screen.keys("w")
        screen.wait(r"b1 already has Player \d's mark\. \[NGT-MARK-02\]")
        screen.keys("Escape", "i")
        screen.wait(r"(?s)mark a1.*NGT-MARK-01  ")
        screen.keys("l")
        screen.wait(r"Player \d begins\.")
        screen.keys("Escape", ",")
        screen.wait(r"(?s)1  \. │ \. │ \..*History: after move 1 of 2")
        screen.keys("Escape", "h")
        screen.wait(r"%")
        screen.keys("?")
        screen.wait("underlined on the table")
        screen.keys("Escape", "q")
        screen.wait("not saved")
        screen.keys("q")
        screen.wait("ended 0")


@test
def noughts_by_mouse(folder):
    with on_screen(folder, "noughts", "--with", "person,person", "--no-confirm") as screen:
        screen.wait("Mark a free cell")
        row, column = screen.find("a   b   c")
        cells = [(row - 1, column), (row - 1, column + 4), (row - 3, column), (row - 3, column + 4)]
        screen.click(*cells[0])
        screen.wait(r"1  [XO] │ \.")
        screen.click(*cells[0])
        screen.wait(r"a1 already has Player \d's mark")
        for cell in cells[1:]:
            before = screen.text()
            screen.click(*cell)
            screen.wait(r"(?s)\d marks")
            while screen.text() == before:
                time.sleep(0.02)
        screen.click(row - 5, column)
        screen.wait("The game is over")
        contains(screen.text(), "wins.")


@test
def first_turns_on_the_screen(folder):
    for game, size in (("beyond-the-sun", SIZES[0]), ("beyond-the-sun", SIZES[1]), ("pulsar-2849", SIZES[0]),
                       ("pulsar-2849", SIZES[1])):
        with on_screen(folder, game, "--players", 3, "--with", "person,random", size=size) as screen:
            screen.wait(r"Player 1: \w")
            first = screen.wait(r">  1 ")
            true(all(len(line) <= size[0] for line in first.splitlines()), "wide lines")
            contains(first, "●1", "■2", "▲3", "? help")
            true("\033[7m" in screen.text("-e") or "\033[1;7m" in screen.text("-e"), "the cursor is shown")
            for _ in range(6):
                screen.keys("Enter")
            for section in ("tech", "map"):
                screen.click(*screen.find(f" {section} "))
            screen.open_section("goals", "what it takes")
            screen.keys("w")
            screen.wait(r"\[(BTS|PUL)-|Nothing on the table is blocked")
            screen.keys("Escape", "q", "q")
            screen.wait("ended 0")


@test
def nothing_is_cut_off_unseen(folder):
    """A message takes the lines that it needs; a move that is too long says so, and i shows all of it."""
    with on_screen(folder, "beyond-the-sun", "--with", "random,person", "--lang", "de", size=(60, 16)) as screen:
        screen.wait(r">  1 .*…\n")
        screen.keys("U")
        screen.wait(r"gibt es nichts\nrückgängig zu machen\nEnter ")
        screen.keys("i")
        # the lines are drawn one after another, so both are waited for
        shown = screen.wait(r"(?s)\A(?!.*rückgängig zu machen).*BTS-ACT-01  ")
        contains(re.sub(r"\s+", " ", shown), "Grundlagenforschung (eine Technologie der Stufe I erforschen)")


@test
def the_screen_needs_a_terminal(folder):
    refused = run("play", "noughts", "--screen")
    true(refused.code != 0, "refused")
    contains(refused.err, "--screen needs a terminal")
    with on_screen(folder, "noughts", size=(40, 10)) as screen:
        screen.wait("too small")
        screen.tmux("resize-window", "-x", 80, "-y", 24)
        screen.wait("Mark a free cell|Player")
        screen.keys("Enter")
        screen.wait("marks|Press Enter")
        screen.keys("C-c")
        screen.wait("ended 0")
        contains((folder / "errors").read_text(), "The game is saved.")


# ---- servers -------------------------------------------------------------------------------------

# However often a test looks while it waits on a slow machine.
UNLIMITED = ("--requests", "100000", "--messages", "100000")


@test
def join_a_table(folder):
    with Server(folder, *UNLIMITED) as server:
        table = server.table(server.guest("Vera"), "open", "random", start=False)
        address = f"http://127.0.0.1:{server.port}/table/{table}"
        with Lines(folder, "join", address, "--name", "Ada"):
            limit = time.monotonic() + SECONDS
            while server.must("GET", f"/api/tables/{table}")["seats"][0]["kind"] != "person":
                true(time.monotonic() < limit, "no one takes the seat")
                time.sleep(0.02)
            equal(server.must("GET", f"/api/tables/{table}")["seats"][0]["name"], "Ada", "who sits there")
        refused = run("join", f"http://127.0.0.1:{server.port}/table/none", XDG_STATE_HOME=str(folder))
        contains(refused.err, "no such table")
        contains(run("join", "http://127.0.0.1:1/table/x", XDG_STATE_HOME=str(folder)).err, "cannot be reached")
        contains(run("join", "ftp://example.org/").err, "not the address of a table")


@test
def whole_game_at_a_server(folder):
    with Server(folder, *UNLIMITED) as server:
        token = server.guest("Vera")
        table = server.table(token, "me", "open")
        address = f"http://127.0.0.1:{server.port}/table/{table}"
        with Lines(folder, "join", address, ORRERY_TOKEN=token) as vera, \
                Screen(folder, "join", address, "--screen", "--name", "Ada") as ada:
            at = 0
            limit = time.monotonic() + GAME_SECONDS
            while in_time(limit, ada.text):
                text = ada.text()
                # a last move is seen by all before the one who made it has ended the turn
                if "The game is over" in text and "The game is over" in vera.shown:
                    break
                if "Mark a free cell" in text or "Press Enter to end your turn" in text:
                    ada.keys("Enter")
                if select.select([vera.file], [], [], 0.05)[0]:
                    vera.read()
                    if vera.shown.endswith("> ") and len(vera.shown) > at:
                        at = len(vera.shown)
                        told = plain(vera.shown).splitlines()
                        vera.type("\r" if "press Enter" in told[-2] else "1\r")
        token_file = list((folder / "orrery").glob("token-*"))
        equal(len(token_file), 1, "tokens that are kept")
        equal(token_file[0].stat().st_mode & 0o777, 0o600, "who may read it")


@test
def whole_games_by_joining(folder):
    for game in GAMES if LONG else ("noughts",):
        with Server(folder, *UNLIMITED) as server:
            token = server.guest("Vera")
            table = server.table(token, "me", "random", start=True, game=game)
            with Lines(folder, "join", f"http://127.0.0.1:{server.port}/table/{table}", ORRERY_TOKEN=token) as vera:
                decide(vera, random.Random(7))
                equal(vera.end(), 0, "exit code")
            equal(server.must("GET", f"/api/tables/{table}")["phase"], "over", "what the server says")


@test
def joining_again_after_a_crash(folder):
    with Server(folder, *UNLIMITED) as server:
        token = server.guest("Vera")
        table = server.table(token, "me", "me", start=True)
        port = server.port
        with Lines(folder, "join", f"http://127.0.0.1:{port}/table/{table}", ORRERY_TOKEN=token) as terminal:
            since = terminal.wait(r"\n> ")
            server.kill()
            with Server(folder, *UNLIMITED, port=port):
                limit = time.monotonic() + SECONDS
                while "press Enter" not in terminal.shown[since:]:
                    true(time.monotonic() < limit, f"it does not come back: {terminal.shown[-800:]!r}")
                    at = len(terminal.shown)
                    terminal.type("mark b2\r")
                    terminal.wait(r"\n> ", at)


# ---- whole games ---------------------------------------------------------------------------------


@test
def whole_games_line_by_line(folder):
    for game, players in GAMES.items() if LONG else (("noughts", 2),):
        for size in SIZES:
            record = folder / f"{game}{size[0]}.record"
            with Lines(folder, "play", game, "--players", players, "--with", "person,random", "--save", record,
                       size=size) as terminal:
                decide(terminal, random.Random(7))
                equal(terminal.end(), 0, "exit code")
            contains(fine(run("replay", record, "--quiet")), "all legal")


@test
def whole_games_on_the_screen(folder):
    for game, players in GAMES.items() if LONG else (("noughts", 2),):
        for size in SIZES:
            choices = random.Random(7)
            record = folder / f"{game}{size[0]}screen.record"
            with on_screen(folder, game, "--players", players, "--with", "person,random", "--save", record,
                           size=size) as screen:
                limit = time.monotonic() + GAME_SECONDS
                while "The game is over." not in screen.text() and in_time(limit, screen.text):
                    for _ in range(10):
                        screen.keys(*["Down"] * choices.randint(0, 5), "Enter")
                screen.keys("q")
                screen.wait("ended 0")
            contains(fine(run("replay", record, "--quiet")), "all legal")


if __name__ == "__main__":
    if shutil.which("tmux") is None:
        sys.exit("test_terminal.py: tmux is needed (tools/setup test)")
    sys.exit(run_tests())

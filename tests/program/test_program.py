#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The program as a black box: what people type, what they read, and how it ends, as TAP.
    test_program.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import (FAILED, FINE, PROGRAM, SECONDS, USAGE, Result, complaint, contains, environment,
                   equal, fine, lacks, refused, run, run_tests, show, test, true, write)

# What `orrery COMMAND --help` must mention, beside --lang and --help.
SETUP = {"players", "option", "cards"}
JOBS = {"jobs", "lease", "hint-nodes", "analysis-nodes"}
OPTIONS = {
    "games": {"names", "json"},
    "manual": {"into"},
    "completion": set(),
    "engine": {"with"},
    "play": SETUP | {"with", "no-confirm", "screen", "from", "save", "seed", "browser"},
    "join": {"name", "seat", "watch", "screen"},
    "selfplay": SETUP | {"games", "seed", "skip", "with", "records", "visits", "json"},
    "balance": SETUP | {"with", "games", "seed", "threads", "json"},
    "calibrate": SETUP | {"with", "network", "games", "seed", "plot", "json"},
    "arena": SETUP | {"with", "ladder", "games", "nodes", "ms", "seed", "skip", "records", "visits", "threads", "plot", "json"},
    "replay": {"at", "quiet", "cards"},
    "verify": {"cards"},
    "scenario": {"cards", "position", "quiet"},
    "data": {"out", "threads", "cards"},
    "position": SETUP | {"json", "text", "start"},
    "bench": {"json", "only", "players", "sample", "samples", "seed", "network"},
    "cards": SETUP,
    "serve": {"store", "address", "port", "workers", "cards", "connections", "connections-of-peer",
              "proxies", "proxy-address", "metrics-token", "messages", "requests", "mail", "url",
              "log", "tables", "computer-games", "all-tables", "megabytes", "own-cards",
              "card-sets", "keep-guest-tables", "bots", "bot-tables", "bot-messages",
              "idle", "browser", "jobs-elsewhere", "members-only", "notice", "legal", "privacy"} | JOBS,
    "work": {"store", "log"} | JOBS,
    "admin": {"store", "accounts", "phase", "yes", "days", "every", "once"},
    "hint": {"at", "most", "nodes", "ms", "threads", "network", "cards", "json"},
    "analyse": {"most", "nodes", "ms", "threads", "network", "cards", "plot", "json"},
}

LINES = {  # id: name, German name, cells, as in data/noughts/lines.cards
    "row-1": ("bottom row", "untere Reihe", "a1, b1 and c1"),
    "row-2": ("middle row", "mittlere Reihe", "a2, b2 and c2"),
    "row-3": ("top row", "obere Reihe", "a3, b3 and c3"),
    "column-a": ("left column", "linke Spalte", "a1, a2 and a3"),
    "column-b": ("middle column", "mittlere Spalte", "b1, b2 and b3"),
    "column-c": ("right column", "rechte Spalte", "c1, c2 and c3"),
    "diagonal-up": ("rising diagonal", "steigende Diagonale", "a1, b2 and c3"),
    "diagonal-down": ("falling diagonal", "fallende Diagonale", "c1, b2 and a3"),
}

TWO_PEOPLE = ("play", "noughts", "--with", "person,person")


# ---- noughts -------------------------------------------------------------------------------------


def commitment(seed):
    """As docs/fairness.md says."""
    return hashlib.blake2b(b"orrery dealer commitment 1" + seed, digest_size=32).hexdigest()


def beginner(seed):
    """The seat that this seed lets begin, as docs/fairness.md says."""
    text = b"orrery dealer draw 1" + bytes(8 + 4)
    digest = hashlib.blake2b(text, digest_size=32, key=seed).digest()
    return 1 + int.from_bytes(digest[:4], "little") % 2


def seed_for(seat):
    return next(seed for seed in (bytes([i] * 32) for i in range(256)) if beginner(seed) == seat)


def turns(*moves):
    """What two people type: each move and Enter to end the turn."""
    return "".join(f"{move}\n\n" for move in moves)


WIN = ("mark b2", "mark a1", "mark c1", "mark c3", "mark a3")  # falling diagonal by who begins


def finished(folder, seat=2):
    """The record of a finished game that `seat` began and won."""
    path = folder / f"finished{seat}.record"
    fine(run(*TWO_PEOPLE, "--seed", seed_for(seat).hex(), "--save", path, input=turns(*WIN)))
    return path


def unfinished(folder):
    """The record of a game that seat 2 began: b2, then a1."""
    path = folder / "unfinished.record"
    fine(run(*TWO_PEOPLE, "--seed", seed_for(2).hex(), "--save", path, input=turns(*WIN[:2])))
    return path


def moves_of(path):
    text = path.read_text(encoding="utf-8")
    return text.split("moves\n")[1].split("end\n")[0].splitlines()


def changed(path, folder, *pairs):
    """A copy of a file with some of its text replaced."""
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        true(old in text, f"{old!r} is not in {path.name}: {text}")
        text = text.replace(old, new)
    return write(folder / f"changed_{path.name}", text)


# ---- command lines -------------------------------------------------------------------------------


@test
def games_tell_all_that_is_in_one(_):
    """Moves with their numbers, events, reasons, fields: as lists and as JSON."""
    told = fine(run("games", "noughts"))
    contains(told, "mark <cell>", "NGT-MARK-01", "begins", "taken <cell>", "marks <seat>", "sources of points")
    about = json.loads(fine(run("games", "noughts", "--json")))
    equal([(move["name"], move["first"], move["values"]) for move in about["moves"]],
          [("first", 0, [4]), ("mark", 4, [9])], "the moves of noughts")
    equal(about["actions"], 13, "their number")
    equal([about["name"] for about in json.loads(fine(run("games", "--json")))],
          fine(run("games", "--names")).split(), "all games")
    contains(fine(run("games", "pulsar-2849", "--lang", "de")), "Felder einer Stellung")


@test
def words_that_are_nearly_right(_):
    """The program says what was probably meant."""
    refused(run("selfplay", "noughts", "--gams", 3), "--gams", "did you mean --games?")
    refused(run("selfplay", "noughts", "--game=3"), "did you mean --games?")
    refused(run("games", "--nmaes"), "did you mean --names?")
    refused(run("arena", "noughts", "--langg", "de"), "did you mean --lang?")
    refused(run("selfplay", "noughts", "--whatever", 3), "try --help")
    refused(run("selfpaly", "noughts"), "did you mean selfplay?")
    refused(run("anything"), "try orrery --help")


@test
def help_tells_defaults(_):
    told = fine(run("selfplay", "--games", 7, "--help"))
    contains(told, "number of games (default: 1000)", "repeat (default: random)")
    contains(fine(run("arena", "--help", "--lang", "de")), "(Standard: heuristic,random)")
    lacks(fine(run("train", "--help")), "(default: )", "(default: 0)")


@test
def levels_by_name(_):
    """In every command that takes players, in both languages."""
    result = json.loads(fine(run("arena", "noughts", "--with", "pilot,Cadet", "--games", 2, "--json")))
    equal({row["player"] for row in result["results"]}, {"mcts:nodes=50", "mcts:nodes=10"}, "levels of the arena")
    fine(run("selfplay", "noughts", "--with", "Kadett,Navigator", "--games", 1))
    contains(fine(run("play", "noughts", "--with", "Cadet,Pilot", "--seed", "00" * 32)), "Cadet")
    refused(run("selfplay", "noughts", "--with", "Admiral"), "Admiral")


def interrupted(*arguments):
    """Presses Ctrl-C once the progress bar has moved."""
    process = subprocess.Popen([str(PROGRAM), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=environment())
    caught = 0
    while process.poll() is None and not caught & 1 << signal.SIGINT - 1:  # it watches from before its first game on
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        caught = int(re.search(r"^SigCgt:\s*(\w+)", status, re.MULTILINE)[1], 16)
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    equal(process.returncode, FAILED, err)
    contains(err, "interrupted; this is what there was by then")
    return out


@test
def interrupted_commands_print_what_there_is(folder):
    told = json.loads(interrupted("selfplay", "noughts", "--games", 1000000000, "--json"))
    true(told["games"] < 1000000000, "not all were played")
    told = json.loads(interrupted("arena", "noughts", "--with", "random,greedy", "--games", 10000000, "--json"))
    true(told["games"] < 10000000, "not all were played")
    interrupted("train", "noughts", "--games", 16, "--generations", 50, "--hidden", 32, "--out", folder / "network")


@test
def start_of_a_game_as_a_position(folder):
    text = fine(run("position", "noughts", "--start", "--option", "start=first"))
    contains(text, "orrery position 1", "option start first", "begins = 1", "end\n")
    equal(fine(run("position", write(folder / "p", text), "--text")), text, "read back")
    contains(fine(run("position", "pulsar-2849", "--start", "--players", 3)), "players 3")
    refused(run("position", folder / "p", "--players", 2), "--start")
    refused(run("position", "chess", "--start"), "chess")


@test
def games_of_selfplay_as_records(folder):
    """They replay, and game 3 of a seed can be had alone."""
    alone = folder / "alone"
    alone.mkdir()
    fine(run("selfplay", "noughts", "--games", 3, "--with", "Pilot,random", "--records", folder))
    fine(run("selfplay", "noughts", "--games", 1, "--skip", 2, "--with", "Pilot,random", "--records", alone))
    records = sorted(folder.glob("*.record"))
    equal([record.name for record in records], [f"game-{number}.record" for number in (1, 2, 3)], "records")
    for record in records:
        contains(fine(run("replay", record)), "all legal")
        contains(record.read_text(), 'seat 1 computer mcts:nodes=50 "Player 1"')
    equal((alone / "game-3.record").read_text(), records[2].read_text(), "alone")
    refused(run("selfplay", "noughts", "--records", folder / "none"), "neither a folder")


@test
def overview(_):
    out = fine(run("--help"))
    contains(out, *(f"orrery {name} " for name in OPTIONS))
    equal(fine(run("help")), out, "orrery help")
    bare = run()
    equal((bare.code, bare.out), (USAGE, out), "orrery without a command")
    true(re.fullmatch(r"orrery \d+\.\d+\.\d+( \([0-9a-f]{12}\+?\))?\n", fine(run("--version"))), "version")


@test
def help_of_each_command(_):
    for name, options in OPTIONS.items():
        out = fine(run(name, "--help"))
        true(out.startswith(f"orrery {name}"), f"help of {name}: {out}")
        told = set(re.findall(r"^  --([a-z-]+)", out, re.MULTILINE))
        equal(told, options | {"lang", "help"}, f"options in the help of {name}")
        true(all(re.search(rf"^  --{option}\b.*  \S", out, re.MULTILINE) for option in told),
             f"each option of {name} is explained: {out}")


@test
def unknown_command(_):
    refused(run("chess"), "chess", "--help")
    refused(run(""), '""')


@test
def unknown_option_of_each_command(_):
    for name in OPTIONS:
        refused(run(name, "--nosuch"), "--nosuch", "--help")
        refused(run(name, "--nosuch=1", "x"), "--nosuch=1")


@test
def unknown_game(_):
    for name in ("play", "selfplay", "arena", "balance", "calibrate", "cards", "bench"):
        refused(run(name, "checkers"), "checkers", "noughts")


@test
def slips_of_the_pen(_):
    """What is nearly right is named: the game, an option and its choice, a level, a player and its setting."""
    for arguments, meant in ((("nougts",), "noughts"),
                             (("noughts", "--option", "gaol=line"), "goal"),
                             (("noughts", "--option", "goal=lien"), "line"),
                             (("noughts", "--with", "Piolt"), "Pilot"),
                             (("noughts", "--with", "radnom"), "random"),
                             (("noughts", "--with", "mcts:noodes=3"), "nodes")):
        refused(run("selfplay", *arguments), f'did you mean "{meant}"?')


@test
def defaults_in_the_help(_):
    """Those that depend on something are told in words."""
    for name, default in (("hint", "--nodes N             nodes of the search for each position (default: 100000)"),
                          ("analyse", "--nodes N             nodes of the search for each position (default: 2000)"),
                          ("engine", "by default Commander"), ("selfplay", "number of players; by default the fewest")):
        contains(fine(run(name, "--help")), default)


@test
def missing_and_surplus_arguments(_):
    for name in ("selfplay", "arena", "balance", "calibrate", "train", "cards", "replay", "verify", "position", "completion",
                 "scenario", "data", "hint", "analyse"):
        refused(run(name), f"orrery {name}", "--help")
    for name in ("play", "selfplay", "arena", "balance", "calibrate", "train", "cards", "replay", "verify", "position",
                 "bench", "hint", "analyse"):
        refused(run(name, "noughts", "noughts"), f"orrery {name}")
    refused(run("games", "noughts", "pulsar-2849"), "orrery games")
    refused(run("games", "chess"), "chess")


@test
def sources_in_a_new_repository_have_no_commit(folder):
    """They can be built before the first one; then git tells which it is."""
    source, copy = pathlib.Path(__file__).resolve().parents[2] / "tools", folder / "tools"
    copy.mkdir()
    for name in ("version", "commit.txt"):
        write(copy / name, (source / name).read_text(encoding="utf-8"))
    if "$Format" not in (copy / "commit.txt").read_text(encoding="utf-8"):
        return  # the sources of a release have one of their own
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    commit_known = []
    for command in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message=first"]):
        subprocess.run([*git, *command], cwd=folder, check=True)
        told = subprocess.run([sys.executable, copy / "version"], capture_output=True, text=True, check=True).stdout
        commit_known.append(bool(re.match(r"[0-9a-f]{12}\n", told)))
    equal(commit_known, [False, True], "before and after the first commit")


@test
def play_without_a_game_asks_for_one(folder):
    """By number or name; what is saved knows its game."""
    names = fine(run("games", "--names")).split()
    out = fine(run("play", "--with", "person,person", input=f"chess\n99\n{names.index('noughts') + 1}\nquit\n"))
    contains(out, "Which game", "Noughts and crosses")
    equal(out.count("Type a number"), 2, "answers that are none")
    contains(fine(run("play", "--lang", "de", "--with", "person,person", input="noughts\nquit\n")), "Welches Spiel")
    contains(fine(run("play", input="Pulsar\nquit\nquit\n")), "Pulsar 2849. ")  # the beginning is enough
    refused(run("play", "pulsar"), 'did you mean "pulsar-2849"?')
    ended = run("play", input="")
    equal(ended.code, USAGE, "nobody answers")
    contains(ended.err, "orrery play [GAME]")
    contains(fine(run("play", "--from", unfinished(folder), input="quit\n")), "mark b1")


@test
def wrong_values_of_options(folder):
    for arguments, part in (
            (("selfplay", "noughts", "--games", "0"), "--games"),
            (("selfplay", "noughts", "--games", "many"), '"many"'),
            (("selfplay", "noughts", "--games"), "--games needs"),
            (("selfplay", "noughts", "--json=yes"), "--json takes no"),
            (("selfplay", "noughts", "--with", "chess"), '"chess"'),
            (("selfplay", "noughts", "--with", "random,random,random"), "--with"),
            (("selfplay", "noughts", "--with", "mcts:depth=3"), "depth"),
            (("balance", "noughts", "--games", "0"), "--games"),
            (("balance", "noughts", "--threads", "65"), "--threads"),
            (("balance", "noughts", "--players", "3"), "players"),
            (("balance", "noughts", "--with", "chess"), '"chess"'),
            (("balance", "noughts", "--with", ""), "player"),
            (("balance", "noughts", "--with", "random,random"), "random"),
            (("arena", "noughts", "--games", "0"), "--games"),
            (("arena", "noughts", "--threads", "65"), "--threads"),
            (("arena", "noughts", "--with", ""), "1 to 16 players"),
            (("arena", "noughts", "--with", ",".join(["random"] * 17)), "1 to 16 players"),
            (("arena", "noughts", "--with", "random,mcts,random"), "only once"),
            (("arena", "noughts", "--with", "random,chess"), '"chess"'),
            (("arena", "noughts", "--with", "mcts:depth=3"), "depth"),
            (("play", "noughts", "--option", "goal"), "NAME=CHOICE"),
            (("play", "noughts", "--option", "goal=win"), "line, avoid"),
            (("play", "noughts", "--option", "gaol=line"), '"gaol"'),
            (("play", "noughts", "--seed", "12"), "64"),
            (("play", "noughts", "--with", "somebody"), '"somebody"'),
            (("play", "noughts", "--with", "person,person,person"), "--with"),
            (("play", "noughts", "--with", ""), ""),
            (("play", "noughts", "--with", ",person"), ""),
            (("play", "noughts", "--cards", folder / "none"), "none"),
            (("play", "noughts", "--from", folder / "none"), "none"),
            (("games", "--lang", "xx"), "--lang"),
            (("games", "--lang"), "--lang"),
            (("replay", folder / "none"), "none"),
            (("position", folder), str(folder))):
        refused(run(*arguments), part)


@test
def noughts_takes_two_players(_):  # NGT-SETUP-01
    for players in (1, 3, 4):
        refused(run("play", "noughts", "--players", players), "noughts", "2")
    refused(run("play", "noughts", "--players", 5), "--players")
    contains(fine(run("play", "noughts", "--players", 2, "--with", "random")), "The game is over.")


@test
def double_dash_ends_the_options(folder):
    path = write(folder / "--strange", "orrery position 1\n")
    result = subprocess.run([str(PROGRAM), "position", "--", "--strange"], cwd=folder,
                            capture_output=True, env=environment(), timeout=SECONDS, text=True)
    contains(refused(Result(result.returncode, result.stdout, result.stderr)), path.name)


# ---- games and cards -----------------------------------------------------------------------------


@test
def list_of_games(_):
    names = fine(run("games", "--names")).split()
    true("noughts" in names and len(set(names)) == len(names), f"names: {names}")
    out = fine(run("games"))
    contains(out, *(f"{name}: " for name in names))
    contains(out, "goal:", "line *", "avoid", "start:", "drawn *", "first")


@test
def cards_in_english(_):
    out = fine(run("cards", "noughts"))
    rows = re.findall(r"^line (\S+) +(.*?)  \[(.*)\]\n +Marking (.*) wins\.$", out, re.MULTILINE)
    equal(rows, [(id, name, "printed", cells) for id, (name, _, cells) in LINES.items()], "lines")
    true(re.search(r"^8 components, card set [0-9a-f]{16}$", out, re.MULTILINE), out)
    contains(fine(run("cards", "noughts", "--option", "goal=avoid")), "a1, b1 and c1 loses.")


@test
def cards_in_german(_):
    by_option = fine(run("cards", "noughts", "--lang", "de"))
    rows = re.findall(r"^line (\S+) +(.*?)  \[.*\]$", by_option, re.MULTILINE)
    equal(rows, [(id, german) for id, (_, german, _) in LINES.items()], "lines")
    equal(fine(run("cards", "noughts", ORRERY_LANG="de")), by_option, "ORRERY_LANG=de")
    equal(fine(run("cards", "noughts", LC_ALL="de_DE.UTF-8")), by_option, "LC_ALL=de_DE.UTF-8")
    equal(fine(run("cards", "noughts", "--lang=en", ORRERY_LANG="de")), fine(run("cards", "noughts")),
          "--lang wins")


LINE = "line only\n    name     the line\n    name.de  die Linie\n    source   {}\n    cells    {}\n"


@test
def own_card_set(folder):  # NGT-SETUP-06
    write(folder / "lines.cards", LINE.format("reconstructed", "a1 a2 c3"))
    own = ("--cards", folder)
    out = fine(run("cards", "noughts", *own))
    contains(out, "the line  [reconstructed]", "Marking a1, a2 and c3 wins.", "1 component,")
    record = folder / "own.record"
    game = turns("mark a1", "mark b1", "mark a2", "mark b2", "mark c3")
    out = fine(run(*TWO_PEOPLE, *own, "--save", record, input=game))
    contains(out, "completes the the line.", "wins.")
    contains(fine(run("replay", record, *own)), "6 moves, all legal.")
    contains(fine(run("verify", record, *own)), "All moves are legal")
    refused(run("replay", record), "own.record:4:", "card set")


@test
def errors_in_a_card_set(folder):
    lines = folder / "lines.cards"
    for text, place, *parts in (
            (LINE.format("printed", "a1 a2 d4"), "5:20", '"d4"', "a1"),
            (LINE.format("printed", "a1 a2 a1"), "5:20", "twice"),  # NGT-SETUP-06
            (LINE.format("printed", "a1 a2"), "5:19", "ends here"),
            (LINE.format("printed", "a1 a2 a3 b1"), "5:23", '"b1"'),
            (LINE.format("print", "a1 a2 a3"), "4:14", '"print"', "reconstructed"),
            (LINE.format("printed", "a1 a2 a3") * 2, "6:6", "id"),
            ("lien x\n", "1:1", '"lien"', "line"),
            ("line x\n    name x\n", "1:1", "name.de"),
            ("".join(LINE.replace("only", f"l{i}").format("printed", "a1 a2 a3")
                     for i in range(17)), "81:1", "16")):
        write(lines, text)
        for command in ("cards", "play", "selfplay"):
            refused(run(command, "noughts", "--cards", folder), f"lines.cards:{place}: ", *parts)


# ---- playing -------------------------------------------------------------------------------------


@test
def whole_game_by_numbers(folder):
    path = folder / "numbers.record"
    # The first free cell each time: who begins gets a1, c1, b2 and a3.
    out = fine(run(*TWO_PEOPLE, "--seed", seed_for(1).hex(), "--save", path, input=turns(*"1111111")))
    contains(out, "Player 1 begins.", "   9  mark c3", "Player 1 completes the falling diagonal.",
             "Player 1 wins.", "The game is over.", "1. Player 1", "2. Player 2")
    equal(moves_of(path), ["* first 1", "1 mark a1", "2 mark b1", "1 mark c1", "2 mark a2",
                           "1 mark b2", "2 mark c2", "1 mark a3"], "moves")


@test
def whole_game_by_notation(folder):
    out = fine(run(*TWO_PEOPLE, "--seed", seed_for(2).hex(), input=turns(*WIN)))
    contains(out, "Player 2 begins.", "Player 1 marks a1.", "Player 2 wins.", "  1. Player 2")
    equal(moves_of(finished(folder))[1:], [f"{2 - i % 2} {move}" for i, move in enumerate(WIN)],
          "moves")


@test
def signs_go_with_the_seats(_):  # NGT-SETUP-05
    for seat, sign in ((1, "X"), (2, "O")):
        out = fine(run(*TWO_PEOPLE, "--seed", seed_for(seat).hex(), input="mark b2\n"))
        contains(out, f"Player {seat} begins.", f"\n  2  . | {sign} | .\n")


@test
def turns_without_confirmation(folder):
    path = folder / "quick.record"
    fine(run(*TWO_PEOPLE, "--no-confirm", "--save", path, input="\n".join(WIN) + "\n"))
    equal([move.split(" ", 1)[1] for move in moves_of(path)[1:]], list(WIN), "moves")


@test
def undo_and_redo_before_the_turn_ends(folder):
    path = folder / "undo.record"
    out = fine(run(*TWO_PEOPLE, "--seed", seed_for(1).hex(), "--save", path,
                   input="mark a1\nundo\nmark b2\nundo\nredo\nundo\nmark c3\n\n"))
    equal(moves_of(path), ["* first 1", "1 mark c3"], "moves that were not taken back")
    equal(out.count("Player 1 marks b2."), 2, "b2 marked and marked again")


@test
def undo_stops_at_chance_and_at_the_other_player(folder):
    path = folder / "stop.record"
    fine(run(*TWO_PEOPLE, "--seed", seed_for(1).hex(), "--save", path,
             input="undo\nmark a1\n\nundo\nredo\n"))
    equal(moves_of(path), ["* first 1", "1 mark a1"], "nothing was taken back")


@test
def first_end_the_turn(folder):
    path = folder / "first.record"
    out = fine(run(*TWO_PEOPLE, "--save", path, input="mark a1\nmark b1\nmark c1\n"))
    contains(out, "First press Enter")
    equal(len(moves_of(path)), 2, "moves")


@test
def reasons(_):
    reason = "b2 already has Player 2's mark. [NGT-MARK-02]"
    game = (*TWO_PEOPLE, "--seed", seed_for(2).hex())
    contains(fine(run(*game, input="why\n")), "Nothing on the table is blocked.")
    for word in ("why", "why mark b2", "mark b2"):
        contains(fine(run(*game, input=f"mark b2\n\n{word}\n")), reason)
    out = fine(run(*game, input="mark b2\n\nwhy mark a1\nwhy first 1\nwhy not\nwhy mark d9\n"))
    contains(out, "> This move is legal.", "> This cannot be chosen now.", '> found "not"',
             '> found "d9"')
    lacks(out, reason)


@test
def words_during_a_game(_):
    out = fine(run(*TWO_PEOPLE, input="score\n0\n10\n-1\nfirst 1\nhello\nsave\nshow\nhelp\n"))
    equal(out.count("There is no move with that number."), 3, "numbers out of range")
    contains(out, "  1. Player 1", "  1. Player 2", "neither a move nor a word", "save FILE")
    for word in ("undo", "redo", "why", "score", "show", "about", "save", "quit", "help"):
        true(re.search(rf"^  {word}  +\S", out, re.MULTILINE), f"help on {word}: {out}")
    equal(out.count(": Mark a free cell.\n"), 6, "the table is shown again when needed")


@test
def about_components(_):
    out = fine(run(*TWO_PEOPLE, input="about row-1\nabout ROW-1\nabout row-9\nabout\n"))
    equal(out.count("row-1  "), 2, "found by its notation")
    equal(out.count("There is no component with that name."), 2, "not found")


@test
def tall_tables(_):
    """A decision shows the sections that lead: whole once in a turn, then what has changed. The rest is on request."""
    game = ("play", "beyond-the-sun", "--players", 2, "--with", "person")
    out = fine(run(*game, input="act basic-4.1\nscore\nshow map\nSHOW\nshow nothing\n"))
    equal(out.count("GALAXY"), 2, "the map and the whole table")
    equal(out.count("PLAYERS"), 2, "once, and with the whole table")
    equal(out.count("BASIC SPACEFARING"), 1, "with the whole table")
    contains(out, "show tech: tech, actions, map, events, goals, status,")


@test
def help_with_a_decision(_):
    game = ("play", "beyond-the-sun", "--players", 2, "--with", "person,random")
    out = fine(run(*game, input="why\nWHY 1\nwhy 999\nrules BTS-JUMP-02\nrules ship\nrules xyzzy\nlog 2\n?\nH\n"))
    contains(out, "One point moves one ship", "There is no rule with that number", "There is no reason with that number",
             "There are more; type a longer word.")
    true(re.search(r"^   2  .* \[BTS-[A-Z]+-\d+\]: \S", out, re.MULTILINE), "grouped reasons")
    true(re.search(r"^      BTS-[A-Z]+-\d+  \S", out, re.MULTILINE), "a reason with its rule")
    true(re.search(r"^ +1\. ", out, re.MULTILINE) or "%" in out, "a hint")
    contains(fine(run(*game, "--lang", "de", input="show karte\nrules BTS-JUMP-02\n")), "GALAXIE", "Nachbarort")


@test
def quitting(folder):
    asked = "The game is not saved."
    out = fine(run(*TWO_PEOPLE, input="mark a1\n\nquit\nshow\nquit\nquit\nmark b1\n"))
    equal(out.count(asked), 2, "warnings")
    lacks(out, "marks b1")
    path = folder / "quit.record"
    lacks(fine(run(*TWO_PEOPLE, input=f"mark a1\n\nsave {path}\nquit\nmark b1\n")), asked, "marks b1")


@test
def input_that_ends_early(folder):
    path = folder / "early.record"
    for text, count in (("", 1), ("mark a1", 2), ("mark a1\n", 2), ("mark a1\n\nmark", 2)):
        out = fine(run(*TWO_PEOPLE, "--save", path, input=text))
        lacks(out, "The game is over.")
        equal(len(moves_of(path)), count, f"moves after {text!r}")
        contains(fine(run("replay", path)), "1 move, legal." if count == 1 else f"{count} moves, all legal.")


@test
def garbage_as_input(folder):
    path = folder / "garbage.record"
    noise = bytes(range(256)) * 40
    for text in (b"x" * 100000, noise, b"\xff\xfe\n\0\0\n", b"mark " + b"a1 " * 1000,
                 b"9" * 400, b"-" * 511, b"why " + b"\x80" * 100, b"\0" * 2000):
        fine(run(*TWO_PEOPLE, "--save", path, input=text + b"\nmark a1\n"))
        equal(len(moves_of(path)), 2, f"the move after {text[:20]!r} is made")
    contains(fine(run(*TWO_PEOPLE, input="x" * 600 + "\n")), "That line is too long.")


@test
def computer_players(folder):
    path = folder / "computers.record"
    out = fine(run("play", "noughts", "--with", "mcts:nodes=50,random:seed=3", "--save", path))
    contains(out, "The game is over.", "Player 1 (Pilot)", "Player 2 (random)")
    text = path.read_text(encoding="utf-8")
    contains(text, 'seat 1 computer mcts:nodes=50 "Player 1 (Pilot)"\n',
             'seat 2 computer random:seed=3 "Player 2 (random)"\n')
    contains(fine(run("verify", path)), "1 chance move matches")
    out = fine(run("play", "noughts", "--with", "person,mcts:nodes=200", "--option", "start=first",
                   input="mark b2\n\n"))
    contains(out, "Player 1 marks b2.", "Player 2 (mcts) marks ")


@test
def options_of_the_game(folder):
    path = folder / "avoid.record"
    out = fine(run(*TWO_PEOPLE, "--option", "goal=avoid", "--option", "start=first", "--save", path,
                   input=turns(*WIN)))
    contains(out, "Player 1 completes the falling diagonal.", "Player 2 wins.")
    contains(path.read_text(encoding="utf-8"), "option goal avoid\noption start first\n", "score 0 1\n")
    equal(moves_of(path)[0], "1 mark b2", "no chance move")


# ---- records -------------------------------------------------------------------------------------


@test
def record_of_a_finished_game(folder):
    for seat in (1, 2):
        seed = seed_for(seat)
        text = finished(folder, seat).read_text(encoding="utf-8")
        contains(text, "orrery record 1\ngame noughts\nrules 1\ncards ",
                 'players 2\noption goal line\noption start drawn\nseat 1 person "Player 1"\n',
                 f"commitment {commitment(seed)}\nmoves\n* first {seat}\n",
                 f"score {2 - seat} {seat - 1}\nseed {seed.hex()}\n")


@test
def save_and_replay(folder):
    path = folder / "game with blanks.record"
    out = fine(run(*TWO_PEOPLE, "--seed", seed_for(2).hex(),
                   input=f"mark b2\n\nmark a1\nsave {path}\nsave {folder}/none/x\n"))
    contains(out, f"Saved as {path}.", "none/x cannot be written")
    equal(moves_of(path), ["* first 2", "2 mark b2", "1 mark a1"], "moves")
    story = fine(run("replay", path))
    contains(story, "  Player 2 begins.\n  Player 2 marks b2.\n  Player 1 marks a1.\n",
             "\n  2  . | O | .\n", "3 moves, all legal.")
    quiet = fine(run("replay", "--quiet", path))
    lacks(quiet, "begins", "marks")
    contains(quiet, "3 moves, all legal.")
    equal(fine(run("replay", "-", input=path.read_text(encoding="utf-8"))), story, "from a pipe")


@test
def verify_a_fair_game(folder):
    out = fine(run("verify", finished(folder)))
    equal(out, "All moves are legal, and 1 chance move matches the dealer's commitment.\n", "verify")


@test
def verify_finds_a_changed_seed(folder):
    path, other = finished(folder), bytes([77] * 32).hex()
    seed = changed(path, folder, (seed_for(2).hex(), other))
    contains(fine(run("replay", seed)), "all legal")
    equal(run("verify", seed).out, "", "standard output")
    complaint(run("verify", seed), FAILED, "changed_", "committed")
    complaint(run("verify", changed(path, folder, (commitment(seed_for(2)), other))), FAILED,
              "committed")


@test
def verify_finds_a_changed_chance_move(folder):
    # A game that seat 1 began, as if the seed had been one that lets seat 2 begin.
    mine, other = seed_for(1), seed_for(2)
    forged = changed(finished(folder, 1), folder, (mine.hex(), other.hex()),
                     (commitment(mine), commitment(other)))
    contains(fine(run("replay", forged)), "all legal")
    complaint(run("verify", forged), FAILED, "move 1 ", "seed")
    complaint(run("verify", changed(finished(folder), folder, ("* first 2", "* first 1"))), FAILED,
              "move 2, mark b2,")


@test
def unfinished_game_keeps_its_seed_secret(folder):
    path = unfinished(folder)
    text = path.read_text(encoding="utf-8")
    contains(text, f"commitment {commitment(seed_for(2))}\n")
    lacks(text, "seed", seed_for(2).hex())
    complaint(run("verify", path), FAILED, "no seed", "over")
    complaint(run("verify", changed(path, folder, ("commitment", "# commitment"))), FAILED,
              "no commitment")


@test
def wrong_records_are_refused(folder):
    path = finished(folder)
    for old, new, code, part in (
            ("mark c3", "mark c1", FAILED, "move 5, mark c1, is not legal"),
            ("1 mark a1", "2 mark a1", FAILED, "move 3, mark a1, is not made by"),
            ("1 mark c3\n", "", FAILED, "move 5, mark a3, is not made by"),
            ("score 0 1", "score 1 0", FAILED, "score"),
            ("end\nfields ", "end\nfields 0123456789abcdef # ", FAILED, "last state"),
            ("mark c3", "mark c4", USAGE, ':16:8: found "c4"'),
            ("mark c3", "park c3", USAGE, ':16:3: found "park"'),
            ("orrery record 1", "orrery record 2", USAGE, ":1:1: "),
            ("game noughts", "game checkers", USAGE, ":2:6: "),
            ("rules 1", "rules 2", USAGE, ":3:7: the rules differ"),
            ("cards ", "cards 0123456789abcdef # ", USAGE, ":4: this needs the card set"),
            ("players 2", "players 3", USAGE, "2"),
            ("goal line", "goal lime", USAGE, ":6:8: "),
            ('person "Player 1"', "person Ada", USAGE, ":8:15: "),
            ("seat 2", "seat 1", USAGE, ":9:6: "),
            ("end\n", "", USAGE, ":18:1: "),
            ("seed ", "seed 00", USAGE, ":21:6: "),
            ("score 0 1", "score 0", USAGE, ":20:8: ")):
        wrong = changed(path, folder, (old, new))
        for command in ("replay", "verify"):
            complaint(run(command, wrong), code, "changed_finished2.record", part)


@test
def optional_lines_of_a_record(folder):
    path = finished(folder)
    text = path.read_text(encoding="utf-8")
    short = re.sub(r"^(rules|cards|players|option) .*\n", "", text, flags=re.MULTILINE)
    true(len(short) < len(text) - 60, short)
    short = short.replace("moves\n", "\n  # the moves\nmoves   # follow\r\n")
    path = write(folder / "short.record", short)
    contains(fine(run("verify", path)), "All moves are legal")


@test
def play_on_from_a_record(folder):
    path, end = unfinished(folder), folder / "end.record"
    out = fine(run("play", "noughts", "--from", path, "--save", end, input=turns(*WIN[2:])))
    contains(out, "Player 2 marks c1.", "Player 2 wins.", "The game is over.")
    equal(moves_of(end), moves_of(finished(folder)), "moves")
    # The new dealer answers for the chance moves from now on: there are none.
    text = end.read_text(encoding="utf-8")
    true(re.search(r"^commitment [0-9a-f]{64} 1$", text, re.MULTILINE), text)
    contains(fine(run("verify", end)), "0 chance moves match")
    contains(fine(run("play", "noughts", "--from", end)), "The game is over.", "  1. Player 2")


@test
def play_on_refuses_a_wrong_record(folder):
    path = finished(folder)
    for pairs in ((("mark c3", "mark c1"),), (("* first 2", "* first 1"),),
                  (("seed ", "# seed "), ("1 mark a1", "2 mark a1"))):
        refused(run("play", "noughts", "--from", changed(path, folder, *pairs)), "move ")


@test
def replay_at_each_move(folder):
    path = finished(folder)
    start = fine(run("replay", path, "--at", 0))
    contains(start, "orrery position 1\ngame noughts\n", "state\nagenda = 1\nwork 0 = draw\nend\n")
    for number in range(7):
        position = fine(run("replay", path, "--at", number))
        equal(fine(run("position", "-", "--text", input=position)), position, f"after {number}")
        marks = re.findall(r"\b[abc][123]\b", position.split("state\n")[1])
        equal(set(marks), {move[-2:] for move in WIN[:max(number - 1, 0)]}, f"marks after {number}")
    complaint(run("replay", path, "--at", 7), FAILED, "fewer moves")
    refused(run("replay", path, "--at", -1), "--at")


# ---- positions and scenarios ---------------------------------------------------------------------

POSITION = """\
# seat 2 is to move
orrery position 1
game noughts
option start first
state
work-seat 0 = 1
work 0 = mark
agenda = 1
begins = 1
marks 2 = c3
marks 1 = b2 a1
end
"""


@test
def position_for_people(folder):
    out = fine(run("position", write(folder / "p", POSITION)))
    contains(out, "\n  3  . | . | O\n", "\n  1  X | . | .\n", "Player 2 is marking a free cell.",
             "   6  mark b3\n", "c3 already has Player 2's mark. [NGT-MARK-02]", "  1. Player 1")
    lacks(out, "   7  ")


@test
def position_as_text_and_json(folder):
    path = write(folder / "p", POSITION)
    text = fine(run("position", path, "--text"))
    equal(text.split("state\n")[1], "marks 1 = a1 b2\nmarks 2 = c3\nbegins = 1\nagenda = 1\n"
          "work 0 = mark\nwork-seat 0 = 1\nend\n", "state in its standard order")
    equal(fine(run("position", write(path, text), "--text")), text, "read and written again")
    shown = json.loads(fine(run("position", path, "--json")))
    moment = shown.pop("moment")
    equal((moment["actor"], moment["over"], moment["points"], moment["places"]), (1, False, [0, 0], [1, 1]), "moment")
    equal(moment["legal"][0], {"action": 5, "move": "mark b1", "text": "mark b1"}, "legal moves")
    zeros = {str(i): 0 for i in range(5)}
    equal(shown, {"game": "noughts", "state": {
        "marks": {"1": ["a1", "b2"], "2": ["c3"]}, "winner": "nobody", "begins": "1", "agenda": 1,
        "work": {"0": "mark", "1": "none"}, "work-seat": {"0": 1, "1": 0},
        "work-step": {"0": 0, "1": 0}, "work-args": {"0": zeros, "1": zeros}}}, "JSON")


@test
def wrong_positions_are_refused(folder):
    path = write(folder / "p", POSITION)
    for old, new, part in (
            ("c3", "d4", ':10:11: found "d4"'),
            ("marks 2", "marks 3", ":10:7: "),
            ("marks 2", "mark 2", ":10:1: "),
            ("marks 2 =", "marks 2", ":10:9: "),
            ("c3", "c3 c3", ":10:14: "),
            ("marks 2", "marks 1", ":11:1: "),
            ("agenda = 1", "agenda = 256", ":8:10: "),
            ("work 0", "work 2", ":7:6: "),
            ("end\n", "", "expected end"),
            ("end\n", "end\nmore\n", ":13:1: "),
            ("c3", "b2", ":12: this position is impossible: a cell is marked twice"),
            ("c3", "-", ":12: this position is impossible: the seats did not mark in turn"),
            ("work-seat 0 = 1", "", "this position is impossible: the wrong seat"),
            ("agenda = 1", "", "this position is impossible: the game is not over")):
        refused(run("position", changed(path, folder, (old, new))), "changed_p", part)
    for content in (b"", b"\xff\xfe", b"\0\0\0", b"orrery position 1\ngame noughts\nstate\n",
                    b"orrery position 1\n" + b"x" * 10000):
        path.write_bytes(content)
        refused(run("position", path), "/p")


STORY = """\
scenario a line ends the game
rule NGT-END-01
game noughts
option start first
set marks 1 = a1 b1
set marks 2 = a2 b2
move 1 mark c1
expect score 1 = 1
"""


@test
def scenarios_that_pass(folder):
    path = write(folder / "good.scenario", STORY + "\n" + STORY.replace("a line", "a row"))
    equal(fine(run("scenario", path)), "fine    a line ends the game\nfine    a row ends the game\n"
          "scenarios: 2 passed, 0 failed\n", "report")
    equal(fine(run("scenario", "--quiet", path, path)), "scenarios: 4 passed, 0 failed\n", "quiet")


@test
def scenarios_that_fail(folder):
    good = write(folder / "good.scenario", STORY)
    for old, new, line, expected, actual in (
            ("score 1 = 1", "score 1 = 2", 8, "2", "1"),
            ("score 1 = 1", "decision 2", 8, "2", "nobody over"),
            ("score 1 = 1", "events = marked 1 c1", 8, "marked 1 c1",
             "marked 1 c1 ; line 1 row-1 ; wins 1"),
            ("score 1 = 1", "winner = nobody", 8, "nobody", "1"),
            ("1 mark c1", "2 mark c1", 7, "decision 2", "decision 1"),
            ("1 mark c1", "1 mark b2", 7, "legal mark b2", ""),
            ("set marks 2 = a2 b2", "set marks 2 = a2", 6, "a possible position",
             "the wrong seat is to move")):
        path = changed(good, folder, (old, new))
        result = run("scenario", "--quiet", path, good)
        equal((result.code, result.err), (FAILED, ""), show(result))
        failing = path.read_text().splitlines()[line - 1]
        contains(result.out, f"FAILED  a line ends the game\n{path}:{line}: {failing}\n"
                 f"  expected: {expected}\n  actual:   {actual}", "\nscenarios: 1 passed, 1 failed\n")
        lacks(result.out, "orrery position 1\n")
        contains(run("scenario", "--position", path).out, "\norrery position 1\n", "\nend\nscenarios: 0 passed")


@test
def scenarios_that_cannot_be_read(folder):
    good = write(folder / "good.scenario", STORY)
    for old, new, part in (
            ("move 1", "mvoe 1", ':7:1: found "mvoe"'),
            ("score 1", "scores 1", ":8:8: "),
            ("expect score 1 = 1", "expect events = wins 1 surely", ':8:24: found "surely"'),
            ("expect score 1 = 1", "expect blocked mark a1 because tired", ":8:32: "),
            ("game noughts\n", "", ":3:1: "),
            ("scenario a line ends the game\n", "", ":1:1: "),
            (STORY, "# nothing\n", "expected scenario")):
        path = changed(good, folder, (old, new))
        result = run("scenario", path)
        complaint(result, FAILED, path.name, part)
        equal(result.out, "scenarios: 0 passed, 1 failed\n", "standard output")
    equal(run("scenario", folder / "none", good).out.splitlines()[-1],
          "scenarios: 1 passed, 1 failed", "a missing file is a failure")


@test
def scenarios_after_one_that_cannot_be_read(folder):
    path = write(folder / "some.scenario", STORY + STORY.replace("move 1", "mvoe 1") + STORY)
    result = run("scenario", path)
    complaint(result, FAILED, path.name, ':15:1: found "mvoe"')
    equal(result.out, "fine    a line ends the game\n" * 2 + "scenarios: 2 passed, 1 failed\n", "the others run")


FROM = """\
scenario seat 2 marks
from base.position
expect decision 2 mark
move 2 mark b3
expect total marks = 4
"""


@test
def scenarios_from_a_position(folder):
    base = write(folder / "base.position", POSITION)
    path = write(folder / "from.scenario", FROM)
    equal(fine(run("scenario", "--quiet", path, path)), "scenarios: 2 passed, 0 failed\n", "from the same position")
    write(base, POSITION.replace("c3", "b2"))
    contains(run("scenario", path).out, f"{path}:2: the position to start from\n  expected: a possible position\n")
    write(base, POSITION.replace("c3", "d4"))
    complaint(run("scenario", path), FAILED, 'base.position:10:11: found "d4"')
    write(base, POSITION + "more\n")
    complaint(run("scenario", path), FAILED, "base.position:13:1: ")
    write(base, POSITION.replace("game noughts", "from base.position"))
    complaint(run("scenario", path), FAILED, "base.position:3:1: ")


@test
def scenarios_read_no_other_files(folder):
    inside = folder / "inside"
    inside.mkdir()
    outside = write(folder / "base.position", POSITION)
    path = write(inside / "from.scenario", FROM)
    (inside / "base.position").symlink_to(outside)
    complaint(run("scenario", path), FAILED, "from.scenario:2: ", "cannot be opened")
    (inside / "base.position").unlink()
    os.mkfifo(inside / "base.position")
    complaint(run("scenario", path), FAILED, "from.scenario:2: ", "is not an ordinary file")
    (inside / "base.position").unlink()
    write(inside / "base.position", POSITION + "#" * 300000)
    complaint(run("scenario", path), FAILED, "from.scenario:2: ", "too large")
    for name in ("../base.position", str(outside), ".position", "inside/base.position", "~", "-"):
        complaint(run("scenario", write(path, FROM.replace("base.position", name))), FAILED, "not the plain name")


# ---- many games ----------------------------------------------------------------------------------

MANY = ("selfplay", "noughts", "--games", 200, "--seed", 1)


@test
def selfplay_in_words(_):
    out = fine(run(*MANY, "--with", "random"))
    equal(fine(run(*MANY, "--with", "random")), out, "the same again")
    contains(out, "games: 200\n", "errors: 0\n", "score 1 random", "score 2 random")
    decisions = re.search(r"^decisions +(\S+) +(\d+) +(\d+) ", out, re.MULTILINE)
    true(decisions and 5 <= float(decisions[1]) <= 9, out)
    equal((decisions[2], decisions[3]), ("5", "9"), "shortest and longest game")
    shares = [float(share) for share in re.findall(r"^wins of seat \d: (\S+) %$", out, re.MULTILINE)]
    true(len(shares) == 2 and abs(sum(shares) - 100) < 0.02, f"shares {shares}")
    true(fine(run("selfplay", "noughts", "--games", 200, "--seed", 2)) != out, "another seed")


@test
def selfplay_as_json(_):  # NGT-TURN-03: the rounds
    result = json.loads(fine(run(*MANY, "--with", "random", "--json")))
    equal(set(result), {"game", "players", "seed", "games", "moves", "errors", "decisions",
                        "rounds", "seats"}, "fields")
    equal([result[key] for key in ("game", "players", "seed", "games", "errors")],
          ["noughts", 2, 1, 200, 0], "facts")
    equal((result["rounds"]["min"], result["rounds"]["max"]), (3, 5), "rounds")
    spread = {"mean", "min", "max", "deviation"}
    true(set(result["decisions"]) == spread == set(result["rounds"]), "spreads")
    for seat in result["seats"]:
        equal(set(seat), {"player", "decisions", "score", "wins"}, "fields of a seat")
        true(set(seat["score"]) == spread and 0 <= seat["score"]["mean"] <= 1, "score")
    decisions = sum(seat["decisions"] for seat in result["seats"])
    equal(result["moves"], decisions + 200, "one chance move in each game")
    equal(round(result["decisions"]["mean"] * 200), decisions, "mean decisions")
    equal(sum(seat["wins"] for seat in result["seats"]), 200, "wins, a draw counting half each")


@test
def selfplay_in_two_parts(_):
    both, first, second = (json.loads(fine(run(
        "selfplay", "noughts", "--json", "--games", games, "--skip", skip)))
        for games, skip in ((200, 0), (120, 0), (80, 120)))
    equal(first["moves"] + second["moves"], both["moves"], "moves")
    equal(first["seats"][0]["wins"] + second["seats"][0]["wins"], both["seats"][0]["wins"], "wins")


@test
def selfplay_of_different_players(_):
    result = json.loads(fine(run(*MANY, "--with", "mcts:nodes=50,random", "--json")))
    equal([seat["player"] for seat in result["seats"]], ["mcts:nodes=50", "random"], "players")
    true(result["seats"][0]["wins"] > 150, f"the search wins: {result['seats']}")
    again = json.loads(fine(run(*MANY, "--with", "random,mcts:nodes=50", "--json")))
    true(again["seats"][1]["wins"] > 150, f"from the other seat, too: {again['seats']}")


@test
def selfplay_with_options_of_the_game(_):
    first = json.loads(fine(run(*MANY, "--option", "start=first", "--json")))
    equal(first["moves"], sum(seat["decisions"] for seat in first["seats"]), "no chance moves")
    true(first["seats"][0]["score"]["mean"] > first["seats"][1]["score"]["mean"] + 0.1,
         f"who begins wins more often: {first['seats']}")
    avoid = json.loads(fine(run(*MANY, "--option", "start=first", "--option", "goal=avoid", "--json")))
    true(avoid["seats"][0]["score"]["mean"] < avoid["seats"][1]["score"]["mean"],
         f"and loses more often where a line loses: {avoid['seats']}")


WEIGHED = ("balance", "noughts", "--games", 100, "--with", "random")


@test
def balance_in_words(_):
    out = fine(run(*WEIGHED))
    equal(fine(run(*WEIGHED, "--threads", 3)), out, "with more threads")
    contains(out, "# Noughts and crosses\n", "### line\n", "100 games between 2 equal players",
             "`orrery balance noughts --players 2 --with random --games 100 --seed 1`")
    order = re.findall(r"^\| [12] \| (\S+) \|", out, re.MULTILINE)
    true(len(order) == 2 and abs(sum(map(float, order)) - 100) < 0.2, f"shares {order}")
    for name, _, _ in LINES.values():
        contains(out, f"| {name} (")
    contains(fine(run(*WEIGHED, "--lang", "de")), "# Tic-Tac-Toe\n", "| mittlere Spalte (")
    contains(fine(run(*WEIGHED, "--option", "goal=avoid")), "--option goal=avoid`")


@test
def balance_as_json(_):
    result = json.loads(fine(run(*WEIGHED, "--json")))
    equal(set(result), {"game", "command", "players", "games", "errors", "rounds", "score",
                        "winners", "order", "sources", "kinds", "components"}, "fields")
    equal([result[key] for key in ("game", "players", "games", "errors")], ["noughts", 2, 100, 0],
          "facts")
    equal([place["seats"] for place in result["order"]], [100, 100], "each place in each game")
    equal({part["id"] for part in result["components"]}, set(LINES), "components")
    lines, = result["kinds"]
    equal((lines["kind"], sum(lines["best_games"])), ("line", 100), "games by how many lines the best seat has")
    equal(sum(part["games_taken"] for part in result["components"]), sum(part["seats"] for part in result["components"]),
          "a line has one owner")
    for part in result["components"]:  # who has a line has won
        equal([part[key] for key in ("kind", "win_share", "points_ahead", "verdict")],
              ["line", 1, 1, "balanced"], part["id"])


BOUT = ("arena", "noughts", "--games", 40, "--seed", 1)


@test
def arena_in_words(_):
    out = fine(run(*BOUT, "--with", "random,mcts:nodes=50"))
    contains(out, "games: 40, deals: 20, errors: 0, rounds: ", "95 % interval")
    rows = re.findall(r"^ (\d) (\S+) +(\S+) +(\S+) … +(\S+) +50\.0 +(\d+) ± +(\d+) ", out, re.MULTILINE)
    equal([row[:2] for row in rows], [("1", "mcts:nodes=50"), ("2", "random")], "the stronger first")
    wins, low, high = map(float, rows[0][2:5])
    true(70 < wins <= 100 and low < wins <= high <= 100, f"interval: {rows[0]}")
    equal(rows[1][5], "0", "rating of the weakest")
    lacks(out, "ahead of")
    contains(fine(run(*BOUT, "--with", "random,mcts:nodes=50", "--lang", "de")), "Partien: 40", "Siege %")


@test
def arena_of_all_against_all(_):
    three = fine(run(*BOUT, "--with", "random,random:seed=2,mcts:nodes=50"))
    contains(three, "games: 42, deals: 7", "ahead of, %")
    true(re.search(r"^ 1 mcts:nodes=50 +– +\S+ +\S+$", three, re.MULTILINE), three)


@test
def arena_as_json(_):
    def ask(*more):
        result = json.loads(fine(run(*BOUT, "--with", "random,mcts:nodes=50", "--json", *more)))
        for row in result["results"]:
            true(row.pop("ms") >= 0, "time")  # the only thing that is not the same each time
        return result

    result = ask("--threads", 1)
    equal(set(result), {"game", "players", "seed", "games", "deals", "errors", "rounds", "results",
                        "ahead"}, "fields")
    equal([result[key] for key in ("game", "players", "seed", "games", "deals", "errors")],
          ["noughts", 2, 1, 40, 20, 0], "facts")
    for row in result["results"]:
        equal(set(row), {"player", "seats", "win_share", "win_low", "win_high", "fair_share", "rating",
                         "rating_error", "score", "margin", "decisions", "forfeits"}, "fields of a player")
        true(row["win_low"] <= row["win_share"] <= row["win_high"], f"interval: {row}")
        equal((row["seats"], row["fair_share"]), (40, 0.5), "seats")
    equal(sum(row["win_share"] for row in result["results"]), 1, "shares")
    equal([row[i] for i, row in enumerate(result["ahead"])], [None, None], "nobody meets itself")
    equal(ask("--threads", 3), result, "the same by three threads")
    true(ask("--seed", 2) != result, "another seed")


@test
def arena_with_equal_limits(_):
    result = json.loads(fine(run(*BOUT, "--with", "random,flat,mcts:explore=50,mcts:nodes=7",
                                 "--nodes", 20, "--json")))
    equal([row["player"] for row in result["results"]],
          ["random", "flat:nodes=20", "mcts:explore=50,nodes=20", "mcts:nodes=7"], "limits")


@test
def arena_as_a_picture(folder):
    path = folder / "ratings.svg"
    fine(run(*BOUT, "--with", "random,mcts:nodes=50", "--plot", path))
    picture = xml.etree.ElementTree.parse(path).getroot()
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    true("mcts:nodes=50" in texts and "random" in texts, f"players: {texts}")
    true(any("40 games" in text for text in texts), f"title: {texts}")
    equal(len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))), 2, "marks")
    contains(path.read_text(encoding="utf-8"), "prefers-color-scheme: dark")
    done = run(*BOUT, "--with", "random", "--plot", folder / "none" / "ratings.svg")
    equal(done.code, FAILED, "a picture that cannot be written")
    contains(done.err, "ratings.svg")


@test
def benchmark(_):
    quick = ("bench", "noughts", "--json", "--sample", "5", "--samples", "3")
    rows = json.loads(fine(run(*quick)))
    equal([(row["game"], row["players"], row["state_bytes"]) for row in rows], [("noughts", 2, 32)],
          "games")
    rates = {"decisions", "seat_decisions", "chance_moves", "games", "clones", "replays", "texts", "json",
             "playouts", "search", "thumb_leaves", "leaves", "thumb", "judge", "scores", "features"}
    equal(set(rows[0]), rates | {"game", "players", "state_bytes", "ranges"}, "fields")
    true(all(rows[0][rate] > 0 for rate in rates), f"rates: {rows[0]}")
    true(all(low <= rows[0][rate] <= high for rate, (low, high) in rows[0]["ranges"].items()), "ranges")
    rows = json.loads(fine(run(*quick, "--only", "scores,clones", "--players", "2")))
    equal(set(rows[0]["ranges"]), {"scores", "clones"}, "only what was asked for")
    equal(json.loads(fine(run(*quick, "--players", "3"))), [], "no game for three")
    done = run(*quick, "--only", "speed")
    equal(done.code, USAGE, "an unknown measure")
    contains(done.err, 'there is no measure "speed"')


@test
def two_programs_compared(_):
    tool = pathlib.Path(__file__).resolve().parent.parent.parent / "tools/compare_speed"
    done = subprocess.run([tool, PROGRAM, PROGRAM, "--games", "noughts", "--only", "scores,clones",
                           "--rounds", "2", "--sample", "2"], capture_output=True, check=True)
    rows = [line.split() for line in done.stdout.decode().splitlines()[2:]]
    equal([row[:3] for row in rows], [["noughts", "2", "clones"], ["noughts", "2", "scores"]], "figures")
    true(all(float(row[5]) > 0 and len(row) == 9 for row in rows), f"ratios: {rows}")


# ---- hints and analyses --------------------------------------------------------------------------

QUICK = ("--nodes", 200, "--threads", 1)


@test
def hint_of_a_record(folder):
    path = finished(folder)  # seat 2 wins by a3, its third mark, on the falling diagonal
    out = fine(run("hint", path, "--at", 5, *QUICK))
    contains(out, "win %", "points", "  1. 100.0   0.0       1.0   mark a3  [mark a3]\n")
    told = fine(run("hint", path, "--at", 5, *QUICK, "--lang", "de"))
    contains(told, "Sieg %", "a3 markieren  [mark a3]\n")
    equal(len(fine(run("hint", path, "--at", 5, *QUICK, "--most", 1)).splitlines()), 3, "lines")
    contains(fine(run("hint", unfinished(folder), *QUICK)), "mark c3")


@test
def hint_of_a_position_as_json(folder):
    position = fine(run("replay", finished(folder), "--at", 5))
    hint = json.loads(fine(run("hint", "-", *QUICK, "--json", input=position)))
    equal((hint["seat"], hint["choices"]), (2, 5), "who decides")
    best = hint["moves"][0]
    equal((best["move"], best["things"], best["win"]), ("mark a3", ["cell:a3"], [0, 10000]), "best")
    equal([best["text"][language] for language in ("en", "de")], ["mark a3", "a3 markieren"], "in words")
    again = fine(run("hint", "-", *QUICK, "--json", input=position))
    equal(json.loads(again), hint, "the same again")


@test
def hint_refuses(folder):
    path = finished(folder)
    complaint(run("hint", path), FAILED, "finished2.record", "the game is over")
    complaint(run("hint", path, "--at", 0), FAILED, "chance decides")
    refused(run("hint", path, "--at", 7), "fewer moves")
    refused(run("hint", write(folder / "p", POSITION), "--at", 1), "--at is for records")
    refused(run("hint", folder / "none"), "none")
    refused(run("hint", path, "--nodes", 0), "--nodes")
    for content in (b"", b"\xff\xfe", b"\0\0\0", b"orrery record 1\n", b"orrery record",
                    b"orrery position 1\n" + b"x" * 10000, b"<html>"):
        (folder / "bad").write_bytes(content)
        refused(run("hint", folder / "bad"), "/bad")
        refused(run("analyse", folder / "bad"), "/bad")


@test
def analysis_in_words(folder):
    path = finished(folder)
    out = fine(run("analyse", path, *QUICK))
    contains(out, "6 moves, each searched with 200 nodes", "The costliest decisions",
             "round 2, turn of Player 1, move 5: −", "better ", "  mark a3\n")
    true(re.search(r"^ +end +6 +0\.0 +100\.0$", out, re.MULTILINE), f"the end: {out}")
    contains(fine(run("analyse", path, *QUICK, "--lang", "de")), "Die teuersten Entscheidungen",
             "besser", "a3 markieren")
    equal(fine(run("analyse", path, "--nodes", 200, "--threads", 3)), out, "with more threads")


@test
def analysis_as_json(folder):
    found = json.loads(fine(run("analyse", finished(folder), *QUICK, "--json")))
    equal((found["game"], found["players"], found["nodes"], found["over"]),
          ("noughts", 2, 200, True), "what it is about")
    equal([moment["moves"] for moment in found["moments"]], list(range(7)), "moments")
    equal(found["moments"][6]["win"], [0, 10000], "the end")
    equal(found["moments"][0]["actor"], "dealer", "who began is drawn")
    equal(sum(found["moments"][0]["luck"]), 0, "luck adds up to nothing")
    worst = found["costliest"][0]
    equal((worst["moves"], worst["actor"], worst["played"]["move"], worst["better"]["move"]),
          (4, 1, "mark c3", "mark a3"), "the costliest decision")
    difference = worst["better_win"][0] - worst["win"][0]
    true(abs(worst["cost"] - difference) <= 1, "its cost, but for rounding: each of the three is rounded by itself")
    for number in (1, 2):
        seat = found["seats"][number - 1]
        of_seat = [m for m in found["moments"] if m["actor"] == number and "cost" in m]
        equal(seat["decisions"], len(of_seat), "decisions")
        true(abs(seat["cost"] - sum(m["cost"] for m in of_seat)) <= len(of_seat), "costs add up")


@test
def analysis_as_a_picture(folder):
    path, picture = finished(folder), folder / "game.svg"
    fine(run("analyse", path, *QUICK, "--plot", picture))
    root = xml.etree.ElementTree.parse(picture).getroot()
    name = "{http://www.w3.org/2000/svg}"
    lines = [e for e in root.iter(f"{name}path") if e.get("class", "").startswith("line ")]
    equal(len(lines), 2, "a line for each seat")
    texts = [e.text for e in root.iter(f"{name}text")]
    true({"Noughts and crosses", "Player 1", "Player 2", "1"} <= set(texts), f"texts: {texts}")
    complaint(run("analyse", path, *QUICK, "--plot", folder / "none" / "x.svg"), FAILED, "none")


@test
def analysis_refuses(folder):
    path = finished(folder)
    complaint(run("analyse", changed(path, folder, ("mark a1", "mark b2"))), FAILED, "not legal")
    refused(run("analyse", write(folder / "p", POSITION)), "orrery record 1")
    refused(run("analyse", path, "--nodes", "many"), "--nodes")
    refused(run("analyse", path, "--threads", 0), "--threads")
    contains(fine(run("analyse", unfinished(folder), *QUICK)), " now ")


# ---- learning ------------------------------------------------------------------------------------

LESSONS = ("train", "noughts", "--games", 20, "--generations", 2, "--hidden", 32)


@test
def training(folder):
    network, curve, checkpoint = folder / "network", folder / "curve.svg", folder / "checkpoint"
    files = ("--out", network, "--checkpoint", checkpoint, "--curve", curve)
    lines = fine(run(*LESSONS, *files)).splitlines()
    equal([line.split()[0] for line in lines], ["generation", "1", "2"], "lines")
    text = network.read_text()
    contains(text, "orrery-network 2", "# orrery train noughts --games 20 --generations 2", "hidden 32")
    true(curve.read_text().count("<circle") == 4, "two points in each of two panels")
    xml.etree.ElementTree.fromstring(curve.read_text())
    fine(run(*LESSONS, "--out", folder / "again", "--threads", 2))
    equal((folder / "again").read_text(), text, "with two threads")


@test
def what_was_learned_is_used_everywhere(folder):
    """The network of a file plays and judges in every command; one that learned otherwise says otherwise."""
    network, other = folder / "network", folder / "other"
    fine(run(*LESSONS, "--out", network))
    fine(run(*LESSONS, "--seed", 2, "--out", other))
    player, record = f"expert:network={network},nodes=50", finished(folder)
    contains(fine(run("play", "noughts", "--with", f"{player},{player}", input="")), "over")
    for command in (("selfplay", "noughts", "--games", 2), ("arena", "noughts", "--games", 2)):
        contains(fine(run(*command, "--with", f"{player},learned:network={other}", "--json")), str(network), str(other))
    for command in (("hint", record, "--at", 3, "--nodes", 500), ("analyse", record, "--nodes", 50)):
        answers = {fine(run(*command, "--json", *more))
                   for more in ((), ("--network", network), ("--network", other))}
        equal(len(answers), 3, f"different judges for {command[0]}")
    for command in (("hint", record, "--at", 3), ("analyse", record), ("bench", "noughts"), ("calibrate", "noughts")):
        complaint(run(*command, "--network", folder / "none"), {"hint": FAILED, "analyse": FAILED}.get(command[0], USAGE), "none")
    measured = json.loads(fine(run("bench", "noughts", "--network", network, "--only", "judge,leaves", "--sample", 2,
                                   "--samples", 1, "--json")))
    true(all(measured[0][name] > 0 for name in ("judge", "leaves")), "judged by it")
    refused(run("bench", "--network", network), "--network")
    contains(run("engine", "--with", player, input="new noughts 2 start=first\ngo\nquit\n").out, str(network))


@test
def training_with_own_cards(folder):
    """Other lines teach other things, also in the contest; a card set that cannot be read is refused."""
    cards = folder / "lines.cards"
    own = (*LESSONS, "--cards", folder, "--out", folder / "own")
    text = (pathlib.Path(__file__).resolve().parents[2] / "data/noughts/lines.cards").read_text()
    cards.write_text(text)
    ours = fine(run(*LESSONS, "--out", folder / "ours"))
    equal(fine(run(*own)), ours, "the same cards")
    cards.write_text(text.replace("a1 b1 c1", "a1 b1 c2"))
    true(fine(run(*own)) != ours, "other cards")
    true((folder / "own").read_text() != (folder / "ours").read_text(), "another network")
    cards.write_text(text.replace("a1 b1 c1", "a1 b1"))
    refused(run(*own), "lines.cards")


@test
def training_taken_up(folder):
    """What was done already is written too: another picture does not need another training."""
    network, curve, checkpoint = folder / "network", folder / "curve.svg", folder / "checkpoint"
    fine(run(*LESSONS, "--out", network, "--checkpoint", checkpoint))
    resumed = (*LESSONS, "--out", folder / "copy", "--checkpoint", checkpoint, "--resume")
    equal(fine(run(*resumed, "--curve", curve)), "", "nothing more to learn")
    equal((folder / "copy").read_text(), network.read_text(), "the network")
    contains(curve.read_text(), "</svg>")


@test
def training_refuses(folder):
    refused(run(*LESSONS, "--out", folder / "network", "--resume"), "--checkpoint")
    refused(run("train", "noughts", "--hidden", 40), "multiple of 32")
    refused(run(*LESSONS), "--out")
    for option in ("--out", "--checkpoint", "--curve"):  # before anything is learned
        files = ("--out", folder / "network", option, folder / "no" / "where")
        refused(run("train", "noughts", "--games", 10000000, *files), "where cannot be written")
    refused(run(*LESSONS, "--out", folder), "cannot be written")
    equal(list(folder.iterdir()), [], "nothing was written")
    refused(run(*LESSONS, "--out", folder / "network", "--checkpoint", folder / "none", "--resume"), "none")


@test
def output_that_cannot_be_written(folder):
    record, position = finished(folder), write(folder / "p", POSITION)
    story = write(folder / "good.scenario", STORY)
    true(os.path.exists("/dev/full"), "this test needs /dev/full")
    for arguments in (["--help"], ["--version"], ["games"], ["games", "--help"], ["cards", "noughts"],
                      ["play", "noughts", "--with", "random"], TWO_PEOPLE, ["replay", record],
                      ["verify", record], ["position", position], ["position", position, "--json"],
                      ["scenario", story], ["selfplay", "noughts", "--games", 5],
                      ["hint", position, *QUICK], ["analyse", record, *QUICK],
                      ["arena", "noughts", "--games", 2]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(PROGRAM), *map(str, arguments)], stdin=subprocess.DEVNULL,
                                  stdout=full, stderr=subprocess.PIPE, env=environment(),
                                  timeout=SECONDS)
        complaint(Result(done.returncode, "", done.stderr.decode()), FAILED, "cannot be written")


sys.exit(run_tests())

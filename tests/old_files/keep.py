#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Keeps files as a version of the program writes them, so that later versions can be tested against them.
    tests/old_files/keep.py ORRERY VERSION    writes tests/old_files/VERSION, once for each released version
test_old_files.py says what later versions must be able to do with them. A folder is never written again: what it holds
is what people have on their disks.
"""

import gzip
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "program"))

from frame import fine, run
from serving import Server, Web

GAMES = {"noughts": 2, "beyond-the-sun": 3, "pulsar-2849": 2}
MOVES = 12  # made by a person at a table that is still running


class Person:
    """An account that acts at tables."""

    def __init__(self, server, name, password):
        self.token = server.guest(name)
        self.token = server.must("POST", "/api/account", {"name": name, "password": password, "token": True},
                                 self.token)["token"]
        self.web = Web(server, Authorization=f"Bearer {self.token}")
        self.web.receive()
        self.number = 0

    def must(self, **message):
        self.number += 1
        self.web.send(json.dumps({"id": self.number, **message}))
        while True:
            answer = self.web.receive()
            if answer.get("answer") == self.number:
                assert answer["ok"], answer
                return answer

    def play(self, server, table, moves):
        """Some moves of a game whose seats are all this person's."""
        for number in range(moves):
            view = server.must("GET", f"/api/tables/{table}", token=self.token)
            seat = view["confirming"] or view["awaited"]
            what = {"do": "confirm"} if view["confirming"] else {"do": "move", "move": view["legal"][0]["move"]}
            self.must(table=table, seat=seat, expected=view["version"], key=f"key{number}", **what)


def keep_games(server, ada, folder):
    """Of each game: a table that is over, one that is running, their records, a position and the cards."""
    kept = {}
    for game, players in GAMES.items():
        over = server.table(ada.token, *["heuristic"] * players, game=game, players=players)
        server.play_out(ada.token, over)
        running = server.table(ada.token, *["me"] * players, game=game, players=players)
        ada.must(do="watch", table=running)
        ada.play(server, running, 3 if game == "noughts" else MOVES)
        server.must("POST", f"/api/tables/{running}/chat", {"text": "Until tomorrow!"}, ada.token)
        kept[game] = {"over": over, "running": running}
        record = server.must("GET", f"/api/tables/{over}/record", token=ada.token)
        (folder / f"{game}.record").write_text(record, encoding="utf-8")
        (folder / f"{game}.cards").write_text(server.must("GET", f"/api/tables/{over}/set", token=ada.token),
                                              encoding="utf-8")
        at = record[record.index("\nmoves\n"):record.index("\nend\n")].count("\n") // 2
        (folder / f"{game}.position").write_text(fine(run("replay", folder / f"{game}.record", "--at", at)),
                                                 encoding="utf-8")
    return kept


def main():
    folder = HERE / sys.argv[2]
    folder.mkdir()  # fails if it is there
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        with Server(work) as server:
            ada = Person(server, "Ada", "a password of ours")
            kept = {"name": "Ada", "password": "a password of ours", "games": keep_games(server, ada, folder)}
            server.stop()
        (folder / "tables.db.gz").write_bytes(gzip.compress((work / "tables.db").read_bytes(), mtime=0))
    (folder / "kept.json").write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    fine(run("train", "noughts", "--games", 40, "--generations", 1, "--out", folder / "noughts.weights"))


main()

#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""A bot for `orrery arena GAME --with exec:examples/bot.py,random`, by docs/engine_protocol.md and the package orrery.
It tries every move, plays a few random games after it, and takes the move after which it did best."""

import sys
import time

from orrery import Game

PLAYOUTS = 3  # for each move, as long as there is time


def read_position():
    """The lines behind `position`, up to `end`."""
    lines = []
    for line in sys.stdin:
        lines.append(line)
        if line.strip() == "end":
            break
    return Game.from_position("".join(lines), seed=1)


def value(game, seat):
    """How a random game ends for the seat: how many it beats."""
    game.play_out()
    places = game.score().places
    return sum(place > places[seat] for place in places)


def choose(game, milliseconds):
    """The number of the best move."""
    seat, legal = game.actor, game.legal()
    until = time.monotonic() + milliseconds / 2000  # half of the time is enough
    values = dict.fromkeys(legal, 0)
    for number in range(PLAYOUTS):
        for action in legal:
            after = game.copy(seed=number)  # the same luck for all
            after.play(action)
            values[action] += value(after, seat)
        if time.monotonic() > until:
            break
    return max(values, key=values.get)


def say(line):
    print(line, flush=True)


def main():
    game = None
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "hello":
            say("id name example")
            say("ready")
        elif word == "position":
            game = read_position()
        elif word == "go":
            limits = dict(zip(rest[::2], map(int, rest[1::2])))
            say(f"bestmove {game.rules.notation(choose(game, limits.get('ms', 1000)))}")
        elif word == "quit":
            break


main()

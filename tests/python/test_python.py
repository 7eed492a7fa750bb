#!/usr/bin/python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The Python package: every form of a game says what the engine says, step by step, in random games; the rules of
PettingZoo's environments; the examples of docs/python.md; pip. As TAP. It is run by Debian's Python, which has cffi and numpy.
    test_python.py LIBORRERY.SO [WORD…]    ORRERY_TEST_GAMES multiplies the games
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is
SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tests/program"), str(SOURCE / "python")]

from frame import PROGRAM, Failure, contains, equal, run_tests, test, true

os.environ["ORRERY_LIBRARY"] = str(PROGRAM)

import numpy as np
import orrery
import pettingzoo_rules
from orrery import DEALER, NOBODY, Game, OrreryError, Player, Record, Rules, VectorEnv, env, load_game

MORE = max(1, int(os.environ.get("ORRERY_TEST_GAMES", "1")))
# Games of each kind for each number of players and in each form. In a long run: 2,000, and hundreds of the large games.
GAMES = ({"noughts": 40, "beyond-the-sun": 1, "pulsar-2849": 1} if MORE == 1 else
         {"noughts": 200 * MORE, "beyond-the-sun": 4 * MORE, "pulsar-2849": 4 * MORE})
SETUPS = [("noughts", 2), *((name, players) for name in ("beyond-the-sun", "pulsar-2849") for players in (2, 3, 4))]


def refused(what, *arguments, part="", **more):
    try:
        what(*arguments, **more)
    except OrreryError as error:
        contains(str(error), part)
    else:
        raise Failure(f"{what} is not refused")


def same(first, second, what):
    true(np.array_equal(first, second), f"{what}\n{first}\n{second}")


# ---- plain objects ----


@test
def rules_and_their_texts(_):
    equal(orrery.games(), ["beyond-the-sun", "noughts", "pulsar-2849"], "games")
    rules = Rules("noughts", options={"goal": "avoid"})
    equal(rules.about()["options"], {"goal": "avoid", "start": "drawn"}, "options")
    equal(rules.name, "noughts", "name")
    equal(rules.notation(rules.action("mark b2")), "mark b2", "notation")
    equal([row["name"] for row in rules.catalogue()["moves"]], ["first", "mark"], "moves")
    contains(str(rules.computer_players("de")), "mcts", "Kadett")
    names = rules.feature_names()
    equal((len(names), list(names)[0], list(names)[-1]), (rules.feature_count, "seat0.mark.a1", "seat0.decides"), "features")
    for name in orrery.games():
        names = Rules(name).feature_names()
        equal(len(names), Rules(name).feature_count, f"{name}: different names of features")
        true(all(names.values()), f"{name}: features without a meaning")
    cards = rules.cards()
    same_rules = Rules("noughts", options={"goal": "avoid"}, cards=cards)
    equal(same_rules.fingerprint, rules.fingerprint, "the same cards")
    other = Rules("noughts", cards=cards.replace("a1 b1 c1", "a1 b2 c1"))
    true(other.fingerprint != rules.fingerprint and other.numbering == rules.numbering, "other cards, the same numbers")
    refused(Rules, "chess", part="chess")
    refused(Rules, "noughts", 3, part="2 players")
    refused(Rules, "noughts", options={"goal": "x"}, part="line, avoid")
    refused(rules.action, "mark z9", part="z9")
    refused(rules.about, "xx", part="xx")


@test
def game_as_an_object(_):
    game = Game("noughts", options={"start": "first"}, seed=1)
    game.play("mark b2")
    equal((game.actor, game.turn, game.round, game.is_over), (1, 1, 1, False), "where it is")
    refused(game.play, "mark b2", part="mark b2 is not legal here")
    refused(game.play, 99999)
    refused(game.odds)
    contains(game.blocked()[0]["why"], "b2")
    contains(game.moment("de")["question"], "Feld")
    for language in orrery.native.LANGUAGES:
        equal((game.moment(language)["question"] == game.moment()["question"]), language == "en", language)
    copy = game.copy()
    told = copy.play_telling("mark a1")
    equal(told[0]["event"], "marked", "events")
    true(copy != game and len({copy, game}) == 2, "a copy is another game")
    equal(Game.from_bytes(game.rules, copy.to_bytes()), copy, "bytes and back")
    refused(Game.from_bytes, game.rules, b"\xff" * game.rules.state_size)
    refused(Game.from_bytes, game.rules, b"")
    equal(Game.from_position(copy.position()), copy, "position and back")
    refused(Game.from_position, "orrery position 1\n", part="line")
    equal(copy.fields()["marks"], {"1": ["b2"], "2": ["a1"]}, "fields")
    game.play_out()
    equal((game.is_over, game.legal()), (True, []), "the end")


@test
def records_and_players(_):
    rules = Rules("noughts", options={"start": "first"})
    record, game = Record(rules), Game(rules, seed=0)
    record.seat(1, "Machine", "mcts:nodes=50")
    players = [Player(rules, "mcts:nodes=50", seed=1), Player(rules, "Pilot")]
    while not game.is_over:
        action = players[game.actor].choose(game)
        game.play(action)
        record.add(action)
    read = Record.read(str(record))
    equal(str(read), str(record), "text and back")
    equal(read.game(), game, "the end of the record")
    equal(read.game(0), Game(rules), "its beginning")
    equal([actor for actor, _ in read.actions()], [number % 2 for number in range(len(read))], "who acted")
    refused(Record.read, str(record).replace("1 mark", "2 mark", 1), part="move 1")
    refused(Player, rules, "nobody", part="nobody")
    refused(players[0].choose, game)
    players[0].stop()
    players[0].begin(2)


# ---- every form of a game, beside the engine ----


@test
def states_like_those_of_openspiel(_):
    random = np.random.default_rng(1)
    for name, players in SETUPS:
        spiel = load_game(name, players)
        for number in range(GAMES[name]):
            state, game = spiel.new_initial_state(), Game(spiel.rules, seed=number)
            while not state.is_terminal():
                legal = state.legal_actions()
                equal(legal, sorted(game.legal()), "legal actions")
                equal(state.current_player(), game.actor, "who decides")
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    true(abs(sum(odds for _, odds in outcomes) - 1) < 1e-9, "odds add up to 1")
                    equal([action for action, _ in outcomes], legal, "outcomes")
                elif state.move_number() % 50 == 0:
                    equal(np.flatnonzero(state.legal_actions_mask()).tolist(), legal, "the mask")
                    equal(state.observation_tensor(0), game.features(0).tolist(), "features")
                    equal(state.string_to_action(state.action_to_string(0, legal[0])), legal[0], "notation")
                    true(state.child(legal[0]).move_number() == state.move_number() + 1, "a child is one move on")
                action = int(random.choice(legal))
                state.apply_action(action)
                game.play(action)
            equal(state.current_player(), -4, "the terminal player")
            true(abs(sum(state.returns())) < 1e-9, "returns add up to zero")
            equal(max(state.returns()) > 0, len(set(game.score().places)) > 1, "somebody wins unless all are equal")
            equal(spiel.deserialize_state(state.serialize()).observation_string(), game.position(), "serialized")


@test
def environment_keeps_the_rules_of_pettingzoo(_):
    for name, players in SETUPS:
        for number in range(GAMES[name] if MORE > 1 else max(1, GAMES[name] // 20)):
            steps = pettingzoo_rules.check(env(name, players, render_mode="ansi"), seed=number, look_every=50)
            true(steps > players, "a game was played")


@test
def environment_plays_the_games_of_the_engine(_):
    """Beside it, the same actions make the same game."""
    random = np.random.default_rng(2)
    for name, players in SETUPS:
        table = env(name, players)
        for number in range(GAMES[name]):
            table.reset(seed=number)
            game = Game(table.rules, seed=number)
            game.deal()
            while not game.is_over:
                equal(table.agent_selection, f"seat_{game.actor}", "who decides")
                action = int(random.choice(game.legal()))
                table.step(action)
                game.play(action)
                game.deal()
            equal(table.game, game, "the end")
            best = [agent for agent, place in zip(table.possible_agents, game.score().places) if place == 1]
            true(all(table.rewards[agent] == max(table.rewards.values()) for agent in best), "the best have most")


def follow(games, shadows, number, ended, points, places):
    """Compares one game of many with the one that was played beside it, which begins again where it is over."""
    game = shadows[number]
    equal(bool(ended[number]), game.is_over, "ended")
    if game.is_over:
        equal(points[number, :game.rules.players].tolist(), game.score().points, "points")
        equal(places[number, :game.rules.players].tolist(), game.score().places, "places")
        shadows[number] = game = Game(games.rules, seed=0)
    equal(games.actors[number], game.actor, "who decides")
    equal(games.legal[number, :games.counts[number]].tolist(), game.legal(), "legal actions")
    return game


@test
def many_games_are_the_same_as_single_ones(_):
    """With chance shown the actions alone make the games."""
    for name, players in SETUPS:
        games = VectorEnv(name, 4, players, seed=3, threads=2, masks=True, features=True, show_chance=True)
        shadows = [Game(games.rules, seed=0) for _ in range(games.count)]
        over, steps = 0, 0
        while over < GAMES[name]:
            actions = games.random_actions()
            for number, action in enumerate(actions):
                shadows[number].play(int(action))
            games.step(actions)
            over += int(games.ended.sum())
            for number in range(games.count):
                game = follow(games, shadows, number, games.ended, games.points, games.places)
                if steps % 100 == number:
                    same(games.masks[number], game.mask(), "mask")
                    same(games.features[number], game.features(), "features")
            steps += 1
        equal(games.game(1), shadows[1], "a copy of one")


@test
def many_games_in_any_number_of_threads(_):
    def seen(threads):
        games = VectorEnv("pulsar-2849", 100, 3, seed=9, threads=threads)
        found = []
        for _ in range(50):
            games.step(games.random_actions())
            found.append((games.actors.tolist(), games.points.tolist(), games.legal[:, 0].tolist()))
        return found
    equal(seen(1), seen(3), "one thread and three")


@test
def many_games_refuse_what_is_wrong(_):
    games = VectorEnv("noughts", 3, seed=1, options={"start": "first"}, keep_ended=True)
    refused(games.step, np.array([4, 4]), part="3 actions")
    refused(games.step, np.array([4, 4, 0]), part="game 2")
    same(games.counts, [9, 9, 9], "nothing was done")
    refused(VectorEnv, "noughts", 0, part="65536")
    games.set_game(1, Game.from_position(games.game(0).position()))
    for _ in range(9):
        games.step(games.random_actions())
    same(games.actors, [NOBODY] * 3, "all are over and stay so")
    same(games.random_actions(), [-1] * 3, "nothing to do")
    games.set_game(0, None)
    equal(games.counts[0], 9, "a new game")


# ---- docs and pip ----


def run_python(program, **more):
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(SOURCE / "python"), **more})
    true(done.returncode == 0, f"{program}\n{done.stderr[-2000:]}")
    return done.stdout


@test
def examples_of_the_docs_run_as_they_stand(_):
    examples = re.findall(r"```python\n(.*?)```", (SOURCE / "docs/python.md").read_text(encoding="utf-8"), re.DOTALL)
    true(len(examples) >= 6, "there are examples")
    for example in examples:
        run_python(example)


def package_is_installed_as_the_docs_say(folder):
    """In an environment of its own, on Debian as it is. Nothing is fetched; `make library` has been run."""
    for name in ("include", "lib"):
        (folder / "build/library" / name).mkdir(parents=True)
    shutil.copyfile(PROGRAM, folder / "build/library/lib/liborrery.so.1")
    shutil.copyfile(SOURCE / "src/library/orrery.h", folder / "build/library/include/orrery.h")
    shutil.copytree(SOURCE / "python", folder / "python")
    block = re.search(r"```\n(make library\n.*?)```", (SOURCE / "docs/python.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    where = "import orrery, pathlib; print(pathlib.Path(orrery.__file__).parent, orrery.games()[1])"
    here = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ORRERY_LIBRARY"))}
    done = subprocess.run(["sh", "-ec", f"make() {{ test \"$*\" = library; }}\n{block}\ncd /\n{folder}/build/python/bin/python -c "
                           f"'{where}'"], cwd=folder, capture_output=True, text=True, check=False,
                          env={**here, "PATH": f"{pathlib.Path(sys.executable).parent}:{here['PATH']}", "PIP_NO_INDEX": "1",
                               "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    true(done.returncode == 0, f"{block}{done.stdout[-500:]}{done.stderr[-2000:]}")
    contains(done.stdout, f"{folder}/build/python/", "/orrery noughts")


# An environment takes longer than all else here together; that the package can be installed, the next test shows.
if MORE > 1:
    test(package_is_installed_as_the_docs_say)


@test
def pip_installs_the_package(folder):
    """With the library in it: it works where the sources are not. Nothing is fetched."""
    built = folder / "built"
    for name in ("include", "lib"):
        (built / name).mkdir(parents=True)
    shutil.copyfile(PROGRAM, built / "lib/liborrery.so.1")
    shutil.copyfile(SOURCE / "src/library/orrery.h", built / "include/orrery.h")
    sources = shutil.copytree(SOURCE / "python", folder / "python")
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
                           "--no-warn-script-location", "--disable-pip-version-check", "--root-user-action=ignore",
                           "--target", str(folder / "there"), str(sources)], capture_output=True, text=True, check=False,
                          env={**os.environ, "ORRERY_BUILT": str(built)})
    true(done.returncode == 0, done.stderr[-2000:])
    where = "import orrery, pathlib; print(pathlib.Path(orrery.__file__).parent, orrery.games()[1])"
    equal(run_python(where, PYTHONPATH=str(folder / "there"), ORRERY_LIBRARY=""), f"{folder}/there/orrery noughts\n", "pip")


if __name__ == "__main__":
    sys.exit(run_tests())

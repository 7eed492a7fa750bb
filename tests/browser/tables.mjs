// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Tables that have come to something: games that the program has played against itself, the same each time, brought to
// the server whole or up to a moment.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "../server/client.mjs";
import { folder, orrery } from "../server/person.mjs";

const SEED = "7".repeat(64);
const records = new Map();

const root = fileURLToPath(new URL("../..", import.meta.url));
const sets = new Map();

/** A file with the first default cards of a game: games by them stay the same, whatever the default is by now. */
function firstCards(game) {
  if (!sets.has(game)) {
    const kept = join(root, "data", game.replaceAll("-", "_"), "sets");
    const first = readdirSync(kept).find((name) => readFileSync(join(kept, name), "utf8").startsWith("--- /dev/null"));
    const file = join(folder, `${game}.cards`);
    writeFileSync(file, execFileSync(join(root, "tools/default_sets.py"), ["show", game, first.replace(".diff", "")]));
    sets.set(game, file);
  }
  return sets.get(game);
}

/** The record of a whole game of computer players. */
export function recorded(game, players, seed = SEED) {
  const name = `${game}-${players}-${seed.slice(0, 8)}`;
  if (!records.has(name)) {
    const file = join(folder, `${name}.record`);
    orrery("play", game, "--players", String(players), "--with", "heuristic", "--seed", seed, "--cards", firstCards(game), "--save", file);
    records.set(name, readFileSync(file, "utf8"));
  }
  return records.get(name);
}

/** A table that shows the whole game. */
export async function finishedTable(visitor, game, players) {
  return (await visitor.must("POST", "/api/import", { record: recorded(game, players) })).table;
}

/** A decision with much to choose from. */
const isBroad = ({ legal, blocked }) => legal.length > 4 && blocked.length > 0;

/** The number of the first move from `moves` on that the seat makes by such a choice. */
async function decisionOf(visitor, table, seat, moves, fits) {
  const client = new Client(visitor.server.base, visitor.token);
  await client.open;
  for (let at = moves; ; at++) {
    const { moment } = await client.must({ do: "moment", table, moves: at, legal: true, blocked: true });
    if (moment.actor === null) throw new Error(`seat ${seat} decides nothing after ${moves} moves`);
    if (moment.actor === seat && fits(moment)) {
      await client.close();
      return at;
    }
  }
}

/** A table that continues from the middle of that game: the visitor is asked on the first seat, something that fits. */
export async function tableInTheMiddle(visitor, game, players, moves, fits = isBroad) {
  const whole = await finishedTable(visitor, game, players);
  const at = await decisionOf(visitor, whole, 1, moves, fits);
  const { text: record } = await visitor.ask("GET", `/api/tables/${whole}/record?moves=${at}`);
  const seats = ["me", ...Array(players - 1).fill("heuristic")];
  return (await visitor.must("POST", "/api/import", { record, seats, start: true })).table;
}

/** A table against computer players that has just begun. */
export async function newTable(visitor, game, players = 2) {
  const seats = ["me", ...Array(players - 1).fill("heuristic")];
  return (await visitor.must("POST", "/api/tables", { game, players, seats, start: true })).table;
}

/** How much of each game is played in the middle: the boards are full of things. */
export const MIDDLE = { "beyond-the-sun": 260, "pulsar-2849": 210, noughts: 3 };
export const BIG = ["beyond-the-sun", "pulsar-2849"];

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How long a turn takes of a player that may think for 2.7 s, on two workers, as in a browser, and on how many positions it
// looks: first turns of a game between two of them. What the machine does besides takes away positions, not time: the processor time next to it tells
// how busy it was (twice the time of the turn on a quiet machine). Exit 1 if a turn thinks longer than it may.
//
//     tools/build wasm && node tests/wasm/turn.mjs [TURNS]

import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { startEngine } from "./engine.mjs";

const GAMES = ["beyond-the-sun", "pulsar-2849"];
const THINKER = "expert:turn=2700,threads=2";
const WORKERS = 2;
const TURN_MS = 3000;
const MOVE_MS = 3000;
const ID = "local-abcdefghijkmnopqr";
const MADE = 1000;

/** A worker: thinks about a table as thinker.ts does. */
async function think() {
  const engine = await startEngine({ networks: true });
  parentPort.on("message", ({ head, seed, set, snapshot, spent }) => {
    const table = engine.make("open", ID, head, seed, MADE, set, "");
    engine.text("restore", table, snapshot);
    const choice = engine.ask("choose", table, spent.turn, spent.round, spent.ms, MOVE_MS, WORKERS);
    engine.call("close", table);
    parentPort.postMessage(choice);
  });
  parentPort.postMessage("ready");
}

const next = async (worker) => (await once(worker, "message"))[0];

function create(host, game) {
  host.text("wish", game);
  host.call("wish_players", 2);
  for (const seat of [1, 2]) host.call("wish_seat", seat, THINKER, "");
  host.call("wish_start");
  const table = host.make("create", ID, "Ada", MADE);
  return { ...JSON.parse(host.answer()), table };
}

/** Every third number of the opinions tells how often a move was looked at. */
const positionsOf = ({ opinions }) => opinions.split(" ").reduce((sum, number, i) => sum + (i % 3 === 0 ? Number(number) : 0), 0);

/** Makes one decision with all workers; returns what it took. */
async function decide(host, kept, workers, spent) {
  const { head, seed, set, table } = kept;
  const [began, processor] = [performance.now(), process.cpuUsage()];
  const task = { head, seed, set, snapshot: host.text("save", table), spent };
  const shares = host.call("shares", table);
  const choices = await Promise.all(workers.slice(0, shares).map((worker) => (worker.postMessage(task), next(worker))));
  const said = choices.map(({ opinions }) => opinions);
  const move = shares > 1 && !said.includes("") ? host.text("agree", table, said.join("\n")) : choices[0].move;
  const { user, system } = process.cpuUsage(processor);
  const took = { ms: performance.now() - began, processor: (user + system) / 1000, positions: choices.map(positionsOf).reduce((a, b) => a + b) };
  host.ask("change", table, 0, "move", choices[0].seat, move, 0, "Ada", MADE, "");
  const { turn, round } = choices[0];
  return { took, spent: { turn, round, ms: Math.max(...choices.map(({ ms }) => ms)) } };
}

/** Plays so many turns; what each took. */
async function turnsOf(host, game, workers, count) {
  const kept = create(host, game);
  const turns = [];
  let [spent, last] = [{ turn: -1, round: -1, ms: 0 }, ""];
  for (;;) {
    const made = await decide(host, kept, workers, spent);
    const name = [made.spent.turn, made.spent.round].join(" ");
    if (name !== last && turns.length === count) return turns;
    if (name !== last) turns.push({ ms: 0, processor: 0, positions: 0 });
    for (const key of Object.keys(made.took)) turns.at(-1)[key] += made.took[key];
    [spent, last] = [made.spent, name];
    turns.at(-1).thought = spent.ms;
  }
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

async function measure(count) {
  const host = await startEngine({ networks: true });
  const workers = Array.from({ length: WORKERS }, () => new Worker(new URL(import.meta.url)));
  await Promise.all(workers.map(next));
  let slowest = 0;
  for (const game of GAMES) {
    const turns = await turnsOf(host, game, workers, count);
    const all = (key) => turns.map((turn) => Math.round(turn[key]));
    slowest = Math.max(slowest, ...all("thought"));
    console.log(`${game}: ${count} turns on ${WORKERS} workers: at most ${Math.max(...all("ms"))} ms (median ${middle(all("ms"))}), ` +
      `thinking at most ${Math.max(...all("thought"))} ms (limit ${TURN_MS}), processor time ${middle(all("processor"))} ms, ` +
      `positions ${middle(all("positions"))} (${Math.min(...all("positions"))} to ${Math.max(...all("positions"))})`);
  }
  for (const worker of workers) await worker.terminate();
  return slowest <= TURN_MS;
}

if (isMainThread) process.exit((await measure(Number(process.argv[2] ?? 8))) ? 0 : 1);
else await think();

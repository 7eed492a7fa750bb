// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Kills the server again and again while clients play, and starts it again: every move that was acknowledged must
// be there afterwards, once, in its place.
//     node crash.mjs ORRERY STORE KILLS [NODES]
// ORRERY is the program, STORE a file that does not exist yet or postgres://…; with NODES 2 two servers share the
// store and are killed in turn.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { ask, Client, guest, newKey } from "./client.mjs";

const [program, store, killsText, nodesText] = process.argv.slice(2);
const kills = Number(killsText);
const nodeCount = Number(nodesText ?? 1);
const TABLES = 6;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server process with the port that it keeps over all starts. */
class Node {
  constructor() {
    this.port = 0;
  }

  /** Starts the server; while the database is away it cannot, and is started again. */
  async start() {
    for (let tries = 0; ; tries++) {
      try {
        return await this.tryToStart();
      } catch (error) {
        if (tries === 100) throw error;
        await pause(100);
      }
    }
  }

  async tryToStart() {
    this.process = spawn(program, ["serve", "--store", store, "--port", String(this.port), "--workers", "1", "--messages", "1000000", "--requests", "1000000", "--tables", "0", "--megabytes", "0"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.port = await new Promise((resolve, reject) => {
      let said = "";
      this.process.stdout.on("data", (part) => {
        said += part;
        const found = said.match(/:(\d+)\//);
        if (found) resolve(Number(found[1]));
      });
      this.process.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
    this.base = `http://127.0.0.1:${this.port}`;
  }

  async kill() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGTERM");
    return ended;
  }
}

const nodes = Array.from({ length: nodeCount }, () => new Node());
process.on("exit", () => nodes.forEach((node) => node.process?.kill("SIGKILL")));
for (const node of nodes) await node.start();
let running = true;
let moves = 0;
let resent = 0;

/** One person on both seats of a table of noughts, one game after the other, on whatever node answers. */
async function play(index) {
  const who = await insist(async (base) => guest(base, `P${index}`), index);
  let acknowledged = []; // [version, move] of the present table
  while (running) {
    const made = await insist(async (base) => {
      const answer = await ask(base, "POST", "/api/tables", { game: "noughts", options: { start: "first" }, seats: ["me", "me"], start: true }, who.token);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.table;
    }, index);
    acknowledged = [];
    let pending = null; // a move that was sent and not answered
    while (running) {
      let client;
      try {
        client = new Client(nodes[Math.floor(Math.random() * nodeCount)].base, who.token);
        await client.open;
        const over = await playOn(client, made, acknowledged, (value) => (pending = value), () => pending);
        await client.close();
        if (over) break;
      } catch {
        client?.socket.terminate();
        await pause(20);
      }
    }
    await check(made, acknowledged, who.token, index);
  }
}

/** Repeats until a node answers. */
async function insist(action, index) {
  for (let i = 0; ; i++) {
    try {
      return await action(nodes[(index + i) % nodeCount].base);
    } catch (error) {
      if (i > 2000) throw error;
      await pause(20);
    }
  }
}

async function playOn(client, table, acknowledged, setPending, getPending) {
  for (const seat of [1, 2]) await client.say({ do: "confirms", table, seat, on: false, key: `c${seat}${table}` });
  while (running) {
    const view = (await client.must({ do: "watch", table })).view;
    if (view.phase === "over") return true;
    let pending = getPending();
    if (!pending) {
      const choice = view.legal[Math.floor(Math.random() * view.legal.length)];
      pending = { seat: view.awaited, move: choice.move, key: newKey() };
      setPending(pending);
    } else resent++;
    const { sent, ...move } = pending;
    const answer = await client.say({ do: "move", table, ...move, ...(sent ? {} : { expected: view.version }) });
    pending.sent = true;
    if (answer.ok) {
      acknowledged.push(pending.move);
      moves++;
      setPending(null);
    } else if (answer.error !== "unavailable") setPending(null);
  }
  return false;
}

/** The moves of the record, as some node tells it. */
async function movesOf(table, token, index) {
  const record = await insist(async (base) => {
    const answer = await ask(base, "GET", `/api/tables/${table}/record`, undefined, token);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.text;
  }, index);
  return record.split("\n").filter((line) => /^[12] mark /.test(line)).map((line) => line.slice(2));
}

function has(made, acknowledged) {
  let at = 0;
  return acknowledged.every((move) => (at = made.indexOf(move, at) + 1) > 0);
}

/** Are the acknowledged moves in the record, in this order, each once? Another node may be a moment behind. */
async function check(table, acknowledged, token, index) {
  let made = await movesOf(table, token, index);
  for (let tries = 0; tries < 100 && !has(made, acknowledged); tries++) {
    await pause(100);
    made = await movesOf(table, token, index);
  }
  assert.equal(new Set(made).size, made.length, `a move is doubled at ${table}`);
  assert.ok(has(made, acknowledged), `lost or reordered: ${acknowledged} in ${made} at ${table}`);
}

const players = Array.from({ length: TABLES }, (_, i) => play(i));
const failed = Promise.race(players.map((player) => player.then(() => new Promise(() => {}))));
const killing = (async () => {
  for (let i = 0; i < kills; i++) {
    await pause(30 + Math.random() * 250);
    const node = nodes[i % nodeCount];
    await node.kill();
    await node.start();
  }
})();
await Promise.race([killing, failed]);
running = false;
await Promise.all(players);
const code = await nodes[0].stop();
for (const node of nodes.slice(1)) await node.stop();
assert.equal(code, 0, "a graceful stop ends with 0");
console.log(`ok ${kills} kills, ${moves} acknowledged moves, ${resent} sent again, none lost, doubled or reordered`);

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server with tables of all kinds, and tests after which nothing of it has changed: for what clients must not send.

import assert from "node:assert/strict";
import { ask, Client, guest } from "./client.mjs";
import { startServer } from "./server.mjs";
import { program, test } from "./tap.mjs";

export const server = await startServer(program);
export const base = server.base;

// ---- people and tables --------------------------------------------------------------------------

export const [ada, bob, eve] = [await guest(base, "Ada"), await guest(base, "Bob"), await guest(base, "Eve")];
export const clients = {};
for (const [name, who] of Object.entries({ ada, bob, eve, nobody: {} })) {
  clients[name] = new Client(base, who.token);
  await clients[name].open;
}

export async function make(plan) {
  const made = await ask(base, "POST", "/api/tables", { game: "noughts", options: { start: "first" }, hints: true, ...plan }, ada.token);
  assert.equal(made.status, 201, made.text);
  return made.json.table;
}

/** A table of Ada and Bob that has begun. */
export async function begin(plan = {}) {
  const table = await make({ seats: ["me", "open"], ...plan });
  await clients.bob.must({ do: "sit", table, seat: 2 });
  await clients.ada.must({ do: "start", table });
  return table;
}

async function mark(table, ...cells) {
  for (const [i, cell] of cells.entries()) {
    const client = i % 2 === 0 ? clients.ada : clients.bob;
    await client.must({ do: "move", table, seat: 1 + (i % 2), move: `mark ${cell}` });
    if (i + 1 < cells.length) await client.must({ do: "confirm", table, seat: 1 + (i % 2) });
  }
}

export const tables = {
  open: await make({ seats: ["me", "open"], title: "waits for somebody" }),
  drawn: await begin({ options: { start: "drawn" } }), // a chance move alone
  turn: await begin(), // Ada is to move, all before is confirmed
  confirming: await begin(), // Ada has to confirm
  live: await begin({ clock: { kind: "live", time: 600000, increment: 5000 } }),
  quiet: await begin({ chat: false }),
  over: await begin(),
  sun: await begin({ game: "beyond-the-sun", options: {} }),
  full: await make({ seats: ["me", "random"] }),
};
await mark(tables.turn, "b2", "a1");
await clients.bob.must({ do: "confirm", table: tables.turn, seat: 2 });
await mark(tables.confirming, "b2", "a1", "c3");
await mark(tables.over, "a1", "a2", "b1", "b2", "c1");
await clients.ada.must({ do: "confirm", table: tables.over, seat: 1 });

/** Everything that could have changed, as one text. */
export async function everything() {
  const parts = [];
  for (const table of Object.values(tables)) {
    const view = (await ask(base, "GET", `/api/tables/${table}`, undefined, ada.token)).json;
    assert.equal(view.table, table);
    for (const seat of view.seats) delete seat.left; // a clock runs
    parts.push(view, (await ask(base, "GET", `/api/tables/${table}/chat`)).json);
  }
  for (const who of [ada, bob, eve]) parts.push((await ask(base, "GET", "/api/me", undefined, who.token)).json);
  parts.push((await ask(base, "GET", "/api/tables")).json);
  return JSON.stringify(parts);
}
let before = await everything();

/** What a test has changed by intention is what the next ones compare with. */
export async function settle() {
  before = await everything();
  return before;
}

/** A test after which everything is as it was. */
export function unchanged(name, action) {
  return test(name, async () => {
    await action();
    const after = await everything();
    const changed = after !== before;
    before = after;
    assert.ok(!changed, "something has changed");
  });
}

/** The words of the errors, from the table in docs/protocol.md. */
const words = ["bad-message", "unknown-command", "missing-argument", "not-found", "not-allowed", "refused", "stale", "unavailable", "too-many", "unknown-member"];

export function isError(answer, error) {
  assert.equal(answer.error, error, JSON.stringify(answer));
  assert.ok(words.includes(answer.error));
  assert.equal(typeof answer.text, "string");
  assert.ok(answer.text.length > 0, "an error has a sentence");
  assert.doesNotMatch(answer.text, /\{\d\}/, "no slot is left open");
  assert.doesNotMatch(answer.text, /^(?!record)[^ ]*:\d+: /, "no place in a file, unless it is the client's own");
}

/** The last test of a file: the server has not suffered, and ends well. */
export function theServerIsWell() {
  return test("the server is well after all that", async () => {
    assert.equal((await ask(base, "GET", "/health")).json.status, "ok");
    const metrics = (await ask(base, "GET", "/metrics")).text;
    assert.match(metrics, /^orrery_failures_total 0$/m);
    assert.match(metrics, /^orrery_cut_rate_total 0$/m);
    await Promise.all(Object.values(clients).map((client) => client.close()));
    await server.stop();
    assert.doesNotMatch(server.errors, new RegExp(`${ada.token}|12345678`), "no secret in the log");
  });
}

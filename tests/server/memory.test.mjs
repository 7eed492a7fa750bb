// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server without memory to spare: what asks for too much is refused before anything is opened for it, and what finds no
// memory ends alone. The server lives, answers others, and recovers.
//     node memory.test.mjs ORRERY

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ask, Client, guest, newKey } from "./client.mjs";
import { request } from "./raw.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const WAIT_MS = 120000; // much more than anything takes
const MIB = 1 << 20;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// One heap for all threads, so that the limit is met by what is used and not by what is set aside.
const env = { MALLOC_ARENA_MAX: "1" };

/** From now on the server has this many bytes of addresses more than it uses, whatever the system would promise. */
function limit(server, bytes) {
  const { pid } = server.process;
  const used = Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmSize:\s+(\d+) kB/)[1]) * 1024;
  execFileSync("prlimit", ["--pid", String(pid), `--as=${used + bytes}:`]); // the soft limit
}

const health = async (server) => (await ask(server.base, "GET", "/health")).status;
async function metric(server, name) {
  const { text } = await ask(server.base, "GET", "/metrics");
  return Number(text.match(new RegExp(`^orrery_${name} (\\d+)$`, "m"))?.[1]);
}

const lives = (server) => assert.equal(server.process.exitCode ?? server.process.signalCode, null, server.errors.slice(-400));

/** Tries until it works: a refusal for want of memory is no failure, anything else is. */
async function eventually(server, what, action) {
  const tries = async () => {
    for (;;) {
      lives(server);
      const found = await action().catch((error) => {
        if (!/ECONN|socket hang up|EPIPE|closed|unavailable|503/.test(String(error))) throw error;
      });
      if (found) return found;
      await pause(50);
    }
  };
  return within(WAIT_MS, what, tries());
}

// ---- one request --------------------------------------------------------------------------------

const monsters = ["expert:tree=20000000,threads=16", "search:tree=20000000,threads=16,turns=5", "mcts:ms=3000,tree=20000000"];

/** The record of a game that has just begun, with that player on its second seat. */
async function recordWith(server, token, player) {
  const { json } = await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me", "random"], start: true }, token);
  const { text } = await ask(server.base, "GET", `/api/tables/${json.table}/record`, undefined, token);
  const changed = text.replace(/^(seat \d computer) \S+/m, `$1 ${player}`);
  assert.ok(changed.includes(`computer ${player} `), text);
  return changed;
}

await test("a computer player that asks for gigabytes is refused at every door, before it is opened", async () => {
  const server = await startServer(program, { env });
  const { token } = await guest(server.base, "Eve");
  const eve = new Client(server.base, token);
  await eve.open;
  const make = async (plan) => (await ask(server.base, "POST", "/api/tables", { game: "noughts", ...plan }, token)).json.table;
  const open = await make({ seats: ["me"] });
  const running = await make({ seats: ["me", "random"], start: true });
  limit(server, 256 * MIB);
  const refused = (answer, what) => assert.ok(answer.status === 400 && answer.json.error === "refused", `${what}: ${answer.status} ${answer.text}`);
  for (const player of monsters) {
    refused(await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me", player] }, token), "a new table");
    for (const message of [{ do: "computer", table: open, seat: 2 }, { do: "hand-over", table: running, seat: 1 }])
      assert.equal((await eve.say({ ...message, player })).error, "refused", message.do);
    const record = await recordWith(server, token, "random");
    refused(await ask(server.base, "POST", "/api/import", { record, seats: ["me", player] }, token), "an import");
    const imported = await ask(server.base, "POST", "/api/import", { record: await recordWith(server, token, player) }, token);
    assert.equal(imported.status, 201, imported.text); // its seat stays open
  }
  lives(server);
  assert.equal(await health(server), 200);
  await server.stop();
});

await test("no computer player is made to look at its description", async () => {
  const server = await startServer(program, { env });
  const { token } = await guest(server.base, "Ada");
  const ada = new Client(server.base, token);
  await ada.open;
  const thinker = "expert:ms=250,turn=2700,threads=2";
  for (let i = 0; i < 5; i++) {
    const plan = { game: "pulsar-2849", players: 3, seats: ["me", thinker, "learned"] };
    const made = await ask(server.base, "POST", "/api/tables", plan, token);
    assert.equal(made.status, 201, made.text);
    await ada.must({ do: "stand", table: made.json.table, seat: 1 });
    await ada.must({ do: "computer", table: made.json.table, seat: 1, player: "mcts:nodes=5000" });
  }
  assert.equal(await metric(server, "players_made_total"), 0);
  await server.stop();
});

// ---- everything at once -------------------------------------------------------------------------

/** A connection that sends what is there and never ends by itself; `ended` tells that the server has closed it. */
function hold(server, bytes) {
  const wire = net.connect(server.port, "127.0.0.1");
  wire.on("error", () => {});
  wire.resume();
  wire.write(bytes);
  wire.ended = new Promise((resolve) => wire.on("close", resolve));
  return wire;
}

/** Two people at one table, who try again when there is no memory for them just now. */
class Pair {
  static async come(server) {
    const pair = new Pair();
    pair.server = server;
    pair.tokens = [];
    for (const name of ["Kepler", "Tycho"]) pair.tokens.push((await guest(server.base, name)).token);
    const plan = { game: "noughts", seats: ["me"], options: { start: "first" }, hints: true };
    pair.clients = pair.tokens.map((token) => new Client(server.base, token));
    await Promise.all(pair.clients.map((client) => client.open));
    pair.table = (await ask(server.base, "POST", "/api/tables", plan, pair.tokens[0])).json.table;
    await pair.clients[1].must({ do: "sit", table: pair.table, seat: 2 });
    for (const [i, client] of pair.clients.entries()) await client.must({ do: "confirms", table: pair.table, seat: i + 1, on: false });
    await pair.clients[0].must({ do: "start", table: pair.table });
    return pair;
  }

  /** A move, however often it must be tried. */
  move(seat, cell) {
    const message = { do: "move", table: this.table, seat, move: `mark ${cell}`, key: newKey() };
    return eventually(this.server, `the move ${cell}`, () => this.clients[seat - 1].must(message));
  }
}

await test("a computer player stays open until its turn is over", async () => {
  const server = await startServer(program, { env });
  const { token } = await guest(server.base, "Ada");
  const client = new Client(server.base, token); // a game of computers goes on while somebody watches it
  await client.open;
  const watched = async (player) => {
    const body = { game: "beyond-the-sun", players: 2, seats: [player, player], start: true };
    const made = await ask(server.base, "POST", "/api/tables", body, token);
    assert.equal(made.status, 201, made.text);
    await client.must({ do: "watch", table: made.json.table, legal: false });
    return made.json.table;
  };
  const rowsOf = async (table) => (await ask(server.base, "GET", `/api/tables/${table}`, undefined, token)).json.version;
  const whole = async (table) => eventually(server, "100 rows", async () => ((await rowsOf(table)) > 100 ? rowsOf(table) : 0));

  const before = await metric(server, "players_made_total");
  const rows = await whole(await watched("expert:nodes=20,tree=1000"));
  const kept = (await metric(server, "players_made_total")) - before;
  assert.ok(kept > 0 && kept * 2 < rows, `${kept} players for ${rows} rows`); // a turn has more decisions than one
  await server.stop();
});

const thinks = "expert:ms=250,turn=2700,threads=2";
const thinkers = { game: "pulsar-2849", players: 4, seats: [thinks, thinks, thinks, thinks], start: true };

await test("many who want much at once: the server lives, others play on, and it recovers", async () => {
  const server = await startServer(program, { env, args: ["--log", "normal"] });
  const pair = await Pair.come(server);
  const { token } = await guest(server.base, "Eve");
  const bearer = { Authorization: `Bearer ${token}` };
  const post = (path, length, body) => request("POST", path, { ...bearer, "Content-Length": String(length) }, body);
  const list = `{"x":[${"[],".repeat(300000)}[]]}`;
  await pair.move(1, "b2");
  limit(server, 40 * MIB);

  // Trees: the computer players continue without them.
  const tables = [];
  for (let i = 0; i < 4; i++)
    tables.push(await eventually(server, "a table of thinkers", async () => (await ask(server.base, "POST", "/api/tables", thinkers, token)).json?.table));
  await pair.move(2, "a1");

  // Bodies that never end, long JSON, records, and sockets that say nothing.
  const wires = [];
  for (let i = 0; i < 60; i++) wires.push(hold(server, post("/api/import", MIB, "x".repeat(MIB - 1))));
  for (let i = 0; i < 10; i++) wires.push(hold(server, post("/api/import", list.length, list)));
  for (let i = 0; i < 300; i++) wires.push(hold(server, "GET /api/me HTTP/1.1\r\nHost: x\r\n"));
  const watchers = Array.from({ length: 60 }, () => new Client(server.base, token));
  for (const client of watchers) client.open.then(() => tables.forEach((table) => client.say({ do: "watch", table, blocked: true }).catch(() => {}))).catch(() => {});
  await pair.move(1, "c3");
  for (let i = 0; i < 40; i++) wires.push(hold(server, post("/api/import", MIB, "x".repeat(MIB - 1))));
  await within(WAIT_MS, "somebody who is refused", Promise.any(wires.map((wire) => wire.ended)));
  lives(server);

  // All of them go, and everything is as before.
  for (const wire of wires) wire.destroy();
  for (const client of watchers) client.socket.terminate();
  await eventually(server, "recovery", async () => (await health(server)) === 200);
  await pair.move(2, "a3");
  await eventually(server, "a new guest", () => guest(server.base, "Vera"));
  const watcher = await eventually(server, "a watcher", async () => { // memory may be low once more
    const client = new Client(server.base, token); // a game of computers goes on while somebody watches it
    await client.open;
    return client;
  });
  for (const table of tables) {
    await eventually(server, "a look", () => watcher.must({ do: "watch", table, legal: false }));
    const look = async () => (await ask(server.base, "GET", `/api/tables/${table}`, undefined, token)).json;
    const { version } = await eventually(server, "a table", look);
    await eventually(server, "the thinkers play on", async () => {
      const now = await look();
      return now?.phase === "over" || now?.version > version;
    });
  }
  lives(server);
  await server.stop();
});

// Memory is low for a second at least, and for as long as the machine takes: it may have recovered before a question comes. So
// each question is asked, with new work before it, until it meets a server that is short of memory.
await test("while memory is low new work is refused; then all is as before", async () => {
  const server = await startServer(program, { env, args: ["--log", "normal"] });
  const pair = await Pair.come(server);
  await pair.move(1, "b2");
  const said = (what) => server.errors.split("\n").filter((line) => line.includes(`"what":"${what}"`)).length;
  const statuses = new Set();
  const table = async () => {
    const { status } = await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me"] }, pair.tokens[0]).catch(() => ({ status: 503 }));
    statuses.add(status);
    return status;
  };
  const whileLow = (what, seen) => eventually(server, what, async () => {
    await Promise.all(Array.from({ length: 20 }, table));
    return seen();
  });
  assert.equal(await table(), 201);
  limit(server, 0);
  const other = pair.clients[1];
  await whileLow("a move that is refused", async () => {
    const { error } = await other.say({ do: "move", table: pair.table, seat: 2, move: "mark b2" }); // taken: never made
    assert.ok((await other.say({ do: "ping" })).ok);
    return error === "unavailable";
  });
  await whileLow("somebody who comes from outside to look", async () => { // by a new connection
    const answer = await ask(server.base, "GET", "/health");
    return answer.status === 503 && answer.json?.status === "low-memory";
  });
  assert.deepEqual([...statuses].sort(), [201, 503]);
  limit(server, 64 * MIB);
  await pair.move(2, "a1");
  await eventually(server, "recovery", async () => (await health(server)) === 200 && (await metric(server, "memory_low")) === 0);
  const times = await metric(server, "memory_low_total");
  await eventually(server, "the log", async () => said("memory low") === times && said("memory recovered") === times); // by another pipe
  assert.ok(times > 0);
  assert.equal(await table(), 201);
  await server.stop();
});

// ---- libraries without memory -------------------------------------------------------------------

const games = Number(process.env.ORRERY_TEST_GAMES ?? 1);
const folder = mkdtempSync(join(tmpdir(), "orrery-memory-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const preload = resolve(dirname(program), "tests/libfail_malloc.so");
assert.ok(existsSync(preload), "tests/server/fail_malloc.c is built with the tests");
const control = join(folder, "one-in");
writeFileSync(control, Buffer.alloc(16));
const failing = { LD_PRELOAD: preload, FAIL_MALLOC: control };

/** From now on one in so many allocations of libraries fails, by chance, and the one of that number; 0: none. */
const fail = (odds, number = 0) => writeFileSync(control, Buffer.from(Uint32Array.of(odds, number, 0).buffer), { flag: "r+" });
/** From now on all allocations of this many bytes fail; 0: none. */
const failSize = (bytes) => writeFileSync(control, Buffer.from(Uint32Array.of(0, 0, 0, bytes).buffer), { flag: "r+" });
const allocations = () => readFileSync(control).readUInt32LE(8);

/** One game of noughts, each move tried until it is acknowledged; resolves to the cells. */
async function playGame(server, one, other) {
  const again = (what, action) => eventually(server, what, action);
  const fine = (answer) => {
    if (answer.status >= 500) throw new Error(`unavailable ${answer.status}`);
    assert.ok(answer.status < 400, `${answer.status} ${answer.text}`);
    return answer.json ?? answer;
  };
  const plan = { game: "noughts", seats: ["me"], options: { start: "first" }, hints: true };
  const { table } = await again("a table", async () => fine(await ask(server.base, "POST", "/api/tables", plan, one.token)));
  const say = (who, message) => again(message.do, () => who.say(message));
  await say(other, { do: "sit", table, seat: 2, key: newKey() });
  for (const [i, who] of [one, other].entries()) await say(who, { do: "confirms", table, seat: i + 1, on: false, key: newKey() });
  await say(one, { do: "start", table, key: newKey() });
  const cells = ["b2", "a1", "a2", "c2", "a3", "c1", "b1", "b3", "c3"];
  for (const [i, cell] of cells.entries()) {
    await say(i % 2 ? other : one, { do: "move", table, seat: 1 + (i % 2), move: `mark ${cell}`, key: newKey() });
    await say(one, { do: "watch", table });
    for (const path of ["", "/record", "/chat"]) await again(`GET ${path}`, async () => fine(await ask(server.base, "GET", `/api/tables/${table}${path}`, undefined, one.token)));
  }
  await again("a line", async () => fine(await ask(server.base, "POST", `/api/tables/${table}/chat`, { text: "well played" }, one.token)));
  await again("a list", async () => fine(await ask(server.base, "GET", "/api/my/tables", undefined, one.token)));
  const record = await again("the record", async () => fine(await ask(server.base, "GET", `/api/tables/${table}/record`, undefined, one.token)));
  assert.deepEqual([...record.text.matchAll(/^[12] mark (..)$/gm)].map((found) => found[1]), cells);
  await again("an import", async () => fine(await ask(server.base, "POST", "/api/import", { record: record.text }, one.token)));
}

/** Someone whose connection may be lost at any time. */
class Restless {
  constructor(server, token) {
    this.server = server;
    this.token = token;
  }

  async say(message) {
    if (!this.client || this.client.socket.readyState !== 1) {
      this.client = new Client(this.server.base, this.token);
      await this.client.open;
    }
    const answer = await within(WAIT_MS, `an answer to ${message.do}`, this.client.say(message));
    if (!answer.ok && answer.error !== "unavailable") throw new Error(`${message.do}: ${answer.error}: ${answer.text}`);
    return answer.ok && answer;
  }
}

await test("a library that finds no memory now and then spoils nothing that was acknowledged", async () => {
  const server = await startServer(program, { env: failing });
  const tokens = [(await guest(server.base, "Kepler")).token, (await guest(server.base, "Tycho")).token];
  try {
    // The less memory, the longer a game takes: after each refusal memory is low for a second.
    const plan = games > 1 ? { 400: 4, 100: 2, 60: 1 } : { 400: 1, 100: 1 };
    for (const [odds, count] of Object.entries(plan)) {
      const [one, other] = tokens.map((token) => new Restless(server, token));
      fail(Number(odds));
      for (let i = 0; i < count; i++) await playGame(server, one, other);
      lives(server);
    }
  } finally {
    fail(0); // the file is there for the other tests, too
  }
  await eventually(server, "recovery", async () => (await health(server)) === 200);
  // Who found no memory tries again with the reserve. A store that counts as failed would keep everyone waiting for seconds.
  assert.ok(!server.errors.includes('"what":"store failed"'), server.errors.slice(-2000));
  await server.stop();
});

await test("a text whose buffer cannot grow is read right or refused, wherever that happens", async () => {
  const server = await startServer(program, { env: failing });
  const { token } = await guest(server.base, "Ada");
  let wire;
  const come = async () => {
    if (wire?.socket.readyState !== 1) await (wire = new Client(server.base, token)).open;
    return wire;
  };
  const send = (text) => {
    const answered = new Promise((resolve) => wire.socket.once("message", resolve));
    wire.socket.send(text);
    return within(WAIT_MS, "an answer or the end", Promise.race([answered, wire.closed]));
  };
  try {
    for (let shift = 0; shift < 6; shift++) {
      const text = `{"do":"ping","id":1,"x":"${"x".repeat(shift)}${"\\u0041".repeat(200)}"}`; // wrong where a byte is missing
      await come();
      fail(0);
      await send(text);
      for (let last = allocations() + 2, number = 1; number <= last; number++) {
        await eventually(server, "a connection", come); // memory may be low meanwhile
        fail(0, number);
        await send(text);
        fail(0);
        lives(server);
      }
    }
  } finally {
    fail(0);
  }
  await eventually(server, "a connection", come);
  await wire.close();
  await server.stop();
});

await test("a webhook for whose signature there is no memory is not sent, but later", async () => {
  const heard = [];
  const service = http.createServer((incoming, answer) => {
    let body = "";
    incoming.on("data", (part) => (body += part));
    incoming.on("end", () => (heard.push({ body, signature: incoming.headers["x-orrery-signature"] }), answer.end()));
  });
  await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
  const server = await startServer(program, { env: { ...failing, ORRERY_PRIVATE_WEBHOOKS: "1" }, args: ["--log", "normal"] });
  const { token } = await guest(server.base, "Kepler");
  const account = await ask(server.base, "POST", "/api/account", { name: "Tycho", password: "quite a long sentence 7", token: true }, (await guest(server.base, "Tycho")).token);
  const tycho = account.json.token;
  const me = await ask(server.base, "POST", "/api/me", { webhook: `http://127.0.0.1:${service.address().port}/` }, tycho);
  assert.equal(me.status, 200, me.text);
  const kepler = new Client(server.base, token);
  await kepler.open;
  const turn = async () => {
    const { table } = (await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me"], options: { start: "first" } }, token)).json;
    const sits = new Client(server.base, tycho);
    await sits.open;
    await sits.must({ do: "sit", table, seat: 2 });
    await sits.close();
    await kepler.must({ do: "confirms", table, seat: 1, on: false });
    await kepler.must({ do: "start", table });
    await kepler.must({ do: "move", table, seat: 1, move: "mark b2" });
  };
  failSize("X-Orrery-Signature: sha256=".length + 64 + 1);
  await turn();
  await within(WAIT_MS, "the webhook, or that it failed", (async () => {
    while (heard.length === 0 && !server.errors.includes('"what":"webhook failed"')) await pause(20);
  })());
  assert.equal(heard.length, 0, "what nobody has signed is not sent");
  failSize(0);
  await turn(); // this one is
  await within(WAIT_MS, "a webhook", (async () => {
    while (heard.length === 0) await pause(20);
  })());
  assert.equal(heard[0].signature, `sha256=${createHmac("sha256", Buffer.from(me.json.secret, "hex")).update(heard[0].body).digest("hex")}`);
  await kepler.close();
  await server.stop();
  service.close();
});

await test("a page that cannot be unpacked is not sent in part", async () => {
  const server = await startServer(program, { env: failing });
  const get = () => fetch(`${server.base}/`, { headers: { "Accept-Encoding": "identity", Connection: "close" } }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  const whole = await get();
  assert.ok(whole.status === 200 && whole.text.endsWith("</html>\n"), whole.text.slice(-80));
  const well = () => eventually(server, "recovery", async () => (await health(server)) === 200); // memory may be low meanwhile
  fail(0);
  await get();
  const seen = new Set();
  for (let last = allocations() + 5, number = 1; number <= last; number++) {
    await well();
    fail(0, number);
    const { status, text } = await get().catch(() => ({ status: "cut off" }));
    fail(0);
    seen.add(status);
    lives(server);
    if (status === 200) assert.equal(text.length, whole.text.length, `without allocation ${number}`);
    else assert.ok(status === "cut off" || status === 503, `${status} ${text}`);
  }
  assert.ok(seen.has(200) && seen.has(503), [...seen].join());
  await well();
  assert.equal((await get()).text, whole.text);
  await server.stop();
});

await test("a command that finds no memory ends with a sentence", async () => {
  const store = join(folder, "tables.db");
  const server = await startServer(program, { store, folder });
  const { token } = await guest(server.base, "Ada");
  for (let i = 0; i < 5; i++) await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["random", "random"], start: true }, token);
  await server.stop();
  const copy = join(folder, "copy.db");
  const run = (words) => {
    rmSync(copy, { force: true });
    const { status, signal, stderr } = spawnSync(program, ["admin", "--store", store, ...words], { env: { ...process.env, ...failing }, encoding: "utf8" });
    assert.ok(status === 0 || (status === 1 && stderr !== ""), `${words[0]}: ${signal ?? status} ${stderr}`);
    return status;
  };
  for (const words of [["list"], ["check"], ["backup", copy]]) {
    fail(0);
    assert.equal(run(words), 0);
    const last = allocations();
    const first = games > 1 ? 1 : last - 100; // before that the store is opened, always in the same way
    const runs = games > 1 ? 300 : words[0] === "backup" ? 100 : 10;
    for (let number = first; number <= last; number += Math.ceil((last - first + 1) / runs)) {
      fail(0, number);
      run(words);
    }
  }
  fail(0);
});

finish();

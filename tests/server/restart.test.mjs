// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server that starts itself again (SIGUSR2) keeps its listening socket: whoever knocks meanwhile waits and is let in, nothing
// is lost, and no clock runs. On both stores.
//     node restart.test.mjs ORRERY

import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ask, newKey } from "./client.mjs";
import { first, folder, Person, sitDown, SLACK_MS, WAIT_MS } from "./person.mjs";
import { postgres } from "./postgres.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const PEOPLE = 40;
const CLOCK = { kind: "live", time: 600000, increment: 0 };

/** The program, but it takes its time when it starts again, so that there is something to wait for. */
function slowly(seconds) {
  const path = join(folder, `slowly_${seconds}`);
  writeFileSync(path, `#!/bin/bash\n[[ -z $LISTEN_FDS ]] || sleep ${seconds}\nexec -a "$0" ${program} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Closed with that code; comes back at the first try. */
async function comeBack(person, code) {
  assert.equal(await within(WAIT_MS, "the goodbye", person.client.closed), code);
  const since = Date.now();
  await within(WAIT_MS, "coming back", person.connect()); // refused once = failed
  return Date.now() - since;
}

async function story(server, seconds) {
  const ada = await Person.come(server, "Ada");
  const bob = await Person.come(server, "Bob");
  const crowd = [];
  for (let i = 0; i < PEOPLE; i++) crowd.push(await Person.come(server, `Guest ${i}`));
  const table = await sitDown(ada, bob, { ...first, clock: CLOCK });
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "confirm", seat: 1 });
  await bob.until(table, (view) => view.awaited === 2);
  const before = { left: (await bob.watch(table)).view.seats[1].left, at: Date.now() };
  const pid = server.process.pid;
  server.process.kill("SIGUSR2");
  const times = await Promise.all([ada, bob, ...crowd].map((person) => comeBack(person, 1012)));
  assert.equal(server.process.exitCode, null, "it is the same process");
  assert.equal(server.process.pid, pid);
  const { view } = await bob.watch(table);
  const lost = before.left - view.seats[1].left;
  const elapsed = Date.now() - before.at;
  assert.equal(view.moves, 1);
  assert.ok(lost <= elapsed - seconds * 1000 + SLACK_MS, `of ${elapsed} ms Bob was charged ${lost} ms`);
  assert.ok(lost >= -SLACK_MS, `Bob was given ${-lost} ms`);
  const key = newKey();
  const move = { do: "move", table, seat: 2, move: "mark a1", key, expected: view.version };
  assert.equal((await bob.must(move)).again, false);
  console.log(`# back after ${Math.min(...times)} to ${Math.max(...times)} ms, of which the program waited ${seconds} s; Bob was charged ${lost} ms`);
}

const database = postgres();
const address = await database.address;

async function restart(seconds, store) {
  const server = await startServer(slowly(seconds), { store });
  await story(server, seconds);
  await server.stop();
}

// Side by side, since they mostly wait. On a shared database it takes as long until it is clear that no other server lives.
const restarts = [restart(2), restart(5, address)];
for (const one of restarts) one.catch(() => {}); // the test that waits for it tells
await test("a restart on SQLite: nobody is turned away, no clock runs", () => restarts[0]);
await test("a restart on PostgreSQL: nobody is turned away, no clock runs", () => restarts[1]);

/** Processor time that a process has used, in milliseconds. A restart keeps the process. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10; // in hundredths of a second
}

/** Clients wait at most this long before they come back (RESTART_MS in web/src/net/remote.svelte.ts; tests/browser/restart.test.mjs looks). */
const CLIENT_MS = 320;
const BACK_MS = 1000;
const ROUNDS_MAX = 20;

/** A server with people at it. */
async function crowded(command, store) {
  const server = await startServer(command, { store });
  const crowd = [];
  for (let i = 0; i < PEOPLE; i++) crowd.push(await Person.come(server, `Guest ${i}`));
  return { server, crowd };
}

/** Restarts it in place: how long until the last one is back, and the processor time of that. */
async function restartOnce({ server, crowd }) {
  const [since, before] = [performance.now(), processorMs(server.process.pid)];
  server.process.kill("SIGUSR2");
  await Promise.all(crowd.map((person) => comeBack(person, 1012)));
  return { back: performance.now() - since, cost: processorMs(server.process.pid) - before };
}

/** Kills it and starts it anew; people come when it is there: what takes that long is the machine's. */
async function replaceOnce({ server, crowd }) {
  const since = performance.now();
  await server.restart("SIGKILL");
  await Promise.all(crowd.map((person) => person.connect()));
  return performance.now() - since;
}

/** Is everyone back in time, where there is nothing else to do? What it takes there is its processor time, and how much longer it
 * waits than a server that is started anew alongside, which needs the same processor and disk. One round of some is enough: what
 * others do only makes it slower. */
async function isInTime(command, store, rounds) {
  const [restarted, replaced] = [await crowded(command, store), await crowded(program, store)];
  let took = Infinity;
  for (let i = 0; i < rounds && took > BACK_MS; i++) {
    const [{ back, cost }, control] = await Promise.all([restartOnce(restarted), replaceOnce(replaced)]);
    took = CLIENT_MS + cost + Math.max(0, back - control);
    console.log(`# all back after ${back.toFixed()} ms, ${cost} ms of processor time; at a server started anew after ${control.toFixed()} ms`);
  }
  assert.equal((await ask(restarted.server.base, "GET", "/health")).json.status, "ok");
  for (const { server } of [restarted, replaced]) await server.stop();
  return took <= BACK_MS;
}

for (const [name, store] of [["SQLite", undefined], ["PostgreSQL", address]])
  await test(`a restart on ${name} takes so little that everybody is back within a second, at the first try`, async () => {
    assert.ok(await isInTime(program, store, ROUNDS_MAX));
  });

await test("a program that dawdles is found out by that", async () => {
  assert.ok(!(await isInTime(slowly(5), undefined, 1)));
});

await test("SIGTERM still ends it, with the other goodbye", async () => {
  const server = await startServer(program);
  const ada = await Person.come(server, "Ada");
  const goodbye = ada.client.closed;
  assert.equal(await server.end(), 0);
  assert.equal(await goodbye, 1001);
});

await test("SIGTERM during a restart ends it, whenever it comes", async () => {
  for (const waits of [false, true]) {
    const server = await startServer(slowly(2));
    const ada = await Person.come(server, "Ada");
    server.process.kill("SIGUSR2");
    if (waits) await within(WAIT_MS, "the goodbye", ada.client.closed); // about to be closed, or closed
    assert.equal(await server.end("SIGTERM"), 0);
  }
});

/** Starts the server with a socket that is not its own choice. */
function startWith(stdio, environment) {
  const child = spawn("bash", ["-c", `LISTEN_PID=$$ exec "$0" serve --store "$1"`, program, join(folder, `given_${environment.LISTEN_FDS}.db`)], {
    stdio, env: { ...process.env, ...environment },
  });
  let said = "";
  let errors = "";
  child.stdout.on("data", (part) => (said += part));
  child.stderr.on("data", (part) => (errors += part));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { child, ended, said: () => said, errors: () => errors };
}

await test("a socket that systemd holds is taken", async () => {
  const socket = createServer();
  await new Promise((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const port = socket.address().port;
  const { child, ended, said } = startWith(["ignore", "pipe", "pipe", socket._handle.fd], { LISTEN_FDS: "1" });
  await within(WAIT_MS, "the start", new Promise((resolve) => child.stdout.on("data", () => said().includes("\n") && resolve())));
  assert.match(said(), new RegExp(`http://127\\.0\\.0\\.1:${port}/`));
  socket._handle.close(); // the server's alone from now on
  assert.equal((await ask(`http://127.0.0.1:${port}`, "GET", "/health")).status, 200);
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

await test("something else in its place is refused with a sentence", async () => {
  for (const given of ["1", "2"]) {
    const { ended, errors } = startWith(["ignore", "pipe", "pipe", "pipe"], { LISTEN_FDS: given });
    assert.equal(await ended, 1);
    assert.match(errors(), /LISTEN_FDS/);
  }
});

await database.stop();
finish();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// One person who wants everything: what they get, and that nobody else waits for it.
//     node quota.test.mjs ORRERY

import assert from "node:assert/strict";
import { ask, Client, guest } from "./client.mjs";
import { pause, Person } from "./person.mjs";
import { faketime, startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const TABLES = Number(process.env.ORRERY_TEST_GAMES ?? 1) > 1 ? 50 : 24; // many more than there are between two moves
const ofComputers = (player) => ({ game: "beyond-the-sun", players: 4, seats: Array(4).fill(player), start: true });

const short = { game: "noughts", seats: ["random", "random"], start: true };

/** Someone who watches many tables, with as many connections as it takes, and counts the changes. */
class Crowd {
  constructor(server, token, headers = {}) {
    Object.assign(this, { server, token, headers, clients: [], changes: 0 });
  }

  async watch(tables, ofEach = 10) {
    for (let i = 0; i < tables.length; i += ofEach) {
      const client = new Client(this.server.base, this.token, () => this.changes++, undefined, this.headers);
      this.clients.push(client);
      await client.open;
      for (const table of tables.slice(i, i + ofEach)) await client.must({ do: "watch", table, legal: false, state: false });
    }
  }

  async leave() {
    for (const client of this.clients) await client.close();
  }
}

async function metric(server, name) {
  const { text } = await ask(server.base, "GET", "/metrics");
  return Number(text.match(new RegExp(`^orrery_${name} (\\d+)$`, "m"))?.[1]);
}

const make = (server, token, plan, headers) => ask(server.base, "POST", "/api/tables", plan, token, headers);

/** A new guest at an address behind a proxy. */
async function guestAt(server, name, headers) {
  return (await ask(server.base, "POST", "/api/guest", { name, token: true }, undefined, headers)).json.token;
}

async function account(server, name) {
  const { token } = await guest(server.base, name);
  const answer = await ask(server.base, "POST", "/api/account", { name, password: "quite a long sentence 7", token: true }, token);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.token;
}

// ---- the attack: many tables of four computers --------------------------------------------------

await test("a guest has three games of computers, an account eight; the others are refused with a sentence", async () => {
  const server = await startServer(program, { quotas: [] });
  for (const [token, most] of [
    [(await guest(server.base, "Eve")).token, 3],
    [await account(server, "Mallory"), 8],
  ]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => make(server, token, short)));
    const made = answers.filter((answer) => answer.status === 201).map((answer) => answer.json.table);
    assert.equal(made.length, most);
    for (const refused of answers.filter((answer) => answer.status !== 201)) {
      assert.equal(refused.status, 429);
      assert.equal(refused.json.error, "too-many");
      assert.match(refused.json.text, new RegExp(`you have ${most} computer-only games running`));
    }
    // Nor by the way round: an open table that computers are put on afterwards.
    const { json } = await make(server, token, { game: "noughts", seats: ["random", "open"] });
    const client = new Client(server.base, token);
    await client.open;
    const answer = await client.say({ do: "computer", table: json.table, seat: 2, player: "random" });
    assert.equal(answer.error, "too-many", JSON.stringify(answer));
    assert.match(answer.text, /computer-only games/);
    const sat = await client.must({ do: "sit", table: json.table, seat: 2 });
    assert.equal(sat.version, 2, "the table is as it was");
    // It is counted by the store.
    await client.close();
    if (most === 3) await server.restart();
    assert.equal((await make(server, token, short)).status, 429);
    // One that has ended makes room.
    const crowd = new Crowd(server, token);
    await crowd.watch([made[0]]);
    while ((await ask(server.base, "GET", `/api/tables/${made[0]}`)).json.phase !== "over") await pause(50);
    await crowd.leave();
    assert.equal((await make(server, token, short)).status, 201);
  }
  await server.stop();
});

await test("open tables, tables in an hour, bytes in a day and the tables of all are bounded", async () => {
  const server = await startServer(program, { quotas: ["--tables", "12", "--megabytes", "1"] });
  const open = { game: "noughts", seats: ["me", "open"] };
  const eve = await Person.come(server, "Eve");
  for (let i = 0; i < 2; i++) assert.equal((await make(server, eve.token, open)).status, 201);
  const refused = await make(server, eve.token, open);
  assert.equal(refused.status, 429);
  assert.match(refused.json.text, /you have 2 tables under way/);
  const german = await ask(server.base, "POST", "/api/tables", open, eve.token, { "Accept-Language": "de" });
  assert.equal(german.status, 429);
  // Another person is none of this.
  const bob = await Person.come(server, "Bob");
  const table = await bob.make(open);
  // A quarter of a megabyte of chat is enough for a guest, and moves count as well.
  const line = "x".repeat(480);
  let said = 0;
  let answer;
  while ((answer = await eve.ask("POST", `/api/tables/${table}/chat`, { text: line })).status === 200) said++;
  assert.equal(answer.status, 429);
  assert.match(answer.json.text, /as much as one person may in a day/);
  assert.ok(said > 300 && said < 600, `${said} lines`);
  let row; // what was left was too little for a line of chat; a few rows may still fit
  for (let i = 0; i < 20 && row?.ok !== false; i++) row = await eve.say({ do: i % 2 ? "stand" : "sit", table, seat: 2 });
  assert.equal(row.error, "too-many", JSON.stringify(row));
  assert.equal((await bob.ask("POST", `/api/tables/${table}/chat`, { text: line })).status, 200);
  await server.stop();

  // Guests may take half of all tables: accounts find the rest.
  const full = await startServer(program, { quotas: ["--all-tables", "3"] });
  const eyes = (await guest(full.base, "Eve")).token;
  for (let i = 0; i < 2; i++) assert.equal((await make(full, eyes, open)).status, 201);
  const other = await make(full, (await guest(full.base, "Bob")).token, open);
  assert.equal(other.status, 429);
  assert.match(other.json.text, /no room for another table/);
  const mallory = await account(full, "Mallory");
  assert.equal((await make(full, mallory, open)).status, 201);
  assert.equal((await make(full, mallory, open)).status, 429);
  await full.stop();
});

await test("while a guest's many tables of four computers think, another person's computer answers next", async () => {
  const server = await startServer(program);
  const eve = await guest(server.base, "Eve");
  const tables = [];
  for (let i = 0; i < TABLES; i++) {
    const made = await make(server, eve.token, ofComputers("mcts:ms=30"));
    assert.equal(made.status, 201, made.text);
    tables.push(made.json.table);
  }
  const crowd = new Crowd(server, eve.token);
  await crowd.watch(tables);
  while (crowd.changes < TABLES) await pause(20);
  const bob = await Person.come(server, "Bob");
  const between = [];
  for (let i = 0; i < 5; i++) {
    const table = await bob.make({ seats: ["me", "random"], start: true, options: { start: "first" } });
    await bob.must({ do: "confirms", table, seat: 1, on: false });
    const before = crowd.changes;
    await bob.must({ do: "move", table, seat: 1, move: "mark b2" });
    await bob.until(table, (view) => view.moves >= 2);
    between.push(crowd.changes - before);
  }
  between.sort((one, other) => one - other);
  // In the order in which they came it would be nearly all tables.
  assert.ok(between[2] < TABLES / 2, `moves of others in between: ${between}`);
  await crowd.leave();
  await server.stop();
});

await test("however many guests there are at one address, another person's computer answers next", async () => {
  const server = await startServer(program, { args: ["--proxies", "1"] });
  const elsewhere = { "X-Forwarded-For": "192.0.2.1" };
  const crowds = [];
  for (let i = 0; i < TABLES; i++) {
    const token = await guestAt(server, `Eve ${i}`, elsewhere);
    const made = await make(server, token, ofComputers("mcts:ms=30"), elsewhere);
    assert.equal(made.status, 201, made.text);
    crowds.push(new Crowd(server, token, elsewhere));
    await crowds[i].watch([made.json.table]);
  }
  const changes = () => crowds.reduce((sum, crowd) => sum + crowd.changes, 0);
  while (changes() < TABLES) await pause(20);
  const bob = await Person.come(server, "Bob");
  const between = [];
  for (let i = 0; i < 5; i++) {
    const table = await bob.make({ seats: ["me", "random"], start: true, options: { start: "first" } });
    await bob.must({ do: "confirms", table, seat: 1, on: false });
    const before = changes();
    await bob.must({ do: "move", table, seat: 1, move: "mark b2" });
    await bob.until(table, (view) => view.moves >= 2);
    between.push(changes() - before);
  }
  between.sort((one, other) => one - other);
  assert.ok(between[2] < TABLES / 2, `moves of others in between: ${between}`);
  for (const crowd of crowds) await crowd.leave();
  await bob.leave();
  await server.stop();
});

await test("the guests of one address make tables for sixteen, accounts there and guests elsewhere go on", async () => {
  const server = await startServer(program, { args: ["--proxies", "1"], quotas: ["--tables", "6"] });
  const [here, there] = ["192.0.2.1", "192.0.2.2"].map((address) => ({ "X-Forwarded-For": address }));
  const open = { game: "noughts", seats: ["me", "open"] };
  for (let i = 0; i < 16; i++) assert.equal((await make(server, await guestAt(server, `Eve ${i}`, here), open, here)).status, 201);
  const eve = await guestAt(server, "Eve", here);
  const refused = await make(server, eve, open, here);
  assert.equal(refused.status, 429);
  assert.match(refused.json.text, /guests at your address have created many tables today/);
  assert.equal((await make(server, await guestAt(server, "Bob", there), open, there)).status, 201);
  const account = await ask(server.base, "POST", "/api/account", { name: "Eve", password: "quite a long sentence 7", token: true }, eve, here);
  assert.equal((await make(server, account.json.token, open, here)).status, 201);
  await server.stop();
});

await test("tables without people stand still while nobody watches, after a restart too", async () => {
  const server = await startServer(program);
  const eve = await guest(server.base, "Eve");
  const { json } = await make(server, eve.token, ofComputers("random"));
  const version = async () => (await ask(server.base, "GET", `/api/tables/${json.table}`)).json.version;
  const begun = await version();
  await pause(300);
  assert.equal(await version(), begun);
  const crowd = new Crowd(server, eve.token);
  await crowd.watch([json.table]);
  while (crowd.changes < 5) await pause(10);
  await crowd.leave();
  await server.restart();
  const rests = await version();
  assert.ok(rests >= begun + 5);
  await pause(600);
  assert.equal(await version(), rests);
  await crowd.watch([json.table]);
  while ((await version()) < rests + 5) await pause(10);
  await crowd.leave();
  await server.stop();
});

// ---- stopping -----------------------------------------------------------------------------------

/** For a server whose clock that never steps is slow: a thought of three seconds takes longer than any test waits for, on
 * whatever machine. */
const slowly = { LD_PRELOAD: faketime, FAKETIME: "+0 x0.01", FAKETIME_DONT_RESET: "1", NO_FAKE_STAT: "1" };

await test("a server that is stopped does not wait for computer players", async () => {
  const server = await startServer(program, { env: slowly });
  const eve = await guest(server.base, "Eve");
  const tables = [];
  for (let i = 0; i < 8; i++) tables.push((await make(server, eve.token, ofComputers("mcts:ms=3000"))).json.table);
  const crowd = new Crowd(server, eve.token);
  await crowd.watch(tables);
  while ((await metric(server, "players_made_total")) < 2) await pause(20); // both workers think
  assert.equal(await server.end(), 0, "after much less than the 300 s of a thought");
  assert.equal(crowd.changes, 0, "no thought has ended");
  server.clean();
});

finish();

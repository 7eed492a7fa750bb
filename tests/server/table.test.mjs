// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole stories at the tables of a server, from the invitation to the rematch.
//     node table.test.mjs ORRERY

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, Client, guest, newKey } from "./client.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const WAIT_MS = 20000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const folder = mkdtempSync(join(tmpdir(), "orrery-stories-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const server = await startServer(program);

// ---- players ------------------------------------------------------------------------------------

/** A person with a connection, who keeps what is told of each table: the latest view, and the log by numbers. */
class Person {
  static async come(name, { language = "en", at = server, token } = {}) {
    const person = new Person();
    person.at = at;
    person.name = name;
    person.token = token ?? (await guest(at.base, name, language)).token;
    person.tables = new Map();
    await person.connect();
    return person;
  }

  async connect() {
    this.client = new Client(this.at.base, this.token, (event) => this.hear(event));
    await this.client.open;
    return this;
  }

  hear(event) {
    const known = this.tables.get(event.table ?? event.view.table);
    if (event.event === "chat") known.lines.push(event);
    else {
      assert.equal(event.view.version, known.view.version + 1, "no change is left out");
      this.note(known, event);
    }
    known.tell?.();
  }

  note(known, { view, log }) {
    known.view = view;
    for (const line of log) known.log[line.number - 1] = line;
    known.log.length = view.moves ?? 0;
  }

  /** Watches the table from now on; only what is missing of the log is asked for. */
  async watch(table, wishes = {}) {
    const known = this.tables.get(table) ?? { log: [], lines: [] };
    this.tables.set(table, known);
    const answer = await this.must({ do: "watch", table, log: known.view?.final ?? 0, ...wishes });
    this.note(known, answer);
    return answer;
  }

  view(table) {
    return this.tables.get(table).view;
  }

  /** Waits until the table fits. */
  async until(table, fits, what = "the table") {
    const known = this.tables.get(table);
    const search = async () => {
      while (!fits(known.view, known)) await new Promise((resolve) => (known.tell = resolve));
      return known.view;
    };
    return within(WAIT_MS, what, search());
  }

  say(message) {
    return this.client.say(message);
  }

  must(message) {
    return this.client.must(message);
  }

  /** Does something at the table as it is now. */
  async act(table, message) {
    const { version } = await this.must({ table, key: newKey(), expected: this.view(table).version, ...message });
    return this.until(table, (view) => view.version >= version);
  }

  async refused(table, message, text) {
    const answer = await this.say({ table, ...message });
    assert.equal(answer.error, "refused", JSON.stringify(answer));
    if (text) assert.match(answer.text, text);
  }

  ask(method, path, body) {
    return ask(this.at.base, method, path, body, this.token);
  }

  /** Makes a table and watches it. */
  async make(plan) {
    const made = await this.ask("POST", "/api/tables", { game: "noughts", ...plan });
    assert.equal(made.status, 201, made.text);
    await this.watch(made.json.table);
    return made.json.table;
  }

  /** Watches nothing any more: there is a limit. */
  async lookAway() {
    for (const table of this.tables.keys()) await this.must({ do: "unwatch", table });
    this.tables.clear();
  }

  leave() {
    return this.client.close();
  }
}

const first = { options: { start: "first" } };

/** A table of two that has begun. */
async function sitDown(one, other, plan = first) {
  const table = await one.make({ seats: ["me"], ...plan });
  await other.watch(table);
  await other.must({ do: "sit", table, seat: 2 });
  await one.must({ do: "start", table });
  for (const person of [one, other]) await person.until(table, (view) => view.phase === "running");
  return table;
}

const orrery = (...words) => execFileSync(program, words, { encoding: "utf8" });

/** The record of a table in a file. */
async function keepRecord(person, table) {
  const answer = await person.ask("GET", `/api/tables/${table}/record`);
  assert.equal(answer.status, 200, answer.text);
  const file = join(folder, `${table}.record`);
  writeFileSync(file, answer.text);
  return { file, text: answer.text };
}

const chanceMoves = (log) => log.filter((line) => line.actor === "dealer").map((line) => line.move);

const ada = await Person.come("Ada");
const bob = await Person.come("Bob", { language: "de" });

// What takes its time goes on meanwhile; its tests come later.
const late = await sitDown(ada, bob, { ...first, clock: { kind: "live", time: 10000, increment: 2000 } });
const lateSince = Date.now();

/** A test after which Ada and Bob are there and watch nothing. */
function story(name, action) {
  return test(name, async () => {
    for (const person of [ada, bob]) await person.lookAway();
    await action();
  });
}

// ---- sitting down -------------------------------------------------------------------------------

await story("invite somebody by link, sit down, leave, sit down again, begin", async () => {
  const table = await ada.make({ title: "After lunch", seats: ["me", "open"], ...first });
  const eve = await Person.come("Eve");
  const { view } = await eve.watch(table);
  assert.equal(view.phase, "open");
  assert.equal(view.title, "After lunch");
  assert.equal(view.yours, false);
  assert.deepEqual(view.seats.map((seat) => seat.kind), ["person", "open"]);
  assert.deepEqual(view.seats.map((seat) => seat.online), [true, false]);
  await eve.act(table, { do: "sit", seat: 2 });
  assert.deepEqual(eve.view(table).seats.map((seat) => seat.yours), [false, true]);
  await eve.act(table, { do: "stand", seat: 2 });
  await ada.refused(table, { do: "start" }, /free/);
  await eve.act(table, { do: "sit", seat: 2 });
  await ada.until(table, (seen) => seen.seats[1].name === "Eve");
  await ada.act(table, { do: "start" });
  const begun = await eve.until(table, (seen) => seen.phase === "running");
  assert.equal(begun.awaited, 1);
  assert.match(begun.ask, /Ada/);
  assert.match(begun.commitment, /^[0-9a-f]{64}$/);
  assert.ok(!("legal" in begun), "Eve is not asked");
  assert.equal(ada.view(table).legal.length, 9);
  await eve.leave();
});

await story("tables that are listed, and one's own ones", async () => {
  const [one, other] = [await Person.come("Ola"), await Person.come("Per")];
  const table = await one.make({ title: "for all", listed: true, seats: ["me", "open"] });
  const hidden = await one.make({ title: "by link", seats: ["open", "open"] });
  const listed = (await ask(server.base, "GET", "/api/tables")).json.tables;
  const entry = listed.find((each) => each.table === table);
  assert.equal(entry.title, "for all");
  assert.equal(entry.phase, "open");
  assert.equal(entry.game, "noughts");
  assert.ok(!listed.some((each) => each.table === hidden));
  await other.must({ do: "sit", table, seat: 2 });
  await other.must({ do: "sit", table: hidden, seat: 1 });
  const mine = (who) => who.ask("GET", "/api/my/tables").then((answer) => answer.json.tables.map((each) => each.table).sort());
  assert.deepEqual(await mine(one), [table, hidden].sort());
  assert.deepEqual(await mine(other), [table, hidden].sort());
  await other.must({ do: "stand", table: hidden, seat: 1 });
  assert.deepEqual(await mine(other), [table]);
  await Promise.all([one.leave(), other.leave()]);
});

await story("one client on several seats plays a whole game", async () => {
  const table = await ada.make({ seats: ["me", "me"], start: true, ...first });
  for (const cell of ["a1", "a2", "b1", "b2", "c1"]) {
    const seat = ada.view(table).awaited;
    assert.deepEqual(ada.view(table).seats.map((each) => each.yours), [true, true]);
    await ada.act(table, { do: "move", seat, move: `mark ${cell}` });
    await ada.act(table, { do: "confirm", seat });
  }
  const view = ada.view(table);
  assert.equal(view.phase, "over");
  assert.equal(view.awaited, null);
  assert.deepEqual(view.score.map((each) => each.place), [1, 2]);
  assert.match(view.seed, /^[0-9a-f]{64}$/);
});

// ---- computer players ---------------------------------------------------------------------------

const names = (await ask(server.base, "GET", "/api/games")).json.games.map((game) => game.name);
for (const game of names)
  await story(`computer players fill the seats and play ${game} to its end; the record verifies`, async () => {
    const { players_max: players } = (await ask(server.base, "GET", "/api/games")).json.games.find((one) => one.name === game);
    const table = await ada.make({ game, players, seats: ["random"] });
    for (let seat = 2; seat <= players; seat++) await ada.act(table, { do: "computer", seat, player: `random:seed=${seat}` });
    await ada.act(table, { do: "start" });
    await ada.until(table, (view) => view.phase === "over", "the end");
    const { view, log } = ada.tables.get(table);
    assert.equal(log.length, view.moves);
    const pages = [];
    while (pages.length < view.moves) pages.push(...(await ada.must({ do: "log", table, from: pages.length })).log);
    assert.deepEqual(pages, log, "the same, page by page");
    const newcomer = await Person.come("Newcomer");
    const latest = (await newcomer.watch(table)).log;
    assert.deepEqual(latest, log.slice(-400), "who comes sees what happened last");
    await newcomer.leave();
    assert.ok(!log.includes(undefined), "no line of the log is missing");
    assert.ok(log.every((line) => line.text && line.rule !== undefined && Array.isArray(line.events)));
    const { file } = await keepRecord(ada, table);
    assert.match(orrery("verify", file), /\S/);
    const replayed = orrery("replay", file);
    for (const each of view.score) assert.ok(replayed.includes(String(each.total)), `${each.total} points`);
  });

await story("a seat is handed over to a computer player and taken back", async () => {
  const table = await sitDown(ada, bob);
  await ada.act(table, { do: "hand-over", seat: 1, player: "random" });
  const moved = await bob.until(table, (view) => view.awaited === 2, "the computer player's move");
  assert.equal(moved.moves, 1);
  assert.equal(moved.seats[0].kind, "computer");
  assert.equal(moved.seats[0].replaced, true);
  assert.equal(moved.seats[0].name, "Ada");
  assert.equal(moved.confirming, null, "a computer player does not confirm");
  await ada.refused(table, { do: "move", seat: 1, move: "mark a1" }, /not your seat/);
  await ada.act(table, { do: "take-back", seat: 1 });
  assert.equal(ada.view(table).seats[0].kind, "person");
  await bob.act(table, { do: "move", seat: 2, move: bob.view(table).legal[0].move });
  await bob.act(table, { do: "confirm", seat: 2 });
  const asked = await ada.until(table, (view) => view.awaited === 1);
  await ada.act(table, { do: "move", seat: 1, move: asked.legal[0].move });
});

await story("who hands over while his turn waits to be confirmed confirms it", async () => {
  const table = await sitDown(ada, bob);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  assert.equal(ada.view(table).confirming, 1);
  await ada.act(table, { do: "hand-over", seat: 1, player: "random" });
  assert.equal(ada.view(table).awaited, 2);
});

// ---- playing ------------------------------------------------------------------------------------

await story("undo, redo and confirm", async () => {
  const table = await sitDown(ada, bob);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  assert.equal(ada.view(table).confirming, 1);
  assert.equal(ada.view(table).awaited, 1);
  assert.deepEqual(ada.view(table).can, { undo: [1], redo: [], confirm: true });
  await bob.refused(table, { do: "move", seat: 2, move: "mark a1" }, /Ada/);
  await ada.act(table, { do: "undo", seat: 1 });
  assert.deepEqual(ada.view(table).can, { undo: [], redo: [1], confirm: false });
  assert.equal(ada.view(table).moves, 0);
  await ada.act(table, { do: "redo", seat: 1 });
  assert.equal(ada.tables.get(table).log[0].move, "mark b2");
  await ada.act(table, { do: "undo", seat: 1 });
  await ada.act(table, { do: "move", seat: 1, move: "mark c3" });
  await ada.act(table, { do: "confirm", seat: 1 });
  await ada.refused(table, { do: "undo", seat: 1 });
  const view = await bob.until(table, (seen) => seen.awaited === 2);
  assert.equal(view.confirming, null);
  assert.deepEqual(bob.tables.get(table).log.map((line) => line.move), ["mark c3"]);
  await bob.act(table, { do: "confirms", seat: 2, on: false });
  await bob.act(table, { do: "move", seat: 2, move: "mark a1" });
  assert.equal(bob.view(table).awaited, 1, "who does not want to confirm need not");
});

await story("a preview shows what the move will do, and nothing happens", async () => {
  for (const game of names) {
    const table = await ada.make({ game, players: 2, seats: ["me", "me"], start: true });
    const before = ada.view(table);
    const seat = before.awaited;
    const { move } = before.legal[0];
    const { preview } = await ada.must({ do: "preview", table, seat, move });
    assert.equal((await ada.watch(table)).view.version, before.version);
    assert.deepEqual((await ada.watch(table)).view.state, before.state);
    assert.notDeepEqual(preview.state, before.state);
    assert.ok(preview.events.every((event) => event.text && event.event));
    await ada.act(table, { do: "confirms", seat, on: true });
    await ada.act(table, { do: "move", seat, move });
    const { events } = ada.tables.get(table).log[before.moves];
    assert.deepEqual(preview.events, events, `${game}: the same events`);
    if (ada.view(table).moves === before.moves + 1) assert.deepEqual(ada.view(table).state, preview.state, game);
  }
});

await story("any moment of the game, and the log since then", async () => {
  const table = await ada.make({ game: "pulsar-2849", players: 2, seats: ["me", "me"], start: true });
  for (const seat of [1, 2]) await ada.act(table, { do: "confirms", seat, on: false });
  const seen = new Map();
  for (let i = 0; i < 15; i++) {
    const view = ada.view(table);
    seen.set(view.moves, view);
    await ada.act(table, { do: "move", seat: view.awaited, move: view.legal[(i * 5) % view.legal.length].move });
  }
  for (const [moves, view] of seen) {
    const { moment } = await ada.must({ do: "moment", table, moves });
    assert.equal(moment.moves, moves);
    assert.deepEqual(moment.state, view.state);
    assert.deepEqual(moment.score, view.score);
    assert.equal(moment.ask, view.ask);
  }
  const { log } = ada.tables.get(table);
  const all = (await ada.must({ do: "log", table })).log;
  assert.deepEqual(all, log);
  const since = (await ada.must({ do: "log", table, from: 10 })).log; // less than a page
  assert.deepEqual(since, log.slice(10));
  assert.deepEqual((await ada.must({ do: "log", table, from: 100000 })).log, []);
});

await story("what is not possible now says why, in English and German", async () => {
  for (const game of ["beyond-the-sun", "pulsar-2849"]) {
    const who = await Person.come("Uli");
    const table = await who.make({ game, players: 2, seats: ["me", "me"], start: true });
    for (let i = 0; !(await who.watch(table, { blocked: true })).view.blocked?.length; i++) {
      assert.ok(i < 30, "something is blocked soon");
      const view = who.view(table);
      await who.act(table, view.confirming ? { do: "confirm", seat: view.confirming } : { do: "move", seat: view.awaited, move: view.legal[0].move });
    }
    const english = who.view(table);
    await who.ask("POST", "/api/me", { language: "de" });
    await who.leave();
    await who.connect();
    const german = (await who.watch(table, { blocked: true })).view;
    assert.equal(german.blocked.length, english.blocked.length);
    for (const [i, one] of english.blocked.entries()) {
      assert.ok(one.why.length > 3 && one.because.length > 3, JSON.stringify(one));
      assert.equal(german.blocked[i].move, one.move);
      assert.equal(german.blocked[i].because, one.because);
      assert.notEqual(german.blocked[i].why, one.why, `${game}: ${one.why}`);
    }
    assert.notEqual(german.ask, english.ask);
    const refused = await who.say({ do: "move", table, seat: german.awaited, move: german.blocked[0].move });
    assert.equal(refused.error, "refused");
    assert.equal(refused.text, german.blocked[0].why, "a refusal says why too");
    await who.leave();
  }
});

// ---- clocks -------------------------------------------------------------------------------------

const near = (actual, wanted, by = 1500) => assert.ok(Math.abs(actual - wanted) <= by, `${actual} is not about ${wanted}`);

await story("a live clock: runs for who is awaited, and every turn adds to it", async () => {
  const table = await sitDown(ada, bob, { ...first, clock: { kind: "live", time: 60000, increment: 5000 } });
  const seats = ada.view(table).seats;
  assert.deepEqual(seats.map((seat) => seat.clock_runs), [true, false]);
  near(seats[0].left, 60000);
  await pause(300);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await pause(300);
  assert.deepEqual(ada.view(table).seats.map((seat) => seat.clock_runs), [true, false], "until the turn is confirmed");
  await ada.act(table, { do: "confirm", seat: 1 });
  const after = ada.view(table).seats;
  assert.deepEqual(after.map((seat) => seat.clock_runs), [false, true]);
  near(after[0].left, 64400, 3000);
  assert.ok(after[0].left <= 64400, "the time was counted");
});

await story("a clock of days: each decision has the whole time", async () => {
  const day = 86400000;
  const table = await sitDown(ada, bob, { ...first, clock: { kind: "days", time: 3 * day } });
  await pause(200);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  assert.ok(ada.view(table).seats[0].left <= 3 * day - 200);
  await ada.act(table, { do: "confirm", seat: 1 });
  near(ada.view(table).seats[1].left, 3 * day);
  await bob.until(table, (view) => view.awaited === 2);
  await bob.act(table, { do: "move", seat: 2, move: "mark a1" });
  await bob.act(table, { do: "confirm", seat: 2 });
  near(bob.view(table).seats[0].left, 3 * day);
});

await story("a pause when all want it", async () => {
  const table = await sitDown(ada, bob, { ...first, clock: { kind: "live", time: 60000 } });
  await ada.act(table, { do: "pause", seat: 1, on: true });
  assert.equal(ada.view(table).paused, false);
  assert.equal(ada.view(table).seats[0].wants_pause, true);
  await bob.until(table, (view) => view.seats[0].wants_pause);
  await bob.act(table, { do: "pause", seat: 2, on: true });
  const paused = await ada.until(table, (view) => view.paused);
  assert.ok(paused.seats.every((seat) => !seat.clock_runs));
  assert.ok(!("legal" in paused));
  await ada.refused(table, { do: "move", seat: 1, move: "mark b2" }, /paused/);
  const { left } = paused.seats[0];
  await pause(1500);
  await ada.act(table, { do: "pause", seat: 1, on: false });
  assert.equal(ada.view(table).paused, false);
  assert.equal(ada.view(table).seats[0].clock_runs, true);
  near(ada.view(table).seats[0].left, left, 1000);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
});

// ---- talking ------------------------------------------------------------------------------------

await story("chat reaches everybody who watches", async () => {
  const table = await sitDown(ada, bob);
  const eve = await Person.come("Eve");
  await eve.watch(table);
  for (const [who, text] of [[ada, "Good luck!"], [bob, "Dir auch."], [eve, "I only watch \u{1f600}"]])
    assert.equal((await who.ask("POST", `/api/tables/${table}/chat`, { text })).status, 200);
  for (const who of [ada, bob, eve]) await who.until(table, (_, known) => known.lines.length === 3, "three lines");
  assert.deepEqual(bob.tables.get(table).lines.map((line) => [line.number, line.name, line.text]), [[1, "Ada", "Good luck!"], [2, "Bob", "Dir auch."], [3, "Eve", "I only watch \u{1f600}"]]);
  const kept = (await eve.ask("GET", `/api/tables/${table}/chat`)).json.lines;
  assert.deepEqual(kept.map((line) => line.text), bob.tables.get(table).lines.map((line) => line.text));
  assert.ok(Math.abs(kept[0].time - Date.now()) < 60000);
  await eve.leave();
});

// ---- coming back --------------------------------------------------------------------------------

await story("who was away gets what he missed, and sends again what was not answered", async () => {
  const table = await sitDown(ada, bob);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "confirm", seat: 1 });
  await bob.until(table, (view) => view.awaited === 2);
  const key = newKey();
  const move = { do: "move", table, seat: 2, move: "mark a1", key, expected: bob.view(table).version };
  bob.client.socket.send(JSON.stringify({ ...move, id: 999 }), () => bob.client.socket.terminate());
  await bob.client.closed;
  await ada.until(table, (view) => view.moves === 2, "Bob's move");
  assert.equal(ada.view(table).seats[1].yours, false);
  await bob.connect();
  assert.equal(bob.view(table).final, 1);
  const { log } = await bob.watch(table);
  assert.deepEqual(log.map((line) => line.number), [2], "one line was known");
  assert.equal((await bob.must(move)).again, true);
  assert.equal((await bob.watch(table)).view.moves, 2);
  await bob.act(table, { do: "confirm", seat: 2 });
});

await story("who was away while a move was taken back and another made sees the other one", async () => {
  const table = await sitDown(ada, bob);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await bob.until(table, (view) => view.moves === 1);
  await bob.leave();
  await ada.act(table, { do: "undo", seat: 1 });
  await ada.act(table, { do: "move", seat: 1, move: "mark c3" });
  await ada.act(table, { do: "confirm", seat: 1 });
  await bob.connect();
  await bob.watch(table);
  assert.deepEqual(bob.tables.get(table).log.map((line) => line.move), ["mark c3"]);
});

await story("a key is known however much has happened since", async () => {
  const table = await sitDown(ada, bob);
  const move = { do: "move", table, seat: 1, move: "mark b2", key: newKey(), expected: ada.view(table).version };
  await ada.must(move);
  for (let i = 0; i < 50; i++) await ada.must({ do: "confirms", table, seat: 1, on: i % 2 === 0, key: newKey() });
  const { version } = (await ada.watch(table)).view;
  const again = await ada.must(move);
  assert.equal(again.again, true);
  assert.equal(again.version, version);
  assert.equal((await ada.must({ ...move, expected: undefined })).again, true);
  assert.equal((await ada.watch(table)).view.version, version);
});

await story("others see who is there", async () => {
  const table = await sitDown(ada, bob);
  const cyd = await Person.come("Cyd");
  assert.deepEqual((await cyd.watch(table)).view.seats.map((seat) => seat.online), [true, true]);
  await bob.leave();
  assert.deepEqual((await cyd.watch(table)).view.seats.map((seat) => seat.online), [true, false]);
  await bob.connect();
  await bob.watch(table);
  assert.deepEqual((await cyd.watch(table)).view.seats.map((seat) => seat.online), [true, true]);
  await cyd.leave();
});

// ---- once more ----------------------------------------------------------------------------------

await story("a rematch with the same chance has the same chance moves", async () => {
  const plan = { game: "pulsar-2849", players: 2, seats: ["me", "random"], start: true };
  const table = await ada.make(plan);
  await ada.must({ do: "hand-over", table, seat: 1, player: "random:seed=3" }); // while the other one plays
  await ada.until(table, (view) => view.phase === "over", "the end");
  const old = ada.tables.get(table);
  const again = async (body) => {
    const made = await ada.ask("POST", `/api/tables/${table}/rematch`, { seats: plan.seats, start: true, ...body });
    assert.equal(made.status, 201, made.text);
    await ada.watch(made.json.table);
    return ada.tables.get(made.json.table);
  };
  const opening = (known) => chanceMoves(known.log.slice(0, known.log.findIndex((line) => line.actor !== "dealer")));
  const same = await again({ same_chance: true });
  const other = await again({});
  assert.equal(same.view.follows, table);
  assert.deepEqual(same.view.options, old.view.options);
  assert.ok(opening(old).length > 3);
  const length = Math.min(opening(old).length, chanceMoves(same.log).length);
  assert.deepEqual(chanceMoves(same.log).slice(0, length), opening(old).slice(0, length));
  assert.notDeepEqual(chanceMoves(other.log).slice(0, length), opening(old).slice(0, length));
  const stranger = await Person.come("Stranger");
  const refused = await stranger.ask("POST", `/api/tables/${table}/rematch`, {});
  assert.equal(refused.status, 409);
  await stranger.leave();
});

await story("a recorded game goes on at a new table, or is shown", async () => {
  const table = await sitDown(ada, bob);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "confirm", seat: 1 });
  const { text: record } = await keepRecord(ada, table);
  const made = await ada.ask("POST", "/api/import", { record, seats: ["me", "random"], title: "goes on", start: true });
  assert.equal(made.status, 201, made.text);
  const { view } = await ada.watch(made.json.table);
  assert.equal(view.title, "goes on");
  if (view.phase === "open") await ada.act(made.json.table, { do: "start" });
  const moved = await ada.until(made.json.table, (seen) => seen.moves === 2, "the computer player's move");
  assert.equal(moved.awaited, 1);
  assert.equal(ada.tables.get(made.json.table).log[0].move, "mark b2");
  const ended = await ada.make({ seats: ["random", "random"], start: true });
  await ada.until(ended, (seen) => seen.phase === "over");
  const shown = await ada.ask("POST", "/api/import", { record: (await keepRecord(ada, ended)).text });
  assert.equal(shown.status, 201, shown.text);
  const again = (await ada.watch(shown.json.table)).view;
  assert.equal(again.phase, "over");
  assert.deepEqual(again.state, ada.view(ended).state);
  assert.deepEqual(again.score, ada.view(ended).score);
});

// ---- accounts -----------------------------------------------------------------------------------

await story("a guest becomes an account and comes in from elsewhere", async () => {
  const who = await Person.come("Grace");
  const table = await sitDown(ada, who);
  const account = await who.ask("POST", "/api/account", { name: "Grace", password: "correct horse" });
  assert.equal(account.status, 200, account.text);
  assert.equal(account.json.account, true);
  assert.equal((await who.ask("GET", "/api/me")).json.account, true);
  const login = (name, password) => ask(server.base, "POST", "/api/login", { name, password, token: true });
  assert.equal((await login("Grace", "correct house")).status, 403);
  const entered = await login("Grace", "correct horse");
  assert.equal(entered.status, 200);
  assert.notEqual(entered.json.token, who.token);
  const elsewhere = await Person.come("Grace", { token: entered.json.token });
  assert.deepEqual((await elsewhere.watch(table)).view.seats.map((seat) => seat.yours), [false, true]);
  const taken = await ada.ask("POST", "/api/account", { name: "Grace", password: "another horse" });
  assert.equal(taken.status, 409);
  assert.equal((await elsewhere.ask("POST", "/api/me", { name: "Hopper" })).status, 400, "an account keeps its name");
  assert.equal((await elsewhere.ask("POST", "/api/password", { password: "wrong horse", new_password: "battery staple" })).status, 403);
  assert.equal((await elsewhere.ask("POST", "/api/password", { password: "correct horse", new_password: "battery staple" })).status, 200);
  assert.equal((await login("Grace", "correct horse")).status, 403);
  assert.equal((await login("Grace", "battery staple")).status, 200);
  await Promise.all([who.leave(), elsewhere.leave()]);
});

// ---- letters ------------------------------------------------------------------------------------

/** Somebody who is told when it is his turn; refuses as often as he is asked to. */
function listener() {
  const heard = [];
  const state = { refuse: 0, wake: () => {} };
  const service = http.createServer((incoming, answer) => {
    let body = "";
    incoming.on("data", (part) => (body += part));
    incoming.on("end", () => {
      answer.statusCode = state.refuse-- > 0 ? 503 : 204;
      heard.push({ body, headers: incoming.headers, method: incoming.method, status: answer.statusCode });
      answer.end();
      state.wake();
    });
  });
  const come = (count) =>
    within(WAIT_MS, "a webhook", (async () => {
      while (heard.length < count) await new Promise((resolve) => (state.wake = resolve));
    })());
  return new Promise((resolve) => service.listen(0, "127.0.0.1", () => resolve({ heard, state, come, service, address: `http://127.0.0.1:${service.address().port}/turn` })));
}

/** The next try of a letter is a minute away; makes it due now, as if that minute had passed. */
function makeDue(store) {
  const code = "import sqlite3,sys;c=sqlite3.connect(sys.argv[1],timeout=10);c.execute('UPDATE letters SET due=0');c.commit();print(c.total_changes)";
  return Number(execFileSync("python3", ["-c", code, store], { encoding: "utf8" }));
}

const mailed = join(folder, "mails");
const mailer = join(folder, "mailer.sh");
writeFileSync(mailer, `#!/bin/sh\n[ -e "${mailed}.ready" ] || { touch "${mailed}.ready"; exit 1; }\n{ echo "to $1"; cat; echo "--"; } >> "${mailed}"\n`);
chmodSync(mailer, 0o755);
const post = await startServer(program, { args: ["--mail", mailer], env: { ORRERY_PRIVATE_WEBHOOKS: "1" } });

await story("who is away hears of his turn by a signed webhook, which is sent again if it fails", async () => {
  const ear = await listener();
  const [one, other] = [await Person.come("One", { at: post }), await Person.come("Other", { at: post })];
  const me = await other.ask("POST", "/api/me", { webhook: ear.address });
  assert.equal(me.status, 200, me.text);
  assert.match(me.json.secret, /^[0-9a-f]{64}$/);
  const table = await sitDown(one, other, { ...first, title: 'Tea "time" \u00e4' });
  await one.act(table, { do: "move", seat: 1, move: "mark b2" });
  await one.act(table, { do: "confirm", seat: 1 });
  await other.until(table, (view) => view.awaited === 2);
  await other.act(table, { do: "move", seat: 2, move: "mark a1" });
  await other.act(table, { do: "confirm", seat: 2 });
  await pause(1500);
  assert.equal(ear.heard.length, 0, "who is there gets no letter");
  await other.leave();
  ear.state.refuse = 1;
  await one.until(table, (view) => view.awaited === 1);
  await one.act(table, { do: "move", seat: 1, move: "mark c3" });
  await one.act(table, { do: "confirm", seat: 1 });
  await ear.come(1);
  assert.equal(ear.heard[0].status, 503);
  await pause(1500);
  assert.equal(ear.heard.length, 1, "not again at once");
  assert.equal(makeDue(post.store), 1, "the letter is kept");
  await ear.come(2);
  for (const { method, body, headers } of ear.heard) {
    assert.equal(method, "POST");
    assert.deepEqual(JSON.parse(body), { table, seat: 2, game: "noughts", title: 'Tea "time" \u00e4' });
    assert.match(headers["content-type"], /^application\/json/);
    const signature = createHmac("sha256", Buffer.from(me.json.secret, "hex")).update(body).digest("hex");
    assert.equal(headers["x-orrery-signature"], `sha256=${signature}`);
  }
  await pause(1200);
  assert.equal(makeDue(post.store), 0, "a letter that arrived is gone");
  ear.service.close();
  ear.service.closeAllConnections?.();
  await one.leave();
});

await story("who is away gets a mail in his language, and again if it could not be sent", async () => {
  const [one, other] = [await Person.come("One", { at: post }), await Person.come("Andere", { at: post, language: "de" })];
  assert.equal((await other.ask("POST", "/api/me", { mail: "andere@example.org" })).status, 200);
  const table = await sitDown(one, other, { ...first, title: "Nachmittag" });
  await other.leave();
  await one.act(table, { do: "move", seat: 1, move: "mark b2" });
  await one.act(table, { do: "confirm", seat: 1 });
  await within(WAIT_MS, "a try", (async () => {
    while (!existsSync(`${mailed}.ready`)) await pause(100);
  })());
  await pause(500);
  assert.ok(!existsSync(mailed));
  assert.equal(makeDue(post.store), 1, "the letter is kept");
  await within(WAIT_MS, "a mail", (async () => {
    while (!existsSync(mailed) || !readFileSync(mailed, "utf8").includes("\n--\n")) await pause(100);
  })());
  const mail = readFileSync(mailed, "utf8");
  assert.match(mail, /^to andere@example\.org\nTo: <andere@example\.org>\nSubject: [^\n]+\n/);
  assert.ok(mail.includes("Nachmittag") && mail.includes(table));
  await one.leave();
});

await story("a webhook into the host's own network is not sent unless the host wants it", async () => {
  const ear = await listener();
  const who = await Person.come("Spy");
  assert.equal((await who.ask("POST", "/api/me", { webhook: ear.address })).status, 200);
  const table = await sitDown(ada, who);
  await who.leave();
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "confirm", seat: 1 });
  await pause(2500);
  assert.equal(ear.heard.length, 0);
  ear.service.close();
});

// ---- time is up ---------------------------------------------------------------------------------

await story("who lets his time run out can be replaced by the others, and come back", async () => {
  const stranger = await Person.come("Stranger");
  await bob.watch(late);
  await ada.watch(late);
  await pause(Math.max(0, lateSince + 10500 - Date.now()));
  assert.ok((await bob.watch(late)).view.seats[0].left < 0);
  await stranger.refused(late, { do: "hand-over", seat: 1, player: "random" });
  await bob.refused(late, { do: "hand-over", seat: 2, player: "hugo" });
  await bob.act(late, { do: "hand-over", seat: 1, player: "random" });
  const view = await bob.until(late, (seen) => seen.awaited === 2, "the computer player's move");
  assert.equal(view.seats[0].replaced, true);
  assert.equal(view.seats[0].clock_runs, false);
  await ada.until(late, (seen) => seen.version === view.version);
  await ada.act(late, { do: "take-back", seat: 1 });
  assert.equal(ada.view(late).seats[0].replaced, false);
  assert.equal(ada.view(late).seats[0].left, 2000, "who is back has time for a turn");
  await stranger.leave();
});

// ---- stopping -----------------------------------------------------------------------------------

await story("a graceful stop says goodbye; everything is there after the next start", async () => {
  const who = await Person.come("Zoe");
  const table = await sitDown(who, bob, { game: "pulsar-2849", players: 2 });
  const asked = who.view(table).awaited === 1 ? who : bob;
  await asked.act(table, { do: "move", seat: asked.view(table).awaited, move: asked.view(table).legal[0].move });
  await who.until(table, (view) => view.version === asked.view(table).version);
  const machines = await who.make({ game: "pulsar-2849", players: 2, seats: ["mcts:ms=30", "mcts:ms=30"], start: true });
  await who.until(machines, (view) => view.moves > 30);
  const key = newKey();
  await who.must({ do: "confirms", table, seat: 1, on: false, key });
  await who.until(table, (view) => view.seats[0].confirms === false);
  const before = who.view(table);
  const far = who.view(machines).moves;
  assert.equal(await server.end(), 0);
  assert.equal(await who.client.closed, 1001);
  assert.equal(await bob.client.closed, 1001);
  await server.start();
  await who.connect();
  const after = (await who.watch(table)).view;
  for (const view of [before, after]) for (const seat of view.seats) delete seat.online;
  assert.deepEqual(after, before);
  assert.equal((await who.must({ do: "confirms", table, seat: 1, on: true, key })).again, true, "keys are known after a start");
  await who.watch(machines);
  await who.until(machines, (view) => view.moves > far + 30, "computer players go on by themselves");
  await who.leave();
});

await test("the servers end well", async () => {
  await ada.leave();
  await server.stop();
  await post.stop();
});

finish();

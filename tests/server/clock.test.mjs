// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Clocks that step, by libfaketime: ahead and back by a second, an hour, a day, while servers run and while they do not, on
// both databases, and with two servers whose clocks differ. No row is written while nobody does anything, every move is
// taken, and no player gains or loses time. All stories run side by side, for they mostly wait.

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newKey } from "./client.mjs";
import { first, Person, pause, sitDown } from "./person.mjs";
import { postgres } from "./postgres.mjs";
import { faketime, startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const [SECOND, HOUR, DAY] = [1, 3600, 86400];
const BEAT_MS = 2000; // between signs of life
const QUIET_MS = BEAT_MS + 400; // every server has beaten by then
const SLACK_MS = 500; // less than the smallest step
const MOVES = 20;
const long = Number(process.env.ORRERY_TEST_GAMES ?? 1) > 1;
// Each story goes there while the server runs and back while it does not: of these pairs the short run has one way round.
const STEPS = long ? [SECOND, -SECOND, HOUR, -HOUR, DAY, -DAY] : [SECOND, -HOUR, DAY];

const folder = mkdtempSync(join(tmpdir(), "orrery-clocks-"));
chmodSync(folder, 0o755); // PostgreSQL is another user
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A wall clock that can be set, for the programs that are started with its environment. */
class Clock {
  static count = 0;

  constructor(seconds = 0) {
    this.file = join(folder, `clock${Clock.count++}`);
    this.set(seconds);
    this.env = {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DISABLE_SHM: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_RESET: "1",
      NO_FAKE_STAT: "1",
    };
  }

  /** This many seconds ahead of the true time. */
  set(seconds) {
    writeFileSync(`${this.file}.new`, `${seconds < 0 ? "" : "+"}${seconds}s\n`);
    chmodSync(`${this.file}.new`, 0o644);
    renameSync(`${this.file}.new`, this.file);
  }
}

/** A table of two with a clock, what its clocks showed, and since when that is. */
class Table {
  static async open(one, other) {
    const table = new Table();
    table.people = [one, other];
    table.id = await sitDown(one, other, { game: "pulsar-2849", players: 2, clock: { kind: "live", time: 600000, increment: 0 } });
    for (const [seat, person] of table.people.entries()) {
      await person.act(table.id, { do: "confirms", seat: seat + 1, on: false });
      await table.newest();
    }
    await table.look();
    return table;
  }

  /** What everyone sees now, freshly; the clocks are measured from here. */
  async look() {
    const from = performance.now();
    const { json } = await this.people[0].ask("GET", `/api/tables/${this.id}`);
    this.seen = { from, to: performance.now(), view: json, away: 0, gift: 0, loss: 0 };
  }

  /** Since the look before only the time has passed for the players in which servers were there, or as much less as was given
   * them. How long a look takes does not matter. */
  async assertCharged(before) {
    await this.look();
    const { from, to, view } = this.seen;
    const left = (each) => each.seats[0].left + each.seats[1].left;
    const charged = left(before.view) - left(view);
    const [least, most] = [from - before.to - before.away - before.gift, to - before.from - before.away + before.loss];
    const fine = charged >= least * 0.98 - SLACK_MS && charged <= most * 1.02 + SLACK_MS;
    assert.ok(fine, `${charged} ms were charged, ${Math.round(least)} to ${Math.round(most)} have passed`);
  }

  /** Nobody does anything: no row is written, and the clocks continue. */
  async stayQuiet() {
    const before = this.seen;
    await pause(QUIET_MS);
    await this.assertCharged(before);
    assert.equal(this.seen.view.version, before.view.version, "nobody has done anything");
  }

  /** Every move is taken, whichever server it is sent to. */
  async play() {
    const before = this.seen;
    const refused = [];
    for (let i = 0; i < MOVES; i++) {
      const { version, awaited } = await this.newest();
      const person = this.people[awaited - 1];
      const mine = await person.until(this.id, (view) => view.version >= version && view.legal?.length > 0);
      const move = { do: "move", table: this.id, seat: awaited, move: mine.legal[0].move, key: newKey(), expected: mine.version };
      const answer = await person.say(move);
      if (answer.ok) await person.until(this.id, (view) => view.version >= answer.version);
      else refused.push(answer.error);
    }
    assert.deepEqual(refused, [], `${MOVES - refused.length} of ${MOVES} moves were taken`);
    await this.assertCharged(before);
  }

  async newest() {
    const views = this.people.map((person) => person.view(this.id));
    const { version } = views.find((view) => view.version >= views[0].version && view.version >= views[1].version);
    for (const person of this.people) await person.until(this.id, (view) => view.version >= version);
    return this.people[0].view(this.id);
  }

  /** Something is done while no server is there; then everyone comes back. How long servers take to end and to start, and
   * people to come, does not matter: a server that ends may be gone from the moment it is told to, one that has started may
   * serve from then on, and the first of them ends the time without any. */
  async whileAway(servers, action) {
    const before = this.seen;
    const told = performance.now();
    for (const server of servers) await server.end();
    const ended = performance.now();
    action();
    let back;
    for (const server of servers) {
      await server.start();
      back ??= performance.now();
    }
    for (const person of this.people) {
      await person.client.closed;
      await person.connect();
      await person.watch(this.id);
    }
    before.away = back - ended;
    before.gift = ended - told + (performance.now() - back);
    // Where there may be others, what is shorter is not an outage: before the first sign of life, and from there to serving.
    if (servers.length > 1) before.loss = 2 * 1.5 * BEAT_MS;
    await this.assertCharged(before);
  }
}

const named = (seconds) => `${seconds > 0 ? "ahead" : "back"} by ${Math.abs(seconds)} s`;
const started = []; // stories under way, in their order

/** Begins a story; it is told when its turn comes. */
function story(name, action) {
  const result = action();
  result.catch(() => {}); // told below
  started.push([name, result]);
}

// ---- a file, one server -------------------------------------------------------------------------

async function onFile(seconds) {
  const clock = new Clock();
  const server = await startServer(program, { env: clock.env });
  const table = await Table.open(await Person.come(server, "Ada"), await Person.come(server, "Bob"));
  clock.set(seconds);
  await table.stayQuiet();
  await table.play();
  await table.whileAway([server], () => clock.set(0)); // the other way
  await table.stayQuiet();
  await table.play();
  for (const person of table.people) await person.leave();
  await server.stop();
}

for (const seconds of STEPS) story(`a file: the clock is set ${named(seconds)} while the server runs, and the other way while it does not`, () => onFile(seconds));

/** Guests' tables and guests without one are removed when they are old; a clock that is set makes nothing old. */
async function nothingIsOld(seconds, whileRunning) {
  const clock = new Clock();
  const server = await startServer(program, { env: clock.env });
  const ada = await Person.come(server, "Ada");
  const bob = await Person.come(server, "Bob"); // has no table
  const open = await ada.make({ seats: ["me", "open"] });
  const over = await ada.make({ seats: ["me", "me"], start: true, ...first });
  for (const [i, cell] of ["a1", "a2", "b1", "b2", "c1"].entries()) {
    const seat = 1 + (i % 2);
    await ada.act(over, { do: "move", seat, move: `mark ${cell}` });
    await ada.act(over, { do: "confirm", seat });
  }
  assert.equal(ada.view(over).phase, "over");
  await server.end();
  clock.set(seconds);
  await server.start(); // which looks for what is old, with the second sign of life
  if (whileRunning) {
    clock.set(2 * seconds);
    await pause(QUIET_MS);
    await server.restart();
  }
  await pause(2 * QUIET_MS);
  for (const table of [open, over]) assert.equal((await ada.ask("GET", `/api/tables/${table}`)).status, 200, "a table of a minute ago");
  for (const guest of [ada, bob]) assert.equal((await guest.ask("GET", "/api/me")).json?.name, guest.name, "a guest of a minute ago");
  await server.stop();
}

story("a file: nothing is old because the clock was set ahead by 2 days", () => nothingIsOld(2 * DAY, false));
story("a file: nothing is old because the clock was set ahead by 40 days, twice", () => nothingIsOld(40 * DAY, true));
story("a file: nobody is a stranger because the clock was set ahead by 200 days, twice", () => nothingIsOld(200 * DAY, true));

// ---- PostgreSQL, two servers whose clocks differ ------------------------------------------------

/** A database with a clock, and two servers with others. */
async function onPostgres(action) {
  const clock = new Clock();
  const database = postgres(clock.env);
  const store = await database.address;
  const clocks = [new Clock(HOUR), new Clock(-HOUR)];
  const servers = [];
  for (const each of clocks) servers.push(await startServer(program, { store, env: each.env }));
  const table = await Table.open(await Person.come(servers[0], "Ada"), await Person.come(servers[1], "Bob"));
  await action(table, servers, clock, clocks);
  for (const person of table.people) await person.leave();
  for (const server of servers) await server.stop();
  await database.stop();
}

story("PostgreSQL: the clocks of the database and of the servers are set while they run", () =>
  onPostgres(async (table, servers, clock, clocks) => {
    await table.play();
    for (const seconds of long ? [SECOND, 0, -HOUR, 0, DAY, 0] : [SECOND, -HOUR, DAY]) {
      clock.set(seconds);
      clocks[0].set(HOUR - seconds);
      await table.look();
      await table.stayQuiet();
      await table.play();
    }
  }),
);

story("PostgreSQL: they are set while no server runs, and while one does", () =>
  onPostgres(async (table, servers, clock, clocks) => {
    for (const seconds of long ? [SECOND, 0, HOUR, 0, -DAY, 0] : [-SECOND, HOUR, -DAY]) {
      await table.whileAway(servers, () => {
        clock.set(seconds);
        clocks[1].set(-HOUR - seconds);
      });
      await table.play();
    }
    const [, second] = servers; // starts while the other one lives
    await second.end();
    await table.people[1].client.closed;
    await table.look();
    await second.start();
    await table.people[1].connect();
    await table.people[1].watch(table.id);
    await table.stayQuiet();
    await table.play();
  }),
);

for (const [name, result] of started) await test(name, () => result);
finish();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// People at the tables of a server, for stories: they hear of every change, and keep what they have heard.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, Client, guest, newKey } from "./client.mjs";
import { within } from "./server.mjs";
import { program } from "./tap.mjs";

/** Much more than anything takes, for machines that do much else. */
export const WAIT_MS = 120000;
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** For files of the test. */
export const folder = mkdtempSync(join(tmpdir(), "orrery-stories-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// ---- players ------------------------------------------------------------------------------------

/** A person with a connection, who keeps what is told of each table: the latest view, and the log by numbers. */
export class Person {
  static async come(at, name, { language = "en", token } = {}) {
    const person = new this();
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
    if (event.event === "presence") this.notePresence(known, event);
    else if (event.event === "chat") known.lines.push(event);
    else if (known.early) known.early.push(event);
    else {
      const rows = event.view.version - known.view.version; // with a clock, time may be given back, or only that be told
      assert.ok(rows === 1 || (event.view.clock.kind !== "none" && (rows === 0 || rows === 2)), `no change is left out: ${rows}`);
      this.note(known, event);
    }
    known?.tell?.();
  }

  /** Who is there now; of a table that is not watched any more nothing is kept. */
  notePresence(known, { online }) {
    known?.view?.seats.forEach((seat, i) => (seat.online = online.includes(i + 1)));
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
    known.early = []; // news that arrive together with the answer, before it is noted
    const answer = await this.must({ do: "watch", table, log: known.view?.final ?? 0, ...wishes });
    const news = known.early;
    known.early = undefined;
    this.note(known, answer);
    for (const event of news) if (event.view.version > answer.view.version) this.hear(event);
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

export const first = { options: { start: "first" } };

/** A table of two that has begun. */
export async function sitDown(one, other, plan = first) {
  const table = await one.make({ seats: ["me"], ...plan });
  await other.watch(table);
  await other.must({ do: "sit", table, seat: 2 });
  await one.must({ do: "start", table });
  for (const person of [one, other]) await person.until(table, (view) => view.phase === "running");
  return table;
}

export const orrery = (...words) => execFileSync(program, words, { encoding: "utf8" });

/** The record of a table in a file. */
export async function keepRecord(person, table) {
  const answer = await person.ask("GET", `/api/tables/${table}/record`);
  assert.equal(answer.status, 200, answer.text);
  const file = join(folder, `${table}.record`);
  writeFileSync(file, answer.text);
  return { file, text: answer.text };
}

export const chanceMoves = (log) => log.filter((line) => line.actor === "dealer").map((line) => line.move);

/** Is it about as much as that? */
/** Two programs may read their clocks a little differently. */
export const SLACK_MS = 100;

/** A clock that had so much at a time has lost no more than has passed since then. */
export function atLeast(left, wanted, since) {
  const passed = Date.now() - since;
  assert.ok(left >= wanted - passed - SLACK_MS && left <= wanted + SLACK_MS, `${left} of ${wanted} are left after ${passed} ms`);
}

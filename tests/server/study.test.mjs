// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Hints and analyses: who gets them, that each is made once, and that none is lost with the server that was at it.
//     node study.test.mjs ORRERY

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ask, Client } from "./client.mjs";
import { first, folder, orrery, pause, Person, sitDown } from "./person.mjs";
import { postgres } from "./postgres.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const LOOK_MS = 50;
const LONG_MS = 240000; // for studies of a slow program on a busy machine

/** Someone who keeps the events of studies, too. */
class Student extends Person {
  studies = [];

  hear(event) {
    if (event.event === "hint" || event.event === "analysis") {
      this.studies.push(event);
      this.heard?.();
    } else super.hear(event);
  }

  /** The next event of a study. */
  next() {
    const search = async () => {
      while (this.studies.length === 0) await new Promise((resolve) => (this.heard = resolve));
      return this.studies.shift();
    };
    return within(LONG_MS, "an event", search());
  }

  async analysis(table) {
    const answer = await this.ask("GET", `/api/tables/${table}/analysis`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  /** Looks until the analysis is in one of these states. */
  async analysed(table, ...states) {
    const search = async () => {
      for (;;) {
        const study = await this.analysis(table);
        if (states.includes(study.state)) return study;
        await pause(LOOK_MS);
      }
    };
    return within(LONG_MS, `an analysis that is ${states}`, search());
  }

  /** A recorded game that is over, at a new table. */
  async import(record) {
    const made = await this.ask("POST", "/api/import", { record });
    assert.equal(made.status, 201, made.text);
    return made.json.table;
  }

  /** A game of computer players to its end. */
  async finished(plan) {
    const table = await this.make({ start: true, ...plan });
    await this.until(table, (view) => view.phase === "over", "the end");
    return table;
  }
}

/** A number that /metrics tells. */
async function metric(at, name) {
  const { text } = await ask(at.base, "GET", "/metrics");
  return Number(text.match(new RegExp(`^orrery_${name} (\\d+)$`, "m"))[1]);
}

const players = { game: "pulsar-2849", players: 2, seats: ["random", "random:seed=2"] };
const quick = ["--hint-nodes", "300", "--analysis-nodes", "20"];

const server = await startServer(program, { args: quick });
const ada = await Student.come(server, "Ada");
const bob = await Student.come(server, "Bob", { language: "de" });

function story(name, action, ms) {
  return test(
    name,
    async () => {
      for (const person of [ada, bob]) {
        await person.lookAway();
        person.studies = [];
      }
      await action();
    },
    ms,
  );
}

// ---- hints --------------------------------------------------------------------------------------

/** A table at which one person plays: there are hints. */
const alone = () => ada.make({ seats: ["me", "random"], start: true, ...first });

await story("a hint comes as an event, and is there at once the next time", async () => {
  const table = await alone();
  const { version, moves } = ada.view(table);
  const { hint: asked } = await ada.must({ do: "hint", table, seat: 1, expected: version });
  assert.ok(["waiting", "working"].includes(asked.state), asked.state);
  assert.deepEqual([asked.version, asked.moves, asked.seat], [version, moves, 1]);
  const event = await ada.next();
  assert.equal(event.event, "hint");
  assert.equal(event.table, table);
  const { hint } = event;
  assert.deepEqual([hint.state, hint.version, hint.moves, hint.seat], ["done", version, moves, 1]);
  assert.equal(hint.result.choices, 9);
  const legal = ada.view(table).legal.map((each) => each.move);
  for (const { move, win, text } of hint.result.moves) {
    assert.ok(legal.includes(move));
    assert.equal(win.length, 2);
    assert.deepEqual(Object.keys(text), ["en"], "no other language than the reader's");
  }
  const before = await metric(server, "jobs_taken_total");
  const again = await ada.must({ do: "hint", table, seat: 1 });
  assert.deepEqual(again.hint, hint);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "undo", seat: 1 });
  const later = (await ada.must({ do: "hint", table, seat: 1 })).hint;
  assert.equal(later.state, "done", "the position is the same");
  assert.deepEqual(later.result, hint.result);
  assert.equal(later.version, ada.view(table).version);
  assert.equal(await metric(server, "jobs_taken_total"), before, "nothing was done again");
  assert.equal(ada.view(table).version, version + 2, "a hint is no change");
  await pause(100);
  assert.deepEqual(ada.studies, [], "one event for each study");
});

await story("a hint by HTTP", async () => {
  const table = await alone();
  const path = `/api/tables/${table}/hint`;
  const asked = await ada.ask("POST", path, { seat: 1 });
  assert.equal(asked.status, 202, asked.text);
  assert.ok(["waiting", "working"].includes(asked.json.state));
  let answer = asked;
  while (answer.status === 202) {
    await pause(LOOK_MS);
    answer = await ada.ask("POST", path, { seat: 1 });
  }
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json.state, "done");
  assert.deepEqual([answer.json.version, answer.json.moves, answer.json.seat], [ada.view(table).version, 0, 1]);
  assert.equal(answer.json.result.seat, 1);
});

await story("no hint where it is not one's own decision", async () => {
  const open = await ada.make({ seats: ["me", "open"], ...first });
  await ada.refused(open, { do: "hint", seat: 1 }, /no hints at this table/);
  const helped = await ada.make({ seats: ["me", "open"], hints: true, ...first });
  await ada.refused(helped, { do: "hint", seat: 1 }, /has not begun/);
  const table = await sitDown(ada, bob, { hints: true, ...first });
  await bob.refused(table, { do: "hint", seat: 1 }, /nicht dein Platz/);
  await bob.refused(table, { do: "hint", seat: 2 }, /nichts zu entscheiden/);
  await ada.refused(table, { do: "hint", seat: 2 }, /not your seat/);
  await ada.refused(table, { do: "hint", seat: 4 }, /not your seat/);
  const missing = await ada.say({ do: "hint", table });
  assert.equal(missing.error, "missing-argument");
  const old = await ada.say({ do: "hint", table, seat: 1, expected: 1 });
  assert.equal(old.error, "stale");
  const strange = await ada.ask("POST", `/api/tables/${table}/hint`, { seat: 9 });
  assert.equal(strange.status, 400);
  assert.equal((await ada.ask("POST", `/api/tables/${table}/hint`, { seat: 2 })).status, 409);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.refused(table, { do: "hint", seat: 1 }, /nothing to decide/);
  await ada.act(table, { do: "hand-over", seat: 1, player: "random" });
  await ada.refused(table, { do: "hint", seat: 1 }, /nothing to decide/);
  const over = await ada.finished({ seats: ["random", "random"] });
  await ada.refused(over, { do: "hint", seat: 1 }, /is over/);
});

await story("nobody in particular can look at an analysis, but not ask for anything", async () => {
  const [table, over] = [await alone(), await ada.finished({ seats: ["random", "random"] })];
  const nobody = new Client(server.base);
  await nobody.open;
  const hint = await nobody.say({ do: "hint", table, seat: 1 });
  assert.deepEqual([hint.error, hint.text], ["not-allowed", "you are only watching"]);
  const analysis = await nobody.say({ do: "analysis", table: over });
  assert.deepEqual([analysis.error, analysis.text], ["not-allowed", "please sign in first"]);
  for (const path of [`${table}/hint`, `${over}/analysis`])
    assert.equal((await ask(server.base, "POST", `/api/tables/${path}`, { seat: 1 })).status, 401);
  assert.deepEqual(await ada.analysis(over), { state: "none" }, "nothing was asked for");
  await ada.must({ do: "analysis", table: over });
  await ada.analysed(over, "done");
  assert.deepEqual((await nobody.must({ do: "analysis", table: over })).analysis, { state: "done" });
  await nobody.close();
});

await story("where several people play, hints are off unless the host wants them", async () => {
  const hints = async (plan) => ada.view(await ada.make({ ...plan, ...first })).hints;
  assert.equal(await hints({ seats: ["me", "random"] }), true, "alone");
  assert.equal(await hints({ seats: ["me", "open"] }), false, "with someone else");
  assert.equal(await hints({ seats: ["me"] }), false, "a seat that nobody was named for is open");
  assert.equal(await hints({ seats: ["me", { me: "Berta" }] }), false, "at one screen");
  assert.equal(await hints({ seats: ["random", "random"] }), true, "nobody");
  assert.equal(await hints({ seats: ["me", "open"], hints: true }), true, "wanted");
  assert.equal(await hints({ seats: ["me", "random"], hints: false }), false, "not wanted");
  const record = (await ada.ask("GET", `/api/tables/${await alone()}/record`)).text;
  const continued = async (more) => (await ada.ask("POST", "/api/import", { record, ...more })).json.table;
  assert.equal((await ada.watch(await continued({ seats: ["me", "open"] }))).view.hints, false);
  assert.equal((await ada.watch(await continued({ seats: ["me", "random"] }))).view.hints, true);
});

await story("everyone at the table sees that someone had a hint, once for each position", async () => {
  const table = await sitDown(ada, bob, { hints: true, ...first });
  const { version, moves } = ada.view(table);
  const asked = (await ada.must({ do: "hint", table, seat: 1, expected: version })).hint;
  assert.deepEqual([asked.version, asked.moves], [version + 1, moves], "it is a change of the table");
  const seen = await bob.until(table, (view) => view.seats[0].hints === 1);
  assert.equal(seen.version, version + 1);
  assert.equal(seen.seats[1].hints, undefined);
  if (asked.state !== "done") await ada.next();
  const again = (await ada.must({ do: "hint", table, seat: 1 })).hint;
  assert.deepEqual([again.state, again.version], ["done", version + 1], "the same hint is no news");
  const byHttp = await ada.ask("POST", `/api/tables/${table}/hint`, { seat: 1 });
  assert.equal(byHttp.status, 200, "what was told may be asked for by HTTP");
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "confirm", seat: 1 });
  const refused = await bob.ask("POST", `/api/tables/${table}/hint`, { seat: 2 });
  assert.equal(refused.status, 409);
  assert.match(refused.json.text, /WebSocket/);
  await bob.must({ do: "hint", table, seat: 2 });
  await ada.until(table, (view) => view.seats[1].hints === 1);
});

await story("an analysis that is under way says how far it is", async () => {
  const table = await ada.finished(players);
  await ada.must({ do: "analysis", table });
  let [done, working] = [0, 0];
  for (let study; study?.state !== "done"; await pause(5)) {
    study = await ada.analysis(table);
    working += study.state === "working" ? 1 : 0;
    if (study.done === undefined) continue;
    assert.ok(study.done >= done && study.done <= 1000, `${done} → ${study.done}`);
    done = study.done;
  }
  assert.ok(done > 0 || working < 20, "whoever sees it at work sees how far it is");
}, LONG_MS);

await story("people at one screen have names of their own", async () => {
  const table = await ada.make({ seats: ["me", { me: "Berta" }], start: true, ...first });
  const [own, other] = ada.view(table).seats;
  assert.deepEqual([own.name, own.yours, other.name, other.yours, other.kind], ["Ada", true, "Berta", true, "person"]);
  for (const name of ["", "x".repeat(41), "Admin", "Ber\u200bta", " Berta"]) {
    const answer = await ada.ask("POST", "/api/tables", { game: "noughts", seats: ["me", { me: name }] });
    assert.equal(answer.status, 400, `${name}: ${answer.text}`);
  }
  for (const [seat, error] of [[{ me: 1 }, "missing-argument"], [{ you: "Berta" }, "unknown-member"], [7, "missing-argument"]]) {
    const answer = await ada.ask("POST", "/api/tables", { game: "noughts", seats: ["me", seat] });
    assert.deepEqual([answer.status, answer.json.error], [400, error]);
  }
});

await story("who comes and who goes is seen at once", async () => {
  const table = await ada.make({ seats: ["me", "open"], ...first });
  await bob.must({ do: "sit", table, seat: 2 });
  await ada.until(table, (view) => view.seats[1].kind === "person");
  assert.equal(ada.view(table).seats[1].online, false, "not there yet");
  await bob.watch(table);
  await ada.until(table, (view) => view.seats[1].online, "Bob comes");
  await bob.must({ do: "unwatch", table });
  await ada.until(table, (view) => !view.seats[1].online, "Bob goes");
  await bob.watch(table);
  await ada.until(table, (view) => view.seats[1].online);
  const other = await Student.come(server, "Bob", { token: bob.token });
  await other.watch(table);
  await bob.leave();
  await other.must({ do: "ping" });
  assert.equal(ada.view(table).seats[1].online, true, "he is still there with another window");
  await other.leave();
  await ada.until(table, (view) => !view.seats[1].online, "the last one goes");
  await bob.connect();
});

await story("no hint where the table forbids it", async () => {
  const table = await ada.make({ seats: ["me", "me"], start: true, hints: false, ...first });
  assert.equal(ada.view(table).hints, false);
  await ada.refused(table, { do: "hint", seat: 1 }, /no hints at this table/);
  const answer = await ada.ask("POST", `/api/tables/${table}/hint`, { seat: 1 });
  assert.equal(answer.status, 409);
  assert.equal(answer.json.error, "refused");
  for (const cell of ["a1", "a2", "b1", "b2", "c1"]) {
    const seat = ada.view(table).awaited;
    await ada.act(table, { do: "move", seat, move: `mark ${cell}` });
    await ada.act(table, { do: "confirm", seat });
  }
  await ada.must({ do: "analysis", table });
  assert.equal((await ada.analysed(table, "done")).result.over, true, "after the end nobody is helped");
  const next = await ada.ask("POST", `/api/tables/${table}/rematch`, {});
  assert.equal((await ada.watch(next.json.table)).view.hints, false, "a rematch is as the game before");
});

// ---- analyses -----------------------------------------------------------------------------------

await story("an analysis is made once, and kept for everybody", async () => {
  const running = await sitDown(ada, bob);
  await ada.refused(running, { do: "analysis" }, /not over yet/);
  assert.equal((await ask(server.base, "GET", `/api/tables/${running}/analysis`)).status, 409);
  const table = await ada.finished(players);
  assert.deepEqual(await bob.analysis(table), { state: "none" });
  const before = await metric(server, "jobs_finished_total");
  const { analysis } = await ada.must({ do: "analysis", table });
  assert.ok(["waiting", "working"].includes(analysis.state));
  const asked = await bob.ask("POST", `/api/tables/${table}/analysis`, {});
  assert.ok([200, 202].includes(asked.status), asked.text);
  const event = await ada.next();
  assert.deepEqual(event, { event: "analysis", table, analysis: { state: "done" } });
  const { state, result } = (await ask(server.base, "GET", `/api/tables/${table}/analysis`)).json;
  assert.equal(state, "done");
  assert.equal(result.moments.length, ada.view(table).moves + 1);
  assert.equal(result.seats.length, 2);
  assert.equal(result.nodes, 20);
  assert.deepEqual((await bob.must({ do: "analysis", table })).analysis, { state: "done" });
  assert.deepEqual((await bob.ask("POST", `/api/tables/${table}/analysis?lang=en`, {})).json.result, result);
  assert.equal(await metric(server, "jobs_finished_total"), before + 1);
  const record = (await ada.ask("GET", `/api/tables/${table}/record`)).text;
  const copy = await bob.import(record);
  await bob.must({ do: "analysis", table: copy });
  assert.deepEqual((await bob.analysed(copy, "done")).result.moments, result.moments, "a recorded game, on any machine");
}, LONG_MS);

await story("who left hears nothing, and finds the result later", async () => {
  const table = await ada.finished(players);
  const eve = await Student.come(server, "Eve");
  await eve.must({ do: "analysis", table });
  await eve.leave();
  await ada.analysed(table, "done");
  assert.deepEqual(eve.studies, []);
}, LONG_MS);

await test("the server ends well", async () => {
  assert.equal(await metric(server, "jobs_waiting"), 0); // whoever is told that a job is done finds it counted
  assert.equal(await metric(server, "jobs_failed_total"), 0);
  await Promise.all([ada.leave(), bob.leave()]);
  await server.stop();
});

// ---- limits -------------------------------------------------------------------------------------

await test("nobody waits for more than four, and others go on", async () => {
  const idle = await startServer(program, { args: ["--jobs", "0", "--jobs-elsewhere"] });
  const [one, other] = [await Student.come(idle, "Ola"), await Student.come(idle, "Per")];
  const tables = [];
  for (let i = 0; i < 5; i++) tables.push(await one.make({ seats: ["me", "random"], start: true, ...first }));
  for (const [i, table] of tables.slice(0, 4).entries()) {
    const { hint } = await one.must({ do: "hint", table, seat: 1 });
    assert.deepEqual([hint.state, hint.ahead], ["waiting", i]);
  }
  const refused = await one.say({ do: "hint", table: tables[4], seat: 1 });
  assert.equal(refused.error, "too-many");
  assert.match(refused.text, /several hints/);
  assert.equal((await one.ask("POST", `/api/tables/${tables[4]}/hint`, { seat: 1 })).status, 429);
  assert.equal((await one.must({ do: "hint", table: tables[0], seat: 1 })).hint.state, "waiting", "one that waits");
  const table = await other.make({ seats: ["me", "random"], start: true, ...first });
  assert.equal((await other.must({ do: "hint", table, seat: 1 })).hint.ahead, 4);
  await Promise.all([one.leave(), other.leave()]);
  await idle.stop();
});

await test("a server that computes nothing says so, promises nothing, and notes the hints that clients find", async () => {
  const idle = await startServer(program, { args: ["--jobs", "0"] });
  const [one, other] = [await Student.come(idle, "Ola"), await Student.come(idle, "Per")];
  assert.equal((await one.ask("GET", "/api/about")).json.analyses, false);
  const over = await one.finished(players);
  for (const answer of [await one.ask("POST", `/api/tables/${over}/analysis`), await one.say({ do: "analysis", table: over })]) {
    assert.equal(answer.status ?? 409, 409);
    assert.equal((answer.json ?? answer).error, "refused");
    assert.match((answer.json ?? answer).text, /computes no hints and no analyses/);
  }
  assert.deepEqual(await one.analysis(over), { state: "none" });

  const table = await one.make({ seats: ["me", "open"], hints: true, ...first });
  await other.must({ do: "sit", table, seat: 2 });
  await one.must({ do: "start", table });
  const seat = { table, seat: 1 };
  const refused = await one.say({ do: "hint", ...seat });
  assert.deepEqual([refused.ok, refused.error], [false, "refused"]);
  const hints = async () => (await other.ask("GET", `/api/tables/${table}`)).json.seats.map((each) => each.hints ?? 0);
  assert.deepEqual(await hints(), [0, 0], "nobody had one");
  const { version, moves } = (await one.ask("GET", `/api/tables/${table}`)).json;
  const own = { do: "hint", own: true, ...seat };
  assert.deepEqual((await one.must({ ...own, expected: version })).hint, { state: "own", version: version + 1, moves, seat: 1 });
  assert.deepEqual((await one.must(own)).hint.version, version + 1, "once for each position");
  assert.deepEqual(await hints(), [1, 0], "everyone sees it");
  assert.equal((await one.say({ ...own, expected: version })).error, "stale");
  assert.equal((await other.say(own)).error, "refused", "the seat of someone else");

  const without = await one.make({ seats: ["me", "random"], start: true, hints: false, ...first });
  const none = await one.say({ do: "hint", own: true, table: without, seat: 1 });
  assert.equal(none.error, "refused");
  assert.match(none.text, /no hints at this table/);
  assert.equal(await metric(idle, "jobs_waiting"), 0);
  assert.equal(orrery("admin", "jobs", "--store", idle.store), "");
  await Promise.all([one.leave(), other.leave()]);
  await idle.stop();
});

// ---- the end of servers -------------------------------------------------------------------------

/** No analysis ends on any machine; whoever takes it up again is quick. */
const endless = ["--analysis-nodes", "20000", "--lease", "2"];
const heirs = [...quick, "--lease", "2"];

/** Ends a server by a signal while it is at an analysis, and starts it again. */
async function endInTheMiddle(signal) {
  const at = await startServer(program, { args: endless });
  const eve = await Student.come(at, "Eve");
  const table = await eve.finished(players);
  await eve.must({ do: "analysis", table });
  await eve.analysed(table, "working");
  at.args = heirs;
  const code = await at.restart(signal);
  await eve.connect();
  const early = await eve.analysis(table);
  const { result } = await eve.analysed(table, "done");
  assert.equal(result.moments.length, eve.view(table).moves + 1);
  const counts = { taken: await metric(at, "jobs_taken_total"), takenOver: await metric(at, "jobs_taken_over_total") };
  await eve.leave();
  await at.stop();
  return { code, early, counts };
}

await test("a server that is killed at an analysis takes it up again after the lease", async () => {
  const { code, early, counts } = await endInTheMiddle("SIGKILL");
  assert.equal(code, "SIGKILL");
  assert.equal(early.state, "working", "nobody knows yet");
  assert.deepEqual(counts, { taken: 1, takenOver: 1 });
}, 2 * LONG_MS);

await test("a server that stops gives its analysis back at once", async () => {
  const { code, counts } = await endInTheMiddle("SIGTERM");
  assert.equal(code, 0);
  assert.deepEqual(counts, { taken: 1, takenOver: 0 });
}, 2 * LONG_MS);

await test("orrery work does what a server leaves to others, also on a file", async () => {
  const desk = await startServer(program, { args: ["--jobs", "0", "--jobs-elsewhere"] });
  const eve = await Student.come(desk, "Eve");
  const table = await eve.make({ seats: ["me", "random"], start: true, ...first });
  assert.equal((await eve.must({ do: "hint", table, seat: 1 })).hint.state, "waiting");
  assert.match(orrery("admin", "jobs", "--store", desk.store), new RegExp(`hint +${table} +waiting +0 `));
  assert.equal((await eve.must({ do: "hint", table, seat: 1 })).hint.state, "waiting", "asked for twice");
  const worker = spawn(program, ["work", "--store", desk.store, "--jobs", "1", ...quick], { stdio: "inherit" });
  const ended = new Promise((resolve) => worker.once("exit", (code, signal) => resolve(code ?? signal)));
  assert.equal((await eve.next()).hint.state, "done");
  assert.equal(orrery("admin", "jobs", "--store", desk.store), "");
  worker.kill("SIGTERM");
  assert.equal(await within(LONG_MS, "the end of the worker", ended), 0);
  assert.deepEqual(eve.studies, [], "told once");
  assert.throws(() => orrery("work", "--store", join(folder, "none.db")), /There is no file/);
  await eve.leave();
  await desk.stop();
}, LONG_MS);

await test("servers share the queue; another one takes over from one that was killed", async () => {
  const database = postgres();
  const store = await database.address;
  const desk = await startServer(program, { store, args: ["--jobs", "0", "--jobs-elsewhere"] });
  const doomed = await startServer(program, { store, args: endless });
  const eve = await Student.come(desk, "Eve");
  const table = await eve.finished(players);
  await eve.must({ do: "analysis", table });
  await eve.analysed(table, "working");
  await doomed.end("SIGKILL");
  const heir = await startServer(program, { store, args: heirs });
  assert.deepEqual(await eve.next(), { event: "analysis", table, analysis: { state: "done" } });
  assert.equal((await eve.analysis(table)).result.moments.length, eve.view(table).moves + 1);
  assert.equal(await metric(heir, "jobs_taken_over_total"), 1);
  assert.equal(await metric(desk, "jobs_taken_total"), 0);
  const game = await eve.make({ seats: ["me", "random"], start: true, ...first });
  await eve.must({ do: "hint", table: game, seat: 1 });
  assert.equal((await eve.next()).hint.state, "done", "the news of the other server");
  await eve.leave();
  await Promise.all([desk.stop(), heir.stop()]);
  await database.stop();
}, 2 * LONG_MS);

finish();

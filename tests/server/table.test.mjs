// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole stories at the tables of a server, from the invitation to the rematch.
//     node table.test.mjs ORRERY

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { ask, Client } from "./client.mjs";
import { atLeast, chanceMoves, first, keepRecord, orrery, pause, Person, sitDown } from "./person.mjs";
import { startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const server = await startServer(program);

const ada = await Person.come(server, "Ada");
const bob = await Person.come(server, "Bob", { language: "de" });

/** The notation of what has these things as its arguments. */
function inNotation(kind, things) {
  for (const thing of things) assert.match(thing, /^[a-z0-9-]+:[^ :]+$/);
  return [kind, ...things.map((thing) => thing.slice(thing.indexOf(":") + 1))].join(" ");
}

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
  const eve = await Person.come(server, "Eve");
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
  const [one, other] = [await Person.come(server, "Ola"), await Person.come(server, "Per")];
  const table = await one.make({ title: "for all", listed: true, seats: ["me", "open"] });
  const hidden = await one.make({ title: "by link", seats: ["open", "open"] });
  const listed = (await ask(server.base, "GET", "/api/tables")).json.tables;
  const entry = listed.find((each) => each.table === table);
  assert.equal(entry.title, "for all");
  assert.equal(entry.phase, "open");
  assert.equal(entry.game, "noughts");
  assert.equal(entry.yours, false);
  assert.deepEqual(entry.seats, [{ name: "Ola", kind: "person", yours: false }, { name: "", kind: "open", yours: false }]);
  assert.deepEqual([entry.round, entry.awaited, entry.awaited_name, entry.your_turn], [0, null, null, false]);
  assert.ok(!listed.some((each) => each.table === hidden));
  await other.must({ do: "sit", table, seat: 2 });
  await other.must({ do: "sit", table: hidden, seat: 1 });
  const mine = (who) => who.ask("GET", "/api/my/tables").then((answer) => answer.json.tables.map((each) => each.table).sort());
  assert.deepEqual(await mine(one), [table, hidden].sort());
  assert.deepEqual(await mine(other), [table, hidden].sort());
  await other.must({ do: "stand", table: hidden, seat: 1 });
  assert.deepEqual(await mine(other), [table]);
  await one.must({ do: "start", table });
  const seen = async (who) => (await who.ask("GET", "/api/my/tables")).json.tables.find((each) => each.table === table);
  const first = (await one.watch(table)).view.awaited;
  for (const [who, name, seat] of [[one, "Ola", 1], [other, "Per", 2]]) {
    const now = await seen(who);
    assert.equal(now.phase, "running");
    assert.equal(now.yours, who === one);
    assert.deepEqual(now.seats.map((each) => each.name), ["Ola", "Per"]);
    assert.deepEqual(now.seats.map((each) => each.yours), [seat === 1, seat === 2], name);
    assert.deepEqual([now.round, now.awaited, now.awaited_name], [1, first, first === 1 ? "Ola" : "Per"]);
    assert.equal(now.your_turn, seat === first);
  }
  const [turn, rest] = first === 1 ? [one, other] : [other, one];
  await turn.must({ do: "confirms", table, seat: first, on: false });
  await turn.must({ do: "move", table, seat: first, move: "mark b2" });
  assert.equal((await seen(turn)).your_turn, false, "the list knows of the move");
  assert.equal((await seen(rest)).your_turn, true);
  await rest.must({ do: "hand-over", table, seat: 3 - first, player: "heuristic" });
  await one.until(table, (view) => view.awaited === first);
  const later = await seen(rest);
  assert.deepEqual([later.seats[2 - first].kind, later.seats[2 - first].yours, later.your_turn], ["computer", true, false]);
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

await story("whoever decides is addressed; others read who decides", async () => {
  const table = await sitDown(ada, bob);
  assert.equal(ada.view(table).ask, "Mark a free cell.");
  assert.equal(bob.view(table).ask, `${ada.name} markiert ein freies Feld.`);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await ada.act(table, { do: "confirm", seat: 1 });
  await bob.until(table, (view) => view.awaited === 2, "the other's turn");
  const { view } = await bob.must({ do: "watch", table, blocked: true });
  assert.equal(view.ask, "Markiere ein freies Feld.");
  assert.equal(view.blocked[0].why, `b2 trägt schon das Zeichen von ${ada.name}.`);
  assert.equal((await bob.say({ do: "move", table, seat: 2, move: "mark b2", key: "taken" })).text, view.blocked[0].why);
  await bob.act(table, { do: "move", seat: 2, move: "mark a1" });
  await bob.act(table, { do: "confirm", seat: 2 });
  await ada.until(table, (each) => each.awaited === 1, "the first one's turn");
  const again = (await ada.must({ do: "watch", table, blocked: true })).view;
  assert.deepEqual(again.blocked.map((no) => no.why), ["b2 already has your mark.", `a1 already has ${bob.name}'s mark.`]);
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
    const newcomer = await Person.come(server, "Newcomer");
    const latest = (await newcomer.watch(table)).log;
    assert.deepEqual(latest, log.slice(-400), "who comes sees what happened last");
    await newcomer.leave();
    assert.ok(!log.includes(undefined), "no line of the log is missing");
    assert.ok(log.every((line) => line.text && line.rule !== undefined && Array.isArray(line.events)));
    for (const line of log) {
      assert.equal(line.move, inNotation(line.kind, line.things));
      for (const event of line.events) assert.equal(event.event, inNotation(event.kind, [`seat:${event.seat ?? "-"}`, ...event.things]));
    }
    const { file } = await keepRecord(ada, table);
    assert.match(orrery("verify", file), /\S/);
    const replayed = orrery("replay", file);
    for (const each of view.score) assert.ok(replayed.includes(String(each.total)), `${each.total} points`);
    await checkScores(table, view);
  });

/** The points over time agree with the moments, and a round has one entry. */
async function checkScores(table, view) {
  const { scores } = await ada.must({ do: "scores", table });
  const last = scores.at(-1);
  assert.equal(last.moves, view.moves);
  assert.deepEqual(last.totals, view.score.map((each) => each.total));
  assert.deepEqual(scores.map((each) => each.round), [...new Set(scores.map((each) => each.round))]);
  assert.ok(scores.some((each) => each.round === 1));
  for (const [i, each] of scores.slice(0, -1).entries()) {
    const at = async (moves) => (await ada.must({ do: "moment", table, moves })).moment;
    assert.deepEqual((await at(each.moves)).score.map((seat) => seat.total), each.totals);
    assert.equal((await at(each.moves - 1)).round, each.round);
    assert.equal((await at(each.moves)).round, scores[i + 1].round, "the next round has begun");
  }
}

await story("levels can be put on seats, and each decides", async () => {
  const { games } = (await ask(server.base, "GET", "/api/games?lang=de")).json;
  for (const { name: game, levels } of games) {
    assert.deepEqual(levels.map((each) => each.level), levels.map((_, i) => i + 1));
    assert.deepEqual(levels.slice(0, 3).map((each) => each.name.de), ["Kadett", "Pilot", "Navigator"]);
    for (const { name, about, player } of levels) {
      assert.ok(name.en && about.en && about.de && about.en !== about.de);
      const table = await ada.make({ game, seats: [player, "me"], start: true, ...(game === "noughts" ? first : {}) });
      await ada.until(table, (view) => view.awaited !== 1 || view.moves > 30);
      await ada.lookAway();
    }
  }
});

await story("a seat is handed over to a computer player and taken back", async () => {
  const table = await sitDown(ada, bob, { hints: true, ...first });
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
  await bob.until(table, (view) => view.seats[0].kind === "person");
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
    assert.deepEqual({ move: preview.move, kind: preview.kind, things: preview.things }, { move, kind: before.legal[0].kind, things: before.legal[0].things });
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
    assert.ok(!("legal" in moment) && !("blocked" in moment), "nobody asked for them");
  }
  const watcher = await Person.come(server, "Wim");
  for (const [moves, view] of seen) {
    const { moment } = await watcher.must({ do: "moment", table, moves, legal: true, blocked: true });
    assert.deepEqual(moment.legal, view.legal, "whoever looks sees the choices of who decided");
    assert.ok(moment.blocked.every((one) => one.why && one.kind && Array.isArray(one.things)));
    assert.deepEqual(moment.last, moves > 0 ? (await watcher.must({ do: "log", table, from: moves - 1 })).log[0] : null);
  }
  const start = (await watcher.must({ do: "moment", table, moves: 0, legal: true, blocked: true })).moment;
  assert.equal(start.last, null);
  assert.equal(start.actor, "dealer");
  assert.ok(start.legal.length > 1, "what the dealer may draw");
  assert.deepEqual(start.blocked, []);
  await watcher.leave();
  const { log } = ada.tables.get(table);
  const all = (await ada.must({ do: "log", table })).log;
  assert.deepEqual(all, log);
  const since = (await ada.must({ do: "log", table, from: 10 })).log; // less than a page
  assert.deepEqual(since, log.slice(10));
  assert.deepEqual((await ada.must({ do: "log", table, from: 100000 })).log, []);
});

await story("what is not possible now says why, in English and German", async () => {
  for (const game of ["beyond-the-sun", "pulsar-2849"]) {
    const who = await Person.come(server, "Uli");
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

await story("who is nobody is told so, and watches in the language that is asked for", async () => {
  const me = await ask(server.base, "GET", "/api/me");
  assert.deepEqual([me.status, me.json], [200, null]);
  const table = await ada.make({ game: "noughts", seats: ["me", "me"], start: true });
  const nobody = new Client(server.base);
  await nobody.open;
  const english = (await nobody.must({ do: "watch", table })).view.ask;
  const german = (await nobody.must({ do: "watch", table, language: "de" })).view.ask;
  const unknown = (await nobody.must({ do: "watch", table, language: "tlh" })).view.ask;
  assert.notEqual(german, english);
  assert.equal(unknown, german, "what it does not speak changes nothing");
  nobody.socket.close();
});

// ---- clocks -------------------------------------------------------------------------------------

await story("a live clock: runs for who is awaited, and every turn adds to it", async () => {
  const began = Date.now();
  const table = await sitDown(ada, bob, { ...first, clock: { kind: "live", time: 60000, increment: 5000 } });
  const seats = ada.view(table).seats;
  assert.deepEqual(seats.map((seat) => seat.clock_runs), [true, false]);
  atLeast(seats[0].left, 60000, began);
  await pause(300);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  await pause(300);
  assert.deepEqual(ada.view(table).seats.map((seat) => seat.clock_runs), [true, false], "until the turn is confirmed");
  await ada.act(table, { do: "confirm", seat: 1 });
  const after = ada.view(table).seats;
  assert.deepEqual(after.map((seat) => seat.clock_runs), [false, true]);
  atLeast(after[0].left, 65000, began);
  assert.ok(after[0].left <= 64400, "the time was counted");
});

await story("a clock of days: each decision has the whole time", async () => {
  const day = 86400000;
  const began = Date.now();
  const table = await sitDown(ada, bob, { ...first, clock: { kind: "days", time: 3 * day } });
  await pause(200);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
  assert.ok(ada.view(table).seats[0].left <= 3 * day - 200);
  await ada.act(table, { do: "confirm", seat: 1 });
  const turned = Date.now();
  atLeast(ada.view(table).seats[1].left, 3 * day, began);
  await bob.until(table, (view) => view.awaited === 2);
  await bob.act(table, { do: "move", seat: 2, move: "mark a1" });
  await bob.act(table, { do: "confirm", seat: 2 });
  atLeast(bob.view(table).seats[0].left, 3 * day, turned);
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
  const unpaused = Date.now();
  await ada.act(table, { do: "pause", seat: 1, on: false });
  assert.equal(ada.view(table).paused, false);
  assert.equal(ada.view(table).seats[0].clock_runs, true);
  atLeast(ada.view(table).seats[0].left, left, unpaused);
  await ada.act(table, { do: "move", seat: 1, move: "mark b2" });
});

// ---- talking ------------------------------------------------------------------------------------

/** Someone else writes into the store for some time; resolves when that has begun. */
function keepBusy(store, seconds) {
  const code = "import sqlite3,sys,time;c=sqlite3.connect(sys.argv[1],timeout=100,isolation_level=None);c.execute('BEGIN IMMEDIATE');print('busy',flush=True);time.sleep(float(sys.argv[2]));c.execute('COMMIT')";
  const child = spawn("python3", ["-c", code, store, String(seconds)], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve) => child.stdout.once("data", resolve));
}

await story("chat reaches everybody who watches", async () => {
  const table = await sitDown(ada, bob);
  const eve = await Person.come(server, "Eve");
  await eve.watch(table);
  await keepBusy(server.store, 0.3); // what is said first waits
  for (const [who, text] of [[ada, "Good luck!"], [bob, "Dir auch."], [eve, "I only watch \u{1f600}"]])
    assert.equal((await who.ask("POST", `/api/tables/${table}/chat`, { text })).status, 200);
  for (const who of [ada, bob, eve]) await who.until(table, (_, known) => known.lines.length === 3, "three lines");
  assert.deepEqual(bob.tables.get(table).lines.map((line) => [line.number, line.name, line.text]), [[1, "Ada", "Good luck!"], [2, "Bob", "Dir auch."], [3, "Eve", "I only watch \u{1f600}"]]);
  const kept = (await eve.ask("GET", `/api/tables/${table}/chat`)).json.lines;
  const told = ({ number, time, name, text }) => ({ number, time, name, text });
  for (const who of [ada, bob, eve]) assert.deepEqual(kept.map(told), who.tables.get(table).lines.map(told), "with the time that is kept");
  assert.ok(Math.abs(kept[0].time - Date.now()) < 60000);
  await eve.leave();
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
  const stranger = await Person.come(server, "Stranger");
  const refused = await stranger.ask("POST", `/api/tables/${table}/rematch`, {});
  assert.equal(refused.status, 409);
  await stranger.leave();
});

await story("a recorded game goes on at a new table, or is shown", async () => {
  const table = await sitDown(ada, bob, { hints: true, ...first });
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

await test("the server ends well", async () => {
  await Promise.all([ada.leave(), bob.leave()]);
  await server.stop();
});

finish();

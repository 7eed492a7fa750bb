// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole stories of people who are not always there: who come back, come in from elsewhere, get letters, let their time run
// out; and of a server that stops and starts again.
//     node away.test.mjs ORRERY

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { ask, newKey } from "./client.mjs";
import { first, folder, orrery, pause, Person, sitDown, SLACK_MS, WAIT_MS } from "./person.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const NEVER_MS = 3600000;
const server = await startServer(program);

const ada = await Person.come(server, "Ada");
const bob = await Person.come(server, "Bob", { language: "de" });

// What takes its time continues meanwhile; its tests come later.
const late = await sitDown(ada, bob, { ...first, clock: { kind: "live", time: 10000, increment: 2000 } });
const lateSince = Date.now();

/** A test after which Ada and Bob are there and watch nothing. */
function story(name, action) {
  return test(name, async () => {
    for (const person of [ada, bob]) await person.lookAway();
    await action();
  });
}

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
  const cyd = await Person.come(server, "Cyd");
  assert.deepEqual((await cyd.watch(table)).view.seats.map((seat) => seat.online), [true, true]);
  await bob.leave();
  assert.deepEqual((await cyd.watch(table)).view.seats.map((seat) => seat.online), [true, false]);
  await bob.connect();
  await bob.watch(table);
  assert.deepEqual((await cyd.watch(table)).view.seats.map((seat) => seat.online), [true, true]);
  await cyd.leave();
});

// ---- accounts -----------------------------------------------------------------------------------

await story("a guest becomes an account and comes in from elsewhere", async () => {
  const who = await Person.come(server, "Grace");
  const table = await sitDown(ada, who);
  const account = await who.ask("POST", "/api/account", { name: "Grace", password: "correct horse", token: true });
  assert.equal(account.status, 200, account.text);
  assert.equal(account.json.account, true);
  assert.equal(await within(WAIT_MS, "the goodbye", who.client.closed), 4001, "the guest's token is void, and so is the socket");
  assert.equal((await who.ask("GET", "/api/me")).json, null);
  who.token = account.json.token;
  await who.connect();
  assert.equal((await who.ask("GET", "/api/me")).json.account, true);
  const login = (name, password) => ask(server.base, "POST", "/api/login", { name, password, token: true });
  assert.equal((await login("Grace", "correct house")).status, 403);
  const entered = await login("Grace", "correct horse");
  assert.equal(entered.status, 200);
  assert.notEqual(entered.json.token, who.token);
  const elsewhere = await Person.come(server, "Grace", { token: entered.json.token });
  assert.deepEqual((await elsewhere.watch(table)).view.seats.map((seat) => seat.yours), [false, true]);
  for (const name of ["Grace", "GRACE", "grace"]) {
    const taken = await ada.ask("POST", "/api/account", { name, password: "another horse" });
    assert.equal(taken.status, 409, name);
  }
  assert.equal((await login("gRACE", "correct horse")).json.name, "Grace");
  assert.equal((await elsewhere.ask("POST", "/api/me", { name: "Hopper" })).status, 400, "an account keeps its name");
  assert.equal((await elsewhere.ask("POST", "/api/password", { password: "wrong horse", new_password: "battery staple" })).status, 403);
  assert.equal((await elsewhere.ask("POST", "/api/password", { password: "correct horse", new_password: "battery staple" })).status, 200);
  assert.equal((await login("Grace", "correct horse")).status, 403);
  assert.equal((await login("Grace", "battery staple")).status, 200);
  await Promise.all([who.leave(), elsewhere.leave()]);
});

// ---- letters ------------------------------------------------------------------------------------

/** Someone who is told when it is his turn; refuses as often as he is asked to, and takes so long for each answer. */
function listener(delay = 0) {
  const heard = [];
  const state = { refuse: 0, open: 0, peak: 0, wake: () => {} };
  const service = http.createServer((incoming, answer) => {
    let body = "";
    incoming.on("data", (part) => (body += part));
    incoming.on("end", () => {
      answer.statusCode = state.refuse-- > 0 ? 503 : 204;
      heard.push({ body, headers: incoming.headers, method: incoming.method, status: answer.statusCode, at: Date.now() });
      state.peak = Math.max(state.peak, ++state.open);
      setTimeout(() => (state.open--, answer.end()), delay);
      state.wake();
    });
  });
  const come = (count) =>
    within(WAIT_MS, "a webhook", (async () => {
      while (heard.length < count) await new Promise((resolve) => (state.wake = resolve));
    })());
  return new Promise((resolve) => service.listen(0, "127.0.0.1", () => resolve({ heard, state, come, service, address: `http://127.0.0.1:${service.address().port}/turn` })));
}

/** A number that some Python makes of the store `c`. */
function inStore(store, code) {
  const whole = `import sqlite3,sys;c=sqlite3.connect(sys.argv[1],timeout=100);${code}`;
  return Number(execFileSync("python3", ["-c", whole, store], { encoding: "utf8" }));
}

/** The next try of a letter is a minute away; makes it due now, as if that minute had passed. */
const makeDue = (store) => inStore(store, "c.execute(\"UPDATE letters SET due=0 WHERE kind<>'unread'\");c.commit();print(c.total_changes)");

/** Makes an account of a guest. */
async function haveAccount(person) {
  const made = await person.ask("POST", "/api/account", { name: person.name, password: "correct horse", token: true });
  assert.equal(made.status, 200, made.text);
  await person.client.closed;
  person.token = made.json.token;
  await person.connect();
}

/** An address as if its link had been opened. */
const confirm = (store, user, mail) =>
  assert.equal(inStore(store, `c.execute("UPDATE users SET mail='${mail}',mail_confirmed=1 WHERE id=${user}");c.commit();print(c.total_changes)`), 1);

/** How many letters have not arrived yet. */
const lettersOf = (store) => inStore(store, "print(c.execute(\"SELECT count(*) FROM letters WHERE kind<>'unread'\").fetchone()[0])");

const mailed = join(folder, "mails");
const mailer = join(folder, "mailer.sh");
writeFileSync(mailer, `#!/bin/sh\ncase $1 in slow*) sleep 4; echo "$1" >> "${mailed}.slow"; exit 0;; esac\n[ -e "${mailed}.ready" ] || { touch "${mailed}.ready"; exit 1; }\n{ echo "to $1"; cat; echo "--"; } >> "${mailed}"\n`);
chmodSync(mailer, 0o755);
const post = await startServer(program, { args: ["--mail", mailer, "--url", "https://orrery.example.org"], env: { ORRERY_PRIVATE_WEBHOOKS: "1" } });

await story("who is away hears of his turn by a signed webhook, which is sent again if it fails", async () => {
  const ear = await listener();
  const [one, other] = [await Person.come(post, "One"), await Person.come(post, "Other")];
  assert.equal((await other.ask("POST", "/api/me", { webhook: ear.address })).status, 400, "not for guests");
  await haveAccount(other);
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
  const [one, other] = [await Person.come(post, "One"), await Person.come(post, "Andere", { language: "de" })];
  await haveAccount(other);
  confirm(post.store, (await other.ask("GET", "/api/me")).json.user, "andere@example.org");
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
  assert.ok(mail.includes(`https://orrery.example.org/table/${table}\n`) && mail.includes("Du bist"), mail);
  assert.ok(!mail.includes("Nachmittag"), "no words of others");
  await one.leave();
});

await story("slow receivers keep nobody waiting, and hear of it once", async () => {
  const [delay, count] = [6000, 20];
  const [slow, quick] = [await listener(delay), await listener()];
  const one = await Person.come(post, "One");
  const away = async (name, { mail, webhook = "" }) => {
    const who = await Person.come(post, name);
    await haveAccount(who);
    const me = await who.ask("POST", "/api/me", { webhook });
    assert.equal(me.status, 200, me.text);
    if (mail) confirm(post.store, me.json.user, mail);
    const table = await sitDown(one, who);
    await who.leave();
    await one.act(table, { do: "move", seat: 1, move: "mark b2" });
    await one.act(table, { do: "confirm", seat: 1 });
    await one.lookAway();
  };
  for (let i = 0; i < count; i++) await away(`Slow ${i}`, { webhook: slow.address });
  for (let i = 0; i < 4; i++) await away(`Mail ${i}`, { mail: `slow${i}@example.org` });
  const began = Date.now();
  await slow.come(1);
  await away("Quick", { webhook: quick.address });
  const sent = Date.now();
  await quick.come(1);
  assert.ok(Date.now() - sent < (delay * count) / 2, `the quick one waited for ${Date.now() - sent} ms`); // not for all of them
  await slow.come(count);
  await within(WAIT_MS, "the mails", (async () => {
    while (!existsSync(`${mailed}.slow`) || readFileSync(`${mailed}.slow`, "utf8").split("\n").length < 5) await pause(100);
  })());
  assert.ok(Date.now() - began < delay * count, `all took ${Date.now() - began} ms`); // not one after the other
  await within(WAIT_MS, "the end of all", (async () => {
    while (lettersOf(post.store) > 0) await pause(500); // each look starts a program
  })());
  assert.equal(slow.heard.length, count, "none came twice");
  assert.equal(new Set(slow.heard.map(({ body }) => JSON.parse(body).table)).size, count);
  for (const ear of [slow, quick]) {
    ear.service.close();
    ear.service.closeAllConnections?.();
  }
  await one.leave();
});

await story("of one user four letters are on their way at once, and all arrive", async () => {
  const [delay, count] = [1500, 6];
  const ear = await listener(delay);
  const [one, who] = [await Person.come(post, "One"), await Person.come(post, "Everywhere")];
  await haveAccount(who);
  assert.equal((await who.ask("POST", "/api/me", { webhook: ear.address })).status, 200);
  const tables = [];
  for (let i = 0; i < count; i++) tables.push(await sitDown(one, who));
  await who.leave();
  for (const table of tables) {
    await one.act(table, { do: "move", seat: 1, move: "mark b2" });
    await one.act(table, { do: "confirm", seat: 1 });
  }
  await ear.come(count);
  assert.ok(ear.state.peak <= 4, `${ear.state.peak} at once`);
  ear.service.close();
  ear.service.closeAllConnections?.();
  await one.leave();
});

await story("a server that stops does not wait for the answer of a slow receiver, and the letter is sent again", async () => {
  const ear = await listener(NEVER_MS);
  const other = await startServer(program, { env: { ORRERY_PRIVATE_WEBHOOKS: "1" } });
  const [one, two] = [await Person.come(other, "One"), await Person.come(other, "Two")];
  await haveAccount(two);
  assert.equal((await two.ask("POST", "/api/me", { webhook: ear.address })).status, 200);
  const table = await sitDown(one, two);
  await two.leave();
  await one.act(table, { do: "move", seat: 1, move: "mark b2" });
  await one.act(table, { do: "confirm", seat: 1 });
  await ear.come(1);
  await one.leave();
  const began = Date.now();
  assert.equal(await other.end(), 0, other.errors);
  console.log(`# it ended after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  await other.start();
  await ear.come(2);
  assert.equal(ear.heard[1].body, ear.heard[0].body);
  await other.stop();
  ear.service.close();
  ear.service.closeAllConnections?.();
});

await story("a webhook into the host's own network is not sent unless the host wants it", async () => {
  const ear = await listener();
  const who = await Person.come(server, "Spy");
  await haveAccount(who);
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
  const stranger = await Person.come(server, "Stranger");
  await bob.watch(late);
  await ada.watch(late);
  await pause(Math.max(0, lateSince + 10500 - Date.now()));
  assert.ok((await bob.watch(late)).view.seats[0].left < 0);
  await stranger.refused(late, { do: "hand-over", seat: 1, player: "random" });
  await bob.refused(late, { do: "hand-over", seat: 2, player: "hugo" });
  await bob.act(late, { do: "hand-over", seat: 1, player: "random" });
  const view = await bob.until(late, (seen) => seen.awaited === 2, "the computer player's move");
  assert.equal(view.seats[0].replaced, true);
  const { levels } = (await bob.ask("GET", "/api/games")).json.games.find((game) => game.name === "noughts");
  assert.equal(view.seats[0].player, levels.at(-1).player, "the others do not choose a weak one");
  assert.equal(view.seats[0].clock_runs, false);
  await ada.until(late, (seen) => seen.version === view.version);
  await ada.act(late, { do: "take-back", seat: 1 });
  assert.equal(ada.view(late).seats[0].replaced, false);
  assert.equal(ada.view(late).seats[0].left, 2000, "who is back has time for a turn");
  await stranger.leave();
});

// ---- stopping -----------------------------------------------------------------------------------

await story("a graceful stop says goodbye; everything is there after the next start", async () => {
  const who = await Person.come(server, "Zoe");
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
  const listed = (await who.ask("GET", "/api/my/tables")).json.tables;
  assert.deepEqual(listed.map((each) => each.table).sort(), [table, machines].sort(), "rooms are read for the list");
  const entry = listed.find((each) => each.table === table);
  assert.deepEqual([entry.awaited, entry.round], [before.awaited, before.round]);
  assert.deepEqual(entry.seats.map((seat) => seat.name), ["Zoe", "Bob"]);
  await who.connect();
  const after = (await who.watch(table)).view;
  for (const view of [before, after]) for (const seat of view.seats) delete seat.online;
  assert.deepEqual(after, before);
  assert.equal((await who.must({ do: "confirms", table, seat: 1, on: true, key })).again, true, "keys are known after a start");
  await who.watch(machines);
  await who.until(machines, (view) => view.moves > far + 30, "computer players go on by themselves");
  await who.leave();
});

for (const [how, signal] of [["was killed", "SIGKILL"], ["was stopped", "SIGTERM"]]) {
  await test(`clocks are not charged for the time in which the server ${how}`, async () => {
    const [one, other] = [await Person.come(server, "One"), await Person.come(server, "Other")];
    const table = await sitDown(one, other, { ...first, clock: { kind: "live", time: 60000, increment: 0 } });
    const slow = await sitDown(one, other, { ...first, clock: { kind: "days", time: 86400000 } });
    await pause(1000);
    const before = (await one.watch(table)).view.seats[0].left;
    const watched = Date.now();
    assert.ok(before <= 59000 && before > 0, `${before} are left`);
    await server.end(signal);
    const ended = Date.now();
    await Promise.all([one.client.closed, other.client.closed]);
    const { version } = one.view(slow);
    await pause(5000);
    const down = Date.now() - ended;
    await server.start();
    for (const person of [one, other]) await person.connect();
    const { view } = await one.watch(table);
    const up = Date.now() - watched - down;
    assert.ok(view.seats[0].left >= before - up - SLACK_MS, `${view.seats[0].left} of ${before}, ${up} ms up`);
    assert.ok(view.seats[0].left <= 60000);
    assert.equal(view.seats[0].clock_runs, true);
    assert.equal((await one.watch(slow)).view.version, version, "days forgive seconds");
    await other.watch(table);
    await other.refused(table, { do: "hand-over", seat: 1, player: "random" });
    await one.act(table, { do: "move", seat: 1, move: "mark b2" });
    for (const person of [one, other]) await person.leave();
    assert.match(orrery("admin", "check", "--store", server.store), /./);
  });
}

await test("the servers end well", async () => {
  await ada.leave();
  await server.stop();
  await post.stop();
});

finish();

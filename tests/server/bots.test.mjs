// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Bots of accounts: what they may and may not do, their tokens, their limits, and how others see them. And members of bodies and
// messages that nobody knows.
//     node bots.test.mjs ORRERY

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { ask, Client, guest } from "./client.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const WAIT_MS = 60000;
const STANDARD = { messages: 0, requests: 0 }; // the limits of a host who has said nothing
const server = await startServer(program, { ...STANDARD, requests: 100000, quotas: [], args: ["--log", "normal"] });
const { base } = server;

/** A new account: its token. */
async function account(name, at = base) {
  const { token } = await guest(at, name);
  const made = await ask(at, "POST", "/api/account", { name, password: "correct horse 17", token: true }, token);
  assert.equal(made.status, 200, made.text);
  return made.json.token;
}

const ada = await account("Ada");
const asAda = (method, path, body) => ask(base, method, path, body, ada);

async function must(answer, status = 200) {
  const { status: was, json, text } = await answer;
  assert.equal(was, status, text);
  return json;
}

async function refused(answer, status, error, sentence = /./) {
  const { status: was, json, text } = await answer;
  assert.deepEqual([was, json.error], [status, error], text);
  assert.match(json.text, sentence);
}

/** Waits for a line of the security log. */
async function logged(what, fits) {
  const lines = () => server.errors.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const look = async () => {
    for (;;) {
      const found = lines().find((line) => line.what === what && line.event === "security" && fits(line));
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return within(WAIT_MS, `a line "${what}"`, look());
}

// ---- creating ------------------------------------------------------------------------------------

const robby = await must(asAda("POST", "/api/bots", { name: "Robby" }), 201);
const asBot = (method, path, body) => ask(base, method, path, body, robby.token);

await test("a bot has a name, a token, an owner, and no password", async () => {
  assert.match(robby.token, /^[0-9a-f]{64}$/);
  const me = await must(asBot("GET", "/api/me"));
  assert.deepEqual([me.name, me.bot, me.account], ["Robby", true, false]);
  assert.deepEqual([(await must(asAda("GET", "/api/me"))).bot], [false]);
  const { bots, most } = await must(asAda("GET", "/api/bots"));
  assert.deepEqual([bots.map(({ bot, name }) => [bot, name]), most], [[[robby.bot, "Robby"]], 3]);
  assert.ok(bots[0].expires > Date.now() + 300 * 86400000 && !("token" in bots[0]));
  await refused(ask(base, "POST", "/api/login", { name: "Robby", password: "correct horse 17" }), 403, "not-allowed");
  const line = await logged("bot created", (line) => line.bot === robby.bot);
  assert.ok(line.user > 0 && line.peer === "127.0.0.1");
});

await test("only accounts create bots, with names that nobody has, and not too many", async () => {
  const { token } = await guest(base, "Visitor");
  await refused(ask(base, "POST", "/api/bots", { name: "Mine" }, token), 403, "not-allowed");
  await refused(ask(base, "GET", "/api/bots", undefined, token), 403, "not-allowed");
  await refused(ask(base, "POST", "/api/bots", { name: "Mine" }), 401, "not-allowed");
  await refused(asBot("POST", "/api/bots", { name: "Mine" }), 403, "not-allowed", /bots cannot/);
  await refused(asBot("GET", "/api/bots"), 403, "not-allowed");
  for (const name of ["ADA", "R0bby", "robby"]) await refused(asAda("POST", "/api/bots", { name }), 409, "refused");
  for (const name of ["", "Admin", "Guest", "x".repeat(41), "Ro\u200bbby"]) await refused(asAda("POST", "/api/bots", { name }), 400, "refused");
  await refused(asAda("POST", "/api/bots", {}), 400, "missing-argument");
  await refused(ask(base, "POST", "/api/guest", { name: "Robby" }), 409, "refused");
  for (const name of ["Second", "Third"]) await must(asAda("POST", "/api/bots", { name }), 201);
  await refused(asAda("POST", "/api/bots", { name: "Fourth" }), 429, "too-many", /3 bots/);
  await logged("bot refused", (line) => line.reason === "quota");
  const bea = await account("Bea");
  await must(ask(base, "POST", "/api/bots", { name: "Fourth" }, bea), 201);
});

await test("what a bot cannot do", async () => {
  for (const [path, body] of [["/api/account", { name: "Robby", password: "correct horse 17" }], ["/api/password", { password: "a", new_password: "correct horse 17" }]])
    await refused(asBot("POST", path, body), 403, "not-allowed", /bots cannot/);
  await refused(asBot("POST", "/api/me", { name: "Ada Lovelace" }), 400, "refused", /name/);
  await refused(asBot("POST", "/api/me", { webhook: "https://example.org/" }), 400, "refused");
  await refused(asBot("POST", "/api/me", { mail: "ada@example.org" }), 400, "refused");
  assert.equal((await must(asBot("POST", "/api/me", { language: "de" }))).language, "de");
  await refused(asBot("POST", "/api/tables", { game: "noughts", seats: [{ me: "Ada" }, "open"] }), 400, "refused");
  await must(asBot("POST", "/api/me", { language: "en" }));
});

// ---- at tables -----------------------------------------------------------------------------------

const cat = await guest(base, "Cat");

/** Everything that is said to a client, in order; and a way to wait for one of them. */
async function listen(token) {
  const heard = [];
  const client = new Client(base, token, (event) => heard.push(event));
  const welcome = await client.open;
  const hear = (fits) =>
    within(WAIT_MS, "an event", (async () => {
      while (!heard.some(fits)) await new Promise((resolve) => setTimeout(resolve, 10));
      return heard.find(fits);
    })());
  return { client, welcome, hear };
}

await test("others see that it is a bot: in lists, in the view, in the chat", async () => {
  const { table } = await must(asBot("POST", "/api/tables", { game: "noughts", seats: ["me", "open"], listed: true }), 201);
  const entry = (await must(ask(base, "GET", "/api/tables"))).tables.find((one) => one.table === table);
  assert.deepEqual(entry.seats.map((seat) => seat.bot), [true, undefined]);
  const { client, hear } = await listen(cat.token);
  await client.must({ do: "watch", table });
  await client.must({ do: "sit", table, seat: 2 });
  const { view } = await hear((event) => event.view?.seats[1].kind === "person");
  assert.deepEqual(view.seats.map(({ kind, bot, guest }) => [kind, bot, guest]), [["person", true, false], ["person", undefined, true]]);
  await must(asBot("POST", `/api/tables/${table}/chat`, { text: "Beep." }));
  await must(ask(base, "POST", `/api/tables/${table}/chat`, { text: "Meow." }, cat.token));
  assert.deepEqual([(await hear((event) => event.text === "Beep.")).bot, (await hear((event) => event.text === "Meow.")).bot], [true, undefined]);
  const { lines } = await must(ask(base, "GET", `/api/tables/${table}/chat`));
  assert.deepEqual(lines.map(({ name, bot }) => [name, bot]), [["Robby", true], ["Cat", undefined]]);
  await client.close();
});

await test("a bot is not a person who could be helped, and not one who must be asked for a pause", async () => {
  const hints = async (seats, token) => {
    const { table } = await must(ask(base, "POST", "/api/tables", { game: "noughts", options: { start: "first" }, seats }, token), 201);
    return [table, (await must(ask(base, "GET", `/api/tables/${table}`))).hints];
  };
  assert.deepEqual((await hints(["me", "open"], cat.token))[1], false, "two people");
  assert.deepEqual((await hints(["me", "me"], robby.token))[1], true, "nobody");
  const [table, withHints] = await hints(["me", "open"], robby.token);
  assert.equal(withHints, true, "a bot and a person");
  const bot = await listen(robby.token);
  const person = await listen(cat.token);
  await person.client.must({ do: "sit", table, seat: 2 });
  await bot.client.must({ do: "start", table });
  const hint = await bot.client.say({ do: "hint", table, seat: 1 });
  assert.deepEqual([hint.error, hint.text], ["refused", "bots get no hints"]);
  await person.client.must({ do: "pause", table, seat: 2, on: true });
  assert.equal((await must(ask(base, "GET", `/api/tables/${table}`))).paused, true);
  await person.client.must({ do: "pause", table, seat: 2, on: false });
  await bot.client.must({ do: "pause", table, seat: 1, on: true });
  assert.equal((await must(ask(base, "GET", `/api/tables/${table}`))).paused, false);
  await bot.client.close();
  await person.client.close();
});

await test("where there are no hints, a bot counts as someone who could be cheated", async () => {
  const { table } = await must(ask(base, "POST", "/api/tables", { game: "noughts", hints: false, seats: ["me", "open"] }, cat.token), 201);
  const bot = await listen(robby.token);
  const person = await listen(cat.token);
  await bot.client.must({ do: "sit", table, seat: 2 });
  await person.client.must({ do: "start", table });
  await refused(ask(base, "GET", `/api/tables/${table}/record`), 409, "refused");
  await person.client.must({ do: "hand-over", table, seat: 1, player: "random" });
  assert.ok((await must(ask(base, "GET", `/api/tables/${table}`))).seats[0].back_round > 0, "not for one clever turn");
  await bot.client.close();
  await person.client.close();
});

// ---- limits --------------------------------------------------------------------------------------

await test("a bot may send more messages than a person, and fewer lines of chat; each is told how many", async () => {
  const bot = await listen(robby.token);
  const person = await listen(cat.token);
  assert.deepEqual([bot.welcome.frames, person.welcome.frames], [200, 50]);
  for (let i = 0; i < 60; i++) await bot.client.must({ do: "ping" });
  const many = Promise.all(Array.from({ length: 500 }, () => person.client.say({ do: "ping" })));
  await assert.rejects(within(WAIT_MS, "the end", many), /closed 1008/);
  await bot.client.close();
});

await test("how many bots there may be, and how much they may do, is up to the host", async () => {
  const none = await startServer(program, { ...STANDARD, quotas: ["--bots", "0"] });
  const eve = await account("Eve", none.base);
  await refused(ask(none.base, "POST", "/api/bots", { name: "Never" }, eve), 429, "too-many", /cannot create bots/);
  assert.equal((await must(ask(none.base, "GET", "/api/bots", undefined, eve))).most, 0);
  await none.end();
  // The host gives one to an account all the same, while no server runs.
  const token = execFileSync(program, ["admin", "bot", "eve", "Given", "--store", none.store], { encoding: "utf8" }).trim();
  assert.match(token, /^[0-9a-f]{64}$/);
  assert.match(execFileSync(program, ["admin", "users", "--store", none.store], { encoding: "utf8" }), /bot +en +Given, owner 1/);

  const some = await startServer(program, { ...STANDARD, quotas: ["--bot-tables", "2", "--bot-messages", "30"], store: none.store, folder: none.folder });
  const table = () => ask(some.base, "POST", "/api/tables", { game: "noughts", seats: ["me", "open"] }, token);
  for (let i = 0; i < 2; i++) await must(table(), 201);
  await refused(table(), 429, "too-many", /2 tables/);
  const client = new Client(some.base, token);
  assert.equal((await client.open).frames, 30);
  const [{ table: at }] = (await must(ask(some.base, "GET", "/api/my/tables", undefined, token))).tables;
  const say = (who) => ask(some.base, "POST", `/api/tables/${at}/chat`, { text: "Beep." }, who);
  for (let i = 0; i < 5; i++) await must(say(token));
  let answer;
  for (let i = 0; i < 100 && answer?.status !== 429; i++) answer = await say(token);
  await refused(answer, 429, "too-many");
  for (let i = 0; i < 20; i++) await must(say(eve)); // a person of the same address
  await client.close();
  await some.end();
  const renewed = execFileSync(program, ["admin", "renew-bot", "2", "--store", none.store], { encoding: "utf8" }).trim();
  assert.ok(renewed !== token && /^[0-9a-f]{64}$/.test(renewed));
  execFileSync(program, ["admin", "revoke-bot", "2", "--store", none.store]);
  for (const number of ["1", "99", "x"]) assert.throws(() => execFileSync(program, ["admin", "revoke-bot", number, "--store", none.store], { stdio: "pipe" }), /no bot with that number/);
  none.clean();
});

// ---- tokens --------------------------------------------------------------------------------------

await test("a new token ends the old one and its sockets; a revoked bot is out", async () => {
  const bot = await listen(robby.token);
  const renewed = await must(asAda("POST", `/api/bots/${robby.bot}/token`));
  assert.equal(await within(WAIT_MS, "the goodbye", bot.client.closed), 4001);
  assert.equal(await must(asBot("GET", "/api/me")), null);
  assert.equal((await must(ask(base, "GET", "/api/me", undefined, renewed.token))).name, "Robby");
  await logged("bot token renewed", (line) => line.bot === robby.bot);
  const again = await listen(renewed.token);
  assert.deepEqual(await must(asAda("POST", `/api/bots/${robby.bot}/revoke`)), {});
  assert.equal(await within(WAIT_MS, "the goodbye", again.client.closed), 4001);
  assert.equal(await must(ask(base, "GET", "/api/me", undefined, renewed.token)), null);
  await logged("bot token revoked", (line) => line.bot === robby.bot);
  assert.equal((await must(asAda("GET", "/api/bots"))).bots.find(({ bot }) => bot === robby.bot).expires, null);
  await refused(asAda("POST", `/api/bots/${robby.bot}/remove`), 400, "refused", /table/);
});

await test("the bots of others are not there; one that never played can be removed", async () => {
  const bea = (await must(ask(base, "POST", "/api/login", { name: "Bea", password: "correct horse 17", token: true }))).token;
  const [{ bot }] = (await must(ask(base, "GET", "/api/bots", undefined, bea))).bots;
  for (const what of ["token", "revoke", "remove"])
    for (const number of [bot, 1, 99999, "x", "-1"]) await refused(asAda("POST", `/api/bots/${number}/${what}`), 404, "not-found");
  await must(ask(base, "POST", `/api/bots/${bot}/remove`, undefined, bea));
  assert.deepEqual((await must(ask(base, "GET", "/api/bots", undefined, bea))).bots, []);
  await logged("bot removed", (line) => line.bot === bot);
});

// ---- members -------------------------------------------------------------------------------------

await test("members that nobody knows are refused, with what was probably meant", async () => {
  const table = { game: "noughts", seats: ["me", "open"] };
  const wrong = [
    ["/api/tables", { ...table, hint: true }, 'unknown member "hint"; did you mean "hints"?'],
    ["/api/tables", { ...table, clock: { kind: "live", tme: 5 } }, 'unknown member "tme"; did you mean "time"?'],
    ["/api/tables", { ...table, seats: ["me", { you: "x" }] }, 'unknown member "you"'],
    ["/api/tables", { ...table, cards: {}, card_title: "x" }, 'unknown member "card_title"; did you mean "cards_title"?'],
    ["/api/guest", { name: "x", tokens: true }, 'unknown member "tokens"; did you mean "token"?'],
    ["/api/logout", { all: true }, 'unknown member "all"'],
    ["/api/import", { records: "" }, 'unknown member "records"; did you mean "record"?'],
    ["/api/games/noughts/check", { file: {} }, 'unknown member "file"; did you mean "files"?'],
    ["/api/bots", { name: "x", owner: 1 }, 'unknown member "owner"'],
  ];
  for (const [path, body, text] of wrong) {
    const answer = await asAda("POST", path, body);
    assert.deepEqual([answer.status, answer.json], [400, { error: "unknown-member", text }], path);
  }
  const german = await ask(base, "POST", "/api/tables?lang=de", { ...table, hint: true }, ada);
  assert.equal(german.json.text, "unbekannte Angabe „hint“; ist „hints“ gemeint?");
  assert.equal((await must(asAda("GET", "/api/me"))).name, "Ada", "nobody has signed out");
});

await test("the same in messages, and commands that are nearly right", async () => {
  const { client } = await listen(cat.token);
  const { table } = await must(ask(base, "POST", "/api/tables", { game: "noughts", seats: ["me", "me"], start: true }, cat.token), 201);
  const wrong = [
    [{ do: "watch", table, moves: false }, "unknown-member", 'unknown member "moves"'],
    [{ do: "watch", table, block: true }, "unknown-member", 'unknown member "block"; did you mean "blocked"?'],
    [{ do: "move", table, seat: 1, move: "mark a1", expect: 3 }, "unknown-member", 'unknown member "expect"; did you mean "expected"?'],
    [{ do: "start", table, seat: 1 }, "unknown-member", 'unknown member "seat"'],
    [{ do: "ping", table }, "unknown-member", 'unknown member "table"'],
    [{ do: "wacth", table }, "unknown-command", 'there is no command "wacth"; did you mean "watch"?'],
    [{ do: "dance", table }, "unknown-command", "there is no such command"],
    [{ table }, "unknown-command", "there is no such command"],
  ];
  for (const [message, error, text] of wrong) {
    const answer = await client.say(message);
    assert.deepEqual([answer.ok, answer.error, answer.text], [false, error, text], JSON.stringify(message));
  }
  await client.close();
});

// ---- moments -------------------------------------------------------------------------------------

await test("a moment tells who acts, what is legal, with odds where the dealer acts, the score, and the end", async () => {
  const { client } = await listen(cat.token);
  const { table } = await must(ask(base, "POST", "/api/tables", { game: "noughts", options: { start: "drawn" }, seats: ["me", "me"], start: true }, cat.token), 201);
  const moment = async (moves) => (await client.must({ do: "moment", table, moves, legal: true })).moment;
  const first = await moment(0);
  assert.deepEqual([first.actor, first.over, first.legal.map(({ odds }) => odds), first.odds_total], ["dealer", false, [1, 1], 2]);
  const second = await moment(1);
  assert.ok([1, 2].includes(second.actor) && !second.over && second.legal.length === 9 && second.legal.every((move) => !("odds" in move)));
  assert.deepEqual(second.score.map(({ total }) => total), [0, 0]);
  await client.must({ do: "watch", table });
  for (let view; (view = await must(ask(base, "GET", `/api/tables/${table}`, undefined, cat.token))).phase === "running"; )
    await client.must(view.can.confirm ? { do: "confirm", table, seat: view.confirming } : { do: "move", table, seat: view.actor, move: view.legal[0].move });
  const last = (await client.must({ do: "moment", table, moves: (await must(ask(base, "GET", `/api/tables/${table}`))).moves })).moment;
  assert.deepEqual([last.actor, last.over, "legal" in last], [null, true, false]);
  await client.close();
});

await server.stop();
finish();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Who may do what: every HTTP route and every command of a WebSocket with every kind of caller. The lists of routes and
// commands come from the source, so that a new one without its expectations here fails.
//     node access.test.mjs ORRERY

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ask, Client, guest } from "./client.mjs";
import { handshake, request, sendRaw } from "./raw.mjs";
import { startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = readdirSync(`${root}src/server`).filter((name) => name.endsWith(".c")).map((name) => readFileSync(`${root}src/server/${name}`, "utf8"));
const docs = readFileSync(`${root}docs/protocol.md`, "utf8");

const server = await startServer(program, { args: ["--proxies", "1", "--bots", "100"] });
const base = server.base;

// ---- who ----------------------------------------------------------------------------------------

/** All kinds of callers. Those without a valid token are nobody. */
const nobodies = ["nobody", "empty", "garbage", "wrong", "loggedOut"];
const guests = ["stranger", "watcher", "account", "seated", "owner", "bot"];
const kinds = [...nobodies, ...guests];
let people = 0;

/** One person of each kind: {token, name}. */
async function everybody() {
  const who = { nobody: {}, empty: { token: " " }, garbage: { token: "../../x" }, wrong: { token: "0123456789abcdef".repeat(4) } };
  for (const kind of ["loggedOut", ...guests.filter((one) => one !== "bot")]) who[kind] = await guest(base, `${kind} ${++people}`);
  assert.equal((await ask(base, "POST", "/api/logout", {}, who.loggedOut.token)).status, 200);
  const { token, name } = who.account;
  const made = await ask(base, "POST", "/api/account", { name, password: "correct horse", token: true }, token);
  assert.equal(made.status, 200, made.text);
  who.account.token = made.json.token;
  who.bot = await newBot(who.account.token);
  return who;
}

/** A new bot of the account: {bot, name, token}. */
async function newBot(token) {
  const made = await ask(base, "POST", "/api/bots", { name: `bot ${++people}` }, token);
  assert.equal(made.status, 201, made.text);
  return made.json;
}

/** Connections of all of them; those whose token is void show it as a cookie, as a browser does. */
async function connect(who) {
  const clients = {};
  for (const kind of kinds) {
    const { token } = who[kind];
    clients[kind] = nobodies.includes(kind) ? new Client(base, undefined, undefined, undefined, token ? { Cookie: `orrery=${token}` } : {}) : new Client(base, token);
    const welcome = await clients[kind].open;
    assert.equal(welcome.name, nobodies.includes(kind) ? "" : who[kind].name, `${kind} is welcomed as who it is`);
  }
  return clients;
}

const first = await everybody();
const clients = await connect(first);

await test("a void token in the header opens no socket: a program is told that it is nobody", async () => {
  for (const kind of nobodies.filter((one) => first[one].token)) await assert.rejects(new Client(base, first[kind].token).open, /401/, kind);
});

let watched;

/** A table of the owner on seat 1 and `seated` on seat 2, and the moves of the owner and the other in turn, without the
 * last confirmation. With a third seat that is open, it does not begin. */
async function table({ free = false, alone = false, cells = [], over = false } = {}) {
  const game = free ? { game: "pulsar-2849", players: 3 } : { game: "noughts", options: { start: "first" } };
  const plan = { ...game, hints: true, seats: alone ? ["me", "random"] : ["me"] };
  const made = await ask(base, "POST", "/api/tables", plan, first.owner.token);
  assert.equal(made.status, 201, made.text);
  const id = made.json.table;
  if (!alone) await clients.seated.must({ do: "sit", table: id, seat: 2 });
  if (!free) await clients.owner.must({ do: "start", table: id });
  for (const [i, cell] of cells.entries()) {
    const client = i % 2 === 0 ? clients.owner : clients.seated;
    await client.must({ do: "move", table: id, seat: 1 + (i % 2), move: `mark ${cell}` });
    if (over || i + 1 < cells.length || i % 2 === 0) await client.must({ do: "confirm", table: id, seat: 1 + (i % 2) });
  }
  if (watched) await clients.watcher.must({ do: "unwatch", table: watched }); // there is a limit
  await clients.watcher.must({ do: "watch", table: id, state: false });
  watched = id;
  return id;
}

/** Expectations: the same for all, or for nobodies and guests, with exceptions. */
const all = (value) => Object.fromEntries(kinds.map((kind) => [kind, value]));
const split = (nobody, others, exceptions = {}) => ({ ...Object.fromEntries(kinds.map((kind) => [kind, nobodies.includes(kind) ? nobody : others])), ...exceptions });

// ---- routes -------------------------------------------------------------------------------------

const ended = { cells: ["a1", "a2", "b1", "b2", "c1"], over: true };

/** Of each route: the status (or one of several) for every kind of caller, the body, and the table that it needs. */
const routes = {
  "GET /": { expect: all(200) },
  "GET /health": { expect: all(200) },
  "GET /metrics": { expect: all(200) },
  "GET /api/about": { expect: all(200) },
  "GET /ws": { expect: { ...all(426), ...Object.fromEntries(nobodies.filter((kind) => kind !== "nobody").map((kind) => [kind, 401])) } },
  "GET /api/games": { expect: all(200) },
  "GET /api/games/*/cards": { expect: all(200), part: () => "noughts" },
  "GET /api/games/*/layout": { expect: all(200), part: () => "noughts" },
  "GET /reference/index.json": { expect: all(200) },
  "GET /reference/games.*": { expect: all(200), part: () => "de.json" },
  "GET /reference/*/cards.*": { expect: all(200), part: () => "noughts", last: "de.json" },
  "GET /reference/*/layout.*": { expect: all(200), part: () => "noughts", last: "en.json" },
  "GET /api/games/*/workshop": { expect: all(200), part: () => "noughts" },
  "POST /api/games/*/effect": { expect: all(200), body: () => ({ text: "grow 1" }), part: () => "beyond-the-sun" },
  "POST /api/games/*/check": { expect: split(401, 200), body: () => ({ files: {} }), part: () => "noughts" },
  "POST /api/games/*/try": { expect: split(401, 200), body: () => ({ files: {}, games: 1 }), part: () => "noughts" },
  "POST /api/guest": { expect: all(200), body: () => ({ name: "Somebody" }) },
  "POST /api/login": { expect: all(200), body: (who) => ({ name: who.account.name, password: "correct horse" }), fresh: true },
  "POST /api/logout": { expect: split(401, 200), body: () => ({}), fresh: true },
  "POST /api/account": { expect: split(401, 200, { account: 400, bot: 403 }), body: (who, kind) => ({ name: `new ${kind} ${people}`, password: "battery staple" }), fresh: true },
  "POST /api/password": { expect: split(401, 403, { account: 200 }), body: () => ({ password: "correct horse", new_password: "battery staple" }), fresh: true },
  "GET /api/bots": { expect: split(401, 403, { account: 200 }) },
  "POST /api/bots": { expect: split(401, 403, { account: 201 }), body: () => ({ name: `another ${++people}` }) },
  "POST /api/bots/*/token": { expect: split(401, 403, { account: 200 }), part: async () => (await newBot(first.account.token)).bot },
  "POST /api/bots/*/revoke": { expect: split(401, 403, { account: 200 }), part: async () => (await newBot(first.account.token)).bot },
  "POST /api/bots/*/remove": { expect: split(401, 403, { account: 200 }), part: async () => (await newBot(first.account.token)).bot },
  "GET /api/me": { expect: all(200) },
  "POST /api/me": { expect: split(401, 200), body: () => ({ language: "de" }), fresh: true },
  "POST /api/mail/confirm": { expect: all(403), body: () => ({ token: "0123456789abcdef".repeat(4) }) },
  "POST /api/mail/stop": { expect: all(403), body: () => ({ token: `1-${"0123456789abcdef".repeat(2)}` }) },
  "GET /api/tables": { expect: all(200) },
  "POST /api/tables": { expect: split(401, 201), body: () => ({ game: "noughts" }) },
  "POST /api/import": { expect: split(401, 201), body: async () => ({ record: (await ask(base, "GET", `/api/tables/${await table()}/record`)).text }) },
  "GET /api/my/tables": { expect: split(401, 200) },
  "GET /api/tables/*": { expect: all(200), part: () => table() },
  "GET /api/tables/*/cards": { expect: all(200), part: () => table() },
  "GET /api/tables/*/layout": { expect: all(200), part: () => table() },
  "GET /api/tables/*/set": { expect: all(200), part: () => table() },
  "GET /api/tables/*/record": { expect: all(200), part: () => table() },
  "POST /api/tables/*/rematch": { expect: split(401, 409, { seated: 201, owner: 201 }), body: () => ({}), part: () => table(ended) },
  "POST /api/tables/*/hint": { expect: split(401, 409, { owner: [200, 202] }), body: () => ({ seat: 1 }), part: () => table({ alone: true }) },
  "GET /api/tables/*/analysis": { expect: all(200), part: () => table(ended) },
  "POST /api/tables/*/analysis": { expect: split(401, [200, 202]), body: () => ({}), part: () => table(ended) },
  "GET /api/tables/*/chat": { expect: all(200), part: () => table() },
  "POST /api/tables/*/chat": { expect: split(401, 200), body: () => ({ text: "hello" }), part: () => table() },
};

const known = sources.flatMap((text) => [
  ...text.matchAll(/\{"(GET|POST|PUT|PATCH|DELETE)",\s*"(\/[^"]*)",\s*(VISITORS|ANYBODY|GUESTS|PEOPLE|ACCOUNTS),/g),
]);
const access = Object.fromEntries(known.map(([, method, path, who]) => [`${method} ${path}`, who]));

await test("every route of the source has its expectations", () => {
  assert.deepEqual(Object.keys(access).sort(), Object.keys(routes).sort());
});

await test("every route is in the documentation", () => {
  const described = docs.replaceAll(/\/(ID|NAME)\b/g, "/*");
  for (const path of new Set(known.map(([, , path]) => path))) if (path !== "/") assert.ok(described.includes(path), path);
});

/** What an answer may not give away: who else is there has secrets of his own. */
function hidesSecrets(text, who, kind) {
  for (const [other, { token }] of Object.entries(who)) if (guests.includes(other) && other !== kind) assert.ok(!text.includes(token), `the token of ${other}`);
  assert.doesNotMatch(text, /argon2/);
}

for (const [route, { expect, body, part, last, fresh }] of Object.entries(routes))
  await test(route, async () => {
    const [method, pattern] = route.split(" ");
    const who = fresh ? await everybody() : first;
    const path = pattern.replace("*", part ? await part() : "").replace("*", last ?? "");
    for (const kind of kinds) {
      const answer = await ask(base, method, path, await body?.(who, kind), who[kind].token);
      assert.ok([expect[kind]].flat().includes(answer.status), `${kind}: ${answer.status} ${answer.text.slice(0, 200)}`);
      if (expect[kind] >= 400 && path !== "/ws") {
        const errors = { 400: "refused", 401: "not-allowed", 403: "not-allowed", 409: "refused" };
        assert.equal(answer.json.error, errors[expect[kind]]);
      }
      hidesSecrets(answer.text, who, kind);
    }
  });

await test("what guests must ask is refused to everybody else before anything else", async () => {
  for (const [route, who] of Object.entries(access).filter(([, needed]) => !["VISITORS", "ANYBODY"].includes(needed)))
    for (const kind of nobodies) {
      const [method, pattern] = route.split(" ");
      const answer = await ask(base, method, pattern.replace("*", "nowhere"), method === "POST" ? {} : undefined, first[kind].token);
      assert.equal(answer.status, 401, `${route} by ${kind} (${who})`);
    }
});

await test("no route takes another method", async () => {
  for (const path of new Set(known.map(([, , path]) => path)))
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (`${method} ${path}` in routes) continue;
      const answer = await ask(base, method, path.replace("*", "x"), method === "GET" ? undefined : {}, first.owner.token);
      assert.equal(answer.status, 405, `${method} ${path}: ${answer.text}`);
      assert.equal(answer.json.error, "not-found");
    }
});

await test("no route that changes something takes a request of another site", async () => {
  for (const route of Object.keys(routes).filter((route) => route.startsWith("POST")))
    for (const Origin of ["https://example.org", "null", `http://127.0.0.1:${server.port}.example.org`]) {
      const answer = await ask(base, "POST", route.split(" ")[1].replace("*", "x"), {}, first.owner.token, { Origin });
      assert.equal(answer.status, 403, `${route} from ${Origin}`);
      assert.equal(answer.json.error, "not-allowed");
    }
  const own = await ask(base, "POST", "/api/tables", { game: "noughts" }, first.owner.token, { Origin: base });
  assert.equal(own.status, 201);
});

await test("a cookie is as good as a token, and no script can read it", async () => {
  const made = await ask(base, "POST", "/api/guest", { name: "Browser" });
  assert.equal(made.json.token, undefined, "no token for who does not ask for it");
  const [cookie] = made.headers["set-cookie"];
  assert.match(cookie, /^orrery=[0-9a-f]{64}; .*HttpOnly; SameSite=Strict/);
  assert.doesNotMatch(cookie, /Secure/);
  const Cookie = cookie.split(";")[0];
  assert.equal((await ask(base, "GET", "/api/me", undefined, undefined, { Cookie })).json.name, "Browser");
  const proxied = await ask(base, "POST", "/api/guest", { name: "Browser" }, undefined, { "X-Forwarded-Proto": "https" });
  assert.match(proxied.headers["set-cookie"][0], /^__Host-orrery=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
  assert.match(proxied.headers["set-cookie"][1], /^orrery=;.*Max-Age=0/, "the plain one goes away");
  const secured = proxied.headers["set-cookie"][0].split(";")[0];
  const both = await ask(base, "GET", "/api/me", undefined, undefined, { Cookie: `orrery=${"0".repeat(64)}; ${secured}` });
  assert.equal(both.json.user, proxied.json.user, "the one that no other host can set comes first");
  const out = await ask(base, "POST", "/api/logout", {}, undefined, { Cookie });
  assert.match(out.headers["set-cookie"][0], /^orrery=;.*Max-Age=0/);
  assert.equal((await ask(base, "GET", "/api/me", undefined, undefined, { Cookie })).json, null, "the cookie is void");
});

await test("a page of another site cannot use the cookie for a WebSocket", async () => {
  const made = await ask(base, "POST", "/api/guest", { name: "Browser" });
  const Cookie = made.headers["set-cookie"][0].split(";")[0];
  const foreign = await sendRaw(server.port, request("GET", "/ws", handshake({ Cookie, Origin: "https://example.org" })));
  assert.equal(foreign.status, 403);
  const own = await sendRaw(server.port, request("GET", "/ws", handshake({ Cookie, Host: `127.0.0.1:${server.port}`, Origin: base })));
  assert.equal(own.status, 101);
});

await test("a view shows nobody what is only for another", async () => {
  const id = await table();
  for (const kind of kinds) {
    const view = (await ask(base, "GET", `/api/tables/${id}`, undefined, first[kind].token)).json;
    assert.equal(view.yours, kind === "owner", kind);
    assert.deepEqual(view.seats.map((seat) => seat.yours), [kind === "owner", kind === "seated"], kind);
    assert.equal("legal" in view, kind === "owner", `${kind}: the moves of who is asked`);
    assert.ok(!("seed" in view), "the seed is shown at the end");
    assert.doesNotMatch(JSON.stringify(view), /"(token|password|secret|webhook|mail|user)":/);
  }
});

// ---- commands -----------------------------------------------------------------------------------

const own = split("not-allowed", "refused", { seated: "ok" }); // it is the seat of `seated`
const makers = split("not-allowed", "refused", { owner: "ok" });
const moved = { cells: ["a1", "b2"] };

/** Of each command: "ok" or the error for every kind of caller, what it says besides the table, the table that it needs,
 * and what has to be said by `seated` before. */
const commands = {
  watch: { expect: all("ok") },
  unwatch: { expect: all("ok") },
  ping: { expect: all("ok") },
  moment: { expect: all("ok"), say: { moves: 0 } },
  scores: { expect: all("ok") },
  log: { expect: all("ok"), say: { from: 0 } },
  hint: { expect: own, say: { seat: 2 }, needs: { cells: ["a1"] } },
  analysis: { expect: split("not-allowed", "ok"), needs: ended },
  preview: { expect: all("ok"), say: { seat: 1, move: "mark b2" } },
  sit: { expect: split("not-allowed", "ok"), say: { seat: 3 }, needs: { free: true } },
  stand: { expect: split("not-allowed", "refused", { seated: "ok", owner: "ok" }), say: { seat: 2 }, needs: { free: true } },
  computer: { expect: makers, say: { seat: 3, player: "random" }, needs: { free: true } },
  start: { expect: makers, needs: { free: true }, prepare: [{ do: "sit", seat: 3 }] },
  move: { expect: own, say: { seat: 2, move: "mark b2" }, needs: { cells: ["a1"] } },
  undo: { expect: own, say: { seat: 2 }, needs: moved },
  redo: { expect: own, say: { seat: 2 }, needs: moved, prepare: [{ do: "undo", seat: 2 }] },
  confirm: { expect: own, say: { seat: 2 }, needs: moved },
  confirms: { expect: own, say: { seat: 2, on: false } },
  "hand-over": { expect: own, say: { seat: 2, player: "random" } },
  "take-back": { expect: own, say: { seat: 2 }, prepare: [{ do: "hand-over", seat: 2, player: "random" }] },
  pause: { expect: own, say: { seat: 2, on: true } },
};

const listed = sources.map((text) => text.match(/struct command_kind command_kinds\[\] = \{\n([^]*?)\n\};/)?.[1]).find(Boolean) ?? "";
const names = [...listed.matchAll(/^ {4}\{"([a-z-]+)",/gm)].map(([, name]) => name);

await test("every command of the source has its expectations", () => {
  assert.deepEqual([...names].sort(), Object.keys(commands).sort());
});

await test("every command is in the documentation", () => {
  for (const name of names) assert.match(docs, new RegExp(`^- [^:\n]*\`${name}\``, "m"), name);
});

for (const [name, { expect, say = {}, needs = {}, prepare = [] }] of Object.entries(commands))
  await test(`${name} by everybody`, async () => {
    for (const kind of kinds) {
      const id = await table(needs);
      for (const message of prepare) await clients.seated.must({ table: id, ...message });
      const before = (await ask(base, "GET", `/api/tables/${id}`)).json;
      const answer = await clients[kind].say({ do: name, ...(name === "ping" ? {} : { table: id }), ...say });
      const after = (await ask(base, "GET", `/api/tables/${id}`)).json;
      assert.equal(answer.ok ? "ok" : answer.error, expect[kind], `${kind}: ${answer.text}`);
      if (!answer.ok) assert.deepEqual(after, before, `${kind}: nothing has changed`);
      if (answer.ok && answer.version !== undefined) assert.equal(after.version, before.version + 1, kind);
      await clients[kind].must({ do: "unwatch", table: id });
    }
  });

await test("a token opens nothing once it is gone, and the others of the same person stay", async () => {
  const who = await everybody();
  const { name } = who.account;
  const other = (await ask(base, "POST", "/api/login", { name, password: "correct horse", token: true })).json.token;
  await ask(base, "POST", "/api/logout", {}, who.account.token);
  await assert.rejects(new Client(base, who.account.token).open, /401/);
  const stays = new Client(base, other);
  assert.equal((await stays.open).name, name);
  await stays.close();
});

await test("the server ends well", async () => {
  await Promise.all(Object.values(clients).map((client) => client.close()));
  await server.stop();
});

finish();

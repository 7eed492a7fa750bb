// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What one address or one person may do, so that there is enough for everyone: limits by kind of action, who counts as
// whom behind proxies, connections, and what is only for the host.
//     node limits.test.mjs ORRERY

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { ask, Client, guest } from "./client.mjs";
import { frame, handshake, RawSocket, request, sendRaw } from "./raw.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const WAIT_MS = 120000;
const behind = (...values) => ({ "X-Forwarded-For": values.join(", ") });

/** A server with a fifth of the usual limits, behind this many proxies. */
const strict = (proxies, more = []) => startServer(program, { requests: 60, args: ["--proxies", String(proxies), ...more] });

/** Makes guests until it is refused; how many there were. */
async function useUp(server, headers) {
  let count = 0;
  for (;;) {
    const answer = await ask(server.base, "POST", "/api/guest", { name: "Ada" }, undefined, headers);
    if (answer.status === 429) return count;
    assert.equal(answer.status, 200, answer.text);
    assert.ok(++count < 60, "there is a limit");
  }
}

/** Whether it is served, and at once once more: a single token may have come back meanwhile, on a slow machine. */
async function mayStill(server, headers) {
  for (let i = 0; i < 2; i++) if ((await ask(server.base, "POST", "/api/guest", { name: "Ada" }, undefined, headers)).status === 429) return false;
  return true;
}

/** The same for anything else: it is refused within a few times. */
async function isRefused(times, action) {
  for (let i = 0; i < times; i++) if ((await action()).status === 429) return true;
  return false;
}

// ---- who counts as whom -------------------------------------------------------------------------

await test("without --proxies nobody passes a limit by naming an address, and the host is told once", async () => {
  const server = await strict(0);
  assert.ok((await useUp(server)) >= 8);
  for (const headers of [behind("192.0.2.1"), behind("192.0.2.2"), { "X-Real-IP": "192.0.2.3" }, { Forwarded: "for=192.0.2.4" }])
    assert.equal(await mayStill(server, headers), false, JSON.stringify(headers));
  const made = await ask(server.base, "POST", "/api/login", { name: "x", password: "y" }, undefined, { "X-Forwarded-Proto": "https" });
  assert.equal(made.status, 403);
  await server.stop();
  assert.equal(server.errors.split('"what":"proxy not trusted"').length, 2, server.errors);
});

await test("with one proxy the last address counts, and nothing to the left of it", async () => {
  const server = await strict(1);
  assert.ok((await useUp(server, behind("192.0.2.1"))) >= 8);
  for (const made of ["198.51.100.1", "127.0.0.1", "::1", "nonsense", ""]) assert.equal(await mayStill(server, behind(made, "192.0.2.1")), false, made);
  // Several lines are one list.
  const lines = request("POST", "/api/guest", { "X-Forwarded-For": "198.51.100.1", "x-forwarded-for": "192.0.2.1", "Content-Length": "14" }, '{"name":"Ada"}');
  assert.ok(await isRefused(2, () => sendRaw(server.port, lines)));
  // However it is written, it is the same one.
  for (const same of ["::ffff:192.0.2.1", "[::ffff:192.0.2.1]:443", "192.0.2.1:8080"]) assert.equal(await mayStill(server, behind(same)), false, same);
  assert.equal(await mayStill(server, behind("192.0.2.2")), true);
  assert.equal(await mayStill(server, behind("192.0.2.1", "192.0.2.2")), true);
  await server.stop();
});

await test("what is no address counts as the proxy, as does a proxy that names nobody, of which the host hears once", async () => {
  const server = await strict(1);
  assert.ok((await useUp(server)) >= 8);
  for (const headers of [{}, behind("nonsense"), behind("192.0.2.1", "x"), behind("999.1.1.1"), behind(""), behind("unknown"), behind("192.0.2.1", "")])
    assert.equal(await mayStill(server, headers), false, JSON.stringify(headers));
  assert.equal(await mayStill(server, behind("192.0.2.1")), true);
  await server.stop();
  assert.equal(server.errors.split('"what":"proxy names no client"').length, 2, server.errors);
});

await test("with two proxies the one before the last counts; if it is none, the nearest that is", async () => {
  const server = await strict(2);
  assert.ok((await useUp(server, behind("192.0.2.1", "10.0.0.1"))) >= 8);
  assert.equal(await mayStill(server, behind("198.51.100.1", "192.0.2.1", "10.0.0.1")), false);
  assert.equal(await mayStill(server, behind("198.51.100.1", "192.0.2.1", "10.0.0.9")), false);
  assert.equal(await mayStill(server, behind("192.0.2.2", "10.0.0.1")), true);
  assert.equal(await mayStill(server, behind("192.0.2.1")), false, "only one is named");
  assert.ok((await useUp(server, behind("192.0.2.1", "nonsense", "10.0.0.1"))) >= 8, "10.0.0.1 itself");
  assert.equal(await mayStill(server, behind("192.0.2.7", "nonsense", "10.0.0.1")), false);
  await server.stop();
});

await test("only the proxies that were named are believed", async () => {
  const server = await strict(1, ["--proxy-address", "192.0.2.99", "--proxy-address", "2001:db8::99"]);
  assert.ok((await useUp(server)) >= 8);
  assert.equal(await mayStill(server, behind("192.0.2.1")), false, "loopback is none of them");
  await server.stop();
});

await test("a network of 64 bits counts as one address", async () => {
  const server = await strict(1);
  assert.ok((await useUp(server, behind("2001:db8:1:2::1"))) >= 8);
  for (const same of ["2001:db8:1:2::2", "2001:db8:1:2:ffff:ffff:ffff:ffff", "[2001:db8:1:2::3]:443"]) assert.equal(await mayStill(server, behind(same)), false, same);
  assert.equal(await mayStill(server, behind("2001:db8:1:3::1")), true);
  await server.stop();
});

// ---- limits of people and kinds -----------------------------------------------------------------

await test("people have limits of their own for each kind of action, and do not lock out others of their address", async () => {
  const server = await strict(1);
  const here = behind("192.0.2.1");
  const come = async (name) => (await ask(server.base, "POST", "/api/guest", { name, token: true }, undefined, here)).json.token;
  const [ada, bob] = [await come("Ada"), await come("Bob")];
  const table = (await ask(server.base, "POST", "/api/tables", { game: "noughts" }, ada, here)).json.table;
  const chat = (token) => ask(server.base, "POST", `/api/tables/${table}/chat`, { text: "hello" }, token, here);
  let lines = 0;
  let refused;
  while ((refused = await chat(ada)).status === 200) assert.ok(++lines < 30, "there is a limit");
  assert.ok(lines >= 6, `${lines} lines`);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error, "too-many");
  assert.match(refused.headers["retry-after"], /^[1-9]\d*$/);
  assert.equal((await chat(bob)).status, 200, "another one at the same address");
  assert.equal((await ask(server.base, "POST", "/api/tables", { game: "noughts" }, ada, here)).status, 201, "something else");
  let made = 1;
  while ((await ask(server.base, "POST", "/api/tables", { game: "noughts" }, ada, here)).status === 201) assert.ok(++made < 30, "there is a limit");
  assert.ok(made >= 3, `${made} tables`);
  assert.equal((await ask(server.base, "POST", "/api/tables", { game: "noughts" }, bob, here)).status, 201);
  // Other addresses do not help: it is the person that counts.
  assert.ok(await isRefused(2, () => ask(server.base, "POST", "/api/tables", { game: "noughts" }, ada, behind("192.0.2.2"))));

  // Nobody in particular, or with a token that is none, uses up what is for nobody in particular.
  for (const token of [undefined, "0123456789abcdef".repeat(4)]) {
    const other = behind(token ? "192.0.2.3" : "192.0.2.4");
    let read = 0;
    while ((await ask(server.base, "GET", "/api/games", undefined, token, other)).status === 200) assert.ok(++read < 200, "GETs have a limit");
    assert.ok(read >= 60, `${read} read`);
    assert.equal((await ask(server.base, "GET", "/api/me", undefined, ada, other)).json.name, "Ada", "who is signed in at that address goes on");
    assert.equal((await ask(server.base, "GET", "/", undefined, undefined, other)).status, 200, "the page is there");
    assert.ok(await isRefused(60, () => ask(server.base, "GET", "/api/nothing", undefined, undefined, other)));
  }
  await server.stop();
});

await test("one address does not take all names: after some accounts it makes one in a while", async () => {
  const server = await strict(1); // a fifth: 12 at once; 8 guests at once, so they come from elsewhere
  const account = async (i) => {
    const elsewhere = behind(`198.51.100.${i}`);
    const { token } = (await ask(server.base, "POST", "/api/guest", { name: `Name ${i}`, token: true }, undefined, elsewhere)).json;
    return (address) => ask(server.base, "POST", "/api/account", { name: `Name ${i}`, password: "star 42 garden" }, token, behind(address));
  };
  let made = 0;
  let make, refused;
  while ((refused = await (make = await account(made))("192.0.2.1")).status === 200) assert.ok(++made < 20, "there is a limit");
  assert.ok(made >= 12, `${made} accounts`);
  assert.ok(Number(refused.headers["retry-after"]) > 20, "a minute for the next one, some of which has passed");
  assert.equal((await make("192.0.2.2")).status, 200, "another address");
  await server.stop();
});

await test("tables that do not exist are not kept in memory", async () => {
  const server = await startServer(program);
  const rooms = async () => Number((await ask(server.base, "GET", "/metrics")).text.match(/^orrery_rooms (\d+)$/m)[1]);
  for (let i = 0; i < 200; i++) assert.equal((await ask(server.base, "GET", `/api/tables/none${i}`)).status, 404);
  await within(WAIT_MS / 2, "an empty hall", (async () => {
    while ((await rooms()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  })());
  await server.stop();
});

await test("many sockets of a person do not send more than a few", async () => {
  const server = await startServer(program, { messages: 0 }); // 50 of a socket, 400 of a person
  const { token } = await guest(server.base, "Ada");
  const sockets = await Promise.all(Array.from({ length: 20 }, async () => {
    const client = new Client(server.base, token);
    await client.open;
    return client;
  }));
  const ask20 = () => Promise.all(sockets.flatMap((client) => Array.from({ length: 20 }, () => client.say({ do: "scores", table: "nowhere" }))));
  const answers = [...(await ask20()), ...(await ask20())]; // no more of one socket at once, which has a limit, too
  const refused = answers.filter((answer) => answer.error === "too-many").length;
  assert.ok(refused > 0 && answers.length - refused >= 400, `${refused} of ${answers.length} are refused`);
  const other = new Client(server.base, (await guest(server.base, "Bob")).token);
  await other.open;
  assert.equal((await other.say({ do: "scores", table: "nowhere" })).error, "not-found");
  await Promise.all([...sockets, other].map((client) => client.close()));
  await server.stop();
});

await test("what is no message counts like one, by person and by address, with as many sockets as it may be", async () => {
  const server = await startServer(program, { messages: 0, args: ["--proxies", "1"] });
  const [from, elsewhere] = [behind("192.0.2.1"), behind("192.0.2.2")];
  const { token } = await guest(server.base, "Eve");
  const open = async (who, headers) => {
    const client = new Client(server.base, who, () => {}, undefined, headers);
    await client.open;
    return client;
  };
  // 400 of a person at once, and some more while it takes its time
  for (const nonsense of ["{", '{"do":"nothing"}', '{"do":"watch"}', '{"do":"ping"}']) {
    const eve = (await guest(server.base, "Eve")).token;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(eve, from)));
    for (const { socket } of sockets) for (let i = 0; i < 40; i++) socket.send(nonsense);
    const refused = (client) => client.say({ do: "watch", table: "nowhere" }).then(({ error }) => error === "too-many", () => true);
    assert.ok((await Promise.all(sockets.map(refused))).some(Boolean), nonsense);
    for (const { socket } of sockets) socket.terminate();
  }
  const other = await open(token, elsewhere);
  assert.equal((await other.say({ do: "scores", table: "nowhere" })).error, "not-found", "others are served");
  // 1500 of an address whose people have no token, each socket 40
  const sockets = await Promise.all(Array.from({ length: 60 }, () => open(undefined, from)));
  const ends = sockets.map((client) => client.closed);
  for (const { socket } of sockets) for (let i = 0; i < 40; i++) socket.send("{");
  assert.equal(await within(WAIT_MS, "an end", Promise.race(ends)), 1008);
  assert.equal((await other.say({ do: "scores", table: "nowhere" })).error, "not-found");
  await server.stop();
});

await test("whole logs are lists: nobody has many of them at once, with as many sockets as it may be", async () => {
  const server = await startServer(program, { messages: 0, requests: 0 }); // 60 lists at once, 2 more in a second
  const { token } = await guest(server.base, "Ada");
  const table = (await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me", "me"], start: true }, token)).json.table;
  for (const who of [undefined, token]) {
    const sockets = Array.from({ length: 4 }, () => new Client(server.base, who));
    await Promise.all(sockets.map((client) => client.open));
    const answers = await Promise.all(sockets.flatMap((client) => Array.from({ length: 40 }, () => client.say({ do: "log", table, from: 0 }))));
    const fine = answers.filter((answer) => answer.ok).length;
    assert.ok(fine >= 60 && fine < 150, `${fine} logs`);
    assert.ok(answers.every((answer) => answer.ok || answer.error === "too-many"));
    assert.equal((await sockets[0].say({ do: "scores", table })).ok, true, "what costs little goes on");
    await Promise.all(sockets.map((client) => client.close()));
  }
  await server.stop();
});

await test("a large number of messages is a limit, too", async () => {
  const server = await startServer(program, { messages: 30000 });
  const socket = await RawSocket.open(server.port);
  const pongs = Buffer.concat(Array.from({ length: 1000 }, () => frame(10, "")));
  for (let i = 0; i < 100; i++) socket.send(pongs);
  assert.equal(await socket.status(), 1008);
  await server.stop();
});

await test("one address has at most 256 WebSockets, others are served", async () => {
  const server = await startServer(program, { args: ["--proxies", "1"] });
  const open = (address) => openSocket(server, address);
  const sockets = [];
  for (let i = 0; i < 256; i++) sockets.push(await open("192.0.2.1"));
  assert.ok(sockets.every(({ status }) => status === 101));
  assert.equal((await open("192.0.2.1")).status, 429);
  assert.equal((await open("192.0.2.1, 192.0.2.2")).status, 101);
  sockets[0].end();
  const freed = async () => {
    while ((await open("192.0.2.1")).status !== 101) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await within(WAIT_MS, "a place", freed());
  await server.end("SIGKILL");
  server.clean();
});

/** A WebSocket through the proxy that names this address: {status, end}. */
async function openSocket(server, address) {
  const client = new Client(server.base, undefined, () => {}, undefined, { "X-Forwarded-For": address });
  client.open.catch(() => {});
  return within(WAIT_MS, "a handshake", new Promise((resolve) => {
    client.socket.once("open", () => resolve({ status: 101, end: () => client.socket.terminate() }));
    client.socket.once("unexpected-response", (_, response) => resolve({ status: response.statusCode }));
  }));
}

// ---- only for the host --------------------------------------------------------------------------

await test("the metrics are for programs on this machine, or for who has the token", async () => {
  const server = await startServer(program);
  const file = join(server.folder, "token");
  const token = "correct-horse-battery";
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  server.args = ["--metrics-token", file];
  await server.restart();
  const look = async (headers = {}) => (await ask(server.base, "GET", "/metrics", undefined, undefined, headers)).status;
  assert.equal(await look(), 200);
  for (const headers of [behind("127.0.0.1"), { "X-Forwarded-Proto": "https" }, { Via: "1.1 x" }, { Forwarded: "for=x" }, { "X-Real-IP": "127.0.0.1" }, { Host: "example.org" }, { Host: "127.0.0.1.example.org" }])
    assert.equal(await look(headers), 403, JSON.stringify(headers));
  assert.equal(await look({ ...behind("192.0.2.1"), Authorization: `Bearer ${token}` }), 200);
  for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, "Bearer ", token, "Basic x"])
    assert.equal(await look({ ...behind("192.0.2.1"), Authorization: wrong }), 403, wrong);
  assert.equal((await ask(server.base, "GET", "/health", undefined, undefined, behind("192.0.2.1"))).status, 200);
  assert.ok(!readFileSync(`/proc/${server.process.pid}/cmdline`, "latin1").includes(token));
  assert.ok(!server.errors.includes(token));
  await server.stop();
});

// ---- origins ------------------------------------------------------------------------------------

await test("HTTP and WebSockets agree on who is another site", async () => {
  const server = await startServer(program, { args: ["--proxies", "1"] });
  /** [origin, host, over TLS, own] */
  for (const [Origin, Host, secure, own] of [
    ["http://example.org", "example.org", false, true],
    ["http://example.org", "example.org:80", false, true],
    ["http://example.org:80", "example.org", false, true],
    ["https://example.org", "example.org", true, true],
    ["https://example.org", "example.org:443", true, true],
    ["https://example.org:443", "example.org", true, true],
    ["https://Example.ORG", "example.org", true, true],
    ["https://example.org:8443", "example.org:8443", true, true],
    ["http://[::1]:8686", "[::1]:8686", false, true],
    ["http://example.org", "example.org", true, false],
    ["https://example.org:8443", "example.org", true, false],
    ["https://example.org", "example.org:80", true, false],
    ["http://example.org", "example.org:443", false, false],
    ["chrome-extension://example.org", "example.org", false, false],
    ["file://example.org", "example.org", false, false],
    ["example.org", "example.org", false, false],
    ["//example.org", "example.org", false, false],
    ["null", "example.org", false, false],
    ["", "example.org", false, false],
    ["https://example.org.evil.org", "example.org", true, false],
    ["https://evil.org/example.org", "example.org", true, false],
    ["https://example.org@evil.org", "example.org", true, false],
  ]) {
    const headers = { Origin, Host, ...behind("192.0.2.1"), ...(secure ? { "X-Forwarded-Proto": "https" } : {}) };
    const change = await sendRaw(server.port, request("POST", "/api/logout", { ...headers, "Content-Length": "2" }, "{}"));
    const socket = await sendRaw(server.port, request("GET", "/ws", handshake(headers)));
    assert.equal(change.status, own ? 401 : 403, `a change from ${Origin} at ${Host}`);
    assert.equal(socket.status, own ? 101 : 403, `a socket from ${Origin} at ${Host}`);
  }
  await server.stop();
});

// ---- what is computed ---------------------------------------------------------------------------

await test("components and layouts are made once and need not be sent twice", async () => {
  const server = await startServer(program);
  const { token } = await guest(server.base, "Ada");
  const made = await ask(server.base, "POST", "/api/tables", { game: "beyond-the-sun", players: 3 }, token);
  const { table } = made.json;
  const etags = new Set();
  for (const path of ["/api/games", "/api/games/beyond-the-sun/cards?players=3", "/api/games/beyond-the-sun/layout?players=3", "/api/games/beyond-the-sun/cards?players=3&lang=de", `/api/tables/${table}/cards`, `/api/tables/${table}/layout`]) {
    const first = await ask(server.base, "GET", path);
    assert.equal(first.status, 200, first.text);
    const { etag } = first.headers;
    assert.match(etag, /^"[0-9a-f]{32}"$/, path);
    etags.add(etag);
    const again = await ask(server.base, "GET", path);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.etag, etag);
    const known = await ask(server.base, "GET", path, undefined, undefined, { "If-None-Match": etag });
    assert.equal(known.status, 304, path);
    assert.equal(known.text, "");
    assert.equal((await ask(server.base, "GET", path, undefined, undefined, { "If-None-Match": '"x"' })).status, 200);
  }
  assert.equal(etags.size, 4, "a table has the cards and the layout of its game");
  assert.notEqual((await ask(server.base, "GET", "/api/games/beyond-the-sun/layout?players=4")).headers.etag, (await ask(server.base, "GET", "/api/games/beyond-the-sun/layout?players=2")).headers.etag);
  await server.stop();
});

await test("a recorded game may be long, for people who are signed in, and not too many", async () => {
  const server = await startServer(program, { requests: 60, args: ["--proxies", "1"] }); // 20 / 5 large bodies
  const here = behind("192.0.2.1");
  const { token } = await guest(server.base, "Ada");
  const table = (await ask(server.base, "POST", "/api/tables", { game: "noughts", options: { start: "first" }, seats: ["me", "me"], start: true }, token, here)).json.table;
  const record = (await ask(server.base, "GET", `/api/tables/${table}/record`, undefined, undefined, here)).text;
  const long = JSON.stringify({ record }).padEnd(900000);
  assert.equal((await ask(server.base, "POST", "/api/import", long, token, here)).status, 201);
  assert.equal((await ask(server.base, "POST", "/api/import", long, "0123456789abcdef".repeat(4), here)).status, 401);
  const wrong = { Authorization: `Bearer ${"0123456789abcdef".repeat(4)}`, ...here };
  const announce = () => sendRaw(server.port, request("POST", "/api/import", { ...wrong, "Content-Length": "900000" }, "x".repeat(900000)));
  assert.ok(await isRefused(20, announce));
  await server.stop();
});

await test("who announces large bodies with an invented token locks nobody of the address out, and fills no log", async () => {
  const server = await startServer(program, { requests: 300, args: ["--proxies", "1", "--log", "normal"] });
  const here = behind("192.0.2.1");
  const { token } = await guest(server.base, "Ada");
  const table = (await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me", "me"], start: true }, token, here)).json.table;
  const record = (await ask(server.base, "GET", `/api/tables/${table}/record`, undefined, undefined, here)).text;
  const invented = { Authorization: `Bearer ${"0123456789abcdef".repeat(4)}`, ...here };
  const alone = async () => {
    while (!/^orrery_connections 1$/m.test((await ask(server.base, "GET", "/metrics")).text));
  };
  for (let i = 0; i < 25; i++) {
    const wire = net.connect(server.port, "127.0.0.1");
    wire.write(request("POST", "/api/import", { ...invented, Expect: "100-continue", "Content-Length": "900000" }));
    await within(WAIT_MS, "the server to go on", new Promise((resolve) => wire.once("data", resolve)));
    wire.destroy();
    await within(WAIT_MS, "the server to see that nobody is there", alone());
  }
  const imported = await ask(server.base, "POST", "/api/import", JSON.stringify({ record }).padEnd(900000), token, here);
  assert.equal(imported.status, 201, imported.text);

  const flood = () => ask(server.base, "GET", "/api/nothing", undefined, undefined, here);
  let refused = 0;
  for (let i = 0; i < 5000 && refused < 200; i++) refused += (await flood()).status === 429;
  assert.equal(refused, 200);
  await server.stop();
  const lines = server.errors.trim().split("\n").map((line) => JSON.parse(line));
  const told = lines.filter(({ what }) => what === "request refused" || what === "request").length;
  const left = lines.filter(({ what, of }) => what === "suppressed" && of === "request refused").reduce((sum, { count }) => sum + count, 0);
  assert.ok(told < 100 && told + left === refused, `${told} lines, ${left} left out`);
});

finish();

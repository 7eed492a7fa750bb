// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What clients must not send by HTTP: each kind of it is answered by the status and the error that docs/protocol.md names
// for it, and no table has changed afterwards.
//     node requests.test.mjs ORRERY

import assert from "node:assert/strict";
import net from "node:net";
import { ask, guest } from "./client.mjs";
import { request, sendRaw } from "./raw.mjs";
import { finish, program, test } from "./tap.mjs";
import { ada, base, isError, server, tables, theServerIsWell, unchanged } from "./unharmed.mjs";

const { turn, quiet } = tables;
const deep = (depth) => "[".repeat(depth) + "]".repeat(depth);

// ---- HTTP requests ------------------------------------------------------------------------------

const bearer = { Authorization: `Bearer ${ada.token}` };
const long = (length) => ({ ...bearer, "Content-Length": String(length) });

/** [what, bytes, status, error if the answer is JSON] */
const requests = [
  ["an unknown address", request("GET", "/api/nothing"), 404, "not-found"],
  ["an address with dots", request("GET", "/api/../../etc/passwd"), 404, "not-found"],
  ["an address with coded dots", request("GET", "/api/tables/%2e%2e/%2e%2e/etc/passwd"), 404, "not-found"],
  ["a table called ..", request("GET", "/api/tables/.."), 404, "not-found"],
  ["a table with a coded slash", request("GET", `/api/tables/${turn}%2Fx`), 404, "not-found"],
  ["an address with a zero byte", request("GET", "/api/tables/%00"), 400],
  ["an address with a zero byte behind a table", request("GET", `/api/tables/${turn}%00.html`), 400],
  ["an address that is no UTF-8", request("GET", "/api/tables/%ff%fe"), 400],
  ["an address with a line break", request("GET", "/api/tables/%0d%0aSet-Cookie:x"), 400],
  ["two slashes", request("GET", "//api/me", bearer), 404, "not-found"],
  ["a slash behind", request("GET", "/api/me/", bearer), 404, "not-found"],
  ["a long id", request("GET", `/api/tables/${"x".repeat(100)}`), 404, "not-found"],
  ["an address of 10 KB", request("GET", `/api/tables/${"x".repeat(10000)}`), 404, "not-found"],
  ["no address", Buffer.from("GET  HTTP/1.1\r\nHost: x\r\n\r\n"), 400],
  ["a wrong method", request("DELETE", `/api/tables/${turn}`, bearer), 405, "not-found"],
  ["another wrong method", request("PUT", "/api/tables", long(2), "{}"), 405, "not-found"],
  ["a method that does not exist", request("BREW", "/api/tables"), 405],
  ["GET where POST is needed", request("GET", "/api/login"), 405, "not-found"],
  ["two lengths", Buffer.from(`POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), 400],
  ["a length and pieces", request("POST", "/api/tables", { ...long(2), "Transfer-Encoding": "chunked" }, "{}"), 400],
  ["a negative length", request("POST", "/api/tables", long(-1)), 400],
  ["a length that is no number", request("POST", "/api/tables", long("many")), 400],
  ["an unknown encoding", request("POST", "/api/tables", { ...bearer, "Transfer-Encoding": "gzip" }, "{}"), 411],
  ["a body of 2 MB", request("POST", "/api/tables", long(2 << 20), "{"), 413],
  ["a body of 17 KB", request("POST", "/api/me", long(17000), "{"), 413],
  ["an effect of 17 KB", request("POST", "/api/games/noughts/effect", long(17000), "{"), 413],
  ["a table with the cards of nobody", request("POST", "/api/tables", { "Content-Length": "17000" }, "{"), 401],
  ["a card set of nobody", request("POST", "/api/games/noughts/check", { "Content-Length": "17000" }, "{"), 401],
  ["a card set of 2 MB", request("POST", "/api/games/noughts/check", long(2 << 20), "{"), 413],
  ["17 KB to where nothing is", request("POST", "/api/nothing", long(17000), "{"), 413],
  ["17 KB for GET", request("GET", "/api/me", long(17000), "{"), 413],
  ["2 MB in pieces", request("POST", "/api/tables", { ...bearer, "Transfer-Encoding": "chunked" }, `200000\r\n${"x".repeat(1 << 21)}\r\n0\r\n\r\n`), 411],
  ["a recorded game of 2 MB", request("POST", "/api/import", long(2 << 20), "{"), 413],
  ["a long recorded game of nobody", request("POST", "/api/import", { "Content-Length": "100000" }, "{"), 401],
  ["20 KB of headers", request("GET", "/api/me", { ...bearer, "X-Long": "x".repeat(20000) }), 431],
  ["1000 headers", request("GET", "/api/me", Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`X-${i}`, "x".repeat(20)]))), 431],
];
for (const [what, bytes, status, error] of requests)
  await unchanged(`a request with ${what}`, async () => {
    const answer = await sendRaw(server.port, bytes);
    assert.equal(answer.status, status, answer.head);
    if (error) isError(answer.json, error);
  });

// ---- heads that could be read in two ways -------------------------------------------------------

const me = (headers, first = "GET /api/me HTTP/1.1") => Buffer.from(`${first}\r\nHost: 127.0.0.1\r\n${headers}\r\n`, "latin1");
const body = '{"name":"Ada"}';
const post = (headers) => Buffer.from(`POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n${body}`, "latin1");

/** [what, bytes, status] */
const heads = [
  ["a blank before the colon", me("X-A : b\r\n"), 400],
  ["a tab before the colon", me("X-A\t: b\r\n"), 400],
  ["a length with a blank before the colon", post(`Content-Length : ${body.length}\r\n`), 400],
  ["a bare CR in a value", me("X-A: b\rX-B: c\r\n"), 400],
  ["a bare CR that begins a line", me("X-A: b\r\n\rX-B: c\r\n"), 400],
  ["a bare CR at the end of a value", me("X-A: b\r\r\n"), 400],
  ["a bare LF after the first line", Buffer.from("GET /api/me HTTP/1.1\nHost: 127.0.0.1\r\n\r\n"), 400],
  ["a bare LF after a header", Buffer.from("GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\n\r\n"), 400],
  ["a bare LF at the end", Buffer.from("GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\n"), 400],
  ["a zero byte in a value", me("X-A: b\0c\r\n"), 400],
  ["zero bytes at the end of a value", me("X-A: b\0\0\r\n"), 400],
  ["a zero byte in a name", me("X\0A: b\r\n"), 400],
  ["a zero byte in the target", me("", "GET /api/me\0x HTTP/1.1"), 400],
  ["a zero byte in the method", me("", "GET\0X /api/me HTTP/1.1"), 400],
  ["a zero byte in the version", me("", "GET /api/me HTTP/1.1\0x"), 400],
  ["a control character in a value", me("X-A: b\x01c\r\n"), 400],
  ["a folded line", me("X-A: b\r\n c\r\n"), 400],
  ["a folded length", post(`Content-Length:\r\n ${body.length}\r\n`), 400],
  ["a first header with a blank before it", Buffer.from("GET /api/me HTTP/1.1\r\n X-A: b\r\nHost: 127.0.0.1\r\n\r\n"), 400],
  ["a header without a name", me(": b\r\n"), 400],
  ["a header without a colon", me("abc\r\n"), 400],
  ["a length with a sign", post(`Content-Length: +${body.length}\r\n`), 400],
  ["a length in hexadecimal", post("Content-Length: 0xe\r\n"), 400],
  ["a list of lengths", post(`Content-Length: ${body.length}, ${body.length}\r\n`), 400],
  ["the same length twice", post(`Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n`), 400],
  ["pieces and a length", post(`Transfer-Encoding: chunked\r\nContent-Length: ${body.length}\r\n`), 400],
  ["pieces", post("Transfer-Encoding: chunked\r\n"), 411],
  ["pieces of HTTP 1.0", Buffer.from("POST /api/guest HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 411],
  ["no host", Buffer.from("GET /api/me HTTP/1.1\r\n\r\n"), 400],
  ["two hosts", me("Host: 127.0.0.1\r\n"), 400],
  ["a host with a blank", Buffer.from("GET /api/me HTTP/1.1\r\nHost: a b\r\n\r\n"), 400],
  ["a host with a user", Buffer.from("GET /api/me HTTP/1.1\r\nHost: a@b\r\n\r\n"), 400],
  ["a target with its host", me("", "GET http://127.0.0.1/api/me HTTP/1.1"), 400],
  ["a target *", me("", "GET * HTTP/1.1"), 400],
  ["a target with a fragment", me("", "GET /api/me#x HTTP/1.1"), 400],
  ["a target with raw bytes", me("", "GET /api/m\xe9 HTTP/1.1"), 400],
  ["two blanks in the first line", me("", "GET  /api/me HTTP/1.1"), 400],
  ["a blank behind the version", me("", "GET /api/me HTTP/1.1 "), [400, 505]],
  ["HTTP 1.2", me("", "GET /api/me HTTP/1.2"), 505],
  ["HTTP 2.0", me("", "GET /api/me HTTP/2.0"), 505],
  ["HTTP 0.9", Buffer.from("GET /api/me\r\n\r\n"), 400],
];
for (const [what, bytes, status] of heads)
  await unchanged(`a head with ${what}`, async () => {
    const answer = await sendRaw(server.port, bytes);
    assert.ok([status].flat().includes(answer.status), answer.head);
    assert.match(answer.head, /\r\nconnection: close/i, "what follows is not read as another request");
  });

await test("a head is taken whatever its pieces, blanks and decoding", async () => {
  const head = "GET /api/me?a=%20b&c=%41 HTTP/1.1\r\nHost:127.0.0.1\r\nX-A: \t b \t\r\nX-B:\r\nX-C:  \r\nCookie: a=b; c=d\r\nX-D: \xe9\r\n\r\n";
  const answer = await sendRaw(server.port, Buffer.from(`\r\n${head}`, "latin1"));
  assert.equal(answer.status, 200, answer.head);
  const wire = net.connect(server.port, "127.0.0.1");
  wire.setNoDelay(true);
  let received = "";
  wire.on("data", (part) => (received += part));
  for (const byte of Buffer.from(head.replace("\r\n\r\n", `\r\nX-Long: ${"x".repeat(2000)}\r\n\r\n`).repeat(2), "latin1")) wire.write(Buffer.from([byte]));
  while (received.split("HTTP/1.1 200").length < 3) await new Promise((resolve) => wire.once("data", resolve));
  wire.destroy();
});

await unchanged("what is no HTTP at all", async () => {
  await assert.rejects(sendRaw(server.port, Buffer.from("hello\r\n\r\n")), /closed/);
});

// ---- bodies -------------------------------------------------------------------------------------

const plan = { game: "noughts", listed: true };
const chat = `/api/tables/${turn}/chat`;
const record = (await ask(base, "GET", `/api/tables/${turn}/record`)).text;
assert.match(record, /^1 mark b2$/m);

/** [what, path, body, status, error, headers] */
const bodies = [
  ["no JSON", "/api/tables", "hello", 400, "bad-message"],
  ["a list", "/api/tables", "[]", 400, "bad-message"],
  ["null", "/api/tables", "null", 400, "bad-message"],
  ["half a body", "/api/tables", '{"game":"noughts"', 400, "bad-message"],
  ["something behind", "/api/tables", '{"game":"noughts"} x', 400, "bad-message"],
  ["a key twice", "/api/tables", '{"game":"noughts","game":"noughts"}', 400, "bad-message"],
  ["5000 levels", "/api/tables", `{"game":"noughts","x":${deep(5000)}}`, 400, "bad-message"],
  ["9 levels", "/api/tables", `{"game":"noughts","x":${deep(8)}}`, 400, "bad-message"],
  ["600 members", "/api/tables", `{"game":"noughts","x":[${"1,".repeat(600)}1]}`, 400, "bad-message"],
  ["an import that is no JSON", "/api/import", "hello", 400, "bad-message"],
  ["an import of a list", "/api/import", "[]", 400, "bad-message"],
  ["an import of 500000 levels", "/api/import", `{"record":"","x":${deep(500000)}}`, 400, "bad-message"],
  ["an import of 300000 members", "/api/import", `{"record":"","x":[${"1,".repeat(300000)}1]}`, 400, "bad-message"],
  ["a zero byte", "/api/tables", '{"game":"noughts\\u0000"}', 400, "bad-message"],
  ["another site", "/api/tables", plan, 403, "not-allowed", { Origin: "https://example.org" }],
  ["a page without origin", "/api/tables", plan, 403, "not-allowed", { Origin: "null" }],

  ["no game", "/api/tables", { listed: true }, 400, "missing-argument"],
  ["an unknown game", "/api/tables", { ...plan, game: "chess" }, 400, "refused"],
  ["a game that is a number", "/api/tables", { ...plan, game: 5 }, 400, "missing-argument"],
  ["a long game", "/api/tables", { ...plan, game: "x".repeat(1000) }, 400, "missing-argument"],
  ["an unknown option", "/api/tables", { ...plan, options: { luck: "good" } }, 400, "refused"],
  ["an unknown choice", "/api/tables", { ...plan, options: { goal: "square" } }, 400, "refused"],
  ["a choice that is a number", "/api/tables", { ...plan, options: { goal: 5 } }, 400, "missing-argument"],
  ["a list of options", "/api/tables", { ...plan, options: ["goal"] }, 400, "missing-argument"],
  ["too many players", "/api/tables", { ...plan, players: 3 }, 400, "refused"],
  ["260 players", "/api/tables", { ...plan, players: 260 }, 400, "refused"],
  ["no players", "/api/tables", { ...plan, players: 0 }, 400, "refused"],
  ["half a player", "/api/tables", { ...plan, players: 1.5 }, 400, "missing-argument"],
  ["players in words", "/api/tables", { ...plan, players: "2" }, 400, "missing-argument"],
  ["too many seats", "/api/tables", { ...plan, seats: ["me", "me", "me"] }, 400, "missing-argument"],
  ["a seat that is a number", "/api/tables", { ...plan, seats: [1, "me"] }, 400, "missing-argument"],
  ["seats that are a text", "/api/tables", { ...plan, seats: "me" }, 400, "missing-argument"],
  ["an unknown player", "/api/tables", { ...plan, seats: ["me", "hugo"] }, 400, "refused"],
  ["a player that thinks too long", "/api/tables", { ...plan, seats: ["me", "mcts:ms=99999"] }, 400, "refused"],
  ["player settings of 500 bytes", "/api/tables", { ...plan, seats: ["me", `mcts:nodes=${"0".repeat(500)}`] }, 400, "refused"],
  ["player settings behind a tab", "/api/tables", { ...plan, seats: ["me", "mcts:nodes=\t9999999"] }, 400, "refused"],
  ["a player with a line break", "/api/tables", { ...plan, seats: ["me", "random\n2 random"] }, 400, "refused"],
  ["an unknown clock", "/api/tables", { ...plan, clock: { kind: "sand" } }, 400, "missing-argument"],
  ["a clock that is a number", "/api/tables", { ...plan, clock: 5 }, 400, "missing-argument"],
  ["a time in words", "/api/tables", { ...plan, clock: { kind: "live", time: "an hour" } }, 400, "missing-argument"],
  ["a long title", "/api/tables", { ...plan, title: "x".repeat(64) }, 400, "missing-argument"],
  ["a title that is a list", "/api/tables", { ...plan, title: ["x"] }, 400, "missing-argument"],
  ["a title with control characters", "/api/tables", { ...plan, title: "a\u001b[31mb" }, 400, "bad-message"],

  ["a title that turns the text around", "/api/tables", { ...plan, title: "a\u202eb" }, 400, "bad-message"],
  ["a title with a character of no width", "/api/tables", { ...plan, title: "a\u200bb" }, 400, "bad-message"],

  ["an import without a record", "/api/import", {}, 400, "missing-argument"],
  ["an import of a number", "/api/import", { record: 5 }, 400, "missing-argument"],
  ["an import of nothing", "/api/import", { record: "" }, 400, "refused"],
  ["an import of nonsense", "/api/import", { record: "orrery record 1\ngame chess\n", listed: true }, 400, "refused"],
  ["an import with a wrong move", "/api/import", { record: record.replace("1 mark b2", "1 mark z9"), listed: true }, 400, "refused"],
  ["an import with a move too many", "/api/import", { record: record.replace("1 mark b2", "1 mark b2\n1 mark b3"), listed: true }, 400, "refused"],
  ["an import with a wrong title", "/api/import", { record, title: "a\nb", listed: true }, 400, "bad-message"],
  ["an import with a hidden character in a name", "/api/import", { record: record.replace('"Ada"', '"A\u2066da"'), listed: true }, 400, "refused"],
  ["an import with an unknown player", "/api/import", { record, seats: ["hugo"], listed: true }, 400, "refused"],
  ["an import with five seats", "/api/import", { record, seats: ["me", "me", "me", "me", "me"], listed: true }, 400, "missing-argument"],

  ["a rematch before the end", `/api/tables/${turn}/rematch`, {}, 409, "refused"],
  ["a rematch of an unknown table", "/api/tables/nowhere/rematch", {}, 404, "not-found"],
  ["chat where it is off", `/api/tables/${quiet}/chat`, { text: "hello" }, 403, "not-allowed"],
  ["chat at an unknown table", "/api/tables/nowhere/chat", { text: "hello" }, 404, "not-found"],
  ["chat without a text", chat, {}, 400, "missing-argument"],
  ["an empty line", chat, { text: "" }, 400, "missing-argument"],
  ["a line of 501 characters", chat, { text: "ä".repeat(501) }, 400, "missing-argument"],
  ["a line with control characters", chat, { text: "a\r\nb" }, 400, "missing-argument"],
  ["a line that nobody sees", chat, { text: "\u200b\u202e \ufeff" }, 400, "missing-argument"],
  ["a line that is a number", chat, { text: 5 }, 400, "missing-argument"],

  ["a guest without a name", "/api/guest", {}, 400, "missing-argument"],
  ["a guest with an empty name", "/api/guest", { name: "" }, 400, "refused"],
  ["a name with a blank before it", "/api/guest", { name: " Ada" }, 400, "refused"],
  ["a name of 41 characters", "/api/guest", { name: "x".repeat(41) }, 400, "refused"],
  ["a name of 1000 characters", "/api/guest", { name: "x".repeat(1000) }, 400, "missing-argument"],
  ["a name with control characters", "/api/guest", { name: "A\u0007da" }, 400, "refused"],
  ["a name with a line break", "/api/guest", { name: "A\nda" }, 400, "refused"],
  ...["\u202eadA", "A\u2066da\u2069", "A\u200bda", "Ada\u200d", "Ada\u200f", "\ufeffAda", "A\u00adda", "A\u2060da", "\u3164", "A\u00a0da", "A\u2003da", "A  da", "Ada\ufe0f"].map(
    (name) => [`the name ${JSON.stringify(name)}`, "/api/guest", { name }, 400, "refused"]),
  ["an unknown language", "/api/guest", { name: "Ada", language: "tlh" }, 400, "refused"],
  ["a language that is a number", "/api/guest", { name: "Ada", language: 1 }, 400, "missing-argument"],
  ["a short password", "/api/account", { name: "Ada", password: "1234567" }, 400, "refused"],
  ["a password of 201 characters", "/api/account", { name: "Ada", password: "x".repeat(201) }, 400, "missing-argument"],
  ["no password", "/api/account", { name: "Ada" }, 400, "missing-argument"],
  ["a login with an unknown name", "/api/login", { name: "nobody", password: "12345678" }, 403, "not-allowed"],
  ["a login as a guest", "/api/login", { name: "Ada", password: "" }, 403, "not-allowed"],
  ["a new password of a guest", "/api/password", { password: "", new_password: "12345678" }, 403, "not-allowed"],
  ["a webhook to a file", "/api/me", { webhook: "file:///etc/passwd" }, 400, "refused"],
  ["a webhook with a line break", "/api/me", { webhook: "http://x/\r\nX: y" }, 400, "refused"],
  ["a webhook of 500 bytes", "/api/me", { webhook: `https://x/${"x".repeat(500)}` }, 400, "missing-argument"],
  ["a webhook that is a number", "/api/me", { webhook: 5 }, 400, "missing-argument"],
  ["a mail address that is an option", "/api/me", { mail: "-oQ/tmp@x" }, 400, "refused"],
  ["a mail address with a line break", "/api/me", { mail: "a@b\nBcc: c@d" }, 400, "refused"],
  ["a mail address without @", "/api/me", { mail: "ada" }, 400, "refused"],
  ["an unknown language for me", "/api/me", { language: "EN" }, 400, "refused"],
];
for (const [what, path, body, status, error, headers] of bodies)
  await unchanged(`a body with ${what}`, async () => {
    const answer = await ask(base, "POST", path, body, ada.token, headers);
    assert.equal(answer.status, status, answer.text);
    isError(answer.json, error);
    assert.equal(answer.headers["content-type"], "application/json");
    assert.equal(answer.headers["cache-control"], "no-store");
  });

await unchanged("a body that is no UTF-8", async () => {
  const body = Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
  const answer = await sendRaw(server.port, request("POST", "/api/guest", long(body.length), body));
  assert.equal(answer.status, 400);
  isError(answer.json, "bad-message");
});

for (const [what, path] of [
  ["an unknown game", "/api/games/chess/cards"],
  ["an unknown game's layout", "/api/games/chess/layout"],
])
  await unchanged(`asking for ${what}`, async () => {
    const answer = await ask(base, "GET", path);
    assert.equal(answer.status, 404);
    isError(answer.json, "not-found");
  });
for (const query of ["players=3", "players=99", "players=x", "goal=square", "goal=%00"])
  await unchanged(`asking for cards with ${query}`, async () => {
    const answer = await ask(base, "GET", `/api/games/noughts/cards?${query}`);
    assert.equal(answer.status, 400, answer.text);
    if (query !== "goal=%00") isError(answer.json, "refused");
  });

// ---- texts for people ---------------------------------------------------------------------------

await test("names, titles and chat with HTML come back as they are, as JSON", async () => {
  const text = `<script>alert("1")</script> & 'x' \\ \u{1f600}`;
  const who = await guest(base, "<b onclick=x>");
  assert.equal(who.name, "<b onclick=x>");
  const made = await ask(base, "POST", "/api/tables", { game: "noughts", title: text, seats: ["me", "me"], start: true }, who.token);
  const answer = await ask(base, "GET", `/api/tables/${made.json.table}`);
  assert.equal(answer.json.title, text);
  assert.equal(answer.json.seats[0].name, "<b onclick=x>");
  assert.equal(answer.headers["content-type"], "application/json");
  assert.equal(answer.headers["x-content-type-options"], "nosniff");
  assert.match(answer.headers["content-security-policy"], /default-src 'none'/);
  await ask(base, "POST", `/api/tables/${made.json.table}/chat`, { text }, who.token);
  const lines = (await ask(base, "GET", `/api/tables/${made.json.table}/chat`)).json.lines;
  assert.equal(lines[0].text, text);
  assert.equal(lines[0].name, "<b onclick=x>");
});

await test("errors come in the language of who asks", async () => {
  const german = await guest(base, "Frieda", "de");
  const many = { game: "noughts", players: 4 };
  const answer = await ask(base, "POST", "/api/tables", many, german.token);
  isError(answer.json, "refused");
  const english = await ask(base, "POST", "/api/tables", many, ada.token);
  assert.notEqual(answer.json.text, english.json.text);
});

await theServerIsWell();
finish();

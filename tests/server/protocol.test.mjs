// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What clients must not send by WebSocket: each kind of it is answered by the error that docs/protocol.md names for it,
// and no table has changed afterwards.
//     node protocol.test.mjs ORRERY

import assert from "node:assert/strict";
import { ask, Client, newKey } from "./client.mjs";
import { BINARY, CLOSE, CONTINUATION, frame, handshake, PING, RawSocket, request, sendRaw, TEXT } from "./raw.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";
import { ada, base, begin, clients, eve, everything, isError, make, server, settle, tables, theServerIsWell, unchanged } from "./unharmed.mjs";

// ---- messages -----------------------------------------------------------------------------------

/** Sends a text as it is; the answer is that to no number. */
async function sayText(text) {
  const client = new Client(base, ada.token);
  await client.open;
  const answer = new Promise((resolve) => client.waiting.set(0, { resolve, reject: () => {} }));
  client.socket.send(text);
  const heard = await within(5000, "an answer", answer);
  await client.close();
  return heard;
}

const deep = (depth) => "[".repeat(depth) + "]".repeat(depth);
const watch = `"do":"watch","table":"${tables.turn}"`;
const texts = {
  "no JSON": "hello",
  "an empty text": "",
  "half of a message": `{${watch}`,
  "something behind the message": `{${watch}} x`,
  "two messages in one": `{${watch}}{${watch}}`,
  "a list": `[{${watch}}]`,
  "a number": "17",
  "a text": '"watch"',
  null: "null",
  "JSON with comments": `{${watch} /* please */}`,
  "a list nested 4000 deep": `{"x":${deep(4000)}}`.slice(0, 8190),
  "3000 levels in a message": `{${watch},"x":${deep(3000)}}`,
  "a key twice": `{${watch},"do":"unwatch"}`,
  "a zero byte in a text": `{"do":"watch","table":"a\\u0000b"}`,
  "half a surrogate pair": `{"do":"watch","table":"\\ud800"}`,
  "a number beyond all bounds": `{${watch},"log":1e999}`,
  "a whole number beyond 64 bits": `{${watch},"log":99999999999999999999}`,
  "not a number": `{${watch},"log":NaN}`,
  "single quotes": `{'do':'watch'}`,
};
for (const [what, text] of Object.entries(texts))
  await unchanged(`a message that is ${what}`, async () => isError(await sayText(text), "bad-message"));

const { open, drawn, turn, confirming, live, over, sun, full } = tables;
const move = { do: "move", table: turn, seat: 1, move: "mark c3" };
const legal = (await ask(base, "GET", `/api/tables/${turn}`, undefined, ada.token)).json;
const version = legal.version;
assert.ok(legal.legal.some((one) => one.move === "mark c3"), "the move of the tests is legal");
const sunMove = (await ask(base, "GET", `/api/tables/${sun}`, undefined, ada.token)).json.legal?.[0].move ?? "pass";

/** [what, message, error, who (Ada unless said)] */
const refusals = [
  ["no do", { table: turn }, "unknown-command"],
  ["a do that is a number", { do: 5, table: turn }, "unknown-command"],
  ["an unknown do", { do: "cheat", table: turn }, "unknown-command"],
  ["a do in capitals", { do: "WATCH", table: turn }, "unknown-command"],
  ["a do with a blank", { do: "watch ", table: turn }, "unknown-command"],

  ["no table", { do: "watch" }, "missing-argument"],
  ["a table that is a number", { do: "watch", table: 1 }, "missing-argument"],
  ["a table that is null", { do: "watch", table: null }, "missing-argument"],
  ["a table that is a list", { do: "watch", table: [turn] }, "missing-argument"],
  ["a table with a long id", { do: "watch", table: `${turn}x` }, "missing-argument"],
  ["a table with an id of 8 KB", { do: "watch", table: "x".repeat(8000) }, "missing-argument"],
  ["an empty id", { do: "watch", table: "" }, "not-found"],
  ["an unknown id", { do: "watch", table: turn.replace(/./, "0") }, "not-found"],
  ["an id in capitals", { do: "watch", table: `${turn.toUpperCase()}` }, "not-found"],
  ["an id with dots and slashes", { do: "watch", table: "../../etc/passwd" }, "not-found"],
  ["an id with quotes", { do: "watch", table: "' OR 1=1 --" }, "not-found"],
  ["an id with control characters", { do: "watch", table: "a\r\n\u0007b" }, "not-found"],
  ["an id in another script", { do: "watch", table: "таблица" }, "not-found"],
  ["a change at an unknown table", { ...move, table: "nowhere" }, "not-found"],

  ["no seat", { ...move, seat: undefined }, "missing-argument"],
  ["seat 0", { ...move, seat: 0 }, "missing-argument"],
  ["seat -1", { ...move, seat: -1 }, "missing-argument"],
  ["seat 5", { ...move, seat: 5 }, "missing-argument"],
  ["seat 3 of two", { ...move, seat: 3 }, "refused"],
  ["seat 1.5", { ...move, seat: 1.5 }, "missing-argument"],
  ["a seat that is a text", { ...move, seat: "1" }, "missing-argument"],
  ["seat 1e99", { ...move, seat: 1e99 }, "missing-argument"],
  ["seat 2^32 + 1", { ...move, seat: 2 ** 32 + 1 }, "missing-argument"],
  ["a seat that is true", { ...move, seat: true }, "missing-argument"],
  ["a list of seats", { ...move, seat: [1] }, "missing-argument"],

  ["no move", { ...move, move: undefined }, "missing-argument"],
  ["a move that is a number", { ...move, move: 5 }, "missing-argument"],
  ["an empty move", { ...move, move: "" }, "refused"],
  ["a move on a cell that is taken", { ...move, move: "mark b2" }, "refused"],
  ["a move on a cell that does not exist", { ...move, move: "mark z9" }, "refused"],
  ["a move without its cell", { ...move, move: "mark" }, "refused"],
  ["two moves in one", { ...move, move: "mark c3 mark c1" }, "refused"],
  ["a move that does not exist", { ...move, move: "win" }, "refused"],
  ["a move of another game", { ...move, move: sunMove }, "refused"],
  ["a move of noughts in another game", { ...move, table: sun }, "refused"],
  ["a move of the dealer", { ...move, table: drawn, move: "begin 1" }, "refused"],
  ["a move with a line break", { ...move, move: "mark c3\n2 mark c1" }, "bad-message"],
  ["a move with a control character", { ...move, move: "mark\u0007c3" }, "bad-message"],
  ["a move with a delete", { ...move, move: "mark c3\u007f" }, "bad-message"],
  ["a move of 8 KB", { ...move, move: `mark ${"c".repeat(7900)}` }, "refused"],
  ["a move in quotes", { ...move, move: '"mark c3"' }, "refused"],
  ["a move before the game begins", { ...move, table: open }, "refused"],
  ["a move after the end", { ...move, table: over }, "refused"],
  ["a move instead of a confirmation", { ...move, table: confirming, move: "mark a3" }, "refused"],
  ["a move for the seat of another", { ...move, seat: 2 }, "refused"],
  ["a move for the seat whose turn it is, by another", move, "refused", "bob"],
  ["a move by somebody who does not sit there", move, "refused", "eve"],
  ["a move by nobody", move, "not-allowed", "nobody"],

  ["a version that is too old", { ...move, expected: version - 1 }, "stale"],
  ["a version that is too new", { ...move, expected: version + 1 }, "stale"],
  ["version 0", { ...move, expected: 0 }, "stale"],
  ["a huge version", { ...move, expected: Number.MAX_SAFE_INTEGER }, "stale"],
  ["a negative version", { ...move, expected: -1 }, "missing-argument"],
  ["a version with a fraction", { ...move, expected: version + 0.5 }, "missing-argument"],
  ["a version of 1e99", { ...move, expected: 1e99 }, "missing-argument"],
  ["a version that is a text", { ...move, expected: String(version) }, "missing-argument"],
  ["a key of 40 characters", { ...move, key: "x".repeat(40) }, "missing-argument"],
  ["a key that is a number", { ...move, key: 5 }, "missing-argument"],

  ["sitting down on a seat of another", { do: "sit", table: open, seat: 1 }, "refused", "bob"],
  ["sitting down on the own seat", { do: "sit", table: open, seat: 1 }, "refused"],
  ["sitting down on a computer player", { do: "sit", table: full, seat: 2 }, "refused"],
  ["sitting down in the middle of a game", { do: "sit", table: turn, seat: 2 }, "refused", "eve"],
  ["sitting down as nobody", { do: "sit", table: open, seat: 2 }, "not-allowed", "nobody"],
  ["leaving a seat of another", { do: "stand", table: open, seat: 1 }, "refused", "bob"],
  ["leaving a free seat", { do: "stand", table: open, seat: 2 }, "refused"],
  ["leaving in the middle of a game", { do: "stand", table: turn, seat: 1 }, "refused"],

  ["a computer player by somebody else", { do: "computer", table: open, seat: 2, player: "random" }, "refused", "bob"],
  ["a computer player on a taken seat", { do: "computer", table: open, seat: 1, player: "random" }, "refused"],
  ["an unknown computer player", { do: "computer", table: open, seat: 2, player: "hugo" }, "refused"],
  ["no computer player", { do: "computer", table: open, seat: 2 }, "missing-argument"],
  ["an unknown setting of a player", { do: "computer", table: open, seat: 2, player: "mcts:luck=1" }, "refused"],
  ["a player that thinks too long", { do: "computer", table: open, seat: 2, player: "mcts:ms=3600000" }, "refused"],
  ["a player with too long turns", { do: "computer", table: open, seat: 2, player: "expert:turn=10001" }, "refused"],
  ["a player with too many threads", { do: "computer", table: open, seat: 2, player: "expert:threads=3" }, "refused"],
  ["a player with too many nodes", { do: "computer", table: open, seat: 2, player: "mcts:nodes=20001" }, "refused"],
  ["a player with too large a tree", { do: "computer", table: open, seat: 2, player: "mcts:nodes=5,tree=2000000" }, "refused"],
  ["settings behind a blank", { do: "computer", table: open, seat: 2, player: "mcts:nodes= 9999999" }, "refused"],
  ["a setting that is no number", { do: "computer", table: open, seat: 2, player: "mcts:nodes=many" }, "refused"],
  ["a long description of a player", { do: "computer", table: open, seat: 2, player: `mcts:nodes=${"0".repeat(300)}5` }, "refused"],
  ["a player with a line break", { do: "computer", table: open, seat: 2, player: "random\n" }, "refused"],

  ["starting with a free seat", { do: "start", table: open }, "refused"],
  ["starting by somebody else", { do: "start", table: full }, "refused", "bob"],
  ["starting twice", { do: "start", table: turn }, "refused"],
  ["starting what is over", { do: "start", table: over }, "refused"],

  ["undo of another's move", { do: "undo", table: confirming, seat: 2 }, "refused", "bob"],
  ["undo for another", { do: "undo", table: confirming, seat: 1 }, "refused", "bob"],
  ["undo past a chance move", { do: "undo", table: drawn, seat: 1 }, "refused"],
  ["undo of what is confirmed", { do: "undo", table: turn, seat: 2 }, "refused", "bob"],
  ["undo with nothing to undo", { do: "undo", table: live, seat: 1 }, "refused"],
  ["undo before the game begins", { do: "undo", table: open, seat: 1 }, "refused"],
  ["undo after the end", { do: "undo", table: over, seat: 1 }, "refused"],
  ["redo with nothing to redo", { do: "redo", table: turn, seat: 1 }, "refused"],
  ["confirming without need", { do: "confirm", table: turn, seat: 1 }, "refused"],
  ["confirming for another", { do: "confirm", table: confirming, seat: 1 }, "refused", "bob"],
  ["confirming before the game begins", { do: "confirm", table: open, seat: 1 }, "refused"],
  ["a preference without its value", { do: "confirms", table: turn, seat: 1 }, "missing-argument"],
  ["a preference that is a text", { do: "confirms", table: turn, seat: 1, on: "no" }, "missing-argument"],
  ["a preference of another", { do: "confirms", table: turn, seat: 2, on: false }, "refused"],

  ["handing over a seat whose time is not up", { do: "hand-over", table: live, seat: 1, player: "random" }, "refused", "bob"],
  ["handing over a seat without a clock", { do: "hand-over", table: turn, seat: 1, player: "random" }, "refused", "bob"],
  ["handing over a seat as a stranger", { do: "hand-over", table: live, seat: 1, player: "random" }, "refused", "eve"],
  ["handing over before the game begins", { do: "hand-over", table: open, seat: 1, player: "random" }, "refused"],
  ["handing over to an unknown player", { do: "hand-over", table: turn, seat: 1, player: "hugo" }, "refused"],
  ["handing over to nobody", { do: "hand-over", table: turn, seat: 1 }, "missing-argument"],
  ["handing over after the end", { do: "hand-over", table: over, seat: 1, player: "random" }, "refused"],
  ["taking back a seat that is held", { do: "take-back", table: turn, seat: 1 }, "refused"],
  ["taking back a seat of another", { do: "take-back", table: turn, seat: 1 }, "refused", "bob"],
  ["taking back a computer player's seat", { do: "take-back", table: full, seat: 2 }, "refused"],
  ["a pause for another", { do: "pause", table: live, seat: 1, on: true }, "refused", "bob"],
  ["a pause that is neither on nor off", { do: "pause", table: live, seat: 1, on: 1 }, "missing-argument"],

  ["a preview of what is not possible", { do: "preview", table: turn, seat: 1, move: "mark b2" }, "refused"],
  ["a preview of nonsense", { do: "preview", table: turn, seat: 1, move: "win\u0007" }, "refused"],
  ["a preview for who is not asked", { do: "preview", table: turn, seat: 2, move: "mark c3" }, "refused"],
  ["a preview before the game begins", { do: "preview", table: open, seat: 1, move: "mark c3" }, "refused"],
  ["a moment in the future", { do: "moment", table: turn, moves: 1000 }, "refused"],
  ["a negative moment", { do: "moment", table: turn, moves: -1 }, "refused"],
  ["a moment that is a text", { do: "moment", table: turn, moves: "1" }, "refused"],
  ["points before the game begins", { do: "scores", table: open }, "refused"],
  ["a moment before the game begins", { do: "moment", table: open, moves: 0 }, "refused"],
];
for (const [what, message, error, who = "ada"] of refusals)
  await unchanged(what, async () => {
    const answer = await clients[who].say(message);
    assert.equal(answer.ok, false, JSON.stringify(answer));
    isError(answer, error);
  });

await test("the same key twice with another move: nothing happens again", async () => {
  const key = newKey();
  const first = await clients.ada.must({ do: "move", table: turn, seat: 1, move: "mark c3", key });
  assert.equal(first.again, false);
  const before = await settle();
  const second = await clients.ada.must({ do: "move", table: turn, seat: 1, move: "mark c1", key });
  assert.equal(second.again, true);
  assert.equal(second.version, first.version);
  const third = await clients.ada.must({ do: "undo", table: turn, seat: 1, key, expected: 1 });
  assert.equal(third.again, true);
  assert.equal(await everything(), before);
});

await unchanged("what is behind a # is no part of the move, and is not kept", async () => {
  const table = await begin();
  await clients.ada.must({ do: "move", table, seat: 1, move: `mark   c3  # ${"x".repeat(5000)}` });
  const record = await ask(base, "GET", `/api/tables/${table}/record`);
  assert.match(record.text, /^1 mark c3$/m);
});

await unchanged("more than 16 watched tables", async () => {
  const client = new Client(base, eve.token);
  await client.open;
  for (let i = 0; i < 16; i++) await client.must({ do: "watch", table: await make({}) });
  isError(await client.say({ do: "watch", table: open }), "too-many");
  await client.close();
});

await test("more than 32 unanswered messages", async () => {
  const table = await make({ seats: ["me", "me"] });
  const client = new Client(base, ada.token);
  await client.open;
  // In one piece: sent one after another, a quick server may have answered those before.
  client.socket._socket.cork();
  const said = Array.from({ length: 60 }, (_, i) => client.say({ do: "confirms", table, seat: 1, on: i % 2 === 0 }));
  client.socket._socket.uncork();
  const answers = await Promise.all(said);
  const refused = answers.filter((answer) => !answer.ok);
  for (const answer of refused) isError(answer, "too-many");
  assert.ok(refused.length >= 10 && refused.length <= 28, `${refused.length} were refused`);
  const view = (await client.must({ do: "watch", table })).view;
  assert.equal(view.version, 2 + 60 - refused.length, "what was acknowledged has happened, what was refused has not");
  await client.close();
});

// ---- frames -------------------------------------------------------------------------------------

const say = Buffer.from(JSON.stringify({ ...move, table: confirming, do: "confirm", id: 1 }));
const frames = {
  "a binary frame": [1003, frame(BINARY, say)],
  "a message of 8193 bytes": [1009, frame(TEXT, "x".repeat(8193))],
  "a message of 9000 bytes in pieces": [1009, frame(TEXT, "x".repeat(4500), { fin: false }), frame(CONTINUATION, "x".repeat(4500))],
  "a frame that says it has 4 GB": [1009, Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5])],
  "text that is no UTF-8": [1007, frame(TEXT, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
  "a UTF-8 character cut off": [1007, frame(TEXT, Buffer.from([0xe2, 0x82]))],
  "a surrogate in UTF-8": [1007, frame(TEXT, Buffer.from([0xed, 0xa0, 0x80]))],
  "a frame without a mask": [1002, frame(TEXT, say, { mask: false })],
  "a frame with a reserved bit": [1002, frame(TEXT, say, { reserved: 0x40 })],
  "a frame of an unknown kind": [1002, frame(5, say)],
  "a ping of 200 bytes": [1002, frame(PING, "x".repeat(200))],
  "a ping in pieces": [1002, frame(PING, "x", { fin: false })],
  "the second piece without the first": [1002, frame(CONTINUATION, say)],
  "a new message inside another": [1002, frame(TEXT, "{", { fin: false }), frame(TEXT, say)],
  "a goodbye with half a status": [1002, frame(CLOSE, Buffer.from([3]))],
  "a goodbye with a wrong status": [1002, frame(CLOSE, Buffer.from([0, 1]))],
  "a message in 40 pieces": [1008, frame(TEXT, "{", { fin: false }), ...Array.from({ length: 40 }, () => frame(CONTINUATION, " ", { fin: false }))],
  "a flood of empty pieces": [1008, frame(TEXT, "", { fin: false }), ...Array.from({ length: 5000 }, () => frame(CONTINUATION, "", { fin: false }))],
};
for (const [what, [status, ...bytes]] of Object.entries(frames))
  await unchanged(what, async () => {
    const socket = await RawSocket.open(server.port, ada.token);
    socket.send(...bytes);
    assert.equal(await socket.status(), status);
  });

await unchanged("half a frame, and then nothing", async () => {
  const socket = await RawSocket.open(server.port, ada.token);
  socket.send(frame(TEXT, say).subarray(0, say.length));
  socket.end();
});

await unchanged("a message in pieces with a ping in between is fine", async () => {
  const socket = await RawSocket.open(server.port, ada.token);
  const text = Buffer.from(JSON.stringify({ do: "log", table: turn, id: 7 }));
  socket.send(frame(TEXT, text.subarray(0, 9), { fin: false }), frame(PING, "ping"), frame(CONTINUATION, text.subarray(9)));
  const [, pong] = await socket.frame(([opcode]) => opcode === 10);
  assert.equal(pong.toString(), "ping");
  const [, answer] = await socket.frame(([opcode, payload]) => opcode === TEXT && payload.includes('"answer":7'));
  assert.equal(JSON.parse(answer).ok, true);
  socket.end();
});

// ---- handshakes ---------------------------------------------------------------------------------

const handshakes = {
  "a handshake without an upgrade": [426, { Connection: "close", Upgrade: undefined }],
  "a handshake for something else": [426, { Upgrade: "h2c" }],
  "a handshake of version 8": [426, { "Sec-WebSocket-Version": "8" }],
  "a handshake without a version": [426, { "Sec-WebSocket-Version": undefined }],
  "a handshake without a key": [400, { "Sec-WebSocket-Key": undefined }],
  "a handshake with a short key": [400, { "Sec-WebSocket-Key": "AAAA" }],
  "a handshake with a key that is no base64": [400, { "Sec-WebSocket-Key": "!".repeat(24) }],
  "a handshake from another site": [403, { Origin: "https://example.org" }],
  "a handshake from a page without origin": [403, { Origin: "null" }],
  "a handshake from another port": [403, { Origin: "http://127.0.0.1:1" }],
  "a handshake from a similar name": [403, { Origin: "http://127.0.0.1.example.org" }],
};
const defined = (headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
for (const [what, [status, headers]] of Object.entries(handshakes))
  await unchanged(what, async () => {
    const answer = await sendRaw(server.port, request("GET", "/ws", defined(handshake({ Authorization: `Bearer ${ada.token}`, ...headers }))));
    assert.equal(answer.status, status, answer.head);
    assert.match(answer.head, /x-content-type-options: nosniff/i);
  });
await test("the version of the protocol can be asked for", async () => {
  const asking = (version) => sendRaw(server.port, request("GET", `/ws?protocol=${version}`, handshake({})));
  for (const version of ["0", "2", "", "1x", "99999999999999999999"]) {
    const { status, text } = await asking(version);
    assert.equal(status, 400, version);
    assert.match(text, /protocol 1/);
  }
  assert.equal((await asking("1")).status, 101);
});

await unchanged("a handshake by POST", async () => {
  const answer = await sendRaw(server.port, request("POST", "/ws", handshake({ "Content-Length": "0" })));
  assert.equal(answer.status, 405);
});

// ---- too much -----------------------------------------------------------------------------------

await test("the 51st message at once ends the connection, for nobody else", async () => {
  const strict = await startServer(program, { messages: 0 });
  const [loud, calm] = [await RawSocket.open(strict.port), await RawSocket.open(strict.port)];
  const text = frame(TEXT, JSON.stringify({ do: "watch", table: "nowhere", id: 1 }));
  loud.send(...Array.from({ length: 51 }, () => text));
  assert.equal(await loud.status(), 1008);
  calm.send(text);
  const [, answer] = await calm.frame(([opcode, payload]) => opcode === TEXT && payload.includes('"answer":1'));
  assert.equal(JSON.parse(answer).error, "not-found");
  calm.end();
  await strict.stop();
});

await test("the language that an address asks for counts more than that of the person", async () => {
  const name = async (query, token) => (await ask(base, "GET", `/api/games/beyond-the-sun/cards${query}`, undefined, token)).json.components.find(({ id }) => id === "I-R").name;
  const { token } = (await ask(base, "POST", "/api/guest", { name: "Gunda", language: "de", token: true })).json;
  const [german, english] = [await name("?lang=de"), await name("?lang=en")];
  assert.notEqual(german, english);
  assert.deepEqual([await name("", token), await name("?lang=en", token), await name("?lang=xx", token)], [german, english, german]);
});

await theServerIsWell();
finish();

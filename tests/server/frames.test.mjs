// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Frames against another implementation: what the Sender of ws writes our server must read as it is meant, what is wrong is
// ended with the status that the Receiver of ws finds too, and what our server writes that strict Receiver reads. All by
// chance, with fixed seeds; ORRERY_TEST_GAMES times as much.
//     node frames.test.mjs ORRERY

import assert from "node:assert/strict";
import { Receiver, Sender } from "ws";
import { ask, Client, guest, newKey } from "./client.mjs";
import { CLOSE, RawSocket, TEXT } from "./raw.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const TIMES = Number(process.env.ORRERY_TEST_GAMES ?? 1);
const MESSAGE_MAX = 8192;
const PONG = 10;

const server = await startServer(program);
const { base, port } = server;
const [ada, bob] = [await guest(base, "Ada"), await guest(base, "Bob")];

// ---- chance -------------------------------------------------------------------------------------

/** Numbers by chance, the same for the same seed: mulberry32. */
class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  below(limit) {
    return this.next() % limit;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  bytes(length) {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Cuts bytes into pieces. */
  cut(bytes, pieces) {
    const at = Array.from({ length: pieces - 1 }, () => this.below(bytes.length + 1)).sort((a, b) => a - b);
    return [0, ...at].map((start, i) => bytes.subarray(start, at[i] ?? bytes.length));
  }
}

// ---- what ws writes -----------------------------------------------------------------------------

/** Collects what a Sender writes. */
class Paper {
  constructor(chance) {
    this.parts = [];
    this.sender = new Sender(this, {}, (mask) => chance.bytes(4).copy(mask));
  }

  cork() {}
  uncork() {}
  write(bytes, callback) {
    this.parts.push(Buffer.from(bytes));
    callback?.();
    return true;
  }

  get bytes() {
    return Buffer.concat(this.parts);
  }

  text(bytes, fin = true) {
    this.sender.send(bytes, { binary: false, compress: false, mask: true, fin });
  }
}

const spread = [0, 1, 2, 30, 124, 125, 126, 127, 128, 1000, 4000, MESSAGE_MAX - 1, MESSAGE_MAX];
const table = "nowhere";

/** A message of exactly this many bytes, or as short as one can be; with characters of two to four bytes in it. */
function message(id, size, chance) {
  const make = (filling) => Buffer.from(JSON.stringify({ do: "watch", id, table, language: filling }));
  const room = size - make("").length;
  let filling = "";
  for (const letter of ["ä", "€", "😀"]) if (Buffer.byteLength(filling) + 4 <= room && chance.below(2)) filling += letter;
  return make(filling + "x".repeat(Math.max(0, room - Buffer.byteLength(filling))));
}

/** Messages, pings between and inside of them, some in pieces. Returns the bytes, and what must come back. */
function conversation(chance, count) {
  const paper = new Paper(chance);
  const ids = [];
  const pings = [];
  const ping = () => {
    if (chance.below(3) > 0) return;
    const payload = chance.bytes(chance.pick([0, 1, 4, 124, 125]));
    if (chance.below(4) === 0) paper.sender.pong(payload, true);
    else {
      pings.push(payload.toString("hex"));
      paper.sender.ping(payload, true);
    }
  };
  for (let id = 1; id <= count; id++) {
    const pieces = chance.cut(message(id, chance.pick(spread), chance), chance.pick([1, 1, 2, 3, 7, 32]));
    ids.push(id);
    pieces.forEach((piece, i) => {
      ping();
      paper.text(piece, i + 1 === pieces.length);
    });
  }
  ping();
  return { bytes: paper.bytes, ids, pings };
}

const soon = () => new Promise((resolve) => setImmediate(resolve)); // errors of streams come later

/** Sends bytes in packets, with time between them or not. */
async function dribble(socket, bytes, chance) {
  for (const packet of chance.cut(bytes, chance.pick([1, 2, 5, 40, 200]))) {
    socket.send(packet);
    if (chance.below(4) === 0) await soon();
  }
}

/** A test with other chance each time, as often as is asked for. */
async function often(name, action) {
  for (let time = 0; time < TIMES; time++) await test(time === 0 ? name : `${name}, time ${time + 1}`, () => action(time));
}

await often("conversations that ws writes are read as they are meant", async (time) => {
  for (let round = 0; round < 12; round++) {
    const chance = new Chance(1000 + 12 * time + round);
    const talks = Array.from({ length: 10 }, () => conversation(chance, 1 + chance.below(12)));
    await Promise.all(talks.map(async ({ bytes, ids, pings }) => {
      const socket = await RawSocket.open(port, ada.token);
      await dribble(socket, bytes, chance);
      await socket.wire.until(() => (socket.frames().filter(([opcode]) => opcode === TEXT).length > ids.length && socket.frames().filter(([opcode]) => opcode === PONG).length >= pings.length ? true : undefined));
      const heard = socket.frames();
      const answers = heard.filter(([opcode]) => opcode === TEXT).map(([, payload]) => JSON.parse(payload));
      assert.equal(answers.shift().event, "welcome");
      assert.deepEqual(answers.map(({ answer }) => answer).sort((a, b) => a - b), ids);
      for (const answer of answers) assert.equal(answer.error, "not-found");
      assert.deepEqual(heard.filter(([opcode]) => opcode === PONG).map(([, payload]) => payload.toString("hex")), pings);
      assert.ok(!heard.some(([opcode]) => opcode === CLOSE));
      socket.end();
    }));
  }
});

for (const size of [MESSAGE_MAX, MESSAGE_MAX + 1, 65535, 65536, 70000])
  await test(`a message of ${size} bytes, whole and in pieces`, async () => {
    for (const pieces of [1, 2, 5]) {
      const chance = new Chance(size + pieces);
      const paper = new Paper(chance);
      chance.cut(message(7, size, chance), pieces).forEach((piece, i) => paper.text(piece, i + 1 === pieces));
      const socket = await RawSocket.open(port, ada.token);
      await dribble(socket, paper.bytes, chance);
      if (size > MESSAGE_MAX) assert.equal(await socket.status(), 1009);
      else {
        const [, payload] = await socket.frame(([opcode, body]) => opcode === TEXT && body.includes('"answer":7'));
        assert.equal(JSON.parse(payload).error, "not-found");
        socket.end();
      }
    }
  });

await test("a goodbye of ws comes back with its status", async () => {
  for (const status of [undefined, 1000, 1001, 3000, 4999]) {
    const chance = new Chance(status ?? 1);
    const paper = new Paper(chance);
    paper.text(message(1, 50, chance));
    paper.sender.close(status, status === undefined ? undefined : "bye ä", true);
    const socket = await RawSocket.open(port, ada.token);
    await dribble(socket, paper.bytes, chance);
    assert.equal(await socket.status(), status);
  }
});

// ---- what is wrong ------------------------------------------------------------------------------

/** How the Receiver of ws ends: the status of its error, that of a goodbye, or "open". */
async function oracle(bytes) {
  const receiver = new Receiver({ isServer: true, maxPayload: MESSAGE_MAX, allowSynchronousEvents: true });
  let end = "open";
  receiver.on("error", (error) => {
    if (error.code === "WS_ERR_INVALID_UTF8") end = 1007;
    else if (error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") end = 1009;
    else end = 1002; // also a length beyond 2^53
  });
  receiver.on("conclude", (code) => (end = { goodbye: code }));
  receiver.write(Buffer.from(bytes)); // it takes the mask off where it stands
  await soon();
  return end;
}

/** What our server finds before ws does, or forbids beyond it; a walk over the frames as far as they go. */
function stricter(bytes) {
  const found = new Set();
  for (let at = 0, pieces = 0; at + 2 <= bytes.length; ) {
    const opcode = bytes[at] & 15;
    const short = bytes[at + 1] & 127;
    const head = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
    if (at + head > bytes.length) break;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    if ((short === 126 && length < 126) || (short === 127 && length < 65536)) found.add(1002); // a length that is too long
    if (opcode === 2) found.add(1003); // text only
    if (opcode < 3) pieces = opcode === 0 ? pieces + 1 : 1;
    if (pieces > 32) found.add(1008);
    if (opcode < 3) found.add(1007); // UTF-8 is checked as it comes, not at the end of the message
    if (opcode === CLOSE) found.add(1002).add(1007); // statuses that are not in the RFC, such as 1012; a reason that is no UTF-8
    if (length > MESSAGE_MAX) found.add(1009);
    at += head + (bytes[at + 1] & 128 ? 4 : 0) + length;
  }
  return found;
}

const mutations = {
  "a flipped bit": (bytes, chance) => (bytes[chance.below(bytes.length)] ^= 1 << chance.below(8)),
  "several flipped bits": (bytes, chance) => {
    for (let i = 0; i < 5; i++) bytes[chance.below(bytes.length)] ^= 1 << chance.below(8);
  },
  "a flipped bit in the first head": (bytes, chance) => (bytes[chance.below(2)] ^= 1 << chance.below(8)),
  "other bytes at the start": (bytes, chance) => chance.bytes(1 + chance.below(14)).copy(bytes),
  "a byte less": (bytes, chance) => {
    const at = chance.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  },
  "a byte more": (bytes, chance) => {
    const at = chance.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), chance.bytes(1), bytes.subarray(at)]);
  },
  "two parts exchanged": (bytes, chance) => {
    const [a, b, c] = chance.cut(bytes, 3);
    return Buffer.concat([b, a, c]);
  },
  "nothing but noise": (bytes, chance) => chance.bytes(bytes.length),
};

/** Sends the bytes and no more; resolves to how our server ends: a status, "cut", or "open". If it is to end, we wait for it;
 * else we leave after a while. */
async function judge(bytes, wanted, chance) {
  const socket = await RawSocket.open(port, bob.token);
  await dribble(socket, bytes, chance);
  if (typeof wanted === "number") socket.send(Buffer.alloc(14)); // wslay wants to see the whole head of a frame first
  if (wanted === "open") setTimeout(() => socket.wire.file.end(), 150);
  else socket.frame(([opcode]) => opcode === CLOSE).then(() => socket.wire.file.end(), () => {});
  await within(15000, `the end of the connection (${JSON.stringify(wanted)})`, socket.wire.search(() => (socket.wire.over ? true : undefined)));
  // What was sent until then is well formed, whatever came in.
  const heard = await readAll(socket.bytes(), chance);
  assert.ok(!heard.error, String(heard.error));
  return heard.goodbye ?? (heard.messages.length > 0 ? "open" : "cut");
}

/** A table where two people play on while others send what they must not. */
async function bystanders() {
  const people = [];
  for (const who of [ada, bob]) {
    const events = [];
    const client = new Client(base, who.token, (event) => events.push(event));
    await client.open;
    people.push({ client, events });
  }
  const made = await ask(base, "POST", "/api/tables", { game: "noughts", options: { start: "first" }, seats: ["me"] }, ada.token);
  const id = made.json.table;
  for (const { client } of people) await client.must({ do: "watch", table: id });
  await people[1].client.must({ do: "sit", table: id, seat: 2 });
  await people[0].client.must({ do: "start", table: id });
  let version = (await people[0].client.must({ do: "watch", table: id })).view.version;
  let on = true;
  return {
    /** Both do something, and both hear of it. */
    async go() {
      on = !on;
      for (const seat of [1, 2]) {
        const answer = await people[seat - 1].client.must({ do: "confirms", table: id, seat, on, key: newKey(), expected: version });
        assert.equal(answer.version, ++version);
      }
      for (const { client, events } of people) {
        assert.equal((await client.must({ do: "watch", table: id })).view.version, version);
        assert.equal(events.at(-1).view.version, version);
      }
    },
    leave: () => Promise.all(people.map(({ client }) => client.close())),
  };
}

const others = await bystanders();
const seen = new Map();

for (const [what, mutate] of Object.entries(mutations))
  await often(`mutated frames: ${what}`, async (time) => {
    for (let round = 0; round < 3; round++) {
      const chance = new Chance(50000 + (3 * time + round) * 100 + Object.keys(mutations).indexOf(what));
      const cases = Array.from({ length: 25 }, () => {
        const { bytes } = conversation(chance, 1 + chance.below(4));
        const changed = mutate(bytes, chance);
        return changed instanceof Buffer ? changed : bytes;
      });
      const wishes = await Promise.all(cases.map(oracle));
      const ends = await Promise.all(cases.map((bytes, i) => judge(bytes, wishes[i], chance)));
      for (const [i, bytes] of cases.entries()) {
        const wanted = wishes[i];
        const status = typeof wanted === "object" ? wanted.goodbye : wanted;
        const fine = ends[i] === status || (typeof ends[i] === "number" && stricter(bytes).has(ends[i])) || (status === 1005 && ends[i] === undefined);
        seen.set(ends[i], (seen.get(ends[i]) ?? 0) + 1);
        assert.ok(fine, `round ${round}, case ${i}: ended with ${ends[i]}, ws says ${JSON.stringify(wanted)}: ${bytes.toString("hex").slice(0, 400)}`);
      }
      await others.go();
    }
  });

await test("all kinds of ends have come", async () => {
  for (const end of ["open", 1002, 1003, 1007]) assert.ok(seen.get(end) > 0, `${end}: ${JSON.stringify([...seen])}`);
  await others.go();
  await others.leave();
});

// ---- what our server writes ---------------------------------------------------------------------

/** What the strict Receiver of ws makes of bytes in pieces by chance: messages, pings, the goodbye, an error. */
async function readAll(bytes, chance) {
  const receiver = new Receiver({ isServer: false, allowSynchronousEvents: true });
  const heard = { messages: [], pings: 0 };
  receiver.on("message", (data, isBinary) => {
    assert.equal(isBinary, false);
    heard.messages.push(data.toString());
  });
  receiver.on("ping", () => heard.pings++);
  receiver.on("conclude", (code) => (heard.goodbye = code));
  receiver.on("error", (error) => (heard.error = error));
  for (const piece of chance.cut(bytes, 1 + chance.below(bytes.length > 10000 ? 3000 : bytes.length + 1))) {
    if (piece.length === 0) continue;
    if (heard.goodbye) heard.error = new Error("there is something behind the goodbye");
    else receiver.write(piece);
  }
  await soon();
  return heard;
}

/** Keeps what comes from now on, without looking at it: a reader who is too slow is cut off. */
function collect(socket) {
  const { file } = socket.wire;
  const parts = [Buffer.from(socket.bytes())];
  file.removeAllListeners("data");
  file.on("data", (part) => parts.push(part));
  return { parts, end: new Promise((resolve) => file.once("close", resolve)) };
}

for (const game of ["noughts", "pulsar-2849", "beyond-the-sun"])
  await test(`ws reads all frames of a whole game of ${game}, however they are cut`, async () => {
    const made = await ask(base, "POST", "/api/tables", { game, seats: ["random", "random"] }, ada.token);
    const { table } = made.json;
    const socket = await RawSocket.open(port, ada.token);
    const take = collect(socket);
    const say = (...messages) => {
      const paper = new Paper(new Chance(3));
      for (const each of messages) paper.text(Buffer.from(JSON.stringify({ table, ...each })));
      socket.send(paper.bytes);
    };
    say({ do: "watch", id: 1 }, { do: "start", id: 2 });
    while ((await ask(base, "GET", `/api/tables/${table}`)).json.phase !== "over") await new Promise((resolve) => setTimeout(resolve, 100));
    say({ do: "watch", id: 3, log: 0 });
    await within(20000, "the last answer", (async () => {
      while (!Buffer.concat(take.parts).includes('"answer":3,')) await new Promise((resolve) => setTimeout(resolve, 50));
    })());
    const last = new Paper(new Chance(4));
    last.sender.close(1000, "", true);
    socket.send(last.bytes);
    await within(20000, "the goodbye", take.end);
    const bytes = Buffer.concat(take.parts);
    const first = await readAll(bytes, new Chance(0));
    assert.equal(first.error, undefined);
    assert.equal(first.goodbye, 1000);
    const parsed = first.messages.map((text) => JSON.parse(text));
    assert.equal(parsed.shift().event, "welcome");
    const versions = parsed.filter(({ event }) => event === "table").map(({ view }) => view.version);
    assert.deepEqual(versions, versions.map((_, i) => versions[0] + i), "no change is left out");
    assert.ok(parsed.some(({ answer }) => answer === 3));
    for (let seed = 1; seed <= 5 * TIMES; seed++) assert.deepEqual((await readAll(bytes, new Chance(seed))).messages, first.messages);
    if (game !== "noughts") assert.ok(first.messages.some((text) => Buffer.byteLength(text) > 65535), "one of the largest kind");
    assert.ok(first.messages.some((text) => Buffer.byteLength(text) < 126), "one of the smallest kind");
    socket.end();
  });

await test("the server is well after all that", async () => {
  assert.equal((await ask(base, "GET", "/health")).json.status, "ok");
  assert.match((await ask(base, "GET", "/metrics")).text, /^orrery_sockets 0$/m);
  await server.stop();
});

finish();

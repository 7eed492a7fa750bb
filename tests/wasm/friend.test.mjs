// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Two browsers without a server, without the browsers: what a friend may say, what an invitation may be, what a guest
// remembers of the draws, and games whose chance moves are drawn with shares of a player.
//
//     node tests/wasm/friend.test.mjs build/release/orrery

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, program, test } from "../server/tap.mjs";
import { load, startEngine } from "./engine.mjs";

const { admit } = await load("friend/gate.ts");
const { pack, unpack, read, write } = await load("friend/signal.ts");
const TABLE = "local-abcdefghijkmnopqr";
const folder = mkdtempSync(join(tmpdir(), "orrery-friend-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// ---- texts from elsewhere --------------------------------------------------------------------------

const signal = {
  kind: "invitation", game: "noughts", name: "Ada & Zoë", user: "UsEO", password: "vlB4bQ9+/KaNAm4phwwTeVJK", fingerprint: "a80f".repeat(16),
  candidates: ["64230a10-9b3e-4439-a414-e8a1c9c4183d.local 44067 host", "fd00::2 41492 host", "192.0.2.7 1234 srflx"],
};

await test("an invitation goes through a text, a link and the description of a browser unchanged", () => {
  assert.deepEqual(unpack(pack(signal), "invitation"), signal);
  assert.deepEqual(unpack(` https://example.org/?/friend#${pack(signal)}\n`, "invitation"), signal);
  const { kind, game, name, ...rest } = signal;
  assert.deepEqual(read(write(signal).sdp), rest);
  assert.equal(write(signal).type, "offer");
});

await test("a text that is no invitation is refused, whatever it brings", () => {
  assert.equal(unpack(pack(signal), "answer"), null);
  for (const wrong of [
    { game: "../x" }, { name: "" }, { name: "a\u202eb" }, { name: "x".repeat(41) }, { user: "a\r\na=x" }, { password: "short" }, { fingerprint: "zz" },
    { candidates: ["1.2.3.4 5 host\r\na=x"] }, { candidates: ["1.2.3.4 5 relay"] }, { candidates: Array(13).fill("1.2.3.4 5 host") }, { candidates: [7] }, { candidates: "" },
  ])
    assert.equal(unpack(pack({ ...signal, ...wrong }), "invitation"), null, JSON.stringify(wrong));
  for (const text of ["", "#", "nonsense", "bnVsbA", "W10", "%", "x".repeat(5000)]) assert.equal(unpack(text, "invitation"), null, text);
});

await test("a friend may say what a seat needs, about this table alone", () => {
  const said = (what) => admit(JSON.stringify(what), TABLE);
  assert.deepEqual(said({ id: 1, say: { do: "move", table: "local-another", seat: 2, move: "mark b2", expected: 3, key: "k", player: "x" } }), {
    id: 1, say: { do: "move", seat: 2, move: "mark b2", expected: 3, key: "k", table: TABLE },
  });
  assert.deepEqual(said({ id: 2, ask: "/record", moves: 4 }), { id: 2, ask: `/api/tables/${TABLE}/record?moves=4`, method: "GET", body: undefined });
  assert.deepEqual(said({ hello: { name: " Bea\u0000\u202e ", language: "de" } }), { hello: { name: "Bea", language: "de" } });
  assert.deepEqual(said({ of: 7, share: "ab".repeat(32) }), { of: 7, share: "ab".repeat(32) });
  for (const wrong of [
    null, 7, [], {}, { id: 1 }, { say: { do: "ping" } }, { id: "1", say: { do: "ping" } }, { id: 1, say: null }, { id: 1, say: { do: ["move"] } },
    ...["start", "stand", "sit", "computer", "hand-over", "take-back", "pause", "hint", "analysis", "import", "constructor", "__proto__"].map((name) => ({ id: 1, say: { do: name } })),
    ...["/forget", "/rematch", "/../x", "?x", "/set", "/analysis"].map((ask) => ({ id: 1, ask })),
    { hello: null }, { hello: { name: "Bea" } }, { hello: { name: "\u0000", language: "en" } }, { hello: { name: "Bea", language: "__proto__" } },
    { of: 1, share: "AB".repeat(32) }, { of: "1", share: "ab".repeat(32) }, { of: 1, share: "" },
  ])
    assert.equal(said(wrong), null, JSON.stringify(wrong));
  assert.equal(admit("{", TABLE), null);
});

// ---- the guest's memory ----------------------------------------------------------------------------

const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
globalThis.crypto ??= (await import("node:crypto")).webcrypto; // Node.js 18
const { Ledger } = await load("friend/ledger.ts");

const told = (chances, history, kind, seat, text = "") => ({ table: TABLE, chances, history, commitment: "c", kind, seat, text });

await test("a guest gives one share for one draw, and nobody moves for it", () => {
  kept.clear();
  let ledger = new Ledger(TABLE);
  assert.equal(ledger.give(told(0, "", "sit", 2), []), "ok");
  const start = ledger.give(told(0, "h0", "start", 0), []);
  assert.match(start, /^[0-9a-f]{64}$/);
  ledger = new Ledger(TABLE); // loaded again
  assert.equal(ledger.give(told(0, "h0", "start", 0), []), start, "the same for the same");
  assert.equal(ledger.give(told(0, "h1", "move", 1, "mark a1"), []), "no", "another history before the same draw");
  assert.equal(ledger.give(told(4, "", "move", 1, "mark a1"), []), "ok", "nothing is drawn");
  assert.equal(ledger.give({ ...told(4, "h4", "move", 1, "mark a1"), commitment: "d" }, []), "no", "another seed");
  const own = told(4, "h4", "move", 2, "mark a1");
  assert.equal(ledger.give(own, []), "no", "we have not asked for it");
  assert.equal(ledger.give({ ...own, history: "" }, []), "no", "whether something is drawn or not");
  assert.equal(ledger.give(own, [{ kind: "move", seat: 2, text: "mark b1" }]), "no");
  const last = ledger.give(own, [{ kind: "move", seat: 2, text: "mark a1" }]);
  assert.notEqual(last, start);
  assert.equal(ledger.give(told(0, "h0", "start", 0), []), "no", "the past");
  const shares = [{ from: 0, share: start, history: "h0" }, { from: 4, share: last, history: "h4" }];
  const found = { from: 0, commitment: "c", shared: true, shares };
  assert.equal(ledger.judge(found), "fair");
  for (const wrong of [
    { commitment: "d" }, { from: 1 }, { shared: false }, { shares: shares.slice(0, 1) }, { shares: [shares[0], { ...shares[1], from: 3 }] },
    { shares: [shares[0], { ...shares[1], share: start }] }, { shares: [shares[0], { ...shares[1], history: "h5" }] }, { shares: shares.toReversed?.() ?? [] },
  ])
    assert.equal(ledger.judge({ ...found, ...wrong }), "unfair", JSON.stringify(wrong));
});

await test("a guest who comes late knows that it did not see everything", () => {
  kept.clear();
  const ledger = new Ledger(TABLE);
  const share = ledger.give(told(6, "h6", "move", 1, "mark a1"), []);
  const found = { from: 0, commitment: "c", shared: true, shares: [{ from: 0, share: "x", history: "h0" }, { from: 6, share, history: "h6" }] };
  assert.equal(ledger.judge(found), "partly");
  assert.equal(ledger.judge({ ...found, shares: found.shares.slice(0, 1) }), "unfair");
});

// ---- games with shares -----------------------------------------------------------------------------

const share = () => randomBytes(32).toString("hex");

function open(engine, game) {
  engine.text("wish", game);
  engine.call("wish_players", 2);
  engine.call("wish_seat", 1, "me", "");
  engine.call("wish_seat", 2, "open", "");
  const table = engine.make("create", TABLE, "Ada", 1000);
  return { ...JSON.parse(engine.answer()), table };
}

/** What the host does before it announces a change: the history before what is drawn, or nothing. */
function rehearse(engine, { table, head, seed, set }, args) {
  const copy = engine.make("open", TABLE, head, seed, 1000, set, "");
  engine.text("restore", copy, engine.text("save", table));
  engine.text("change", copy, ...args, "");
  const drawn = engine.call("chances", copy) - engine.call("chances", table);
  const history = drawn === 0 ? "" : engine.text("history", copy, engine.call("moves", copy) - drawn);
  engine.call("close", copy);
  return history;
}

/** Both play to the end at random; each change has a share. Tells what a guest's ledger says of it. */
function playOut(engine, made) {
  const { table, rows } = made;
  kept.clear();
  const ledger = new Ledger(TABLE);
  const change = (user, kind, seat, text = "") => {
    const args = [user, kind, seat, text, 0, user === 2 ? "Bea" : "Ada", 1000 + rows.length];
    const now = { table: TABLE, chances: engine.call("chances", table), history: rehearse(engine, made, args), commitment: engine.text("commitment", table), kind, seat, text };
    const given = ledger.give(now, user === 2 ? [{ kind, seat, text }] : []);
    assert.equal(given === "ok", now.history === "");
    rows.push(engine.ask("change", table, ...args, given === "ok" ? "" : given));
  };
  change(2, "sit", 2);
  change(1, "start", 0);
  for (let steps = 0; steps < 5000; steps++) {
    const now = engine.ask("view", table, 1, 3, -1, 1);
    if (now.phase === "over") return ledger;
    const seat = now.awaited;
    const { legal, can, confirming } = engine.ask("view", table, seat, 3, -1, 1);
    if (can.confirm) change(confirming, "confirm", confirming);
    else change(seat, "move", seat, legal[Math.floor(Math.random() * legal.length)].move);
  }
  throw new Error("the game does not end");
}

const verify = (text, name) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return spawnSync(program, ["verify", file], { encoding: "utf8" });
};

for (const game of ["noughts", "beyond-the-sun", "pulsar-2849"])
  await test(`${game}: drawn with the shares of a player, kept, verified by the program and by the guest`, async () => {
    const engine = await startEngine();
    const made = open(engine, game);
    const ledger = playOut(engine, made);
    const record = engine.text("record", made.table, -1);
    assert.match(record, /\nshare 0 [0-9a-f]{64}\n/);
    assert.match(verify(record, `${game}.record`).stdout, /match/);
    assert.equal(ledger.judge(engine.ask("verify", record)), "fair");
    const found = engine.ask("verify", record);
    assert.ok(found.shared);
    // the rows give the same table again, and so does a snapshot
    const again = engine.make("open", TABLE, made.head, made.seed, 1000, made.set, "");
    for (const row of made.rows) engine.text("replay", again, row.kind, row.user, row.time, row.body);
    assert.equal(engine.text("record", again, -1), record);
    const snapshot = engine.text("save", again);
    const restored = engine.make("open", TABLE, made.head, made.seed, 1000, made.set, "");
    engine.text("restore", restored, snapshot);
    assert.equal(engine.text("record", restored, -1), record);
    // another share is another deal, and everyone finds out
    const other = record.replace(/\nshare 0 [0-9a-f]{64}\n/, `\nshare 0 ${share()}\n`);
    if (game === "noughts") assert.equal(ledger.judge({ ...engine.ask("verify", record), shares: [] }), "unfair");
    else {
      assert.notEqual(verify(other, `${game}-other.record`).status, 0);
      assert.throws(() => engine.text("verify", other));
    }
    // a finished game can be looked at elsewhere
    engine.text("wish", "");
    engine.call("wish_record", record);
    assert.equal(engine.text("record", engine.make("create", "local-rqponmkjihgfedcba", "Ada", 2000), -1), record);
  });

await test("a host that draws without a share, or with one of before, is found out", async () => {
  const engine = await startEngine();
  const { table } = open(engine, "pulsar-2849");
  const change = (user, kind, seat, text = "", given = "") => engine.ask("change", table, user, kind, seat, text, 0, "Bea", 1, given);
  change(2, "sit", 2);
  change(1, "start", 0, "", share());
  for (let now; (now = engine.ask("view", table, 1, 3, -1, 1)).phase !== "over"; ) {
    const { legal, can, confirming } = engine.ask("view", table, now.awaited, 3, -1, 1);
    if (can.confirm) change(confirming, "confirm", confirming);
    else change(now.awaited, "move", now.awaited, legal[0].move);
  }
  const record = engine.text("record", table, -1);
  assert.match(verify(record, "skipped.record").stdout, /match/, "the seed is kept to");
  assert.equal(engine.ask("verify", record).shared, false, "but the guest had no part in the later draws");
});

await test("a friend cannot act on another seat, and a share has its form", async () => {
  const engine = await startEngine();
  const { table } = open(engine, "noughts");
  const change = (user, kind, seat, text = "", given = share()) => engine.text("change", table, user, kind, seat, text, 0, "Bea", 1, given);
  assert.throws(() => change(2, "start", 0), { code: "refused" });
  assert.throws(() => change(2, "stand", 1), { code: "refused" });
  change(2, "sit", 2);
  change(1, "start", 0);
  const { awaited: seat, legal: [first] } = engine.ask("view", table, engine.ask("view", table, 1, 0, -1, 0).awaited, 3, -1, 0);
  assert.throws(() => change(3 - seat, "move", seat, first.move), { code: "refused" });
  assert.throws(() => change(seat, "move", seat, first.move, "no"), { code: "bad-message" });
  change(seat, "move", seat, first.move);
});

finish();

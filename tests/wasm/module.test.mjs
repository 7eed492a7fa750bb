// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The engine as WebAssembly, as the page uses it: whole games against the computer, kept rows that give the same table
// again, records that `orrery verify` accepts, refusals that leave everything as it was.
//
//     node tests/wasm/module.test.mjs build/release/orrery

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { finish, program as PROGRAM, test } from "../server/tap.mjs";
import { networkOf, provide, startEngine } from "./engine.mjs";

const { blake2b } = createRequire(new URL("../../web/package.json", import.meta.url))("@noble/hashes/blake2");
const GAMES = Math.max(1, Math.round(Number(process.env.ORRERY_TEST_GAMES ?? 1)));
const SIZE_MOST = 700_000;
const ID = "local-abcdefghijkmnopqr";

/** What is kept of a table that is made with these seats. */
function create(engine, game, seats, body = {}) {
  engine.text("wish", game);
  engine.call("wish_players", seats.length);
  seats.forEach((who, i) => engine.call("wish_seat", i + 1, who, ""));
  if (body.hints !== undefined) engine.call("wish_hints", body.hints);
  engine.call("wish_start");
  const table = engine.make("create", ID, "Ada", 1000);
  const kept = JSON.parse(engine.answer());
  return { ...kept, table };
}

function reopen(engine, kept, document = "") {
  const table = engine.make("open", ID, kept.head, kept.seed, 1000, kept.set, document);
  for (const row of kept.rows) engine.text("replay", table, row.kind, row.user, row.time, row.body);
  return table;
}

const view = (engine, table) => engine.ask("view", table, 1, 15, -1, 0);

/** Person and computer play to the end; every change is kept as the page keeps it. */
function playOut(engine, kept, pick) {
  const { table, rows } = kept;
  const change = (...args) => rows.push(engine.ask("change", table, ...args, 0, "Ada", 1000 + rows.length, ""));
  for (let steps = 0; steps < 5000; steps++) {
    const now = view(engine, table);
    if (now.phase === "over") return now;
    const bot = engine.call("bot", table);
    if (bot > 0) change(0, "move", bot, engine.ask("choose", table, -1, -1, 0, 50, 1).move);
    else if (now.can.confirm) change(1, "confirm", now.confirming, "");
    else change(1, "move", now.awaited, now.legal[pick(now.legal.length)].move);
  }
  throw new Error("the game does not end");
}

function generator(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % count;
  };
}

await test("the compressed module is small enough to be fetched before a game", async () => {
  const bytes = await readFile(new URL("../../build/wasm/src/wasm/orrery.wasm", import.meta.url));
  const size = gzipSync(bytes, { level: 9 }).length;
  console.log(`# ${size} bytes, compressed`);
  assert.ok(size <= SIZE_MOST, `${size} bytes`);
});

const opponents = { noughts: "expert:nodes=200", "beyond-the-sun": "heuristic:samples=1", "pulsar-2849": "heuristic:samples=1" };
for (const [game, computer] of Object.entries(opponents))
  for (let number = 0; number < GAMES; number++)
    await test(`${game}, game ${number + 1}: to the end, again from its rows, and verified`, async () => {
      const engine = await startEngine();
      const kept = create(engine, game, ["me", computer]);
      const end = playOut(engine, kept, generator(number + 1));
      assert.match(end.seed, /^[0-9a-f]{64}$/, "the seed is shown in the end");

      const document = engine.text("table_set", kept.table);
      for (const given of ["", document]) {
        const again = reopen(engine, kept, given);
        assert.deepEqual(view(engine, again), end);
        engine.call("close", again);
      }
      const snapshot = engine.text("save", kept.table);
      const restored = engine.make("open", ID, kept.head, kept.seed, 1000, kept.set, "");
      engine.text("restore", restored, snapshot);
      assert.deepEqual(view(engine, restored).score, end.score);

      const record = engine.text("record", kept.table, -1);
      const folder = await mkdtemp(join(tmpdir(), "orrery-wasm-"));
      const file = join(folder, "game.txt");
      await writeFile(file, record);
      for (const command of ["replay", "verify"]) {
        const ran = spawnSync(PROGRAM, [command, file], { encoding: "utf8" });
        assert.equal(ran.status, 0, `orrery ${command}: ${ran.stdout}${ran.stderr}`);
      }
      await rm(folder, { recursive: true });

      engine.text("wish", "");
      engine.call("wish_record", record);
      const copy = engine.make("create", ID, "Ada", 2000);
      assert.equal(view(engine, copy).phase, "over");
      assert.deepEqual(view(engine, copy).score, end.score);
    });

/** A host of files for one file; what it is asked for is counted. */
async function hosting(answer, action) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    answer(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await action(`http://127.0.0.1:${server.address().port}/network.txt`, asked);
  } finally {
    server.close();
  }
}

const fingerprintOf = (bytes) => Buffer.from(blake2b(bytes, { dkLen: 32 })).toString("hex");

await test("what players have learned is fetched by those who want it, and checked", async () => {
  const right = await networkOf("beyond-the-sun");
  const wrong = Buffer.from(right);
  wrong[wrong.length >> 1] ^= 1;
  const expected = { size: right.length, fingerprint: fingerprintOf(right) };
  const engine = await startEngine();
  const opponents = async (computer) => create(engine, "beyond-the-sun", [computer, computer]).table;
  const fetchFrom = (address, table, isChoice = true) => provide(engine, { "beyond-the-sun": { address, ...expected } }, table, isChoice);

  const learned = await opponents("learned:samples=1");
  const bad = { "another one": wrong, "too long": Buffer.concat([right, right]), "too short": right.subarray(0, 1000), none: Buffer.alloc(0) };
  for (const [what, bytes] of Object.entries(bad))
    await hosting((response) => response.end(bytes), (address) => assert.rejects(fetchFrom(address, learned), { code: "wrong-network" }, what));
  await hosting((response) => response.writeHead(404).end(), (address) => assert.rejects(fetchFrom(address, learned), { code: "no-network" }));
  await hosting((response) => response.destroy(), (address) => assert.rejects(fetchFrom(address, learned), { code: "no-network" }));
  assert.throws(() => engine.text("network", "pulsar-2849", right), { code: "refused" }, "it is of another game");
  assert.throws(() => engine.text("network", "chess", right), { code: "not-found" });

  await hosting((response) => response.end(right), async (address, asked) => {
    const thumb = await opponents("heuristic:samples=1");
    await fetchFrom(address, thumb);
    assert.deepEqual(asked, [], "who goes by rule of thumb waits for nothing");
    await fetchFrom(address, thumb, false);
    assert.equal(asked.length, 1, "a hint wants it");
    await fetchFrom(address, learned);
    assert.equal(asked.length, 1, "it is there");
    assert.equal(engine.text("wants_network", learned, 1), "");
  });
});

await test("a choice in two shares: both engines think, the table's own one says what they agree on", async () => {
  const [host, ...thinkers] = await Promise.all(Array.from({ length: 3 }, () => startEngine({ networks: true })));
  for (const game of ["beyond-the-sun", "pulsar-2849"]) {
    const kept = create(host, game, ["expert:nodes=400,threads=2", "expert:nodes=400"]);
    const first = host.call("bot", kept.table);
    assert.equal(host.call("shares", kept.table), first === 1 ? 2 : 1);
    const legal = host.ask("moment", kept.table, 1, host.call("moves", kept.table), first, 2).moment.legal.map((one) => one.move);
    const snapshot = host.text("save", kept.table);
    const choices = thinkers.map((engine) => {
      const table = engine.make("open", ID, kept.head, kept.seed, 1000, kept.set, "");
      engine.text("restore", table, snapshot);
      return engine.ask("choose", table, -1, -1, 0, 5000, 2);
    });
    for (const { opinions } of choices) assert.equal(opinions.split(" ").length, 3 * legal.length);
    const visits = ({ opinions }) => opinions.split(" ").reduce((sum, number, i) => sum + (i % 3 === 0 ? Number(number) : 0), 0);
    assert.ok(visits(choices[0]) <= 200, "each has half of the nodes");
    const said = choices.map((one) => one.opinions).join("\n");
    const move = host.text("agree", kept.table, said);
    assert.ok(legal.includes(move));
    assert.equal(host.text("agree", kept.table, said), move);
    assert.equal(host.text("agree", kept.table, choices[0].opinions), choices[0].move);
    for (const wrong of ["", "1 2 3", "x", `${said}\n1`, Array(17).fill(choices[0].opinions).join("\n")])
      assert.throws(() => host.text("agree", kept.table, wrong), { code: "refused" });
  }
});

await test("a recorded game that is not over goes on with a new dealer", async () => {
  const engine = await startEngine();
  const kept = create(engine, "pulsar-2849", ["me", "random"]);
  const { moves } = view(engine, kept.table);
  const record = engine.text("record", kept.table, -1);
  engine.text("wish", "");
  engine.call("wish_record", record);
  engine.call("wish_seat", 1, "me", "");
  engine.call("wish_seat", 2, "me", "Bea");
  engine.call("wish_start");
  const copy = engine.make("create", ID, "Ada", 2000);
  const seen = view(engine, copy);
  assert.equal(seen.imported, moves);
  assert.deepEqual(seen.seats.map((seat) => seat.name), ["Ada", "Bea"]);
});

await test("refusals leave the table as it was and say why", async () => {
  const engine = await startEngine();
  const kept = create(engine, "noughts", ["me", "me"]);
  const before = view(engine, kept.table);
  const refused = (code, ...args) =>
    assert.throws(() => engine.text("change", kept.table, ...args, 0, "Ada", 1, ""), (error) => error.code === code && error.message.length > 5);
  refused("refused", 1, "move", before.awaited, "mark z9");
  refused("refused", 1, "move", 3 - before.awaited, "mark b2");
  refused("refused", 0, "move", before.awaited, "mark b2");
  refused("refused", 1, "undo", 1, "");
  refused("unknown-command", 1, "import", 0, "");
  refused("unknown-command", 1, "dance", 0, "");
  refused("bad-message", 1, "move", before.awaited, "mark b2\nmark b3");
  assert.deepEqual(view(engine, kept.table), before);
  assert.throws(() => engine.text("wish", "chess"), { code: "not-found" });
  engine.text("wish", "noughts");
  engine.call("wish_option", "colour", "red");
  assert.throws(() => engine.make("create", ID, "Ada", 1));
  assert.throws(() => engine.make("open", ID, "nonsense", "00", 1, "", ""));
});

await test("undo, redo, moments, points, previews, hints and the analysis", async () => {
  const engine = await startEngine();
  const kept = create(engine, "noughts", ["me", "me"]);
  const { table } = kept;
  const { awaited: seat, legal: [first] } = view(engine, table);
  engine.text("change", table, 1, "move", seat, first.move, 0, "Ada", 1, "");
  engine.text("change", table, 1, "undo", seat, "", 0, "Ada", 2, "");
  engine.text("change", table, 1, "redo", seat, "", 0, "Ada", 3, "");
  engine.text("change", table, 1, "undo", seat, "", 0, "Ada", 4, "");
  assert.equal(engine.ask("preview", table, 1, seat, first.move).preview.move, first.move);
  assert.equal(engine.ask("hint", table).moves.length > 0, true);
  playOut(engine, kept, generator(3));
  const { moves } = view(engine, table);
  assert.equal(engine.ask("moment", table, 1, moves - 1, 1, 6).moment.moves, moves - 1);
  assert.throws(() => engine.text("moment", table, 1, moves + 1, 1, 0), { code: "refused" });
  assert.ok(engine.ask("scores", table).scores.length > 0);
  assert.equal(engine.ask("log", table, 0).log.length, moves);
  const told = [];
  engine.progress = (done) => told.push(done);
  assert.equal(engine.ask("analysis", table).seats.length, 2);
  assert.ok(told.length > 0);
});

/** A game that computer players have played natively, and what the program says of it. */
async function native(game, action) {
  const folder = await mkdtemp(join(tmpdir(), "orrery-wasm-"));
  const file = join(folder, "game.record");
  const orrery = (...args) => {
    const ran = spawnSync(PROGRAM, args, { encoding: "utf8", maxBuffer: 1 << 24 });
    assert.equal(ran.status, 0, ran.stderr);
    return ran.stdout;
  };
  orrery("play", game, "--with", "random", "--seed", "5".repeat(64), "--save", file);
  await action(await readFile(file, "utf8"), (command, ...args) => JSON.parse(orrery(command, file, ...args, "--json")));
  await rm(folder, { recursive: true });
}

/** Texts are in all languages there, in English here. */
const english = (told) => JSON.parse(JSON.stringify(told, (key, value) => (typeof value?.en === "string" ? value.en : value)));

for (const [game, at] of [["noughts", 4], ["pulsar-2849", 60]])
  await test(`${game}: a hint and an analysis of a recorded game are those of the program`, () =>
    native(game, async (record, orrery) => {
      const engine = await startEngine({ networks: true });
      const set = engine.text("table_set", create(engine, game, ["me", "me"]).table);
      const open = (text, document, ...names) => {
        engine.text("wish", "");
        engine.call("wish_record", text);
        engine.call("wish_set", document);
        names.forEach((name, i) => engine.call("wish_seat", i + 1, "me", name));
        engine.call("wish_start");
        return engine.make("create", "local-passing", "", 0);
      };
      assert.throws(() => open(record, "nonsense"), { code: "refused" });
      for (const document of ["", set]) {
        const table = open(record, document);
        assert.equal(view(engine, table).phase, "over");
        if (game === "noughts" || GAMES > 1) assert.deepEqual(english(engine.ask("analysis", table)), english(orrery("analyse", "--nodes", "2000")));
      }
      const whole = open(record, set);
      const names = view(engine, whole).seats.map((seat) => seat.name);
      const decides = (moves) => typeof engine.ask("moment", whole, 1, moves, 0, 0).moment.actor === "number";
      let moves = at;
      while (!decides(moves)) moves++;
      const begun = open(engine.text("record", whole, moves), set, ...names);
      assert.equal(engine.call("moves", begun), moves);
      assert.deepEqual(english(engine.ask("hint", begun)).moves, english(orrery("hint", "--at", String(moves), "--threads", "1", "--most", "5")).moves.slice(0, 5));
    }));

await test("components, layouts and the workshop", async () => {
  const engine = await startEngine();
  const { games } = engine.ask("games");
  for (const { name } of games) {
    engine.text("wish", name);
    assert.ok(engine.ask("cards").components.length > 0);
    assert.equal(typeof engine.ask("layout"), "object");
    const { files } = engine.ask("workshop");
    engine.call("wish_cards", files[0].file, files[0].text);
    const { ok, components } = engine.ask("check");
    assert.equal(ok, true);
    assert.ok(components.every(({ in_play, variant }) => in_play === (variant === undefined)), "what the standard setup does not use has a variant");
    engine.call("wish_cards", files[0].file, "nonsense\n");
    assert.equal(engine.ask("check").problem.file, files[0].file);
  }
});

finish();

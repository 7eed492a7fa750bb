// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The workshop's side of the server: how cards are written, what is wrong with a set or an effect, whether a set can be
// played, and tables with cards of their own; and everything that an attacker might send instead of a set.
//     node workshop.test.mjs ORRERY

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, guest } from "./client.mjs";
import { folder, keepRecord, orrery, Person } from "./person.mjs";
import { startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const games = ["noughts", "beyond-the-sun", "pulsar-2849"];
const server = await startServer(program);
const { token } = await guest(server.base, "Mara");

const get = async (path) => (await ask(server.base, "GET", path)).json;
const german = await guest(server.base, "Ida", "de");
const send = (game, what, body, as = token) => ask(server.base, "POST", `/api/games/${game}/${what}`, body, as);

const about = Object.fromEntries(await Promise.all(games.map(async (game) => [game, await get(`/api/games/${game}/workshop?lang=de`)])));
const textOf = (game, file) => about[game].files.find((each) => each.file === file).text;
const line = (id, cells) => `line ${id}\n  name ${id}\n  name.de ${id}\n  source corrected\n  cells ${cells}\n`;
/** The columns win, and nothing else. */
const columns = { "lines.cards": line("left", "a1 a2 a3") + line("middle", "b1 b2 b3") + line("right", "c1 c2 c3") };

async function account(at, name) {
  const made = await ask(at.base, "POST", "/api/account", { name, password: "quite a long sentence 7", token: true }, (await guest(at.base, name)).token);
  assert.equal(made.status, 200, made.text);
  return made.json.token;
}

// ---- how cards are written ----------------------------------------------------------------------

await test("the texts are those of the program, and every entry in them has a key that is described", async () => {
  for (const game of games) {
    const face = about[game].face.map(({ key }) => key);
    assert.deepEqual(face.slice(0, 3), ["name", "name.de", "source"]);
    assert.ok(face.slice(3).every((key) => key.startsWith("name.")), face.join(" "));
    for (const { file, text, kinds } of about[game].files) {
      let keys;
      for (const row of text.split("\n").map((each) => each.replace(/(^|\s)#.*/, "").trimEnd())) {
        if (row === "") continue;
        const [word] = row.trim().split(/\s+/);
        if (/^\S/.test(row)) keys = kinds.find(({ kind }) => kind === word)?.keys.map(({ key }) => key);
        else assert.ok([...face, ...keys].includes(word) || word.startsWith("source."), `${file}: ${row}`);
      }
    }
  }
});

await test("what values may be comes with their types", () => {
  const key = (game, file, kind, name) =>
    about[game].files.find((each) => each.file === file).kinds.find((each) => each.kind === kind).keys.find((each) => each.key === name);
  assert.deepEqual(key("noughts", "lines.cards", "line", "cells"), { key: "cells", presence: "required", value: { type: "words", words: ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"], count: 3 } });
  assert.deepEqual(key("beyond-the-sun", "technologies.cards", "technology", "level"), { key: "level", presence: "required", value: { type: "word", words: ["I", "II", "III", "IIII"] } });
  assert.deepEqual(key("beyond-the-sun", "technologies.cards", "technology", "space"), { key: "space", presence: "repeated", value: { type: "effect" } });
  assert.deepEqual(key("beyond-the-sun", "systems.cards", "system", "strength"), { key: "strength", presence: "required", value: { type: "number", min: 1, max: 20 } });
  assert.deepEqual(key("pulsar-2849", "transmitters.cards", "transmitter", "left").value, { type: "word", words: ["none", "0", "1", "2", "3"] });
  assert.equal(key("beyond-the-sun", "exploration_two.cards", "place", "edges").value.ids_of, "place");
  for (const game of games)
    for (const { value } of about[game].files.flatMap(({ kinds }) => kinds.flatMap(({ keys }) => keys)))
      for (const word of value.ids_of ? value.words : [])
        assert.ok(about[game].files.some(({ text }) => text.includes(`\n${value.ids_of} ${word}\n`)), `${game}: ${value.ids_of} ${word}`);
  const points = key("beyond-the-sun", "technologies.cards", "technology", "points").value;
  assert.equal(points.type, "text");
  assert.match(points.hint.en, /a number from 1 to 20/);
  assert.notEqual(points.hint.de, points.hint.en);
});

const plain = { "beyond-the-sun": "gain 1 ore", "pulsar-2849": "points 1" };

await test("every form of an effect can be written and is read as itself", async () => {
  for (const game of games.slice(1))
    for (const { forms } of about[game].effects.operations)
      for (const { pattern, shape, a, b } of forms) {
        const fill = (slot) => (slot === null ? undefined : slot.words ? slot.words.findIndex((word) => word !== "") : 1);
        const written = (slot, value) => (slot?.words ? slot.words[value] : value);
        const inside = { body: ` (${plain[game]})`, choices: ` {${plain[game]}; ${plain[game]}}` };
        const text = pattern.replace("{a}", written(a, fill(a))).replace("{b}", written(b, fill(b))) + (inside[shape] ?? "");
        const { json } = await send(game, "effect", { text });
        assert.equal(json.ok, true, `${text}: ${JSON.stringify(json)}`);
        assert.equal(json.steps.length, 1);
        assert.equal(json.steps[0].choices?.length ?? 2, 2);
        assert.equal(json.steps[0].body?.length ?? 1, 1);
        if (json.steps[0].pattern === pattern) {
          assert.equal(json.text, text); // else there is a shorter way to say it
          for (const [slot, name] of [[a, "a"], [b, "b"]]) if (slot) assert.equal(json.steps[0][name], fill(slot), text);
        }
      }
});

await test("it is kept by browsers, until it changes", async () => {
  const first = await ask(server.base, "GET", "/api/games/noughts/workshop");
  const again = await ask(server.base, "GET", "/api/games/noughts/workshop", undefined, undefined, { "If-None-Match": first.headers.etag });
  assert.equal(again.status, 304);
  assert.deepEqual([about.noughts.own_sets, about.noughts.own_cards, about.noughts.limits.bytes], [true, "all", 262144]);
});

// ---- effects ------------------------------------------------------------------------------------

await test("an effect comes back as text, in English and the reader's language and as steps", async () => {
  const { status, json } = await send("beyond-the-sun", "effect", { text: " pay 4  ore:research IIII, choose 1 of {grow 2; pay 1 ore: jump 1, may (trade)}" }, german.token);
  assert.equal(status, 200);
  assert.equal(json.text, "pay 4 ore: research IIII, choose 1 of {grow 2; pay 1 ore: jump 1, may (trade)}");
  assert.match(json.tell.en, /^pay 4 ore: research a technology of level IIII/);
  assert.match(json.tell.de, /^4 Erz zahlen/);
  assert.deepEqual(json.steps, [
    { pattern: "pay {a} ore", a: 4 },
    { pattern: "research {a}", a: 4 },
    {
      pattern: "choose {a} of",
      a: 1,
      choices: [
        [{ pattern: "grow {a}", a: 2 }],
        [{ pattern: "pay {a} ore", a: 1 }, { pattern: "jump {a}", a: 1 }, { pattern: "may", body: [{ pattern: "trade" }] }],
      ],
    },
  ]);
});

await test("what is wrong with an effect is told with its place and what would be possible", async () => {
  const { status, json } = await send("beyond-the-sun", "effect", { text: "pay 4 ore: jmp 3" });
  assert.equal(status, 200);
  assert.equal(json.ok, false);
  assert.deepEqual([json.problem.line, json.problem.column, json.problem.found], [1, 12, "jmp"]);
  assert.ok(json.problem.expected.includes("jump"));
  const { problem } = (await send("beyond-the-sun", "effect", { text: "jump" }, german.token)).json;
  assert.match(problem.text, /Zeile endet hier/);
  assert.deepEqual(problem.expected, ["1…7"]);
});

await test("effects that are none", async () => {
  const none = ["", " ", "\u0001", "a\nb", "grow 1\ngrow 2", "(".repeat(500), "may (".repeat(300), "grow 1,".repeat(200), "#", '"', "grow 99999999999999999999", "ä".repeat(900)];
  for (const text of none) {
    const { status, json } = await send("beyond-the-sun", "effect", { text });
    assert.equal(status, 200, text);
    assert.equal(json.ok, false, text);
    assert.equal(typeof json.problem.text, "string");
  }
  assert.equal((await send("noughts", "effect", { text: "grow 1" })).json.ok, false);
  for (const body of [{}, { text: 7 }, { text: "x".repeat(3000) }, "[]", "{"]) assert.equal((await send("beyond-the-sun", "effect", body)).status, 400);
  assert.equal((await send("beyond-the-sun", "effect", { text: "x".repeat(20000) })).status, 413);
  assert.equal((await send("chess", "effect", { text: "grow 1" })).status, 404);
});

// ---- checking -----------------------------------------------------------------------------------

await test("our own set is fine, with all that is drawn and told", async () => {
  for (const game of games) {
    const { status, json } = await send(game, "check", { files: {} }, german.token);
    assert.equal(status, 200);
    assert.equal(json.ok, true, JSON.stringify(json.problem));
    const { components } = await get(`/api/games/${game}/cards?lang=de`);
    assert.deepEqual(json.components.map(({ id, name, text }) => [id, name.de, text.de]), components.map(({ id, name, text }) => [id, name, text]));
    assert.deepEqual(json.layout, await get(`/api/games/${game}/layout?lang=de`));
    assert.match(json.fingerprint, /^[0-9a-f]{16}$/);
  }
});

await test("a changed value changes the drawing, both texts and the fingerprint; a source does not change the last", async () => {
  const file = "technologies.cards";
  const text = textOf("beyond-the-sun", file);
  const before = (await send("beyond-the-sun", "check", { files: {} }, german.token)).json;
  const immediate = /(?<=^technology I-R\n(?: {4}.*\n)*) {4}immediate .*$/m;
  const changed = text.replace(immediate, "    immediate  gain 7 ore");
  assert.notEqual(changed, text);
  const after = (await send("beyond-the-sun", "check", { files: { [file]: changed } }, german.token)).json;
  const card = after.components.find(({ id }) => id === "I-R");
  assert.match(card.text.en, /gain 7 ore/);
  assert.match(card.text.de, /7 Erz/);
  assert.notEqual(after.fingerprint, before.fingerprint);
  assert.notDeepEqual(after.layout, before.layout);
  const unsourced = text.replace(/(?<=^technology I-R\n(?: {4}.*\n)*) {4}source\.immediate .*\n/m, "");
  const sourced = unsourced.replace(immediate, (line) => `    source.immediate confirmed by Mara\n${line}`);
  const same = (await send("beyond-the-sun", "check", { files: { [file]: sourced } })).json;
  assert.equal(same.fingerprint, before.fingerprint);
  const sources = ({ components }) => components.find(({ id }) => id === "I-R").sources;
  assert.deepEqual(sources(same), { ...sources(before), immediate: { status: "confirmed", by: "Mara" } });
});

await test("players and options are those that are asked for", async () => {
  const two = (await send("beyond-the-sun", "check", { files: {}, players: 2 })).json;
  const four = (await send("beyond-the-sun", "check", { files: {}, players: 4 })).json;
  assert.notDeepEqual(two.layout, four.layout);
  for (const wrong of [{ players: 9 }, { players: -1 }, { players: "2" }, { players: 1e300 }, { options: [] }, { options: { goal: 1 } }, { options: { goal: "x" } }, { options: { x: "y" } }]) {
    const answer = await send("noughts", "check", { files: {}, ...wrong });
    assert.equal(answer.status, 400, JSON.stringify(wrong));
    assert.ok(["missing-argument", "refused"].includes(answer.json.error), answer.text);
  }
});

await test("a component that the standard setup does not use says which one does", async () => {
  for (const game of games) {
    const check = async (variant) => (await send(game, "check", { files: {}, ...variant })).json.components;
    const standard = await check({});
    assert.deepEqual(standard.filter(({ in_play }) => !in_play), standard.filter(({ variant }) => variant !== undefined), game);
    for (const variant of new Set(standard.map(({ variant }) => JSON.stringify(variant)))) {
      const there = await check(JSON.parse(variant ?? "{}"));
      const meant = there.filter((one) => JSON.stringify(one.variant) === variant);
      assert.ok(meant.every(({ in_play }) => in_play), `${game} ${variant}`);
      assert.equal(meant.length, standard.filter((one) => JSON.stringify(one.variant) === variant).length);
    }
  }
  const find = async (game, kind, id) => (await get(`/api/games/${game}/cards?players=4`)).components.find((one) => one.kind === kind && one.id === id);
  assert.deepEqual((await find("beyond-the-sun", "place", "SOL")).variant, { players: 3 });
  assert.equal((await find("beyond-the-sun", "place-two", "SOL")).variant, undefined);
  assert.deepEqual((await find("beyond-the-sun", "advanced", "FA-UN")).variant, { options: { mats: "advanced" } });
  assert.deepEqual((await find("pulsar-2849", "location", "D101")).variant, { options: { cluster: "dead-ends" } });
});

await test("a component that moves call otherwise says how", async () => {
  for (const components of [(await send("beyond-the-sun", "check", { files: {} })).json.components, (await get("/api/games/beyond-the-sun/cards")).components]) {
    const tokens = components.filter(({ token }) => token !== undefined).map(({ id, token }) => [id, token]);
    assert.deepEqual(tokens, [1, 2, 3, 4].map((row) => [`BS-${row}`, `basic-${row}`]));
  }
});

await test("what is wrong with a set is told with file, line and column", async () => {
  const { json } = await send("noughts", "check", { files: { "lines.cards": line("a", "a1 b9 c1") } }, german.token);
  assert.equal(json.ok, false);
  assert.deepEqual([json.problem.file, json.problem.line, json.problem.column, json.problem.found], ["lines.cards", 5, 12, "b9"]);
  assert.equal(json.problem.expected.length, 9);
  const text = textOf("beyond-the-sun", "technologies.cards").replace("types      military", "types      militant");
  const { problem } = (await send("beyond-the-sun", "check", { files: { "technologies.cards": text } })).json;
  assert.equal(text.split("\n")[problem.line - 1].slice(problem.column - 1), "militant");
  assert.deepEqual(problem.expected, ["scientific", "economic", "military", "commercial"]);
});

await test("sets that are none", async () => {
  const hostile = ["", "\u0001\u0002", "x", "line", "line ".repeat(1000), "line a\n".repeat(700), line("a", "a1 b1 c1").repeat(2), "x".repeat(5000), "\uFEFF" + line("a", "a1 b1 c1"), `${line("a", "a1 b1 c1")}  cells a1 b1 c1\n`, Array.from({ length: 17 }, (_, i) => line(`l${i}`, "a1 b1 c1")).join("")];
  for (const text of hostile) {
    const { status, json } = await send("noughts", "check", { files: { "lines.cards": text } });
    assert.equal(status, 200, JSON.stringify(json));
    if (text === "") continue; // no line wins: nobody can, and that is a game
    assert.equal(json.ok, false, text.slice(0, 40));
    assert.equal(json.problem.file, "lines.cards");
  }
});

await test("requests that are none", async () => {
  for (const [body, status] of [
    [undefined, 400],
    ["", 400],
    ["{", 400],
    ["[]", 400],
    [{}, 400],
    [{ files: [] }, 400],
    [{ files: "lines.cards" }, 400],
    [{ files: { "lines.cards": 7 } }, 400],
    [{ files: { "lines.cards": null } }, 400],
    [{ files: { "lines.cards": { text: "" } } }, 400],
    [{ files: { "../lines.cards": "" } }, 400],
    [{ files: { "/etc/passwd": "" } }, 400],
    [{ files: { "": "" } }, 400],
    [{ files: { "technologies.cards": "" } }, 400], // of another game
    [{ files: { "lines.cards": "#".repeat(262145) } }, 400],
    [{ files: { "lines.cards": "x".repeat(1 << 20) } }, 413],
    ['{"files":{"lines.cards":"a","lines.cards":"b"}}', 400],
    ['{"files":{"lines.cards":"\\u0000"}}', 400],
    ['{"files":{"lines.cards":"\\ud800"}}', 400],
    ["[".repeat(100000), 400],
  ])
    for (const what of ["check", "try"]) {
      const answer = await send("noughts", what, body);
      assert.equal(answer.status, status, `${what} ${JSON.stringify(body)?.slice(0, 60)}: ${answer.text.slice(0, 200)}`);
    }
  for (const what of ["check", "try"]) {
    assert.equal((await send("chess", what, { files: {} })).status, 404);
    assert.equal((await send("noughts", what, { files: {} }, null)).status, 401);
    assert.equal((await send("noughts", what, { files: {} }, "0".repeat(64))).status, 401);
    assert.equal((await send("noughts", what, { files: { "lines.cards": "#".repeat(30000) } }, null)).status, 401);
  }
});

await test("limits of checks and tries, by person", async () => {
  const strict = await startServer(program, { requests: 300 });
  const { token: eager } = await guest(strict.base, "Eve");
  const answers = [];
  for (let i = 0; i < 14; i++) answers.push(await ask(strict.base, "POST", "/api/games/noughts/try", { files: {}, games: 1 }, eager));
  assert.deepEqual(answers.map(({ status }) => status), [...Array(10).fill(200), ...Array(4).fill(429)]);
  assert.ok(Number(answers[13].headers["retry-after"]) > 0);
  const checks = await Promise.all(Array.from({ length: 150 }, () => ask(strict.base, "POST", "/api/games/noughts/check", { files: {} }, eager)));
  assert.ok(checks.filter(({ status }) => status === 200).length >= 120);
  assert.ok(checks.some(({ status }) => status === 429));
  await strict.end();
});

// ---- trying -------------------------------------------------------------------------------------

await test("our own sets are played in all setups", async () => {
  for (const game of games) {
    const { status, json } = await send(game, "try", { files: {}, games: 60 });
    assert.equal(status, 200);
    assert.deepEqual(json, { ok: true, games: 60 });
  }
  assert.equal((await send("noughts", "try", { files: {} })).json.games, 100);
  assert.equal((await send("noughts", "try", { files: {}, games: 1000000 })).json.games, 1000);
  for (const wrong of [0, -5, "many", 1.5, null, []]) assert.equal((await send("noughts", "try", { files: {}, games: wrong })).status, 400);
  assert.equal((await send("noughts", "try", { files: { "lines.cards": "x" } })).json.problem.file, "lines.cards");
});

/** Whoever researches gains again and again for everything that they control. */
function flood() {
  const text = textOf("beyond-the-sun", "technologies.cards");
  const gains = Array(60).fill("gain 1 ore").join(", ");
  let changed = 0; // a set has room for some of these
  return { "technologies.cards": text.replaceAll(/^( +immediate) .*/gm, (row, key) => (changed++ < 8 ? `${key} per controlled-location (${gains})` : row)) };
}

await test("a set with cards that cannot be played says so", async () => {
  const { status, json } = await send("beyond-the-sun", "try", { files: flood(), games: 1000 });
  assert.equal(status, 200);
  assert.equal(json.ok, false, JSON.stringify(json));
  assert.match(json.text ?? JSON.stringify(json), /more than 256 events/);
  assert.match((await send("beyond-the-sun", "try", { files: flood(), games: 1000 }, german.token)).json.text, /Ereignisse/);
});

await test("while sets are tried, others are answered at once", async () => {
  const work = Array.from({ length: 8 }, () => send("beyond-the-sun", "try", { files: flood(), games: 1000 }));
  const began = Date.now();
  for (let i = 0; i < 20; i++) assert.equal((await ask(server.base, "GET", "/api/games")).status, 200);
  assert.ok(Date.now() - began < 5000);
  for (const { status } of await Promise.all(work)) assert.equal(status, 200);
});

// ---- tables with cards of their own -------------------------------------------------------------

const own = { game: "noughts", options: { start: "first" }, cards: columns, cards_title: "Mara's columns", listed: true };

await test("a table is played with its own cards, and says so", async () => {
  const [mara, ida] = await Promise.all(["Mara", "Ida"].map((name) => Person.come(server, name)));
  const table = await mara.make({ ...own, seats: ["me"] });
  await ida.watch(table);
  await ida.must({ do: "sit", table, seat: 2 });
  await mara.must({ do: "start", table });
  assert.equal(mara.view(table).cards_title, "Mara's columns");
  const listed = (await ask(server.base, "GET", "/api/tables")).json.tables.find((each) => each.table === table);
  assert.equal(listed.cards_title, "Mara's columns");
  const { components } = await get(`/api/tables/${table}/cards`);
  assert.deepEqual(components.map(({ id, source }) => [id, source]), [["left", "corrected"], ["middle", "corrected"], ["right", "corrected"]]);

  // A restart in the middle: the set was kept with the table.
  const play = async (person, seat, cell) => {
    await person.until(table, (view) => view.node?.seat === seat || view.phase === "over" || true);
    await person.must({ do: "move", table, seat, move: `mark ${cell}` });
    await person.must({ do: "confirm", table, seat }).catch(() => {});
  };
  await play(mara, 1, "a1");
  await play(ida, 2, "b1");
  await Promise.all([mara.leave(), ida.leave()]);
  assert.equal(await server.restart(), 0);
  await Promise.all([mara.connect(), ida.connect()]);
  await mara.watch(table);
  await ida.watch(table);
  assert.equal(mara.view(table).cards_title, "Mara's columns");
  assert.equal((await get(`/api/tables/${table}/cards`)).components.length, 3);
  for (const [person, seat, cell] of [[mara, 1, "a2"], [ida, 2, "b2"], [mara, 1, "a3"]]) await play(person, seat, cell);
  const over = await mara.until(table, (view) => view.phase === "over");
  assert.equal(over.phase, "over", "a column wins");

  // The record is that of a game with these cards, and replays with the set that the table gives.
  const { file } = await keepRecord(mara, table);
  const set = await ask(server.base, "GET", `/api/tables/${table}/set`);
  assert.equal(set.status, 200);
  const setFile = join(folder, "columns.set");
  writeFileSync(setFile, set.text);
  assert.match(orrery("replay", file, "--cards", setFile), /left/);
  assert.throws(() => orrery("replay", file), /card/);
  assert.match(orrery("cards", "noughts", "--cards", setFile), /3 components/);

  // Once more with the same cards.
  const again = await mara.ask("POST", `/api/tables/${table}/rematch`, {});
  assert.equal(again.status, 201, again.text);
  const view = (await mara.watch(again.json.table)).view;
  assert.equal(view.cards_title, "Mara's columns");
  assert.equal((await get(`/api/tables/${again.json.table}/cards`)).components.length, 3);
  await Promise.all([mara.leave(), ida.leave()]);
});

await test("tables of others have nothing of it", async () => {
  const mara = await Person.come(server, "Mara");
  const table = await mara.make({ game: "noughts", seats: ["me"] });
  assert.equal("cards_title" in mara.view(table), false);
  assert.equal((await get(`/api/tables/${table}/cards`)).components.length, 8);
  await mara.leave();
});

await test("large sets make tables too, and what is wrong with one is told with its place", async () => {
  const make = (plan) => ask(server.base, "POST", "/api/tables", plan, token);
  const padded = { "lines.cards": `${"# a comment\n".repeat(8000)}${columns["lines.cards"]}` };
  const made = await make({ ...own, cards: padded });
  assert.equal(made.status, 201, made.text);
  assert.equal((await get(`/api/tables/${made.json.table}/cards`)).components.length, 3);
  const wrong = await make({ ...own, cards: { "lines.cards": line("a", "a1 b9 c1") } });
  assert.equal(wrong.status, 400);
  assert.match(wrong.json.text, /^lines\.cards:5:12: found "b9"/);
});

await test("tables that are not made", async () => {
  const make = (plan, as = token) => ask(server.base, "POST", "/api/tables", plan, as);
  for (const [change, status] of [
    [{ cards: [] }, 400],
    [{ cards: "lines.cards" }, 400],
    [{ cards: { "lines.cards": 1 } }, 400],
    [{ cards: { "../lines.cards": "" } }, 400],
    [{ game: "beyond-the-sun", options: {} }, 400],
    [{ cards_title: undefined }, 400],
    [{ cards_title: "" }, 400],
    [{ cards_title: "  " }, 400],
    [{ cards_title: 7 }, 400],
    [{ cards_title: "a\nb" }, 400],
    [{ cards_title: "a\u202eb" }, 400],
    [{ cards_title: "x".repeat(200) }, 400],
    [{ players: 3 }, 400],
    [{ seats: ["me", "wizard"] }, 400],
    [{ cards: { "lines.cards": "#".repeat(262145) } }, 400],
    [{ cards: { "lines.cards": "#".repeat(1 << 20) } }, 413],
    [{ title: "x".repeat(20000), cards: undefined }, 400],
  ]) {
    const answer = await make({ ...own, ...change });
    assert.equal(answer.status, status, `${JSON.stringify(change).slice(0, 60)}: ${answer.text}`);
  }
  assert.equal((await make(own, null)).status, 401);
  assert.equal((await make({ ...own, title: "#".repeat(30000) }, null)).status, 401);
});

await test("nobody's cards are taken for others, even with one fingerprint", async () => {
  const make = async (cards, title) => (await ask(server.base, "POST", "/api/tables", { ...own, cards, cards_title: title }, token)).json.table;
  const sourced = { "lines.cards": columns["lines.cards"].replaceAll("corrected", "confirmed\n  source.cells confirmed by Ida") };
  const [one, other] = [await make(columns, "one"), await make(sourced, "other")];
  assert.equal((await get(`/api/tables/${one}/cards`)).components[0].source, "corrected");
  assert.equal((await get(`/api/tables/${other}/cards`)).components[0].source, "confirmed");
  assert.deepEqual((await get(`/api/tables/${other}/cards`)).components[0].sources, { cells: { status: "confirmed", by: "Ida" } });
});

// ---- what the host wants ------------------------------------------------------------------------

await test("own cards for nobody, for accounts, for all", async () => {
  for (const [who, guests, accounts] of [["nobody", 403, 403], ["accounts", 403, 201], ["all", 201, 201]]) {
    const at = await startServer(program, { args: ["--own-cards", who] });
    const told = (await ask(at.base, "GET", "/api/games/noughts/workshop")).json;
    assert.deepEqual([told.own_cards, told.own_sets], [who, who !== "nobody"]);
    for (const [as, status] of [[(await guest(at.base, "Ida")).token, guests], [await account(at, "Mallory"), accounts]]) {
      assert.equal((await ask(at.base, "POST", "/api/tables", own, as)).status, status);
      const large = { ...own, cards: { "lines.cards": `${"#\n".repeat(20000)}${columns["lines.cards"]}` } };
      assert.equal((await ask(at.base, "POST", "/api/tables", large, as)).status, status);
      assert.equal((await ask(at.base, "POST", "/api/tables", { game: "noughts" }, as)).status, 201);
      assert.equal((await ask(at.base, "POST", "/api/games/noughts/check", { files: columns }, as)).status, 200);
    }
    await at.end();
  }
  await assert.rejects(startServer(program, { args: ["--own-cards", "friends"] }), /--own-cards takes all, accounts or nobody/);
});

await test("so many sets in a day, and no more", async () => {
  const at = await startServer(program, { quotas: ["--card-sets", "6"] });
  for (const [as, most] of [[(await guest(at.base, "Ida")).token, 2], [await account(at, "Mallory"), 6]]) {
    const answers = [];
    for (let i = 0; i < most + 2; i++) answers.push(await ask(at.base, "POST", "/api/tables", own, as));
    assert.deepEqual(answers.map(({ status }) => status), [...Array(most).fill(201), 429, 429]);
    assert.match(answers[most].json.text, /your own cards/);
    assert.equal((await ask(at.base, "POST", "/api/tables", { game: "noughts" }, as)).status, 201);
  }
  await at.end();
  const small = await startServer(program, { quotas: ["--megabytes", "1"] });
  const { token: eve } = await guest(small.base, "Eve");
  const large = { ...own, cards: { "lines.cards": `${"# a comment\n".repeat(15000)}${columns["lines.cards"]}` } };
  assert.equal((await ask(small.base, "POST", "/api/tables", large, eve)).status, 201);
  const full = await ask(small.base, "POST", "/api/tables", large, eve);
  assert.equal(full.status, 429);
  assert.match(full.json.text, /as much as one person may in a day/);
  await small.end();
});

await test("a host's set may be one file", async () => {
  const set = (await ask(server.base, "GET", `/api/tables/${(await ask(server.base, "POST", "/api/tables", own, token)).json.table}/set`)).text;
  const file = join(folder, "host.set");
  writeFileSync(file, set);
  const at = await startServer(program, { args: ["--cards", file] });
  assert.equal((await ask(at.base, "GET", "/api/games/noughts/cards")).json.components.length, 3);
  assert.equal((await ask(at.base, "GET", "/api/games/noughts/workshop")).json.files[0].text, columns["lines.cards"]);
  await at.end();
  for (const [text, sentence] of [["", /is not a card set/], ["orrery cards 1\ngame chess\n", /is not a card set/], [set.replace("cells a1", "cells a9"), /found "a9"/], [set.slice(0, 100), /host\.set/]]) {
    writeFileSync(file, text);
    await assert.rejects(startServer(program, { args: ["--cards", file] }), sentence);
  }
});

await server.end();
finish();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849: a ship flies where one points, with whichever die reaches that place, in one action that is undone as one.
// By mouse, keyboard and finger; and every place and die says what it takes.

import assert from "node:assert/strict";
import { look } from "./hands.mjs";
import { end, story } from "./story.mjs";
import { finishedTable, tableInTheMiddle } from "./tables.mjs";
import { Client } from "../server/client.mjs";

const PRESSES_MOST = 3;

/** Moves of the recorded game up to a decision of the first seat of this kind that `fits`. */
async function momentOf(visitor, table, client, kind, fits) {
  for (let at = 60; ; at++) {
    const { moment } = await client.must({ do: "moment", table, moves: at, legal: true });
    assert.notEqual(moment.actor, null, "the game has such a decision");
    if (moment.actor === 1 && moment.legal.some((move) => move.kind.startsWith(kind)) && fits(moment)) return at;
  }
}

/** A table where the visitor decides next: in the recorded game there is something to do of this kind. */
async function tableAt(visitor, kind, fits = () => true) {
  const whole = await finishedTable(visitor, "pulsar-2849", 2);
  const client = new Client(visitor.server.base, visitor.token);
  await client.open;
  const at = await momentOf(visitor, whole, client, kind, fits);
  await client.close();
  const { text: record } = await visitor.ask("GET", `/api/tables/${whole}/record?moves=${at}`);
  return (await visitor.must("POST", "/api/import", { record, seats: ["me", "heuristic"], start: true })).table;
}

/** What the server says of whole actions. */
async function plansOf(visitor, table) {
  const client = new Client(visitor.server.base, visitor.token);
  await client.open;
  const { view } = await client.must({ do: "watch", table, plans: true });
  await client.close();
  return view;
}

const hasThree = ({ state }) => Object.values(state.silver[1]).includes(3);

/** Places three segments away to which a 3 leads by a single way. */
function threeAway({ plans }) {
  const start = plans.starts.find((one) => one.die === "silver-3" && one.price === "exact");
  return plans.flights[start.flight].ends.filter((one) => one.ways.length === 1 && plans.runs.length === 0);
}

/** Does a flight there turn something up? Then it cannot be undone. */
const reveals = ({ gives, ways }) => gives === "discovery" || ways.some((way) => way.discoveries?.length > 0);

/** A place where a flight can be undone; one that gives something, if there is any. */
function quietEnd(view) {
  const ends = threeAway(view).filter((one) => !reveals(one));
  return ends.find((one) => one.gives !== "nothing") ?? ends[0];
}

const shipOf = async (visitor, table) => (await plansOf(visitor, table)).state.ship[1];

/** Counts what is pressed. */
function counting(press) {
  const presses = { count: 0 };
  return [presses, (...what) => (presses.count++, press(...what))];
}

/** After a flight: one undo takes all of it back. */
async function undoIsOne({ page, ...visitor }, table, before) {
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.locator("[data-part=bar] .move").first().waitFor();
  const after = await plansOf(visitor, table);
  assert.deepEqual(after.state.ship, before.state.ship);
  assert.equal(after.moves, before.moves, "one undo takes the whole flight back");
}

const arrived = (page, id) => page.locator(`[data-version]:not([data-version="${id}"])`).waitFor();

await story("a flight of three segments by mouse, keyboard and from a place alone", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  const table = await tableAt(mara, "fly", hasThree);
  const before = await plansOf(mara, table);
  const end = quietEnd(before);
  assert.ok(end, "somewhere a 3 leads to");
  await mara.goto(`/table/${table}`);
  await look(mara);

  // your dice are large and on the left of the bar; pointing at one lights its reach
  const die = page.locator('[data-part=bar] [data-thing="die:silver-3"]').first();
  const box = await die.locator("svg").boundingBox();
  assert.ok(Math.round(box.width) >= 46, `the die has ${box.width} px`);
  await die.hover();
  const mark = page.locator(`[data-reach="${end.at}"]`);
  assert.equal(await mark.getAttribute("data-takes"), "exact");
  const place = page.locator(`[data-place="${end.at}"] .target`);
  assert.match(await die.innerText(), /places in reach: /);

  // the die, then the place: two presses
  const [byMouse, press] = counting((what) => what.click());
  await press(die);
  const said = await place.locator("text").first().textContent();
  assert.match(said, /fly 3 to .*with the 3/, "the place says where it leads");
  await place.hover();
  await page.locator(".reach .way").waitFor({ state: "attached" });
  assert.match(await page.locator("[data-part=bar] h2").innerText(), /^Fly 3 to /);
  await press(place);
  await arrived(page, before.version);
  assert.ok(byMouse.count <= PRESSES_MOST);
  assert.equal(await shipOf(mara, table), end.at);
  await undoIsOne(mara, table, before);

  // by keyboard: to the bar, the die, the place
  const now = (await plansOf(mara, table)).version;
  const [byKeys, key] = counting((name) => page.keyboard.press(name));
  await die.focus();
  await key("Enter");
  await place.focus();
  await key("Enter");
  await arrived(page, now);
  assert.ok(byKeys.count <= PRESSES_MOST);
  assert.equal(await shipOf(mara, table), end.at);
  await undoIsOne(mara, table, before);

  // the place alone: the cheapest die flies there, or the bar asks which
  const [alone, pressAlone] = counting((what) => what.click());
  const again = (await plansOf(mara, table)).version;
  await pressAlone(place);
  const choice = page.locator("[data-part=bar] .move[data-move*=' ; ']").first();
  await Promise.race([choice.waitFor(), arrived(page, again)]);
  if (await choice.isVisible()) await pressAlone(choice);
  await arrived(page, again);
  assert.ok(alone.count <= PRESSES_MOST);
  assert.equal(await shipOf(mara, table), end.at);
  console.log(`# presses for a flight of 3: die first ${byMouse.count}, keys ${byKeys.count}, place first ${alone.count}`);

  // what was made in one go is a game of single moves
  const { text: record } = await mara.ask("GET", `/api/tables/${table}/record`);
  assert.match(record, /\n1 fly\n/);
});

await story("costs are told apart, a place asks which way, a draft shows its reach", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  const table = await tableAt(mara, "fly", ({ state }) => state.cubes[1] > 3 && state.tokens[1]["plus-minus"] > 0);
  const { plans } = await plansOf(mara, table);
  await mara.goto(`/table/${table}`);
  await look(mara);
  const takes = await page.locator("[data-reach]").evaluateAll((all) => [...new Set(all.map((one) => one.dataset.takes))]);
  assert.ok(takes.includes("exact") && takes.includes("token"), takes.join(" "));
  const legend = await page.getByRole("list", { name: "What it takes" }).innerText();
  assert.match(legend, /die as it is/);
  assert.match(legend, /token/);
  assert.match(legend, /\d+ places?/);

  // several ways that differ: they are drawn with numbers, and the bar has a button for each
  const many = plans.starts.flatMap((start) =>
    start.price === "exact" ? plans.flights[start.flight].ends.filter((one) => one.ways.length > 1).map((one) => [start.die, one]) : [])[0];
  if (many !== undefined) {
    const [die, { at, ways }] = many;
    await page.locator(`[data-part=bar] [data-thing="die:${die}"]`).first().click();
    await page.locator(`[data-place="${at}"] .target`).click();
    await page.locator(".reach .number").nth(1).waitFor({ state: "attached" });
    assert.ok((await page.locator(".reach .way").count()) >= ways.length);
    for (const text of await page.locator("[data-part=bar] .move > span:last-child").allInnerTexts()) assert.match(text, /^(fly|with) /i, "a button begins where its words do");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }

  // the many flights of a die are one button in the bar: behind it there are all of them
  await mara.goto(`/table/${await tableInTheMiddle(mara, "pulsar-2849", 3, 150, ({ legal }) => legal.some(({ kind }) => kind === "fly"))}`);
  await look(mara);
  await page.locator('[data-part=bar] [data-thing^="die:silver"]').first().click();
  await page.locator("[data-part=bar] .group", { hasText: /^Fly/ }).click();
  await page.locator("[data-part=bar] .move").first().waitFor();
  assert.ok((await page.locator("[data-place] .target.legal").count()) > 2, "and on the map");

  // drafting, a die shows where it would lead
  await mara.goto(`/table/${await tableAt(mara, "take")}`);
  await look(mara);
  const die = page.locator('[data-thing^="number:"].legal').first();
  assert.equal(await page.locator("[data-reach]").count(), 0);
  await die.hover();
  await page.locator("[data-reach]").first().waitFor({ state: "attached" });
  assert.match(await die.innerText(), /places in reach: /);
});

await story("by touch at 360 × 780, with the dice on every tab", { name: "Mara", touch: true, width: 360, height: 780 }, async (mara) => {
  const { page } = mara;
  const table = await tableAt(mara, "fly", hasThree);
  const before = await plansOf(mara, table);
  const { at } = quietEnd(before);
  const discovery = threeAway(before).find(reveals);
  assert.ok(discovery, "somewhere a flight turns something up");
  await mara.goto(`/table/${table}`);
  await look(mara);
  const die = page.locator('[data-part=bar] [data-thing="die:silver-3"]').first();
  for (const tab of await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button").all()) {
    await tab.tap();
    assert.ok((await die.boundingBox()).width >= 44, "the dice are on every tab");
  }
  await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button").first().tap();
  const [touches, tap] = counting((what) => what.tap());
  await tap(die);
  await tap(page.locator(`.row[data-end="${at}"]`).first());
  await arrived(page, before.version);
  assert.ok(touches.count <= PRESSES_MOST);
  assert.equal(await shipOf(mara, table), at);
  await undoIsOne(mara, table, before);

  // a flight that cannot be undone is asked for once more
  const now = (await plansOf(mara, table)).version;
  const [asked, tapAgain] = counting((what) => what.tap());
  await tapAgain(die);
  await tapAgain(page.locator(`.row[data-end="${discovery.at}"]`).first());
  assert.match(await page.locator("[data-part=bar] .warned").innerText(), /cannot be undone/);
  assert.equal((await plansOf(mara, table)).version, now, "nothing has happened yet");
  await tapAgain(page.locator("[data-do]"));
  await arrived(page, now);
  assert.ok(asked.count <= PRESSES_MOST);
  assert.equal(await shipOf(mara, table), discovery.at);
});

await end();

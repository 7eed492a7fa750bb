// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pulsar 2849 on the page: a die is drafted by pressing where the counter lands, pieces hide nothing, a headquarters is chosen
// by its board, and a move that turns something up says so before.

import assert from "node:assert/strict";
import { byMouse, byTouch, look } from "./hands.mjs";
import { end, story } from "./story.mjs";
import { tableInTheMiddle } from "./tables.mjs";

const GAME = "pulsar-2849";
const PHONE = { name: "Mara", touch: true, width: 360, height: 780 };
/** A draft before landings could be pressed: the die, the track, confirm. */
const DRAFT_BEFORE = 3;
const DRAFT_MOST = 2;

const isTaking = ({ legal }) => legal.filter(({ kind }) => kind.startsWith("take-")).length > 2;
/** Someone else takes a die after it: the turn has to be confirmed. */
const isDraft = (moment) => isTaking(moment) && moment.state.order["3"] !== "1" && Object.values(moment.state.silver["1"]).every((die) => die === 0);
const isSide = ({ legal }) => legal.some(({ kind }) => kind === "side");
const isReveal = ({ legal }) => legal.some(({ reveals }) => reveals !== undefined);

async function openAt(mara, players, moves, fits) {
  await mara.goto(`/table/${await tableInTheMiddle(mara, GAME, players, moves, fits)}`);
  return look(mara);
}

const version = ({ page }) => page.locator("[data-part=bar]").getAttribute("data-version");

/** The things that a selector finds. */
const things = ({ page }, selector) => page.evaluate((selector) => window.eyes.all(selector).filter(window.eyes.shown).map((one) => one.dataset.thing), selector);

/** A die with two landings or more. */
async function dieToTake(mara) {
  const values = (await things(mara, ".pul-landing")).map((thing) => thing.split(" ")[0]);
  const value = values.find((one, i) => values.indexOf(one) < i);
  assert.ok(value !== undefined, "some die has two landings");
  return value;
}

/** Presses the first thing that a selector finds, and waits until something else can be done. */
async function press(mara, hand, selector) {
  const { signature } = await look(mara);
  const { at } = await mara.page.evaluate((selector) => window.eyes.find(selector), selector);
  assert.ok(at !== null, `${selector} can be pressed`);
  await hand(mara.page, at);
  return look(mara, signature);
}

/** Takes a die by these presses; only confirming is left then. Tells how many presses it takes with that. */
async function draft(mara, hand, selectors) {
  for (const selector of selectors) await press(mara, hand, selector);
  assert.equal(await mara.page.locator("[data-confirm]").count(), 1, "the die is taken");
  return selectors.length + 1;
}

const undo = async (mara) => press(mara, byMouse, "[aria-keyshortcuts~=u]");
const landingOf = (die) => `.pul-landing[data-thing^="${die} "]`;

/** Parts of the mats that are not wholly inside. */
const cutOff = ({ page }, selector) =>
  page.evaluate((selector) =>
    window.eyes.all(".mat").flatMap((mat) => {
      const { right, bottom } = mat.getBoundingClientRect();
      const parts = window.eyes.all(selector, mat).filter(window.eyes.shown);
      return parts.filter((one) => one.getBoundingClientRect().right > right + 0.5 || one.getBoundingClientRect().bottom > bottom + 0.5).map((one) => one.className);
    }), selector);

/** The counters of the visitor by their names, which say where they are. */
const counters = ({ page }) => page.locator('.counter [role=img][aria-label*="your counter"]').evaluateAll((all) => all.map((one) => one.ariaLabel));

await story("a die is drafted where its counter lands, by mouse and keys", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  await openAt(mara, 4, 0, isDraft);
  const die = await dieToTake(mara);
  const before = await counters(mara);

  // dice that are free and those that are taken differ in colour and size
  const fills = await page.locator(".dice .high .die rect").evaluateAll((all) => all.map((one) => [one.closest(".die").classList.contains("owned"), getComputedStyle(one).fill]));
  const free = new Set(fills.filter(([owned]) => !owned).map(([, fill]) => fill));
  assert.ok(fills.every(([owned, fill]) => !owned || !free.has(fill)), `taken dice look like no free one: ${fills}`);

  // as it was: die, track, confirm
  const old = await draft(mara, byMouse, [`[data-thing="${die}"]`, '.target.legal[data-thing="track:initiative"]']);
  assert.equal(old, DRAFT_BEFORE);
  await undo(mara);

  // pointed at, a die shows its landings alone, and they stay on the way to them
  await page.locator(`[data-thing="${die}"]`).hover();
  await mara.until((die) => window.eyes.all(".pul-landing").every((one) => one.matches(".one") && one.dataset.thing.startsWith(`${die} `)), die);
  const count = await draft(mara, byMouse, [landingOf(die)]);
  assert.ok(count <= DRAFT_MOST, `${count} presses by mouse, with the one that confirms`);
  const moved = (await counters(mara)).filter((one) => !before.includes(one));
  assert.equal(moved.length, 1, "one counter has moved");
  await undo(mara);
  assert.deepEqual(await counters(mara), before);

  // the same with the keys: the die, then the landing
  await page.locator(`[data-thing="${die}"]`).focus();
  await page.keyboard.press("Enter");
  await mara.until(() => window.eyes.all(".target.chosen").length > 0);
  await page.locator(landingOf(die)).first().focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-confirm]").waitFor();
  assert.deepEqual((await counters(mara)).filter((one) => !before.includes(one)), moved);
  console.log(`# a draft: ${old} presses before, ${count} now`);
});

await story("counters in a stack, pieces on the map and its background", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  await openAt(mara, 2, 0, isTaking);
  // at the beginning all counters are in one stack: none lies over another, and own ones take a press of their own
  const marks = await page.locator(".counter svg").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
  const covers = (one, other) => Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1 && Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1;
  assert.equal(marks.length, 8);
  assert.ok(marks.every((one, i) => marks.every((other, k) => i === k || !covers(one, other))), "no counter hides another");
  const own = await page.locator(".pul-area.legal").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
  assert.ok(own.length >= 2 && own.every((size) => size >= 14), `counters can be pressed: ${own}`);
  for (const thing of await things(mara, ".pul-landing, .pul-area.legal"))
    assert.ok((await page.evaluate((thing) => window.eyes.find(`[data-thing="${thing}"]`), thing)).at, `${thing} can be pressed`);

  await openAt(mara, 4, 210);
  const hidden = await page.evaluate(() => {
    const boxes = (selector) => window.eyes.all(selector).map((one) => one.getBoundingClientRect());
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    const what = boxes(".map [data-place] .sea, .map [data-place] .rock, .map [data-place] .house");
    return boxes(".map .hull").filter((ship) => what.some((one) => over(ship, one))).length;
  });
  // beside the log the mats are low: whatever is on them is inside, and each has a whole headquarters
  assert.deepEqual(await cutOff(mara, ".tile, .half, .line .item, .project, .sources > *, [data-outlook] > :not(.hidden)"), []);
  assert.deepEqual(await page.locator(".mat").evaluateAll((all) => all.map((mat) => window.eyes.all(".project", mat).length)), [8, 8, 8, 8]);
  assert.ok((await page.locator(".mat .sources").evaluateAll((all) => all.filter(window.eyes.shown).map((one) => one.innerText))).some((text) => /[+−]\d/.test(text)), "the points of the end by their sources");
  assert.ok((await page.locator(".mat .tile").count()) > 5, "there are transmitters");
  assert.equal(await page.locator(".mat [data-outlook] .next").isVisible(), true, "what is to come is said");
  assert.equal(await page.locator(".map .hull").count(), 4);
  assert.equal(hidden, 0, "no ship hides a planet");
  // the mood is painted once: a zoom only moves it
  const sky = () => page.locator(".cluster .mood svg").evaluate((one) => [one.getAttribute("viewBox"), one.style.transform]);
  const [box, at] = await sky();
  await page.getByRole("button", { name: "Larger" }).click();
  const [boxLarge, atLarge] = await sky();
  assert.equal(boxLarge, box);
  assert.notEqual(atLarge, at);
});

await story("wheel and drag shift what is drawn; at rest it is drawn anew, at the same place", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  await openAt(mara, 4, 210);
  const box = await page.locator(".cluster").first().boundingBox();
  const hand = { x: box.x + box.width * 0.6, y: box.y + box.height * 0.4 };
  const drawing = () => page.locator("svg.map").evaluate((one) => [one.getAttribute("viewBox"), one.style.transform]);
  const placeAt = (id) => page.locator(`[data-place="${id}"] .rim`).first().evaluate((one) => (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(one.getBoundingClientRect()));
  const near = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 1.5;

  /** Does something by hand all at once; where a place is while it glides, and at rest. */
  async function glide(id, action) {
    const [before] = await drawing();
    const moving = await page.evaluate(async ([id, action, hand]) => {
      const map = document.querySelector("svg.map");
      const pointer = (kind, x, y) => map.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 7, clientX: hand.x + x, clientY: hand.y + y }));
      if (action === "wheel") for (let i = 0; i < 6; i++) map.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, deltaY: -1, clientX: hand.x, clientY: hand.y }));
      else for (const [kind, x, y] of [["pointerdown", 0, 0], ["pointermove", 30, 10], ["pointermove", 60, 20], ["pointerup", 60, 20]]) pointer(kind, x, y);
      await Promise.resolve(); // the page draws itself after the event
      const { x, y, width, height } = document.querySelector(`[data-place="${id}"] .rim`).getBoundingClientRect();
      return { at: { x: x + width / 2, y: y + height / 2 }, box: map.getAttribute("viewBox"), transform: map.style.transform };
    }, [id, action, hand]);
    assert.equal(moving.box, before, "nothing is drawn anew on the way");
    assert.match(moving.transform, /translate/);
    await mara.until(() => document.querySelector("svg.map").style.transform === "");
    assert.notEqual((await drawing())[0], before);
    assert.ok(near(moving.at, await placeAt(id)), `${JSON.stringify(moving.at)} stays`);
  }

  await glide("N15", "wheel");
  await glide("N15", "drag");
});

await story("a headquarters is chosen by its board", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  await openAt(mara, 4, 0, isSide);
  assert.equal((await things(mara, ".pul-side.legal")).length, 2);
  assert.equal(await page.locator(".pul-side .project").count(), 16);
  assert.deepEqual(await cutOff(mara, ".project, .name"), [], "both boards are whole");
  await press(mara, byMouse, ".pul-side.legal");
  const mine = page.getByRole("group", { name: "Mara", exact: true });
  assert.equal(await mine.locator(".pul-side").count(), 0);
  await undo(mara);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button", { name: /Players/ }).click();
  const [one, other] = await mine.locator(".pul-side").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, right, width }) => ({ x, y, right, width })));
  assert.ok(one.y === other.y && one.right <= other.x && other.right <= 360, "side by side");
  assert.equal(await mine.locator(".pul-side li").count(), 16, "what the projects give is written there");
});

await story("the bar says what ending the turn does, not all that comes after it", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  // the last of a round still has a die
  const isLast = ({ legal, state }) => legal.some(({ kind }) => kind === "end") && state.order["3"] === "1" && Object.values(state.silver["1"]).some((die) => die > 0);
  await openAt(mara, 4, 60, isLast);
  const bar = page.locator("[data-part=bar]");
  await bar.locator('.move[data-move="end"]').hover();
  await bar.getByText(/Leaves \d (die|dice) unused/).waitFor();
  assert.doesNotMatch(await bar.innerText(), /Production|play order/);
});

await story("by mouse the bar says that a move cannot be undone", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  let said;
  await openAt(mara, 4, 60, (moment) => isReveal(moment) && ((said = moment.legal.find(({ reveals }) => reveals)), true));
  const before = await version(mara);
  const move = page.locator(`.move[data-move="${said.move}"]`);
  await move.hover();
  const warned = page.locator("[data-part=bar] .warned");
  assert.match(await warned.innerText(), /cannot be undone/);
  assert.ok((await warned.innerText()).includes(said.reveals));
  await move.click();
  await mara.until((before) => document.querySelector("[data-part=bar]").dataset.version !== before, before);
});

await story("a draft by finger, and a move that cannot be undone takes two presses", PHONE, async (mara) => {
  const { page } = mara;
  await openAt(mara, 4, 0, isDraft);
  await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button", { name: /Dice/ }).tap();
  const die = await dieToTake(mara);
  await draft(mara, byTouch, [`[data-thing="${die}"]`, landingOf(die)]);
  await press(mara, byTouch, "[aria-keyshortcuts~=u]");
  const count = await draft(mara, byTouch, [landingOf(die)]);
  assert.ok(count <= DRAFT_MOST, `${count} presses by finger, with the one that confirms`);

  let said;
  await openAt(mara, 4, 60, (moment) => isReveal(moment) && ((said = moment.legal.find(({ reveals }) => reveals)), true));
  const before = await version(mara);
  const list = page.getByRole("button", { name: /more$|moves$/ });
  const move = page.locator(`.move[data-move="${said.move}"]`).last();
  if ((await move.count()) === 0) await list.first().tap();
  await move.tap();
  assert.match(await page.locator("[data-part=bar] .warned").innerText(), /cannot be undone/);
  assert.equal(await version(mara), before, "nothing has happened yet");
  await page.locator("[data-do]").tap();
  await mara.until((before) => document.querySelector("[data-part=bar]").dataset.version !== before, before);
});

await end();

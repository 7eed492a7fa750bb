// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Games without a mouse, from the start page on; the short run ends the small one, the long one also the big one. Focus is
// never lost: after each change it is somewhere.

import assert from "node:assert/strict";
import { dice, look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";

const PRESSES = thorough ? Infinity : 15; // of the big game
const TABS_MAX = 60;
const PARTS_MAX = 12; // more than a page has

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

/** What has the focus: its name, and its tag. */
const focused = ({ page }) =>
  page.evaluate(() => {
    const here = document.activeElement;
    const name = here?.querySelector(".spoken")?.textContent ?? here?.getAttribute("aria-label") ?? here?.innerText ?? here?.textContent ?? "";
    return { tag: here?.tagName ?? "none", name: name.trim().replace(/\s+/g, " ") };
  });

/** Tab until something with that name has the focus. */
async function tabTo(visitor, name) {
  for (let i = 0; i < TABS_MAX; i++) {
    await visitor.page.keyboard.press("Tab");
    if (name.test((await focused(visitor)).name)) return;
  }
  assert.fail(`Tab does not lead to ${name}`);
}

/** The keys that stand on the moves, and what else can be done. */
const keys = ({ page }) =>
  page.evaluate(() => {
    const shown = window.eyes.all(".move[data-move][aria-keyshortcuts]").filter((one) => window.eyes.shown(one) && !one.disabled);
    return { keys: shown.map((one) => one.getAttribute("aria-keyshortcuts")), dialog: document.querySelector("dialog[open]") !== null };
  });

const isFocused = (visitor, selector) => visitor.page.evaluate((selector) => document.activeElement.matches(selector), selector);

/** Presses a key until something like that has the focus. */
async function pressUntil(visitor, key, selector, most) {
  for (let i = 0; i < most && !(await isFocused(visitor, selector)); i++) await visitor.page.keyboard.press(key);
  return isFocused(visitor, selector);
}

/** F6 goes round the parts of the page: from wherever focus was it leads to the part. */
const toPart = (visitor, part) => pressUntil(visitor, "F6", `[data-part=${part}], [data-part=${part}] *`, PARTS_MAX);

const LEGAL = ".target.legal:not(.chosen), .move[data-move], .group, .more";
const ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

/** Walks to something that can be done; tells whether it got there. A dialog has an order of its own, else the walk
 * begins in a part of the page, so that it is the same wherever the focus was. */
async function walk(visitor, dialog, random) {
  const steps = 1 + Math.floor(random() * 12);
  if (!dialog && !(await toPart(visitor, random() < 0.7 ? "board" : "bar"))) await toPart(visitor, "bar");
  for (let i = 0; i < steps; i++) {
    await visitor.page.keyboard.press(dialog ? "Tab" : ARROWS[Math.floor(random() * 4)]);
    if (await isFocused(visitor, LEGAL)) return true;
  }
  return pressUntil(visitor, "Tab", LEGAL, dialog ? TABS_MAX : 1);
}

/** Makes a choice in one of the ways that a keyboard has; tells which. */
async function choose(visitor, seen, random) {
  const press = async (key) => {
    const { name } = await focused(visitor);
    await visitor.page.keyboard.press(key);
    return `${key} on "${name}"`;
  };
  const open = await keys(visitor);
  // keys that make moves are for the page, not for the slider of the past, in which a walk may have ended
  if (!open.dialog) await toPart(visitor, "bar");
  if (seen.confirm) {
    assert.ok(await pressUntil(visitor, "Tab", "[data-confirm], [data-do]", 5 * TABS_MAX), "Tab leads to the button");
    return press("Enter");
  }
  if (open.dialog || open.keys.length === 0 || random() < 0.3) {
    if (await walk(visitor, open.dialog, random)) return press(random() < 0.5 && !open.dialog ? "Space" : "Enter");
    if (open.keys.length === 0) return "nothing";
  }
  return press(open.keys[Math.floor(random() * open.keys.length)]);
}

/** Plays to the end, or that many presses; focus must be on something after each change. */
async function playByKeys(visitor, random, most = Infinity) {
  let seen = await look(visitor);
  let last = "the start";
  for (let presses = 0; !seen.over && presses < most; presses++) {
    assert.ok(presses < 2000, `the game ends, and does not stand at ${seen.signature} after ${last}`);
    await visitor.until(hasFocus).catch(() => assert.fail(`focus is on the body at ${seen.signature} after ${last}`));
    last = await choose(visitor, seen, random);
    const same = (await visitor.page.evaluate(() => window.eyes.signature())) === seen.signature;
    seen = await look(visitor, same ? null : seen.signature);
  }
}

await story("a game of Pulsar 2849 by keyboard", {}, async (mara) => {
  const { page } = mara;
  await mara.goto("/");
  await page.getByRole("button", { name: /^Play now.*Pulsar/ }).waitFor();
  await tabTo(mara, /^Remove the computer of seat 3/); // of Beyond the Sun, which comes first
  await tabTo(mara, /^Remove the computer of seat 3/);
  await page.keyboard.press("Enter");
  await tabTo(mara, /^Play now.*Pulsar/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/table/*");
  await playByKeys(mara, dice(2), PRESSES);
  const view = await mara.must("GET", `/api/tables/${mara.table}`);
  assert.equal(view.phase, thorough ? "over" : "running");
  assert.equal(view.players, 2);
  await page.keyboard.press("Escape");
  await mara.until(hasFocus);
});

await story("noughts and crosses by keyboard", {}, async (mara) => {
  await mara.goto("/");
  await mara.page.getByRole("button", { name: /Noughts/i }).waitFor();
  await tabTo(mara, /Noughts/i);
  await mara.page.keyboard.press("Enter");
  await mara.page.waitForURL("**/table/*");
  await playByKeys(mara, dice(4));
});

await end();

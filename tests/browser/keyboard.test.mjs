// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole games without a mouse, from the start page to the end. Focus is never lost: after each change it is somewhere.

import assert from "node:assert/strict";
import { dice, look } from "./hands.mjs";
import { end, story } from "./story.mjs";

const TABS_MAX = 60;

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

/** Makes a choice in one of the ways that a keyboard has; tells which. `idle`: the last one changed nothing. */
async function choose(visitor, seen, random, idle) {
  const { keyboard } = visitor.page;
  const press = async (key) => {
    const { name } = await focused(visitor);
    await keyboard.press(key);
    return `${key} on "${name}"`;
  };
  // a walk may have led into the past, where nothing can be done; the address tells
  if (await visitor.page.evaluate(() => location.hash !== "")) return press("Escape");
  if (seen.confirm) {
    // Enter presses what has the focus: if that is something else, a line of the log for example, Tab leads on to the button
    const atButton = () => visitor.page.evaluate(() => document.activeElement.matches("[data-confirm], [data-do]"));
    for (let i = 0; idle && i < 5 * TABS_MAX && !(await atButton()); i++) await keyboard.press("Tab");
    return press("Enter");
  }
  const open = await keys(visitor);
  if (open.dialog || open.keys.length === 0 || random() < 0.3) {
    // walk: to a thing on the boards, or to a button in the bar or the list
    const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
    const legal = () =>
      visitor.page.evaluate(() => document.activeElement.matches(".target.legal:not(.chosen), .move[data-move], .group, .more"));
    const atSlider = () => visitor.page.evaluate(() => document.activeElement.matches("input")); // where arrows lead into the past
    for (let i = 0; i < 12 && !(i > 0 && (await legal())); i++)
      await keyboard.press(open.dialog || random() < 0.3 || (await atSlider()) ? "Tab" : arrows[Math.floor(random() * 4)]);
    if (await legal()) return press(random() < 0.5 && !open.dialog ? "Space" : "Enter");
    if (open.keys.length === 0) return "nothing";
  }
  return press(open.keys[Math.floor(random() * open.keys.length)]);
}

/** Plays to the end; focus must be on something after each change. */
async function playByKeys(visitor, random) {
  let seen = await look(visitor);
  let last = "the start";
  let idle = false;
  for (let presses = 0; !seen.over; presses++) {
    assert.ok(presses < 2000, `the game ends, and does not stand at ${seen.signature} after ${last}`);
    await visitor.until(hasFocus).catch(() => assert.fail(`focus is on the body at ${seen.signature} after ${last}`));
    last = await choose(visitor, seen, random, idle);
    idle = (await visitor.page.evaluate(() => window.eyes.signature())) === seen.signature;
    seen = await look(visitor, idle ? null : seen.signature);
  }
}

await story("a whole game of Pulsar 2849 by keyboard", {}, async (mara) => {
  const { page } = mara;
  await mara.goto("/");
  await page.getByRole("button", { name: /^Play now.*Pulsar/ }).waitFor();
  await tabTo(mara, /^Remove the computer of seat 3/); // of Beyond the Sun, which comes first
  await tabTo(mara, /^Remove the computer of seat 3/);
  await page.keyboard.press("Enter");
  await tabTo(mara, /^Play now.*Pulsar/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/table/*");
  await playByKeys(mara, dice(2));
  const view = await mara.must("GET", `/api/tables/${mara.table}`);
  assert.equal(view.phase, "over");
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

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Plays at the table whose page is open: chance decides what is pressed, a seed decides chance.

import assert from "node:assert/strict";
import { PATIENCE_MS } from "./visitor.mjs";

const PRESSES_MAX = 2500;
const TRIES = 5;
const AGAIN_MS = 10000;

/** The same numbers from 0 to 1 for the same seed. */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const pick = (list, random) => list[Math.floor(random() * list.length)];

export const byMouse = (page, at) => page.mouse.click(at.x, at.y);
export const byTouch = (page, at) => page.touchscreen.tap(at.x, at.y);

/** Waits until someone at this browser is asked, or the game is over. */
export function look(visitor, before = null, patience = PATIENCE_MS) {
  return visitor.page.evaluate(([before, patience]) => window.eyes.look(before, patience), [before, patience]);
}

/** One of the things that can be pressed; the page may draw itself again while we look, so we look again if it is gone. */
async function choose(visitor, random, covered) {
  for (let tries = 0; tries < 20; tries++) {
    const one = await chooseNow(visitor, random, covered);
    if (one?.at) return one;
    await visitor.page.waitForTimeout(50);
  }
  return undefined;
}

/** Waits until the page has drawn what it knows, twice: what it measures in the first picture may change the second. */
export const drawn = ({ page }) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What can be pressed. On a machine with much to do we may look before the page has been laid out: what is covered counts once
 *  it has been drawn. */
async function choicesOf(visitor) {
  const choices = () => visitor.page.evaluate(() => window.eyes.choices());
  const found = await choices();
  if (Object.values(found).flat().every((one) => one.reachable)) return found;
  await drawn(visitor);
  return choices();
}

/** On the boards if there is one, now and then in the bar. */
async function chooseNow(visitor, random, covered) {
  const { things, moves, groups } = await choicesOf(visitor);
  for (const one of [...things, ...moves, ...groups]) if (!one.reachable) covered.add(`${one.kind} ${one.name} under ${one.cover}`);
  const open = (list) => list.filter((one) => one.reachable);
  const board = open(things);
  const bar = [...open(moves), ...open(groups)];
  const one = board.length > 0 && (bar.length === 0 || random() < 0.85) ? pick(board, random) : pick(bar, random);
  if (one !== undefined && one.at === null) one.at = await visitor.page.evaluate((one) => window.eyes.bring(one), one);
  return one;
}

/** What to press: confirm where that is asked for. Waits while the table is being drawn. If the browser is to be handed over
 *  meanwhile, that is told instead. */
async function nextChoice(visitor, random, covered) {
  for (let tries = 0; tries < 50; tries++) {
    const seen = await look(visitor);
    if (seen.over) return null;
    if (seen.handOver) return { handOver: seen };
    const choice = seen.confirm
      ? await visitor.page.evaluate(() => window.eyes.find("[data-confirm], [data-do]"))
      : await choose(visitor, random, covered);
    if (choice?.at) return choice;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing can be pressed: ${[...covered]}`);
}

/** Presses, and again if nothing comes of it: on a machine with much to do a press may last too long and be a long one.
 * Before that it looks again where the thing is. */
async function pressAndSee(visitor, press, choice, before) {
  let at = choice.at;
  for (let tries = 1; ; tries++) {
    if (tries > 1) at = (await visitor.page.evaluate((one) => window.eyes.bring(one), choice)) ?? at;
    await press(visitor.page, at);
    try {
      return await look(visitor, before, tries < TRIES ? AGAIN_MS : PATIENCE_MS);
    } catch (error) {
      if (tries === TRIES) throw new Error(`after ${choice.kind} ${choice.name}: ${error.message}`);
    }
  }
}

/** Presses things until the game is over, or `stop` says so. Tells how many presses it took, how many of them on the
 * boards, and which things could be done but not be reached. */
export async function playOn(visitor, { random, press = byMouse, stop = () => false, before = () => {} }) {
  const told = { presses: 0, things: 0, covered: new Set(), over: false };
  let seen = await look(visitor);
  while (!seen.over && !(await stop(seen, told))) {
    assert.ok(told.presses++ < PRESSES_MAX, "the game ends");
    if (await before(seen, told)) {
      seen = await look(visitor);
      continue;
    }
    const choice = await nextChoice(visitor, random, told.covered);
    if (choice === null) break;
    if (choice.handOver) {
      seen = choice.handOver;
      continue;
    }
    if (choice.kind === "thing") told.things++;
    seen = await pressAndSee(visitor, press, choice, seen.signature);
  }
  told.over = (await look(visitor)).over;
  return told;
}

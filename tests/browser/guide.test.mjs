// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The guided first games to their end: what is marked is pressed, and nothing else. In the short run one of them; that the
// moves of all are possible is tested without a browser, too (tests/program/test_guides.py).

import assert from "node:assert/strict";
import { byMouse, look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG } from "./tables.mjs";

const PRESSES_MAX = 16; // for one task: a few things of one move, some of them wrong

/** How far the guide is, and whether it waits for a move. */
const lesson = ({ page }) =>
  page.evaluate(() => {
    const guide = document.querySelector("[data-part=guide]");
    const next = guide?.querySelector("[data-next]") ?? null;
    const bar = guide?.querySelector("progress") ?? null;
    return { step: bar?.value ?? -1, steps: bar?.max ?? 0, says: next?.innerText ?? null, isLast: bar !== null && bar.value === bar.max };
  });

/** What can be pressed inside the marks, the smallest thing first. */
const marked = ({ page }) =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll("[data-marks] rect")].map((mark) => mark.getBoundingClientRect());
    const inside = (box) => marks.some((mark) => box.left >= mark.left - 2 && box.right <= mark.right + 2 && box.top >= mark.top - 2 && box.bottom <= mark.bottom + 2);
    return [...document.querySelectorAll(".target.legal:not(.chosen), .move[data-move]:not(:disabled), [data-part=bar] .group:not(:disabled), [data-part=bar] .more")]
      .filter((one) => window.eyes.shown(one) && inside(one.getBoundingClientRect()))
      .map((one) => ({ name: one.dataset.thing ?? one.dataset.move ?? one.innerText, at: window.eyes.spot(one) }));
  });

/** Presses what is marked until the guide continues. Where it marks several things it says which: we try. */
async function obey(visitor, { step }) {
  const pressed = [];
  const wrong = new Set();
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    const seen = await look(visitor);
    const all = await marked(visitor);
    const thing = all.find((one) => one.at !== null && !wrong.has(one.name));
    assert.ok(thing, `step ${step} marks something that can be pressed: ${JSON.stringify(all)}, ${seen.signature}`);
    const said = await visitor.page.locator("[data-part=guide] .said").innerText();
    assert.doesNotMatch(await visitor.page.locator("[data-part=bar] h2").innerText(), /^Guest/, "the learner is spoken to");
    await byMouse(visitor.page, thing.at);
    pressed.push(thing.name);
    await visitor.until(
      ([step, before, said]) => {
        const guide = document.querySelector("[data-part=guide]");
        const other = guide.querySelector(".other") !== null && guide.querySelector(".said").innerText !== said;
        return guide.querySelector("progress").value !== step || other || window.eyes.signature() !== before;
      },
      [step, seen.signature, said],
    ).catch(() => assert.fail(`nothing happens at step ${step} after ${thing.name}: ${seen.signature}`));
    if ((await lesson(visitor)).step !== step) return;
    if (await visitor.page.locator("[data-part=guide] .other").count()) wrong.add(thing.name);
  }
  assert.fail(`step ${step} does not end: ${pressed.join(", ")}`);
}

for (const game of thorough ? BIG : BIG.slice(0, 1))
  await story(`the guided first game of ${game}`, {}, async (mara) => {
    await mara.goto(`/guide/${game}`);
    await mara.page.locator("[data-part=guide].placed").waitFor();
    const [guide, boards] = await mara.page.evaluate(() => ["[data-part=guide]", "main.boards"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()));
    assert.ok(guide.left >= boards.right, "the guide covers nothing of the table");
    let tasks = 0;
    for (let now = await lesson(mara); !now.isLast; now = await lesson(mara)) {
      if (now.says !== null) await mara.page.locator("[data-next]").click();
      else {
        tasks++;
        await obey(mara, now);
      }
      await mara.until((step) => {
        const guide = document.querySelector("[data-part=guide]");
        return guide?.querySelector("progress").value > step && guide.querySelector("[data-next], .hint") !== null;
      }, now.step).catch(() => assert.fail(`the guide does not go on after step ${now.step}`));
    }
    console.log(`# ${game}: ${tasks} tasks`);
    assert.ok(tasks >= 3);
    await mara.page.getByRole("button", { name: /^Play on from round/ }).click();
    await mara.page.waitForURL("**/table/*");
    await look(mara);
  });

await story("a guide that was left goes on where it was", {}, async (mara) => {
  await mara.goto(`/guide/${BIG[0]}`);
  await mara.page.locator("[data-next]").click();
  await mara.until(() => document.querySelector("[data-part=guide] progress")?.value === 1);
  await mara.page.getByRole("button", { name: /^Leave the guide/ }).click();
  await mara.page.waitForURL((url) => url.pathname === "/");
  await mara.goto(`/guide/${BIG[0]}`);
  await mara.until(() => document.querySelector("[data-part=guide] progress")?.value === 1);
});

await end();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Puzzles without a network: one is missed and then solved by mouse, another one's solution is shown. And how they look.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { violations } from "./axe.mjs";
import { cutOff } from "./cut.mjs";
import { byMouse, look } from "./hands.mjs";
import { checkGerman } from "./local.mjs";
import { end, story, thorough } from "./story.mjs";

const GAME = "pulsar-2849";
const { puzzles } = JSON.parse(readFileSync(new URL("../../data/pulsar_2849/puzzles.json", import.meta.url), "utf8"));
/** The one with the shortest solution. */
const number = puzzles.reduce((best, { solution }, i) => (solution.length < puzzles[best - 1].solution.length ? i + 1 : best), 1);

const box = ({ page }) => page.locator("[data-part=puzzle]");

/** Presses a move where the bar or the list of all moves has it. The bar may still be finding its room: then what it had a
 *  moment ago is gone, and one looks again. */
async function press(visitor, move) {
  const { page } = visitor;
  const button = page.locator(`.move[data-move="${move}"]:not(:disabled)`).first();
  const more = page.locator("[data-part=bar] .more");
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 20, `${move} is nowhere to be pressed`);
    await look(visitor);
    await button.or(more).first().waitFor();
    const wanted = (await button.isVisible()) ? button : more;
    const pressed = await wanted.click({ timeout: 2000 }).then(() => wanted, () => null);
    if (pressed === button) return;
  }
}

/** Presses whatever can be pressed first until the turn is over. */
async function pressAnything(visitor, isOver) {
  for (let presses = 0; presses < 60 && !(await isOver()); presses++) {
    const { things, moves, groups } = await visitor.page.evaluate(() => window.eyes.choices());
    const choice = [...moves, ...things, ...groups].find((one) => one.reachable && one.at);
    if (choice !== undefined) await byMouse(visitor.page, choice.at);
    await visitor.page.waitForTimeout(300);
  }
}

await cutOff("a puzzle is missed, then solved", {}, async (visitor) => {
  const { page } = visitor;
  await page.getByRole("link", { name: "Puzzles" }).click();
  await page.locator(`a[href$="${GAME}/${number}"]`).click();
  await box(visitor).waitFor();
  await look(visitor);
  await box(visitor).getByRole("button", { name: "Hint" }).click();
  await box(visitor).getByText(/^Hint: ./).waitFor();
  const isOver = () => box(visitor).getByText(/Not yet: try again|Solved!/).isVisible();
  await pressAnything(visitor, isOver);
  await box(visitor).getByText("Not yet: try again.").waitFor();
  await box(visitor).getByRole("button", { name: "Start again" }).click();
  await box(visitor).getByRole("button", { name: "Hint" }).waitFor();
  for (const move of puzzles[number - 1].solution) await press(visitor, move);
  await box(visitor).getByText("Solved!").waitFor();
  await box(visitor).getByRole("button", { name: "Leave the puzzle" }).click();
  await page.locator(`a[href$="${GAME}/${number}"]`).getByText("solved").waitFor();
  assert.equal(await page.getByText("solved", { exact: true }).count(), 1);
});

/** In the page: what happens at tables of this browser is told late, after the answers to what was asked. */
function tellLate() {
  Object.defineProperty(Worker.prototype, "onmessage", {
    set(hear) {
      this.addEventListener("message", (event) => (event.data?.news === undefined ? hear.call(this, event) : setTimeout(() => hear.call(this, event), 300)));
    },
  });
}

await cutOff("a solution is shown, in German on a phone", { language: "de", width: 360, height: 740 }, async (visitor) => {
  const { page } = visitor;
  await page.addInitScript(tellLate);
  await visitor.goto("/puzzles");
  await page.locator("ol a").first().waitFor();
  await checkGerman(visitor, "the list");
  await page.locator("ol a").first().click();
  await box(visitor).getByRole("button", { name: "Lösung zeigen" }).click();
  await box(visitor).getByText("Das war die Lösung.").waitFor();
  await box(visitor).getByRole("button", { name: "Die Aufgabe verlassen" }).click();
  await page.locator("ol a").first().waitFor();
  assert.equal(await page.getByText("gelöst", { exact: true }).count(), 0, "it was not one's own");
});

/** The part of each board that the box covers, in pixels. */
const covered = ({ page }) =>
  page.evaluate(() => {
    const box = document.querySelector("[data-part=puzzle]").getBoundingClientRect();
    const overlap = (a) => Math.max(0, Math.min(a.right, box.right) - Math.max(a.left, box.left)) * Math.max(0, Math.min(a.bottom, box.bottom) - Math.max(a.top, box.top));
    return [...document.querySelectorAll("[data-part=board], [data-part=players], [data-part=bar]")].map((one) => overlap(one.getBoundingClientRect()));
  });

/** Someone who wants to be told what happened since their turn; at a puzzle there was none. */
const settings = { pace: "instant", recap: true, sound: false };

/** The box is what is new on the page; tables as a whole are judged in everywhere.test.mjs, and here in the long run. */
const JUDGED = thorough ? "html" : "[data-part=puzzle]";

// In the short run the puzzle is solved on the narrow screen alone: the one above solves it by mouse on the wide one.
for (const [width, height, theme] of [[1366, 768, "light"], [360, 740, "dark"]])
  await story(`at ${width} px the box covers no board, nothing is told of turns before, and it leads on`, { width, height, theme, settings }, async (visitor) => {
    const { page } = visitor;
    await visitor.goto(`/puzzles/${GAME}/${number}`);
    await box(visitor).waitFor();
    await look(visitor);
    const parts = await covered(visitor);
    assert.ok(parts.length > 1, "there is a board, and the bar");
    assert.equal(Math.max(...parts), 0, `the box covers ${parts} px of them`);
    assert.equal(await page.locator("[data-part=recap]").count(), 0);
    const names = await page.getByRole("list", { name: "Players" }).locator(".name").allInnerTexts();
    assert.equal(new Set(names).size, 2, `everyone has a name of their own: ${names}`);
    assert.deepEqual(await violations(page, JUDGED), []);
    if (width > 600 && !thorough) return;
    for (const move of puzzles[number - 1].solution) await press(visitor, move);
    await box(visitor).getByText("Solved!").waitFor();
    assert.deepEqual(await violations(page, JUDGED), []);
    const onward = number < puzzles.length ? "Next puzzle" : "Start again";
    await visitor.until((name) => document.activeElement?.textContent.trim() === name, onward);
    await page.keyboard.press("Enter");
    await box(visitor).getByText(`Puzzle ${number < puzzles.length ? number + 1 : number}`).waitFor();
    await box(visitor).getByRole("button", { name: "Hint" }).waitFor();
  });

await end();

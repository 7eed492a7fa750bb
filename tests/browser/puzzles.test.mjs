// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Puzzles without a network: one is missed and then solved by mouse, another one's solution is shown.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cutOff } from "./cut.mjs";
import { byMouse, look } from "./hands.mjs";
import { checkGerman } from "./local.mjs";
import { end } from "./story.mjs";

const GAME = "pulsar-2849";
const { puzzles } = JSON.parse(readFileSync(new URL("../../data/pulsar_2849/puzzles.json", import.meta.url), "utf8"));
/** The one with the shortest solution. */
const number = puzzles.reduce((best, { solution }, i) => (solution.length < puzzles[best - 1].solution.length ? i + 1 : best), 1);

const box = ({ page }) => page.locator("[data-part=puzzle]");

/** Presses a move where the bar or the list of all moves has it. */
async function press(visitor, move) {
  const { page } = visitor;
  await look(visitor);
  const button = page.locator(`.move[data-move="${move}"]:not(:disabled)`);
  // while the bar still finds out how many moves it has room for, "more" may go away: then the move is in the bar
  for (let tries = 0; tries < 60 && !(await button.first().isVisible()); tries++)
    await page.locator("[data-part=bar] .more").click({ timeout: 2000 }).catch(() => {});
  await button.first().click();
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

await cutOff("a solution is shown, in German on a phone", { language: "de", width: 360, height: 740 }, async (visitor) => {
  const { page } = visitor;
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

await end();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Hints at the table, and the analysis of a game that is over.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../server/person.mjs";
import { program } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { end, story } from "./story.mjs";

/** The record of a game of noughts that two people play like this, the first one begins. */
function noughts(...cells) {
  const file = join(folder, `noughts-${cells.join("")}.record`);
  const input = cells.map((cell) => `mark ${cell}\n\n`).join("");
  execFileSync(program, ["play", "noughts", "--option", "start=first", "--with", "person,person", "--save", file], { input });
  return readFileSync(file, "utf8");
}

const hint = ({ page }) => page.getByRole("region", { name: "Hint" });

/** The things that are advised on the board. */
const advised = ({ page }, best = "") =>
  page.locator(`.target.advised${best}`).evaluateAll((all) => all.map((one) => one.dataset.thing));

/** The parts of the table that the hint covers. */
const covered = ({ page }) =>
  page.evaluate(() => {
    const over = document.querySelector("[data-part=hint]").getBoundingClientRect();
    return [...document.querySelectorAll("[data-part]:not([data-part=hint])")]
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < over.right - 1 && over.left < box.right - 1 && box.top < over.bottom - 1 && over.top < box.bottom - 1;
      })
      .map((part) => part.dataset.part);
  });

await story("a hint shows the best moves, marks them, and is gone when one is made", { name: "Mara" }, async (mara) => {
  const record = noughts("a1", "a2", "b1", "b2"); // c1 wins
  const { table } = await mara.must("POST", "/api/import", { record, seats: ["me", "random"], start: true });
  await mara.goto(`/table/${table}`);
  await look(mara);
  await mara.page.keyboard.press("h");
  const best = hint(mara).getByRole("listitem").first();
  await best.waitFor();
  assert.match(await best.innerText(), /Mark c1[^]*100\.0\s%/);
  assert.deepEqual(await advised(mara, ".best"), ["cell:c1"]);
  assert.deepEqual(await covered(mara), [], "the boards and the bar stay in sight");
  await hint(mara).getByRole("listitem").nth(1).hover();
  await mara.until(() => document.querySelectorAll(".target.advised").length === 1);
  assert.notDeepEqual(await advised(mara), ["cell:c1"], "what is pointed at is shown alone");
  await mara.page.mouse.move(0, 0);
  await mara.page.keyboard.press("Escape");
  await hint(mara).waitFor({ state: "detached" });
  assert.equal(await mara.page.locator(".target.advised").count(), 0, "the marks are gone with it");
  await mara.page.getByRole("button", { name: "Hint" }).click();
  await best.getByRole("button").click();
  await mara.page.getByRole("button", { name: "Confirm" }).click();
  await mara.page.getByRole("dialog").getByText("You have won.").waitFor();
  assert.equal(await hint(mara).count(), 0);
});

await story("a finger points at a hint first and makes it then", { name: "Mara", touch: true, width: 360, height: 740 }, async (mara) => {
  const record = noughts("a1", "a2", "b1", "b2");
  const { table } = await mara.must("POST", "/api/import", { record, seats: ["me", "random"], start: true });
  await mara.goto(`/table/${table}`);
  await look(mara);
  await mara.page.getByRole("button", { name: "Hint" }).tap();
  const best = hint(mara).getByRole("listitem").first();
  await best.getByRole("button").tap();
  await mara.page.getByRole("heading", { name: "Mark c1." }).waitFor();
  assert.deepEqual(await advised(mara), ["cell:c1"]);
  assert.deepEqual(await covered(mara), []);
  await mara.page.getByRole("button", { name: "Do it" }).tap();
  await mara.page.getByRole("button", { name: "Confirm" }).waitFor();
});

await story("a table without hints says so", { name: "Mara" }, async (mara) => {
  const plan = { game: "noughts", seats: ["me", "random"], hints: false, start: true };
  const { table } = await mara.must("POST", "/api/tables", plan);
  await mara.goto(`/table/${table}`);
  await look(mara);
  const button = mara.page.getByRole("button", { name: "Hint" });
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  await button.click({ force: true }); // it is not disabled: it tells why not
  await hint(mara).getByText("This table has no hints").waitFor();
  assert.equal(await hint(mara).getByRole("listitem").count(), 0);
});

await story("the analysis shows chances, costly decisions and luck, and leads to the moments", { name: "Mara" }, async (mara) => {
  const record = noughts("a1", "b2", "b1", "a3", "c1"); // seat 2 does not see c1
  const { table } = await mara.must("POST", "/api/import", { record });
  await mara.goto(`/table/${table}`);
  await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
  const analysis = mara.page.getByRole("dialog", { name: "Analysis" });
  await analysis.locator("path.chance").first().waitFor();
  assert.equal(await analysis.locator("path.chance").count(), 2, "a line for each seat");
  assert.equal(await analysis.getByRole("row").count(), 3, "a row for each seat");
  const costliest = analysis.getByRole("region", { name: "The costliest decisions" }).getByRole("link").first();
  assert.match(await costliest.innerText(), /move 4[^]*played\s+mark a3[^]*better\s+mark c1/);
  await costliest.click();
  await mara.until(() => document.querySelector("input[type=range]")?.value === "3");
  await mara.page.getByRole("heading", { name: /Better: mark c1/ }).waitFor();
  assert.equal(await mara.page.locator(".target.advised").getAttribute("data-thing"), "cell:c1");
  await mara.page.getByRole("button", { name: "Analysis" }).click();
  await mara.until(() => document.activeElement?.textContent.includes("mark a3"));
  await analysis.locator("svg[role=img]").click({ position: { x: 42, y: 100 } });
  await mara.until(() => document.querySelector("input[type=range]")?.value === "0");
});

await end();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Looking back: the scrubber, links to a moment, continuing from there, the log, the graph of points, the record.

import assert from "node:assert/strict";
import { join } from "node:path";
import { folder, orrery } from "../server/person.mjs";
import { look } from "./hands.mjs";
import { end, story } from "./story.mjs";
import { finishedTable, tableInTheMiddle } from "./tables.mjs";

const slider = ({ page }) => page.getByRole("slider", { name: "Moment of the game" });
const at = async (visitor) => Number(await slider(visitor).inputValue());
const standsAt = (visitor, moves) =>
  visitor.until((moves) => document.querySelector("input[type=range]")?.value === String(moves), moves);

await story("the scrubber goes to the beginning, step by step, and back to the present", { name: "Mara" }, async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, "pulsar-2849", 2, 100)}`);
  await look(mara);
  const all = await at(mara);
  await slider(mara).focus();
  await mara.page.keyboard.press("Home");
  await standsAt(mara, 0);
  await mara.page.getByText("The beginning of the game.").first().waitFor();
  assert.equal(await mara.page.locator(".target.legal, .move").count(), 0, "nothing can be done in the past");
  await mara.page.getByRole("button", { name: "One action forward" }).first().click();
  await mara.until(() => Number(document.querySelector("input[type=range]").value) > 0);
  const whole = await at(mara);
  assert.ok(whole > 1, "a whole action has several moves");
  await mara.page.getByRole("button", { name: "Single moves" }).click();
  await mara.page.getByRole("button", { name: "One move forward" }).first().click();
  await standsAt(mara, whole + 1);
  await slider(mara).fill(String(Math.floor(all / 2)));
  await standsAt(mara, Math.floor(all / 2));
  await mara.page.getByRole("button", { name: "Back to now" }).click();
  await standsAt(mara, all);
  await look(mara);
});

await story("the slider draws each moment at once", { name: "Mara" }, async (mara) => {
  await mara.goto(`/table/${await finishedTable(mara, "beyond-the-sun", 4)}#200`);
  await standsAt(mara, 200);
  const times = await mara.page.evaluate(async () => {
    const slider = document.querySelector("input[type=range]");
    const told = () => slider.getAttribute("aria-valuetext");
    const times = [];
    for (let moves = 150; moves < 160; moves++) {
      const [start, before] = [performance.now(), told()];
      slider.value = String(moves);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      while (told() === before) await new Promise((resolve) => setTimeout(resolve, 1));
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  });
  assert.equal(times.length, 10);
  console.log(`# from the slider to the drawn moment: median ${times[5].toFixed(0)} ms (the goal is 50), slowest ${times[9].toFixed(0)} ms`);
});

await story("a link leads to its moment, and a new table goes on from there", { name: "Mara" }, async (mara) => {
  const table = await finishedTable(mara, "beyond-the-sun", 2);
  await mara.goto(`/table/${table}#120`);
  await standsAt(mara, 120);
  await mara.page.getByRole("button", { name: "Play on from here" }).click();
  await mara.page.waitForURL((url) => !url.pathname.includes(table));
  await look(mara);
  const view = await mara.must("GET", `/api/tables/${mara.table}`);
  assert.equal(view.phase, "running");
  assert.equal(view.imported, 120);
});

await story("a line of the log leads to its moment", { name: "Mara" }, async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, "pulsar-2849", 2, 100)}`);
  await look(mara);
  const log = mara.page.getByRole("group", { name: "What happened" });
  const moment = log.locator("a.action").nth(3);
  const number = Number(await moment.getAttribute("data-number"));
  const present = await at(mara);
  await mara.page.keyboard.press("{");
  await standsAt(mara, present - 1);
  await log.locator(`a.action[data-number="${number}"]`).first().click();
  await standsAt(mara, number);
  await mara.page.keyboard.press("Escape");
  await look(mara);
});

await story("the end shows places, points by source and over the rounds; the record replays", { name: "Mara", downloads: true }, async (mara) => {
  await mara.goto(`/table/${await finishedTable(mara, "pulsar-2849", 4)}`);
  const end = mara.page.getByRole("dialog");
  await end.locator(".place").first().waitFor();
  assert.deepEqual(await end.locator(".place").allInnerTexts(), ["1st", "2nd", "3rd", "4th"]);
  assert.equal(await end.locator("path.score").count(), 4, "a line for each seat");
  assert.ok((await end.getByRole("table").count()) >= 1);
  const coming = mara.page.waitForEvent("download");
  await end.getByRole("link", { name: "Download the record" }).click();
  const file = join(folder, "downloaded.record");
  await (await coming).saveAs(file);
  assert.match(orrery("replay", file), /moves, all legal/);
});

await end();

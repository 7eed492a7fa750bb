// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The log and the layout: one line for each action, the drawer and what the boards do with its room, sizes of the window
// and of letters, the sheet on a phone.

import assert from "node:assert/strict";
import { cutOff } from "./flaws.mjs";
import { look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

const LATE = { "beyond-the-sun": 480, "pulsar-2849": 380 };

const log = ({ page }) => page.getByRole("group", { name: "What happened" });
const drawer = ({ page }) => page.getByRole("complementary", { name: "Log and chat" });
const texts = async (visitor, selector) => (await log(visitor).locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

/** Opens all rounds, and what is earlier than the latest 400 moves. */
async function unfold(visitor) {
  const earlier = log(visitor).getByRole("button", { name: "Show earlier" });
  await earlier.click();
  await earlier.waitFor({ state: "detached" });
  const folded = log(visitor).locator("h3 button[aria-expanded=false]");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** The points that the log tells of, for each seat. */
const pointsTold = ({ page }) =>
  page.evaluate(() => {
    const sums = [0, 0, 0, 0];
    for (const line of document.querySelectorAll("[data-part=log] :is(a.action, tr)[data-seat]"))
      for (const gain of line.querySelectorAll(".gain .hidden")) {
        const found = /^([+−])(\d+) points?$/.exec(gain.textContent);
        if (found !== null) sums[Number(line.dataset.seat) - 1] += Number(found[2]) * (found[1] === "−" ? -1 : 1);
      }
    return sums;
  });

/** How many px of the first panel its map leaves unused, and how many it has below the edge. */
const besideMap = ({ page }) =>
  page.evaluate(() => {
    const box = document.querySelector("main .panel-box");
    const map = box.querySelector(".panel").getBoundingClientRect();
    const room = box.getBoundingClientRect();
    return { unused: Math.max(0, Math.round(room.bottom - map.bottom)), hidden: Math.max(0, Math.round(map.bottom - room.bottom)) };
  });

const widthOf = ({ page }, selector) => page.evaluate((selector) => document.querySelector(selector).getBoundingClientRect().width, selector);

await story("Pulsar 2849: a line for each action, equal things joined, production as a block; no point is missing", { name: "Mara" }, async (mara) => {
  await mara.goto(`/table/${await finishedTable(mara, "pulsar-2849", 4)}`);
  await mara.page.getByRole("dialog").locator(".place").first().waitFor();
  await mara.page.keyboard.press("Escape");
  const view = await mara.must("GET", `/api/tables/${mara.table}`);
  await unfold(mara);
  const lines = await texts(mara, "a.action");
  assert.ok(lines.length < view.moves / 1.8, `${lines.length} lines for ${view.moves} moves`);
  const names = view.seats.map((seat) => seat.name);
  for (const line of await texts(mara, "a.action[data-seat]"))
    assert.ok(names.some((name) => line.startsWith(name)), `a line says who: ${line}`);
  assert.equal(lines.filter((line) => /^Dice: [1-6]( [1-6]){8}, median/.test(line)).length, 8, "a roll is a line");
  assert.ok(lines.some((line) => /^New transmitters: [^,]+, [^,]+, /.test(line)));
  assert.ok(lines.some((line) => /^Play order: [^,]+, [^,]+, [^,]+, /.test(line)));
  assert.equal(await log(mara).locator("table").first().locator("tbody tr").count(), 4, "a line for each player");
  assert.deepEqual(
    (await pointsTold(mara)).map((points, i) => points + (view.score[i].parts.find((part) => part.source === "start")?.points ?? 0)),
    view.score.map((score) => score.total),
  );
});

await story("the drawer opens and closes by its key and its button, and the boards take the room", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  for (const game of BIG) {
    await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, LATE[game])}`);
    await look(mara);
    assert.equal(Math.round(await widthOf(mara, "main.boards")), 1050);
    assert.equal(Math.round(await widthOf(mara, "aside")), 294);
    assert.deepEqual(await cutOff(mara), [], `${game} beside the log`);
    await page.keyboard.press("l");
    await drawer(mara).waitFor({ state: "detached" });
    assert.equal(Math.round(await widthOf(mara, "main.boards")), 1350);
    assert.deepEqual(await cutOff(mara), [], game);
    if (!thorough && game !== BIG[0]) continue; // the drawer is that of all games, what it leaves to the boards is not
    await page.reload();
    await look(mara);
    assert.equal(await drawer(mara).count(), 0, "remembered");
    await page.getByRole("button", { name: /^Log/ }).click();
    await drawer(mara).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "What happened");
  }
});

await story("Beyond the Sun: what colonizing brings is told with it, and an action tells its steps", { name: "Mara" }, async (mara) => {
  await mara.goto(`/table/${await finishedTable(mara, "beyond-the-sun", 4)}`);
  await mara.page.getByRole("dialog").locator(".place").first().waitFor();
  await mara.page.keyboard.press("Escape");
  await unfold(mara);
  const lines = await texts(mara, "a.action");
  const drawn = lines.filter((line) => /^(New system|Systems): /.test(line));
  assert.ok(drawn.length > 1, "systems are drawn");
  for (const line of drawn) assert.doesNotMatch(line, / disc|shipyard|supply|[+−]\d/, "what someone does belongs to an action");
  assert.ok(lines.some((line) => /colonized .*(automated|\+\d)/.test(line)), "a bonus stands with what brought it");
  const steps = (await log(mara).locator("a.action", { hasText: "colonized" }).first().getAttribute("title")).split("\n");
  assert.ok(steps.some((step) => / colonizes /.test(step)), steps.join(" / "));
  assert.match(steps.at(-1), /^Look at move \d+$/);
});

await story("filters, folds, moments; a hint stands above the log", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  await mara.goto(`/table/${await tableInTheMiddle(mara, "beyond-the-sun", 4, MIDDLE["beyond-the-sun"])}`);
  await look(mara);
  const all = await log(mara).locator("a.action").count();
  assert.ok((await texts(mara, "p"))[0].startsWith("You to move"));
  await page.getByRole("button", { name: "Mine", exact: true }).click();
  assert.ok((await log(mara).locator("a.action").count()) < all);
  await page.getByRole("button", { name: "Events", exact: true }).click();
  for (const line of await texts(mara, "a.action")) assert.match(line, / came up/);
  await page.getByRole("button", { name: "All", exact: true }).click();
  assert.ok((await log(mara).locator("h3 button[aria-expanded=false]").count()) > 2, "old rounds are folded");
  await log(mara).locator("h3 button").first().click();
  assert.ok((await log(mara).locator("a.action").count()) < all);
  await log(mara).locator("a.action").first().click();
  await page.getByRole("button", { name: "Back to now" }).click();
  await look(mara);
  await page.keyboard.press("h");
  await drawer(mara).getByRole("region", { name: "Hint" }).waitFor();
  await page.keyboard.press("l");
  await page.getByRole("region", { name: "Hint" }).waitFor();
});

await story("a large window shows more, not larger; letters as large as one likes", { name: "Mara", width: 1920, height: 1080 }, async (mara) => {
  const { page } = mara;
  await mara.goto(`/table/${await tableInTheMiddle(mara, "pulsar-2849", 4, LATE["pulsar-2849"])}`);
  await look(mara);
  const wide = await widthOf(mara, "main.boards");
  assert.ok(wide > 1540 && wide < 1560, `boards of ${wide} px`);
  assert.ok((await page.evaluate(() => document.querySelector("aside").getBoundingClientRect().height)) > 1000);
  const [points, ...parts] = await page.evaluate(() => ["section", "section table.flat tr:last-child", "section figure svg"].map((one) => document.querySelector(`.row ${one}`).getBoundingClientRect().toJSON()));
  for (const part of parts) assert.ok(part.bottom <= points.bottom && part.right <= points.right, "the points below are whole");
  assert.ok(parts[0].right <= parts[1].left, "one beside the other");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Text size").selectOption("small");
  assert.equal(Math.round(await widthOf(mara, "main.boards")), 1350);
  await page.getByLabel("Text size").selectOption("large");
  assert.ok((await widthOf(mara, "main.boards")) > 1470);
});

await story("a tablet that stands upright: map and tree have its whole width", { name: "Mara", width: 820, height: 1180, touch: true }, async (mara) => {
  for (const [game, selector] of [["pulsar-2849", ".cluster"], ["beyond-the-sun", ".tree"]]) {
    await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, MIDDLE[game])}`);
    await look(mara);
    assert.ok((await widthOf(mara, `main ${selector}`)) > 790, game);
    assert.equal(await mara.page.locator("main .panel-box").count(), 2);
    const { unused, hidden } = await besideMap(mara);
    assert.ok(unused < 20 && hidden === 0, `${game}: ${unused} px unused, ${hidden} px hidden`);
  }
});

await story("a phone: the log is a sheet over any part, above the bar", { name: "Mara", width: 360, height: 780, touch: true }, async (mara) => {
  const { page } = mara;
  await mara.goto(`/table/${await tableInTheMiddle(mara, "pulsar-2849", 4, MIDDLE["pulsar-2849"])}`);
  await look(mara);
  assert.equal(await page.locator("nav [aria-current=page]").innerText().then((text) => text.split("\n")[0]), "Dice", "what is asked for is in sight");
  await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button", { name: "Cluster" }).tap();
  assert.deepEqual(await besideMap(mara), { unused: 0, hidden: 0 });
  for (const tab of await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button").all()) {
    await tab.tap();
    assert.equal(await drawer(mara).count(), 0);
    await page.getByRole("button", { name: /^Log/ }).tap();
    await drawer(mara).waitFor();
    const [sheet, bar] = await page.evaluate(() => ["aside", "[data-part=bar]"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()));
    assert.ok(sheet.bottom <= bar.top + 1 && bar.bottom < 780 - 50, "the bar stays in sight");
    assert.ok(sheet.width > 340);
  }
  await drawer(mara).getByRole("button", { name: "Close" }).tap();
  await drawer(mara).waitFor({ state: "detached" });
});

await end();

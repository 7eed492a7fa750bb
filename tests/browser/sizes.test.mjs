// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Small laptops: at 1280 × 720 and 1366 × 768 no text of any page is smaller than 12 px on the screen, whatever enlarges or reduces
// it, and nothing on the boards is cut off. In the short run the smaller one shows everything, with its tables in German, whose words
// are longer.

import assert from "node:assert/strict";
import { LANGUAGES, TRANSLATED } from "../server/languages.mjs";
import { cutOff, tooSmall } from "./flaws.mjs";
import { look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

const SIZES = [[1280, 720], [1366, 768]];
const PAGES = ["/", "/account", "/replay", ...BIG.flatMap((game) => ["new", "how-to-play", "rules", "cards", "guide"].map((page) => `/${page}/${game}`))];
const CARDS = ["/workshop/beyond-the-sun#technology%20II-RR", "/workshop/pulsar-2849"];

/** The pace with the longest name, so that the bar above the boards has least room. */
const WIDEST = { pace: "step", recap: false };

/** Names of players in the bar above the boards that end in dots. */
const shortened = ({ page }) => page.evaluate(() => [...document.querySelectorAll("header li .name")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText));

/** What can be pressed in the bar above the boards and lies over something else that can. */
const overlapping = ({ page }) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("header :is(button, input, select)")].filter(window.eyes.shown).map((one) => [one.ariaLabel ?? one.tagName, one.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return all.flatMap(([name, box], i) => all.slice(i + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${name} meets ${other}`));
  });

/** A story that looks at many things: `check` looks at one, and all that is wrong is told in the end. */
const reading = (name, wishes, action) =>
  story(name, wishes, async (visitor) => {
    const flaws = [];
    await action(visitor, async (what) => {
      const found = [...(await tooSmall(visitor)), ...(await cutOff(visitor))];
      flaws.push(...found.map((one) => `${what}: ${one}`));
    });
    assert.deepEqual(flaws, []);
  });

for (const [width, height] of thorough ? SIZES : SIZES.slice(0, 1)) {
  const wishes = { name: "Mara", width, height };

  await reading(`pages at ${width} × ${height} can be read`, wishes, async (mara, check) => {
    const { table } = await mara.must("POST", "/api/tables", { game: "pulsar-2849", players: 3, seats: ["me", "open", "heuristic"] });
    for (const path of [...PAGES, `/table/${table}`]) {
      await mara.goto(path);
      await mara.page.locator("main").first().waitFor();
      await mara.page.waitForLoadState("networkidle");
      await check(path);
    }
  });

  await reading(`the workshop at ${width} × ${height} can be read`, wishes, async (mara, check) => {
    for (const path of CARDS) {
      await mara.goto(path);
      await mara.page.locator("footer [aria-keyshortcuts=Enter]").waitFor();
      await check(path);
      for (const name of ["Card set:", "Compare sets", "Play with this set"]) {
        await mara.page.locator("header").getByRole("button", { name }).click();
        await mara.page.getByRole("dialog").waitFor();
        await check(`${path}, ${name}`);
        await mara.page.keyboard.press("Escape");
        await mara.page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
  });

  for (const language of thorough ? LANGUAGES : [TRANSLATED[width % TRANSLATED.length]])
    for (const game of BIG)
      await reading(`a table of ${game} at ${width} × ${height} can be read, ${language}`, { ...wishes, language, settings: WIDEST }, async (mara, check) => {
        const { page } = mara;
        await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, 0, () => true)}`);
        await look(mara);
        await check("the start");
        await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, MIDDLE[game])}`);
        await look(mara);
        await check("beside the log");
        assert.deepEqual(await shortened(mara), []);
        await page.keyboard.press("l");
        await page.locator("aside").waitFor({ state: "detached" });
        await check("without the log");
        await page.keyboard.press("?");
        const tabs = page.getByRole("dialog").getByRole("tab");
        await tabs.first().waitFor();
        for (const tab of await tabs.all()) {
          await tab.click();
          await check(`menu, ${await tab.innerText()}`);
        }
        await page.keyboard.press("Escape");
        await mara.goto(`/table/${await finishedTable(mara, game, 4)}`);
        await page.locator("dialog[open] .place").first().waitFor();
        await check("the end");
        await page.keyboard.press("Escape");
        await check("the boards in the end");
        assert.deepEqual(await overlapping(mara), [], "whatever the names");
      });

  await reading(`hints and analyses at ${width} × ${height} can be read`, wishes, async (mara, check) => {
    await mara.goto(`/table/${await tableInTheMiddle(mara, "noughts", 2, MIDDLE.noughts)}`);
    await look(mara);
    await mara.page.keyboard.press("h");
    await mara.page.locator(".advice.best").waitFor();
    await check("hint");
    await mara.goto(`/table/${await finishedTable(mara, "noughts", 2)}`);
    await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
    await mara.page.locator("path.chance").first().waitFor();
    await check("analysis");
  });
}

await end();

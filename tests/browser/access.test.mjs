// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// For everyone: axe-core finds nothing on any page, in the dark and on paper. In the short run each page is looked at in one of
// both, the next in the other.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { byMouse, look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations within a part of the page, in words; colours alone if nothing else can have changed. */
async function violations({ page }, part, onlyColours = false) {
  return page.evaluate(async ([part, onlyColours]) => {
    const { violations } = await window.axe.run(part, {
      resultTypes: ["violations"],
      ...(onlyColours ? { runOnly: ["color-contrast"] } : {}),
    });
    // A thing on a board is a drawing with a text twin: what is written in the drawing is no label.
    const isDrawn = (node) => document.querySelector(node.target.at(-1))?.closest(".target") != null;
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter((node) => id !== "label-content-name-mismatch" || !isDrawn(node))
        .map((node) => `${id}: ${node.target.join(" ")} ${[...node.any, ...node.all, ...node.none][0]?.message ?? ""}`),
    );
  }, [part, onlyColours]);
}

/** Looks at the page as it is now, or at what is new in it, dark and light. */
async function check(visitor, what, part = "html") {
  const { page } = visitor;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  for (const colorScheme of thorough ? ["dark", "light"] : [visitor.scheme]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(visitor, part, thorough && colorScheme === "light"), [], `${what}, ${colorScheme}`);
  }
}

let schemes = 0;

/** A story that begins in the dark, or on paper if the one before did not. */
function schemed(name, action) {
  const scheme = ["dark", "light"][schemes++ % 2];
  return story(name, { name: "Mara", theme: scheme }, (mara) => {
    mara.scheme = scheme;
    return action(mara);
  });
}

async function checkPage(visitor, path) {
  await visitor.goto(path);
  await visitor.page.locator("main").first().waitFor();
  await visitor.page.waitForLoadState("networkidle");
  await check(visitor, path);
}

for (const path of ["/", "/new/beyond-the-sun", "/new/pulsar-2849", "/account", "/replay", "/rules/pulsar-2849", "/cards/beyond-the-sun"])
  await schemed(`nothing to complain about at ${path}`, (mara) => checkPage(mara, path));

await schemed("nothing to complain about where people gather", async (mara) => {
  const { table } = await mara.must("POST", "/api/tables", { game: "beyond-the-sun", players: 4, seats: ["me", "open", "heuristic", "open"] });
  await checkPage(mara, `/table/${table}`);
});

/** Presses what can be found so, at a spot of its own. */
async function press(visitor, selector) {
  const found = await visitor.page.evaluate((selector) => window.eyes.find(selector), selector);
  assert.ok(found?.at, `${selector} can be pressed`);
  await byMouse(visitor.page, found.at);
  return found;
}

async function closeDialog({ page }) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

for (const [number, game] of BIG.entries()) {
  await schemed(`nothing to complain about at a table of ${game}`, async (mara) => {
    const { page } = mara;
    await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, MIDDLE[game])}`);
    await look(mara);
    await check(mara, "running");
    // in a game of chance there may be a moment at which everything is possible
    if ((await page.evaluate(() => window.eyes.find(".target.blocked")?.at ?? null)) !== null) {
      await press(mara, ".target.blocked");
      await page.getByRole("dialog", { name: "Why not?" }).waitFor();
      await check(mara, "why not", "[role=dialog]");
      await page.keyboard.press("Escape");
    }
    // what follows is the same for every game but for its words
    if (number > 0 && !thorough) return;
    for (const name of ["Points", "Table", "Settings", "Help"]) {
      if (name === "Points") await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("tab", { name }).click();
      await check(mara, `menu, ${name}`, "dialog[open]");
    }
    await closeDialog(mara);
    await page.getByRole("tab", { name: "Chat" }).click();
    await check(mara, "chat", "aside");
    await page.getByRole("tab", { name: "Log" }).click();
    await page.keyboard.press("[");
    await page.getByRole("button", { name: "Back to now" }).waitFor();
    await check(mara, "the past", "[data-part=bar]");
  });

  if (thorough || number === 0) await schemed(`nothing to complain about at the end of ${game}`, async (mara) => {
    await mara.goto(`/table/${await finishedTable(mara, game, 4)}`);
    await mara.page.getByRole("dialog").locator(".place").first().waitFor();
    await check(mara, "the end", "dialog[open]");
    await closeDialog(mara);
    await check(mara, "the table after the end");
  });

  if (thorough || number === 1) await schemed(`nothing to complain about in the guide of ${game}`, (mara) => checkPage(mara, `/guide/${game}`));
}

await story("nothing to complain about in a hint and in an analysis", { name: "Mara" }, async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, "noughts", 2, MIDDLE.noughts)}`);
  await look(mara);
  await mara.page.keyboard.press("h");
  await mara.page.locator(".advice.best").waitFor();
  await check(mara, "hint");
  await mara.goto(`/table/${await finishedTable(mara, "noughts", 2)}`);
  await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
  await mara.page.locator("path.chance").first().waitFor();
  await check(mara, "analysis", "dialog");
});

await end();

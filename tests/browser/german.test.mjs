// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A German reader finds no English text of the page: what can be seen or heard is checked against po/de.po.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { end, story } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

/** The texts of an entry of the file: "…" over several lines. */
const unquote = (lines) => [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`)).join("");

/** English texts of the page that are others in German, as patterns: slots stand for anything. */
function english() {
  const entries = readFileSync(new URL("../../po/de.po", import.meta.url), "utf8").split(/\n\n+/);
  const patterns = [];
  for (const entry of entries) {
    const found = /\nmsgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/.exec(entry);
    if (found === null || !/^#:.*web\/src/m.test(entry)) continue;
    const [text, german] = [unquote(found[1]), unquote(found[2])];
    const words = text.replace(/\{\w+\}/g, " ").match(/[A-Za-z]{3,}/g) ?? [];
    if (text === german || words.length < (text.includes("{") ? 2 : 1)) continue; // "die" is a word in both
    const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+");
    patterns.push({ text, pattern: new RegExp(`^${escaped}$`) });
  }
  return patterns;
}

const patterns = english();

/** Everything that the page says to eyes and ears. */
const texts = ({ page }) =>
  page.evaluate(() => {
    const said = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement.closest("[lang]:not(html), .id, script, style") === null) said.add(node.textContent.trim().replace(/\s+/g, " "));
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
      for (const one of document.querySelectorAll(`[${name}]`)) said.add(one.getAttribute(name));
    return [...said];
  });

async function check(visitor, what) {
  assert.equal(await visitor.page.evaluate(() => document.documentElement.lang), "de");
  const wrong = (await texts(visitor)).filter((said) => patterns.some(({ pattern }) => pattern.test(said)));
  assert.deepEqual(wrong, [], what);
}

await test("the page's texts are in po/de.po", () => assert.ok(patterns.length > 100, `${patterns.length} texts`));

await story("German on all pages", { language: "de", name: "Käthe" }, async (kaethe) => {
  for (const path of ["/", "/new/beyond-the-sun", "/new/pulsar-2849", "/rules/beyond-the-sun", "/cards/pulsar-2849", "/workshop/beyond-the-sun", "/workshop/pulsar-2849", "/account", "/replay"]) {
    await kaethe.goto(path);
    await kaethe.page.waitForLoadState("networkidle");
    await check(kaethe, path);
  }
});

for (const game of BIG)
  await story(`German at a table of ${game}`, { language: "de", name: "Käthe" }, async (kaethe) => {
    const { page } = kaethe;
    const open = await kaethe.must("POST", "/api/tables", { game, players: 3, seats: ["me", "open", "heuristic"] });
    await kaethe.goto(`/table/${open.table}`);
    await page.locator("main section").first().waitFor();
    await check(kaethe, "gathering");
    await kaethe.goto(`/table/${await tableInTheMiddle(kaethe, game, 4, MIDDLE[game])}`);
    await look(kaethe);
    await check(kaethe, "table");
    await page.keyboard.press("?");
    const tabs = page.getByRole("dialog").getByRole("tab");
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await check(kaethe, `menu, ${await tab.innerText()}`);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("[");
    await page.locator(".past").first().waitFor();
    await check(kaethe, "the past");
    await kaethe.goto(`/table/${await finishedTable(kaethe, game, 4)}`);
    await page.locator("dialog[open] .place").first().waitFor();
    await check(kaethe, "the end");
  });

await story("the language is changed by a click, and stays; if it cannot be loaded, that is said", {}, async (somebody) => {
  const { page } = somebody;
  const texts = "**/*german*.js";
  somebody.forgives = /ERR_FAILED/;
  await page.route(texts, (route) => route.abort());
  await somebody.goto("/");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("alert").getByText("Die deutschen Texte konnten nicht geladen werden.").waitFor();
  await page.unroute(texts);
  await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await somebody.until(() => document.documentElement.lang === "de");
  await somebody.page.reload();
  await somebody.page.getByRole("button", { name: "Deutsch" }).waitFor();
  await check(somebody, "the start");
});

await end();

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whoever reads another language than English finds no English text of the page that is translated: what can be seen or
// heard is checked against po/XX.po.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { entries, said, TRANSLATED } from "../server/languages.mjs";
import { test } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

/** English texts of the page that are others in that language, as patterns: slots stand for anything. */
function englishFor(language) {
  const all = entries(language).filter(({ places }) => places.some((place) => place.startsWith("web/src/")));
  const own = new Set(all.map(({ translated }) => translated));
  const patterns = [];
  for (const { english, translated } of all) {
    const words = english.replace(/\{\w+\}/g, " ").match(/[A-Za-z]{3,}/g) ?? [];
    if (translated === "" || own.has(english)) continue;
    if (words.length < (english.includes("{") ? 2 : 1)) continue; // "die" is a word in German, too
    const escaped = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+");
    patterns.push({ pattern: new RegExp(`^${escaped}$`) });
  }
  return patterns;
}

const patterns = Object.fromEntries(TRANSLATED.map((language) => [language, englishFor(language)]));

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

async function check(visitor, language, what) {
  assert.equal(await visitor.page.evaluate(() => document.documentElement.lang), language);
  const wrong = (await texts(visitor)).filter((text) => patterns[language].some(({ pattern }) => pattern.test(text)));
  assert.deepEqual(wrong, [], what);
}

for (const language of TRANSLATED) {
  await test(`the page's texts are in the file, ${language}`, () => assert.ok(patterns[language].length > 100, `${patterns[language].length} texts`));

  await story(`all pages, ${language}`, { language, name: "Käthe" }, async (kaethe) => {
    const rules = existsSync(new URL(`../../docs/rules/${language}`, import.meta.url)) ? ["/rules/beyond-the-sun"] : [];
    for (const path of ["/", "/new/beyond-the-sun", "/new/pulsar-2849", ...rules, "/cards/pulsar-2849", "/workshop/beyond-the-sun", "/workshop/pulsar-2849", "/account", "/replay"]) {
      await kaethe.goto(path);
      await kaethe.page.waitForLoadState("networkidle");
      await check(kaethe, language, path);
    }
  });
}

/** Each game in German; one of them in each other language unless everything is wanted. */
const tables = BIG.flatMap((game, i) =>
  TRANSLATED.filter((language, at) => language === "de" || thorough || at % BIG.length === i).map((language) => [game, language]),
);
for (const [game, language] of tables)
  await story(`a table of ${game}, ${language}`, { language, name: "Käthe" }, async (kaethe) => {
    const { page } = kaethe;
    const open = await kaethe.must("POST", "/api/tables", { game, players: 3, seats: ["me", "open", "heuristic"] });
    await kaethe.goto(`/table/${open.table}`);
    await page.locator("main section").first().waitFor();
    await check(kaethe, language, "gathering");
    await kaethe.goto(`/table/${await tableInTheMiddle(kaethe, game, 4, MIDDLE[game])}`);
    await look(kaethe);
    await check(kaethe, language, "table");
    await page.keyboard.press("?");
    const tabs = page.getByRole("dialog").getByRole("tab");
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await check(kaethe, language, `menu, ${await tab.innerText()}`);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("[");
    await page.locator(".past").first().waitFor();
    await check(kaethe, language, "the past");
    await kaethe.goto(`/table/${await finishedTable(kaethe, game, 4)}`);
    await page.locator("dialog[open] .place").first().waitFor();
    await check(kaethe, language, "the end");
  });

await story("the language is changed by a choice, and stays; if it cannot be loaded, that is said", {}, async (somebody) => {
  const { page } = somebody;
  const files = "**/assets/de/**";
  somebody.forgives = /ERR_FAILED/;
  await page.route(files, (route) => route.abort());
  await somebody.goto("/");
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.getByRole("alert").getByText("German: the texts could not be loaded.").waitFor();
  await page.unroute(files);
  await page.getByRole("button", { name: "Try again" }).click();
  await somebody.until(() => document.documentElement.lang === "de");
  await page.reload();
  await page.getByRole("combobox", { name: "Sprache" }).waitFor();
  await check(somebody, "de", "the start");
});

await story("every language is offered under its own name, and the browser's is taken", { language: TRANSLATED.at(-1) }, async (somebody) => {
  const { page } = somebody;
  const language = TRANSLATED.at(-1);
  await somebody.goto("/");
  const choice = page.getByRole("combobox", { name: said(language, "Language") });
  assert.equal(await choice.inputValue(), language);
  assert.deepEqual(await choice.locator("option").evaluateAll((all) => all.map((one) => [one.value, one.lang])), ["en", ...TRANSLATED].map((one) => [one, one]));
});

await end();

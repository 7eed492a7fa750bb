// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whoever reads a language other than English finds no English text of the page that is translated (reader.mjs), and can
// change the language.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { said, TRANSLATED } from "../server/languages.mjs";
import { look } from "./hands.mjs";
import { countOf, inEnglish } from "./reader.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

/** Pages and tables in German are read in everywhere.test.mjs. */
const OTHERS = TRANSLATED.filter((language) => language !== "de");

async function check(visitor, language, what) {
  assert.deepEqual(await inEnglish(visitor, language), [], what);
}

await story("English texts are noticed", {}, async (somebody) => {
  await somebody.goto("/");
  await somebody.page.locator("main article").first().waitFor();
  for (const language of TRANSLATED) {
    assert.ok(countOf(language) > 100, `${countOf(language)} texts, ${language}`);
    assert.ok((await inEnglish(somebody, language)).length > 10, language);
  }
});

for (const language of OTHERS)
  await story(`all pages, ${language}`, { language, name: "Käthe" }, async (kaethe) => {
    const rules = existsSync(new URL(`../../docs/rules/${language}`, import.meta.url)) ? ["/rules/beyond-the-sun"] : [];
    for (const path of ["/", "/new/beyond-the-sun", "/new/pulsar-2849", ...rules, "/cards/pulsar-2849", "/workshop/beyond-the-sun", "/workshop/pulsar-2849", "/account", "/replay"]) {
      await kaethe.goto(path);
      await kaethe.page.waitForLoadState("networkidle");
      await check(kaethe, language, path);
    }
  });

/** One of the games in each language unless everything is wanted. */
const tables = BIG.flatMap((game, i) => OTHERS.filter((_, at) => thorough || at % BIG.length === i).map((language) => [game, language]));
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

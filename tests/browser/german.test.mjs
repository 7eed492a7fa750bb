// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The language of the page is changed. That no English text is left in German is looked at in everywhere.test.mjs.

import assert from "node:assert/strict";
import { test } from "../server/tap.mjs";
import { inEnglish, patterns } from "./german.mjs";
import { end, story } from "./story.mjs";

await test("the page's texts are in po/de.po", () => assert.ok(patterns.length > 100, `${patterns.length} texts`));

await story("English texts are noticed", {}, async (somebody) => {
  await somebody.goto("/");
  await somebody.page.locator("main article").first().waitFor();
  assert.ok((await inEnglish(somebody)).length > 10);
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
  assert.deepEqual(await inEnglish(somebody), []);
});

await end();

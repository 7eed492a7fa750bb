// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What tests do at tables of this browser, where no server can be asked.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { said } from "../server/languages.mjs";
import { violations } from "./axe.mjs";
import { inEnglish } from "./reader.mjs";

/** The moves of the game so far, as the page shows them. */
export const moves = async ({ page }) => Number(await page.getByRole("slider", { name: "Moment of the game" }).getAttribute("max"));

export async function openTableMenu({ page }, language = "en") {
  await page.getByRole("button", { name: said(language, "Menu"), exact: true }).click();
  await page.getByRole("tab", { name: said(language, "Table") }).click();
}

/** The record as a person gets it. */
export async function recordOf(visitor, language = "en") {
  await openTableMenu(visitor, language);
  const [download] = await Promise.all([
    visitor.page.waitForEvent("download"),
    visitor.page.getByRole("link", { name: said(language, "Download the record") }).first().click(),
  ]);
  return readFile(await download.path(), "utf8");
}

/** Nothing wider than the window, nothing in English, nothing that axe-core complains about. */
export async function checkGerman(visitor, what) {
  const { page } = visitor;
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${what}: ${wide} px are wider than the window`);
  assert.deepEqual(await inEnglish(visitor, "de"), [], what);
  assert.deepEqual(await violations(page), [], what);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What tests do at tables of this browser, where no server can be asked.

import { readFile } from "node:fs/promises";

/** The moves of the game so far, as the page shows them. */
export const moves = async ({ page }) => Number(await page.getByRole("slider", { name: "Moment of the game" }).getAttribute("max"));

export async function openTableMenu({ page }) {
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("tab", { name: "Table" }).click();
}

/** The record as a person gets it. */
export async function recordOf(visitor) {
  await openTableMenu(visitor);
  const [download] = await Promise.all([
    visitor.page.waitForEvent("download"),
    visitor.page.getByRole("link", { name: "Download the record" }).first().click(),
  ]);
  return readFile(await download.path(), "utf8");
}

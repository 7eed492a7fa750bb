// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What axe-core finds on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations within a part of the page as it is now, in words; colours alone if nothing else can have changed. */
export async function violations(page, part = "html", onlyColours = false) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
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

/** Looks at the page as it is now, or at what is new in it, in the colours that the visitor likes, or in both. */
export async function violationsInColours(visitor, part, both) {
  const { page } = visitor;
  if (!both) return violations(page, part);
  const found = [];
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page, part, colorScheme === "light")).map((one) => `${one}, ${colorScheme}`));
  }
  return found;
}

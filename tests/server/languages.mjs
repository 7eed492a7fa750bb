// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The languages that the program offers (tools/languages.py), and texts in them.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const tool = new URL("../../tools/languages.py", import.meta.url).pathname;
const all = JSON.parse(execFileSync("python3", ["-B", tool, "--json"], { encoding: "utf8" }));

/** "en" comes first. */
export const LANGUAGES = all.map(({ name }) => name);
export const TRANSLATED = LANGUAGES.slice(1);

/** The texts of an entry of a file: "…" over several lines. */
const unquote = (lines) => [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`)).join("");

/** What a file has: [{ english, translated, places }]. */
export function entries(language) {
  const { file } = all.find(({ name }) => name === language);
  const found = [];
  for (const entry of readFileSync(file, "utf8").split(/\n\n+/)) {
    const parts = /\nmsgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/.exec(`\n${entry}`);
    if (parts === null || /^#,.*fuzzy/m.test(entry)) continue;
    const places = [...entry.matchAll(/^#: (.*)$/gm)].flatMap(([, line]) => line.split(" "));
    found.push({ english: unquote(parts[1]), translated: unquote(parts[2]), places });
  }
  return found;
}

const known = new Map();

/** A text as the page says it; the English one if it is not translated. */
export function said(language, english) {
  if (language === "en") return english;
  if (!known.has(language)) known.set(language, new Map(entries(language).map((one) => [one.english, one.translated])));
  return known.get(language).get(english) || english;
}

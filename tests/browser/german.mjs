// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the page says in German, by po/de.po, and what of it is still English.

import { readFileSync } from "node:fs";

/** The texts of an entry of the file: "…" over several lines. */
const unquote = (lines) => [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`)).join("");

/** All texts of the program in both languages, and whether they are of the page. */
function readTexts() {
  const entries = readFileSync(new URL("../../po/de.po", import.meta.url), "utf8").split(/\n\n+/);
  return entries.flatMap((entry) => {
    const found = /\nmsgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/.exec(entry);
    return found === null ? [] : [{ english: unquote(found[1]), german: unquote(found[2]), isOfPage: /^#:.*web\/src/m.test(entry) }];
  });
}

const all = readTexts();
const texts = new Map(all.filter(({ isOfPage }) => isOfPage).map(({ english, german }) => [english, german]));
const german = new Set(all.map(({ german }) => german));

/** Those that are others in German, as patterns: slots stand for anything. */
export const patterns = [...texts].flatMap(([text, translated]) => {
  const words = text.replace(/\{\w+\}/g, " ").match(/[A-Za-z]{3,}/g) ?? [];
  if (text === translated || words.length < (text.includes("{") ? 2 : 1)) return []; // "die" is a word in both
  return [new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`)];
});

/** A text of the page in a language. */
export function said(text, language) {
  if (language === "en") return text;
  if (!texts.has(text)) throw new Error(`the page does not say "${text}"`);
  return texts.get(text);
}

/** Everything that the page says to eyes and ears. */
const textsOf = ({ page }) =>
  page.evaluate(() => {
    const said = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement.closest("[lang]:not(html), .id, script, style") === null) said.add(node.textContent.trim().replace(/\s+/g, " "));
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
      for (const one of document.querySelectorAll(`[${name}]`)) said.add(one.getAttribute(name));
    return [...said];
  });

/** What a German reader would complain about. */
export async function inEnglish(visitor) {
  const language = await visitor.page.evaluate(() => document.documentElement.lang);
  const wrong = (await textsOf(visitor)).filter((said) => !german.has(said) && patterns.some((pattern) => pattern.test(said)));
  return [...(language === "de" ? [] : [`the page says that it is "${language}"`]), ...wrong.map((text) => `English: "${text}"`)];
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Someone who reads a language other than English: what the page says to them is checked against po/XX.po.

import { entries, TRANSLATED } from "../server/languages.mjs";

/** English texts of the page that are others in that language, as patterns: slots stand for anything. */
function englishFor(language) {
  const all = entries(language);
  const own = new Set(all.map(({ translated }) => translated));
  const patterns = [];
  for (const { english, translated, places } of all) {
    const words = english.replace(/\{\w+\}/g, " ").match(/[A-Za-z]{3,}/g) ?? [];
    if (translated === "" || own.has(english) || !places.some((place) => place.startsWith("web/src/"))) continue;
    if (words.length < (english.includes("{") ? 2 : 1)) continue; // "die" is a word in German, too
    const escaped = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+");
    patterns.push(new RegExp(`^${escaped}$`));
  }
  return { own, patterns };
}

/** What has been looked up: most texts are on many pages, and there are hundreds of patterns. */
const looked = new Map();

function isEnglish(language, text) {
  const key = `${language} ${text}`;
  if (!looked.has(key)) {
    const { own, patterns } = known[language];
    looked.set(key, !own.has(text) && patterns.some((pattern) => pattern.test(text)));
  }
  return looked.get(key);
}

const known = Object.fromEntries(TRANSLATED.map((language) => [language, englishFor(language)]));

/** How many texts of the page would be noticed if they were English. */
export const countOf = (language) => known[language].patterns.length;

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

/** What a reader of that language would complain about. */
export async function inEnglish(visitor, language) {
  const shown = await visitor.page.evaluate(() => document.documentElement.lang);
  const wrong = (await textsOf(visitor)).filter((text) => isEnglish(language, text));
  return [...(shown === language ? [] : [`the page says that it is "${shown}"`]), ...wrong.map((text) => `English: "${text}"`)];
}

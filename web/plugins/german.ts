// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The German texts of the page: those of po/de.po that stand in web/src. One source with the program. What only the
// workshop and the pages that explain games say is a part of its own: whoever plays does not load it.

import { readFileSync } from 'node:fs';
import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

const PARTS = ['virtual:german', 'virtual:german-more'];
const FILE = new URL('../../po/de.po', import.meta.url).pathname;
const MORE = /^web\/src\/(workshop|help\/howto|pages\/(Workshop|HowToPlay)|games\/\w+\/(howto|workshop))\b/;

/** The texts of one part. */
function texts(isMore: boolean): Record<string, string> {
  const found: Record<string, string> = {};
  const all = po.parse(readFileSync(FILE)).translations[''] ?? {};
  for (const [english, entry] of Object.entries(all)) {
    const german = entry.msgstr[0];
    const places = (entry.comments?.reference ?? '').split(/\s+/).filter((place) => place.startsWith('web/src'));
    if (english !== '' && german && places.length > 0 && places.every((place) => MORE.test(place)) === isMore)
      found[english] = german;
  }
  return found;
}

export function german(): Plugin {
  return {
    name: 'orrery-german',
    resolveId: (id) => (PARTS.includes(id) ? '\0' + id : null),
    load(id) {
      const part = PARTS.indexOf(id.slice(1));
      if (!id.startsWith('\0') || part < 0) return null;
      this.addWatchFile(FILE);
      return `export default ${JSON.stringify(texts(part === 1))};`;
    },
  };
}

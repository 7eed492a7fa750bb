// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The German texts of the page: those of po/de.po that stand in web/src. One source with the program.

import { readFileSync } from 'node:fs';
import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

const NAME = 'virtual:german';
const FILE = new URL('../../po/de.po', import.meta.url).pathname;

function texts(): Record<string, string> {
  const found: Record<string, string> = {};
  const all = po.parse(readFileSync(FILE)).translations[''] ?? {};
  for (const [english, entry] of Object.entries(all)) {
    const german = entry.msgstr[0];
    if (english !== '' && german && entry.comments?.reference?.includes('web/src'))
      found[english] = german;
  }
  return found;
}

export function german(): Plugin {
  return {
    name: 'orrery-german',
    resolveId: (id) => (id === NAME ? '\0' + NAME : null),
    load(id) {
      if (id !== '\0' + NAME) return null;
      this.addWatchFile(FILE);
      return `export default ${JSON.stringify(texts())};`;
    },
  };
}

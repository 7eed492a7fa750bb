// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whose code is in the page must be known: debian/copyright, which goes along with every package of ours, names the
// packages of npm in it. A package that comes or goes with an upgrade ends the build until that is said there.

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FILE = new URL('../../debian/copyright', import.meta.url).pathname;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** "The packages of npm in it are a, b and c." */
function named(): string[] {
  const text = readFileSync(FILE, 'utf8').replace(/\n /g, ' ');
  const found = /The packages of npm in it are ([^.]*)\./.exec(text);
  return found === null ? [] : found[1].split(/, | and /).sort();
}

/** Packages with code or files in the page, its workers included. */
const used = new Set<string>();

function note(path: string): void {
  const name = PACKAGE.exec(path)?.[1];
  if (name !== undefined) used.add(name);
}

/** Notes what is used: workers are bundles of their own. */
export function noteRights(): Plugin {
  return {
    name: 'orrery-note-rights',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'asset') part.originalFileNames.forEach((file) => note(`/${file}`));
        else for (const [id, { renderedLength }] of Object.entries(part.modules)) if (renderedLength > 0) note(id);
      }
    },
  };
}

/** Compares what is used with what is said. */
export function checkRights(): Plugin {
  return {
    name: 'orrery-check-rights',
    closeBundle() {
      const found = [...used].sort();
      if (found.length > 0 && found.join() !== named().join())
        this.error(`the page has code of ${found.join(', ')}; debian/copyright names ${named().join(', ')}`);
    },
  };
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The puzzles of data/<game>/puzzles.json (docs/puzzles.md): `virtual:puzzles` maps the name of a game to a function
// that loads them, from a file of their own.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NAME = 'virtual:puzzles';
const FOLDER = new URL('../../data/', import.meta.url).pathname;
const fileOf = (folder: string) => `${FOLDER}${folder}/puzzles.json`;

function list(): string {
  const folders = readdirSync(FOLDER).filter((folder) => existsSync(fileOf(folder)));
  const lines = folders.map((folder) => `'${folder.replaceAll('_', '-')}': () => import('${NAME}/${folder}')`);
  return `export default {${lines.join(',\n')}};`;
}

export function puzzles(): Plugin {
  return {
    name: 'orrery-puzzles',
    resolveId: (id) => (id.startsWith(NAME) ? '\0' + id : null),
    load(id) {
      if (!id.startsWith('\0' + NAME)) return null;
      const [, folder] = id.split('/');
      if (folder === undefined) return list();
      this.addWatchFile(fileOf(folder));
      return `export default ${JSON.stringify(JSON.parse(readFileSync(fileOf(folder), 'utf8')))};`;
    },
  };
}

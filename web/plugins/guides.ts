// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The guided first games of data/<game>/guide.*: `virtual:guides` maps "beyond-the-sun/en" to a function
// that loads the record and the remarks, each in a file of its own.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { languages } from './languages';

const NAME = 'virtual:guides';
const FOLDER = new URL('../../data/', import.meta.url).pathname;

interface Remark {
  moves: number;
  to: number | null;
  text: string;
  points_at: string[];
}

const HEADING = /^## after (\d+)(?: to (\d+))?(?:: (.*))?\n/m;

/** Remarks are paragraphs under headings `## after MOVES`, `## after MOVES: thing thing` or `## after MOVES to MOVES`.
 *  A ship at a place is one thing: `ship:1+place:SOL`. */
export function readRemarks(text: string): Remark[] {
  const [, ...parts] = text.split(HEADING);
  const remarks: Remark[] = [];
  for (let i = 0; i < parts.length; i += 4)
    remarks.push({
      moves: Number(parts[i]),
      to: parts[i + 1] === undefined ? null : Number(parts[i + 1]),
      text: parts[i + 3].trim(),
      points_at: parts[i + 2]?.trim().split(/\s+/).map((thing) => thing.replaceAll('+', ' ')) ?? [],
    });
  return remarks;
}

function list(): string {
  const lines: string[] = [];
  for (const name of readdirSync(FOLDER))
    for (const { name: language } of languages)
      if (existsSync(`${FOLDER}${name}/guide.${language}.md`))
        lines.push(`'${name.replaceAll('_', '-')}/${language}': () => import('${NAME}/${name}/${language}')`);
  return `export default {${lines.join(',\n')}};`;
}

export function guides(): Plugin {
  return {
    name: 'orrery-guides',
    resolveId: (id) => (id.startsWith(NAME) ? '\0' + id : null),
    load(id) {
      if (!id.startsWith('\0' + NAME)) return null;
      const [, name, language] = id.split('/');
      if (name === undefined) return list();
      const record = `${FOLDER}${name}/guide.record`;
      const remarks = `${FOLDER}${name}/guide.${language}.md`;
      this.addWatchFile(record);
      this.addWatchFile(remarks);
      return `export default ${JSON.stringify({
        record: readFileSync(record, 'utf8'),
        remarks: readRemarks(readFileSync(remarks, 'utf8')),
      })};`;
    },
  };
}

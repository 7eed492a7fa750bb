// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The numbered rules of docs/rules for the page: `virtual:rules` maps "beyond-the-sun/en" to a function
// that loads them, each in a file of its own.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { languages } from './languages';

const NAME = 'virtual:rules';
const FOLDER = new URL('../../docs/rules/', import.meta.url).pathname;

/** Where the introduction begins to explain words; what stands before is for makers. */
const WORDS = '<!-- words -->\n';

interface Group {
  id: string;
  title: string;
  rules: [string, string][];
}

interface Rules {
  words: string[];
  groups: Group[];
}

/** Reads the lines `id | rule | test` under headings `## GROUP - title`; groups without rules are notes for makers. */
export function readRules(text: string): Rules {
  const groups: Group[] = [];
  for (const line of text.split('\n')) {
    const heading = /^## ([A-Z0-9-]+) - (.*)$/.exec(line);
    const rule = /^([A-Z]+-[A-Z]+-\d+[a-z]?) \| ([^|]*)/.exec(line);
    if (heading) groups.push({ id: heading[1], title: capital(heading[2]), rules: [] });
    else if (rule && groups.length > 0)
      groups[groups.length - 1].rules.push([rule[1], plain(rule[2])]);
  }
  return { words: readWords(text.split(/^## /m)[0]), groups: groups.filter((group) => group.rules.length > 0) };
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** What the words and signs of the rules mean: the end of the introduction, a paragraph or a list. */
function readWords(introduction: string): string[] {
  const from = introduction.indexOf(WORDS);
  if (from < 0) return [];
  const [paragraph, ...items] = introduction.slice(from + WORDS.length).split(/^- /m);
  const said = items.length > 0 ? items : [paragraph.replace(/^[^.:*=]{1,30}: /, '')];
  return said.map((text) => text.replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ').trim());
}

/** Without the marks of where a rule comes from. */
function plain(rule: string): string {
  return rule.replace(/(\s*\[[RSCGDO]\])+/g, '').replaceAll('RULING:', 'Our ruling:').trim();
}

function fileOf(name: string, language: string): string {
  return FOLDER + (language === 'en' ? '' : language + '/') + name + '.md';
}

function list(): string {
  const lines: string[] = [];
  for (const file of readdirSync(FOLDER).filter((file) => file.endsWith('.md'))) {
    const name = file.slice(0, -3);
    for (const { name: language } of languages)
      if (existsSync(fileOf(name, language)))
        lines.push(`'${name.replaceAll('_', '-')}/${language}': () => import('${NAME}/${name}/${language}')`);
  }
  return `export default {${lines.join(',\n')}};`;
}

export function rules(): Plugin {
  return {
    name: 'orrery-rules',
    resolveId: (id) => (id.startsWith(NAME) ? '\0' + id : null),
    load(id) {
      if (!id.startsWith('\0' + NAME)) return null;
      const [, name, language] = id.split('/');
      if (name === undefined) return list();
      const file = fileOf(name, language);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(readRules(readFileSync(file, 'utf8')))};`;
    },
  };
}

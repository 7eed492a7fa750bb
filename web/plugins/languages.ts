// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The languages of the page: English and those of po/XX.po (tools/languages.py). `virtual:languages` lists them with
// functions that load their texts, each in a file of its own: whoever reads one language loads no other. One source
// with the program. What only the workshop, the account, recorded games and the pages that explain games say is a part
// of its own: players do not load it.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

const LIST = 'virtual:languages';
const TEXTS = 'virtual:texts';
const ROOT = new URL('../..', import.meta.url).pathname;
const PAGES = 'Workshop|HowToPlay|Account|account|Replay|replay|Puzzles';
const MORE = new RegExp(`^web/src/(workshop|puzzle|help/howto|pages/(${PAGES})|games/\\w+/(howto|workshop))\\b`);

interface Language {
  name: string;
  native: string;
  /** An expression of gettext's, checked by tools/languages.py: what C and JavaScript write alike. */
  plural: string;
  /** Of its texts; null for English, whose texts are in the code. */
  file: string | null;
}

/** English comes first. */
export const languages = JSON.parse(
  execFileSync('python3', [`${ROOT}tools/languages.py`, '--json'], { encoding: 'utf8' }),
) as Language[];

type Translations = ReturnType<typeof po.parse>['translations'][string];

/** What has been read, until the file is another one: each is asked for several times. */
const known = new Map<string, { changed: number; translations: Translations }>();

function read(file: string): Translations {
  const changed = statSync(file).mtimeMs;
  const before = known.get(file);
  if (before?.changed === changed) return before.translations;
  const translations = po.parse(readFileSync(file)).translations[''] ?? {};
  known.set(file, { changed, translations });
  return translations;
}

const isFuzzy = (flag: string | undefined) => flag?.includes('fuzzy') ?? false;

/** A text of the page in a language, for what the build writes. */
export function translate({ file }: Language, english: string): string {
  return (file === null ? undefined : read(file)[english]?.msgstr[0]) || english;
}

/** The texts of one part. */
function texts(file: string, isMore: boolean): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [english, { msgstr, comments }] of Object.entries(read(file))) {
    const places = (comments?.reference ?? '').split(/\s+/).filter((place) => place.startsWith('web/src'));
    if (english === '' || !msgstr[0] || isFuzzy(comments?.flag) || places.length === 0) continue;
    if (places.every((place) => MORE.test(place)) === isMore) found[english] = msgstr[0];
  }
  return found;
}

/** What the engine for browsers says in a language (tools/phrases_to_c.py); null if the page is built without it. */
function engineTexts({ file }: Language): string | null {
  const path = file?.replace(/^.*\/(\w+)\.po$/, `${ROOT}build/wasm/phrases.$1.txt`) ?? '';
  return existsSync(path) ? path : null;
}

function list(): string {
  const imports = languages.map((one, i) => {
    const path = engineTexts(one);
    return path === null ? `const engine${i} = null;` : `import engine${i} from ${JSON.stringify(`${path}?url`)};`;
  });
  const rows = languages.map(({ name, native, plural, file }, i) => {
    const load = (part: string) => `() => import('${TEXTS}/${name}/${part}')`;
    const loads = file === null ? '' : `, page: ${load('page')}, more: ${load('more')}`;
    return `{ name: '${name}', native: '${native}', plural: (n) => Number(${plural}), engine: engine${i}${loads} }`;
  });
  return `${imports.join('\n')}\nexport default [${rows.join(',\n')}];`;
}

/** Files of one language lie in a folder of its own, so that the service worker can tell them (worker/sw.ts). */
export function folderOf(id: string): string {
  const found = /virtual:(?:texts\/([\w-]+)\/|(?:rules|guides)\/\w+\/([\w-]+)$)|phrases\.(\w+)\.txt$/.exec(id);
  const name = found?.[1] ?? found?.[2] ?? found?.[3]?.replace('_', '-');
  return name === undefined ? 'assets' : `assets/${name}`;
}

export function languageTexts(): Plugin {
  return {
    name: 'orrery-languages',
    resolveId: (id) => (id === LIST || id.startsWith(`${TEXTS}/`) ? '\0' + id : null),
    load(id) {
      if (id === '\0' + LIST) return list();
      if (!id.startsWith(`\0${TEXTS}/`)) return null;
      const [, name, part] = id.split('/');
      const file = languages.find((one) => one.name === name)?.file;
      if (!file) throw new Error(`there is no language ${name}`);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(texts(file, part === 'more'))};`;
    },
  };
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Effects as signs, read from left to right: cost in brass, colon, effect. A group of signs stays on one line.

import type { GlyphName } from '../../parts/glyphs';
import { t } from '../../words/words';
import type { Row } from '../../protocol';
import type { Operation } from './operations';

export type Sign =
  | { glyph: GlyphName; small?: boolean }
  | { text: string; weak?: boolean }
  | { level: string };

export interface Group {
  signs: Sign[];
  pays: boolean;
}

const THEN: Sign = { glyph: 'then', small: true };
const DISCS: Sign[][] = [
  [],
  [{ glyph: 'food' }],
  [{ glyph: 'ore' }],
  [{ glyph: 'food' }, { text: '/', weak: true }, { glyph: 'ore' }],
];
const RESEARCH: Sign[][] = [
  [],
  [{ level: 'I' }],
  [{ level: 'II' }],
  [{ level: 'III' }],
  [{ level: 'IIII' }],
  [{ level: '1+' }, { glyph: 'system' }],
  [{ level: 'I/II' }],
  [{ level: 'II/III' }],
];
const DECKS = ['A', 'B'];
const weak = (text: string): Sign => ({ text, weak: true });
const plus = (count: number): Sign => ({ text: `+${count}` });
const count = (number: number): Sign => ({ text: String(number) });

/** What an effect is counted by. */
function noun(row: Row): Sign[] {
  const signs: Sign[][] = [
    [],
    [{ glyph: 'control' }],
    [{ glyph: 'system' }],
    [count(2), { glyph: 'system' }],
    [{ glyph: 'jump' }, { glyph: 'control' }],
    [count(2), { glyph: 'tree' }],
  ];
  return [weak('/'), ...signs[row.a], ...(row.b > 0 ? [weak(`≤${row.b}`)] : [])];
}

/** Operations around others, and those of events, which are told in words alone. */
type Around = 'may' | 'per' | 'option' | 'choose';
type OfEvents =
  | 'add-system'
  | 'bank'
  | 'dyson'
  | 'each'
  | 'fortify'
  | 'least'
  | 'open'
  | 'relieve'
  | 'researcher'
  | 'superflare';
type Step = Exclude<Operation, Around | OfEvents>;

/** Steps that have nothing inside. */
const STEPS: Record<Step, (row: Row) => Sign[]> = {
  pay: (row) => [count(row.a), { glyph: 'ore' }],
  return: (row) => [count(row.a), { glyph: 'population' }, { glyph: 'down', small: true }],
  'pay-rival': (row) => [count(row.a), { glyph: 'ore' }, THEN, { glyph: 'people' }],
  ore: (row) => [plus(row.a), { glyph: 'ore' }],
  grow: (row) => [plus(row.a), { glyph: 'population' }],
  ship: (row) => [
    ...(row.b > 1 ? [{ text: `${row.b}×` }] : []),
    { glyph: 'supply' },
    THEN,
    { glyph: 'ship' },
    count(row.a),
  ],
  'ship-deep': (row) => [{ glyph: 'supply' }, THEN, { glyph: 'ship' }, count(row.a), weak(t('DS'))],
  'population-ship': (row) => [{ glyph: 'population' }, THEN, { glyph: 'ship' }, count(row.a)],
  automate: (row) => [{ glyph: 'automate' }, ...DISCS[row.a]],
  shift: (row) => [
    { glyph: 'supply' },
    count(row.a),
    { glyph: 'undo', small: true },
    ...(row.b === 0 ? [weak('A')] : []),
  ],
  produce: (row) => [{ glyph: 'round' }, ...DISCS[row.a]],
  trade: () => [{ glyph: 'ore' }, { glyph: 'commerce', small: true }, { glyph: 'population' }],
  upgrade: (row) => [{ glyph: 'raise' }, { text: `${row.a}×${row.b}` }],
  'upgrade-sum': (row) => [{ glyph: 'raise' }, plus(row.a)],
  jump: (row) => [{ glyph: 'jump' }, count(row.a)],
  warp: (row) => [{ glyph: 'teleport' }, count(row.a)],
  research: (row) => [
    ...RESEARCH[row.a],
    ...(row.b & 2 ? [weak(t('any'))] : []),
    ...(row.b & 8 ? [{ glyph: 'people' } as Sign] : row.b & 1 ? [{ glyph: 'discovered' } as Sign] : []),
  ],
  private: (row) => [...RESEARCH[row.a], { glyph: 'mat' }],
  again: (row) => [{ glyph: 'redo' }, ...(row.a > 0 ? [count(row.a)] : []), { glyph: 'immediate' }],
  copy: (row) => [{ glyph: 'redo' }, { glyph: 'tree' }, ...(row.a === 1 ? [{ glyph: 'mat' } as Sign] : [])],
  colonize: (row) => [{ glyph: 'colonize' }, ...(row.b === 1 ? [weak(t('stealth'))] : [])],
  annex: (row) => [{ text: `1/${row.a}` }, { glyph: 'system' }, weak(DECKS[row.b])],
  'take-laid': () => [{ glyph: 'system' }],
};

/** Steps around others: what stands before and behind their body. */
const AROUND: Record<Around, (row: Row) => [before: Sign[], behind: Sign[]]> = {
  may: () => [[weak('(')], [weak(')')]],
  per: (row) => [[], noun(row)],
  option: () => [[], []],
  choose: (row) => [
    [...(row.a > 1 ? [{ text: `${row.a}×` }] : []), ...(row.b === 1 ? [{ glyph: 'round' } as Sign] : [])],
    [],
  ],
};

const SHIPS = ['ship', 'ship-deep', 'population-ship', 'upgrade', 'upgrade-sum', 'may', 'jump'];
const AFTER_SHIPS = ['jump', 'research', 'colonize', 'warp'];

function joint(before: Row, row: Row): Sign[] {
  if (row.op === 'option') return [weak('/')];
  if (before.cost) return [];
  if (SHIPS.includes(before.op) && AFTER_SHIPS.includes(row.op)) return [THEN];
  return before.op === 'may' && row.op === 'may' ? [] : [weak('·')];
}

function read(rows: Row[]): Group[] {
  const groups: Group[] = [];
  let before: Row | null = null;
  for (let i = 0; i < rows.length; i += 1 + rows[i].body) {
    const row = rows[i];
    const body = rows.slice(i + 1, i + 1 + row.body);
    const own = row.body > 0 ? around(row, body) : [{ signs: STEPS[row.op as Step](row), pays: row.cost }];
    if (before !== null) own[0].signs.unshift(...joint(before, row));
    if (row.cost && i + 1 < rows.length && !rows[i + 1].cost) own[own.length - 1].signs.push(weak(':'));
    groups.push(...own);
    before = row;
  }
  return groups;
}

function around(row: Row, body: Row[]): Group[] {
  const [before, behind] = AROUND[row.op as Around](row);
  const groups = read(body);
  groups[0].signs.unshift(...before);
  groups[groups.length - 1].signs.push(...behind);
  return groups;
}

/** The groups of an effect, or null if there is no sign for one of its steps. */
export function signsOf(rows: Row[]): Group[] | null {
  const known = rows.every((row) => row.op in (row.body > 0 ? AROUND : STEPS));
  return known ? read(rows) : null;
}

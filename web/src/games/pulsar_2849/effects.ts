// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Effects as a line of glyphs, read from left to right: cost and colon, effect; the arrow is "then", the
// dot is "and". The words of the layout ("brief") say the same.

import type { GlyphName } from '../../parts/glyphs';
import { t } from '../../words/words';
import type { Row } from '../../protocol';
import type { Operation } from './operations';

export type Bit =
  | { is: 'number' | 'word' | 'token' | 'sign' | 'cost'; text: string }
  | { is: 'glyph'; name: GlyphName; tint: string }
  | { is: 'die'; value: number; kind: 'line' | 'red' | 'silver' };

const glyph = (name: GlyphName, tint = ''): Bit => ({ is: 'glyph', name, tint });
const number = (text: string | number): Bit => ({ is: 'number', text: String(text) });
const word = (text: string): Bit => ({ is: 'word', text });
const token = (text: string): Bit => ({ is: 'token', text });
const sign = (text: string): Bit => ({ is: 'sign', text });
const red = (value: number): Bit => ({ is: 'die', value, kind: 'red' });
const points = (count: number): Bit[] => [number(`+${count}`), glyph('points')];
const cubesFor = (count: number): Bit[] => [{ is: 'cost', text: String(count) }, glyph('engineer', 'cost'), sign(':')];

const GATES: GlyphName[] = ['gate-any', 'gate-green', 'gate-magenta', 'gate-orange', 'gate-any'];
const TINTS = ['', 'green', 'magenta', 'orange', ''];
const SIZE_SETS = ['', 'S', 'M', 'S/M', 'L', 'S/L', 'M/L', ''];

/** A gate of a colour by its number in the rows. */
export function gate(colour: number): Bit {
  return glyph(GATES[colour], TINTS[colour]);
}

/** What is counted, in the order of the engine's nouns. */
function noun(which: number): Bit[] {
  const all: (() => Bit[])[] = [
    () => [],
    () => [glyph('station')],
    () => [glyph('ring'), glyph('pulsar')],
    () => [word(t('spinning')), glyph('gyrodyne')],
    () => [word(t('sizes')), glyph('gyrodyne')],
    () => [word(t('one size')), glyph('gyrodyne')],
    () => [glyph('transmitter')],
    () => [glyph('link')],
    () => [glyph('patent')],
    () => [glyph('headquarters')],
    () => [word(t('bottom')), glyph('headquarters')],
    () => [glyph('jump'), glyph('gate-any')],
    () => [word(t('award'))],
    () => [glyph('goal')],
  ];
  return all[which]?.() ?? [];
}

const SPINNING = 3;

/** For each of what is counted. */
function per(which: number): Bit[] {
  return which === SPINNING ? [word(t('per spinning')), glyph('gyrodyne')] : [word(t('per')), ...noun(which)];
}

/** What happens, in the order of the engine's events. */
function event(which: number): Bit[] {
  const all: Bit[][] = [
    [],
    [glyph('patent')],
    [glyph('rocket'), glyph('pulsar')],
    [glyph('down'), glyph('gyrodyne')],
    [glyph('round'), glyph('gyrodyne')],
    [glyph('dice'), glyph('transmitter')],
    [glyph('once'), glyph('transmitter')],
    [glyph('headquarters')],
    [glyph('jump'), glyph('gate-any')],
    [glyph('dice', 'red')],
    [glyph('system')],
    [glyph('station')],
    [token('±1')],
    [token('+2')],
    [glyph('explore')],
  ];
  return all[which] ?? [];
}

/** What a tolerance is for, in the order of the engine's scopes. */
function scope(which: number): Bit[] {
  if (which >= 1 && which <= 3) return [glyph('rocket'), gate(which)];
  const all: Bit[][] = [
    [glyph('rocket'), glyph('pulsar')],
    [glyph('round'), glyph('gyrodyne')],
    [glyph('transmitter')],
    [glyph('patent')],
    [glyph('headquarters')],
    [glyph('dice'), word(t('once a turn'))],
  ];
  return all[which - 4] ?? [];
}

const DESTINATIONS: Bit[][] = [[], [glyph('system')], [glyph('pulsar')], [glyph('map')]];

function times(count: number): Bit[] {
  return count > 1 ? [number(count)] : [];
}

/** Operations that are drawn together with their body, or inside that of another. */
type InBodies = 'none' | 'when' | 'table' | 'step';
type Draw = (a: number, b: number) => Bit[];

/** One row without its body. */
const STEPS: Record<Exclude<Operation, InBodies>, Draw> = {
  points: (a) => points(a),
  cubes: (a) => [number(`+${a}`), glyph('engineer')],
  'plus-minus': (a) => [...times(a), token('±1')],
  'plus-two': (a) => [...times(a), token('+2')],
  gyrodyne: (a) => [glyph('gyrodyne'), ...(SIZE_SETS[a] ? [number(SIZE_SETS[a])] : [])],
  gyrodynes: () => [number('2'), glyph('gyrodyne'), sign('≠')],
  explore: (a) => [...times(a), glyph('explore')],
  stations: (a) => [number(`+${a}`), glyph('station')],
  isolated: () => [glyph('ring'), glyph('pulsar')],
  teleport: (a) => [glyph('teleport'), ...DESTINATIONS[a]],
  run: (a, b) => [gate(a), number(b)],
  spin: (a) => [sign('≤'), number(a), glyph('round'), glyph('gyrodyne')],
  red: (a) => [red(a)],
  double: (a, b) => [{ is: 'die', value: a, kind: 'silver' }, sign('+'), red(b)],
  'buy-red': (a, b) => [...cubesFor(a), red(b)],
  tolerance: (a) => [number('±1'), ...scope(a)],
  copy: (a) => [...cubesFor(a), word(t('copy')), glyph('dice', 'red')],
  per: (a, b) => [...points(b), ...per(a)],
  share: (a, b) => [...points(1), word(t('per')), number(b), ...noun(a)],
  buy: (a, b) => [...cubesFor(a), ...points(b)],
  goal: () => [number('1'), glyph('goal'), word(t('counts as met'))],
  initiative: (a) => [word(t('Initiative')), number(`×${a}`)],
  'every-cube': () => [...points(1), word(t('per')), glyph('engineer')],
  idle: (a) => [...points(a), word(t('per idle')), glyph('pulsar')],
};

function step(row: Row): Bit[] {
  const draw = (STEPS as Record<string, Draw | undefined>)[row.op];
  return draw ? draw(row.a, row.b) : [];
}

/** The rows of an effect, one list for each of its parts. */
export function parts(rows: Row[]): Bit[][] {
  const found: Bit[][] = [];
  for (let i = 0; i < rows.length; i += 1 + rows[i].body) {
    const row = rows[i];
    const body = rows.slice(i + 1, i + 1 + row.body);
    if (row.op === 'when')
      found.push([...event(row.a), glyph('then', 'quiet'), ...body.flatMap(step)]);
    else if (row.op === 'table')
      found.push([...noun(row.a), number(body.map((step) => step.b).join(' / ')), glyph('points')]);
    else found.push(step(row));
  }
  return found;
}

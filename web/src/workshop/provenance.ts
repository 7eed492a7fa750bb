// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the values of a card come from, as its file says it: `source` for the whole card, `source.KEY` for a value that
// differs from it or about which somebody has said something.

import { entriesOf, findCard, quoted, unquoted, withValue, type FileCard } from './cardfile';
import type { SourceStatus } from './program';

export interface Source {
  status: SourceStatus;
  /** Who says so, or empty. */
  by: string;
}

const SOURCE = 'source';
export const STATUSES: SourceStatus[] = ['confirmed', 'corrected', 'printed', 'reconstructed'];

function read(value: string): Source {
  const found = /^(\S+)(?:\s+by\s+(.*))?$/.exec(value);
  const status = STATUSES.find((one) => one === found?.[1]) ?? 'reconstructed';
  return { status, by: unquoted(found?.[2] ?? '') };
}

function written({ status, by }: Source): string {
  return by === '' ? status : `${status} by ${quoted(by)}`;
}

/** Of the card as a whole. */
export function cardSource(card: FileCard): Source {
  return read(entriesOf(card, SOURCE)[0]?.value ?? 'reconstructed');
}

/** How the n-th value of a key is called among the sources: several values of one key are numbered from 1. */
function nameOf(card: FileCard, key: string, n: number): string {
  return entriesOf(card, key).length > 1 ? `${SOURCE}.${key}.${n + 1}` : `${SOURCE}.${key}`;
}

export function sourceOf(card: FileCard, key: string, n: number): Source {
  const own = entriesOf(card, nameOf(card, key, n))[0] ?? entriesOf(card, `${SOURCE}.${key}`)[0];
  return own === undefined ? cardSource(card) : read(own.value);
}

export const isCompared = (source: Source) => source.status === 'confirmed' || source.status === 'corrected';

interface CardValue {
  key: string;
  n: number;
  /** Else it is about that the card has none. */
  present: boolean;
}

/** The values of a card: one for each entry, and one for each of its keys that has none. */
function valuesOf(card: FileCard, keys: string[]): CardValue[] {
  return keys.flatMap((key) => {
    const { length } = entriesOf(card, key);
    return Array.from({ length: Math.max(length, 1) }, (_, n) => ({ key, n, present: length > 0 }));
  });
}

/** What the whole card is called once each of its values has been compared. */
function wholeSource(sources: Source[], before: Source): Source {
  if (!sources.every(isCompared)) return isCompared(before) ? { status: 'reconstructed', by: '' } : before;
  return { status: sources.some(({ status }) => status === 'corrected') ? 'corrected' : 'confirmed', by: '' };
}

/** The text with these sources of the card's values; what is not said keeps its source. `keys`: all that the card may
 *  have. */
export function withSources(
  text: string,
  { kind, id }: { kind: string; id: string },
  keys: string[],
  said: { key: string; n: number; source: Source }[],
): string {
  const card = findCard(text, kind, id);
  if (card === undefined) return text;
  const values = valuesOf(card, keys).map((value) => ({
    ...value,
    source:
      said.find((one) => one.key === value.key && one.n === value.n)?.source ?? sourceOf(card, value.key, value.n),
  }));
  const whole = wholeSource(values.map(({ source }) => source), cardSource(card));
  let changed = text;
  for (const { key } of card.entries.filter((entry) => entry.key.startsWith(`${SOURCE}.`)))
    changed = withValue(changed, { kind, id, key, n: 0 }, null);
  changed = withValue(changed, { kind, id, key: SOURCE, n: 0 }, written(whole));
  for (const { key, n, present, source } of values)
    if ((present && source.by !== '') || source.status !== whole.status)
      changed = withValue(changed, { kind, id, key: nameOf(card, key, n), n: 0 }, written(source));
  return changed;
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What differs between two card sets, value by value.

import { entriesOf, readCards, type FileCard } from './cardfile';
import type { Files } from './program';
import { sourceOf, type Source } from './provenance';

export interface Difference {
  file: string;
  kind: string;
  id: string;
  key: string;
  n: number;
  /** Null: the set has no such value. */
  from: string | null;
  to: string | null;
  /** Who says so in the second set, if it has the card. */
  source: Source | null;
}

const isSource = (key: string) => key === 'source' || key.startsWith('source.');

function differencesOf(file: string, before: FileCard | undefined, after: FileCard | undefined): Difference[] {
  const card = after ?? before;
  if (card === undefined) return [];
  const keys = new Set([...(before?.entries ?? []), ...(after?.entries ?? [])].map(({ key }) => key));
  return [...keys].filter((key) => !isSource(key)).flatMap((key) => {
    const from = before === undefined ? [] : entriesOf(before, key);
    const to = after === undefined ? [] : entriesOf(after, key);
    return Array.from({ length: Math.max(from.length, to.length) }, (_, n) => n)
      .filter((n) => from[n]?.value !== to[n]?.value)
      .map((n) => ({
        file,
        kind: card.kind,
        id: card.id,
        key,
        n,
        from: from[n]?.value ?? null,
        to: to[n]?.value ?? null,
        source: after === undefined ? null : sourceOf(after, key, n),
      }));
  });
}

/** Both with all their files, also those that are the host's. */
export function differences(from: Files, to: Files): Difference[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((file) => {
    if (from[file] === to[file]) return [];
    const before = readCards(from[file] ?? '');
    const after = readCards(to[file] ?? '');
    const same = (one: FileCard) => (other: FileCard) => other.kind === one.kind && other.id === one.id;
    const gone = before.filter((card) => !after.some(same(card)));
    return [
      ...after.flatMap((card) => differencesOf(file, before.find(same(card)), card)),
      ...gone.flatMap((card) => differencesOf(file, card, undefined)),
    ];
  });
}

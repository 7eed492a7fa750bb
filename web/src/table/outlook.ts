// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a seat would have if the game ended now, as the rules say it: the total, and where it comes from.

import type { Node } from '../protocol';
import { t } from '../words/words';

export interface Source {
  text: string;
  points: number;
}

export interface Outlook {
  total: number;
  /** What the end would add, by source, the most first; where the score counts everything at any time, the score. */
  sources: Source[];
  /** Does the end add to the score, which is what it is now? */
  adds: boolean;
}

export function outlookOf(node: Node | null, seat: number): Outlook | null {
  const now = node?.score[seat - 1];
  if (node === null || now === undefined) return null;
  const end = node.projected?.[seat - 1];
  const sources = (end ?? now).parts.map((part, i) => ({
    text: part.text,
    points: part.points - (end === undefined ? 0 : now.parts[i].points),
  }));
  return {
    total: (end ?? now).total,
    sources: sources.filter((one) => one.points !== 0).sort((a, b) => b.points - a.points),
    adds: end !== undefined,
  };
}

export const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`);

/** The points of a source: a gain where the end adds it. */
export const amountOf = (outlook: Outlook, one: Source): string =>
  outlook.adds ? signed(one.points) : String(one.points);

export const tellSource = (outlook: Outlook, one: Source): string => `${one.text} ${amountOf(outlook, one)}`;

/** All of it in one sentence, for whoever cannot see it or has no room for it. */
export function tellOutlook(outlook: Outlook): string {
  const total = t('If the game ended now: {points} {points|point|points}', { points: outlook.total });
  const sources = outlook.sources.map((one) => tellSource(outlook, one));
  return sources.length === 0 ? `${total}.` : `${total} (${sources.join(', ')}).`;
}

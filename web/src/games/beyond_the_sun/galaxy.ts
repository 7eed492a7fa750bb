// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things lie on the galaxy map, in px of its 358 × 354: places, and the ships beside each of them.

import type { PlaceAbout } from './model';

export const WIDE = 358;
export const HIGH = 354;
export const CARD = { width: 114, height: 62 };
/** How far the middle of the added card is from the side: a narrow board shows a little less of the map. */
const RIM = 68;

export interface Spot {
  x: number;
  y: number;
  kind: PlaceAbout['kind'] | 'added';
}

/** Room for ships: rows from the top, from the left or from the right. */
export interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
  from: 'left' | 'right' | 'middle';
}

/** A place on the map, moved a little where the cards need room. */
function spot(about: PlaceAbout): Spot {
  const x = WIDE / 2 + (about.x - 50) * 3.66;
  const y = 24 + (about.y - 10) * 3.73;
  if (about.kind === 'deep-space') return { x, y: 22, kind: about.kind };
  if (about.kind === 'sol') return { x, y: 306, kind: about.kind };
  return { x, y: about.kind === 'B' ? y + 22 : y, kind: about.kind };
}

/** All places; the added one lies in the corner next to what it hangs on. */
export function spots(places: Record<string, PlaceAbout>, added: string, beside: string | null): Record<string, Spot> {
  const all: Record<string, Spot> = Object.fromEntries(Object.entries(places).map(([id, about]) => [id, spot(about)]));
  if (beside !== null) {
    const parent = all[beside];
    all[added] = { x: parent.x > WIDE / 2 ? WIDE - RIM : RIM, y: parent.kind === 'B' ? 26 : HIGH - 27, kind: 'added' };
  }
  return all;
}

export function room(at: Spot, added: Spot | undefined): Room {
  const right = added !== undefined && added.x > WIDE / 2;
  const low = added !== undefined && added.y > HIGH / 2;
  switch (at.kind) {
    case 'sol': {
      const left = right && low;
      return { x: left ? 6 : at.x + 30, y: 314, width: WIDE / 2 - 36, height: 39, from: left ? 'right' : 'left' };
    }
    case 'deep-space': {
      const other = added !== undefined && !right && !low;
      return { x: other ? at.x + 22 : 6, y: 2, width: WIDE / 2 - 28, height: 38, from: other ? 'left' : 'right' };
    }
    case 'shipyard': {
      const width = Math.abs(at.x - WIDE / 2) < 20 ? 76 : 96;
      return {
        x: Math.max(5, Math.min(WIDE - 5 - width, at.x - width / 2)),
        y: at.y + 21,
        width,
        height: 32,
        from: 'middle',
      };
    }
    case 'added': {
      const left = at.x < WIDE / 2;
      return {
        x: left ? at.x + 59 : at.x - 59 - 42,
        y: at.y - 6,
        width: 42,
        height: 32,
        from: left ? 'left' : 'right',
      };
    }
    case 'B': {
      // shipyards lie below the outer half
      const inner = Math.abs(at.x - WIDE / 2) < 20 ? 0 : 27;
      return {
        x: at.x - CARD.width / 2 + (at.x < WIDE / 2 ? inner : -10),
        y: at.y + CARD.height / 2 + 2,
        width: CARD.width - inner + 10,
        height: 36,
        from: 'middle',
      };
    }
    default: {
      const over = low && right === at.x > WIDE / 2;
      return {
        x: at.x - CARD.width / 2,
        y: at.y + CARD.height / 2 + 2,
        width: CARD.width,
        height: over ? 20 : 34,
        from: 'middle',
      };
    }
  }
}

export interface Piece {
  x: number;
  y: number;
  size: number;
}

const COUNT_WIDTH = 13;

/** Lays stacks of ships into their room, as large as they fit; a stack of several has its number beside it. Null if
 *  they do not fit. */
export function arrange(counts: number[], into: Room): Piece[] | null {
  for (const size of [21, 18, 16]) {
    const rows: { size: number; items: { x: number; i: number }[] }[] = [];
    counts.forEach((count, i) => {
      const width = size + (count > 1 ? COUNT_WIDTH : 1);
      let row = rows.at(-1);
      if (row === undefined || row.size + width > into.width + 1) rows.push((row = { size: 0, items: [] }));
      row.items.push({ x: row.size, i });
      row.size += width;
    });
    if (rows.length * (size + 1) > into.height + 2) continue;
    const pieces: Piece[] = [];
    rows.forEach((row, r) => {
      const left = into.from === 'left' ? into.x : into.x + (into.width - row.size) / (into.from === 'right' ? 1 : 2);
      for (const { x, i } of row.items) pieces[i] = { x: left + x, y: into.y + r * (size + 1), size };
    });
    return pieces;
  }
  return null;
}

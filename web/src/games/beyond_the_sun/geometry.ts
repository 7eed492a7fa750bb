// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things lie on the technology board, in px of its 984 × 488.

import type { LevelName } from './model';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const HIGH = 71;
const EVEN = [25, 102, 179, 256, 333, 410]; // rows of levels II and III
const BETWEEN = [64, 140, 294, 372]; // I and IIII sit between the rows they feed

export const COLUMNS: Record<LevelName, { x: number; width: number; slots: string[]; rows: number[] }> = {
  I: { x: 178, width: 172, slots: ['1', '2', '3', '4'], rows: BETWEEN },
  II: { x: 374, width: 188, slots: ['A', 'B', 'C', 'D', 'E', 'F'], rows: EVEN },
  III: { x: 592, width: 188, slots: ['G', 'H', 'J', 'K', 'L', 'M'], rows: EVEN },
  IIII: { x: 810, width: 166, slots: ['N', 'P', 'Q', 'R'], rows: BETWEEN },
};

/** The gaps in the columns of levels I and IIII. */
export const GAPS: Record<'events' | 'corner', Box> = {
  events: { x: 178, y: 212, width: 172, height: 82 },
  corner: { x: 810, y: 213, width: 166, height: 79 },
};

export function slotBox(slot: string): Box {
  for (const column of Object.values(COLUMNS)) {
    const row = column.slots.indexOf(slot);
    if (row >= 0) return { x: column.x, y: column.rows[row], width: column.width, height: HIGH };
  }
  throw new Error(`no such slot: ${slot}`);
}

/** The curve from a slot to one that needs it; its ends are spread where several meet. */
export function curve(from: Box, to: Box, out: number, into: number): { path: string; ends: [number, number][] } {
  const x1 = from.x + from.width;
  const y1 = from.y + from.height / 2 + out * 9;
  const x2 = to.x;
  const y2 = to.y + to.height / 2 + into * 13;
  const bend = (x2 - x1) * 0.55;
  const ends: [number, number][] = [
    [x1, y1],
    [x2, y2],
  ];
  return { path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, ends };
}

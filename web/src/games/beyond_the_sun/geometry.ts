// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things lie on the technology board, in px of its 984 × 488, or 704 × 488 beside the log.

import type { LevelName } from './model';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const EVEN = [25, 102, 179, 256, 333, 410]; // rows of levels II and III
const BETWEEN = [64, 140, 294, 372]; // I and IIII sit between the rows they feed

interface Column {
  x: number;
  width: number;
  slots: string[];
  rows: number[];
}

const column = (x: number, width: number, slots: string, rows: number[]): Column => ({
  x,
  width,
  slots: slots.split(' '),
  rows,
});

/** A width of the board: its columns, the one of the basic spaces, and how high a slot is. */
export interface Shape {
  width: number;
  basic: number;
  high: number;
  columns: Record<LevelName, Column>;
}

export const FULL: Shape = {
  width: 984,
  basic: 166,
  high: 71,
  columns: {
    I: column(178, 172, '1 2 3 4', BETWEEN),
    II: column(374, 188, 'A B C D E F', EVEN),
    III: column(592, 188, 'G H J K L M', EVEN),
    IIII: column(810, 166, 'N P Q R', BETWEEN),
  },
};

export const SLIM: Shape = {
  width: 704,
  basic: 138,
  high: 75,
  columns: {
    I: column(145, 112, '1 2 3 4', BETWEEN),
    II: column(272, 141, 'A B C D E F', EVEN),
    III: column(429, 141, 'G H J K L M', EVEN),
    IIII: column(586, 115, 'N P Q R', BETWEEN),
  },
};

export const COLUMNS = FULL.columns;

const INTO_GUTTER = 12;

/** The gaps in the columns of levels I and IIII; names of events may reach beyond the column. */
export function gaps({ columns }: Shape): Record<'events' | 'corner', Box> {
  return {
    events: { x: columns.I.x, y: 215, width: columns.I.width + INTO_GUTTER, height: 79 },
    corner: { x: columns.IIII.x - 12, y: 215, width: columns.IIII.width + 16, height: 79 },
  };
}

export function slotBox(slot: string, { columns, high }: Shape = FULL): Box {
  for (const column of Object.values(columns)) {
    const row = column.slots.indexOf(slot);
    if (row >= 0) return { x: column.x, y: column.rows[row], width: column.width, height: high };
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

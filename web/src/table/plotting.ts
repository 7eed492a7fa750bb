// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things stand in the plot of an analysis.

import type { Analysis, AnalysisMoment } from '../protocol';

export interface Mark {
  key: string;
  x: number;
  y: number;
  seat: number;
  /** Of a costly decision: its number in the list; 0 for luck. */
  rank: number;
}

const REACH = 14; // marks keep this distance

/** The rounds, each from its first moment to that of the next one. */
export function roundsOf(moments: AnalysisMoment[]): { round: number; from: number; to: number }[] {
  const last = moments.length - 1;
  const starts = moments.slice(0, last).filter((one, i) => i === 0 || moments[i - 1].round !== one.round);
  return starts.map((one, i) => ({ round: one.round, from: one.moves, to: starts[i + 1]?.moves ?? last }));
}

/** Marks of each sort, at most so many, above the lines, and higher where others are already; below them at the upper edge. */
export function placeMarks(result: Analysis, most: number, x: (moves: number) => number, y: (win: number) => number, top: number): Mark[] {
  const placed: Mark[] = [];
  const isFree = (at: number, high: number) => placed.every((mark) => Math.abs(mark.x - at) >= REACH || Math.abs(mark.y - high) >= REACH);
  const put = (key: string, moves: number, seat: number, rank: number) => {
    const at = x(moves);
    const from = y(result.moments[moves].win[seat - 1]);
    const step = from - 2 * REACH < top ? REACH : -REACH;
    let high = from + step;
    while (!isFree(at, high)) high += step;
    placed.push({ key, x: at, y: high, seat, rank });
  };
  result.costliest.slice(0, most).forEach((one, i) => put(`cost ${one.moves}`, one.moves, Number(one.actor), i + 1));
  for (const one of result.luckiest.slice(0, most)) put(`luck ${one.moves}`, one.moves + 1, one.luck.indexOf(Math.max(...one.luck)) + 1, 0);
  return placed;
}

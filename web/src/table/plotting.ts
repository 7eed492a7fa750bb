// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things stand in the plot of an analysis.

import type { Analysis, AnalysisMoment } from '../protocol';

export interface Mark {
  key: string;
  /** The moment that it stands at. */
  moves: number;
  x: number;
  y: number;
  seat: number;
  /** Of a costly decision: its number in the list; 0 for luck. */
  rank: number;
}

const REACH = 14; // marks keep this distance
const END_REACH = 11; // and those of the seats at the end
const ROUND_ROOM = 17; // for the number of a round
const STEPS = [1, 2, 5, 10];

/** The rounds, each from its first moment to that of the next one. */
export function roundsOf(moments: AnalysisMoment[]): { round: number; from: number; to: number }[] {
  const last = moments.length - 1;
  const starts = moments.slice(0, last).filter((one, i) => i === 0 || moments[i - 1].round !== one.round);
  return starts.map((one, i) => ({ round: one.round, from: one.moves, to: starts[i + 1]?.moves ?? last }));
}

/** Which rounds have a number: all, or every second, fifth, tenth, so that each has room. */
export function numbered(
  rounds: { round: number; from: number; to: number }[],
  x: (moves: number) => number,
): Set<number> {
  const middles = (step: number) =>
    rounds
      .filter((one) => one.round > 0 && one.round % step === 0)
      .map((one) => ({ round: one.round, at: (x(one.from) + x(one.to)) / 2 }));
  const haveRoom = (step: number) =>
    middles(step).every((one, i, all) => i === 0 || one.at - all[i - 1].at >= ROUND_ROOM);
  return new Set(middles(STEPS.find(haveRoom) ?? STEPS[STEPS.length - 1]).map((one) => one.round));
}

/** How high the seats stand at the end, given from the best to the worst one; none over another. */
export function apart(heights: number[], lowest: number): number[] {
  const placed = [...heights];
  for (let i = placed.length - 1, floor = lowest; i >= 0; i--, floor = placed[i + 1] - END_REACH)
    placed[i] = Math.min(placed[i], floor);
  return placed;
}

/** Marks of each sort, at most this many, above the lines, and higher where others are already; below them at the upper
 *  edge. */
export function placeMarks(
  result: Analysis,
  most: number,
  x: (moves: number) => number,
  y: (win: number) => number,
  top: number,
): Mark[] {
  const placed: Mark[] = [];
  const isFree = (at: number, high: number) =>
    placed.every((mark) => Math.abs(mark.x - at) >= REACH || Math.abs(mark.y - high) >= REACH);
  const put = (key: string, moves: number, seat: number, rank: number) => {
    const at = x(moves);
    const from = y(result.moments[moves].win[seat - 1]);
    const step = from - 2 * REACH < top ? REACH : -REACH;
    let high = from + step;
    while (!isFree(at, high)) high += step;
    placed.push({ key, moves, x: at, y: high, seat, rank });
  };
  result.costliest.slice(0, most).forEach((one, i) => put(`cost ${one.moves}`, one.moves, Number(one.actor), i + 1));
  for (const one of result.luckiest.slice(0, most))
    put(`luck ${one.moves}`, one.moves + 1, one.luck.indexOf(Math.max(...one.luck)) + 1, 0);
  return placed;
}

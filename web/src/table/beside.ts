// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where something small goes beside a thing of the table: below, above, right or left of it, so that it covers as
// little as possible of what can be chosen instead. It knows rectangles and nothing else.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Near the thing, or farther away if something to choose is next to it. */
const GAPS = [8, 34, 62, 92];
const EDGE = 8; // of the window
const SHIFT = 12; // it begins a little left of the thing

const clamp = (value: number, most: number) => Math.max(EDGE, Math.min(value, most));

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The places around a thing, the usual one first, near ones before others. */
function around(at: Box, width: number, height: number): Box[] {
  const right = at.left + at.width;
  const bottom = at.top + at.height;
  const spots = GAPS.flatMap((gap) => [
    [at.left - SHIFT, bottom + gap],
    [at.left - SHIFT, at.top - gap - height],
    [right + gap, at.top],
    [at.left - gap - width, at.top],
    [right + gap, bottom - height],
    [at.left - gap - width, bottom - height],
    [right - width + SHIFT, bottom + gap],
    [right - width + SHIFT, at.top - gap - height],
  ]);
  return spots.map(([left, top]) => ({ left, top, width, height }));
}

/** The best place for a box of that size: it never covers the thing itself if there is a way, and the least of
 *  `others`. */
export function beside(at: Box, size: { width: number; height: number }, room: { width: number; height: number },
  others: Box[]): Box {
  const inside = around(at, size.width, size.height).map((box) => ({
    ...box,
    left: clamp(box.left, room.width - size.width - EDGE),
    top: clamp(box.top, room.height - size.height - EDGE),
  }));
  const cost = (box: Box) => 10 * shared(box, at) + others.reduce((sum, other) => sum + shared(box, other), 0);
  return inside.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}

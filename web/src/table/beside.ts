// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where something small goes beside a thing of the table: below, above, right or left of it, so that it covers as little
// as possible of what can be chosen instead. It knows rectangles and nothing else.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;
const EDGE = 8; // of the window
const SHIFT = 12; // it begins a little left of the thing

const clamp = (value: number, most: number) => Math.max(EDGE, Math.min(value, most));

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The places around a thing, the usual one first. */
function around(at: Box, width: number, height: number): Box[] {
  const right = at.left + at.width;
  const bottom = at.top + at.height;
  const spots = [
    [at.left - SHIFT, bottom + GAP],
    [at.left - SHIFT, at.top - GAP - height],
    [right + GAP, at.top],
    [at.left - GAP - width, at.top],
    [right + GAP, bottom - height],
    [at.left - GAP - width, bottom - height],
    [right - width + SHIFT, bottom + GAP],
    [right - width + SHIFT, at.top - GAP - height],
  ];
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

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things are on the page, and where there is room for a remark that speaks of them.

import type { ThingKey } from '../protocol';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const EDGE = 10;
const AWAY = 34; // room for an arrow

/** The drawings of a thing: "part:players" is a whole part of the page, everything else a target. */
function drawings(thing: ThingKey): Element[] {
  const [word, token] = thing.split(':');
  if (word === 'part') return [...document.querySelectorAll(`[data-part="${CSS.escape(token)}"]`)];
  const all = [...document.querySelectorAll<HTMLElement | SVGElement>('[data-thing]')];
  const exact = all.filter((element) => element.dataset.thing === thing);
  return exact.length > 0 ? exact : all.filter((element) => element.dataset.thing?.split(' ').includes(thing));
}

function boxOf(element: Element): Box | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const inside = width > 0 && height > 0 && left + width > 0 && top + height > 0 && left < innerWidth && top < innerHeight;
  return inside ? { left, top, width, height } : null;
}

/** Where things are; the button of the move if none of them is in sight. */
export function find(things: ThingKey[], move: string | null): Box[] {
  const boxes = (elements: Element[]) => elements.map(boxOf).filter((box) => box !== null);
  const found = things.flatMap((thing) => boxes(drawings(thing)).slice(0, 1));
  if (found.length > 0 || move === null) return found;
  return boxes([...document.querySelectorAll(`[data-move="${CSS.escape(move)}"]`)]).slice(0, 1);
}

function overlap(a: Box, b: Box): number {
  const x = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const y = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return x > 0 && y > 0 ? x * y : 0;
}

/** A place for a box of that size beside the first of the things, covering none of them and not the bar. */
export function roomFor(size: { width: number; height: number }, things: Box[], bar: Box | null): Box {
  const bottom = bar !== null && bar.width > innerWidth / 2 ? bar.top : innerHeight;
  const clamp = (box: Box): Box => ({
    ...box,
    left: Math.max(EDGE, Math.min(innerWidth - box.width - EDGE, box.left)),
    top: Math.max(EDGE + 36, Math.min(bottom - box.height - EDGE, box.top)),
  });
  const low = clamp({ ...size, left: (innerWidth - size.width) / 2, top: Infinity });
  const to = things[0];
  if (to === undefined) return low;
  const x = to.left + to.width / 2 - size.width / 2;
  const y = to.top + to.height / 2 - size.height / 2;
  const around = [
    { ...size, left: to.left + to.width + AWAY, top: y },
    { ...size, left: to.left - size.width - AWAY, top: y },
    { ...size, left: x, top: to.top + to.height + AWAY },
    { ...size, left: x, top: to.top - size.height - AWAY },
    low,
  ].map(clamp);
  const covered = (box: Box) => things.reduce((sum, thing) => sum + overlap(box, thing), 0);
  return around.reduce((best, box) => (covered(box) < covered(best) ? box : best));
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where things are on the page, and where there is room for a remark that refers to them.

import type { ThingKey } from '../protocol';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const EDGE = 8;
const RIM = 4; // of a remark in the drawer
const TOP = 44; // the bar above the boards stays free
const STEP = 24; // of the places that are tried
const NEAR = 30; // what lies so near to a thing belongs to it

/** The drawings of a thing, those that can be pressed first. "part:board" is a part of the page, "seat:1" a whole
 *  mat. */
function drawings(thing: ThingKey): Element[] {
  const [word, token] = thing.split(':');
  if (word === 'part') return [...document.querySelectorAll(`[data-part="${CSS.escape(token)}"]`)];
  if (word === 'seat')
    return [...document.querySelectorAll('[data-part=players] .mat')].slice(Number(token) - 1, Number(token));
  const all = [...document.querySelectorAll<HTMLElement | SVGElement>('[data-thing]')];
  const exact = all.filter((element) => element.dataset.thing === thing);
  const found = exact.length > 0 ? exact : all.filter((element) => element.dataset.thing?.split(' ').includes(thing));
  return found.sort((a, b) => Number(b.classList.contains('legal')) - Number(a.classList.contains('legal')));
}

function boxOf(element: Element): Box | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const inside =
    width > 0 && height > 0 && left + width > 0 && top + height > 0 && left < innerWidth && top < innerHeight;
  return inside ? { left, top, width, height } : null;
}

function inSight(elements: Element[]): { element: Element; box: Box }[] {
  return elements.flatMap((element) => {
    const box = boxOf(element);
    return box === null ? [] : [{ element, box }];
  });
}

/** What to point at: the things that are in sight, else the button of the move, else the one behind which it is. */
export function find(things: ThingKey[], move: string | null): { element: Element; box: Box }[] {
  const found = things.flatMap((thing) => inSight(drawings(thing)).slice(0, 1));
  if (found.length > 0 || move === null) return found;
  const buttons = (selector: string) => inSight([...document.querySelectorAll(selector)]).slice(0, 1);
  const own = buttons(`[data-move="${CSS.escape(move)}"]`);
  return own.length > 0 ? own : buttons('[data-part=bar] .more');
}

/** What a remark should rather not cover, and how much that matters. */
export interface Obstacle extends Box {
  weight: number;
}

export function obstacles(): Obstacle[] {
  const weighed = (selector: string, weight: number) =>
    inSight([...document.querySelectorAll(selector)]).map(({ box }) => ({ ...box, weight }));
  return [
    ...weighed('.target.legal, .target.chosen', 1 / 4),
    ...weighed('.target', 1 / 40),
    ...weighed('[data-part=board], [data-part=log]', 1 / 200),
  ];
}

function overlap(a: Box, b: Box): number {
  const x = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const y = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return x > 0 && y > 0 ? x * y : 0;
}

/** From edge to edge. */
function distance(a: Box, b: Box): number {
  const x = Math.max(a.left - b.left - b.width, b.left - a.left - a.width, 0);
  const y = Math.max(a.top - b.top - b.height, b.top - a.top - a.height, 0);
  return Math.hypot(x, y);
}

/** At the foot of the open drawer: it covers only what has been. Null if there is none, or a thing would be hidden. */
export function inDrawer(size: { height: number }, things: Box[]): Box | null {
  const drawer = document.querySelector('[data-docked]')?.getBoundingClientRect();
  if (drawer === undefined) return null;
  const width = drawer.width - 2 * RIM;
  const top = drawer.bottom - RIM - size.height;
  const box = { left: drawer.left + RIM, top, width, height: size.height };
  return things.some((thing) => overlap(box, thing) > 0) ? null : box;
}

/** The best place for a box of that size: above the bar, covering little, and not far from the first of the things. */
export function roomFor(
  size: { width: number; height: number },
  things: Box[],
  others: Obstacle[],
  bar: Box | null,
): Box {
  const bottom = (bar?.top ?? innerHeight) - EDGE - size.height;
  const right = innerWidth - EDGE - size.width;
  const grown = things.map((box) => ({
    left: box.left - NEAR,
    top: box.top - NEAR,
    width: box.width + 2 * NEAR,
    height: box.height + 2 * NEAR,
  }));
  let best: Box = { ...size, left: (innerWidth - size.width) / 2, top: bottom };
  let least = Infinity;
  for (let top = bottom; top >= TOP; top -= STEP)
    for (let left = EDGE; left <= right; left += STEP) {
      const box = { ...size, left, top };
      const hidden = grown.reduce((sum, thing) => sum + overlap(box, thing), 0);
      const covered = others.reduce((sum, other) => sum + other.weight * overlap(box, other), 0);
      const cost = hidden + covered + (things.length > 0 ? distance(box, things[0]) : 0);
      if (cost < least) [best, least] = [box, cost];
    }
  return best;
}

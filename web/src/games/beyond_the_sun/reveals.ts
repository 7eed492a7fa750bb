// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Events as cards: which one came up, what it asks, and where it can lie on the technology board.

import { named, t } from '../../words/words';
import type { CardAsking, Reveals } from '../game';
import EventFace from './EventFace.svelte';
import { slotBox, type Box, type Shape } from './geometry';
import { NOTHING, type SunLayout } from './model';
import type { Sun } from './sun';

export const reveals: Reveals = {
  of: (event, layout) => {
    const id = event.kind === 'event' ? event.things[0]?.slice('event:'.length) : undefined;
    const about = id === undefined ? undefined : (layout as SunLayout).events[id];
    return id === undefined || about === undefined
      ? null
      : { card: id, what: t('Event, level {level}', { level: about.level }), does: named(about.resolve?.text) };
  },
  asking: (node) => (node.progress as { event?: CardAsking } | undefined)?.event ?? null,
  face: EventFace,
};

/** The board below its headings. */
const TOP = 24;
const BOTTOM = 482;
const STEP = 14;
/** What it costs to lie over something: what is asked for never, what is face up hardly. */
const COST = { asked: 1e6, open: 100, empty: 1 };

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

function costOf(sun: Sun, slot: string): number {
  const tech = sun.state.slot[slot];
  const things = sun.table.selection.moves.flatMap((move) => move.things);
  const isAsked = things.some((thing) => thing === `slot:${slot}` || thing.startsWith(`space:${tech}.`));
  return isAsked ? COST.asked : tech !== NOTHING ? COST.open : COST.empty;
}

/** Where a card of this size covers the least: undiscovered slots, if it fits there. */
export function roomFor(sun: Sun, shape: Shape, width: number, height: number): Box {
  const slots = Object.keys(sun.layout.technology_board.slots).map((slot) => ({
    box: slotBox(slot, shape),
    cost: costOf(sun, slot),
  }));
  let best: Box = { x: shape.basic, y: TOP, width, height };
  let least = Infinity;
  for (let x = shape.width - width - 4; x >= shape.basic; x -= STEP)
    for (let y = BOTTOM - height; y >= TOP; y -= STEP) {
      const here = { x, y, width, height };
      const cost = slots.reduce((sum, slot) => sum + slot.cost * overlap(here, slot.box), 0);
      if (cost < least) [best, least] = [here, cost];
    }
  return best;
}

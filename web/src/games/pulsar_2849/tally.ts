// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Counting what lies on the table, as someone who sits there would.

import { owner, SIZES, type Layout, type Ring, type Size, type State, type TrackName } from './sky';

export function stations(state: State, seat: number): number {
  const all = Object.values(state.station).flatMap((planets) => Object.values(planets));
  return all.filter((token) => owner(token) === seat).length;
}

export function isSpinning(ring: Ring): boolean {
  return ring.endsWith('-spinning');
}

export function sizeOf(ring: Ring): Size | null {
  return ring === 'none' ? null : (ring[0] as Size);
}

/** Spinning gyrodynes of a seat by size. */
export function spinning(state: State, seat: number): Record<Size, number> {
  const count = { S: 0, M: 0, L: 0 };
  for (const pulsar of state.claims[seat]) {
    const ring = state.gyrodyne[pulsar];
    const size = sizeOf(ring);
    if (size !== null && isSpinning(ring)) count[size]++;
  }
  return count;
}

/** Gyrodynes of a size that are still in the supply. */
export function stock(layout: Layout, state: State, size: Size): number {
  const hands = Object.values(state.hand).reduce((sum, hand) => sum + hand[size], 0);
  const placed = Object.values(state.gyrodyne).filter((ring) => sizeOf(ring) === size).length;
  return layout.gyrodynes[size].tiles - hands - placed;
}

export function awards(state: State, seat: number): number {
  return SIZES.flatMap((size) => Object.values(state.award[size])).filter((token) => owner(token) === seat).length;
}

/** Counters on a space of a track, the top of the stack first; "1a" and "1b" are those of seat 1. */
export function stack(state: State, track: TrackName, space: number): string[] {
  const here = Object.keys(state.space[track]).filter((counter) => state.space[track][counter] === space);
  return here.sort((one, other) => state.height[track][other] - state.height[track][one]);
}

/** Of two counters of a seat the leading one: further to the left, or higher in the stack. */
export function isLeading(state: State, track: TrackName, counter: string): boolean {
  const ahead = (one: string) => state.space[track][one] * 16 - state.height[track][one];
  const others = Object.keys(state.space[track]).filter((other) => other[0] === counter[0]);
  return others.every((other) => ahead(counter) <= ahead(other));
}

type End = 'left' | 'right';

/** A transmitter in its array as it lies there, turned round if need be. */
export interface Link {
  id: string;
  halves: [number | null, number | null];
  ends: [End, End]; // which end of the tile lies where
  joined: boolean; // to the one after it
}

/** The arrays of a seat from left to right. */
export function arrays(layout: Layout, state: State, seat: number): Link[][] {
  const left = new Set(state.transmitters[seat]);
  const found: Link[][] = [];
  const isEnd = (id: string) => Object.values(state.joined[id]).includes('none');
  for (const first of state.transmitters[seat]) {
    if (!left.has(first) || !isEnd(first)) continue;
    const array: Link[] = [];
    let before = 'none';
    for (let id = first; id !== 'none' && left.delete(id); ) {
      const { left: west, right: east } = state.joined[id];
      const isTurned = before === 'none' ? west !== 'none' : east === before;
      const [one, other] = layout.transmitters[id].ends;
      const after = isTurned ? west : east;
      array.push({
        id,
        halves: isTurned ? [other, one] : [one, other],
        ends: isTurned ? ['right', 'left'] : ['left', 'right'],
        joined: after !== 'none',
      });
      before = id;
      id = after;
    }
    found.push(array);
  }
  return found;
}

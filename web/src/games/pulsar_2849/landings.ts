// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Taking a die: on which space of a track a counter would land. The spaces are the server's (`progress.landings`);
// this file only finds them for the moves that are possible.

import type { ThingKey } from '../../protocol';
import type { Sky, TrackName } from './sky';
import { isLeading } from './tally';

export interface Landing {
  /** The things of its move: "number:3 track:initiative counter:lead". */
  thing: ThingKey;
  value: number;
  counter: string;
  space: number;
}

const TAKES = ['take-for', 'take-with'];

const tokenOf = (things: ThingKey[], word: string) =>
  things.find((thing) => thing.startsWith(`${word}:`))?.slice(word.length + 1);

/** The counter of a seat that a move takes: its only one, or that in the lead, or the other one. */
function counterOf(sky: Sky, track: TrackName, seat: number, which: string | undefined): string | undefined {
  const own = Object.keys(sky.state.space[track]).filter((counter) => Number(counter[0]) === seat);
  return own.find((counter) => which === undefined || isLeading(sky.state, track, counter) === (which === 'lead'));
}

/** Where counters of whoever is asked can land on a track. */
export function landingsOn(sky: Sky, track: TrackName): Landing[] {
  const seat = sky.table.asks;
  const spaces = sky.progress.landings?.[track];
  if (seat === null || spaces === undefined) return [];
  return sky.table.selection.moves.flatMap(({ kind, things }) => {
    if (!TAKES.includes(kind) || tokenOf(things, 'track') !== track) return [];
    const value = Number(tokenOf(things, 'number'));
    const counter = counterOf(sky, track, seat, tokenOf(things, 'counter'));
    if (counter === undefined) return [];
    return [{ thing: things.join(' '), value, counter, space: spaces[counter][value - 1] }];
  });
}

/** The die that was chosen, or whose move is pointed at. */
export function dieInHand(sky: Sky): number | null {
  const { picked, considered } = sky.table.selection;
  const value = tokenOf(picked, 'number') ?? tokenOf(considered?.things ?? [], 'number');
  return value === undefined ? null : Number(value);
}

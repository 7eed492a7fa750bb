// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What one does about seats: a computer player continues, its owner is back, everyone wants a pause.

import { fetchGames, infoOf } from '../games/info.svelte';
import type { Table } from './table.svelte';

/** Who sits down, as a request for a table says it. */
export type Sitting = string | { me: string };

/** At another table we sit where we sit here. Who is known there has a name; the others of this screen keep theirs. */
export function ourSeat(table: Table, seat: number): Sitting {
  const isKnown = table.connection.can.people && table.mySeats[0] === seat;
  return isKnown ? 'me' : { me: table.name(seat) };
}

/** A computer player continues for a seat; the one that the game recommends unless told. */
export async function handOver(table: Table, seat: number, player?: string): Promise<void> {
  await fetchGames();
  const standard = infoOf(table.view?.game ?? '')?.recommended ?? 'random';
  await table.change({ do: 'hand-over', seat, player: player ?? standard }, false);
}

export function takeBack(table: Table, seat: number): Promise<void> {
  return table.change({ do: 'take-back', seat }, false);
}

/** All who sit at this browser want a pause, or want to continue. */
export async function pause(table: Table, on: boolean): Promise<void> {
  for (const seat of table.mySeats)
    if (table.isMine(seat) && table.seat(seat)?.wants_pause !== on)
      await table.change({ do: 'pause', seat, on }, false);
}

/** Whether the turns of this browser wait for a confirmation. */
export async function confirmTurns(table: Table, on: boolean): Promise<void> {
  for (const seat of table.mySeats)
    if (table.seat(seat)?.confirms !== on) await table.change({ do: 'confirms', seat, on }, false);
}

// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whose dice stand at the left end of the bar, and which they are.

import type { Table } from '../../table/table.svelte';
import type { State } from './sky';

/** The silver dice of whoever is asked at this browser, else of the first one who sits there. */
export function diceOf(table: Table): number[] {
  const seat = table.asks ?? table.mySeats.at(0);
  const state = table.shown?.state as State | undefined;
  if (seat === undefined || state === undefined) return [];
  return Object.values(state.silver[seat]).filter((value) => value > 0);
}
